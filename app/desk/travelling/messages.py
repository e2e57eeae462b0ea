"""The messages to a party about its trip: one text for each occasion, in the language of the customer.

What the agency has written itself in the settings comes first. A text that names what is not known, such as
the amount while the charge is not stated, is not used: a shorter one of the program says the rest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, replace
from datetime import date
from decimal import Decimal
from enum import StrEnum

from app.core.frozen import frozen
from app.core.language import Message, Wording, joined, mark, speaking, tr
from app.core.settings import MESSAGE_FIELDS
from app.desk.bookings.booking_values import ASKED_PAYMENT, TOLD_DUES
from app.desk.model import formats
from app.desk.model.boats import Identity
from app.desk.model.office_rules import TillRules
from app.desk.passengers.asked_details import REQUEST, asked_details
from app.desk.travelling.values import Party, PartyState

_NOT_BOOKED = mark("Nobody knows yet if this is booked. Ask for no money.")
_NOT_CANCELLED = mark("Nobody knows yet if this is cancelled. Ask for no money.")
_IN_BRACES = re.compile(r"\{[^{}]*\}|[{}]")
_TIME = re.compile(r"[0-2][0-9]:[0-5][0-9]")


class Template(StrEnum):
    """The occasion of a message."""

    REMINDER = "reminder"
    OFF_CANCELLED = "off_cancelled"
    """The departure does not run, and the booking is cancelled."""
    OFF_OPEN = "off_open"
    """The departure does not run, and it is not settled what the customer gets back."""

    DETAILS = "details"
    """What is needed of each traveller is asked for, before anything is booked."""
    PAYMENT = "payment"
    DUES = "dues"


ASKED = {Template.PAYMENT: ASKED_PAYMENT, Template.DUES: TOLD_DUES}
"""The code of the note that such a message was sent."""
_TEXTS: Mapping[Template, tuple[Message, ...]] = {
    Template.REMINDER: (
        mark(
            "{trip}, {date}, {time}. Be there 30 minutes before. PNR {PNR}. Bring your identity document.",
        ),
        mark("{trip}, {date}. Be there 30 minutes before. PNR {PNR}. Bring your identity document."),
    ),
    Template.OFF_CANCELLED: (
        mark(
            "{trip}, {date}, does not run. Your booking {PNR} is cancelled. "
            "You get back INR {amount} ({way})."
        ),
        mark("{trip}, {date}, does not run. Your booking {PNR} is cancelled. You get back INR {amount}."),
        mark("{trip}, {date}, does not run. Your booking {PNR} is cancelled."),
    ),
    Template.OFF_OPEN: (
        mark("{trip}, {date}, does not run. We are clarifying your refund and will call you."),
    ),
    Template.DETAILS: (REQUEST,),
    Template.PAYMENT: (
        mark(
            "INR {amount} is to be paid for {trip}, {date}, {time}. UPI: {upi}, note {PNR}. "
            "The code comes as a picture."
        ),
        mark(
            "INR {amount} is to be paid for {trip}, {date}. UPI: {upi}, note {PNR}. "
            "The code comes as a picture."
        ),
    ),
    Template.DUES: (
        mark(
            "Still to be paid for {trip}, {date}: INR {due}, until {until}. PNR {PNR}. "
            "At our counter or by UPI."
        ),
        mark("Still to be paid for {trip}, {date}: INR {due}. PNR {PNR}. At our counter or by UPI."),
    ),
}
"""The fullest first; the last one of each names only what every booking has."""


@frozen
class MessageFields:
    """What the place holders stand for; never the wallet's side."""

    trip: str
    day: date
    pnr: str = field(default="", repr=False)
    """Empty before it is booked."""
    name: str = field(default="", repr=False)
    """The customer's."""
    starts: str = ""
    """Such as "07:15"; a window that is not a time is not said, since it may be in another language."""
    amount: Decimal | None = None
    """What the customer gets back, or is asked for; in INR, None when not stated or of another currency."""
    way: Wording = ""
    """How it is given back, such as `mark("UPI")`; empty when it is not known."""
    due: Decimal | None = None
    """What the customer still owes, in INR; None when that is not known."""
    is_ahead: bool = False
    """Whether the trip is still to leave: it is to be paid until then."""
    upi: str = ""
    """The agency's UPI address; empty for none."""
    agency: str = ""
    phone: str = ""
    """The agency's."""
    is_practice: bool = False


