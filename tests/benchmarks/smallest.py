"""Starts every benchmark and long run of this folder in its smallest round, so that none breaks unseen.

    python -m tests.benchmarks.smallest [NAME ...]

Two at a time, each in a process of its own. Prints a line for each; the exit status is 1 when any failed.
What needs a program that is not installed here fails, and says so.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.benchmarks.measuring import SMALLEST

FOLDER = Path(__file__).parent
_STARTED = 'if __name__ == "__main__":'
_ROOT = FOLDER.parents[1]
_MOST_SECONDS = 300
_TAIL = 15


def names() -> list[str]:
    """The modules of the folder that are started by hand, but for this one; the others are shared by them."""
    return sorted(
        each.stem
        for each in FOLDER.glob("*.py")
        if each != Path(__file__) and _STARTED in each.read_text(encoding="utf-8")
    )


def is_well(name: str) -> bool:
    """Whether the smallest round ends well and in time. Prints its line, and the end of what failed."""
    began = time.monotonic()
    variables = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    # A session of its own: what it has started ends with it.
    with subprocess.Popen(
        [sys.executable, "-m", f"tests.benchmarks.{name}", SMALLEST],
        cwd=_ROOT,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            printed, _ = process.communicate(timeout=_MOST_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            printed = f"{process.communicate()[0]}\nIt did not end within {_MOST_SECONDS} s."
    lines = [f"{name:<18} {time.monotonic() - began:>6.1f} s  {'failed' if process.returncode else 'ok'}"]
    if process.returncode:
        lines += [f"    {each}" for each in printed.splitlines()[-_TAIL:]]
    print("\n".join(lines), flush=True)
    return not process.returncode


def main(chosen: Sequence[str]) -> int:
    """Start those, or all."""
    with ThreadPoolExecutor(2) as pool:
        return 0 if all(list(pool.map(is_well, chosen or names()))) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
