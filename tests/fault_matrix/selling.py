"""A sale and a cancellation as the cashier makes them, against a service that does one thing wrong."""

from __future__ import annotations

import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from app.api.client import PartnerClient
from app.api.messages.request_body import Proof
from app.api.wire.timeouts import Timings
from app.desk.desk import local_now
from app.desk.model.sale import Progress
from app.desk.payment.order import MoneyRequest, Order
from app.desk.payment.payment_call import Tell
from app.desk.payment.payments import Ending, Payments
from app.store.journal.journal import Journal
from app.store.journal.states import Kind, State
from tests.support.api.raw_service import QUICK, RawService, Script, client_of
from tests.support.api.samples import (
    ACTIVITY_CANCELLATION,
    BOOKED_BOAT,
    CANCELLED,
    FOREIGNER,
    Wire,
    activity_booking,
    boat_booking,
)
from tests.support.counter import CHAIN_KEY

GOOD: Wire = {**BOOKED_BOAT, **CANCELLED}
"""Settles either of the two calls."""
REFUSAL: Wire = {"status": "ERROR", "code": "NO", "message": "Not today."}

_OF_A_CANCELLATION = {State.SETTLED: State.CANCELLED, State.BOOKED_REF_LOST: State.UNKNOWN}


@dataclass(frozen=True)
class Case:
    """What a service does in several ways, and how a sale must end each time."""

    state: State
    scripts: tuple[Script, ...]
    timings: Timings = QUICK

    def expected(self, kind: Kind) -> State:
        """How the call must end."""
        return self.state if kind is Kind.CREATE else _OF_A_CANCELLATION.get(self.state, self.state)


def case(state: State, *scripts: Script, timings: Timings = QUICK) -> Case:
    """The row's faults and the state in which a sale ends."""
    return Case(state, scripts, timings)


def order_of(kind: Kind, document: int = 0) -> Order:
    """A small order of either kind, or a boat with a document of so many bytes."""
    guest = FOREIGNER.model_copy(update={"id_proof_file": Proof(bytes(document))})

    def build(request_id: str) -> MoneyRequest:
        if document:
            return boat_booking(guest, request_id=request_id)
        if kind is Kind.CREATE:
            return activity_booking(request_id=request_id)
        return ACTIVITY_CANCELLATION.model_copy(update={"request_id": request_id})

    return Order("intent", kind, build, {}, {}, "fingerprint")


def nobody(_: Progress) -> None:
    """Nobody watches."""


async def ending_of(
    folder: Path,
    client: PartnerClient,
    kind: Kind = Kind.CREATE,
    *,
    document: int = 0,
    tell: Tell = nobody,
) -> Ending:
    """How the order ends; the journal says the same."""
    journal = Journal.open(folder, chain_key=CHAIN_KEY, clock=local_now)
    try:
        cashier = Payments(client, journal, local_now)
        ending = await cashier.carry_out(order_of(kind, document), tell)
        assert isinstance(ending, Ending)
        assert ending.is_kept
        assert journal.attempts()[-1].state is ending.state
        assert journal.attempts()[-1].request_id == ending.request_id
        return ending
    finally:
        journal.close()


async def assert_ends(
    folder: Path, case: Case, tls: ssl.SSLContext | None = None, kinds: Iterable[Kind] = tuple(Kind)
) -> None:
    """Make a sale and a cancellation against each script, in a folder of their own."""
    for number, script in enumerate(case.scripts):
        for kind in kinds:
            async with RawService(script) as service, client_of(service, case.timings, tls) as client:
                ending = await ending_of(folder / f"{number} {kind}", client, kind)
            assert ending.state is case.expected(kind), (number, kind, ending)
