"""What leaves the counter about its wallet."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from app.desk.model.office_rules import Alerts
from app.desk.model.sale import Wallet
from app.desk.wallet.statement import days_of, level_wanted, service_statement, statement, topup_request
from tests.support.desk.samples import WALLET, moment
from tests.support.desk.wallet_samples import DAY, at, moved, read


def test_a_statement_has_what_happened_in_its_order() -> None:
    sold, back = moved(at("09:14"), "6142.50"), moved(at("10:08"), "1285.20", refund=True, qty=1)
    readings = [read(at("09:02"), "37167.30"), read(at("09:14:02"), "31024.80"), read(at("09:00", 1), "1")]
    table = statement([sold, back, moved(at("09:00", 1), "1")], readings, DAY, DAY)
    assert table.headings[5:9] == ("Amount", "From credit", "Balance", "Credit left")
    assert [row[0] for row in table.rows] == [at("09:02"), at("09:14"), at("09:14:02"), at("10:08")]
    assert table.rows[0][1:] == (
        *("Read", "", "", "", None, None),
        *(Decimal("37167.30"), Decimal(50_000), "INR", "01234567"),
    )
    assert table.rows[1][1:] == (
        *("Booking", "AC7H2W91X", "Discover scuba dive, 2 seats", ""),
        *(Decimal("-6142.50"), Decimal(0), None, None, "", ""),
    )
    assert table.rows[3][1:6] == (
        *("Refund", "AC7H2W91X", "Discover scuba dive, 1 seat cancelled", ""),
        Decimal("1285.20"),
    )
    assert {len(row) for row in table.rows} == {len(table.headings)}


def test_the_services_entries_are_in_a_table_of_their_own() -> None:
    booked = '{"entry_type":"BOOKING","booking_ref":"PRX4K9Z2","amount":"-440.00","balance":"13560.00"}'
    unclear = '{"entry_type":"ADJUSTMENT","amount":"10.00"}'
    table = service_statement(replace(WALLET, ledger=(booked, unclear)))
    assert table.name == "From the service"
    assert table.rows == (
        (None, "BOOKING", "PRX4K9Z2", None, Decimal("440.00"), Decimal("13560.00"), booked),
        (None, "ADJUSTMENT", "", None, None, None, unclear),
    )
    assert {len(row) for row in table.rows} == {len(table.headings)}


@pytest.mark.parametrize(
    ("highest", "alert", "level"),
    [("0", None, "14000"), ("58720.10", "10000", "59000"), ("0", "60000", "60000"), ("60000", None, "60000")],
)
def test_the_level_to_ask_for_is_what_it_was_of_late(highest: str, alert: str | None, level: str) -> None:
    alerts = Alerts(None if alert is None else Decimal(alert))
    assert level_wanted(WALLET, [read(at("09:00", 3), highest)], alerts) == Decimal(level)


def test_a_level_without_readings_is_above_the_balance() -> None:
    assert level_wanted(WALLET, (), Alerts()) == Decimal(14_000)


@pytest.mark.parametrize(
    ("period", "first", "last"),
    [
        ("today", "2026-03-05", "2026-03-05"),
        ("last 14 days", "2026-02-20", "2026-03-05"),
        ("this month", "2026-03-01", "2026-03-05"),
        ("last month", "2026-02-01", "2026-02-28"),
    ],
)
def test_the_days_of_a_period(period: str, first: str, last: str) -> None:
    days = days_of(period, date(2026, 3, 5))
    assert [each.isoformat() for each in days] == [first, last]


def _lines(wallet: Wallet, level: str, agency: str = "") -> list[str]:
    return topup_request(wallet, Decimal(level), agency).splitlines()


def test_the_request_names_what_the_operator_must_know() -> None:
    assert _lines(replace(WALLET, read=moment(at("10:50:31"))), "60000", "Blue Reef Travels") == [
        "Blue Reef Travels",
        "Please top up our wallet.",
        "Agent 7, operator t1",
        "Balance: INR 13,420.50",
        "Credit used: INR 12,500.00 of INR 50,000.00",
        "Read: Sat 21 Nov 2026, 10:50",
        "Amount wanted: INR 46,579.50, to bring the balance to INR 60,000.00",
        "Bank reference:",
    ]


def test_what_is_not_known_is_not_made_up() -> None:
    said = _lines(replace(WALLET, agent_id="", tenant_id="", currency=""), "13420.50")
    assert said[1:3] == ["Agent not stated, operator not stated", "Balance: 13,420.50"]
    assert said[5] == "Amount wanted:"
