"""The same sale is recognised after the database is lost with the names in it; another one is not held up."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from app.desk.cancellation.order import cancellation_order, same_order
from app.desk.cancellation.refund_quote import Booking
from app.desk.cancellation.status_comparison import StatusFinding, finding
from app.desk.desk import local_now
from app.desk.model.booking import BookingState, TravellerChoice
from app.desk.model.sale import NotSold, Progress, Receipt, UnknownOutcome
from app.desk.payment.duplicate_check import (
    MARK,
    Likeness,
    is_same,
    is_told,
    likeness,
    of_another_size,
    same_sale,
)
from app.practice import PracticeServer, World
from app.practice.service.faults import CONFIRM
from app.store.journal.attempt import Attempt
from app.store.journal.journal import Journal
from app.store.journal.states import Kind, State
from tests.desk.cancellation.test_cancellation import Case, Hours
from tests.support.counter import AS_ON, CHAIN_KEY, Counter, accepted_seats, open_desk, tomorrow_at_ten
from tests.support.store.damage import DATABASE, lines_of
from tests.support.store.scenes import START

PHONE, OTHER_PHONE = "9876501234", "9000000001"
KEYS = {"the same key": CHAIN_KEY, "no key any more": None, "never a key": None}


@pytest.fixture
async def server() -> AsyncGenerator[PracticeServer]:
    with PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten)) as running:
        yield running


def _opening(key: bytes | None) -> Callable[[Path], Journal]:
    def opening(folder: Path) -> Journal:
        return Journal.open(folder, chain_key=key, clock=local_now)

    return opening


def _rebuilt(key: bytes | None) -> Callable[[Path], Journal]:
    """The journal of a folder whose database was damaged, after somebody has looked."""

    def opening(folder: Path) -> Journal:
        (folder / DATABASE).write_bytes(b"somebody's letter" * 500)
        journal = _opening(key)(folder)
        assert "rebuilt from its mirror" in journal.recovery.sentences[0]
        assert all(not each.private for each in journal.attempts())
        journal.confirm("Asha")
        return journal

    return opening


@pytest.mark.parametrize("case", KEYS)
async def test_after_a_rebuild_the_same_open_sale_is_blocked(
    case: str, server: PracticeServer, tmp_path: Path
) -> None:
    first_key = None if case == "never a key" else CHAIN_KEY
    async with open_desk(tmp_path, server, _opening(first_key)) as counter:
        draft = await counter.draft()
        server.faults.after_work("create_booking", silent=False)
        lost = await counter.desk.selling.book(await counter.desk.selling.preflight(draft), _nobody)
        assert isinstance(lost, UnknownOutcome)
    assert PHONE.encode() not in b"".join(lines_of(tmp_path))
    async with open_desk(tmp_path, server, _rebuilt(KEYS[case])) as counter:
        again = await counter.desk.selling.preflight(draft)
        assert "outcome is not known" in again.blocked
        assert ("customer cannot be read" in again.blocked) is (case != "the same key")
        refused = await counter.desk.selling.book(replace(again, blocked=""), _nobody)
        assert isinstance(refused, NotSold)
        assert not refused.was_sent
        other = await counter.desk.selling.preflight(replace(draft, customer_phone=OTHER_PHONE))
        # Without the key nobody can tell the two customers apart: that is said, and not guessed.
        assert (other.blocked == "") is (case == "the same key")
        fewer = await counter.desk.selling.preflight(replace(draft, customer_phone=OTHER_PHONE, qty=1))
        assert fewer.blocked == ""
        assert isinstance(await counter.desk.selling.book(fewer, _nobody), Receipt)
    assert len(server.world.bookings) == 2


@pytest.mark.parametrize("case", ["the same key", "no key any more"])
async def test_after_a_rebuild_the_same_settled_sale_is_told(
    case: str, server: PracticeServer, tmp_path: Path
) -> None:
    async with open_desk(tmp_path, server) as counter:
        draft = await counter.draft()
        await counter.book(draft)
    async with open_desk(tmp_path, server, _rebuilt(KEYS[case])) as counter:
        again = await counter.desk.selling.preflight(draft)
        perhaps = "" if case == "the same key" else "Perhaps "
        (change,) = again.changes
        assert change.what.casefold() == f"{perhaps}this customer has the same booking".casefold()
        other = await counter.desk.selling.preflight(replace(draft, customer_phone=OTHER_PHONE))
        assert (other.changes == ()) is (case == "the same key")


async def test_after_a_rebuild_the_same_open_cancellation_is_blocked(
    server: PracticeServer, tmp_path: Path
) -> None:
    async with open_desk(tmp_path, server) as counter:
        refs = [await _sold(counter, phone) for phone in (PHONE, OTHER_PHONE)]
        booking, other = (Booking(ref, is_boat=False, qty=2) for ref in refs)
        order = await accepted_seats(counter.desk, booking, 1)
        server.faults.before_work(CONFIRM, silent=False)
        await counter.desk.cancellation.confirm(order, _nobody)
    async with open_desk(tmp_path, server, _rebuilt(CHAIN_KEY)) as counter:
        again = await counter.desk.cancellation.confirm(
            await accepted_seats(counter.desk, booking, 1), _nobody
        )
        assert isinstance(again, NotSold)
        assert not again.was_sent
        (lost,) = [each for each in counter.journal.open_attempts() if each.kind is Kind.CANCEL]
        assert same_order(lost).content_sha256 == cancellation_order(order).content_sha256
        done = await counter.desk.cancellation.confirm(await accepted_seats(counter.desk, other, 1), _nobody)
        assert not isinstance(done, NotSold)


@pytest.mark.parametrize("is_whole", [True, False])
async def test_without_its_people_a_lost_cancellation_of_a_boat_is_never_guessed(
    server: PracticeServer, tmp_path: Path, *, is_whole: bool
) -> None:
    async with open_desk(tmp_path, server) as counter:
        case = Case(counter, Hours())
        booking = await case.boat_sold()
        people = await case.people(booking)
        choice = TravellerChoice(people if is_whole else people[:1])
        lost = await case.lost(booking, choice, worked=False)
        before = lost.before
    async with open_desk(tmp_path, server, _rebuilt(CHAIN_KEY)) as counter:
        known = await counter.desk.cancellation.known(lost.intent_id)
        assert known.before == replace(before, travellers=(), are_people_known=False)
        unchanged = await counter.desk.cancellation.booking(booking.booking_ref, is_boat=True)
        gone = replace(unchanged, booking_status="cancelled")

        def found(now: BookingState) -> StatusFinding:
            return finding(known.before, known.choice, known.refund, now, is_whole=is_whole)

        assert found(unchanged) is StatusFinding.UNSEEN
        assert found(gone) is (StatusFinding.CANCELLED if is_whole else StatusFinding.OTHERWISE)
        assert found(replace(unchanged, refund_status="begun")) is StatusFinding.OTHERWISE


def _attempt(state: State, private: Mapping[str, str], **facts: str | int) -> Attempt:
    kept = MappingProxyType[str, str | int | None](dict(facts))
    secret = MappingProxyType[str, str | int | None](dict(private))
    return Attempt("one", 1, "r", Kind.CREATE, state, kept, secret, START, START, ())


def test_an_attempt_is_recognised_by_the_best_that_is_left_of_it() -> None:
    seats: dict[str, str | int] = {
        "module": "ACTIVITY",
        "day": "2026-11-22",
        "qty": 2,
        "availability_id": "7",
    }
    sale = Likeness(Kind.CREATE, "print", frozenset({"key:hash"}), seats)
    unkeyed = replace(sale, marks=frozenset({""}))
    # What an older program has written has no mark.
    assert is_same(sale, _attempt(State.UNKNOWN, {"fingerprint": "print"}))
    assert not is_same(sale, _attempt(State.UNKNOWN, {"fingerprint": "other"}, **{MARK: "key:hash"}, **seats))
    assert is_same(sale, _attempt(State.UNKNOWN, {}, **{MARK: "key:hash"}))
    assert not is_same(sale, _attempt(State.UNKNOWN, {}, **{MARK: "key:else"}, **seats))
    for either in (sale, unkeyed):
        assert is_same(either, _attempt(State.UNKNOWN, {}, **{MARK: "another:hash"}, **seats))
        assert is_same(either, _attempt(State.UNKNOWN, {}, **seats))
        assert not is_same(either, _attempt(State.UNKNOWN, {}, **{**seats, "qty": 3}))
        assert not is_same(replace(either, kind=Kind.CANCEL), _attempt(State.UNKNOWN, {}, **seats))
    assert same_sale(sale, [_attempt(State.SETTLED, {"fingerprint": "print"})]) is None
    assert is_told(sale, _attempt(State.UNKNOWN, {}, **{MARK: "key:hash"}))
    assert is_told(unkeyed, _attempt(State.UNKNOWN, {"fingerprint": "other"}))
    assert not is_told(unkeyed, _attempt(State.UNKNOWN, {}, **{MARK: ""}))


@pytest.mark.parametrize(
    ("kept", "typed", "are_same"),
    [
        ("9822011223", "919822011223", True),
        ("919822011223", "9822011223", True),
        ("9822011223", "+91 98220 11223", True),
        ("9822011223", "09822011223", True),
        ("4915123456789", "4915123456789", True),
        ("9822011223", "9822011224", False),
        ("19822011223", "9822011223", False),
    ],
)
def test_a_customer_is_the_same_however_the_number_is_written(
    kept: str, typed: str, *, are_same: bool
) -> None:
    facts = {"module": "ACTIVITY", "day": "2026-11-22", "availability_id": "7"}
    product = "ACTIVITY|7|2026-11-22|2|"
    sale = likeness(Kind.CREATE, f"{product}{typed}", {**facts, "qty": 2}, "key:{}".format)
    told = _attempt(State.UNKNOWN, {"fingerprint": f"{product}{kept}"}, **facts, qty=2)
    assert is_same(sale, told) is are_same
    fewer = replace(sale, fingerprint=f"ACTIVITY|7|2026-11-22|1|{typed}")
    assert (of_another_size(fewer, [told], lambda each: each.is_open) is not None) is are_same
    # With the names lost, one number too many is held up, and none too few.
    lost = _attempt(State.UNKNOWN, {}, **{MARK: f"key:{product}{kept}"}, **facts, qty=2)
    assert is_same(sale, lost) >= are_same


def test_a_cancellation_is_of_one_reference() -> None:
    sale = likeness(Kind.CANCEL, "CANCEL|pnr0912345678", {"booking_ref": "PNR0912345678"}, "key:{}".format)
    other = _attempt(State.UNKNOWN, {"fingerprint": "CANCEL|pnr912345678"}, booking_ref="PNR912345678")
    assert not is_same(sale, replace(other, kind=Kind.CANCEL))


@pytest.mark.parametrize("name", ["module", "day", "qty", "availability_id", "schedule_id"])
def test_of_other_seats_it_is_another_sale(name: str) -> None:
    seats: dict[str, str | int] = {"module": "BOAT", "day": "2026-11-22", "qty": 2, "schedule_id": "3"}
    sale = Likeness(Kind.CREATE, "print", frozenset({""}), seats)
    assert is_same(sale, _attempt(State.UNKNOWN, {}, **seats, title="Renamed since"))
    assert not is_same(sale, _attempt(State.UNKNOWN, {}, **{**seats, name: "9"}))


def test_a_cancellation_is_the_same_by_its_booking_alone() -> None:
    sale = Likeness(Kind.CANCEL, "print", frozenset({""}), {"booking_ref": "PNR1", "qty": 1})
    kept = replace(_attempt(State.UNKNOWN, {}, booking_ref="PNR1", qty=2), kind=Kind.CANCEL)
    assert is_same(sale, kept)
    assert not is_same(replace(sale, facts={"booking_ref": "PNR2", "qty": 1}), kept)


def test_the_name_of_the_mark_in_journals_never_changes() -> None:
    assert MARK == "mark"


async def _sold(counter: Counter, phone: str) -> str:
    draft = replace(await counter.draft(), customer_phone=phone)
    receipt = await counter.book(draft)
    return receipt.booking_ref


def _nobody(_: Progress) -> None:
    """Nobody watches."""
