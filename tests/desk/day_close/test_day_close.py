"""Days at a real counter: read, closed once, and kept as they were."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest
from pydantic import TypeAdapter
from typing_extensions import override

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.desk.cancellation.refund_quote import booking_of
from app.desk.day_close.advice import finding_words, ledger_words, uncompared_words
from app.desk.day_close.day_close import DayClose
from app.desk.day_close.export import ledger_table, wallet_table
from app.desk.day_close.other_desks_rows import OtherDesksRows
from app.desk.day_close.report import midnight
from app.desk.day_close.values import DayFinding, DayReport, LedgerCheck, LedgerFinding
from app.desk.desk import Desk
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.sale import Advice, Profile, Receipt
from app.desk.office.office_database import OfficeDatabase
from app.lifecycle.connection import memory_of
from app.practice import PRACTICE_KEY, Faults, PracticeServer, World
from app.practice.world.money import rupees
from app.practice.world.orders import ActivityOrder
from app.store.journal.journal import Journal
from app.store.office.closed_days import KeptDay, keep_day
from app.store.office.office import Office, OfficeError
from app.store.office.shifts import open_shift
from app.store.office.wallet_readings import KeptReading, keep_reading
from tests.support.counter import (
    AS_ON,
    CHAIN_KEY,
    QUICK,
    Counter,
    accepted_seats,
    open_counter,
    open_desk,
    tomorrow_at_ten,
    until,
    working,
)
from tests.support.desk.all_sales import all_sales
from tests.support.proof import beside_others
from tests.support.shared_places import sqlite_place

OPENS = datetime(2030, 11, 21, 4, 30, tzinfo=UTC)
"""Far enough away that no request finds it past; ten in the morning where the service is."""


@dataclass
class Place:
    """A counter whose computer's time a test moves on."""

    counter: Counter
    time: list[datetime]
    wrong: list[timedelta] = field(default_factory=lambda: [timedelta()])
    """The computer's clock minus the true time."""

    def later(self, **span: float) -> None:
        """Let time pass at this computer."""
        self.time[0] += timedelta(**span)

    async def read(self) -> None:
        """Read the wallet and keep the reading."""
        wallet = await self.counter.desk.wallet.read()
        amounts = (wallet.cash, wallet.credit_limit, wallet.credit_used, wallet.credit_left)
        kept = KeptReading(wallet.agent_id, wallet.read_at, *amounts, wallet.currency, told_at=wallet.told_at)
        await self.counter.desk.local_cache.office.run(lambda office: keep_reading(office, kept))

    async def sell(self) -> Receipt:
        """Sell two seats, a second after what was before, and read the wallet."""
        self.later(seconds=1)
        receipt = await self.counter.sell()
        self.later(seconds=1)
        await self.read()
        return receipt


class OtherDesks:
    """What other desks of the office did, as a test says."""

    def __init__(self, found: OtherDesksRows) -> None:
        self.found = found
        self.asked: list[datetime] = []

    def rows(self, since: datetime, until: datetime) -> OtherDesksRows:
        """What `rows_of_others` gives."""
        assert since < until
        self.asked.append(since)
        return self.found

    def days_of(self, place: Place) -> DayClose:
        """The days of a counter beside these desks."""
        desk, clock = place.counter.desk, lambda: place.time[0]
        return DayClose(
            place.counter.journal,
            desk.local_cache.office,
            clock,
            desk.wallet.read,
            lambda: desk.wallet.last,
            others=self.rows,
        )


class SteadyClient(PartnerClient):
    """A client whose computer has the service's clock, unless a test says by how much it differs."""

    ahead: Callable[[], timedelta | None] = timedelta

    @property
    @override
    def service_offset(self) -> timedelta | None:
        return self.ahead()


@asynccontextmanager
async def opened(
    folder: Path,
    server: PracticeServer,
    clock: Callable[[], datetime],
    ahead: Callable[[], timedelta | None] = timedelta,
    *,
    remembers: bool = False,
) -> AsyncGenerator[Counter]:
    """A counter that has one clock for the computer and its journal; `ahead` is the service's minus it."""
    async with SteadyClient(server.base_url, ApiKey(PRACTICE_KEY), timings=QUICK) as client:
        client.ahead = ahead
        journal = await asyncio.to_thread(Journal.open, folder, chain_key=CHAIN_KEY, clock=clock)
        profile = Profile("practice", server.base_url, PRACTICE_KEY[-4:], is_practice=True)
        memory = memory_of(folder, journal.desk) if remembers else None
        async with working(Desk(client, journal, profile, clock, memory), journal, server, folder) as counter:
            yield counter


