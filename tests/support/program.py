"""A Python program of a test's own, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from textwrap import dedent

import psutil

PROJECT = Path(__file__).parents[2]
_SECONDS, _LOOK_EVERY_SECONDS = 60, 0.01
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


def has_ended(pid: int) -> bool:
    """Whether that process is gone soon; one that nobody has asked for its status yet counts as gone.

    Its port would prove nothing: another program of these tests may have it by then.
    """
    pause, deadline = threading.Event(), time.monotonic() + _SECONDS
    while time.monotonic() < deadline:
        with suppress(psutil.NoSuchProcess):
            if psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
                pause.wait(_LOOK_EVERY_SECONDS)
                continue
        return True
    return False
