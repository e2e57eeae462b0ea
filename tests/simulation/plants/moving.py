"""Bugs in another date."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.desk.moving import moves
from app.desk.moving.move_files import MoveFiles
from app.desk.moving.moves import Moves
from tests.simulation.patches import Patches
from tests.simulation.plants.plants import Bed

BED = Bed()


@BED.plant
def old_first(patches: Patches) -> None:
    """The old one is cancelled although nobody knows yet whether the new one is booked."""
    begin = Moves.begin

    async def begun(self: Any, move: Any) -> None:
        await begin(self, move)
        self._begun.discard(move.id)
        old = await self._old(move)
        quote = await self.quote(old, await self._choice(move, old))
        order = self._cancellations.accept(quote, quote.choice, has_read=True, customer_back=move.back)
        await self._cancellations.confirm(order, _nothing)

    patches.put(Moves, "begin", begun)


@BED.plant
def refund_is_taken_as_certain(patches: Patches) -> None:
    """A refund that fell, or is not stated any more, goes on."""
    patches.put(moves, "_is_as_good", _yes)


@BED.plant
def move_is_kept_in_memory_alone(patches: Patches) -> None:
    """The decision is not on the disk when the new one is sent."""
    patches.put(MoveFiles, "keep", _nothing)


@BED.plant
def move_is_forgotten_at_a_start(patches: Patches) -> None:
    """What was kept is not held."""
    patches.put(MoveFiles, "read", _nothing)


@BED.plant
def move_is_sent_again_after_a_start(patches: Patches) -> None:
    """The old one is cancelled by itself as soon as the program starts."""
    start = Moves.start

    async def goes_on(self: Any) -> None:
        await start(self)
        for move in await self.open_ones():
            await self.cancel_old(move.kept.id, _nothing)

    patches.put(Moves, "start", goes_on)


@BED.plant
def stop_between_both_is_not_heard(patches: Patches) -> None:
    """Who stops it is not obeyed."""
    patches.put(Moves, "stop", _nothing)


@BED.plant
def keep_both_still_cancels(patches: Patches) -> None:
    """Who ends it by hand while the old one is being quoted is not obeyed."""

    async def keep_both(self: Any, move_id: str) -> None:
        await self._keep(replace(self._kept[move_id], ended="kept"))

    patches.put(Moves, "keep_both", keep_both)


def _yes(*_: object) -> bool:
    return True


def _nothing(*_: object) -> tuple[object, ...]:
    return ()
