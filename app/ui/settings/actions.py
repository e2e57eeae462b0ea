"""The actions of the settings."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import CLOSE_SHEET, Action

CHOOSE = Action(("\u2191", "\u2193"), mark("Choose a section"))
ENTER = Action(("\u21b5", "Tab"), mark("Into the section"))
TEST = Action(("F5",), mark("Test the connection"), words=mark("Test again"))
CHOOSE_LICENCE = Action(("\u2191", "\u2193"), mark("Choose a licence"))
LICENCES = (CHOOSE_LICENCE, CLOSE_SHEET)
SETTINGS = (CHOOSE, ENTER, TEST)
