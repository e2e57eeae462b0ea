"""Lines of words in the palette over the real window: what is understood, and what Enter opens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QSpinBox

from app.desk.basket.basket import customer_of
from app.desk.model.formats import day_long, day_medium, day_short
from app.practice.service.faults import EVERYWHERE
from app.ui.handbook.handbook_sheet import HandbookText
from app.ui.slots.slots_page import SlotsPage
from app.ui.window.palette_list import PaletteList
from app.ui.window.window_keys import WindowKeys
from tests.support.proof import beside_others, few
from tests.support.ui.selling import EMAIL, NAME, PHONE, Clerk, selling, spoken_rows
from tests.ui.window.test_window_keys import send_keys

SCUBA = "Discover scuba dive, Elephant Beach"
OTHER_NAME, OTHER_PHONE = "Dev Anand", "9433021234"


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk at a counter that remembers, before the list of activities."""
    async with selling(tmp_path, remembers=True) as opened:
        await opened.list_read()
        yield opened


@pytest.fixture
def asked(clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the service is asked from now on."""
    endpoints: list[str] = []
    faults = clerk.counter.faults
    plan = faults.plan

    def note(endpoint: str, *, confirms: bool = False) -> object:
        endpoints.append(endpoint)
        return plan(endpoint, confirms=confirms)

    monkeypatch.setattr(faults, "plan", note)
    return endpoints


def _list(clerk: Clerk) -> PaletteList:
    return clerk.window.findChildren(PaletteList)[-1]


def _rows(clerk: Clerk) -> list[str]:
    """What is heard of the palette's rows; none while nothing matches."""
    return spoken_rows(_list(clerk)) if clerk.robot.is_shown("palette_list") else []


def _description(clerk: Clerk) -> str:
    return clerk.robot.find("palette_field").accessibleDescription()


async def _type(clerk: Clerk, line: str, row: str = "Enter opens, heading") -> None:
    """Open the palette, type a line, and wait until a row that holds the text stands in it."""
    clerk.robot.keys("Ctrl+K")
    await clerk.robot.until(lambda: clerk.robot.focused == "palette_field")
    clerk.robot.type(line)
    await clerk.robot.until(lambda: any(row in each for each in _rows(clerk)))


async def _read_slots(clerk: Clerk) -> None:
    """Look at the slots of the first activity, so that its starts are kept, and go back."""
    await clerk.open_slots()
    await clerk.robot.until(lambda: not any("reading" in row for row in clerk.rows("day_tiles")))
    clerk.robot.keys("Escape")
    await clerk.robot.until(lambda: clerk.robot.is_shown("activities_page"))


async def _sell(clerk: Clerk, name: str = NAME, phone: str = PHONE, slot: str = "1") -> None:
    """Sell to a customer, who is known from then on, and begin anew."""
    await clerk.fill(slot, name=name, phone=phone)
    clerk.robot.keys("Ctrl+Return")
    await clerk.armed()
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.focused == "print_voucher")
    await clerk.counter.desk.bookings.follow()
    clerk.robot.keys("N")
    await clerk.list_read()


# What is shown of a line.


@beside_others
async def test_each_word_stands_with_what_it_was_understood_as(clerk: Clerk) -> None:
    await _read_slots(clerk)
    await _type(clerk, "2 scuba tmr 11 9876501234", row="Nobody here has this number")
    tomorrow = clerk.counter.desk.reader.today() + timedelta(days=1)
    rows = _rows(clerk)
    assert rows[0].startswith("Understood as, catalogue kept ")
    assert rows[1:7] == [
        "2, understood as 2 seats",
        f"scuba, understood as {SCUBA}, 1 other",
        f"tmr, understood as {day_long(tomorrow)}, tomorrow",
        "11, understood as 11:30 \u2013 13:30, the only one that starts between 11 and 12",
        "9876501234, understood as Nobody here has this number, new customer",
        "Enter opens, heading",
    ]
    opens = rows[7]
    assert f"Slots, filled: {day_medium(tomorrow)}, 11:30, 2 seats, 9876501234." in opens
    assert "Missing: customer." in opens
    # The day decides within these: no slot need cost the least.
    assert ", 3,800.00 \u2013 4,200.00" in opens
    assert _description(clerk).startswith("5 words understood. ")


