"""Finding an activity: the list, its filter, its keys, and what is said when it cannot be read."""

from __future__ import annotations

import json
from dataclasses import replace

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QListView

from app.desk.model.formats import day_medium
from app.practice.service.faults import OtherAnswer
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk, list_answer


@beside_others
async def test_the_list_says_how_many_can_be_sold(clerk: Clerk) -> None:
    await clerk.list_read()
    assert clerk.text("activity_count").startswith("42 activities, ")
    assert len(clerk.rows("activity_list")) == 42
    assert clerk.robot.focused == "activity_list"
    assert clerk.text("read_at").startswith("Catalogue read ")


@beside_others
async def test_the_detail_follows_the_keys(clerk: Clerk) -> None:
    await clerk.list_read()
    rows = clerk.rows("activity_list")
    for key, row in (("Down", 1), ("End", -1), ("Home", 0), ("PgDown", None), ("Up", None)):
        clerk.robot.keys(key)
        title = clerk.text("activity_title")
        assert any(each.startswith(title) for each in rows)
        if row is not None:
            assert rows[row].startswith(title)


@beside_others
async def test_enter_while_another_day_is_read_counts_once_it_is_there(clerk: Clerk) -> None:
    await clerk.list_read()
    day = clerk.window.day
    clerk.robot.keys("Ctrl+Right", "Down", "Return")
    assert not clerk.robot.is_shown("slots_page")
    title = clerk.text("activity_title")
    await clerk.slots_read()
    assert clerk.robot.sees(title)
    assert clerk.window.day > day


