"""The details beside a list, read to their end by keys."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from app.ui.kit.sheets.page_layout import Scroller
from tests.support.ui.selling import Clerk


async def test_the_details_are_scrolled_by_keys(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.robot.keys("F7")
    details = QApplication.focusWidget()
    assert isinstance(details, Scroller)
    assert details.accessibleName() == "Details"
    bar = details.verticalScrollBar()
    clerk.robot.keys("PgDown")
    assert bar.value() > 0
    clerk.robot.keys("End")
    assert bar.value() == bar.maximum()
    # On to the button that goes on.
    clerk.robot.keys("Tab")
    assert clerk.robot.focused == "pick_slot"
