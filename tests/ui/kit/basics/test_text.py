"""The plain-text sink: what comes from elsewhere is shown as it is, and does nothing."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from app.ui.kit.basics.badge import Badge
from app.ui.kit.basics.text import ELLIPSIS, MARK, Label, Remark, Run, one_line, plain, set_tip
from app.ui.kit.controls.buttons import Button
from app.ui.theme import style

ALERT = "#ff0000"


@pytest.fixture(autouse=True)
def _themed(qapp: QApplication) -> None:
    style.apply_theme(qapp, "light")


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """A picture on disk that text from outside must not reach."""
    path = tmp_path / "red.png"
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    assert image.save(str(path))
    return path


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Sea walk", "Sea walk"),
        ("Sea\x00walk", f"Sea{MARK}walk"),
        ("abc\u202edef", f"abc{MARK}def"),
        ("\u2066x\u2069", f"{MARK}x{MARK}"),
        ("\ufeffx\u200b", f"{MARK}x{MARK}"),
        ("a\tb\r\nc", "a b\nc"),
        ("\ue000", MARK),
        ("\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"),
        ("100\u00a0%", "100\u00a0%"),
    ],
)
def test_what_cannot_be_seen_is_marked(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_a_long_text_is_cut() -> None:
    assert plain("x" * 5000) == "x" * 1999 + ELLIPSIS
    assert one_line("  a \n b\u2003c ", 60) == "a b c"


@given(st.text())
def test_nothing_hidden_is_left(text: str) -> None:
    shown = plain(text).replace("\n", " ").replace("\u200c", "").replace("\u200d", "")
    assert all(character.isprintable() or character.isspace() for character in shown)


def reds(widget: QWidget) -> int:
    """How many pixels are red."""
    image = widget.grab().toImage()
    points = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return sum(image.pixelColor(x, y).name() == ALERT for x, y in points)


def test_the_picture_would_show_where_text_is_guessed(picture: Path) -> None:
    guessing = QLabel()
    guessing.setText(f'<img src="{picture}">')
    guessing.resize(60, 60)
    assert reds(guessing) > 0


def test_marks_of_another_language_are_only_text(picture: Path) -> None:
    text = f'<img src="{picture}"><b>x</b>'
    for widget in (Label(text), Label(text, wraps=True), Badge(text), Button(text)):
        widget.resize(400, 60)
        assert reds(widget) == 0
    assert Label(text).text() == text
    assert Label(text).textFormat() == Qt.TextFormat.PlainText


def test_a_tip_shows_the_text_itself(picture: Path) -> None:
    widget = QWidget()
    set_tip(widget, f'<img src="{picture}">\nsecond & line')
    assert "<img" not in widget.toolTip()
    assert "&lt;img" in widget.toolTip()
    assert "second &amp; line" in widget.toolTip()
    set_tip(widget, "")
    assert widget.toolTip() == ""


def test_a_label_stands_on_lines_of_its_role() -> None:
    assert Label("One line").sizeHint().height() == 20
    assert Label("One line", "title").sizeHint().height() == 28
    wrapped = Label("one two three four five six seven eight nine ten", wraps=True)
    assert wrapped.heightForWidth(90) == 20 * round(wrapped.heightForWidth(90) / 20)
    assert wrapped.heightForWidth(90) > wrapped.heightForWidth(2000) == 20
    assert Label("a\nb\nc", wraps=True).heightForWidth(500) == 60
    assert Label("", wraps=True).heightForWidth(500) == 20


def test_only_what_may_be_shortened_gives_way() -> None:
    assert Label("A long name of an activity", elides=True).minimumSizeHint().width() == 0
    fixed = Label("A long name of an activity")
    assert fixed.minimumSizeHint() == fixed.sizeHint()
    assert Label("x", wraps=True).minimumSizeHint().width() == 0


def test_a_shortened_label_keeps_its_text() -> None:
    label = Label("A long name of an activity", elides=True)
    label.resize(60, 20)
    wide = label.grab().toImage().copy(0, 0, 60, 20)
    label.setText("A long name of another kind")
    assert label.grab().toImage() == wide or label.text().endswith("another kind")
    assert label.text() == "A long name of another kind"


def test_runs_make_one_text() -> None:
    label = Label()
    label.set_runs(Run("42", "bodyHeavy"), Run(" activities", "body", "text2"))
    assert label.text() == "42 activities"
    assert label.sizeHint().width() > Label("42 activities").sizeHint().width() - 4
    label.setText("none")
    assert label.text() == "none"


def test_ink_role_and_identity_change_what_is_painted() -> None:
    label = Label("O0Il1")
    label.resize(80, 30)
    pictures = [label.grab().toImage()]
    label.set_ink("danger")
    pictures.append(label.grab().toImage())
    label.set_identity()
    pictures.append(label.grab().toImage())
    label.set_role("title")
    pictures.append(label.grab().toImage())
    label.setEnabled(False)
    pictures.append(label.grab().toImage())
    assert all(one != other for one, other in pairwise(pictures))


def test_sides() -> None:
    """A right one ends where a left one begins from, and a centred one stands between."""

    def first_ink(label: Label) -> int:
        label.resize(200, 20)
        image = label.grab().toImage()
        ground = (
            image.pixelColor(199, 0)
            if label.alignment() & Qt.AlignmentFlag.AlignLeft
            else image.pixelColor(0, 0)
        )
        return next(x for x in range(200) if any(image.pixelColor(x, y) != ground for y in range(20)))

    left, right, centred = (
        first_ink(Label("x")),
        first_ink(Label("x", right=True)),
        first_ink(Label("x", centred=True)),
    )
    assert left < centred < right
    assert right > 180


def test_a_remark_is_shown_whole_or_not_at_all() -> None:
    remark = Remark("Ticket type follows age and nationality")
    assert remark.minimumSizeHint().width() == 0
    inks: list[set[int]] = []
    for width in (remark.sizeHint().width(), remark.sizeHint().width() - 1):
        remark.resize(width, 20)
        picture = remark.grab().toImage()
        inks.append({picture.pixel(x, y) for x in range(picture.width()) for y in range(picture.height())})
    assert (len(inks[0]) > 1, len(inks[1])) == (True, 1)
