"""A year of one counter: days closed and not, wrong clocks, other zones, sleep in the midst of sales.

python -m tests.simulation.year [YEARS] [--first N] [--days N]
python -m tests.simulation.year --seed N      tells the story of one year
python -m tests.simulation.year --plants      plants every known bug, and says which year caught it

The program's own code runs on real files and simulated clocks and lines, against the practice service. The
weather is fine here, and nothing is killed: that is for `tests.simulation.run` and `tests.campaign`.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import accumulate, combinations
from json import loads
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from urllib.parse import parse_qs

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.desk.day_close.day_close import DayClosing
from app.desk.day_close.rows import day_rows
from app.desk.day_close.values import DayReport
from app.desk.desk import Desk
from app.desk.model.activities import ActivityDraft
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import OfficeRules, Retention
from app.desk.model.sale import Preflight, Profile, Progress, Receipt
from app.desk.service.advice import CLOCK
from app.desk.service.clock_warning import MOST_SKEW
from app.desk.settings.backups import Backups
from app.lifecycle.connection import memory_of
from app.practice import PRACTICE_KEY, World
from app.practice.service.app import practice_app
from app.practice.world.identity import SERVICE_ZONE
from app.store.journal.journal import Journal
from tests.simulation.disk import Disk
from tests.simulation.patches import Patches
from tests.simulation.plants.plants import Plant
from tests.simulation.plants.year import BED
from tests.simulation.practice_peer import Asked, PracticePeer
from tests.simulation.stage import DAWN, Stage, set_stage, stage
from tests.simulation.virtual_loop import VirtualLoop
from tests.simulation.wires import LinePlan, Wires
from tests.simulation.world import simulated_lines

RETENTION_DAYS = 30
_OLDEST_LOOK = timedelta(minutes=2, seconds=5)
"""Two minutes, and the way of the order to the service."""
_MONTH = timedelta(days=31)
_FAR_OFF = timedelta(hours=1, seconds=5)
_BLUR = timedelta(seconds=5)
"""By how much the service's time is known less exactly here."""
_ON_THE_WAY = 60.0
"""Seconds for which an order may be on its way that was checked before the clock was set."""
_URL = "http://127.0.0.1:80"
_CHAIN_KEY = b"a key of the simulation"
_ZONES = ("Asia/Kolkata", "UTC", "Asia/Dubai", "America/New_York", "Pacific/Auckland")
_MOST_YEARS = 12
_HOUR = 3600.0
_DAY = 24 * _HOUR
_FULL, _LITTLE = Decimal(200_000), Decimal(50_000)
_BOSS = "Meera"
_SELLS_ALL_THE_SAME = 0.7
"""The chance that somebody decides to sell although the clock is wrong."""


@dataclass
class Sold:
    """A booking that this counter has made."""

    request_id: str
    travels_on: date
    at: datetime
    """True time."""


