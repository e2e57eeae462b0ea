"""The activities of one date as rows, filtered by what the clerk types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from typing_extensions import override

from app.core.language import joined, tr
from app.desk.model import formats
from app.desk.model.activities import ActivityOffer, Span
from app.desk.model.booking import ItemId
from app.ui.catalogue.activity_filter import ActivityFilter, Searchable, matching, ordered, searchable
from app.ui.catalogue.day_list_model import DayListModel


def price_words(span: Span | None) -> str:
    """A fare or net range as a column shows it."""
    return tr("Not stated") if span is None else formats.span(span.low, span.high)


def availability_words(offer: ActivityOffer) -> tuple[str, str]:
    """The two lines of the availability column."""
    if offer.doubt:
        what, _, value = offer.doubt.partition(": ")
        return what, value
    if offer.available is False:
        following = tr("Next: {day}", day=formats.day_medium(offer.next_date)) if offer.next_date else ""
        return offer.reason or tr("Not available"), following
    state = tr("Available") if offer.available else tr("Not stated, see its slots")
    if offer.cutoff_minutes is None:
        return state, ""
    return state, tr("Closes {time} before start", time=formats.minutes(offer.cutoff_minutes))


def brief_closing(offer: ActivityOffer) -> str:
    """When booking closes, in fewer words for a narrow column; empty when that is not stated."""
    if offer.cutoff_minutes is None or offer.available is False or offer.doubt:
        return ""
    return tr("Closes {time} before", time=formats.minutes(offer.cutoff_minutes))


def spoken_row(offer: ActivityOffer, *, net_shown: bool) -> str:
    """The row in one sentence for screen readers."""
    state, more = availability_words(offer)
    parts = [offer.title, offer.place, state, more, tr("fare {fare}", fare=price_words(offer.fare))]
    if net_shown:
        parts.append(tr("net {net}", net=price_words(offer.net)))
    return joined(", ", parts)


class ActivityModel(DayListModel[ActivityOffer]):
    """The activities of one date, with search texts that are made once."""

    skeleton_rows = 9

    def __init__(self) -> None:
        super().__init__()
        self._in_order: Sequence[Searchable] = ()
        self._wanted = ActivityFilter()
        self._net_shown = True

    @property
    def net_shown(self) -> bool:
        """Whether rows show the net price."""
        return self._net_shown

    def show_offers(self, offers: Iterable[ActivityOffer]) -> None:
        """Set the activities; the filter stays."""
        self._items = tuple(offers)
        self._in_order = ordered(searchable(self._items), self._wanted)
        self._refresh(is_reading=False)

    def filter_by(self, wanted: ActivityFilter) -> None:
        """Show the rows that pass, in the chosen order."""
        before, self._wanted = self._wanted, wanted
        if (before.order, before.sold) != (wanted.order, wanted.sold):
            self._in_order = ordered(searchable(self._items), wanted)
        self._refresh(is_reading=self._is_reading)

    def show_net(self, *, shown: bool) -> None:
        """Show or hide the net price in rows."""
        self._net_shown = shown
        self.update_rows()

    @staticmethod
    @override
    def number_of(item: ActivityOffer) -> ItemId:
        return item.activity_id

    @override
    def matching(self) -> Iterable[ActivityOffer]:
        return (row.offer for row in matching(self._in_order, self._wanted))

    @override
    def name_of(self, item: ActivityOffer) -> str:
        return item.title

    @override
    def spoken(self, item: ActivityOffer) -> str:
        return spoken_row(item, net_shown=self._net_shown)
