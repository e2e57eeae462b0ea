"""What stopped a request is said in words that a clerk can repeat on the phone."""

from __future__ import annotations

import socket
import ssl

import httpcore
import pytest

from app.api.wire.failure_words import cause_of


def chained(error: Exception, *causes: BaseException) -> Exception:
    """An error with what caused it."""
    current: BaseException = error
    for cause in causes:
        current.__cause__ = cause
        current = cause
    return error


@pytest.mark.parametrize(
    ("error", "clause"),
    [
        (chained(httpcore.ConnectError(), OSError(), socket.gaierror(-2, "x")), "the name of the service is"),
        (
            chained(httpcore.ConnectError(), ExceptionGroup("x", [OSError(), ConnectionRefusedError()])),
            "the service refuses connections",
        ),
        (chained(httpcore.ConnectTimeout(), TimeoutError()), "the service could not be reached in time"),
        (httpcore.ConnectError(), "the service could not be reached"),
        (httpcore.PoolTimeout(), "too many requests are waiting"),
        (chained(httpcore.WriteTimeout(), TimeoutError()), "the service did not take the request in time"),
        (TimeoutError(), "it took too long"),
        (httpcore.RemoteProtocolError(), "the connection ended, or what came back is not HTTP"),
        (httpcore.ReadError(), "the connection broke"),
        (ssl.SSLError(), "no secure connection could be made"),
        (KeyError("secret"), "KeyError on this computer"),
        (None, "NoneType on this computer"),
    ],
)
def test_clause(error: BaseException | None, clause: str) -> None:
    assert str(cause_of(error)).startswith(clause)
    assert "secret" not in str(cause_of(error))


def test_exceptions_in_a_circle() -> None:
    one, two = ValueError(), KeyError()
    one.__cause__, two.__cause__ = two, one
    assert str(cause_of(one)) == "ValueError on this computer"
