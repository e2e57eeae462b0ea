"""The texts of a voucher in the present language, for paper and for sending as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from app.core.language import ended, joined, speaking, tr, trn
from app.desk.model import formats
from app.desk.model.customer_rules import has_country, tidy_phone
from app.desk.model.office_rules import Branding
from app.desk.model.service_words import shown_word
from app.desk.vouchers.links import chat_to, mail_to
from app.desk.vouchers.voucher import CancelledPart, Voucher, VoucherLine, VoucherPrice

_COUNTRY = "91"
_INTERNATIONAL = "00"
_INDIAN_MOBILE = re.compile(r"(?:0|91)?([6-9][0-9]{9})", re.ASCII)
_WITH_COUNTRY = re.compile(r"[1-9][0-9]{7,14}", re.ASCII)


def kind(voucher: Voucher) -> str:
    """The heading: Boat voucher, Activity voucher, or Cancellation slip."""
    if voucher.cancelled is not None:
        return tr("Cancellation slip")
    return tr("Boat voucher") if voucher.is_boat else tr("Activity voucher")


def stub_name(voucher: Voucher) -> str:
    """The name of the stub, by who tears it off."""
    return tr("Jetty stub") if voucher.is_boat else tr("Stub for the guide")


def party_name(voucher: Voucher) -> str:
    """The name of what is counted: travellers or seats."""
    return tr("Passengers") if voucher.is_boat else tr("Seats")


def when(voucher: Voucher) -> tuple[tuple[str, str], ...]:
    """The parts of the time with their names; unknown parts are left out."""
    day = "" if voucher.day is None else formats.day_long(voucher.day)
    if voucher.is_boat:
        departs = formats.clock_time(voucher.starts) if voucher.starts else voucher.window
        returns = formats.clock_time(voucher.ends) if voucher.ends else ""
        parts = ((tr("Travel date"), day), (tr("Departure"), departs), (tr("Return"), returns))
    else:
        slot = tr("Slot, {label}", label=voucher.slot) if voucher.slot else tr("Slot")
        at = formats.window(voucher.starts, voucher.ends, voucher.window)
        parts = ((tr("Date"), day), (slot, at), (tr("Seats"), str(voucher.qty)))
    return tuple((str(name), str(value)) for name, value in parts if value)


def when_line(voucher: Voucher) -> str:
    """When and where in one line, for the stub."""
    day = "" if voucher.day is None else formats.day_long(voucher.day)
    if voucher.is_boat:
        at = formats.clock_time(voucher.starts) if voucher.starts else voucher.window
    else:
        at = formats.window(voucher.starts, voucher.ends, voucher.window)
    what = voucher.place if voucher.is_boat and voucher.place else voucher.title
    return joined(", ", (day, at, what))


def bring(voucher: Voucher, *, is_listed: bool = True) -> str:
    """What travellers must bring; empty when nothing is required.

    `is_listed`: the kind of document stands beside each name, as on paper.
    """
    if not voucher.needs_documents:
        return ""
    if is_listed and any(each.document for each in voucher.travellers):
        return tr("The identity document listed above for every passenger. Passport for foreign passengers.")
    return tr("An identity document for every passenger. Passport for foreign passengers.")


def on_trip(voucher: Voucher) -> tuple[str, str]:
    """The agency's own words about the trip and their name; they are empty on a cancellation slip."""
    name = tr("Boarding") if voucher.is_boat else tr("Meeting point")
    return name, voucher.trip_words if voucher.cancelled is None else ""


def cancelled_words(voucher: Voucher) -> str:
    """How much was cancelled and how much of the booking stays; empty for a voucher."""
    part = voucher.cancelled
    if part is None:
        return ""
    counted = formats.passengers if voucher.is_boat else formats.seats
    gone = ended(counted(voucher.qty))
    stays = tr("Still booked: {choice}.", choice=counted(part.left)) if part.left else ""
    whole = tr("Nothing of this booking is left.") if part.left == 0 else ""
    reference = tr("Refund reference {reference}.", reference=part.reference) if part.reference else ""
    return joined(" ", (gone, stays, whole, reference))


