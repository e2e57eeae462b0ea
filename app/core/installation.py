"""The program on this computer: its folder, its version, and the commands that start it."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from app.core.frozen import frozen
from app.core.paths import LIBRARY

VERSION = "0.1.0"
MARKER = "installed.json"
ROOT = LIBRARY.parent
"""The marker of an installed program, whose package is in its folder `lib`; a checkout has none."""
NAME = "agency-counter"
_LONGEST_MARKER = 10_000


@frozen
class Installation:
    """The program, installed or run from a checkout."""

    root: Path | None
    """The folder of an installed program; None in a checkout."""
    version: str
    system: str
    """`linux` or `windows`."""
    python: str
    qt: str
    """What it was built with; empty in a checkout, where the library itself is asked."""
    built_from: str
    """The commit; empty when it is not known."""


def this_program(root: Path = ROOT) -> Installation:
    """The installation that the marker file describes; defaults stand in for a marker that cannot be read."""
    told = _marker(root)
    return Installation(
        root if (root / MARKER).exists() else None,
        _text(told, "version") or VERSION,
        _text(told, "system") or ("windows" if sys.platform == "win32" else "linux"),
        _text(told, "python") or platform.python_version(),
        _text(told, "qt"),
        _text(told, "built_from"),
    )


def own_command(*arguments: str, root: Path = ROOT) -> tuple[str, ...]:
    """The command line that starts a command of this program in another process.

    The launcher of an installed program takes nothing from the environment or the current folder,
    and writes no compiled modules; the same holds for processes that the program itself starts.
    """
    launcher = root / (f"{NAME}.exe" if sys.platform == "win32" else NAME)
    if (root / MARKER).exists() and launcher.exists():
        return (str(launcher), *arguments)
    return (sys.executable, "-P", "-m", "app", *arguments)


def spoken_command(root: Path = ROOT) -> str:
    """The command that a person types to start this program."""
    return NAME if (root / MARKER).exists() else "python -m app"


def _marker(root: Path) -> Mapping[str, Any]:
    try:
        with (root / MARKER).open(encoding="utf-8-sig") as stream:
            told: object = json.loads(stream.read(_LONGEST_MARKER))
    except (OSError, ValueError, RecursionError):
        return {}
    return cast("Mapping[str, Any]", told) if isinstance(told, dict) else {}


def _text(told: Mapping[str, Any], name: str) -> str:
    value = told.get(name)
    return value if isinstance(value, str) else ""
