"""The long lists: a keystroke in the filter to the repainted rows, and a page of scrolling.

    python -m tests.benchmarks.bench_lists [ROUNDS]

The floor is a plain list of titles behind Qt's own filter. Goals: a keystroke at 500 rows 10 ms (p95), at
50,000 rows and in what is free on a day 33 ms (median); a page of scrolling 16 ms.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from datetime import time as time_of_day
from decimal import Decimal
from functools import partial
from itertools import cycle, islice, product
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject, QSortFilterProxyModel, QStringListModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QListView, QVBoxLayout, QWidget
from typing_extensions import override

from app.desk.free_now.free_rows import free_on
from app.desk.free_now.values import FreeQuestion, FreeStart
from app.desk.model.activities import ActivityCatalogue, ActivityOffer, Span
from app.desk.quick_entry.values import Fares
from app.lifecycle.event_loop import QuitRequest, run
from app.ui.catalogue.activities_page import ActivityTable
from app.ui.catalogue.activity_filter import ActivityFilter
from app.ui.catalogue.activity_model import ActivityModel
from app.ui.free_now.free_columns import free_columns, sections
from app.ui.kit.basics.painting import laid_out, text_width
from app.ui.kit.lists.table import RowRules, Table
from app.ui.theme import assets, style
from tests.benchmarks.measuring import asked, late, ratio_line
from tests.benchmarks.registers import DEEDS, SPOTS
from tests.support.desk.free_samples import BOAT, MOMENT, day_read, slot, slots
from tests.support.desk.samples import TODAY

FRAME_MILLISECONDS = 1000 / 60
SIZE = (760, 640)
AT_NIGHT = datetime(TODAY.year, TODAY.month, TODAY.day, tzinfo=UTC)
"""When everything of the day can still be booked."""


def offers(count: int) -> tuple[ActivityOffer, ...]:
    """Activities with texts of the usual length."""
    deeds = cycle(product(DEEDS.split(";"), SPOTS.split(";")))
    return tuple(
        ActivityOffer(
            activity_id=number,
            title=f"{deed} {number}",
            place=spot,
            summary="With an instructor, photographs and transfers from the jetty",
            description="",
            available=number % 5 != 0,
            reason="Closed for weather" if number % 5 == 0 else "",
            next_date=date(2026, 11, 25),
            date_ranges=(),
            fare=Span(Decimal(900 + number % 40), Decimal(3600)),
            net=Span(Decimal(800 + number % 40), Decimal(3200)),
            reference_price=None,
            commission=None,
            gst_percentage=None,
            currency="INR",
            price_is_summary=True,
            cutoff_minutes=60,
            included=(),
            excluded=(),
            cancellation="",
        )
        for number, (deed, spot) in enumerate(islice(deeds, count), 1)
    )


Act = Callable[["Screen"], None]


class Screen(QWidget):
    """A field above a list."""

    def __init__(self, view: QListView, filter_by: Callable[[str], object]) -> None:
        super().__init__()
        self.field = QLineEdit()
        self.view = view
        lines = QVBoxLayout(self)
        lines.addWidget(self.field)
        lines.addWidget(view)
        self.field.textChanged.connect(filter_by)
        self.resize(*SIZE)
        self.computed: list[float] = []
        """Of each act's milliseconds those that this thread computed: other programs do not lengthen them."""
        self._painted: asyncio.Event = asyncio.Event()
        view.viewport().installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            # Once the event is over, the rows are painted.
            asyncio.get_running_loop().call_soon(self._painted.set)
        return False

    async def painted_after(self, act: Act) -> float:
        """Milliseconds from before `act` until the rows are painted."""
        # What an earlier act has left to do is no part of this.
        await asyncio.sleep(0.03)
        self._painted.clear()
        began, worked = time.perf_counter(), time.thread_time()
        act(self)
        async with asyncio.timeout(30):
            await self._painted.wait()
        self.computed.append((time.thread_time() - worked) * 1000)
        return (time.perf_counter() - began) * 1000


def product_screen(rows: tuple[ActivityOffer, ...]) -> Screen:
    """The counter's list, the best sellers first."""
    model = ActivityModel()
    view = ActivityTable(model)
    sold = {str(row.activity_id): int(row.activity_id) % 7 for row in rows[:60]}
    model.show_offers(rows)
    screen = Screen(view, lambda typed: model.filter_by(ActivityFilter(typed=typed, sold=sold)))
    model.setParent(screen)
    return screen


