"""The elements on paper: words, lines, frames, the code and the logo, in strips that are never divided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from app.core.frozen import frozen
from app.ui.vouchers.typesetting import Face, TextLine, baseline, snapped


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """One line of words: its left edge, and its baseline."""

    x: float
    y: float
    line: TextLine
    face: Face
    ink: str

    @property
    def bounds(self) -> QRectF:
        """The rectangle of its letters."""
        return self.line.outline.boundingRect().translated(self.x, self.y)


@frozen
class Rule:
    """A straight line, as a rectangle without height or without width; `dashes` is for scissors."""

    place: QRectF
    width: float
    ink: str
    is_dashed: bool = False


@frozen
class Frame:
    """A rectangle with round corners and nothing in it."""

    place: QRectF
    radius: float
    ink: str


@frozen
class Squares:
    """A QR code: each dark square by its row and column."""

    place: QRectF
    size: int
    """Squares along a side."""
    dark: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Logo:
    """A picture within a rectangle."""

    place: QRectF
    image: QImage


Item = Words | Rule | Frame | Squares | Logo


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """Items that stay together, with their height; measured from the upper left corner."""

    height: float
    items: tuple[Item, ...] = ()
    is_row: bool = False
    """Whether it is a traveller, whose number on the first page is limited."""
    head: Strip | None = field(default=None, repr=False)
    """The strip to repeat above it on a new page, such as the names of the columns."""


@dataclass(frozen=True, slots=True, eq=False)
class VoucherPage:
    """One page: its size in pixels of 1/96 inch, and its items."""

    width: float
    height: float
    items: tuple[Item, ...]

    @property
    def texts(self) -> tuple[Words, ...]:
        """The words in the order in which they are read."""
        return tuple(each for each in self.items if isinstance(each, Words))


def moved(item: Item, x: float, y: float) -> Item:
    """The item moved to the right and down."""
    if isinstance(item, Words):
        return replace(item, x=snapped(item.x + x), y=snapped(item.y + y))
    return replace(item, place=item.place.translated(x, y))


def set_lines(
    lines: Iterable[TextLine], face: Face, ink: str, x: float = 0, y: float = 0, *, right: float | None = None
) -> tuple[Words, ...]:
    """Lines under each other from this point on; with `right` they end at that edge."""
    down = baseline(face)
    return tuple(
        Words(x if right is None else right - each.width, y + place * face.line + down, each, face, ink)
        for place, each in enumerate(lines)
    )


def set_strip(lines: Sequence[TextLine], face: Face, ink: str, *, right: float | None = None) -> Strip:
    """Lines under each other as one strip; with `right` they end at that edge."""
    return Strip(len(lines) * face.line, set_lines(lines, face, ink, right=right))


def stacked(strips: Iterable[Strip]) -> Strip:
    """Strips under each other as one."""
    items: list[Item] = []
    height = 0.0
    for each in strips:
        items.extend(moved(item, 0, height) for item in each.items)
        height += each.height
    return Strip(height, tuple(items))


def beside(*placed: tuple[float, Strip]) -> Strip:
    """Strips beside each other, each at its x."""
    items = tuple(moved(item, x, 0) for x, strip in placed for item in strip.items)
    return Strip(max((strip.height for _, strip in placed), default=0.0), items)


def space(height: float) -> Strip:
    """An empty strip."""
    return Strip(height)
