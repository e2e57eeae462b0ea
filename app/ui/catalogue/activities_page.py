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
from app.ui.catalogue.activity_pane import ActivityPane
from app.ui.catalogue.day_list_loader import DayListSource
from app.ui.catalogue.day_list_page import DayListPage

if TYPE_CHECKING:
    from app.desk.catalogue.catalogue import Catalogue
    from app.desk.service.service_reader import ServiceReader


class ActivitiesPage(DayListPage[ActivityOffer, ActivityCatalogue]):
    """The catalogue for one travel date."""

    own_actions = actions.ACTIVITIES

    no_line = mark("Slots can be read when the line is back")
    key_off = mark("Selling is off until the key is accepted")

    def __init__(self, catalogue: Catalogue, reader: ServiceReader, day: date | None = None) -> None:
        self._catalogue = catalogue
        self._browser = ActivityBrowser()
        source = DayListSource(
            catalogue.activities, self._kept, lambda found: len(found.offers), reader.today
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

    async def _kept(self, day: date) -> ActivityCatalogue | None:
        """The cached list, ranked by the sales of this counter."""
        self._browser.rank(await self._catalogue.most_sold("ACTIVITY"))
        return await self._catalogue.kept_activities(day)
