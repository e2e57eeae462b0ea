"""The page of activities: find one, and see whether it can be sold on the date."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr, trn
from app.desk.model import formats
from app.desk.model.activities import ActivityCatalogue, ActivityOffer
from app.ui.catalogue import actions
from app.ui.catalogue.activity_detail import ActivityDetail
from app.ui.catalogue.activity_filter import BANDS, ActivityFilter, PriceBand, SortOrder, is_sellable, places
from app.ui.catalogue.activity_model import ActivityModel, availability_words, brief_closing, price_words
from app.ui.catalogue.day_list_browser import DayListBrowser, ListWares
from app.ui.catalogue.day_list_loader import DayListSource
from app.ui.catalogue.day_list_page import DayListPage
from app.ui.catalogue.day_list_pane import DayListPane, PaneWords
from app.ui.kit.basics.actions import FILTER
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.layouts import called, column, row
from app.ui.kit.basics.mixin import Told
from app.ui.kit.basics.painting import RIGHT, draw_block, draw_text, faded, text_width
from app.ui.kit.basics.room import Lowered, room_of
from app.ui.kit.basics.text import Label, Loud, Run
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.filter_chip import FilterChip
from app.ui.kit.controls.menu_chip import MenuChip
from app.ui.kit.lists.painted_delegate import PaintedDelegate
from app.ui.kit.lists.row_list import RowList, paint_ground
from app.ui.kit.sheets.page_layout import ActionBar, HintLine
from app.ui.theme import assets, style

if TYPE_CHECKING:
    from app.desk.catalogue.catalogue import Catalogue
    from app.desk.service.service_reader import ServiceReader

ROW_HEIGHT, LOW_ROW = 60, 52
SIDE_LEFT, SIDE_RIGHT, GAP = 20, 16, 12
STATE_WIDTH, FARE_WIDTH = 172, 176
_TIGHT = 148
_LEAST_NAME = 192
_FIRST_LINES = (208, 176, 232, 120, 160, 188, 150, 214, 140)

Index = QModelIndex | QPersistentModelIndex


def columns(row: QRect) -> tuple[QRect, QRect, QRect]:
    """The three columns of a row: activity, availability, fare. The header uses the same."""
    is_tight = row.width() - SIDE_LEFT - SIDE_RIGHT - 2 * GAP - STATE_WIDTH - FARE_WIDTH < _LEAST_NAME
    state_width, fare_width = (_TIGHT, _TIGHT) if is_tight else (STATE_WIDTH, FARE_WIDTH)
    fare = QRect(row.right() + 1 - SIDE_RIGHT - fare_width, row.top(), fare_width, row.height())
    state = QRect(fare.left() - GAP - state_width, row.top(), state_width, row.height())
    left = row.left() + SIDE_LEFT
    return QRect(left, row.top(), state.left() - GAP - left, row.height()), state, fare


def count_runs(offers: Sequence[ActivityOffer], shown: Sequence[ActivityOffer]) -> tuple[Run, ...]:
    """The counts, such as "42 activities, 31 open on this date", or "3 of 42" with a filter."""
    still_open = sum(map(is_sellable, shown))
    if len(shown) < len(offers):
        words = trn(
            "{shown} of {number} activity, {open} open on this date",
            "{shown} of {number} activities, {open} open on this date",
            len(offers),
            shown=len(shown),
            open=still_open,
        )
    else:
        words = trn(
            "{number} activity, {open} open on this date",
            "{number} activities, {open} open on this date",
            len(offers),
            open=still_open,
        )
    return (Run(words, ink="text2", loud=Loud("bodyHeavy")),)


class ActivityHeader(Lowered, Box):
    """The names of the columns, above the columns of the list."""

    def __init__(self) -> None:
        super().__init__("sunken")
        self._day = Label(role="captionStrong", ink="text3")
        self._fare = Label(tr("Fare per person"), "captionStrong", "text3", right=True)
        line = row(gap=GAP, margins=(SIDE_LEFT, 0, SIDE_RIGHT, 0))
        line.addWidget(Label(tr("Activity"), "captionStrong", "text3"), 1)
        line.addWidget(self._day)
        line.addWidget(self._fare)
        self.setLayout(column(None, line, None, Hairline()))
        self.keep_heights(style.TABLE_HEADER)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        _, state, fare = columns(self.rect())
        self._day.setFixedWidth(state.width())
        self._fare.setFixedWidth(fare.width())

    def show_day(self, day: date | None) -> None:
        """Name the date that availability is shown for; None while nothing is shown."""
        self._day.setText("" if day is None else tr("On {day}", day=formats.day_medium(day)))


class ActivityDelegate(PaintedDelegate):
    """Paints one activity, or its skeleton."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, LOW_ROW if room_of(option.widget).is_low else ROW_HEIGHT)

    @override
    def paint_item(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, ActivityModel):
            return
        row = option.rect
        offer = model.item_at(index)
        paint_ground(painter, option)
        if offer is None:
            _paint_skeleton(painter, row, index.row())
        else:
            _paint_offer(painter, row, offer, net_shown=model.net_shown)


