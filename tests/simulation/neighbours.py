"""Other desks on the same wallet: they sell and cancel, also at exactly our prices."""

from __future__ import annotations

from decimal import Decimal

from tests.simulation.scenario import Move, Scenario
from tests.simulation.service import SEATS, Service
from tests.simulation.stage import stage

NEIGHBOUR = "neighbour"
_BEFORE = (Decimal(1200), Decimal(340), Decimal(5100))


def open_wallet(service: Service, plan: Scenario) -> None:
    """Fill the wallet and its ledger, and let the other desks come one by one."""
    service.books.cash = plan.cash + sum(_BEFORE)
    for number, amount in enumerate(_BEFORE):
        service.books.spend(amount, f"OLD{number}", f"{NEIGHBOUR}-old-{number}")
    for number, move in enumerate(plan.moves):
        stage().loop.call_later(move.at, _make, service, move, number)


def _make(service: Service, move: Move, number: int) -> None:
    request = f"{NEIGHBOUR}-{move.desk}-{number}"
    if move.cancels_ours:
        ours = (each for each in service.bookings if not each.request_id.startswith(NEIGHBOUR))
        booking = next((each for each in ours if each.cancelled < SEATS), None)
        if booking is not None:
            service.give_back(booking, 1, request)
            stage().say(f"{NEIGHBOUR} {move.desk} gives up a seat of {booking.ref}")
    elif move.is_refund:
        service.books.credit(move.amount)
    else:
        service.book(move.amount, request, request)
