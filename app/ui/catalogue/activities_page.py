"""The page of activities: find one, and see whether it can be sold on the date."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from typing_extensions import override

from app.core.language import mark
from app.desk.model.activities import ActivityCatalogue, ActivityOffer
from app.ui.catalogue import actions
from app.ui.catalogue.activity_browser import ActivityBrowser
from app.ui.catalogue.activity_detail import ActivityDetail
from app.ui.catalogue.day_list_loader import DayListSource
from app.ui.catalogue.day_list_page import DayListPage
from app.ui.catalogue.day_list_pane import DayListPane, PaneWords
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.page_layout import ActionBar

if TYPE_CHECKING:
    from app.desk.catalogue.catalogue import Catalogue
    from app.desk.service.service_reader import ServiceReader

_BLOCKS = (
    (0, 0, 280, 18), (0, 30, 110, 10), (0, 60, 384, 10), (0, 80, 240, 10), (0, 110, 384, 106),
    (0, 240, 120, 10), (0, 272, 384, 8), (0, 310, 64, 10), (0, 334, 150, 10), (0, 358, 120, 10),
    (0, 382, 134, 10), (200, 310, 84, 10), (200, 334, 110, 10), (200, 358, 136, 10), (200, 382, 118, 10),
)  # fmt: skip
_REASON_WIDTH = 128
_WORDS = PaneWords(
    mark("The activities are being read."), mark("No activity to show"), mark("Choose an activity first.")
)


class ActivityPane(DayListPane[ActivityOffer]):
    """An activity in full; "Pick a slot" beneath."""

    def __init__(self) -> None:
        self._detail = ActivityDetail()
        pick = Button(actions.PICK_SLOT, "primary", size=44, fills=True)
        pick.setObjectName("pick_slot")
        super().__init__(self._detail, pick, _BLOCKS, _WORDS)
        self._why_not = Label("", "caption", "text2", wraps=True)
        self._why_not.setFixedWidth(_REASON_WIDTH)
        self._why_not.hide()
        self.close_with(ActionBar(pick, self._why_not))

    @override
    def show_item(self, item: ActivityOffer, today: date, day: date) -> None:
        self._detail.show_offer(item, today, day)
        self.facts.show_fact(item.title, item.place)
        self.show_detail(from_top=True)
        self.allow(self._obstacle)

    @override
    def show_obstacle(self, reason: str, today: date) -> None:
        self._obstacle = reason
        self._why_not.setText(reason)
        self._why_not.setVisible(bool(reason))
        if self.shows_detail:
            self.allow(reason)

    @override
    def show_net(self, *, shown: bool) -> None:
        self._detail.show_net(shown=shown)


class ActivitiesPage(DayListPage[ActivityOffer, ActivityCatalogue]):
    """The catalogue for one travel date."""

    own_actions = actions.ACTIVITIES
    title = mark("Activities")

    no_line = mark("Slots can be read when the line is back")
    key_off = mark("Selling is off until the key is accepted")

    def __init__(self, catalogue: Catalogue, reader: ServiceReader, day: date | None = None) -> None:
        self._catalogue = catalogue
        self._browser = ActivityBrowser()
        source = DayListSource(
            catalogue.activities,
            self._kept,
            lambda found: len(found.offers),
            reader.today,
            reader.moment,
        )
        super().__init__(day or reader.today(), source, self._browser, ActivityPane())
        self.setObjectName("activities_page")
        self.bind(actions.TO_BOATS, partial(self.module_chosen.emit, "boats"))
        self._browser.picked.connect(self.run_primary)

    @override
    def show_net(self, *, shown: bool) -> None:
        super().show_net(shown=shown)
        self._browser.model.show_net(shown=shown)

    @override
    def go_on(self, item: ActivityOffer) -> None:
        """Open the slots of this `ActivityOffer`."""
        self.chosen.emit(item)

    @override
    async def opens_on(self, day: date) -> bool | None:
        """By the ranges of dates in the list on screen (interface part 2.2); nothing is read for it."""
        offers = self.items
        if any(each.holds(day) for offer in offers for each in offer.date_ranges):
            return True
        return False if offers and all(offer.date_ranges for offer in offers) else None

    async def _kept(self, day: date) -> ActivityCatalogue | None:
        """The cached list, ranked by the sales of this counter."""
        self._browser.rank(await self._catalogue.most_sold("ACTIVITY"))
        return await self._catalogue.kept_activities(day)
