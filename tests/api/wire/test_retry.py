"""Which calls are tried again, how often, and after how long."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from email.utils import format_datetime
from typing import Self

import pytest
from typing_extensions import override

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.api.messages.errors import (
    AccessDisabledError,
    BoatsNotConfiguredError,
    KeyRefusedError,
    NoAnswerError,
    NotSentError,
    PartnerError,
    RefusedError,
    UnreadableAnswerError,
)
from app.api.messages.requests import BoatContentQuery
from app.api.wire import monotonic_clock
from tests.support.api.raw_service import (
    KEY,
    QUICK,
    Peer,
    RawService,
    Script,
    always,
    answer_bytes,
    client_of,
)
from tests.support.api.samples import ACTIVITY_QUOTE, BOAT_ITEM, DAY, WALLET, WALLET_QUERY, listing

TIMINGS = replace(QUICK, pauses=(0.4, 1.2))


class Naps:
    """A `sleep` that only notes how long it should have been."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def stumbling(*answers: bytes) -> Script:
    """A script that gives one answer a connection, in turn, and ends it."""
    waiting = list(answers)

    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(waiting.pop(0))
        await peer.finish()

    return script


async def tried(script: Script, naps: Naps) -> tuple[int, PartnerError | None]:
    """How many tries a wallet reading took, and how it ended."""
    async with (
        RawService(script) as service,
        PartnerClient(service.base_url, ApiKey(KEY), timings=TIMINGS, sleep=naps) as client,
    ):
        try:
            await client.wallet_balance(WALLET_QUERY)
        except PartnerError as error:
            return len(service.peers), error
        return len(service.peers), None


@pytest.mark.parametrize(
    "stumble",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{",
        answer_bytes(408, b"<html>"),
        answer_bytes(429, {"status": "ERROR", "code": "SLOW_DOWN"}),
        answer_bytes(500, {"status": "ERROR", "code": "SERVICE_ERROR"}),
        answer_bytes(503, b"<html>"),
    ],
)
async def test_reading_is_tried_again(stumble: bytes) -> None:
    naps = Naps()
    assert await tried(stumbling(stumble, stumble, answer_bytes(200, WALLET)), naps) == (3, None)
    assert 0.3 <= naps.seconds[0] <= 0.5
    assert 0.9 <= naps.seconds[1] <= 1.5


async def test_third_failure_is_the_last() -> None:
    naps = Naps()
    count, error = await tried(
        stumbling(*[answer_bytes(500, {"status": "ERROR", "message": "No luck."})] * 4), naps
    )
    assert count == 3
    assert isinstance(error, RefusedError)
    assert (error.http_status, error.words, error.money_may_have_moved) == (500, "No luck.", False)
    count, error = await tried(stumbling(b"", b"", b"", b""), naps)
    assert count == 3
    assert isinstance(error, NoAnswerError)


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (400, {"status": "ERROR", "message": "No."}, RefusedError),
        (404, b"<html>", UnreadableAnswerError),
        (401, {"status": "ERROR"}, KeyRefusedError),
        (403, {"status": "ERROR"}, KeyRefusedError),
        (500, {"status": "ERROR", "code": "API_ACCESS_DISABLED"}, AccessDisabledError),
        (200, b"<html>", UnreadableAnswerError),
        (200, {"status": "ERROR", "code": "API_ACCESS_DISABLED"}, AccessDisabledError),
        (200, {"status": "ERROR", "message": "No."}, RefusedError),
    ],
)
async def test_lasting_failure_is_not_tried_again(
    status: int, body: object, kind: type[PartnerError]
) -> None:
    naps = Naps()
    count, error = await tried(always(status, body), naps)
    assert count == 1
    assert type(error) is kind
    assert not naps.seconds


async def test_missing_boat_provider_is_not_tried_again() -> None:
    script = always(503, {"status": "ERROR", "code": "BOAT_PROVIDER_CONFIG_MISSING"})
    async with RawService(script) as service, client_of(service) as client:
        with pytest.raises(BoatsNotConfiguredError):
            await client.content(BoatContentQuery(travel_date=DAY))
        assert service.received.count(b"GET ") == 1


@pytest.mark.parametrize(
    ("asked", "least", "most"),
    [
        ("7", 7, 7),
        ("0", 0.3, 0.5),
        ("3600", 60, 60),
        ("9" * 40, 0.3, 0.5),
        ("-5", 0.3, 0.5),
        ("\u0663", 0.3, 0.5),
        ("Wed, 21 Oct 2099 07:28:00 GMT", 0.3, 0.5),
    ],
)
async def test_pause_the_service_asks_for(asked: str, least: float, most: float) -> None:
    naps = Naps()
    later = answer_bytes(429, b"later", {"Retry-After": asked})
    assert await tried(stumbling(later, answer_bytes(200, WALLET)), naps) == (2, None)
    assert least <= naps.seconds[0] <= most


async def test_quote_that_may_have_arrived_is_not_sent_again() -> None:
    async with RawService(stumbling(b"", b"", b"")) as service, client_of(service) as client:
        with pytest.raises(NoAnswerError):
            await client.quote_cancellation(ACTIVITY_QUOTE)
        assert len(service.peers) == 1
    async with RawService(always(500, {"status": "ERROR"})) as service, client_of(service) as client:
        with pytest.raises(RefusedError):
            await client.quote_cancellation(ACTIVITY_QUOTE)
        assert service.received.count(b"POST ") == 1


