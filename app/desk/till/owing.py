"""Who owes what: what is recorded as owed, what nobody has recorded yet, and what customers get back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from app.core.frozen import frozen
from app.desk.bookings.booking_values import (
    BOUGHT_WITH,
    MOVED_FROM,
    MOVED_TO,
    SaleStanding,
    Wanted,
    bought_with,
    with_others,
)
from app.desk.day_close.values import DayReport, RowKind
from app.desk.till.due import (
    balance,
    due_of_sales,
    is_back_due,
    is_known_here,
    left_by_this_counter,
    less_settled,
)
from app.desk.till.payment_values import Due, DueSale, Line, PayWay, TillReceipt, in_paise
from app.desk.till.till import Standing, Till, is_kept
from app.desk.till.till_day import TillDay

if TYPE_CHECKING:
    from app.desk.bookings.bookings import Bookings
    from app.desk.model.sale import Sale

LOOKED_BACK = timedelta(days=31)
"""How far sales are looked for of which nothing is recorded."""
CANCELLED_FOR = timedelta(days=31)
"""How far cancellations are looked for of which nothing was given back."""
_SOLD = frozenset({SaleStanding.BOOKED, SaleStanding.PARTLY_CANCELLED, SaleStanding.CANCELLED})


@frozen
class GivingBack:
    """What a customer gets back of a sale that is cancelled, whole or in part."""

    due: Due
    """Its amount is what is to be given back; all that is paid where nobody has said how much."""
    paid: int
    """What is recorded as paid for the sale, whatever was given back of it since."""
    charge: int | None
    """What the operator kept; None when that was not stated."""
    way: PayWay
    """How most of it was paid; of ways with as much the last one."""
    pays: int | None
    """What the customer pays in all; None while nobody has said how much is given back."""
    given: int = 0
    """What was given back of it before."""
    kept: int = 0
    """What the agency kept of that for itself."""
    together: tuple[DueSale, ...] = ()
    """What is still owed for trips that were bought together with it; what is not known is not among them.

    It is taken off nothing: each receipt is of the sales that it names, and the till is to be counted by it.
    """
    moved: int = 0
    """What of it counts for a booking that took its place."""

    @property
    def is_said(self) -> bool:
        """Whether it was said at the cancellation how much is given back."""
        return self.pays is not None

    @property
    def is_known(self) -> bool:
        """Whether exactly so much is to be given back."""
        return self.is_said and self.due.is_known


@frozen
class Owed:
    """Something that a customer owes, or gets back."""

    due: Due
    """What is left; of what is given back one sale, else of all that one payment left or that was bought
    together."""
    since: datetime
    account: str = ""
    """Who pays, when that is not the customer."""
    is_recorded: bool = True
    """Whether anybody has said how it is paid."""
    back: GivingBack | None = None
    """What is to be given back; None for what is owed by the customer."""

    @property
    def is_known(self) -> bool:
        """Whether it is exactly so much."""
        return self.due.is_known and (self.back is None or self.back.is_said)

    @property
    def first(self) -> DueSale:
        """The first of its sales."""
        return self.due.sales[0]

    def with_other(self, other: Owed) -> Owed:
        """The same with something that is owed since later."""
        due = replace(self.due, sales=(*self.due.sales, *other.due.sales), settled_at=other.due.settled_at)
        return replace(self, due=due, is_recorded=self.is_recorded and other.is_recorded)


class Counting(NamedTuple):
    """What counts of a booking for one that took its place, and stands on no receipt yet."""

    former: DueSale
    """Its amount is what counts."""
    request_id: str
    """That for which it counts."""
    booking_ref: str


class Repeated(NamedTuple):
    """A line whose reference stands on a receipt already."""

    line: Line
    receipt: TillReceipt


class Owing:
    """Looks for what is owed at this counter."""

    def __init__(self, till: Till, bookings: Bookings) -> None:
        self._till, self._bookings = till, bookings

    async def read(self) -> tuple[Owed, ...]:
        """What is owed by customers and to them, the oldest first. Raises NotRecordedError."""
        found = [each async for each in self._recorded()]
        found += [each async for each in self._unrecorded()]
        names = [each.first.request_id for each in found]
        counts = {each.request_id: each for each in await self._counting_of(names)}
        found = [_less_moved(each, counts.get(each.first.request_id)) for each in found]
        found = [*await self._together(found), *await self.to_give_back()]
        return tuple(sorted(found, key=lambda each: each.since))

    async def to_give_back(self) -> list[Owed]:
        """What customers get back of what was cancelled. Raises NotRecordedError."""
        return [each async for each in self._to_customers()]

    async def day(self, report: DayReport, desk: str, *, is_now: bool) -> TillDay:
        """The day of a report at the till of this desk, whose number `desk` is. Raises NotRecordedError.

        What is owed of which sale is not known, and what customers get back, are as of now; the latter is
        nothing where `is_now` is false: of a former day that was closed.
        """
        sold = [each.request_id for each in report.rows if each.kind is RowKind.SALE]
        unknown = frozenset([each for each in sold if not await self._is_known_here(each)])
        counts = {
            each.request_id: (each.former.request_id, each.former.amount)
            for each in await self._counting_of(sold)
            # On the day of the former one nothing counted yet.
            if each.request_id in sold
        }
        day = await self._till.day(report, desk, unknown, counts)
        back = await self.to_give_back() if is_now else []
        known = [each.due.total for each in back if each.is_known]
        return replace(day, to_give_back=sum(known), unknown_backs=len(back) - len(known))

    async def _is_known_here(self, request_id: str) -> bool:
        sale = await self._bookings.known(request_id)
        if sale is not None and sale.released:
            sale = await self.sale_of(request_id)
        return sale is None or is_known_here(sale)

    async def left_of(self, sales: Iterable[Sale]) -> dict[str, int]:
        """The paise that are left to pay of these sales, by request number; 0 where nothing is.

        Not of those of which it is not known: of other desks, sold before there was a till, or cancelled in
        part when nobody has said what is given back. Raises NotRecordedError.
        """
        own = [each for each in sales if not each.desk and each.customer_pays is not None]
        settled = await self._till.settled_of(each.request_id for each in own)
        first = await self._till.first_day()
        found: dict[str, int] = {}
        for each in own:
            sale = await self.sale_of(each.request_id) if each.released else each
            is_kept = each.request_id in settled or each.sold_at.date() >= first
            left = balance(sale, settled.get(each.request_id, 0)) if sale is not None and is_kept else None
            if left is not None:
                found[each.request_id] = max(left, 0)
        for each in await self._counting_of([name for name, left in found.items() if left]):
            if each.request_id in found:
                found[each.request_id] -= each.former.amount
        return found

    async def due_with(self, sale: Sale) -> Due:
        """What is due of a sale and after it of those that were bought together with it at this counter.

        Of a sale of which nothing is left to pay its own alone; of one for which a moved booking counts what
        is left of it less that. Raises NotRecordedError.
        """
        alone = due_of_sales((sale,))
        left = less_settled(alone, await self._till.settled_of((sale.request_id,)))
        if not left.sales:
            return alone
        counts = (each for each in await self.counting(sale.request_id) if each.request_id == sale.request_id)
        moved = next(counts, None)
        if moved is not None:
            return replace(left, moved=moved.former)
        return due_of_sales((sale, *await self._bought_with(sale)))

    async def counting(self, request_id: str) -> tuple[Counting, ...]:
        """What counts of bookings for those in their place, of all that hang together with one by moves.

        What was paid for a booking that was moved counts for the new one until that is recorded; for each at
        most one counts. Raises NotRecordedError.
        """
        sales = await self._moved_with(request_id)
        backs = [await self._back_alone(each) for each in sales]
        credit = [each.due.sales[0] for each in backs if each is not None and each.is_known]
        settled = await self._till.settled_of(each.request_id for each in sales)
        found: list[Counting] = []
        for sale, back in zip(sales, backs, strict=True):
            left = less_settled(due_of_sales((sale,)), settled).total
            place = next((place for place, each in enumerate(credit) if each.amount), None)
            if place is not None and back is None and left and is_known_here(sale):
                former = credit[place]
                part = min(left, former.amount)
                found.append(Counting(replace(former, amount=part), sale.request_id, sale.booking_ref))
                credit[place] = replace(former, amount=former.amount - part)
        return tuple(found)

    async def back_with(self, sale: Sale) -> GivingBack | None:
        """What is to be given back of a sale, or of the first one whose money counted for it.

        Raises NotRecordedError.
        """
        found = await self.back_to(sale)
        for each in () if found else await self._moved_with(sale.request_id):
            found = found or await self.back_to(each)
        return found

    async def credit_of(self, request_id: str) -> int:
        """The paise that were paid for bookings in whose place a sale was, and stand on no receipt of it.

        Raises NotRecordedError.
        """
        counts = [each for each in await self.counting(request_id) if each.request_id == request_id]
        others = [each for each in await self._moved_with(request_id) if each.request_id != request_id]
        backs = [await self.back_to(each) for each in others]
        known = (each.due.total for each in backs if each is not None and each.is_known)
        return sum(each.former.amount for each in counts) + sum(known)

    async def _counting_of(self, request_ids: Iterable[str]) -> list[Counting]:
        """What counts of or for these, each once."""
        asked = tuple(request_ids)
        notes = await self._bookings.notes_of(asked, {MOVED_FROM, MOVED_TO})
        found: dict[Counting, None] = {}
        for each in asked:
            found |= dict.fromkeys(await self.counting(each) if notes[each] else ())
        return list(found)

    async def _moved_with(self, request_id: str) -> list[Sale]:
        """The bookings of this counter that hang together with one by moves, the oldest first; none alone."""
        found: dict[str, Sale] = {}
        asked = [request_id]
        while asked:
            name = asked.pop()
            sale = None if name in found else await self.sale_of(name)
            if sale is None or not is_kept(sale):
                continue
            found[name] = sale
            notes = (await self._bookings.notes_of((name,), {MOVED_FROM, MOVED_TO}))[name]
            others = [await self._bookings.own_booking(each.said) for each in notes]
            asked += [each.request_id for each in others if each is not None]
        if len(found) == 1 or len({each.currency for each in found.values()}) > 1:
            return []
        return sorted(found.values(), key=lambda each: each.sold_at)

    async def _bought_with(self, sale: Sale) -> list[Sale]:
        """The other sales of a basket at this counter, in the currency of this one."""
        notes = await self._bookings.notes_of((sale.request_id,), {BOUGHT_WITH})
        known = [await self._bookings.own_booking(each) for each in bought_with(notes[sale.request_id])]
        others = [each for each in known if each is not None and is_kept(each)]
        # With their last status, as the sale itself.
        return [
            await self.sale_of(each.request_id) or each for each in others if each.currency == sale.currency
        ]

    async def _owed_together(self, sale: Sale) -> tuple[DueSale, ...]:
        """What is left to pay of the other sales of a basket, as far as it is known."""
        others = await self._bought_with(sale)
        left = await self.left_of(others)
        return tuple(
            replace(due_of_sales((each,)).sales[0], amount=owed)
            for each in others
            if (owed := left.get(each.request_id))
        )

    async def back_together(self, due: Due) -> tuple[DueSale, ...]:
        """What is to be given back of trips bought together with the first of these, as far as it is known.

        Raises NotRecordedError.
        """
        sale = await self.sale_of(due.sales[0].request_id)
        others = [] if sale is None else await self._bought_with(sale)
        backs = [await self.back_to(each) for each in others]
        return tuple(back.due.sales[0] for back in backs if back is not None and back.is_known)

    async def sale_of(self, request_id: str) -> Sale | None:
        """A sale with what was said at its cancellations, which the journal alone knows; None for none."""
        own, known = await self._bookings.own(request_id), await self._bookings.known(request_id)
        if own is None or known is None:
            return own or known
        readings = await self._bookings.readings((request_id,)) if own.released else {}
        # Only the register has the last status, and what other desks of the office have cancelled.
        is_of_others = own.is_of_others or known.released > own.released
        now = replace(own, said=known.said, is_of_others=is_of_others)
        return with_others(now, readings.get(request_id))

    async def receipts_of_today(self) -> tuple[TillReceipt, ...]:
        """Those of today, the newest first, with their customers, whom the book does not keep.

        Raises NotRecordedError.
        """
        found = await self._till.receipts_of(self._till.now().date())
        return tuple([await self._named(each) for each in reversed(found)])

    async def repeated(
        self, lines: Sequence[Line], *, is_refund: bool = False, besides: str = ""
    ) -> Repeated | None:
        """The first of these lines whose reference is recorded already; None for none.

        `besides` is the number of a receipt in whose place they are. Raises NotRecordedError.
        """
        for each in lines:
            if each.reference:
                found = await self._till.with_reference(each, is_refund=is_refund, besides=besides)
                if found is not None:
                    return Repeated(each, await self._named(found))
        return None

    async def _named(self, receipt: TillReceipt) -> TillReceipt:
        sale = await self.sale_of(receipt.payment.due.sales[0].request_id)
        return receipt if sale is None else receipt.named(due_of_sales((sale,)))

    async def back_to(self, sale: Sale) -> GivingBack | None:
        """What the customer of a sale gets back; None when that is nothing.

        What counts of it for another date is not given back. Raises NotRecordedError.
        """
        back = await self._back_alone(sale)
        if back is None or not back.is_known:
            return back
        counts = await self._counting_of((sale.request_id,))
        moved = sum(each.former.amount for each in counts if each.former.request_id == sale.request_id)
        (whole,) = back.due.sales
        due = replace(back.due, sales=(replace(whole, amount=whole.amount - moved),))
        return replace(back, due=due, moved=back.moved + moved) if due.total > 0 else None

    async def _back_alone(self, sale: Sale) -> GivingBack | None:
        """The same with what counts for another date."""
        if not sale.released or sale.customer_pays is None:
            return None
        standing = await self._till.standing((sale.request_id,))
        settled = standing.settled[sale.request_id]
        if not is_back_due(sale, settled, was_given=bool(standing.refunds)):
            return None
        left = left_by_this_counter(sale, settled)
        whole = due_of_sales((sale,))
        back = replace(whole.sales[0], amount=settled if left is None else -left, settled=settled)
        return await self._giving(sale, standing, replace(whole, sales=(back,)))

    async def back_again(self, refund: TillReceipt) -> GivingBack | None:
        """What was to be given back before a refund that was recorded wrong; None for a sale that is gone.

        Raises NotRecordedError.
        """
        (recorded,) = refund.payment.due.sales
        sale = await self.sale_of(recorded.request_id)
        if sale is None:
            return None
        standing = await self._till.standing((recorded.request_id,))
        now = replace(recorded, settled=standing.settled[recorded.request_id])
        due = replace(refund.payment.due, sales=(now,))
        return await self._giving(sale, standing.without(refund), due)

    async def _giving(self, sale: Sale, standing: Standing, due: Due) -> GivingBack:
        pays = left_by_this_counter(sale, 0)
        moved = standing.moved
        # How another booking was paid says nothing of this one.
        receipts = (each.payment for each in standing.payments if not (each.is_refund or each in moved))
        return GivingBack(
            due,
            standing.paid,
            None if sale.charge is None else in_paise(sale.charge),
            _most_paid(line for each in receipts for line in each.lines),
            pays,
            standing.given_back,
            standing.charge,
            await self._owed_together(sale),
            sum(each.payment.due.counted for each in moved),
        )

    async def _together(self, found: Sequence[Owed]) -> Iterable[Owed]:
        """These, in one what the same payer owes of trips that were bought together."""
        notes = await self._bookings.notes_of((each.first.request_id for each in found), {BOUGHT_WITH})
        baskets: dict[object, Owed] = {}
        for each in sorted(found, key=lambda each: each.since):
            first = each.first
            refs = bought_with(notes[first.request_id])
            trips = frozenset((first.booking_ref, *refs)) if refs else first.request_id
            payer = trips, each.account, each.due.currency, each.due.is_known
            baskets[payer] = baskets[payer].with_other(each) if payer in baskets else each
        return baskets.values()

    async def _recorded(self) -> AsyncIterator[Owed]:
        for each in await self._till.owed():
            known = [(sale, await self.sale_of(sale.request_id)) for sale in each.sales]
            left = [_still_owed(owed, sale) for owed, sale in known]
            sales = tuple(owed for owed in left if owed is not None)
            if not sales:
                continue
            is_known = all(sale is None or is_known_here(sale) for _, sale in known)
            payment = each.payment.payment
            # What counted of a moved booking is taken off these already.
            due = replace(payment.due, sales=sales, is_known=is_known, moved=None)
            named = next((sale for _, sale in known if sale is not None), None)
            if named is not None:
                due = replace(due, customer=named.customer_name, phone=named.customer_phone)
            accounts = (line.account for line in payment.lines if line.way is PayWay.ACCOUNT)
            yield Owed(due, each.payment.at, next(accounts, ""))

    async def _unrecorded(self) -> AsyncIterator[Owed]:
        today = self._till.now().date()
        first = max(await self._till.first_day(), today - LOOKED_BACK)
        wanted = Wanted(sold=(first, today), standings=_SOLD)
        cursor, is_first = None, True
        while cursor is not None or is_first:
            page = await self._bookings.page(wanted, cursor)
            own = [each for each in page.sales if each.customer_pays is not None and not each.desk]
            for each in await self._till.unrecorded(own):
                sale = await self.sale_of(each.request_id) if each.released else each
                if sale is not None and left_by_this_counter(sale, 0):
                    due = due_of_sales((sale,))
                    yield Owed(due, due.settled_at, is_recorded=False)
            cursor, is_first = page.cursor, False

    async def _to_customers(self) -> AsyncIterator[Owed]:
        seen: set[str] = set()
        for sale in await self._bookings.cancelled_since(self._till.now() - CANCELLED_FOR):
            # What counted for one that is cancelled is given back of those before it, however old they are.
            alone = await self.sale_of(sale.request_id) or sale
            for each in await self._moved_with(sale.request_id) or (alone,):
                back = None if each.request_id in seen else await self.back_to(each)
                seen.add(each.request_id)
                if back is not None:
                    yield Owed(back.due, back.due.settled_at, back=back)


def _less_moved(owed: Owed, counts: Counting | None) -> Owed:
    """The same less what counts of a moved booking."""
    if counts is None or len(owed.due.sales) > 1:
        return owed
    return replace(owed, due=replace(owed.due, moved=counts.former))


def _most_paid(lines: Iterable[Line]) -> PayWay:
    """The way in which most was paid, of ways with as much the last one; cash for nothing."""
    paid: dict[PayWay, int] = {}
    for each in lines:
        if each.way is not PayWay.ACCOUNT:
            paid[each.way] = paid.pop(each.way, 0) + each.amount
    return max(reversed(paid), key=paid.__getitem__, default=PayWay.CASH)


def _still_owed(owed: DueSale, sale: Sale | None) -> DueSale | None:
    """What is left of it after cancellations; None when it is paid."""
    if sale is not None and sale.released:
        left = left_by_this_counter(sale, owed.settled)
        owed = replace(owed, amount=owed.amount if left is None else left, released=sale.released)
    return owed if owed.amount > 0 else None
