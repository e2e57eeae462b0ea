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


UNREACHED = (
    chained(httpcore.ConnectError(), OSError(), socket.gaierror(-2, "x")),
    chained(httpcore.ConnectTimeout(), TimeoutError()),
)


@pytest.mark.parametrize("error", UNREACHED)
@pytest.mark.parametrize(
    ("name", "told", "shown"),
    [
        ("HTTPS_PROXY", "http://proxy.office.example:3128", "proxy proxy.office.example:3128,"),
        ("https_proxy", "http://asha:secret@10.0.0.1:8080/", "proxy 10.0.0.1:8080,"),
        ("HTTPS_PROXY", "asha:se@cret@proxy:3128", "proxy proxy:3128,"),
        ("ALL_PROXY", "socks5://asha:secret@[fd00::1]:1080", "proxy [fd00::1]:1080,"),
        ("HTTPS_PROXY", "http://asha:sec/ret@proxy:3128", "proxy proxy:3128,"),
        ("HTTPS_PROXY", "", ""),
        ("HTTP_PROXY", "http://proxy:3128", ""),
    ],
)
def test_a_proxy_that_is_not_used_is_named_without_its_password(
    monkeypatch: pytest.MonkeyPatch, error: Exception, name: str, told: str, shown: str
) -> None:
    for each in ("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(each, raising=False)
    monkeypatch.setenv(name, told)
    said = str(cause_of(error))
    assert shown in said
    assert ("proxy" in said) is bool(shown)
    assert not any(word in said for word in ("asha", "secret", "cret", "ret@"))


@pytest.mark.parametrize("error", [ConnectionRefusedError(), httpcore.ReadError(), TimeoutError()])
def test_a_proxy_is_not_named_where_the_service_was_reached(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy:3128")
    assert "proxy" not in str(cause_of(error))