def given_back_rows(part: CancelledPart) -> tuple[tuple[str, str], ...]:
    """What the customer paid for what was cancelled, and gets back, which comes last."""
    back = tr("To be told") if part.back is None else formats.amount(part.back)
    last = tr("You get back, {currency}", currency=part.currency) if part.currency else tr("You get back")
    paid = () if part.paid is None else ((tr("Paid for it"), formats.amount(part.paid)),)
    return tuple((str(name), str(value)) for name, value in (*paid, (last, back)))


def price_rows(price: VoucherPrice) -> tuple[tuple[str, str], ...]:
    """The customer's price line by line; the last line is the total, which may be the only one."""
    total = tr("Total, {currency}", currency=price.currency) if price.currency else tr("Total")
    rows = [*_parts_of(price), (total, formats.amount(price.total))]
    return tuple((str(name), value) for name, value in rows)


def _parts_of(price: VoucherPrice) -> list[tuple[str, str]]:
    if price.gst is None:
        return []
    fares = [(line_name(each), formats.amount(each.total)) for each in price.lines]
    tax = (
        tr("GST is not stated")
        if price.gst_percentage is None
        else tr("GST {rate}", rate=formats.percentage(price.gst_percentage))
    )
    return [*fares, (tax, formats.amount(price.gst))]


def customer_line(voucher: Voucher) -> str:
    """The customer, for the foot; empty when unknown."""
    known = joined(", ", (voucher.customer_name, voucher.customer_phone))
    return tr("Customer {name}", name=known) if known else ""


def issued(voucher: Voucher, page: int, pages: int) -> str:
    """Number and time, when it is printed again, and the page if there are several, for the foot."""
    known = stamp(voucher.issued_at)
    if voucher.cancelled is not None:
        return tr("Cancelled {stamp}", stamp=known)
    if voucher.booking_id and known:
        known = tr("Booking {booking}, issued {stamp}", booking=voucher.booking_id, stamp=known)
    elif known:
        known = tr("Issued {stamp}", stamp=known)
    if voucher.again_at is not None:
        again = tr("printed again {stamp}", stamp=stamp(voucher.again_at))
        known = joined(", ", (known, again))
    if pages == 1:
        return known
    return tr("{issued}, page {page} of {pages}", issued=known, page=page, pages=pages)


def stamp(at: datetime | None) -> str:
    """Day and time as on a foot; empty for none."""
    return "" if at is None else f"{formats.day_short(at.date())} {at.year} {formats.clock_time(at)}"


def arranged_by(branding: Branding) -> str:
    """Who answers for a note, since the operator does not know of it; empty where the agency has no name."""
    return tr("Arranged by {agency}", agency=branding.agency) if branding.agency else ""


def practice() -> str:
    """The sentence on a practice voucher, which is not valid."""
    return tr("PRACTICE. Nothing is booked, and nobody travels with this.")


def agency_line(branding: Branding) -> str:
    """Address, phone, e-mail address and GSTIN of the agency on one line."""
    return ". ".join(agency_parts(branding))


def agency_parts(branding: Branding) -> tuple[str, ...]:
    """What is known of the agency besides its name."""
    phone = tr("Phone {number}", number=branding.phone) if branding.phone else ""
    gstin = tr("GSTIN {number}", number=branding.gstin) if branding.gstin else ""
    parts = (branding.address, phone, branding.email, gstin)
    return tuple(part.strip().rstrip(".") for part in parts if part)


