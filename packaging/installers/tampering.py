"""Single bytes of a payload or an artefact changed by chance that repeats itself, one at a time."""

from __future__ import annotations

import random
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

_KINDS = {
    "native code": (".so", ".dll", ".pyd", ".exe"),
    "bytecode": (".pyc", ".py", ".zip"),
    "fonts and pictures": (".ttf", ".svg", ".png", ".ico"),
    "packages": (".deb", ".run", ".msi"),
}


@dataclass(frozen=True)
class Flip:
    """One byte to be changed: in which file, at which place, and by which bits."""

    name: str
    place: int
    bits: int


def choose(sizes: dict[str, int], count: int, seed: int) -> list[Flip]:
    """So many flips among files of these sizes in bytes, the same for the same seed.

    Every second is anywhere among all bytes, which are mostly those of large libraries; the others are in any
    file, however small. A file without a byte has none to change. Raises ValueError when no file has any.
    """
    chance = random.Random(seed)
    names = sorted(name for name, size in sizes.items() if size)
    if not names:
        raise ValueError("There is no byte to change.")
    weights = [sizes[name] for name in names]
    flips: list[Flip] = []
    for number in range(count):
        name = chance.choices(names, weights)[0] if number % 2 else chance.choice(names)
        flips.append(Flip(name, chance.randrange(sizes[name]), chance.randrange(1, 256)))
    return flips


@contextmanager
def flipped(root: Path, flip: Flip) -> Generator[None]:
    """The byte is changed within, and what it was before afterwards."""
    with (root / flip.name).open("r+b") as opened:
        opened.seek(flip.place)
        before = opened.read(1)
        opened.seek(flip.place)
        opened.write(bytes([before[0] ^ flip.bits]))
    try:
        yield
    finally:
        with (root / flip.name).open("r+b") as opened:
            opened.seek(flip.place)
            opened.write(before)


def kind_of(name: str) -> str:
    """What kind of file that is, for the figures."""
    place = PurePosixPath(name)
    if place.parts[0] == "licenses" or name in ("MANIFEST.sha256", "sbom.cdx.json", "installed.json"):
        return "papers"
    if ".so." in place.name:
        return "native code"
    return next((kind for kind, ends in _KINDS.items() if place.suffix in ends), "all else")
