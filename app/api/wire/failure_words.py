"""Why a request failed, as a clause for people, without the request or the API key."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import cast

import httpcore

from app.api.wire.upload import SleptError
from app.core.language import SHORT_MONTHS, Message, mark

SLEPT = mark("this computer slept before all of it had left")
_CLAUSES: tuple[tuple[type[BaseException], Message], ...] = (
    (SleptError, SLEPT),
    (socket.gaierror, mark("the name of the service is not known, or there is no line")),
    (ConnectionRefusedError, mark("the service refuses connections")),
    (httpcore.ConnectTimeout, mark("the service could not be reached in time")),
    (ssl.SSLError, mark("no secure connection could be made")),
    (httpcore.PoolTimeout, mark("too many requests are waiting")),
    (httpcore.WriteTimeout, mark("the service did not take the request in time")),
    (httpcore.ConnectError, mark("the service could not be reached")),
    (TimeoutError, mark("it took too long")),
    (httpcore.RemoteProtocolError, mark("the connection ended, or what came back is not HTTP")),
    (httpcore.NetworkError, mark("the connection broke")),
)
_UNREACHED = (socket.gaierror, httpcore.ConnectTimeout)
"""What a line that only leads to a proxy looks like."""
_NO_TLS = frozenset({"WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE"})
"""The names in OpenSSL of an answer that is not TLS; newer versions use the second one."""
_EXPIRED = frozenset({9, 10})
"""The numbers in OpenSSL of a certificate that is not yet valid, or has expired."""


_INCOMPLETE = frozenset({20, 21})
"""The numbers in OpenSSL of a certificate whose issuer was not sent and is not known."""


def cause_of(error: BaseException | None, offset: timedelta | None = None) -> Message:
    """What an exception means for the connection, or the name of its type.

    `offset`: the service's clock minus this computer's, if an earlier answer gave it.
    """
    chain = tuple(_chain(error)) if error is not None else ()
    for each in chain:
        if isinstance(each, ssl.SSLCertVerificationError):
            return _certificate_clause(each, offset)
        if isinstance(each, ssl.SSLError) and getattr(each, "reason", "") in _NO_TLS:
            return mark(
                "what answered does not speak TLS; perhaps a proxy of this network stands in between, "
                "and this program uses none"
            )
        proxy = _proxy() if isinstance(each, _UNREACHED) else ""
        if proxy:
            return mark(
                "the service cannot be reached from here; programs of this computer go out through the proxy "
                "{proxy}, and this one uses none: tell who looks after the network",
                proxy=proxy,
            )
    return next(
        (clause for kind, clause in _CLAUSES if any(isinstance(each, kind) for each in chain)),
        mark("{error} on this computer", error=type(error).__name__),
    )


def _proxy() -> str:
    """The host and port of the proxy that the environment or Windows names, or empty; never its password."""
    from urllib.request import getproxies

    found = getproxies()
    told = found.get("https") or found.get("all") or ""
    return told.rpartition("://")[2].rpartition("@")[2].partition("/")[0]


def types_of(error: BaseException) -> str:
    """The types of an exception and of its causes, for the log; a message may hold what was typed."""
    return ", ".join(dict.fromkeys(type(each).__name__ for each in _chain(error)))


def _certificate_clause(error: ssl.SSLCertVerificationError, offset: timedelta | None) -> Message:
    if error.verify_code in _INCOMPLETE:
        return mark(
            "the certificate of the service is not accepted ({cause}); most likely it does not send its "
            "intermediate certificate, although a browser opens it: tell the operator",
            cause=error.verify_message,
        )
    if error.verify_code not in _EXPIRED:
        return mark(
            "the certificate of the service is not accepted ({cause}); "
            "perhaps this network asks for a login first: open any page in a browser",
            cause=error.verify_message,
        )
    # Both times in the zone of this computer.
    now = datetime.now(UTC).astimezone()
    if offset is None:
        return mark(
            "the certificate of the service is not accepted ({cause}); "
            "check the clock of this computer: it shows {here}",
            cause=error.verify_message,
            here=_moment(now),
        )
    return mark(
        "the certificate of the service is not accepted ({cause}); "
        "check the clock of this computer: it shows {here}, and that of the service {there}",
        cause=error.verify_message,
        here=_moment(now),
        there=_moment(now + offset),
    )


def _moment(at: datetime) -> Message:
    month = SHORT_MONTHS[at.month - 1]
    return mark("{day} {month} {year} {time}", day=f"{at:%d}", month=month, year=at.year, time=f"{at:%H:%M}")


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The exception, its causes, and the members of groups."""
    waiting: list[BaseException] = [error]
    seen: set[int] = set()
    while waiting:
        each = waiting.pop(0)
        if id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        waiting += [cause for cause in (each.__cause__, each.__context__) if cause is not None]
        if isinstance(each, BaseExceptionGroup):
            waiting += cast("BaseExceptionGroup[BaseException]", each).exceptions
