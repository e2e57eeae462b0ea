"""The programs that a build starts."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from installers.errors import BuildError

# What a person may have set for other programs, and what would change what is built.
_FOREIGN = ("PIP_", "PYTHON", "LD_", "TAR_OPTIONS", "XZ_", "GZIP", "DPKG_", "VIRTUAL_ENV")


def run(command: Sequence[str | Path], folder: Path | None = None, **variables: str) -> str:
    """What the command wrote to stdout. Raises BuildError when it is missing or fails."""
    try:
        ended = subprocess.run(
            [str(each) for each in command],
            cwd=folder,
            env=clean_variables(os.environ, **variables),
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        raise BuildError(f"The program {command[0]} is missing.") from None
    if ended.returncode != 0:
        said = f"{ended.stdout}{ended.stderr}".strip()
        raise BuildError(f"{' '.join(map(str, command[:4]))} … failed ({ended.returncode}):\n{said}")
    return ended.stdout


def clean_variables(variables: Mapping[str, str], **more: str) -> dict[str, str]:
    """The variables without those that would change what is built; language and time zone are set."""
    kept = {name: value for name, value in variables.items() if not name.startswith(_FOREIGN)}
    return {**kept, "LC_ALL": "C.UTF-8", "TZ": "UTC", "PYTHONHASHSEED": "0", **more}


def require(programs: Mapping[str, str]) -> None:
    """Return when all programs are there, given with the Debian package of each. Raises BuildError."""
    missing = sorted({package for program, package in programs.items() if shutil.which(program) is None})
    if missing:
        raise BuildError(
            f"These are missing: {', '.join(missing)}. Run:\n"
            f"  apt-get install --no-install-recommends {' '.join(missing)}"
        )
