"""Nothing is cut off, covered or shortened on any screen of selling, at any size of screen and text."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.message_link import BandLink
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.theme import style
from app.ui.window.main_window import DRAWN
from tests.support.ui.layout_audit import misfits, pieces
from tests.support.ui.looking import Show, part

# It walks every screen, and what it goes through is covered by the tests of each.
pytestmark = pytest.mark.no_cover

LEAST_PAGES = 8
"""So many pages the program opens by itself, in each theme."""


@pytest.fixture(autouse=True)
def _usual_theme(qapp: QApplication) -> None:
    style.apply_theme(qapp, "light")


@pytest.mark.prove("the program's own pages, in a process of its own")
@pytest.mark.parametrize("factor", ["1.25", "1.5"])
def test_everything_fits_in_every_scale(factor: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "app", "self-test", str(tmp_path)],
        env={**os.environ, "QT_SCALE_FACTOR": factor, "AGENCY_COUNTER_DATA_DIR": str(tmp_path / "data")},
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    pictures = sorted(tmp_path.glob("*.png"))
    assert len(pictures) >= 2 * LEAST_PAGES
    sides = [side * float(factor) for side in DRAWN]
    assert [_size(path) for path in pictures] == [pytest.approx(sides, abs=1)] * len(pictures)


def _size(path: Path) -> tuple[int, int]:
    picture = QImage(str(path))
    return picture.width(), picture.height()


def test_letters_beyond_their_place_are_cut_off(shown: Show) -> None:
    label = Label("Customer pays")
    window = shown(label)
    assert misfits(pieces(window)) == []
    label.setFixedWidth(40)
    assert _fault(window) == "'Customer pays' is cut off."
    label.setFixedSize(200, 6)
    assert _fault(window) == "'Customer pays' is cut off."


def test_an_amount_that_is_shortened_is_a_fault(shown: Show) -> None:
    label = Label("4,410.00", elides=True)
    window = shown(label)
    label.setFixedWidth(40)
    assert re.fullmatch("'4,4.*\u2026' is shortened.", _fault(window))
    label.setText("Customer pays")
    assert misfits(pieces(window)) == []


def test_a_button_that_is_shortened_is_a_fault(shown: Show) -> None:
    link = BandLink("Leave practice")
    window = shown(held(row(link, None)))
    assert misfits(pieces(window)) == []
    link.setFixedWidth(60)
    assert re.fullmatch("'Leave p.*\u2026' is shortened.", _fault(window))


def test_what_lies_over_a_text_is_a_fault(shown: Show) -> None:
    one, other = Label("Customer pays"), Label("Wallet pays")
    window = shown(one, other)
    assert misfits(pieces(window)) == []
    other.move(one.pos())
    assert [fault for fault in misfits(pieces(window)) if fault.endswith("lie over each other.")]
    other.setText("")
    window.grab()
    cover = QPushButton(window)
    cover.setGeometry(one.geometry().adjusted(30, 0, 0, 0))
    cover.show()
    assert _fault(window) == "'Customer pays' is covered."


def test_what_scrolls_may_be_cut_at_its_lower_edge(shown: Show) -> None:
    scroller = Scroller(held(column(*(Label(f"Line {number}") for number in range(40)))))
    scroller.setFixedSize(200, 95)
    assert misfits(pieces(shown(scroller))) == []


def test_the_name_of_a_pair_is_shortened_before_its_value(shown: Show) -> None:
    pair = Pair("Adult FOREIGNER 3,350.00 \u00d7 1", "3,350.00")
    pair.setFixedWidth(180)
    texts = [piece.text for piece in pieces(shown(pair))]
    assert texts[1] == "3,350.00"
    assert texts[0].startswith("Adult FOR")
    assert texts[0].endswith("\u2026")


def test_a_field_is_as_high_as_its_sentence_needs(shown: Show) -> None:
    field = TextField("Phone", "customer_phone")
    field.setFixedWidth(150)
    window = shown(field)
    window.resize(300, 300)
    field.show_error("The number has 5 digits. It needs at least 8.")
    window.grab()
    note = part(field, Label, "customer_phone_note")
    assert note.height() == note.heightForWidth(note.width()) >= 2 * style.line_height("caption")
    assert misfits(pieces(window)) == []


def _fault(window: QWidget) -> str:
    """The one thing that is wrong, without where it is."""
    window.grab()
    (fault,) = misfits(pieces(window))
    return re.sub(r" \(.*\)", "", fault)