async def test_what_is_not_understood_is_said_and_left_out(clerk: Clerk) -> None:
    await _read_slots(clerk)
    await _type(clerk, "2 scubba veg 30 feb", row="veg, Not understood, left out")
    rows = _rows(clerk)
    assert "spelt like scuba" in rows[2]
    assert rows[4] == "30 feb, 30 Feb is not a date, left out"
    assert _description(clerk).startswith("2 words understood. ")


@beside_others
async def test_one_word_and_actions_are_searched_as_always(clerk: Clerk) -> None:
    for line in ("scuba", "sell boat", ">2 scuba tmr"):
        clerk.robot.keys("Ctrl+K")
        clerk.robot.type(line)
        assert "Understood" not in "".join(_rows(clerk)), line
        clerk.robot.keys("Escape")
        await clerk.robot.until(lambda: not clerk.robot.is_shown("palette"))


@beside_others
async def test_a_silent_service_is_named(clerk: Clerk) -> None:
    clerk.counter.faults.before_work(EVERYWHERE, silent=False, times=None)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: not clerk.window.is_online)
    await _type(clerk, "2 scuba tmr")
    assert not clerk.window.is_online
    notice = "The service does not answer. This is read from the catalogue kept at "
    assert clerk.robot.sees(notice)
    assert notice in _description(clerk)


@beside_others
async def test_a_slow_service_is_named(clerk: Clerk) -> None:
    release = clerk.counter.faults.hold("content", times=None)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("Reading"))
    await _type(clerk, "2 scuba tmr")
    assert clerk.robot.sees("The service answers slowly. This is read from the catalogue kept at ")
    release.set_result(None)


@beside_others
async def test_a_short_name_of_the_office_is_read_as_its_trip(clerk: Clerk) -> None:
    clerk.counter.desk.rules.name_trips(f"ed = {SCUBA}")
    await _type(clerk, "2 ed tmr")
    assert _rows(clerk)[2] == f"ed, understood as {SCUBA}"
    clerk.robot.keys("Return")
    await clerk.slots_read()
    assert clerk.robot.sees(SCUBA)
    # It counts as it is now.
    clerk.counter.desk.rules.name_trips("dd = Night dive\nsnor = Kite surfing, Neil")
    clerk.robot.keys("Escape")
    await clerk.robot.until(lambda: clerk.robot.is_shown("activities_page"))
    await _type(clerk, "2 dd scuba tmr")
    assert _rows(clerk)[2] == "dd, Night dive is not in the catalogue, left out"


async def test_a_short_name_of_a_trip_that_is_gone_opens_nothing_else(clerk: Clerk) -> None:
    clerk.counter.desk.rules.name_trips("snor = Kite surfing, Neil")
    clerk.robot.keys("Ctrl+K")
    clerk.robot.type("2 snor tmr")
    gone = "Kite surfing, Neil is not in the catalogue kept at "
    await clerk.robot.until(lambda: clerk.robot.sees(gone))
    assert gone in _description(clerk)
    assert "Enter opens, heading" not in _rows(clerk)


async def test_without_a_kept_catalogue_it_is_said_where_one_is_read(tmp_path: Path) -> None:
    notice = "No catalogue is kept yet. Open Sell once."
    async with selling(tmp_path, remembers=True) as clerk:
        # Its first start, and the service does not answer.
        clerk.counter.faults.before_work(EVERYWHERE, silent=False, times=None)
        clerk.robot.keys("Ctrl+K")
        clerk.robot.type("2 scuba tmr")
        await clerk.robot.until(lambda: clerk.robot.sees(notice))
        assert notice in _description(clerk)
        # Nothing is there to be opened, and what is no line is searched as always.
        clerk.robot.keys("Return")
        assert clerk.robot.is_shown("palette")
        clerk.robot.keys("Ctrl+A")
        clerk.robot.type("scuba")
        await clerk.robot.until(lambda: not clerk.robot.sees(notice))


