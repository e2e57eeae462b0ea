"""What went wrong outside the reach of a test's own assertions; each test fails for it at its end."""

from __future__ import annotations

import logging

from typing_extensions import override

_LOGGERS = ("asyncio", "qasync", "app.core.event", "app.lifecycle.event_loop")
_found: list[str] = []


class _StrayHandler(logging.Handler):
    """Collects exceptions that are only logged: those that were not awaited, and those of subscribers."""

    @override
    def emit(self, record: logging.LogRecord) -> None:
        report(f"{record.name}: {self.format(record)}")


def report(text: str) -> None:
    """Let the running test fail at its end, from any thread."""
    _found.append(text)


def take() -> list[str]:
    """All that was reported since the last call."""
    taken = _found.copy()
    _found.clear()
    return taken


def watch_loops() -> None:
    """From now on, report every error that an event loop logs."""
    handler = _StrayHandler(logging.ERROR)
    for name in _LOGGERS:
        logging.getLogger(name).addHandler(handler)
