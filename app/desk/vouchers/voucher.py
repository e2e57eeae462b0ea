"""The voucher for the customer: a booking on paper, without the wallet's side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from datetime import date, datetime, time
from decimal import Decimal

from app.core.frozen import frozen
from app.core.language import mark
from app.desk.model.activities import ActivityDraft, ActivityOffer
from app.desk.model.boats import BoatDraft, Passenger, Rate
from app.desk.model.booking import BookedTraveller, BookingState
from app.desk.model.office_rules import Branding
from app.desk.model.sale import Draft, Price, Receipt, Sale
from app.desk.passengers.rules import rate_of
from app.desk.sale.sale_words import occasion
from app.desk.service.status_parsing import StatusTraveller
from app.desk.vouchers.trip_words import words_for

_SHOWN = 4
"""The most characters of a document's number on paper, which are never more than half of it."""
_DOTS = "\u2022\u2022"
_BOTH = 2


class NoVoucherError(Exception):
    """There is nothing to print; `str()` says why."""


_NOTHING_BOOKED = mark("Nothing of this booking is booked any more. It has no voucher.")
_COUNT_UNKNOWN = mark(
    "The service says: partly cancelled, and not how many seats are left. Ask the counter that cancelled, or "
    "the operator: a voucher would have the wrong number."
)


@frozen
class VoucherTraveller:
    """One traveller, each word as booked; empty when unknown."""

    name: str = field(repr=False)
    age: str = ""
    gender: str = ""
    nationality: str = ""
    document: str = field(default="", repr=False)
    """The kind of document and the last four of its number: "PASSPORT \u2022\u2022T2K1"."""
    fare: Decimal | None = None
    """The customer's price without GST; not on paper, but for what is given back of it."""


@frozen
class VoucherLine:
    """One kind of ticket: the customer's price for one and for all, without GST."""

    label: str
    """Such as "Adult INDIAN"; empty for the seats of an activity."""
    count: int
    fare: Decimal
    total: Decimal


@frozen
class VoucherPrice:
    """The customer's price."""

    currency: str
    lines: tuple[VoucherLine, ...]
    gst_percentage: Decimal | None
    """None when the service stated no percentage, so that none was added."""
    gst: Decimal | None
    """None when only the total is known."""
    total: Decimal


@frozen
class CancelledPart:
    """What makes a voucher a cancellation slip: it shows who was cancelled, and is valid for nothing."""

    reference: str
    """The service's refund_reference."""
    at: datetime
    left: int | None
    """How many still travel; None when it is not known."""
    currency: str = ""
    paid: Decimal | None = None
    """What the customer paid for it; None when it is not known."""
    back: Decimal | None = None
    """What the customer gets back; None when it is not said yet."""


@frozen
class Voucher:
    """A booking on paper, or what was cancelled of it; unknown values are empty."""

    booking_ref: str
    is_boat: bool
    title: str
    branding: Branding
    qty: int
    place: str = ""
    """The location, or the boat."""
    day: date | None = None
    starts: time | None = None
    ends: time | None = None
    window: str = ""
    """The time window as sent, shown when it is not two times."""
    slot: str = ""
    """The label of an activity's slot."""
    booking_id: str = ""
    travellers: tuple[VoucherTraveller, ...] = ()
    customer_name: str = field(default="", repr=False)
    customer_phone: str = field(default="", repr=False)
    customer_email: str = field(default="", repr=False)
    included: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    cancellation: str = ""
    """The rule of cancelling, from the catalogue as last read."""
    trip_words: str = ""
    """The agency's own words about this trip, such as jetty and reporting time."""
    needs_documents: bool = False
    """Whether each traveller must bring the identity document."""
    price: VoucherPrice | None = None
    """None when it is unknown."""
    issued_at: datetime | None = None
    again_at: datetime | None = None
    """When it is printed again; None for the first time."""
    cancelled: CancelledPart | None = None
    """Set for a cancellation slip."""
    sold_terms: str | None = None
    """The agency's terms of the day of sale; None when they were not kept, as by an older program."""
    is_practice: bool = False
    request_id: str = ""
    """The sale in this office; not on paper."""
    note: str = field(default="", repr=False)
    """What the agency has arranged with the customer."""

    @property
    def language(self) -> str:
        """The customer's language, by its code."""
        return self.branding.language

    def shown(self, branding: Branding) -> Voucher:
        """The voucher with another branding: paper, language, and whether the price is shown."""
        return replace(self, branding=branding)

    @property
    def terms(self) -> str:
        """The agency's terms: those the customer bought by, else today's."""
        return self.branding.terms if self.sold_terms is None else self.sold_terms

    @property
    def shown_price(self) -> VoucherPrice | None:
        """The price, if it is known and to be shown."""
        return self.price if self.branding.shows_price else None


