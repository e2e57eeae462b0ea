"""The layout of a paper for a customer on pages, without anything cut off or overlapping."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRectF
from typing_extensions import override

from app.core.language import speaking, tr
from app.desk.model.office_rules import Branding
from app.desk.vouchers import voucher_text
from app.desk.vouchers.voucher import Voucher
from app.ui.vouchers.elements import Item, Rule, Strip, VoucherPage, beside, moved, space, stacked
from app.ui.vouchers.measures import PaperMeasures, PaperName, look
from app.ui.vouchers.paper_blocks import (
    FEW_LINES,
    TITLE_LINES,
    PaperBlocks,
    PaperColumn,
    PaperNames,
    centred,
    code_strip,
    zipped,
)
from app.ui.vouchers.travellers import rows, spacings
from app.ui.vouchers.typesetting import Typesetter

BETWEEN = 12.0
_MANY = 99
_SHARES = {True: (1.7, 1.0, 1.0), False: (1.5, 1.4, 0.7)}
"""Of date, time and what follows, on a boat's voucher and on an activity's."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """The pages of a paper, and which characters no font of this computer can draw."""

    paper: PaperName
    leaves: tuple[VoucherPage, ...]
    missing: tuple[str, ...]


def lay_out(voucher: Voucher, paper: str | None = None) -> Laid:
    """The voucher on its own paper or another, in the language of its customer."""
    return lay_out_blocks(partial(VoucherBlocks, voucher), voucher.branding, paper)


def lay_out_blocks(
    make: Callable[[PaperMeasures, Typesetter], PaperBlocks], branding: Branding, paper: str | None = None
) -> Laid:
    """The paper whose parts `make` returns, on that of the branding or another, in its language."""
    chosen = look(branding.paper if paper is None else paper)
    setter = Typesetter()
    with speaking(branding.language):
        blocks = make(chosen, setter)
        leaves = (_roll if chosen.is_roll else _pages)(chosen, blocks)
    return Laid(chosen.name, leaves, tuple(sorted(setter.missing)))


def _roll(chosen: PaperMeasures, blocks: PaperBlocks) -> tuple[VoucherPage, ...]:
    """One page in the length of its content."""
    strips = [blocks.header(), *next(blocks.flows()), blocks.foot(1, 1)]
    items, bottom = _set(strips, chosen.side, chosen.top)
    return (VoucherPage(chosen.width, bottom + chosen.bottom, tuple(items)),)


def _pages(chosen: PaperMeasures, blocks: PaperBlocks) -> tuple[VoucherPage, ...]:
    header, stub, small = blocks.header(), blocks.stub(), blocks.small_header()
    foot = blocks.foot(_MANY, _MANY).height
    ends = (chosen.height - stub.height - foot - BETWEEN, chosen.height - chosen.bottom - foot)
    tries = (_filled([header, *flow], chosen, small, ends) for flow in blocks.flows())
    pages = min(tries, key=len)
    leaves: list[VoucherPage] = []
    for place, strips in enumerate(pages):
        items, _ = _set(strips, chosen.side, chosen.top)
        at_foot = [blocks.foot(place + 1, len(pages))]
        items += _set(at_foot, chosen.side, ends[min(place, 1)])[0]
        if place == 0:
            items += _set([stub], chosen.side, chosen.height - stub.height)[0]
        leaves.append(VoucherPage(chosen.width, chosen.height, tuple(items)))
    return tuple(leaves)


def _filled(
    strips: Iterable[Strip], chosen: PaperMeasures, small: Strip, ends: tuple[float, float]
) -> list[list[Strip]]:
    """The strips divided into pages."""
    pages: list[list[Strip]] = [[]]
    room, counted = ends[0] - chosen.top - BETWEEN, 0
    for strip in strips:
        counted += strip.is_row
        is_full = len(pages) == 1 and 0 < chosen.most_rows < counted and strip.is_row
        if (strip.height > room or is_full) and strip.items:
            head = [] if strip.head is None else [strip.head]
            pages.append([small, *head])
            room = ends[1] - chosen.top - BETWEEN - sum(each.height for each in pages[-1])
        pages[-1].append(strip)
        room -= strip.height
    return pages


def _set(strips: Iterable[Strip], x: float, y: float) -> tuple[list[Item], float]:
    """The items of strips below each other from this point on, and their end."""
    items: list[Item] = []
    for strip in strips:
        items.extend(moved(each, x, y) for each in strip.items)
        y += strip.height
    return items, y


class VoucherBlocks(PaperBlocks):
    """Makes the parts of one voucher for one paper."""

    def __init__(self, voucher: Voucher, look: PaperMeasures, setter: Typesetter) -> None:
        names = PaperNames(voucher_text.kind(voucher), voucher.booking_ref, voucher.title)
        super().__init__(voucher.branding, look, setter, names, is_practice=voucher.is_practice)
        self._voucher = voucher

    @override
    def flows(self) -> Iterator[list[Strip]]:
        for spacing in spacings(self._voucher.travellers, self._look):
            yield [
                self.head(),
                self.when(),
                *self._arranged(),
                *rows(self._voucher.travellers, self._look, self._setter, spacing),
                *self.about(),
                *self.money(),
                *self._terms(self._voucher.terms),
            ]

    def head(self) -> Strip:
        """PNR, what is booked and where, and the code."""
        look, voucher = self._look, self._voucher
        if voucher.cancelled is not None:
            return self._head_of_slip()
        code = code_strip(voucher.booking_ref, look.code)
        room = look.inner if look.is_roll else look.inner - look.code - look.gap
        words = (
            self._strip(tr("PNR"), look.key, look.quiet, room),
            self._strip(voucher.booking_ref, look.pnr, look.ink, room),
            space(look.gap * 0.75),
            self._strip(voucher.title, look.title, look.ink, room, most=TITLE_LINES),
            self._strip(voucher.place, look.place, look.ink, room, most=FEW_LINES),
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
            self._strip(voucher.title, look.title, look.ink, look.inner, most=TITLE_LINES),
            self._strip(voucher.place, look.place, look.ink, look.inner, most=FEW_LINES),
            space(look.gap),
        )
        return stacked(words)

    def when(self) -> Strip:
        """Date and times in a frame."""
        parts = voucher_text.when(self._voucher)
        if not parts:
            return space(0)
        return self._framed_cells(parts, _SHARES[self._voucher.is_boat][: len(parts)])

    def _arranged(self) -> list[Strip]:
        """The note line by line, below who has arranged that."""
        room, strips, by = self._look.inner, list[Strip](), voucher_text.arranged_by(self._voucher.branding)
        for line in self._voucher.note.splitlines():
            strips += self._paragraph("" if strips else by, line, room, is_strong=True)
        return [*strips, space(self._look.gap)] if strips else []

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
        columns: list[PaperColumn] = []
        x = 0.0
        for place, (name, things) in enumerate(shown):
            # An e-mail address is wider than a thing that is included.
            width = room if look.is_roll else room * (0.36 if place == 0 else 0.32)
            columns.append(PaperColumn(x, self._listed(name, things, width, named=name == tr("Customer"))))
            x += 0 if look.is_roll else width + look.column_gap
        groups = [[each] for each in columns] if look.is_roll else [columns]
        strips = [strip for group in groups for strip in (*zipped(group), space(8))]
        return [*strips, self._rule(look.line), space(look.gap * 0.75)]

    def money(self) -> list[Strip]:
        """The rule of cancelling and what to bring, beside what the customer pays."""
        voucher = self._voucher
        told = (
            (tr("Cancelled"), voucher_text.cancelled_words(voucher)),
            voucher_text.on_trip(voucher),
            (tr("Cancellation"), voucher.cancellation),
            (tr("Bring"), voucher_text.bring(voucher)),
        )
        return self._beside_sums(told, list(_sums(voucher)))

    @override
    def foot(self, page: int, pages: int) -> Strip:
        voucher = self._voucher
        words = voucher_text.customer_line(voucher) if voucher.is_boat or voucher.cancelled else ""
        words = words or tr("Show this page or the PNR when you arrive.")
        return self._ended(words, voucher_text.issued(voucher, page, pages))

    @override
    def stub(self) -> Strip:
        """What is torn off: code, PNR, when, how many, and who has looked; a slip has none."""
        if self._voucher.cancelled is not None:
            return super().stub()
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
                self._strip(voucher_text.when_line(voucher), look.body, look.ink, room, most=FEW_LINES),
                self._strip(
                    tr("PRACTICE") if voucher.is_practice else "", look.strong, look.ink, room, most=1
                ),
            )
        )
        code = code_strip(voucher.booking_ref, look.stub_code)
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
        parts = centred((0, code), (start, words), (edge - gap - counted, count), (edge, sign))
        cut = Rule(QRectF(-look.side, 0, look.width, 0), 1.5, "cut", is_dashed=True)
        return stacked((Strip(look.gap * 0.9, (cut,)), parts, space(look.bottom)))

    def _listed(self, name: str, things: Sequence[str], width: float, *, named: bool) -> list[Strip]:
        """One line for each thing; for a customer (`named`) the first is the name."""
        first, *others = things
        lines = self._paragraph(name, first, width, is_strong=named)
        return [*lines, *(line for each in others for line in self._paragraph("", each, width))]


def _sums(voucher: Voucher) -> Sequence[tuple[str, str]]:
    """The customer's price, or what is given back of it."""
    if voucher.cancelled is not None:
        return voucher_text.given_back_rows(voucher.cancelled)
    return voucher_text.price_rows(voucher.shown_price) if voucher.shown_price else ()
