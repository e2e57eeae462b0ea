"""What is owed, as the rows of a table."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.desk.till.owing import Owed
from app.desk.till.payment_values import paise_words
from app.ui.kit.basics.painting import LEFT, RIGHT, draw_text
from app.ui.kit.lists.row_list import RowDelegate, RowList, paint_ground
from app.ui.kit.lists.row_model import RowModel
from app.ui.kit.lists.table_columns import Column, Columns
from app.ui.theme import style
from app.ui.theme.style import Role
from app.ui.till.due_pane import sales_words

_ROW = 44
COLUMNS = Columns(
    (
        Column(mark("Customer"), share=0.4),
        Column(mark("For"), share=1),
        Column(mark("PNR"), 120, fold=2),
        Column(mark("Since"), 110, fold=1),
        Column(mark("Said"), 120, fold=1),
        Column(mark("Owed"), 110, is_right=True),
    ),
    left=20,
    right=16,
    gap=12,
    least=320,
)


def said_words(owed: Owed) -> str:
    """How it is paid, as far as anybody has said: by account, later, not said yet, or given back."""
    if owed.back is not None:
        return tr("to give back") if owed.back.is_said else tr("not said yet")
    if not owed.is_recorded:
        return tr("not recorded")
    return owed.account or tr("pays later")


class OwedModel(RowModel[Owed]):
    """What is owed, the oldest first."""

    @override
    def spoken(self, row: Owed) -> str:
        since = tr("since {time}", time=formats.since(row.since))
        refs = joined(" ", (each.booking_ref for each in row.due.sales))
        told = (row.due.customer, sales_words(row.due), refs, since, said_words(row))
        amount = paise_words(row.due.total)
        owes = tr("owes {amount}", amount=amount)
        return joined(", ", (*told, owes if row.back is None else tr("gets back {amount}", amount=amount)))


class OwedDelegate(RowDelegate[Owed]):
    """Paints one line."""

    @override
    def height_of(self, row: Owed) -> int:
        return _ROW

    @override
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: Owed) -> None:
        colours, refs = style.tokens(), joined(", ", (each.booking_ref for each in row.due.sales))
        is_open = not row.is_recorded or row.back is not None
        paint_ground(painter, option)
        cells: tuple[tuple[str, Role, QColor], ...] = (
            (row.due.customer, "bodyStrong", colours.text),
            (sales_words(row.due), "body", colours.text2),
            (refs, "body", colours.text2),
            (formats.since(row.since), "body", colours.text2),
            (said_words(row), "body", colours.warning if is_open else colours.text2),
            (paise_words(row.due.total), "bodyStrong", colours.text if row.back is None else colours.warning),
        )
        places = COLUMNS.places(option.rect.adjusted(0, 0, 0, -1))
        for place, column, (text, role, ink) in zip(places, COLUMNS.columns, cells, strict=True):
            align = RIGHT if column.is_right else LEFT
            draw_text(painter, place, text, style.font(role), ink, align=align)


class OwedList(RowList):
    """The table; Enter takes the payment of a row."""

    def __init__(self, model: OwedModel) -> None:
        super().__init__(model, OwedDelegate(model), "owed_list", tr("Owed by customers"))
