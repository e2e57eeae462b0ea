"""A notice while the opening of a journal takes long."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager

from app.core.language import mark, tr
from app.ui.window.main_window import MainWindow

_LONG_SECONDS = 1.0
_WAITING = mark(
    "The journal is being opened. If another program holds it, this counter waits for ten seconds."
)


@contextmanager
def telling_of_a_wait(window: MainWindow) -> Generator[None]:
    """Show the notice above the page when the block takes longer than a second."""
    timer = asyncio.get_running_loop().call_later(
        _LONG_SECONDS, lambda: window.show_notice(tr(_WAITING), about="waiting")
    )
    try:
        yield
    finally:
        timer.cancel()
        window.show_notice("", about="waiting")
