"""The actions of the three steps of the storm desk."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import Action
from app.ui.travelling.actions import MESSAGES, REBOOK

CHOOSE = Action(("\u2191", "\u2193"), mark("Choose a party"))
PAUSE = Action(("P",), mark("Pause the asking, and go on"), words=mark("Pause"), icon="pause")
QUOTE_AGAIN = Action(("F5",), mark("Ask for all quotes again"), words=mark("Quote again"), icon="refresh-cw")
LEAVE_OUT = Action(("Space",), mark("Leave the party out, or take it in"))
NEEDS_LOOK = Action(("L",), mark("The next one that needs a look"))
TYPE_IDS = Action(("I",), mark("Type the traveller ids of the party"))
SEEN = Action(("A",), mark("Say that you have seen what changed and what is not stated"))
REASONS = Action(("1", "3"), mark("Why they do not travel: weather, operator, other"), is_span=True)
CANCEL_ALL = Action(
    ("Ctrl \u21b5",), mark("Cancel all that are ticked, one after another; Enter alone never does")
)
OPEN_BOOKING = Action(("Enter",), mark("Open the booking"))
KEEP_ALL = Action(("Esc",), mark("Keep all bookings"), words=mark("Keep all bookings"))
STORM_QUOTES = (
    CHOOSE,
    LEAVE_OUT,
    NEEDS_LOOK,
    TYPE_IDS,
    SEEN,
    PAUSE,
    QUOTE_AGAIN,
    REASONS,
    OPEN_BOOKING,
    CANCEL_ALL,
    KEEP_ALL,
)

WAY_OUT = Action(("Enter",), mark("Open the booking and its way out"))
NEXT_PROBLEM = Action(("L",), mark("The next one that is refused or not known"))
SEEN_ONE = Action(("A",), mark("Say that you have seen the changed quotes, so that they go, too"))
COPY_DETAILS = Action(("C",), mark("Copy the details of the party"))
GO_ON = Action(("Ctrl \u21b5",), mark("Go on with what was not sent; Enter alone never does"))
STOP = Action(("Esc",), mark("Stop after the one on its way; paused: end here"), words=mark("Stop here"))
STORM_RUN = (CHOOSE, NEXT_PROBLEM, SEEN_ONE, COPY_DETAILS, WAY_OUT, GO_ON, STOP)

NEXT_REFUND = Action(
    ("Ctrl R",), mark("Prepare the next refund from the till"), words=mark("Next till refund")
)
OPERATOR_LIST = Action(
    ("Ctrl E",),
    mark("Save the list for the operator, as CSV or text"),
    words=mark("Operator list"),
    icon="file-down",
)
LEAVE_STORM = Action(("Esc",), mark("Leave the storm desk; it stands in Bookings"))
STORM_TOLD = (CHOOSE, *MESSAGES[:-1], REBOOK, OPERATOR_LIST, LEAVE_STORM)
STORM_TOLD_WITH_TILL = (*STORM_TOLD, NEXT_REFUND)
