"""Filling the passenger grid with the keys: cells, rows, lists, errors, copies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QModelIndex, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from app.core import language
from app.desk.model.boats import BoatDraft, Departure, Document, Identity, Passenger
from app.desk.model.nationalities import INDIAN, nationalities
from app.desk.model.service_words import shown_word
from app.ui.documents.document_box import DocumentBox, SizeMeter
from app.ui.kit.basics.room import Room
from app.ui.kit.basics.text import Label
from app.ui.kit.lists.suggestion_list import SuggestionList
from app.ui.passengers.grid import PassengerGrid
from app.ui.passengers.grid_delegate import column_widths, heights_in
from app.ui.passengers.grid_model import PassengerModel
from app.ui.passengers.row import COPY, COPY_CELL, FARE, FIRST, column_of
from app.ui.theme import style
from tests.support.desk.boat_samples import DEPARTURE as HERON
from tests.support.desk.boat_samples import RATES
from tests.support.ui.looking import Show, part, unnamed

ASHA = Passenger("Asha Rao", "34", "FEMALE", INDIAN, "VOTER ID", "KLM2284619")
BLANK = Passenger(nationality=INDIAN)


DEPARTURE = replace(HERON, rates=(RATES[0], RATES[2]))
UNASKED = replace(DEPARTURE, identity=Identity())
JPEG = Document("passport.jpg", b"\xff\xd8\xff" + b"x" * 900, "JPEG")


class Typist:
    """Keys to the grid, and eyes on its model."""

    def __init__(self, model: PassengerModel, grid: PassengerGrid) -> None:
        self.model, self.grid = model, grid
        self.said: list[tuple[object, ...]] = []
        grid.went_on.connect(lambda: self.said.append(("on",)))
        grid.copy_asked.connect(self._note_copy)
        grid.copy_given.connect(self._note_file)

    def type(self, text: str) -> None:
        """One key a character, wherever the keyboard is."""
        for character in text:
            QTest.keyClicks(self.target, character)

    def write(self, text: str) -> None:
        """Letters of any script, as an input method of the keyboard sends them."""
        none = Qt.KeyboardModifier.NoModifier
        for character in text:
            QApplication.sendEvent(self.target, QKeyEvent(QEvent.Type.KeyPress, 0, none, character))

    def keys(self, *keys: Qt.Key) -> None:
        """Press each."""
        for key in keys:
            QTest.keyClick(self.target, key)

    def control(self, key: Qt.Key) -> None:
        """Press it with Ctrl."""
        QTest.keyClick(self.target, key, Qt.KeyboardModifier.ControlModifier)

    def _note_copy(self, row: int) -> None:
        self.said.append(("copy", row))

    def _note_file(self, row: int, path: Path) -> None:
        self.said.append(("file", row, path))

    @property
    def target(self) -> QWidget:
        """What has the keyboard."""
        found = QApplication.focusWidget()
        assert found is not None
        return found

    @property
    def at(self) -> tuple[int, int]:
        """Row and column of the current cell."""
        index = self.grid.currentIndex()
        return index.row(), index.column()

    def person(self, row: int = 0) -> Passenger:
        """A passenger as it stands."""
        return self.model.draft.passengers[row]

    def spoken(self, row: int, column: int) -> str:
        """What a cell says to those who listen."""
        index = self.model.index(row, column)
        return str(index.data(Qt.ItemDataRole.AccessibleTextRole))


Begin = Callable[..., Typist]


@pytest.fixture
def begin(shown: Show) -> Begin:
    """Opens a grid with the keyboard in its first cell."""

    def open_grid(*party: Passenger, departure: Departure = DEPARTURE) -> Typist:
        model = PassengerModel()
        grid = PassengerGrid(model)
        model.begin(BoatDraft(departure, party or (BLANK,)))
        grid.setMinimumSize(900, 300)
        shown(grid)
        grid.go_to(0, "traveler_name")
        return Typist(model, grid)

    return open_grid


TAB, ENTER, ESC = Qt.Key.Key_Tab, Qt.Key.Key_Return, Qt.Key.Key_Escape


def test_typing_begins_at_once_and_tab_goes_on(begin: Begin) -> None:
    clerk = begin()
    for text in ("Asha Rao", "34", "f", "", "v", "klm2284619"):
        clerk.type(text)
        clerk.keys(TAB)
    assert clerk.person() == ASHA
    assert clerk.said == [("on",)]


def test_tab_skips_what_is_not_needed_and_arrows_reach_it(begin: Begin) -> None:
    clerk = begin(BLANK, BLANK, departure=UNASKED)
    clerk.keys(TAB, TAB, TAB)
    assert clerk.at == (0, 4)
    clerk.keys(TAB)
    assert clerk.at == (1, FIRST)
    clerk.keys(Qt.Key.Key_Backtab)
    assert clerk.at == (0, 4)
    clerk.keys(Qt.Key.Key_Right, Qt.Key.Key_Right)
    clerk.type("ab1")
    clerk.keys(Qt.Key.Key_Backtab)
    assert clerk.person().id_number == "AB1"
    clerk.keys(TAB)
    assert clerk.at == (0, 6)
    clerk.keys(*[Qt.Key.Key_Right] * 4)
    assert clerk.at == (0, FARE)
    clerk.keys(*[Qt.Key.Key_Left] * 12)
    assert clerk.at == (0, FIRST)


def test_enter_goes_down_a_row_and_then_on(begin: Begin) -> None:
    clerk = begin(BLANK, BLANK)
    clerk.type("Asha Rao")
    clerk.keys(ENTER)
    assert clerk.at == (1, FIRST)
    assert clerk.person().traveler_name == "Asha Rao"
    clerk.type("Ravi")
    clerk.keys(ENTER)
    assert clerk.said == [("on",)]
    assert clerk.model.rowCount() == 2


def test_escape_leaves_the_cell_as_it_was(begin: Begin) -> None:
    clerk = begin(ASHA)
    clerk.type("x")
    assert clerk.grid.is_typing
    clerk.keys(ESC)
    assert not clerk.grid.is_typing
    assert clerk.person() == ASHA
    clerk.type("R")
    clerk.keys(Qt.Key.Key_Down)
    assert clerk.person().traveler_name == "R"


def test_a_list_offers_the_usual_words(begin: Begin) -> None:
    clerk = begin(ASHA)
    clerk.grid.go_to(0, "nationality")
    clerk.type("ge")
    words_list = clerk.grid.window().findChild(SuggestionList, "nationality_list")
    assert words_list is not None
    assert words_list.isVisible()
    assert words_list.current is None
    clerk.keys(Qt.Key.Key_Down, Qt.Key.Key_Down, TAB)
    assert clerk.person().nationality == "GERMAN"
    assert clerk.person().id_type == "PASSPORT"
    assert not words_list.isVisible()


def test_words_are_offered_in_the_language_of_the_screen_and_sent_as_the_service_writes_them(
    begin: Begin,
) -> None:
    language.use("hi")
    clerk = begin(replace(BLANK, pax_gender="MALE"))
    assert [each for each in nationalities() if shown_word(each) == shown_word(INDIAN)] == [INDIAN]
    clerk.grid.go_to(0, "pax_gender")
    clerk.keys(Qt.Key.Key_F2)
    field = clerk.target
    assert isinstance(field, QLineEdit)
    assert field.text() == shown_word("MALE") != "MALE"
    clerk.keys(TAB)
    assert clerk.person().pax_gender == "MALE"
    clerk.grid.go_to(0, "pax_gender")
    clerk.write(shown_word("FEMALE")[:2])
    (offered,) = (each for each in clerk.grid.window().findChildren(SuggestionList) if each.isVisible())
    assert offered.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole) == shown_word("FEMALE")
    clerk.keys(Qt.Key.Key_Down, TAB)
    clerk.grid.go_to(0, "nationality")
    clerk.write(shown_word("CANADIAN")[:-1])
    clerk.keys(TAB)
    clerk.type("v")
    clerk.keys(TAB)
    person = clerk.person()
    assert (person.pax_gender, person.nationality, person.id_type) == ("FEMALE", "CANADIAN", "VOTER ID")


def test_any_word_may_be_typed(begin: Begin) -> None:
    clerk = begin(ASHA)
    clerk.grid.go_to(0, "id_type")
    clerk.type("fishing permit")
    clerk.keys(TAB)
    assert clerk.person().id_type == "FISHING PERMIT"


def test_alt_down_opens_the_list(begin: Begin) -> None:
    clerk = begin(ASHA)
    clerk.grid.go_to(0, "pax_gender")
    QTest.keyClick(clerk.target, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    clerk.keys(Qt.Key.Key_Down, ENTER)
    assert clerk.person().pax_gender == "MALE"


def test_a_click_in_the_list_takes_the_word(begin: Begin) -> None:
    clerk = begin(ASHA)
    clerk.grid.go_to(0, "id_type")
    clerk.type("p")
    words_list = clerk.grid.window().findChild(SuggestionList, "id_type_list")
    assert words_list is not None
    first = words_list.visualRect(words_list.model().index(0, 0)).center()
    QTest.mouseClick(words_list.viewport(), Qt.MouseButton.LeftButton, pos=first)
    assert clerk.person().id_type == "PAN CARD"
    assert not clerk.grid.is_typing
    assert clerk.grid.hasFocus()


def test_a_click_types_and_the_arrow_opens_the_list(begin: Begin) -> None:
    clerk = begin(replace(ASHA, id_type=""))
    cell = clerk.grid.visualRect(clerk.model.index(0, 3))
    QTest.mouseClick(clerk.grid.viewport(), Qt.MouseButton.LeftButton, pos=cell.center())
    assert isinstance(clerk.target, QLineEdit)
    assert clerk.target.objectName() == "pax_gender"
    QTest.keyClick(clerk.target, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    clerk.keys(Qt.Key.Key_Down, ENTER)
    assert clerk.person().pax_gender == "MALE"
    arrow = clerk.grid.visualRect(clerk.model.index(0, 5)).center()
    arrow.setX(clerk.grid.visualRect(clerk.model.index(0, 5)).right() - 12)
    QTest.mouseClick(clerk.grid.viewport(), Qt.MouseButton.LeftButton, pos=arrow)
    clerk.keys(Qt.Key.Key_Down, Qt.Key.Key_Down, TAB)
    assert clerk.person().id_type == "VOTER ID"
    number = clerk.grid.visualRect(clerk.model.index(0, 0)).center()
    QTest.mouseClick(clerk.grid.viewport(), Qt.MouseButton.LeftButton, pos=number)
    assert clerk.at == (0, FIRST)


def test_the_cell_above_is_copied_also_while_typing(begin: Begin) -> None:
    clerk = begin(ASHA, BLANK)
    clerk.grid.go_to(1, "id_type")
    clerk.control(Qt.Key.Key_D)
    assert clerk.person(1).id_type == "VOTER ID"
    clerk.grid.go_to(1, "traveler_name")
    clerk.type("x")
    clerk.control(Qt.Key.Key_D)
    assert clerk.person(1).traveler_name == "Asha Rao"
    assert not clerk.grid.is_typing


def test_delete_empties_a_cell_and_with_control_takes_the_row(begin: Begin) -> None:
    clerk = begin(ASHA, replace(ASHA, traveler_name="Ravi", document=JPEG))
    clerk.keys(Qt.Key.Key_Delete)
    assert clerk.person().traveler_name == ""
    clerk.grid.go_to(1, COPY_CELL)
    clerk.keys(Qt.Key.Key_Delete)
    assert clerk.person(1).document is None
    clerk.grid.go_to(0, "age")
    clerk.control(Qt.Key.Key_Delete)
    assert [each.traveler_name for each in clerk.model.draft.passengers] == ["Ravi"]
    assert clerk.at == (0, 2)
    clerk.control(Qt.Key.Key_Delete)
    assert clerk.model.draft.passengers == (Passenger(),)
    for _ in range(4):
        assert clerk.model.undo()
    assert clerk.model.draft.passengers == (ASHA, replace(ASHA, traveler_name="Ravi", document=JPEG))
    assert not clerk.model.undo()


def test_undo_keeps_fifty_steps_and_what_the_customer_typed(begin: Begin) -> None:
    clerk = begin(departure=UNASKED)
    for number in range(60):
        clerk.model.type_cell(0, "traveler_name", f"Name {number}")
    clerk.model.take(replace(clerk.model.draft, customer_phone="98450"))
    while clerk.model.undo():
        pass
    assert clerk.person().traveler_name == "Name 9"
    assert clerk.model.draft.customer_phone == "98450"


def test_space_does_nothing(begin: Begin) -> None:
    clerk = begin(ASHA)
    clerk.keys(Qt.Key.Key_Space)
    assert not clerk.grid.is_typing
    clerk.grid.go_to(0, COPY_CELL)
    clerk.keys(Qt.Key.Key_Space)
    assert clerk.said == []


def test_an_error_is_told_beneath_the_cell_that_was_left(begin: Begin) -> None:
    clerk = begin(replace(ASHA, id_number=""))
    before = clerk.grid.rowHeight(0)
    clerk.grid.go_to(0, "id_number")
    assert clerk.spoken(0, 6) == "Passenger 1, ID number, empty"
    clerk.keys(TAB)
    assert clerk.spoken(0, 6) == "Passenger 1, ID number, empty, This trip needs a document number."
    assert clerk.grid.rowHeight(0) == before + heights_in(Room()).message
    clerk.grid.go_to(0, "id_number")
    clerk.type("klm2284619")
    clerk.grid.commit()
    assert clerk.spoken(0, 6) == "Passenger 1, ID number, KLM2284619"
    # Nothing below moves away while it is typed.
    assert clerk.grid.rowHeight(0) == before + heights_in(Room()).message
    clerk.keys(TAB)
    assert clerk.said == [("on",), ("on",)]
    assert clerk.grid.rowHeight(0) == before


@pytest.mark.parametrize("by_pointer", [True, False])
def test_a_corrected_row_gives_its_room_back_once_the_keys_have_left_it(
    begin: Begin, *, by_pointer: bool
) -> None:
    clerk = begin(replace(ASHA, traveler_name=""), ASHA)
    usual, with_line = clerk.grid.rowHeight(1), clerk.grid.rowHeight(1) + heights_in(Room()).message
    clerk.grid.go_to(0, "traveler_name")
    clerk.keys(TAB)
    clerk.grid.go_to(0, "traveler_name")
    clerk.type("Asha Rao")
    clerk.keys(TAB)
    assert clerk.grid.rowHeight(0) == with_line
    if by_pointer:
        # What is pressed does not move away from under the pointer.
        below = clerk.grid.visualRect(clerk.model.index(1, FIRST)).center()
        QTest.mousePress(clerk.grid.viewport(), Qt.MouseButton.LeftButton, pos=below)
        assert clerk.at == (1, FIRST)
        assert clerk.grid.rowHeight(0) == with_line
        QTest.mouseRelease(clerk.grid.viewport(), Qt.MouseButton.LeftButton, pos=below)
        return
    clerk.keys(Qt.Key.Key_Down)
    assert clerk.at[0] == 1
    assert clerk.grid.rowHeight(0) == usual


def test_an_age_of_another_day_is_told_until_it_is_typed_again(begin: Begin) -> None:
    child = replace(ASHA, age="11", aged_on=HERON.day.replace(year=HERON.day.year - 1))
    clerk = begin(ASHA, child, departure=HERON)
    assert [clerk.model.sentence(row, "age")[:12] for row in (0, 1)] == ["", "This age is "]
    clerk.model.add_party((child,))
    assert clerk.model.sentence(2, "age")
    clerk.model.type_cell(1, "age", "12")
    assert clerk.model.sentence(1, "age") == ""


def test_a_party_fills_the_empty_rows_and_takes_none_away(begin: Begin) -> None:
    counted = replace(Passenger(), nationality="INDIAN")
    clerk = begin(ASHA, counted, counted, counted, departure=HERON)
    assert clerk.model.add_party((replace(ASHA, traveler_name="Ravi Das"),)) == 1
    assert [each.traveler_name for each in clerk.model.draft.passengers] == [
        ASHA.traveler_name,
        "Ravi Das",
        "",
        "",
    ]
    clerk.model.undo()
    assert clerk.model.draft.passengers == (ASHA, counted, counted, counted)
    clerk.model.add_party([replace(ASHA, traveler_name=f"Guest {letter}") for letter in "ABCD"])
    assert [each.traveler_name[-1:] for each in clerk.model.draft.passengers[1:]] == [*"ABCD"]


def test_the_message_is_painted(begin: Begin) -> None:
    clerk = begin(replace(ASHA, id_number=""))
    clerk.model.tell_everywhere()
    picture = clerk.grid.viewport().grab().toImage()
    rect = clerk.grid.visualRect(clerk.model.index(0, 6))
    low = rect.bottom() - heights_in(Room()).message // 2
    row = {picture.pixelColor(x, low).name() for x in range(rect.left(), rect.right())}
    assert style.tokens().danger.name() in row
    fill = picture.pixelColor(rect.left() + 6, rect.top() + 8)
    assert fill.name() == style.tokens().danger_soft.name()


def test_a_fare_follows_age_and_nationality(begin: Begin) -> None:
    clerk = begin(ASHA)
    assert clerk.spoken(0, FARE) == "Passenger 1, Fare, 2,425.00, Adult"
    clerk.grid.go_to(0, "age")
    clerk.type("3")
    clerk.keys(TAB)
    assert clerk.spoken(0, FARE) == "Passenger 1, Fare, not known yet"
    assert (
        clerk.spoken(0, 2)
        == "Passenger 1, Age, 3, No fare below age 12. Ask the operator about the child before selling."
    )


def test_a_foreigner_needs_a_passport_and_its_copy(begin: Begin) -> None:
    clerk = begin(replace(ASHA, id_type=""), departure=UNASKED)
    assert clerk.spoken(0, COPY) == "Passenger 1, Copy, not needed"
    clerk.grid.go_to(0, "nationality")
    clerk.type("fre")
    clerk.keys(TAB, TAB, TAB)
    assert clerk.person().nationality == "FRENCH"
    assert clerk.at == (0, COPY)
    assert clerk.spoken(0, COPY) == "Passenger 1, Copy, needed"
    clerk.keys(ENTER)
    assert clerk.said == [("copy", 0)]
    clerk.model.put_document(clerk.model.key_of(0), JPEG)
    clerk.keys(ENTER)
    assert clerk.said == [("copy", 0), ("on",)]


def test_what_is_not_known_of_a_nationality_is_not_called_unneeded(begin: Begin) -> None:
    clerk = begin(Passenger(counted=RATES[2]), Passenger(), BLANK, departure=UNASKED)
    spoken = [clerk.spoken(row, COPY).removeprefix(f"Passenger {row + 1}, Copy, ") for row in range(3)]
    assert spoken == ["needed", "empty", "not needed"]
    clerk.grid.go_to(0, "nationality")
    clerk.type("ind")
    clerk.keys(TAB)
    assert clerk.spoken(0, COPY) == "Passenger 1, Copy, not needed"


def test_a_copy_never_lands_on_another_row(begin: Begin) -> None:
    clerk = begin(ASHA, replace(ASHA, traveler_name="Ravi"), replace(ASHA, traveler_name="Lata"))
    ravi, lata = clerk.model.key_of(1), clerk.model.key_of(2)
    for key in (ravi, lata):
        clerk.model.begin_reading(key)
    assert clerk.spoken(2, COPY) == "Passenger 3, Copy, reading"
    clerk.model.remove(1)
    clerk.model.put_document(ravi, JPEG)
    assert [each.document for each in clerk.model.draft.passengers] == [None, None]
    clerk.model.put_document(lata, JPEG)
    assert clerk.person(1).traveler_name == "Lata"
    assert clerk.person(1).document is JPEG


def test_a_file_that_cannot_be_taken_loses_nothing(begin: Begin) -> None:
    clerk = begin(replace(ASHA, document=JPEG))
    key = clerk.model.key_of(0)
    clerk.model.begin_reading(key)
    clerk.model.refuse_document(key, "a.txt is no JPEG, PNG, WebP or PDF. Choose a picture or a PDF.")
    assert clerk.person().document is JPEG
    assert "is no JPEG" in clerk.spoken(0, COPY)
    clerk.model.begin_reading(key)
    assert "is no JPEG" not in clerk.spoken(0, COPY)


def test_a_file_is_dropped_on_a_row(begin: Begin, tmp_path: Path) -> None:
    clerk = begin(ASHA, BLANK)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "passport.jpg"))])
    where = QPoint(200, clerk.grid.rowViewportPosition(1) + 10)
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    view = clerk.grid.viewport()
    entered = QDragEnterEvent(where, Qt.DropAction.CopyAction, data, left, none)
    QApplication.sendEvent(view, entered)
    assert entered.isAccepted()
    QApplication.sendEvent(view, QDropEvent(QPointF(where), Qt.DropAction.CopyAction, data, left, none))
    assert clerk.said == [("file", 1, [tmp_path / "passport.jpg"])]


def test_of_a_hundred_rows_only_the_one_that_changed_is_worked_out(begin: Begin) -> None:
    clerk = begin(*[replace(ASHA, traveler_name=f"Name {number}") for number in range(100)])
    before = [clerk.model.row_at(row) for row in range(100)]
    repainted: list[tuple[int, int]] = []

    def note(first: QModelIndex, last: QModelIndex) -> None:
        repainted.append((first.row(), last.row()))

    clerk.model.dataChanged.connect(note)
    clerk.type("Lata")
    clerk.keys(TAB)
    changed = [row for row in range(100) if clerk.model.row_at(row) is not before[row]]
    assert changed == [0]
    assert set(repainted) == {(0, 0)}
    assert clerk.model.add() is None


def test_a_click_on_the_copy_asks_for_it(begin: Begin) -> None:
    clerk = begin(ASHA, replace(ASHA, document=JPEG))
    for row in range(2):
        cell = clerk.grid.visualRect(clerk.model.index(row, COPY)).center()
        QTest.mouseClick(clerk.grid.viewport(), Qt.MouseButton.LeftButton, pos=cell)
    assert clerk.said == [("copy", 0)]
    assert clerk.at == (1, COPY)


@pytest.mark.parametrize(
    ("size", "words", "colour"),
    [
        (982_000, "1.31 of 2.0 MB", "meter"),
        (1_400_000, "1.87 of 2.0 MB", "warning_mark"),
        (1_500_000, "2.00 of 2.0 MB, too large", "danger_fill"),
    ],
)
def test_the_meter_says_how_full_it_is(shown: Show, size: int, words: str, colour: str) -> None:
    box = DocumentBox()
    box.setMinimumWidth(400)
    shown(box)
    box.show_copy("Passport copy, passenger 1", Document("a.jpg", b"x" * size, "JPEG"))
    meter = part(box, SizeMeter)
    assert part(box, Label, "document_share").text() == words
    assert meter.accessibleName() == f"Size when sent {words}"
    picture = meter.grab().toImage()
    assert picture.pixelColor(40, 3).name() == getattr(style.tokens(), colour).name()
    assert unnamed(box) == []


def test_what_is_pasted_is_typed(begin: Begin) -> None:
    clerk = begin(ASHA)
    QApplication.clipboard().setText("Lata Rao")
    clerk.control(Qt.Key.Key_V)
    clerk.keys(TAB)
    assert clerk.person().traveler_name == "Lata Rao"
    clerk.grid.go_to(0, COPY_CELL)
    clerk.control(Qt.Key.Key_V)
    assert not clerk.grid.is_typing


def test_columns_fill_the_width_and_keep_what_they_need() -> None:
    narrow, wide = column_widths(898), column_widths(1452)
    assert sum(narrow) == 898
    assert sum(wide) == 1452
    assert narrow[4:6] == [112, 138]
    assert all(more >= less for less, more in zip(narrow, wide, strict=True))
    assert sum(column_widths(600)) == 600


@pytest.mark.parametrize(("width", "copy"), [(898, 96), (820, 36), (700, 32)])
def test_a_narrow_grid_folds_the_copy_and_keeps_fares_and_numbers(width: int, copy: int) -> None:
    widths = column_widths(width)
    assert sum(widths) == width
    assert widths[COPY] == copy
    assert widths[FARE] >= 80
    assert widths[column_of("id_number")] >= 112
    assert widths[column_of("traveler_name")] >= 140


def test_everything_has_a_name(begin: Begin) -> None:
    clerk = begin(ASHA, BLANK)
    clerk.type("x")
    assert unnamed(clerk.grid) == []
    assert clerk.spoken(1, 4) == "Passenger 2, Nationality, INDIAN"
