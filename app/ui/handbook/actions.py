"""The actions of the handbook."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import CLOSE_SHEET, Action

FIND_WORDS = Action(("Ctrl F",), mark("Find in the handbook"))
CHOOSE_CHAPTER = Action(("\u2191", "\u2193"), mark("Choose a chapter or a place"))
SCROLL = Action(("PgUp", "PgDown"), mark("Scroll the text"))
INTO_TEXT = Action(("Enter",), mark("Into the text"))
PRINT_CHAPTER = Action(("Ctrl P",), mark("Print the chapter"), words=mark("Print"), icon="printer")
HANDBOOK = (FIND_WORDS, CHOOSE_CHAPTER, SCROLL, INTO_TEXT, PRINT_CHAPTER, CLOSE_SHEET)
