"""The interpreter that an installer carries: a tree of files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Runtime:
    """A folder with `tree`, which is laid into the installed program as it is."""

    folder: Path

    @property
    def tree(self) -> Path:
        """What lies in the root of the installed program."""
        return self.folder / "tree"
