"""Who owes what: what is recorded as owed, and what nobody has recorded yet."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from app.desk.bookings.booking_values import SaleStanding, Wanted
from app.desk.till.due import due_of_sales
from app.desk.till.payment_values import Due, PayWay
from app.desk.till.till import OwedSale, Till

if TYPE_CHECKING:
    from app.desk.bookings.bookings import Bookings

LOOKED_BACK = timedelta(days=7)
"""How far sales are looked for of which nothing is recorded."""


class Owed(NamedTuple):
    """Something that a customer owes."""

    due: Due
    """What is left to pay, of one sale."""
    since: datetime
    account: str
    """Who pays, when that is not the customer."""
    is_recorded: bool
    """Whether anybody has said how it is paid."""


class Owing:
    """Looks for what is owed at this counter."""

    def __init__(self, till: Till, bookings: Bookings) -> None:
        self._till, self._bookings = till, bookings

    async def read(self) -> tuple[Owed, ...]:
        """What is owed, the oldest first. Raises NotRecordedError."""
        found = [await self._recorded(each) for each in await self._till.owed()]
        today = self._till.now().date()
        first = max(await self._till.first_day(), today - LOOKED_BACK)
        wanted = Wanted(sold=(first, today), standings=frozenset({SaleStanding.BOOKED}))
        cursor, is_first = None, True
        while cursor is not None or is_first:
            page = await self._bookings.page(wanted, cursor)
            own = [each for each in page.sales if each.customer_pays is not None and not each.desk]
            for each in await self._till.unrecorded(own):
                due = due_of_sales((each,))
                found.append(Owed(due, due.settled_at, "", is_recorded=False))
            cursor, is_first = page.cursor, False
        return tuple(sorted((each for each in found if each is not None), key=lambda each: each.since))

    async def _recorded(self, owed: OwedSale) -> Owed | None:
        """With the customer's name; None when nothing of the sale is booked any more."""
        sale = await self._bookings.known(owed.sale.request_id)
        if sale is not None and sale.qty and sale.released >= sale.qty:
            return None
        payment = owed.payment.payment
        lines = (each.account for each in payment.lines if each.way is PayWay.ACCOUNT)
        due = replace(payment.due, sales=(owed.sale,))
        if sale is not None:
            due = replace(due, customer=sale.customer_name, phone=sale.customer_phone)
        return Owed(due, owed.payment.at, next(lines, ""), is_recorded=True)
