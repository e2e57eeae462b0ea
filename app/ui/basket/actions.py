"""The actions of the basket, of its booking, and of what was booked."""

from __future__ import annotations

from dataclasses import replace

from app.core.language import mark
from app.ui.kit.basics.actions import ASK_DETAILS, Action
from app.ui.sale.actions import QUOTE, TAKE_PAYMENT

CHOOSE = Action(("\u2191", "\u2193"), mark("Choose a trip"))
MOVE = Action(("Alt \u2191", "Alt \u2193"), mark("Book this trip earlier, or later"))
CHANGE = Action(("Enter",), mark("Change the chosen trip"))
TAKE_OUT = Action(("Del",), mark("Take the chosen trip out of the basket"))
PUT_ASIDE = Action(("N",), mark("Serve somebody else; the basket waits"), words=mark("Serve somebody else"))
BOOK_ALL = Action(("Ctrl \u21b5",), mark("Book all and debit, one after another; Enter alone never books"))
READ_AGAIN = Action(("F5",), mark("Read all trips and the wallet again"))
BACK = Action(("Esc",), mark("Back to the list; while it is being booked: stop before the next one"))
WAYS = Action(("1", "4"), mark("Choose what is done when a trip is not booked"), is_span=True)
BASKET = (CHOOSE, MOVE, CHANGE, TAKE_OUT, PUT_ASIDE, ASK_DETAILS, QUOTE, WAYS, BOOK_ALL, READ_AGAIN, BACK)

PRINT_ALL = Action(
    ("P",), mark("Print the itinerary, with every PNR"), words=mark("Print itinerary"), icon="printer"
)
SAVE_ALL = Action(("S",), mark("Save the itinerary as a PDF"), words=mark("Itinerary PDF"), icon="file-down")
CLIP_ALL = Action(("I",), mark("Put the itinerary on the clipboard for a chat, as picture and PDF"))
OPEN_ONE = Action(("1", "9"), mark("Show the voucher of one booking"), is_span=True)
NEW_SALE = Action(("N",), mark("New sale"), words=mark("New sale"))
BASKET_BOOKED = (PRINT_ALL, SAVE_ALL, CLIP_ALL, OPEN_ONE, NEW_SALE)
BASKET_BOOKED_WITH_TILL = (*BASKET_BOOKED, TAKE_PAYMENT)


def open_one(count: int) -> Action:
    """`OPEN_ONE` with the keys that do something when so many are booked."""
    if count == 1:
        return replace(OPEN_ONE, keys=("1",), is_span=False)
    return replace(OPEN_ONE, keys=("1", str(min(count, 9))))