@beside_others
async def test_f1_shows_the_words_that_it_knows(clerk: Clerk) -> None:
    await _type(clerk, "2 scuba tmr")
    clerk.robot.keys("F1")
    await clerk.robot.until(lambda: clerk.robot.is_shown("handbook"))
    text = clerk.robot.find("handbook_text", HandbookText)
    assert "scuba tmr 11" in text.toPlainText()


async def test_what_enter_opens_is_in_sight_on_a_small_screen(clerk: Clerk) -> None:
    clerk.window.resize(787, 461)
    await _type(clerk, "2 scubba kal 14 4411223344 veg")
    panel = clerk.robot.find("palette_panel")
    assert panel.geometry().bottom() < clerk.window.height()
    # What Enter opens is in sight, whatever stands above it.
    view = _list(clerk)
    await clerk.robot.until(lambda: view.viewport().rect().contains(view.visualRect(view.currentIndex())))


# What Enter opens.


@beside_others
async def test_enter_opens_the_slots_filled_up_to_what_is_missing(clerk: Clerk) -> None:
    await _read_slots(clerk)
    await _type(clerk, "2 scuba tmr 11")
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.focused == "customer_name")
    assert "11:30" in clerk.text("slot_heading")
    assert clerk.robot.find("qty", QSpinBox).value() == 2
    assert clerk.window.day == clerk.counter.desk.reader.today() + timedelta(days=1)
    assert clerk.counter.world.bookings == ()


@pytest.mark.parametrize(
    ("line", "focus"),
    [
        ("2 scuba tmr", "slot_tiles"),
        ("scuba tmr 1130", "qty"),
        ("2 scuba tmr 1130 9812345678", "customer_name"),
        ("2 scuba tmr 9am", "slot_tiles"),
    ],
)
async def test_the_focus_goes_to_the_first_thing_that_is_missing(clerk: Clerk, line: str, focus: str) -> None:
    await _read_slots(clerk)
    await _type(clerk, line)
    clerk.robot.keys("Return")
    await clerk.slots_read()
    await clerk.robot.until(lambda: clerk.robot.focused == focus)


@pytest.mark.parametrize("is_late", [True, False])
@pytest.mark.parametrize("line", ["2 scuba tmr", "scuba tmr 1130", "2 scuba tmr 1130"])
async def test_a_name_typed_on_after_the_line_arrives_in_its_field(
    clerk: Clerk, line: str, *, is_late: bool
) -> None:
    robot, typed = clerk.robot, "Priya de Souza"
    WindowKeys(clerk.window)
    await _read_slots(clerk)
    await _type(clerk, line)
    release = clerk.counter.faults.hold("search_availability", times=None)
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("slots_page"))
    if is_late:
        send_keys(clerk.window, *typed)
    release.set_result(None)
    await clerk.slots_read()
    if not is_late:
        await robot.until(lambda: robot.focused != "day_tiles")
        robot.type(typed)
    await robot.until(lambda: clerk.text("customer_name") == typed)
    # Its spaces choose nothing.
    page = clerk.window.current_page
    assert isinstance(page, SlotsPage)
    assert (page.draft.slot is not None) == line.endswith("1130")


@beside_others
async def test_a_known_customer_leaves_the_button(clerk: Clerk) -> None:
    await _sell(clerk)
    await _type(clerk, "1 scuba 1130 98765", row=f"understood as {NAME}")
    assert "Nothing is missing." in "".join(_rows(clerk))
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.focused == "review")
    assert clerk.text("customer_name") == NAME
    assert clerk.text("customer_email") == EMAIL


@beside_others
async def test_a_phone_of_another_country_is_taken_as_if_it_was_typed_there(clerk: Clerk) -> None:
    await _type(clerk, "1 scuba 1130 +447911123456", row="Nobody here has this number")
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.focused == "customer_name")
    assert clerk.text("customer_phone") == "447911123456"
    assert not clerk.robot.sees("one of India")


@beside_others
@beside_others
async def test_the_basket_waits_while_another_customer_is_served(clerk: Clerk) -> None:
    baskets = clerk.counter.desk.baskets
    baskets.put(replace(await clerk.counter.draft(), customer_name=NAME, customer_phone=PHONE))
    await _type(clerk, "1 scuba tmr 9000000001")
    clerk.robot.keys("Return")
    await clerk.slots_read()
    assert clerk.robot.sees("The basket waits. Alt B takes it up again.")
    assert (baskets.open, len(baskets.beside)) == (None, 1)
    assert customer_of(baskets.beside[0]).name == NAME


