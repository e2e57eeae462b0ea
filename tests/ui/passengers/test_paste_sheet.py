"""Pasted rows over a real window: what is shown, how columns are chosen, and that nothing comes by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget

from app.core.language import speaking
from app.desk.model.boats import Departure, Identity, Passenger
from app.desk.model.service_words import shown_word
from app.desk.passengers.import_columns import guess_columns
from app.desk.passengers.import_rows import imported
from app.desk.passengers.import_table import table_of_text
from app.ui.kit.basics.layouts import column, held
from app.ui.kit.lists.suggestion_list import SuggestionList
from app.ui.kit.sheets.modal_question import is_asking
from app.ui.passengers.paste_header import ColumnButton
from app.ui.passengers.paste_sheet import PasteSheet, PasteTable
from app.ui.theme import style
from tests.support.desk.boat_samples import ARJUN, DEPARTURE, ISHAAN, JANA, MEERA, RATES, rate
from tests.support.proof import beside_others
from tests.support.ui.looking import texts, unnamed
from tests.support.ui.robot import Robot
from tests.ui.conftest import Open

PRESENT = (ARJUN, MEERA, ISHAAN, JANA)
NUMBERED = replace(
    DEPARTURE, identity=Identity(needs_number=True), rates=(*RATES, rate("Infant", "INDIAN", (0, 4), 0, 0))
)
PICTURE = (
    "Kabir Sethi\t29\tM\tIndian\tVoter ID\tXJD7710243\n"
    "Leela Sethi\t27\tF\tIndian\tPAN card\tCLSPS8821F\n"
    "Dev Sethi\t4\tM\tIndian\t\t\n"
    "Rohini Das\t61\tF\tIndian\tVoter ID\tWBR3051187\n"
)
BOTH = "Arjun Nair\t41\nStruck Off\t38\n"
WIDE = "\n".join(
    "\t".join((f"Person {row}", "41", *(f"x{place}{row}-" for place in range(38)))) for row in range(100)
)


class Stage:
    """A window with a field that has the keyboard, and what was confirmed over it."""

    def __init__(self) -> None:
        self.window = QWidget()
        self.window.resize(1366, 768)
        self.field = QLineEdit()
        self.window.setLayout(column(held(column(self.field)), None))
        self.added: list[tuple[Passenger, ...]] = []

    def paste(
        self, text: str = PICTURE, departure: Departure = NUMBERED, present: tuple[Passenger, ...] = PRESENT
    ) -> PasteSheet:
        """The sheet over the window."""
        sheet = PasteSheet(self.window, table_of_text(text), departure, present)
        sheet.confirmed.connect(self.added.append)
        return sheet


@pytest.fixture
async def stage(open_robot: Open) -> Stage:
    """A window to paste into."""
    stage = Stage()
    await open_robot(stage.window)
    stage.field.setFocus()
    return stage


@pytest.fixture
def robot(stage: Stage) -> Robot:
    """Hands and eyes on the window."""
    return Robot(stage.window)


def _table(robot: Robot) -> PasteTable:
    return robot.find("paste_table", PasteTable)


def _cells(robot: Robot, row: int) -> list[str]:
    model = _table(robot).model()
    return [str(model.index(row, place).data()) for place in range(model.columnCount())]


def _headings(robot: Robot) -> list[str]:
    return [button.text() for button in _table(robot).header.buttons]


def _spoken(robot: Robot, row: int, place: int) -> str:
    return str(_table(robot).model().index(row, place).data(Qt.ItemDataRole.AccessibleTextRole))


async def test_the_rows_of_the_picture_are_shown_as_they_would_be_added(stage: Stage, robot: Robot) -> None:
    sheet = stage.paste()
    await robot.until(lambda: robot.focused == "paste_column_1")
    assert _headings(robot) == ["Name", "Age", "Gender", "Nationality", "ID type", "ID number"]
    assert _cells(robot, 0) == ["5", "Kabir Sethi", "29", "MALE", "INDIAN", "VOTER ID", "XJD7710243"]
    assert _cells(robot, 2) == ["7", "Dev Sethi", "4", "MALE", "INDIAN", "", ""]
    for text in (
        "Paste 4 rows",
        "4 rows, 1 gap",
        "M became MALE, F became FEMALE",
        "Row 7 has no document number. You can add it later.",
    ):
        assert text in texts(sheet), text
    assert sheet.accessibleName() == "Paste rows"
    assert stage.added == []


async def test_control_enter_adds_them_once_the_sheet_has_gone(stage: Stage, robot: Robot) -> None:
    table = table_of_text(PICTURE)
    expected = imported(
        table, guess_columns(table, NUMBERED.day), NUMBERED.day, NUMBERED, present=PRESENT
    ).passengers
    spent: list[str] = []
    key = QShortcut(QKeySequence("Ctrl+Return"), stage.window)
    key.activated.connect(lambda: spent.append("the window's own key"))

    def tell(_passengers: object) -> None:
        spent.append("asking" if is_asking(stage.window) else "gone")

    stage.paste().confirmed.connect(tell)
    await robot.until(lambda: robot.focused == "paste_column_1")
    robot.keys("Ctrl+Return")
    assert stage.added == [expected]
    assert spent == ["gone"]
    await robot.until(stage.field.hasFocus)


async def test_control_enter_adds_from_every_place(stage: Stage, robot: Robot) -> None:
    for steps in range(11):
        stage.field.setFocus()
        stage.paste()
        await robot.until(lambda: robot.focused == "paste_column_1")
        robot.keys(*["Tab"] * steps)
        robot.keys("Ctrl+Return")
        assert len(stage.added) == steps + 1, steps
        assert not is_asking(stage.window)


async def test_leaving_adds_nothing(stage: Stage, robot: Robot) -> None:
    leaving: tuple[Callable[[], None], ...] = (
        lambda: robot.keys("Escape"),
        lambda: robot.keys("Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Escape"),
        lambda: robot.click("answer_close"),
        lambda: robot.click("paste_sheet", QPoint(20, 300)),
        lambda: robot.click("paste_close"),
    )
    for leave in leaving:
        stage.field.setFocus()
        stage.paste()
        await robot.until(lambda: robot.focused == "paste_column_1")
        leave()
        assert not is_asking(stage.window)
        await robot.until(stage.field.hasFocus)
    assert stage.added == []


async def test_the_buttons_say_and_do_what_the_keys_do(stage: Stage, robot: Robot) -> None:
    stage.paste("Arjun Nair\t41\tM\tIndian\n", replace(DEPARTURE, identity=Identity()), ())
    await robot.until(lambda: robot.sees("Paste 1 row"))
    assert robot.find("answer_close", QAbstractButton).accessibleName() == "Do not paste"
    add = robot.find("paste_add", QAbstractButton)
    assert add.accessibleName() == "Add 1 passenger"
    robot.click(add)
    assert stage.added == [(Passenger("Arjun Nair", "41", "MALE", "INDIAN"),)]


# Columns


async def test_a_column_is_chosen_by_the_keyboard(stage: Stage, robot: Robot) -> None:
    stage.paste()
    await robot.until(lambda: robot.focused == "paste_column_1")
    robot.keys("Tab", "Down")
    choices = robot.find("paste_choices", SuggestionList)
    assert choices.current is not None
    assert choices.current.name == "Age"
    robot.keys("End", "Return")
    assert not robot.is_shown("paste_choices")
    assert robot.focused == "paste_column_2"
    assert _headings(robot)[1] == "Not used"
    assert _cells(robot, 0)[2] == "29"
    assert robot.sees("4 rows, 5 gaps")
    assert robot.sees("No row has an age. You can add it later. And 1 more gap.")
    robot.keys("a")
    assert _headings(robot)[1] == "Age"
    assert robot.sees("4 rows, 1 gap")
    robot.keys("Ctrl+Return")
    assert [each.age for each in stage.added[0]] == ["29", "27", "4", "61"]


async def test_what_is_chosen_leaves_the_column_that_held_it(stage: Stage, robot: Robot) -> None:
    stage.paste()
    await robot.until(lambda: robot.focused == "paste_column_1")
    robot.keys("Right", "Right", "F4", "Up", "Up", "Up", "Return")
    assert _headings(robot)[:3] == ["Name", "Not used", "Age"]
    robot.keys("Left", "Left", "Left", "Down", "Down", "Return")
    assert _headings(robot)[:3] == ["First name", "Not used", "Age"]
    assert _cells(robot, 0)[1] == "Kabir Sethi"


async def test_escape_closes_the_list_first(stage: Stage, robot: Robot) -> None:
    stage.paste()
    await robot.until(lambda: robot.focused == "paste_column_1")
    robot.keys("Return", "Down", "Escape")
    assert not robot.is_shown("paste_choices")
    assert is_asking(stage.window)
    assert _headings(robot)[0] == "Name"
    robot.keys("Return", "Return")
    assert _headings(robot)[0] == "Name"
    robot.keys("Return", "Tab")
    assert not robot.is_shown("paste_choices")
    assert robot.focused == "paste_column_2"
    robot.keys("Escape")
    assert not is_asking(stage.window)


async def test_a_column_is_chosen_by_the_pointer(stage: Stage, robot: Robot) -> None:
    stage.paste()
    await robot.until(lambda: robot.focused == "paste_column_1")
    robot.click("paste_column_3")
    choices = robot.find("paste_choices", SuggestionList)
    robot.click("paste_column_3")
    assert not choices.isVisible()
    robot.click("paste_column_3")
    choices.scrollToBottom()
    last = choices.model().index(choices.model().rowCount() - 1, 0)
    robot.click(choices.viewport(), choices.visualRect(last).center())
    assert _headings(robot)[2] == "Not used"
    assert is_asking(stage.window)


async def test_the_clerk_says_whether_the_first_row_is_a_heading(stage: Stage, robot: Robot) -> None:
    stage.paste("Wer\tWie alt\nArjun Nair\t41\nMeera Nair\t38\n", present=())
    await robot.until(lambda: robot.sees("Paste 3 rows"))
    assert _headings(robot) == ["Name", "Age"]
    robot.click("paste_heading")
    assert robot.sees("Paste 2 rows")
    assert _headings(robot) == ["Name?", "Age?"]
    assert robot.sees("Choose what it holds: column 1: Name?, column 2: Age?")
    assert robot.find("paste_column_2").accessibleName() == "Column 2 may hold: Age?, Wie alt"
    robot.find("paste_column_1", QAbstractButton).setFocus()
    robot.keys("n", "Right", "a")
    assert _headings(robot) == ["Name", "Age"]
    assert _cells(robot, 0) == ["1", "Arjun Nair", "41"]
    robot.click("paste_heading")
    assert robot.sees("Paste 3 rows")
    assert _headings(robot) == ["Name", "Age"]


async def test_who_was_left_out_before_a_heading_was_said_is_nobody_else_then(
    stage: Stage, robot: Robot
) -> None:
    sheet = stage.paste("Wer\tWie alt\nArjun Nair\t41\nMeera Nair\t38\n", present=())
    await robot.until(lambda: robot.sees("Add 3 passengers"))
    _table(robot).setFocus()
    robot.keys("Down", "Space")
    assert "Not added: Arjun Nair." in texts(sheet)
    robot.click("paste_heading")
    assert robot.sees("Add 2 passengers")
    assert not any("Not added" in each for each in texts(sheet))


async def test_an_open_column_has_the_keyboard_and_says_its_heading(stage: Stage, robot: Robot) -> None:
    stage.paste("Name\tBorn\nArjun Nair\t03/04/1985\nMeera Nair\t12/11/1988\n", present=())
    await robot.until(lambda: robot.focused == "paste_column_2")
    button = robot.find("paste_column_2", QAbstractButton)
    assert button.text() == "Day or month first?"
    assert button.accessibleName() == "Column 2 may hold: Day or month first?, Born"
    robot.keys("b", "b")
    assert button.text() == "Birth date, month first"
    robot.keys("Return", "Up", "Return")
    assert button.text() == "Birth date"
    assert not robot.is_shown("paste_open")
    robot.keys("Ctrl+Return")
    assert [each.age for each in stage.added[0]] == ["41", "38"]


async def test_without_a_heading_an_open_column_says_why(stage: Stage, robot: Robot) -> None:
    stage.paste("12\tArjun Nair\n13\tMeera Nair\n", present=())
    await robot.until(lambda: robot.focused == "paste_column_1")
    button = robot.find("paste_column_1", QAbstractButton)
    assert button.accessibleName() == "Column 1 may hold: Age?, from its values"
    assert robot.find("paste_column_2").accessibleName() == "Column 2 holds: Name"
    robot.keys("a")
    assert button.accessibleName() == "Column 1 holds: Age"


async def test_in_hindi_the_words_are_those_of_the_passengers_grid(stage: Stage, robot: Robot) -> None:
    with speaking("hi"):
        sheet = stage.paste("Name\tSexo\tNationality\tID type\nJ Pe\u00f1a\tH\tIND\tVoter\nM P\tM\tIND\t\n")
        await robot.until(lambda: robot.focused == "paste_column_2")
        robot.keys("Return", "Down", "Return")
        words = list(map(shown_word, ("MALE", "INDIAN", "VOTER ID")))
        assert _cells(robot, 0)[2:] == words
        assert words[0] != "MALE"
        assert words[0] in _spoken(robot, 0, 2)
        assert any(words[1] in each for each in texts(sheet))
        robot.keys("Ctrl+Return")
    assert [(each.pax_gender, each.nationality) for each in stage.added[0]] == [
        ("MALE", "INDIAN"),
        ("FEMALE", "INDIAN"),
    ]


async def test_a_letter_with_two_meanings_is_chosen_once_for_the_column(stage: Stage, robot: Robot) -> None:
    stage.paste("Name\tSexo\nJose Peña\tH\nMaria Peña\tM\n", present=())
    await robot.until(lambda: robot.focused == "paste_column_2")
    assert robot.sees("Choose what it holds: column 2: M for men or women?")
    robot.keys("g", "g")
    assert robot.find("paste_column_2", QAbstractButton).text() == "Gender, M for women"
    assert [_cells(robot, row)[2] for row in (0, 1)] == ["MALE", "FEMALE"]
    robot.keys("Ctrl+Return")
    assert [each.pax_gender for each in stage.added[0]] == ["MALE", "FEMALE"]


async def test_in_a_narrow_window_the_sheet_stays_within(stage: Stage, robot: Robot) -> None:
    stage.window.resize(787, 461)
    stage.paste()
    await robot.until(lambda: robot.focused == "paste_column_1")
    panel = robot.find("paste_panel")
    left = panel.mapTo(stage.window, QPoint(0, 0)).x()
    assert left >= 0
    assert left + panel.width() <= stage.window.width()


async def test_what_a_workbook_hides_is_counted_and_taken_by_a_key(stage: Stage, robot: Robot) -> None:
    table = replace(table_of_text("Arjun Nair\t41\n"), hidden=1, with_hidden=table_of_text(BOTH))
    sheet = PasteSheet(stage.window, table, NUMBERED, ())
    sheet.confirmed.connect(stage.added.append)
    await robot.until(lambda: robot.sees("Paste 1 row"))
    assert robot.sees("Take in what is hidden: 1")
    robot.keys("Ctrl+H")
    assert robot.sees("Paste 2 rows")
    robot.keys("Ctrl+H")
    assert robot.sees("Paste 1 row")
    robot.keys("Ctrl+Return")
    assert len(stage.added[0]) == 1


STRUCK = "1. Kabir Sethi 29 M\n~2. Dev Sethi 33 M~ not coming\n3. Leela Sethi 27 F"


async def test_who_is_struck_off_is_added_only_when_chosen(stage: Stage, robot: Robot) -> None:
    sheet = stage.paste(STRUCK, present=())
    await robot.until(lambda: robot.sees("Add 2 passengers"))
    assert "Not added: Dev Sethi." in texts(sheet)
    assert _spoken(robot, 1, 0) == "Row 2, left out"
    assert any("struck-through not coming" in each for each in texts(sheet))
    _table(robot).setFocus()
    robot.keys("Down", "Space")
    assert robot.sees("Add 3 passengers")
    robot.keys("Ctrl+Return")
    assert [each.traveler_name for each in stage.added[0]] == ["Kabir Sethi", "Dev Sethi", "Leela Sethi"]


async def test_a_row_is_left_out_by_a_key_and_by_the_pointer(stage: Stage, robot: Robot) -> None:
    stage.paste()
    await robot.until(lambda: robot.focused == "paste_column_1")
    robot.keys("Ctrl+Delete")
    assert robot.focused == "paste_table"
    robot.keys("Down", "Down", "Ctrl+Delete")
    assert robot.sees("Add 3 passengers")
    # What is missing in it does not matter any more.
    assert robot.sees("4 rows")
    assert not robot.sees("Row 7 has no document number")
    table = _table(robot)
    robot.click(table.viewport(), table.visualRect(table.model().index(0, 0)).center())
    assert robot.sees("Not added: Kabir Sethi, Dev Sethi.")
    robot.click(table.viewport(), table.visualRect(table.model().index(0, 1)).center())
    assert robot.sees("Add 2 passengers")
    robot.keys("Ctrl+Return")
    assert [each.traveler_name for each in stage.added[0]] == ["Leela Sethi", "Rohini Das"]


# Keyboard and ear


async def test_tab_goes_round(stage: Stage, robot: Robot) -> None:
    stage.paste()
    await robot.until(lambda: robot.focused == "paste_column_1")
    seen: list[str] = []
    for _ in range(11):
        robot.keys("Tab")
        seen.append(robot.focused)
    assert seen == [
        *(f"paste_column_{n}" for n in range(2, 7)),
        "paste_table",
        "paste_heading",
        "answer_close",
        "paste_add",
        "paste_close",
        "paste_column_1",
    ]
    robot.keys("Shift+Tab")
    assert robot.focused == "paste_close"


async def test_arrows_move_over_cells_that_say_what_they_are(stage: Stage, robot: Robot) -> None:
    stage.paste()
    await robot.until(lambda: robot.focused == "paste_column_1")
    robot.keys(*["Tab"] * 6)
    table = _table(robot)
    assert (table.currentIndex().row(), table.currentIndex().column()) == (0, 1)
    robot.keys("Down", "Right")
    assert (table.currentIndex().row(), table.currentIndex().column()) == (1, 2)
    robot.keys("Return")
    assert is_asking(stage.window)
    assert stage.added == []
    assert _spoken(robot, 0, 0) == "Row 5"
    assert _spoken(robot, 0, 1) == "Row 5, Name, Kabir Sethi"
    assert _spoken(robot, 0, 3) == "Row 5, Gender, MALE, M became MALE"
    assert _spoken(robot, 2, 6) == "Row 7, ID number, empty, This trip needs a document number."


async def test_everything_that_takes_the_keyboard_has_a_name(stage: Stage, robot: Robot) -> None:
    sheet = stage.paste()
    await robot.until(lambda: robot.focused == "paste_column_1")
    assert unnamed(sheet) == []
    button = robot.find("paste_column_2", ColumnButton)
    assert button.accessibleName() == "Column 2 holds: Age"


# Many


@beside_others
async def test_a_hundred_rows_and_forty_columns_are_scrolled(stage: Stage, robot: Robot) -> None:
    stage.paste(WIDE, present=())
    await robot.until(lambda: robot.sees("Add 100 passengers"))
    panel = robot.find("paste_panel")
    assert panel.geometry().bottom() < stage.window.height()
    table = _table(robot)
    assert table.verticalScrollBar().maximum() > 0
    # The first of the columns that may all be the number of a document, and are asked about.
    assert robot.focused == "paste_column_3"
    robot.keys(*["Shift+Tab"] * 7)
    assert robot.focused == "paste_table"
    robot.keys("Ctrl+End")
    assert table.viewport().rect().contains(table.visualRect(table.currentIndex()).center())
    assert table.currentIndex().row() == 99
    robot.keys("Shift+Tab")
    assert robot.focused == "paste_column_40"
    last = robot.find("paste_column_40")
    assert 0 < last.geometry().right() <= table.viewport().width()
    robot.keys("Tab", "Shift+Tab", *["Left"] * 39)
    assert robot.focused == "paste_column_1"
    assert robot.find("paste_column_1").geometry().left() >= 0
    robot.keys("Left")
    assert robot.focused == "paste_column_1"


async def test_what_does_not_fit_is_told_and_not_added(stage: Stage, robot: Robot) -> None:
    rows = "Name\tAge\tGender\tNationality\n" + "".join(f"Person {n}\t41\tM\tIndian\n" for n in range(150))
    stage.paste(rows, replace(DEPARTURE, identity=Identity()))
    sentence = "96 of 150 rows are taken: a sale has at most 100 passengers, with the 4 already in the list."
    await robot.until(lambda: robot.sees(sentence))
    robot.keys("Ctrl+Return")
    assert len(stage.added[0]) == 96


async def test_a_full_party_takes_no_more_people(stage: Stage, robot: Robot) -> None:
    stage.paste(present=(ARJUN,) * 100)
    await robot.until(lambda: robot.sees("Paste 0 rows"))
    assert not robot.find("paste_add").isEnabled()
    robot.keys("Ctrl+Return")
    assert stage.added == []
    assert is_asking(stage.window)


async def test_who_is_there_twice_is_told(stage: Stage, robot: Robot) -> None:
    stage.paste("Arjun Nair\t41\tM\tIndian\tVoter ID\tXJD7710243\n")
    await robot.until(lambda: robot.sees("Row 5 has a name and age that are there already."))
    assert _spoken(robot, 0, 1) == "Row 5, Name, Arjun Nair, This name and age are there already."


async def test_another_theme_and_a_smaller_window_are_followed(stage: Stage, robot: Robot) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    style.apply_theme(app, "light")
    stage.paste()
    await robot.until(lambda: robot.focused == "paste_column_1")
    light = robot.find("paste_panel").grab().toImage()
    try:
        style.apply_theme(app, "dark")
        stage.window.resize(1024, 600)
        await robot.until(lambda: robot.find("paste_panel").geometry().right() < stage.window.width())
        dark = robot.find("paste_panel").grab().toImage()
        assert dark.pixelColor(5, 40) != light.pixelColor(5, 40)
        assert robot.find("paste_panel").geometry().bottom() < stage.window.height()
    finally:
        style.apply_theme(app, "light")


async def test_a_wrong_cell_is_painted_as_one(stage: Stage, robot: Robot) -> None:
    stage.paste()
    await robot.until(lambda: robot.focused == "paste_column_1")
    table = _table(robot)
    picture = table.viewport().grab().toImage()

    def colour(row: int, place: int) -> str:
        return picture.pixelColor(table.visualRect(table.model().index(row, place)).center()).name()

    assert colour(2, 6) == style.tokens().danger_soft.name()
    assert colour(2, 5) == style.tokens().surface.name()
