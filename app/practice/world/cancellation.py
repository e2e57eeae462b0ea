"""Computes the refund of a cancellation: seats, charge, and the parts of the wallet."""

from __future__ import annotations

from datetime import datetime

from app.practice.protocol.errors import FieldProblem, RequestRefusedError
from app.practice.world.booking import PracticeBooking, Seat, Settlement
from app.practice.world.catalogue import CancellationRule
from app.practice.world.orders import CancelOrder, OrderModule


def settlement(
    booking: PracticeBooking, order: CancelOrder, rule: CancellationRule, now: datetime
) -> Settlement:
    """Refund and charge of an order to cancel (interface part 4.4). Raises RequestRefusedError.

    The part of a booking that was paid from credit repays credit before anything is added to cash.
    """
    if booking.is_cancelled:
        raise RequestRefusedError("BOOKING_ALREADY_CANCELLED", "No seat of this booking is left to cancel.")
    seats = _seats(booking, order)
    paid = sum(seat.paid for seat in seats)
    charge = rule.charge(paid, booking.sale.starts_at - now)
    return Settlement(
        seats=seats,
        paid=paid,
        charge=charge,
        of_credit=min(paid - charge, booking.from_credit - booking.credit_returned),
    )


def _seats(booking: PracticeBooking, order: CancelOrder) -> tuple[Seat, ...]:
    active = booking.active_seats
    if order.module is OrderModule.ACTIVITY:
        if order.qty > len(active):
            raise _invalid("qty", f"Only {len(active)} seats of this booking are left to cancel.")
        return active[: order.qty]
    named = {seat.passenger_id: seat for seat in active}
    if not named.keys() >= set(order.passenger_ids):
        raise _invalid("passenger_ids", "A passenger is not of this booking or is cancelled already.")
    return tuple(named[each] for each in order.passenger_ids)


def _invalid(field: str, message: str) -> RequestRefusedError:
    return RequestRefusedError("VALIDATION_FAILED", message, (FieldProblem(field, message),))
