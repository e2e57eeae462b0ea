"""The key goes to its own service and nowhere else: no other origin, no text, no log, no traceback."""

from __future__ import annotations

import base64
import codecs
import gc
import io
import json
import logging
import traceback
from urllib.parse import quote

import httpx
import pytest

from app.api.messages.api_key import ApiKey
from app.api.messages.errors import PartnerError
from app.api.messages.requests import body_of
from app.api.wire.service_url import ServiceUrl
from app.api.wire.timeouts import Timings
from app.api.wire.transport import ForeignOriginError, money_client, reading_client
from tests.support.api.raw_service import (
    KEY,
    QUICK,
    Dispatch,
    Peer,
    RawService,
    always,
    answer_bytes,
    client_of,
)
from tests.support.api.samples import BOOKED_ACTIVITY, WALLET, WALLET_QUERY, activity_booking

ENCODED = (
    KEY,
    KEY[::-1],
    KEY.encode().hex(),
    base64.b64encode(KEY.encode()).decode().rstrip("="),
    base64.b32encode(KEY.encode()).decode().rstrip("="),
    quote(KEY, safe=""),
    json.dumps(KEY.replace("~", "\u007e"))[1:-1],
    codecs.encode(KEY, "rot13"),
)
PERSONAL = ("Asha", "asha@example.com", "919876543210")
ECHO = {"status": "ERROR", "code": KEY, "message": f"The key {KEY} is not known.", KEY: KEY}


def check_hidden(text: str, *more: str) -> None:
    """No encoding of the key stands in a text, and nothing else that is secret."""
    for secret in (*ENCODED, *more):
        assert secret not in text


def told(error: BaseException, *, with_locals: bool) -> str:
    """All that a careless program could write about an error."""
    everything = io.StringIO()
    traceback.TracebackException.from_exception(error, capture_locals=with_locals).print(file=everything)
    chain: list[object] = [error, error.__cause__, error.__context__, vars(error), error.args]
    return everything.getvalue() + "".join(f"{each!r}{each!s}" for each in chain)


@pytest.mark.parametrize(
    "answer",
    [
        answer_bytes(200, BOOKED_ACTIVITY),
        answer_bytes(400, {"status": "ERROR"}),
        answer_bytes(401, ECHO),
        answer_bytes(500, ECHO),
        answer_bytes(200, ECHO),
        answer_bytes(200, b"<html>" + KEY.encode()),
        answer_bytes(200, WALLET, {"Content-Encoding": KEY}),
        b"HTTP/1.1 200 " + KEY.encode() + b"\r\n\r\n",
        b"<html>" + KEY.encode(),
        b"",
    ],
)
async def test_no_error_and_no_log_shows_it(answer: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(answer)

    caplog.set_level(logging.DEBUG)
    errors: list[PartnerError] = []
    async with RawService(script) as service, client_of(service) as client:
        for call in (
            lambda: client.wallet_balance(WALLET_QUERY),
            lambda: client.create_booking(activity_booking(), dispatch=Dispatch()),
            lambda: client.create_booking(activity_booking(), dispatch=Dispatch(OSError("disk full"))),
        ):
            try:
                await call()
            except PartnerError as error:
                errors.append(error)
        check_hidden(f"{client!r} {client!s} {vars(client)!r}")
    assert errors
    for error in errors:
        # A service that echoes the key puts it into the values its own answer is read with.
        check_hidden(told(error, with_locals=KEY.encode() not in answer))
        check_hidden(repr(error) + str(error), *PERSONAL)
    logged = caplog.text + "".join(str(vars(record)) for record in caplog.records)
    check_hidden(logged, *PERSONAL)


async def test_own_log_has_one_line_a_call(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "app.api")
    async with RawService(always(200, WALLET)) as service, client_of(service) as client:
        await client.wallet_balance(WALLET_QUERY)
    lines = [record.getMessage() for record in caplog.records if record.name == "app.api"]
    assert len(lines) == 1
    assert lines[0].startswith("wallet_balance: HTTP 200, ")
    assert lines[0].endswith(" bytes")


async def test_no_object_of_an_idle_client_shows_it() -> None:
    async with RawService(always(200, WALLET)) as service, client_of(service) as client:
        await client.wallet_balance(WALLET_QUERY)
        shown = [
            repr(each) for each in gc.get_objects() if isinstance(each, (httpx.Headers, httpx.AsyncClient))
        ]
        shown += [repr(each.headers) for each in gc.get_objects() if isinstance(each, httpx.AsyncClient)]
    assert shown
    check_hidden("".join(shown))


async def test_request_for_another_origin_gets_no_key() -> None:
    key = ApiKey(KEY)
    async with RawService(always(200, WALLET)) as service, RawService(always(200, WALLET)) as other:
        address = ServiceUrl.parse(service.base_url)
        reading = reading_client(address, key, None, QUICK)
        money, _ = money_client(address, key, None, Timings())
        for http in (reading, money):
            for url in (
                f"{other.base_url}/api/content.php",
                f"http://localhost:{service.port}/travel/api/content.php",
                f"https://127.0.0.1:{service.port}/travel/api/content.php",
                "http://127.0.0.1/travel/api/content.php",
            ):
                with pytest.raises(ForeignOriginError):
                    await http.get(url)
            await http.aclose()
        assert not other.peers
        assert not service.peers


async def test_redirects_never_carry_it_away() -> None:
    async with RawService(always(200, WALLET)) as other:
        for status in (301, 302, 303, 307, 308):
            location = {"Location": f"{other.base_url}/x", "Refresh": f"0; url={other.base_url}"}
            async with RawService(always(status, b"", location)) as service, client_of(service) as client:
                for call in (
                    client.wallet_balance(WALLET_QUERY),
                    client.create_booking(activity_booking(), dispatch=Dispatch()),
                ):
                    with pytest.raises(PartnerError):
                        await call
        assert not other.peers


async def test_environment_and_netrc_have_no_say(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.mktemp("home")
    (home / ".netrc").write_text("machine 127.0.0.1 login me password canary-password\n")
    async with RawService(always(200, WALLET)) as service, RawService(always(200, WALLET)) as proxy:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        monkeypatch.setenv("HOME", str(home))
        monkeypatch.setenv("NETRC", str(home / ".netrc"))
        async with client_of(service) as client:
            await client.wallet_balance(WALLET_QUERY)
        assert not proxy.peers
        assert b"authorization" not in service.received.lower()


async def test_cookies_are_not_kept() -> None:
    script = always(200, WALLET, {"Set-Cookie": "PHPSESSID=1; Path=/"})
    async with RawService(script) as service, client_of(service) as client:
        await client.wallet_balance(WALLET_QUERY)
        await client.wallet_balance(WALLET_QUERY)
        assert b"cookie" not in service.received.lower()


async def test_key_is_in_its_header_only() -> None:
    async with RawService(always(200, WALLET)) as service:
        async with client_of(service) as client:
            await client.wallet_balance(WALLET_QUERY)
        assert service.received.count(KEY.encode()) == 1
        assert body_of(WALLET_QUERY).whole() in service.received
