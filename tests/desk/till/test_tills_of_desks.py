"""Two desks of one office: the day holds both tills, and says what it does not know."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import update

from app.desk.model.office_rules import OfficeRules
from app.desk.office.office_sync import OfficeSync
from app.desk.till.due import due_of_sales
from app.desk.till.payment_values import PayWay
from app.desk.till.till import Till
from app.desk.till.till_day import DayDoubts, TillDay
from app.desk.till.till_day_words import doubts
from app.desk.till.tills_of_desks import TillsOfDesks
from app.store.journal.hash_chain import BEFORE_THE_FIRST, UNKEYED, digest_of
from app.store.office.outbox import Outbox
from app.store.office.shared_database import SharedDatabase, SharedError
from app.store.office.till_lines import till_line
from tests.desk.till.test_refunds import NOON, SALE, paid
from tests.desk.till.test_till_day import BOAT, DIVE, WALK, report, unexplained
from tests.support.counter import until
from tests.support.shared_places import sqlite_place
from tests.support.store.recording_till import open_book
from tests.support.ui.taking_payment import TILL

OFFICE = report(BOAT, replace(DIVE, desk="D2"), replace(WALK, desk="D3"))
ELSEWHERE = replace(SALE, request_id="R2", booking_ref="AC7H2W91X", customer_pays=DIVE.value)


class OfficeDesk:
    """A till whose office's database can be away."""

    def __init__(self, folder: Path, desk: str, letters: str) -> None:
        self._server, self._desk = folder / "server", desk
        self.sharing = OfficeSync(Outbox(folder / f"{desk}.db"), lambda: NOON, pause=0.01)
        self.tills = TillsOfDesks(self.sharing, desk)
        self.is_away = False
        rules = OfficeRules(till=replace(TILL, series=letters))
        self.till = Till(
            lambda: open_book(folder / desk, desk=desk, apart=f"apart-{desk}"),
            rules,
            lambda: NOON,
            lambda: "",
            tills=self.tills,
        )

    def open(self) -> SharedDatabase:
        """The database, unless it is away."""
        if self.is_away:
            raise SharedError("Nobody answers.")
        return sqlite_place(self._server, self._desk)

    async def meet(self) -> None:
        """Use the database from now on."""
        self.sharing.use(self.open)
        await until(lambda: self.sharing.is_there)

    async def day(self) -> TillDay:
        """The day of the office as this desk knows it."""
        return await self.till.day(OFFICE, self._desk)


@asynccontextmanager
async def desks(folder: Path, *letters: str) -> AsyncGenerator[tuple[OfficeDesk, OfficeDesk]]:
    """Two desks, each with its letters."""
    (folder / "server").mkdir()
    one, two = (OfficeDesk(folder, f"D{number}", each) for number, each in enumerate(letters, 1))
    yield one, two
    for each in (one, two):
        await each.till.close()
        each.sharing.close()


async def test_the_day_holds_both_tills(tmp_path: Path) -> None:
    async with desks(tmp_path, "A", "B") as (one, two):
        # Recorded before the database was reached for the first time.
        await two.till.record(paid(due_of_sales((ELSEWHERE,)), PayWay.UPI))
        await one.meet()
        await two.meet()
        await one.till.record(paid(due_of_sales((SALE,)), typed="1000"))
        await one.tills.finish()
        for each in (one, two):
            day = await each.day()
            assert (day.ways[PayWay.CASH].taken, day.ways[PayWay.UPI].taken) == (1000_00, 7_980_50)
            assert (day.every.receipts, day.sold.sales, day.sold.on_account) == (2, 2, 5_468_00)
            assert unexplained(day) == 0
            # The third desk has no till.
            assert day.doubts == DayDoubts(others_sold=1)
        # Numbers and drawer are those of the desk that looks.
        assert [(await each.day()).numbers for each in (one, two)] == [
            ("A/2627/000001", "A/2627/000001", 0),
            ("B/2627/000001", "B/2627/000001", 0),
        ]