async def test_quote_that_was_never_sent_is_tried_again() -> None:
    naps = Naps()
    async with RawService(always(200, {})) as service:
        pass
    async with PartnerClient(service.base_url, ApiKey(KEY), timings=TIMINGS, sleep=naps) as client:
        with pytest.raises(NotSentError):
            await client.quote_cancellation(ACTIVITY_QUOTE)
    assert len(naps.seconds) == 2


async def test_name_that_is_not_known() -> None:
    async with PartnerClient("https://nowhere.invalid", ApiKey(KEY), timings=QUICK) as client:
        with pytest.raises(NotSentError) as caught:
            await client.wallet_balance(WALLET_QUERY)
    assert caught.value.cause == "the name of the service is not known, or there is no line"


async def test_closed_client_reads_nothing() -> None:
    async with RawService(always(200, WALLET)) as service:
        async with client_of(service) as client:
            pass
        with pytest.raises(NotSentError):
            await client.wallet_balance(WALLET_QUERY)
        assert not service.peers


@pytest.mark.parametrize(
    ("header", "minutes"),
    [
        (lambda: format_datetime(datetime.now(UTC) + timedelta(minutes=5), usegmt=True), 5),
        (lambda: format_datetime(datetime.now(UTC) - timedelta(days=2), usegmt=True), -2880),
        (lambda: format_datetime(datetime.now(UTC) - timedelta(days=365), usegmt=True), -525_600),
        (lambda: format_datetime(datetime.now(UTC) + timedelta(days=4000), usegmt=True), 5_760_000),
        (lambda: "Fri, 31 Dec 9999 23:59:59 -2359", None),
        (lambda: "Wed, 21 Oct 2026 07:28:00", None),
        (lambda: "yesterday", None),
        (lambda: "", None),
    ],
)
async def test_clock_of_the_service(header: object, minutes: int | None) -> None:
    assert callable(header)
    script = always(200, listing("BOAT", BOAT_ITEM), {"Date": str(header())})
    async with RawService(script) as service, client_of(service) as client:
        assert client.service_offset is None
        await client.content(BoatContentQuery(travel_date=DAY))
        offset = client.service_offset
    if minutes is None:
        assert offset is None
    else:
        assert offset is not None
        assert abs(offset - timedelta(minutes=minutes)) < timedelta(seconds=60)


async def test_answer_without_a_clock_leaves_the_last_reading() -> None:
    now = format_datetime(datetime.now(UTC), usegmt=True)
    answers = answer_bytes(200, WALLET, {"Date": now}), answer_bytes(200, WALLET)
    async with RawService(stumbling(*answers)) as service, client_of(service) as client:
        await client.wallet_balance(WALLET_QUERY)
        before = client.service_offset
        await client.wallet_balance(WALLET_QUERY)
        assert before is not None
        assert client.service_offset is not None
        assert abs(client.service_offset - before) < timedelta(seconds=1)


class _SetClock(datetime):
    """The clock of a computer that somebody sets."""

    ahead = timedelta()

    @classmethod
    @override
    def now(cls, tz: tzinfo | None = None) -> Self:
        return super().now(tz) + cls.ahead


@pytest.mark.parametrize(("took", "moved"), [(15, 0), (0, -15)])
async def test_an_answer_that_travelled_long_does_not_move_the_services_clock(
    monkeypatch: pytest.MonkeyPatch, took: int, moved: int
) -> None:
    """What it took explains the difference; without that, the service's own clock was set."""
    began, boot = datetime.now(UTC), [0.0]
    monkeypatch.setattr("app.api.wire.sender.datetime", _SetClock)
    monkeypatch.setattr(monotonic_clock, "boot_seconds", lambda: boot[0])

    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.answer(200, WALLET, {"Date": format_datetime(began, usegmt=True)})
        await peer.request()
        boot[0] += took
        monkeypatch.setattr(_SetClock, "ahead", timedelta(seconds=took))
        told = began + timedelta(seconds=moved)
        await peer.answer(200, WALLET, {"Date": format_datetime(told, usegmt=True)})

    async with RawService(script) as service, client_of(service) as client:
        for _ in range(2):
            await client.wallet_balance(WALLET_QUERY)
        assert client.service_offset is not None
        assert abs(client.service_offset - timedelta(seconds=moved)) < timedelta(seconds=5)


async def test_setting_this_computers_clock_does_not_move_the_services(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = datetime.now(UTC)
    monkeypatch.setattr("app.api.wire.sender.datetime", _SetClock)
    answer = answer_bytes(200, WALLET, {"Date": format_datetime(now, usegmt=True)})
    async with RawService(stumbling(answer)) as service, client_of(service) as client:
        await client.wallet_balance(WALLET_QUERY)
        for ahead in (timedelta(hours=3), timedelta(days=-2)):
            monkeypatch.setattr(_SetClock, "ahead", ahead)
            assert client.service_offset is not None
            assert abs(client.service_offset + ahead) < timedelta(seconds=60)
