"""The actions of the pages of bookings."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import MESSAGE, NOTES, Action

CHOOSE = Action(("\u2191", "\u2193"), mark("Choose a booking"))
OPEN = Action(("Enter",), mark("Open one that needs an answer"), words=mark("Show what is known"))
VOUCHER = Action(
    ("V",),
    mark("Show the voucher, with every way to hand it over"),
    words=mark("Voucher"),
    icon="receipt-text",
)
PRINT = Action(("P",), mark("Print the voucher"))
CLIP = Action(("I",), mark("Put the voucher on the clipboard for a chat, as picture and PDF"))
CHECK = Action(("F5",), mark("Check its status with the service"))
COPY_PNR = Action(("C",), mark("Copy the PNR"))
CANCEL = Action(("Del",), mark("Cancel the booking or a part of it"))
MOVE = Action(("R",), mark("Another date for the booking, or how a change stands"))
OPEN_PNR = Action(
    ("O",), mark("Open a booking that was sold elsewhere, by its PNR"), words=mark("Open a PNR\u2026")
)
CANCEL_PNR = Action(
    ("X",), mark("Cancel a booking of another counter, by its PNR"), words=mark("Cancel by PNR\u2026")
)
TILL = Action(("T",), mark("Take its payment, give it back, or show the receipt"))
BOOKINGS = (
    *(CHOOSE, OPEN, VOUCHER, PRINT, CLIP, MESSAGE, NOTES, CHECK),
    *(COPY_PNR, CANCEL, MOVE, OPEN_PNR, CANCEL_PNR),
)
BOOKINGS_WITH_TILL = (*BOOKINGS, TILL)

COPY_DETAILS = Action(
    ("Alt C",), mark("Copy the details for the operator"), words=mark("Copy details"), icon="copy"
)
READ_WALLET = Action(("F5",), mark("Read the wallet again"))
OUTCOME = (COPY_DETAILS, READ_WALLET, VOUCHER, PRINT)
TAKE_PAYMENT = Action(
    ("T",),
    mark("Take its payment, once it is known to be booked"),
    words=mark("Take payment"),
    icon="banknote",
)
OUTCOME_WITH_TILL = (*OUTCOME, TAKE_PAYMENT)

KEEP_NOTES = Action(("Enter",), mark("Keep both notes"), words=mark("Keep both notes"))
NEW_LINE = Action(("Shift Enter",), mark("Another line"))
USUAL_WORDS = Action(("Ctrl 1", "Ctrl 2"), mark("Put in a word that is used most here"))
PRINT_NOTES = Action(
    ("Ctrl P",), mark("Keep and print the voucher again"), words=mark("Keep and print again")
)
LEAVE_NOTES = Action(("Esc",), mark("Leave them as they were"), words=mark("Leave them as they were"))
NOTES_SHEET = (KEEP_NOTES, NEW_LINE, USUAL_WORDS, PRINT_NOTES, LEAVE_NOTES)
