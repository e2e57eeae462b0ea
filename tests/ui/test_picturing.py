"""That the comparison of pictures sees what a clerk would see, and nothing else."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from app.ui.kit.basics.layouts import held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.theme import style
from tests.support.ui.looking import part
from tests.support.ui.picturing import Gallery, compare
from tests.support.ui.robot import Robot, Seen
from tests.ui.conftest import Open

GROUND, DOT = QColor(250, 249, 247), QColor(25, 25, 29)


@pytest.fixture
async def gallery(open_robot: Open, tmp_path: Path) -> AsyncGenerator[Gallery]:
    """A window with a few words, and its kept pictures."""
    window = QWidget()
    window.setFixedSize(400, 300)
    for place, words in enumerate(("Customer pays", "4,410.00", "Read 10:42")):
        label = Label(words, parent=window)
        label.setObjectName(f"label_{place}")
        label.move(20, 20 + 40 * place)
        label.adjustSize()
    robot = await open_robot(window)
    app = cast("QApplication", QApplication.instance())
    style.apply_theme(app, "light")
    await Gallery(robot, tmp_path / "failures", keeps=True, folder=tmp_path / "kept").take("sign")
    yield Gallery(robot, tmp_path / "failures", keeps=False, folder=tmp_path / "kept")
    style.apply_theme(app, "light")


async def test_the_same_window_is_the_same(gallery: Gallery) -> None:
    await gallery.take("sign")
    assert not gallery.failures.exists()


def _shift(window: QWidget) -> None:
    label = part(window, Label, "label_0")
    label.move(label.x() + 2, label.y())


def _recolour(window: QWidget) -> None:
    part(window, Label, "label_1").set_ink("danger")


def _remove(window: QWidget) -> None:
    part(window, Label, "label_0").setText("Customer")


def _rewrite(window: QWidget) -> None:
    part(window, Label, "label_1").setText("4,416.00")


@pytest.mark.parametrize("change", [_shift, _recolour, _remove, _rewrite])
async def test_a_visible_difference_fails(gallery: Gallery, change: Callable[[QWidget], None]) -> None:
    change(gallery.robot.window)
    with pytest.raises(AssertionError, match=r"sign-(light|dark): ") as failed:
        await gallery.take("sign")
    assert str(gallery.failures) in str(failed.value)
    actual, difference = sorted(path.stem for path in gallery.failures.iterdir())
    assert difference == f"{actual}-difference"


async def test_a_picture_that_was_never_kept_fails(gallery: Gallery) -> None:
    with pytest.raises(AssertionError, match="There is no picture other-"):
        await gallery.take("other")


async def test_another_size_fails(gallery: Gallery) -> None:
    gallery.robot.window.setFixedSize(401, 300)
    with pytest.raises(AssertionError, match="401 x 300 instead of 400 x 300"):
        await gallery.take("sign")


class Hurried(Robot):
    """Looks again at once, as on a computer that is too busy for anything between two looks."""

    @override
    async def until(self, condition: Callable[[], Seen], seconds: float = 0) -> Seen:
        while not (seen := condition()):
            pass
        return seen


async def test_a_layout_that_is_asked_for_from_part_to_part_is_waited_for(
    open_robot: Open, tmp_path: Path
) -> None:
    label = Label("Read 10:42", wraps=True)
    inside: QWidget = label
    for _ in range(8):
        inside = held(row(inside))
    scroller = Scroller(inside)
    scroller.setFixedSize(400, 300)
    robot = await open_robot(scroller)
    await Gallery(robot, tmp_path, keeps=False).still()
    label.setText("\n".join(["Read 10:42"] * 40))
    hurried = await Gallery(Hurried(scroller), tmp_path, keeps=False).still()
    await robot.until(lambda: scroller.verticalScrollBar().maximum() > 0)
    assert hurried == await Gallery(robot, tmp_path, keeps=False).still()


def test_a_few_pixels_near_each_other_may_differ() -> None:
    assert compare(_sheet((200, 200, 4, 2)), _sheet()).fault == ""
    assert compare(_sheet((200, 200, 3, 3)), _sheet()).fault == "A block of 3 x 3 at 200, 200 differs."


@pytest.mark.parametrize("place", [(11, 0), (0, 11)])
def test_no_block_of_them_may_be_long(place: tuple[int, int]) -> None:
    right, down = place
    steps = [(200 + right * step // 4, 200 + down * step // 4, 1, 1) for step in range(5)]
    assert compare(_sheet(*steps), _sheet()).fault == ""
    longer = (200 + right * 14 // 11, 200 + down * 14 // 11, 1, 1)
    assert compare(_sheet(*steps, longer), _sheet()).fault.startswith("A block of ")


def test_dots_far_apart_are_few_at_most() -> None:
    apart = [(20 * x, 20 * y, 1, 1) for x in range(1, 40) for y in range(1, 30)]
    assert compare(_sheet(*apart[:500]), _sheet()).fault == ""
    assert compare(_sheet(*apart[:901]), _sheet()).fault == "901 pixels differ, 900 may."


def test_letters_beside_each_other_are_one_word() -> None:
    word = [(200 + 7 * letter, 200, 5, 8) for letter in range(4)]
    assert "A block of 26 x 8 at 200, 200 differs." in compare(_sheet(*word), _sheet()).fault


def test_a_tone_beside_is_no_difference() -> None:
    near = GROUND.darker(108)
    picture = _sheet()
    picture.fill(near)
    assert compare(picture, _sheet()).fault == ""


def _sheet(*marks: tuple[int, int, int, int]) -> QImage:
    """An empty sheet of 1000 by 900 with rectangles on it."""
    picture = QImage(1000, 900, QImage.Format.Format_RGB32)
    picture.fill(GROUND)
    for x, y, width, height in marks:
        for column in range(x, x + width):
            for line in range(y, y + height):
                picture.setPixelColor(column, line, DOT)
    return picture
