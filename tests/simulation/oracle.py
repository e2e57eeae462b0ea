"""What must hold in every run, whatever happens; each breach begins with its own word."""

from __future__ import annotations

import json
import re
from collections import Counter as Tally
from collections.abc import Iterator, Sequence

from app.desk.payment.payments import Ending
from app.desk.payment.unknown_outcome_advice import THIS_PROGRAM
from app.store.journal.attempt import Attempt
from app.store.journal.recovery import Recovery
from app.store.journal.states import State
from tests.simulation.clerk import Clerk
from tests.simulation.disk import DATABASE, MIRROR
from tests.simulation.oracle_of_decisions import Ground, wrong_decisions
from tests.simulation.service import Service
from tests.simulation.soundness import unsound
from tests.simulation.stage import stage
from tests.simulation.wires import Wire

_LONGEST_NUMBER = 9
_HEAD_END = b"\r\n\r\n"
_LENGTH = re.compile(rb"content-length: ?([0-9]+)", re.IGNORECASE)


class LineWatch:
    """Looks at every last byte of a money order, at the moment in which it leaves."""

    def __init__(self) -> None:
        self.breaches: list[str] = []
        self.left: Tally[str] = Tally()
        """How often the last byte of each order has left."""

    def __call__(self, wire: Wire, data: bytes) -> None:
        """These bytes are about to leave."""
        request = wire.sent + data
        if b"/create_booking.php " not in request and b'"action":"CONFIRM"' not in request:
            return
        head, found, body = request.partition(_HEAD_END)
        length = _LENGTH.search(head)
        if not found or length is None or len(body) < int(length[1]):
            return
        request_id = str(json.loads(body)["request_id"])
        self.left[request_id] += 1
        self.breaches.extend(f"{each} ({request_id})" for each in self._wrongs(wire, request_id))

    def _wrongs(self, wire: Wire, request_id: str) -> Iterator[str]:
        for name in (MIRROR, DATABASE):
            if _times_kept(name, request_id, State.DISPATCHED) < self.left[request_id]:
                yield f"early: the last byte leaves before {name} keeps the record"
        if wire.unacknowledged:
            yield "blind: the last byte leaves before the others are acknowledged"
        if wire.ended or wire.inbox:
            yield "deaf: the last byte leaves although the service has spoken"


def verdict(
    clerk: Clerk, service: Service, watch: LineWatch, attempts: Sequence[Attempt], recovery: Recovery
) -> list[str]:
    """Everything that is wrong at the end of a run."""
    wrongs = [*watch.breaches, *clerk.faults]
    wrongs += _doubles(service, attempts)
    wrongs += wrong_decisions(Ground(clerk, service, attempts))
    wrongs += _forgotten(clerk, attempts)
    wrongs += (
        f"overcautious: {ending.request_id} is not known, and its last byte never left"
        for _, ending in clerk.told
        if ending.state is State.UNKNOWN and not watch.left[ending.request_id]
    )
    wrongs += _careless(service, attempts)
    wrongs += unsound(attempts, recovery)
    return wrongs


def _doubles(service: Service, attempts: Sequence[Attempt]) -> Iterator[str]:
    """At most one complete transmission a sale, but what the service refused or a person authorised."""
    refused = service.refused
    authorised = Tally(
        entry.request_id
        for attempt in attempts
        for entry in attempt.entries
        if entry.state is State.RESEND_AUTHORISED
    )
    # Who is said not to be booked, by the program or a person, is sold to again.
    ended = Tally(each.request_id for each in attempts if _was(each, State.RESOLVED_NOT_BOOKED))
    sent = Tally(
        order.subject
        for order in service.whole
        if not order.is_cancellation and order.request_id not in refused
    )
    for customer, count in sent.items():
        numbers = {order.request_id for order in service.whole if order.subject == customer}
        if count > 1 + sum(authorised[each] + ended[each] for each in numbers):
            yield f"double: {customer} was sent {count} times"
    for request_id, count in Tally(order.request_id for order in service.whole).items():
        if count > 1 + authorised[request_id]:
            yield f"double: the number {request_id} was sent {count} times"


def _forgotten(clerk: Clerk, attempts: Sequence[Attempt]) -> Iterator[str]:
    """What a clerk was told is what the journal says ever after."""
    for _, ending in clerk.told:
        alike = [each for each in attempts if each.request_id == ending.request_id]
        if ending.is_kept and not any(_tells(each, ending) for each in alike):
            found = ", ".join(each.state for each in alike) or "in no journal"
            yield f"forgotten: {ending.request_id} was {ending.state}, is {found}"


def _careless(service: Service, attempts: Sequence[Attempt]) -> Iterator[str]:
    """What is said never to have been sent has not arrived whole; a number stands for one order."""
    owned = Tally(each.request_id for each in attempts if each.state is not State.NOT_SENT)
    customers: dict[str, str] = {}
    for request_id, count in Tally(order.request_id for order in service.whole).items():
        if count > owned[request_id]:
            yield f"denied: {request_id} arrived whole {count} times, and {owned[request_id]} are admitted"
    for order in service.whole:
        if order.request_id in service.quoted:
            yield f"shared: the number {order.request_id} was one of a QUOTE"
        if customers.setdefault(order.request_id, order.subject) != order.subject:
            yield f"mixed: the number {order.request_id} stands for two orders"


def _tells(attempt: Attempt, ending: Ending) -> bool:
    if ending.state is State.UNKNOWN:
        return True
    if attempt.state is not ending.state:
        # An attempt that was never sent is tried again under its number; a lost reference is found, or
        # a person has contradicted a "booked" that nothing else supported.
        is_lost = ending.state is State.BOOKED_REF_LOST
        is_found = is_lost and attempt.state is State.RESOLVED_BOOKED
        is_denied = is_lost and (_is_denied(attempt) or _was(attempt, State.RESEND_AUTHORISED))
        return is_found or is_denied or ending.state is State.NOT_SENT
    refs = {getattr(ending.result, name, None) for name in ("booking_ref", "refund_reference")} - {None}
    return refs <= set(attempt.facts.values())


def _is_denied(attempt: Attempt) -> bool:
    """Whether a person has said that it was not booked."""
    return any(
        entry.state is State.RESOLVED_NOT_BOOKED and entry.facts.get("by") != THIS_PROGRAM.text
        for entry in attempt.entries
    )


def _was(attempt: Attempt, state: State) -> bool:
    return any(entry.state is state for entry in attempt.entries)


def _times_kept(name: str, request_id: str, state: State) -> int:
    """How often a sink would still have this record after a power cut."""
    kept = stage().disk.files[name].kept
    number, ending = f'"request_id":"{request_id}","seq":'.encode(), f',"state":"{state}"'.encode()
    count, place = 0, kept.find(number)
    while place >= 0:
        start = place + len(number)
        count += kept.find(ending, start, start + len(ending) + _LONGEST_NUMBER) >= 0
        place = kept.find(number, start)
    return count
