"""The actions of the day close."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import Action

STEP = Action(("Ctrl \u2190", "Ctrl \u2192"), mark("The day before, the day after"))
TYPE = Action(("Ctrl T",), mark("Type the day: 22, 22/11, -1, sun"))
MOVE = Action(("\u2191", "\u2193"), mark("Move in the sales"))
PRINT = Action(("P",), mark("Print the day"))
EXPORT = Action(
    ("Ctrl E",), mark("Export the day as CSV or XLSX"), words=mark("Export CSV"), icon="file-down"
)
CLOSE = Action(("Ctrl \u21b5",), mark("Close the day"), words=mark("Close the day"))
DAY_CLOSE = (STEP, TYPE, MOVE, PRINT, EXPORT, CLOSE)
TABS = Action(("Ctrl 1", "Ctrl 2"), mark("Products, till"))
COUNT = Action(("C",), mark("Count the drawer"))
DAY_CLOSE_WITH_TILL = (*DAY_CLOSE, TABS, COUNT)
