"""The baskets of this counter: the open one and those that wait, kept on this disk without documents.

They hold the request numbers' intents and are never asked whether something was booked; the journal is.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from itertools import count
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, TypeAdapter

from app.core.event import Event
from app.core.frozen import frozen
from app.core.language import tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.basket import basket as rules
from app.desk.basket.values import MOST_BASKETS, MOST_ITEMS, Basket
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.sale import Advice, Draft
from app.desk.service.advice import NOTHING_MOVED
from app.store.files.whole_file import read_value, remove_file, write_value

log = logging.getLogger(__name__)

FILE = "baskets/baskets.json"
_FORM: Literal["agency-counter-baskets-1"] = "agency-counter-baskets-1"
_LEFT_ALONE = timedelta(days=7)


@frozen
class _Kept:
    """The form of the file."""

    form: Literal["agency-counter-baskets-1"]
    open: str
    baskets: tuple[Basket, ...]


class Baskets:
    """The open basket and those beside it; a change is on the disk soon, an intent before it is sent."""

    def __init__(self, folder: Path | None, clock: Callable[[], datetime]) -> None:
        """`folder` is the profile's; without one nothing is kept."""
        self.changed = Event[()]()
        """The baskets or `problem` have changed; raised on the thread of the loop."""
        self._place = None if folder is None else folder / FILE
        self._clock = clock
        self.held: tuple[Basket, ...] = ()
        """The open one and those beside it, the one that was changed last at the end."""
        self._open = ""
        self._is_begun = False
        self._is_unread = folder is not None
        self._loop: asyncio.AbstractEventLoop | None = None
        # An intent is kept in another thread than that of the loop, which changes baskets meanwhile.
        self._changing = threading.Lock()
        self._writing = threading.Lock()
        self._tasks = TaskScope(hand_to_loop)
        self._changes = count()
        self.problem = ""
        """Why the last change could not be kept; empty when it was."""

    async def begin(self) -> None:
        """Read what was kept, once. A damaged file is moved aside; what the disk refuses is read later."""
        self._loop = asyncio.get_running_loop()
        if not self._is_begun:
            self._is_begun = True
            await self._keep(is_changed=False)

    async def finish(self) -> None:
        """Wait until every change is on the disk."""
        await self._tasks.finish()

    @property
    def open(self) -> Basket | None:
        """The open basket, which has at least one item; None without one."""
        return next((each for each in self.held if each.key == self._open), None)

    @property
    def beside(self) -> tuple[Basket, ...]:
        """The baskets beside the open one, the newest first."""
        others = (each for each in self.held if each.key != self._open)
        return tuple(sorted(others, key=lambda each: each.changed_at, reverse=True))

    def left_alone(self, basket: Basket) -> str:
        """A sentence when nobody has touched it for so long that it should be emptied; else empty."""
        if self._clock() - basket.changed_at <= _LEFT_ALONE:
            return ""
        since = formats.day_medium(basket.changed_at.date())
        return tr("Nobody has touched this basket since {day}. Book it, or take everything out.", day=since)

    def put(self, draft: Draft, key: str = "") -> Basket:
        """Put a sale into the open basket, or begin one; with the key of an item in the place of that one.

        Returns the basket. Raises DeskError when there is no room.
        """
        with self._changing:
            basket = self._with(draft, key)
            self._hold(basket)
        self._keep_soon()
        return basket

    def take_out(self, key: str) -> None:
        """Take an item out of the open basket; with the last one the basket goes."""
        self._change(lambda basket: rules.without(basket, key, self._clock()))

    def move(self, keys: tuple[str, ...], key: str, by: int) -> None:
        """Move an item of the open basket by -1 or 1 in the order on screen, which the clerk chooses so."""
        self._change(lambda basket: rules.moved(basket, keys, key, by, self._clock()))

    def change_customer(self, customer: rules.BasketCustomer) -> None:
        """Change the customer of the open basket, in all items."""
        self._change(lambda basket: rules.for_customer(basket, customer, self._clock()))

    def make_room_for(self, customer: rules.BasketCustomer, *, or_nobodys: bool = False) -> bool:
        """Put the open basket aside if it is another customer's, or has none yet. Returns whether it was."""
        basket = self.open
        is_nobodys = or_nobodys and basket is not None and not any(rules.customer_of(basket))
        is_others = is_nobodys or (basket is not None and rules.is_of_another(basket, customer))
        if is_others:
            self.put_aside()
        return is_others

    def put_aside(self) -> None:
        """Keep the open basket beside; the next sale begins another."""
        with self._changing:
            self._open = ""
        self._keep_soon()

    def take_up(self, key: str) -> None:
        """Open a basket from beside; the open one is kept there."""
        with self._changing:
            self._open = key if any(each.key == key for each in self.held) else self._open
        self._keep_soon()

    def keep_intent(self, key: str, intent_id: str) -> None:
        """Keep the intent of an item before it is sent; waits for the disk, in any thread.

        Nothing may be sent when it raises: OSError when the disk refuses, DeskError when the item is in no
        basket any more.
        """
        with self._changing:
            if not any(item.key == key for each in self.held for item in each.items):
                raise DeskError(_gone())
            self.held = tuple(_with_intent(each, key, intent_id) for each in self.held)
        self._write()

    def forget(self, is_of: Callable[[Basket], bool]) -> None:
        """Remove the baskets of a forgotten customer for good, in any thread; waits for the disk.

        Raises OSError.
        """
        with self._writing:
            self._read_late()
        with self._changing:
            before, self.held = self.held, tuple(each for each in self.held if not is_of(each))
        if len(self.held) < len(before):
            self._tell()
        # Also when there was none: a power cut may have left a file that was never finished.
        self._write()

    def _with(self, draft: Draft, key: str) -> Basket:
        """The open basket, or a new one, with this sale. Raises DeskError when there is no room."""
        now, basket = self._clock(), self.open
        if basket is None:
            if len(self.held) > MOST_BASKETS:
                raise DeskError(_too_many_baskets())
            return rules.begun(draft, now)
        if len(basket.items) >= MOST_ITEMS and not any(each.key == key for each in basket.items):
            raise DeskError(_too_many_items())
        return rules.with_draft(basket, draft, now, key)

    def _change(self, change: Callable[[Basket], Basket]) -> None:
        with self._changing:
            if (basket := self.open) is None:
                return
            self._hold(change(basket))
        self._keep_soon()

    def _hold(self, basket: Basket) -> None:
        """Hold this basket as the open one; an empty one goes."""
        held = [each for each in self.held if each.key != basket.key]
        self.held = (*held, basket) if basket.items else tuple(held)
        self._open = basket.key if basket.items else ""

    def _keep_soon(self) -> None:
        self.changed()
        # None takes the place of another: each is on the disk when its task has ended.
        self._tasks.start(f"basket {next(self._changes)}", self._keep())

    async def _keep(self, *, is_changed: bool = True) -> None:
        before = self.problem
        try:
            await asyncio.to_thread(self._write, is_changed=is_changed)
        except OSError:
            log.warning("The baskets could not be kept.", exc_info=True)
        if self.problem != before:
            self.changed()

    def _write(self, *, is_changed: bool = True) -> None:
        """Bring the newest state to the disk. Raises OSError, and `problem` says why."""
        try:
            # Whichever change asks for it: an older state never follows a newer one.
            with self._writing:
                self._read_late()
                if is_changed:
                    self._replace()
        except OSError as error:
            self.problem = tr(
                "The basket is not kept on this disk: {cause}.", cause=error.strerror or str(error)
            )
            raise
        self.problem = ""

    def _replace(self) -> None:
        if self._place is None:
            return
        with self._changing:
            kept = _Kept(_FORM, self._open, tuple(map(_without_documents, self.held)))
        if kept.baskets:
            write_value(self._place, _shape(), kept)
        else:
            remove_file(self._place)

    def _read_late(self) -> None:
        """Read what was kept, unless it was read; nothing takes its place before. Raises OSError."""
        if not self._is_unread or self._place is None:
            return
        kept = read_value(self._place, _shape())
        self._is_unread = False
        if kept is not None:
            with self._changing:
                # What a clerk has put aside meanwhile is not followed by another customer's.
                self._open = self._open if self.held else kept.open
                self.held = (*kept.baskets, *self.held)
            self._tell()

    def _tell(self) -> None:
        """Raise `changed` from another thread than that of the loop."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.changed)


def _checked(kept: _Kept) -> _Kept:
    """The same. Raises ValueError for a basket that no other code could have."""
    if any(not each.items or each.changed_at.tzinfo is None for each in kept.baskets):
        raise ValueError("a basket without items or without a time zone")
    return kept


def _with_intent(basket: Basket, key: str, intent_id: str) -> Basket:
    items = tuple(replace(each, intent_id=intent_id) if each.key == key else each for each in basket.items)
    return replace(basket, items=items)


def _without_documents(basket: Basket) -> Basket:
    items = tuple(replace(each, draft=rules.without_documents(each.draft)) for each in basket.items)
    return replace(basket, items=items)


@cache
def _shape() -> TypeAdapter[_Kept]:
    return TypeAdapter(Annotated[_Kept, AfterValidator(_checked)])


def _gone() -> Advice:
    return Advice(
        tr("This trip is in no basket any more."), tr(NOTHING_MOVED), tr("Put it in again, or sell it alone.")
    )


def _too_many_items() -> Advice:
    return Advice(
        tr("The basket is full."),
        tr("It holds {most} trips.", most=MOST_ITEMS),
        tr("Book it, or take something out."),
    )


def _too_many_baskets() -> Advice:
    return Advice(
        tr("There are too many baskets beside this one."),
        tr("{most} can wait at a time.", most=MOST_BASKETS),
        tr("Take one up with Alt B, and book or empty it."),
    )
