"""Desks of one office through outages of its database, with the practice service as the true books.

Each step is one of a clerk, of the server of the database, or of a computer. The story comes from a seed.

python -m tests.simulation.office STORIES [--first N]
python -m tests.simulation.office --seed N       tells the story of one seed
python -m tests.simulation.office --plants       plants every known bug, and says which seed caught it
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from app.desk.bookings.booking_values import Wanted
from app.desk.bookings.known_customers import KnownCustomer
from app.desk.cancellation.refund_quote import AcceptedQuote
from app.desk.day_close.advice import finding_words
from app.desk.model.activities import ActivityDraft
from app.desk.model.errors import DeskError
from app.desk.model.sale import Sale
from app.desk.office import office_sync
from app.practice import Faults, PracticeServer, World
from app.practice.world.money import rupees
from app.store.journal.request_numbers import renew
from app.store.register.values import KeptSale
from tests.simulation.office_server import Line, OfficeServer
from tests.simulation.patches import Patches
from tests.simulation.plants.office import BED
from tests.simulation.plants.plants import Plant
from tests.support.counter import (
    AS_ON,
    Counter,
    accepted_seats,
    open_desk,
    open_office_desk,
    tomorrow_at_ten,
)

_STEPS = 26
_MOST_STORIES = 400
_DAYS, _CASH = 6, 10_000_000
_MOST_DESKS = 4
_MOST_STATEMENTS = 90
CUSTOMERS = tuple(
    KnownCustomer(name, f"98765{number:05}", f"{name.split()[0].lower()}@example.com")
    for number, name in enumerate(("Priya Raman", "Ravi Menon", "Asha Rao", "Meena Iyer"))
)


class _Still:
    """Reaches for nothing by itself: the story says when."""

    def __init__(self, *_: object) -> None:
        """Take what the thread that reaches is given."""

    def start(self) -> None:
        """Do nothing."""

    def wake(self) -> None:
        """Do nothing."""

    def end(self) -> None:
        """Do nothing."""


@dataclass
class Place:
    """A computer with a desk, which runs or not."""

    folder: Path
    counter: Counter
    line: Line
    stack: AsyncExitStack
    backup: Path | None = None

    async def meet(self) -> None:
        """Reach for the office's database if it is away, and hand in."""
        sharing = self.counter.desk.local_cache.sharing
        if not sharing.is_there:
            await asyncio.to_thread(sharing.reach, self.line.open)
        await self.counter.desk.remember()


class Told(NamedTuple):
    """What a booking is: by the service, or by a desk."""

    qty: int | None
    """The seats that were sold; None when no desk of the office sold them, so that none can know."""
    gone: int
    refunded: Decimal
    name: str


@dataclass
class Story:
    """What happened, and what was wrong at its end."""

    seed: int
    told: list[str] = field(default_factory=list[str])
    wrongs: list[str] = field(default_factory=list[str])
    stops: int = 0


