"""The command palette in a real window: what it finds, how it is steered, and how it goes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from time import perf_counter

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from app.ui.kit.basics.actions import Key
from app.ui.kit.basics.layouts import column, held
from app.ui.kit.sheets.modal_question import is_asking
from app.ui.window.palette import EntryIndex, Palette, PaletteEntry
from app.ui.window.palette_list import PaletteList
from app.ui.window.palette_model import Kind, LineView, PaletteHeading, WordRow, folded, matches, sections
from tests.support.ui.looking import unnamed
from tests.support.ui.robot import Robot
from tests.support.ui.selling import spoken_rows
from tests.ui.conftest import Open

NOTHING = "Nothing matches. Ctrl F filters the list on screen."
HEADINGS = ("Trips and activities", "Bookings", "Actions")


def entry(kind: Kind, title: str, more: str = "", value: str = "", *, is_net: bool = False) -> PaletteEntry:
    return PaletteEntry(kind, title, more, value, "ticket", is_net=is_net, act=lambda: None)


def titles(found: Iterable[PaletteEntry]) -> list[str]:
    return [each.title for each in found]


class Stage:
    """A window with a field that has the keyboard, and what was done in the palette over it."""

    def __init__(self) -> None:
        self.window = QWidget()
        self.window.resize(1366, 690)
        self.field = QLineEdit()
        self.window.setLayout(column(held(column(self.field)), None))
        self.done: list[str] = []
        self.entries: list[PaletteEntry] = []

    def add(self, kind: Kind, *names: str) -> None:
        self.entries += [
            PaletteEntry(kind, name, "", "", "ticket", act=lambda name=name: self.do(name)) for name in names
        ]

    def do(self, name: str) -> None:
        state = "open" if is_asking(self.window) else "gone"
        self.done.append(f"{name} {state}")

    def known(self, typed: str) -> tuple[PaletteEntry, ...]:
        return EntryIndex(self.entries).matching(typed, 9)


@pytest.fixture
async def stage(open_robot: Open) -> Stage:
    """Two trips and two actions."""
    stage = Stage()
    stage.add("action", "Sell a boat ticket", "Sell an activity")
    stage.add("trip", "Boat to the beach", "Sea walk")
    await open_robot(stage.window)
    stage.field.setFocus()
    return stage


@pytest.fixture
def robot(stage: Stage) -> Robot:
    """Hands and eyes on the window."""
    return Robot(stage.window)


def rows(robot: Robot) -> list[str]:
    return spoken_rows(robot.find("palette_list", PaletteList))


def current(robot: Robot) -> str:
    chosen = robot.find("palette_list", PaletteList).current
    return "" if chosen is None else chosen.title


# What matches, and in which order.


def test_every_word_must_occur_without_regard_to_capitals_and_accents() -> None:
    found = entry("trip", "Crème de l'Île", "Port Blair, Straße 5")
    for typed in ("creme", "ILE blair", "strasse", "", "  5  CRÈME "):
        assert matches(typed, found), typed
    assert not matches("creme neil", found)
    assert folded("ÀÉ") == "ae"


def test_titles_that_begin_so_come_first_then_words_then_the_rest() -> None:
    index = EntryIndex(
        [
            entry("trip", "Rebeach", "beach"),
            entry("trip", "Walk (beach)"),
            entry("trip", "Nothing", "of this"),
            entry("trip", "Beach walk"),
            entry("trip", "Elephant, beach"),
            entry("trip", "Beach"),
        ]
    )
    ranked = ["Beach walk", "Beach", "Walk (beach)", "Elephant, beach", "Rebeach"]
    assert titles(index.matching("beach", 9)) == ranked
    assert titles(index.matching("beach", 3)) == ranked[:3]
    assert titles(index.matching("beach walk", 9)) == ["Beach walk", "Walk (beach)"]


def test_the_limit_holds_for_each_kind() -> None:
    kinds: tuple[Kind, ...] = ("action", "booking", "trip")
    index = EntryIndex(entry(kind, f"{kind} {n}") for n in range(9) for kind in kinds)
    found = titles(index.matching("", 2))
    assert found == ["trip 0", "trip 1", "booking 0", "booking 1", "action 0", "action 1"]
    assert titles(index.matching("1", 5)) == ["trip 1", "booking 1", "action 1"]


def test_sections_come_in_order_and_are_short() -> None:
    kinds: tuple[Kind, ...] = ("action", "booking", "trip")
    entries = [entry(kind, f"{kind} {n}") for n in range(9) for kind in kinds]
    made = sections(entries)
    assert tuple(row.text for row in made if isinstance(row, PaletteHeading)) == HEADINGS
    shown = [row for row in made if isinstance(row, PaletteEntry)]
    assert [sum(row.kind == kind for row in shown) for kind in ("trip", "booking", "action")] == [5, 4, 6]
    assert sections(entries, actions_only=True)[0] == PaletteHeading("Actions")
    assert sections([]) == ()


@pytest.mark.parametrize(
    ("typed", "order"),
    [
        # Whoever is called so comes before a place that only holds the letters.
        ("diya", ["Bookings", "Trips and activities", "Actions"]),
        ("chi", ["Trips and activities", "Bookings", "Actions"]),
        ("meera diya", ["Bookings", "Trips and activities", "Actions"]),
        ("show", ["Actions", "Trips and activities", "Bookings"]),
        ("", ["Trips and activities", "Bookings", "Actions"]),
        ("zz", ["Trips and activities", "Bookings", "Actions"]),
    ],
)
def test_what_begins_a_word_comes_before_what_is_within_one(typed: str, order: list[str]) -> None:
    entries = (
        entry("trip", "Chidiya Tapu sunset"),
        entry("booking", "AC7H2W91X", "Meera Iyer, with Díya Rao"),
        entry("action", "Show all keys"),
    )
    made = sections(entries, typed=typed)
    assert [row.text for row in made if isinstance(row, PaletteHeading)] == order


def test_fifty_thousand_entries_are_searched_at_once() -> None:
    start = perf_counter()
    index = EntryIndex(
        entry("trip", f"Trip {n} to the Beach", f"Port Blair, pier {n}") for n in range(50_000)
    )
    building = perf_counter() - start
    for typed in ("beach", "trip 49", "no such thing", "ir 4"):
        times: list[float] = []
        for _ in range(5):
            start = perf_counter()
            index.matching(typed, 5)
            times.append(perf_counter() - start)
        assert min(times) < building / 5, typed


# In the window.


async def test_it_opens_with_the_first_row_chosen(stage: Stage, robot: Robot) -> None:
    palette = Palette(stage.window, stage.known)
    await robot.until(lambda: robot.focused == "palette_field")
    assert is_asking(stage.window)
    assert rows(robot) == [
        "Trips and activities, heading",
        "Boat to the beach",
        "Sea walk",
        "Actions, heading",
        "Sell a boat ticket",
        "Sell an activity",
    ]
    assert current(robot) == "Boat to the beach"
    assert unnamed(palette) == []
    field = robot.find("palette_field")
    assert field.accessibleDescription() == "Boat to the beach"


async def test_keys_move_over_rows_and_past_headings(stage: Stage, robot: Robot) -> None:
    Palette(stage.window, stage.known)
    await robot.until(lambda: robot.focused == "palette_field")
    seen: list[str] = []
    for key in ("Down", "Down", "Up", "End", "Down", "Home", "Up", "PgDown", "PgUp"):
        robot.keys(key)
        seen.append(current(robot))
    first, second, third, last = (each.title for each in stage.known(""))
    assert seen == [second, third, second, last, last, first, first, last, first]
    assert robot.find("palette_field").accessibleDescription() == first


async def test_a_page_keeps_one_row_in_sight(stage: Stage, robot: Robot) -> None:
    stage.add("action", *(f"Action {n}" for n in range(9)))
    stage.add("booking", *(f"PNR{n}" for n in range(9)))
    stage.add("trip", *(f"Trip {n}" for n in range(9)))
    Palette(stage.window, stage.known)
    await robot.until(lambda: robot.focused == "palette_field")
    view = robot.find("palette_list", PaletteList)
    assert len(rows(robot)) == 3 + 5 + 4 + 6
    robot.keys("PgDown")
    seen = [each for each in rows(robot) if not each.endswith(", heading")]
    assert current(robot) == seen[view.page]
    assert 3 < view.page < len(seen)
    robot.keys("End")
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()))
    panel = robot.find("palette_panel")
    assert panel.geometry().bottom() < stage.window.height()


async def test_typing_finds_and_chooses_the_first(stage: Stage, robot: Robot) -> None:
    Palette(stage.window, stage.known)
    robot.keys("Down")
    robot.type("boat")
    assert rows(robot) == [
        "Trips and activities, heading",
        "Boat to the beach",
        "Actions, heading",
        "Sell a boat ticket",
    ]
    assert current(robot) == "Boat to the beach"
    robot.type("xx")
    await robot.until(lambda: robot.sees(NOTHING))
    assert not robot.is_shown("palette_list")
    robot.keys("Return", "Down")
    assert stage.done == []
    assert is_asking(stage.window)


async def test_a_sign_limits_to_actions(stage: Stage, robot: Robot) -> None:
    asked: list[str] = []

    async def ask(typed: str) -> tuple[PaletteEntry, ...]:
        asked.append(typed)
        return ()

    Palette(stage.window, stage.known, ask)
    robot.type("> boat")
    assert rows(robot) == ["Actions, heading", "Sell a boat ticket"]
    assert asked == []


async def test_enter_runs_once_the_palette_has_gone(stage: Stage, robot: Robot) -> None:
    Palette(stage.window, stage.known)
    robot.keys("Down", "Return")
    assert stage.done == ["Sea walk gone"]
    await robot.until(stage.field.hasFocus)


async def test_keys_that_spend_run_nothing(stage: Stage, robot: Robot) -> None:
    Palette(stage.window, stage.known)
    robot.keys("Ctrl+Return", "Shift+Return", "Alt+Return", "Tab")
    assert stage.done == []
    assert robot.focused == "palette_field"


async def test_a_click_runs_its_row(stage: Stage, robot: Robot) -> None:
    Palette(stage.window, stage.known)
    view = robot.find("palette_list", PaletteList)
    await robot.until(lambda: robot.find("palette_panel").height() > view.height() == view.content_height)
    robot.click(view.viewport(), view.visualRect(view.model().index(3, 0)).center())
    assert stage.done == []
    assert is_asking(stage.window)
    robot.click(view.viewport(), view.visualRect(view.model().index(4, 0)).center())
    assert stage.done == ["Sell a boat ticket gone"]


async def test_escape_a_click_beside_and_its_button_close_it(stage: Stage, robot: Robot) -> None:
    leaving: tuple[Callable[[], None], ...] = (
        lambda: robot.keys("Escape"),
        lambda: robot.click("palette", QPoint(20, 300)),
        lambda: robot.click("answer_close"),
    )
    closed: list[bool] = []
    for leave in leaving:
        stage.field.setFocus()
        palette = Palette(stage.window, stage.known)
        palette.closed.connect(lambda: closed.append(True))
        await robot.until(lambda: robot.focused == "palette_field")
        robot.click("palette_panel", QPoint(320, 20))
        assert is_asking(stage.window)
        leave()
        assert not is_asking(stage.window)
        await robot.until(stage.field.hasFocus)
        palette.dismiss()
    assert closed == [True] * 3
    assert stage.done == []


async def test_it_goes_when_something_else_takes_the_keyboard(stage: Stage, robot: Robot) -> None:
    other = QLineEdit(stage.window)
    other.show()
    palette = Palette(stage.window, stage.known)
    await robot.until(lambda: robot.focused == "palette_field")
    other.setFocus()
    assert not palette.isVisible()
    assert not is_asking(stage.window)
    await robot.until(other.hasFocus)


async def test_it_follows_the_window(stage: Stage, robot: Robot) -> None:
    palette = Palette(stage.window, stage.known)
    stage.window.resize(1500, 800)
    await robot.until(lambda: palette.geometry() == stage.window.rect())
    panel = robot.find("palette_panel")
    assert panel.geometry().top() == 88
    assert abs(panel.geometry().center().x() - 750) <= 1


# What is asked and comes later.


class Register:
    """Answers when it is told to."""

    def __init__(self) -> None:
        self.questions: dict[str, asyncio.Future[tuple[PaletteEntry, ...]]] = {}

    async def ask(self, typed: str) -> tuple[PaletteEntry, ...]:
        self.questions[typed] = asyncio.get_running_loop().create_future()
        return await self.questions[typed]

    def answer(self, typed: str, *names: str) -> None:
        self.questions[typed].set_result(tuple(entry("booking", name) for name in names))


async def test_bookings_are_added_and_the_choice_stays(stage: Stage, robot: Robot) -> None:
    register = Register()
    Palette(stage.window, stage.known, register.ask)
    robot.type("s")
    await robot.until(lambda: "s" in register.questions)
    robot.keys("End")
    register.answer("s", "S1", "S2")
    await robot.until(lambda: "Bookings, heading" in rows(robot))
    assert rows(robot)[2:5] == ["Bookings, heading", "S1", "S2"]
    assert current(robot) == "Sell an activity"


async def test_the_latest_answer_counts(stage: Stage, robot: Robot) -> None:
    register = Register()
    Palette(stage.window, stage.known, register.ask)
    robot.type("s")
    await robot.until(lambda: "s" in register.questions)
    first = register.questions["s"]
    robot.type("e")
    await robot.until(lambda: "se" in register.questions)
    assert first.cancelled()
    register.answer("se", "SEA1", "OLD")
    await robot.until(lambda: "SEA1" in rows(robot))
    robot.type("a")
    assert "SEA1" in rows(robot)
    assert "OLD" not in rows(robot)
    await robot.until(lambda: "sea" in register.questions)
    register.answer("sea", "SEA1", "SEA2")
    await robot.until(lambda: "SEA2" in rows(robot))
    assert rows(robot).count("SEA1") == 1


async def test_a_booking_that_comes_late_can_be_opened(stage: Stage, robot: Robot) -> None:
    register = Register()
    Palette(stage.window, stage.known, register.ask)
    robot.type("bt4k")
    await robot.until(lambda: robot.sees(NOTHING) and "bt4k" in register.questions)
    register.answer("bt4k", "BT4K9Q07M")
    await robot.until(lambda: robot.is_shown("palette_list"))
    assert current(robot) == "BT4K9Q07M"
    robot.keys("Ctrl+A", "Delete")
    assert "BT4K9Q07M" not in rows(robot)


async def test_nothing_is_waited_for_after_it_closed(stage: Stage, robot: Robot) -> None:
    register = Register()
    Palette(stage.window, stage.known, register.ask)
    robot.type("s")
    await robot.until(lambda: "s" in register.questions)
    robot.keys("Escape")
    await robot.until(register.questions["s"].cancelled)


async def test_nothing_is_waited_for_after_its_window_went(stage: Stage, robot: Robot) -> None:
    register = Register()
    Palette(stage.window, stage.known, register.ask)
    robot.type("s")
    await robot.until(lambda: "s" in register.questions)
    robot.find("palette").deleteLater()
    await robot.until(register.questions["s"].cancelled)


async def test_a_fault_while_asking_is_not_lost(stage: Stage, robot: Robot) -> None:
    async def ask(typed: str) -> tuple[PaletteEntry, ...]:
        raise ValueError(typed)

    seen: list[str] = []
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()
    loop.set_exception_handler(lambda _loop, context: seen.append(str(context["message"])))
    Palette(stage.window, stage.known, ask)
    robot.type("s")
    await robot.until(lambda: seen)
    loop.set_exception_handler(before)
    assert seen == ["The work 'ask of Palette' failed"]


# Lines of words.


class Lines:
    """Reads what begins with a figure as a line; the customer is known once that was looked up."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.begun, self.known = stage, asyncio.Event(), asyncio.Event()
        self.is_begun = self.is_known = False
        self.chosen = ""

    async def begin(self) -> None:
        await self.begun.wait()
        self.is_begun = True

    def view(self, typed: str) -> LineView | None:
        if not self.is_begun or not typed[:1].isdigit():
            return None
        word = WordRow(0, 1, typed[:1], "users", "2 seats", "", "", "plain")
        opened = PaletteEntry("trip", "Sea walk", "", "", "ticket", act=lambda: self.stage.do(typed))
        choose = PaletteEntry("trip", "Asha", "", "", "user", act=self.choose, stays=True)
        entries = (opened,) if self.chosen or not self.is_known else (choose, opened)
        return LineView(
            (word,), "kept 10:42", "", PaletteHeading("Enter opens"), entries, "1 word understood."
        )

    def choose(self) -> None:
        self.chosen = "Asha"

    async def look_up(self, typed: str) -> bool:
        if self.view(typed) is None or self.is_known:
            return False
        await self.known.wait()
        self.is_known = True
        return True


