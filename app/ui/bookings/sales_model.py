"""The model of this counter's sales: unknown outcomes first, then by day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import groupby

from PySide6.QtCore import QObject, Signal
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.desk.model.sale import Sale
from app.ui.bookings.unknown_sale_words import people_words
from app.ui.kit.lists.row_model import TOP, Index, RowModel

ELSEWHERE = mark("Another counter")
"""The words for a sale of another counter."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a group of sales."""

    text: str
    count: int | None
    """None while their number is unknown."""


Row = Heading | Sale


def shown_debit(sale: Sale) -> Decimal | None:
    """The debit, or the expected one of a sale whose answer did not state it."""
    if sale.debited is not None:
        return sale.debited
    return sale.expected if sale.is_open or sale.booking_ref else None


def other_agent_words(sale: Sale) -> str:
    """The words for a sale of another agent than this API key's; empty for this one's."""
    return tr("Sold as agent {agent}", agent=sale.agent_id) if sale.is_of_other else ""


def spoken(sale: Sale, *, net_shown: bool) -> str:
    """The text of a sale for screen readers."""
    day = formats.day_long(sale.day) if sale.day else ""
    debit = shown_debit(sale) if net_shown else None
    told = "" if debit is None else formats.amount(debit)
    parts = (
        sale.booking_ref or tr("No PNR"),
        tr(ELSEWHERE) if sale.is_elsewhere else sale.customer_name,
        formats.passengers_named(sale.found_by),
        sale.title,
        day,
        people_words(sale),
        sale.state,
        told
        and (
            tr("expected {amount}", amount=told)
            if sale.debited is None
            else tr("debited {amount}", amount=told)
        ),
        _left_words(sale) if net_shown else "",
        other_agent_words(sale),
    )
    return joined(", ", parts)


def _left_words(sale: Sale) -> str:
    """What the refunds have left of the debit; empty without any."""
    if sale.debited is None or not sale.refunded:
        return ""
    return tr("{amount} are left of it", amount=formats.amount(sale.debited - sale.refunded))


class SalesModel(RowModel[Row]):
    """Rows of the list; headings cannot be chosen. Older sales are requested near the end."""

    more_wanted = Signal()
    """Emitted near the end of the list when there are more sales."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._today = date.min
        self._has_more = self._is_asked = False

    @property
    def count(self) -> int:
        """The number of sales in the model."""
        return sum(isinstance(each, Sale) for each in self.rows)

    def begin(self, waiting: Iterable[Sale], sales: Iterable[Sale], today: date, *, has_more: bool) -> None:
        """Set the unknown outcomes and the first page of all others."""
        self.beginResetModel()
        self._today = today
        open_ones = tuple(waiting)
        first = (Heading(tr("Needs an answer"), len(open_ones)), *open_ones) if open_ones else ()
        self.rows = (*first, *self._grouped(tuple(sales), is_end=not has_more))
        self._has_more, self._is_asked = has_more, False
        self.endResetModel()

    def append(self, sales: Iterable[Sale], *, has_more: bool) -> None:
        """Add the next page."""
        new, settled = tuple(sales), self._last_group()
        rows = self._grouped((*settled, *new), is_end=not has_more)
        at = len(self.rows)
        if settled:
            # The day continues: its heading and first sales are already there.
            self.rows = (*self.rows[: at - len(settled) - 1], rows[0], *settled)
            rows = rows[len(settled) + 1 :]
        if rows:
            self.beginInsertRows(TOP, at, at + len(rows) - 1)
            self.rows += tuple(rows)
            self.endInsertRows()
        self._has_more, self._is_asked = has_more, False

    def _last_group(self) -> tuple[Sale, ...]:
        """The sales of the last day, which may continue."""
        group: list[Sale] = []
        for each in reversed(self.rows):
            if isinstance(each, Heading):
                return tuple(reversed(group)) if each.count is None else ()
            group.append(each)
        return ()

    def _grouped(self, sales: tuple[Sale, ...], *, is_end: bool) -> list[Row]:
        """Headings and sales by day of sale; the last day may continue."""
        groups = [(day, tuple(each)) for day, each in groupby(sales, key=lambda sale: sale.sold_at.date())]
        rows: list[Row] = []
        for place, (day, group) in enumerate(groups, 1):
            is_whole = is_end or place < len(groups)
            rows += [Heading(_heading(day, self._today), len(group) if is_whole else None), *group]
        return rows

    @override
    def canFetchMore(self, parent: Index) -> bool:
        return self._has_more and not self._is_asked and not parent.isValid()

    @override
    def fetchMore(self, parent: Index) -> None:
        self._is_asked = True
        self.more_wanted.emit()

    def sale_at(self, index: Index) -> Sale | None:
        """The sale of an index; None for a heading."""
        row = self.row_at(index)
        return row if isinstance(row, Sale) else None

    def place_of(self, request_id: str) -> int:
        """The row of a sale, else of the first sale, else -1."""
        places = [i for i, row in enumerate(self.rows) if isinstance(row, Sale)]
        same = (i for i in places if self._request_of(i) == request_id)
        return next(same, places[0] if places else -1)

    @override
    def spoken(self, row: Row) -> str:
        if isinstance(row, Sale):
            return spoken(row, net_shown=self.net_shown)
        return row.text if row.count is None else joined(", ", (row.text, str(row.count)))

    @override
    def is_choosable(self, row: Row) -> bool:
        return isinstance(row, Sale)

    def _request_of(self, place: int) -> str:
        row = self.rows[place]
        return row.request_id if isinstance(row, Sale) else ""


def _heading(day: date, today: date) -> str:
    if day == today:
        return tr("Today, {day}", day=formats.day_medium(day))
    if (today - day).days == 1:
        return tr("Yesterday, {day}", day=formats.day_medium(day))
    return formats.day_long(day)
