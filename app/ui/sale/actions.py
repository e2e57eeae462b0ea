"""The actions of reviewing a sale and of what was booked."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import NOTES, Action

BOOK = Action(("Ctrl \u21b5",), mark("Book and debit; Enter alone never books"))
ACCEPT = Action(("Space",), mark("Accept a change"))
CHECK_AGAIN = Action(("F5",), mark("Check again"))
BACK = Action(("Esc",), mark("Back to what was typed; while a large order is being sent: stop it"))
NUMBERS = Action(
    ("D",),
    mark("Show the whole numbers of documents, as long as it is held"),
    words=mark("Whole numbers"),
    icon="eye",
    is_held=True,
)
REVIEW = (BOOK, ACCEPT, NUMBERS, CHECK_AGAIN, BACK)

CHANGE_CUSTOMER = Action(("F6",), mark("Change the customer of the basket"), words=mark("Change"), icon="")
LAST_CUSTOMER = Action(
    ("Ctrl L",),
    mark("Take over what was typed for the last customer"),
    words=mark("From the last customer"),
    icon="history",
)
PUT_LAST_AWAY = Action(
    ("Ctrl Shift L",), mark("Put away what was typed for the last customers"), words=mark("Put all away")
)

QUOTE = Action(
    ("Alt O",), mark("Write a quotation; no seats are held"), words=mark("Quotation"), icon="receipt-text"
)

PRINT = Action(("P",), mark("Print the voucher"), words=mark("Print voucher"), icon="printer")
SAVE = Action(("S",), mark("Save the voucher as a PDF"), words=mark("Save as PDF"), icon="file-down")
SHOW = Action(
    ("V",),
    mark("Show the voucher, with every way to hand it over"),
    words=mark("Voucher"),
    icon="receipt-text",
)
CLIP = Action(("I",), mark("Put the voucher on the clipboard for a chat, as picture and PDF"))
COPY = Action(("C",), mark("Copy the PNR"), words=mark("Copy"), icon="copy")
NEW_SALE = Action(("N",), mark("New sale"), words=mark("New sale"))
BOOKED = (PRINT, SAVE, SHOW, CLIP, NOTES, COPY, NEW_SALE)
TAKE_PAYMENT = Action(
    ("T",),
    mark("Take the payment, or show its receipt"),
    words=mark("Take payment"),
    icon="banknote",
)
BOOKED_WITH_TILL = (*BOOKED, TAKE_PAYMENT)
