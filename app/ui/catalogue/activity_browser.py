"""The left side of selling activities: the list of a date, its filters, and what is said of it."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.language import joined, mark, tr, trn
from app.desk.model import formats
from app.desk.model.activities import ActivityCatalogue, ActivityOffer
from app.desk.model.sale import Advice
from app.ui.catalogue.activity_filter_bar import ActivityFilters
from app.ui.catalogue.activity_header import ActivityHeader, count_runs
from app.ui.catalogue.activity_list import ActivityList
from app.ui.catalogue.activity_model import ActivityModel
from app.ui.catalogue.day_list_frame import ListFrame, Wares
from app.ui.kit.basics.layouts import column
from app.ui.kit.basics.text import Label
from app.ui.kit.sheets.page_layout import HintLine
from app.ui.kit.sheets.skipped_entries import entries_words

_WARES = Wares(
    "activities",
    "waves-horizontal",
    "activity_count",
    drop_words=mark("Take the filters off"),
    none=mark("No activities"),
    none_listed=mark("The service lists no activity for this date."),
    none_matches=mark("No activity matches"),
    stopped=mark("Read again to see the activities of this date."),
    none_on=lambda day: tr("No activities on {day}", day=day),
    reading=lambda day: tr("Reading the catalogue for {day}", day=day),
    kept=lambda since: tr("Catalogue kept from {since}", since=since),
    found_on=lambda day, count: trn(
        "{day} has {number} activity.", "{day} has {number} activities.", count, day=day
    ),
)
_KEYS = (
    (("\u2191", "\u2193"), mark("Choose")),
    (("Enter",), mark("Pick a slot")),
    (("Ctrl F",), mark("Filter")),
)


class ActivityBrowser(QWidget):
    """The list of a date and what stands around it; it keeps its selection over a refresh."""

    selected = Signal(object)
    """The current row changed: an `ActivityOffer`, or None."""
    picked = Signal()
    """Enter or a double click on the current row."""
    reading_shown = Signal()
    """Skeletons stand in place of rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ActivityModel(self)
        self.list = ActivityList(self.model)
        self._typed = ""
        self._kept: int | None = None
        self._sold: dict[str, int] = {}
        self._header = ActivityHeader()
        self._read_at = Label(role="caption", ink="text3")
        self._read_at.setObjectName("read_at")
        self._filters = ActivityFilters()
        hints = HintLine(*_KEYS, None, self._read_at)
        self.frame = ListFrame(_WARES, self.list, self._filters, self._header, hints)
        self.setLayout(column(self.frame))
        self._connect()

    @property
    def current(self) -> ActivityOffer | None:
        """The activity of the current row, while the list is shown."""
        return self.model.offer_at(self.list.currentIndex()) if self.frame.shows_rows else None

    def show_reading(self, day: date) -> None:
        """Say that the day is being read; skeletons stand where rows will be."""
        self._header.show_day(day)
        self._read_at.setText("")
        self.model.show_reading()
        self.frame.show_reading(day)
        self.reading_shown.emit()

    def show_refreshing(self, day: date) -> None:
        """Say that the day is being read again; the rows stay, and so does their age."""
        self.frame.show_refreshing(day)

    def show_found(self, found: ActivityCatalogue, _today: date) -> None:
        """Show what was read."""
        aside = entries_words(len(found.set_aside))
        read = tr("Catalogue read {read_at}", read_at=formats.clock_time(found.read_at))
        self._read_at.setText(joined(". ", (aside, read)) if aside else read)
        self.frame.begin(found.day, "")
        self._show_read(found)

    def show_kept(self, found: ActivityCatalogue, today: date) -> None:
        """Show what was read before, with its age, while there is nothing newer."""
        since = formats.since(found.read_at, today)
        self._read_at.setText(tr("Fares and availability may have changed since {since}", since=since))
        self.frame.begin(found.day, "", since)
        self._show_read(found)

    def show_next_day(self, day: date, count: int) -> None:
        """Offer the next date that has activities, beneath a list that has none."""
        self.frame.show_next_day(day, count)

    def show_failure(self, advice: Advice) -> None:
        """Say in place of the list why it could not be read."""
        self.frame.show_failure(advice)

    def show_stopped(self) -> None:
        """Say that the clerk stopped the reading."""
        self.frame.show_stopped()

    def rank(self, sold: dict[str, int]) -> None:
        """What sells here stands first from the next reading on: rows on screen do not jump."""
        self._sold = sold

    def select(self, activity_id: int) -> None:
        """Make this activity the current one, now or as soon as it is read; filters that hide it go."""
        self._kept = activity_id
        if self.model.offers and self.model.row_of(activity_id) < 0:
            self._typed = ""
            self._filters.drop()
        self._filter()

    def filter_by(self, typed: str) -> None:
        """Leave the rows that match."""
        self._typed = typed
        self._filter()

    def show_rows(self) -> None:
        """Show what the filter leaves of what was read, the selection kept, or say that it is nothing."""
        offers, shown = self.model.offers, self.model.shown
        runs = count_runs(offers, shown)
        if shown:
            kept = self.model.row_of(self._kept) if self._kept is not None else 0
            self.frame.show_rows(runs)
            self.list.setCurrentIndex(self.model.index(max(0, kept)))
            self.selected.emit(self.current)
        elif offers:
            self.frame.show_no_match(runs, typed=bool(self._typed), filtered=self._filters.is_set)
        else:
            self.frame.show_nothing()

    def _show_read(self, catalogue: ActivityCatalogue) -> None:
        self._header.show_day(catalogue.day)
        self._filters.offer_places(catalogue.offers)
        self.model.filter_by(self._filters.wanted(self._typed, self._sold))
        self.model.show_offers(catalogue.offers)
        self.show_rows()

    def _connect(self) -> None:
        self.list.selectionModel().currentChanged.connect(self._select)
        self.list.picked.connect(self.picked)
        self._filters.changed.connect(self._filter)
        self.frame.drop_asked.connect(self._filters.drop)
        self.frame.emptied.connect(lambda: self.selected.emit(None))

    def _select(self) -> None:
        offer = self.current
        if offer is not None:
            self._kept = offer.activity_id
            self.selected.emit(offer)

    def _filter(self) -> None:
        self.model.filter_by(self._filters.wanted(self._typed, self._sold))
        if self.model.offers and not self.model.is_reading and not self.frame.shows_failure:
            self.show_rows()
