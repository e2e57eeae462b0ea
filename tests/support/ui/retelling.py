"""Says everything on screen again on the spot, to look at each screen in two languages."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, QObject, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QWidget

from app.ui.theme import style
from app.ui.theme.live_text import remembered

_ROOT = QModelIndex()


def retell(app: QApplication) -> None:
    """Say everything on screen in the language that is spoken now; what is typed and chosen stays."""
    style.follow_language(app)
    for window in app.topLevelWidgets():
        things = [window, *window.findChildren(QObject)]
        for thing in things:
            for each in tuple(remembered(thing).values()):
                each.tell(thing, *each.args, **each.kwargs)
        for thing in things:
            if isinstance(thing, QAbstractItemView):
                _renew_rows(thing)
            if isinstance(thing, QWidget):
                thing.updateGeometry()
                thing.update()


def _renew_rows(view: QAbstractItemView) -> None:
    """Have a view ask its model for everything again."""
    model = cast("QAbstractItemModel | None", view.model())
    if model is None or isinstance(view, QHeaderView):
        return
    rows = model.rowCount(_ROOT)
    # Of a list Qt does not let anybody ask.
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(_ROOT)
    if rows and columns:
        model.dataChanged.emit(model.index(0, 0), model.index(rows - 1, columns - 1))
    if columns:
        model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, columns - 1)
    view.viewport().update()
