"""What Qt calls, and whose exceptions would end the program."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")
failed: set[str] = set()
"""The methods whose fault is in the log: one that paints fails in every frame."""


def guarded(method: Callable[P, T]) -> Callable[P, T | None]:
    """A paint event or the data of a model, after whose exception there is nothing and the program goes on.

    An exception that leaves `paintEvent` keeps Qt's painter alive in its frames beyond what it paints on, and
    one that leaves `data` leaves Qt without a value: each is a segmentation fault.
    """

    @wraps(method)
    def run(*args: P.args, **kwargs: P.kwargs) -> T | None:
        try:
            return method(*args, **kwargs)
        except Exception as error:
            name = f"{type(args[0]).__name__}.{method.__name__}"
            if name not in failed:
                log.exception("%s failed", name)
            failed.add(name)
            let_go(error)
            return None

    return run


def let_go(error: BaseException | None) -> None:
    """Free what the frames of an exception hold, and of those that it came from."""
    while error is not None:
        traceback.clear_frames(error.__traceback__)
        error = error.__cause__ or error.__context__
