"""Cancels the parties of a storm one after another, each by its own journalled call, and never two at a time.

What became of a party is asked of the journal alone. Nothing goes on by itself after a pause.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

from app.api.messages.errors import PartnerError, RefusedError
from app.core.event import Event
from app.core.language import tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.cancellation.cancellation import Cancellations, Ended
from app.desk.cancellation.open_cancellation import OpenCancellation
from app.desk.cancellation.refund_quote import AcceptedQuote, Cancelled, NotAcceptedError, RefundQuote
from app.desk.model.errors import DeskError
from app.desk.model.sale import Progress, Wallet
from app.desk.payment.payments import Ending
from app.desk.service.key_access import KeyState
from app.desk.service.service_reader import ServiceReader
from app.desk.storm import storm_words
from app.desk.storm.asked_quote import Asked, QuoteAsker
from app.desk.storm.held_storm import HeldStorm, is_same
from app.desk.storm.journal_ends import JournalEnd, JournalEnds
from app.desk.storm.party_changes import leave_out
from app.desk.storm.quoting import Quoting
from app.desk.storm.values import (
    GONE,
    NOT_YET_SAID,
    EndState,
    Pause,
    PauseReason,
    QuoteState,
    StormParty,
)
from app.store.journal.journal import JournalError

_PATIENCE = frozenset({408, 429})
"""HTTP statuses with which a service asks to wait."""
_SERVER_FAULT = 500
_ALIKE = 3
"""So many refusals in a row in the same words pause it."""
_TRIES = 3
"""How often a quote is asked for in a row when it has grown too old before it was sent."""


class StormCancelling:
    """Sends the cancellations of the open storm, and watches those whose answer was lost."""

    def __init__(
        self,
        held: HeldStorm,
        quoting: Quoting,
        asker: QuoteAsker,
        cancellations: Cancellations,
        *,
        ends: JournalEnds,
        reader: ServiceReader,
        ended: Event[Ending],
        has_neighbours: Callable[[], bool],
    ) -> None:
        """`ended` tells how each money call ended; `has_neighbours` whether others may use the wallet."""
        self.ran = Event[()]()
        """It runs no more: it has paused, or nothing is left to send."""
        self._held, self._quoting, self._asker, self._ends = held, quoting, asker, ends
        self._cancellations, self._reader = cancellations, reader
        self._has_neighbours = has_neighbours
        self._tasks = TaskScope(hand_to_loop)
        self._sending = asyncio.Lock()
        self._stopped_by: str | None = None
        self._alike: list[str] = []
        """The words of the last refusals in a row."""
        self._endings: dict[str, Ending] = {}
        self._seen: tuple[int, Decimal] | None = None
        """The wallet as it was read last, and the journal's newest entry then."""
        self._lost: list[tuple[str, str]] = []
        """The parties whose outcome is not known and their intents, to be watched one at a time."""
        ended.subscribe(self._note_ending)

    def prepare(self) -> None:
        """Count as running from now on, so that a stop from now on counts; `start` follows."""
        self._stopped_by, self._alike = None, []
        self._held.change(lambda storm: replace(storm, is_running=True, is_stopping=False, pause=None))

    def start(self) -> None:
        """Send what was not sent, in order, until something is in the way."""
        self._tasks.start("sending", self._send_all())

    def stop(self, by: str) -> None:
        """Send nothing after the one that is on its way; `by` is who says so, empty for the program."""
        storm = self._held.storm
        if storm is not None and storm.is_running:
            self._stopped_by = by
            self._held.change(lambda storm: replace(storm, is_stopping=True))

    async def finish(self) -> None:
        """Stop, and wait until nothing is on its way."""
        self.stop("")
        async with self._sending:
            # The one that was on its way may have been the first to be watched.
            self._tasks.cancel("watching")
        await self._tasks.finish()

    async def ends(self) -> dict[str, JournalEnd]:
        """What became of every party that was to be sent, by the journal; it is not shown yet."""
        held, found = self._held, dict[str, JournalEnd]()
        for each in held.the_storm().parties:
            if each.end is not None and held.find(each.key) is not None:
                found[each.key] = await self._end_of(each.key)
        return found

    async def read_all(self) -> None:
        """Read what became of every party from the journal."""
        for each in self._held.the_storm().parties:
            if each.end is not None:
                await self._read_if_open(each.key)

    async def _read_if_open(self, key: str) -> None:
        """Read what became of a party, unless the storm was closed meanwhile."""
        if self._held.find(key) is not None:
            await self._read(key)

    async def _send_all(self) -> None:
        pause: Pause | None = None
        try:
            async with self._sending:
                # What was lost before may be known by now, and counts in what was credited.
                await self.read_all()
                await self._look_at_wallet()
                pause = await self._send_each()
        finally:
            self._held.change(lambda storm: replace(storm, is_running=False, is_stopping=False, pause=pause))
            self.ran()

    async def _send_each(self) -> Pause | None:
        """Send one after another. Returns why it pauses; None when nothing is left."""
        passed: set[str] = set()
        while (party := self._next(passed)) is not None:
            if self._stopped_by is not None:
                break
            passed.add(party.key)
            pause = await self._one(party.key)
            if pause is not None:
                return pause
        now, storm = self._reader.now_here(), self._held.the_storm()
        if self._stopped_by is not None and storm.to_send:
            return storm_words.stopped(now, self._stopped_by, len(storm.to_send))
        return storm_words.paused(PauseReason.CHANGED, now) if storm.ended(EndState.QUOTE_CHANGED) else None

    def _next(self, passed: set[str]) -> StormParty | None:
        return next((each for each in self._held.the_storm().to_send if each.key not in passed), None)

    async def _one(self, key: str) -> Pause | None:
        """Cancel one party, unless the journal has a cancellation of it. Returns why it pauses here."""
        party, intent_id = self._held.party(key), self._held.intents[key]
        if await asyncio.to_thread(self._ends.is_taken, intent_id, party.sale.booking_ref):
            # The file was changed: under this intent nobody would know what became of which booking.
            self._held.put(leave_out(party, tr(storm_words.NOT_AS_KEPT)))
            return None
        tries = 0
        while True:
            found = await self._accepted(key)
            if not isinstance(found, AcceptedQuote):
                return found
            # What was asked for meanwhile may have taken a while, in which another page was used.
            if (await self._read(key)).state is not EndState.NOT_SENT or self._stopped_by is not None:
                return None
            try:
                return await self._send(key, found)
            except DeskError as error:
                tries += 1
                pause = await self._not_let(key, error, is_last=tries == _TRIES)
                if pause is not None:
                    return pause

    async def _accepted(self, key: str) -> AcceptedQuote | Pause | None:
        """The accepted quote of a party that may be sent; None when it waits or is passed over."""
        if (await self._read(key)).state is not EndState.NOT_SENT:
            return None
        for _ in range(_TRIES):
            # Where it pauses, no quote is held any more.
            pause = None if self._quoting.is_fresh(key) else await self._ask_again(key)
            party, quote = self._held.party(key), self._held.quotes.get(key)
            if quote is None or not party.is_sendable:
                return pause
            try:
                return self._order(party, quote)
            except NotAcceptedError:
                # It has grown too old this very moment.
                self._held.quotes.pop(key)
        return None

    def _order(self, party: StormParty, quote: RefundQuote) -> AcceptedQuote:
        storm = self._held.the_storm()
        order = self._cancellations.accept(
            replace(quote, intent_id=self._held.intents[party.key]),
            quote.choice,
            has_read=party.is_seen,
            reason=storm_words.reason_of(storm.decision) if storm.decision else "",
            customer_back=quote.customer.back,
        )
        return replace(order, storm=storm.id)

    async def _ask_again(self, key: str) -> Pause | None:
        """Ask for the quote of a party just before it is sent; another one waits for its own tick."""
        party = self._held.party(key)
        asked = await self._asker.ask(party.sale, party.choice)
        if asked.quote is None:
            return self._unquoted(party, asked)
        self._quoting.note(key, asked)
        party = self._held.party(key)
        if not is_same(self._held.accepted.get(key), party.quote):
            self._held.put(replace(party, end=EndState.QUOTE_CHANGED))
        return None

    def _unquoted(self, party: StormParty, asked: Asked) -> Pause | None:
        """Pass over a party that was not quoted. Returns why it pauses, if the line or the key is why."""
        self._held.quotes.pop(party.key, None)
        if asked.state is QuoteState.LEFT_OUT:
            self._held.put(leave_out(party, asked.words, was_gone=asked.was_gone))
            return None
        if asked.state is not QuoteState.NO_ANSWER:
            self._held.put(replace(party, words=asked.words))
        return self._pause_after(asked.error, asked.words)

    async def _send(self, key: str, order: AcceptedQuote) -> Pause | None:
        party, now = self._held.party(key), self._reader.now_here()
        self._held.put(replace(party, end=EndState.SENDING, since=now, words=""))
        self._endings.clear()
        ended = await self._cancellations.confirm(order, _ignore)
        return await self._after(key, ended)

    async def _after(self, key: str, ended: Ended) -> Pause | None:
        """What a cancellation has come to. Returns why it pauses here, if so."""
        end, now = await self._read(key), self._reader.now_here()
        ending = self._endings.get(ended.request_id)
        if ending is not None and not ending.is_kept:
            if isinstance(ended, Cancelled):
                self._say(key, storm_words.not_written(ended.refund_reference))
            return storm_words.paused(PauseReason.DISK, now)
        if isinstance(ended, OpenCancellation):
            self._watch(key, ended.intent_id)
            return storm_words.paused(PauseReason.NO_ANSWER, now)
        if isinstance(ended, Cancelled):
            self._alike.clear()
            return await self._hold_wallet(ended, ended.wallet)
        if end.state is EndState.REFUSED:
            return self._pause_after(ending.error if ending else None, end.words)
        # What the journal has forbidden is passed over: no line is in the way of the next one.
        is_line = end.state is EndState.NOT_SENT and ending is not None
        return storm_words.paused(PauseReason.LINE, now) if is_line else None

    async def _not_let(self, key: str, error: DeskError, *, is_last: bool) -> Pause | None:
        """After this counter has not let one go: None to try once more with another quote."""
        await self._read(key)
        now = self._reader.now_here()
        if isinstance(error.__cause__, JournalError):
            return storm_words.paused(PauseReason.DISK, now)
        if self._reader.access.state is not KeyState.GOOD:
            return storm_words.paused(PauseReason.KEY, now)
        self._held.quotes.pop(key, None)
        return storm_words.forbidden(now, error.advice) if is_last else None

    def _pause_after(self, error: Exception | None, words: str) -> Pause | None:
        """Why it pauses after a refusal or an answer that did not come; None to go on with the next."""
        now = self._reader.now_here()
        if self._reader.access.state is not KeyState.GOOD:
            return storm_words.paused(PauseReason.KEY, now)
        if isinstance(error, PartnerError) and not isinstance(error, RefusedError):
            status = getattr(error, "http_status", None)
            return storm_words.paused(PauseReason.SERVICE_WAIT if status else PauseReason.LINE, now)
        if isinstance(error, RefusedError) and _asks_to_wait(error):
            return storm_words.paused(PauseReason.SERVICE_WAIT, now)
        self._alike = [*(each for each in self._alike if each == words), words]
        is_same = len(self._alike) >= _ALIKE
        return storm_words.paused(PauseReason.THREE_REFUSALS, now) if is_same else None

    async def _read(self, key: str) -> JournalEnd:
        """What became of a party by the journal, which it then shows."""
        end = await self._end_of(key)
        party = self._held.find(key)
        if party is not None and party.end is not None:
            self._held.put(self.with_end(party, end))
        return end

    async def _end_of(self, key: str) -> JournalEnd:
        ref, intent_id = self._held.party(key).sale.booking_ref, self._held.intents[key]
        return await asyncio.to_thread(self._ends.end_of, ref, intent_id, self._held.behind)

    def with_end(self, party: StormParty, end: JournalEnd) -> StormParty:
        """The party with what became of it; it gets back what the rule says, not yet what the till has."""
        if end.state is EndState.NOT_SENT:
            waits = party.end is EndState.QUOTE_CHANGED
            unsent = replace(party, reference="", refunded=None, intent_id="")
            return replace(unsent, end=party.end if waits else EndState.NOT_SENT)
        charge, is_gone = party.quote.charge if party.quote else None, end.state in GONE
        return replace(
            party,
            end=end.state,
            since=end.at,
            words=end.words,
            reference=end.reference,
            refunded=end.refunded,
            intent_id=end.intent_id,
            # Nobody is told an amount for what is not certain.
            back=self._quoting.given_back(end.side, charge) if end.side and is_gone else NOT_YET_SAID,
        )

    def _say(self, key: str, words: str) -> None:
        self._held.put(replace(self._held.party(key), words=words))

    def _note_ending(self, ending: Ending) -> None:
        if self._sending.locked():
            self._endings[ending.request_id] = ending

    async def _look_at_wallet(self) -> None:
        """Read the wallet before the first one, so that its movement can be held against the refunds."""
        self._seen = None
        newest = await asyncio.to_thread(self._ends.newest)
        try:
            wallet = await self._reader.wallet()
        except DeskError:
            return
        self._seen = newest, _worth(wallet)
        await self._show_wallet(wallet)

    async def _show_wallet(self, wallet: Wallet) -> None:
        """Show it beside what was credited; no contradiction where something else may have moved it."""
        refs = [each.sale.booking_ref for each in self._held.the_storm().chosen]
        is_moved = await asyncio.to_thread(self._ends.others_since, self._held.behind, refs)
        storm = self._held.the_storm()
        # One that was read after a kill has risen already by what was credited before.
        before = storm.wallet_before or (None if storm.sent else wallet)
        is_known = not (is_moved or self._has_neighbours() or storm.ended(EndState.KNOWN_CANCELLED))
        # What is not stated is no nought that could agree.
        rose = _worth(wallet) - _worth(before) if before and not storm.refunds_not_stated else None
        agrees = None if rose is None or not (is_known or rose == storm.refunded) else rose == storm.refunded
        currency = wallet.currency
        self._held.show(
            replace(storm, wallet_before=before, wallet_now=wallet, wallet_agrees=agrees, currency=currency)
        )

    async def _hold_wallet(self, ended: Cancelled, wallet: Wallet | None) -> Pause | None:
        """Hold the wallet's movement against the refund. Returns a pause when they do not agree.

        It says nothing where others use the wallet, or this counter did something else meanwhile.
        """
        before, newest = self._seen, await asyncio.to_thread(self._ends.newest)
        self._seen = None if wallet is None else (newest, _worth(wallet))
        if wallet is None:
            return None
        await self._show_wallet(wallet)
        if before is None or ended.refund is None or self._has_neighbours():
            return None
        rose = _worth(wallet) - before[1]
        if rose == ended.refund or await asyncio.to_thread(
            self._ends.others_since, before[0], (ended.booking_ref,)
        ):
            return None
        return storm_words.wallet_differs(self._reader.now_here(), rose, ended.refund)

    def _watch(self, key: str, intent_id: str) -> None:
        self._lost.append((key, intent_id))
        if not self._tasks.is_running("watching"):
            self._tasks.start("watching", self._watch_each())

    async def _watch_each(self) -> None:
        """Read the bookings of those whose answer was lost, one at a time, as single ones are read."""
        while self._lost:
            key, intent_id = self._lost.pop(0)
            await self._cancellations.watch(intent_id, lambda _: None)
            await self._read_if_open(key)


def _worth(wallet: Wallet) -> Decimal:
    """What a refund raises: it may become cash, or pay back credit."""
    return wallet.cash - wallet.credit_used


def _asks_to_wait(error: RefusedError) -> bool:
    return error.http_status in _PATIENCE or error.http_status >= _SERVER_FAULT


def _ignore(_: Progress) -> None:
    """The page shows since when it is sent."""
