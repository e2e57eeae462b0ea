"""Storms over one to six bookings on the simulated computer: each is sent once, in turn, and none is guessed.

What was sold before it was sold in fine weather; from then on everything happens that happens to any sale.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from random import Random

from typing_extensions import override

from app.desk.cancellation.cancellation import Ended
from app.desk.cancellation.open_cancellation import OpenCancellation
from app.desk.cancellation.refund_quote import AcceptedQuote, Cancelled, booking_of
from app.desk.model.errors import DeskError
from app.desk.model.sale import Sale
from app.desk.payment.deciders import Deciders
from app.desk.payment.payment_call import Tell
from app.desk.payment.payments import Ending
from app.desk.storm.journal_ends import JournalEnds
from app.desk.storm.storm_desk import StormDesk, StormServices
from app.desk.storm.storm_file import StormFiles
from app.desk.storm.values import EndState, Phase, Storm, StormHeading, StormOrder, StormParty, StormReason
from app.store.journal.attempt import Attempt
from app.store.journal.hash_chain import LogEntry
from app.store.journal.journal import JournalError
from app.store.journal.states import Kind, State
from tests.simulation.answers import AnswerPlan
from tests.simulation.clerk import Call, Clerk
from tests.simulation.counter import Counter
from tests.simulation.disk import DiskPath
from tests.simulation.scenario import Crash, Customer, Scenario, mostly_good, scenario
from tests.simulation.service import DAY, SEATS, Service
from tests.simulation.stage import stage
from tests.simulation.world import Run, run

FILE = "open.json"
_MOST_PARTIES = 6
_MOST_PRESSES = 7
_SHARE_REFUSED = 0.14
_SHARE_ALL_REFUSED, _SHARE_BATCH_REFUSED = 0.1, 0.06
_SHARE_LEFT_OUT, _SHARE_STOPPED, _SHARE_DEARER, _SHARE_OLD = 0.08, 0.15, 0.2, 0.25
_SHARE_PRESSED_TWICE, _SHARE_ENDED, _SHARE_CANCELLED_ALONE = 0.2, 0.3, 0.25
_FRESH_SECONDS, _ROUNDING = 120.0, 1.0
_ALIKE = 3
_PATIENCE = 4000
_LOOKS = 0.5
_HEADING = StormHeading("Discover scuba dive", "", DAY, "11:30")
_ORDER = StormOrder(StormReason.WEATHER, by="Asha")
_GONE = frozenset({State.CANCELLED, State.RESOLVED_CANCELLED})
_SHOWN_AS = {
    State.CANCELLED: EndState.CANCELLED,
    State.RESOLVED_CANCELLED: EndState.KNOWN_CANCELLED,
    State.RESOLVED_NOT_CANCELLED: EndState.KNOWN_BOOKED,
    State.REJECTED: EndState.REFUSED,
}
_UNSENT = frozenset({EndState.NOT_SENT, EndState.QUOTE_CHANGED, None})


def run_storm(seed: int) -> Run:
    """Simulate a storm from one seed; the computer must be simulated already."""
    return run(seed, storm_scenario, StormClerk)


def storm_scenario(chance: Random) -> Scenario:
    """Draw what happens to a storm: the weather, crashes and answers of any sale, and one to six bookings."""
    plan = scenario(chance)
    manners = plan.customers[0]
    is_refused = chance.random() < _SHARE_ALL_REFUSED
    parties = _MOST_PARTIES if is_refused else chance.randint(1, _MOST_PARTIES)
    plain = Customer(manners.phone, 0.0, 1, 1.0, person=manners.person, sends_again=manners.sends_again)
    customers = tuple(replace(plain, phone=f"98765{number:05}") for number in range(parties))
    answers = mostly_good(chance, plan.answers, _MOST_PARTIES, refused=_SHARE_REFUSED)
    if is_refused:
        answers = (AnswerPlan(is_done=False, shape="refused"),)
    return replace(
        plan,
        customers=customers,
        answers=(*(AnswerPlan() for _ in customers), *answers),
        storm=0.0 if is_refused else plan.storm / 3,
        cash=Decimal(60000),
        # The crash itself comes only once there is a storm: the clerk arms it.
        crashes=tuple(Crash(loses_power=each.loses_power) for each in plan.crashes),
        has_foreign_life=False,
        failing="",
        fails_from=0,
    )


class FineWeatherClerk(Clerk):
    """One who sells in fine weather, and does something with all of it in any weather, life after life."""

    def __init__(self, plan: Scenario, service: Service, number: int) -> None:
        """`number` sets the chance of this clerk apart from that of others."""
        super().__init__(plan.customers, service)
        self.chance = Random(stage().seed + number)
        drawn = scenario(Random(stage().seed))
        self._crashes = [*drawn.crashes]
        self._failing, self._fails_from = drawn.failing, drawn.fails_from

    async def _sell_first(self, counter: Counter, customers: Sequence[Customer]) -> None:
        """Sell to these in the first life; in each life let happen from here on what was drawn."""
        if not self._done:
            stage().is_calm = True
            for customer in customers:
                await self._sell(counter, customer)
            stage().is_calm = False
        self._arm()

    def _arm(self) -> None:
        setting = stage()
        if self._failing:
            setting.disk.failing, setting.disk.fails_from = (
                self._failing,
                setting.disk.steps + self._fails_from,
            )
            self._failing = ""
        if self._crashes:
            crash = self._crashes.pop(0)
            after = crash.at_step or (0 if crash.at_turn else self.chance.randint(1, 120))
            setting.disk.dies_at = setting.disk.steps + after if after else 0
            setting.disk.dies_after = crash.after_step
            setting.loop.dies_at_turn = setting.loop.turns + 4 * crash.at_turn if crash.at_turn else 0


class StormClerk(FineWeatherClerk):
    """One who sells in fine weather and cancels all of it, life after life."""

    def __init__(self, plan: Scenario, service: Service) -> None:
        super().__init__(plan, service, 3)
        if self.chance.random() < _SHARE_BATCH_REFUSED:
            self._failing, self._fails_from = FILE, 0
        self.seen: dict[str, Decimal | None] = {}
        """The refund that the clerk has accepted for each booking, as it was shown."""
        self.is_decided = False

    @override
    async def _serve_all(self, counter: Counter) -> None:
        desk = StormSimulation(self, counter)
        await self._sell_first(counter, self.customers)
        await desk.start()
        await self._storm(desk)
        await desk.close()
        self._desk = desk

    _desk: StormSimulation | None = None

    @override
    async def _leave(self, counter: Counter) -> None:
        await counter.desk.payments.finish()
        if self._desk is not None and self._desk.counter is counter:
            await self._desk.look("before the end")
        self.faults += given_up_twice(self.service, counter.journal.attempts())

    async def _storm(self, desk: StormSimulation) -> None:
        """Quotes, one decision, and going on until this clerk has enough."""
        if desk.desk.storm is None and not await self._decided(desk):
            return
        for _ in range(_MOST_PRESSES):
            await desk.rested()
            await desk.look("while it stands")
            storm = desk.desk.storm
            if storm is None or storm.phase is not Phase.CANCELLING:
                return
            if self.chance.random() < _SHARE_OLD:
                await asyncio.sleep(_FRESH_SECONDS + _ROUNDING)
            if self.chance.random() < _SHARE_CANCELLED_ALONE:
                await self._cancel_alone(desk, storm)
            desk.see()
            if not desk.storm.to_send:
                break
            if not await desk.go_on():
                return
        await desk.rested()
        if self.chance.random() < _SHARE_ENDED:
            with suppress(DeskError):
                await desk.desk.end()
            await desk.look("after its end")

    async def _decided(self, desk: StormSimulation) -> bool:
        sales = await desk.sales()
        if not sales:
            return False
        await desk.desk.begin(_HEADING, sales)
        for _ in range(3):
            await desk.until(lambda: not desk.storm.to_come)
            if all(each.quote_state.value != "no answer" for each in desk.storm.parties):
                break
            with suppress(TimeoutError):
                async with asyncio.timeout(_PATIENCE):
                    await desk.desk.ask_again()
        out = [each.key for each in desk.storm.parties if self.chance.random() < _SHARE_LEFT_OUT]
        desk.desk.set_in(out, is_in=False)
        if self.chance.random() < _SHARE_OLD:
            await asyncio.sleep(_FRESH_SECONDS + _ROUNDING)
        desk.see()
        return await desk.decide()

    async def _cancel_alone(self, desk: StormSimulation, storm: Storm) -> None:
        """A page of its own cancels one of them meanwhile."""
        left = [each for each in storm.parties if each.end in {EndState.NOT_SENT, EndState.REFUSED}]
        if left:
            party = self.chance.choice(left)
            booking = next((each for each in await desk.sales() if each.request_id == party.key), None)
            if booking is not None and booking.may_be_cancelled:
                seats = self.chance.choice((1, SEATS))
                desk.alone.add(party.sale.booking_ref)
                await self._cancel(desk.counter, self.customers[0], booking_of(booking), seats)
                desk.alone.discard(party.sale.booking_ref)


class StormSimulation:
    """The storm desk of one life of the program, and what looks at all that it sends."""

    def __init__(self, clerk: StormClerk, counter: Counter) -> None:
        self.clerk, self.counter = clerk, counter
        self.alone: set[str] = set()
        """The bookings that are being cancelled on a page of their own now."""
        self._is_let = False
        """Whether a person has let it go on, and nothing has happened since that must stop it."""
        self._alike: list[str] = []
        self._sending = 0
        desk = counter.desk
        self._confirm = desk.cancellation.confirm
        self.desk = StormDesk(
            StormServices(
                desk.reader,
                desk.cancellation,
                desk.bookings,
                JournalEnds(counter.journal, desk.payments.is_carrying),
                desk.payments,
                StormFiles(DiskPath("/counter")),
                desk.till,
                desk.owing,
            ),
            desk.rules,
            deciders=Deciders(desk.rules, lambda: desk.day_close.duty),
            clerk=str,
            is_shared=lambda: False,
            sleep=asyncio.sleep,
        )
        vars(desk.cancellation)["confirm"] = self._watched
        desk.payments.ended.subscribe(self._note_ending)
        self._endings: dict[str, Ending] = {}

    @property
    def storm(self) -> Storm:
        """The storm, which there is."""
        if self.desk.storm is None:
            raise LookupError("No storm is open.")
        return self.desk.storm

    async def start(self) -> None:
        """Open what was kept: it must be there, stand still, and tell what the journal tells."""
        await self.desk.start()
        storm = self.desk.storm
        if storm is None:
            if self.clerk.is_decided and not self.counter.journal.recovery.problem:
                self.clerk.faults.append("lost: a storm that was decided is not there")
            return
        if storm.is_running or (storm.to_send and storm.phase is Phase.CANCELLING and storm.pause is None):
            self.clerk.faults.append("by itself: a storm runs after a start")
        await asyncio.sleep(_LOOKS)
        self.check("after a start")

    async def close(self) -> None:
        """End in order."""
        self._is_let = False
        await self.desk.close()

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until it is so; a storm that never ends is a fault."""
        for _ in range(_PATIENCE):
            if is_so():
                return
            await asyncio.sleep(_LOOKS)
        self.clerk.faults.append("endless: a storm")

    async def rested(self) -> None:
        """Wait until nothing is sent any more."""
        await self.until(lambda: self.desk.storm is None or not self.desk.storm.is_running)

    async def sales(self) -> list[Sale]:
        """What was sold, as it is known now."""
        made = [each for each in self.counter.journal.attempts() if each.kind is Kind.CREATE]
        found = [await self.counter.desk.bookings.own(each.request_id) for each in made]
        return [each for each in found if each is not None and each.booking_ref]

    def see(self) -> None:
        """Look at every quote as it is shown, and tick what waits for it."""
        self.desk.see()
        for each in self.storm.parties:
            if each.quote is not None:
                self.clerk.seen[each.sale.booking_ref] = each.quote.refund

    async def decide(self) -> bool:
        """Press the button, once or twice. Returns whether anything was decided."""
        return await self._pressed(lambda: self.desk.decide(_ORDER))

    async def go_on(self) -> bool:
        """Press the button that goes on, once or twice, and perhaps the one that stops soon afterwards."""
        return await self._pressed(self.desk.go_on)

    async def _pressed(self, press: Call) -> bool:
        chance = self.clerk.chance
        self._is_let, self._alike = True, []
        times = 2 if chance.random() < _SHARE_PRESSED_TWICE else 1
        endings = await self.clerk.pressed(press, times, "a storm")
        # Who presses twice is told of a refusal once.
        if self.desk.storm is None or self.desk.storm.decision is None or _is_refused(endings):
            stage().say(f"the storm does not go on: {endings[0]}")
            self._is_let = False
            return False
        self.clerk.is_decided = True
        if chance.random() < _SHARE_STOPPED:
            stage().loop.call_later(chance.uniform(0.0, 3.0), self._stop)
        if chance.random() < _SHARE_DEARER:
            stage().loop.call_later(chance.uniform(0.0, 3.0), self._make_dearer)
        return True

    def _stop(self) -> None:
        if self.desk.storm is not None and self.desk.storm.is_running:
            self._is_let = False
            self.desk.stop()

    def _make_dearer(self) -> None:
        habits = self.clerk.service.habits
        self.clerk.service.habits = replace(habits, charges=habits.charges + 100)

    def _note_ending(self, ending: Ending) -> None:
        self._endings[ending.request_id] = ending

    async def _watched(self, order: AcceptedQuote, tell: Tell) -> Ended:
        """Cancel one, after all has been looked at that must hold before."""
        if not self._is_ours(order):
            return await self._confirm(order, tell)
        self.clerk.is_decided = True
        self.clerk.faults += self._wrongs(order)
        self._sending += 1
        try:
            ended = await self._confirm(order, tell)
        except DeskError as error:
            self._is_let = self._is_let and not isinstance(error.__cause__, JournalError)
            raise
        finally:
            self._sending -= 1
        self._is_let = self._is_let and self._may_go_on(ended)
        return ended

    def _is_ours(self, order: AcceptedQuote) -> bool:
        return order.quote.booking.booking_ref not in self.alone

    def _may_go_on(self, ended: Ended) -> bool:
        """Whether nothing has happened that only a person may pass over."""
        ending = self._endings.get(ended.request_id)
        if isinstance(ended, OpenCancellation) or (ending is not None and not ending.is_kept):
            return False
        if isinstance(ended, Cancelled):
            self._alike = []
            return True
        if ending is None:
            # The journal has forbidden it: nothing was sent.
            return True
        words = str(getattr(ending.error, "words", ""))
        self._alike = [*(each for each in self._alike if each == words), words]
        return ending.state is State.REJECTED and len(self._alike) < _ALIKE

    def _wrongs(self, order: AcceptedQuote) -> Iterator[str]:
        quote, ref = order.quote, order.quote.booking.booking_ref
        kept = stage().disk.files.get(FILE)
        if kept is None or f'"{quote.intent_id}"'.encode() not in kept.kept:
            yield f"unkept: {ref} is sent before the disk has its intent"
        if self._sending:
            yield f"at once: {ref} is sent beside another"
        if not self._is_let:
            yield f"heedless: {ref} is sent although nobody has let it go on"
        if quote.refund != self.clerk.seen.get(ref, quote.refund):
            yield f"unseen: {ref} is sent for another refund than was accepted"
        age = (stage().clock() - quote.quoted.here).total_seconds()
        if stage().set_at == 0.0 and age > _FRESH_SECONDS + _ROUNDING:
            yield f"old: {ref} is sent with a quote of {age:.0f} seconds"
        for each in cancelling(self.counter.journal.attempts(), ref):
            if each.state is not State.PREPARED and (each.is_open or _is_whole(each, quote.intent_id)):
                yield f"hasty: {ref} is sent although {each.request_id} is {each.state}"
        if order.reason != "storm, weather, Asha":
            yield f"nameless: {ref} is sent for {order.reason}"

    async def look(self, when: str) -> None:
        """Read anew what became of each party; it must be what the journal says."""
        newest = -1
        # A reading may settle one while another is read.
        while self.desk.storm is not None and newest != len(self._entries()):
            newest = len(self._entries())
            await self.desk.refresh()
        self.check(when)

    def _entries(self) -> list[LogEntry]:
        return [entry for each in self.counter.journal.attempts() for entry in each.entries]

    def check(self, when: str) -> None:
        """Each party stands as the journal says, and as it is; nothing that is not known is in a sum."""
        storm = self.desk.storm
        if storm is None or storm.is_running or self.counter.desk.payments.is_settling or self.alone:
            return
        attempts, refunded = self.counter.journal.attempts(), Decimal(0)
        for each in storm.parties:
            if each.end is None:
                continue
            own = cancelling(attempts, each.sale.booking_ref)
            told = _told(own, self._intent_of(each))
            if each.end not in told:
                states = [attempt.state.value for attempt in own]
                self.clerk.faults.append(
                    f"mistold: {each.sale.booking_ref} {when} is {each.end}, and {states}"
                )
            if each.end in {EndState.CANCELLED, EndState.KNOWN_CANCELLED} and not self._is_gone(each):
                self.clerk.faults.append(f"untrue: {each.sale.booking_ref} {when} is {each.end}")
            if each.end is EndState.CANCELLED:
                stated = [attempt.facts.get("refund") for attempt in own if attempt.state is State.CANCELLED]
                refunded += Decimal(str(stated[-1] or 0)) if stated else Decimal(0)
        if refunded != storm.refunded:
            self.clerk.faults.append(f"sums: {storm.refunded} {when}, and the journal says {refunded}")

    def _intent_of(self, party: StormParty) -> str:
        """The intent that the disk has for a party."""
        file = stage().disk.files.get(FILE)
        kept = json.loads(file.data) if file else {"parties": ()}
        found = (str(each["intent_id"]) for each in kept["parties"] if each["request_id"] == party.key)
        return next(found, "")

    def _is_gone(self, party: StormParty) -> bool:
        booking = self.clerk.service.found(party.sale.booking_ref)
        return booking is not None and booking.cancelled >= SEATS