@beside_others
async def test_seats_that_are_said_count_beside_a_basket_and_its_customer_goes_on(clerk: Clerk) -> None:
    baskets = clerk.counter.desk.baskets
    baskets.put(replace(await clerk.counter.draft(), qty=2, customer_name=NAME, customer_phone=PHONE))
    await _type(clerk, "1 scuba tmr")
    clerk.robot.keys("Return")
    await clerk.slots_read()
    page = clerk.window.current_page
    assert isinstance(page, SlotsPage)
    assert (page.draft.qty, page.draft.customer_name) == (1, NAME)
    assert baskets.open is not None


async def test_several_customers_are_chosen_from_first(clerk: Clerk) -> None:
    await _sell(clerk)
    await _sell(clerk, OTHER_NAME, OTHER_PHONE)
    await _type(clerk, "1 scuba 1130 1234", row="2 customers have this number")
    rows = _rows(clerk)
    place = rows.index("Choose, sold most first, heading")
    assert rows[place + 3].startswith(f"{SCUBA} without a customer, ")
    assert {each.partition(",")[0] for each in rows[place + 1 : place + 3]} == {NAME, OTHER_NAME}
    chosen = rows[place + 2].partition(",")[0]
    clerk.robot.keys("Down", "Return")
    await clerk.robot.until(lambda: "Enter opens, heading" in _rows(clerk))
    assert f"1234, understood as {chosen}" in "".join(_rows(clerk))
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.focused == "review")
    assert clerk.text("customer_name") == chosen


@beside_others
async def test_two_who_share_a_phone_are_two_customers(clerk: Clerk) -> None:
    await _sell(clerk)
    await _sell(clerk, OTHER_NAME, PHONE, "2")
    await _type(clerk, f"1 scuba 1130 {PHONE}", row="2 customers have this number")
    rows = _rows(clerk)
    place = rows.index("Choose, sold most first, heading")
    assert {each.partition(",")[0] for each in rows[place + 1 : place + 3]} == {NAME, OTHER_NAME}
    assert all("bought here once" in each for each in rows[place + 1 : place + 3])


@beside_others
async def test_boats_that_are_read_late_take_nothing_from_what_was_understood(clerk: Clerk) -> None:
    await _sell(clerk)
    await _sell(clerk, OTHER_NAME, OTHER_PHONE)
    release = clerk.counter.faults.hold("search_availability")
    await _type(clerk, "scuba 1 1130 1234", row="2 customers have this number")
    seen: list[list[str]] = []
    _list(clerk).model().modelReset.connect(lambda: seen.append(_rows(clerk)))
    release.set_result(None)
    # Once with the boats beside it, and once with all that is kept by now.
    await clerk.robot.until(lambda: len(seen) > 1)
    for rows in seen:
        assert any("2 customers have this number" in each for each in rows)


@beside_others
async def test_who_was_chosen_is_not_meant_by_the_line_of_the_next_customer(clerk: Clerk) -> None:
    await _sell(clerk)
    await _sell(clerk, OTHER_NAME, OTHER_PHONE)
    await _type(clerk, "scuba 1 1130 1234", row="2 customers have this number")
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: "Enter opens, heading" in _rows(clerk))
    clerk.robot.keys("Escape")
    await clerk.robot.until(lambda: not clerk.robot.is_shown("palette"))
    await _type(clerk, "scuba 1 1130 1234", row="2 customers have this number")


@beside_others
async def test_a_boat_opens_its_passengers_with_a_row_for_each(clerk: Clerk) -> None:
    await _type(clerk, "boat swaraj heron tmr 2a 1c", row="Swaraj Dweep day return")
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("passengers_page"))
    await clerk.robot.until(lambda: clerk.robot.focused == "passenger_grid")
    assert clerk.text("trip_name") == "Swaraj Dweep day return"
    assert clerk.robot.sees("3 passengers")
    assert clerk.counter.world.bookings == ()