@asynccontextmanager
async def opened_place(
    folder: Path, wrong: timedelta = timedelta(), *, is_offset_known: bool = True
) -> AsyncGenerator[Place]:
    """A counter that remembers and has read its wallet, with a clock that is wrong by so much."""
    time, off = [OPENS], [wrong]
    with PracticeServer(World(clock=lambda: time[0]), Faults()) as server:
        ahead = (lambda: -off[0]) if is_offset_known else (lambda: None)
        async with opened(folder, server, lambda: time[0] + off[0], ahead, remembers=True) as counter:
            found = Place(counter, time, off)
            await found.read()
            yield found


@pytest.fixture
async def place(tmp_path: Path) -> AsyncGenerator[Place]:
    async with opened_place(tmp_path / "desk") as found:
        yield found


async def refused(work: Awaitable[object]) -> Advice:
    """What is said when something is not done."""
    with pytest.raises(DeskError) as caught:
        await work
    return caught.value.advice


async def test_a_day_of_sales_and_a_refund_agrees_and_is_closed_once(place: Place) -> None:
    desk, days = place.counter.desk, place.counter.desk.day_close
    await days.duty.add("Asha", "1111")
    await days.duty.take_over("1111")
    receipt = await place.sell()
    sale = next(each for each in all_sales(desk.bookings) if each.booking_ref == receipt.booking_ref)
    place.later(seconds=1)
    await desk.cancellation.confirm(await accepted_seats(desk, booking_of(sale), 1), lambda _: None)
    place.later(minutes=20)
    view = await days.view(days.today)
    report = view.report
    assert (view.closed, view.waiting, view.may_go_on) == (None, (), False)
    assert (report.figures.sales, report.figures.debited) == (1, receipt.total_debited)
    assert [(line.name, line.figures.sales, line.refunds.count) for line in report.clerks] == [("Asha", 1, 1)]
    assert report.wallet is not None
    assert (report.wallet.agrees, report.wallet.intervals) == (True, ())
    assert [(each.clerk, each.closed_at) for each in report.shifts] == [("Asha", None)]
    await days.duty.leave()
    (shift,) = (await days.view(days.today)).report.shifts
    assert (shift.closed_at, shift.closed is None) == (place.time[0], False)
    closed = await days.close(days.today, "  Asha  ")
    assert (closed.closed_by, closed.report.figures) == ("Asha", report.figures)
    assert closed.report.wallet is not None
    assert closed.report.wallet.last.at == place.time[0]
    again = await days.view(days.today)
    assert (again.closed, again.may_go_on) == (closed, True)
    assert again.report == closed.report
    assert "closed by Asha" in (await refused(days.close(days.today, "Ravi"))).what


async def test_what_comes_after_the_close_is_of_the_next_day(place: Place) -> None:
    days = place.counter.desk.day_close
    await place.counter.desk.local_cache.office.run(lambda office: open_shift(office, "Mina", place.time[0]))
    await place.sell()
    today = days.today
    place.later(seconds=1)
    closed = await days.close(today, "Asha")
    await place.sell()
    tomorrow = (await days.view(today + timedelta(days=1))).report
    assert [(each.clerk, each.opened) for each in tomorrow.shifts] == [("Mina", None)]
    assert (closed.report.figures.sales, tomorrow.figures.sales, tomorrow.since) == (
        1,
        1,
        closed.report.until,
    )
    assert closed.report.wallet is not None
    assert tomorrow.wallet is not None
    assert tomorrow.wallet.opening == closed.report.wallet.last
    assert "not begun" in (await refused(days.close(today + timedelta(days=1), "Asha"))).what
    assert await days.unclosed() == ()
    place.later(days=2)
    assert await days.unclosed() == (today + timedelta(days=1),)


async def test_what_is_sold_while_the_clock_is_behind_the_close_is_of_the_next_day(place: Place) -> None:
    days = place.counter.desk.day_close
    place.later(hours=1)
    today = days.today
    await days.close(today, "Asha")
    place.later(minutes=-30)
    await place.sell()
    tomorrow, after = today + timedelta(days=1), today + timedelta(days=2)
    report = (await days.view(tomorrow)).report
    assert (report.figures.sales, report.rows[0].at < report.since) == (1, True)
    place.later(days=1)
    assert (await days.close(tomorrow, "Asha")).report.figures == report.figures
    assert (await days.view(after)).report.figures.sales == 0