def free_screen(activities: tuple[ActivityOffer, ...]) -> Screen:
    """What is free on a day: five starts of each activity, and sixty boats, each with its price for four."""
    some = [replace(each, available=True, gst_percentage=Decimal(5)) for each in activities]
    hours = [time_of_day(6 + 2 * place) for place in range(5)]
    found = [
        slots(*(slot(place, hour, activity=number) for place, hour in enumerate(hours)), activity=number)
        for number in (each.activity_id for each in some)
    ]
    boats = [replace(BOAT, schedule_id=number, departs=time_of_day(6 + number % 12)) for number in range(60)]
    day = replace(day_read(*found, boats=boats), catalogue=ActivityCatalogue(TODAY, tuple(some), (), MOMENT))
    columns = free_columns(FreeQuestion(Fares(4)), lambda: MOMENT, lambda: True)
    view = Table(columns, RowRules[FreeStart](47, key=lambda start: start.key), "free", "Free")

    def ask(typed: str) -> None:
        asked = FreeQuestion(Fares(4), typed=typed)
        view.show_rows(sections(free_on(day, asked, AT_NIGHT), asked))

    ask("")
    return Screen(view, ask)


def floor_screen(rows: tuple[ActivityOffer, ...]) -> Screen:
    """Titles in Qt's own list, with Qt's own filter."""
    view = QListView()
    view.setUniformItemSizes(True)
    model = QSortFilterProxyModel(view)
    model.setSourceModel(QStringListModel([row.title for row in rows], view))
    model.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    view.setModel(model)
    return Screen(view, model.setFilterFixedString)


def letter(key: Qt.Key) -> Act:
    """A key typed in the field."""
    return lambda screen: QTest.keyClick(screen.field, key)


def page(key: Qt.Key) -> Act:
    """A page further or back."""
    return lambda screen: QTest.keyClick(screen.view, key)


def unseen(act: Act) -> Act:
    """The act when no text of the rows was painted before."""

    def after_forgetting(screen: Screen) -> None:
        laid_out.cache_clear()
        text_width.cache_clear()
        act(screen)

    return after_forgetting


# Each of the letters changes what is shown, in and out again.
LETTERS = tuple(map(letter, (Qt.Key.Key_K, Qt.Key.Key_A, *[Qt.Key.Key_Backspace] * 2)))
PAGES = tuple(map(page, (*[Qt.Key.Key_PageDown] * 2, *[Qt.Key.Key_PageUp] * 2)))
ACTS: tuple[tuple[str, tuple[Act, ...]], ...] = (
    ("keystroke", LETTERS),
    ("keystroke, rows never painted before", tuple(map(unseen, LETTERS))),
    ("page", PAGES),
    ("page, rows never painted before", tuple(map(unseen, PAGES))),
)


async def measure_lists(rounds: int, _quit: QuitRequest) -> int:
    """Print three lines a size and act."""
    screens = [
        *((f"{count} rows", offers(count), product_screen, ACTS) for count in (500, 50_000)),
        # A page is no screen of one size there, with its headings.
        ("400 activities and 60 boats, what is free", offers(400), free_screen, ACTS[:2]),
    ]
    for title, rows, make, every in screens:
        floor, ours = floor_screen(rows), make(rows)
        for name, acts in every:
            for screen in (floor, ours):
                screen.show()
                screen.view.setCurrentIndex(screen.view.model().index(0, 0))
            # The first round warms up and does not count.
            pairs = [
                (await floor.painted_after(act), await ours.painted_after(act)) for act in acts * (rounds + 1)
            ][len(acts) :]
            times = [pair[1] for pair in pairs]
            print(ratio_line(f"{title}, {name}", [pair[0] for pair in pairs], times, "ms"))
            print(spread_line(f"{title}, {name}", times))
            print(spread_line(f"{title}, {name}, computed", ours.computed[-len(times) :]))
        for screen in (floor, ours):
            screen.close()
            screen.deleteLater()
    return 0


def spread_line(name: str, times: list[float]) -> str:
    """One line: middle, 95th percentile and greatest of the product alone, in milliseconds and frames."""
    p95 = late(times)
    return (
        f"{name}: median {median(times):.1f} ms, p95 {p95:.1f} ms ({p95 / FRAME_MILLISECONDS:.1f} frames), "
        f"longest {max(times):.1f} ms"
    )


def main(rounds: int) -> int:
    """Print everything."""
    app = style.application("bench_lists")
    assets.load_fonts()
    style.apply_theme(app)
    return run(app, partial(measure_lists, rounds))


if __name__ == "__main__":
    sys.exit(main(*asked([20], smallest=[1])))
