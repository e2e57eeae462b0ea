"""Where a redirect leads: the interface at another address, or to something else."""

from __future__ import annotations

from urllib.parse import SplitResult, urljoin, urlsplit

from app.api.wire.service_url import PORTS
from app.core.frozen import frozen

_REDIRECTING = frozenset({301, 302, 303, 307, 308})
_KEEPING = frozenset({301, 302, 307, 308})
_LONGEST = 200


@frozen
class Redirect:
    """The target of a redirect, which is never followed."""

    address: str
    """Without parameters and user name, as a person would type it: up to the interface, if it leads there."""
    is_interface: bool
    """Whether it leads to the same endpoint, at whatever address."""
    is_elsewhere: bool
    """Whether it leads to the same path under another scheme, host or port, so that no script has run.

    What adds parameters, or leads from https to http, was written by a script or for one.
    """


def redirect_of(asked: str, http_status: int, location: str) -> Redirect | None:
    """The redirect in the answer to an address, or None when it is none that can be read."""
    if http_status not in _REDIRECTING or not location or not location.isascii():
        return None
    try:
        here, there = urlsplit(asked), urlsplit(urljoin(asked, location.strip()))
        origins = _origin(here), _origin(there)
    except ValueError:
        return None
    if there.scheme not in PORTS or not there.hostname:
        return None
    endpoint = here.path[here.path.rfind("/api/") :]
    is_interface = there.path.endswith(endpoint)
    path = there.path.removesuffix(endpoint) if is_interface else there.path
    is_same = there.path == here.path and there.query == here.query and not there.fragment
    is_less_safe = (here.scheme, there.scheme) == ("https", "http")
    is_elsewhere = http_status in _KEEPING and is_same and origins[0] != origins[1] and not is_less_safe
    return Redirect(_shown(there, path), is_interface, is_elsewhere)


def _origin(parts: SplitResult) -> tuple[str, str, int | None]:
    return parts.scheme, parts.hostname or "", parts.port or PORTS.get(parts.scheme)


def _shown(parts: SplitResult, path: str) -> str:
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    port = "" if parts.port in {None, PORTS[parts.scheme]} else f":{parts.port}"
    text = f"{parts.scheme}://{host}{port}{path}"[:_LONGEST]
    return "".join(each for each in text if each.isprintable())
