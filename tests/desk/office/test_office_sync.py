"""A database that is away is never waited for, and has everything once when it is back."""

from __future__ import annotations

import logging
import threading
from collections.abc import AsyncGenerator, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from app.core.language import speaking, tr
from app.desk.bookings.booking_values import Wanted
from app.desk.bookings.local_cache import LocalCache, NoRegisterError
from app.desk.model.errors import DeskError
from app.desk.model.sale import Advice, Receipt, Sale
from app.desk.office.office_database import OfficeDatabase
from app.desk.office.office_sync import AwayError, OfficeSync
from app.lifecycle.connection import memory_of
from app.practice import Faults, PracticeServer, World
from app.store.office.office import Office, OfficeError
from app.store.office.outbox import NOTE, NOTES, NoteBody, Outbox
from app.store.office.shared_database import SharedDatabase, SharedError, open_shared
from app.store.office.wallet_readings import readings_between
from app.store.register.schema import RegisterError
from app.store.register.values import KeptNote
from app.store.sql.engine import DatabaseAddress
from tests.support.counter import Counter, open_desk, tomorrow_at_ten, until
from tests.support.shared_places import sqlite_place

_OTHERS_UNKNOWN = "What other desks did with this booking is not known."
NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
EVER = (datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC))


class Line:
    """The way to the shared database, which can be cut."""

    def __init__(self, folder: Path, desk: str = "one") -> None:
        self.folder, self.desk = folder, desk
        self.is_cut = False
        self.tries = 0
        self.place: SharedDatabase | None = None

    def open(self) -> SharedDatabase:
        """The database, unless the line is cut."""
        self.tries += 1
        if self.is_cut:
            raise SharedError("Nobody answers.")
        self.place = sqlite_place(self.folder, self.desk)
        return self.place

    def cut(self) -> None:
        """From now on nothing that is asked over it gets an answer."""
        self.is_cut = True
        self.folder.rename(self.folder.with_name("nowhere"))
        assert self.place is not None
        self.place.close()

    def mend(self) -> None:
        """From now on it is as it was before."""
        self.folder.with_name("nowhere").rename(self.folder)
        self.is_cut = False


@pytest.fixture
def line(tmp_path: Path) -> Line:
    (tmp_path / "server").mkdir()
    return Line(tmp_path / "server")


@pytest.fixture
def sharing(tmp_path: Path) -> Iterator[OfficeSync]:
    sharing = OfficeSync(Outbox(tmp_path / "outbox.db"), lambda: NOON, pause=0.01)
    yield sharing
    sharing.close()


@pytest.fixture
def server() -> PracticeServer:
    return PracticeServer(World(clock=tomorrow_at_ten), Faults())


@pytest.fixture
async def counter(tmp_path: Path, server: PracticeServer) -> AsyncGenerator[Counter]:
    memory = memory_of(tmp_path / "desk", "one")
    with server:
        async with open_desk(tmp_path / "desk", server, local_cache=memory) as opened:
            yield opened


async def test_why_it_is_away_is_said_in_the_language_of_now(sharing: OfficeSync) -> None:
    address = DatabaseAddress("postgresql://office@127.0.0.1:1/agency", "", "x")
    office = OfficeDatabase(None, sharing)
    sharing.use(lambda: open_shared(address, "one"))
    await until(lambda: bool(sharing.trouble))
    with pytest.raises(AwayError) as away:
        sharing.ask(lambda place: place.office)
    with pytest.raises(OfficeError) as refused:
        await office.run(lambda office: office)

    def told() -> list[str]:
        return [sharing.trouble, str(away.value), str(refused.value)]

    assert all("no database listens at port 1" in each for each in told())
    with speaking("hi"):
        why = tr("On {host}, no database listens at port {port}.", host="127.0.0.1", port=1)
        assert all(why in each for each in told())


async def test_of_two_addresses_at_once_the_later_one_is_reached_alone(sharing: OfficeSync) -> None:
    is_opening, may_fail = threading.Event(), threading.Event()
    reached: list[str] = []

    def open_slowly() -> SharedDatabase:
        is_opening.set()
        may_fail.wait()
        raise SharedError("Nobody answers.")

    def open_named(name: str) -> SharedDatabase:
        reached.append(name)
        raise SharedError("Nobody answers.")

    sharing.use(open_slowly)
    is_opening.wait()
    openers = [partial(open_named, name) for name in ("first", "second")]
    choices = [threading.Thread(target=sharing.use, args=(opener,)) for opener in openers]
    for each in choices:
        each.start()
        # One that does not wait for its turn has come to its end by then.
        each.join(0.05)
    may_fail.set()
    for each in choices:
        each.join()
    before = len(reached)
    await until(lambda: len(reached) >= before + 3)
    assert set(reached[before:]) == {"second"}
    sharing.use(None)
    assert not [each for each in threading.enumerate() if each.name == "office_database"]


