"""Pictures of the window, compared with those that were looked at and kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QApplication, QLabel

from app.core.settings import Theme
from app.ui.theme import style
from tests.support.program import PROJECT
from tests.support.ui.robot import Robot

KEEP = "--keep-pictures"
FOLDER = PROJECT / "tests" / "ui" / "pictures"
THEMES: tuple[Theme, ...] = ("light", "dark")
CHANNEL_TOLERANCE = 24
MOST_DIFFERENT = 0.001
LARGEST_BLOCK = 12
"""A block of differing pixels may be this wide and high; a word is wider."""
FULLEST_BLOCK = 8
"""So many pixels of a block may differ; a figure that becomes another one has more."""
_MOST_NESTED = 30
"""More parts than these do not lie in each other."""
_NEAR = 3
"""The letters of a word stand no farther apart than this."""
_RGB, _SCREEN = QImage.Format.Format_RGB888, QImage.Format.Format_RGB32
_MARKS = bytes(value > CHANNEL_TOLERANCE for value in range(256))
_COLOURS, _COARSE = 256, 0xF8F8F8

Point = tuple[int, int]


@dataclass(frozen=True)
class Comparison:
    """What differs between a picture and its reference; `fault` is empty when they count as the same."""

    fault: str
    difference: QImage


def compare(actual: QImage, reference: QImage) -> Comparison:
    """Whether a clerk would see the same: size, share of differing pixels, and no word-sized difference."""
    if actual.size() != reference.size():
        sizes = f"{_size(actual)} instead of {_size(reference)}"
        return Comparison(f"The picture is {sizes}.", actual)
    difference = _difference(actual, reference)
    points = list(_different(difference))
    most = int(actual.width() * actual.height() * MOST_DIFFERENT)
    if len(points) > most:
        return Comparison(f"{len(points)} pixels differ, {most} may.", difference)
    for block, count in _blocks(points):
        if max(block.width(), block.height()) > LARGEST_BLOCK or count > FULLEST_BLOCK:
            where = f"{block.width()} x {block.height()} at {block.x()}, {block.y()}"
            return Comparison(f"A block of {where} differs.", difference)
    return Comparison("", difference)


@dataclass(frozen=True)
class Covered:
    """What cannot be the same twice: the label of this name, as far as it stands behind some words."""

    name: str
    behind: str

    def place(self, robot: Robot) -> QRect:
        """Its place in the window. Raises ValueError when the words are not in it."""
        label = robot.find(self.name, QLabel)
        known = label.text()[: label.text().index(self.behind) + len(self.behind)]
        place = QRect(label.mapTo(robot.window, QPoint()), label.size())
        return place.adjusted(QFontMetrics(style.font("body")).horizontalAdvance(known), 0, 0, 0)


@dataclass(frozen=True)
class Gallery:
    """Where the references are, where those go that differ, and whether references are made anew."""

    robot: Robot
    failures: Path
    keeps: bool
    folder: Path = FOLDER

    async def take(self, name: str, *covered: Covered, themes: tuple[Theme, ...] = THEMES) -> None:
        """Compare the window with its references in these themes."""
        # The theme in use comes first: to change it takes longer than the picture.
        for theme in themes[::-1] if style.is_dark() else themes:
            if style.chosen_theme() != theme:
                style.apply_theme(_app(), theme)
            picture = await self.still(covered)
            if self.keeps:
                self._keep(picture, f"{name}-{theme}")
            else:
                self._check(picture, f"{name}-{theme}")

    async def still(self, covered: Iterable[Covered] = ()) -> QImage:
        """The window as soon as it looks the same twice, with what cannot be the same covered."""
        before = [QImage()]

        def now() -> QImage | None:
            # A layout that is still asked for moves no pixel yet: two looks are alike without it. Each round
            # asks for that of the next part around, and only the outermost one, a scroll bar, is seen.
            for _ in range(_MOST_NESTED):
                QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
            last, before[0] = before[0], self.robot.window.grab().toImage().convertToFormat(_SCREEN)
            return before[0] if before[0] == last else None

        picture = await self.robot.until(now)
        assert picture is not None
        return self._cover(picture, covered)

    def _cover(self, picture: QImage, covered: Iterable[Covered]) -> QImage:
        painter = QPainter(picture)
        for each in covered:
            painter.fillRect(each.place(self.robot), QColor(Qt.GlobalColor.magenta))
        painter.end()
        return picture

    def _keep(self, picture: QImage, name: str) -> None:
        self.folder.mkdir(exist_ok=True)
        kept = small(picture)
        if compare(picture, kept.convertToFormat(_SCREEN)).fault:
            # It has more telling colours than a table of them can hold.
            kept = picture
        assert kept.save(str(self.folder / f"{name}.png"), quality=0)

    def _check(self, picture: QImage, name: str) -> None:
        reference = QImage(str(self.folder / f"{name}.png"))
        assert not reference.isNull(), f"There is no picture {name}; {KEEP} makes it."
        found = compare(picture, reference.convertToFormat(_SCREEN))
        if found.fault:
            self.failures.mkdir(exist_ok=True)
            picture.save(str(self.failures / f"{name}.png"))
            found.difference.save(str(self.failures / f"{name}-difference.png"))
        assert not found.fault, f"{name}: {found.fault} Look into {self.failures}."


def small(picture: QImage) -> QImage:
    """The picture in its 256 most telling colours, for a file of a third of the size."""
    seen = Counter(memoryview(picture.constBits()).cast("I"))
    coarse: dict[int, int] = {}
    for colour, _ in seen.most_common():
        coarse.setdefault(colour & _COARSE, colour)
    weight: Counter[int] = Counter()
    for colour, count in seen.items():
        weight[coarse[colour & _COARSE]] += count
    table = [colour | 0xFF000000 for colour, _ in weight.most_common(_COLOURS)]
    return picture.convertToFormat(QImage.Format.Format_Indexed8, table, Qt.ImageConversionFlag.AvoidDither)


def _app() -> QApplication:
    return cast("QApplication", QApplication.instance())


def _difference(actual: QImage, reference: QImage) -> QImage:
    """How far each channel of each pixel is away."""
    result = actual.convertToFormat(_SCREEN)
    painter = QPainter(result)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Difference)
    painter.drawImage(0, 0, reference)
    painter.end()
    return result


def _different(difference: QImage) -> Iterator[Point]:
    """The pixels with a channel that is too far away, line by line."""
    rgb = difference.convertToFormat(_RGB)
    marks, stride = bytes(rgb.constBits()).translate(_MARKS), rgb.bytesPerLine()
    at, last = marks.find(1), (-1, -1)
    while at >= 0:
        point = (at % stride // 3, at // stride)
        # Behind the last pixel a line may be filled up with anything.
        if point != last and point[0] < rgb.width():
            yield point
        last, at = point, marks.find(1, at + 1)


def _blocks(points: Iterable[Point]) -> Iterator[tuple[QRect, int]]:
    """The rectangles around pixels that are near each other, and how many these are."""
    left = set(points)
    while left:
        block, count, edge = QRect(), 0, [left.pop()]
        while edge:
            x, y = edge.pop()
            count += 1
            block = block.united(QRect(x, y, 1, 1))
            near = {point for point in _around(x, y) if point in left}
            left -= near
            edge.extend(near)
        yield block, count


def _around(x: int, y: int) -> Iterator[Point]:
    reach = range(-_NEAR, _NEAR + 1)
    return ((x + right, y + down) for right in reach for down in reach)


def _size(picture: QImage) -> str:
    return f"{picture.width()} x {picture.height()}"
