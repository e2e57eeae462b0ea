"""Painting that cannot end the program."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

log = logging.getLogger(__name__)

W = TypeVar("W", bound=QWidget)
_failed: set[str] = set()
"""The parts whose fault is in the log: a part that fails does so in every frame."""


def guarded(paint: Callable[[W, QPaintEvent], None]) -> Callable[[W, QPaintEvent], None]:
    """The paint event, after whose exception the part stays unfinished and the program goes on.

    An exception that leaves it keeps Qt's painter alive in its frames beyond what it paints on, which is a
    segmentation fault.
    """

    @wraps(paint)
    def run(part: W, event: QPaintEvent) -> None:
        try:
            paint(part, event)
        except Exception as error:
            name = type(part).__name__
            if name not in _failed:
                log.exception("%s cannot be painted", name)
            _failed.add(name)
            traceback.clear_frames(error.__traceback__)

    return run
