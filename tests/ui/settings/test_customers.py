"""Customers in Settings, by keyboard: found, seen, handed out, deleted; and how long they stay."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QListView

from app.desk.desk import DeskOptions
from app.desk.model.office_rules import CustomerRefund, RefundRule, Retention
from app.desk.settings.shell import Shell
from app.lifecycle.connection import memory_of
from app.ui.kit.basics.layouts import column
from app.ui.kit.controls.segmented import Segment
from app.ui.kit.lists.timeline import Timeline
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.settings.customers import CustomerSettings
from tests.store.register.test_erasure import all_bytes
from tests.support.counter import Counter, Given, for_ever, open_counter
from tests.support.ui.looking import unnamed
from tests.support.ui.robot import Robot
from tests.support.ui.windows import open_window
from tests.ui.test_other_pages import lose


@dataclass
class Stage:
    """A window with the section alone on it."""

    robot: Robot
    counter: Counter
    section: CustomerSettings
    told: list[Retention]


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncGenerator[Stage]:
    """A counter that has sold once."""
    folder = tmp_path / "desk"
    given = Given(local_cache=memory_of(folder), options=DeskOptions(sleep=for_ever))
    async with open_window("file_choice") as (robot, window), open_counter(folder, **given) as counter:
        await counter.sell()
        await counter.desk.remember()
        page, told = Page(), list[Retention]()
        section = CustomerSettings(counter.desk.customers, counter.desk.rules, Shell(keep=told.append))
        page.setLayout(column(Scroller(section), margins=(32, 0, 32, 0)))
        window.show_page(page)
        yield Stage(robot, counter, section, told)
        window.drop_page(page)


def _segment(stage: Stage, text: str) -> Segment:
    return next(each for each in stage.section.findChildren(Segment) if each.text() == text)


async def _find(stage: Stage, typed: str = "98765") -> None:
    robot = stage.robot
    robot.find("find_customer").setFocus()
    robot.keys("Ctrl+A")
    robot.type(typed)
    await robot.until(lambda: robot.is_shown("found_customers"))
    robot.keys("Down", "Up", "Return")
    await robot.until(lambda: robot.is_shown("held_card"))


async def test_a_customer_is_found_shown_and_deleted_by_keyboard(stage: Stage) -> None:
    robot = stage.robot
    await _find(stage)
    assert robot.sees("1 sale")
    assert "Booked" in robot.find("held_records", Timeline).accessibleName()
    assert unnamed(stage.section) == []
    robot.find("delete_customer").setFocus()
    robot.keys("Space")
    await robot.until(lambda: robot.is_shown("answer_keep"))
    assert robot.focused == "answer_keep"
    # "Keep" is the word for to save elsewhere, and each word has one translation.
    assert robot.sees("Do not delete")
    assert robot.sees("Delete Priya Raman?")
    assert any("PNR, trip, dates and amounts stay for the books." in text for text in robot.texts())
    assert any("Backups and files that were made before keep" in text for text in robot.texts())
    robot.keys("Escape")
    await robot.until(lambda: not robot.is_shown("answer_keep"))
    assert b"Priya" in all_bytes(stage.counter.folder)
    robot.keys("Space")
    await robot.until(lambda: robot.is_shown("answer_delete"))
    robot.keys("Tab", "Return")
    await robot.until(lambda: robot.sees("Deleted in 1 sale or cancellation."))
    await robot.until(lambda: robot.sees("Nothing is held any more."))
    assert b"Priya" not in all_bytes(stage.counter.folder)
    assert not robot.find("export_customer").isEnabled()
    assert not robot.find("delete_customer").isEnabled()


async def test_an_open_outcome_is_said_before_and_after(stage: Stage) -> None:
    robot = stage.robot
    await lose(stage.counter)
    await _find(stage, "priya.raman@example.com")
    assert "stays until it is settled" in robot.find("held_records", Timeline).accessibleName()
    robot.click("delete_customer")
    await robot.until(lambda: robot.is_shown("answer_delete"))
    assert any("1 has an open outcome" in text for text in robot.texts())
    robot.click("answer_delete")
    await robot.until(lambda: any("1 is kept: its outcome is open." in text for text in robot.texts()))
    await robot.until(lambda: robot.sees("1 sale"))


async def test_what_is_held_is_handed_out_as_two_files(stage: Stage, tmp_path: Path) -> None:
    robot, place = stage.robot, tmp_path / "out"
    place.mkdir()
    await _find(stage)
    robot.click("export_customer")
    dialog = await robot.until(lambda: robot.find("file_choice", QFileDialog))
    dialog.fileSelected.emit(str(place))
    dialog.close()
    await robot.until(lambda: any(".json and " in text for text in robot.texts()))
    whole, text = sorted(place.iterdir())
    assert json.loads(whole.read_text(encoding="utf-8"))["customer"]["phone"] == "9876501234"
    assert "Priya Raman" in text.read_text(encoding="utf-8")
    place.rename(tmp_path / "moved")
    robot.click("export_customer")
    dialog = await robot.until(lambda: robot.find("file_choice", QFileDialog))
    dialog.fileSelected.emit(str(place))
    dialog.close()
    await robot.until(lambda: robot.sees("The files could not be written."))
    stage.section.hide()
    stage.section.show()
    assert not robot.is_shown("held_card")


async def test_the_list_closes_when_no_customer_is_found_or_the_focus_leaves(stage: Stage) -> None:
    robot = stage.robot
    robot.find("find_customer").setFocus()
    robot.type("zz")
    assert not robot.sees("Nobody is held under this.")
    robot.type("zz")
    await robot.until(lambda: robot.sees("Nobody is held under this."))
    robot.keys("Ctrl+A")
    robot.type("priya")
    await robot.until(lambda: robot.is_shown("found_customers"))
    robot.keys("Escape")
    assert not robot.is_shown("found_customers")
    robot.type(" ra")
    found = await robot.until(lambda: robot.find("found_customers", QListView))
    assert found.model().rowCount() == 1
    robot.keys("Tab")
    assert not robot.is_shown("found_customers")


async def test_days_are_agreed_to_before_they_count(stage: Stage) -> None:
    robot = stage.robot
    assert not robot.is_shown("retention_days")
    days = cast("QLineEdit", stage.section.findChild(QLineEdit, "retention_days"))
    robot.click(_segment(stage, "For some days"))
    await robot.until(lambda: robot.focused == "retention_days")
    assert days.text() == "90"
    robot.type("x30")
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("answer_agree"))
    assert any("From 30 days after the travel on" in text for text in robot.texts())
    robot.keys("Escape")
    await robot.until(lambda: not robot.is_shown("answer_agree"))
    assert not robot.is_shown("retention_days")
    assert stage.told == []
    robot.click(_segment(stage, "For some days"))
    robot.keys("Ctrl+A", "Delete", "Return")
    assert robot.sees("Type a number of days; 0 is until the day of the travel is over.")
    robot.type("0")
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("answer_agree"))
    robot.click("answer_agree")
    await robot.until(lambda: stage.told == [Retention(0)])
    assert days.text() == "0"
    robot.click(_segment(stage, "For ever"))
    assert stage.told == [Retention(0), Retention()]
    assert not robot.is_shown("retention_days")


async def test_what_a_customer_gets_back_is_a_rule_of_the_agency(stage: Stage) -> None:
    robot, told = stage.robot, cast("list[object]", stage.told)
    assert not robot.is_shown("refund_kept")
    robot.click(_segment(stage, "Less a percentage"))
    assert robot.focused == "refund_kept"
    for wrong in ("101", "x", ""):
        robot.keys("Ctrl+A", "Delete")
        robot.type(wrong)
        robot.keys("Tab")
        assert robot.sees("Type a number from 0 to 100.")
        robot.find("refund_kept").setFocus()
    robot.keys("Ctrl+A")
    robot.type("12.5")
    robot.keys("Tab")
    await robot.until(lambda: told == [CustomerRefund(RefundRule.PERCENTAGE, Decimal("12.5"))])
    robot.click(_segment(stage, "By hand"))
    await robot.until(lambda: told[1:] == [CustomerRefund(RefundRule.HAND, Decimal("12.5"))])
    assert not robot.is_shown("refund_kept")
    # The number is still there when the rule comes back.
    robot.click(_segment(stage, "Less a percentage"))
    assert str(robot.find("refund_kept").property("text")) == "12.5"
