"""Bad items do not hide the others, and what is not of the shape is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.api.messages.answers import (
    ActivityContent,
    ActivityItem,
    BoatItem,
    BoatSearch,
    WalletAnswer,
)
from app.api.messages.boat_answers import BoatAvailability, BoatContent
from app.api.messages.json_decoding import Decoded, decoded
from app.api.messages.parsing import ShapeError, listed, quoted, status_of, whole
from tests.support.api.samples import (
    ACTIVITY_ITEM,
    BOAT_ITEM,
    DEPARTURE,
    STATUS_BOAT,
    WALLET,
    Wire,
    finding,
    listing,
)


def received(wire: object) -> Decoded:
    """A wire value as it comes out of the decoding."""
    return decoded(json.dumps(wire).encode())


@given(
    st.sets(st.integers(0, 59)),
    st.sampled_from([None, 7, "x", [], {}, {"title": "x"}, {"activity_id": True}]),
)
def test_bad_items_are_set_aside_and_the_rest_is_there(bad: set[int], shape: object) -> None:
    items = [shape if index in bad else {**ACTIVITY_ITEM, "activity_id": index} for index in range(60)]
    answer = listed(ActivityContent, ActivityItem, received(listing("ACTIVITY", *items)))
    assert [item["activity_id"] for item in answer.items] == [
        index for index in range(60) if index not in bad
    ]
    assert [each.index for each in answer.set_aside] == sorted(bad)
    assert answer.count == 60


def test_reason_names_the_field_and_quotes_nothing() -> None:
    wrong: Wire = {
        **ACTIVITY_ITEM,
        "title": 5,
        "pricing": {"mrp": "secret", "net_price": True, "offer_price": []},
    }
    answer = listed(ActivityContent, ActivityItem, received(listing("ACTIVITY", wrong)))
    reason = answer.set_aside[0].reason
    assert reason == (
        "title: Input should be a valid string; pricing.mrp: is not an exact amount; "
        "pricing.offer_price: is not an exact amount; and 1 more"
    )


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        ('{"schedule_id": 1, "schedule_id": 1}', "names a field twice"),
        ('{"schedule_id": 1, "x": [NaN]}', "holds a number that JSON does not know"),
        (f'{{"schedule_id": {"7" * 5000}}}', "holds a number beyond all bounds"),
    ],
)
def test_spoiled_item_is_set_aside(spoil: str, reason: str) -> None:
    body = f'{{"status":"SUCCESS","data":[{{"schedule_id":1}},{spoil},{{"schedule_id":3}}]}}'
    answer = listed(BoatContent, BoatItem, decoded(body.encode()))
    assert [item["schedule_id"] for item in answer.items] == [1, 3]
    assert [(each.index, each.reason) for each in answer.set_aside] == [(1, reason)]


@pytest.mark.parametrize(
    "body",
    [
        b'{"status":"SUCCESS","status":"SUCCESS","data":[]}',
        b'{"status":"SUCCESS","data":[],"count":Infinity}',
        b'{"status":"SUCCESS","data":{}}',
        b'{"status":"SUCCESS","data":null}',
        b'{"status":"SUCCESS"}',
        b'{"data":[]}',
        b'{"status":1,"data":[]}',
        b'{"status":"SUCCESS","data":[],"count":"many"}',
        b'{"status":"SUCCESS","module":"ACTIVITY","data":[]}',
        b"[]",
        b"null",
    ],
)
def test_envelope_that_cannot_be_read(body: bytes) -> None:
    with pytest.raises(ShapeError):
        listed(BoatContent, BoatItem, decoded(body))


def test_search_envelope() -> None:
    wire = {**finding("boat", DEPARTURE), "available": 1, "reason": "few", "items": 7, "set_aside": [8]}
    answer = listed(BoatSearch, BoatAvailability, received(wire))
    assert (answer.available, answer.reason, answer.bookable_count, answer.module) == (True, "few", 1, "boat")
    assert len(answer.items) == 1
    assert answer.set_aside == ()


def test_answer_taken_whole_or_not_at_all() -> None:
    assert whole(WalletAnswer, received(WALLET)).data.account_status == "active"
    wrong = {**WALLET["data"], "financial_balances": {"live_available_balance": None, "currency": "INR"}}
    with pytest.raises(ShapeError, match=r"^data\.financial_balances\.live_available_balance: is not"):
        whole(WalletAnswer, received({**WALLET, "data": wrong}))
    with pytest.raises(ShapeError, match="names a field twice"):
        whole(WalletAnswer, decoded(b'{"status":"SUCCESS","data":{"x":1,"x":1}}'))
    with pytest.raises(ShapeError, match="not a JSON object"):
        whole(WalletAnswer, received([WALLET]))


@pytest.mark.parametrize("asked", ["PNR7X2K9", " pnr7x2k9 "])
def test_status_of_the_booking_that_was_asked_for(asked: str) -> None:
    assert status_of(asked, received(STATUS_BOAT)).data.payment_status == "Paid"
    nameless = {**STATUS_BOAT, "data": {**STATUS_BOAT["data"], "booking_reference": None}}
    assert status_of(asked, received(nameless)).data.booking_reference is None


def test_status_of_another_booking_is_refused() -> None:
    with pytest.raises(ShapeError, match="it is about another booking"):
        status_of("PNR7X2K8", received(STATUS_BOAT))


def test_quote_may_have_any_fields() -> None:
    assert quoted(received({"refund": 5, "odd": [None]})).fields == {"refund": 5, "odd": [None]}
    for body in (b"[]", b'"x"', b'{"a":NaN}'):
        with pytest.raises(ShapeError):
            quoted(decoded(body))


def test_older_boat_item_without_rates() -> None:
    answer = listed(BoatContent, BoatItem, received(listing("BOAT", {"schedule_id": 1}, BOAT_ITEM)))
    assert [len(item.get("rates", ())) for item in answer.items] == [0, 1]
