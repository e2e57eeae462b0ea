"""What several desks did with one booking is one booking, in whatever order it arrives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from itertools import permutations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import NamedTuple

import pytest
from sqlalchemy import delete, func, insert, select, update

from app.desk.bookings import sale_records
from app.desk.bookings.booking_values import kept_cancellations, kept_sale
from app.desk.bookings.journal_sales import JournalSales
from app.store.journal.attempt import Attempt, folded
from app.store.journal.hash_chain import LogEntry
from app.store.journal.states import Kind, State
from app.store.office.shared_database import SharedDatabase
from app.store.office.tables import SHARED_VERSION, VERSION
from app.store.office.tables import about as office_about
from app.store.register.register import KeptNote, KeptSale, Position, Register, RegisterError, Wanted
from app.store.register.tables import event, sale
from app.store.register.values import PARTLY_CANCELLED, SaleStanding
from tests.simulation.patches import Patches
from tests.simulation.plants.office import BED, ORDERS
from tests.store.office.test_shared_database import SALE
from tests.support.postgres import on_postgres, running_postgres
from tests.support.proof import beside_others, few
from tests.support.shared_places import postgres_place, sqlite_place
from tests.support.store.scanned import scanned

# Random days by the hundred, which go the same few ways: measured, they take three times as long.
pytestmark = pytest.mark.no_cover

AT = datetime(2026, 11, 23, 4, 0, tzinfo=UTC)
REF = "PNR7X2K9"
DESKS = ("one", "two", "three", "four", "five", "six")
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

    def add(
        self, kind: Kind, number: int, facts: Facts, ends: Sequence[tuple[State, Facts]], attempt: int = 1
    ) -> None:
        """Add an attempt, and a version for each of its ends."""
        before = self.versions[-1]
        for upto in range(1, len(ends) + 1):
            steps = ((State.PREPARED, facts), (State.DISPATCHED, Facts()), *ends[:upto])
            self.versions.append((*before, _attempt(self.desk, kind, number, steps, attempt)))

    def hand_in(self, register: Register, version: int) -> None:
        """Do what a desk does: store the sales with their cancellations."""
        attempts = self.versions[version]
        sales = JournalSales(scanned(attempts))
        made = [sales.attempts(key) for key in sales.keys_of(attempts)]
        register.keep(
            [kept_sale(sale_records.sales(each)[0], each, self.desk) for each in made],
            kept_cancellations([each for some in made for each in some], self.desk),
        )


def _attempt(
    desk: str, kind: Kind, number: int, steps: Sequence[tuple[State, Facts]], attempt: int = 1
) -> Attempt:
    """An attempt; one that is sent again has the intent of the one before."""
    return folded(
        [
            LogEntry(
                seq=number * 10 + place,
                at=AT + number * _STEP + timedelta(seconds=place),
                intent_id=f"{desk}-{number - attempt + 1}",
                attempt=attempt,
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
    accounts = {desk: Account(desk) for desk in DESKS}
    _sell(accounts[seller], qty, module, is_sent_again=False, was_unknown=False)
    _cancel(accounts, qty, cancellings, module)
    return [each for each in accounts.values() if len(each.versions) > 1]


def _sell(seller: Account, qty: int, module: str, *, is_sent_again: bool, was_unknown: bool) -> str:
    """Sell at a desk. Returns the request number that counts."""
    sold: Facts = {"module": module, "qty": qty, "booking_ref": REF, "title": "Day return"}
    asked: Facts = {**sold, "booking_ref": None}
    first = len(seller.versions) * 10
    if is_sent_again:
        seller.add(Kind.CREATE, first, asked, [(State.NOT_SENT, Facts())])
    told: Facts = {"booking_ref": REF}
    end = (State.RESOLVED_BOOKED if was_unknown else State.SETTLED, told)
    ends = [(State.UNKNOWN, Facts()), end] if was_unknown else [end]
    number = first + 1 if is_sent_again else first
    seller.add(Kind.CREATE, number, asked, ends, 2 if is_sent_again else 1)
    return f"ac1-{seller.desk}-{number}"


def _cancel(accounts: dict[str, Account], qty: int, cancellings: Sequence[Cancelling], module: str) -> None:
    left = qty
    for each in cancellings:
        asked: Facts = {"module": module, "booking_ref": REF, "qty": each.qty}
        end: Facts = {}
        if each.end is State.CANCELLED:
            left -= each.qty
            said = "Partially Cancelled" if left else "Cancelled"
            end = {"refund": str(REFUND * each.qty), "new_status": said}
        ends = [(State.UNKNOWN, Facts()), (each.end, end)] if each.was_unknown else [(each.end, end)]
        desk = accounts[each.desk]
        desk.add(Kind.CANCEL, len(desk.versions) * 10, asked, ends)


def _cancellings(draw: Random, desks: Sequence[str], qty: int) -> list[Cancelling]:
    found, left = list[Cancelling](), qty
    for _ in range(draw.randint(0, 4)):
        if not left:
            break
        is_made, was_unknown = draw.random() < 0.5, draw.random() < 0.5
        ended_not = State.RESOLVED_NOT_CANCELLED if was_unknown else State.REJECTED
        seats = draw.randint(1, left)
        end = State.CANCELLED if is_made else ended_not
        found.append(Cancelling(draw.choice(desks), seats, end, was_unknown))
        left -= seats if is_made else 0
    return found


class Books(NamedTuple):
    """What the service has of one booking, and who sold it by which request, if a desk of the office did."""

    desk: str
    request_id: str
    qty: int
    gone: int

    def wrong_in(self, shown: Sequence[KeptSale]) -> list[str]:
        """What a register says otherwise of it."""
        if len(shown) != 1:
            return [f"{len(shown)} rows"]
        (found,) = shown
        partly = SaleStanding.PARTLY_CANCELLED if self.gone else SaleStanding.BOOKED
        whole = self.gone == self.qty
        wanted = {
            "released": self.gone,
            "refunded": REFUND * self.gone if self.gone else None,
            "customer_name": "",
        }
        if self.desk:
            standing = SaleStanding.CANCELLED if whole else partly
            wanted |= {
                "desk": self.desk,
                "request_id": self.request_id,
                "qty": self.qty,
                "standing": standing,
            }
        else:
            state = State.CANCELLED if whole else PARTLY_CANCELLED
            wanted |= {
                "standing": SaleStanding.ELSEWHERE,
                "state": str(state) if self.gone else str(State.RESOLVED_NOT_CANCELLED),
            }
        return [f"{name}: {getattr(found, name)}" for name in wanted if getattr(found, name) != wanted[name]]


def _wrong_of(seed: int) -> list[str]:
    """What is wrong after 1 to 6 desks handed in all that they ever had, late, twice and in any order."""
    draw = Random(seed)
    desks = DESKS[: draw.randint(1, len(DESKS))]
    accounts = {desk: Account(desk) for desk in DESKS}
    books: dict[str, Books] = {}
    free = set(desks)
    # A PNR may stand for an activity and for a boat; a journal tells them apart only at different desks.
    for module in draw.sample(("BOAT", "ACTIVITY"), draw.randint(1, min(2, len(desks)))):
        own = sorted(free) if books else desks[: max(1, len(desks) - 1)]
        if own:
            # Sometimes a counter has sold it that is none of the office's.
            seller = accounts[draw.choice(own)] if draw.random() < 0.75 else Account("")
            qty = draw.randint(1, 4)
            again, unknown = draw.random() < 0.3, draw.random() < 0.3
            request_id = _sell(seller, qty, module, is_sent_again=again, was_unknown=unknown)
            cancellings = _cancellings(draw, own, qty)
            _cancel(accounts, qty, cancellings, module)
            gone = sum(each.qty for each in cancellings if each.end is State.CANCELLED)
            if seller.desk or cancellings:
                books[module] = Books(seller.desk, request_id, qty, gone)
            free -= {seller.desk, *(each.desk for each in cancellings)}
    arrivals = [(each, version) for each in accounts.values() for version in range(1, len(each.versions))]
    arrivals += draw.sample(arrivals, draw.randint(0, len(arrivals)))
    draw.shuffle(arrivals)
    with TemporaryDirectory() as folder:
        place = sqlite_place(Path(folder), "one")
        try:
            for account, version in arrivals:
                account.hand_in(place.register, version)
            shown = _shown(place.register)
        finally:
            place.close()
    more = [f"{seed}: {each.request_id} as well" for each in shown if each.module not in books]
    return more + [
        f"{seed}: {module} {wrong}"
        for module, each in books.items()
        for wrong in each.wrong_in([sale for sale in shown if sale.module == module])
    ]


def _shown(register: Register) -> tuple[KeptSale, ...]:
    return register.find(Wanted(), patience=1e9).sales


@beside_others
@pytest.mark.parametrize("seed", few(range(0, 160, 20)))
def test_any_order_doubling_and_delay_gives_the_books_of_the_service(seed: int) -> None:
    assert [wrong for each in range(seed, seed + 20) for wrong in _wrong_of(each)] == []


@pytest.mark.parametrize(
    "plant",
    [
        "cancellations-are-no-events",
        "last-arrival-wins",
        "refund-of-what-came-last",
        "own-seats-count-twice",
        "former-numbers-stay",
        "accounts-are-bookings",
    ],
)
def test_a_planted_fault_is_found(plant: str) -> None:
    with Patches() as patches:
        (BED | ORDERS)[plant].change(patches)
        assert any(_wrong_of(seed) for seed in range(160))


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


@beside_others
@on_postgres
def test_a_real_server_joins_them_as_well() -> None:
    with running_postgres() as server:
        _in_turn(postgres_place(server, server.fresh_schema(), "one"))


def _as_before_events(place: SharedDatabase) -> None:
    """Leave the database as a program that kept no events would have."""
    with place.office.work() as connection:
        event.drop(connection)
        connection.execute(delete(office_about).where(office_about.c.version == SHARED_VERSION))


def test_what_stands_in_an_older_database_is_carried_over_once(tmp_path: Path) -> None:
    seller, other = _accounts("one", 2, [Cancelling("two", 1, State.CANCELLED, was_unknown=False)], "BOAT")
    older = sqlite_place(tmp_path, "one")
    seller.hand_in(older.register, 1)
    other.hand_in(older.register, 1)
    (found,) = _shown(older.register)
    # Of a desk that never comes back, sold in the night by its own clock, with a customer.
    night = datetime(2026, 11, 24, 1, 30, tzinfo=timezone(timedelta(hours=5.5)))
    older.register.keep([replace(SALE, desk="gone", sold_at=night)], (), Position("gone", 7, "its hash"))
    before = _shown(older.register)
    days = _sold_on(older)
    with older.office.work() as connection:
        # As a program of before desks joined their bookings has left it.
        unjoined = {"released": 0, "standing": "booked", "state": "SETTLED", "refunded": None}
        connection.execute(update(sale).where(sale.c.desk == "one").values(unjoined))
    _as_before_events(older)
    older.close()
    for _ in range(2):
        place = sqlite_place(tmp_path, "one")
        assert _shown(place.register) == before
        assert _sold_on(place) == days
        # Every desk hands in again, and the program of before is refused.
        assert place.register.position("gone") is None
        with place.office.work() as connection:
            assert max(connection.scalars(select(office_about.c.version))) > VERSION
            assert connection.scalars(select(func.count()).select_from(event)).one() == 4
        place.close()
    place = sqlite_place(tmp_path, "one")
    other.hand_in(place.register, 1)
    seller.hand_in(place.register, 1)
    assert set(_shown(place.register)) == set(before)
    assert found in before
    place.close()


def _sold_on(place: SharedDatabase) -> list[date]:
    with place.office.work() as connection:
        return list(connection.scalars(select(sale.c.sold_on).order_by(sale.c.request_id)))


def test_a_database_that_cannot_be_carried_over_is_left_as_it_is(tmp_path: Path) -> None:
    older = sqlite_place(tmp_path, "one")
    older.register.keep([SALE])
    with older.office.work() as connection:
        connection.execute(delete(office_about).where(office_about.c.version == SHARED_VERSION))
        connection.execute(update(event).values(request_id="of nothing"))
    older.close()
    with pytest.raises(RegisterError, match="could not all be taken over"):
        sqlite_place(tmp_path, "one")


def test_a_cancellation_whose_state_means_nothing_keeps_nobody_from_handing_in(tmp_path: Path) -> None:
    seller, other = _accounts("one", 2, [Cancelling("two", 1, State.CANCELLED, was_unknown=False)], "BOAT")
    place = sqlite_place(tmp_path, "one")
    seller.hand_in(place.register, 1)
    other.hand_in(place.register, 1)
    (before,) = _shown(place.register)
    with place.office.work() as connection:
        query = select(event).where(event.c.kind == "cancellation")
        row = dict(connection.execute(query).mappings().one())
        body = row["body"].replace("CANCELLED", "GONE WITH THE WIND")
        assert body != row["body"]
        connection.execute(insert(event), {**row, "number": 99, "seq": 1_000, "body": body})
    seller.hand_in(place.register, 1)
    other.hand_in(place.register, 1)
    assert _shown(place.register) == (before,)
    place.close()


def test_an_account_whose_outcome_is_unknown_hides_no_refund(tmp_path: Path) -> None:
    place = sqlite_place(tmp_path, "one")
    accounts = {each: Account(each) for each in DESKS}
    gone = [
        Cancelling("three", 1, State.UNKNOWN, was_unknown=False),
        Cancelling("two", 1, State.CANCELLED, was_unknown=False),
    ]
    _cancel(accounts, 3, gone, "BOAT")
    for desk in ("three", "two"):
        accounts[desk].hand_in(place.register, 1)
    (shown,) = _shown(place.register)
    assert (shown.desk, shown.released, shown.refunded) == ("two", 1, REFUND)
    place.close()


def test_an_event_of_a_kind_that_is_not_known_changes_nothing(tmp_path: Path) -> None:
    place = sqlite_place(tmp_path, "one")
    place.register.keep([SALE])
    before = _shown(place.register)
    with place.office.work() as connection:
        row = dict(connection.execute(select(event)).mappings().one())
        connection.execute(insert(event), {**row, "number": 99, "kind": "of a newer program", "seq": 99})
    place.register.keep([SALE])
    assert _shown(place.register) == before
    place.close()


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_where_the_own_desk_knows_no_end_a_restored_one_may(tmp_path: Path, order: Sequence[int]) -> None:
    """The computer of before stands still with an open order; the new one has found that it was booked."""
    waits = replace(SALE, standing=SaleStanding.OPEN, state="UNKNOWN", booking_ref="", told_by="one", seq=900)
    found = replace(SALE, state="RESOLVED_BOOKED", told_by="new", seq=7)
    gone = replace(SALE, state="RESOLVED_NOT_BOOKED", standing=SaleStanding.NOT_SOLD, told_by="other", seq=8)
    place = sqlite_place(tmp_path, "one")
    for which in order:
        place.register.keep([(waits, found, waits)[which]])
    (shown,) = _shown(place.register)
    assert (shown.standing, shown.booking_ref, shown.desk) == (SaleStanding.BOOKED, SALE.booking_ref, "one")
    # As soon as its own desk knows, that counts.
    place.register.keep([replace(waits, state="REJECTED", standing=SaleStanding.NOT_SOLD, seq=901)])
    place.register.keep([gone])
    (shown,) = _shown(place.register)
    assert shown.state == "REJECTED"
    place.close()


def test_a_status_that_comes_late_does_not_replace_a_newer_one(tmp_path: Path) -> None:
    place = sqlite_place(tmp_path, "one")
    place.register.keep([SALE])
    for minutes, status in ((5, "Cancelled"), (1, "Booked")):
        kept = KeptNote(SALE.request_id, AT + timedelta(minutes=minutes), "status", status, "two")
        place.register.add_note(kept, (status, "", ""))
    (found,) = _shown(place.register)
    assert found.booking_status == "Cancelled"
    assert [each.said for each in place.register.notes(SALE.request_id)] == ["Booked", "Cancelled"]
    place.close()
