"""The service as the simulation needs it: a wallet, a ledger, bookings, and every answer it may give.

It is a model of what the interface leaves open, not of what it shows: that is the practice service.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from email.utils import format_datetime
from typing import Any

from app.practice.service.habits import Habit
from tests.simulation.answers import GATEWAY, AnswerPlan, Said, reply_bytes, said
from tests.simulation.books import AGENT, Books, LedgerShape
from tests.simulation.dialects import dressed
from tests.simulation.session import Session, say
from tests.simulation.stage import DAWN, stage
from tests.simulation.wires import Wire

SEATS = 2
PRICE = Decimal("7140.00")
SEAT = PRICE / SEATS
DAY = (DAWN + timedelta(days=3)).date()
"""When everything takes place that is sold."""
_OTHER_AGENT = 8


@dataclass
class Booking:
    """One that was made and debited."""

    ref: str
    request_id: str
    customer: str
    """The phone number: each customer of the simulation has one, and wants one booking."""
    amount: Decimal = PRICE
    cancelled_by: dict[str, int] = field(default_factory=dict[str, int])
    """How many seats each request to cancel has given up."""

    @property
    def cancelled(self) -> int:
        """So many seats are given up."""
        return sum(self.cancelled_by.values())


@dataclass(frozen=True)
class Whole:
    """A money order that arrived complete."""

    request_id: str
    subject: str
    """The customer, or the booking to be cancelled."""
    is_cancellation: bool
    seats: int = SEATS


@dataclass(frozen=True)
class Habits:
    """What the service does where the interface leaves it open."""

    repeats: str = "none"
    """What a second order with the same number does: "none" (it is done again), "replay" or "reject"."""
    states_refunds: bool = True
    """Whether QUOTE and booking_status name amounts, and that a part is cancelled."""
    charges: Decimal = Decimal(0)
    """What it keeps of each seat that is given up; all of it leaves no refund."""


@dataclass
class Service:
    """The world at the other end of all lines."""

    answers: list[AnswerPlan]
    """For the money orders in their turn; the last one stays."""
    habits: Habits = field(default_factory=Habits)
    shape: LedgerShape = field(default_factory=LedgerShape)
    dialect: Sequence[Habit] = ()
    """In which it writes."""
    is_asked_by_another: bool = False
    """The key that asks is another agent's, whose wallet looks as ours did before the last sale."""
    bookings: list[Booking] = field(default_factory=list[Booking])
    whole: list[Whole] = field(default_factory=list[Whole])
    refused: set[str] = field(default_factory=set[str])
    """The numbers of orders that it has refused in plain words."""
    quoted: set[str] = field(default_factory=set[str])
    """The numbers under which it was asked for a refund."""
    _first: dict[str, Said] = field(default_factory=dict[str, Said])
    _said: dict[bytes, tuple[Said, Said]] = field(default_factory=dict[bytes, tuple[Said, Said]])

    def __post_init__(self) -> None:
        """Open the wallet."""
        self.books = Books(self.shape)
        self._other = self.books

    def meet(self, wire: Wire) -> Session:
        """Its end of a new connection."""
        return Session(self.serve, wire)

    def book(self, amount: Decimal, customer: str, request_id: str) -> Booking | None:
        """Sell to whoever uses the wallet; None when it cannot cover it."""
        ref = f"PNR{len(self.bookings) + 1}"
        if not self.books.spend(amount, ref, request_id):
            return None
        self.bookings.append(Booking(ref, request_id, customer, amount))
        return self.bookings[-1]

    def give_back(self, booking: Booking, seats: int, request_id: str) -> Decimal:
        """Cancel seats of a booking, and credit what is not kept."""
        refund = max(booking.amount / SEATS - self.habits.charges, Decimal(0)) * seats
        booking.cancelled_by[request_id] = seats
        if refund:
            self.books.credit(refund)
        return refund

    def found(self, ref: str) -> Booking | None:
        """The booking with this reference."""
        return next((each for each in self.bookings if each.ref == ref), None)

    def serve(self, endpoint: str, body: dict[str, Any], wire: Wire) -> None:
        """Act on a complete request, now or later, and answer."""
        told = self.read(endpoint, body)
        if told is not None:
            self._answer(wire, 0.03, told)
        else:
            self._take_order(body, wire)

    def read(self, endpoint: str, body: dict[str, Any]) -> Said | None:
        """The answer to a request that only reads; None for one that moves money."""
        told = self._read(endpoint, body)
        return told and self._dressed(endpoint, told)

    def _read(self, endpoint: str, body: dict[str, Any]) -> Said | None:
        if endpoint == "wallet_balance.php":
            return said(200, self._wallet())
        if endpoint == "booking_status.php":
            return self._status(str(body["booking_ref"]))
        if body.get("action") == "QUOTE":
            self.quoted.add(str(body["request_id"]))
            return self._quote(str(body["booking_ref"]), int(body["qty"]))
        return None

    def _take_order(self, body: dict[str, Any], wire: Wire) -> None:
        is_cancellation = "action" in body
        subject = str(body["booking_ref"] if is_cancellation else body["customer_phone"])
        order = Whole(str(body["request_id"]), subject, is_cancellation, int(body["qty"]))
        self.whole.append(order)
        plan = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        stage().say(f"service: {order} is here, {plan}")
        if plan.works_on:
            stage().loop.call_later(plan.delay, self._answer, wire, 0.0, GATEWAY)
            silent = AnswerPlan(plan.works_on, is_done=plan.is_done, shape="silence")
            stage().loop.call_later(plan.works_on, self._act, order, silent, wire)
        else:
            stage().loop.call_later(plan.delay, self._act, order, plan, wire)

    def _act(self, order: Whole, plan: AnswerPlan, wire: Wire) -> None:
        reply = self._repeated(order) or self._first_time(order, plan)
        if reply is not None:
            endpoint = "cancel_booking" if order.is_cancellation else "create_booking"
            self._answer(wire, 0.0, self._dressed(endpoint, reply))

    def _dressed(self, endpoint: str, plain: Said) -> Said:
        """An answer in this dialect; a wallet that has not moved is written once."""
        said_before = self._said.get(plain.body)
        if said_before is None or said_before[0] != plain:
            said_before = self._said[plain.body] = (plain, dressed(plain, endpoint, self.dialect))
        return said_before[1]

    def _repeated(self, order: Whole) -> Said | None:
        """The answer to a number that was used before; cancellations are protected by the interface."""
        if order.is_cancellation and order.request_id in self.quoted:
            # The same protection takes a CONFIRM for the QUOTE whose number it bears.
            return said(409, {"status": "ERROR", "code": "DUPLICATE_REQUEST", "message": "Seen before"})
        first = self._first.get(order.request_id)
        repeats = self.habits.repeats
        if first is None or (repeats == "none" and not order.is_cancellation):
            return None
        if repeats == "replay" or order.is_cancellation:
            return first
        return said(409, {"status": "ERROR", "code": "DUPLICATE_REQUEST", "message": "Seen before"})

    def _first_time(self, order: Whole, plan: AnswerPlan) -> Said | None:
        result = self._done(order) if plan.is_done else None
        if result is None:
            stage().say(f"service: {order.request_id} is not done")
            if plan.is_done or plan.shape in {"refused", "200 error"}:
                # A no with status 200 is one, too: the counter believes it beside an unmoved wallet.
                self.refused.add(order.request_id)
            if plan.is_done or plan.shape == "refused":
                return said(402, {"status": "ERROR", "code": "LIMIT_EXCEEDED", "message": "Not enough"})
            return plan.undone(order.request_id)
        self._first[order.request_id] = said(200 if order.is_cancellation else 201, result)
        return plan.settled(result, is_cancellation=order.is_cancellation)

    def _done(self, order: Whole) -> dict[str, Any] | None:
        """Book or cancel, and give the result; None when that is refused."""
        if order.is_cancellation:
            return self._cancelled(order)
        booking = self.book(PRICE, order.subject, order.request_id)
        if booking is None:
            return None
        stage().say(f"service: {order.request_id} is booked as {booking.ref}")
        parts = {"total_debited": 7140.00, "deducted_from_cash": 7140.00, "deducted_from_credit": 0.00}
        return {
            "status": "SUCCESS",
            "code": "BOOKING_IMMEDIATELY_SETTLED",
            "request_id": order.request_id,
            "booking_id": len(self.bookings),
            "booking_ref": booking.ref,
            "settlement_breakdown": parts,
        }

    def _cancelled(self, order: Whole) -> dict[str, Any] | None:
        booking = self.found(order.subject)
        if booking is None or booking.cancelled + order.seats > SEATS:
            return None
        refund = self.give_back(booking, order.seats, order.request_id)
        stage().say(f"service: {order.seats} of {booking.ref} cancelled by {order.request_id}")
        return {
            "status": "SUCCESS",
            "code": "BOOKING_CANCELLATION_SETTLED_INSTANTLY",
            "request_id": order.request_id,
            "refund_reference": f"RF{booking.ref}",
            "new_booking_status": self._words(booking),
            "pricing_summary": {"net_agent_refund_credited": float(refund)},
        }

    def _wallet(self) -> dict[str, Any]:
        if self.is_asked_by_another:
            return self._other.told(_OTHER_AGENT)
        if not self.whole:
            self._other = self.books.copy()
        return self.books.told(AGENT)

    def _quote(self, ref: str, seats: int) -> Said:
        booking = self.found(ref)
        if booking is None or booking.cancelled + seats > SEATS:
            return said(409, {"status": "ERROR", "code": "NOT_CANCELLABLE", "message": "Not so many"})
        refund = max(booking.amount / SEATS - self.habits.charges, Decimal(0)) * seats
        stated = {"net_agent_refund": float(refund)} if self.habits.states_refunds else {}
        quote = {"status": "SUCCESS", "code": "BOOKING_CANCELLATION_QUOTED", "pricing_summary": stated}
        return said(200, quote)

    def _status(self, ref: str) -> Said:
        booking = self.found(ref)
        if booking is None:
            return said(404, {"status": "ERROR", "code": "BOOKING_NOT_FOUND", "message": "Not found"})
        data: dict[str, Any] = {
            "booking_reference": ref,
            "module": "ACTIVITY",
            "booking_status": self._words(booking),
            "metadata": {"activity_name": "Discover scuba dive, Elephant Beach", "travel_date": str(DAY)},
        }
        if self.habits.states_refunds:
            each = max(booking.amount / SEATS - self.habits.charges, Decimal(0))
            refunded = float(each * booking.cancelled)
            data["financial_summary"] = {"total_paid": float(booking.amount), "total_refunded": refunded}
        return said(200, {"status": "SUCCESS", "data": data})

    def _answer(self, wire: Wire, delay: float, reply: Said) -> None:
        data = reply_bytes(reply, format_datetime(stage().now(), usegmt=True))
        stage().loop.call_later(delay, say, wire, data)

    def _words(self, booking: Booking) -> str:
        if booking.cancelled >= SEATS:
            return "Cancelled"
        is_told = booking.cancelled and self.habits.states_refunds
        return "Partially Cancelled" if is_told else "confirmed"
