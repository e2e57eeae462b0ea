"""The actions of the page of passengers."""

from __future__ import annotations

from app.core.language import mark
from app.ui.documents.actions import ATTACH, ATTACH_SCAN
from app.ui.kit.basics import actions as kit
from app.ui.kit.basics.actions import NOTES, PUT_IN_BASKET, Action
from app.ui.sale.actions import LAST_CUSTOMER, PUT_LAST_AWAY, QUOTE

NEXT_CELL = Action(("Tab", "Shift Tab"), mark("Next cell, cell before"))
NEXT_ROW = Action(("Enter",), mark("Next row"))
SCAN_PASSPORT = Action(("F2",), mark("Scan a passport, or type its lines"))
PASTE_ROWS = Action(
    ("Ctrl Shift V",),
    mark("Paste rows"),
    words=mark("Paste rows"),
    icon="clipboard-paste",
    cap="Ctrl \u21e7 V",
)
ASK_DETAILS = Action(("Ctrl M",), kit.ASK_DETAILS.help)
ADD_PARTY = Action(
    ("Ctrl G",), mark("Add a party that travelled before"), words=mark("Saved party"), icon="users"
)
COPY_ABOVE = Action(("Ctrl D",), mark("Copy from above"))
ADD = Action(("Ctrl N",), mark("Add a passenger"))
REPEAT = Action(("Ctrl R",), mark("Repeat the last row"))
TAKE_OFF = Action(("Ctrl Del",), mark("Take the row off"))
AS_IT_IS = Action(
    ("Ctrl U",), mark("Book what is unusual in a cell as it is"), words=mark("Book it as it is"), icon="check"
)
UNDO = Action(("Ctrl Z",), mark("Undo"))
REVIEW = Action(("Ctrl \u21b5",), mark("Review"), words=mark("Review"))
ADD_ROWS = Action(("Ctrl \u21b5",), mark("Add the passengers"))
DO_NOT_PASTE = Action(("Esc",), mark("Add none of them"), words=mark("Do not paste"))
TAKE_HIDDEN = Action(("Ctrl H",), mark("Take in what the workbook hides, or leave it out"))
LEAVE_ROW = Action(("Ctrl Del",), mark("Leave the row out, or take it in; Space in the rows does, too"))
PASTING = (ADD_ROWS, LEAVE_ROW, TAKE_HIDDEN, DO_NOT_PASTE)
PASSENGERS = (
    NEXT_CELL,
    NEXT_ROW,
    SCAN_PASSPORT,
    PASTE_ROWS,
    ASK_DETAILS,
    ADD_PARTY,
    LAST_CUSTOMER,
    PUT_LAST_AWAY,
    COPY_ABOVE,
    ADD,
    REPEAT,
    TAKE_OFF,
    ATTACH,
    ATTACH_SCAN,
    AS_IT_IS,
    UNDO,
    NOTES,
    PUT_IN_BASKET,
    QUOTE,
    REVIEW,
)
