"""The actions of the pages of cancelling."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import Action

CHOOSE = Action(("Space",), mark("Choose a passenger"))
CHOOSE_ALL = Action(("A",), mark("Choose all"), words=mark("Select all"))
SEATS = Action(("+", "\u2212"), mark("Seats"))
CANCEL = Action(("Ctrl \u21b5",), mark("Cancel; Enter alone never does"))
QUOTE = Action(("F5",), mark("Quote again"))
KEEP = Action(("Esc",), mark("Keep the booking"), words=mark("Keep the booking"))
CANCELLING = (CHOOSE, CHOOSE_ALL, SEATS, CANCEL, QUOTE, KEEP)

COPY_REFERENCE = Action(("C",), mark("Copy the reference"), words=mark("Copy"), icon="copy")
TO_BOOKINGS = Action(("Ctrl \u21b5",), mark("To Bookings"), words=mark("To Bookings"))
SLIP = Action(("P",), mark("Print the cancellation slip"), words=mark("Print slip"), icon="printer")
REST = Action(("V",), mark("Show the voucher of who still travels"), words=mark("Voucher of the rest"))
CANCELLED = (COPY_REFERENCE, SLIP, REST, TO_BOOKINGS)
GIVE_BACK = Action(
    ("T",),
    mark("Take its payment, give it back, or show the receipt"),
    words=mark("Give back"),
    icon="banknote",
)
CANCELLED_WITH_TILL = (*CANCELLED, GIVE_BACK)

READ = Action(("Enter",), mark("Read the booking"), words=mark("Read the booking"))
READ_ANEW = Action(("F5",), mark("Read it again"))
GO_ON = Action(("Ctrl \u21b5",), mark("Go on to what is cancelled"), words=mark("Choose what is cancelled"))
BACK = Action(("Esc",), mark("Back to Bookings"))
FIND_BOOKING = (READ, READ_ANEW, GO_ON, BACK)

LOOK = Action(("F5",), mark("Read the booking again"), words=mark("Read again"), icon="refresh-cw")
COPY_DETAILS = Action(("Alt C",), mark("Copy the details"), words=mark("Copy details"), icon="copy")
RESEND = Action(("Ctrl \u21b5",), mark("Send again, when the booking is unchanged"))
OPEN_CANCELLATION = (LOOK, COPY_DETAILS, RESEND)
OPEN_CANCELLATION_WITH_TILL = (*OPEN_CANCELLATION, GIVE_BACK)
