"""The actions of the palette."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import CLOSE_SHEET, Action

CHOOSE_FOUND = Action(("\u2191", "\u2193"), mark("Choose what was found"))
GO_THERE = Action(("Enter",), mark("Go there"))
SHOW_WORDS = Action(("F1",), mark("Words that a line may have"))
PALETTE = (CHOOSE_FOUND, GO_THERE, SHOW_WORDS, CLOSE_SHEET)