class ActivityTable(RowList):
    """Rows of activities; Enter picks the current one."""

    def __init__(self, model: ActivityModel) -> None:
        super().__init__(model, ActivityDelegate(), "activity_list", tr("Activities"))


def _paint_offer(painter: QPainter, row: QRect, offer: ActivityOffer, *, net_shown: bool) -> None:
    tokens = style.tokens()
    sellable = is_sellable(offer)
    first, second = _lines(row)
    name, state, fare = columns(row)
    ink = tokens.text if sellable else tokens.text2
    place = joined(", ", (offer.place, offer.summary))
    draw_text(painter, _on(name, first), offer.title, style.font("bodyStrong"), ink)
    draw_text(painter, _on(name, second), place, style.font("caption"), tokens.text3)
    headline, more = availability_words(offer)
    if text_width(more, style.font("caption")) > state.width():
        more = brief_closing(offer) or more
    if not sellable:
        assets.paint_icon(painter, "ban", QPoint(state.left(), first.center().y() - 6), 13, tokens.text2)
    shift = 0 if sellable else 13 + 6
    draw_text(painter, _on(state.adjusted(shift, 0, 0, 0), first), headline, style.font("body"), ink)
    draw_text(painter, _on(state, second), more, style.font("caption"), tokens.text3)
    weight = "bodyStrong" if sellable else "body"
    draw_text(painter, _on(fare, first), price_words(offer.fare), style.font(weight), ink, align=RIGHT)
    if net_shown and offer.net is not None:
        net = tr("Net {net}", net=price_words(offer.net))
        draw_text(painter, _on(fare, second), net, style.font("caption"), tokens.text3, align=RIGHT)


def _paint_skeleton(painter: QPainter, row: QRect, number: int) -> None:
    colour = faded(style.tokens().skeleton, max(0.2, 1 - 0.085 * number))
    name, state, fare = columns(row)
    width = _FIRST_LINES[number % len(_FIRST_LINES)]
    top, below = row.top() + 16, row.top() + 35
    right = fare.right() + 1
    for left, length, y, height in (
        (name.left(), width, top, 11),
        (name.left(), round(width * 0.62), below, 9),
        (state.left(), 72, top, 11),
        (state.left(), 116, below, 9),
        (right - 128, 128, top, 11),
        (right - 140, 140, below, 9),
    ):
        draw_block(painter, QRect(left, y, length, height), colour)


def _lines(row: QRect) -> tuple[QRect, QRect]:
    """The two text lines of a row."""
    first, second = style.line_height("body"), style.line_height("caption")
    top = row.top() + (row.height() - 1 - first - second) // 2
    return QRect(row.left(), top, row.width(), first), QRect(row.left(), top + first + 1, row.width(), second)


def _on(column: QRect, line: QRect) -> QRect:
    return QRect(column.left(), line.top(), column.width(), line.height())


_BLOCKS = (
    (0, 0, 280, 18), (0, 30, 110, 10), (0, 60, 384, 10), (0, 80, 240, 10), (0, 110, 384, 106),
    (0, 240, 120, 10), (0, 272, 384, 8), (0, 310, 64, 10), (0, 334, 150, 10), (0, 358, 120, 10),
    (0, 382, 134, 10), (200, 310, 84, 10), (200, 334, 110, 10), (200, 358, 136, 10), (200, 382, 118, 10),
)  # fmt: skip
_REASON_WIDTH = 128
_WORDS = PaneWords(
    mark("The activities are being read."), mark("No activity to show"), mark("Choose an activity first.")
)
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


