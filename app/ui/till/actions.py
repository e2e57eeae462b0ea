"""The actions of taking a payment, and of its receipt."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import CLOSE_SHEET, Action
from app.ui.vouchers import actions as papers

WAYS = Action(("Ctrl 1", "Ctrl 2", "Ctrl 3", "Ctrl 4", "Ctrl 5"), mark("Way of paying, in their order"))
ROUND = Action(("\u2193",), mark("Next round amount of cash"))
ADD = Action(("Enter",), mark("Add a line for a part of it"))
TAKE_OFF = Action(("Del",), mark("Take the last line off, from an empty field"))
SEEN = Action(("Space",), mark("Tick that the money has arrived by UPI"))
RECORD = Action(("Ctrl \u21b5",), mark("Record the payment and make the receipt"))
LATER = Action(("Ctrl L",), mark("Record that it is paid later"), words=mark("Pay later"))
LEAVE = Action(("Esc",), mark("Leave without recording"), words=mark("Record it another time"))
PAYMENT = (WAYS, ROUND, ADD, TAKE_OFF, SEEN, RECORD, LATER, LEAVE)

PRINT = Action(("P",), mark("Print the receipt"), words=mark("Print receipt"), icon="printer")
SHOW = Action(
    ("R",),
    mark("Show the receipt, with every way to hand it over"),
    words=mark("Receipt"),
    icon="receipt-text",
)
NEW_SALE = Action(("N",), mark("New sale"), words=mark("New sale"))
BACK = Action(("Esc",), mark("Back to the booking"))
RECORDED = (PRINT, SHOW, NEW_SALE, BACK)

RECEIPT = (
    papers.PRINT,
    papers.SAVE,
    papers.COPY,
    papers.MAIL,
    papers.CHAT,
    papers.PAPER,
    papers.LANGUAGE,
    CLOSE_SHEET,
)
CHOOSE = Action(("\u2191", "\u2193"), mark("Choose what is owed"))
TAKE = Action(("Enter",), mark("Take its payment"))
OWING = (CHOOSE, TAKE)
