"""Bookings that move to another slot: the new one first, and the old one only once the new one is certain.

What was sold before was sold in fine weather; from then on everything happens that happens to any sale. For
the new slot a customer has a second phone number, so that what must hold of a customer holds of each booking.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import time
from decimal import Decimal
from functools import partial
from random import Random

from typing_extensions import override

from app.desk.cancellation.cancellation import Ended
from app.desk.cancellation.refund_quote import AcceptedQuote, RefundQuote, booking_of
from app.desk.model.errors import DeskError
from app.desk.model.sale import Change, Draft, Outcome, Preflight, Progress, Receipt
from app.desk.moving.deciding import MoveDecision
from app.desk.moving.move_files import MoveFiles
from app.desk.moving.moves import Moves, SecondAct
from app.desk.moving.values import KeptMove, Move, MoveStage
from app.desk.payment.payment_call import Tell
from app.desk.storm.journal_ends import JournalEnds
from app.store.journal.attempt import Attempt
from app.store.journal.states import BOOKED, GONE, Kind
from tests.simulation.clerk import Call
from tests.simulation.counter import Counter
from tests.simulation.disk import DiskPath
from tests.simulation.neighbours import NEIGHBOUR
from tests.simulation.scenario import PEOPLE, Crash, Customer, Scenario
from tests.simulation.service import DAY, PRICE, SEATS, Booking, Service
from tests.simulation.stage import stage
from tests.simulation.storm import FineWeatherClerk, cancelling, given_up_twice, storm_scenario
from tests.simulation.world import Run, run
from tests.support.desk.samples import DRAFT, SLOT

_MOST_PARTIES, _MOST_PRESSES = 2, 5
_SHARE_STAYING, _SHARE_OLD, _SHARE_OWN_SUM, _SHARE_UNKEPT = 0.1, 0.15, 0.3, 0.05
_SHARE_DISTURBED, _SHARE_PRESSED_TWICE = 0.12, 0.2
_SHARE_OTHER_REFUND, _SHARE_CANCELLED_ELSEWHERE, _SHARE_ACCEPTED = 0.25, 0.1, 0.6
_ONE_MORE, _BACK, _OLD_SECONDS, _SOON = "One more", Decimal(5000), (61.0, 121.0), 1.5
_SLOT = replace(SLOT, day=DAY, closes_at=None, availability_id=9002, starts=time(9), ends=time(11))
_WAYS = ("cancel", "cancel", "cancel", "cancel", "stop", "new", "old", "look", "leave")
_WAYS_OF_UNKNOWN = ("press", "stop", "leave", "leave")


def run_move(seed: int) -> Run:
    """Simulate moves from one seed; the computer must be simulated already."""
    return run(seed, move_scenario, MoveClerk)


def move_scenario(chance: Random) -> Scenario:
    """Draw what happens to one or two parties that move: all that happens to those of a storm."""
    plan = storm_scenario(chance)
    old = plan.customers[:_MOST_PARTIES]
    new = (replace(each, phone=f"8{each.phone[1:]}", person=chance.choice(PEOPLE)) for each in old)
    answers = plan.answers[len(plan.customers) - len(old) :]
    # In the last life all is taken up once more.
    return replace(plan, customers=(*old, *new), answers=answers, crashes=(*plan.crashes, Crash()))


@dataclass
class Party:
    """One customer who moves; and what was accepted last: the refund, what is given back and paid more."""

    old: Customer
    new: Customer
    sent: str = ""
    refund: Decimal | None = None
    sums: tuple[Decimal | None, Decimal | None] = None, None
    seen: set[Change] = field(default_factory=set[Change])


class MoveClerk(FineWeatherClerk):
    """One who sells in fine weather and moves most of it, and who looks at all that is sent."""

    def __init__(self, plan: Scenario, service: Service) -> None:
        super().__init__(plan, service, 4)
        self._plan, half = plan, len(plan.customers) // 2
        self.parties = list(map(Party, plan.customers[:half], plan.customers[half:]))
        self._let: set[str] = set()
        """The intents and the moves of which a button is pressed just now."""
        self._stopped: set[str] = set()
        self._backs: dict[str, str | None] = {}
        """What was to be given back, by the intent of each cancellation that was sent."""

    @override
    async def _serve_all(self, counter: Counter) -> None:
        desk, self.counter, self._let = counter.desk, counter, set()
        self._book, self._confirm = desk.selling.book, desk.cancellation.confirm
        vars(desk.selling)["preflight"] = partial(self.look, counter)
        vars(desk.selling)["book"], vars(desk.cancellation)["confirm"] = self._booked, self._cancelled
        ends, files = JournalEnds(counter.journal, desk.payments.is_carrying), MoveFiles(DiskPath("/counter"))
        booking, clock = desk.basket_booking, stage().clock
        self.moves = Moves(desk.cancellation, desk.bookings, booking, ends, files, clerk=str, clock=clock)
        await self._sell_first(counter, [each.old for each in self.parties])
        await self.moves.start()
        await self._check("after a start")
        for party in self.parties:
            if self.chance.random() >= _SHARE_STAYING:
                await self._move(party)

    @override
    async def _sell_again(self, counter: Counter, customer: Customer) -> None:
        """Move again who is said not to be booked; send once more by hand what may be sent again."""
        for party in (each for each in self.parties if each.new is customer):
            move = await self._stand(party)
            if move is not None and move.is_open:
                with suppress(DeskError):
                    look = await self.look(counter, _draft(party))
                    if not look.blocked and all(each.new != _ONE_MORE for each in look.changes):
                        await self._pushed(partial(self._book, look, _unheard))
            elif move is not None and move.kept.ended == "not_booked":
                await self._move(party)

    @override
    async def _leave(self, counter: Counter) -> None:
        await counter.desk.payments.finish()
        await self._check("before the end")
        self.faults += given_up_twice(self.service, counter.journal.attempts())
        if stage().stays and not stage().disk.fails_from:
            self.faults += self._wrong_sums()

    async def _move(self, party: Party) -> None:
        move = await self._stand(party)
        if move is not None and not move.kept.ended:
            await self._finish(party, move.kept.id)
        elif move_id := await self._decide(party):
            await self._end(party, move_id)
            await self._finish(party, move_id)

    async def _decide(self, party: Party) -> str:
        """Decide and book the new one. Returns the move of which the old one is to be cancelled now."""
        chance, desk, look = self.chance, self.counter.desk, None
        old = await desk.bookings.own(self._request(party))
        if old is None or not old.may_be_cancelled:
            return ""
        decision = MoveDecision(desk.selling, self.moves, desk.reader, old, left_to_pay=None, clerk="Asha")
        for _ in range(_MOST_PRESSES):
            with suppress(DeskError):
                look = look or await decision.preflight(_draft(party))
            quote = decision.quote
            if not look or look.blocked or not quote or any(each.new == _ONE_MORE for each in look.changes):
                break
            if chance.random() < _SHARE_OWN_SUM:
                decision.say_back(_BACK)
            sums = decision.sums(look.price.customer_pays)
            party.refund, party.sums, party.seen = quote.refund, (sums.back, sums.pays_more), {*look.changes}
            if chance.random() < _SHARE_UNKEPT:
                stage().disk.failing = quote.intent_id
            if chance.random() < _SHARE_OLD:
                await asyncio.sleep(chance.choice(_OLD_SECONDS))
            self._let.add(look.intent_id)
            book, stop = partial(decision.book, look, _unheard), partial(decision.stop, look)
            outcome = await self._pushed(book, stop)
            if not isinstance(outcome, Preflight):
                return decision.move_id if isinstance(outcome, Receipt) else ""
            look = outcome
        return ""

    async def _finish(self, party: Party, move_id: str) -> None:
        """Cancel the old one, or whatever else the page of this move offers, until the clerk has enough."""
        for _ in range(_MOST_PRESSES):
            move = await self.moves.stand(move_id)
            if move is None or not move.is_open:
                return
            is_both = move.stage in {MoveStage.BETWEEN, MoveStage.REFUSED}
            match self.chance.choice(_WAYS if is_both else _WAYS_OF_UNKNOWN):
                case "cancel":
                    with suppress(DeskError):
                        await self._end(party, move_id, await self.moves.quote_again(move_id))
                case "press":
                    await self._end(party, move_id)
                case "stop":
                    await self._stop(move_id)
                case "new" | "old" as way if move.new is not None and move.old is not None:
                    sale = move.new if way == "new" else move.old
                    seats = self.chance.choice((1, SEATS, SEATS))
                    await self._cancel(self.counter, party.new, booking_of(sale), seats)
                case "look" if move.old is not None:
                    with suppress(DeskError):
                        await self.counter.desk.bookings.check(move.old)
                case _:
                    return

    async def _end(self, party: Party, move_id: str, seen: RefundQuote | None = None) -> None:
        """Press the button that cancels the old one, after whatever happens meanwhile."""
        chance, habits = self.chance, self.service.habits
        if chance.random() < _SHARE_OTHER_REFUND:
            charges = max(habits.charges + chance.choice((-100, 100, 100)), Decimal(0))
            self.service.habits = replace(habits, charges=charges, states_refunds=chance.random() < 0.8)
        for each in self._now(party.old) if chance.random() < _SHARE_CANCELLED_ELSEWHERE else ():
            seats = chance.randint(1, SEATS - each.cancelled)
            stage().say(f"{NEIGHBOUR} gives up {seats} of {each.ref}")
            self.service.give_back(each, seats, f"{NEIGHBOUR}-{each.ref}")
        if seen is not None:
            party.refund = seen.refund
            self._stopped.discard(move_id)
        self._let.add(move_id)
        act = await self._pushed(
            partial(self.moves.cancel_old, move_id, _unheard, seen),
            lambda: asyncio.create_task(self._stop(move_id)),
        )
        self._let.discard(move_id)
        if isinstance(act, SecondAct) and act.quote is not None and chance.random() < _SHARE_ACCEPTED:
            await self._end(party, move_id, act.quote)

    async def _stop(self, move_id: str) -> None:
        """Stop it, or end it by hand."""
        stage().say(f"the move {move_id} is stopped")
        self._stopped.add(move_id)
        if self.chance.random() < 1 / 2:
            self.moves.stop(move_id)
        else:
            with suppress(DeskError):
                await self.moves.keep_both(move_id)

    async def _pushed(self, call: Call, other: Callable[[], object] | None = None) -> object:
        """Press a button, once or twice, and perhaps leave the page or do something else soon afterwards."""
        chance = self.chance
        times = 2 if chance.random() < _SHARE_PRESSED_TWICE else 1
        after = [chance.uniform(0.0, _SOON) if chance.random() < _SHARE_DISTURBED else None for _ in range(2)]
        endings = await self.pressed(call, times, "a move", (after[0], None), (after[1], other))
        await self.counter.desk.payments.finish()
        return next((each for each in endings if not isinstance(each, BaseException)), None)

    async def _booked(self, preflight: Preflight, tell: Tell) -> Outcome | Preflight:
        """Book a new one, after all has been looked at that must hold before."""
        for party in (each for each in self.parties if each.new.phone == preflight.draft.customer_phone):
            self.faults += self._wrong_booking(party, preflight)
            party.sent = preflight.intent_id
        return await self._book(preflight, tell)

    def _wrong_booking(self, party: Party, preflight: Preflight) -> Iterator[str]:
        intent, phone = preflight.intent_id, party.new.phone
        kept = self._newest(party)
        if kept is None or not _has_kept(kept, intent):
            yield f"unkept: {phone} is sent before the disk has the decision"
        elif (kept.refund, kept.back, kept.pays_more) != (party.refund, *party.sums):
            yield f"unseen: {phone} is sent for other sums than were accepted"
        if intent not in self._let or set(preflight.changes) - party.seen:
            yield f"by itself: {phone} is sent, and nobody has accepted it so"

    async def _cancelled(self, order: AcceptedQuote, tell: Tell) -> Ended:
        """Cancel one, after all has been looked at that must hold before."""
        booking = self.service.found(order.quote.booking.booking_ref)
        is_alone = order.quote.intent_id in self._whose
        for party in self.parties:
            if booking is not None and booking.customer == party.old.phone and not is_alone:
                self.faults += self._wrong_cancellation(party, order.quote, booking.ref)
                self._backs[order.quote.intent_id] = None if party.sums[0] is None else str(party.sums[0])
        return await self._confirm(order, tell)

    def _wrong_cancellation(self, party: Party, quote: RefundQuote, ref: str) -> Iterator[str]:
        kept, attempts = self._newest(party), self.counter.journal.attempts()
        if kept is None or not _has_kept(kept, quote.intent_id):
            yield f"unkept: {ref} is sent before the disk has its intent"
        if kept is None or kept.id not in self._let or self.counter.desk.payments.is_settling:
            yield f"by itself: {ref} is sent beside another, or nobody has pressed"
        if kept is not None and kept.id in self._stopped:
            yield f"unstopped: {ref} is sent although it was stopped"
        stated = [each for each in (quote.refund, party.refund) if each is not None]
        if len(stated) == 1 or stated != sorted(stated, reverse=True):
            yield f"unseen: {ref} is sent for {quote.refund}, and {party.refund} was accepted"
        made = self._made(party.new)
        gone = [gone for each in made for gone in cancelling(attempts, str(each.facts.get("booking_ref")))]
        if all(each.state not in BOOKED for each in made) or any(each.is_open for each in (*made, *gone)):
            yield f"uncertain: {ref} is sent although the new one is {[each.state.value for each in made]}"

    def _newest(self, party: Party) -> KeptMove | None:
        """The last move of a party's old booking, also one that has ended; None for none."""
        kept, request_id = vars(self.moves)["_kept"].values(), self._request(party)
        found = [each for each in kept if each.old_request == request_id]
        # One that is open counts first: the clock may have been set back between two of them.
        found.sort(key=lambda each: not each.ended)
        return found[-1] if found else None

    def _request(self, party: Party) -> str:
        return next((each.request_id for each in self._made(party.old) if each.state in BOOKED), "")

    def _made(self, customer: Customer) -> list[Attempt]:
        attempts = self.counter.journal.attempts()
        return [each for each in attempts if each.private.get("customer_phone") == customer.phone]

    def _now(self, customer: Customer) -> list[Booking]:
        """What the service has for a customer and has not cancelled."""
        made = self.service.bookings
        return [each for each in made if each.customer == customer.phone and each.cancelled < SEATS]

    async def _stand(self, party: Party) -> Move | None:
        found = self._newest(party)
        return None if found is None else await self.moves.stand(found.id)

    async def _check(self, when: str) -> None:
        """Each party has what the moves say, and the other way round."""
        for party in self.parties:
            move, made = await self._stand(party), {each.request_id for each in self._made(party.new)}
            if not self.counter.desk.payments.is_settling and not made & self.misled:
                self.faults += (f"{each} {when}" for each in self._wrongs(party, move))

    def _wrongs(self, party: Party, move: Move | None) -> Iterator[str]:
        old, phone, held = self._now(party.old), party.new.phone, vars(self.moves)["_kept"].values()
        own: list[KeptMove] = [each for each in held if each.old_request == self._request(party)]
        if party.sent and all(each.new_intent != party.sent for each in own):
            yield f"lost: the move under which {phone} was sent is not there"
        if old and self._now(party.new) and all(each.ended not in {"", "kept"} for each in own):
            yield f"unsaid: {phone} is booked twice, and no move is open"
        is_booked = any(each.customer == phone for each in self.service.bookings)
        if move is not None and move.stage is MoveStage.MOVED and (old or not is_booked):
            yield f"untrue: {phone} is moved, and has {old}"

    def _wrong_sums(self) -> Iterator[str]:
        """What was said is in the journal; where all is known, its debits and refunds are the wallet's."""
        journal, books = self.counter.journal, self.service.books
        attempts = journal.attempts()
        # Whoever sends one again does so under the intent that its number was made for.
        made = {each.facts.get("asked_as"): each.facts.get("customer_back") for each in reversed(attempts)}
        for intent, back in self._backs.items():
            if made.get(intent, back) != back:
                yield f"unsaid: {intent} gives back {made[intent]}, not {back}"
        gone = [each for each in attempts if each.kind is Kind.CANCEL and each.state in GONE]
        refunds = [each.facts.get("refund") for each in gone]
        others = [name for each in self.service.bookings for name in each.cancelled_by if NEIGHBOUR in name]
        if others or self._plan.moves or self.misled or None in refunds or journal.open_attempts():
            return
        sold = sum(each.kind is Kind.CREATE and each.state in BOOKED for each in attempts)
        left = self._plan.cash + sum((Decimal(str(each)) for each in refunds), -PRICE * sold)
        if books.cash - books.credit_used != left:
            yield f"sums: the wallet has {books.cash}, and the journal says {left}"


def _has_kept(kept: KeptMove, intent_id: str) -> bool:
    file = stage().disk.files.get(f"{kept.id}.json")
    return file is not None and f'"{intent_id}"'.encode() in file.kept


def _draft(party: Party) -> Draft:
    return replace(DRAFT, slot=_SLOT, customer_phone=party.new.phone)


def _unheard(_: Progress) -> None:
    """Nobody looks at the steps."""
