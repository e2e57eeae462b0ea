"""The base address of the service as a person types it, checked once."""

from __future__ import annotations

import ipaddress
from typing import Self
from urllib.parse import SplitResult, urlsplit

from app.core.frozen import frozen
from app.core.language import mark

PORTS = {"https": 443, "http": 80}


@frozen
class ServiceUrl:
    """The origin that calls go to, and the path before `/api/`."""

    scheme: str
    host: str
    port: int
    path: str

    @classmethod
    def parse(cls, base_url: str) -> Self:
        """The address in `https://host[:port][/path]`; http for a loopback host only.

        Raises ValueError with a sentence that says what is wrong.
        """
        text = base_url.strip()
        if not text.isascii() or not text.isprintable() or " " in text:
            raise ValueError(mark("The address holds a space or a character that an address never has."))
        try:
            parts = urlsplit(text)
            port = parts.port
        except ValueError:
            raise ValueError(mark("The address cannot be read. It looks like https://host/path.")) from None
        _check(parts)
        host = (parts.hostname or "").lower()
        return cls(parts.scheme, host, PORTS[parts.scheme] if port is None else port, parts.path.rstrip("/"))

    @property
    def is_encrypted(self) -> bool:
        """Whether calls go over TLS."""
        return self.scheme == "https"

    def url(self, endpoint: str) -> str:
        """The address of one endpoint, such as `content.php`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}{self.path}/api/{endpoint}"


def _check(parts: SplitResult) -> None:
    if parts.scheme not in PORTS or not parts.hostname:
        raise ValueError(mark("The address must begin with https:// and name a host."))
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise ValueError(mark("The address must have no user name, question mark or hash sign."))
    if parts.scheme == "http" and not _is_loopback(parts.hostname):
        raise ValueError(
            mark("The address must begin with https://, because the key travels with every call.")
        )
    if parts.port == 0:
        raise ValueError(mark("The address has no port 0."))


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
