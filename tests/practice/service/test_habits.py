"""Habits of the practice service: each changes what it names, and none the world."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import httpx
import pytest

from app.practice import PracticeServer, World, practice_app
from app.practice.protocol.json import encoded
from app.practice.service.habits import HABITS
from tests.support.practice.caller import (
    AFTERNOON_DIVE,
    HEADERS,
    SCUBA,
    Caller,
    Clock,
    activity_body,
    cancel_body,
    sold_dive,
)
from tests.support.practice.spoken import Replies, taken

replies = cache(taken)

SAYS: dict[str, tuple[str, str]] = {
    "ids-as-uuid": ("slots", '"activity_id":"5f0c2a6e-91d4-4b7f-8e3a-000000002329"'),
    "ids-with-zeros": ("slots", '"activity_id":"000000009001"'),
    "no-credit": ("wallet", '"credit_facility":null'),
    "no-currency": ("wallet", '"live_available_balance":88896.25},'),
    "plain-ids": ("boat status", '"traveler_manifest":[{"id":'),
    "ticket-inside": ("boat sale", '"pdf_base64":"'),
    "long-texts": ("activities", '<p><img src=\\"data:image/png;base64,iVBORw0KiVBORw0K'),
    "latin1-byte": ("schedules", " Caf\ufffd"),
    "raw-newlines": ("activities", "\nBring a hat."),
    "entities": ("boat status", "Meera O&#039;Brien"),
    "words-by-language": ("activities", '"title":{"en":"Discover scuba dive'),
    "lists-for-texts": ("activities", '"inclusions":["Instructor, one to one",'),
    "php-floats": ("slots", '"availability_fare":3799.9999999999'),
    "grouped-amounts": ("slots", '"availability_fare":"3,800.00"'),
    "sign-in-amounts": ("slots", '"availability_fare":"\u20b9 3800.00"'),
    "amounts-as-text": ("slots", '"availability_fare":"3800.00"'),
    "percent-sign": ("schedules", '"gst_percentage":"5.00%"'),
    "currency-sign": ("wallet", '"currency":"\u20b9"'),
    "rupee-word": ("wallet", '"currency":"Rs."'),
    "yes-no-flags": ("schedules", '"is_id_mandatory":"yes","is_id_no_required":"yes"'),
    "y-n-flags": ("schedules", '"is_id_mandatory":"Y"'),
    "word-flags": ("slots", '"is_bookable":"true"'),
    "numbers-as-text": ("slots", '"activity_id":"9001"'),
    "numeric-reference": ("cancellation", '"refund_reference":77'),
    "states-as-1": ("wallet", '"account_status":"1"'),
    "states-by-word": ("slots", '"availability_status":"Open"'),
    "lower-case": ("slots", '"status":"success","module":"activity"'),
    "zero-dates": ("activities", '"available_date_ranges":[{"from":"0000-00-00"'),
    "wrong-zone": ("slots", '"slot_start_at":"2026-11-21T14:30:00Z"'),
    "datetime-for-date": ("slots", '"date":"2026-11-21 00:00:00"'),
    "zulu-dates": ("slots", '"date":"2026-11-20T18:30:00.000000Z"'),
    "indian-dates": ("slots", '"date":"21-11-2026"'),
    "date-objects": (
        "slots",
        '"date":{"date":"2026-11-21 00:00:00.000000","timezone_type":3,"timezone":"Asia/Kolkata"}',
    ),
    "hour-minute": ("departures", '"departure_time":{"hour":6,"minute":30}'),
    "am-pm-times": ("departures", '"departure_time":"06:30 AM"'),
    "short-times": ("departures", '"departure_time":"6:30"'),
    "unpadded-times": ("slots", '"time_window":"07:0:00 - 09:0:00"'),
    "zero-for-nothing": ("summaries", '"offer_price":0,"net_price":0'),
    "empty-text": ("activities", '"reason":""'),
    "false-for-nothing": ("activities", '"reason":false'),
    "empty-array": ("activities", '"reason":[]'),
    "words-for-nothing": ("activities", '"reason":"N/A"'),
    "item-twice": ("one activity", '"activity_id":9001'),
    "null-items": ("activities", ',null,{"'),
    "single-object": ("one activity", '"data":{"activity_id":9001'),
    "list-by-id": ("activities", '"data":{"9001":{"activity_id":9001'),
    "list-as-object": ("slots", '"data":{"0":{'),
    "gallery-as-text": ("activities", '"gallery":"'),
    "json-in-text": ("departures", '"rates":"[{\\"'),
    "empty-is-404": ("no slots", '{"status":false,"message":"No activities were found"}'),
    "empty-is-null": ("no departures", '"data":null'),
    "wrapped-list": ("slots", '"data":{"items":[{'),
    "renamed-list": ("slots", '"results":[{'),
    "nested-money": ("boat sale", '{"status":"SUCCESS","code":"BOOKING_IMMEDIATELY_SETTLED","data":{"'),
    "refuse-with-500": ("refused sale", '{"status":"FAILED"'),
    "refuse-with-200": ("refused sale", '{"status":"FAILED"'),
    "success-true": ("slots", '{"status":true,'),
    "success-1": ("refused sale", '{"status":0,'),
    "success-ok": ("slots", '{"status":"OK",'),
    "success-flag": ("slots", '{"success":true,"module"'),
    "error-zero": ("slots", '{"error":0,"module"'),
    "code-alone": ("refused sale", '"msg":"Only 10 seats'),
    "code-200": ("wallet", '"code":200,'),
    "list-of-money": ("cancellation", '[{"status":"SUCCESS",'),
    "body-in-text": ("wallet", '"{\\"status\\":\\"SUCCESS\\"'),
    "notice-before": ("wallet", "<br />\n<b>Warning</b>:  "),
    "comment-behind": ("wallet", "}\n<!-- Page generated in 0.213 seconds -->\n"),
    "byte-order-mark": ("wallet", '\ufeff{"status":'),
}
"""In which answer each habit shows, and how."""
HEADS = {
    "html-type": ("content-type", "text/html; charset=UTF-8"),
    "encoding-none": ("content-encoding", "none"),
    "gzip-unasked": ("content-encoding", "gzip"),
}


def caller_with(*habits: str, world: World | None = None) -> httpx.AsyncClient:
    world = world or World(clock=Clock())
    app = practice_app(world, habits=habits)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://practice", headers=HEADERS)


@pytest.mark.parametrize("name", SAYS)
def test_an_answer_shows_the_habit(name: str) -> None:
    answer, shown = SAYS[name]
    clean, dressed = (replies().written(answer, habits) for habits in ((), (name,)))
    assert shown in dressed.body.decode(errors="replace")
    assert dressed.body != clean.body
    assert shown not in clean.body.decode() or name == "item-twice"


@pytest.mark.parametrize("name", HEADS)
def test_a_head_shows_the_habit(name: str) -> None:
    header, value = HEADS[name]
    clean, dressed = (replies().written("wallet", habits) for habits in ((), (name,)))
    assert dressed.headers[header] == value
    body = gzip.decompress(dressed.body) if value == "gzip" else dressed.body
    assert body == clean.body


def test_every_habit_is_shown() -> None:
    assert {*SAYS, *HEADS} == {*HABITS}


@pytest.mark.parametrize("name", HABITS)
def test_no_habit_leaves_every_answer_alone(name: str) -> None:
    assert any(replies().written(each, [name]) != replies().written(each, []) for each in replies().answers)


def test_without_a_habit_every_byte_is_as_it_was() -> None:
    for name, answer in replies().answers.items():
        reply = replies().written(name, [])
        assert (reply.status, reply.body, reply.headers) == (answer.status, encoded(answer.fields), {})


def test_the_order_of_several_is_their_own() -> None:
    habits = ("gzip-unasked", "notice-before", "sign-in-amounts", "grouped-amounts", "list-by-id")
    there, back = (replies().written("slots", each) for each in (habits, reversed(habits)))
    assert there == back
    text = gzip.decompress(there.body).decode()
    assert text.startswith("<br />")
    assert '"availability_fare":"\u20b9 3,800.00"' in text


def test_a_name_that_is_no_habit_is_told() -> None:
    with pytest.raises(ValueError, match="no habit is called tidy-texts"):
        practice_app(World(clock=Clock()), habits=["tidy-texts", "success-1"])


async def test_a_refusal_with_200_is_one_all_the_same() -> None:
    world = World(clock=Clock())
    before = world.bookings
    async with caller_with("refuse-with-200", "code-alone", world=world) as http:
        answer = await Caller(http).create(activity_body(qty=90))
    assert answer.status_code == 200
    assert answer.json()["code"] == "409"
    assert tuple(world.bookings) == tuple(before)


async def test_its_own_numbers_are_known_again() -> None:
    async with caller_with("numeric-reference") as http:
        caller = Caller(http)
        ref = await sold_dive(caller)
        state: dict[str, Any] = (await caller.status(str(ref))).json()["data"]
        done = (await caller.cancel(cancel_body(str(ref), qty=1))).json()
    assert isinstance(ref, int)
    assert state["booking_reference"] == ref
    assert isinstance(done["refund_reference"], int)


@pytest.mark.parametrize(
    ("habit", "spelt"),
    [("ids-as-uuid", "5f0c2a6e-91d4-4b7f-8e3a-{:012x}".format), ("ids-with-zeros", "{:012}".format)],
)
async def test_an_id_is_known_only_as_it_was_written(habit: str, spelt: Callable[[int], str]) -> None:
    written = {name: spelt(number) for name, number in AFTERNOON_DIVE.items()}
    async with caller_with(habit) as http:
        caller = Caller(http)
        for ids in (AFTERNOON_DIVE, {name: str(each) for name, each in AFTERNOON_DIVE.items()}):
            assert (await caller.create(activity_body(**ids))).status_code == 422
        assert (await caller.search(activity_id=SCUBA)).status_code == 422
        assert (await caller.search(activity_id=spelt(SCUBA))).json()["data"]
        sold = await caller.create(activity_body(**written))
        assert sold.status_code == 201
        assert sold.json()["activity"]["slot_id"] == written["slot_id"]


async def test_the_world_is_the_same_under_all_of_them() -> None:
    plain, sloppy = World(clock=Clock()), World(clock=Clock())
    for world, habits in ((plain, ()), (sloppy, [each for each in HABITS if not each.startswith("ids-")])):
        async with caller_with(*habits, world=world) as http:
            assert (await Caller(http).create(activity_body())).status_code == 201
            await Caller(http).search(activity_id=SCUBA)
    assert tuple(plain.bookings) == tuple(sloppy.bookings)


def test_a_server_on_a_socket_has_them() -> None:
    with PracticeServer(World(), habits=["success-1", "byte-order-mark"]) as server:
        answer = httpx.post(
            f"{server.base_url}/api/wallet_balance.php", content=b'{"request_id":"w"}', headers=HEADERS
        )
    assert answer.content.startswith(b'\xef\xbb\xbf{"status":1,')
    assert json.loads(answer.content.decode("utf-8-sig"))["data"]


def test_the_replies_hold_every_endpoint() -> None:
    taken_of: Replies = replies()
    assert {each.endpoint for each in taken_of.answers.values()} == {
        "content",
        "search_availability",
        "create_booking",
        "cancel_booking",
        "wallet_balance",
        "booking_status",
    }
