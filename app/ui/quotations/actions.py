"""The actions of a quotation over the window, and of the pages that ask for one."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import ASK_DETAILS, CLOSE_SHEET, Action
from app.ui.vouchers.actions import CHAT, CLIP, COPY, LANGUAGE, MAIL, PRINT, SAVE

PAPER = Action(("1", "2"), mark("Choose the paper"), is_span=True)
QUOTATION = (PRINT, SAVE, COPY, CLIP, MAIL, CHAT, ASK_DETAILS, PAPER, LANGUAGE, CLOSE_SHEET)
