"""A storm after the end of the program: it opens paused, sends nothing, and knows what the journal knows."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from app.desk.bookings.booking_values import STORM, STORM_OVER
from app.desk.cancellation.refund_quote import booking_of
from app.desk.model.errors import DeskError
from app.desk.storm.office_plans import OfficePlans
from app.desk.storm.storm_file import KeptStorm, StormFiles
from app.desk.storm.storm_words import running
from app.desk.storm.values import EndState, PauseReason, Phase, QuoteState, StormReason
from app.lifecycle.connection import memory_of
from app.practice import PracticeServer
from app.practice.service.faults import CONFIRM, OtherAnswer
from app.store.journal.states import State
from tests.desk.storm.conftest import BY_ASHA, Open, StormCase
from tests.desk.storm.test_quotes import LOCKED, QUOTE, STRANGE, quoted
from tests.support.counter import Counter, accepted_seats, until
from tests.support.desk.virtual_time import VirtualTime, timed_desk
from tests.support.proof import beside_others
from tests.support.store.scenes import START

N, S, C, R = EndState.NOT_SENT, EndState.SENDING, EndState.CANCELLED, EndState.REFUSED
U, Q = EndState.UNKNOWN, EndState.QUOTE_CHANGED


@asynccontextmanager
async def after_a_kill(folder: Path, clock: VirtualTime, server: PracticeServer) -> AsyncGenerator[StormCase]:
    """A desk on what the disk of another one held at a moment."""
    async with timed_desk(folder, clock, server, local_cache=memory_of(folder)) as counter:
        yield StormCase(counter, clock)


def disk_of(counter: Counter, name: str) -> Path:
    """A copy of the disk as a power cut would leave it now."""
    copy = counter.folder.with_name(name)
    shutil.copytree(counter.folder, copy, ignore=shutil.ignore_patterns("*.lock"))
    return copy


async def test_a_kill_while_one_is_on_its_way(
    case: StormCase, clock: VirtualTime, server: PracticeServer
) -> None:
    sales = await case.quoted(3)
    held = case.counter.faults.hold(CONFIRM)
    case.counter.faults.change(CONFIRM, lambda _: None)
    await case.desk.decide(BY_ASHA)
    await until(lambda: case.sent() and case.sent()[0].state is State.DISPATCHED)
    disk = disk_of(case.counter, "killed")
    case.desk.stop()
    held.set_result(None)
    await case.ran()
    assert (case.ends, case.gone()) == ([C, N, N], 1)
    async with after_a_kill(disk, clock, server) as again:
        storm = again.storm
        assert storm.phase is Phase.CANCELLING
        assert not storm.is_running
        assert again.ends == [U, N, N]
        assert storm.pause is not None
        assert storm.pause.why is PauseReason.CUT_OFF
        assert storm.pause.words.endswith("1 is settled or not known. 2 were not sent.")
        assert storm.refunded == 0
        assert [each.sale.customer_name for each in storm.parties] == [each.customer_name for each in sales]
        # Neither a start nor time sends anything.
        await asyncio.sleep(0.05)
        assert again.gone() == 1
        await again.go_on()
        assert again.ends == [U, C, C]
        # The wallet of before was not kept yet, and this one has risen already.
        assert (again.storm.wallet_before, again.storm.wallet_agrees) == (None, None)
        assert again.gone() == 3
        assert again.cancelled_twice() == []
        # A reading tells what became of the first.
        await again.counter.desk.cancellation.look(again.party(0).intent_id)
        await again.desk.refresh()
        assert again.ends[0] is EndState.KNOWN_CANCELLED


@beside_others
async def test_a_kill_between_the_batch_and_the_first_one(
    case: StormCase, clock: VirtualTime, server: PracticeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await case.quoted(2)
    disks: list[Path] = []
    keep = StormFiles.keep_open

    def kept(files: StormFiles, storm: KeptStorm) -> None:
        keep(files, storm)
        if not disks:
            disks.append(disk_of(case.counter, "early"))

    monkeypatch.setattr(StormFiles, "keep_open", kept)
    await case.desk.decide(BY_ASHA)
    case.desk.stop()
    await case.ran()
    gone = case.gone()
    async with after_a_kill(disks[0], clock, server) as again:
        assert again.ends == [N, N]
        assert again.storm.pause is not None
        assert again.storm.pause.why is PauseReason.CUT_OFF
        keys = [each.key for each in again.storm.parties]
        await again.go_on()
        # The first life had not told other desks yet.
        notes = await again.counter.desk.bookings.notes_of(keys, {STORM})
        assert [len(notes[each]) for each in keys] == [1, 1]
        # What the first life had cancelled the service says itself.
        assert again.ends == [None] * gone + [C] * (2 - gone)
    assert case.gone() == 2


@beside_others
async def test_what_could_not_be_kept_wholly_is_not_there_after_a_restart(
    opened: Open, clock: VirtualTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = StormFiles.keep_open

    def kept(files: StormFiles, storm: KeptStorm) -> None:
        keep(files, storm)
        raise OSError("the folder could not be synced")

    async with opened() as counter:
        case = StormCase(counter, clock)
        await case.quoted(2)
        monkeypatch.setattr(StormFiles, "keep_open", kept)
        with pytest.raises(DeskError):
            await case.desk.decide(BY_ASHA)
        assert case.storm.phase is Phase.QUOTES
    async with opened() as counter:
        assert counter.desk.storm.storm is None
        assert StormCase(counter, clock).gone() == 0


@beside_others
async def test_what_can_neither_be_kept_nor_taken_back_is_not_decided(
    case: StormCase, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is gone")

    await case.quoted(2)
    with monkeypatch.context() as broken:
        broken.setattr(StormFiles, "keep_open", fail)
        broken.setattr(StormFiles, "drop_open", fail)
        with pytest.raises(DeskError, match="cannot write the storm down"):
            await case.desk.decide(BY_ASHA)
    assert (case.storm.phase, case.storm.decision, case.sent()) == (Phase.QUOTES, None, [])
    assert "A storm that was not decided may be on the disk." in caplog.text
    await case.decide()
    assert case.ends == [C, C]


async def test_an_orderly_end_keeps_why_it_stands(opened: Open, clock: VirtualTime) -> None:
    async with opened() as counter:
        case = StormCase(counter, clock)
        await case.quoted(4)
        case.desk.set_in([case.party(3).key], is_in=False)
        counter.faults.answer(CONFIRM, LOCKED)
        held = counter.faults.hold(CONFIRM)
        await case.desk.decide(BY_ASHA)
        await until(lambda: case.ends[0] is S)
        closing = asyncio.ensure_future(case.desk.close())
        await asyncio.sleep(0)
        held.set_result(None)
        await closing
        assert case.ends == [R, N, N, None]
    async with opened() as counter:
        case = StormCase(counter, clock)
        assert case.ends == [R, N, N, None]
        assert case.storm.pause is not None
        assert case.storm.pause.why is PauseReason.STOPPED
        assert case.storm.pause.words.startswith("Stopped at ")
        assert case.party(0).words == "Amount locked."
        assert case.party(3).quote_state is QuoteState.LEFT_OUT
        assert case.storm.decision is not None
        assert case.storm.decision.by == "Asha"
        assert case.storm.chosen[0].quote is not None
        await case.go_on()
        assert case.ends == [R, C, C, None]
        assert counter.desk.storm.quote_of(case.party(0).key) is None
        # The wallet of before the first one stands.
        assert case.storm.wallet_before is not None


@beside_others
async def test_quotes_from_before_a_restart_are_asked_again(opened: Open, clock: VirtualTime) -> None:
    async with opened() as counter:
        case = StormCase(counter, clock)
        sales = await case.sold(3)
        counter.faults.answer(QUOTE, STRANGE, times=1)
        await case.begin(sales)
        await case.all_in()
        case.desk.see()
        counter.faults.answer(CONFIRM, OtherAnswer(429, b'{"status": "ERROR"}'))
        await case.decide()
        assert case.ends == [R, N, N]
    async with opened() as counter:
        case = StormCase(counter, clock)
        counter.faults.answer(QUOTE, quoted("1.00"), times=1)
        await case.go_on()
        assert case.ends == [R, Q, C]
        case.desk.see()
        await case.go_on()
        assert case.ends == [R, C, C]


async def test_who_is_told_stands_until_it_is_closed(opened: Open, clock: VirtualTime) -> None:
    async with opened() as counter:
        case = StormCase(counter, clock)
        await case.quoted(2)
        await case.decide()
        await case.desk.end()
    async with opened() as counter:
        case = StormCase(counter, clock)
        assert (case.storm.phase, case.storm.pause) == (Phase.TELLING, None)
        assert [each.back.back for each in case.storm.parties] == [
            each.sale.given_back for each in case.storm.parties
        ]
        assert await case.desk.recent() == ()
        await case.desk.finish()
        (summary,) = await case.desk.recent()
        assert (summary.cancelled, summary.refused, summary.unknown, summary.not_sent) == (2, 0, 0, 0)
        assert summary.decision.reason is StormReason.WEATHER
        assert len(summary.keys) == 2
    async with opened() as counter:
        assert counter.desk.storm.storm is None
        clock.let_pass(timedelta(days=32).total_seconds())
        assert await counter.desk.storm.recent() == ()
        assert [each.name for each in (counter.folder / "storms").glob("*.json")] == []


@beside_others
async def test_a_new_storm_closes_one_that_has_ended(case: StormCase) -> None:
    sales = await case.quoted(2)
    case.desk.set_in([sales[1].request_id], is_in=False)
    await case.decide()
    await case.desk.end()
    await case.begin(sales)
    await case.all_in()
    assert [each.quote_state for each in case.storm.parties] == [QuoteState.LEFT_OUT, QuoteState.QUOTED]
    (summary,) = await case.desk.recent()
    assert (summary.cancelled, summary.left_out) == (1, 1)


@beside_others
async def test_what_happens_later_is_counted_later(case: StormCase) -> None:
    await case.quoted(4)
    case.counter.faults.answer(CONFIRM, LOCKED, times=1)
    await case.decide()
    case.counter.faults.clear()
    await case.desk.end()
    refused = case.party(0)
    await case.desk.finish()
    (summary,) = await case.desk.recent()
    assert (summary.cancelled, summary.refused) == (3, 1)
    order = await accepted_seats(case.counter.desk, booking_of(refused.sale), refused.seats)
    await case.counter.desk.cancellation.confirm(order, lambda _: None)
    (summary,) = await case.desk.recent()
    assert (summary.cancelled, summary.refused) == (4, 0)


async def test_a_damaged_file_is_moved_aside_and_an_unreadable_one_left(
    opened: Open, clock: VirtualTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened() as counter:
        case = StormCase(counter, clock)
        await case.quoted(2)
        held = counter.faults.hold(CONFIRM)
        await case.desk.decide(BY_ASHA)
        await until(lambda: case.ends[0] is S)
        case.desk.stop()
        held.set_result(None)
        await case.ran()
        keys = [each.key for each in case.storm.parties]
        place = counter.folder / "storms" / "open.json"

    def refuse(_: StormFiles) -> None:
        raise OSError("no")

    async def told(counter: Counter) -> list[list[str]]:
        found = await counter.desk.bookings.notes_of(keys, {STORM, STORM_OVER})
        return [[each.code for each in found[key]] for key in keys]

    with monkeypatch.context() as broken:
        broken.setattr(StormFiles, "read_open", refuse)
        async with opened() as counter:
            assert counter.desk.storm.storm is None
            assert await told(counter) == [[STORM]] * 2
    assert place.exists()
    # One that is held is still told to other desks, once.
    async with opened() as counter:
        await StormCase(counter, clock).go_on()
        assert await told(counter) == [[STORM]] * 2
    await asyncio.to_thread(place.write_text, "{")
    async with opened() as counter:
        assert counter.desk.storm.storm is None
        assert await counter.desk.storm.recent() == ()
    async with opened() as counter:
        # No other desk waits for ever for what nobody will go on with.
        assert await told(counter) == [[STORM, STORM_OVER]] * 2
    assert [each.name for each in place.parent.iterdir()] == ["open-damaged-1.json"]


async def test_what_was_not_told_to_other_desks_at_its_end_is_told_at_the_next_start(
    opened: Open, clock: VirtualTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cut_off(_: OfficePlans) -> None:
        raise DeskError(running())

    async with opened() as counter:
        case = StormCase(counter, clock)
        (sale,) = await case.quoted(1)
        await case.decide()
        monkeypatch.setattr(OfficePlans, "end", cut_off)
        with pytest.raises(DeskError):
            await case.desk.end()
    async with opened() as counter:
        assert StormCase(counter, clock).storm.phase is Phase.TELLING
    async with opened() as counter:
        found = await counter.desk.bookings.notes_of([sale.request_id], {STORM, STORM_OVER})
        assert [each.code for each in found[sale.request_id]] == [STORM, STORM_OVER]


@beside_others
async def test_a_party_with_the_intent_of_another_one_is_left_out(opened: Open, clock: VirtualTime) -> None:
    async with opened() as counter:
        case = StormCase(counter, clock)
        await case.quoted(4)
        for press, end in ((lambda: case.desk.decide(BY_ASHA), C), (case.desk.go_on, R)):
            if end is R:
                counter.faults.answer(CONFIRM, LOCKED)
            held = counter.faults.hold(CONFIRM)
            await press()
            await until(lambda: S in case.ends)
            case.desk.stop()
            held.set_result(None)
            await case.ran()
        assert case.ends == [C, R, N, N]
        place = counter.folder / "storms" / "open.json"
    kept = json.loads(await asyncio.to_thread(place.read_bytes))
    intents = [each["intent_id"] for each in kept["parties"]]
    for each, other in zip(kept["parties"], (2, 3, 0, 1), strict=True):
        each["intent_id"] = intents[other]
    await asyncio.to_thread(place.write_text, json.dumps(kept))
    async with opened() as counter:
        case = StormCase(counter, clock)
        await case.go_on()
        assert (case.ends, case.storm.pause) == ([C, C, None, None], None)
        words = "What was kept of this one does not fit the journal. Left out."
        assert [each.words for each in case.storm.parties] == ["", "", words, words]
        assert case.gone() == 2
        await case.desk.end()
        assert case.storm.phase is Phase.TELLING


async def test_an_erased_customer_is_in_no_storm(case: StormCase) -> None:
    sales = await case.quoted(2)
    await case.decide()
    await case.desk.end()
    desk = case.counter.desk
    (customer,) = await desk.local_cache.customers(sales[0].customer_phone)
    await desk.customers.forget(customer, "Asha")
    await case.desk.refresh()
    assert case.party(0).sale.customer_name == ""
    assert case.ends == [C, C]


@beside_others
async def test_a_sale_that_is_no_longer_known_shows_as_such(opened: Open, clock: VirtualTime) -> None:
    async with opened() as counter:
        case = StormCase(counter, clock)
        await case.quoted(1)
        await case.decide()
        await case.desk.end()
        place = counter.folder / "storms" / "open.json"
        key, ref = case.party(0).key, case.party(0).sale.booking_ref
    text = await asyncio.to_thread(place.read_text)
    await asyncio.to_thread(place.write_text, text.replace(key, "ac1-unknown"))
    async with opened() as counter:
        party = StormCase(counter, clock).party(0)
        assert (party.is_missing, party.sale.booking_ref, party.sale.customer_name) == (True, ref, "")
        # What became of it is the journal's, by its booking.
        assert party.end is C


def test_a_desk_that_keeps_nothing_keeps_no_storm() -> None:
    files = StormFiles(None)
    files.drop_open()
    assert files.read_open() is None
    assert files.ended(START) == ()


def test_what_was_set_aside_is_no_storm_that_ended(tmp_path: Path) -> None:
    place = tmp_path / "storms" / "open-damaged-1.json"
    place.parent.mkdir()
    place.write_text("{")
    for _ in range(2):
        assert StormFiles(tmp_path).ended(START) == ()
        assert [each.name for each in place.parent.iterdir()] == [place.name]
