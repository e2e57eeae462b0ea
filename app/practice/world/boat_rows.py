"""The practice catalogue of boats: twenty-eight schedules with permits and identity rules."""

from __future__ import annotations

from datetime import time
from typing import NamedTuple

from app.practice.world.catalogue import CancellationRule, IdentityFlags, PracticeRate, Schedule

BOAT_RULE = CancellationRule(
    "10 % is kept up to the day before, half on the day, rounded up to ten rupees.", 24, 10, 50, 1_000
)
_EVERY_DAY = frozenset(range(7))
_BOATS = ("MV Coral Star", "MV Sea Heron", "MV Blue Tern", "MV Reef Runner", "MV Mangrove", "MV North Wind")


class Boat(NamedTuple):
    """One row of this catalogue; `adult` is the boat fare in whole rupees.

    `flags` is one letter each for identity, number and upload; `runs` are days from the first day, modulo 7.
    """

    trip: str
    boat: str
    departs: str
    returns: str
    adult: int
    capacity: int
    flags: str
    close_days: int
    runs: str = ""
    live: bool = True
    seats: int | None = None
    infants: bool = False


# fmt: off
ROWS = (
    Boat("Jolly Buoy day trip", "MV Coral Star", "06:30", "16:30", 2400, 60, "---", 1, seats=42),
    Boat("Swaraj Dweep day return", "MV Sea Heron", "07:15", "17:30", 2350, 150, "in-", 1, seats=118),
    Boat("Ross and North Bay", "MV Blue Tern", "08:00", "14:00", 1200, 60, "i--", 0, live=False),
    Boat("Two islands, Swaraj and Shaheed", "MV Reef Runner", "09:00", "17:00", 3700, 80, "inu", 1, seats=3),
    Boat("Baratang caves shuttle", "MV Mangrove", "10:30", "13:30", 1880, 40, "-n-", 2, seats=40),
    Boat("Chidiya Tapu sunset", "MV Blue Tern", "14:00", "18:00", 1620, 60, "--u", 0, seats=57),
    Boat("Harbour evening cruise", "MV Coral Star", "16:30", "19:00", 1440, 90, "---", 0, seats=0),
    Boat("Swaraj Dweep ferry, early", "MV North Wind", "06:00", "08:20", 1150, 280, "in-", 1, "0246",
        infants=True),
    Boat("Swaraj Dweep ferry, noon", "MV North Wind", "12:00", "14:20", 1150, 280, "in-", 1, "0246",
        infants=True),
    Boat("Swaraj Dweep ferry, evening", "MV North Wind", "15:45", "18:05", 1250, 280, "in-", 1, "35",
        infants=True),
    Boat("Shaheed Dweep ferry", "MV Sea Heron", "06:20", "08:40", 1300, 150, "i-u", 1, "024"),
    Boat("Shaheed to Swaraj hop", "MV Reef Runner", "10:10", "11:00", 900, 80, "-nu", 0, "024"),
    Boat("Elephant Beach shuttle", "MV Mangrove", "09:30", "13:00", 1000, 40, "---", 0, "0356", live=False),
    Boat("Inglis Island charter day", "MV Reef Runner", "08:15", "16:00", 4800, 12, "inu", 3, "36"),
    Boat("Long Island weekly", "MV North Wind", "06:45", "18:30", 1700, 200, "in-", 2, "5"),
    Boat("Rangat coast passage", "MV North Wind", "06:00", "13:30", 1450, 200, "i--", 1, "3"),
    Boat("Little Andaman night ship", "MV Sea Heron", "21:00", "05:30", 2100, 150, "inu", 2, "26",
        infants=True),
    Boat("Cinque Island day", "MV Coral Star", "07:00", "16:00", 3900, 50, "i-u", 2, "46"),
    Boat("Red Skin Island trip", "MV Blue Tern", "08:30", "14:30", 1500, 60, "-n-", 1, "35", live=False),
    Boat("Neil sunset return", "MV Sea Heron", "13:00", "19:30", 1900, 150, "--u", 1, "3"),
    Boat("Viper Island heritage loop", "MV Coral Star", "15:00", "17:15", 700, 90, "---", 0, "02456",
        live=False),
    Boat("Seven-point harbour round", "MV Mangrove", "10:00", "12:30", 800, 40, "i--", 0, "2346"),
    Boat("Parrot Island dusk boat", "MV Mangrove", "16:45", "19:15", 1100, 30, "-nu", 1, "246"),
    Boat("Ross and Smith sandbar boat", "MV Reef Runner", "09:15", "13:45", 1350, 24, "in-", 1, "35"),
    Boat("Interview Island expedition", "MV North Wind", "05:30", "20:00", 5600, 20, "inu", 5, "4"),
    Boat("Mayabunder mail boat", "MV Blue Tern", "06:10", "15:40", 950, 60, "--u", 1, "26", live=False),
    Boat("Barren Island volcano view", "MV Sea Heron", "04:30", "16:30", 7900, 100, "inu", 3, "6"),
    Boat("Nicobar line, permit holders only", "MV North Wind", "20:00", "11:00", 3200, 150, "i-u", 7, "5",
        infants=True),
)
# fmt: on


def schedules() -> tuple[Schedule, ...]:
    """All schedules in the order of the catalogue."""
    return tuple(_schedule(number, row) for number, row in enumerate(ROWS))


def _schedule(number: int, row: Boat) -> Schedule:
    identity, document_number, upload = (letter != "-" for letter in row.flags)
    return Schedule(
        number=number,
        boat_id=971 + _BOATS.index(row.boat),
        boat_name=row.boat,
        trip_id=9_301 + number,
        trip_name=row.trip,
        departure=time.fromisoformat(row.departs),
        return_time=time.fromisoformat(row.returns),
        capacity=row.capacity,
        live=row.live,
        close_days=row.close_days,
        flags=IdentityFlags(identity, document_number, upload),
        rates=_rates(row.adult * 100, infants=row.infants),
        rule=BOAT_RULE,
        runs_on=frozenset(int(each) for each in row.runs) or _EVERY_DAY,
        second_day_seats=row.seats,
    )


def _rates(adult: int, *, infants: bool) -> tuple[PracticeRate, ...]:
    child = adult // 2
    fares = (
        PracticeRate("Adult", 12, 99, indian=True, boat_fare=adult, permit_fare=7_500, commission=15_000),
        PracticeRate("Child", 5, 11, indian=True, boat_fare=child, permit_fare=4_000, commission=7_500),
        PracticeRate("Adult", 12, 99, indian=False, boat_fare=adult, permit_fare=100_000, commission=15_000),
        PracticeRate("Child", 5, 11, indian=False, boat_fare=child, permit_fare=50_000, commission=7_500),
    )
    small = tuple(
        PracticeRate("Infant", 0, 4, indian=indian, boat_fare=10_000, permit_fare=0, commission=0)
        for indian in (True, False)
    )
    return fares + small if infants else fares
