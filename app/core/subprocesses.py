"""Other processes of this program, for data that may be hostile and for practice: spoken to by pipes only."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import IO, TypeVar

from app.core.paths import LIBRARY

Result = TypeVar("Result")

_KEPT = ("LD_LIBRARY_PATH", "PATH", "PYTHONPYCACHEPREFIX", "SYSTEMROOT")
"""What a process needs to find its libraries, compiled or not.

Nothing else is handed on, least of all the key.
"""
_SET_DUMPABLE = 4
"""PR_SET_DUMPABLE of Linux."""


class SubprocessError(Exception):
    """The process could not be started, or its answer made no sense."""


class SubprocessEndedError(SubprocessError):
    """The process has been ended, and is not started again."""


def dump_no_core() -> None:
    """Prevent a core dump: the memory of this process must not be written to a file when it crashes."""
    if sys.platform == "linux":
        # A limit of zero does not stop cores that are piped to a program, as systemd does.
        ctypes.CDLL(None).prctl(_SET_DUMPABLE, 0, 0, 0, 0)


class Subprocess:
    """One process; `end` may be called from another thread, also before the process has started."""

    def __init__(
        self, command: Sequence[str], seconds: float, surroundings: Mapping[str, str] | None = None
    ) -> None:
        """`seconds` is the time for each answer; `surroundings` is added to the environment."""
        self._command = tuple(command)
        self._seconds = seconds
        self._surroundings = dict(surroundings or {})
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        """Held while the process is being asked."""
        self._process: subprocess.Popen[bytes] | None = None
        self._has_ended = False

    def answer(self, *given: bytes, most: int) -> bytes:
        """At most `most` bytes of what it writes to `given`; empty when it fails or takes too long.

        The process ends with that. Call it in a thread. Raises SubprocessError when it cannot be started.
        """
        return self._talk(given, lambda sink: sink.read(most), is_last=True)

    def ask(self, given: Sequence[bytes], read: Callable[[IO[bytes]], Result]) -> Result:
        """What `read` makes of its answer to `given`. The process goes on and can be asked again.

        Call it in a thread, once at a time. When `read` raises, the process is ended. Raises SubprocessError
        when it cannot be started and SubprocessEndedError when it has been ended.
        """
        return self._talk(given, read, is_last=False)

    def end(self) -> None:
        """Kill the process, without waiting for it; no effect when it has already ended."""
        if self._kill():
            # The kernel needs some time for a process with much memory.
            threading.Thread(target=self._bury, daemon=True).start()

    def _talk(self, given: Sequence[bytes], read: Callable[[IO[bytes]], Result], *, is_last: bool) -> Result:
        with self._turn:
            process = self.begin()
            timer = threading.Timer(self._seconds, self._kill)
            timer.daemon = True
            timer.start()
            # A process that writes before it has read would wait for this one, and this one for it.
            feed = partial(_feed, process, given, is_last=is_last)
            feeding = threading.Thread(target=feed, daemon=True)
            feeding.start()
            try:
                return read(_pipe(process.stdout))
            except BaseException:
                is_last = True
                raise
            finally:
                if is_last:
                    self._kill()
                feeding.join()
                timer.cancel()
                if self._has_ended:
                    self._close()

    def _kill(self) -> bool:
        """Whether there was a process to kill."""
        with self._lock:
            self._has_ended = True
            if self._process is not None:
                self._process.kill()
            return self._process is not None

    def _bury(self) -> None:
        with self._turn:
            self._close()

    def _close(self) -> None:
        if self._process is not None:
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                # Data that is not flushed yet is lost with the process.
                with suppress(OSError):
                    _pipe(pipe).close()

    def begin(self) -> subprocess.Popen[bytes]:
        """The process, started if necessary. Raises SubprocessError."""
        with self._lock:
            if self._has_ended:
                raise SubprocessEndedError
            if self._process is not None:
                return self._process
            try:
                self._process = subprocess.Popen(
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    env=self._environment(),
                    creationflags=_quiet_flags(),
                )
            except OSError:
                raise SubprocessError from None
            return self._process

    def _environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        place = {"PYTHONPATH": str(LIBRARY), "PYTHONDONTWRITEBYTECODE": "1"}
        return {**kept, **place, **self._surroundings}


def _quiet_flags() -> int:
    """The creation flags on Windows: low priority and no window of its own; 0 elsewhere."""
    names = ("BELOW_NORMAL_PRIORITY_CLASS", "CREATE_NO_WINDOW")
    return sum(getattr(subprocess, name, 0) for name in names)


def _feed(process: subprocess.Popen[bytes], given: Sequence[bytes], *, is_last: bool) -> None:
    # The process may have ended already, or end meanwhile.
    with suppress(OSError):
        pipe = _pipe(process.stdin)
        for part in given:
            pipe.write(part)
        pipe.flush()
        if is_last:
            pipe.close()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise SubprocessError
    return pipe
