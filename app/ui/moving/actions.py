"""The actions of another date."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import STEP_DAY, Action
from app.ui.sale.actions import ACCEPT, NUMBERS
from app.ui.slots.actions import PICK, SEATS

BOTH = Action(("Ctrl \u21b5",), mark("Book the new one and cancel the old one; Enter alone does nothing"))
COUNTS = Action(("F2",), mark("Change what counts for the new one"), words=mark("Change"))
AGAIN = Action(("F5",), mark("Read and quote again"))
KEEP = Action(("Esc",), mark("Keep the booking as it is"))
DECIDING = (STEP_DAY, PICK, SEATS, COUNTS, BOTH, ACCEPT, NUMBERS, AGAIN, KEEP)

WAYS = Action(("1", "3"), mark("Choose what is done next"), is_span=True)
CANCEL_OLD = Action(("Ctrl \u21b5",), mark("Cancel the old one, once its refund was quoted anew"))
LOOK = Action(("F5",), mark("Look again how both stand"))
STOP = Action(("Esc",), mark("Back; while the new one was just booked: do not cancel the old one"))
VOUCHER = Action(("V",), mark("The voucher of the new one"), words=mark("Voucher"), icon="receipt-text")
PAYMENT = Action(
    ("T",), mark("Take what is to be paid more, or give back"), words=mark("Payment"), icon="banknote"
)
SERVE = Action(("N",), mark("Serve somebody else; this keeps its place"), words=mark("Serve somebody else"))
STANDING = (WAYS, CANCEL_OLD, LOOK, VOUCHER, PAYMENT, SERVE, STOP)
