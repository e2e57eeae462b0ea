"""The left side of selling boats: the departures of a date and their filters."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from typing_extensions import override

from app.core.language import mark, tr, trn
from app.desk.model import formats
from app.desk.model.boats import Departure, DepartureList
from app.desk.model.moment import Moment
from app.ui.catalogue import actions
from app.ui.catalogue.day_list_browser import DayListBrowser, ListWares
from app.ui.catalogue.departure_list import DepartureHeader, DepartureRows, count_runs
from app.ui.catalogue.departure_model import DAY_PARTS, LEAST_SEATS, DayPart, DepartureFilter, DepartureModel
from app.ui.kit.basics.actions import READ_AGAIN
from app.ui.kit.basics.badge import Dot
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.key_cap import KeyCap
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.room import low_held
from app.ui.kit.basics.text import Label, Run
from app.ui.kit.controls.menu_chip import MenuChip
from app.ui.kit.sheets.page_layout import HintLine
from app.ui.theme import style

_WARES = ListWares(
    "boats",
    "ship",
    "departure_count",
    drop_words=mark("Show all departures"),
    none=mark("No departures"),
    none_listed=mark("The service lists no departure for this date."),
    none_matches=mark("No departure matches"),
    stopped=mark("Read again to see the departures of this date."),
    none_on=lambda day: tr("No departures on {day}", day=day),
    reading=lambda day: tr("Reading the departures for {day}", day=day),
    kept=lambda since: tr("Departures kept from {since}", since=since),
    found_on=lambda day, count: trn(
        "{day} has {number} departure.", "{day} has {number} departures.", count, day=day
    ),
    read_at=lambda moment: tr("Read {read_at}", read_at=formats.clock_seconds(moment)),
    lost=lambda count: trn(
        "{number} departure could not be read", "{number} departures could not be read", count
    ),
    may_differ=lambda since: tr("Seats and fares may have changed since {since}", since=since),
)
_KEYS = (
    (actions.CHOOSE_DEPARTURE, mark("Choose")),
    (actions.TO_COUNTS, mark("Passengers")),
    (actions.ADD_PASSENGERS, mark("Continue")),
)
_CAPACITY = mark("Capacity only: the service does not count the seats of this boat")


class DepartureBrowser(DayListBrowser[Departure, DepartureList]):
    """The departures of a date, and when they were read."""

    def __init__(self) -> None:
        self.model = DepartureModel()
        self.departures = DepartureRows(self.model)
        super().__init__(_WARES, self.model, self.departures)
        self._header = DepartureHeader()
        self._boat = _chip(tr("All boats"), "filter_boat", "ship")
        self._part = _chip(tr("Any departure time"), "filter_time")
        self._seats = _chip(tr("Any free seats"), "filter_seats", "users")
        self._chips = (self._boat, self._part, self._seats)
        self._read_dot = Dot()
        self._since = held(row(self._read_dot, self._read_at, KeyCap(READ_AGAIN), gap=6))
        self._since.hide()
        chips = row(*self._chips, None, self._since, gap=8, margins=(20, 0, 16, 0))
        filters = low_held(column(chips, Hairline()), style.FILTER_BAR)
        self._capacity_hint = Label(tr(_CAPACITY), "caption", "text3", elides=True)
        self._capacity_hint.hide()
        self.build(
            filters,
            self._header,
            HintLine(*((keys, tr(words)) for keys, words in _KEYS), None, self._capacity_hint),
        )
        self._part.set_choices([(tr(part.words), part) for part in DAY_PARTS])
        self._seats.set_choices([(tr("At least {number}", number=count), count) for count in LEAST_SEATS])
        self.selected.connect(self._explain_seats)
        for chip in self._chips:
            chip.changed.connect(self.filter_rows)

    @override
    def apply_filter(self) -> None:
        boat, part, seats = (chip.value for chip in self._chips)
        wanted = DepartureFilter(
            self._typed,
            boat if isinstance(boat, str) else None,
            part if isinstance(part, DayPart) else None,
            seats if isinstance(seats, int) else None,
        )
        self.model.filter_by(wanted)

    @override
    def drop_filters(self) -> None:
        for chip in self._chips:
            chip.clear()
        self.filter_by("")

    @property
    @override
    def is_filtered(self) -> bool:
        return True

    @override
    def first_row(self) -> int:
        """The first departure that can be sold."""
        return next((row for row, each in enumerate(self.model.shown) if each.is_open), 0)

    @override
    def take(self, found: DepartureList, today: date) -> str:
        """Set the departures; in a cached list no count of seats is live."""
        departures = found.departures
        if self._kept_since:
            departures = tuple(
                replace(each, is_live=None, counted_at=found.read_at) if each.is_live else each
                for each in departures
            )
        self._read_dot.show_tone("hollow" if self._kept_since else "success")
        self._since.show()
        self.model.show_departures(departures, today)
        self._header.show_scale(self.model.scale)
        self._boat.set_choices([(boat, boat) for boat in self.model.boats])
        return found.reason

    def age(self, now: Moment) -> None:
        """Call no count live any more once it is too old for that."""
        items = self.model.items
        aged = tuple(each.aged(now) for each in items)
        if [each.counted_at for each in aged] != [each.counted_at for each in items]:
            self.model.show_departures(aged, self.model.today)
            self.filter_rows()

    def _explain_seats(self, chosen: Departure | None) -> None:
        """Say of the chosen boat that its seats are not counted, if they are not."""
        self._capacity_hint.setVisible(chosen is not None and chosen.is_live is False)

    @override
    def count_runs(self) -> tuple[Run, ...]:
        return count_runs(self.model.items, self.model.shown)

    @override
    def forget_read(self) -> None:
        super().forget_read()
        self._since.hide()


def _chip(any_label: str, name: str, icon: str = "") -> MenuChip:
    return called(name, MenuChip(any_label, icon))
