"""Clerks with PINs and their shifts at this counter; without clerks no PIN is asked for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import datetime
from math import ceil
from typing import TYPE_CHECKING, TypeVar

from app.core.event import Event
from app.core.frozen import frozen
from app.core.language import tr, trn
from app.desk.day_close.advice import advise_office, nothing_kept
from app.desk.day_close.pins import PinTries, fitting, hashed, is_pin, recipe_for_new, recipe_of
from app.desk.day_close.values import DayReading
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.person_names import bare_name
from app.desk.model.sale import Advice, Wallet
from app.desk.office.office_changes import (
    CLERK_ADDED,
    CLERK_BACK,
    CLERK_IN_CHARGE,
    CLERK_LEFT,
    CLERK_NOT_IN_CHARGE,
    CLERK_PIN,
)
from app.desk.office.office_database import NoOfficeError, OfficeDatabase

if TYPE_CHECKING:
    from app.store.office.office import Office
    from app.store.office.shifts import KeptClerk, KeptShift

T = TypeVar("T")
Asking = Callable[[Callable[["Office"], T]], Awaitable[T]]
LONGEST_NAME = 60

log = logging.getLogger(__name__)


@frozen
class Clerk:
    """A clerk of this office."""

    name: str
    is_active: bool
    is_in_charge: bool = False
    """Whether clerks, addresses, alerts and the forgetting of customers are this person's business."""


class ElsewhereError(DeskError):
    """The clerk is on duty at another desk, which is said once before the shift begins here too."""


