"""The bar of filters over the list of activities."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.language import tr
from app.desk.model.activities import ActivityOffer
from app.ui.catalogue.activity_filter import BANDS, ActivityFilter, Band, Order, places
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import column, row
from app.ui.kit.controls.filter_chip import Chip
from app.ui.kit.controls.menu_chip import ChoiceChip
from app.ui.theme import style


class ActivityFilters(QWidget):
    """Place, fare, open on the date, and the order at the right."""

    changed = Signal()
    """Another filter, or another order."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._place = ChoiceChip(tr("All places"), "map-pin")
        self._place.setObjectName("filter_place")
        self._band = ChoiceChip(tr("Any fare"), "badge-indian-rupee")
        self._band.setObjectName("filter_fare")
        self._band.set_choices([(band.label, band) for band in BANDS])
        self._open_only = Chip(tr("Open on this date"))
        self._open_only.setObjectName("open_only")
        self._order = ChoiceChip(Order.MOST_SOLD.value, "arrow-down-up", bare=True)
        self._order.setObjectName("order")
        self._order.set_choices([(order.value, order) for order in Order if order is not Order.MOST_SOLD])
        chips = row(
            self._place, self._band, self._open_only, None, self._order, gap=8, margins=(20, 0, 16, 0)
        )
        self.setLayout(column(chips, Hairline()))
        self.setFixedHeight(style.FILTER_BAR)
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
        """What is chosen here, with the words that are typed elsewhere."""
        place, band = self._place.value, self._band.value
        return ActivityFilter(
            typed=typed,
            place=place if isinstance(place, str) else None,
            band=band if isinstance(band, Band) else None,
            only_open=self._open_only.isChecked(),
            order=self._chosen_order(),
            sold=sold,
        )

    def drop(self) -> None:
        """Leave nothing out any more; the order stays."""
        self._place.clear()
        self._band.clear()
        self._open_only.setChecked(False)

    def _chosen_order(self) -> Order:
        order = self._order.value
        return order if isinstance(order, Order) else Order.MOST_SOLD