@frozen
class Offer:
    """One message to the customer of a booking, by the code of its language."""

    why_not: Wording
    """Why it cannot be written now; empty when it can."""
    texts: Mapping[str, str] = field(repr=False)


def why_not(template: Template, party: Party, till: TillRules, *, has_left: bool, is_real: bool) -> Wording:
    """Why a customer cannot be written this; empty when nothing stands against it.

    What is left to pay is never said where it is not known.
    """
    is_upi, sale, owed = template is Template.PAYMENT, party.sale, party.owed
    unknown = party.state is PartyState.UNKNOWN, _NOT_CANCELLED if sale.open_cancellation else _NOT_BOOKED
    # A charge that is left to pay is not asked for as a trip that runs.
    cancelled = not party.counts, mark("It is cancelled.")
    of_trip = ((has_left, mark("It has left.")),)
    of_money = (
        (not till.is_on, mark("The till is off, so nothing is said of money.")),
        (owed is None, mark("What is left to pay is not known.")),
        (owed == 0, mark("Nothing is left to pay.")),
        (sale.currency != "INR", mark("It is not owed in rupees.")),
        (is_upi and not is_real, mark("PRACTICE. There is no code: it would take real money.")),
        (is_upi and not till.is_upi_tested, mark("UPI is not tested. Print the test in Settings.")),
    )
    own = of_trip if template is Template.REMINDER else of_money
    return next((words for is_so, words in (unknown, cancelled, *own) if is_so), "")


def message(template: Template, language: str, fields: MessageFields, own: str = "") -> str:
    """The message in a language, by its code, whatever the language of the program is.

    `own` is the agency's wording for this template and language. It is used as it is; below the program's
    own wording stand the agency and its phone number.
    """
    with speaking(language):
        known = {name: value for name, value in _values(fields).items() if value}
        practice = tr("PRACTICE") if fields.is_practice else ""
        if own and _names(own) <= known.keys():
            return joined("\n", (practice, _filled(own, known)))
        texts = [tr(each) for each in _TEXTS[template]]
        text = next((each for each in texts if _names(each) <= known.keys()), texts[-1])
        end = joined(", ", (_line(fields.agency), _line(fields.phone)))
        return joined("\n", (practice, _filled(text, known), end))


def details_message(language: str, fields: MessageFields, identity: Identity | None, own: str = "") -> str:
    """The message that asks for the travellers of a boat, by what its flags need (interface part 2.1).

    The lines of an example are the last, as the answers stand below them.
    """
    with speaking(language):
        # In a line of its own it would be read as a traveller where the answer quotes the question.
        practice = tr("PRACTICE") if fields.is_practice else ""
        question = message(Template.DETAILS, language, replace(fields, is_practice=False), own)
        return f"{joined(' ', (practice, question))}\n{asked_details(identity)}"


def own_wording(messages: Mapping[str, str], template: Template, language: str) -> str:
    """The agency's own wording among the `messages` of its rules; empty for none."""
    return messages.get(f"{template}_{language}", "")


def wrong_field(text: str) -> str:
    """The first thing in braces that is no place holder, or a lone brace; empty for none."""
    return next((each for each in _IN_BRACES.findall(text) if each[1:-1] not in MESSAGE_FIELDS), "")


def program_text(template: Template, language: str) -> str:
    """The program's own wording with its place holders, to be shown where the agency has none."""
    with speaking(language):
        return tr(_TEXTS[template][0])


def _values(fields: MessageFields) -> dict[str, str]:
    starts = fields.starts if _TIME.fullmatch(fields.starts) else ""
    return {
        "name": _line(fields.name),
        "trip": _line(fields.trip),
        "date": formats.day_long(fields.day),
        "time": starts,
        "PNR": _line(fields.pnr),
        "amount": "" if fields.amount is None else formats.amount(fields.amount),
        "way": str(fields.way),
        "phone": _line(fields.phone),
        "due": "" if fields.due is None else formats.amount(fields.due),
        "until": joined(", ", (formats.day_short(fields.day), starts)) if fields.is_ahead else "",
        "upi": fields.upi,
    }


def _names(text: str) -> set[str]:
    return {each[1:-1] for each in _IN_BRACES.findall(text)}


def _filled(text: str, known: Mapping[str, str]) -> str:
    """The text filled in one go: what a customer or a trip is called is never read for place holders."""
    return _IN_BRACES.sub(lambda found: known.get(found[0][1:-1], found[0]), text)


def _line(text: str) -> str:
    return " ".join(text.split())