async def test_a_boat_that_is_not_sold_that_day_keeps_the_line_and_says_so(clerk: Clerk) -> None:
    line = "boat shaheed swaraj 2a 1fa tmr 9812345678"
    await _type(clerk, line, row="Shaheed to Swaraj hop")
    clerk.robot.keys("Return")
    tomorrow = clerk.counter.desk.reader.today() + timedelta(days=1)
    closed = f"Shaheed to Swaraj hop, MV Reef Runner is not sold on {day_short(tomorrow)}."
    await clerk.robot.until(lambda: clerk.robot.is_shown("palette") and clerk.robot.sees(closed))
    assert clerk.text("palette_field") == line
    # The boats of that day are kept now: one of them comes first.
    await clerk.robot.until(lambda: "Enter opens, heading" in _rows(clerk))
    await clerk.robot.until(lambda: any("Two islands" in each for each in _rows(clerk)))
    assert closed in _description(clerk)
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("passengers_page"))
    assert clerk.robot.sees("3 passengers")
    assert clerk.text("customer_phone") == "9812345678"


@beside_others
async def test_other_readings_are_chosen_with_the_arrows(clerk: Clerk) -> None:
    await _type(clerk, "2 dive tmr", row=" other")
    rows = _rows(clerk)
    second = rows[rows.index("Enter opens, heading") + 2]
    clerk.robot.keys("Down", "Return")
    await clerk.slots_read()
    assert clerk.robot.sees(second.partition(", Swaraj")[0])


# Keys that come early.


@beside_others
async def test_enter_waits_until_the_line_is_read(clerk: Clerk) -> None:
    clerk.robot.keys("Ctrl+K")
    await clerk.robot.until(lambda: clerk.robot.focused == "palette_field")
    clerk.robot.type("2 scuba tmr")
    clerk.robot.keys("Return")
    await clerk.slots_read()
    assert clerk.robot.find("qty", QSpinBox).value() == 2


async def test_esc_takes_back_an_enter_that_came_early(clerk: Clerk) -> None:
    release = clerk.counter.faults.hold("search_availability")
    clerk.robot.keys("Ctrl+K")
    await clerk.robot.until(lambda: clerk.robot.focused == "palette_field")
    clerk.robot.type("2 scuba tmr")
    clerk.robot.keys("Return", "Escape")
    release.set_result(None)
    await clerk.robot.until(lambda: all(each.get_name() != "boats" for each in asyncio.all_tasks()))
    assert clerk.robot.is_shown("activities_page")


