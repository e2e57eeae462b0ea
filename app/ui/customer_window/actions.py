"""The actions of the customer window, in the window of the program: it has no keys itself."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import Action

BLANK = Action(
    ("F9",),
    mark("Blank the customer window, or bring it back"),
    words=mark("Blank the customer window"),
    icon="eye-off",
)
OPEN = Action(
    (),
    mark("Open the customer window, or bring it to another screen"),
    words=mark("Customer window"),
    icon="eye",
)
"""In the palette alone."""
