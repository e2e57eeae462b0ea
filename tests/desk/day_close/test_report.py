"""What a day adds up to, from rows and readings of any source."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, timedelta
from decimal import Decimal

import pytest

from app.desk.day_close.advice import (
    hiding_words,
    later_words,
    margin_after,
    refunded_cell,
    sales_words,
    sum_cell,
    sum_words,
    together_words,
    uncompared_words,
    value_after,
)
from app.desk.day_close.export import rows_table, wallet_table
from app.desk.day_close.report import day_report, midnight, period
from app.desk.day_close.values import DayRow, Figures, Refunds
from tests.support.desk.day_samples import DAY, OPENS, SPAN, at, cancellation, reading, sale

ROWS = (
    sale(5, "400.00", clerk="Asha", qty=3),
    sale(10, "100.00", "20.00", title="Glow kayaking", clerk="Ravi"),
    sale(15, "300.00", module="BOAT", title="Jolly Buoy", clerk="Asha", qty=11),
    sale(20, "50.00", module="TRAIN", title="Heritage"),
    cancellation(30, "50.00", clerk="Ravi"),
    sale(800),
    sale(-5),
    sale(25, agent_id="9"),
    sale(26, is_open=True),
)


def row_of_unknown_debit() -> DayRow:
    """A sale that was settled by its PNR alone."""
    return sale(40, debited=None, from_cash=None, from_credit=None)


def test_sums_are_of_the_day_and_of_the_wallet() -> None:
    report = day_report(SPAN, ROWS, [])
    assert report.figures == Figures(
        4, 18, Decimal("910.00"), Decimal("850.00"), Decimal("20.00"), Decimal("870.00"), Decimal("40.00")
    )
    assert report.refunds == Refunds(1, Decimal("50.00"), Decimal("5.00"), unsaid=1, back_unsaid=1)
    assert [each.module for each in report.modules] == ["ACTIVITY", "BOAT", "TRAIN"]
    assert [(line.name, line.figures.value) for line in report.modules[0].products] == [
        ("Sea walk", 410),
        ("Glow kayaking", 130),
    ]
    clerks = [(each.name, each.figures.sales, each.refunds.count) for each in report.clerks]
    assert clerks == [("Asha", 2, 0), ("Ravi", 1, 1), ("", 1, 0)]
    assert [each.reference for each in report.cancellations] == ["RF-1"]
    assert (report.currency, report.wallet, report.unread) == ("INR", None, 5)


def test_value_and_margin_are_told_after_what_customers_get_back() -> None:
    assert value_after(day_report(SPAN, ROWS[:4], [])) == ""
    gone = replace(cancellation(30, "50.00"), given_back=Decimal("45.00"))
    told = day_report(SPAN, [*ROWS[:4], gone], [])
    assert value_after(told) == "865.00 after cancellations"
    assert margin_after(told) == "45.00 after cancellations"
    # One at which nothing was said is in neither sum, and is counted.
    unsaid = day_report(SPAN, [*ROWS[:4], gone, cancellation(31, "70.00")], [])
    assert margin_after(unsaid) == "45.00 after cancellations, 1 not said"
    # What the customer gets back is known although the refund is not: it counts where it is asked for.
    lost = replace(cancellation(31, None), given_back=Decimal("45.00"))
    half = day_report(SPAN, [*ROWS[:4], lost], [])
    assert value_after(half) == "865.00 after cancellations"
    assert margin_after(half) == "1 cancellation not said"
    table = rows_table(told, str)
    assert dict(zip(table.headings, table.rows[-1], strict=True))["Customer gets back"] == Decimal("45.00")


def test_what_nobody_stated_is_in_no_sum() -> None:
    half = sale(45, debited=None)
    no_price = sale(50, value=None)
    report = day_report(SPAN, [row_of_unknown_debit(), half, no_price, cancellation(60, None)], [])
    assert report.figures == Figures(
        sales=3,
        pax=6,
        value=Decimal(220),
        cash=Decimal("200.00"),
        debited=Decimal("200.00"),
        margin=Decimal("10.00"),
        untold=2,
        unstated=("value", "cash", "credit", "debited"),
    )
    assert report.refunds == Refunds(1, Decimal(0), Decimal("5.00"), 1, unsaid=1, back_unsaid=1)


def test_what_nobody_stated_is_not_told_as_nothing() -> None:
    alone = day_report(SPAN, [row_of_unknown_debit(), cancellation(60, None)], [])
    both = day_report(
        SPAN, [row_of_unknown_debit(), sale(5, "400.00"), cancellation(60, None), cancellation(61)], []
    )
    assert [sum_cell(alone.figures, each) for each in ("cash", "debited")] == ["Not stated", "Not stated"]
    assert [sum_words(alone.figures, each) for each in ("value", "debited")] == ["110.00", "Not stated"]
    assert [sum_cell(both.figures, each) for each in ("value", "debited")] == ["520.00", "≥ 400.00"]
    assert sum_words(both.figures, "debited") == "at least 400.00"
    assert [refunded_cell(each.refunds) for each in (alone, both)] == ["Not stated", "≥ 50.00"]
    assert refunded_cell(day_report(SPAN, [], []).refunds) == "0.00"


@pytest.mark.parametrize(
    ("row", "sales", "together", "hides"),
    [
        (sale(10), "Sales debited from cash", "Refunds and changes together", "A refund in between"),
        # What it took of the cash is seen in the wallet, or is hidden by a refund: nobody has stated it.
        (
            sale(10, from_cash=None, from_credit=None),
            "Sales debited from cash, as far as known",
            "Sales, refunds and changes together",
            "A sale or refund in between",
        ),
        (
            row_of_unknown_debit(),
            "Sales debited from cash, as far as known",
            "Refunds and changes together",
            "A refund in between",
        ),
    ],
)
def test_what_sales_took_of_the_cash_is_called_known_only_where_it_is(
    row: DayRow, sales: str, together: str, hides: str
) -> None:
    report = day_report(SPAN, [row, cancellation(15)], [])
    assert (sales_words(report), together_words(report)) == (sales, together)
    assert hiding_words(report).startswith(hides)


def test_what_came_after_the_last_reading_is_counted() -> None:
    report = day_report(SPAN, [sale(5), sale(30)], [reading(0, "900"), reading(10, "800")])
    assert (report.unread, report.unread_net) == (1, -Decimal("100.00"))
    assert later_words(report) == "1 order of \u2212100.00 came after the reading that is compared."
    assert list(wallet_table(report).rows)[-1][3] == report.unread_net
    assert report.wallet is not None
    assert (report.wallet.last, report.wallet.agrees) == (reading(10, "800"), True)


def test_readings_of_which_each_is_too_near_to_a_sale_are_said_to_be_so() -> None:
    readings = [
        replace(reading(minute, "900"), desk="one", told_at=at(minute)) for minute in (10 - 0.05, 20 - 0.05)
    ]
    rows = [replace(sale(minute), desk="two", ahead=timedelta()) for minute in (10, 20)]
    report = day_report(SPAN, rows, readings)
    assert (report.wallet, report.readings, report.is_undecided) == (None, 2, True)
    short, text = uncompared_words(report)
    assert (short, text.startswith("No two readings of the wallet are clear of sales")) == (
        "Not compared",
        True,
    )
    assert next(iter(wallet_table(report).rows))[0] == text
    for few in (readings[:1], []):
        report = day_report(SPAN, rows, few)
        assert (report.is_undecided, uncompared_words(report)[0]) == (False, "Not read")


def test_a_day_lasts_from_midnight_or_from_where_the_one_before_was_closed() -> None:
    day = period(DAY, "3017", None, None)
    assert (day.since, day.until) == (midnight(DAY), midnight(DAY + timedelta(days=1)))
    assert day.since.hour == day.until.hour == 0
    closed = period(DAY, "3017", OPENS, at(9))
    assert (closed.since, closed.until) == (OPENS, at(9))


def test_each_booking_and_cancellation_is_a_row_of_the_file() -> None:
    rows = [*ROWS, replace(row_of_unknown_debit(), desk="d7c1366a")]
    table = rows_table(day_report(SPAN, rows, []), lambda desk: {"d7c1366a": "Front"}.get(desk, desk))
    assert len(table.rows) == 6
    first = dict(zip(table.headings, table.rows[0], strict=True))
    assert (
        first["What"],
        first["PNR"],
        first["Customer pays"],
        first["Debited"],
        first["Margin with GST"],
    ) == (
        "Booking",
        "AC5",
        Decimal("410.00"),
        Decimal("400.00"),
        Decimal("10.00"),
    )
    assert (first["Time"], first["Travels"], first["Clerk"], first["Refunded"]) == (at(6), DAY, "Asha", None)
    assert {"Front"} == {dict(zip(table.headings, table.rows[5], strict=True))["Counter"]}
    gone = dict(zip(table.headings, table.rows[4], strict=True))
    assert (
        gone["What"],
        gone["Refunded"],
        gone["Charge"],
        gone["Refund reference"],
        gone["Margin with GST"],
    ) == (
        "Cancellation",
        Decimal("50.00"),
        Decimal("5.00"),
        "RF-1",
        None,
    )


def test_the_wallet_is_a_table_of_its_own() -> None:
    assert wallet_table(day_report(SPAN, [], [])).rows == ()
    readings = [reading(0, "0"), reading(10, "500"), reading(30, "520"), reading(50, "420")]
    rows = [cancellation(20, "50.00"), row_of_unknown_debit()]
    table = wallet_table(day_report(SPAN, rows, readings))
    told = {str(row[0]): row[3] for row in table.rows}
    assert told == {
        "Opening balance": 0,
        "Sales debited from cash, as far as known": None,
        "Refunds credited": None,
        "Changes not made here": 500,
        "Refunds and changes together": 20,
        "Expected balance": 520,
        "Wallet as read": 420,
        "Difference": -100,
        "Not made here": 500,
        "Not made here, cash less credit used": -30,
        "Cannot be told": None,
    }
    assert table.rows[-1][1:3] == (at(30), at(50))


def test_rows_are_in_order_whatever_the_source() -> None:
    rows = day_report(SPAN, [replace(sale(9), desk="ffffffff"), sale(5)], []).rows
    assert [each.at.astimezone(UTC) for each in rows] == [at(6), at(10)]
