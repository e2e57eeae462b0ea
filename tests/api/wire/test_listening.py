"""A client that tells a listener each raw reply, beside the one that it came from."""

from __future__ import annotations

from contextlib import suppress

from app.api.messages.errors import PartnerError
from app.api.wire.sender import HeardReply
from tests.support.api.raw_service import KEY, Dispatch, RawService, always, client_of
from tests.support.api.samples import WALLET, WALLET_QUERY, activity_booking

ODD = {"Content-Type": "text/html", "X-Echo": KEY}


async def test_each_reply_of_a_reading_is_heard_with_its_headers_and_never_one_of_money() -> None:
    heard: list[HeardReply] = []
    async with (
        RawService(always(200, WALLET, ODD)) as service,
        client_of(service) as client,
        client.listening(heard.append) as other,
    ):
        await client.wallet_balance(WALLET_QUERY)
        assert heard == []
        await other.wallet_balance(WALLET_QUERY)
        with suppress(PartnerError):
            await other.create_booking(activity_booking(), dispatch=Dispatch())
    (only,) = heard
    assert (only.call, only.reply.http_status, only.tls) == ("wallet_balance", 200, "")
    assert only.reply.headers["content-type"] == "text/html"
    assert "x-echo" not in only.reply.headers
    assert KEY not in repr(only)


async def test_each_try_is_heard() -> None:
    heard: list[HeardReply] = []
    async with (
        RawService(always(503, b"busy")) as service,
        client_of(service) as client,
        client.listening(heard.append) as other,
    ):
        with suppress(PartnerError):
            await other.wallet_balance(WALLET_QUERY)
    assert [each.reply.http_status for each in heard] == [503, 503, 503]


async def test_the_key_is_hidden_in_what_is_shown() -> None:
    async with RawService(always(200, WALLET)) as service, client_of(service) as client:
        assert KEY not in client.without_key(f"seen: {KEY}")