async def test_a_line_stands_over_what_was_booked(stage: Stage, robot: Robot) -> None:
    register, lines = Register(), Lines(stage)
    lines.begun.set()
    Palette(stage.window, stage.known, register.ask, quick=lines)
    robot.type("2 sea")
    await robot.until(lambda: "2 sea" in register.questions)
    register.answer("2 sea", "2 Sea PNR")
    await robot.until(lambda: "2 Sea PNR" in rows(robot))
    assert rows(robot) == [
        "Understood as, kept 10:42, heading",
        "2, understood as 2 seats",
        "Enter opens, heading",
        "Sea walk",
        "Bookings, heading",
        "2 Sea PNR",
    ]
    assert robot.find("palette_field").accessibleDescription() == "1 word understood. Sea walk"
    robot.keys("Ctrl+A", "Delete")
    await robot.until(lambda: "Enter opens, heading" not in rows(robot))


async def test_enter_waits_until_everything_was_looked_up(stage: Stage, robot: Robot) -> None:
    lines = Lines(stage)
    Palette(stage.window, stage.known, quick=lines)
    robot.type("2 sea")
    robot.keys("Return", "Return")
    lines.begun.set()
    await robot.until(lambda: "2, understood as 2 seats" in rows(robot))
    assert stage.done == []
    lines.known.set()
    # It takes the one who is chosen, and goes on only with another Enter.
    await robot.until(lambda: lines.chosen)
    assert rows(robot)[-1:] == ["Sea walk"]
    assert stage.done == []
    robot.keys("Return")
    await robot.until(lambda: stage.done)
    assert stage.done == ["2 sea gone"]


