"""The board of those who travel with 400 parties of one departure: reading it, and paging through it.

    python -m tests.benchmarks.bench_board [ROUNDS]

The floor of reading is a board of 40 parties, that of a page Qt's own list of the same names, in
the same run. Goals: 100 ms to make the board, off the loop; 16 ms (p95) for a page, computed.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QStringListModel
from PySide6.QtWidgets import QListView

from app.desk.bookings.booking_values import TOLD, Wanted, shown_sale
from app.desk.model.office_rules import Branding
from app.desk.model.sale import KeptWords
from app.desk.payment.order import PEOPLE, WORDS
from app.desk.sale.pricing import price
from app.desk.travelling.board import BoardSale, departures
from app.desk.travelling.notes import HANDING, STORMS, TELLING
from app.desk.travelling.values import BoardDeparture
from app.desk.vouchers.kept_words import words_of
from app.lifecycle.event_loop import QuitRequest, run
from app.store.register.register import KeptNote, KeptSale, Register
from app.ui.theme import assets, style
from app.ui.travelling.board_lists import columns, parties_table
from tests.benchmarks.bench_lists import PAGES, Screen, spread_line
from tests.benchmarks.measuring import asked, paired, ratio_line
from tests.support.desk.boat_samples import BOAT_DRAFT, DEPARTURE

FEW, MANY = 40, 400
SOLD_AT = datetime(2026, 11, 1, 4, 30, tzinfo=UTC)


def filled(folder: Path, count: int) -> Register:
    """A register with so many parties of one departure, half of them told, among others of another day."""
    register = Register.open(folder)
    rows = [
        KeptSale(
            request_id=f"ac1-one-{number}",
            module="BOAT",
            product_id="7001",
            title=DEPARTURE.trip_name,
            day=DEPARTURE.day + timedelta(days=number % 2),
            window="07:15 \u2013 17:30",
            qty=4,
            booking_ref=f"BT{number:07}",
            customer_name=f"Customer {number}",
            customer_phone=f"98{number:08}",
            customer_email="",
            sold_at=SOLD_AT + timedelta(minutes=number),
            place=DEPARTURE.boat_name,
            desk="one",
        )
        for number in range(2 * count)
    ]
    register.keep(rows)
    for row in rows[::4]:
        register.add_note(KeptNote(row.request_id, SOLD_AT, TOLD, "chat", "one", "Asha"))
    return register


def kept_words() -> KeptWords:
    """What the voucher of four passengers says."""
    whole = price(BOAT_DRAFT)
    if whole is None:
        raise SystemExit("The sample has no price.")
    words, people = words_of(BOAT_DRAFT, whole, Branding())
    return KeptWords(str(words[WORDS]), str(people[PEOPLE]))


def made(register: Register, words: KeptWords) -> tuple[BoardDeparture, ...]:
    """The board of the day, as the desk reads and makes it."""
    found = register.find(Wanted(travels=(DEPARTURE.day,)), limit=MANY * 2, patience=60)
    notes = register.notes_of([each.request_id for each in found.sales], TELLING | HANDING | STORMS)
    of_sale: dict[str, list[KeptNote]] = {}
    for each in notes:
        of_sale.setdefault(each.request_id, []).append(each)
    sales = (replace(shown_sale(each), kept=words) for each in found.sales)
    known = [BoardSale(each, of_sale.get(each.request_id, ()), None, None) for each in sales]
    return departures(known, Branding())


def computed(act: Callable[[], object]) -> float:
    """The milliseconds that this thread computed for it."""
    began = time.thread_time()
    act()
    return (time.thread_time() - began) * 1000


async def measure(rounds: int, _quit: QuitRequest) -> int:
    """Print what the board costs, and each page of its list."""
    words = kept_words()
    with tempfile.TemporaryDirectory() as place:
        few, many = (filled(Path(place) / str(count), count) for count in (FEW, MANY))
        board_of = partial(made, words=words)
        floor, ours = paired(
            lambda: computed(lambda: board_of(few)), lambda: computed(lambda: board_of(many)), rounds
        )
        print(ratio_line(f"{MANY} parties, made", floor, ours, "ms"))
        (departure,) = made(many, words)
        for register in (few, many):
            register.close()
    table = parties_table(lambda _party: False)
    table.show_columns(columns(has_till=True))
    table.show_rows(departure.parties)
    names = QListView()
    names.setUniformItemSizes(True)
    names.setModel(QStringListModel([each.sale.customer_name for each in departure.parties], names))
    plain, board = Screen(names, str), Screen(table, str)
    for screen in (plain, board):
        screen.show()
        screen.view.setCurrentIndex(screen.view.model().index(0, 0))
    pairs = [
        (await plain.painted_after(act), await board.painted_after(act)) for act in PAGES * (rounds + 1)
    ][len(PAGES) :]
    floor, ours = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    print(ratio_line(f"{MANY} parties, page", floor, ours, "ms"))
    print(spread_line(f"{MANY} parties, page, computed", board.computed[-len(pairs) :]))
    for screen in (plain, board):
        screen.close()
        screen.deleteLater()
    return 0


def main(rounds: int) -> int:
    """Measure, and return the exit code."""
    app = style.application("bench")
    assets.load_fonts()
    style.apply_theme(app, "light")
    return run(app, partial(measure, rounds), app.quit_asked)


if __name__ == "__main__":
    sys.exit(main(*asked([20], smallest=[1])))
