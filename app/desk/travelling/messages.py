"""The messages to a party about its trip: one text for each occasion, in the language of the customer.

What the agency has written itself in the settings comes first. A text that names what is not known, such as
the amount while the charge is not stated, is not used: a shorter one of the program says the rest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from datetime import date
from decimal import Decimal
from enum import StrEnum

from app.core.frozen import frozen
from app.core.language import Message, Wording, joined, mark, speaking, tr
from app.core.settings import MESSAGE_FIELDS
from app.desk.model import formats
from app.desk.model.boats import Identity
from app.desk.passengers.asked_details import REQUEST, asked_details

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
    """What the customer gets back, in INR; None when it is not stated or of another currency."""
    way: Wording = ""
    """How it is given back, such as `mark("UPI")`; empty when it is not known."""
    agency: str = ""
    phone: str = ""
    """The agency's."""


def message(template: Template, language: str, fields: MessageFields, own: str = "") -> str:
    """The message in a language, by its code, whatever the language of the program is.

    `own` is the agency's wording for this template and language. It is used as it is; below the program's
    own wording stand the agency and its phone number.
    """
    with speaking(language):
        known = {name: value for name, value in _values(fields).items() if value}
        if own and _names(own) <= known.keys():
            return _filled(own, known)
        texts = [tr(each) for each in _TEXTS[template]]
        text = next((each for each in texts if _names(each) <= known.keys()), texts[-1])
        return joined("\n", (_filled(text, known), joined(", ", (_line(fields.agency), _line(fields.phone)))))


def details_message(language: str, fields: MessageFields, identity: Identity | None, own: str = "") -> str:
    """The message that asks for the travellers of a boat, by what its flags need (interface part 2.1).

    The lines of an example are the last, as the answers stand below them.
    """
    with speaking(language):
        return f"{message(Template.DETAILS, language, fields, own)}\n{asked_details(identity)}"


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
    return {
        "name": _line(fields.name),
        "trip": _line(fields.trip),
        "date": formats.day_long(fields.day),
        "time": fields.starts if _TIME.fullmatch(fields.starts) else "",
        "PNR": _line(fields.pnr),
        "amount": "" if fields.amount is None else formats.amount(fields.amount),
        "way": str(fields.way),
        "phone": _line(fields.phone),
    }


def _names(text: str) -> set[str]:
    return {each[1:-1] for each in _IN_BRACES.findall(text)}


def _filled(text: str, known: Mapping[str, str]) -> str:
    """The text filled in one go: what a customer or a trip is called is never read for place holders."""
    return _IN_BRACES.sub(lambda found: known.get(found[0][1:-1], found[0]), text)


def _line(text: str) -> str:
    return " ".join(text.split())
