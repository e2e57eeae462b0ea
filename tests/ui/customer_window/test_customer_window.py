"""What the customer window paints: readable at its distance, whole, in both languages, and to be scanned."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import QFontMetricsF, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.desk.model.shown import WELCOME, Shown, ShownPage, ShownPerson
from app.ui.customer_window.canvas import face, line_of
from app.ui.customer_window.check_page import plan
from app.ui.customer_window.customer_window import CustomerLook, CustomerWindow
from app.ui.customer_window.measures import CODE_MM, READABLE_MM, Measures, measures
from app.ui.customer_window.pages import thanks_at_once, thanks_pages
from app.ui.customer_window.words import SPEECHES, payee
from app.ui.kit.basics.qr_code import QUIET
from app.ui.theme import style
from tests.support.program import run_program
from tests.support.proof import beside_others
from tests.support.ui.customer_eyes import CustomerEyes, watch_painting
from tests.support.ui.customer_states import AGENCY, BOAT, CASH, CHECK, PAY, PEOPLE, THANKS, UPI

EVERY = (WELCOME, CHECK, replace(CHECK, page=ShownPage.BOOKING), PAY, CASH, THANKS)
SCREENS = {
    "21.5 inches": (QSize(1920, 1080), QSizeF(476, 268)),
    "15.6 inches": (QSize(1366, 768), QSizeF(344, 194)),
    "15.6 inches, dense": (QSize(1920, 1080), QSizeF(344, 194)),
    "17 inches, square": (QSize(1280, 1024), QSizeF(338, 270)),
    "24 inches, dense": (QSize(3840, 2160), QSizeF(531, 299)),
}

LONGEST_STROKE = 100


@pytest.fixture
def eyes(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> Iterator[CustomerEyes]:
    style.apply_theme(qapp, "light")
    window = CustomerWindow()
    window.show_look(CustomerLook(AGENCY))
    window.open_on(QRect(0, 0, 1280, 720), whole=False)
    yield watch_painting(monkeypatch)
    window.close()
    window.deleteLater()


@pytest.mark.parametrize("screen", SCREENS)
def test_what_must_be_read_is_high_enough(screen: str) -> None:
    size, reported = SCREENS[screen]
    sizes = measures(size, size, reported)
    capital = QFontMetricsF(face(sizes.text)).capHeight() / (size.height() / reported.height())
    assert capital >= READABLE_MM * 0.99
    assert sizes.caption >= 0.79 * sizes.text


def test_a_screen_that_reports_no_size_is_taken_for_the_usual_one() -> None:
    size = QSize(1920, 1080)
    usual = measures(size, size, QSizeF(476, 268))
    assert measures(size, size, QSizeF()) == usual
    # Some report their shape.
    assert measures(size, size, QSizeF(160, 90)) == usual
    assert measures(QSize(640, 360), size, QSizeF(476, 268)).text <= 20


@pytest.mark.parametrize("language", ["en", "hi", "both"])
@pytest.mark.parametrize("shown", EVERY, ids=lambda shown: shown.page)
def test_every_page_says_its_words_in_the_chosen_languages(
    eyes: CustomerEyes, shown: Shown, language: str
) -> None:
    eyes.window.show_look(CustomerLook(AGENCY, language))
    eyes.window.show_state(shown)
    texts = " ".join(eyes.now())
    has_hindi = any("\u0900" <= letter <= "\u097f" for letter in texts)
    has_english = any(word in texts for word in ("Welcome", "Please", "booking", "UPI", "You ", "Thank"))
    assert has_hindi is (language != "en")
    assert has_english is (language != "hi") or shown is PAY


def test_the_page_to_check_says_all_that_it_was_handed(eyes: CustomerEyes) -> None:
    eyes.window.resize(1920, 1080)
    eyes.window.show_state(CHECK)
    texts = eyes.now()
    assert {"Port Blair to Swaraj Dweep", "Sun 22 Nov, 07:15, MV Sea Heron", "6,468.00"} <= set(texts)
    assert {"Mon 23 Nov, 11:00 \u2013 13:00", "2 people", "Phone ends 2377", "21,157", ".50"} <= set(texts)
    assert {each.name for each in PEOPLE} | {each.age for each in PEOPLE} <= set(texts)


def test_more_than_six_names_stand_in_two_columns_and_more_than_twelve_on_pages(eyes: CustomerEyes) -> None:
    people = tuple(ShownPerson(f"Name {number:02}", str(number)) for number in range(1, 31))
    window = eyes.window
    window.resize(1920, 1080)
    body, sizes = QRect(72, 64, 1776, 850), measures(window.size(), window.size(), QSizeF(476, 268))
    for count, columns, pages in ((6, 1, 1), (7, 2, 1), (12, 2, 1), (13, 2, 2), (30, 2, 3)):
        shown = replace(CHECK, people=people[:count])
        planned = plan(shown, body, sizes)
        assert (planned.columns, planned.pages(shown)) == (columns, pages)
    seen: set[str] = set()
    shown = replace(CHECK, people=people)
    window.show_state(shown)
    for page in range(4):
        texts = set(eyes.now())
        names = {each.name for each in people} & texts
        assert len(names) == (12 if page != 2 else 6)
        assert f"{page % 3 + 1} / 3" in texts
        seen |= names
        window.findChildren(QTimer)[0].timeout.emit()
    assert seen == {each.name for each in people}


def test_the_next_customer_begins_with_the_first_page(eyes: CustomerEyes) -> None:
    window = eyes.window
    people = tuple(ShownPerson(f"Name {number:02}", str(number)) for number in range(1, 31))
    window.show_state(replace(CHECK, people=people))
    window.findChildren(QTimer)[0].timeout.emit()
    assert people[0].name not in eyes.now()
    window.show_state(replace(CHECK, people=people, phone_end="0001"))
    assert people[0].name in eyes.now()


def test_pages_turn_only_where_there_are_several(eyes: CustomerEyes) -> None:
    window = eyes.window
    turning = window.findChildren(QTimer)[0]
    assert turning.interval() == 8000
    window.show_state(replace(CHECK, people=PEOPLE * 4))
    assert turning.isActive()
    window.show_state(CHECK)
    assert not turning.isActive()


@pytest.mark.parametrize("screen", SCREENS)
def test_a_long_name_elides_and_is_never_clipped(
    eyes: CustomerEyes, screen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    size, reported = SCREENS[screen]

    def sizes_there(_: CustomerWindow) -> Measures:
        return measures(size, size, reported)

    monkeypatch.setattr(CustomerWindow, "_sizes", sizes_there)
    window, long = eyes.window, "Venkatanarasimharajuvaripeta Subramaniam Krishnamurthy the Elder"
    window.resize(size)
    people = tuple(ShownPerson(f"{number} {long}", "100") for number in range(12))
    window.show_state(replace(CHECK, people=people, trips=(replace(BOAT, title=long * 2),)))
    texts = eyes.now()
    assert not any(long in each for each in texts)
    assert any(each.startswith("0 V") and each.endswith("\u2026") for each in texts)


def test_a_line_of_hindi_is_higher_than_one_of_latin_letters() -> None:
    assert line_of(40, "Welcome") < line_of(40, "\u0938\u094d\u0935\u093e\u0917\u0924") == 60


def test_what_the_customer_gave_is_what_is_paid_and_the_change(eyes: CustomerEyes) -> None:
    eyes.window.show_state(CASH)
    texts = eyes.now()
    assert {"11,158", "12,000", "842", "You gave", "Your change"} <= set(texts)
    eyes.window.show_state(replace(CASH, change=None))
    assert "You gave" not in eyes.now()


def test_practice_has_its_band_and_no_code_to_pay_by(eyes: CustomerEyes) -> None:
    window = eyes.window
    window.show_state(PAY)
    assert window.accessibleName() == "Customer window, pay by UPI"
    assert "coralcoast@examplebank" in eyes.now()
    window.show_look(CustomerLook(AGENCY, is_practice=True))
    assert window.accessibleName() == "Customer window, pay"
    texts = eyes.now()
    assert "PRACTICE" in texts
    assert "coralcoast@examplebank" not in texts
    band = window.grab().toImage()
    ink = style.tokens().ink.rgb()
    assert {band.pixel(0, 0), band.pixel(band.width() - 1, 0)} == {ink}


@beside_others
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("shown", [PAY, THANKS], ids=["pay", "thanks"])
def test_the_codes_are_read_back_by_another_program(
    eyes: CustomerEyes, shown: Shown, theme: str, tmp_path: Path
) -> None:
    window = eyes.window
    window.resize(1920, 1080)
    window.show_look(CustomerLook(AGENCY, theme=theme))
    window.show_state(shown)
    picture = window.grab().toImage()
    names: list[str] = []
    parts = 3 if shown is THANKS else 1
    for part in range(parts):
        piece = picture.copy(part * 1920 // parts, 0, 1920 // parts, 1080)
        names.append(str(tmp_path / f"{part}.png"))
        assert piece.save(names[-1])
    assert decoded(names) == list(shown.pnrs or [shown.upi])


def decoded(names: list[str]) -> list[str]:
    """What a reader of codes sees on pictures, in a process of its own: its package may be missing."""
    program = """
        import json, sys
        import cv2
        reader = cv2.QRCodeDetector()
        print(json.dumps([reader.detectAndDecode(cv2.imread(name, 0))[0] for name in sys.argv[1:]]))
    """
    _, printed, complained = run_program(program, *names)
    assert printed, complained
    return list(json.loads(printed))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_code_is_wide_enough_and_stands_on_white(eyes: CustomerEyes, theme: str) -> None:
    window = eyes.window
    window.resize(1920, 1080)
    window.show_look(CustomerLook(AGENCY, theme=theme))
    window.show_state(THANKS)
    picture = window.grab().toImage()
    screen = window.screen()
    sizes = measures(window.size(), screen.geometry().size(), screen.physicalSize())
    codes = list(codes_in(picture, upper_edge(picture)))
    assert len(codes) == 3
    for module, white in codes:
        assert 21 * module >= CODE_MM * sizes.millimetre
        assert white >= QUIET


def upper_edge(picture: QImage) -> int:
    """The first line with the edge of a finder, which is longer than anything in letters."""
    ink = style.ON_PAPER["ink"].rgb()

    def longest(row: int) -> int:
        line = "".join("#" if picture.pixel(x, row) == ink else " " for x in range(picture.width()))
        return max(map(len, line.split()), default=0)

    return next(row for row in range(picture.height()) if longest(row) > LONGEST_STROKE)


def codes_in(picture: QImage, row: int) -> Iterator[tuple[float, float]]:
    """Of each code in the line of its edge, the pixels of a module, and the modules of white before it."""
    ink, paper = style.ON_PAPER["ink"].rgb(), style.PAPER.rgb()
    inks = [picture.pixel(x, row) == ink for x in range(picture.width())]
    edges = [x for x in range(1, len(inks)) if inks[x] is not inks[x - 1]]
    runs = list(zip(edges[::2], edges[1::2], strict=True))
    module = max(end - start for start, end in runs) / 7
    for at, (start, _) in enumerate(runs):
        if not at or start - runs[at - 1][1] > 7 * module:
            white = next((x for x in range(start - 1, -1, -1) if picture.pixel(x, row) != paper), 0)
            yield module, (start - 1 - white) / module


def test_bookings_stand_beside_each_other_while_each_code_is_wide_enough() -> None:
    speech, body = SPEECHES["both"], QRect(72, 64, 1776, 862)
    size, reported = SCREENS["21.5 inches"]
    usual = measures(size, size, reported)
    assert thanks_at_once(THANKS, body, usual, speech) == 3
    low = QRect(72, 64, 1776, 700)
    assert thanks_at_once(THANKS, low, usual, speech) == 1
    assert thanks_pages(THANKS, low, usual, speech) == 3
    assert thanks_pages(replace(THANKS, pnrs=("BT9D3M66P",)), body, usual, speech) == 1


def test_the_payee_is_read_from_the_text_for_upi() -> None:
    assert payee(UPI) == ("coralcoast@examplebank", "BT9D3M66P")
    assert payee("nothing") == ("", "")


def test_keys_and_clicks_do_nothing(eyes: CustomerEyes) -> None:
    window = eyes.window
    window.show_state(CHECK)
    before = eyes.now()
    QTest.mouseClick(window, Qt.MouseButton.LeftButton)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_F9):
        QTest.keyClick(window, key)
    assert window.isVisible()
    assert eyes.now() == before
    assert window.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert window.windowFlags() & Qt.WindowType.WindowDoesNotAcceptFocus


def test_the_value_has_no_place_for_what_the_customer_must_not_see() -> None:
    assert {each.name for each in fields(Shown)} == {
        "page",
        "trips",
        "people",
        "phone_end",
        "currency",
        "total",
        "upi",
        "change",
        "pnrs",
    }
    assert {each.name for each in fields(ShownPerson)} == {"name", "age"}


@pytest.mark.parametrize("theme", ["light", "dark", "program"])
def test_the_theme_is_its_own_or_that_of_the_program(eyes: CustomerEyes, theme: str) -> None:
    window = eyes.window
    window.show_look(CustomerLook(AGENCY, theme=theme))
    ground = window.grab().toImage().pixelColor(3, 3)
    assert ground == (style.DARK if theme == "dark" else style.LIGHT).canvas


def test_an_agency_without_an_address_has_no_line_above_nothing(eyes: CustomerEyes) -> None:
    window, line = eyes.window, style.LIGHT.line.rgb()

    def has_line() -> bool:
        picture = window.grab().toImage()
        return any(picture.pixel(picture.width() // 2, y) == line for y in range(picture.height()))

    assert has_line()
    window.show_look(CustomerLook(replace(AGENCY, address="", phone="")))
    assert not has_line()
