"""The activities of one date as rows, filtered by what the clerk types."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from app.desk import words
from app.desk.values import ActivityOffer, Span

SKELETON_ROWS = 9

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()


def matches(offer: ActivityOffer, typed: str) -> bool:
    """Whether each typed word stands in the title, the place or the summary; letter case does not count."""
    text = f"{offer.title} {offer.place} {offer.summary}".casefold()
    return all(word in text for word in typed.casefold().split())


def is_sellable(offer: ActivityOffer) -> bool:
    """False only when the service says that it is not available; unsaid is worth a look at its slots."""
    return offer.available is not False


def price_words(span: Span | None) -> str:
    """A fare or net range as a column shows it."""
    return "Not stated" if span is None else words.span(span.low, span.high)


def availability_words(offer: ActivityOffer) -> tuple[str, str]:
    """The two lines of the availability column."""
    if offer.available is False:
        following = f"Next: {words.day_medium(offer.next_date)}" if offer.next_date else ""
        return offer.reason or "Not available", following
    state = "Available" if offer.available else "Not stated, see its slots"
    if offer.cutoff_minutes is None:
        return state, ""
    return state, f"Closes {words.minutes(offer.cutoff_minutes)} before start"


def spoken_row(offer: ActivityOffer, *, net_shown: bool) -> str:
    """The row in one sentence, for those who listen."""
    state, more = availability_words(offer)
    parts = [offer.title, offer.place, state, more, f"fare {price_words(offer.fare)}"]
    if net_shown:
        parts.append(f"net {price_words(offer.net)}")
    return ", ".join(part for part in parts if part)


class ActivityModel(QAbstractListModel):
    """Rows of `ActivityOffer`; while reading, rows without a value that are painted as skeletons."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[ActivityOffer, ...] = ()
        self._shown: tuple[ActivityOffer, ...] = ()
        self._typed = ""
        self._only_open = False
        self._is_reading = False
        self._net_shown = True

    @property
    def offers(self) -> tuple[ActivityOffer, ...]:
        """Every activity that was read."""
        return self._all

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
        self._all = tuple(offers)
        self._refresh(is_reading=False)

    def show_reading(self) -> None:
        """Show skeletons in place of rows."""
        self._refresh(is_reading=True)

    def filter_by(self, typed: str, *, only_open: bool) -> None:
        """Leave the rows that match the typed words and, if wanted, can be sold on the date."""
        self._typed, self._only_open = typed, only_open
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
        ids = [offer.activity_id for offer in self._shown]
        return ids.index(activity_id) if activity_id in ids and not self._is_reading else -1

    def _refresh(self, *, is_reading: bool) -> None:
        """Rows that stay the same rows are updated in place, so that nothing jumps."""
        shown = tuple(each for each in self._all if matches(each, self._typed) and self._passes(each))
        same = _ids(shown) == _ids(self._shown) and is_reading == self._is_reading and bool(shown)
        if not same:
            self.beginResetModel()
        self._shown, self._is_reading = shown, is_reading
        if not same:
            self.endResetModel()
        elif not is_reading:
            self.dataChanged.emit(self.index(0), self.index(len(shown) - 1))

    def _passes(self, offer: ActivityOffer) -> bool:
        return is_sellable(offer) or not self._only_open

    @override
    def rowCount(self, parent: Index = _TOP) -> int:
        if parent.isValid():
            return 0
        return SKELETON_ROWS if self._is_reading else len(self._shown)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.NoItemFlags if self._is_reading else super().flags(index)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        offer = self.offer_at(index)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return "Reading" if offer is None else spoken_row(offer, net_shown=self._net_shown)
        if role == Qt.ItemDataRole.DisplayRole and offer is not None:
            return offer.title
        return None


def _ids(offers: tuple[ActivityOffer, ...]) -> tuple[int, ...]:
    return tuple(offer.activity_id for offer in offers)
