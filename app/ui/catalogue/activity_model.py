"""The activities of one date as rows, filtered by what the clerk types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QStringListModel, Qt
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.model import formats
from app.desk.model.activities import ActivityOffer, Span
from app.ui.catalogue.activity_filter import ActivityFilter, Searchable, matching, ordered, searchable

SKELETON_ROWS = 9

Index = QModelIndex | QPersistentModelIndex
_ROW = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren


def price_words(span: Span | None) -> str:
    """A fare or net range as a column shows it."""
    return tr("Not stated") if span is None else formats.span(span.low, span.high)


def availability_words(offer: ActivityOffer) -> tuple[str, str]:
    """The two lines of the availability column."""
    if offer.available is False:
        following = tr("Next: {day}", day=formats.day_medium(offer.next_date)) if offer.next_date else ""
        return offer.reason or tr("Not available"), following
    state = tr("Available") if offer.available else tr("Not stated, see its slots")
    if offer.cutoff_minutes is None:
        return state, ""
    return state, tr("Closes {time} before start", time=formats.minutes(offer.cutoff_minutes))


def spoken_row(offer: ActivityOffer, *, net_shown: bool) -> str:
    """The row in one sentence, for those who listen."""
    state, more = availability_words(offer)
    parts = [offer.title, offer.place, state, more, tr("fare {fare}", fare=price_words(offer.fare))]
    if net_shown:
        parts.append(tr("net {net}", net=price_words(offer.net)))
    return joined(", ", parts)


class ActivityModel(QStringListModel):
    """Rows of `ActivityOffer`; while reading, rows without a value that are painted as skeletons.

    Qt holds as many empty texts as there are rows: a view asks for their number twice a row at each layout,
    and to be asked in Python took 90 ms with 50,000 rows.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._in_order: Sequence[Searchable] = ()
        self._offers: tuple[ActivityOffer, ...] = ()
        self._shown: tuple[ActivityOffer, ...] = ()
        self._wanted = ActivityFilter()
        self._is_reading = False
        self._net_shown = True

    @property
    def offers(self) -> tuple[ActivityOffer, ...]:
        """Every activity that was read."""
        return self._offers

    @property
    def shown(self) -> tuple[ActivityOffer, ...]:
        """The activities that the filter leaves."""
        return self._shown

    @property
    def is_reading(self) -> bool:
        """Whether the rows are skeletons."""
        return self._is_reading

    @property
    def net_shown(self) -> bool:
        """Whether rows name the net price."""
        return self._net_shown

    def show_offers(self, offers: Iterable[ActivityOffer]) -> None:
        """Take what was read; the filter stays."""
        self._offers = tuple(offers)
        self._in_order = ordered(searchable(self._offers), self._wanted)
        self._refresh(is_reading=False)

    def show_reading(self) -> None:
        """Show skeletons in place of rows."""
        self._refresh(is_reading=True)

    def filter_by(self, wanted: ActivityFilter) -> None:
        """Leave the rows that pass, in the order that is wanted."""
        before, self._wanted = self._wanted, wanted
        if (before.order, before.sold) != (wanted.order, wanted.sold):
            self._in_order = ordered(searchable(self._offers), wanted)
        self._refresh(is_reading=self._is_reading)

    def show_net(self, *, shown: bool) -> None:
        """Name the net price in rows, or nowhere."""
        self._net_shown = shown
        if self.rowCount():
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))

    def offer_at(self, index: Index) -> ActivityOffer | None:
        """The activity of a row; None for a skeleton or no row."""
        if self._is_reading or not index.isValid() or index.row() >= len(self._shown):
            return None
        return self._shown[index.row()]

    def row_of(self, activity_id: int) -> int:
        """The row of an activity, or -1."""
        rows = () if self._is_reading else enumerate(self._shown)
        return next((row for row, offer in rows if offer.activity_id == activity_id), -1)

    def _refresh(self, *, is_reading: bool) -> None:
        """Rows that stay the same rows are updated in place, so that nothing jumps."""
        shown = tuple(row.offer for row in matching(self._in_order, self._wanted))
        same = bool(shown) and is_reading == self._is_reading and _same_rows(shown, self._shown)
        self._shown, self._is_reading = shown, is_reading
        if not same:
            self.setStringList([""] * (SKELETON_ROWS if is_reading else len(shown)))
        elif not is_reading:
            self.dataChanged.emit(self.index(0), self.index(len(shown) - 1))

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.NoItemFlags if self._is_reading or not index.isValid() else _ROW

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        offer = self.offer_at(index)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return tr("Reading") if offer is None else spoken_row(offer, net_shown=self._net_shown)
        if role == Qt.ItemDataRole.DisplayRole and offer is not None:
            return offer.title
        return None


def _same_rows(some: tuple[ActivityOffer, ...], others: tuple[ActivityOffer, ...]) -> bool:
    return len(some) == len(others) and all(
        one.activity_id == other.activity_id for one, other in zip(some, others, strict=True)
    )
