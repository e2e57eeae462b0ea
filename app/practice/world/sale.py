"""Checks an order with the stock and computes its price, before any money moves."""

from __future__ import annotations

from app.practice.protocol.errors import FieldProblem, RequestRefusedError
from app.practice.world.booking import PracticeSale, Seat
from app.practice.world.catalogue import IdentityFlags, PracticeRate
from app.practice.world.money import shares, tax
from app.practice.world.orders import ActivityOrder, BoatOrder, OrderModule, OrderTraveller
from app.practice.world.stock import DepartureState, SlotState

GST_PERCENT = 5


def activity_sale(order: ActivityOrder, state: SlotState) -> PracticeSale:
    """The sale of a slot's seats. Raises RequestRefusedError for a wrong, closed or full slot."""
    slot = state.slot
    if slot.slot_id != order.slot_id:
        raise _invalid("slot_id", "The slot does not belong to this availability.")
    if slot.day != order.travel_date:
        raise _invalid("travel_date", "The availability is for another date.")
    if state.closed_because and state.remaining > 0:
        raise RequestRefusedError("BOOKING_CLOSED", f"{state.closed_because}.")
    _check_seats(state.remaining, order.qty)
    net_total = state.net * order.qty
    gst = tax(net_total, GST_PERCENT)
    paid = shares(net_total + gst, [1] * order.qty)
    return PracticeSale(
        request_id=order.request_id,
        module=OrderModule.ACTIVITY,
        product_id=slot.activity.activity_id,
        product_name=slot.activity.title,
        part_name=slot.plan.label,
        travel_date=slot.day,
        starts_at=slot.starts_at,
        seats=tuple(Seat(paid=each) for each in paid),
        net_total=net_total,
        tax=gst,
        availability_id=slot.availability_id,
        slot_id=slot.slot_id,
        commission=slot.activity.commission,
    )


def boat_sale(order: BoatOrder, state: DepartureState, first_passenger_id: int) -> PracticeSale:
    """The sale of a departure's seats, by its present identity flags. Raises RequestRefusedError."""
    problems = _identity_problems(order.travellers, state.flags)
    if problems:
        raise RequestRefusedError(
            "IDENTITY_REQUIRED", "This trip asks every passenger for identity data.", problems
        )
    if not state.is_open:
        raise RequestRefusedError("BOOKING_CLOSED", "Booking for this departure is closed.")
    rates = [_rate(place, each, state.rates) for place, each in enumerate(order.travellers)]
    _check_seats(state.remaining, len(order.travellers))
    net_total = sum(rate.net for rate in rates)
    gst = tax(net_total, GST_PERCENT)
    paid = shares(net_total + gst, [rate.net for rate in rates])
    seats = tuple(
        Seat(share, first_passenger_id + place, each.name, each.age, each.gender, rate.ticket_type)
        for place, (each, rate, share) in enumerate(zip(order.travellers, rates, paid, strict=True))
    )
    return PracticeSale(
        request_id=order.request_id,
        module=OrderModule.BOAT,
        product_id=state.schedule.schedule_id,
        product_name=state.schedule.boat_name,
        part_name=state.schedule.trip_name,
        travel_date=state.day,
        starts_at=state.starts_at,
        seats=seats,
        net_total=net_total,
        tax=gst,
        boat_fares=sum(rate.boat_fare for rate in rates),
        permits=sum(rate.permit_fare for rate in rates),
    )


def _check_seats(remaining: int, wanted: int) -> None:
    if remaining < wanted:
        raise RequestRefusedError(
            "SEATS_NOT_AVAILABLE", f"Only {remaining} seats are left, {wanted} were asked for."
        )


def _rate(place: int, traveller: OrderTraveller, rates: tuple[PracticeRate, ...]) -> PracticeRate:
    for rate in rates:
        if rate.fits(traveller.age, indian=traveller.is_indian):
            return rate
    raise _invalid(f"passengers[{place}].age", "No ticket is sold for this age on this trip.")


def _identity_problems(
    travellers: tuple[OrderTraveller, ...], flags: IdentityFlags
) -> tuple[FieldProblem, ...]:
    return tuple(
        FieldProblem(f"passengers[{place}].{field}", "This trip requires it for every passenger.")
        for place, each in enumerate(travellers)
        for field, required, given in (
            ("id_type", flags.is_id_mandatory, bool(each.id_type)),
            ("id_number", flags.is_id_no_required, each.has_id_number),
            ("id_proof_file", flags.is_id_upload_required, each.has_id_proof),
        )
        if required and not given
    )


def _invalid(field: str, message: str) -> RequestRefusedError:
    return RequestRefusedError("VALIDATION_FAILED", message, (FieldProblem(field, message),))