@beside_others
async def test_enter_for_what_is_no_longer_chosen_opens_nothing(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.robot.keys("Ctrl+Right", "Return", "Down")
    page = clerk.window.current_page
    assert page is not None
    await page.tasks.finish()
    assert clerk.window.current_page is page
    # Nor does one that was meant for the day before.
    clerk.robot.keys("Ctrl+Right", "Return", "Ctrl+Right")
    await page.tasks.finish()
    assert clerk.window.current_page is page
    clerk.robot.keys("Ctrl+Right", "Return", "Escape")
    await page.tasks.finish()
    assert clerk.window.current_page is page
    clerk.robot.keys("F5")
    await page.tasks.finish()
    assert clerk.window.current_page is page


@beside_others
async def test_a_row_is_chosen_by_the_pointer_and_picked_by_a_double_click(clerk: Clerk) -> None:
    await clerk.list_read()
    view = clerk.robot.find("activity_list", QListView)
    clerk.robot.click(view.viewport(), QPoint(200, 90))
    title = clerk.text("activity_title")
    assert clerk.rows("activity_list")[1].startswith(title)
    clerk.robot.click("pick_slot")
    await clerk.slots_read()
    assert clerk.robot.sees(title)


@beside_others
async def test_typing_after_ctrl_f_filters_at_once(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.robot.keys("Ctrl+F")
    clerk.robot.type("north bay sea walk helmet")
    (row,) = clerk.rows("activity_list")
    assert row.startswith("Sea walk")
    assert clerk.text("activity_count").startswith("1 of 42")
    clerk.robot.keys("Return", "Return")
    await clerk.slots_read()
    assert clerk.robot.sees("Sea walk, North Bay")


async def test_the_title_that_is_typed_is_first_and_chosen(clerk: Clerk) -> None:
    await clerk.list_read()
    before = clerk.text("activity_title")
    clerk.robot.keys("Ctrl+F")
    clerk.robot.type("boat")
    (first, *_) = clerk.rows("activity_list")
    chosen = clerk.text("activity_title")
    assert first.startswith(chosen)
    assert chosen.casefold().startswith("boat") or " boat" in chosen.casefold()
    assert chosen != before
    # Also where what was chosen in between still matches.
    clerk.robot.keys("Return", "Down")
    assert clerk.text("activity_title") != chosen
    clerk.robot.keys("Ctrl+F")
    clerk.robot.type("boa")
    assert clerk.rows("activity_list")[0].startswith(clerk.text("activity_title"))


async def test_what_matches_nothing_is_said(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.robot.keys("Ctrl+F")
    clerk.robot.type("zeppelin")
    assert clerk.robot.sees("No activity matches")
    assert not clerk.robot.find("pick_slot").isEnabled()
    clerk.robot.click("open_only")
    clerk.robot.click("drop_filters")
    clerk.robot.keys("Ctrl+F", "Escape")
    assert len(clerk.rows("activity_list")) == 42
    assert clerk.robot.find("pick_slot").isEnabled()


@beside_others
async def test_only_those_that_can_be_sold(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.robot.click("open_only")
    open_rows = clerk.rows("activity_list")
    assert 0 < len(open_rows) < 42
    assert not any("No slots on this date" in row for row in open_rows)


@beside_others
async def test_a_refresh_keeps_the_selection(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.robot.keys("Down", "Down")
    title, before = clerk.text("activity_title"), clerk.text("read_at")
    release = clerk.counter.faults.hold("content")
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("Reading the catalogue for"))
    assert clerk.text("activity_title") == title
    assert len(clerk.rows("activity_list")) == 42
    release.set_result(None)
    await clerk.list_read()
    assert clerk.text("activity_title") == title
    assert clerk.text("read_at") >= before


@beside_others
async def test_stopping_a_refresh_leaves_what_was_read(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.counter.faults.hold("content")
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("Reading the catalogue for"))
    clerk.robot.keys("Escape")
    await clerk.list_read()
    assert len(clerk.rows("activity_list")) == 42


async def test_another_day_shows_skeletons_only_when_it_takes_long(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.counter.faults.hold("content")
    clerk.robot.keys("Ctrl+Right")
    await clerk.robot.until(lambda: clerk.rows("activity_list") == ["Reading"] * 9)
    assert not clerk.robot.find("pick_slot").isEnabled()
    assert clerk.robot.sees("Stop reading")
    clerk.robot.keys("Escape")
    assert clerk.robot.sees("Reading was stopped")
    assert not clerk.robot.sees("Stop reading")
    # When the day before was read says nothing of this one.
    assert not any(each.startswith("Catalogue read ") for each in clerk.robot.texts())
    clerk.robot.keys("F5")
    await clerk.list_read()


@beside_others
async def test_a_late_answer_never_replaces_a_newer_one(clerk: Clerk) -> None:
    await clerk.list_read()
    release = clerk.counter.faults.hold("content")
    clerk.robot.keys("Ctrl+Right")
    await clerk.robot.until(lambda: not clerk.counter.faults.armed)
    clerk.robot.keys("Ctrl+Right")
    heading = f"On {day_medium(clerk.window.day)}"
    await clerk.robot.until(lambda: clerk.robot.sees(heading) and clerk.text("read_at"))
    page = clerk.window.current_page
    assert page is not None
    # What is read ahead for the week comes a moment later.
    await page.tasks.finish()
    shown = clerk.everything()
    release.set_result(None)
    # What is asked for now is answered after what was held.
    await clerk.counter.desk.wallet.read()
    assert clerk.everything() == shown


@beside_others
async def test_net_is_nowhere_when_hidden(clerk: Clerk) -> None:
    await clerk.list_read()
    assert "Net " in clerk.everything()
    assert "net 3," in clerk.everything()
    clerk.robot.keys("F8")
    hidden = clerk.everything().replace("Net hidden", "")
    assert "Net to you" not in hidden
    assert "net " not in hidden
    assert "Commission" not in hidden
    clerk.robot.keys("F8")
    assert "Net to you" in clerk.everything()


async def test_a_failed_reading_says_what_to_do_and_is_tried_again(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.counter.faults.answer("content", OtherAnswer(500, b"broken"), times=None)
    clerk.robot.keys("Ctrl+Right")
    await clerk.robot.until(lambda: clerk.robot.is_shown("failure"))
    assert clerk.robot.sees("Nothing was booked or debited.")
    assert clerk.text("activity_count") == "Not read"
    assert clerk.robot.sees("No activity to show")
    # Neither when the day before was read, nor that day, is said of this one.
    assert clerk.text("read_at") == ""
    assert not any(each.startswith("On ") for each in clerk.robot.texts())
    clerk.robot.click("copy_details")
    assert "could not be read" in QApplication.clipboard().text()
    clerk.counter.faults.clear()
    clerk.robot.click("retry")
    await clerk.list_read()
    assert clerk.robot.find("pick_slot").isEnabled()


@beside_others
async def test_enter_for_a_list_that_never_came_opens_nothing_later(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.counter.faults.answer("content", OtherAnswer(500, b"broken"), times=None)
    clerk.robot.keys("Ctrl+Right", "Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("failure"))
    clerk.counter.faults.clear()
    clerk.robot.click("retry")
    await clerk.list_read()
    page = clerk.window.current_page
    assert page is not None
    await page.tasks.finish()
    assert clerk.window.current_page is page


@beside_others
async def test_entries_that_cannot_be_read_are_counted(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.counter.faults.answer("content", list_answer(_item(7), {"title": 1}, {"activity_id": []}))
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("2 entries could not be read"))
    assert len(clerk.rows("activity_list")) == 1
    assert clerk.text("activity_count") == "1 activity, 1 open on this date"


async def test_a_list_of_which_nothing_could_be_read_is_not_called_empty(clerk: Clerk) -> None:
    await clerk.list_read()
    strange: list[dict[str, object]] = [{"activity_id": f"A {number}", "title": "Walk"} for number in (1, 2)]
    clerk.counter.faults.answer("content", list_answer(*strange), times=None)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("2 activities could not be read"))
    assert not clerk.robot.sees("The service lists no activity for this date.")
    assert clerk.text("activity_count") == "Not read"
    assert clerk.robot.sees("What came")
    assert clerk.robot.sees("Walk: activity_id")
    assert "Answers otherwise than described" in clerk.everything()
    clerk.robot.click("copy_details")
    assert QApplication.clipboard().text().count("Walk: activity_id") == 2
    clerk.counter.faults.clear()
    clerk.robot.keys("F5")
    await clerk.list_read()
    assert len(clerk.rows("activity_list")) == 42


@beside_others
async def test_what_did_not_come_is_said(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.counter.faults.answer("content", _counting(40, _item(7)))
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("1 of 40 came"))
    clerk.counter.faults.answer("content", _counting(40))
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("0 of 40 came."))


@beside_others
async def test_an_empty_day_is_said_in_the_services_words(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.counter.faults.answer("content", list_answer(reason="Closed for the cyclone"))
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("Closed for the cyclone."))


@beside_others
async def test_an_empty_catalogue_is_said(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.counter.faults.answer("content", list_answer())
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("The service lists no activity for this date."))
    clerk.robot.keys("Ctrl+Return")
    assert clerk.robot.is_shown("activity_count")


def _counting(count: int, *items: dict[str, object]) -> OtherAnswer:
    """An answer that counts more than it lists."""
    answer = list_answer(*items)
    return replace(answer, body=json.dumps({**json.loads(answer.body), "count": count}).encode())


def _item(number: int) -> dict[str, object]:
    return {"activity_id": number, "title": "Walk", "availability": {"available": True}}