def as_text(voucher: Voucher, *, with_people: bool = True) -> str:
    """The voucher as plain text in the customer's language, for copying, mailing or sending."""
    with speaking(voucher.language):
        parts = (
            (voucher.branding.agency, practice() if voucher.is_practice else ""),
            (kind(voucher), tr("PNR {pnr}", pnr=voucher.booking_ref), voucher.title, voucher.place),
            tuple(f"{name}: {value}" for name, value in when(voucher)),
            (arranged_by(voucher.branding), voucher.note) if voucher.note else (),
            _people(voucher) if with_people else (),
            _listed(tr("Included"), voucher.included),
            _listed(tr("Not included"), voucher.excluded),
            (
                _told(tr("Cancelled"), cancelled_words(voucher)),
                _told(*on_trip(voucher)),
                _told(tr("Cancellation"), voucher.cancellation),
                _told(tr("Bring"), bring(voucher, is_listed=False)),
            ),
            tuple(f"{name}: {value}" for name, value in given_back_rows(voucher.cancelled))
            if voucher.cancelled
            else (),
            tuple(f"{name}: {value}" for name, value in price_rows(voucher.shown_price))
            if voucher.shown_price
            else (),
            (agency_line(voucher.branding), voucher.terms),
        )
    blocks = ("\n".join(line for line in part if line) for part in parts)
    return "\n\n".join(block for block in blocks if block)


def mail_link(voucher: Voucher) -> str:
    """A mailto link with the customer's address, subject and text."""
    with speaking(voucher.language):
        about = {"pnr": voucher.booking_ref, "title": voucher.title}
        subject = tr("Cancellation {pnr}, {title}", **about)
        if voucher.cancelled is None:
            subject = tr("Voucher {pnr}, {title}", **about)
    return mail_to(voucher.customer_email, subject, _texts(voucher))


def chat_link(voucher: Voucher, digits: str) -> str:
    """A link that opens a chat with this number and the text."""
    return chat_to(digits, _texts(voucher))


def chat_number(text: str) -> str:
    """The digits for a chat link, with the country code; empty when the country must be typed.

    Without a plus or 00 only a mobile number of India, the office's country, is completed.
    """
    digits = tidy_phone(text)[0]
    if has_country(text):
        return digits if _WITH_COUNTRY.fullmatch(digits) else ""
    indian = _INDIAN_MOBILE.fullmatch(digits)
    return f"{_COUNTRY}{indian[1]}" if indian else ""


def certain_chat_number(phone: str) -> str:
    """The digits for a chat link where they hold their country; empty when a person must look first.

    What is booked holds no plus (interface part 4.3): ten digits may be of another country than India.
    """
    digits = chat_number(phone)
    return digits if digits in phone else ""


def _texts(voucher: Voucher) -> Iterator[str]:
    """The texts for a link, the longest first; the people are left out before anything else."""
    yield as_text(voucher)
    yield as_text(voucher, with_people=False)
    yield _shortest(voucher)


def _shortest(voucher: Voucher) -> str:
    with speaking(voucher.language):
        lines = (tr("PNR {pnr}", pnr=voucher.booking_ref), voucher.title[:200], when_line(voucher)[:200])
        return "\n".join(line for line in lines if line)


def _people(voucher: Voucher) -> tuple[str, ...]:
    """Names and ages; document data is only on paper."""
    named = tuple(
        f"{place}. {', '.join(part for part in (each.name, each.age) if part)}"
        for place, each in enumerate(voucher.travellers, 1)
    )
    return (trn("1 passenger", "{number} passengers", voucher.qty), *named) if voucher.is_boat else ()


def _listed(name: str, things: tuple[str, ...]) -> tuple[str, ...]:
    return (f"{name}:", *(f"- {each}" for each in things)) if things else ()


def _told(name: str, text: str) -> str:
    return f"{name}: {text}" if text else ""


def line_name(line: VoucherLine) -> str:
    """The name of a line: Fare 3,800.00 x 2, or Adult INDIAN 1,200.00 x 2."""
    each = formats.amount(line.fare)
    if line.label:
        ticket = shown_word(line.label)
        return tr("{ticket} {fare} \u00d7 {number}", ticket=ticket, fare=each, number=line.count)
    return tr("Fare {fare} \u00d7 {number}", fare=each, number=line.count)
