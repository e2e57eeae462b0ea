"""The itinerary: several bookings of one customer on one paper, by travel date."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, time
from decimal import Decimal

from app.core.frozen import frozen
from app.core.language import joined, speaking, tr
from app.desk.model import formats
from app.desk.model.office_rules import Branding
from app.desk.model.typed_text import same_text
from app.desk.vouchers.links import chat_to, mail_to
from app.desk.vouchers.voucher import Voucher, VoucherTraveller
from app.desk.vouchers.voucher_text import as_text


@frozen
class Itinerary:
    """One or more bookings, the earliest first; each stays a booking of its own."""

    vouchers: tuple[Voucher, ...]

    @property
    def branding(self) -> Branding:
        """The agency, paper and language, as on each of its vouchers."""
        return self.vouchers[0].branding

    @property
    def customer(self) -> Voucher:
        """The booking that says whose it is: the first that names the customer, else the first."""
        return next((each for each in self.vouchers if each.customer_name), self.vouchers[0])

    @property
    def is_practice(self) -> bool:
        """Whether any of it is not valid."""
        return any(each.is_practice for each in self.vouchers)

    @property
    def travellers(self) -> tuple[VoucherTraveller, ...]:
        """Everybody who travels on any of them, once; with a document where one is named."""
        found: dict[tuple[str, str], VoucherTraveller] = {}
        for each in (person for voucher in self.vouchers for person in voucher.travellers):
            key = same_text(each.name), each.age
            known = found.get(key)
            if known is None or (each.document and not known.document):
                found[key] = each
        return tuple(found.values())

    def shown(self, branding: Branding) -> Itinerary:
        """The same with another paper or language."""
        return Itinerary(tuple(each.shown(branding) for each in self.vouchers))


def itinerary(vouchers: Iterable[Voucher]) -> Itinerary:
    """The bookings of some vouchers in the order of travel; those without a day come last.

    All are on the paper of the first. Raises ValueError for none.
    """
    found = sorted(vouchers, key=lambda each: (each.day or date.max, each.starts or time.max))
    if not found:
        raise ValueError
    return Itinerary(tuple(replace(each, branding=found[0].branding) for each in found))


def party_and_days(trip: Itinerary) -> str:
    """Whose it is, and from when to when: "Arjun Nair and party, 22 Nov to 24 Nov 2026"."""
    name = trip.customer.customer_name
    several = any(each.qty > 1 for each in trip.vouchers)
    who = tr("{name} and party", name=name) if name and several else name
    days = [each.day for each in trip.vouchers if each.day]
    if not days:
        return who
    first, last = days[0], days[-1]
    when = f"{formats.day_short(last)} {last.year}"
    if first != last:
        start = (
            formats.day_short(first)
            if first.year == last.year
            else f"{formats.day_short(first)} {first.year}"
        )
        when = tr("{start} to {end}", start=start, end=when)
    return joined(", ", (who, when))


def sums(trip: Itinerary) -> tuple[tuple[str, str], ...]:
    """What the customer pays in all; empty unless each price is known, shown and of one currency."""
    prices = [each.shown_price for each in trip.vouchers]
    known = [each for each in prices if each is not None]
    if len(known) < len(prices) or len({each.currency for each in known}) > 1:
        return ()
    total = sum((each.total for each in known), Decimal(0))
    taxes = [each.gst for each in known if each.gst is not None]
    name = tr("Total, {currency}", currency=known[0].currency) if known[0].currency else tr("Total")
    rows = [(name, formats.amount(total))]
    if len(taxes) == len(known):
        gst = sum(taxes, Decimal(0))
        rows = [(tr("Fares"), formats.amount(total - gst)), (tr("GST"), formats.amount(gst)), *rows]
    return tuple((str(each), value) for each, value in rows)


def bring(trip: Itinerary) -> str:
    """What travellers must bring; empty when nothing is required."""
    if not any(each.needs_documents for each in trip.vouchers):
        return ""
    return tr("The identity document listed above for every passenger. Passport for foreign passengers.")


def good_to_know(trip: Itinerary) -> str:
    """That the bookings are cancelled one by one; empty for one."""
    if len(trip.vouchers) == 1:
        return ""
    return tr("Each PNR is a booking of its own. Cancelling one keeps the others.")


def itinerary_text(trip: Itinerary, *, with_people: bool = True) -> str:
    """Every booking as plain text in the customer's language, the earliest first."""
    return "\n\n".join(as_text(each, with_people=with_people) for each in trip.vouchers)


def itinerary_mail(trip: Itinerary) -> str:
    """A mailto link with the customer's address, subject and text."""
    with speaking(trip.branding.language):
        subject = joined(", ", (tr("Itinerary"), references(trip)))
    return mail_to(trip.customer.customer_email, subject, _texts(trip))


def itinerary_chat(trip: Itinerary, digits: str) -> str:
    """A link that opens a chat with this number and the text."""
    return chat_to(digits, _texts(trip))


def references(trip: Itinerary) -> str:
    """The PNRs in the order of travel."""
    return ", ".join(each.booking_ref for each in trip.vouchers if each.booking_ref)


def itinerary_file(trip: Itinerary) -> str:
    """The name of its file, with the first PNR and without a person's name."""
    ref = trip.vouchers[0].booking_ref
    kept = "".join(each for each in ref if each.isascii() and (each.isalnum() or each in "-_"))
    return f"itinerary-{kept[:64]}.pdf" if kept else "itinerary.pdf"


def _texts(trip: Itinerary) -> tuple[str, ...]:
    """The texts for a link, the longest first."""
    lines = (f"{each.booking_ref} {each.title[:80]}" for each in trip.vouchers)
    return itinerary_text(trip), itinerary_text(trip, with_people=False), "\n".join(lines)
