"""The parts of every paper for a customer as strips: head, small head, paragraphs, sums and codes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSizeF, Qt

from app.desk.model.office_rules import Branding
from app.desk.vouchers import voucher_text
from app.ui.kit.basics.qr_code import qr_code
from app.ui.vouchers.elements import (
    Frame,
    Item,
    Logo,
    Rule,
    Squares,
    Strip,
    beside,
    moved,
    set_lines,
    set_strip,
    space,
    stacked,
)
from app.ui.vouchers.logo import kept_logo
from app.ui.vouchers.measures import PaperMeasures
from app.ui.vouchers.typesetting import Face, TextLine, Typesetter

TITLE_LINES, AGENCY_LINES, FEW_LINES = 6, 4, 3
HALF = 0.48
_BETWEEN_SUMS, _MOST_SUMS = 10.0, 0.55
_WIDEST_LOGO = 2.5


class PaperColumn(NamedTuple):
    """One of several things that are read side by side, line by line."""

    x: float
    lines: Sequence[Strip]


class PaperNames(NamedTuple):
    """What a paper is called on itself."""

    kind: str
    """What it is, such as "Boat voucher"."""
    reference: str
    """What it is found by, such as the PNR; at the head of each further page."""
    title: str
    """What it is about, at the head of each further page."""
    practice: str = ""
    """What a practice paper says of itself; empty for what a voucher says."""


class PaperBlocks(ABC):
    """Makes the parts of one paper; what stands between its head and its foot is its own."""

    def __init__(
        self,
        branding: Branding,
        look: PaperMeasures,
        setter: Typesetter,
        names: PaperNames,
        *,
        is_practice: bool,
    ) -> None:
        self._branding, self._look, self._setter = branding, look, setter
        self._is_practice = is_practice
        self.kind, self.reference, self.title, practice = names
        self.practice = practice or voucher_text.practice()
        logo = kept_logo(branding.logo)
        self._logo = None if logo.isNull() else logo

    @abstractmethod
    def flows(self) -> Iterator[list[Strip]]:
        """Everything between head and foot, the loosest first; closer ones are used to save a page."""

    @abstractmethod
    def foot(self, page: int, pages: int) -> Strip:
        """The line at the foot of a page."""

    def stub(self) -> Strip:
        """What stands below the foot of the first page; by default its lower edge alone."""
        return space(self._look.bottom)

    def header(self) -> Strip:
        """The agency, what the paper is, and a line under both."""
        look, branding = self._look, self._branding
        kind = self._lines(self.kind, look.kind, look.inner * HALF, FEW_LINES)
        aside = 0.0 if look.is_roll else max((each.width for each in kind), default=0.0) + look.gap
        logo = self._logo_strip()
        start = 0.0 if logo is None else self._logo_size().width() + 12
        room = look.inner - start - aside
        agency = stacked(
            (
                self._strip(branding.agency, look.agency, look.ink, room, most=2),
                set_strip(self._about_agency(room), look.address, look.quiet),
            )
        )
        parts = [(start, agency)] if logo is None else [(0.0, logo), (start, agency)]
        named = set_strip(kind, look.kind, look.ink, right=None if look.is_roll else look.inner)
        top = stacked((beside(*parts), named)) if look.is_roll else centred(*parts, (0.0, named))
        return stacked((top, space(look.gap - 2), self._rule(look.ink), *self._practice(), space(look.gap)))

    def _about_agency(self, room: float) -> Sequence[TextLine]:
        """Address, phone, mail and GSTIN, none torn over two lines that fits on one, within a few lines."""

        def lines(text: str, most: int = 0) -> tuple[TextLine, ...]:
            return self._lines(text, self._look.address, room, most)

        parts: list[str] = []
        *others, last = voucher_text.agency_parts(self._branding) or ("",)
        for part in (*(f"{each}." for each in others), last):
            longer = " ".join((*parts[-1:], part))
            if parts and len(lines(longer)) > len(lines(parts[-1])):
                parts.append(part)
            else:
                parts[-1:] = [longer]
        found = [line for part in parts for line in lines(part)]
        whole = voucher_text.agency_line(self._branding)
        return found if len(found) <= AGENCY_LINES else lines(whole, AGENCY_LINES)

    def small_header(self) -> Strip:
        """The head of a further page: what it is, and of which reference."""
        look = self._look
        pnr = self._lines(self.reference, look.stub_pnr, look.inner * HALF, 2)
        ref = set_strip(pnr, look.stub_pnr, look.ink, right=look.inner)
        names = (
            self._strip(self.kind, look.kind, look.ink, look.inner * HALF, most=2),
            self._strip(self.title, look.address, look.quiet, look.inner * HALF, most=2),
        )
        return stacked(
            (
                beside((0, stacked(names)), (0, ref)),
                space(8),
                self._rule(look.ink),
                *self._practice(),
                space(8),
            )
        )

    def _practice(self) -> tuple[Strip, ...]:
        """A frame that says that nothing is booked."""
        if not self._is_practice:
            return ()
        return space(8), self._framed(self.practice, self._look.strong, 5)

    def _framed(self, text: str, face: Face, above: float) -> Strip:
        """A sentence in a frame."""
        look = self._look
        words = self._strip(text, face, look.ink, look.inner - 24)
        frame = Frame(QRectF(0, 0, look.inner, words.height + 2 * above), 4, look.ink)
        items = (moved(each, 12, above) for each in words.items)
        return Strip(frame.place.height(), (frame, *items))

    def _framed_cells(self, parts: Sequence[tuple[str, str]], shares: Sequence[float]) -> Strip:
        """Named values side by side in a frame, of these shares of it; on a roll below each other."""
        look = self._look
        across, down = look.pad
        width = look.inner / (1 if look.is_roll else sum(shares))
        cells: list[tuple[float, Strip]] = []
        x = 0.0
        for (name, value), share in zip(parts, shares, strict=True):
            room = (width if look.is_roll else width * share) - 2 * across
            cell = stacked(
                (
                    self._strip(name, look.key, look.quiet, room),
                    self._strip(value, look.value, look.ink, room),
                )
            )
            cells.append((x + across, cell))
            x += 0 if look.is_roll else width * share
        inner = stacked(beside(each) for each in cells) if look.is_roll else beside(*cells)
        height = inner.height + 2 * down
        items: list[Item] = [moved(each, 0, down) for each in inner.items]
        items.append(Frame(QRectF(0, 0, look.inner, height), 6, look.ink))
        if not look.is_roll:
            items += [Rule(QRectF(at - across, 0, 0, height), 1, look.line) for at, _ in cells[1:]]
        return stacked((Strip(height, tuple(items)), space(look.gap)))

    def _logo_size(self) -> QSizeF:
        size = QSizeF(self._logo.size()) if self._logo else QSizeF()
        most = QSizeF(self._look.logo * _WIDEST_LOGO, self._look.logo)
        return size.scaled(most, Qt.AspectRatioMode.KeepAspectRatio)

    def _logo_strip(self) -> Strip | None:
        if self._logo is None:
            return None
        size = self._logo_size()
        return Strip(size.height(), (Logo(QRectF(0, 0, size.width(), size.height()), self._logo),))

    def _rule(self, ink: str, width: float | None = None) -> Strip:
        """A line over the whole width, or over this one."""
        return Strip(1, (Rule(QRectF(0, 0, self._look.inner if width is None else width, 0), 1, ink),))

    def _lines(self, text: str, face: Face, width: float, most: int = 0) -> tuple[TextLine, ...]:
        return self._setter.lines(text, face, width, most)

    def _strip(self, text: str, face: Face, ink: str, width: float, *, most: int = 0) -> Strip:
        return set_strip(self._lines(text, face, width, most), face, ink)

    def _ended(self, left: str, right: str) -> Strip:
        """Two texts at the foot: below each other on a roll, else at both edges."""
        look = self._look
        if look.is_roll:
            lines = (self._strip(each, look.foot, look.quiet, look.inner) for each in (left, right))
            return stacked((space(8), *lines))
        lines = self._lines(right, look.foot, look.inner * HALF, FEW_LINES)
        ended = set_strip(lines, look.foot, look.quiet, right=look.inner)
        return beside((0, self._strip(left, look.foot, look.quiet, look.inner * HALF, most=2)), (0, ended))

    def _terms(self, text: str) -> list[Strip]:
        """The agency's terms, line by line."""
        look = self._look
        lines = [line for part in text.splitlines() for line in self._lines(part, look.address, look.inner)]
        strips = [set_strip((each,), look.address, look.quiet) for each in lines]
        return [space(12), *strips] if strips else []

    def _beside_sums(self, told: Sequence[tuple[str, str]], sums: Sequence[tuple[str, str]]) -> list[Strip]:
        """Named texts at the left, and amounts at the right, of which the last is the total."""
        look = self._look
        width = look.inner if look.is_roll else self._width_of(sums)
        room = look.inner - (width + look.column_gap if sums and not look.is_roll else 0)
        left: list[Strip] = []
        for name, text in told:
            if text:
                left += [space(8)] if left else []
                left += self._paragraph(name, text, room)
        right: list[Strip] = []
        for each in sums:
            right += self._pair(*each, look.total if each == sums[-1] else look.body, width)
        if look.is_roll:
            return [*zipped([PaperColumn(0, left)]), space(8), *zipped([PaperColumn(0, right)])]
        return zipped([PaperColumn(0, left), PaperColumn(look.inner - width, right)])

    def _width_of(self, sums: Sequence[tuple[str, str]]) -> float:
        """The width of the column of sums: wider than usual where a line would take two, up to a half."""
        look = self._look
        widest = [
            sum(each.width for text in pair for each in self._lines(text, look.total, look.inner))
            for pair in sums
        ]
        return min(
            max(look.price, *(each + _BETWEEN_SUMS for each in (0.0, *widest))), look.inner * _MOST_SUMS
        )

    def _paragraph(self, name: str, text: str, width: float, *, is_strong: bool = False) -> list[Strip]:
        """A name in small letters and a text under it."""
        look = self._look
        face = look.strong if is_strong else look.body
        named = [(each, look.key, look.quiet) for each in self._lines(name, look.key, width)]
        told = [(each, face, look.ink) for each in self._lines(text, face, width)]
        return [set_strip((each,), face, ink) for each, face, ink in (*named, *told)]

    def _pair(self, name: str, value: str, face: Face, width: float) -> list[Strip]:
        """A name and an amount at the right edge."""
        ink = self._look.ink
        amount = self._lines(value, face, width)
        room = width - max((each.width for each in amount), default=0.0) - 8
        names = self._lines(name, face, room)
        lines = [set_lines((each,), face, ink) for each in names]
        lines[-1:] = [(*lines[-1], *set_lines(amount[:1], face, ink, right=width))]
        return [Strip(face.line, each) for each in lines]


def zipped(columns: Sequence[PaperColumn]) -> list[Strip]:
    """Columns line by line, so that a page may end within them; the first two lines stay together."""
    strips: list[Strip] = []
    for lines in zip_longest(*(each.lines for each in columns)):
        placed = ((each.x, line) for each, line in zip(columns, lines, strict=True) if line)
        strips.append(beside(*placed))
    return [stacked(strips[:2]), *strips[2:]] if strips else []


def centred(*placed: tuple[float, Strip]) -> Strip:
    """Strips beside each other, all at the same middle."""
    height = max(strip.height for _, strip in placed)
    return beside(*((x, stacked((space((height - each.height) / 2), each))) for x, each in placed))


def code_strip(text: str, side: float) -> Strip:
    """A QR code as a strip."""
    size, dark = qr_code(text)
    return Strip(side, (Squares(QRectF(0, 0, side, side), size, dark),))
