"""Finding a departure and counting who travels, by real keys, against the practice service."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QListView

from app.desk.model.formats import EN_DASH
from app.desk.model.nationalities import INDIAN
from app.ui.catalogue.fare_counts import FareCounts
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.segmented import Segment
from app.ui.kit.sheets.page_layout import Scroller
from tests.support.desk.boat_samples import DEPARTURE
from tests.support.ui.boat_clerk import DAY, BoatClerk, at_the_boats
from tests.support.ui.reading_aloud import read_aloud, speechless, unnamed_items, unnamed_paintings
from tests.ui.test_heard import listening

_UNCOUNTED = "Capacity only: the service does not count the seats of this boat"


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[BoatClerk]:
    """A clerk before the departures."""
    async with at_the_boats(tmp_path) as opened:
        await opened.read()
        yield opened


async def test_the_list_says_how_many_are_open(clerk: BoatClerk) -> None:
    assert clerk.text("departure_count") == "7 departures, 5 open"
    assert clerk.robot.focused == "departure_list"
    assert clerk.text("read_at").startswith("Read ")
    rows = clerk.rows("departure_list")
    assert rows[0] == (
        "Jolly Buoy day trip, MV Coral Star, departs 06:30, returns 16:30, 42 seats, Live count, "
        "fare from 2,475.00"
    )
    assert "60 seats, Capacity only" in rows[2]
    assert rows[6].endswith("No seats left, fare from 1,515.00")


async def test_the_detail_follows_the_keys(clerk: BoatClerk) -> None:
    clerk.robot.keys("Down")
    assert clerk.text("departure_title") == "Swaraj Dweep day return"
    assert clerk.text("departure_seats") == "118 of 150, live"
    assert clerk.text("departure_open_until").startswith("Open until tonight, ")
    assert clerk.robot.sees("ID number")
    assert not clerk.robot.sees("Copy of document")
    assert not clerk.robot.sees(_UNCOUNTED)
    assert clerk.robot.sees(f"12{EN_DASH}99")
    clerk.robot.keys("Down")
    assert clerk.text("departure_seats") == "Capacity 60, seats are not counted"
    assert clerk.robot.sees(_UNCOUNTED)
    clerk.robot.click(clerk.robot.find("departure_list", QListView).viewport(), QPoint(400, 220))
    assert clerk.text("departure_title") == "Two islands, Swaraj and Shaheed"
    assert clerk.robot.sees("Copy of document")


async def test_a_party_is_counted_priced_and_taken_along(clerk: BoatClerk) -> None:
    clerk.robot.keys("Down")
    clerk.count(2, 1, 1)
    assert clerk.counts() == [2, 1, 1, 0]
    assert clerk.text("party_count") == "4 passengers, fare with GST"
    assert clerk.text("party_fare") == "INR 9,885.75"
    clerk.robot.keys("Ctrl+Return")
    (draft,) = clerk.drafts
    assert draft.departure.trip_name == "Swaraj Dweep day return"
    assert [each.nationality for each in draft.passengers] == [INDIAN, INDIAN, INDIAN, ""]


async def test_without_counts_the_grid_opens_with_one_empty_row(clerk: BoatClerk) -> None:
    assert clerk.text("party_count") == "Nobody is counted yet"
    clerk.robot.keys("Ctrl+Return")
    assert [draft.qty for draft in clerk.drafts] == [1]
    assert clerk.drafts[0].passengers[0].nationality == ""


async def test_enter_goes_from_the_list_over_the_rates_to_the_button(clerk: BoatClerk) -> None:
    seen: list[str] = []
    for _ in range(5):
        clerk.robot.keys("Return")
        seen.append(clerk.robot.focused)
    assert seen == ["count_0", "count_1", "count_2", "count_3", "add_passengers"]
    assert clerk.drafts == []
    clerk.robot.keys("Return")
    assert len(clerk.drafts) == 1


async def test_tab_goes_the_same_way_and_back(clerk: BoatClerk) -> None:
    seen: list[str] = []
    for _ in range(5):
        clerk.robot.keys("Tab")
        seen.append(clerk.robot.focused)
    assert seen == ["count_0", "count_1", "count_2", "count_3", "add_passengers"]
    for _ in range(5):
        clerk.robot.keys("Shift+Tab")
    assert clerk.robot.focused == "departure_list"


async def test_escape_goes_from_the_counts_to_the_list(clerk: BoatClerk) -> None:
    clerk.robot.keys("Tab", "Tab", "Escape")
    assert clerk.robot.focused == "departure_list"


async def test_plus_and_minus_count_the_first_rate_from_the_list(clerk: BoatClerk) -> None:
    with listening() as heard:
        clerk.robot.type("++-+")
        await clerk.robot.until(lambda: heard.said)
    assert heard.said[-1].text.startswith("2 passengers, fare with GST. INR ")
    assert clerk.counts() == [2, 0, 0, 0]
    assert clerk.robot.focused == "departure_list"
    clerk.robot.keys("Tab")
    clerk.robot.type("+")
    assert clerk.counts() == [3, 0, 0, 0]
    clerk.robot.type("12")
    assert clerk.counts() == [12, 0, 0, 0]


async def test_more_than_the_live_seats_cannot_go_on(clerk: BoatClerk) -> None:
    clerk.robot.keys("Down", "Down", "Down")
    clerk.robot.type("++++")
    assert clerk.text("count_problem") == "Only 3 seats left."
    assert clerk.robot.find("add_passengers", Button).isEnabled()
    clerk.robot.keys("Ctrl+Return")
    assert clerk.drafts == []
    assert clerk.robot.focused == "count_0"
    clerk.robot.type("3")
    assert not clerk.robot.is_shown("count_problem")
    clerk.robot.keys("Ctrl+Return")
    assert [draft.qty for draft in clerk.drafts] == [3]


async def test_the_age_from_which_a_boat_sells_is_said_before_anybody_is_counted(clerk: BoatClerk) -> None:
    clerk.robot.keys("Down")
    assert clerk.text("from_age") == "Sold from age 5. Ask the operator about a younger child."


async def test_a_closed_departure_gives_its_reason_and_goes_nowhere(clerk: BoatClerk) -> None:
    clerk.robot.keys("End")
    button = clerk.robot.find("add_passengers", Button)
    assert not button.isEnabled()
    assert button.accessibleDescription() == "No seats left."
    assert clerk.text("closed_reason") == "No seats left."
    clerk.robot.keys("Return")
    clerk.robot.type("+")
    clerk.robot.keys("Ctrl+Return")
    assert clerk.robot.focused == "departure_list"
    assert clerk.counts() == [0, 0, 0, 0]
    assert clerk.drafts == []
    clerk.robot.keys("Up", "Up")
    assert clerk.text("closed_reason").startswith("Booking closed on ")
    assert "Booking closed on " in clerk.rows("departure_list")[4]
    clerk.robot.keys("Home")
    assert button.isEnabled()


async def test_counts_stay_over_a_refresh_and_for_another_departure_that_sells_all_kinds(
    clerk: BoatClerk,
) -> None:
    clerk.robot.keys("Down")
    clerk.count(2)
    detail = next(each for each in clerk.page.findChildren(Scroller) if each.accessibleName() == "Details")
    clerk.window.resize(1280, 480)
    await clerk.robot.until(lambda: detail.verticalScrollBar().maximum())
    detail.verticalScrollBar().setValue(9)
    schedule = next(each for each in clerk.counter.world.schedules if each.trip_name.endswith("day return"))
    clerk.counter.world.shift_price(schedule.schedule_id, 100)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.text("party_fare") == "INR 5,302.50")
    assert clerk.counts() == [2, 0, 0, 0]
    assert clerk.robot.focused == "count_0"
    # What is read stays where it is on screen.
    assert detail.verticalScrollBar().value() == 9
    clerk.robot.keys("Escape", "Down")
    assert clerk.counts() == [2, 0, 0, 0]
    clerk.robot.keys("Ctrl+Right")
    await clerk.robot.until(lambda: clerk.counts() == [2, 0, 0, 0])


def test_no_part_of_a_family_is_counted_where_one_of_its_kinds_is_not_sold() -> None:
    counts = FareCounts()
    counts.show_departure(DEPARTURE)
    assert len(DEPARTURE.rates) > 1
    for each in counts.steppers[:2]:
        each.setValue(1)
    fewer = replace(DEPARTURE, rates=DEPARTURE.rates[:1])
    counts.show_departure(fewer)
    assert [count for _, count in counts.counts] == [0]
    counts.show_departure(DEPARTURE)
    assert [count for _, count in counts.counts][:2] == [1, 1]
    counts.forget()
    counts.show_departure(fewer)
    assert [count for _, count in counts.counts] == [0]


async def test_a_departure_that_sells_out_is_closed_in_place(clerk: BoatClerk) -> None:
    clerk.robot.keys("Down")
    clerk.count(2)
    schedule = next(each for each in clerk.counter.world.schedules if each.trip_name.endswith("day return"))
    clerk.counter.world.leave_seats(schedule.schedule_id, 0, day=DAY)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.text("departure_count") == "7 departures, 4 open")
    assert clerk.text("departure_title") == "Swaraj Dweep day return"
    assert not clerk.robot.find("add_passengers", Button).isEnabled()


async def test_typing_after_ctrl_f_filters_at_once(clerk: BoatClerk) -> None:
    clerk.robot.keys("Ctrl+F")
    clerk.robot.type("HERON swaraj")
    (row,) = clerk.rows("departure_list")
    assert row.startswith("Swaraj Dweep day return")
    assert clerk.text("departure_count") == "1 of 7 departures, 1 open"
    clerk.robot.type("zeppelin")
    assert clerk.robot.sees("No departure matches")
    assert clerk.robot.sees("No departure to show")
    clerk.robot.keys("Escape")
    assert len(clerk.rows("departure_list")) == 7


@pytest.mark.qt_log_ignore("This plugin does not support")
async def test_chips_filter_and_are_dropped(clerk: BoatClerk) -> None:
    chips = (("filter_boat", 1, 2), ("filter_time", 1, 3), ("filter_time", 4, 1), ("filter_seats", 2, 4))
    for chip, downs, left in chips:
        clerk.robot.find(chip).setFocus()
        clerk.robot.keys("Down", *("Down",) * downs, "Return")
        await clerk.robot.until(lambda left=left: clerk.text("departure_count").startswith(f"{left} of 7"))
        assert len(clerk.rows("departure_list")) == left
        clerk.robot.keys("Delete")
        assert clerk.text("departure_count") == "7 departures, 5 open"


async def test_a_departure_asked_for_is_selected_through_any_filter(clerk: BoatClerk) -> None:
    schedule = next(each for each in clerk.counter.world.schedules if each.trip_name.startswith("Chidiya"))
    clerk.page.browser.filter_by("jolly")
    clerk.page.select(schedule.schedule_id)
    assert clerk.text("departure_title") == "Chidiya Tapu sunset"
    assert len(clerk.rows("departure_list")) == 7


async def test_a_departure_can_be_asked_for_before_it_is_read(tmp_path: Path) -> None:
    async with at_the_boats(tmp_path) as clerk:
        schedules = clerk.counter.world.schedules
        schedule = next(each for each in schedules if each.trip_name.startswith("Chidiya"))
        clerk.page.select(schedule.schedule_id)
        await clerk.read()
        assert clerk.text("departure_title") == "Chidiya Tapu sunset"


async def test_the_other_module_is_asked_for_and_boats_stay_chosen(clerk: BoatClerk) -> None:
    segments = {each.text(): each for each in clerk.page.findChildren(Segment)}
    clerk.robot.click(segments["Activities"])
    assert clerk.modules == ["activities"]
    assert segments["Boats"].isChecked()
    assert not segments["Activities"].isChecked()
    clerk.robot.click(segments["Activities"])
    assert clerk.modules == ["activities", "activities"]


async def test_net_is_nowhere_when_hidden(clerk: BoatClerk) -> None:
    clerk.robot.keys("Down")
    assert clerk.robot.sees("Net 2,275.00")
    clerk.robot.keys("F8", "Down", "Up")
    hidden = clerk.everything().replace("Net hidden", "")
    assert "Net" not in hidden
    assert "2,275" not in hidden
    clerk.robot.keys("F8")
    assert clerk.robot.sees("Net 2,275.00")


async def test_the_letter_a_asks_for_the_activities(clerk: BoatClerk) -> None:
    clerk.robot.keys("A")
    assert clerk.modules == ["activities"]


async def test_everything_on_the_page_is_spoken(clerk: BoatClerk) -> None:
    clerk.robot.keys("Down")
    said = read_aloud(clerk.window)
    assert speechless(said) == []
    assert unnamed_items(said) == []
    assert unnamed_paintings(said) == []
    assert any("Departure 07:15, return 17:30" in each.name for each in said)
