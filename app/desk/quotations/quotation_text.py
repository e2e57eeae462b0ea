"""The texts of a quotation in the present language, for paper and for sending as text."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from app.core.language import joined, speaking, tr
from app.desk.model import formats
from app.desk.quotations.quotation import Quotation, QuotedSum, QuotedTrip
from app.desk.vouchers.links import chat_to, mail_to
from app.desk.vouchers.voucher_text import agency_line, line_name, practice, price_rows, stamp


def nothing_held() -> str:
    """What a quotation is not."""
    return tr("No seats are held. Prices and seats can change until you book.")


def to_book(quotation: Quotation) -> str:
    """How the customer comes back with it."""
    return tr("To book, say {number} or your phone number.", number=quotation.reference)


def read_day(quotation: Quotation) -> str:
    """The day on which its prices were read; of the first when they are of several."""
    return formats.day_long(quotation.read_between[0].date())


def read_times(quotation: Quotation) -> str:
    """When its prices were read: 10:48:30, or the first and the last time."""
    first, last = quotation.read_between
    start, end = (formats.since(each, first.date(), seconds=True) for each in (first, last))
    return start if start == end else tr("{start} to {end}", start=start, end=end)


def prices_as_read(quotation: Quotation) -> str:
    """When its prices were read, in one sentence."""
    return tr("Prices as read on {day}, {time}.", time=read_times(quotation), day=read_day(quotation))


def written(quotation: Quotation) -> tuple[str, ...]:
    """Who wrote it, and when."""
    return tuple(each for each in (quotation.clerk, stamp(quotation.written_at)) if each)


def when(trip: QuotedTrip) -> str:
    """Day, time, and boat or place of a trip."""
    at = formats.window(trip.starts, trip.ends, trip.window)
    if trip.is_boat:
        at = formats.clock_time(trip.starts) if trip.starts else trip.window
    return joined(", ", (formats.day_long(trip.day), at, trip.slot, trip.place))


def party(trip: QuotedTrip) -> tuple[str, ...]:
    """The tickets of a trip with their fares, and who travels as far as it is known."""
    named = (joined(" ", (each.name, each.age)) for each in trip.people if each.name)
    fares = [line_name(each) for each in trip.price.lines]
    counted = [] if trip.is_boat else [formats.seats(trip.qty)]
    return tuple(each for each in (joined(", ", counted + fares), joined(", ", named)) if each)


def gst(trip: QuotedTrip) -> str:
    """The GST of a trip, or that it is not stated."""
    if trip.price.gst is None or trip.price.gst_percentage is None:
        return tr("not stated")
    return formats.amount(trip.price.gst)


def without_gst(total: Decimal, tax: Decimal | None) -> str:
    """The fares of a total, or that they are not stated apart from GST."""
    return tr("not stated") if tax is None else formats.amount(total - tax)


def parts(total: QuotedSum) -> str:
    """What a total is made of; empty where the GST of a trip is not stated."""
    if total.gst is None:
        return ""
    fares = without_gst(total.total, total.gst)
    return tr("Fares {fares} + GST {gst}", fares=fares, gst=formats.amount(total.gst))


def gst_name(quotation: Quotation) -> str:
    """The name of the column of GST, with the percentage that all trips have."""
    stated = {each.price.gst_percentage for each in quotation.trips}
    rate = next(iter(stated))
    if len(stated) > 1 or rate is None:
        return tr("GST")
    return tr("GST {rate}", rate=formats.percentage(rate))


def sum_name(total: QuotedSum) -> str:
    """The name of a total with its currency."""
    return tr("Total, {currency}", currency=total.currency) if total.currency else tr("Total")


def cancellations(quotation: Quotation) -> str:
    """The rules of cancelling that are stated, each with its trip where there are several trips."""
    rules = [(each.title, each.cancellation) for each in quotation.trips if each.cancellation]
    if len(quotation.trips) == 1:
        return joined(" ", (rule for _, rule in rules))
    return joined(" ", dict.fromkeys(f"{title}: {rule}" for title, rule in rules))


def bring(quotation: Quotation) -> str:
    """What travellers must bring; empty when nothing is required."""
    if not any(each.needs_documents for each in quotation.trips):
        return ""
    return tr("An identity document for every passenger. Passport for foreign passengers.")


def as_text(quotation: Quotation, *, with_people: bool = True) -> str:
    """The quotation as plain text in the customer's language, for copying, mailing or sending."""
    with speaking(quotation.branding.language):
        named = tr("Quotation {number}", number=quotation.reference)
        blocks = (
            (quotation.branding.agency, practice() if quotation.is_practice else ""),
            (named, tr("For {name}", name=quotation.customer_name) if quotation.customer_name else ""),
            *(_trip_lines(each, with_people=with_people) for each in quotation.trips),
            () if len(quotation.trips) == 1 else tuple(map(_sum_line, quotation.sums)),
            (prices_as_read(quotation), nothing_held(), to_book(quotation)),
            (
                _told(tr("If you cancel"), cancellations(quotation)),
                _told(tr("Bring"), bring(quotation)),
            ),
            (agency_line(quotation.branding),),
        )
    lines = ("\n".join(line for line in block if line) for block in blocks)
    return "\n\n".join(block for block in lines if block)


def mail_link(quotation: Quotation) -> str:
    """A mailto link with the customer's address, subject and text."""
    with speaking(quotation.branding.language):
        about = {"number": quotation.reference, "title": _titles(quotation)}
        subject = tr("Quotation {number}, {title}", **about)
    return mail_to(quotation.customer_email, subject, _texts(quotation))


def chat_link(quotation: Quotation, digits: str) -> str:
    """A link that opens a chat with this number and the text."""
    return chat_to(digits, _texts(quotation))


def _texts(quotation: Quotation) -> Iterator[str]:
    """The texts for a link, the longest first."""
    yield as_text(quotation)
    yield as_text(quotation, with_people=False)
    with speaking(quotation.branding.language):
        totals = map(_sum_line, quotation.sums)
        yield "\n".join((quotation.reference, _titles(quotation), *totals, nothing_held()))


def _titles(quotation: Quotation) -> str:
    return joined(", ", (each.title[:200] for each in quotation.trips[:3]))


def _trip_lines(trip: QuotedTrip, *, with_people: bool) -> tuple[str, ...]:
    named = [joined(", ", (each.name, each.age)) for each in trip.people if each.name and with_people]
    counted = formats.passengers(trip.qty) if trip.is_boat else formats.seats(trip.qty)
    people = f"{counted}: {'; '.join(named)}" if named else counted
    return (trip.title, when(trip), people, *(f"{name}: {value}" for name, value in price_rows(trip.price)))


def _sum_line(total: QuotedSum) -> str:
    return f"{sum_name(total)}: {formats.amount(total.total)}"


def _told(name: str, text: str) -> str:
    return f"{name}: {text}" if text else ""