class ActivityPane(DayListPane[ActivityOffer]):
    """An activity in full; "Pick a slot" beneath."""

    def __init__(self) -> None:
        self._detail = ActivityDetail()
        pick = called("pick_slot", Button(actions.PICK_SLOT, "primary", size=44, fills=True))
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


class ActivitiesPage(DayListPage[ActivityOffer, ActivityCatalogue]):
    """The catalogue for one travel date."""

    own_actions = actions.ACTIVITIES
    title = mark("Activities")

    no_line = mark("Slots can be read when the line is back")
    key_off = mark("Selling is off until the key is accepted")

    def __init__(self, catalogue: Catalogue, reader: ServiceReader, day: date | None = None) -> None:
        self._browser = ActivityBrowser()
        source = self._source(catalogue, reader)
        super().__init__(day or reader.today(), source, self._browser, ActivityPane())
        self.setObjectName("activities_page")
        self.bind(actions.TO_BOATS, partial(self._browser.module_chosen.emit, "boats"))
        self._browser.list.picked.connect(self.run_primary)

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

    def serve(self, catalogue: Catalogue, reader: ServiceReader) -> None:
        """Be the page of a desk that has been opened since the page was made."""
        self.use(self._source(catalogue, reader))

    def _source(self, catalogue: Catalogue, reader: ServiceReader) -> DayListSource[ActivityCatalogue]:
        async def kept(day: date) -> ActivityCatalogue | None:
            """The cached list, ranked by the sales of this counter."""
            self._browser.rank(await catalogue.most_sold("ACTIVITY"))
            return await catalogue.kept_activities(day)

        return DayListSource(
            catalogue.activities, kept, lambda found: len(found.offers), reader.today, reader.moment
        )


class ActivityFilterBar(Lowered, QWidget):
    """Place, fare, open on the date, and the order at the right."""

    def __init__(self) -> None:
        super().__init__()
        self._place = called("filter_place", MenuChip(tr("All places"), "map-pin"))
        self._band = called("filter_fare", MenuChip(tr("Any fare"), "badge-indian-rupee"))
        self._band.set_choices([(band.label, band) for band in BANDS])
        self.open_only = called("open_only", FilterChip(tr("Open on this date")))
        self._order = called("order", MenuChip(tr(SortOrder.MOST_SOLD.value), "arrow-down-up", bare=True))
        self._order.set_choices(
            [(tr(order.value), order) for order in SortOrder if order is not SortOrder.MOST_SOLD]
        )
        chips = row(self._place, self._band, self.open_only, None, self._order, gap=8, margins=(20, 0, 16, 0))
        self.setLayout(column(chips, Hairline()))
        self.keep_heights(style.FILTER_BAR)
        self.menus = (self._place, self._band, self._order)

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
            only_open=self.open_only.isChecked(),
            order=self._chosen_order(),
            sold=sold,
        )

    def drop(self) -> None:
        """Clear the filters; the order stays."""
        self._place.clear()
        self._band.clear()
        self.open_only.setChecked(False)

    def _chosen_order(self) -> SortOrder:
        order = self._order.value
        return order if isinstance(order, SortOrder) else SortOrder.MOST_SOLD


class ActivityBrowser(Told, DayListBrowser[ActivityOffer, ActivityCatalogue]):
    """The activities of a date, the most sold first."""

    def __init__(self) -> None:
        self.model = ActivityModel()
        super().__init__(_WARES, self.model, ActivityTable(self.model))
        self._sold: dict[str, int] = {}
        self._header = ActivityHeader()
        self._filters = ActivityFilterBar()
        for chip in self._filters.menus:
            chip.changed.connect(self.filter_rows)
        self._filters.open_only.toggled.connect(self.filter_rows)
        self.build(
            self._filters,
            self._header,
            HintLine(*((keys, tr(words)) for keys, words in _KEYS), None, self._read_at),
        )

    @override
    def follow_net(self) -> None:
        self.model.show_net(shown=self.net_shown)

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
        super().show_reading(day)
        self._header.show_day(day)

    @override
    def forget_read(self) -> None:
        super().forget_read()
        self._header.show_day(None)
