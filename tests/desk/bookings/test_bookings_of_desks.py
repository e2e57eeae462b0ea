"""What several desks did with one booking is one booking, in whatever order it arrives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import update

from app.desk.bookings.booking_values import kept_cancellations, kept_sale
from app.desk.bookings.sales_index import SalesIndex
from app.store.journal.attempt import Attempt, folded
from app.store.journal.hash_chain import LogEntry
from app.store.journal.states import Kind, State
from app.store.office.shared_database import SharedDatabase
from app.store.office.shared_tables import joined
from app.store.register.register import KeptSale, Register, Wanted
from app.store.register.tables import sale
from app.store.register.values import SaleStanding
from tests.support.postgres import on_postgres, running_postgres
from tests.support.shared_places import postgres_place, sqlite_place

AT = datetime(2026, 11, 23, 4, 0, tzinfo=UTC)
REF = "PNR7X2K9"
DESKS = ("one", "two", "three")
REFUND = Decimal("837.50")
"""For each seat."""
_STEP = timedelta(minutes=1)
Facts = dict[str, str | int | None]


@dataclass(frozen=True)
class Cancelling:
    """One cancellation, as a desk sends it and as it ends."""

    desk: str
    qty: int
    end: State
    was_unknown: bool


class Account:
    """What one desk has in its journal, version by version."""

    def __init__(self, desk: str) -> None:
        self.desk = desk
        self.versions: list[tuple[Attempt, ...]] = [()]

    def add(self, kind: Kind, number: int, facts: Facts, ends: Sequence[tuple[State, Facts]]) -> None:
        """Add an attempt, and a version for each of its ends."""
        before = self.versions[-1]
        for upto in range(1, len(ends) + 1):
            steps = ((State.PREPARED, facts), (State.DISPATCHED, Facts()), *ends[:upto])
            self.versions.append((*before, _attempt(self.desk, kind, number, steps)))

    def hand_in(self, register: Register, version: int) -> None:
        """Do what a desk does: store the sales with their cancellations."""
        attempts, index = self.versions[version], SalesIndex()
        index.take(attempts)
        keys = index.keys_of(attempts)
        register.keep(
            [kept_sale(index, key, self.desk) for key in keys],
            kept_cancellations([each for key in keys for each in index.attempts(key)], self.desk),
        )


def _attempt(desk: str, kind: Kind, number: int, steps: Sequence[tuple[State, Facts]]) -> Attempt:
    return folded(
        [
            LogEntry(
                seq=number * 10 + place,
                at=AT + number * _STEP + timedelta(seconds=place),
                intent_id=f"{desk}-{number}",
                attempt=1,
                request_id=f"ac1-{desk}-{number}",
                kind=kind,
                state=state,
                facts=MappingProxyType(dict(facts)),
                private=MappingProxyType({}),
                salt="",
                private_hash="",
                seal="",
                hash="",
            )
            for place, (state, facts) in enumerate(steps)
        ]
    )


def _accounts(seller: str, qty: int, cancellings: Sequence[Cancelling], module: str) -> list[Account]:
    accounts, numbers, left = {desk: Account(desk) for desk in DESKS}, count(1), qty
    sold: Facts = {"module": module, "qty": qty, "booking_ref": REF, "title": "Day return"}
    if seller:
        accounts[seller].add(Kind.CREATE, 0, sold, [(State.SETTLED, {"booking_ref": REF})])
    for each in cancellings:
        asked: Facts = {"module": module, "booking_ref": REF, "qty": each.qty}
        end: Facts = {}
        if each.end is State.CANCELLED:
            left -= each.qty
            said = "Partially Cancelled" if left else "Cancelled"
            end = {"refund": str(REFUND * each.qty), "new_status": said}
        ends = [(State.UNKNOWN, Facts()), (each.end, end)] if each.was_unknown else [(each.end, end)]
        accounts[each.desk].add(Kind.CANCEL, next(numbers), asked, ends)
    return [each for each in accounts.values() if len(each.versions) > 1]


@st.composite
def _cancellings(draw: st.DrawFn, qty: int) -> list[Cancelling]:
    found, left = list[Cancelling](), qty
    for _ in range(draw(st.integers(0, 4))):
        if not left:
            break
        is_made = draw(st.booleans())
        was_unknown = draw(st.booleans())
        ended_not = State.RESOLVED_NOT_CANCELLED if was_unknown else State.REJECTED
        seats = draw(st.integers(1, left))
        desk = draw(st.sampled_from(DESKS))
        found.append(Cancelling(desk, seats, State.CANCELLED if is_made else ended_not, was_unknown))
        left -= seats if is_made else 0
    return found


def _shown(register: Register) -> tuple[KeptSale, ...]:
    return register.find(Wanted(), patience=1e9).sales


@settings(max_examples=60)
@given(st.data(), st.sampled_from(DESKS), st.integers(1, 4), st.sampled_from(("BOAT", "ACTIVITY")))
def test_any_order_doubling_and_delay_gives_the_books_of_the_service(
    data: st.DataObject, seller: str, qty: int, module: str
) -> None:
    cancellings = data.draw(_cancellings(qty))
    accounts = _accounts(seller, qty, cancellings, module)
    with TemporaryDirectory() as folder:
        place = sqlite_place(Path(folder), "one")
        try:
            upto = [0] * len(accounts)
            for which in data.draw(st.lists(st.integers(0, len(accounts) - 1), max_size=12)):
                # A desk that was away hands in several versions at once, and the same one twice.
                upto[which] = data.draw(st.integers(max(upto[which], 1), len(accounts[which].versions) - 1))
                accounts[which].hand_in(place.register, upto[which])
            for which in data.draw(st.permutations(range(len(accounts)))):
                accounts[which].hand_in(place.register, len(accounts[which].versions) - 1)
            (found,) = _shown(place.register)
            assert place.register.sale_by_reference(REF) == found
        finally:
            place.close()
    gone = sum(each.qty for each in cancellings if each.end is State.CANCELLED)
    standing = SaleStanding.PARTLY_CANCELLED if gone else SaleStanding.BOOKED
    assert (found.desk, found.qty, found.released) == (seller, qty, gone)
    assert found.refunded == (REFUND * gone if gone else None)
    assert found.standing == (SaleStanding.CANCELLED if gone == qty else standing)


def _in_turn(place: SharedDatabase) -> None:
    """The cancellation arrives before the sale, and another one after both."""
    cancellings = [Cancelling(desk, 1, State.CANCELLED, was_unknown=False) for desk in ("two", "three")]
    seller, two, three = _accounts("one", 2, cancellings, "BOAT")
    two.hand_in(place.register, 1)
    (found,) = _shown(place.register)
    assert (found.standing, found.desk) == (SaleStanding.ELSEWHERE, "two")
    seller.hand_in(place.register, 1)
    (found,) = _shown(place.register)
    assert (found.standing, found.desk, found.released) == (SaleStanding.PARTLY_CANCELLED, "one", 1)
    three.hand_in(place.register, 1)
    (found,) = place.register.search("day return")
    assert (found.standing, found.refunded) == (SaleStanding.CANCELLED, 2 * REFUND)
    wanted = Wanted(standings=frozenset({SaleStanding.CANCELLED}))
    assert place.register.find(wanted, patience=1e9).sales == (found,)
    place.close()


def test_a_cancellation_that_comes_before_its_sale_is_of_another_counter_until_then(tmp_path: Path) -> None:
    _in_turn(sqlite_place(tmp_path, "one"))


@on_postgres
def test_a_real_server_joins_them_as_well() -> None:
    with running_postgres() as server:
        _in_turn(postgres_place(server, server.fresh_schema(), "one"))


def test_what_was_handed_in_before_is_joined_once(tmp_path: Path) -> None:
    seller, other = _accounts("one", 2, [Cancelling("two", 1, State.CANCELLED, was_unknown=False)], "BOAT")
    older = sqlite_place(tmp_path, "one")
    seller.hand_in(older.register, 1)
    other.hand_in(older.register, 1)
    with older.office.work() as connection:
        # As an older program has left it.
        before = {"released": 0, "standing": "booked", "state": "SETTLED", "refunded": None}
        connection.execute(update(sale).where(sale.c.desk == "one").values(before))
        joined.drop(connection)
    older.close()
    place = sqlite_place(tmp_path, "one")
    (found,) = _shown(place.register)
    assert (found.released, found.refunded, found.standing) == (1, REFUND, SaleStanding.PARTLY_CANCELLED)
    place.close()
