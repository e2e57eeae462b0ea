"""A Python program of a test's own, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

PROJECT = Path(__file__).parents[2]
_SECONDS = 60
# The offscreen platform says this about itself at every window.
_SAID_BY_THE_PLATFORM = "This plugin does not support propagateSizeHints()\n"


def start_program(source: str, *arguments: str) -> subprocess.Popen[str]:
    """Start it at the project's root, with every check of Python and asyncio on and every warning shown."""
    return subprocess.Popen(
        [sys.executable, "-X", "dev", "-c", dedent(source), *arguments],
        cwd=PROJECT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def end_of(program: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Its exit status, and what it printed on either stream; killed after a minute."""
    try:
        printed, complained = program.communicate(timeout=_SECONDS)
    finally:
        program.kill()
    return program.returncode, printed, complained.replace(_SAID_BY_THE_PLATFORM, "")


def run_program(source: str, *arguments: str) -> tuple[int, str, str]:
    """Start it and wait for its end."""
    return end_of(start_program(source, *arguments))