async def test_while_the_database_is_away_others_are_not_known(tmp_path: Path) -> None:
    async with desks(tmp_path, "A", "B") as (one, two):
        await two.meet()
        await two.till.record(paid(due_of_sales((ELSEWHERE,))))
        await two.tills.finish()
        one.is_away = True
        one.sharing.use(one.open)
        day = await one.day()
        assert (day.every.taken, day.doubts) == (0, DayDoubts(others_sold=2, is_known=False))
        assert doubts(day, str)[0].startswith("What the tills of other desks took is not known")
        # What is recorded meanwhile is handed in as soon as it is back.
        await one.till.record(paid(due_of_sales((SALE,))))
        one.is_away = False
        await until(lambda: one.sharing.is_there)
        assert (await two.day()).every.taken == 6_468_00 + 7_980_50


async def test_what_was_changed_there_and_equal_letters_are_said(tmp_path: Path) -> None:
    async with desks(tmp_path, "A", "A") as (one, two):
        for each, sale in ((one, SALE), (two, ELSEWHERE)):
            await each.meet()
            await each.till.record(paid(due_of_sales((sale,))))
            await each.tills.finish()
        day = await one.day()
        assert day.doubts == DayDoubts(1, same_letters=("D2",))
        assert "have the same letters as those here" in doubts(day, str)[1]
        with closing(two.open()) as place, place.office.work() as connection:
            connection.execute(update(till_line).where(till_line.c.desk == "D2").values(text="{}"))
        day = await one.day()
        assert day.doubts == DayDoubts(2, broken=("D2",))
        assert "the till of D2 was changed" in " ".join(doubts(day, str))
        assert day.every.taken == 6_468_00


@pytest.mark.parametrize(
    "text",
    [
        "\u20b9",
        '{"seq": 1, "at": "2026-11-21T12:00:00+00:00", "kind": "count", "clerk": "", "desk": "D2"}',
        '{"seq": 1, "at": "2026-11-21T12:00:00", "kind": "move", "clerk": "", "desk": "D2", "amount": 1}',
    ],
)
async def test_whatever_stands_there_the_office_stays_and_it_is_said(tmp_path: Path, text: str) -> None:
    async with desks(tmp_path, "A", "B") as (one, two):
        for each, sale in ((one, SALE), (two, ELSEWHERE)):
            await each.meet()
            await each.till.record(paid(due_of_sales((sale,))))
            await each.tills.finish()
        # Also where the hash was made to fit.
        line_hash = next_hash(text) if text.isascii() else "x"
        with closing(two.open()) as place, place.office.work() as connection:
            of_two = update(till_line).where(till_line.c.desk == "D2")
            connection.execute(of_two.values(text=text, hash=line_hash))
        day = await one.day()
        assert (day.doubts.broken, day.every.taken) == (("D2",), 6_468_00)
        assert one.sharing.is_there


async def test_a_book_that_was_restored_under_another_number_counts_once(tmp_path: Path) -> None:
    async with desks(tmp_path, "A", "B") as (one, two):
        for each in (one, two):
            await each.meet()
        await two.till.record(paid(due_of_sales((ELSEWHERE,))))
        await two.till.close()
        # A backup is restored as that of a new desk.
        shutil.copytree(tmp_path / "D2", tmp_path / "D9")
        third = OfficeDesk(tmp_path, "D9", "C")
        await third.meet()
        await third.till.record(paid(due_of_sales((SALE,))))
        await third.tills.finish()
        for each in (one, third):
            day = await each.day()
            assert (day.every.taken, day.every.receipts) == (6_468_00 + 7_980_50, 2)
            assert day.doubts.broken == ()
        await third.till.close()
        third.sharing.close()


def next_hash(text: str) -> str:
    """The hash of a first line, as anybody can make it who has no key."""
    return digest_of(f"{BEFORE_THE_FIRST}|{text}|{UNKEYED}".encode("latin-1"))


@pytest.mark.parametrize("is_closed", [True, False])
async def test_a_book_that_fails_costs_the_office_nothing(tmp_path: Path, *, is_closed: bool) -> None:
    async with desks(tmp_path, "A", "B") as (one, _two):
        await one.till.record(paid(due_of_sales((SALE,))))
        if is_closed:
            await one.till.close()
        else:
            book = open_book(tmp_path / "another")
            book.close()
            one.tills.use(book)
        await one.meet()
        assert one.sharing.trouble == ""
