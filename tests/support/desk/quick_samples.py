"""A kept catalogue and known customers for lines of words; today is Saturday, 21 November 2026."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, time, timedelta
from decimal import Decimal
from types import MappingProxyType

from app.desk.bookings.known_customers import KnownCustomer
from app.desk.model.activities import DateRange, Start
from app.desk.quick_entry.finding_trips import TripFinder
from app.desk.quick_entry.reading import Question, is_meant, read_line
from app.desk.quick_entry.values import Buyer, ReadLine, Trip

TODAY = date(2026, 11, 21)
TOMORROW = TODAY + timedelta(days=1)
KEPT_DAYS = tuple(TODAY + timedelta(days=each) for each in range(4))


def starts(*clock: str, days: tuple[date, ...] = KEPT_DAYS) -> Mapping[date, tuple[Start, ...]]:
    """The same starts on each of these days."""
    times = tuple(Start(time.fromisoformat(each)) for each in clock)
    return MappingProxyType(dict.fromkeys(days, times))


def activity(number: int, title: str, place: str, fare: int, clock: str = "", *, sold: int = 0) -> Trip:
    """An activity of the kept catalogue, with its kept starts."""
    return Trip(
        number,
        is_boat=False,
        title=title,
        place=place,
        fare=Decimal(fare),
        sold=sold,
        starts=starts(*clock.split()) if clock else {},
    )


def boat(number: int, title: str, name: str, day: date, clock: str, *, sold: int = 0) -> Trip:
    """A boat of one day."""
    fare = Decimal(2600 if sold else 1600)
    return Trip(
        number,
        is_boat=True,
        title=title,
        place=name,
        fare=fare,
        sold=sold,
        day=day,
        starts=starts(clock, days=(day,)),
    )


SCUBA = activity(1, "Discover scuba dive", "Elephant Beach", 3800, "09:00 11:30 16:00", sold=40)
FUN_DIVE = activity(2, "Fun scuba dive, two tanks", "Lighthouse Reef", 6500, "11:00", sold=4)
SNORKEL = activity(3, "Snorkelling trip", "Elephant Beach", 900, "09:00 14:00", sold=25)
KAYAK = activity(4, "Glow kayaking after dark", "Swaraj Dweep", 2000, "19:00 20:30", sold=12)
MANGROVE = activity(5, "Mangrove kayaking, half day", "Mayabunder", 2900, sold=1)
SEA_WALK = activity(6, "Sea walk", "North Bay", 3000, "10:00 10:45 13:00", sold=9)
PARASAIL = activity(7, "Parasailing", "Corbyn\u2019s Cove", 3000, sold=3)
GLASS_BOAT = activity(8, "Glass-bottom boat ride", "Laxmanpur", 900)
JET_SKI = Trip(
    9,
    is_boat=False,
    title="Jet ski ride",
    place="Corbyn\u2019s Cove",
    fare=Decimal(500),
    ranges=(
        DateRange(TODAY, TODAY),
        DateRange(TODAY + timedelta(days=3), TODAY + timedelta(days=90)),
    ),
)
HERON = tuple(
    boat(100 + each.day, "Swaraj Dweep day return", "MV Sea Heron", each, "07:15", sold=30)
    for each in KEPT_DAYS[:2]
)
REEF = tuple(
    boat(200 + each.day, "Two islands", "MV Reef Runner", each, "09:00", sold=2) for each in KEPT_DAYS[:2]
)
TERN = tuple(
    boat(300 + each.day, "Chidiya Tapu sunset", "MV Blue Tern", each, "14:00") for each in KEPT_DAYS[:2]
)
FINDER = TripFinder(
    (
        *(SCUBA, FUN_DIVE, SNORKEL, KAYAK, MANGROVE, SEA_WALK, PARASAIL, GLASS_BOAT, JET_SKI),
        *(*HERON, *REEF, *TERN),
    ),
    KEPT_DAYS[:2],
    {
        "ed": "Discover scuba dive, Elephant Beach",
        "tern": "sea  walk",
        "hd2": "Swaraj Dweep day return, MV Sea Heron",
        "शाम": "Chidiya Tapu sunset",
        "kite": "Kite surfing, Neil",
        "snor": "Night snorkelling",
    },
)


def buyer(name: str, phone: str, times: int = 1) -> Buyer:
    """A customer who bought here."""
    return Buyer(KnownCustomer(name, phone, ""), times)


PRIYA = buyer("Priya Raman", "9876501234", 3)
OTHER_PRIYA = buyer("Priya Nair", "9433021188")
DEV = buyer("Dev Anand", "9876540098")
ROHAN = buyer("Rohan Das", "9433029911")
BUYERS = (PRIYA, OTHER_PRIYA, DEV, ROHAN)


def found_by(word: str) -> tuple[Buyer, ...]:
    """The customers whom a word means."""
    figures = word.lstrip("+#")
    if figures.isdigit():
        found = (each for each in BUYERS if figures in f"91{each.customer.phone}")
        return tuple(each for each in found if is_meant(word, each.customer))
    parts = word.split()
    return tuple(each for each in BUYERS if _has_all(each.customer.name.casefold().split(), parts))


def _has_all(names: list[str], parts: list[str]) -> bool:
    return all(any(name.startswith(part) for name in names) for part in parts)


def read(line: str, finder: TripFinder = FINDER) -> ReadLine | None:
    """What a line was understood as, once everybody whom it may mean was asked for."""
    customers: dict[str, tuple[Buyer, ...]] = {}
    while True:
        found = read_line(Question(line, finder, customers, TODAY))
        if found is None or not found.asks:
            return found
        customers |= {word: found_by(word) for word in found.asks}
