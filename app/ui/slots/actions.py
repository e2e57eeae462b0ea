"""The actions of the page of slots."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import NOTES, PUT_IN_BASKET, STEP_DAY, WATCH, Action
from app.ui.sale.actions import CHANGE_CUSTOMER, LAST_CUSTOMER, PUT_LAST_AWAY, QUOTE

PICK = Action(("1", "9"), mark("Pick a slot by its number"), is_span=True)
SEATS = Action(("+", "\u2212"), mark("One seat more, one less"))
NEXT_FIELD = Action(("Enter",), mark("Next field, or take the known customer that is chosen"))
KNOWN_CUSTOMER = Action(("\u2193",), mark("Choose a known customer in the list"))
REVIEW = Action(("Ctrl \u21b5",), mark("Review"), words=mark("Review"))
SLOTS = (
    STEP_DAY,
    PICK,
    SEATS,
    NEXT_FIELD,
    KNOWN_CUSTOMER,
    LAST_CUSTOMER,
    PUT_LAST_AWAY,
    CHANGE_CUSTOMER,
    NOTES,
    PUT_IN_BASKET,
    QUOTE,
    WATCH,
    REVIEW,
)
