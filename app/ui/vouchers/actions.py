"""The actions of the voucher over the window."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import CLOSE_SHEET, Action

PRINT = Action(("P", "Ctrl P"), mark("Print it"), words=mark("Print"), icon="printer")
SAVE = Action(("S",), mark("Save it as a PDF"), words=mark("Save as PDF"), icon="file-down")
COPY = Action(("C",), mark("Copy it as text"), words=mark("Copy as text"), icon="copy")
MAIL = Action(("E",), mark("Begin an e-mail with it"), words=mark("E-mail draft"), icon="mail")
CHAT = Action(("W",), mark("Open a chat with the customer"), words=mark("Chat link"), icon="message-circle")
CLIP = Action(
    ("I",),
    mark("Put it on the clipboard for a chat, as picture and PDF; again the file alone"),
    words=mark("Picture for a chat"),
    icon="image-up",
)
PAPER = Action(("1", "3"), mark("Choose the paper"), is_span=True)
LANGUAGE = Action(("L",), mark("The next language"))
PRICE = Action(("R",), mark("Show or hide the customer price"))
VOUCHER = (PRINT, SAVE, COPY, CLIP, MAIL, CHAT, PAPER, LANGUAGE, PRICE, CLOSE_SHEET)