class Gate:
    """A lock that holds the thread of one name where it has just let go of it for the first time."""

    def __init__(self, name: str) -> None:
        self.name, self.lock = name, threading.Lock()
        self.is_held, self.may_go = threading.Event(), threading.Event()

    def __enter__(self) -> None:
        self.lock.acquire()

    def __exit__(self, *_: object) -> None:
        self.lock.release()
        if threading.current_thread().name == self.name and not self.is_held.is_set():
            self.is_held.set()
            self.may_go.wait()


async def test_who_loses_the_former_database_costs_the_new_one_nothing(
    sharing: OfficeSync, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("former", "new"):
        (tmp_path / name).mkdir()
    sharing.use(Line(tmp_path / "former").open)
    await until(lambda: sharing.is_there)
    gate = Gate("asker")
    monkeypatch.setattr(sharing, "_state", gate)

    def lose(_place: SharedDatabase) -> None:
        raise SharedError("Nobody answers.")

    def ask() -> None:
        with suppress(AwayError):
            sharing.ask(lose)

    asker = threading.Thread(target=ask, name="asker")
    asker.start()
    gate.is_held.wait()
    sharing.use(Line(tmp_path / "new").open)
    await until(lambda: sharing.is_there)
    gate.may_go.set()
    asker.join()
    assert sharing.is_there
    assert sharing.trouble == ""


def test_a_closed_desk_shares_nothing_again(sharing: OfficeSync, line: Line) -> None:
    sharing.close()
    sharing.use(line.open)
    assert not sharing.is_used
    assert line.tries == 0


async def _sell(counter: Counter) -> Receipt:
    draft = await counter.draft()
    outcome = await counter.book(draft)
    await counter.desk.remember()
    return outcome


async def _listed(counter: Counter) -> tuple[Sale, ...]:
    page = await counter.desk.bookings.page(Wanted())
    assert page.trouble == ""
    return page.sales


def _note(said: str) -> bytes:
    return NOTES.dump_json(NoteBody(KeptNote("ac1-1", NOON, "printed", said, "one"), None))


async def test_what_is_put_in_while_nothing_is_shared_goes_nowhere(
    sharing: OfficeSync, tmp_path: Path
) -> None:
    sharing.put(NOTE, _note("1"))
    sharing.hand_in()
    assert not (tmp_path / "outbox.db").exists()
    assert (sharing.is_used, sharing.is_there, sharing.trouble) == (False, False, "")
    with pytest.raises(AwayError):
        sharing.ask(lambda place: place)


async def test_a_server_that_is_away_gets_everything_once_when_it_is_back(
    sharing: OfficeSync, line: Line, caplog: pytest.LogCaptureFixture
) -> None:
    told = threading.Event()
    sharing.changed.subscribe(told.set)
    line.is_cut = True
    with caplog.at_level(logging.CRITICAL):
        sharing.use(line.open)
        for said in "123":
            sharing.put(NOTE, _note(said))
        await until(lambda: line.tries > 2)
        assert sharing.trouble.startswith("The office\u2019s database is away since ")
        assert sharing.trouble.endswith("Nobody answers.")
        assert sharing.unknown == _OTHERS_UNKNOWN
        assert told.is_set()
        line.is_cut = False
        await until(lambda: sharing.is_there)
    assert sharing.trouble == ""
    assert [each.said for each in sharing.ask(lambda place: place.register.notes("ac1-1"))] == ["1", "2", "3"]
    sharing.put(NOTE, _note("4"))
    assert len(sharing.ask(lambda place: place.register.notes("ac1-1"))) == 4


async def test_a_line_that_breaks_is_told_once_and_not_waited_for(
    sharing: OfficeSync, line: Line, caplog: pytest.LogCaptureFixture
) -> None:
    assert sharing.unknown == ""
    sharing.use(line.open)
    # Also before the first try has failed.
    assert sharing.is_there or sharing.unknown == _OTHERS_UNKNOWN
    await until(lambda: sharing.is_there)
    assert sharing.unknown == ""
    with caplog.at_level(logging.CRITICAL):
        line.cut()
        with pytest.raises(AwayError, match="away since"):
            sharing.ask(lambda place: place.register.notes("ac1-1"))
        since = sharing.trouble
        assert sharing.unknown == _OTHERS_UNKNOWN
        sharing.put(NOTE, _note("1"))
        with pytest.raises(AwayError):
            sharing.ask(lambda place: place.register.notes("ac1-1"))
        await until(lambda: "Nobody answers" in sharing.trouble)
        assert sharing.trouble.partition(".")[0] == since.partition(".")[0]
        line.mend()
        await until(lambda: sharing.is_there)
    assert len(sharing.ask(lambda place: place.register.notes("ac1-1"))) == 1


async def test_what_is_wrong_with_a_question_is_no_loss_of_the_database(
    sharing: OfficeSync, line: Line
) -> None:
    told = list[str]()
    sharing.use(line.open)
    await until(lambda: sharing.is_there)
    sharing.changed.subscribe(lambda: told.append(sharing.trouble))

    def refuse(_place: SharedDatabase) -> None:
        raise DeskError(Advice("An order has an unknown outcome.", "", "Settle it first."))

    with pytest.raises(DeskError) as refused:
        sharing.ask(refuse)
    assert refused.value.advice.action == "Settle it first."
    assert (sharing.is_there, sharing.trouble, told) == (True, "", [])


async def test_handing_in_that_fails_is_tried_again(
    sharing: OfficeSync, line: Line, caplog: pytest.LogCaptureFixture
) -> None:
    calls: list[SharedDatabase] = []
    falls = {1}

    def stumble(place: SharedDatabase) -> None:
        calls.append(place)
        if len(calls) in falls:
            raise ValueError("once more")

    sharing.follow(stumble)
    with caplog.at_level(logging.CRITICAL):
        sharing.use(line.open)
        # The second try hands in, and once more when it is there.
        await until(lambda: len(calls) == 3 and sharing.is_there)
        # What the first try had opened is given back: the server has few places.
        with pytest.raises(RegisterError, match="closed"):
            calls[0].register.notes("ac1-1")
        falls.add(4)
        sharing.hand_in()
        await until(lambda: len(calls) == 6 and sharing.is_there)
    # What is said too late of a connection that was given up changes nothing.
    with suppress(AwayError):
        sharing.ask(lambda _: calls[0].register.notes("ac1-1"))
    await until(lambda: sharing.is_there)


async def test_a_question_that_was_under_way_when_another_was_chosen_is_no_trouble(
    sharing: OfficeSync, line: Line, caplog: pytest.LogCaptureFixture
) -> None:
    sharing.use(line.open)
    await until(lambda: sharing.is_there)

    def change(place: SharedDatabase) -> None:
        sharing.use(None)
        place.register.notes("ac1-1")

    with caplog.at_level(logging.CRITICAL), pytest.raises(AwayError):
        sharing.ask(change)
    assert sharing.trouble == ""


async def test_sales_go_on_without_the_server_and_all_is_there_when_it_is_back(
    counter: Counter, line: Line, caplog: pytest.LogCaptureFixture
) -> None:
    desk = counter.desk
    first = await _sell(counter)
    desk.local_cache.sharing.use(line.open)
    await until(lambda: desk.local_cache.sharing.is_there)
    assert (
        desk.local_cache.sharing.ask(lambda place: place.register.search("priya"))[0].booking_ref
        == first.booking_ref
    )
    with caplog.at_level(logging.CRITICAL):
        line.cut()
        second = await _sell(counter)
        refs = {first.booking_ref, second.booking_ref}
        assert {each.booking_ref for each in await _listed(counter)} == refs
        assert [each.name for each in await desk.local_cache.customers("98765")] == ["Priya Raman"]
        (sale,) = [each for each in await _listed(counter) if each.booking_ref == second.booking_ref]
        await desk.bookings.check(sale)
        await desk.bookings.note(sale.request_id, "voucher_printed")
        line.mend()
        # It would be reached for by itself, some seconds later.
        desk.local_cache.sharing.use(line.open)
        await until(lambda: desk.local_cache.sharing.is_there)
    kept = desk.local_cache.sharing.ask(lambda place: place.register.find(Wanted()))
    assert {each.booking_ref for each in kept.sales} == refs
    notes = desk.local_cache.sharing.ask(lambda place: place.register.notes(sale.request_id))
    assert [each.code for each in notes] == ["voucher", "status", "voucher_printed"]
    assert (await _listed(counter))[0].said[0] != ""
    found = await desk.bookings.known(sale.request_id)
    assert found is not None
    assert found.booking_ref == second.booking_ref
    assert await desk.bookings.known("never sold") is None


async def test_a_booking_of_another_desk_is_found_and_looked_up_for_both(
    counter: Counter, line: Line, tmp_path: Path, server: PracticeServer
) -> None:
    async with open_desk(
        tmp_path / "other", server, local_cache=memory_of(tmp_path / "other", "two")
    ) as other:
        receipt = await _sell(other)
        for each in (counter, other):
            each.desk.local_cache.sharing.use(Line(line.folder, each.journal.desk).open)
            await until(lambda each=each: each.desk.local_cache.sharing.is_there)
        assert [each.booking_ref for each in await _listed(counter)] == [receipt.booking_ref]
        assert [each.name for each in await counter.desk.local_cache.customers("98765")] == ["Priya Raman"]
        found = await counter.desk.bookings.look_up(receipt.booking_ref, is_boat=False)
        (sale,) = await _listed(other)
        assert found.request_id == sale.request_id
        assert len((await other.desk.bookings.about(sale)).sale.history) > len(sale.history)


async def test_a_page_too_long_to_wait_for_is_read_from_the_own_register(
    counter: Counter, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = counter.desk
    receipt = await _sell(counter)
    monkeypatch.setattr(desk.local_cache.sharing, "_followers", [])
    desk.local_cache.sharing.use(line.open)
    await until(lambda: desk.local_cache.sharing.is_there)
    with monkeypatch.context() as patch:
        patch.setattr("app.desk.bookings.bookings._HELPING", 0)
        page = await desk.bookings.page(Wanted())
    assert [each.booking_ref for each in page.sales] == [receipt.booking_ref]
    assert desk.local_cache.sharing.is_there
    assert desk.local_cache.sharing.ask(lambda place: place.register.find(Wanted())).sales == ()
    assert len(await _listed(counter)) == 1
    assert len(desk.local_cache.sharing.ask(lambda place: place.register.find(Wanted())).sales) == 1


async def test_the_office_is_asked_alone_where_all_of_it_is_needed(
    tmp_path: Path, line: Line, sharing: OfficeSync, caplog: pytest.LogCaptureFixture
) -> None:
    book = OfficeDatabase(lambda: Office.open(tmp_path, "one"), sharing)
    assert await book.run(lambda office: office.desk) == "one"
    line.desk = "one at the server"
    sharing.use(line.open)
    await until(lambda: sharing.is_there)
    assert await book.run(lambda office: office.desk) == "one at the server"
    assert await book.near(lambda office: office.desk) == "one at the server"
    assert await book.keep(lambda office: office.desk) == "one"
    with caplog.at_level(logging.CRITICAL):
        line.cut()
        with pytest.raises(OfficeError, match="away since"):
            await book.run(lambda office: readings_between(office, "7", *EVER))
        assert await book.near(lambda office: readings_between(office, "7", *EVER)) == ()
    await book.close()


async def test_a_desk_that_keeps_nothing_of_the_office_shares_the_register(
    line: Line, sharing: OfficeSync
) -> None:
    memory = LocalCache(office=OfficeDatabase(None, sharing), sharing=sharing)
    sharing.use(line.open)
    await until(lambda: sharing.is_there)
    assert sharing.ask(lambda place: place.register.notes("ac1-1")) == ()
    with pytest.raises(NoRegisterError):
        await memory.ask_own(lambda register: register.notes("ac1-1"))
    await memory.close()


def test_a_desk_without_an_outbox_hands_in_its_journal_alone(line: Line) -> None:
    handed = threading.Event()
    sharing = OfficeSync(None, lambda: NOON)
    sharing.follow(lambda _: handed.set())
    sharing.use(line.open)
    assert handed.wait(10)
    sharing.put(NOTE, _note("1"))
    sharing.close()


async def test_what_is_sold_while_it_is_being_reached_is_handed_in(line: Line, sharing: OfficeSync) -> None:
    sold, there = ["before"], list[str]()

    def hand(_: SharedDatabase) -> None:
        unsent = sold[len(there) :]
        if "meanwhile" not in sold:
            # A sale ends after the journal was read, and the database is not there for it yet.
            sold.append("meanwhile")
            sharing.hand_in()
        there.extend(unsent)

    sharing.follow(hand)
    sharing.use(line.open)
    await until(lambda: sharing.is_there)
    await until(lambda: there == ["before", "meanwhile"])
