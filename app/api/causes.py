"""Why a request failed, as a clause for a person; nothing of the request or the key is in it."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from typing import cast

import httpcore

_CLAUSES: tuple[tuple[type[BaseException], str], ...] = (
    (socket.gaierror, "the name of the service is not known, or there is no line"),
    (ConnectionRefusedError, "the service refuses connections"),
    (httpcore.ConnectTimeout, "the service could not be reached in time"),
    (ssl.SSLError, "no secure connection could be made"),
    (httpcore.PoolTimeout, "too many requests are waiting"),
    (httpcore.WriteTimeout, "the service did not take the request in time"),
    (httpcore.ConnectError, "the service could not be reached"),
    (TimeoutError, "it took too long"),
    (httpcore.RemoteProtocolError, "the connection ended, or what came back is not HTTP"),
    (httpcore.NetworkError, "the connection broke"),
)
_EXPIRED = frozenset({9, 10})
"""OpenSSL's numbers for a certificate that is not yet valid, or no longer."""


def cause_of(error: BaseException | None) -> str:
    """What an exception says about the line, or the name of its type."""
    chain = tuple(_chain(error)) if error is not None else ()
    for each in chain:
        if isinstance(each, ssl.SSLCertVerificationError):
            return _certificate_clause(each)
    return next(
        (clause for kind, clause in _CLAUSES if any(isinstance(each, kind) for each in chain)),
        f"{type(error).__name__} on this computer",
    )


def _certificate_clause(error: ssl.SSLCertVerificationError) -> str:
    clause = f"the certificate of the service is not accepted ({error.verify_message})"
    return f"{clause}; check the clock of this computer" if error.verify_code in _EXPIRED else clause


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The exception, what caused it, and what it groups."""
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
