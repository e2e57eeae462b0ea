"""The long lists: a keystroke in the filter to the repainted rows, a page of scrolling, and the register.

    python -m tests.benchmarks.bench_lists [ROUNDS [SALES]]

The floor of the list is a plain list of titles behind Qt's own filter; that of the register is one of 1,000
sales. The register of SALES is made once (minutes) and stays under build/benchmarks. Goals: a keystroke at
500 rows 10 ms (p95), at 50,000 rows 33 ms (median); a page of scrolling 16 ms; the register 20 ms (p95).
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import partial
from itertools import cycle, islice, product
from pathlib import Path
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject, QSortFilterProxyModel, QStringListModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QListView, QVBoxLayout, QWidget
from typing_extensions import override

from app.desk.model.activities import ActivityOffer, Span
from app.lifecycle.event_loop import QuitRequest, run
from app.store.register.register import KeptSale, Register
from app.ui.catalogue.activity_filter import ActivityFilter
from app.ui.catalogue.activity_list import ActivityTable
from app.ui.catalogue.activity_model import ActivityModel
from app.ui.kit.basics.painting import laid_out, text_width
from app.ui.theme import assets, style
from tests.benchmarks.measuring import paired, ratio_line

PLACE_OF_REGISTERS = Path(__file__).resolve().parents[2] / "build" / "benchmarks"
FRAME_MILLISECONDS = 1000 / 60
FEW_SALES, BATCH = 1_000, 10_000
YEARS = 5
SIZE = (760, 640)
FIRST = "Priya;Rahul;Anita;Vikram;Sunita;Arjun;Meera;Kiran;Deepa;Sanjay;Lakshmi;Ravi;Pooja;Amit;Neha;Zoë"
LAST = "Raman;Sharma;Iyer;Patel;Nair;Reddy;Das;Gupta;Singh;Kumar;Menon;Bose;Rao;Joshi;Mehta;Pillai"
DEEDS = "Sea walk;Scuba dive;Glass bottom boat;Jet ski;Kayak trip;Parasailing;Snorkelling;Light show"
SPOTS = "Havelock;Neil Island;North Bay;Corbyn's Cove;Elephant Beach;Baratang;Ross Island"
CUSTOMERS_TYPED = ("9", "987", "98765", "5012", "501234", "p", "priya", "priya ram", "qq", "raman 987")
SALES_TYPED = ("s", "sea", "scuba hav", "gmail", "priya raman", "98765", "a2", "a2b", "zz sea", "qqqqq")


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
    sold = {str(row.activity_id): row.activity_id % 7 for row in rows[:60]}
    model.show_offers(rows)
    screen = Screen(view, lambda typed: model.filter_by(ActivityFilter(typed=typed, sold=sold)))
    model.setParent(screen)
    return screen


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
    for count in (500, 50_000):
        rows = offers(count)
        floor, ours = floor_screen(rows), product_screen(rows)
        for name, acts in ACTS:
            for screen in (floor, ours):
                screen.show()
                screen.view.setCurrentIndex(screen.view.model().index(0, 0))
            # The first round warms up and does not count.
            pairs = [
                (await floor.painted_after(act), await ours.painted_after(act)) for act in acts * (rounds + 1)
            ][len(acts) :]
            times = [pair[1] for pair in pairs]
            print(ratio_line(f"{count} rows, {name}", [pair[0] for pair in pairs], times, "ms"))
            print(spread_line(f"{count} rows, {name}", times))
            print(spread_line(f"{count} rows, {name}, computed", ours.computed[-len(times) :]))
        for screen in (floor, ours):
            screen.close()
            screen.deleteLater()
    return 0


def spread_line(name: str, times: list[float]) -> str:
    """One line: middle, 95th percentile and greatest of the product alone, in milliseconds and frames."""
    ordered = sorted(times)
    late = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    frames = late / FRAME_MILLISECONDS
    return (
        f"{name}: median {median(ordered):.1f} ms, p95 {late:.1f} ms ({frames:.1f} frames), "
        f"longest {ordered[-1]:.1f} ms"
    )


def sales(count: int) -> Iterator[KeptSale]:
    """Sales of some years; every fifth customer comes again."""
    firsts, lasts, deeds, spots = (texts.split(";") for texts in (FIRST, LAST, DEEDS, SPOTS))
    step = timedelta(days=365 * YEARS) / count
    for number in range(count):
        who = number * 7919 % count if number % 5 else number * 31 % count
        first, last = firsts[who % len(firsts)], lasts[who // len(firsts) % len(lasts)]
        phone = f"{6 + who % 4}{who * 2_654_435_761 % 10**9:09}"
        deed = number * 17 % (len(deeds) * len(spots))
        yield KeptSale(
            request_id=f"ac1-0a1b2c3d-{number:026}",
            module="ACTIVITY",
            product_id=str(deed),
            title=f"{deeds[deed % len(deeds)]} {spots[deed % len(spots)]}",
            day=date(2026, 11, 21),
            window="09:00 to 10:00",
            qty=1 + number % 4,
            booking_ref=f"{number * 2_654_435_761 % 36**6:06X}",
            customer_name=f"{first} {last}",
            customer_phone=phone,
            customer_email=f"{first}.{last}{who % 1000}@gmail.com".lower(),
            sold_at=datetime(2021, 11, 21, tzinfo=UTC) + step * number,
        )


def filled_register(count: int) -> Register:
    """A register of so many sales; one that was made before is used again."""
    folder = PLACE_OF_REGISTERS / f"register-{count}"
    is_new = not folder.exists()
    register = Register.open(folder)
    if is_new:
        began = time.perf_counter()
        all_sales = sales(count)
        while batch := list(islice(all_sales, BATCH)):
            register.keep(batch)
        print(f"A register of {count} sales took {time.perf_counter() - began:.0f} s to fill.")
    return register


def measure_register(rounds: int, count: int) -> None:
    """Print two lines a question."""
    few, many = filled_register(FEW_SALES), filled_register(count)
    questions: tuple[tuple[str, tuple[str, ...], Callable[[Register, str], object]], ...] = (
        ("customers()", CUSTOMERS_TYPED, lambda register, typed: register.customers(typed)),
        ("search()", SALES_TYPED, lambda register, typed: register.search(typed)),
    )
    for name, all_typed, ask in questions:
        floor: list[float] = []
        product_times: list[float] = []
        for typed in all_typed:
            pair = paired(partial(_timed, ask, few, typed), partial(_timed, ask, many, typed), rounds)
            floor += pair[0]
            product_times += pair[1]
        print(ratio_line(f"{count} sales, {name}", floor, product_times, "ms"))
        print(spread_line(f"{count} sales, {name}", product_times))
    few.close()
    many.close()


def _timed(ask: Callable[[Register, str], object], register: Register, typed: str) -> float:
    began = time.perf_counter()
    ask(register, typed)
    return (time.perf_counter() - began) * 1000


def main(rounds: int = 20, count: int = 1_000_000) -> int:
    """Print everything; the register last, since a new one takes minutes to fill."""
    app = style.application("bench_lists")
    assets.load_fonts()
    style.apply_theme(app)
    status = run(app, partial(measure_lists, rounds))
    measure_register(rounds, count)
    return status


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in sys.argv[1:3])))
