"""The times of day at which practice activities are offered."""

from __future__ import annotations

from datetime import time

from app.practice.world.catalogue import SlotPlan


def _plan(hours: str, label: str, seats: int, cutoff: int | None = None, mark: str = "") -> SlotPlan:
    start, end = hours.split("-")
    return SlotPlan(
        label=label,
        start=time.fromisoformat(start),
        end=time.fromisoformat(end),
        seats=seats,
        own_cutoff_minutes=cutoff,
        peak=mark == "peak",
        rare=mark == "rare",
    )


DIVES = (
    _plan("07:00-09:00", "Early dive", 12),
    _plan("08:30-10:30", "Morning dive", 12),
    _plan("11:30-13:30", "Midday dive", 12, 30),
    _plan("13:00-15:00", "Afternoon dive 1", 12),
    _plan("14:30-16:30", "Afternoon dive 2", 12),
    _plan("15:00-17:00", "Late dive", 12),
    _plan("15:45-17:30", "Sunset dive", 12, None, "peak"),
    _plan("18:00-19:30", "Night dive", 6, 180, "rare"),
)
REEF = (
    _plan("07:30-09:30", "Early reef", 16),
    _plan("10:00-12:00", "Morning reef", 16),
    _plan("13:30-15:30", "Afternoon reef", 16),
    _plan("15:30-17:30", "Late reef", 16, None, "peak"),
)
TWO_TANKS = (
    _plan("06:30-11:00", "Morning, two tanks", 8),
    _plan("13:15-17:15", "Afternoon, two tanks", 8, None, "peak"),
)
RIDES = (
    _plan("09:00-09:45", "Ride 1", 10),
    _plan("10:30-11:15", "Ride 2", 10),
    _plan("12:00-12:45", "Ride 3", 10),
    _plan("14:00-14:45", "Ride 4", 10, None, "peak"),
    _plan("15:30-16:15", "Ride 5", 10, 15, "peak"),
)
HALF_DAYS = (
    _plan("07:00-11:30", "Morning half", 14),
    _plan("13:30-17:30", "Afternoon half", 14, None, "peak"),
)
EVENINGS = (
    _plan("16:30-18:00", "Sunset", 6, None, "peak"),
    _plan("19:00-20:30", "After dark", 12),
)
NIGHTS = (
    _plan("19:00-20:30", "First paddle", 12),
    _plan("21:00-22:30", "Second paddle", 12, None, "peak"),
    _plan("23:15-00:45", "Past midnight", 8, 240, "rare"),
)
WALKS = (
    _plan("06:00-09:00", "Sunrise walk", 20),
    _plan("15:00-17:30", "Afternoon walk", 20),
)
SHOWS = (
    _plan("17:45-18:45", "First show", 80, 10),
    _plan("19:00-20:00", "Second show", 80, 10, "peak"),
)
