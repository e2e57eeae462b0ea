"""What is due, and how it is paid: immutable values in whole paise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum

from app.core.frozen import frozen
from app.core.language import tr
from app.desk.model import formats

_PAISE = 100


class PayWay(StrEnum):
    """A way of paying, in the order of the keys."""

    CASH = "cash"
    UPI = "upi"
    CARD = "card"
    OTHER = "other"
    ACCOUNT = "account"


def way_name(way: PayWay) -> str:
    """The name of a way of paying."""
    return {
        PayWay.CASH: tr("Cash"),
        PayWay.UPI: tr("UPI"),
        PayWay.CARD: tr("Card"),
        PayWay.OTHER: tr("Other"),
        PayWay.ACCOUNT: tr("On account"),
    }[way]


def in_paise(amount: Decimal) -> int:
    """An amount of money in whole paise, half a paisa rounded up."""
    return int((amount * _PAISE).to_integral_value(ROUND_HALF_UP))


def in_rupees(paise: int) -> Decimal:
    """Whole paise as an amount of money, with two decimals."""
    return Decimal(paise).scaleb(-2)


def paise_words(paise: int) -> str:
    """Whole paise as an amount: 11,158.00."""
    return formats.amount(in_rupees(paise))


@frozen
class DueSale:
    """One booked sale that a customer pays for."""

    request_id: str
    booking_ref: str
    title: str
    day: date | None
    amount: int
    """What is still to be paid for it."""
    when: str = ""
    """The time window of the trip; empty when it is not known."""
    qty: int = 0
    gst: int | None = None
    """The GST in what the customer pays; None when it is not known, or a part of it is paid already."""
    gst_rate: str = ""
    """Such as "5 %"."""
    settled: int = 0
    """What was settled of it before, when the clerk saw it: nothing is recorded when that has changed."""
    released: int = 0
    """How many of its seats were cancelled by then."""


@frozen
class Due:
    """What one customer pays at once: one sale, or several."""

    sales: tuple[DueSale, ...]
    customer: str = field(repr=False)
    phone: str = field(repr=False)
    currency: str
    settled_at: datetime
    is_known: bool = True
    """Whether no other counter has cancelled of it: else it is at most so much, and nobody knows how much."""
    moved: DueSale | None = None
    """A cancelled booking in whose place the first of these is; its amount, which was paid for it, counts."""

    @property
    def counted(self) -> int:
        """What counts of a booking that was moved."""
        return 0 if self.moved is None else self.moved.amount

    @property
    def total(self) -> int:
        """What is to be paid for all of them."""
        return sum(each.amount for each in self.sales) - self.counted

    @property
    def all_sales(self) -> tuple[DueSale, ...]:
        """These, and the one that was moved."""
        return self.sales if self.moved is None else (*self.sales, self.moved)

    def settled_by(self, settled: Mapping[str, int]) -> Due:
        """The same with what is settled of each sale now."""
        sales = tuple(replace(each, settled=settled[each.request_id]) for each in self.sales)
        moved = self.moved
        moved = None if moved is None else replace(moved, settled=settled[moved.request_id])
        return replace(self, sales=sales, moved=moved)


@frozen
class Line:
    """A part of a payment in one way."""

    way: PayWay
    amount: int
    """What is taken; of cash what stays in the drawer."""
    given: int = 0
    """The cash that the customer gave; 0 for another way."""
    rounding: int = 0
    """How much more cash it is than what it settles; less than 0 when it is rounded down."""
    reference: str = ""
    account: str = ""
    """Who pays later, when that is not the customer."""
    seen_by: str = ""
    """Who has seen the money arrive; empty for another way than UPI."""

    @property
    def change(self) -> int:
        """The cash to give back."""
        return self.given - self.amount if self.way is PayWay.CASH else 0

    @property
    def settles(self) -> int:
        """How much of what is due it settles."""
        return self.amount - self.rounding


@frozen
class Payment:
    """The lines of a payment so far."""

    due: Due
    rounding_step: int = 0
    """The paise to a multiple of which cash is rounded; 0 for not at all."""
    lines: tuple[Line, ...] = ()
    former: int | None = None
    """What the receipt settled in whose place it is; None for one that corrects none."""

    @property
    def left(self) -> int:
        """What no line settles yet."""
        return self.due.total - sum(each.settles for each in self.lines)

    @property
    def usual(self) -> int:
        """What nothing typed means: all that is left, in a correction no more than was settled before."""
        more = self.left if self.former is None else self.former + self.left - self.due.total
        return min(self.left, max(more, 0))

    @property
    def taken(self) -> int:
        """What is taken now, in all ways but on account."""
        return sum(each.amount for each in self.lines if each.way is not PayWay.ACCOUNT)

    @property
    def on_account(self) -> int:
        """What is paid later."""
        return sum(each.amount for each in self.lines if each.way is PayWay.ACCOUNT)

    @property
    def settled(self) -> int:
        """What the lines settle; on account nothing is settled."""
        return self.due.total - self.left - self.on_account

    @property
    def rounding(self) -> int:
        """The rounding of cash."""
        return sum(each.rounding for each in self.lines)

    @property
    def change(self) -> int:
        """The cash to give back."""
        return sum(each.change for each in self.lines)

    @property
    def has_cash(self) -> bool:
        """Whether there is a line of cash: there is one at most."""
        return any(each.way is PayWay.CASH for each in self.lines)

    def with_line(self, line: Line) -> Payment:
        """The payment with another line."""
        return replace(self, lines=(*self.lines, line))

    def without(self, place: int) -> Payment:
        """The payment without a line, by its place."""
        return replace(self, lines=self.lines[:place] + self.lines[place + 1 :])

    def settled_of_sales(self) -> tuple[int, ...]:
        """What the lines settle of each sale: the first is settled first, with what counts for it."""
        rest = self.settled + self.due.counted
        parts: list[int] = []
        for sale in self.due.sales:
            parts.append(min(rest, sale.amount))
            rest -= parts[-1]
        return tuple(parts)


@frozen
class Refund:
    """What is given back to a customer of one sale that is cancelled, whole or in part."""

    payment: Payment
    """Its due is what is to be given back, its one line the way in which it is."""
    charge: int = 0
    """What the agency keeps of that for itself."""
    reason: str = ""

    @property
    def left(self) -> int:
        """What is still to be given back."""
        return self.payment.left - self.charge


@frozen
class TillReceipt:
    """A payment, or a refund to a customer, that is written down."""

    number: str
    """Such as A/2627/000418; empty when nothing was taken, since all of it is paid later."""
    at: datetime
    clerk: str
    payment: Payment
    """As it was then; one that is read again knows no name of the customer."""
    corrects: str = ""
    """The number of the receipt in whose place it is; empty for one that corrects none."""
    is_refund: bool = False
    """Whether the lines were given to the customer, not taken."""
    charge: int = 0
    """What the agency kept of a refund for itself."""
    reason: str = ""
    """Why it corrects another, or why something was kept."""
    correction: str = ""
    """Why a refund corrects another."""
    undone: int = 0
    """What the receipt that it corrects had taken, or given back."""
    corrected_by: str = ""
    """When it is read again the number of the one that stands in its place; empty for one that counts."""

    def named(self, due: Due) -> TillReceipt:
        """The receipt with the customer's name and phone number, which the book does not keep."""
        named = replace(self.payment.due, customer=due.customer, phone=due.phone)
        return replace(self, payment=replace(self.payment, due=named))

    @property
    def moved(self) -> int:
        """What came in by it; less than nothing for what went out."""
        moved = self.payment.taken - self.undone
        return -moved if self.is_refund else moved

    @property
    def given_up(self) -> int:
        """What a refund has settled of what was to be given back, with what the agency kept."""
        return self.payment.settled + self.charge

    @property
    def left(self) -> int:
        """What was still owed after it, by the customer or, after a refund, to the customer."""
        return self.payment.left + self.payment.on_account - self.charge