def sold_voucher(receipt: Receipt, draft: Draft, branding: Branding) -> Voucher:
    """The voucher of a sale that was just settled."""
    return replace(
        ordered_voucher(draft, receipt.price, branding),
        booking_ref=receipt.booking_ref,
        booking_id=receipt.booking_id,
        customer_name=draft.customer_name.strip(),
        customer_phone=draft.customer_phone.strip(),
        customer_email=draft.customer_email.strip(),
        issued_at=receipt.settled_at,
        is_practice=receipt.practice,
        request_id=receipt.request_id,
        note=draft.notes.on_voucher,
    )


def ordered_voucher(draft: Draft, price: Price, branding: Branding) -> Voucher:
    """What the voucher of this draft will say, as far as it is known before it is booked."""
    sold = occasion(draft)
    voucher = Voucher(
        booking_ref="",
        is_boat=isinstance(draft, BoatDraft),
        title=sold.title,
        branding=branding,
        qty=draft.qty,
        place=sold.place,
        day=sold.day,
        starts=sold.starts,
        ends=sold.ends,
        window=sold.window,
        trip_words=words_for(branding.trips, sold.title),
        sold_terms=branding.terms,
        price=customer_price(price),
    )
    return _with_trip(voucher, draft) if isinstance(draft, BoatDraft) else _with_activity(voucher, draft)


def reprinted_voucher(
    sale: Sale,
    state: BookingState | None,
    kept: Voucher,
    *,
    at: datetime,
    is_practice: bool,
    is_less: bool = False,
) -> Voucher:
    """The voucher of an earlier sale for those who still travel; `state` is its present state, if read.

    `is_less`: another counter has cancelled of it, and nobody states how many.

    It says what `kept` does: all that the first one said, or nothing for a sale of an older program or of
    a customer who was forgotten. A price is on it only while nothing is cancelled.
    Raises NoVoucherError when the whole booking is cancelled.
    """
    people = () if state is None else _still_booked(state.travellers)
    # Without a present answer the last status from the service counts.
    left = sale.left if state is None else replace(sale, said=(state.booking_status, "", "")).left
    if not sale.booking_ref or sale.is_open or left == 0:
        raise NoVoucherError(_NOTHING_BOOKED)
    if state is not None and state.travellers and not people:
        raise NoVoucherError(_NOTHING_BOOKED)
    # The service's list of travellers counts more than this counter's cancellations.
    qty = len(people) if people else None if is_less else left
    if qty is None:
        raise NoVoucherError(_COUNT_UNKNOWN)
    is_whole = qty == sale.qty
    on_paper = still_on_paper(kept.travellers, people)
    return replace(
        kept,
        booking_ref=sale.booking_ref,
        is_boat=sale.is_boat,
        title=kept.title or sale.title or (state.title if state else ""),
        qty=qty,
        place=kept.place or sale.place or (state.place if state else ""),
        day=kept.day or sale.day or (state.day if state else None),
        window=kept.window or sale.window or (state.window if state else ""),
        travellers=on_paper if people else kept.travellers if is_whole else (),
        booking_id=sale.booking_id,
        customer_name=sale.customer_name,
        customer_phone=sale.customer_phone,
        customer_email=sale.customer_email,
        # Of an older program's sale nothing was kept: whoever needs none does no harm in bringing one.
        needs_documents=kept.needs_documents or (sale.is_boat and not kept.title),
        price=(kept.price or _total(sale)) if is_whole else None,
        issued_at=sale.booked_at or at,
        is_practice=is_practice,
        request_id=sale.request_id,
        note=sale.notes.on_voucher,
    )


