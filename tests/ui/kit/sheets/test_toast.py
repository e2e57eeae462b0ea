"""How long a message stays."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.kit.sheets.toast import Toast, undoing


def test_what_can_be_undone_stays_while_the_page_stays(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    page.show()
    toast = Toast(page)
    timer = toast.findChild(QTimer)
    assert timer is not None
    toast.say("Deleted", undoing(lambda: None))
    assert toast.isVisible()
    assert not timer.isActive()
    toast.lift()
    assert timer.isActive()
    toast.say("Deleted", undoing(lambda: None))
    assert not timer.isActive()
    toast.say("Saved")
    assert timer.isActive()
