"""Reports of unexpected exceptions: their type and place, never typed data."""

from __future__ import annotations

import logging
import sys
import threading
from types import TracebackType

from app.core.logbook import DiscreetFormatter
from app.core.subprocesses import dump_no_core

log = logging.getLogger(__name__)
_KEPT = ("last_exc", "last_value", "last_traceback")
"""Where Python keeps the last exception; the first since 3.12."""


def keep_faults_discreet() -> None:
    """Log unhandled exceptions without their messages from now on, and prevent core dumps.

    Python's own output and the memory in a core would be in files of the session on many systems.
    """
    sys.excepthook = _write_down
    threading.excepthook = _write_down_of_thread
    sys.unraisablehook = _write_down_unraisable
    dump_no_core()


def _write_down(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    where = DiscreetFormatter().formatException((kind, error or kind(), trace))
    log.error("Nobody handled a fault: %s", where)
    # Python keeps the last exception for a debugger, with its frames and the documents in them.
    sys.__dict__.update(dict.fromkeys(_KEPT))


def _write_down_of_thread(about: threading.ExceptHookArgs) -> None:
    _write_down(about.exc_type, about.exc_value, about.exc_traceback)


def _write_down_unraisable(about: sys.UnraisableHookArgs) -> None:
    _write_down(about.exc_type, about.exc_value, about.exc_traceback)
