"""What the desks of the office tell each other of their storms: a booking stands in one running plan."""

from __future__ import annotations

import json
from collections.abc import Iterable

from app.desk.bookings.booking_values import STORM, STORM_OVER
from app.desk.bookings.bookings import Bookings
from app.desk.storm import storm_words
from app.desk.storm.held_storm import HeldStorm
from app.desk.storm.party_changes import leave_out
from app.desk.storm.values import EndState, Phase
from app.desk.travelling.notes import STORMS, plan_of, running_plans

_UNTOUCHED = frozenset({None, EndState.NOT_SENT, EndState.QUOTE_CHANGED})
"""The ends of parties that can still be left out."""


class OfficePlans:
    """The plans of other desks as they were last read, and what this desk tells them of its own."""

    def __init__(self, held: HeldStorm, bookings: Bookings) -> None:
        self._held, self._bookings = held, bookings
        self._others: dict[str, str] = {}
        """The sentences about the parties that stand in the running plan of another desk."""
        self._told: set[tuple[str, str]] = set()
        """The parties of which this desk has told the others, and the storm in which they stand."""

    def words_of(self, request_id: str) -> str:
        """The sentence that another desk's running plan has this sale; empty when none was read."""
        return self._others.get(request_id, "")

    async def read(self, request_ids: Iterable[str]) -> None:
        """Read which of these sales stand in a running plan."""
        found = await self._bookings.notes_of(request_ids, STORMS)
        running = [each for notes in found.values() for each in running_plans(notes)]
        self._told = {(each.request_id, plan_of(each)) for each in running if not each.desk}
        self._others = {
            each.request_id: storm_words.other_desk(each.desk) for each in reversed(running) if each.desk
        }

    async def leave_to_others(self) -> tuple[str, ...]:
        """Leave out the parties that stand in another desk's running plan. Returns their keys."""
        storm = self._held.the_storm()
        await self.read(each.key for each in storm.parties)
        left = [each for each in storm.parties if each.is_in and each.end in _UNTOUCHED]
        left = [each for each in left if self.words_of(each.key)]
        for each in left:
            self._held.put(leave_out(each, self.words_of(each.key)))
        return tuple(each.key for each in left)

    async def enter(self) -> tuple[str, ...]:
        """Tell other desks of what is to be sent here, once. Returns what is left to them all the same."""
        left = await self.leave_to_others()
        storm = self._held.the_storm()
        untold = [each.key for each in storm.to_send if (each.key, storm.id) not in self._told]
        await self._tell(STORM, untold)
        # Two desks may have decided at the same moment: each leaves to the other what both have.
        left += await self.leave_to_others()
        await self._tell(STORM_OVER, left)
        return left

    async def end(self) -> None:
        """Tell other desks that nothing stands in the plan of this one any more."""
        await self._tell(STORM_OVER, self._held.intents)

    async def end_lost(self) -> None:
        """End what this desk has told of a plan that it does not hold: its file was damaged or is gone.

        Also of one whose end was cut off before all had been told.
        """
        for each in running_plans(await self._bookings.own_notes(STORMS)):
            storm = self._held.storm
            is_held = storm is not None and storm.phase is Phase.CANCELLING and storm.id == plan_of(each)
            if not is_held:
                await self._bookings.note(each.request_id, STORM_OVER, each.said, each.clerk)

    async def _tell(self, code: str, keys: Iterable[str]) -> None:
        storm, decision = self._held.the_storm(), self._held.the_decision()
        said = json.dumps(
            {
                "id": storm.id,
                "reason": decision.words or decision.reason.value,
                "by": decision.by,
                "second": decision.second,
                "parties": len(self._held.intents),
            },
            ensure_ascii=False,
        )
        for key in keys:
            await self._bookings.note(key, code, said, decision.by)
