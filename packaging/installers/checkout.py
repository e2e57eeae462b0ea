"""What of the checkout is built: its version, its commit, its date, and the files that ship."""

from __future__ import annotations

import os
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path

from installers.errors import BuildError

_SHIPPED = ("app", "resources")
# The sources of what ships beside them, and what is for those who work on them.
_SOURCES_ALONE = (".po", "README.md")
# Of an archive without history: the earliest that a zip file can say.
_NO_DATE = 315_532_800


@dataclass(frozen=True)
class Checkout:
    """A folder with the sources of the program."""

    root: Path

    def version(self) -> str:
        """The program's version."""
        told = tomllib.loads((self.root / "pyproject.toml").read_text(encoding="utf-8"))
        return str(told["project"]["version"])

    def commit(self) -> str:
        """The commit that the sources are, in hex; empty when they are not known to be one."""
        changed = self._git("status", "--porcelain", "--", *_SHIPPED)
        return (self._git("rev-parse", "HEAD") or "").strip() if changed == "" else ""

    def epoch(self) -> int:
        """The time that built files bear, in seconds of Unix: SOURCE_DATE_EPOCH, else the commit's."""
        told = os.environ.get("SOURCE_DATE_EPOCH") or self._git("log", "-1", "--format=%ct") or str(_NO_DATE)
        try:
            return int(told)
        except ValueError:
            raise BuildError(f"SOURCE_DATE_EPOCH is {told!r}: a number of seconds is wanted.") from None

    def shipped(self) -> list[str]:
        """The files that ship, by their paths with slashes, sorted: those that the history knows."""
        known = self._git("ls-files", "-z", "--", *_SHIPPED)
        names = known.split("\0") if known else self._all_files()
        found = [name for name in names if name and not name.endswith(_SOURCES_ALONE)]
        return sorted(name for name in found if (self.root / name).is_file())

    def _all_files(self) -> list[str]:
        paths = [path for folder in _SHIPPED for path in (self.root / folder).rglob("*") if path.is_file()]
        return [path.relative_to(self.root).as_posix() for path in paths if path.parent.name != "__pycache__"]

    def _git(self, *arguments: str) -> str | None:
        """What git says; None where there is no history."""
        command = ["git", "-C", str(self.root), *arguments]
        try:
            ended = subprocess.run(command, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            return None
        return ended.stdout if ended.returncode == 0 else None
