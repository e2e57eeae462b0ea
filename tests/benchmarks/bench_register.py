"""The register with very many bookings: a keystroke's search, a sale's writing, and the start.

    python -m tests.benchmarks.bench_register [ROUNDS [SALES]]

The floor of each is a register of 1,000 sales in the same run. The register of SALES is made once (minutes)
and stays under build/benchmarks. Goals: a keystroke 20 ms (p95) off the loop, and 33 ms (median) to the
repainted list; the start not more than 5 % slower than with an empty register.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from app.desk.bookings.booking_values import shown_sale
from app.lifecycle.event_loop import QuitRequest, run
from app.store.register.register import KeptSale, Register, RegisterPage, SaleStanding, Wanted
from app.ui.bookings.sales_list import SalesList
from app.ui.theme import assets, style
from tests.benchmarks.bench_lists import Screen, spread_line
from tests.benchmarks.measuring import asked, paired, ratio_line
from tests.benchmarks.registers import FEW_SALES, PLACE_OF_REGISTERS, filled_register, sales

CUSTOMERS_TYPED = ("9", "987", "98765", "5012", "501234", "p", "priya", "priya ram", "qq", "raman 987")
SALES_TYPED = ("s", "sea", "scuba hav", "gmail", "priya raman", "98765", "a2", "a2b", "zz sea", "qqqqq")
TODAY = date(2026, 11, 21)
PAGE = 60
DAYS = tuple(TODAY + timedelta(days=each) for each in range(7))
KEYSTROKES: tuple[tuple[str, Wanted], ...] = (
    ("nothing typed", Wanted(today=TODAY)),
    *(
        (f"{typed!r}", Wanted(typed=typed, today=TODAY))
        for typed in (
            "p",
            "pri",
            "priya",
            "priya r",
            "priya raman",
            "9",
            "987",
            "98765",
            "+91 98765",
            "98765 43210",
            "priya.raman",
            "a2b",
            "a2b3c4",
            "sea walk hav",
            "sea kayak",
            "scuba qqqq",
            "22",
            "22/11",
            "22 nov",
            "raman 21/11",
            "2024-03-05",
        )
    ),
    ("sold this week", Wanted(today=TODAY, sold=(TODAY - timedelta(days=6), TODAY))),
    ("travels this week", Wanted(today=TODAY, travels=DAYS)),
    ("cancelled", Wanted(today=TODAY, standings=frozenset({SaleStanding.CANCELLED}))),
    ("'sea', booked", Wanted(typed="sea", today=TODAY, standings=frozenset({SaleStanding.BOOKED}))),
)


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def measure_search(few: Register, many: Register, rounds: int) -> list[float]:
    """Print the first page of each keystroke, and the page behind it. Returns the times of the keystrokes."""
    floors, times, computed = list[float](), list[float](), list[float]()
    for name, wanted in KEYSTROKES:
        floor, ours = paired(
            lambda wanted=wanted: _timed(partial(few.find, wanted, None, PAGE)),
            lambda wanted=wanted: _timed(partial(many.find, wanted, None, PAGE)),
            rounds,
        )
        began = time.thread_time()
        for _ in ours:
            many.find(wanted, None, PAGE)
        # What other programs do on this computer does not lengthen it.
        computed.append((time.thread_time() - began) * 1000 / len(ours))
        print(spread_line(f"search {name}", ours), f"computed {computed[-1]:.1f} ms")
        floors += floor
        times += ours
    print(ratio_line("search per keystroke", floors, times, "ms"))
    print(spread_line("search per keystroke", times))
    print(spread_line("search per keystroke, computed", computed))
    behind = many.find(Wanted(), None, PAGE).cursor
    pages = [_timed(partial(many.find, Wanted(), behind, PAGE)) for _ in range(rounds or 1)]
    print(spread_line("next page", pages))
    return times


def measure_questions(few: Register, many: Register, rounds: int) -> None:
    """Print two lines a question: for customers, and for the whole list of what fits."""
    questions: tuple[tuple[str, tuple[str, ...], Callable[[Register, str], object]], ...] = (
        ("customers()", CUSTOMERS_TYPED, lambda register, typed: register.customers(typed)),
        ("search()", SALES_TYPED, lambda register, typed: register.search(typed)),
    )
    for name, all_typed, ask in questions:
        floors, times = list[float](), list[float]()
        for typed in all_typed:
            floor, ours = paired(
                lambda ask=ask, typed=typed: _timed(partial(ask, few, typed)),
                lambda ask=ask, typed=typed: _timed(partial(ask, many, typed)),
                rounds,
            )
            floors += floor
            times += ours
        print(ratio_line(name, floors, times, "ms"))
        print(spread_line(name, times))


def measure_writing(rounds: int, count: int) -> None:
    """One sale more, and one that changes, on copies of both registers."""
    with tempfile.TemporaryDirectory(dir=PLACE_OF_REGISTERS) as folder:
        sizes = {"few": FEW_SALES, "many": count}
        registers = [_copied(Path(folder) / name, each) for name, each in sizes.items()]
        new = iter(_new_sales(4 * rounds + 8))
        for name, change in (("a new sale", False), ("a sale that changes", True)):
            floor, ours = paired(
                partial(_written, registers[0], new, change=change),
                partial(_written, registers[1], new, change=change),
                rounds,
            )
            print(ratio_line(f"writing {name}", floor, ours, "ms"))
            print(spread_line(f"writing {name}", ours))
        for register in registers:
            register.close()


def _copied(folder: Path, count: int) -> Register:
    shutil.copytree(PLACE_OF_REGISTERS / f"register-{count}", folder)
    return Register.open(folder)


def _new_sales(count: int) -> list[KeptSale]:
    now = datetime.now(UTC)
    return [
        replace(each, request_id=f"new-{number}", sold_at=now + timedelta(seconds=number))
        for number, each in enumerate(sales(count))
    ]


def _written(register: Register, new: Iterator[KeptSale], *, change: bool) -> float:
    sale = next(new)
    if change:
        register.keep([sale])
        sale = replace(sale, standing=SaleStanding.CANCELLED, released=sale.qty)
    return _timed(partial(register.keep, [sale]))


def measure_start(rounds: int, count: int) -> None:
    """From nothing to the first page: the register opened, its place in the journal and the newest read."""
    with tempfile.TemporaryDirectory(dir=PLACE_OF_REGISTERS) as folder:
        empty = Path(folder) / "empty"
        Register.open(empty).close()
        floor, ours = paired(
            partial(_timed, partial(_started, empty)),
            partial(_timed, partial(_started, PLACE_OF_REGISTERS / f"register-{count}")),
            rounds,
        )
    print(ratio_line("start, against an empty register", floor, ours, "ms"))
    print(spread_line("start", ours))


def _started(folder: Path) -> RegisterPage:
    register = Register.open(folder)
    register.position("a desk")
    found = register.find(Wanted(), None, PAGE)
    register.close()
    return found


async def measure_list(many: Register, rounds: int, _quit: QuitRequest) -> int:
    """From a keystroke to the repainted rows, the search in a thread."""
    view = SalesList()
    screen = Screen(view, lambda _typed: None)
    screen.show()
    times: list[float] = []

    async def show(wanted: Wanted) -> None:
        page = await asyncio.to_thread(many.find, wanted, None, PAGE)
        view.begin((), map(shown_sale, page.sales), TODAY, has_more=page.cursor is not None)
        # The same rows again leave the screen as it is.
        view.viewport().update()

    begun: list[asyncio.Task[None]] = []
    for _ in range(rounds or 1):
        for _name, wanted in KEYSTROKES:
            times.append(
                await screen.painted_after(
                    lambda _screen, wanted=wanted: begun.append(asyncio.ensure_future(show(wanted)))
                )
            )
    print(spread_line("keystroke to repainted list", times))
    screen.close()
    return 0


def main(rounds: int, count: int) -> int:
    """Print everything."""
    app = style.application("bench_register")
    assets.load_fonts()
    style.apply_theme(app)
    few, many = filled_register(FEW_SALES), filled_register(count)
    measure_search(few, many, rounds)
    measure_questions(few, many, rounds)
    status = run(app, partial(measure_list, many, rounds))
    few.close()
    many.close()
    measure_start(rounds, count)
    measure_writing(rounds, count)
    return status


if __name__ == "__main__":
    sys.exit(main(*asked([10, 1_000_000], smallest=[0, 2 * FEW_SALES])))
