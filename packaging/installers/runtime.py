"""The interpreter that an installer carries: a tree of files, and which parts it was put together from."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Part:
    """Something of another maker inside the runtime."""

    name: str
    version: str
    purl: str
    sha256: str
    """Of the file that it was taken from."""
    copyright: str
    """The text of its licences, by its path in the runtime's folder."""


@dataclass(frozen=True)
class Runtime:
    """A folder with `tree`, which is laid into the installed program as it is, and `parts.json`."""

    folder: Path

    @property
    def tree(self) -> Path:
        """What lies in the root of the installed program."""
        return self.folder / "tree"

    def parts(self) -> list[Part]:
        """What it was put together from, by name."""
        read = json.loads((self.folder / "parts.json").read_text(encoding="utf-8"))
        return [Part(**each) for each in read]

    def keep_parts(self, parts: list[Part]) -> None:
        """Write down what it was put together from."""
        told = [asdict(each) for each in sorted(parts, key=lambda part: part.name)]
        (self.folder / "parts.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
