"""Who may call, and how: headers, methods and bodies, failing closed with one error body."""

from __future__ import annotations

import httpx
import pytest
from starlette.types import Message, Scope

from app.practice import NEIGHBOUR_KEY, PRACTICE_KEY, World, practice_app
from tests.support.practice.caller import HEADERS, Caller, activity_body

CALLS = {
    "content": "GET",
    "search_availability": "GET",
    "create_booking": "POST",
    "cancel_booking": "POST",
    "wallet_balance": "POST",
    "booking_status": "POST",
}
TYPE = ("Content-Type", "application/json; charset=UTF-8")
KEY = ("X-API-KEY", PRACTICE_KEY)


async def send(
    world: World,
    method: str,
    call: str,
    headers: list[tuple[str, str]],
    *,
    query: str = "",
    body: bytes = b"",
) -> httpx.Response:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(practice_app(world))) as http:
        url = f"http://practice/api/{call}.php{query}"
        return await http.request(method, url, headers=headers, content=body)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    "key",
    [
        [],
        [("X-API-KEY", "")],
        [("X-API-KEY", PRACTICE_KEY.lower())],
        [("X-API-KEY", f"{PRACTICE_KEY}x")],
        [KEY, KEY],
        [("Authorization", PRACTICE_KEY)],
    ],
)
async def test_without_the_right_key_nothing_is_served(
    world: World, call: str, key: list[tuple[str, str]]
) -> None:
    answer = await send(world, CALLS[call], call, [*key, TYPE])
    assert (answer.status_code, answer.json()["code"]) == (401, "INVALID_API_KEY")


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    "content_type",
    [
        None,
        "application/json",
        "application/json;charset=UTF-8",
        "application/json; charset=utf-8",
        "text/plain",
    ],
)
async def test_the_content_type_is_exact_for_every_call(
    world: World, call: str, content_type: str | None
) -> None:
    headers: list[tuple[str, str]] = [KEY]
    if content_type is not None:
        headers.append(("Content-Type", content_type))
    answer = await send(world, CALLS[call], call, headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "CONTENT_TYPE_NOT_ACCEPTED")


@pytest.mark.parametrize("call", CALLS)
async def test_the_other_method_is_refused(world: World, call: str) -> None:
    other = "POST" if CALLS[call] == "GET" else "GET"
    answer = await send(world, other, call, [KEY, TYPE])
    assert (answer.status_code, answer.json()["code"]) == (405, "METHOD_NOT_ALLOWED")
    assert answer.headers["allow"] == CALLS[call]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"request_id":"a","request_id":"b"}', b"\xff\xfe{"])
async def test_a_body_that_is_no_plain_object_is_refused(caller: Caller, body: bytes) -> None:
    answer = await caller.post("wallet_balance", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_JSON")


async def test_a_read_with_a_body_and_a_post_with_parameters_are_refused(world: World) -> None:
    read = await send(world, "GET", "content", [KEY, TYPE], body=b"{}")
    assert (read.status_code, read.json()["message"]) == (422, "This call has no body.")
    posted = await send(world, "POST", "wallet_balance", [KEY, TYPE], query="?a=1", body=b"{}")
    assert (posted.status_code, posted.json()["message"]) == (422, "This call has no query parameters.")


async def test_a_body_too_large_is_refused_while_it_comes(world: World) -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": bytes(110_000_000), "more_body": True}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {"type": "http", "method": "POST", "path": "/api/create_booking.php", "headers": []}
    await practice_app(world)(scope, receive, send)
    assert sent[0]["status"] == 413


async def test_every_refusal_has_the_same_shape_and_quotes_nothing(caller: Caller) -> None:
    canary = "CANARY-4711"
    answer = await caller.create(activity_body(customer_name=7, customer_phone=canary, surprise=canary))
    refused = answer.json()
    assert set(refused) == {"status", "code", "message", "errors", "practice"}
    assert {each["field"] for each in refused["errors"]} == {"customer_name", "customer_phone", "*"}
    assert canary not in answer.text


@pytest.mark.parametrize("path", ["/", "/api/", "/api/content.php/", "/api/content", "/practice"])
async def test_other_addresses_have_nothing(caller: Caller, path: str) -> None:
    answer = await caller.http.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "PATH_NOT_FOUND")
    assert answer.headers["date"] == "Sat, 21 Nov 2026 05:12:06 GMT"


async def test_an_agent_sees_only_its_own_bookings_and_wallet(caller: Caller, world: World) -> None:
    ref = (await caller.create(activity_body())).json()["booking_ref"]
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(practice_app(world)),
        base_url="http://practice",
        headers={**HEADERS, "X-API-KEY": NEIGHBOUR_KEY},
    ) as http:
        neighbour = Caller(http)
        assert (await neighbour.status(ref)).status_code == 404
        assert await neighbour.balances() == (100_000, 0)
        assert (await neighbour.wallet()).json()["data"]["agent_id"] == 900_018
        theirs = await neighbour.create(activity_body(qty=9))
        assert theirs.status_code == 201
        assert theirs.json()["booking_ref"] != ref
        full = await neighbour.create(activity_body(qty=1))
    assert (full.status_code, full.json()["code"]) == (409, "SEATS_NOT_AVAILABLE")
    assert (await caller.balances())[0] == 92_860