async def test_a_clock_set_back_behind_a_sale_invents_no_money(place: Place) -> None:
    days = place.counter.desk.day_close
    place.later(hours=1)
    await place.sell()
    place.later(minutes=1)
    place.wrong[0] = timedelta(hours=-1)
    second = await place.sell()
    place.later(minutes=1)
    await place.read()
    report = (await days.view(days.today)).report
    assert report.wallet is not None
    assert second.wallet is not None
    assert (report.wallet.intervals, report.wallet.changes, report.unread) == ((), 0, 0)
    assert report.wallet.last.cash == second.wallet.cash
    # What stands in the journal is of the day, although its time has not come again.
    closed = (await days.close(days.today, "Asha")).report
    assert (closed.figures.sales, closed.wallet is not None and closed.wallet.agrees) == (2, True)
    third = await place.sell()
    tomorrow = days.today + timedelta(days=1)
    rows = (await days.view(tomorrow)).report.rows
    assert [row.booking_ref for row in rows] == [third.booking_ref]
    place.later(days=2)
    assert await days.unclosed() == (tomorrow,)


async def test_tomorrow_is_closed_only_by_who_knows_of_the_clock_and_opened_again(tmp_path: Path) -> None:
    async with opened_place(tmp_path / "desk", timedelta(days=1)) as place:
        days = place.counter.desk.day_close
        tomorrow = days.today
        view = await days.view(tomorrow)
        assert "1 day" in view.doubt or "24 h" in view.doubt
        told = await refused(days.close(tomorrow, "Asha"))
        assert told.meaning == "The day is not closed."
        closed = await days.close(tomorrow, "Asha", view.doubt)
        assert (closed.is_ahead, closed.report.service_day) == (True, tomorrow - timedelta(days=1))
        place.wrong[0] = timedelta()
        await place.sell()
        assert (await days.view(days.today)).doubt == ""
        assert not (await days.close(days.today, "Asha")).is_ahead
        assert "ahead of its time" in (await refused(days.reopen(days.today, "Asha", "clock"))).what
        for by, reason in (("Asha", " "), (" ", "The clock was wrong")):
            told = await refused(days.reopen(tomorrow, by, reason))
            assert (told.what, told.field) == ("Who opens the day again, and why?", "name")
        await days.reopen(tomorrow, "Asha", "The clock was wrong")
        assert (await days.view(tomorrow)).closed is None
        place.later(days=1)
        assert (await days.close(tomorrow, "Asha")).is_ahead is False


async def test_a_day_whose_order_is_unknown_is_not_compared(tmp_path: Path) -> None:
    async with opened_place(tmp_path / "desk", is_offset_known=False) as place:
        days = place.counter.desk.day_close
        place.later(hours=2)
        await place.sell()
        report = (await days.view(days.today)).report
        assert (report.is_unordered, report.wallet is not None and report.wallet.agrees) == (False, True)
        place.wrong[0] = timedelta(hours=-1)
        await place.read()
        report = (await days.view(days.today)).report
        assert (report.is_unordered, report.wallet) == (True, None)
        assert uncompared_words(report)[0] == "Cannot be told"
        assert wallet_table(report).rows[0][0] == uncompared_words(report)[1]
        place.later(hours=2)
        await place.sell()
        assert (await days.view(days.today)).report.is_unordered


async def test_what_another_desk_hands_in_behind_the_close_is_of_the_next_day(place: Place) -> None:
    others = OtherDesks(OtherDesksRows((), ("other",)))
    days = others.days_of(place)
    await place.sell()
    (own,) = (await days.view(days.today)).report.rows
    late = replace(own, request_id="ac1-late", desk="other")
    stray = replace(own, request_id="ac1-stray", desk="new")
    place.later(minutes=20)
    today = days.today
    closed = await days.close(today, "Asha")
    assert closed.report.desks == tuple(sorted((place.counter.journal.desk, "other")))
    others.found, others.asked = OtherDesksRows((late, stray), ("new", "other")), []
    tomorrow = today + timedelta(days=1)
    report = (await days.view(tomorrow)).report
    assert ([row.request_id for row in report.rows], report.figures.debited) == (["ac1-late"], own.debited)
    assert others.asked == [closed.report.since]
    place.later(days=1)
    assert (await days.close(tomorrow, "Asha")).report.rows == report.rows
    assert (await days.view(tomorrow + timedelta(days=1))).report.rows == ()


