"""Bugs that take days: looks and clocks that are believed for too long, days that are forgotten."""

from __future__ import annotations

from datetime import date, timedelta
from math import inf
from typing import Any

from app.api.wire import upload
from app.desk.customers.customers import Customers
from app.desk.day_close.day_close import DayClose
from app.desk.model.moment import Moment
from app.desk.model.one_clock import OneClock
from app.desk.payment import payment_call
from app.desk.service.cutoffs import todays
from app.desk.service.service_reader import ServiceReader
from tests.simulation.patches import Patches
from tests.simulation.plants.plants import Bed

BED = Bed()


@BED.plant
def look_never_ages(patches: Patches) -> None:
    """A sale is sent on a look of any age."""
    patches.put(Moment, "is_fresh", _always)


@BED.plant
def sleep_is_not_noticed(patches: Patches) -> None:
    """A sale that the computer slept over is sent all the same."""
    for module in (upload, payment_call):
        patches.put(module, "STANDSTILL", inf)


@BED.plant
def own_clock_erases(patches: Patches) -> None:
    """What is past is so by the clock of this computer alone, and nobody is asked."""

    def own(self: Any) -> object:
        now = self.now_here()
        return todays(now, now)

    patches.put(ServiceReader, "todays", own)
    patches.put(Customers, "_doubt_of", _no_doubt)


@BED.plant
def newest_open_day_alone(patches: Patches) -> None:
    """An open day before a closed one is not named."""
    found: Any = DayClose.__dict__["_unclosed"]

    def newest(*of: Any) -> tuple[date, ...]:
        return found(*of)[-1:]

    patches.put(DayClose, "_unclosed", newest)


@BED.plant
def own_clock_orders(patches: Patches) -> None:
    """Sales and readings are ordered by the clock of this computer, however it was set meanwhile."""
    patches.put(OneClock, "ahead", _nothing)


@BED.plant
def wrong_clock_sells(patches: Patches) -> None:
    """Nobody is asked before a sale under a clock that is far off."""
    patches.put(ServiceReader, "check_may_spend", _nothing)


def _always(*_: object) -> bool:
    return True


def _no_doubt(_: object, __: date) -> str:
    return ""


def _nothing(*_: object) -> timedelta:
    return timedelta()
