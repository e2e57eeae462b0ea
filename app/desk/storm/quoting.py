"""Quotes of a storm: two parties at once, in their order, and again by themselves when they grow old."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from decimal import Decimal

from app.api.wire.sender import Sleep
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.cancellation.customer_refund import GivenBack
from app.desk.model.booking import TravellerChoice
from app.desk.model.office_rules import OfficeRules
from app.desk.service.service_reader import ServiceReader
from app.desk.storm.asked_quote import Asked, QuoteAsker, quoted_of
from app.desk.storm.gets_back import by_rule
from app.desk.storm.held_storm import HeldStorm, is_same
from app.desk.storm.values import QUOTED, TO_COME, GetsBack, QuoteState, StormParty

_WORKERS = ("one", "other")
"""Parties that are quoted at the same time; more would be refused where a service counts requests."""
_LOOKED = 5.0
"""Seconds between two looks for quotes that have grown too old."""


class Quoting:
    """Asks for the quotes of the open storm. Nothing is cancelled by asking."""

    def __init__(
        self, held: HeldStorm, asker: QuoteAsker, reader: ServiceReader, rules: OfficeRules, sleep: Sleep
    ) -> None:
        self._held, self._asker, self._reader, self._rules = held, asker, reader, rules
        self._sleep = sleep
        self._tasks = TaskScope(hand_to_loop)
        self._is_idle = asyncio.Event()
        self._left: set[str] = set()
        """Those that a person has left out."""

    def begin(self) -> None:
        """Ask for all quotes of a storm that was just opened, and again when they have grown old."""
        self._left.clear()
        self.go_on()
        self.keep_fresh()

    def keep_fresh(self) -> None:
        """Ask again for what has grown too old, while the desk waits for the decision."""
        self._tasks.start("fresh", self._keep_fresh())

    def end(self) -> None:
        """Ask for nothing more; what is on its way is not waited for."""
        self._tasks.cancel_all()

    async def finish(self) -> None:
        """End, and wait until nothing is asked."""
        self.end()
        await self._tasks.finish()

    def pause(self) -> None:
        """Ask for no further quote; those on their way are finished."""
        self._held.change(lambda storm: replace(storm, is_asking=False))

    def go_on(self) -> None:
        """Ask for all quotes that are still to come."""
        self._is_idle.clear()
        self._held.change(lambda storm: replace(storm, is_asking=True))
        for each in _WORKERS:
            if not self._tasks.is_running(each):
                self._tasks.start(each, self._ask_all())

    async def again(self, key: str) -> None:
        """Ask again for one quote or, without a key, for all; returns when none is asked any more."""
        for each in self._held.the_storm().parties:
            may_be = each.quote_state not in {QuoteState.LEFT_OUT, QuoteState.ASKING}
            if may_be and key in {"", each.key}:
                self._held.put(replace(each, quote_state=QuoteState.WAITING))
        self.go_on()
        await self._is_idle.wait()

    async def give_ids(self, key: str, choice: TravellerChoice) -> None:
        """Ask for the quote of a party with these numbers of its travellers."""
        party = self._held.find(key)
        if party is not None:
            self._left.discard(key)
            self._held.put(replace(party, choice=choice, is_in=True))
            await self.again(key)

    def set_in(self, key: str, *, is_in: bool) -> None:
        """Take a party in, or leave it out; what cannot be cancelled here stays out."""
        party = self._held.find(key)
        if party is None:
            return
        self._left = self._left - {key} if is_in else self._left | {key}
        self._held.put(self._with_tick(party))

    def _with_tick(self, party: StormParty) -> StormParty:
        may_be = party.quote_state in QUOTED | TO_COME
        return replace(party, is_in=may_be and party.key not in self._left)

    async def _ask_all(self) -> None:
        while (party := self._next()) is not None:
            now = self._reader.now_here()
            self._held.put(replace(party, quote_state=QuoteState.ASKING, since=now))
            self.note(party.key, await self._asker.ask(party.sale, party.choice))
        if not self._is_any(QuoteState.ASKING):
            if not self._is_any(QuoteState.WAITING):
                self.pause()
            self._is_idle.set()

    def _next(self) -> StormParty | None:
        storm = self._held.the_storm()
        if not storm.is_asking:
            return None
        return next((each for each in storm.parties if each.quote_state is QuoteState.WAITING), None)

    def _is_any(self, state: QuoteState) -> bool:
        return any(each.quote_state is state for each in self._held.the_storm().parties)

    def note(self, key: str, asked: Asked) -> None:
        """Hold what was asked for beside what a person has accepted or seen of this party."""
        party = self._held.party(key)
        if asked.quote is None:
            since = self._reader.now_here()
            choice = asked.choice or party.choice
            unquoted = replace(party, quote_state=asked.state, words=asked.words, since=since, choice=choice)
            self._held.put(self._with_tick(replace(unquoted, was_gone=asked.was_gone)))
            return
        quote, new = asked.quote, quoted_of(asked.quote)
        self._held.quotes[key] = quote
        before = self._held.accepted.setdefault(key, new)
        is_changed = not is_same(before, new)
        is_seen = party.is_seen and not is_changed
        former = before if is_changed else party.former if is_seen else None
        party = replace(
            party,
            quote_state=QuoteState.CHANGED if former else asked.state,
            quote=new,
            former=former,
            is_seen=is_seen,
            since=new.at,
            words="",
            choice=quote.choice,
            seats=new.seats,
            back=self.given_back(quote.customer, new.charge),
        )
        self._held.put(self._with_tick(party))

    def given_back(self, side: GivenBack, charge: Decimal | None) -> GetsBack:
        """What the agency's rule gives back; `charge` is the service's, if it is stated."""
        told = side._replace(is_price=self._rules.till.is_on)
        return by_rule(told, charge, self._rules.customer_refund)

    async def _keep_fresh(self) -> None:
        """Ask again for each quote that has grown too old to be accepted, while the desk waits."""
        while True:
            await self._sleep(_LOOKED)
            old = [each for each in self._waiting() if not self.is_fresh(each.key)]
            for begin in range(0, len(old), len(_WORKERS)):
                pair = old[begin : begin + len(_WORKERS)]
                answers = await asyncio.gather(*(self._asker.ask(each.sale, each.choice) for each in pair))
                for each, asked in zip(pair, answers, strict=True):
                    # Without an answer it goes on showing its last quote.
                    if asked.state is not QuoteState.NO_ANSWER:
                        self.note(each.key, asked)

    def _waiting(self) -> tuple[StormParty, ...]:
        """What a person may decide about now."""
        storm = self._held.the_storm()
        return () if storm.to_come else storm.chosen

    def is_fresh(self, key: str) -> bool:
        """Whether the quote of a party may still be accepted and sent."""
        quote = self._held.quotes.get(key)
        return quote is not None and quote.is_fresh(self._reader.moment())