class OfficeWorld:
    """One office, from its first sale until all is well again."""

    def __init__(self, seed: int, folder: Path, service: PracticeServer) -> None:
        self.story = Story(seed)
        self._random = Random(seed)
        self._folder, self._service = folder, service
        self._server = OfficeServer(folder / "server")
        self._places: list[Place] = []
        self._named: dict[str, KnownCustomer | None] = {}
        """The customer of each booking of the office; None for one that was forgotten."""

    async def run(self) -> Story:
        """The story."""
        try:
            for _ in range(self._random.randint(2, 3)):
                await self._open(self._folder / f"desk-{len(self._places)}")
            for _ in range(_STEPS):
                await self._step()
            await self._end()
        finally:
            for each in self._places:
                await each.stack.aclose()
        self.story.stops = self._server.stops
        return self.story

    async def _step(self) -> None:
        steps: dict[Callable[[Place], Awaitable[str]], int] = {
            self._sell: 8,
            self._sell_elsewhere: 1,
            self._cancel: 5,
            self._cancel_both: 2,
            self._forget: 2,
            self._look: 2,
            self._stop: 3,
            self._start: 4,
            self._cut: 2,
            self._back_up: 2,
            self._put_back: 1,
            self._lose: 1,
            self._again: 1,
            self._keep_folder: 1,
            self._restore: 1,
        }
        step = self._random.choices(list(steps), list(steps.values()))[0]
        place = self._random.choice(self._places)
        told = await step(place)
        name = step.__name__.strip("_").replace("_", " ")
        self.story.told.append(f"{place.folder.name}: {name} {told}".strip())

    async def _open(self, folder: Path) -> Place:
        stack = AsyncExitStack()
        counter = await stack.enter_async_context(open_office_desk(folder, self._service))
        place = Place(folder, counter, Line(self._server, counter.journal.desk), stack)
        counter.desk.local_cache.sharing.use(place.line.open)
        self._places.append(place)
        await place.meet()
        return place

    async def _sell(self, place: Place) -> str:
        customer = self._random.choice(CUSTOMERS)
        draft = await self._draft(place.counter, customer)
        if draft is None:
            return "nothing"
        receipt = await place.counter.book(draft)
        self._named[receipt.booking_ref] = customer
        await self._remember(place)
        return receipt.booking_ref

    async def _sell_elsewhere(self, _: Place) -> str:
        """A counter sells that is none of the office's."""
        folder = self._folder / f"elsewhere-{self._random.random()}"
        async with open_desk(folder, self._service) as counter:
            draft = await self._draft(counter, self._random.choice(CUSTOMERS))
            return "nothing" if draft is None else (await counter.book(draft)).booking_ref

    async def _draft(self, counter: Counter, customer: KnownCustomer) -> ActivityDraft | None:
        """A draft for a slot with seats enough; None when none is drawn."""
        qty, desk = self._random.randint(1, 3), counter.desk
        # The first answer tells the service's time.
        await desk.wallet.read()
        day = desk.reader.today() + timedelta(days=self._random.randrange(_DAYS))
        offer = self._random.choice((await desk.catalogue.activities(day)).offers)
        found = (await desk.reader.slots(offer, day)).open_slots
        slots = [each for each in found if (each.seats or 0) >= qty]
        named = (customer.name, customer.phone, customer.email)
        return ActivityDraft(offer, self._random.choice(slots), qty, *named) if slots else None

    async def _cancel(self, place: Place) -> str:
        ref = self._booked()
        order = await self._quote(place, ref) if ref else None
        if order is None:
            return ""
        ended = await place.counter.desk.cancellation.confirm(order, lambda _: None)
        await self._remember(place)
        return f"{ref}: {type(ended).__name__}"

    async def _cancel_both(self, place: Place) -> str:
        """Two desks have both quoted, and both confirm."""
        other, ref = self._random.choice(self._places), self._booked()
        if not ref or other is place:
            return ""
        orders = [(each, await self._quote(each, ref)) for each in (place, other)]
        ended = [
            await each.counter.desk.cancellation.confirm(order, lambda _: None)
            for each, order in orders
            if order is not None
        ]
        for each in (place, other):
            await self._remember(each)
        return f"{ref}: {', '.join(type(each).__name__ for each in ended)}"

    async def _forget(self, place: Place) -> str:
        customer = self._random.choice(CUSTOMERS)
        await place.counter.desk.customers.forget(customer, "Asha")
        self._named |= {ref: None for ref, each in self._named.items() if each == customer}
        return customer.name

    async def _look(self, place: Place) -> str:
        page = await place.counter.desk.bookings.page(Wanted())
        refs = [each.booking_ref for each in page.sales]
        if len(refs) != len(set(refs)):
            self._wrong(f"{place.folder.name} shows a booking twice.")
        return ""

    async def _stop(self, _: Place) -> str:
        count, keeps = self._random.randint(0, _MOST_STATEMENTS), self._random.random() < 0.5
        self._server.stop_after(count, keeps_last=keeps)
        return f"after {count} statements{', but keeps the last' if keeps else ''}"

    async def _start(self, _: Place) -> str:
        self._server.start()
        for each in self._places:
            await each.meet()
        return ""

    async def _cut(self, place: Place) -> str:
        place.line.is_cut = not place.line.is_cut
        return "" if place.line.is_cut else "no more"

    async def _back_up(self, _: Place) -> str:
        self._server.back_up()
        return ""

    async def _put_back(self, _: Place) -> str:
        return "" if self._server.put_back(self._random.randrange(9)) else "nothing"

    async def _lose(self, _: Place) -> str:
        self._server.lose()
        return ""

    async def _again(self, place: Place) -> str:
        """End the program, and start it again."""
        await self._close(place)
        after = await self._open(place.folder)
        after.backup = place.backup
        return ""

    async def _keep_folder(self, place: Place) -> str:
        """Make a backup of a desk, as at its end."""
        await self._close(place)
        backup = place.folder.with_name(f"{place.folder.name}-backup")
        shutil.rmtree(backup, ignore_errors=True)
        shutil.copytree(place.folder, backup)
        (await self._open(place.folder)).backup = backup
        return ""

    async def _restore(self, place: Place) -> str:
        """Put the backup of a desk back on a new computer; the old one goes on as well."""
        if place.backup is None or len(self._places) == _MOST_DESKS:
            return "nothing"
        into = self._folder / f"{place.folder.name}-again-{len(self._places)}"
        shutil.copytree(place.backup, into)
        renew(into)
        await self._open(into)
        return into.name

    async def _close(self, place: Place) -> None:
        self._places.remove(place)
        await place.stack.aclose()

    async def _remember(self, place: Place) -> None:
        await place.counter.desk.remember()

    async def _quote(self, place: Place, ref: str) -> AcceptedQuote | None:
        """An accepted quote for one seat or more; None when nothing can be cancelled."""
        desk = place.counter.desk
        booking = (await desk.cancellation.find(ref, is_boat=False))[0]
        try:
            return await accepted_seats(desk, booking, self._random.randint(1, 2))
        except DeskError:
            return None

    def _booked(self) -> str:
        found = [each.ref for each in self._service.world.bookings if each.active_seats]
        return self._random.choice(found) if found else ""

    async def _end(self) -> None:
        """Let all be well again, and hold what each desk shows against the service's books."""
        self._server.start()
        for each in self._places:
            each.line.is_cut = False
        for _ in range(2):
            for each in self._places:
                await each.meet()
        books = {
            each.ref: Told(
                len(each.seats) if each.ref in self._named else None,
                len(each.seats) - len(each.active_seats),
                rupees(each.refunded),
                self._name_of(each.ref),
            )
            for each in self._service.world.bookings
        }
        for each in self._places:
            await self._check(each, books)

    def _name_of(self, ref: str) -> str:
        customer = self._named.get(ref)
        return "" if customer is None else customer.name

    async def _check(self, place: Place, books: dict[str, Told]) -> None:
        desk, name = place.counter.desk, place.folder.name
        if desk.local_cache.sharing.trouble:
            self._wrong(f"{name}: {desk.local_cache.sharing.trouble}")
        sales = (await desk.bookings.page(Wanted())).sales
        if len(sales) != len({each.booking_ref for each in sales}):
            self._wrong(f"{name} shows a booking twice in the end.")
        self._compare(name, {each.booking_ref: _told(each) for each in sales}, books)
        own = await desk.local_cache.ask_own(lambda register: register.find(Wanted()).sales)
        self._compare_names(f"{name}, its own register", own)
        # Whose day it is, the wallet says.
        await desk.wallet.read()
        report = (await desk.day_close.view(desk.day_close.today)).report
        sold = sum((each.qty for each in report.rows if each.kind.name == "SALE"), 0)
        seats = sum(each.qty or 0 for each in books.values())
        refunded = sum((each.refund or Decimal(0) for each in report.rows), Decimal(0))
        if (sold, refunded) != (seats, sum((each.refunded for each in books.values()), Decimal(0))):
            self._wrong(f"{name}: the day has {sold} of {seats} seats and {refunded} refunded.")

        for each in report.ledger.findings if report.ledger else ():
            # What another counter did, the office has not.
            if each.here is not None:
                self._wrong(f"{name}: {finding_words(each)}")

    def _compare(self, name: str, shown: dict[str, Told], books: dict[str, Told]) -> None:
        for ref, booked in books.items():
            # Of another counter's booking an office need not know that cancels nothing of it.
            is_unknown = ref not in shown and booked.qty is None and not booked.gone
            if shown.get(ref) != booked and not is_unknown:
                self._wrong(f"{name} shows {shown.get(ref)} of {ref}, which is {booked}.")

    def _compare_names(self, name: str, kept: tuple[KeptSale, ...]) -> None:
        for each in kept:
            # What another desk sold is kept here without its customer.
            if each.customer_name not in ("", self._name_of(each.booking_ref)):
                self._wrong(f"{name} names {each.customer_name!r} of {each.booking_ref}.")

    def _wrong(self, what: str) -> None:
        self.story.wrongs.append(what)


