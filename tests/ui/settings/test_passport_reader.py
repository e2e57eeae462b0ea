"""A trial of the passport reader: what came is shown, its times can be kept, and all is forgotten."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from app.ui.settings.passport_reader import ReaderBox
from tests.support.desk.mrz_samples import JANA
from tests.support.desk.reader_keys import PACES, sent
from tests.ui.settings.conftest import Scene

_NONE = Qt.KeyboardModifier.NoModifier


def _scan(scene: Scene, pace: str) -> ReaderBox:
    """A scan into the box, with the system's times."""
    box = scene.robot.find("reader_trial", ReaderBox)
    box.setFocus()
    now = 5_000
    for each in sent(JANA, "german", "\r", PACES[pace]):
        now += round(each.gap * 1000)
        is_end = each.text == "\r"
        key = Qt.Key.Key_Return if is_end else Qt.Key(ord(each.text.upper()))
        for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            event = QKeyEvent(kind, key, _NONE, each.text)
            event.setTimestamp(now)
            QApplication.sendEvent(box, event)
    return box


async def test_a_scan_is_shown_and_its_times_are_kept(scene: Scene) -> None:
    box = _scan(scene, "45 ms")
    await scene.robot.until(lambda: scene.robot.is_shown("keep_reader_times"))
    assert box.toPlainText().replace("\u00a0", " ").startswith("P 0   ; 45   D 45")
    assert scene.robot.sees("A passport line (TD3), every check digit right.")
    assert scene.robot.sees("90 keys, pauses of at most 45 ms, between lines 45 ms.")
    scene.robot.click("keep_reader_times")
    assert scene.told == [{"reader_key_ms": 68, "reader_line_ms": 200}]
    assert scene.setup.settings.reader_key_ms == 68


async def test_nothing_of_it_can_be_copied_and_all_is_forgotten(scene: Scene) -> None:
    box = _scan(scene, "5 ms")
    await scene.robot.until(lambda: bool(box.toPlainText()))
    QApplication.clipboard().setText("before")
    scene.robot.keys("Ctrl+A", "Ctrl+C")
    assert QApplication.clipboard().text() == "before"
    box.hide()
    assert box.toPlainText() == ""
    assert not box.document().isUndoAvailable()
    assert not scene.robot.is_shown("keep_reader_times")


async def test_a_time_counts_once_it_is_typed(scene: Scene) -> None:
    await scene.type("reader_key_ms", "60")
    await scene.robot.until(lambda: scene.told == [{"reader_key_ms": 60}])


async def test_tab_of_a_person_leaves_the_box(scene: Scene) -> None:
    box = scene.robot.find("reader_trial", ReaderBox)
    box.setFocus()
    scene.robot.keys("Tab")
    await scene.robot.until(lambda: not box.hasFocus())
