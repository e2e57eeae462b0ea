"""What a screen reader needs beside the program: a screen, a bus, and the system's Python with pyatspi."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

SYSTEM_PYTHON = Path("/usr/bin/python3")
"""The Python that the system's packages are for."""
_REGISTRY = Path("/usr/libexec/at-spi2-registryd")


def is_installed() -> bool:
    """Whether a screen reader can listen here."""
    programs = all(shutil.which(each) for each in ("Xvfb", "dbus-daemon"))
    if not (programs and SYSTEM_PYTHON.exists() and _REGISTRY.exists()):
        return False
    command = [str(SYSTEM_PYTHON), "-c", "import pyatspi"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


on_accessibility_bus = pytest.mark.skipif(
    not is_installed(),
    reason="no screen or accessibility bus is installed (xvfb, dbus, at-spi2-core, python3-pyatspi)",
)
"""For what needs a real one."""


@contextmanager
def running(*command: str) -> Generator[str]:
    """A program that writes its address as its first line."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as program:
        assert program.stdout is not None
        try:
            yield program.stdout.readline().strip()
        finally:
            program.terminate()
