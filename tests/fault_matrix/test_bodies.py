"""Rows B: what stands in the body of an answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.api.messages.answers import BoatContent, BookingResult
from app.api.messages.requests import BoatContentQuery
from app.store.journal.states import State
from tests.fault_matrix.rows import row, rows
from tests.fault_matrix.selling import GOOD, Case, assert_ends, case, ending_of
from tests.support.api.raw_service import RawService, Script, always, client_of
from tests.support.api.samples import ACTIVITY_QUOTE, BOAT_ITEM, DAY, STATUS_BOAT, STATUS_QUERY, Wire, listing

GOOD_BODY = json.dumps(GOOD).encode()
TOO_DEEP = b'{"status":"SUCCESS","booking_ref":"A","x":' + b"[" * 65 + b"]" * 65 + b"}"


def settling(text: str) -> Script:
    """A service that settles, with more fields as they are written here."""
    return always(201, GOOD_BODY[:-1] + b"," + text.encode() + b"}")


CASES = {
    "B1": case(State.UNKNOWN, *(always(200, body) for body in (b"", b"null", b"[]", b'"x"', b"7"))),
    "B2": case(
        State.SETTLED,
        always(201, b"<br />\n<b>Warning</b>: x in y.php on line 7<br />\n" + GOOD_BODY),
        always(201, b"\xef\xbb\xbf" + GOOD_BODY),
        always(201, GOOD_BODY + b"<!-- 0.2 s -->"),
    ),
    "B3": case(
        State.UNKNOWN,
        always(200, b"<html>SUCCESS</html>"),
        always(201, b"<html><script>x = " + GOOD_BODY + b"</script>"),
        always(201, GOOD_BODY + GOOD_BODY),
        always(201, b"Warning: x" + GOOD_BODY[:-1]),
        always(201, json.dumps(GOOD).encode("utf-16")),
        always(201, GOOD_BODY.replace(b"PNR7", b"PNR\\ud800")),
    ),
    "B4": case(State.UNKNOWN, settling('"booking_ref":"PNR-2","refund_reference":"RF-2"')),
    "B5": case(State.UNKNOWN, *(settling(f'"x":{number}') for number in ("NaN", "-Infinity", "9" * 5000))),
    "B7": case(
        State.UNKNOWN,
        always(201, TOO_DEEP),
        always(201, GOOD_BODY[:-1] + b',"x":[' + b"1," * 450_000 + b"1]}"),
        always(201, GOOD_BODY + b" " * 9 * 2**20),
    ),
    "B8": case(
        State.SETTLED,
        settling('"more":{"a":[1,null]}'),
        always(201, {"status": "SUCCESS", "booking_ref": "A123", "refund_reference": "R1"}),
    ),
    "B14": case(State.UNKNOWN, settling('"request_id":"ac1-other-1"')),
}


@rows(CASES)
async def test_bodies(case: Case, quick_folder: Path) -> None:
    await assert_ends(quick_folder, case)


@row("B6")
async def test_amounts_in_another_dress_settle_exactly_or_are_named(quick_folder: Path) -> None:
    for number, (amount, kept) in enumerate(
        (("12.30", "12.30"), ('"12.30"', "12.30"), ("12.345", "12.345"), ("-1", "-1"), ("true", None))
    ):
        body = {**GOOD, "settlement_breakdown": {"total_debited": 0}}
        text = json.dumps(body).replace('"total_debited": 0', f'"total_debited": {amount}')
        async with RawService(always(201, text.encode())) as service, client_of(service) as client:
            ending = await ending_of(quick_folder / f"{number}", client)
        assert ending.state is State.SETTLED
        assert isinstance(ending.result, BookingResult)
        breakdown = ending.result.settlement_breakdown
        found = breakdown.total_debited if breakdown else None
        assert (None if found is None else str(found)) == kept, amount
        assert bool(ending.result.unread) is (kept is None), amount


async def _content(*items: Wire) -> BoatContent:
    async with RawService(always(200, listing("BOAT", *items))) as service, client_of(service) as client:
        return await client.content(BoatContentQuery(travel_date=DAY))


@row("B9")
async def test_an_item_without_its_number_is_set_aside_and_counted() -> None:
    content = await _content(BOAT_ITEM, {**BOAT_ITEM, "schedule_id": None})
    assert (len(content.items), len(content.set_aside)) == (1, 1)


@row("B10")
async def test_a_number_is_no_truth_and_may_be_a_text() -> None:
    content = await _content({**BOAT_ITEM, "schedule_id": "7"}, {**BOAT_ITEM, "schedule_id": True})
    assert [each["schedule_id"] for each in content.items] == [7]
    assert len(content.set_aside) == 1


@row("B11")
async def test_what_is_there_counts_and_not_what_is_announced() -> None:
    answer = {**listing("BOAT", BOAT_ITEM), "count": 9}
    async with RawService(always(200, answer)) as service, client_of(service) as client:
        assert len((await client.content(BoatContentQuery(travel_date=DAY))).items) == 1


@row("B12")
async def test_status_words_are_the_same_in_any_case(quick_folder: Path) -> None:
    script = always(201, {**GOOD, "status": " success"})
    await assert_ends(quick_folder, case(State.SETTLED, script))


@row("B13")
async def test_an_unknown_status_is_given_as_it_came() -> None:
    data = {**STATUS_BOAT["data"], "booking_status": "Waitlisted?"}
    async with (
        RawService(always(200, {**STATUS_BOAT, "data": data})) as service,
        client_of(service) as client,
    ):
        assert (await client.booking_status(STATUS_QUERY)).data.booking_status == "Waitlisted?"


@row("B17")
@pytest.mark.parametrize("body", [{"status": "SUCCESS"}, {"x": [1, {"y": "2"}]}, {"refund": "5.00"}])
async def test_a_quote_is_taken_in_any_shape(body: Wire) -> None:
    async with RawService(always(200, body)) as service, client_of(service) as client:
        assert dict((await client.quote_cancellation(ACTIVITY_QUOTE)).fields) == body
