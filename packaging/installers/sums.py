"""`SHA256SUMS` beside the artefacts: one line for each, as `sha256sum -c` reads it."""

from __future__ import annotations

from pathlib import Path

from installers.locks import digest_of
from installers.signing import SIGNATURES, Signing, drop_signatures

NAME = "SHA256SUMS"


def publish(folder: Path, version: str, system: str, signing: Signing) -> Path:
    """Sign the artefacts of the version for the system, and write `SHA256SUMS` over those of all systems.

    What a signature has changed can be compared with nobody else's build any more, so the digests from before
    are published too, as `agency-counter-<version>-<system>.unsigned.sha256`. `SHA256SUMS` is signed last.
    Raises BuildError when signing fails. Gives the path of `SHA256SUMS`.
    """
    if not signing.is_wanted:
        print("Nothing is signed: --sign, or the variable SIGN, would name a command that does it.")
    for path in _artefacts(folder, version):
        if system_of(path) == system:
            drop_signatures(path)
            signing.sign(path)
    unsigned = folder / f"agency-counter-{version}-{system}.unsigned.sha256"
    unsigned.unlink(missing_ok=True)
    if signing.unsigned:
        _write(unsigned, signing.unsigned)
    sums = folder / NAME
    _write(sums, {path.name: digest_of(path) for path in _artefacts(folder, version)})
    drop_signatures(sums)
    signing.sign(sums)
    return sums


def system_of(path: Path) -> str:
    """The system that an artefact is for, by its name."""
    windows = path.suffix in (".exe", ".msi") or "-windows." in path.name
    return "windows" if windows else "linux"


def _artefacts(folder: Path, version: str) -> list[Path]:
    starts = tuple(f"agency-counter{sign}{version}{end}" for sign in "-_" for end in "-_.")
    named = [path for path in folder.iterdir() if path.is_file() and path.name.startswith(starts)]
    return sorted(path for path in named if path.suffix not in SIGNATURES)


def _write(path: Path, digests: dict[str, str]) -> None:
    lines = [f"{digest}  {name}\n" for name, digest in sorted(digests.items())]
    path.write_text("".join(lines), encoding="ascii", newline="\n")
