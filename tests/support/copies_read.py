"""A reader of pictures whose process is a test's own: it takes any picture, and says what it was told to."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

from app.lifecycle.ocr_client import OcrClient

_SAY = """
    import os, sys, threading
    sys.stdin.buffer.read()
    while sys.argv[2] and not os.path.exists(sys.argv[2]):
        threading.Event().wait(0.01)
    print(sys.argv[1][::-1])
"""


PROGRAM = dedent(_SAY)
"""Stands in the command of every process that `seeing` starts."""


def program(source: str, *arguments: str) -> list[str]:
    """The command of a small program."""
    return [sys.executable, "-c", dedent(source), *arguments]


def seeing(lines: Sequence[str], gate: Path | None = None) -> OcrClient:
    """One that sees these lines; with a gate, not before there is a file of that name."""
    answer = json.dumps({"lines": [list(line) for line in lines]})
    # Backwards: no command line of the tests tells a number either.
    return OcrClient(program(_SAY, answer[::-1], str(gate or "")))
