"""The actions of the lists of activities and boats."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import PUT_IN_BASKET, WATCH, Action

CHOOSE_ACTIVITY = Action(("\u2191", "\u2193"), mark("Choose an activity"))
PICK_SLOT = Action(("Enter",), mark("Pick a slot"), words=mark("Pick a slot"))
TO_BOATS = Action(("B",), mark("Sell boats"))
STOP_READING = Action(("Esc",), mark("Stop reading"))
TO_FREE = Action(("F",), mark("What is free for a party, by hour"))
ACTIVITIES = (CHOOSE_ACTIVITY, PICK_SLOT, TO_BOATS, TO_FREE, STOP_READING)

CHOOSE_DEPARTURE = Action(("\u2191", "\u2193"), mark("Choose a departure"))
TO_COUNTS = Action(("Tab",), mark("To the number of passengers"))
COUNT = Action(("Enter",), mark("Count who travels, then the next fare"))
TYPE_COUNT = Action(("0", "9"), mark("Type how many"), is_span=True)
STEP_COUNT = Action(("+", "\u2212"), mark("One more, one less"))
ADD_PASSENGERS = Action(("Ctrl \u21b5",), mark("Add passengers"), words=mark("Add passengers"))
TO_ACTIVITIES = Action(("A",), mark("Sell activities"))
BOATS = (
    CHOOSE_DEPARTURE,
    TO_COUNTS,
    COUNT,
    TYPE_COUNT,
    STEP_COUNT,
    ADD_PASSENGERS,
    PUT_IN_BASKET,
    WATCH,
    TO_ACTIVITIES,
    TO_FREE,
)
