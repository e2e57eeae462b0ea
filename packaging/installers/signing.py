"""The hook by which a build is signed: one command, called with the path of each file."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

from installers.errors import BuildError
from installers.locks import digest_of

VARIABLE = "SIGN"
SIGNATURES = (".asc", ".minisig", ".p7s", ".sig")


class Signing:
    """Signs by the command given, or by none; `unsigned` are the SHA-256 of files before they were changed.

    The command gets the path of one file as its last argument. It signs inside of the file, or leaves a
    signature beside it.
    """

    def __init__(self, command: str = "") -> None:
        self._command = shlex.split(command or os.environ.get(VARIABLE, ""))
        self.unsigned: dict[str, str] = {}

    @property
    def is_wanted(self) -> bool:
        """Whether there is a command."""
        return bool(self._command)

    def sign(self, path: Path) -> bool:
        """Whether the file was signed: False when there is no command.

        Raises BuildError when the command fails, and when it has neither changed the file nor left another
        beside it: then nothing was signed, whatever it says.
        """
        if not self._command:
            return False
        before, beside = digest_of(path), _beside(path)
        try:
            ended = subprocess.run([*self._command, path], capture_output=True, text=True, check=False)
        except OSError as error:
            raise BuildError(f"{self._command[0]}, which signs, cannot be started: {error}") from error
        if ended.returncode != 0:
            raise BuildError(f"{path.name} was not signed ({ended.returncode}): {ended.stderr.strip()}")
        if not path.is_file():
            raise BuildError(f"{self._command[0]} has removed {path.name}.")
        is_changed = digest_of(path) != before
        if not is_changed and _beside(path) == beside:
            raise BuildError(f"{self._command[0]} has signed nothing: {path.name} is unchanged, and alone.")
        if is_changed:
            self.unsigned[path.name] = before
        return True


def drop_signatures(path: Path) -> None:
    """Remove what an earlier build has left beside the file as its signature."""
    for suffix in SIGNATURES:
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _beside(path: Path) -> dict[str, tuple[int, int]]:
    """What lies beside the file and is named after it, and since when."""
    named = [each for each in path.parent.iterdir() if each != path and each.name.startswith(path.name)]
    return {each.name: (each.stat().st_ino, each.stat().st_mtime_ns) for each in named}
