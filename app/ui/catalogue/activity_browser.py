"""The left side of selling activities: the activities of a date and their filters."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import mark, tr, trn
from app.desk.model import formats
from app.desk.model.activities import ActivityCatalogue, ActivityOffer
from app.ui.catalogue import actions
from app.ui.catalogue.activity_filter import BANDS, ActivityFilter, PriceBand, SortOrder, places
from app.ui.catalogue.activity_list import ActivityHeader, ActivityTable, count_runs
from app.ui.catalogue.activity_model import ActivityModel
from app.ui.catalogue.day_list_browser import DayListBrowser, ListWares
from app.ui.kit.basics.actions import FILTER
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import column, row
from app.ui.kit.basics.room import Lowered
from app.ui.kit.basics.text import Run
from app.ui.kit.controls.filter_chip import FilterChip
from app.ui.kit.controls.menu_chip import MenuChip
from app.ui.kit.sheets.page_layout import HintLine
from app.ui.theme import style

_WARES = ListWares(
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
    read_at=lambda moment: tr("Catalogue read {read_at}", read_at=formats.since(moment)),
    lost=lambda count: trn(
        "{number} activity could not be read", "{number} activities could not be read", count
    ),
    may_differ=lambda since: tr("Fares and availability may have changed since {since}", since=since),
)
_KEYS = (
    (actions.CHOOSE_ACTIVITY, mark("Choose")),
    (actions.PICK_SLOT, mark("Pick a slot")),
    (FILTER, mark("Filter")),
)


class ActivityFilterBar(Lowered, QWidget):
    """Place, fare, open on the date, and the order at the right."""

    changed = Signal()
    """Emitted when filter or order has changed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._place = MenuChip(tr("All places"), "map-pin")
        self._place.setObjectName("filter_place")
        self._band = MenuChip(tr("Any fare"), "badge-indian-rupee")
        self._band.setObjectName("filter_fare")
        self._band.set_choices([(band.label, band) for band in BANDS])
        self._open_only = FilterChip(tr("Open on this date"))
        self._open_only.setObjectName("open_only")
        self._order = MenuChip(tr(SortOrder.MOST_SOLD.value), "arrow-down-up", bare=True)
        self._order.setObjectName("order")
        self._order.set_choices(
            [(tr(order.value), order) for order in SortOrder if order is not SortOrder.MOST_SOLD]
        )
        chips = row(
            self._place, self._band, self._open_only, None, self._order, gap=8, margins=(20, 0, 16, 0)
        )
        self.setLayout(column(chips, Hairline()))
        self.keep_heights(style.FILTER_BAR)
        for chip in (self._place, self._band, self._order):
            chip.changed.connect(self.changed)
        self._open_only.toggled.connect(self.changed)

    @property
    def is_set(self) -> bool:
        """Whether any filter leaves something out."""
        return self.wanted("", {}) != ActivityFilter(order=self._chosen_order())

    def offer_places(self, offers: Iterable[ActivityOffer]) -> None:
        """Offer the places of what was read."""
        self._place.set_choices([(place, place) for place in places(offers)])

    def wanted(self, typed: str, sold: dict[str, int]) -> ActivityFilter:
        """The present filter, with the words of the search field."""
        place, band = self._place.value, self._band.value
        return ActivityFilter(
            typed=typed,
            place=place if isinstance(place, str) else None,
            band=band if isinstance(band, PriceBand) else None,
            only_open=self._open_only.isChecked(),
            order=self._chosen_order(),
            sold=sold,
        )

    def drop(self) -> None:
        """Clear the filters; the order stays."""
        self._place.clear()
        self._band.clear()
        self._open_only.setChecked(False)

    def _chosen_order(self) -> SortOrder:
        order = self._order.value
        return order if isinstance(order, SortOrder) else SortOrder.MOST_SOLD


class ActivityBrowser(DayListBrowser[ActivityOffer, ActivityCatalogue]):
    """The activities of a date, the most sold first."""

    def __init__(self) -> None:
        self.model = ActivityModel()
        super().__init__(_WARES, self.model, ActivityTable(self.model))
        self._sold: dict[str, int] = {}
        self._header = ActivityHeader()
        self._filters = ActivityFilterBar()
        self._filters.changed.connect(self.filter_rows)
        self.build(
            self._filters,
            self._header,
            HintLine(*((keys, tr(words)) for keys, words in _KEYS), None, self._read_at),
        )

    def rank(self, sold: dict[str, int]) -> None:
        """Set the numbers of sales for the order from the next reading on, so that shown rows do not move."""
        self._sold = sold

    @override
    def apply_filter(self) -> None:
        self.model.filter_by(self._filters.wanted(self._typed, self._sold))

    @override
    def drop_filters(self) -> None:
        self._filters.drop()

    @property
    @override
    def is_filtered(self) -> bool:
        return self._filters.is_set

    @override
    def take(self, found: ActivityCatalogue, today: date) -> str:
        self._header.show_day(found.day)
        self._filters.offer_places(found.offers)
        self.apply_filter()
        self.model.show_offers(found.offers)
        return found.reason

    @override
    def count_runs(self) -> tuple[Run, ...]:
        return count_runs(self.model.items, self.model.shown)

    @override
    def show_reading(self, day: date) -> None:
        self._header.show_day(day)
        self._read_at.setText("")
        super().show_reading(day)
