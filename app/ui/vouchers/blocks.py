"""The parts of a voucher as strips: head, date, travellers, what is included, price, foot and stub."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QImage

from app.core.language import tr
from app.desk.vouchers import voucher_text
from app.desk.vouchers.voucher import Voucher
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
from app.ui.vouchers.measures import PaperMeasures
from app.ui.vouchers.typesetting import Face, TextLine, Typesetter

_TITLE_LINES, _FEW_LINES = 6, 3
_HALF = 0.48
_BETWEEN_SUMS, _MOST_SUMS = 10.0, 0.55
_WIDEST_LOGO = 2.5
_SHARES = {True: (1.7, 1.0, 1.0), False: (1.5, 1.4, 0.7)}
"""Of date, time and what follows, on a boat's voucher and on an activity's."""


class _Column(NamedTuple):
    """One of several things that are read side by side, line by line."""

    x: float
    lines: Sequence[Strip]


class Blocks:
    """Makes the parts of one voucher for one paper."""

    def __init__(
        self, voucher: Voucher, look: PaperMeasures, setter: Typesetter, logo: QImage | None
    ) -> None:
        self._voucher, self._look, self._setter = voucher, look, setter
        self._logo = None if logo is None or logo.isNull() else logo

    def header(self) -> Strip:
        """The agency, what the paper is, and a line under both."""
        look, branding = self._look, self._voucher.branding
        kind = self._lines(voucher_text.kind(self._voucher), look.kind, look.inner * _HALF, _FEW_LINES)
        aside = 0.0 if look.is_roll else max((each.width for each in kind), default=0.0) + look.gap
        logo = self._logo_strip()
        start = 0.0 if logo is None else self._logo_size().width() + 12
        room = look.inner - start - aside
        agency = stacked(
            (
                self._strip(branding.agency, look.agency, look.ink, room, most=2),
                self._strip(voucher_text.agency_line(self._voucher), look.address, look.quiet, room, most=4),
            )
        )
        parts = [(start, agency)] if logo is None else [(0.0, logo), (start, agency)]
        named = set_strip(kind, look.kind, look.ink, right=None if look.is_roll else look.inner)
        top = stacked((beside(*parts), named)) if look.is_roll else _centred(*parts, (0.0, named))
        return stacked((top, space(look.gap - 2), self._rule(look.ink), *self._practice(), space(look.gap)))

    def small_header(self) -> Strip:
        """The head of a further page: what it is, and of which PNR."""
        look = self._look
        pnr = self._lines(self._voucher.booking_ref, look.stub_pnr, look.inner * _HALF, 2)
        ref = set_strip(pnr, look.stub_pnr, look.ink, right=look.inner)
        names = (
            self._strip(voucher_text.kind(self._voucher), look.kind, look.ink, look.inner * _HALF, most=2),
            self._strip(self._voucher.title, look.address, look.quiet, look.inner * _HALF, most=2),
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

    def head(self) -> Strip:
        """PNR, what is booked and where, and the code."""
        look, voucher = self._look, self._voucher
        if voucher.cancelled is not None:
            return self._head_of_slip()
        code = Strip(look.code, (_squares(voucher.booking_ref, QRectF(0, 0, look.code, look.code)),))
        room = look.inner if look.is_roll else look.inner - look.code - look.gap
        words = (
            self._strip(tr("PNR"), look.key, look.quiet, room),
            self._strip(voucher.booking_ref, look.pnr, look.ink, room),
            space(look.gap * 0.75),
            self._strip(voucher.title, look.title, look.ink, room, most=_TITLE_LINES),
            self._strip(voucher.place, look.place, look.ink, room, most=_FEW_LINES),
        )
        if look.is_roll:
            left = (look.inner - look.code) / 2
            return stacked(
                (*words[:2], space(8), beside((left, code)), space(8), *words[3:], space(look.gap))
            )
        return stacked((beside((0, stacked(words)), (look.inner - look.code, code)), space(look.gap)))

    def _head_of_slip(self) -> Strip:
        """The same without the code: nobody is let on board with it."""
        look, voucher = self._look, self._voucher
        words = (
            self._strip(tr("PNR"), look.key, look.quiet, look.inner),
            self._strip(voucher.booking_ref, look.pnr, look.ink, look.inner),
            space(look.gap * 0.75),
            self._strip(voucher.title, look.title, look.ink, look.inner, most=_TITLE_LINES),
            self._strip(voucher.place, look.place, look.ink, look.inner, most=_FEW_LINES),
            space(look.gap),
        )
        return stacked(words)

    def when(self) -> Strip:
        """Date and times in a frame."""
        look, parts = self._look, voucher_text.when(self._voucher)
        if not parts:
            return space(0)
        across, down = look.pad
        shares = _SHARES[self._voucher.is_boat][: len(parts)]
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

    def about(self) -> list[Strip]:
        """Customer, what is included and what is not, for an activity."""
        voucher, look = self._voucher, self._look
        if voucher.is_boat and not (voucher.included or voucher.excluded):
            return []
        customer = (voucher.customer_name, voucher.customer_phone, voucher.customer_email)
        lists = (
            (tr("Customer"), tuple(each for each in customer if each)),
            (tr("Included"), voucher.included),
            (tr("Not included"), voucher.excluded),
        )
        shown = [(name, things) for name, things in lists if things]
        if not shown:
            return []
        count = 1 if look.is_roll else len(lists)
        room = look.inner - (count - 1) * look.column_gap
        columns: list[_Column] = []
        x = 0.0
        for place, (name, things) in enumerate(shown):
            # An e-mail address is wider than a thing that is included.
            width = room if look.is_roll else room * (0.36 if place == 0 else 0.32)
            columns.append(_Column(x, self._listed(name, things, width, named=name == tr("Customer"))))
            x += 0 if look.is_roll else width + look.column_gap
        groups = [[each] for each in columns] if look.is_roll else [columns]
        strips = [strip for group in groups for strip in (*_zipped(group), space(8))]
        return [*strips, self._rule(look.line), space(look.gap * 0.75)]

    def terms(self) -> list[Strip]:
        """The agency's terms on each voucher."""
        look = self._look
        lines = [
            line
            for part in self._voucher.terms.splitlines()
            for line in self._lines(part, look.address, look.inner)
        ]
        strips = [set_strip((each,), look.address, look.quiet) for each in lines]
        return [space(12), *strips] if strips else []

    def money(self) -> list[Strip]:
        """The rule of cancelling and what to bring, beside what the customer pays."""
        look, voucher = self._look, self._voucher
        price = voucher.shown_price or voucher.cancelled
        prices = list(_sums(voucher))
        width = look.inner if look.is_roll else self._width_of(prices)
        room = look.inner - (width + look.column_gap if price and not look.is_roll else 0)
        left: list[Strip] = []
        for name, text in (
            (tr("Cancelled"), voucher_text.cancelled_words(voucher)),
            voucher_text.on_trip(voucher),
            (tr("Cancellation"), voucher.cancellation),
            (tr("Bring"), voucher_text.bring(voucher)),
        ):
            if text:
                left += [space(8)] if left else []
                left += self._paragraph(name, text, room)
        right: list[Strip] = []
        for each in prices:
            right += self._pair(*each, look.total if each == prices[-1] else look.body, width)
        if look.is_roll:
            return [*_zipped([_Column(0, left)]), space(8), *_zipped([_Column(0, right)])]
        return _zipped([_Column(0, left), _Column(look.inner - width, right)])

    def _width_of(self, prices: Sequence[tuple[str, str]]) -> float:
        """The width of the column of prices: wider than usual where a line would take two, up to a half."""
        look = self._look
        widest = [
            sum(each.width for text in pair for each in self._lines(text, look.total, look.inner))
            for pair in prices
        ]
        return min(
            max(look.price, *(each + _BETWEEN_SUMS for each in (0.0, *widest))), look.inner * _MOST_SUMS
        )

    def foot(self, page: int, pages: int) -> Strip:
        """Who booked, and number, time and page."""
        look, voucher = self._look, self._voucher
        words = voucher_text.customer_line(voucher) if voucher.is_boat or voucher.cancelled else ""
        words = words or tr("Show this page or the PNR when you arrive.")
        issued = voucher_text.issued(voucher, page, pages)
        if look.is_roll:
            return stacked(
                (
                    space(8),
                    *(self._strip(each, look.foot, look.quiet, look.inner) for each in (words, issued)),
                )
            )
        lines = self._lines(issued, look.foot, look.inner * _HALF, _FEW_LINES)
        right = set_strip(lines, look.foot, look.quiet, right=look.inner)
        return beside((0, self._strip(words, look.foot, look.quiet, look.inner * _HALF, most=2)), (0, right))

    def stub(self) -> Strip:
        """What is torn off: code, PNR, when, how many, and who has looked; a slip has none."""
        if self._voucher.cancelled is not None:
            return space(self._look.bottom)
        look, voucher = self._look, self._voucher
        checked, gap = look.stub_code * 1.6, 20.0
        name = self._lines(voucher_text.party_name(voucher), look.key, look.stub_code * 1.5, 1)
        counted = max(look.stub_code * 0.8, *(each.width + 1 for each in name))
        start = look.stub_code + gap
        room = look.inner - start - checked - counted - 2 * gap
        words = stacked(
            (
                self._strip(voucher_text.stub_name(voucher), look.key, look.quiet, room, most=1),
                self._strip(voucher.booking_ref, look.stub_pnr, look.ink, room, most=2),
                self._strip(voucher_text.when_line(voucher), look.body, look.ink, room, most=_FEW_LINES),
                self._strip(
                    tr("PRACTICE") if voucher.is_practice else "", look.strong, look.ink, room, most=1
                ),
            )
        )
        code = Strip(
            look.stub_code, (_squares(voucher.booking_ref, QRectF(0, 0, look.stub_code, look.stub_code)),)
        )
        count = stacked(
            (
                self._strip(voucher_text.party_name(voucher), look.key, look.quiet, counted, most=1),
                self._strip(str(voucher.qty), look.count, look.ink, counted, most=1),
            )
        )
        line = Rule(QRectF(0, look.key.line + look.count.line, checked, 0), 1, look.ink)
        sign = self._strip(tr("Checked by"), look.key, look.quiet, checked, most=1)
        sign = Strip(line.place.y() + 1, (*sign.items, line))
        edge = look.inner - checked
        parts = _centred((0, code), (start, words), (edge - gap - counted, count), (edge, sign))
        cut = Rule(QRectF(-look.side, 0, look.width, 0), 1.5, "cut", is_dashed=True)
        return stacked((Strip(look.gap * 0.9, (cut,)), parts, space(look.bottom)))

    def _practice(self) -> tuple[Strip, ...]:
        """A frame that says that nothing is booked."""
        if not self._voucher.is_practice:
            return ()
        look = self._look
        words = self._strip(voucher_text.practice(), look.strong, look.ink, look.inner - 24)
        frame = Frame(QRectF(0, 0, look.inner, words.height + 10), 4, look.ink)
        return space(8), Strip(frame.place.height(), (frame, *(moved(each, 12, 5) for each in words.items)))

    def _logo_size(self) -> QSizeF:
        size = QSizeF(self._logo.size()) if self._logo else QSizeF()
        most = QSizeF(self._look.logo * _WIDEST_LOGO, self._look.logo)
        return size.scaled(most, Qt.AspectRatioMode.KeepAspectRatio)

    def _logo_strip(self) -> Strip | None:
        if self._logo is None:
            return None
        size = self._logo_size()
        return Strip(size.height(), (Logo(QRectF(0, 0, size.width(), size.height()), self._logo),))

    def _rule(self, ink: str) -> Strip:
        return Strip(1, (Rule(QRectF(0, 0, self._look.inner, 0), 1, ink),))

    def _lines(self, text: str, face: Face, width: float, most: int = 0) -> tuple[TextLine, ...]:
        return self._setter.lines(text, face, width, most)

    def _strip(self, text: str, face: Face, ink: str, width: float, *, most: int = 0) -> Strip:
        return set_strip(self._lines(text, face, width, most), face, ink)

    def _listed(self, name: str, things: Sequence[str], width: float, *, named: bool) -> list[Strip]:
        """One line for each thing; for a customer (`named`) the first is the name."""
        first, *others = things
        lines = self._paragraph(name, first, width, is_strong=named)
        return [*lines, *(line for each in others for line in self._paragraph("", each, width))]

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


def _sums(voucher: Voucher) -> Sequence[tuple[str, str]]:
    """The customer's price, or what is given back of it."""
    if voucher.cancelled is not None:
        return voucher_text.given_back_rows(voucher.cancelled)
    return voucher_text.price_rows(voucher.shown_price) if voucher.shown_price else ()


def _zipped(columns: Sequence[_Column]) -> list[Strip]:
    """Columns line by line, so that a page may end within them; the first two lines stay together."""
    strips: list[Strip] = []
    for lines in zip_longest(*(each.lines for each in columns)):
        placed = ((each.x, line) for each, line in zip(columns, lines, strict=True) if line)
        strips.append(beside(*placed))
    return [stacked(strips[:2]), *strips[2:]] if strips else []


def _centred(*placed: tuple[float, Strip]) -> Strip:
    """Strips beside each other, all at the same middle."""
    height = max(strip.height for _, strip in placed)
    return beside(*((x, stacked((space((height - each.height) / 2), each))) for x, each in placed))


def _squares(text: str, place: QRectF) -> Squares:
    size, dark = qr_code(text)
    return Squares(place, size, dark)