async def _share(counter: Counter, folder: Path) -> None:
    sharing = counter.desk.local_cache.sharing
    sharing.use(partial(sqlite_place, folder, counter.journal.desk))
    await until(lambda: sharing.is_there)


@beside_others
async def test_two_desks_agree_on_the_day_of_a_sale_that_one_handed_in_late(tmp_path: Path) -> None:
    time, shared = [OPENS], tmp_path / "shared"
    shared.mkdir()
    with PracticeServer(World(clock=lambda: time[0]), Faults()) as server:
        one, two = (
            opened(tmp_path / name, server, lambda: time[0], remembers=True) for name in ("one", "two")
        )
        async with one as first, two as second:
            await _share(first, shared)
            await _share(second, shared)
            await Place(second, time).sell()
            await second.desk.remember()
            second.desk.local_cache.sharing.use(None)
            late = await Place(second, time).sell()
            time[0] += timedelta(minutes=20)
            today = first.desk.day_close.today
            assert (await first.desk.day_close.close(today, "Asha")).report.figures.sales == 1
            await _share(second, shared)
            tomorrow = today + timedelta(days=1)
            for each in (first, second):
                rows = (await each.desk.day_close.view(tomorrow)).report.rows
                assert [row.booking_ref for row in rows] == [late.booking_ref]
            time[0] += timedelta(days=1)
            assert (await second.desk.day_close.close(tomorrow, "Ravi")).report.figures.sales == 1
            for each in (first, second):
                assert (await each.desk.day_close.view(tomorrow + timedelta(days=1))).report.rows == ()


async def test_an_entry_of_the_ledger_that_no_desk_made_is_named_and_kept(tmp_path: Path) -> None:
    time, shared = [OPENS], tmp_path / "shared"
    shared.mkdir()
    with PracticeServer(World(clock=lambda: time[0]), Faults()) as server:
        one, two = (
            opened(tmp_path / name, server, lambda: time[0], remembers=True) for name in ("one", "two")
        )
        async with one as first, two as second:
            places = [Place(each, time) for each in (first, second)]
            for each in places:
                await _share(each.counter, shared)
                await each.read()
                await each.sell()
                await each.counter.desk.remember()
            days = first.desk.day_close
            time[0] += timedelta(minutes=10)
            await places[0].read()
            # The ledger's first entry sets the wallet up.
            assert (await days.view(days.today)).report.ledger == LedgerCheck(2, 1, ())
            # The other desk cannot reach the office's database.
            second.desk.local_cache.sharing.use(None)
            away = await places[1].sell()
            time[0] += timedelta(minutes=10)
            await places[0].read()
            view = await days.view(days.today)
            assert view.report.ledger is not None
            (found,) = view.report.ledger.findings
            assert (found.name, found.there, found.here) == (
                away.booking_ref,
                rupees(first.world.bookings[-1].sale.total),
                None,
            )
            assert found.until == time[0]
            (told, loose, count) = ledger_words(view.report)
            assert (
                f"The ledger has {formats.amount(found.there)} (BOOKING, INR) for {found.name}, which no desk"
                in told
            )
            assert count.startswith("3 entries of the ledger were compared, 1 could not be. See Wallet")
            # Which one it is, and where all of it stands.
            assert loose.startswith("Not compared: ")
            assert loose.endswith("1,00,000.00, OPENING, INR")
            table = ledger_table(view.report)
            assert table is not None
            assert [row[0] for row in table.rows] == [finding_words(found), loose, count]
            await _share(second, shared)
            time[0] += timedelta(seconds=1)
            closed = await days.close(days.today, "Asha")
            assert closed.report.ledger == LedgerCheck(3, 1, ())
            other = LedgerCheck(1, 0, (LedgerFinding("PNR1", Decimal(2), Decimal(1)),))
            (told, count) = ledger_words(replace(closed.report, ledger=other))
            assert told == "The ledger has 2.00 for PNR1, and the office 1.00."
            assert count == "1 entry of the ledger was compared, 0 could not be."
            assert ledger_words(replace(closed.report, ledger=None)) == ()
            assert ledger_table(replace(closed.report, ledger=None)) is None