def still_on_paper(
    kept: Sequence[VoucherTraveller], people: Sequence[BookedTraveller | StatusTraveller]
) -> tuple[VoucherTraveller, ...]:
    """Those who travel, in the service's order, each as on the first voucher where that had them."""
    left, found = list(kept), list[VoucherTraveller]()
    for each in people:
        same = next((one for one in left if _is_same(one, each)), None)
        if same is None:
            found.append(VoucherTraveller(each.name, each.age, each.gender))
        else:
            left.remove(same)
            found.append(same)
    return tuple(found)


def _is_same(kept: VoucherTraveller, booked: BookedTraveller | StatusTraveller) -> bool:
    """Whether it is the same person: by the name, and by the age where both are known."""
    ages = {kept.age, booked.age} - {""}
    return kept.name.split() == booked.name.split() and len(ages) < _BOTH


def with_catalogue(voucher: Voucher, offers: Iterable[ActivityOffer]) -> Voucher:
    """The voucher with inclusions and the rule of cancelling, if exactly one activity has this name."""
    found = [each for each in offers if each.title == voucher.title]
    if voucher.is_boat or len(found) != 1:
        return voucher
    return _with_offer(voucher, found[0])


def customer_price(price: Price) -> VoucherPrice:
    """The customer's part of a price."""
    return VoucherPrice(
        currency=price.currency,
        lines=tuple(VoucherLine(each.label, each.count, each.fare, each.fare_total) for each in price.lines),
        gst_percentage=price.gst_percentage if price.gst_is_stated else None,
        gst=price.gst_on_fare,
        total=price.customer_pays,
    )


def _total(sale: Sale) -> VoucherPrice | None:
    if sale.customer_pays is None:
        return None
    return VoucherPrice(sale.currency, (), gst_percentage=None, gst=None, total=sale.customer_pays)


def last_four(kind: str, number: str) -> str:
    """The kind of a document and the last four of its number; of a short number no more than half."""
    text = "".join(number.split())
    shown = min(_SHOWN, len(text) // 2)
    masked = f"{_DOTS}{text[-shown:]}" if shown > 0 else _DOTS if text else ""
    return " ".join(part for part in (kind.strip(), masked) if part)


def document_parts(document: str) -> tuple[str, str]:
    """The kind of a document and the end of its number, from what `last_four` made; empty when unknown."""
    kind, _, end = document.partition(_DOTS)
    return kind.strip(), end


def default_file_name(voucher: Voucher) -> str:
    """The name of its file, with the PNR and without a person's name."""
    kept = "".join(
        each for each in voucher.booking_ref if each.isascii() and (each.isalnum() or each in "-_")
    )
    kind = "voucher" if voucher.cancelled is None else "cancellation"
    return f"{kind}-{kept[:64]}.pdf" if kept else f"{kind}.pdf"


def _with_trip(voucher: Voucher, draft: BoatDraft) -> Voucher:
    people = tuple(_traveller(each, draft.departure.rates) for each in draft.passengers)
    return replace(voucher, travellers=people, needs_documents=any(each.document for each in people))


def _with_activity(voucher: Voucher, draft: ActivityDraft) -> Voucher:
    return _with_offer(replace(voucher, slot=draft.slot.label if draft.slot else ""), draft.offer)


def _with_offer(voucher: Voucher, offer: ActivityOffer) -> Voucher:
    return replace(
        voucher,
        place=voucher.place or offer.place,
        included=offer.included,
        excluded=offer.excluded,
        cancellation=offer.cancellation,
    )


def _traveller(passenger: Passenger, rates: Sequence[Rate]) -> VoucherTraveller:
    rate = rate_of(passenger, rates)
    return VoucherTraveller(
        name=passenger.traveler_name.strip(),
        age=passenger.age.strip(),
        gender=passenger.pax_gender.strip(),
        nationality=passenger.nationality.strip(),
        document=last_four(passenger.id_type, passenger.id_number),
        fare=None if rate is None else rate.fare,
    )


def _still_booked(people: Sequence[BookedTraveller]) -> tuple[BookedTraveller, ...]:
    return tuple(each for each in people if not each.is_cancelled)
