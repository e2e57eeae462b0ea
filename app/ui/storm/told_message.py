"""What a party of a storm is told: that it is cancelled and what it gets back, or nothing yet."""

from __future__ import annotations

from app.core.language import LANGUAGES, Wording, mark, tr
from app.desk.model.office_rules import OfficeRules
from app.desk.storm.values import GetsBack, StormHeading, StormParty
from app.desk.till.payment_values import PayWay
from app.desk.travelling.messages import MessageFields, Template, message, own_wording
from app.ui.storm.told_rows import is_gone
from app.ui.travelling.message_panel import Recipient

_BY = {PayWay.CASH: mark("cash"), PayWay.UPI: mark("UPI"), PayWay.CARD: mark("card")}
"""The ways of giving back that a message names; on account nothing is paid out."""
_NOTHING_YET = mark("Tell nothing yet: it is still booked, or not known. Enter opens its booking.")


def way_of(back: GetsBack) -> Wording:
    """The way in which all was paid, and is given back; empty for none and for several."""
    return _BY.get(back.way, "") if back.way else ""


def recipient(
    party: StormParty, heading: StormHeading, rules: OfficeRules, place: str, note: str
) -> Recipient:
    """The party with its message in each language.

    `place` is its place among all that are told, `note` what was said of it so far.
    """
    sale, own = party.sale, rules.travelling.messages
    fields = MessageFields(
        trip=heading.title or sale.title,
        day=heading.day,
        pnr=sale.booking_ref,
        name=sale.customer_name,
        starts=heading.starts,
        # Who has paid nothing, or too little, waits for no money: a sum of nothing would only be asked about.
        amount=party.back.back if party.back.paid and not party.back.owes else None,
        way=way_of(party.back),
        agency=rules.branding.agency,
        phone=rules.branding.phone,
    )
    template = Template.OFF_OPEN if party.back.back is None else Template.OFF_CANCELLED
    return Recipient(
        sale.request_id,
        sale.booking_ref,
        sale.customer_name,
        sale.customer_phone,
        sale.customer_email,
        tr("{trip} is cancelled, PNR {pnr}", trip=fields.trip, pnr=sale.booking_ref),
        {code: message(template, code, fields, own_wording(own, template, code)) for code in LANGUAGES},
        place,
        note,
        "" if is_gone(party) else tr(_NOTHING_YET),
    )
