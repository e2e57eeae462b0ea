"""One decision about another date: what both acts would cost, read together, and the first of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from app.core.language import joined, tr
from app.desk.cancellation.cancellation import charged
from app.desk.cancellation.refund_quote import RefundQuote
from app.desk.model import formats
from app.desk.model.activities import ActivityDraft
from app.desk.model.booking import BookedTraveller, Choice, SeatChoice, TravellerChoice
from app.desk.model.errors import DeskError
from app.desk.model.person_names import bare_name
from app.desk.model.sale import Advice, Change, Draft, Outcome, Preflight, Sale
from app.desk.moving.moves import Moves
from app.desk.moving.values import FORM, KeptMove, MoveSums
from app.desk.payment.payment_call import Tell
from app.desk.sale.selling import Selling
from app.desk.service.advice import NOTHING_MOVED
from app.desk.service.service_reader import ServiceReader
from app.store.register.index_words import phone_key

TO_BE_BOOKED = timedelta(seconds=60)
"""The oldest look at the new start on which both acts go; an older one is taken again first."""
LeftToPay = Callable[[], Awaitable[Decimal | None]]
"""Returns what is left to pay of the old booking; None when the till does not know."""


class MoveDecision:
    """Reads the new start and the refund of the old one together, and books the new one.

    It stands in the place of `Selling` for one booking.
    """

    def __init__(
        self,
        selling: Selling,
        moves: Moves,
        reader: ServiceReader,
        old: Sale,
        *,
        left_to_pay: LeftToPay | None,
        clerk: str,
    ) -> None:
        """`left_to_pay` is None where no till is kept: then the price was paid."""
        self._selling, self._moves, self._reader = selling, moves, reader
        self._left_to_pay, self._clerk = left_to_pay, clerk
        self.old = old
        self.quote: RefundQuote | None = None
        """The newest refund quote of what moves; None before there is one."""
        self._unpaid: Decimal | None = None if left_to_pay else Decimal(0)
        self._back: Decimal | None = None
        """What of the old price is given back, as the clerk has it on screen; None while it is not said."""
        self.move_id = ""
        """The move that was begun; empty before that."""

    @property
    def seats(self) -> int:
        """How many are still booked of the old one, as far as this office knows."""
        return self.old.qty - self.old.released

    def say_back(self, back: Decimal | None) -> None:
        """Take what of the old price is given back, as the clerk has it on screen."""
        self._back = back

    def sums(self, price: Decimal) -> MoveSums:
        """The customer's side with this price of the new one."""
        quote = self.quote
        if quote is None:
            return MoveSums(price, None, None, None, None)
        charge = charged(quote.refund, quote.charge, quote.debited)
        return MoveSums(price, quote.customer.paid, self._unpaid, charge, self._back)

    async def preflight(self, draft: Draft) -> Preflight:
        """The preflight of the new one, with what has changed of the refund. Raises DeskError."""
        return (await self._read(draft))[0]

    async def _read(
        self, draft: Draft, doubles: frozenset[str] = frozenset()
    ) -> tuple[Preflight, RefundQuote]:
        former = self.quote
        preflight, quote = await asyncio.gather(self._selling.preflight(draft, doubles), self._quoted(draft))
        if self._left_to_pay is not None:
            self._unpaid = await self._left_to_pay()
        if former is None or former.choice != quote.choice:
            self._back = quote.customer.back
        self.quote = quote
        who = (*_customer_changes(self.old, draft), *_who_changes(quote, draft))
        changes = (*preflight.changes, *_refund_changes(quote, former), *who)
        blocked = preflight.blocked or self._obstacle(draft, quote)
        return replace(preflight, changes=changes, blocked=blocked), quote

    async def book(self, preflight: Preflight, on_progress: Tell) -> Outcome | Preflight:
        """Book the new one; the old one is cancelled afterwards, by `Moves.cancel_old`.

        What was read too long ago is read again first: when anything differs that is returned, and nothing
        was sent. The decision is on the disk before the order leaves. Raises DeskError as `Selling.book`.
        """
        quote, now = self.quote, self._reader.moment()
        if quote is None or not (preflight.looked.is_fresh(now, TO_BE_BOOKED) and quote.is_fresh(now)):
            again, quote = await self._read(preflight.draft, preflight.doubles)
            accepted = set(preflight.changes)
            if again.blocked or set(again.changes) - accepted or _differs(again, preflight):
                return again
            preflight = replace(again, intent_id=preflight.intent_id)
        kept = self._kept(preflight, quote)
        await self._moves.begin(kept)
        self.move_id = kept.id
        try:
            return await self._selling.book(preflight, on_progress)
        finally:
            await self._moves.settle(kept.id)

    def leave(self) -> None:
        """Decide no more; what was decided goes on."""
        if not self.move_id:
            self._moves.leave(self.old)

    def stop(self, preflight: Preflight) -> bool:
        """See `Selling.stop`."""
        return self._selling.stop(preflight)

    def _kept(self, preflight: Preflight, quote: RefundQuote) -> KeptMove:
        choice, sums = quote.choice, self.sums(preflight.price.customer_pays)
        is_seats = isinstance(choice, SeatChoice)
        return KeptMove(
            form=FORM,
            id=quote.intent_id,
            at=self._reader.now_here(),
            clerk=self._clerk,
            old_request=self.old.request_id,
            old_ref=self.old.booking_ref,
            is_boat=self.old.is_boat,
            seats=choice.qty if is_seats else len(choice.travellers),
            passenger_ids=() if is_seats else tuple(map(str, choice.ids)),
            new_intent=preflight.intent_id,
            behind=quote.behind,
            refund=quote.refund,
            back=sums.back,
            pays_more=sums.pays_more,
        )

    async def _quoted(self, draft: Draft) -> RefundQuote:
        choice: Choice = SeatChoice(draft.qty)
        if not isinstance(draft, ActivityDraft):
            state = await self._moves.state_of(self.old)
            left = [each for each in state.travellers if not each.is_cancelled]
            choice = TravellerChoice(_going(left, [each.traveler_name for each in draft.passengers]))
        former = self.quote if self.quote is not None and self.quote.choice == choice else None
        return await self._moves.quote(self.old, choice, former)

    def _obstacle(self, draft: Draft, quote: RefundQuote) -> str:
        """A sentence that prevents the move, or empty."""
        if quote.booking.is_less:
            return tr(
                "Another counter has cancelled some of the old booking: how many seats are left is not known."
            )
        choice = quote.choice
        if isinstance(choice, TravellerChoice) and len(choice.ids) < len(choice.travellers):
            return tr(
                "The service does not state the numbers of those who move. Sell anew, then cancel by hand."
            )
        if _is_same_start(self.old, draft):
            return tr("This is the start that is booked now. Choose another one.")
        return ""