async def test_a_second_enter_leaves_a_boat_filled(clerk: Clerk) -> None:
    await _type(clerk, "boat swaraj heron tmr 2a 1c", row="Swaraj Dweep day return")
    clerk.robot.keys("Return", "Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("passengers_page"))
    assert clerk.robot.sees("3 passengers")


@beside_others
async def test_ten_thousand_letters_are_searched_as_always(clerk: Clerk) -> None:
    QApplication.clipboard().setText("2 scuba tmr " * 1000)
    clerk.robot.keys("Ctrl+K")
    await clerk.robot.until(lambda: clerk.robot.focused == "palette_field")
    clerk.robot.keys("Ctrl+V")
    await clerk.robot.until(lambda: clerk.robot.sees("Nothing matches."))
    assert len(clerk.text("palette_field")) == 200


@beside_others
async def test_ctrl_enter_does_nothing_in_the_palette(clerk: Clerk) -> None:
    await _sell(clerk)
    await _type(clerk, "1 scuba 1130 98765", row=f"understood as {NAME}")
    clerk.robot.keys("Ctrl+Return", "Ctrl+Return")
    assert clerk.robot.is_shown("palette")
    assert clerk.robot.focused == "palette_field"
    assert len(clerk.counter.world.bookings) == 1


async def test_ctrl_enter_before_the_slots_are_read_reviews_once_they_are(clerk: Clerk) -> None:
    await _sell(clerk)
    await _type(clerk, "1 scuba 1130 98765", row=f"understood as {NAME}")
    release = clerk.counter.faults.hold("search_availability", times=None)
    clerk.robot.keys("Return")
    # What else the palette looks for may not be found yet; Enter waits for it.
    await clerk.robot.until(lambda: clerk.robot.is_shown("slots_page"))
    clerk.robot.keys("Ctrl+Return", "Ctrl+Return")
    release.set_result(None)
    await clerk.robot.until(lambda: clerk.robot.is_shown("review_page"))
    assert len(clerk.counter.world.bookings) == 1


@beside_others
async def test_another_day_forgets_what_was_meant(clerk: Clerk) -> None:
    await _sell(clerk)
    # Held before anything of this sale is asked: a list under way would choose before the key of the day.
    release = clerk.counter.faults.hold("search_availability", times=None)
    await _type(clerk, "1 scuba 1130 98765", row=f"understood as {NAME}")
    clerk.robot.keys("Return", "Ctrl+Return", "Right")
    release.set_result(None)
    await clerk.slots_read()
    assert clerk.text("slot_heading") == "No slot chosen"
    assert clerk.robot.focused == "day_tiles"


# Whatever is typed.

_SAID = "2 11 1130 22/11 30feb +1 kal tmr sun scuba scubba dive boat heron 2a 1c 1234 98765 @11 #1234 priya"
_OTHER = "veg 2scu 101 baje 9am 0 +91 \u0915\u0932 \u0928\u093e\u0935 \u096a \u092c\u0921\u093c\u0947"
_WORDS = [*_SAID.split(), *_OTHER.split()]
_LETTERS = "".join(map(chr, (*range(32, 127), *range(0x900, 0x970))))


def _lines(number: int) -> Iterator[str]:
    """Lines of words that may mean something, and of any letters, the same in each run."""
    chance = Random(8)
    for place in range(number):
        if place % 3:
            yield " ".join(chance.choices(_WORDS, k=chance.randint(2, 7)))
        else:
            yield "".join(chance.choices(_LETTERS, k=chance.randint(1, 24)))


def _put_in(text: str) -> None:
    """Put text in as an input method does, which has every letter."""
    focused = QApplication.focusWidget()
    assert focused is not None
    event = QInputMethodEvent()
    event.setCommitString(text)
    QApplication.sendEvent(focused, event)


@beside_others
async def test_nothing_is_sent_while_one_types(clerk: Clerk, asked: list[str]) -> None:
    await _type(clerk, "2 scuba tmr")
    field = clerk.robot.find("palette_field", QLineEdit)
    await clerk.robot.until(lambda: all(each.get_name() != "boats" for each in asyncio.all_tasks()))
    asked.clear()
    read = 0
    for line in _lines(90):
        field.clear()
        for each in line.split(" "):
            _put_in(f"{each} ")
        await clerk.robot.until(
            lambda: not {each.get_name() for each in asyncio.all_tasks()} & {"ask", "line", "lines"}
        )
        read += "Enter opens, heading" in spoken_rows(_list(clerk))
    assert read > 20
    assert asked == []
    assert clerk.counter.world.bookings == ()


@beside_others
@pytest.mark.parametrize("lines", few((40, 400)))
@pytest.mark.parametrize("way", ["typed", "pasted"])
async def test_no_letter_of_any_plane_stops_the_palette(clerk: Clerk, way: str, lines: int) -> None:
    await _type(clerk, "2 scuba tmr")
    field, clipboard = clerk.robot.find("palette_field", QLineEdit), QApplication.clipboard()
    chance = Random(way)
    for _ in range(lines):
        field.clear()
        parts = [_of_any_plane(chance) for _ in range(chance.randint(1, 8))]
        line = "".join(each + chance.choice(("", " ", " ")) for each in parts)
        if way == "typed":
            _put_in(line)
        else:
            clipboard.setText(line)
            clerk.robot.keys("Ctrl+V")
        await clerk.robot.until(
            lambda: not {each.get_name() for each in asyncio.all_tasks()} & {"ask", "line", "lines"}
        )
    clerk.robot.keys("Ctrl+A")
    clerk.robot.type("2 scuba tmr 11")
    await clerk.robot.until(lambda: any("11, understood as" in each for each in _rows(clerk)))


def _of_any_plane(chance: Random) -> str:
    """A word that means something, a number, or one of all code points: halves of pairs, and none."""
    return chance.choice(
        (chance.choice(_WORDS), str(chance.getrandbits(40)), chr(chance.randrange(0x110000)))
    )
