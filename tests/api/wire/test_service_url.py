"""Addresses that a person may type, and those that no call may go to."""

from __future__ import annotations

import pytest

from app.api.wire.service_url import ServiceUrl


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("https://host.example/travel", "https://host.example:443/travel/api/content.php"),
        ("  https://HOST.example/travel/// ", "https://host.example:443/travel/api/content.php"),
        ("https://host.example", "https://host.example:443/api/content.php"),
        ("https://host.example:8443/a/b", "https://host.example:8443/a/b/api/content.php"),
        ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example:443/api/content.php"),
        ("http://localhost:8080", "http://localhost:8080/api/content.php"),
        ("http://127.9.9.9", "http://127.9.9.9:80/api/content.php"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x/api/content.php"),
    ],
)
def test_usable_address(typed: str, url: str) -> None:
    address = ServiceUrl.parse(typed)
    assert address.url("content.php") == url
    assert address.is_encrypted == url.startswith("https")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "must begin with https://"),
        ("host.example", "must begin with https://"),
        ("ftp://host.example", "must begin with https://"),
        ("https://", "must begin with https://"),
        ("https:///path", "must begin with https://"),
        ("http://host.example", "because the key travels"),
        ("http://10.0.0.1", "because the key travels"),
        ("http://localhost.example", "because the key travels"),
        ("http://127.0.0.1.example", "because the key travels"),
        ("https://user@host.example", "no user name"),
        ("https://user:pass@host.example", "no user name"),
        ("https://host.example/?a=b", "no user name"),
        ("https://host.example/#a", "no user name"),
        ("https://host.example:99999", "cannot be read"),
        ("https://host.example:port", "cannot be read"),
        ("https://[::1", "cannot be read"),
        ("https://host.example:0", "no port 0"),
        ("https://ho st.example", "holds a space"),
        ("https://b\u00fccher.example", "never has"),
        ("https://host.example/\x00", "never has"),
    ],
)
def test_unusable_address(typed: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        ServiceUrl.parse(typed)
