"""The sales of this counter in the order they are looked for: what needs an answer, then by day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import groupby

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from app.desk import words
from app.desk.values import Sale
from app.ui.parts.day_entry import day_distance

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()


@dataclass(frozen=True, slots=True)
class Heading:
    """A line over a group of sales."""

    text: str
    count: int


Row = Heading | Sale


def rows_of(sales: Iterable[Sale], today: date) -> tuple[Row, ...]:
    """Headings and sales: open ones first, then by the day they were sold."""
    sales = tuple(sales)
    waiting = tuple(sale for sale in sales if sale.is_open)
    rows: list[Row] = [Heading("Needs an answer", len(waiting)), *waiting] if waiting else []
    settled = (sale for sale in sales if not sale.is_open)
    for day, group in groupby(settled, key=lambda sale: sale.sold_at.date()):
        of_day = tuple(group)
        rows += [Heading(_heading(day, today), len(of_day)), *of_day]
    return tuple(rows)


def matches(sale: Sale, typed: str) -> bool:
    """Whether everything typed stands somewhere in the sale: name, phone, PNR, activity."""
    parts = (sale.customer_name, sale.customer_phone, sale.booking_ref, sale.title)
    text = " ".join(parts).casefold()
    return all(word in text for word in typed.casefold().split())


def shown_debit(sale: Sale) -> Decimal | None:
    """What the wallet was debited, or what is expected of a sale that is open."""
    if sale.debited is not None:
        return sale.debited
    return sale.expected if sale.is_open else None


def spoken(sale: Sale, *, net_shown: bool) -> str:
    """The sale as a screen reader says it."""
    day = words.day_long(sale.day) if sale.day else ""
    debit = shown_debit(sale) if net_shown else None
    parts = (
        sale.booking_ref or "No PNR",
        sale.customer_name,
        sale.title,
        day,
        words.seats(sale.qty),
        sale.state,
        "" if debit is None else f"debited {words.amount(debit)}",
    )
    return ", ".join(part for part in parts if part)


class SalesModel(QAbstractListModel):
    """Rows for the list; headings cannot be chosen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()
        self.net_shown = True

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        """Hold these rows."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row_at(self, index: Index) -> Row | None:
        """The row of an index."""
        return self._rows[index.row()] if 0 <= index.row() < len(self._rows) else None

    def sale_at(self, index: Index) -> Sale | None:
        """The sale of an index; None for a heading."""
        row = self.row_at(index)
        return row if isinstance(row, Sale) else None

    def place_of(self, request_id: str) -> int:
        """The row of a sale, else of the first sale, else -1."""
        places = [i for i, row in enumerate(self._rows) if isinstance(row, Sale)]
        same = (i for i in places if self._request_of(i) == request_id)
        return next(same, places[0] if places else -1)

    @override
    def rowCount(self, parent: Index = _TOP) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.sale_at(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        row = self.row_at(index)
        if row is None or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        return spoken(row, net_shown=self.net_shown) if isinstance(row, Sale) else f"{row.text}, {row.count}"

    def _request_of(self, place: int) -> str:
        row = self._rows[place]
        return row.request_id if isinstance(row, Sale) else ""


def _heading(day: date, today: date) -> str:
    near = day_distance(day, today)
    long = words.day_long(day)
    return f"{near}, {words.day_medium(day)}" if near in ("Today", "Yesterday") else long
