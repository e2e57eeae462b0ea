"""The actions of the page of the wallet, and of an entry of its ledger as it was sent."""

from __future__ import annotations

from app.core.language import mark
from app.ui.kit.basics.actions import CLOSE_SHEET, Action

READ = Action(("F5",), mark("Read the wallet again"), words=mark("Read again"), icon="refresh-cw")
TOP_UP = Action(("T",), mark("Copy a request to top up"), words=mark("Copy top-up request"), icon="copy")
EXPORT = Action(("Ctrl E",), mark("Export the statement"), words=mark("Export\u2026"), icon="file-down")
ENTRY = Action(("Enter",), mark("Show an entry as the service sent it"), words=mark("As sent"))
SENT = (CLOSE_SHEET,)
WALLET = (READ, TOP_UP, EXPORT, ENTRY)
