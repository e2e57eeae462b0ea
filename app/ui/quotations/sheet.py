"""A quotation over the dimmed window: a preview, and the ways to hand it over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.quotations import quotation_text
from app.desk.quotations.quotation import Quotation, QuotedTrip, file_name
from app.ui.quotations import actions
from app.ui.vouchers.elements import Rule, Strip, beside, set_strip, space, stacked
from app.ui.vouchers.layout import Laid, lay_out_blocks
from app.ui.vouchers.measures import PaperMeasures
from app.ui.vouchers.paper import CustomerPaper, PaperFacts, PaperWords
from app.ui.vouchers.paper_blocks import FEW_LINES, TITLE_LINES, PaperBlocks, PaperNames, centred, code_strip
from app.ui.vouchers.sheet import PaperSheet
from app.ui.vouchers.typesetting import Face, Typesetter

SIZES = ("A5", "A4")
_READ_AT, _PRICES, _NUMBER, _GAP = 0.62, 0.5, 24.0, 8.0
_SHARES = (0.36, 0.28, 0.36)
"""Of fare, GST and price, within the part of the page that has the prices."""


class QuotationPaper(CustomerPaper[Quotation]):
    """A quotation on A5 or A4; on A5 where the voucher is a receipt."""

    words = PaperWords(
        mark("Quotation {reference}"),
        mark("Save quotation as PDF"),
        mark("Quotation copied as text"),
        mark("Quotation sent to the printer"),
        mark("The printer did not take the quotation. Print it again."),
    )
    sizes = SIZES

    facts = PaperFacts[Quotation](
        reference=lambda quotation: quotation.reference,
        file_name=file_name,
        text=quotation_text.as_text,
        mail_link=quotation_text.mail_link,
        chat_link=quotation_text.chat_link,
        phone=lambda quotation: quotation.customer_phone,
        email=lambda quotation: quotation.customer_email,
    )

    @override
    def lay_out(self) -> Laid:
        paper = self.branding.paper if self.branding.paper in SIZES else SIZES[0]
        return lay_out_blocks(partial(QuotationBlocks, self.value), self.branding, paper)


class QuotationBlocks(PaperBlocks):
    """Makes the parts of one quotation for one paper."""

    def __init__(self, quotation: Quotation, look: PaperMeasures, setter: Typesetter) -> None:
        kind = tr("Quotation {number}", number=quotation.reference)
        names = PaperNames(kind, quotation.reference, quotation.customer_name)
        super().__init__(quotation.branding, look, setter, names, is_practice=quotation.is_practice)
        self._quotation = quotation

    @override
    def flows(self) -> Iterator[list[Strip]]:
        quotation = self._quotation
        told = (
            (tr("If you cancel"), quotation_text.cancellations(quotation)),
            (tr("Bring"), quotation_text.bring(quotation)),
        )
        look = self._look
        heads = self._heads()
        trips = [self._trip(place, each, heads) for place, each in enumerate(quotation.trips, 1)]
        yield [
            self._about(),
            self._framed(quotation_text.nothing_held(), look.strong, look.pad[1]),
            space(look.gap),
            stacked((heads, trips[0])),
            *trips[1:],
            *(self._total(*each) for each in self._totals()),
            space(look.gap),
            *(strip for name, text in told if text for strip in self._told(name, text)),
        ]

    @override
    def foot(self, page: int, pages: int) -> Strip:
        asked = tr("Questions: {phone}", phone=self._branding.phone) if self._branding.phone else ""
        of = tr("Page {page} of {pages}", page=page, pages=pages) if pages > 1 else ""
        return self._ended(asked, of)

    @override
    def stub(self) -> Strip:
        """What is kept to book by: the code, the number, and who wrote it."""
        look, quotation = self._look, self._quotation
        start = look.stub_code + 20.0
        written = quotation_text.written(quotation)
        edge = max(look.inner * 0.3, start)
        room = look.inner - start - edge
        words = stacked(
            (
                self._strip(quotation_text.to_book(quotation), look.key, look.quiet, room, most=2),
                self._strip(quotation.reference, look.count, look.ink, room),
            )
        )
        by = (self._ending(tr("Written by"), look.key, look.quiet),)
        aside = stacked((*by, *(self._ending(each, look.body, look.ink) for each in written)))
        parts = centred((0, code_strip(self.reference, look.stub_code)), (start, words), (0, aside))
        cut = Rule(QRectF(-look.side, 0, look.width, 0), 1.5, "cut", is_dashed=True)
        return stacked((Strip(look.gap * 0.9, (cut,)), parts, space(look.bottom)))

    def _about(self) -> Strip:
        """The customer, and when the prices were read."""
        look, quotation = self._look, self._quotation
        room, x = look.inner * _READ_AT - _GAP, look.inner * _READ_AT
        contact = (quotation.customer_phone, quotation.customer_email)
        customer = (
            self._strip(tr("For"), look.key, look.quiet, room),
            self._strip(quotation.customer_name, look.value, look.ink, room, most=FEW_LINES),
            *(self._strip(each, look.body, look.ink, room, most=2) for each in contact if each),
        )
        wide = look.inner - x
        read = (
            self._strip(tr("Prices as read at"), look.key, look.quiet, wide),
            self._strip(quotation_text.read_times(quotation), look.value, look.ink, wide, most=2),
            self._strip(quotation_text.read_day(quotation), look.body, look.ink, wide),
        )
        left = stacked(customer if quotation.customer_name or any(contact) else ())
        return stacked((beside((0, left), (x, stacked(read))), space(look.gap)))

    def _heads(self) -> Strip:
        """The names of the columns, and a line under them."""
        look = self._look
        names = (tr("Fare"), quotation_text.gst_name(self._quotation), self._price_name())
        trip = self._strip(tr("Trip"), look.key, look.quiet, look.inner * (1 - _PRICES) - _NUMBER)
        columns = self._columns(names, (look.key,) * 3, look.quiet)
        return stacked((beside((_NUMBER, trip), (0, columns)), space(4), self._rule(look.line)))

    def _trip(self, place: int, trip: QuotedTrip, heads: Strip) -> Strip:
        """One trip with its prices, and a line under it."""
        look = self._look
        room = look.inner * (1 - _PRICES) - _NUMBER - _GAP
        wide = look.inner - _NUMBER
        amounts = (
            quotation_text.without_gst(trip.price.total, trip.price.gst),
            quotation_text.gst(trip),
            formats.amount(trip.price.total),
        )
        number = self._strip(str(place), look.body, look.quiet, _NUMBER)
        name = self._strip(trip.title, look.strong, look.ink, room, most=TITLE_LINES)
        prices = self._columns(amounts, (look.body, look.body, look.strong), look.ink)
        more = (
            self._strip(quotation_text.when(trip), look.body, look.ink, wide),
            *(self._strip(each, look.body, look.quiet, wide) for each in quotation_text.party(trip)),
        )
        body = stacked(
            (
                space(look.pad[1]),
                beside((0, number), (_NUMBER, name), (0, prices)),
                beside((_NUMBER, stacked(more))),
                space(look.pad[1]),
                self._rule(look.line if place < len(self._quotation.trips) else look.ink),
            )
        )
        return Strip(body.height, body.items, head=heads)

    def _columns(self, texts: Sequence[str], faces: Sequence[Face], ink: str) -> Strip:
        """Three texts, each at the right edge of its column."""
        look = self._look
        width, right = look.inner * _PRICES, look.inner * (1 - _PRICES)
        placed: list[tuple[float, Strip]] = []
        for text, face, share in zip(texts, faces, _SHARES, strict=True):
            right += width * share
            lines = self._lines(text, face, width * share - _GAP, FEW_LINES)
            placed.append((0, set_strip(lines, face, ink, right=right)))
        return beside(*placed)

    def _totals(self) -> Iterator[tuple[str, str, str]]:
        """What each total is made of, its name, and the amount."""
        for each in self._quotation.sums:
            yield quotation_text.parts(each), quotation_text.sum_name(each), formats.amount(each.total)

    def _total(self, parts: str, name: str, amount: str) -> Strip:
        look = self._look
        pays = self._lines(amount, look.title, look.inner)
        x = look.inner - max(each.width for each in pays) - look.column_gap
        named = self._lines(name, look.strong, x * 0.5)
        edge = x - max((each.width for each in named), default=0.0)
        strips = (
            (0.0, self._strip(parts, look.body, look.quiet, max(edge - _GAP, x * 0.4), most=FEW_LINES)),
            (0.0, set_strip(named, look.strong, look.ink, right=x)),
            (0.0, set_strip(pays, look.title, look.ink, right=look.inner)),
        )
        return stacked((space(8), centred(*strips)))

    def _told(self, name: str, text: str) -> list[Strip]:
        return [*self._paragraph(name, text, self._look.inner), space(8)]

    def _ending(self, text: str, face: Face, ink: str) -> Strip:
        """A text that ends at the right edge of the page."""
        look = self._look
        lines = self._lines(text, face, look.inner * 0.3, 2)
        return set_strip(lines, face, ink, right=look.inner)

    def _price_name(self) -> str:
        currencies = [each.currency for each in self._quotation.sums if each.currency]
        return tr("Price, {currency}", currency=currencies[0]) if len(currencies) == 1 else tr("Price")


class QuotationSheet(PaperSheet):
    """Chooses paper and language, and emits `asked` to hand it over; Esc closes."""

    own_actions = actions.QUOTATION
    hint = mark("1 2 paper, L language, arrows scroll")
    way_actions = MappingProxyType({**PaperSheet.way_actions, "details": actions.ASK_DETAILS})

    def __init__(self, window: QWidget, quotation: Quotation) -> None:
        title = tr("Quotation {number}", number=quotation.reference)
        super().__init__(window, QuotationPaper(quotation), title)
        self.setObjectName("quotation_sheet")