async def test_another_letter_takes_enter_back(stage: Stage, robot: Robot) -> None:
    lines = Lines(stage)
    Palette(stage.window, stage.known, quick=lines)
    robot.type("2 sea")
    robot.keys("Return")
    robot.type(" w")
    for each in (lines.begun, lines.known):
        each.set()
    await robot.until(lambda: current(robot) == "Asha")
    assert stage.done == []
    assert not lines.chosen


async def test_keys_that_spend_do_nothing_on_a_line(stage: Stage, robot: Robot) -> None:
    lines = Lines(stage)
    for each in (lines.begun, lines.known):
        each.set()
    Palette(stage.window, stage.known, quick=lines)
    robot.type("2 sea")
    await robot.until(lambda: current(robot) == "Asha")
    robot.keys("Ctrl+Return", "Shift+Return", "Alt+Return")
    assert stage.done == []
    assert not lines.chosen
    assert is_asking(stage.window)


# What is seen.


async def test_values_of_the_wallet_side_are_hidden(stage: Stage, robot: Robot) -> None:
    stage.entries = [
        entry("trip", "Sea walk", "Port Blair", "4,000.00"),
        entry("trip", "Sea dive", "Port Blair", "3,131.31", is_net=True),
    ]
    palette = Palette(stage.window, stage.known, net_shown=True)
    view = robot.find("palette_list")
    assert rows(robot)[2] == "Sea dive, Port Blair, 3,131.31"
    robot.keys("Down")
    shown = view.grab().toImage()
    palette.show_net(shown=False)
    assert rows(robot)[1:] == ["Sea walk, Port Blair, 4,000.00", "Sea dive, Port Blair"]
    assert "3,131" not in robot.find("palette_field").accessibleDescription()
    await robot.until(lambda: view.grab().toImage() != shown)
    hidden = view.grab().toImage()
    robot.keys("Escape")
    stage.entries[1] = entry("trip", "Sea dive", "Port Blair")
    Palette(stage.window, stage.known)
    robot.keys("Down")
    bare = robot.find("palette_list")
    await robot.until(lambda: bare.grab().toImage() == hidden)


async def test_keys_are_spoken_and_text_is_plain(stage: Stage, robot: Robot) -> None:
    stage.entries = [
        PaletteEntry(
            "action", "<b>Sell</b>\n", "a & b", "", "ticket", (Key("Alt 1"), Key("\u21b5")), act=lambda: None
        )
    ]
    palette = Palette(stage.window, stage.known)
    assert rows(robot) == ["Actions, heading", "<b>Sell</b>, a & b, Key Alt 1 Enter"]
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in palette.findChildren(QLabel))
