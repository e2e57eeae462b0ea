"""A world of its own for the tests: no screen, no home, no key store, no network beyond this computer."""

from __future__ import annotations

import ipaddress
import os
import socket
import sys
from pathlib import Path
from typing import Any

from tests.support import strays

_REMOVED = (
    "DBUS_SESSION_BUS_ADDRESS",
    "DISPLAY",
    "QT_API",
    "QT_AUTO_SCREEN_SCALE_FACTOR",
    "QT_ENABLE_HIGHDPI_SCALING",
    "QT_FONT_DPI",
    "QT_LOGGING_RULES",
    "QT_QPA_PLATFORMTHEME",
    "QT_SCALE_FACTOR",
    "QT_SCREEN_SCALE_FACTORS",
    "QT_STYLE_OVERRIDE",
    "SSLKEYLOGFILE",
    "WAYLAND_DISPLAY",
)
_PREFIX = "AGENCY_COUNTER_"
# RFC 2606: names that never resolve, so that a test can be about a name that does not.
_NEVER_RESOLVE = (".invalid", ".test")


class NetworkError(AssertionError):
    """A test reached for something beyond this computer."""


def isolate_environment(home: Path) -> None:
    """Hide the person at the keyboard and their screen from this process and its children."""
    for name in [*_REMOVED, *(name for name in os.environ if name.startswith(_PREFIX))]:
        os.environ.pop(name, None)
    os.environ.update(
        {
            "HOME": str(home),
            "LC_ALL": "C.UTF-8",
            "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
            "QT_QPA_PLATFORM": "offscreen",
            "XDG_CACHE_HOME": str(home / "cache"),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_STATE_HOME": str(home / "state"),
        }
    )


def isolate_network() -> None:
    """Refuse connections to other computers for the rest of this process."""
    sys.addaudithook(_refuse_other_computers)


def _refuse_other_computers(event: str, arguments: tuple[Any, ...]) -> None:
    if event in {"socket.connect", "socket.sendto"}:
        # Anything but host and port is a socket of this computer.
        match arguments[1]:
            case (str(host), *_):
                _check_host(host)
            case _:
                return
    elif event == "socket.getaddrinfo":
        _check_host(_text(arguments[0]))


def _text(host: str | bytes | None) -> str:
    return host.decode() if isinstance(host, bytes) else host or ""


def _check_host(host: str) -> None:
    if host.endswith(_NEVER_RESOLVE):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    if not _is_here(host):
        message = f"A test may not reach {host}"
        strays.report(message)
        raise NetworkError(message)


def _is_here(host: str) -> bool:
    if host in {"", "localhost", socket.gethostname()}:
        return True
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
