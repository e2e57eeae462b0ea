"""The slip for the customer about what was cancelled."""

from __future__ import annotations

from app.desk.cancellation.refund_quote import Booking, Cancelled
from app.desk.model.booking import SeatChoice, TravellerChoice
from app.desk.model.office_rules import Branding
from app.desk.vouchers.voucher import CancelledPart, Voucher, VoucherTraveller


def cancellation_slip(
    booking: Booking, result: Cancelled, branding: Branding, *, is_practice: bool
) -> Voucher:
    """The slip for the customer about what was cancelled of a booking."""
    choice = result.choice
    people = choice.travellers if isinstance(choice, TravellerChoice) else ()
    side = result.customer
    return Voucher(
        booking_ref=result.booking_ref,
        is_boat=booking.is_boat,
        title=booking.title,
        branding=branding,
        qty=choice.qty if isinstance(choice, SeatChoice) else len(people),
        place=booking.place,
        day=booking.day,
        window=booking.window,
        travellers=tuple(VoucherTraveller(each.name, each.age, each.gender) for each in people),
        customer_name=booking.customer,
        issued_at=result.settled_at,
        cancelled=CancelledPart(
            result.refund_reference, result.settled_at, result.left, result.currency, side.paid, side.back
        ),
        is_practice=is_practice,
        request_id=booking.request_id,
    )
