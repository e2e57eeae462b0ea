"""The itinerary on paper: a block with a code for each PNR, then the travellers and the sum, once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.desk.vouchers import itinerary as itinerary_text
from app.desk.vouchers import voucher_text
from app.desk.vouchers.itinerary import Itinerary
from app.desk.vouchers.voucher import Voucher
from app.ui.vouchers.elements import Strip, beside, set_strip, space, stacked
from app.ui.vouchers.layout import Laid, lay_out_blocks
from app.ui.vouchers.measures import PaperMeasures
from app.ui.vouchers.paper import CustomerPaper, PaperFacts, PaperWords
from app.ui.vouchers.paper_blocks import FEW_LINES, PaperBlocks, PaperNames, code_strip
from app.ui.vouchers.travellers import rows, spacings
from app.ui.vouchers.typesetting import Face, Typesetter

_REF_SHARE = 0.36


class ItineraryBlocks(PaperBlocks):
    """Makes the parts of one itinerary for one paper."""

    def __init__(self, trip: Itinerary, look: PaperMeasures, setter: Typesetter) -> None:
        names = PaperNames(tr("Itinerary"), trip.vouchers[0].booking_ref, itinerary_text.party_and_days(trip))
        super().__init__(trip.branding, look, setter, names, is_practice=trip.is_practice)
        self._trip = trip

    @override
    def flows(self) -> Iterator[list[Strip]]:
        people, look = self._trip.travellers, self._look
        told = (
            (tr("Bring"), itinerary_text.bring(self._trip)),
            (tr("Good to know"), itinerary_text.good_to_know(self._trip)),
        )
        for spacing in spacings(people, look):
            yield [
                self._whose(),
                *(self._booking(each) for each in self._trip.vouchers),
                *rows(people, look, self._setter, spacing),
                *self._beside_sums(told, itinerary_text.sums(self._trip)),
                *self._terms(self._trip.vouchers[0].terms),
            ]

    @override
    def foot(self, page: int, pages: int) -> Strip:
        phone = self._branding.phone
        asked = tr("Questions on the way: {phone}", phone=phone) if phone else ""
        return self._ended(asked, voucher_text.issued(self._newest(), page, pages))

    def _newest(self) -> Voucher:
        """The booking that was issued last, without its number: there are several."""
        issued = [each for each in self._trip.vouchers if each.issued_at is not None]
        newest = max(issued, key=lambda each: str(each.issued_at), default=self._trip.vouchers[0])
        return Voucher("", newest.is_boat, "", self._branding, newest.qty, issued_at=newest.issued_at)

    def _whose(self) -> Strip:
        look = self._look
        return stacked(
            (self._strip(self.title, look.strong, look.ink, look.inner, most=FEW_LINES), space(look.gap))
        )

    def _booking(self, voucher: Voucher) -> Strip:
        """The code, when and what, and the PNR; they stay together on one page."""
        look = self._look
        counted = formats.passengers if voucher.is_boat else formats.seats
        party = counted(voucher.qty)
        day = formats.day_long(voucher.day) if voucher.day else ""
        at = formats.window(voucher.starts, voucher.ends, voucher.window)
        what = (
            (day, look.key, look.quiet),
            (at, look.value, look.ink),
            (voucher.title, look.strong, look.ink),
        )
        place = (joined(", ", (voucher.place, voucher.slot)), look.place, look.quiet)
        ref = ((tr("PNR"), look.key, look.quiet), (voucher.booking_ref, look.stub_pnr, look.ink))
        travels = (party, look.body, look.quiet)
        code = code_strip(voucher.booking_ref, look.code if look.is_roll else look.stub_code)
        end = (space(look.gap * 0.75), self._rule(look.line), space(look.gap * 0.75))
        if look.is_roll:
            told = self._told((*ref, *what, place, travels), look.inner)
            middle = (look.inner - look.code) / 2
            return stacked((beside((middle, code)), space(8), told, *end))
        start, side = look.stub_code + look.gap, look.inner * _REF_SHARE
        left = self._told((*what, place), look.inner - start - side - look.column_gap)
        right = self._told((*ref, travels), side, right=look.inner)
        return stacked((beside((0, code), (start, left), (0, right)), *end))

    def _told(
        self, lines: Sequence[tuple[str, Face, str]], width: float, right: float | None = None
    ) -> Strip:
        """Texts below each other; with `right` they end at that edge."""
        return stacked(
            set_strip(self._lines(text, face, width), face, ink, right=right)
            for text, face, ink in lines
            if text
        )


class ItineraryPaper(CustomerPaper[Itinerary]):
    """The itinerary of several bookings, with the ways in which it is handed over."""

    words = PaperWords(
        mark("Itinerary {reference}"),
        mark("Save itinerary as PDF"),
        mark("Itinerary copied as text"),
        mark("Itinerary sent to the printer"),
        mark("The printer did not take the itinerary. The bookings are safe: print it again."),
    )

    facts = PaperFacts[Itinerary](
        reference=itinerary_text.references,
        file_name=itinerary_text.itinerary_file,
        text=itinerary_text.itinerary_text,
        mail_link=itinerary_text.itinerary_mail,
        chat_link=itinerary_text.itinerary_chat,
        phone=lambda trip: trip.customer.customer_phone,
        email=lambda trip: trip.customer.customer_email,
        has_price=lambda trip: all(each.price is not None for each in trip.vouchers),
    )

    @override
    def lay_out(self) -> Laid:
        return lay_out_blocks(partial(ItineraryBlocks, self.value), self.branding)