def _differs(again: Preflight, seen: Preflight) -> bool:
    return (
        again.price.customer_pays != seen.price.customer_pays or again.wallet.agent_id != seen.wallet.agent_id
    )


def _is_same_start(old: Sale, draft: Draft) -> bool:
    if isinstance(draft, ActivityDraft):
        slot = draft.slot
        if slot is None or str(slot.activity_id) != old.product_id or slot.day != old.day:
            return False
        return formats.window(slot.starts, slot.ends, slot.window) == old.window
    return str(draft.departure.schedule_id) == old.product_id and draft.departure.day == old.day


def _going(left: list[BookedTraveller], names: list[str]) -> tuple[BookedTraveller, ...]:
    """Who moves: all who are left when as many do, else those of these names. Raises DeskError.

    A name may be written otherwise by now; where none is the same, they are other people.
    """
    booked, wanted = (Counter(map(bare_name, each)) for each in ((each.name for each in left), names))
    if len(names) == len(left) and booked & wanted:
        return tuple(left)
    if any(booked[name] != count for name, count in wanted.items()):
        raise DeskError(
            Advice(
                tr("Who of the old booking moves is not clear from the names."),
                joined(
                    " ",
                    (
                        tr(NOTHING_MOVED),
                        tr("It has: {names}.", names=formats.listed(each.name for each in left)),
                    ),
                ),
                tr("Write them as they are booked."),
                field="traveler_name",
            )
        )
    return tuple(each for each in left if bare_name(each.name) in wanted)


def _customer_changes(old: Sale, draft: Draft) -> tuple[Change, ...]:
    """That the new one is for another customer than the old one, whose money counts for it."""
    was, now = (old.customer_name, old.customer_phone), (draft.customer_name, draft.customer_phone)
    is_same = bare_name(was[0]) == bare_name(now[0]) and phone_key(was[1]) == phone_key(now[1])
    if is_same or not any(was):
        return ()
    return (Change(tr("Customer"), joined(", ", was), joined(", ", now)),)


def _who_changes(quote: RefundQuote, draft: Draft) -> tuple[Change, ...]:
    """That others travel than were booked, or that their names are written otherwise."""
    choice = quote.choice
    if isinstance(draft, ActivityDraft) or not isinstance(choice, TravellerChoice):
        return ()
    was, now = [each.name for each in choice.travellers], [each.traveler_name for each in draft.passengers]
    if Counter(map(bare_name, was)) == Counter(map(bare_name, now)):
        return ()
    return (Change(tr("Who moves"), formats.listed(was), formats.listed(now)),)


def _refund_changes(quote: RefundQuote, former: RefundQuote | None) -> tuple[Change, ...]:
    """What the clerk must accept of the refund: another one than was on screen, or one that is not stated."""
    what = tr("Refund of the old one")
    if quote.refund is None:
        return (Change(what, "", tr("not stated, so neither is what the customer pays more")),)
    if former is None or former.choice != quote.choice or former.refund == quote.refund:
        return ()
    was = tr("not stated") if former.refund is None else formats.amount(former.refund)
    return (Change(what, was, formats.amount(quote.refund), is_net=True),)