async def test_the_row_of_a_desk_whose_clock_is_a_day_ahead_is_known(place: Place) -> None:
    await place.sell()
    days = place.counter.desk.day_close
    sold = (await days.view(days.today)).report.rows
    foreign = place.counter.world.sell_activity(replace(_order(place), request_id="ac1-ahead-1"))
    place.later(minutes=10)
    await place.read()
    row = replace(
        sold[0],
        request_id="ac1-ahead-1",
        booking_ref=foreign.ref,
        debited=rupees(foreign.sale.total),
        desk="ahead",
        at=sold[0].at + timedelta(days=1),
    )

    class Ahead(OtherDesks):
        @override
        def rows(self, since: datetime, until: datetime) -> OtherDesksRows:
            found = super().rows(since, until)
            return found if until > row.at else OtherDesksRows()

    others = OtherDesksRows((row,))
    for each, findings in ((OtherDesks(OtherDesksRows()), 1), (Ahead(others), 0)):
        ledger = (await each.days_of(place).view(days.today)).report.ledger
        assert ledger is not None
        assert len(ledger.findings) == findings


def _order(place: Place) -> ActivityOrder:
    """An order like the last one."""
    sale = place.counter.world.bookings[-1].sale
    return ActivityOrder("", 1, sale.travel_date, sale.availability_id, sale.slot_id)


async def test_the_report_of_an_older_program_is_read_and_takes_nothing_for_late(place: Place) -> None:
    days = place.counter.desk.day_close
    await place.sell()
    view = await days.view(days.today)
    older = TypeAdapter(DayReport).dump_python(view.report, mode="json")
    del older["desks"]
    now = place.time[0] + timedelta(seconds=1)
    older["until"] = now.isoformat()
    kept = KeptDay(view.report.agent_id, days.today, "", "Asha", now, now, json.dumps(older))
    await place.counter.desk.local_cache.office.run(lambda office: keep_day(office, kept))
    closed = (await days.view(days.today)).closed
    assert closed is not None
    assert (closed.report.rows, closed.report.desks) == (view.report.rows, ())
    place.later(seconds=5)
    await place.sell()
    place.later(minutes=-1)
    await place.sell()
    # Of what is dated before its end, nobody knows whether it would have been in it.
    (row,) = (await days.view(days.today + timedelta(days=1))).report.rows
    assert row.at > now


async def test_an_open_outcome_is_named_and_holds_the_day_open(place: Place) -> None:
    desk, faults = place.counter.desk, place.counter.faults
    ready = await desk.selling.preflight(await place.counter.draft())
    faults.after_work("create_booking", silent=False)
    await desk.selling.book(ready, lambda _: None)
    await desk.unknown_outcomes.end()
    said = await refused(desk.day_close.close(desk.day_close.today, "Asha"))
    assert said.what == "1 order has an unknown outcome."
    assert "ac1-" in said.action
    view = await desk.day_close.view(desk.day_close.today)
    assert [each.is_open for each in view.waiting] == [True]
    assert view.report.figures.sales == 0
    place.later(hours=1)
    assert await desk.day_close.unclosed() == ()


async def test_an_order_that_is_sent_while_the_wallet_is_read_holds_the_day_open(place: Place) -> None:
    desk, faults = place.counter.desk, place.counter.faults
    ready = await desk.selling.preflight(await place.counter.draft())
    held = faults.hold("wallet_balance")
    closing = asyncio.create_task(desk.day_close.close(desk.day_close.today, "Asha"))
    await until(lambda: not faults.armed)
    faults.after_work("create_booking", silent=False)
    await desk.selling.book(ready, lambda _: None)
    await desk.unknown_outcomes.end()
    held.set_result(None)
    assert (await refused(closing)).what == "1 order has an unknown outcome."
    assert (await desk.day_close.view(desk.day_close.today)).closed is None


async def test_a_day_of_yesterday_ends_at_midnight(place: Place) -> None:
    days = place.counter.desk.day_close
    assert await days.unclosed() == ()
    await place.sell()
    yesterday = days.today
    place.later(days=1)
    assert await days.unclosed() == (yesterday,)
    view = await days.view(yesterday)
    assert (view.may_go_on, view.report.until) == (True, midnight(days.today))
    closed = await days.close(yesterday, "Asha")
    assert (closed.report.until, closed.report.figures.sales) == (midnight(days.today), 1)
    assert closed.report.wallet is not None
    assert closed.report.wallet.last.at < closed.report.until
    assert await days.unclosed() == ()


