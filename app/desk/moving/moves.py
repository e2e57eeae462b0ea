"""Moves: the new booking first, and once that is certain the cancellation of the old one.

A refusal then costs nothing, nobody is left without a seat, and no refund blurs the wallet's evidence while a
booking is not known. What became of either is asked of the journal alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import NamedTuple

from app.core.event import Event
from app.core.language import mark, tr
from app.desk.basket.basket_booking import BasketBooking
from app.desk.basket.values import ItemState
from app.desk.bookings.booking_values import MOVED_FROM, MOVED_TO
from app.desk.bookings.bookings import Bookings
from app.desk.cancellation.cancellation import Cancellations, Ended
from app.desk.cancellation.refund_quote import NotAcceptedError, RefundQuote, booking_of
from app.desk.model.booking import BookingState, Choice, SeatChoice, TravellerChoice
from app.desk.model.errors import DeskError
from app.desk.model.sale import Advice, NotSold, Sale
from app.desk.moving.move_files import MoveFiles
from app.desk.moving.values import ENDED, KeptMove, Move, MoveStage, stage_of
from app.desk.payment.payment_call import Tell
from app.desk.service.advice import NOTHING_MOVED
from app.desk.storm.journal_ends import JournalEnds
from app.desk.storm.values import GONE, EndState

KEPT_FOR = timedelta(days=31)
_ASKED_AGAIN = mark("The refund was quoted anew, and is another one.")


class SecondAct(NamedTuple):
    """How the cancellation of the old booking went, or why nothing was sent of it."""

    ended: Ended | None = None
    """None when nothing was sent."""
    quote: RefundQuote | None = None
    """The new quote, where it must be accepted first."""
    advice: Advice | None = None
    """Why nothing was sent."""


class Moves:
    """The moves of this counter. Nothing of them is ever sent by itself after a start."""

    def __init__(
        self,
        cancellations: Cancellations,
        bookings: Bookings,
        standings: BasketBooking,
        ends: JournalEnds,
        files: MoveFiles,
        *,
        clerk: Callable[[], str],
        clock: Callable[[], datetime],
    ) -> None:
        """`clerk` is who is on duty, empty for nobody."""
        self.changed = Event[()]()
        """A move was begun, went on or ended."""
        self._cancellations, self._bookings = cancellations, bookings
        self._standings, self._ends, self._files = standings, ends, files
        self._clerk, self._clock = clerk, clock
        self._kept: dict[str, KeptMove] = {}
        self._stopped: set[str] = set()
        self._words: dict[str, str] = {}
        """Why the last act of a move was not sent, or was refused."""
        self._begun: set[str] = set()
        """Those whose first act may not be in the journal yet."""
        self._acting, self._closing = asyncio.Lock(), asyncio.Lock()

    async def start(self) -> None:
        """Hold what was kept. A folder that cannot be read holds nothing, and is left as it is."""
        try:
            found = await asyncio.to_thread(self._files.read, self._clock() - KEPT_FOR)
        except OSError:
            found = ()
        self._kept = {each.id: each for each in found}

    async def open_ones(self) -> tuple[Move, ...]:
        """The moves of which something is still to be done or known, the oldest first."""
        moves = [await self.stand(each.id) for each in tuple(self._kept.values()) if not each.ended]
        return tuple(each for each in moves if each is not None and each.is_open)

    async def moving(self) -> tuple[Sale, ...]:
        """The old bookings of the moves that are open, as far as they are kept."""
        return tuple(each.old for each in await self.open_ones() if each.old is not None)

    async def open_of(self, request_id: str) -> Move | None:
        """The open move of a booking, whether it is the old or the new one of it; None for none."""
        for each in await self.open_ones():
            if request_id in {each.kept.old_request, each.new.request_id if each.new else ""}:
                return each
        return None

    async def stand(self, move_id: str) -> Move | None:
        """How a move stands now, by the journal alone; one that has ended is closed. None for none."""
        kept = self._kept.get(move_id)
        if kept is None:
            return None
        new = await self._standings.standing_of(kept.new_intent)
        # While nobody knows whether it was cancelled again, it is not certainly booked.
        is_asked = new.sale is not None and bool(new.sale.open_cancellation)
        end = await asyncio.to_thread(self._ends.end_of, kept.old_ref, kept.cancel_intent, kept.behind)
        state, old = end.state, await self._old(kept)
        is_gone = old is not None and (old.is_gone or await self._bookings.is_gone(kept.old_request))
        if is_gone and state not in {EndState.SENDING, EndState.UNKNOWN, *GONE}:
            # Another desk or counter has cancelled it.
            state = EndState.KNOWN_CANCELLED
        stage = stage_of(ItemState.UNKNOWN if is_asked else new.state, state)
        # While it is being begun, the first act is not in the journal yet.
        if stage in ENDED and not kept.ended and move_id not in self._begun:
            kept = await self._close(kept, stage, new.sale)
        words = end.words or self._words.get(move_id, "")
        return Move(kept, stage, old, new.sale, words, end.refunded)

    async def begin(self, move: KeptMove) -> None:
        """Keep a decision before anything of it is sent; `settle` follows. Raises DeskError."""
        await self._keep(move)
        self._begun.add(move.id)
        self.changed()

    async def settle(self, move_id: str) -> None:
        """Close the move if its first act has certainly not been made."""
        self._begun.discard(move_id)
        await self.stand(move_id)
        self.changed()

    def stop(self, move_id: str) -> None:
        """Send nothing more of it; what is on its way is not stopped."""
        self._stopped.add(move_id)

    async def cancel_old(self, move_id: str, tell: Tell, seen: RefundQuote | None = None) -> SecondAct:
        """Cancel the old booking, once the new one is certainly booked; it is quoted anew first.

        As much as was accepted, or more, goes on; less, or what is not stated any more, waits until a person
        has `seen` that quote. Nothing is sent while the new one is not known, or after `stop` (a person who
        has seen a quote goes on all the same).
        """
        if seen is not None:
            # Before it waits for another press: who stops it then has stopped both.
            self._stopped.discard(move_id)
        async with self._acting:
            move = await self.stand(move_id)
            if move is None or not self._may_cancel(move):
                return SecondAct()
            try:
                act = await self._second(move, tell, seen)
            except DeskError as error:
                act = SecondAct(advice=error.advice)
            self._note_words(move_id, act)
            self.changed()
            return act

    def _may_cancel(self, move: Move) -> bool:
        is_stopped = move.kept.id in self._stopped
        return move.stage in {MoveStage.BETWEEN, MoveStage.REFUSED} and not move.kept.ended and not is_stopped

    async def _second(self, move: Move, tell: Tell, seen: RefundQuote | None) -> SecondAct:
        kept, old = move.kept, move.old
        if old is None:
            raise DeskError(_not_kept())
        accepted = kept.refund if seen is None else seen.refund
        quote = await self.quote(old, await self._choice(kept, old))
        if not _is_as_good(quote.refund, accepted):
            return SecondAct(quote=quote)
        kept = replace(kept, refund=accepted, cancel_intent=quote.intent_id)
        await self._keep(kept)
        if kept.id in self._stopped:
            return SecondAct()
        try:
            # It was accepted with the move: the same or more.
            order = self._cancellations.accept(quote, quote.choice, has_read=True, customer_back=kept.back)
        except NotAcceptedError as error:
            raise DeskError(Advice(str(error), tr(NOTHING_MOVED), "")) from error
        return SecondAct(await self._cancellations.confirm(order, tell))

    async def quote_again(self, move_id: str) -> RefundQuote:
        """The present refund quote of the old booking of an open move. Raises DeskError."""
        kept = self._kept[move_id]
        old = await self._old(kept)
        if old is None:
            raise DeskError(_not_kept())
        return await self.quote(old, await self._choice(kept, old))

    async def quote(self, old: Sale, choice: Choice, former: RefundQuote | None = None) -> RefundQuote:
        """The refund quote of what moves; see `Cancellations.quote`. Raises DeskError."""
        return await self._cancellations.quote(booking_of(old), choice, former)

    def leave(self, old: Sale) -> None:
        """Tell other desks that nobody decides about this booking here any more."""
        self._cancellations.desks.end(booking_of(old))

    async def _old(self, kept: KeptMove) -> Sale | None:
        own = await self._bookings.own(kept.old_request)
        return own or await self._bookings.known(kept.old_request)

    async def state_of(self, old: Sale) -> BookingState:
        """The present state of an old booking. Raises DeskError."""
        return await self._cancellations.booking(old.booking_ref, is_boat=old.is_boat)

    async def _choice(self, kept: KeptMove, old: Sale) -> Choice:
        if not kept.is_boat:
            return SeatChoice(kept.seats)
        state = await self.state_of(old)
        going = tuple(each for each in state.travellers if kept.has(each.traveller_id))
        if len(going) != len(kept.passenger_ids) or any(each.is_cancelled for each in going):
            raise DeskError(_not_as_decided())
        return TravellerChoice(going)

    async def keep_both(self, move_id: str) -> None:
        """End a move by hand: nothing more is sent of it, and whatever is booked stays. Raises DeskError."""
        self.stop(move_id)
        async with self._acting:
            # What was on its way may have ended it meanwhile.
            move = await self.stand(move_id)
            if move is not None and not move.kept.ended:
                await self._keep(replace(move.kept, ended="kept", ended_by=self._clerk()))
                self.changed()

    async def _close(self, kept: KeptMove, stage: MoveStage, new: Sale | None) -> KeptMove:
        async with self._closing:
            known = self._kept[kept.id]
            if known.ended:
                return known
            if stage is MoveStage.MOVED and new is not None:
                await self._note_once(kept.old_request, MOVED_TO, new.booking_ref)
                await self._note_once(new.request_id, MOVED_FROM, kept.old_ref)
            with suppress(DeskError):
                # Where it cannot be kept, the journal says the same at the next look.
                await self._keep(replace(known, ended=ENDED[stage]))
            return self._kept[kept.id]

    async def _note_once(self, request_id: str, code: str, booking_ref: str) -> None:
        notes = await self._bookings.notes_of((request_id,), {code})
        if booking_ref not in {each.said for each in notes[request_id]}:
            await self._bookings.note(request_id, code, booking_ref, self._clerk())

    async def _keep(self, move: KeptMove) -> None:
        """Bring it to the disk, then hold it. Raises DeskError."""
        try:
            await asyncio.to_thread(self._files.keep, move)
        except OSError as error:
            raise DeskError(_unkept(error)) from error
        self._kept[move.id] = move

    def _note_words(self, move_id: str, act: SecondAct) -> None:
        advice = act.ended.advice if isinstance(act.ended, NotSold) else act.advice
        if act.quote is not None:
            self._words[move_id] = tr(_ASKED_AGAIN)
        elif advice is not None:
            self._words[move_id] = advice.what
        else:
            self._words.pop(move_id, None)


def _is_as_good(refund: Decimal | None, accepted: Decimal | None) -> bool:
    """Whether a refund is at least what was accepted; one that is not stated was accepted only as such."""
    if refund is None or accepted is None:
        return refund is accepted
    return refund >= accepted


def _not_kept() -> Advice:
    return Advice(
        tr("The old booking is not kept at this counter any more."),
        tr(NOTHING_MOVED),
        tr("Cancel it by its PNR."),
    )


def _not_as_decided() -> Advice:
    return Advice(
        tr("The old booking has other passengers than when this was decided."),
        tr(NOTHING_MOVED),
        tr("Cancel it by hand, or keep both."),
    )


def _unkept(error: OSError) -> Advice:
    return Advice(
        tr("This could not be written to this disk."),
        tr(NOTHING_MOVED),
        tr("Free some space, then try again."),
        details=((tr("Reason"), str(error)),),
    )
