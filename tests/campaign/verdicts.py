"""Holds the service's books against the counter's journal, by the oracle of the simulation and by amounts."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from random import Random
from typing import Any

from app.api.messages.answers import BookingResult, CancellationResult
from app.desk.desk import local_now
from app.desk.payment.payments import Ending
from app.store.journal.attempt import Attempt
from app.store.journal.recovery import Recovery
from app.store.journal.states import Kind, State
from tests.simulation.clerk import Clerk
from tests.simulation.disk import Disk
from tests.simulation.oracle import LineWatch, verdict
from tests.simulation.service import Booking, Service, Whole
from tests.simulation.stage import Stage, set_stage, stage
from tests.simulation.virtual_loop import VirtualLoop
from tests.simulation.wires import LinePlan, Wires

_OVERCAUTIOUS = "overcautious"


def wrongs_of(
    books: Mapping[str, Any],
    heard: Iterable[Mapping[str, Any]],
    attempts: Sequence[Attempt],
    recovery: Recovery,
    faults: Iterable[str],
) -> list[str]:
    """Everything that is wrong when all is settled. `heard` is what the lives have said."""
    service = Service(
        [],
        bookings=[_booking(**each) for each in books["bookings"]],
        whole=[Whole(**each) for each in books["whole"]],
        refused=set(books["refused"]),
        quoted=set(books["quoted"]),
    )
    watch = LineWatch()
    watch.breaches.extend(books["breaches"])
    watch.left.update(books["left"])
    with _stage(service, watch):
        stage().heard.extend(("", _ending(each)) for each in heard)
        found = verdict(Clerk((), service, list(faults)), service, watch, attempts, recovery)
    # A line that was cut before its order could be read may have lost any number.
    unread = int(books["unread"])
    unexplained = [each for each in found if each.startswith(_OVERCAUTIOUS)][unread:]
    wrongs = [each for each in found if not each.startswith(_OVERCAUTIOUS)] + unexplained
    return wrongs + list(_wrong_money(books, attempts))


def _wrong_money(books: Mapping[str, Any], attempts: Sequence[Attempt]) -> Iterator[str]:
    """What a customer is charged is what the wallet has lost, and nothing is left open."""
    charged = {each["request_id"]: Decimal(each["amount"]) for each in books["bookings"]}
    refunds = {number: Decimal(amount) for number, amount in books["refunds"].items()}
    if Decimal(books["moved"]) != sum(refunds.values()) - sum(charged.values()):
        yield f"charge: the wallet has moved by {books['moved']}, by {charged} and {refunds}"
    for attempt in attempts:
        number, facts = attempt.request_id, attempt.facts
        if attempt.is_open:
            yield f"open: {number} is {attempt.state} although a person has decided"
        if attempt.state is State.SETTLED and Decimal(str(facts.get("total_debited"))) != charged.get(number):
            yield f"charge: {number} is {facts.get('total_debited')}, in the wallet {charged.get(number)}"
        if attempt.state is State.CANCELLED and Decimal(str(facts.get("refund"))) != refunds.get(number):
            yield f"charge: {number} gave {facts.get('refund')}, in the wallet {refunds.get(number)}"
    owned = Tally(each.request_id for each in attempts if each.kind is Kind.CREATE)
    for number, count in Tally(each["request_id"] for each in books["bookings"]).items():
        if count > 1:
            yield f"double: {number} is booked {count} times"
        if not owned[number]:
            yield f"lost: {number} is booked, and in no journal"


def _booking(*, amount: str, **told: Any) -> Booking:
    return Booking(amount=Decimal(amount), **told)


def _ending(said: Mapping[str, Any]) -> Ending:
    """What a life has said, as the oracle of the simulation knows it."""
    result = None
    if said["booking_ref"]:
        result = BookingResult.model_construct(booking_ref=said["booking_ref"])
    elif said["refund_reference"]:
        result = CancellationResult.model_construct(refund_reference=said["refund_reference"])
    now = local_now()
    return Ending(said["request_id"], State(said["state"]), result, None, said["is_kept"], now, now)


@contextmanager
def _stage(service: Service, watch: LineWatch) -> Generator[None]:
    """A sound computer for the oracle, on which nothing happens."""
    chance = Random(0)
    wires = Wires(LinePlan, service.meet, watch, service.read)
    setting = Stage(0, VirtualLoop(chance), chance, chance, Disk(), wires)
    set_stage(setting)
    try:
        yield
    finally:
        setting.loop.close()
        setting.disk.close()
        set_stage(None)
