"""A Python that can run the counter, wherever this computer keeps one."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

SUITABLE = ((3, 11), (3, 12), (3, 13), (3, 14))
NONE_FOUND = (
    "Agency Counter needs Python 3.11, 3.12, 3.13 or 3.14, and none was found on this computer: install one."
)
_TELL = "import sys; print('%d.%d' % sys.version_info[:2]); print(sys.executable)"


def find_suitable() -> str | None:
    """The path of the newest suitable Python, or None."""
    found = (find(f"{major}.{minor}") for major, minor in reversed(SUITABLE))
    return next((path for path in found if path is not None), None)


def find(version: str) -> str | None:
    """The path of a Python of that major and minor version, such as 3.13, or None."""
    paths = (_path_if(command, version) for command in _candidates(version))
    return next((path for path in paths if path is not None), None)


def _candidates(version: str) -> list[list[str]]:
    """Commands that might start a Python of that version."""
    found: list[list[str]] = []
    on_path = shutil.which(f"python{version}")
    if on_path is not None:
        found.append([on_path])
    pyenv = Path(os.environ.get("PYENV_ROOT", str(Path.home() / ".pyenv")))
    found.extend([str(each)] for each in sorted(pyenv.glob(f"versions/{version}.*/bin/python")))
    launcher = shutil.which("py")
    if launcher is not None:
        found.append([launcher, f"-{version}"])
    return found


def _path_if(command: list[str], version: str) -> str | None:
    """The path of the Python that the command starts, if it has that version; a shim may start nothing."""
    try:
        told = subprocess.run([*command, "-c", _TELL], capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    lines = told.stdout.splitlines()
    return lines[1] if len(lines) > 1 and lines[0] == version else None