def _is_refused(endings: Sequence[object]) -> bool:
    return all(isinstance(each, DeskError) for each in endings)


def cancelling(attempts: tuple[Attempt, ...], ref: str) -> list[Attempt]:
    return [each for each in attempts if each.kind is Kind.CANCEL and each.facts.get("booking_ref") == ref]


def _is_whole(attempt: Attempt, intent_id: str) -> bool:
    is_own = intent_id in {attempt.intent_id, attempt.facts.get("asked_as")}
    return attempt.state in _GONE and (is_own or attempt.facts.get("is_whole") == 1)


def _told(attempts: list[Attempt], intent_id: str) -> AbstractSet[EndState | None]:
    """How a party may be shown whose booking has these attempts to cancel."""
    if any(each.is_open and each.state is not State.PREPARED for each in attempts):
        return {EndState.UNKNOWN}
    whole = {_SHOWN_AS[each.state] for each in attempts if _is_whole(each, intent_id)}
    own = [each for each in attempts if intent_id in {each.intent_id, each.facts.get("asked_as")}]
    settled = {_SHOWN_AS[each.state] for each in own[-1:] if each.state in _SHOWN_AS}
    return whole or settled or _UNSENT


def given_up_twice(service: Service, attempts: tuple[Attempt, ...]) -> Iterator[str]:
    """No booking of this counter is given up twice by orders that nobody knows to have come to nothing."""
    harmless = {each.request_id for each in attempts if each.state is State.RESOLVED_NOT_CANCELLED}
    own = {each.request_id for each in attempts if each.kind is Kind.CANCEL}
    for booking in service.bookings:
        orders = [each for each in service.whole if each.is_cancellation and each.subject == booking.ref]
        sent = {each.request_id: each.seats for each in orders}
        counted = [seats for name, seats in sent.items() if name in own - harmless - service.refused]
        if sum(counted) > SEATS:
            yield f"twice: {booking.ref} was given up by {sorted(sent)}"
