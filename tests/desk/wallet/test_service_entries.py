"""Entries of the service's ledger, whose fields are not known: what can be told, and never more."""

from __future__ import annotations

import json
from datetime import datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.desk.wallet.service_entries import ServiceEntry, Side, laid_out, service_entries

AT = "2026-11-25T10:30:00+05:30"
LINES = [
    {"account": "WALLET_CASH", "debit": "0.00", "credit": "1510.00"},
    {"account": "TRAVEL_PURCHASED", "debit": "1510.00", "credit": "0.00"},
]
BOOKING = {
    "entry_type": "BOOKING",
    "booking_ref": "PRX4K9Z2",
    "currency": "INR",
    "posted_at": AT,
    "lines": LINES,
    "request_id": "ac1-5e2a91c4-01KAJ5B6",
}
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def read(entry: Any) -> ServiceEntry:
    (found,) = service_entries([entry if isinstance(entry, str) else json.dumps(entry)])
    return found


def test_a_booking_is_read() -> None:
    found = read(BOOKING)
    assert (found.kind, found.way, found.booking_ref) == ("BOOKING", Side.OUT, "PRX4K9Z2")
    assert (found.amount, found.balance) == (Decimal("1510.00"), None)
    assert found.at == datetime.fromisoformat(AT)


@pytest.mark.parametrize(
    ("word", "way"),
    [
        ("REFUND", Side.IN),
        ("BOOKING_CANCELLATION", Side.IN),
        ("WALLET_TOP_UP", Side.IN),
        ("OPENING", Side.IN),
        ("credit", Side.IN),
        ("debit", Side.OUT),
        ("CANCELLATION_CHARGE", Side.OUT),
        ("Purchase", Side.OUT),
        ("REFUND_REVERSAL", Side.UNKNOWN),
        ("ADJUSTMENT", Side.UNKNOWN),
        ("SOMETHING ELSE", Side.UNKNOWN),
    ],
)
def test_the_way_is_that_of_the_services_own_word(word: str, way: Side) -> None:
    found = read({**BOOKING, "entry_type": word})
    assert (found.kind, found.way) == (word, way)


def test_the_amount_is_that_of_the_wallet() -> None:
    charge = {"account": "CANCELLATION_CHARGES", "debit": "755.00", "credit": "0.00"}
    back = {"account": "TRAVEL_PURCHASED", "debit": "0.00", "credit": "1510.00"}
    cash, credit = (
        {"account": name, "debit": sum_, "credit": "0.00"}
        for name, sum_ in (("WALLET_CASH", "500.00"), ("WALLET_CREDIT", "255.00"))
    )
    assert read({**BOOKING, "lines": [cash, credit, charge, back]}).amount == Decimal("755.00")
    # Three lines, none of which is known to be the wallet's.
    other = {"account": "AGENT_CASH", "debit": "755.00", "credit": "0.00"}
    assert read({**BOOKING, "lines": [other, charge, back]}).amount is None
    assert read({**BOOKING, "lines": [{"account": "WALLET", "worth": 5}, charge, back]}).amount is None


def test_other_names_are_read_too() -> None:
    entry = {"txn": "debit", "pnr": "AB12CD", "amount": -250.5, "closing_balance": "9749.50", "on": AT}
    found = read(entry)
    assert (found.way, found.booking_ref) == (Side.OUT, "AB12CD")
    assert (found.amount, found.balance) == (Decimal("250.5"), Decimal("9749.50"))


def test_what_is_said_in_two_ways_is_not_told() -> None:
    found = read(
        {"type": "REFUND", "mode": "BOOKING", "a_balance": 1, "b_balance": 2, "x": "AB12", "y": "CD34"}
    )
    assert found == ServiceEntry(found.sent)
    assert read({"ref": "AB12CD", "booking": "EF34GH"}).booking_ref == "EF34GH"


@pytest.mark.parametrize("entry", ["[]", "{}", "null", "not json", '"text"', "[" * 100_000, "[1, 2]"])
def test_what_is_no_entry_is_kept_as_sent(entry: str) -> None:
    assert read(entry) == ServiceEntry(entry)


@settings(max_examples=60)
@given(st.dictionaries(st.text(max_size=3), values, max_size=4))
def test_laid_out_it_is_the_same(entry: dict[str, object]) -> None:
    sent = json.dumps(entry)
    assert json.loads(laid_out(sent)) == entry
    assert service_entries([sent])[0].sent == sent


def test_laid_out_numbers_are_as_they_were_written() -> None:
    assert laid_out('{"a":1.50,"b":[],"c":["\\u0939",1E+3]}') == (
        '{\n    "a": 1.50,\n    "b": [],\n    "c": [\n        "\u0939",\n        1E+3\n    ]\n}'
    )
    assert laid_out("not json") == "not json"
