"""Every text of a window that a person sees or hears, and what of it is said in no language."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, cast

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QLineEdit,
    QWidget,
)

from tests.support.texts import is_code
from tests.support.ui.pseudo import CLOSES, OPENS

_MOST_ROWS = 30
_ROOT = QModelIndex()
_APART = re.compile(r"[,;:.\n()/+\u00b7\u2013\u00d7|\u2026]+\s|\s[\u00b7\u2013\u00d7+]\s|[\n;:]|\.$")
_ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole)
_INNERMOST = re.compile(f"{OPENS}[^{OPENS}{CLOSES}]*{CLOSES}")
_NUMBER = re.compile(r"[\w-]*\d[\w-]*")
"""Of a booking, a request, a document."""
_TAG = re.compile(r"</?\w+>")


@dataclass(frozen=True, slots=True)
class Seen:
    """A text, which widget has it and as what."""

    where: str
    module: str
    text: str

    def __str__(self) -> str:
        return f"{self.where}: {self.text!r}"


def seen(window: QWidget) -> Iterator[Seen]:
    """All texts of the visible widgets and of the rows of their models."""
    for widget in (window, *window.findChildren(QWidget)):
        if widget is window or widget.isVisible():
            modules = " ".join(type(each).__module__ for each in _around(widget))
            for what, text in _texts(widget):
                where = f"{type(widget).__name__} {widget.objectName()!r} {what}"
                yield Seen(where, modules, text)


def painted(text: str, depth: int) -> Seen:
    """A text that is painted by the caller a given number of calls before."""
    frame = inspect.currentframe()
    for _ in range(depth + 1):
        frame = frame and frame.f_back
    caller = "" if frame is None else str(frame.f_globals["__name__"])
    return Seen(f"painted by {caller}", caller, text)


def left_unsaid(text: str, data: frozenset[str]) -> str:
    """What of a text is said in no language and is no data either; empty when all is well."""
    rest, count = text, 1
    while count:
        rest, count = _INNERMOST.subn("", rest)
    # Of what was shortened or cut into pieces, the end is missing.
    rest = re.sub(f"{OPENS}.*|^[^{OPENS}]*{CLOSES}", "", _TAG.sub("", rest), flags=re.DOTALL)
    pieces = [each.strip(" .\u2026") for each in _APART.split(rest)]
    unsaid = [each for each in pieces if _is_words(each) and _plain(each) not in data]
    return ", ".join(unsaid) if _plain(rest) not in data else ""


def data_of(*things: object) -> frozenset[str]:
    """Every text in these values, and the pieces that it is shown in."""
    found: set[str] = set()
    for each in _leaves(things, set()):
        found.add(_plain(each))
        found.update(_plain(piece) for piece in _APART.split(each))
        found.update(_plain(line) for line in each.splitlines())
    return frozenset(found)


def _plain(text: str) -> str:
    return " ".join(text.replace("_", " ").casefold().split()).strip(' ."\u2026')


def _is_words(text: str) -> bool:
    """Capital letters alone are codes: currencies, states, names of modules."""
    reads = re.search(r"[a-z][A-Za-z]|[A-Za-z][a-z]", text) is not None
    return reads and not is_code(text) and _NUMBER.fullmatch(text) is None


def _around(widget: QWidget) -> Iterator[QWidget]:
    each: QWidget | None = widget
    while each is not None:
        yield each
        each = each.parentWidget()


def _texts(widget: QWidget) -> Iterator[tuple[str, str]]:
    yield "name", widget.accessibleName()
    yield "description", widget.accessibleDescription()
    yield "tip", widget.toolTip()
    if widget.isWindow():
        yield "title", widget.windowTitle()
    if isinstance(widget, QLabel | QAbstractButton):
        yield "text", widget.text().replace("&&", "&")
    if isinstance(widget, QLineEdit):
        yield "placeholder", widget.placeholderText()
        for action in widget.actions():
            yield "action", action.text()
    if isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView):
        model = cast("QAbstractItemModel | None", widget.model())
        if model is not None:
            yield from _model_texts(model)


def _model_texts(model: QAbstractItemModel) -> Iterator[tuple[str, str]]:
    columns = range(1 if isinstance(model, QAbstractListModel) else model.columnCount(_ROOT))
    for column in columns:
        yield f"heading {column}", _said(model.headerData(column, Qt.Orientation.Horizontal))
    for row in range(min(model.rowCount(_ROOT), _MOST_ROWS)):
        for column in columns:
            for role in _ROLES:
                what = f"row {row}, column {column}, {role.name}"
                yield what, _said(model.index(row, column).data(role))


def _said(value: object) -> str:
    return value if isinstance(value, str) else ""


def _leaves(values: Iterable[object], met: set[int]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif id(value) not in met:
            met.add(id(value))
            yield from _leaves(_within(value), met)


def _within(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        held = cast("dict[object, object]", value)
        return (*held.keys(), *held.values())
    if isinstance(value, list | tuple | set | frozenset):
        return cast("Iterable[object]", value)
    if is_dataclass(value):
        return [getattr(value, each.name) for each in fields(value)]
    if type(value).__module__.startswith("app."):
        return cast("dict[str, Any]", getattr(value, "__dict__", {})).values()
    return ()
