"""The actions of taking a payment, and of its receipt."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import CLOSE_SHEET, MESSAGE, Action
from app.ui.vouchers import actions as papers

WAYS = Action(("Ctrl 1", "Ctrl 2", "Ctrl 3", "Ctrl 4", "Ctrl 5"), mark("Way of paying, in their order"))
ROUND = Action(("\u2193",), mark("Next round amount of cash"))
ADD = Action(("Enter",), mark("Add a line for a part of it"))
TAKE_OFF = Action(("Del",), mark("Take the last line off, from an empty field"))
SEEN = Action(("Space",), mark("Tick that the money has arrived by UPI"))
CLIP_CODE = Action(("Alt I",), mark("Put the UPI code on the clipboard for a chat, as a picture"))
ALT_MESSAGE = Action(("Alt M",), MESSAGE.help)
RECORD = Action(("Ctrl \u21b5",), mark("Record the payment and make the receipt"))
LATER = Action(("Ctrl L",), mark("Record that it is paid later"), words=mark("Pay later"))
LEAVE = Action(("Esc",), mark("Leave without recording"), words=mark("Record it another time"))
BACK_WAYS = Action(WAYS.keys[:4], mark("Way of giving back, in their order"))
RECORD_BACK = Action(("Ctrl \u21b5",), mark("Record what is given back, with its paper"))
GIVING_BACK = (BACK_WAYS, RECORD_BACK, LEAVE)
PAYMENT = (WAYS, ROUND, ADD, TAKE_OFF, SEEN, CLIP_CODE, ALT_MESSAGE, RECORD, LATER, LEAVE)

PRINT = Action(("P",), mark("Print the receipt"), words=mark("Print receipt"), icon="printer")
SHOW = Action(
    ("R",),
    mark("Show the receipt, with every way to hand it over"),
    words=mark("Receipt"),
    icon="receipt-text",
)
NEW_SALE = Action(("N",), mark("New sale"), words=mark("New sale"))
CORRECT = Action(("C",), mark("Correct this receipt, with a reason"), words=mark("Correct\u2026"))
BACK = Action(("Esc",), mark("Back to the booking"))
RECORDED = (PRINT, SHOW, CORRECT, NEW_SALE, BACK)

RECEIPT = (
    papers.PRINT,
    papers.SAVE,
    papers.COPY,
    papers.CLIP,
    papers.MAIL,
    papers.CHAT,
    papers.PAPER,
    papers.LANGUAGE,
    CLOSE_SHEET,
)
CHOOSE = Action(("\u2191", "\u2193"), mark("Choose what is owed"))
TAKE = Action(("Enter",), mark("Take its payment, or give it back"))
TABS = Action(("Ctrl 1", "Ctrl 2", "Ctrl 3", "Ctrl 4"), mark("Receipts, owed, in and out, count"))
OWING = (TABS, CHOOSE, TAKE, MESSAGE)
CHOOSE_RECEIPT = Action(("\u2191", "\u2193"), mark("Choose a receipt"))
OPEN_RECEIPT = Action(("Enter",), mark("Show it, to print or to correct it"))
RECEIPTS = (TABS, CHOOSE_RECEIPT, OPEN_RECEIPT)
RECORD_CASH = Action(("Ctrl \u21b5",), mark("Open the drawer, or record what goes in or out"))
MOVES = (TABS, RECORD_CASH)
NEXT_PIECE = Action(("Tab", "Enter"), mark("The next note or coin"))
ONE_TOTAL = Action(("F6",), mark("Type one total, or each note and coin"))
CLOSE_DRAWER = Action(("Ctrl \u21b5",), mark("Compare, and then close the drawer"))
COUNT = (TABS, NEXT_PIECE, ONE_TOTAL, CLOSE_DRAWER)