class Shifts:
    """The clerk on duty, whose name the journal stores with sales and cancellations."""

    def __init__(
        self,
        office: OfficeDatabase,
        clock: Callable[[], datetime],
        wallet: Callable[[], Awaitable[Wallet]],
        tries: PinTries | None = None,
    ) -> None:
        """`wallet` reads it anew, for the beginning and the end of a shift."""
        self.name = ""
        """The name of the clerk on duty; empty for none."""
        self.clerks: tuple[Clerk, ...] = ()
        """All clerks, as last read."""
        self.changed = Event[()]()
        """Raised when the clerk on duty or the list of clerks has changed."""
        self._office = office
        self._clock = clock
        self._wallet = wallet
        self._tries = tries or PinTries()
        self._has_tries = False
        self._asked = self._shown = 0
        """The number of the last reading of the clerks, and of the one that is shown."""

    @property
    def has_clerks(self) -> bool:
        """Whether there are clerks who can be on duty."""
        return any(each.is_active for each in self.clerks)

    @property
    def in_charge(self) -> tuple[str, ...]:
        """The names of those in charge; nobody's only where there are no clerks."""
        return tuple(each.name for each in self.clerks if each.is_in_charge)

    async def begin(self) -> None:
        """Read clerks and names of desks, and continue a shift that was opened today. Raises DeskError."""
        now = self._clock()
        await self._read_tries()

        def read(office: Office) -> str:
            from app.store.office.shifts import close_shift, standing_shift

            standing = standing_shift(office)
            if standing is None:
                return ""
            if standing.opened_at.astimezone().date() == now.astimezone().date():
                return standing.clerk
            # A shift does not last over night: each morning a clerk begins a new one.
            close_shift(office, now)
            return ""

        self.name = await self._run(read, "", self._office.keep)
        await self.follow()

    async def follow(self) -> str:
        """Read the clerks anew; who has left is off duty here too. Returns that name. Raises DeskError."""
        await self._read()
        name = self.name
        if not name or any(each.name == name and each.is_active for each in self.clerks):
            return ""
        await self.leave()
        return name

    async def add(self, name: str, pin: str, by: str = "") -> None:
        """Add a clerk; `by` is the person in charge. Raises DeskError when name or PIN cannot be used."""
        name = " ".join(name.split())
        if not bare_name(name) or len(name) > LONGEST_NAME:
            raise DeskError(Advice(tr("A clerk needs a name."), "", tr("Type it."), field="name"))
        kept = await self._fresh_pin(name, pin)
        now = self._clock()

        def write(office: Office) -> bool:
            from app.store.office.changes import KeptChange
            from app.store.office.shifts import add_clerk, clerks

            is_there = any(bare_name(each.name) == bare_name(name) for each in clerks(office))
            made = KeptChange(now, office.desk, by, CLERK_ADDED, name)
            return not is_there and add_clerk(office, name, kept, made)

        if not await self._run(write):
            what = tr("There is a clerk of this name already.")
            raise DeskError(Advice(what, "", tr("Add something that tells them apart."), field="name"))
        await self._read()

    async def set_pin(self, name: str, pin: str, by: str = "") -> None:
        """Give a clerk another PIN. Raises DeskError when it cannot be used."""
        await self._change(name, CLERK_PIN, by, pin=await self._fresh_pin(name, pin))

    async def take_off(self, name: str, by: str = "") -> None:
        """Remove a clerk from duty for good, at all desks; sales under the name stay. Raises DeskError."""
        self._keep_in_charge(name)
        if name == self.name:
            await self.leave()
        await self._change(name, CLERK_LEFT, by, is_active=False)

    async def take_back(self, name: str, pin: str, by: str = "") -> None:
        """Bring back a clerk who has left, with a free PIN. Raises DeskError.

        The old PIN may be another clerk's now, which cannot be seen from its hash.
        """
        kept = await self._fresh_pin(name, pin)
        # Whoever was in charge before is so again only when another one says so.
        await self._change(name, CLERK_BACK, by, pin=kept, is_active=True, is_in_charge=False)

    async def put_in_charge(self, name: str, by: str = "", *, is_in_charge: bool = True) -> None:
        """Put a clerk in charge beside the others, or no longer. Raises DeskError when nobody else is."""
        if not is_in_charge:
            self._keep_in_charge(name)
        what = CLERK_IN_CHARGE if is_in_charge else CLERK_NOT_IN_CHARGE
        await self._change(name, what, by, is_in_charge=is_in_charge)

    async def confirm_in_charge(self, pin: str) -> str:
        """The name of the person in charge whose PIN this is. Raises DeskError for anybody else's."""
        name = await self.who(pin)
        await self._read()
        if name not in self.in_charge:
            what = tr("{name} is not in charge.", name=name)
            raise DeskError(Advice(what, "", "", field="pin"))
        return name

    async def who(self, pin: str) -> str:
        """The name of the clerk with this PIN. Raises DeskError for none, or after too many tries."""
        return (await self.names_of({"pin": pin}))["pin"]

    async def names_of(self, pins: Mapping[str, str]) -> Mapping[str, str]:
        """The names of the clerks with these PINs, each by its field.

        Raises DeskError about the field whose PIN is no clerk's, or after too many tries.
        """
        await self._read_tries()
        found: dict[str, str] = {}
        for field, pin in pins.items():
            if self._tries.wait:
                raise DeskError(_too_many(self._tries.wait, field))
            kept = await self._run(_kept_clerks, ask=self._office.near)
            owners = await _owners(pin, kept)
            if len(owners) > 1:
                # Sales must not get another clerk's name: an older version allowed two clerks the same PIN.
                raise DeskError(_shared(field))
            if not owners:
                self._tries.note_wrong()
                log.warning("A PIN was wrong, %d not forgotten yet.", self._tries.wrong)
                await self._keep_tries()
                wait = self._tries.wait
                raise DeskError(_too_many(wait, field) if wait else _wrong(field))
            log.info("A PIN was right.")
            found[field] = owners[0].name
            await self._renew(owners[0], pin, kept)
        return found

    async def take_over(self, pin: str, *, also_elsewhere: bool = True) -> str:
        """Begin the shift of this PIN's clerk and end the former one. Returns the name.

        Raises DeskError; ElsewhereError for a clerk on duty at another desk, unless that may be.
        """
        name = await self.who(pin)
        if name == self.name:
            return name
        if not also_elsewhere:
            await self._check_elsewhere(name)
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
        """End the shift, without a new one. Raises DeskError."""
        now = self._clock()

        def write(office: Office) -> None:
            from app.store.office.shifts import close_shift

            close_shift(office, now)

        await self._run(write, ask=self._office.keep)
        self.name = ""
        self.changed()
        await self._note_wallet(now)

    async def _check_elsewhere(self, name: str) -> None:
        midnight = self._clock().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)

        def read(office: Office) -> tuple[KeptShift, ...]:
            from app.store.office.shifts import standing_elsewhere

            return standing_elsewhere(office, name, midnight)

        found = await self._run(read, (), self._office.near)
        if found:
            what = tr(
                "{name} is on duty at desk {desk} since {time}.",
                name=name,
                desk=self._office.name_of(found[0].desk),
                time=formats.since(found[0].opened_at.astimezone()),
            )
            raise ElsewhereError(Advice(what, "", tr("Enter again: on duty here too."), field="pin"))

    def _keep_in_charge(self, name: str) -> None:
        """Raise DeskError when nobody would be in charge of those who stay."""
        staying = [each.name for each in self.clerks if each.is_active and each.name != name]
        if staying and self.in_charge == (name,):
            what = tr("{name} alone is in charge.", name=name)
            raise DeskError(Advice(what, "", tr("Put somebody else in charge first.")))

    async def _change(
        self,
        name: str,
        what: str,
        by: str,
        *,
        pin: str | None = None,
        is_active: bool | None = None,
        is_in_charge: bool | None = None,
    ) -> None:
        now = self._clock()

        def write(office: Office) -> None:
            from app.store.office.changes import KeptChange
            from app.store.office.shifts import change_clerk

            made = KeptChange(now, office.desk, by, what, name)
            change_clerk(office, name, made, pin=pin, is_active=is_active, is_in_charge=is_in_charge)

        await self._run(write)
        await self._read()

    async def _read_tries(self) -> None:
        """Go on with the wrong tries of the last run: after a restart the last delay begins again."""
        if self._has_tries:
            return

        def read(office: Office) -> tuple[int, datetime | None]:
            from app.store.office.shifts import wrong_pins_of

            return wrong_pins_of(office)

        number, last_at = await self._run(read, (0, None), self._office.keep)
        if self._has_tries:
            return
        self._has_tries = True
        ago = -1.0 if last_at is None else (self._clock() - last_at).total_seconds()
        self._tries.go_on(number, max(0.0, ago))
        if number and ago < 0:
            # By an older program, or a clock that was ahead: forgetting begins now, and not with each start.
            await self._keep_tries()

    async def _keep_tries(self) -> None:
        number, now = self._tries.wrong, self._clock()

        def write(office: Office) -> None:
            from app.store.office.shifts import keep_wrong_pins

            keep_wrong_pins(office, number, now)

        await self._run(write, ask=self._office.keep)

    async def _note_wallet(self, at: datetime) -> None:
        """Store the wallet with shifts opened or closed at `at`, if it can be read."""
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
        kept = await self._run(_kept_clerks)
        if {each.name for each in await _owners(pin, kept)} - {name}:
            raise DeskError(Advice(tr("This PIN cannot be used."), "", tr("Choose another."), field="pin"))
        return await _hashed_like(kept, pin)

    async def _renew(self, owner: KeptClerk, pin: str, kept: tuple[KeptClerk, ...]) -> None:
        """Store a clerk's right PIN anew when an older program has stored it at less cost."""
        if recipe_of(owner.pin) == recipe_for_new(each.pin for each in kept):
            return
        new = await _hashed_like(kept, pin)

        def write(office: Office) -> None:
            from app.store.office.shifts import renew_pin

            renew_pin(office, owner.name, new, owner.pin)

        # While the office's database is away the old text is as good as before; the next right PIN renews it.
        with suppress(DeskError):
            await self._run(write)

    async def _read(self) -> None:
        self._asked += 1
        asked = self._asked
        kept = await self._run(_kept_clerks, (), self._office.near)
        with suppress(NoOfficeError):
            await self._office.read_names()
        if asked < self._shown:
            # A later reading was quicker: this one may not know who was added since.
            return
        self._shown = asked
        self.clerks = tuple(Clerk(each.name, each.is_active, each.is_in_charge) for each in kept)
        self.changed()

    async def _run(
        self, work: Callable[[Office], T], otherwise: T | None = None, ask: Asking[T] | None = None
    ) -> T:
        """The result of work on the office's database; `otherwise` for a desk without one. Raises DeskError.

        `ask` runs the work; by default the whole office's database must be reachable.
        """
        from app.store.office.office import OfficeError

        try:
            return await (ask or self._office.run)(work)
        except NoOfficeError as error:
            if otherwise is not None:
                return otherwise
            raise DeskError(advise_office(nothing_kept())) from error
        except OfficeError as error:
            raise DeskError(advise_office(str(error))) from error


def _kept_clerks(office: Office) -> tuple[KeptClerk, ...]:
    from app.store.office.shifts import clerks

    return clerks(office)


async def _owners(pin: str, kept: tuple[KeptClerk, ...]) -> list[KeptClerk]:
    """The clerks who have this PIN; every active clerk's is compared."""
    active = [each for each in kept if each.is_active]
    found = await asyncio.to_thread(fitting, pin, [each.pin for each in active])
    return [each for each in active if each.pin in found]


async def _hashed_like(kept: tuple[KeptClerk, ...], pin: str) -> str:
    """The text to store for a PIN, with the salt of the stored ones."""
    return await asyncio.to_thread(hashed, pin, recipe_for_new(each.pin for each in kept))


def _wrong(field: str) -> Advice:
    return Advice(tr("This is nobody\u2019s PIN."), "", tr("Type it again."), field=field)


def _shared(field: str) -> Advice:
    what = tr("Two clerks have this PIN.")
    return Advice(what, "", tr("Give one of them a new PIN in the settings."), field=field)


def _too_many(seconds: float, field: str) -> Advice:
    wait = trn("Wait {number} second.", "Wait {number} seconds.", ceil(seconds))
    return Advice(tr("Too many wrong PINs were typed."), "", wait, field=field)
