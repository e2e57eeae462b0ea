"""Opening something outside: what is not opened is not logged either."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QtMsgType, QUrl, qInstallMessageHandler, qWarning

from app.ui.kit.basics.opening import open_outside


@pytest.mark.usefixtures("qapp")
def test_an_address_that_no_program_opens_is_in_no_log() -> None:
    said: list[str] = []

    def note(_kind: QtMsgType, _context: object, message: str) -> None:
        said.append(message)

    former = qInstallMessageHandler(note)
    try:
        assert not open_outside(QUrl("mailto:asha@example.com?subject=PRABC123"))
        assert said == []
        qWarning("The handler is back.")
        assert said == ["The handler is back."]
    finally:
        qInstallMessageHandler(former)
