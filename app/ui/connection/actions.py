"""The actions of the first screen."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import SHOW_TYPED, Action

CONNECT = Action(("Enter",), mark("Test and connect"), words=mark("Test and connect"))
PRACTISE = Action(("Alt P",), mark("Start in practice mode"), words=mark("Start in practice mode"))
LANGUAGE = Action(("Alt L",), mark("Change the language"), words=mark("Language"))
WELCOME = (CONNECT, SHOW_TYPED, PRACTISE, LANGUAGE)