@dataclass
class Year:
    """One counter in one year; `wrongs` is what must never happen and did."""

    seed: int
    folder: Path
    days: int
    wrongs: list[str] = field(default_factory=list[str])
    story: tuple[str, ...] = ()
    paid_in: list[Decimal] = field(default_factory=list[Decimal])
    sold: list[Sold] = field(default_factory=list[Sold])
    counts: Counter[str] = field(default_factory=Counter[str])
    _looks: dict[tuple[int, date], datetime] = field(default_factory=dict[tuple[int, date], datetime])
    """When the slots of an activity and day were read last, by true time."""

    def __post_init__(self) -> None:
        """Draw nothing yet."""
        self.chance = Random(self.seed)
        self.world = World(clock=lambda: stage().now())
        self.service = practice_app(self.world)
        self.rules = OfficeRules(retention=Retention(RETENTION_DAYS))
        self._checked: object = None
        """What the days were last checked with."""
        self._accepted: timedelta | None = None
        """The clock's error with which somebody decided to sell."""
        self._next_clock_event = self.chance.uniform(2, 12)

    # Clocks

    def set_clocks(self, day: int) -> None:
        """Now and then the clock of the computer is wrong, another day it is mended; zones change, too."""
        if day < self._next_clock_event:
            return
        self._next_clock_event = day + self.chance.uniform(1, 12)
        setting, chance = stage(), self.chance
        if setting.skew and chance.random() < 0.7:
            setting.skew = timedelta()
            setting.say("the clock is right again")
            return
        if chance.random() < 0.2:
            _use_zone(chance.choice(_ZONES))
            return
        size = chance.choice((40.0, 0.5 * _HOUR, _HOUR, 5 * _HOUR, _DAY, 4 * _DAY, 29 * _DAY, 365 * _DAY))
        setting.jump(chance.choice((-1, 1)) * chance.uniform(0.5, 1.5) * size)
        self._count("clocks set")

    def sleep_in_sale(self) -> None:
        """Perhaps the computer sleeps, or its clock is set, in one of the next steps of the program."""
        chance = self.chance
        if chance.random() > 0.15:
            return
        seconds = chance.choice((30.0, 170.0, _HOUR, 10 * _HOUR))
        if chance.random() < 0.7:
            stage().loop.sleeps_at(stage().loop.turns + chance.randrange(1, 120), seconds)
            self._count("sleeps in a sale")
        else:
            ahead = chance.choice((-1, 1)) * seconds
            stage().loop.call_later(chance.uniform(0, 2), stage().jump, ahead)

    # What the service sees

    def watch(self, asked: Asked) -> None:
        """Note each look at an offer; no order may be sent on a look that is old or of another day."""
        now = stage().now()
        if asked.endpoint == "search_availability":
            query = parse_qs(asked.query)
            if "activity_id" in query:
                self._looks[int(query["activity_id"][0]), date.fromisoformat(query["date"][0])] = now
        elif asked.endpoint == "create_booking":
            setting = stage()
            is_new = setting.loop.time() - setting.set_at < _ON_THE_WAY
            if abs(setting.skew) > _FAR_OFF and not self._is_accepted(setting.skew) and not is_new:
                self._note(f"unasked: sent at {now} with a clock {setting.skew} off")
            slot = self.world.programme.slot(int(loads(asked.body)["availability_id"]))
            assert slot is not None
            looked = self._looks.get((slot.activity.activity_id, slot.day))
            if looked is None or now - looked > _OLDEST_LOOK:
                self._note(f"old look: sent at {now}, looked at {looked}")
            elif _there(now) != _there(looked):
                self._note(f"old look: sent at {now}, looked at {looked}, the day before")

    def _is_accepted(self, skew: timedelta) -> bool:
        """Whether somebody decided to sell with a clock that is off by so much, to about two minutes."""
        return self._accepted is not None and abs(skew - self._accepted) <= MOST_SKEW + _BLUR

    # A day

    async def live(self) -> None:
        """The year: the program is started, left running for some days, and started again."""
        day = 0
        while day < self.days:
            lasts = min(self.chance.choice((1, 1, 1, 2, 5)), self.days - day)
            async with self._opened() as (desk, backups):
                stage().say("the program starts")
                for each in range(day, day + lasts):
                    await self._work(each, desk, backups)
            day += lasts
        await self._mend()

    async def _work(self, day: int, desk: Desk, backups: Backups) -> None:
        await _until_hour(day, 3.5)
        self.set_clocks(day)
        await self._tidy(desk)
        with suppress(DeskError):
            await backups.make_of_today(self.folder / "backups", 7)
        await self._check_days(desk)
        self._fill_wallet()
        for _ in range(self.chance.choice((0, 1, 1, 2))):
            await asyncio.sleep(self.chance.uniform(60, 2 * _HOUR))
            await self._sell(desk)
        if self.chance.random() < 0.6:
            await self._close(desk)
        await asyncio.sleep(0.5 * _HOUR)

    def _fill_wallet(self) -> None:
        """The agency pays in when little is left: a change that was not made here."""
        cash = Decimal(self.world.ledger().cash) / 100
        if cash < _LITTLE:
            self.world.set_wallet(cash=_FULL)
            self.paid_in.append(_FULL - cash)

    async def _tidy(self, desk: Desk) -> None:
        """What the program does by itself each day; a person answers its question truly."""
        with suppress(DeskError):
            await desk.wallet.read()
        await desk.remember()
        if desk.customers.doubt:
            stage().say(desk.customers.doubt)
            self._count("questions about the date")
            if abs(stage().skew) < timedelta(hours=1):
                desk.customers.confirm_date(_BOSS)
                await desk.remember()
        await self._check_erased()

    async def _sell(self, desk: Desk) -> None:
        try:
            draft = await self._draft(desk)
            preflight = await desk.selling.preflight(draft)
            await asyncio.sleep(self.chance.choice((5.0, 20.0, 70.0, 130.0, 20 * 60.0, 9 * _HOUR)))
            self.sleep_in_sale()
            for _ in range(3):
                outcome = await desk.selling.book(replace(preflight), _unwatched)
                if not isinstance(outcome, Preflight):
                    break
                self._count("second looks shown")
                preflight = outcome
                if preflight.blocked:
                    return
                await asyncio.sleep(self.chance.uniform(2, 30))
            else:
                return
        except DeskError as error:
            stage().say(f"not sold: {error}")
            if error.advice.field == CLOCK and self.chance.random() < _SELLS_ALL_THE_SAME:
                desk.reader.accept_clock()
                self._accepted = stage().skew
            self._count(f"not sold: {error.advice.what[:40]}")
            return
        if isinstance(outcome, Receipt):
            assert draft.slot is not None
            self.sold.append(Sold(outcome.request_id, draft.slot.day, stage().now()))
            stage().say(f"sold {outcome.request_id} for {draft.slot.day}")
            self._count("sold")
        else:
            self._count(f"ended {type(outcome).__name__}")

    async def _draft(self, desk: Desk) -> ActivityDraft:
        await desk.wallet.read()
        ahead = self.chance.choice((0, 1, 3, 20, 70))
        # Late in the evening nothing of today can be sold any more.
        for day in (desk.reader.today() + timedelta(days) for days in (ahead, ahead + 1)):
            offers = (await desk.catalogue.activities(day)).offers
            for offer in self.chance.sample(offers, len(offers)):
                found = (await desk.reader.slots(offer, day)).open_slots
                if found:
                    phone = str(9_000_000_000 + self.chance.randrange(10**8))
                    slot = self.chance.choice(found)
                    return ActivityDraft(offer, slot, 1, "Asha Rao", phone, "a@example.com")
        raise LookupError("Nothing is for sale.")

    async def _close(self, desk: Desk) -> None:
        """Close today, and sometimes what was left open before."""
        days = [desk.day_close.today]
        if self.chance.random() < 0.3:
            with suppress(DeskError):
                days = [*await desk.day_close.unclosed(), *days]
        for each in days:
            try:
                self._check_sums((await desk.day_close.close(each, _BOSS)).report)
                self._count("days closed")
            except DeskError as error:
                stage().say(f"{each} is not closed: {error}")
                self._count(f"not closed: {error.advice.what[:40]}")

    # What must hold

    async def _check_erased(self) -> None:
        """Nobody is erased before the time of retention after the journey has passed, by true time."""
        kept = self._with_customer()
        due = _there(stage().now()) - timedelta(days=RETENTION_DAYS)
        for each in self.sold:
            if each.request_id not in kept and each.travels_on >= due:
                self._note(f"early: the customer of {each.request_id} is erased, of {each.travels_on}")

    async def _check_days(self, desk: Desk, *, wholly: bool = False) -> None:
        """Each sale stands in one closed day, in a day that is named as open, or in one that is not over."""
        closing = desk.day_close
        named = await closing.unclosed()
        known = self._journal.newest, named, closing.today, self.counts["days closed"]
        if known == self._checked and not wholly:
            return
        self._checked = known
        looked_at = self.sold if wholly else self.sold[-5:]
        made = {each.request_id for each in looked_at}
        rows = [each for each in day_rows(self._journal.attempts()) if each.request_id in made]
        counted, views = Counter[str](), dict[date, DayClosing]()
        long_ago = closing.today - _MONTH
        for begins in sorted({each.at.astimezone().date() for each in rows}):
            # What a closed day did not know of is in the first open one after it.
            for day in (begins + timedelta(n) for n in range(-1, self.days)):
                if day not in views:
                    views[day] = view = await closing.view(day)
                    mine = [row for row in view.report.rows if row.request_id in made]
                    counted.update(row.request_id for row in mine)
                    # One that came late into a day that was closed long ago is named for a month.
                    mine = [row for row in mine if row.at.astimezone().date() >= day or begins > long_ago]
                    if mine and view.closed is None and day < closing.today and day not in named:
                        self._note(f"unnamed: {day} is open with {mine[0].request_id}, and not named")
                if views[day].closed is None and day > begins:
                    break
        for each in looked_at:
            if counted[each.request_id] != 1:
                self._note(f"miscounted: {each.request_id} stands in {counted[each.request_id]} days")

    def _check_sums(self, report: DayReport) -> None:
        """A change that is said not to be made here is one or several payments of the agency."""
        sums = list(accumulate(self.paid_in, initial=Decimal()))
        known = {after - before for before, after in combinations(sums, 2)}
        for each in report.wallet.intervals if report.wallet else ():
            if each.net is not None and each.net not in known:
                self._note(f"invented: {report.day} says that {each.net} was not moved here")

    async def _mend(self) -> None:
        """In the end all clocks are right; what is past by then has to be erased, and nothing else."""
        stage().skew = timedelta()
        await asyncio.sleep(_DAY)
        async with self._opened() as (desk, _):
            await self._tidy(desk)
            await self._check_days(desk, wholly=True)
            kept = self._with_customer()
            due = _there(stage().now()) - timedelta(days=RETENTION_DAYS)
            for each in self.sold:
                if each.request_id in kept and each.travels_on < due:
                    self._note(f"late: the customer of {each.request_id} is not erased")

    def _with_customer(self) -> frozenset[str]:
        """The requests of which the journal still holds the customer."""
        return frozenset(each.request_id for each in self._journal.attempts() if each.private)

    @asynccontextmanager
    async def _opened(self) -> AsyncGenerator[tuple[Desk, Backups]]:
        """One life of the program, from its start to its orderly end."""
        own = self.folder / "live"
        client = PartnerClient(_URL, ApiKey(PRACTICE_KEY))
        self._journal = journal = Journal.open(own, chain_key=_CHAIN_KEY, clock=_clock)
        profile = Profile("live", _URL, PRACTICE_KEY[-4:], is_practice=False)
        desk = Desk(client, journal, profile, _clock, memory_of(own, journal.desk, _clock), rules=self.rules)
        await desk.start()
        try:
            yield desk, Backups(profile, desk.payments, journal, own, _clock)
        finally:
            await desk.close()
            await client.aclose()
            journal.close()

    def _note(self, wrong: str) -> None:
        stage().say(wrong)
        self.wrongs.append(wrong)

    def _count(self, what: str) -> None:
        self.counts[what] += 1


