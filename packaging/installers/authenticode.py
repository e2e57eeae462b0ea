"""Publishers' signatures of Windows: of native code, and of the catalogue of files that carry none."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from installers.errors import BuildError

ROOTS = Path(__file__).parents[1] / "windows" / "publisher_roots.pem"
PYTHON = "/C=US/ST=Oregon/L=Beaverton/O=Python Software Foundation/CN=Python Software Foundation"
"""The only name under which the interpreter, its modules and its catalogue are taken."""
_REDMOND = "/C=US/ST=Washington/L=Redmond/O=Microsoft Corporation/CN="
MICROSOFT = (
    f"{_REDMOND}Microsoft Corporation",
    f"{_REDMOND}Microsoft Windows Software Compatibility Publisher",
)
"""Those of the C runtime, which carries a signature of each."""

_SIGNATURE = re.compile(r"^Signature Index: \d+", re.MULTILINE)
_SIGNER = re.compile(r"^Signer's certificate:\s+-+\s+Signer #0:\s+Subject: (.+)$", re.MULTILINE)
_VERIFIED = re.compile(r"^Number of verified signatures: (\d+)$", re.MULTILINE)
_SEQUENCE, _FIRST = 0x30, 0xA0
_LONG_FORM = 0x80
_DIGEST = b"\x04\x20"
"""How a SHA-256 begins in a catalogue: an octet string of 32 bytes."""
_DIGEST_BYTES = 32


class SignatureError(BuildError):
    """The file is not what a publisher signed; the sentence names it."""


def publishers(file: Path, roots: Path = ROOTS) -> tuple[str, ...]:
    """Who signed the file, one name a signature; each of them holds and chains to one of the roots.

    Raises SignatureError when it carries none, or one that does not hold.
    """
    anchors = ("-CAfile", str(roots), "-TSA-CAfile", str(roots))
    # Without a network there is no list of withdrawn certificates; these live for days and are time-stamped.
    command = ["osslsigncode", "verify", "-ignore-cdp", "-ignore-crl", *anchors, "-in", str(file)]
    ended = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return read_report(file, ended.returncode, ended.stdout)


def read_report(file: Path, status: int, report: str) -> tuple[str, ...]:
    """The signers in a report of `osslsigncode verify`. Raises SignatureError unless all signatures hold."""
    signers = tuple(each.strip() for each in _SIGNER.findall(report))
    counted = _VERIFIED.search(report)
    verified = int(counted[1]) if counted else 0
    if not signers:
        raise SignatureError(f"{file.name} carries no signature.")
    if status != 0 or not len(signers) == verified == len(_SIGNATURE.findall(report)):
        raise SignatureError(f"The signature of {file.name} does not hold.")
    return signers


def demand(file: Path, allowed: tuple[str, ...], roots: Path = ROOTS) -> None:
    """Raise SignatureError unless every signature of the file is valid and of an allowed signer."""
    for name in publishers(file, roots):
        if name not in allowed:
            raise SignatureError(f"{file.name} is signed by {name}, who is not its publisher.")


def catalogued(catalogue: bytes) -> frozenset[bytes]:
    """The SHA-256 of all files listed in a signed catalogue, whose signature the caller has verified.

    Only what is signed is looked at: beside it, anybody could add to the file. Raises SignatureError when it
    is no catalogue.
    """
    try:
        signed = _signed_content(catalogue)
    except (IndexError, ValueError):
        raise SignatureError("The catalogue cannot be read.") from None
    starts = (each.end() for each in re.finditer(re.escape(_DIGEST), signed))
    return frozenset(signed[at : at + _DIGEST_BYTES] for at in starts)


def _signed_content(catalogue: bytes) -> bytes:
    """What is signed in a PKCS #7: SignedData, third part (its content), second part (what it holds)."""
    _, content_info = _element(catalogue, 0)
    _, outer = _parts(content_info)[1]
    _, signed_data = _element(outer, 0)
    tag, encapsulated = _parts(signed_data)[2]
    if tag != _SEQUENCE:
        raise ValueError
    tag, content = _parts(encapsulated)[1]
    if tag != _FIRST:
        raise ValueError
    return content


def _parts(data: bytes) -> list[tuple[int, bytes]]:
    found: list[tuple[int, bytes]] = []
    at = 0
    while at < len(data):
        start, end = _bounds(data, at)
        found.append((data[at], data[start:end]))
        at = end
    return found


def _element(data: bytes, at: int) -> tuple[int, bytes]:
    start, end = _bounds(data, at)
    return data[at], data[start:end]


def _bounds(data: bytes, at: int) -> tuple[int, int]:
    """Where the content of the DER element begins and ends. Raises ValueError when it is cut off."""
    length, start = data[at + 1], at + 2
    if length >= _LONG_FORM:
        octets = length - _LONG_FORM
        length = int.from_bytes(data[start : start + octets], "big")
        start += octets
    if start + length > len(data):
        raise ValueError
    return start, start + length
