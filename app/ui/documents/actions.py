"""The actions of attaching copies of documents."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import Action

ATTACH = Action(("Ctrl O",), mark("Attach a copy of the document"))
ATTACH_SCAN = Action(
    ("Ctrl Shift O",),
    mark("Attach the newest scan of the watched folder"),
    words=mark("Attach"),
    cap="Ctrl \u21e7 O",
)
USE_COPY = Action(("Enter",), mark("Use the copy, or keep it"), cap="\u21b5")
LEAVE_OUT = Action(("Esc",), mark("Leave it out, or keep the other one"))
VIEWER = (USE_COPY, LEAVE_OUT)
