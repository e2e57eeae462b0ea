"""The actions of the board of those who travel, and of the messages to them."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import NOTES, Action

MOVE = Action(("\u2191", "\u2193"), mark("The departure, or the party"))
CHOOSE = Action(("Space",), mark("Choose the party"))
CHOOSE_ALL = Action(("Ctrl A",), mark("Choose all of the departure; again all of the day"))
TOLD = Action(("T",), mark("Told; once more takes it back"), words=mark("Told"))
HANDED = Action(("V",), mark("Voucher handed; once more takes it back"), words=mark("Voucher handed"))
MESSAGE = Action(
    ("M",), mark("Message to one party after the other"), words=mark("Message"), icon="message-circle"
)
MANIFEST = Action(("Ctrl P",), mark("Manifest of the departure"), words=mark("Manifest"), icon="printer")
EXPORT = Action(("Ctrl E",), mark("The manifest as CSV or XLSX"))
STORM = Action(
    ("Del",),
    mark("Cancel what is chosen, at the storm desk"),
    words=mark("Storm desk"),
    icon="cloud-lightning",
)
REBOOK = Action(("R",), mark("Another date; what is cancelled is sold again on another day"))
ENTER = Action(("Enter",), mark("The parties of the departure, or the booking"))
STOP = Action(("Esc",), mark("Stop asking, take the choice back, or back to the departures"))
ASK = Action(
    ("F5",), mark("Ask the service for each booking"), words=mark("Ask the service"), icon="refresh-cw"
)
_OF_PARTIES = (CHOOSE, CHOOSE_ALL, TOLD, HANDED, MANIFEST, EXPORT, MESSAGE, NOTES, STORM, REBOOK)
BOARD = (MOVE, *_OF_PARTIES, ENTER, ASK, STOP)

GO_ON = Action(("Enter",), mark("Open the chat; then told, and the next party"))
NOT_REACHED = Action(("N",), mark("Not reached, and the next party"), words=mark("Not reached"))
MAIL = Action(("E",), mark("Begin an e-mail to this party"), words=mark("E-mail draft"), icon="mail")
COPY = Action(("C",), mark("Copy the text"), words=mark("Copy"), icon="copy")
CHANGE = Action(("F2",), mark("Change the text for this party"), words=mark("Change"))
AGAIN = Action(("O",), mark("Open the chat again"), words=mark("Open chat again"))
LANGUAGE = Action(("L",), mark("The other language"))
LEAVE = Action(("Esc",), mark("Back to the board"))
ABOUT = Action(("1", "3"), mark("The trip, a payment by UPI, or what is owed"), is_span=True)
CLIP_CODE = Action(("I",), mark("Put the UPI code on the clipboard for a chat, as a picture"))
MESSAGES = (GO_ON, NOT_REACHED, MAIL, COPY, CHANGE, AGAIN, LANGUAGE, LEAVE)
ROUND = (ABOUT, CLIP_CODE, *MESSAGES)
