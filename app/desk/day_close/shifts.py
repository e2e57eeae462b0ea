"""Who is on duty at this counter: clerks with PINs, and their shifts; without clerks nobody is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import TYPE_CHECKING, TypeVar

from app.core.event import Event
from app.core.language import tr, trn, words_of
from app.desk.day_close.advice import advise_office, nothing_kept
from app.desk.day_close.pins import PinTries, fits, hashed, is_pin
from app.desk.day_close.values import DayReading
from app.desk.model.errors import DeskError
from app.desk.model.sale import Advice, Wallet
from app.desk.office.office_database import NoOfficeError, OfficeDatabase

if TYPE_CHECKING:
    from app.store.office.office import Office
    from app.store.office.shifts import KeptClerk

T = TypeVar("T")
Asking = Callable[[Callable[["Office"], T]], Awaitable[T]]
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Clerk:
    """Somebody who works here."""

    name: str
    is_active: bool


class Shifts:
    """The clerk on duty; the journal keeps the name with what is sold and cancelled meanwhile."""

    def __init__(
        self,
        office: OfficeDatabase,
        clock: Callable[[], datetime],
        wallet: Callable[[], Awaitable[Wallet]],
        tries: PinTries | None = None,
    ) -> None:
        """`wallet` reads it anew, for both ends of a shift."""
        self.name = ""
        """Who is on duty; empty for nobody."""
        self.clerks: tuple[Clerk, ...] = ()
        """Everybody, as they were read last."""
        self.changed = Event[()]()
        """Another clerk is on duty, or the list of clerks is another."""
        self._office = office
        self._clock = clock
        self._wallet = wallet
        self._tries = tries or PinTries()

    @property
    def has_clerks(self) -> bool:
        """Whether anybody can be on duty here."""
        return any(each.is_active for each in self.clerks)

    async def begin(self) -> None:
        """Read the clerks, and go on with a shift that was opened today. Raises DeskError."""
        now = self._clock()

        def read(office: Office) -> str:
            from app.store.office.shifts import close_shift, standing_shift

            standing = standing_shift(office)
            if standing is None:
                return ""
            if standing.opened_at.astimezone().date() == now.astimezone().date():
                return standing.clerk
            # Nobody is on duty over night: whoever comes in the morning says so.
            close_shift(office, now)
            return ""

        self.name = await self._run(read, "", self._office.keep)
        await self._read()

    async def add(self, name: str, pin: str) -> None:
        """Add a clerk. Raises DeskError when the name or the PIN cannot be taken."""
        name = " ".join(name.split())
        if not name or len(name) > LONGEST_NAME:
            raise DeskError(Advice(tr("A clerk needs a name."), "", tr("Type it."), field="name"))
        kept = await self._fresh_pin(name, pin)
        now = self._clock()

        def write(office: Office) -> bool:
            from app.store.office.shifts import add_clerk

            return add_clerk(office, name, kept, now)

        if not await self._run(write):
            what = tr("There is a clerk of this name already.")
            raise DeskError(Advice(what, "", tr("Add something that tells them apart."), field="name"))
        await self._read()

    async def set_pin(self, name: str, pin: str) -> None:
        """Give a clerk another PIN. Raises DeskError when it cannot be taken."""
        kept = await self._fresh_pin(name, pin)

        def write(office: Office) -> None:
            from app.store.office.shifts import change_clerk

            change_clerk(office, name, pin=kept)

        await self._run(write)

    async def take_off(self, name: str) -> None:
        """Take a clerk off for good; what was sold under the name stays. Raises DeskError."""
        if name == self.name:
            await self.leave()

        def write(office: Office) -> None:
            from app.store.office.shifts import change_clerk

            change_clerk(office, name, is_active=False)

        await self._run(write)
        await self._read()

    async def take_back(self, name: str, pin: str) -> None:
        """Put a clerk back who has left, with a PIN that is free now. Raises DeskError.

        The old one may be another clerk's by now, and a hash does not tell whose it is like.
        """
        kept = await self._fresh_pin(name, pin)

        def write(office: Office) -> None:
            from app.store.office.shifts import change_clerk

            change_clerk(office, name, pin=kept, is_active=True)

        await self._run(write)
        await self._read()

    async def who(self, pin: str) -> str:
        """Whose PIN this is. Raises DeskError when it is nobody's, or too many were tried."""
        if self._tries.wait:
            raise DeskError(_too_many(self._tries.wait))
        names = await self._owners(pin, await self._run(_kept_clerks, ask=self._office.near))
        if len(names) > 1:
            # Nobody signs for somebody else: an earlier program let two have the same.
            raise DeskError(_shared())
        if not names:
            self._tries.note_wrong()
            wait = self._tries.wait
            raise DeskError(_too_many(wait) if wait else _wrong())
        self._tries.note_right()
        return names[0]

    async def take_over(self, pin: str) -> str:
        """Put the clerk with this PIN on duty, and give the name; the shift before ends. Raises DeskError."""
        name = await self.who(pin)
        if name == self.name:
            return name
        now = self._clock()

        def write(office: Office) -> None:
            from app.store.office.shifts import open_shift

            open_shift(office, name, now)

        await self._run(write, ask=self._office.keep)
        self.name = name
        self.changed()
        await self._note_wallet(now)
        return name

    async def leave(self) -> None:
        """End the shift: nobody is on duty then. Raises DeskError."""
        now = self._clock()

        def write(office: Office) -> None:
            from app.store.office.shifts import close_shift

            close_shift(office, now)

        await self._run(write, ask=self._office.keep)
        self.name = ""
        self.changed()
        await self._note_wallet(now)

    async def _note_wallet(self, at: datetime) -> None:
        """Keep the wallet with what was opened or closed at `at`; a shift stands without it, too."""
        try:
            wallet = await self._wallet()
        except DeskError:
            return
        seen = DayReading(wallet.read_at, wallet.cash, wallet.credit_used)

        def write(office: Office) -> None:
            from app.store.office.shifts import note_reading

            note_reading(office, at, seen.cash, seen.credit_used)

        await self._run(write, ask=self._office.keep)

    async def _fresh_pin(self, name: str, pin: str) -> str:
        if not is_pin(pin):
            raise DeskError(Advice(tr("A PIN has four to eight digits."), "", "", field="pin"))
        owners = await self._owners(pin, await self._run(_kept_clerks))
        if set(owners) - {name}:
            raise DeskError(Advice(tr("This PIN cannot be used."), "", tr("Choose another."), field="pin"))
        return await asyncio.to_thread(hashed, pin)

    async def _owners(self, pin: str, kept: tuple[KeptClerk, ...]) -> list[str]:
        """Whose PIN it is among those on the list; each of them is compared, whoever it is."""

        def compare() -> list[str]:
            return [each.name for each in kept if fits(pin, each.pin) and each.is_active]

        return await asyncio.to_thread(compare)

    async def _read(self) -> None:
        kept = await self._run(_kept_clerks, (), self._office.near)
        self.clerks = tuple(Clerk(each.name, each.is_active) for each in kept)
        self.changed()

    async def _run(
        self, work: Callable[[Office], T], otherwise: T | None = None, ask: Asking[T] | None = None
    ) -> T:
        """What the office's database gives; `otherwise` for a desk without one. Raises DeskError.

        `ask` is how it is asked: all of it must be there, unless it is said otherwise.
        """
        from app.store.office.office import OfficeError

        try:
            return await (ask or self._office.run)(work)
        except NoOfficeError as error:
            if otherwise is not None:
                return otherwise
            raise DeskError(advise_office(nothing_kept())) from error
        except OfficeError as error:
            raise DeskError(advise_office(words_of(error))) from error


def _kept_clerks(office: Office) -> tuple[KeptClerk, ...]:
    from app.store.office.shifts import clerks

    return clerks(office)


def _wrong() -> Advice:
    return Advice(tr("This is nobody\u2019s PIN."), "", tr("Type it again."), field="pin")


def _shared() -> Advice:
    what = tr("Two clerks have this PIN.")
    return Advice(what, "", tr("Give one of them a new PIN in the settings."), field="pin")


def _too_many(seconds: float) -> Advice:
    wait = trn("Wait {number} second.", "Wait {number} seconds.", ceil(seconds))
    return Advice(tr("Too many wrong PINs were typed."), "", wait, field="pin")
