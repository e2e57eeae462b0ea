"""The actions of a manifest over the window."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import CLOSE_SHEET, Action
from app.ui.vouchers.actions import LANGUAGE, PRINT, SAVE

EXPORT = Action(
    ("E", "Ctrl E"), mark("Export it as CSV or XLSX"), words=mark("CSV or XLSX"), icon="file-down"
)
WAYS = {"print": PRINT, "save": SAVE, "table": EXPORT}
MANIFEST = (*WAYS.values(), LANGUAGE, CLOSE_SHEET)