@beside_others
async def test_every_open_day_with_sales_is_named_also_before_a_closed_one(place: Place) -> None:
    days = place.counter.desk.day_close
    first = days.today
    for _ in range(3):
        await place.sell()
        place.later(days=1)
    one = timedelta(days=1)
    assert await days.unclosed() == (first, first + one, first + 2 * one)
    await days.close(first + one, "Asha")
    assert await days.unclosed() == (first, first + 2 * one)


async def test_an_open_day_is_named_until_it_is_closed(place: Place) -> None:
    days = place.counter.desk.day_close
    await place.sell()
    first = days.today
    for after in (32, 40):
        place.later(days=after)
        assert await days.unclosed() == (first,)
    await days.close(first, "Asha")
    assert await days.unclosed() == ()


async def test_what_another_counter_did_is_told_between_two_readings(place: Place) -> None:
    desk, days = place.counter.desk, place.counter.desk.day_close
    await place.sell()
    before = place.time[0]
    place.later(minutes=5)
    wallet = desk.wallet.last
    assert wallet is not None
    place.counter.world.set_wallet(cash=wallet.cash + 5000)
    await place.read()
    report = (await days.view(days.today)).report
    assert report.wallet is not None
    (change,) = report.wallet.intervals
    assert (change.since, change.until, change.finding) == (before, place.time[0], DayFinding.CHANGED)
    assert (change.cash, change.top_up) == (5000, 5000)


async def test_a_day_is_closed_by_name_and_only_once_at_a_time(place: Place) -> None:
    days = place.counter.desk.day_close
    assert (await refused(days.close(days.today, "  "))).field == "name"
    ended = await asyncio.gather(
        days.close(days.today, "Asha"), days.close(days.today, "Ravi"), return_exceptions=True
    )
    closed = (await days.view(days.today)).closed
    assert closed is not None
    assert closed in ended
    assert all(each == closed or isinstance(each, DeskError) for each in ended)


async def test_a_report_of_another_program_is_left_as_it_is(place: Place) -> None:
    days = place.counter.desk.day_close
    agent_id, now = (await place.counter.desk.reader.agent_id()), place.time[0]
    kept = KeptDay(agent_id, days.today, "", "Asha", now, now, "{}")
    await place.counter.desk.local_cache.office.run(lambda office: keep_day(office, kept))
    assert "cannot be read" in (await refused(days.view(days.today))).what


async def test_a_desk_without_an_office_reports_what_its_journal_holds(tmp_path: Path) -> None:
    with PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults()) as server:
        async with open_desk(tmp_path / "desk", server) as counter:
            days = counter.desk.day_close
            assert (await days.view(days.today)).report.agent_id == ""
            await counter.desk.selling.book(
                await counter.desk.selling.preflight(await counter.draft()), lambda _: None
            )
            assert (await days.view(days.today)).report.figures.sales == 1
            assert await days.unclosed() == ()
            assert "keeps nothing" in (await refused(days.close(days.today, "Asha"))).what
        async with open_desk(tmp_path / "desk", server) as counter:
            days = counter.desk.day_close
            assert (await days.view(days.today)).report.agent_id != ""


async def test_a_broken_database_is_told(tmp_path: Path) -> None:
    def broken() -> Office:
        raise OfficeError("The office's database cannot be used: it is gone.")

    memory = memory_of(tmp_path / "desk")
    memory.office = OfficeDatabase(broken)
    async with open_counter(tmp_path / "desk", local_cache=memory) as counter:
        assert "it is gone" in (await refused(counter.desk.day_close.view(counter.desk.day_close.today))).what


async def test_what_another_desk_sold_is_of_the_day_and_its_open_order_keeps_it_open(place: Place) -> None:
    others = OtherDesks(OtherDesksRows())
    days = others.days_of(place)
    receipt = await place.sell()
    place.later(seconds=1)
    (own,) = (await days.view(days.today)).report.rows
    other = replace(own, request_id="ac1-other", desk="other", clerk="Ravi")
    others.found = OtherDesksRows((other,))
    report = (await days.view(days.today)).report
    assert (report.figures.sales, [row.desk for row in report.rows]) == (2, [own.desk, "other"])
    others.found = OtherDesksRows((replace(other, is_open=True, booking_ref=""),))
    with pytest.raises(DeskError, match="ac1-other"):
        await days.close(days.today, "Asha")
    others.found = OtherDesksRows()
    assert (await days.close(days.today, "Asha")).report.figures.debited == receipt.total_debited