def lived(seed: int, days: int = 365) -> Year:
    """The year of a seed; lines and clocks must be simulated already."""
    chance = Random(seed)
    loop = VirtualLoop(chance)
    with TemporaryDirectory() as folder:
        wires = Wires(LinePlan, lambda wire: PracticePeer(year.service, wire, year.watch), _ignore, _never)
        setting = Stage(seed, loop, chance, Random(seed + 1), Disk(), wires)
        set_stage(setting)
        try:
            year = Year(seed, Path(folder), days)
            _use_zone(_ZONES[0])
            loop.run_until_complete(year.live())
        finally:
            loop.close()
            set_stage(None)
            _use_zone("")
    year.story = tuple(setting.story)
    return year


def _clock() -> datetime:
    """The time that the computer tells, with its zone."""
    return stage().clock().astimezone()


def _there(now: datetime) -> date:
    """The service's date."""
    return now.astimezone(SERVICE_ZONE).date()


def _use_zone(name: str) -> None:
    if name:
        os.environ["TZ"] = name
    else:
        os.environ.pop("TZ", None)
    time.tzset()


async def _until_hour(day: int, hour: float) -> None:
    """Sleep until that hour (UTC) of the day; the counter stands idle or is off."""
    at = DAWN.replace(hour=0, minute=0) + timedelta(days=day, hours=hour)
    await asyncio.sleep(max(0.0, (at - stage().now()).total_seconds()))


