"""One meaning in several spellings."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from app.api.messages.answers import ActivityAvailability, BoatAvailability, WalletAnswer
from app.api.messages.json_decoding import decoded
from app.api.messages.parsing import whole
from app.desk.service import activity_parsing, boat_parsing
from app.desk.service.stated_words import currency, plain, says_open, says_shut
from tests.support.api.list_items import item_of
from tests.support.desk.samples import LOOKED

DAY = date(2026, 11, 22)
NOW = datetime(2026, 11, 21, 10, 42, tzinfo=UTC)
STATES = [
    ("AVAILABLE", ""),
    ("available", ""),
    ("Active", ""),
    ("1", ""),
    ("Y", ""),
    ("Yes", ""),
    ("Open", ""),
    ("true", ""),
    ("on", ""),
    ("enabled", ""),
    (" Filling_Fast ", ""),
    ("LIMITED", ""),
    ("0", "Not open for booking"),
    ("N", "Not open for booking"),
    ("false", "Not open for booking"),
    ("off", "Not open for booking"),
    ("CLOSED", "Closed"),
    ("UNAVAILABLE", "Unavailable"),
    ("Inactive", "Inactive"),
    ("2", "2"),
    ("Dry dock", "Dry dock"),
]


@pytest.mark.parametrize(("state", "reason"), STATES)
def test_only_words_for_open_leave_a_slot_or_a_boat_open(state: str, reason: str) -> None:
    item = {
        "availability_id": 1,
        "activity_id": 2,
        "date": "2026-11-22",
        "slot": {"slot_id": 3},
        "availability_status": state,
    }
    slot = activity_parsing.slot(item_of(ActivityAvailability, item), NOW, DAY)
    assert (slot.is_open, slot.reason) == (not reason, reason)
    boat = item_of(BoatAvailability, {"schedule_id": 4, "inventory": {"status": state}})
    found = boat_parsing.departure(boat, None, DAY, NOW)
    assert (found.is_open, found.reason) == (not reason, reason)


def test_no_word_is_both() -> None:
    assert not any(says_open(state) and says_shut(state) for state, _ in STATES)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("INR", "INR"),
        ("inr", "INR"),
        ("Rs", "INR"),
        (" Rs. ", "INR"),
        ("\u20b9", "INR"),
        ("&#8377;", "INR"),
        ("USD", "USD"),
        ("", ""),
        (None, ""),
    ],
)
def test_rupees_have_one_code(sent: str | None, code: str) -> None:
    assert currency(sent) == code
    assert boat_parsing.rate({"currency": sent}).currency == (code or "INR")


def test_texts_are_shown_as_people_read_them() -> None:
    assert plain("Snorkel &amp; dive, O&#039;Brien") == "Snorkel & dive, O'Brien"
    assert plain("a & b; <c>") == "a & b; <c>"
    boat = item_of(BoatAvailability, {"schedule_id": 4, "boat_name": "Sea &amp; Sun"})
    assert boat_parsing.departure(boat, None, DAY, NOW).name == "Sea & Sun"


def _wallet(**data: Any) -> activity_parsing.Wallet:
    balances = {"live_available_balance": Decimal(500), "currency": "Rs."}
    fields = {"financial_balances": balances, **data}
    return activity_parsing.wallet(WalletAnswer.model_validate({"status": "SUCCESS", "data": fields}), LOOKED)


@pytest.mark.parametrize(
    ("status", "taken"),
    [
        *((each, "active") for each in ("1", "Y", "Enabled", "ACTIVE", "open")),
        *((each, each) for each in ("0", "", "limited", "filling fast", "available", "bookable")),
    ],
)
def test_an_account_is_active_in_several_words(status: str, taken: str) -> None:
    found = _wallet(account_status=status)
    assert (found.account_status, found.currency) == (taken, "INR")


def test_a_wallet_without_a_credit_line_is_a_wallet() -> None:
    found = _wallet(credit_facility=[])
    assert (found.has_credit, found.credit_left, found.reach) == (False, Decimal(0), Decimal(500))
    assert _wallet().has_credit is False
    amounts = {"allocated_limit": 0, "limit_utilized": 0, "available_credit_runway": 0}
    assert _wallet(credit_facility=amounts).has_credit


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        ({"allocated_limit": 500, "limit_utilized": 120}, (500, 120, 380)),
        ({"allocated_limit": 500, "available_credit_runway": 380}, (500, 120, 380)),
        ({"limit_utilized": 120, "available_credit_runway": 380}, (500, 120, 380)),
        ({"available_credit_runway": 380}, (0, 0, 380)),
    ],
)
def test_what_is_not_stated_of_a_credit_line_follows_from_the_rest(
    stated: dict[str, int], found: tuple[int, ...]
) -> None:
    wallet = _wallet(credit_facility=stated)
    assert wallet.has_credit
    assert (wallet.credit_limit, wallet.credit_used, wallet.credit_left) == found


def test_an_account_and_a_currency_that_could_not_be_read_are_not_called_unstated() -> None:
    balances = {"live_available_balance": 500, "currency": [["INR"], 7]}
    body = {
        "status": "SUCCESS",
        "data": {"financial_balances": balances, "account_status": ["active", "closed"]},
    }
    found = activity_parsing.wallet(whole(WalletAnswer, decoded(json.dumps(body).encode())), LOOKED)
    assert (found.account_status, found.currency) == ("not readable", "?")


def test_nothing_follows_from_a_credit_line_that_was_half_read() -> None:
    line = {"allocated_limit": 500, "limit_utilized": 120, "available_credit_runway": "37.500,00 or so"}
    body = {
        "status": "SUCCESS",
        "data": {"financial_balances": {"live_available_balance": 500}, "credit_facility": line},
    }
    found = activity_parsing.wallet(whole(WalletAnswer, decoded(json.dumps(body).encode())), LOOKED)
    assert (found.has_credit, found.credit_left) == (None, Decimal(0))


def test_a_credit_line_that_could_not_be_read_is_not_called_none() -> None:
    body = {
        "status": "SUCCESS",
        "data": {
            "financial_balances": {"live_available_balance": 500},
            "credit_facility": {"available_credit_runway": "37.500,00 or so"},
        },
    }
    answer = whole(WalletAnswer, decoded(json.dumps(body).encode()))
    found = activity_parsing.wallet(answer, LOOKED)
    assert (found.has_credit, found.credit_left) == (None, Decimal(0))
