"""What screen readers are told of our own widgets."""

from __future__ import annotations

from gc import collect
from weakref import ref

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.controls.menu_chip import MenuChip
from app.ui.kit.controls.segmented import Segment, SegmentChoice, Segmented
from app.ui.kit.sheets.page import Page

Role = QAccessible.Role


def test_one_of_several_is_told_as_such_and_is_pressed_from_outside(qtbot: QtBot) -> None:
    choice = Segmented((SegmentChoice("a", "One"), SegmentChoice("b", "Two")), "Choice")
    qtbot.addWidget(choice)
    _one, two = choice.findChildren(Segment)
    said = QAccessible.queryAccessibleInterface(two)
    assert said.role() == Role.RadioButton
    assert not said.state().selected
    acts = said.actionInterface()
    assert acts is not None
    acts.doAction(acts.pressAction())
    assert choice.current == "b"
    assert said.state().selected
    assert said.state().checked


def test_what_opens_a_list_says_whether_it_is_open(qtbot: QtBot) -> None:
    chip = MenuChip("All places")
    chip.set_choices([("Here", 1)])
    qtbot.addWidget(chip)
    chip.show()
    said = QAccessible.queryAccessibleInterface(chip)
    assert said.state().hasPopup
    assert said.state().collapsed
    chip.open_menu()
    assert said.state().expanded
    assert not said.state().collapsed
    menu = chip.findChild(QMenu)
    assert menu is not None
    menu.close()


def test_what_has_gone_is_not_kept(qtbot: QtBot) -> None:
    page = Page()
    qtbot.addWidget(page)
    QAccessible.queryAccessibleInterface(page)
    kept = ref(page)
    page.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    del page
    collect()
    assert kept() is None


def test_what_is_covered_is_not_read(qtbot: QtBot) -> None:
    outer, covers = QWidget(), [False]
    inner = QWidget(outer)
    qtbot.addWidget(outer)
    set_spoken_role(outer, Role.Pane, covered=lambda _outer: covers[-1])
    said = QAccessible.queryAccessibleInterface(outer)
    assert said.child(0).object() is inner
    covers.append(True)
    assert said.childCount() == 0
