"""Each widget remembers the texts it was told, so that they can be told again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar, cast

from PySide6.QtCore import QObject

from app.core.language import Text, said_again
from app.ui.theme import style

_TOLD = "_told_texts"
P = ParamSpec("P")
W = TypeVar("W", bound=QObject)


class Told(NamedTuple):
    """A call to be made again; without its widget, which would then hold itself."""

    tell: Callable[..., None]
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = {}


def told(
    what: str,
) -> Callable[[Callable[Concatenate[W, P], None]], Callable[Concatenate[W, P], None]]:
    """A setter of words that is called again with the same, in the new language, when that changes.

    Of several setters of one thing, such as of a label's words, only the last that was called.
    """

    def remembering(setter: Callable[Concatenate[W, P], None]) -> Callable[Concatenate[W, P], None]:
        @wraps(setter)
        def tell(widget: W, *args: P.args, **kwargs: P.kwargs) -> None:
            _remember(widget, what, Told(tell, args, kwargs))
            now: Callable[..., None] = setter
            now(widget, *cast("Any", again(args)), **cast("Any", again(kwargs)))

        return tell

    return remembering


def say(setter: Callable[[str], Any], text: str) -> None:
    """Call one of Qt's own setters of a widget with a text, and remember it."""
    thing, name = cast("QObject", cast("Any", setter).__self__), setter.__name__
    _remember(thing, name, Told(_say, (name, text)))
    said = said_again(text)
    style.prepare_letters(said)
    setter(said)


def has_text(*values: object) -> bool:
    """Whether there is a text in it that can be said again."""
    return any(
        isinstance(value, Text)
        or (isinstance(value, tuple | list) and has_text(*cast("list[object]", value)))
        or (isinstance(value, dict) and has_text(*cast("dict[str, object]", value).values()))
        for value in values
    )


def again(value: object) -> object:
    """The value with the texts in it said again."""
    if isinstance(value, Text):
        return value.again()
    if isinstance(value, dict):
        return {key: again(each) for key, each in cast("dict[str, object]", value).items()}
    if isinstance(value, tuple):
        return _parts_again(cast("tuple[object, ...]", value))
    return value


def _parts_again(value: tuple[object, ...]) -> tuple[object, ...]:
    if not has_text(value):
        return value
    # A named tuple is made from its parts in its own way.
    make: Callable[[list[object]], tuple[object, ...]] = getattr(value, "_make", tuple)
    return make([again(each) for each in value])


def _say(thing: QObject, name: str, text: str) -> None:
    getattr(thing, name)(said_again(text))


def remembered(thing: QObject) -> dict[str, Told]:
    """The calls that were made of a thing, for a test to make them again."""
    return getattr(thing, _TOLD, {})


def _remember(thing: QObject, what: str, told: Told) -> None:
    """Only a text can be said again; what was told before it no longer holds."""
    kept = remembered(thing)
    kept.pop(what, None)
    if has_text(told.args, told.kwargs):
        kept[what] = told
        setattr(thing, _TOLD, kept)
