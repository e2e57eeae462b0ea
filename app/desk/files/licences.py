"""The licences of all parts of this program, for reading in it."""

from __future__ import annotations

from pathlib import Path

from app.core.frozen import frozen
from app.core.installation import Installation
from app.core.language import tr
from app.core.paths import RESOURCES

LICENCES, PARTS = "licenses", "sbom.cdx.json"
_MARK = "license"
_LONGEST = 400_000
_MOST = 1_000


@frozen
class Paper:
    """One licence text."""

    name: str
    """The name in the list: its path in the folder of licences, without the ending of text files."""
    path: Path

    def text(self) -> str:
        """The text, at most 400,000 characters, or why it cannot be read."""
        try:
            with self.path.open(encoding="utf-8", errors="replace") as stream:
                said = stream.read(_LONGEST + 1)
        except OSError as error:
            cause = error.strerror or type(error).__name__
            return tr("{file} cannot be read: {cause}.", file=self.path, cause=cause)
        if len(said) <= _LONGEST:
            return said
        return tr("{text}\n\nThe rest stands in {file}.", text=said[:_LONGEST], file=self.path)


def papers_of(program: Installation, resources: Path = RESOURCES) -> tuple[Paper, ...]:
    """All licences of an installed program by name, and then the list of its parts.

    A checkout has only those of its fonts and icons; its packages contain their own.
    """
    if program.root is None:
        found = sorted(each for each in resources.rglob("*") if _MARK in each.name.casefold())
        return tuple(Paper(each.stem.partition("-")[0], each) for each in found)
    folder, parts = program.root / LICENCES, program.root / PARTS
    texts = sorted(each for each in folder.rglob("*") if each.is_file())[:_MOST]
    papers = [Paper(_name(each.relative_to(folder)), each) for each in texts]
    return (*papers, *([Paper(parts.name, parts)] if parts.is_file() else []))


def _name(path: Path) -> str:
    return (path.with_suffix("") if path.suffix in {".txt", ".md"} else path).as_posix()