def _unwatched(_: Progress) -> None:
    """Nobody looks at the steps."""


def _ignore(_: object, __: bytes) -> None:
    """What leaves is looked at where it arrives."""


def _never(_: str, __: object) -> None:
    raise LookupError("Every call goes the whole way.")


def catching(plant: Plant, years: int = _MOST_YEARS, days: int = 60) -> Year | None:
    """The first of some years in which a planted bug does harm; lines and clocks must be simulated."""
    with Patches() as patches:
        plant.change(patches)
        return next((year for seed in range(years) if (year := lived(seed, days)).wrongs), None)


def _plant() -> int:
    missed = 0
    with simulated_lines():
        for plant in BED.values():
            year = catching(plant)
            missed += year is None
            print(f"{plant.name}: {f'year {year.seed}: {year.wrongs[0]}' if year else 'not caught'}")
    return missed


def main(arguments: list[str]) -> int:
    """The exit status: 0 when nothing was wrong."""
    parser = ArgumentParser(prog="python -m tests.simulation.year")
    parser.add_argument("years", nargs="?", type=int, default=4)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--plants", action="store_true")
    chosen = parser.parse_args(arguments)
    if chosen.plants:
        return _plant()
    seeds = range(chosen.first, chosen.first + chosen.years) if chosen.seed is None else (chosen.seed,)
    counts, wrong = Counter[str](), 0
    with simulated_lines():
        for seed in seeds:
            began = time.monotonic()
            year = lived(seed, chosen.days)
            counts += year.counts
            wrong += bool(year.wrongs)
            print(f"year {seed}: {time.monotonic() - began:.1f} s, {len(year.wrongs)} wrong")
            print(*(year.story if chosen.seed is not None else year.wrongs[:5]), sep="\n")
    for what, count in sorted(counts.items()):
        print(f"{count:>9}  {what}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
