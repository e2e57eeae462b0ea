"""Asks for the password of a PDF, which is kept nowhere."""

from __future__ import annotations

import asyncio

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.core.language import tr
from app.ui.kit.sheets.input_sheet import InputSheet, InputWords


async def password_of(window: QWidget, name: str, *, is_wrong: bool) -> str:
    """The password that the clerk types for a file; empty when it is left."""
    sentence = (
        tr("This password does not open {name}.", name=name)
        if is_wrong
        else tr("{name} opens with a password only. It is used once and not kept.", name=name)
    )
    asked = InputWords(tr("Open the PDF"), sentence, tr("Password"), "pdf_password", tr("Open it"))
    answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    sheet = InputSheet(window, asked, is_secret=True)

    def settle(text: str = "") -> None:
        if not answer.done():
            answer.set_result(text)
            sheet.dismiss()

    sheet.entered.connect(settle)
    sheet.closed.connect(settle)
    try:
        return await answer
    finally:
        if isValid(sheet):
            sheet.dismiss()
