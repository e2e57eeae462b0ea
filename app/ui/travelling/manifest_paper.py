"""The manifest of a departure: its paper, its sheet over the window, and its ways out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, mark, speaking, tr
from app.desk.files.spreadsheet_export import CSV, write_tables
from app.desk.model import formats
from app.desk.travelling import manifest as words
from app.desk.travelling.manifest import Manifest, ManifestParty, ManifestTraveller
from app.desk.vouchers.voucher_text import stamp
from app.ui.kit.controls.file_picker import choose_new_file
from app.ui.travelling import manifest_actions
from app.ui.vouchers.delivery import PaperDelivery, any_printer
from app.ui.vouchers.elements import Frame, Rule, Strip, beside, set_strip, space, stacked
from app.ui.vouchers.layout import BETWEEN, lay_out_blocks
from app.ui.vouchers.measures import PaperMeasures
from app.ui.vouchers.paper import CustomerPaper, PaperFacts, PaperWords
from app.ui.vouchers.paper_blocks import FEW_LINES, TITLE_LINES, PaperBlocks, PaperNames
from app.ui.vouchers.sheet import PaperSheet
from app.ui.vouchers.typesetting import Face, Typesetter

if TYPE_CHECKING:
    from app.ui.vouchers.layout import Laid

_A4 = "A4"
_KINDS = mark("Comma separated (*.csv);;Excel workbook (*.xlsx)")
_SHARES = {True: (2.0, 1.15, 1.15, 1.0, 1.0), False: (2.0, 2.3, 1.0, 1.0)}
"""Of date, times and counts, for a boat and for an activity."""
_NAME, _AGE_END, _PNR_END, _END = 33.0, 0.33, 0.87, 1.0
_COLUMNS = (0.345, 0.449, 0.571, 0.748)
"""Where gender, nationality, document and number begin, in shares of the width."""
_GAP, _PAD, _BOX, _SIGNED, _COUNTED = 8.0, 3.0, 12.0, 190.0, 70.0
_NAME_SHARE = 0.62
"""Of a party's row, for the customer's name and phone number."""


def _text(found: Manifest) -> str:
    with speaking(found.branding.language):
        return words.as_text(found)


class ManifestPaper(CustomerPaper[Manifest]):
    """A manifest, for who lets the travellers on board."""

    words = PaperWords(
        mark("Manifest {reference}"),
        mark("Save manifest as PDF"),
        mark("Manifest copied as text"),
        mark("Manifest sent to the printer"),
        mark("The printer did not take the manifest. Print it again."),
    )
    sizes = (_A4,)

    facts = PaperFacts[Manifest](
        reference=lambda found: words.manifest_file(found, ""),
        file_name=lambda found: words.manifest_file(found, ".pdf"),
        text=_text,
    )

    def __init__(self, found: Manifest) -> None:
        super().__init__(found.shown(replace(found.branding, paper=_A4)))

    @override
    def lay_out(self) -> Laid:
        from app.ui.travelling.manifest_paper import ManifestBlocks

        return lay_out_blocks(partial(ManifestBlocks, self.value), self.branding)


class ManifestDelivery(PaperDelivery):
    """Hands over the manifest that `found` returns: on paper, as a PDF, or as a table."""

    def __init__(
        self, over: QWidget, found: Callable[[], Manifest], *, has_printer: Callable[[], bool] = any_printer
    ) -> None:
        super().__init__(over, lambda: ManifestPaper(found()), has_printer=has_printer)
        self._found = found

    @override
    def ways(self) -> dict[str, Callable[[], None]]:
        return {**super().ways(), "table": self.export}

    def export(self) -> None:
        """Ask where, and write a table, as CSV or for Excel by the name of the file."""
        found = self._found()
        name = words.manifest_file(found, CSV)
        write = partial(self._export_to, found)
        choose_new_file(self.over, "exports", tr("Export the manifest"), tr(_KINDS), write, name=name)

    def _export_to(self, found: Manifest, path: Path) -> None:
        self.tasks.start("exporting", self._write_table(path, found))

    async def _write_table(self, path: Path, found: Manifest) -> None:
        with speaking(found.branding.language):
            table = words.manifest_table(found)
        try:
            await asyncio.to_thread(write_tables, path, [table])
        except OSError as error:
            what = tr("The file could not be written: {cause}.", cause=error.strerror or str(error))
            self.failed.emit(joined(" ", (what, tr("Choose another place."))))
        else:
            self.saved.emit(path)


class ManifestSheet(PaperSheet):
    """The manifest over the window with its ways; Esc closes."""

    own_actions = manifest_actions.MANIFEST
    hint = mark("L language, arrows scroll")
    way_actions = manifest_actions.WAYS
    language_name = mark("Language")

    def __init__(self, window: QWidget, found: Manifest) -> None:
        super().__init__(window, ManifestPaper(found), tr("Manifest"))
        self.setObjectName("manifest_sheet")
        self.be_served(ManifestDelivery(self, lambda: self.manifest))

    @property
    def manifest(self) -> Manifest:
        """The manifest in the language that is chosen now."""
        return cast("Manifest", self.chosen.value)


class ManifestBlocks(PaperBlocks):
    """Makes the parts of one manifest, in smaller letters than a voucher has."""

    def __init__(self, found: Manifest, look: PaperMeasures, setter: Typesetter) -> None:
        body, strong = (each._replace(size=12, line=16) for each in (look.body, look.strong))
        look = replace(look, body=body, strong=strong, stub_pnr=look.kind, gap=16)
        found_by = joined(", ", (formats.day_long(found.day), found.starts))
        names = PaperNames(tr("Manifest"), found_by, joined(", ", (found.title, found.place)))
        super().__init__(found.branding, look, setter, names, is_practice=found.is_practice)
        self._manifest = found
        self._identity = look.body._replace(is_identity=True)

    @override
    def flows(self) -> Iterator[list[Strip]]:
        found, heads = self._manifest, self._heads()
        strips = [strip for each in found.parties for strip in self._party(each, heads)]
        yield [self._about(), stacked((heads, *strips[:1])), *strips[1:], *self._unknown()]

    @override
    def foot(self, page: int, pages: int) -> Strip:
        look, found = self._look, self._manifest
        made = stamp(found.made_at)
        if pages > 1:
            made = tr("{issued}, page {page} of {pages}", issued=made, page=page, pages=pages)
        right = self._lines(made, look.foot, look.inner, 1)
        room = look.inner - max(each.width for each in right) - look.column_gap
        left = stacked(
            self._strip(each, look.foot, look.quiet, room, most=FEW_LINES) for each in words.what_it_is(found)
        )
        ended = beside((0, left), (0, set_strip(right, look.foot, look.quiet, right=look.inner)))
        return stacked((space(look.gap), self._signed(), space(look.gap), ended))

    def _about(self) -> Strip:
        """What it is a manifest of."""
        look, found = self._look, self._manifest
        shares = _SHARES[found.is_boat]
        told = words.when(found)
        # Without a time to return, or without any, the others have its room.
        shares = (*shares[: len(told) - 2], *shares[-2:])
        return stacked(
            (
                self._strip(found.title, look.title, look.ink, look.inner, most=TITLE_LINES),
                self._strip(found.place, look.place, look.ink, look.inner, most=FEW_LINES),
                space(look.gap),
                self._framed_cells(told, shares),
            )
        )

    def _signed(self) -> Strip:
        """Who has looked, and how many came on board, to be written in by hand."""
        look = self._look
        placed: list[tuple[float, Strip]] = []
        x = 0.0
        for name, room in ((tr("Checked by"), _SIGNED), (tr("Boarded"), _COUNTED)):
            lines = self._lines(name, look.foot, look.inner * 0.2, 1)
            placed.append((x, set_strip(lines, look.foot, look.ink)))
            x += max((each.width for each in lines), default=0.0) + look.pad[0]
            line = Rule(QRectF(0, look.foot.line, room, 0), 1, look.ink)
            placed.append((x, Strip(look.foot.line, (line,))))
            x += room + look.column_gap
        return beside(*placed)

    def _heads(self) -> Strip:
        """The names of the columns, and a line under them."""
        look = self._look
        names = (tr("Customer"), *[""] * 5)
        if self._manifest.is_boat:
            names = (
                tr("Traveller"),
                tr("Age"),
                tr("Gender"),
                tr("Nationality"),
                tr("Document"),
                tr("Number"),
            )
        cells = self._cells(names, look.key, look.quiet)
        boxes = self._ending(tr("On board"), look.key, look.quiet, _END, 0.14)
        return stacked((beside((0, cells), (0, boxes)), space(4), self._rule(look.ink)))

    def _party(self, party: ManifestParty, heads: Strip) -> list[Strip]:
        """One strip, which is never divided; where no page has room for it, one for each traveller."""
        look = self._look
        head = self._party_row(party)
        rows = [self._traveller(each) for each in party.travellers]
        if party.note:
            note = self._strip(party.note, look.body, look.quiet, look.inner - _NAME)
            rows.append(self._padded(beside((_NAME, note))))
        hairline, end = self._rule(look.line), self._rule(look.ink)
        lined = [stacked((hairline, each)) for each in rows]
        whole = stacked((head, *lined, end))
        if whole.height <= self._room(heads):
            return [replace(whole, head=heads)]
        again = stacked((heads, head))
        first = stacked((head, *lined[:1]))
        return [
            replace(first, head=heads),
            *(replace(each, head=again) for each in lined[1:-1]),
            replace(stacked((*lined[-1:], end)), head=again),
        ]

    def _room(self, heads: Strip) -> float:
        """The height between head and foot of a further page."""
        look = self._look
        foot = self.foot(1, 2).height
        taken = self.small_header().height + heads.height + foot + BETWEEN
        return look.height - look.top - look.bottom - taken

    def _party_row(self, party: ManifestParty) -> Strip:
        """Whose it is, with a box where it has no travellers to tick."""
        look = self._look
        has_box = bool(party.number) and not party.travellers
        room = look.inner * _NAME_SHARE - _NAME
        name = self._lines(party.name, look.strong, room)
        phone = self._lines(party.phone, look.body, room)
        number = str(party.number) if party.number else ""
        placed = [
            (0.0, self._strip(number, look.strong, look.ink, _NAME)),
            (_NAME, set_strip(name, look.strong, look.ink)),
        ]
        wide = name[0].width + _GAP + phone[0].width if name and phone else 0.0
        under = 0.0 if len(name) == 1 and wide <= room else len(name) * look.strong.line
        beside_name = _NAME if under or not name else _NAME + name[0].width + _GAP
        placed.append((beside_name, stacked((space(under), set_strip(phone, look.body, look.ink)))))
        strong = look.strong._replace(is_identity=True)
        pnr = self._ending(party.pnr, strong, look.ink, _PNR_END, _PNR_END - _NAME_SHARE - 0.01)
        placed.append((0, pnr))
        edge = (look.inner - _BOX - _GAP) / look.inner if has_box else _END
        placed.append((0, self._ending(formats.seats(party.seats), look.body, look.quiet, edge, 0.12)))
        placed += [(0, self._box())] if has_box else []
        return self._padded(beside(*placed))

    def _traveller(self, traveller: ManifestTraveller) -> Strip:
        look = self._look
        number = self._strip(str(traveller.number), look.body, look.quiet, _NAME)
        cells = self._cells(words.words_of(traveller), self._identity, look.ink)
        return self._padded(beside((0, number), (0, cells), (0, self._box())))

    def _cells(self, texts: Sequence[str], face: Face, ink: str) -> Strip:
        """Name, age at the right edge of its column, and what begins at its own."""
        look = self._look
        name, age, *others = texts
        age_end = look.inner * _AGE_END
        aged = self._lines(age, face, age_end * 0.2)
        room = age_end - _NAME - max((each.width for each in aged), default=0.0) - _GAP
        plain = face._replace(is_identity=False)
        placed = [
            (_NAME, self._strip(name, plain, ink, room)),
            (0, set_strip(aged, face, ink, right=age_end)),
        ]
        ends = (*_COLUMNS[1:], _END - (_BOX + _GAP) / look.inner)
        for text, start, end in zip(others, _COLUMNS, ends, strict=True):
            room = look.inner * (end - start) - _GAP
            shape = face if start == _COLUMNS[-1] else plain
            placed.append((look.inner * start, self._strip(text, shape, ink, room)))
        return beside(*placed)

    def _unknown(self) -> list[Strip]:
        """The parties that may be booked or not, apart from the others."""
        found = self._manifest.unknown
        if not found:
            return []
        look = self._look
        rows = [stacked((self._party_row(each), self._rule(look.line))) for each in found]
        head = stacked(
            (
                space(look.gap),
                self._strip(words.not_known(), look.strong, look.ink, look.inner),
                space(4),
                self._rule(look.ink),
            )
        )
        return [stacked((head, rows[0])), *(replace(each, head=head) for each in rows[1:])]

    def _box(self) -> Strip:
        look = self._look
        top = (look.body.line - _BOX) / 2
        return Strip(look.body.line, (Frame(QRectF(look.inner - _BOX, top, _BOX, _BOX), 2, look.ink),))

    def _ending(self, text: str, face: Face, ink: str, edge: float, share: float) -> Strip:
        """A text that ends at an edge, in a share of the width."""
        lines = self._lines(text, face, self._look.inner * share)
        return set_strip(lines, face, ink, right=self._look.inner * edge)

    def _padded(self, strip: Strip) -> Strip:
        return stacked((space(_PAD), strip, space(_PAD)))
