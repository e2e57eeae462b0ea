"""A program and everything that it starts, ended together when it takes too long."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

TIMED_OUT = 124


def run_in_group(
    command: list[str], folder: Path, variables: Mapping[str, str], *, seconds: float, grace: float = 10
) -> int:
    """The exit status of the command; 124 when it and all its children had to be ended after `seconds`.

    They have `grace` seconds to end by themselves.
    """
    leader = subprocess.Popen(command, cwd=folder, env=variables, start_new_session=os.name == "posix")
    try:
        return leader.wait(seconds)
    except subprocess.TimeoutExpired:
        print(f"Ended after {seconds:.0f} s: {' '.join(command)}", flush=True)
        return TIMED_OUT
    finally:
        _end(leader, grace)


def _end(leader: subprocess.Popen[bytes], grace: float) -> None:
    """Ends the processes of the group: first by request, then by force."""
    if os.name == "nt":
        if leader.poll() is None:
            subprocess.run(
                ["taskkill", "/T", "/F", "/PID", str(leader.pid)], capture_output=True, check=False
            )
            leader.wait()
        return
    if leader.poll() is None:
        _signal(leader.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            leader.wait(grace)
    # Children can outlive their leader.
    _signal(leader.pid, signal.SIGKILL)
    leader.wait()


def _signal(group: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, number)
