"""The actions of the page of what is free."""

from __future__ import annotations

from app.core.language import mark
from app.ui.catalogue.actions import STOP_READING, TO_ACTIVITIES, TO_BOATS
from app.ui.kit.basics.actions import NOT_NOW, PUT_IN_BASKET, TAKE_FIELD, WATCH, Action
from app.ui.sale.actions import QUOTE

CHOOSE_START = Action(("\u2191", "\u2193"), mark("Choose a start"))
STEP_HOUR = Action(("\u2190", "\u2192"), mark("Former hour or place, next one"))
PEOPLE = Action(("1", "9"), mark("How many people"), is_span=True)
MORE_PEOPLE = Action(("+", "\u2212"), mark("One more, one less"))
FIRST_HOUR = Action(("H",), mark("The first hour, in two digits; again for the whole day"))
PLACE = Action(("P",), mark("Choose the place"))
FITS_WALLET = Action(("W",), mark("Only what the wallet pays for, or all"))
BY_PLACE = Action(("L",), mark("By place, or by hour"))
SELL_TO = Action(("Enter",), mark("Sell it to these people"), words=mark("Sell"))
FREE_NOW = (
    CHOOSE_START,
    STEP_HOUR,
    PEOPLE,
    MORE_PEOPLE,
    FIRST_HOUR,
    PLACE,
    FITS_WALLET,
    BY_PLACE,
    SELL_TO,
    PUT_IN_BASKET,
    QUOTE,
    WATCH,
    TO_ACTIVITIES,
    TO_BOATS,
    STOP_READING,
)
END_WATCH = Action(("Del",), mark("End the watch that is chosen"), words=mark("End it"))
WATCHING = (TAKE_FIELD, END_WATCH, NOT_NOW)
