"""Bugs in the storm desk."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Any

from app.desk.cancellation.open_cancellation import OpenCancellation
from app.desk.cancellation.refund_quote import RefundQuote
from app.desk.model.sale import NotSold
from app.desk.storm import cancelling, journal_ends, quoting
from app.desk.storm.cancelling import StormCancelling
from app.desk.storm.journal_ends import NOTHING_SENT, JournalEnd, JournalEnds
from app.desk.storm.storm_desk import StormDesk
from app.desk.storm.storm_keeper import StormKeeper
from app.desk.storm.values import EndState, Phase, Storm
from app.store.journal.states import State
from tests.simulation.patches import Patches
from tests.simulation.plants.plants import Bed

BED = Bed()


@BED.plant
def journal_is_not_asked_before_sending(patches: Patches) -> None:
    """What has been cancelled, or may have been, is sent once more."""
    patches.put(JournalEnds, "end_of", _unsent)


@BED.plant
def old_quote_is_sent(patches: Patches) -> None:
    """A quote never grows old."""
    patches.put(RefundQuote, "is_fresh", _yes)


@BED.plant
def all_are_sent_at_once(patches: Patches) -> None:
    """Two are on their way at the same time."""

    async def send_each(self: Any) -> None:
        storm = self._held.storm
        await asyncio.gather(*(self._one(each.key) for each in storm.to_send))

    patches.put(StormCancelling, "_send_each", send_each)


@BED.plant
def restart_goes_on_by_itself(patches: Patches) -> None:
    """What was cut off is sent as soon as the program starts."""
    start = StormDesk.start

    async def goes_on(self: StormDesk) -> None:
        await start(self)
        if self.storm is not None and self.storm.to_send and self.storm.phase is Phase.CANCELLING:
            await self.go_on()

    patches.put(StormDesk, "start", goes_on)


@BED.plant
def unknown_counts_as_cancelled(patches: Patches) -> None:
    """An answer that was lost is taken for a good one."""
    still_open = vars(JournalEnds)["_open"]

    def shown(self: Any, attempt: Any) -> Any:
        end = still_open(self, attempt)
        return end._replace(state=EndState.CANCELLED) if end.state is EndState.UNKNOWN else end

    patches.put(JournalEnds, "_open", shown)


@BED.plant
def unknown_counts_as_not_sent(patches: Patches) -> None:
    """An answer that was lost is taken for none, and the party is sent again."""
    patches.put(JournalEnds, "_open", _unsent)


@BED.plant
def lost_answer_does_not_pause(patches: Patches) -> None:
    """The next one is sent after an outcome that nobody knows."""
    after = vars(StormCancelling)["_after"]

    async def ended(self: Any, key: str, outcome: Any) -> Any:
        pause = await after(self, key, outcome)
        return None if isinstance(outcome, OpenCancellation) else pause

    patches.put(StormCancelling, "_after", ended)


@BED.plant
def dropped_line_burns_through(patches: Patches) -> None:
    """One after another is tried while nothing leaves."""
    after = vars(StormCancelling)["_after"]

    async def ended(self: Any, key: str, outcome: Any) -> Any:
        pause = await after(self, key, outcome)
        return None if isinstance(outcome, NotSold) and not outcome.was_sent else pause

    patches.put(StormCancelling, "_after", ended)


@BED.plant
def equal_refusals_do_not_pause(patches: Patches) -> None:
    """All are sent, although the service refuses each in the same words."""
    patches.put(cancelling, "_ALIKE", 10_000)


@BED.plant
def other_quote_is_taken_for_the_same(patches: Patches) -> None:
    """What nobody has seen is accepted."""
    for module in (cancelling, quoting):
        patches.put(module, "is_same", _yes)


@BED.plant
def batch_is_kept_in_memory_alone(patches: Patches) -> None:
    """A program that dies has lost what it was at."""

    async def keep(_: object) -> None:
        return

    patches.put(StormKeeper, "keep", keep)


@BED.plant
def refused_disk_keeps_nothing_back(patches: Patches) -> None:
    """A batch that the disk refuses is sent all the same."""
    keep = StormKeeper.keep

    async def kept(self: StormKeeper) -> None:
        with suppress(OSError):
            await keep(self)

    patches.put(StormKeeper, "keep", kept)


@BED.plant
def each_try_has_an_intent_of_its_own(patches: Patches) -> None:
    """What is sent is not what stands in the batch."""
    order = vars(StormCancelling)["_order"]

    def ordered(self: Any, party: Any, quote: RefundQuote) -> Any:
        accepted = order(self, party, quote)
        return replace(accepted, quote=quote)

    patches.put(StormCancelling, "_order", ordered)


@BED.plant
def stop_is_not_heard(patches: Patches) -> None:
    """Who stops it is not obeyed."""
    patches.put(StormCancelling, "stop", _nothing)


@BED.plant
def what_is_not_known_is_in_the_sum(patches: Patches) -> None:
    """The quote of an outcome that nobody knows counts as refunded."""
    refunded = vars(Storm)["refunded"].fget

    def summed(self: Storm) -> Any:
        unknown = (each.quote.refund for each in self.ended(EndState.UNKNOWN) if each.quote)
        return refunded(self) + sum(each for each in unknown if each)

    patches.put(Storm, "refunded", property(summed))


@BED.plant
def refused_counts_as_cancelled(patches: Patches) -> None:
    """What the service refused is called cancelled."""
    ends = {**vars(journal_ends)["_ENDS"], State.REJECTED: EndState.CANCELLED}
    patches.put(journal_ends, "_ENDS", ends)


@BED.plant
def batch_is_forgotten_at_a_start(patches: Patches) -> None:
    """What was kept is not opened."""

    async def restore(_: object) -> None:
        return

    patches.put(StormKeeper, "restore", restore)


@BED.plant
def batch_is_believed_after_a_start(patches: Patches) -> None:
    """What became of a party is not read from the journal after a start."""
    start = StormDesk.start

    async def started(self: StormDesk) -> None:
        with Patches() as blind:
            blind.put(JournalEnds, "end_of", _unsent)
            await start(self)

    patches.put(StormDesk, "start", started)


@BED.plant
def part_counts_as_the_whole(patches: Patches) -> None:
    """A part that a page of its own has given up is taken for all of it."""
    end_of = JournalEnds.end_of

    def found(self: Any, booking_ref: str, intent_id: str, behind: int) -> Any:
        made = [each for each in self._cancelling(booking_ref) if each.entries[-1].seq > behind]
        gone = [each for each in made if each.state is State.CANCELLED]
        ended = end_of(self, booking_ref, intent_id, behind)
        return vars(journal_ends)["_ended"](gone[0]) if gone else ended

    patches.put(JournalEnds, "end_of", found)


def _yes(*_: object) -> bool:
    return True


def _nothing(*_: object) -> None:
    return


def _unsent(*_: object) -> JournalEnd:
    return NOTHING_SENT
