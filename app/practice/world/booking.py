"""A booking and its cancellations; amounts in paise, with every share accounted for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime

from app.practice.protocol.errors import FieldProblem, RequestRefusedError
from app.practice.world.catalogue import CancellationRule
from app.practice.world.orders import CancelOrder, OrderModule

_PNR_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PNR_MARKS = {OrderModule.ACTIVITY: "PRAC", OrderModule.BOAT: "PRBT"}
_PNR_SPREAD = 387_420_489
_PNR_START = 618_033_989


@dataclass(frozen=True, slots=True)
class Seat:
    """One sold seat: its net price, and for a boat its passenger."""

    paid: int
    passenger_id: int = 0
    name: str = ""
    age: int = 0
    gender: str = ""
    ticket_type: str = ""
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class PracticeSale:
    """An order that may be settled.

    The product is an activity with a slot as its part, or a schedule with boat and trip; `commission` is
    that of one seat of an activity.
    """

    request_id: str
    module: OrderModule
    product_id: int
    product_name: str
    part_name: str
    travel_date: date
    starts_at: datetime
    seats: tuple[Seat, ...]
    net_total: int
    tax: int
    availability_id: int = 0
    slot_id: int = 0
    commission: int = 0
    boat_fares: int = 0
    permits: int = 0

    @property
    def total(self) -> int:
        """What is debited: net total and tax."""
        return self.net_total + self.tax


@dataclass(frozen=True, slots=True)
class PracticeBooking:
    """A settled sale; `seats` are those of the sale with their present state."""

    ref: str
    booking_id: int
    sale: PracticeSale
    seats: tuple[Seat, ...]
    from_cash: int
    from_credit: int
    entry_id: str
    refunded: int = 0
    charged: int = 0
    credit_returned: int = 0

    @property
    def active_seats(self) -> tuple[Seat, ...]:
        """The seats that are still booked."""
        return tuple(seat for seat in self.seats if not seat.cancelled)

    @property
    def is_cancelled(self) -> bool:
        """Whether all seats are cancelled."""
        return not self.active_seats

    @property
    def is_partly_cancelled(self) -> bool:
        """Whether some seats are cancelled and some are not."""
        return 0 < len(self.active_seats) < len(self.seats)

    def after(self, settled: Settlement) -> PracticeBooking:
        """The booking after cancelling these seats; of equal seats the first are taken."""
        left = list(settled.seats)
        seats: list[Seat] = []
        for seat in self.seats:
            given_up = seat in left
            if given_up:
                left.remove(seat)
            seats.append(replace(seat, cancelled=seat.cancelled or given_up))
        return replace(
            self,
            seats=tuple(seats),
            refunded=self.refunded + settled.refund,
            charged=self.charged + settled.charge,
            credit_returned=self.credit_returned + settled.of_credit,
        )


@dataclass(frozen=True, slots=True)
class Settlement:
    """The refund and charge of cancelling seats; `of_credit` is the part that repays credit."""

    seats: tuple[Seat, ...]
    paid: int
    charge: int
    of_credit: int

    @property
    def refund(self) -> int:
        """The refund to the wallet."""
        return self.paid - self.charge


@dataclass(frozen=True, slots=True)
class Cancellation:
    """A cancellation that was carried out, stored to answer its replays."""

    order: CancelOrder
    refund_reference: str
    refund: int
    charge: int
    leaves_seats: bool


def pnr(module: OrderModule, number: int) -> str:
    """The reference of a booking: begins with PR for practice; a thousand million are different."""
    spread = (_PNR_START + number * _PNR_SPREAD) % 2**30
    letters = (_PNR_LETTERS[spread >> shift & 31] for shift in range(25, -1, -5))
    return _PNR_MARKS[module] + "".join(letters)


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
