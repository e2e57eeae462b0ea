"""The actions of To do."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import Action

CHOOSE = Action(("\u2191", "\u2193"), mark("Choose what is to be done"))
DO = Action(("Enter",), mark("Open what it is about"), words=mark("Do it"))
MESSAGE = Action(("M",), mark("Messages to the customer"), words=mark("Message"), icon="message-circle")
LATER = Action(("L",), mark("Put it off: 16:00, tmr, +2"), words=mark("Later"))
DONE = Action(("D", "Del"), mark("Done, not wanted, or not watched any more"), words=mark("Done"))
TO_DO = (CHOOSE, DO, MESSAGE, LATER, DONE)
