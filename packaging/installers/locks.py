"""Locks of wheels: what is pinned, and the very files that it names."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from installers.errors import BuildError

_PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)\s*(?P<marker>;[^\\]*)?\\?$")
_HASH = re.compile(r"^\s+--hash=sha256:(?P<digest>[0-9a-f]{64})\s*\\?$")


@dataclass(frozen=True)
class Pin:
    """One distribution in one version, and the SHA-256 of each file that may be it."""

    name: str
    version: str
    digests: frozenset[str]


def read_lock(lock: Path) -> list[Pin]:
    """The pins of a lock that was made for one system, as `uv pip compile --generate-hashes` writes it.

    Raises BuildError for a line that is no pin, and for a condition: who builds is not who runs it.
    """
    pins: list[tuple[str, str, set[str]]] = []
    for line in lock.read_text(encoding="utf-8").splitlines():
        pin, digest = _PIN.match(line), _HASH.match(line)
        if pin and not pin["marker"]:
            pins.append((canonical(pin["name"]), pin["version"], set()))
        elif digest and pins:
            pins[-1][2].add(digest["digest"])
        elif line.strip() and not line.startswith("#"):
            raise BuildError(f"{lock.name} has a line that pins nothing for one system: {line.strip()}")
    bare = [name for name, _, digests in pins if not digests]
    if bare or not pins:
        raise BuildError(f"{lock.name} gives no hash for {', '.join(bare) or 'anything'}.")
    return [Pin(name, version, frozenset(digests)) for name, version, digests in pins]


def canonical(name: str) -> str:
    """The name of a distribution as the index compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def wheels_of(pins: Iterable[Pin], wheelhouse: Path) -> list[Path]:
    """The wheel of each pin, in the order of their names; each has been hashed again.

    What else lies in the wheelhouse is not looked at. Raises BuildError for what is missing, ambiguous or
    has another hash.
    """
    chosen = [_wheel_of(pin, wheelhouse) for pin in pins]
    return sorted(chosen, key=lambda path: path.name)


def digest_of(path: Path) -> str:
    """The SHA-256 of a file in hex."""
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _wheel_of(pin: Pin, wheelhouse: Path) -> Path:
    named = [
        path
        for path in sorted(wheelhouse.glob("*.whl"))
        if canonical(path.name.split("-")[0]) == pin.name and path.name.split("-")[1] == pin.version
    ]
    if not named:
        raise BuildError(
            f"{wheelhouse} has no wheel of {pin.name} {pin.version}: run `python3 packaging/build.py fetch`."
        )
    fitting = [path for path in named if digest_of(path) in pin.digests]
    if len(fitting) != 1 or len(named) != 1:
        names = ", ".join(path.name for path in named)
        raise BuildError(f"{names}: exactly one file with a hash of the lock is wanted. Remove the others.")
    return fitting[0]
