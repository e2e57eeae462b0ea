"""Bad items do not hide the others, and what is not of the shape is refused."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.api.messages.answers import (
    ActivityAvailability,
    ActivityContent,
    ActivityItem,
    ActivitySearch,
    BoatItem,
    BoatSearch,
    WalletAnswer,
)
from app.api.messages.api_key import ApiKey
from app.api.messages.boat_answers import BoatAvailability, BoatContent
from app.api.messages.envelope import SetAside, UnreadField
from app.api.messages.error_body import hidden_in
from app.api.messages.json_decoding import Decoded, decoded
from app.api.messages.parsing import ShapeError, listed, quoted, says_empty, status_of, whole
from tests.support.api.samples import (
    ACTIVITY_ITEM,
    BOAT_ITEM,
    DEPARTURE,
    SLOT,
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
    st.sampled_from([None, 7, "x", [], {}, {"title": "x"}, {"activity_id": True}, {"activity_id": "0,7"}]),
)
def test_bad_items_are_set_aside_and_the_rest_is_there(bad: set[int], shape: object) -> None:
    items = [shape if index in bad else {**ACTIVITY_ITEM, "activity_id": index} for index in range(60)]
    answer = listed(ActivityContent, ActivityItem, received(listing("ACTIVITY", *items)))
    assert [item["activity_id"] for item in answer.items] == [
        index for index in range(60) if index not in bad
    ]
    assert [each.index for each in answer.set_aside] == sorted(bad)
    assert answer.count == 60


def test_what_cannot_be_read_is_named_and_the_item_stays() -> None:
    wrong: Wire = {
        **SLOT,
        "pricing": {"availability_fare": "1.250,00", "net_price": [1], "offer_price": "", "mrp": "x"},
        "inventory": "many",
        "date": "05-12-2099",
    }
    (item,) = listed(ActivitySearch, ActivityAvailability, received(finding("ACTIVITY", wrong))).items
    assert item.get("unread") == (
        UnreadField("date", "05-12-2099"),
        UnreadField("inventory", "many"),
        UnreadField("pricing.availability_fare", "1.250,00"),
        UnreadField("pricing.net_price", "[1]"),
    )
    assert item.get("pricing") == {"offer_price": None}
    asked = listed(
        ActivitySearch, ActivityAvailability, received(finding("ACTIVITY", wrong)), asked=date(2099, 12, 5)
    )
    assert asked.items[0].get("date") == date(2099, 12, 5)


def test_what_is_unread_is_never_forgotten() -> None:
    rates = ["x", {"ticket_type": "CHILD", "mrp": "1.250,00"}] * 7
    flags = {"is_id_mandatory": "perhaps", "is_id_no_required": "perhaps", "is_id_upload_required": 0}
    wrong = {**BOAT_ITEM, "rates": rates, "policies": {"identity_enforcement": flags}, "unread": [8]}
    (item,) = listed(BoatContent, BoatItem, received(listing("BOAT", wrong))).items
    named = {each.path for each in item.get("unread", ())}
    assert {
        "policies.identity_enforcement.is_id_mandatory",
        "policies.identity_enforcement.is_id_no_required",
        "rates.0",
        "rates.13.mrp",
    } <= named
    many = {**BOAT_ITEM, "rates": [{"mrp": "x"}] * 5000}
    (item,) = listed(BoatContent, BoatItem, received(listing("BOAT", many))).items
    assert [each.path for each in item.get("unread", ())] == ["rates"]


def test_what_is_left_out_shifts_nothing_behind_it() -> None:
    rates = ["x", {"mrp": "bad"}, {"mrp": 900}, {"mrp": 450, "ticket_type": [1]}]
    (item,) = listed(BoatContent, BoatItem, received(listing("BOAT", {**BOAT_ITEM, "rates": rates}))).items
    assert [each.get("mrp") for each in item.get("rates", ())] == [None, Decimal(900), Decimal(450)]


@pytest.mark.parametrize(
    ("rates", "fares"),
    [
        ({"0": {"mrp": 900}, "1": {"mrp": 450}, "count": 2, "note": None}, [900, 450]),
        ({"0": {"mrp": 900}, "child": {"mrp": 450}}, [900, 450]),
        ({"0": [{"mrp": 900}], "1": [{"mrp": 450}], "total": "2"}, [900, 450]),
        ({"mrp": 900, "more": {"mrp": 450}}, [900]),
        ('[{"mrp": 900, "ticket_type": "Adult \\ud83d\\ude00"}]', [900]),
    ],
)
def test_a_scalar_beside_numbered_entries_is_none_of_them(rates: object, fares: list[int]) -> None:
    (item,) = listed(BoatContent, BoatItem, received(listing("BOAT", {**BOAT_ITEM, "rates": rates}))).items
    assert [each.get("mrp") for each in item.get("rates", ())] == fares
    assert "unread" not in item


@pytest.mark.parametrize(
    "rates", ['[{"mrp": 900, "ticket_type": "\\ud83d"}]', '{"0": {"\\udc00": 7}, "1": 5}']
)
def test_half_a_character_inside_of_a_text_is_no_value(rates: str) -> None:
    wire = {**BOAT_ITEM, "rates": rates, "boat_name": '{"en": "\\ud83d"}'}
    (item,) = listed(BoatContent, BoatItem, received(listing("BOAT", wire))).items
    assert [each.path for each in item.get("unread", ())] == ["rates"]
    json.dumps(item, default=str, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("number", "told"),
    [
        ("0 07", ": `0 07`"),
        (7.5, ": `7.5`"),
        ("9" * 101, f": `{'9' * 59}\u2026`"),
        ([{"id": "\n"}], ': `[{"id": "\\n"}]`'),
        ("my secret-key", ": `my [key]`"),
    ],
)
def test_what_is_set_aside_has_its_name_and_its_value(number: object, told: str) -> None:
    wrong = {"activity_id": number, "title": "Reef walk"}
    found = received(listing("ACTIVITY", wrong))
    hide = partial(hidden_in, key=ApiKey("secret-key"))
    answer = listed(ActivityContent, ActivityItem, found, hide=hide)
    reason = "activity_id: is not an id"
    assert answer.set_aside == (SetAside(0, reason, "Reef walk", reason + told),)


@pytest.mark.parametrize(
    ("around", "expected"),
    [
        ({"count": 1}, (1, False)),
        ({"count": 1, "total": "1,040"}, (1040, False)),
        ({"count": 0, "meta": {"total": 40, "last_page": 1}}, (40, False)),
        ({"pagination": {"total_pages": "3"}}, (None, True)),
        ({"next_page_url": "https://x.example/?page=2"}, (None, True)),
        ({"links": {"next": None, "prev": ""}, "has_more": "N"}, (None, False)),
        ({"has_more": 1}, (None, True)),
        ({"data": {"items": [{"schedule_id": 7}], "total": 40, "next_page": 2}}, (40, True)),
        ({"meta": {"links": [{"url": None}], "total": "many"}}, (None, False)),
    ],
)
@pytest.mark.parametrize("items", [[], [{"schedule_id": 7}]])
def test_a_list_tells_how_many_more_there_are(
    items: list[Wire], around: Wire, expected: tuple[int | None, bool]
) -> None:
    found = listed(
        BoatContent, BoatItem, received({"status": "SUCCESS", "data": items, "is_part": 7, **around})
    )
    assert (found.count, found.is_part) == expected


def test_of_a_number_that_is_missing_nothing_is_quoted() -> None:
    found = received(listing("ACTIVITY", {"title": "Reef walk"}))
    (each,) = listed(ActivityContent, ActivityItem, found).set_aside
    assert each.told == each.reason == "activity_id: Field required"


ITEMS = [{"schedule_id": 1}, {"schedule_id": 2}]


@pytest.mark.parametrize(
    "wire",
    [
        {"data": ITEMS},
        {"data": {"0": ITEMS[0], "1": ITEMS[1]}},
        {"data": {"b": ITEMS[0], "a": ITEMS[1]}},
        {"data": {"71": [ITEMS[0]], "72": [ITEMS[1]]}},
        {"data": {"items": ITEMS, "total": 2}},
        {"data": {"data": ITEMS, "next_page_url": None}},
        {"data": {"results": {"0": ITEMS[0], "1": ITEMS[1]}}},
        {"data": json.dumps(ITEMS)},
        {"items": ITEMS},
        {"schedules": ITEMS},
        {"data": None, "results": ITEMS},
        {"data": [], "items": ITEMS},
        {"data": {"data": None, "items": ITEMS}},
        {"data": {"41": ITEMS[0], "42": ITEMS[1], "total": 2}},
        {"data": {"41": ITEMS[0], "40": False, "42": ITEMS[1]}},
        {"data": {"boats_today": ITEMS, "page": 1}},
        {"data": [json.dumps(ITEMS[0]), ITEMS[1]]},
        {"data": [ITEMS]},
        {"data": [{**ITEMS[0], "rates": [None, {"mrp": 5}]}, ITEMS[1]]},
        {"data": [ITEMS[0], ITEMS[1]], "status": True, "code": 200, "count": "many", "module": "boats"},
        [{"status": "SUCCESS", "data": ITEMS}],
        ITEMS,
        json.dumps({"data": ITEMS}),
    ],
)
def test_a_list_in_every_dress(wire: object) -> None:
    answer = listed(BoatContent, BoatItem, received(wire))
    assert [item["schedule_id"] for item in answer.items] == [1, 2]
    assert answer.set_aside == ()


@pytest.mark.parametrize("data", [{"schedule_id": 1}, {"items": {"schedule_id": 1}}, [{"schedule_id": 1}]])
def test_a_list_of_one_may_be_its_item(data: object) -> None:
    answer = listed(BoatContent, BoatItem, received({"status": "SUCCESS", "data": data}))
    assert [item["schedule_id"] for item in answer.items] == [1]


@pytest.mark.parametrize("nothing", [[], {}, None, "", False, "null"])
def test_nothing_is_an_empty_list(nothing: object) -> None:
    for data in (nothing, {"items": nothing, "total": 0}):
        answer = listed(BoatContent, BoatItem, received({"status": "SUCCESS", "data": data}))
        assert (answer.items, answer.set_aside) == ((), ())
    assert listed(BoatContent, BoatItem, received({"status": "SUCCESS"})).items == ()


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
        b'{"status":"SUCCESS","module":"ACTIVITY","data":[]}',
        b'{"status":"SUCCESS","module":"activities","data":[]}',
        b'{"status":"SUCCESS","count":2}',
        b'{"status":"SUCCESS","data":"none today"}',
        b'{"status":"SUCCESS","data":7}',
        b'{"status":"SUCCESS","data":[],"response":{"data":[{"schedule_id":1}]}}',
        b'{"status":"SUCCESS","data":null,"0":{"schedule_id":1},"1":{"schedule_id":2}}',
        b"null",
        b"7",
    ],
)
def test_envelope_that_cannot_be_read(body: bytes) -> None:
    with pytest.raises(ShapeError):
        listed(BoatContent, BoatItem, decoded(body))


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (404, "No activities found"),
        (404, "No boats are available on this date."),
        (200, "No records"),
        (404, "Nothing found."),
    ],
)
def test_a_refusal_may_be_an_empty_list(status: int, words: str) -> None:
    assert says_empty(status, words)


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (404, "Not Found"),
        (404, "The requested URL was not found on this server."),
        (404, None),
        (400, "No activities found"),
        (200, "No module"),
    ],
)
def test_a_refusal_is_not_taken_for_an_empty_list(status: int, words: str | None) -> None:
    assert not says_empty(status, words)


def test_search_envelope() -> None:
    wire = {**finding("boat", DEPARTURE), "available": 1, "reason": "few", "items": 7, "set_aside": [8]}
    answer = listed(BoatSearch, BoatAvailability, received(wire))
    assert (answer.available, answer.reason, answer.bookable_count, answer.module) == (True, "few", 1, "boat")
    assert len(answer.items) == 1
    assert answer.set_aside == ()


def test_what_an_answer_does_not_need_is_left_out_and_named() -> None:
    assert whole(WalletAnswer, received(WALLET)).data.account_status == "active"
    poor = {
        "financial_balances": [{"live_available_balance": "1,250.00", "currency": [1]}],
        "agent_id": "AG-1",
    }
    taken = whole(WalletAnswer, received({**WALLET, "data": poor}))
    assert taken.data.financial_balances.live_available_balance == Decimal(1250)
    assert (taken.data.financial_balances.currency, taken.data.credit_facility) == (None, None)
    assert (taken.data.agent_id, taken.unread) == ("AG-1", ("data.financial_balances.currency",))
    wrong = {**WALLET["data"], "financial_balances": {"live_available_balance": None, "currency": "INR"}}
    with pytest.raises(ShapeError, match=r"^data\.financial_balances\.live_available_balance: is not"):
        whole(WalletAnswer, received({**WALLET, "data": wrong}))
    with pytest.raises(ShapeError, match="names a field twice"):
        whole(WalletAnswer, decoded(b'{"status":"SUCCESS","data":{"x":1,"x":1}}'))
    with pytest.raises(ShapeError, match="not a JSON object"):
        whole(WalletAnswer, received([WALLET, WALLET]))
    assert whole(WalletAnswer, received([WALLET])) == whole(WalletAnswer, received(WALLET))


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
    assert quoted(received([{"refund": 5}])).fields == {"refund": 5}
    for body in (b"[]", b'"x"', b'{"a":NaN}'):
        with pytest.raises(ShapeError):
            quoted(decoded(body))


def test_older_boat_item_without_rates() -> None:
    answer = listed(BoatContent, BoatItem, received(listing("BOAT", {"schedule_id": 1}, BOAT_ITEM)))
    assert [len(item.get("rates", ())) for item in answer.items] == [0, 1]
