"""Keeps the open storm on the disk, and brings it back after a start."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import count

from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model.sale import Sale
from app.desk.storm.held_storm import HeldStorm
from app.desk.storm.journal_ends import JournalEnds
from app.desk.storm.party_sales import PartySales
from app.desk.storm.storm_file import FORM, KeptParty, KeptStorm, StormFiles, hash_of
from app.desk.storm.values import GONE, EndState, QuoteState, Storm, StormDecision, StormParty, StormSummary

log = logging.getLogger(__name__)


class StormKeeper:
    """The disk is never asked what became of a party."""

    def __init__(self, held: HeldStorm, files: StormFiles, sales: PartySales) -> None:
        self._held, self._files, self._sales = held, files, sales
        self._writing = asyncio.Lock()
        self._tasks = TaskScope(hand_to_loop)
        self._changes = count()

    async def keep(self) -> None:
        """Bring the newest state of a storm that was decided to the disk. Raises OSError."""
        async with self._writing:
            storm = self._held.storm
            if storm is not None and storm.decision is not None:
                await asyncio.to_thread(self._files.keep_open, self._kept(storm, storm.decision))

    async def keep_if_it_can(self) -> None:
        """The same where nothing depends on it: a refusal of the disk is written to the log."""
        try:
            await self.keep()
        except OSError:
            log.warning("The storm could not be kept.", exc_info=True)

    def keep_soon(self) -> None:
        """The same without waiting for it."""
        self._tasks.start(f"keep {next(self._changes)}", self.keep_if_it_can())

    async def take_back(self) -> None:
        """Keep none as open, after it could not be kept: a part of that may be on the disk all the same."""
        async with self._writing:
            try:
                await asyncio.to_thread(self._files.drop_open)
            except OSError:
                log.warning("A storm that was not decided may be on the disk.", exc_info=True)

    async def close(self) -> None:
        """Keep the storm among those that ended, and hold none. Raises OSError."""
        async with self._writing:
            storm = self._held.storm
            if storm is not None and storm.decision is not None:
                await asyncio.to_thread(self._files.close, self._kept(storm, storm.decision))
                self._held.open(None)

    @property
    def was_used(self) -> bool:
        """Whether any storm was ever kept here."""
        return self._files.are_there

    async def finish(self) -> None:
        """Wait until everything is on the disk."""
        await self._tasks.finish()

    async def restore(self) -> KeptStorm | None:
        """Hold what was kept as open, as it was decided; None for nothing, and for what is damaged.

        Raises OSError when it cannot be read.
        """
        return await self._restore(self._files.read_open)

    async def restore_ended(self, storm_id: str) -> bool:
        """Hold one that ended again. Returns whether it could: it may be gone, or not readable."""
        try:
            return await self._restore(partial(self._files.read_ended, storm_id)) is not None
        except OSError:
            log.warning("A storm that ended could not be read.", exc_info=True)
            return False

    async def _restore(self, read: Callable[[], KeptStorm | None]) -> KeptStorm | None:
        kept = await asyncio.to_thread(read)
        if kept is None:
            return None
        parties = tuple([await self._party_of(each, kept) for each in kept.parties])
        self._held.bring_back(
            Storm(
                kept.id,
                kept.heading,
                parties,
                phase=kept.phase,
                pause=kept.pause,
                decision=kept.decision,
                wallet_before=kept.wallet,
                currency=kept.currency,
            ),
            kept,
        )
        return kept

    def recent(self, since: datetime, ends: JournalEnds) -> tuple[StormSummary, ...]:
        """The storms that ended and were decided since then, newest first; waits for the disk."""
        return tuple(_summary(each, ends) for each in self._files.ended(since))

    async def _party_of(self, kept: KeptParty, storm: KeptStorm) -> StormParty:
        sale = await self._sales.of(kept.request_id)
        is_decided = bool(kept.intent_id) and not kept.left_out
        return StormParty(
            sale or _missing(kept, storm),
            kept.seats,
            is_in=is_decided,
            quote_state=_quote_state(kept),
            quote=kept.quote,
            is_seen=is_decided,
            since=kept.quote.at if kept.quote else None,
            words=kept.left_out,
            was_gone=kept.was_gone,
            end=EndState.NOT_SENT if is_decided else None,
            is_missing=sale is None,
        )

    def _kept(self, storm: Storm, decision: StormDecision) -> KeptStorm:
        wallet = storm.wallet_before
        return KeptStorm(
            form=FORM,
            id=storm.id,
            heading=storm.heading,
            decision=decision,
            parties=tuple(map(self._kept_party, storm.parties)),
            behind=self._held.behind,
            phase=storm.phase,
            is_running=storm.is_running,
            pause=storm.pause,
            wallet=wallet and replace(wallet, ledger=()),
            currency=storm.currency,
        )

    def _kept_party(self, party: StormParty) -> KeptParty:
        held, key = self._held, party.key
        quote = held.quotes.get(key)
        return KeptParty(
            request_id=key,
            booking_ref=party.sale.booking_ref,
            is_boat=party.sale.is_boat,
            seats=party.seats,
            intent_id=held.intents.get(key, ""),
            quote=held.accepted.get(key),
            quote_hash=hash_of(quote.as_received) if quote else held.hashes.get(key, ""),
            left_out="" if party.end is not None else party.words or "-",
            was_gone=party.was_gone,
        )


def _quote_state(kept: KeptParty) -> QuoteState:
    if kept.left_out:
        return QuoteState.LEFT_OUT
    is_stated = kept.quote is not None and kept.quote.refund is not None
    return QuoteState.QUOTED if is_stated else QuoteState.NOT_STATED


def _missing(kept: KeptParty, storm: KeptStorm) -> Sale:
    """What is still known of a sale that is no longer kept."""
    return Sale(
        intent_id="",
        request_id=kept.request_id,
        state="",
        is_open=False,
        title=storm.heading.title,
        day=storm.heading.day,
        window=storm.heading.starts,
        qty=kept.seats,
        customer_name="",
        customer_phone="",
        booking_ref=kept.booking_ref,
        expected=None,
        debited=None,
        currency=storm.currency,
        wallet_before=None,
        sold_at=storm.decision.at,
        history=(),
        is_boat=kept.is_boat,
    )


def _summary(storm: KeptStorm, ends: JournalEnds) -> StormSummary:
    sent = [each for each in storm.parties if each.intent_id and not each.left_out]
    states: Sequence[EndState] = [
        ends.end_of(each.booking_ref, each.intent_id, storm.behind).state for each in sent
    ]
    return StormSummary(
        storm.id,
        storm.heading,
        storm.decision,
        tuple(each.request_id for each in sent),
        cancelled=sum(each in GONE for each in states),
        refused=sum(each in {EndState.REFUSED, EndState.KNOWN_BOOKED} for each in states),
        unknown=sum(each in {EndState.UNKNOWN, EndState.SENDING} for each in states),
        not_sent=states.count(EndState.NOT_SENT),
        left_out=len(storm.parties) - len(sent),
    )