def _told(sale: Sale) -> Told:
    qty = None if sale.is_elsewhere else sale.qty
    return Told(qty, sale.released, sale.refunded or Decimal(0), sale.customer_name)


async def office_story(seed: int, folder: Path) -> Story:
    """The story of a seed, in a folder that is empty."""
    with (
        Patches() as patches,
        PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults()) as service,
    ):
        patches.put(office_sync, "_Reaching", _Still)
        service.world.set_wallet(cash=_CASH, credit_left=0)
        return await OfficeWorld(seed, folder, service).run()


def story(seed: int) -> Story:
    """The story of a seed, in a process that does nothing else."""
    logging.disable(logging.CRITICAL)
    with TemporaryDirectory() as folder:
        return asyncio.run(office_story(seed, Path(folder)))


def catching(plant: Plant, seeds: Iterable[int] = range(_MOST_STORIES)) -> Story | None:
    """The first of some stories in which a planted bug does harm."""
    with Patches() as patches:
        plant.change(patches)
        return next((told for seed in seeds if (told := story(seed)).wrongs), None)


def _caught(name: str) -> tuple[str, Story | None]:
    return name, catching(BED[name])


def main(arguments: list[str]) -> int:
    """The exit status: 0 when nothing was wrong, or every planted bug was caught."""
    parser = ArgumentParser(prog="python -m tests.simulation.office")
    parser.add_argument("stories", nargs="?", type=int, default=_MOST_STORIES)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--plants", action="store_true")
    chosen = parser.parse_args(arguments)
    if chosen.seed is not None:
        told = story(chosen.seed)
        print(*told.told, *told.wrongs, sep="\n")
        return 1 if told.wrongs else 0
    bad = stops = 0
    with get_context("spawn").Pool(os.cpu_count()) as pool:
        if chosen.plants:
            for name, found in pool.imap_unordered(_caught, BED):
                bad += found is None
                print(f"{name}: {f'story {found.seed}: {found.wrongs[0]}' if found else 'not caught'}")
            return 1 if bad else 0
        for told in pool.imap_unordered(story, range(chosen.first, chosen.first + chosen.stories)):
            bad += bool(told.wrongs)
            stops += told.stops
            for wrong in told.wrongs[:3]:
                print(f"{told.seed}: {wrong}")
    print(f"{chosen.stories} stories, {stops} stops of the database in the midst of something, {bad} wrong.")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
