"""Texts that were made while another language was spoken, said in the present one where they are shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from PySide6.QtCore import QObject

from app.core.language import Text, said_again
from app.ui.theme import style

P = ParamSpec("P")
W = TypeVar("W", bound=QObject)


def told(setter: Callable[Concatenate[W, P], None]) -> Callable[Concatenate[W, P], None]:
    """A setter of words that sets them in the present language."""

    @wraps(setter)
    def tell(widget: W, *args: P.args, **kwargs: P.kwargs) -> None:
        now: Callable[..., None] = setter
        now(widget, *cast("Any", again(args)), **cast("Any", again(kwargs)))

    return tell


def say(setter: Callable[[str], Any], text: str) -> None:
    """Call one of Qt's own setters with a text in the present language."""
    said = said_again(text)
    style.prepare_letters(said)
    setter(said)


def again(value: object) -> object:
    """The value with the texts in it said again."""
    if isinstance(value, Text):
        return value.again()
    if isinstance(value, dict):
        return {key: again(each) for key, each in cast("dict[str, object]", value).items()}
    if isinstance(value, tuple):
        parts = cast("tuple[object, ...]", value)
        # A named tuple is made from its parts in its own way.
        make: Callable[[list[object]], tuple[object, ...]] = getattr(parts, "_make", tuple)
        return make([again(each) for each in parts])
    return value
