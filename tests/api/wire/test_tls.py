"""TLS as it must be: verified, new enough, nothing logged, and the last byte waits on top of it."""

from __future__ import annotations

import logging
import ssl
import warnings
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
import trustme

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.api.messages.errors import KeyRefusedError, NoAnswerError, NotSentError
from app.api.wire.transport import tls_context
from tests.support.api.raw_service import (
    KEY,
    QUICK,
    Dispatch,
    Peer,
    RawService,
    Script,
    always,
    client_of,
    cutting_request,
)
from tests.support.api.samples import BOOKED_ACTIVITY, WALLET, WALLET_QUERY, activity_booking

CA = trustme.CA()
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def server_context(
    issuer: trustme.CA = CA, host: str = "127.0.0.1", until: datetime | None = None
) -> ssl.SSLContext:
    """The side of the service."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    issued = issuer.issue_cert(host, not_before=LONG_AGO, not_after=until)
    with issued.private_key_and_cert_chain_pem.tempfile() as path:
        context.load_cert_chain(path)
    return context


def trusting() -> ssl.SSLContext:
    """Our context, on a computer that trusts the authority of these tests."""
    context = tls_context()
    context.load_verify_locations(cadata=CA.cert_pem.bytes().decode())
    return context


async def settle(peer: Peer) -> None:
    await peer.request()
    await peer.answer(201, BOOKED_ACTIVITY)


async def cause_against(context: ssl.SSLContext | None, script: Script = settle, patience: float = 20) -> str:
    """Why a booking was not sent."""
    dispatch = Dispatch()
    async with RawService(script, context) as service:
        url = f"https://127.0.0.1:{service.port}/travel"
        timings = replace(QUICK, connect=patience)
        async with PartnerClient(url, ApiKey(KEY), tls=trusting(), timings=timings) as client:
            with pytest.raises(NotSentError) as caught:
                await client.create_booking(activity_booking(), dispatch=dispatch)
    assert dispatch.count == 0
    assert KEY.encode() not in service.received
    return caught.value.cause


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
async def test_good_sales_settle(version: ssl.TLSVersion) -> None:
    # A TLS 1.3 service sends session tickets by itself: they are no early answer.
    context = server_context()
    context.minimum_version = context.maximum_version = version
    async with RawService(settle, context) as service, client_of(service, tls=trusting()) as client:
        for _ in range(20):
            dispatch = Dispatch()
            result = await client.create_booking(activity_booking(), dispatch=dispatch)
            assert result.booking_ref == "PNR7X2K9"
            assert dispatch.count == 1


@pytest.mark.parametrize("kind", ["FIN", "RST"])
async def test_cuts_of_the_request(kind: str) -> None:
    total = 0

    async def measure(peer: Peer) -> None:
        nonlocal total
        await peer.request()
        total = len(peer.received)
        await peer.answer(201, BOOKED_ACTIVITY)

    tls, context = trusting(), server_context()
    async with RawService(measure, context) as service, client_of(service, tls=tls) as client:
        await client.create_booking(activity_booking(), dispatch=Dispatch())
    timings = replace(QUICK, silence=0.5)
    for count in [*range(1, total, 17), total - 1]:
        async with (
            RawService(cutting_request(count, kind), context) as service,
            client_of(service, timings, tls) as client,
        ):
            with pytest.raises(NotSentError):
                await client.create_booking(activity_booking(), dispatch=Dispatch())
    async with (
        RawService(cutting_request(total, kind), context) as service,
        client_of(service, tls=tls) as client,
    ):
        with pytest.raises(NoAnswerError):
            await client.create_booking(activity_booking(), dispatch=Dispatch())


async def test_early_refusal_over_tls_is_read() -> None:
    async def script(peer: Peer) -> None:
        await peer.head()
        await peer.answer(401, {"status": "ERROR", "message": "Unknown key."})
        await peer.rest()

    async with (
        RawService(script, server_context()) as service,
        client_of(service, tls=trusting()) as client,
    ):
        with pytest.raises(KeyRefusedError) as caught:
            await client.create_booking(activity_booking(), dispatch=Dispatch())
    assert caught.value.words == "Unknown key."


async def test_reads_keep_their_connection() -> None:
    async with (
        RawService(always(200, WALLET), server_context()) as service,
        client_of(service, tls=trusting()) as client,
    ):
        for _ in range(3):
            await client.wallet_balance(WALLET_QUERY)
        assert len(service.peers) == 1


async def test_unknown_authority() -> None:
    cause = await cause_against(server_context(trustme.CA()))
    assert "certificate of the service is not accepted" in cause
    assert "does not send its intermediate certificate, although a browser opens it" in cause


async def test_a_refused_certificate_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "app.api")
    await cause_against(server_context(trustme.CA()))
    lines = [f"{each.levelname} {each.getMessage()}" for each in caplog.records if each.name == "app.api"]
    assert len(lines) == 1
    assert lines[0].startswith("WARNING create_booking: no answer (ConnectError, ")
    assert "SSLCertVerificationError" in lines[0]


async def test_wrong_host() -> None:
    cause = await cause_against(server_context(host="other.example.com"))
    assert "not accepted" in cause
    assert "mismatch" in cause


async def test_expired_certificate_may_be_a_wrong_clock() -> None:
    cause = await cause_against(server_context(until=datetime(2021, 1, 1, tzinfo=UTC)))
    assert "expired" in cause
    assert "check the clock of this computer" in cause


async def test_old_tls() -> None:
    context = server_context()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        context.minimum_version = ssl.TLSVersion.TLSv1
        context.maximum_version = ssl.TLSVersion.TLSv1_1
    context.set_ciphers("ALL:@SECLEVEL=0")
    assert await cause_against(context) == "no secure connection could be made"


async def test_service_without_tls() -> None:
    async def script(peer: Peer) -> None:
        await peer.send(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await peer.rest()

    assert "does not speak TLS" in await cause_against(None, script)


async def test_a_certificate_that_a_wrong_clock_makes_invalid_is_said_with_both_times() -> None:
    told = datetime.now(UTC) - timedelta(days=20)
    answers = always(200, WALLET, {"Date": format_datetime(told, usegmt=True)})
    context = server_context()
    async with RawService(answers, context) as service, client_of(service, tls=trusting()) as client:
        await client.wallet_balance(WALLET_QUERY)
        old = CA.issue_cert("127.0.0.1", not_after=datetime(2021, 1, 1, tzinfo=UTC))
        with old.private_key_and_cert_chain_pem.tempfile() as path:
            context.load_cert_chain(path)
        with pytest.raises(NotSentError) as caught:
            await client.create_booking(activity_booking(), dispatch=Dispatch())
    here, there = datetime.now(UTC).astimezone(), told.astimezone()
    assert f"it shows {here:%d %b %Y}" in caught.value.cause
    assert f"and that of the service {there:%d %b %Y %H:}" in caught.value.cause


async def test_silence_in_the_handshake() -> None:
    async def script(peer: Peer) -> None:
        await peer.rest()

    assert await cause_against(None, script, 0.3) == "the service could not be reached in time"


@pytest.mark.parametrize("kind", ["FIN", "RST"])
async def test_end_in_the_handshake(kind: str) -> None:
    async def script(peer: Peer) -> None:
        await (peer.reset() if kind == "RST" else peer.finish())

    assert await cause_against(None, script)


async def test_no_key_log_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "keys.log"
    monkeypatch.setenv("SSLKEYLOGFILE", str(log))
    async with RawService(settle, server_context()) as service:
        # Without a context given, the client builds its own; here it is ours that trusts the tests.
        async with client_of(service, tls=trusting()) as client:
            await client.create_booking(activity_booking(), dispatch=Dispatch())
        async with client_of(service, QUICK) as client:
            with pytest.raises(NotSentError, match="certificate"):
                await client.create_booking(activity_booking(), dispatch=Dispatch())
    assert not log.exists()


def test_context_verifies() -> None:
    context = tls_context()
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname
    assert context.minimum_version is ssl.TLSVersion.TLSv1_2
