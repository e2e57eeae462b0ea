"""Asks the customer for the travellers: copied, and opened as a chat where the number has its country."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QApplication

from app.core.language import tr
from app.desk.model.boats import BoatDraft
from app.desk.model.formats import clock_time
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Draft
from app.desk.travelling.messages import MessageFields, Template, details_message, own_wording
from app.desk.vouchers.links import chat_to
from app.desk.vouchers.voucher_text import certain_chat_number
from app.ui.kit.basics.opening import open_outside


def hand_details_request(draft: Draft, rules: OfficeRules, *, is_practice: bool) -> str:
    """Hand over the message in the customers' language. Returns what is said of it; nothing is sent."""
    if not isinstance(draft, BoatDraft):
        return tr("This trip asks for nobody\u2019s details.")
    departure, branding = draft.departure, rules.branding
    fields = MessageFields(
        trip=departure.name,
        day=departure.day,
        name=draft.customer_name,
        starts="" if departure.departs is None else clock_time(departure.departs),
        agency=branding.agency,
        phone=branding.phone,
        is_practice=is_practice,
    )
    own = own_wording(rules.travelling.messages, Template.DETAILS, branding.language)
    text = details_message(branding.language, fields, departure.identity, own)
    QApplication.clipboard().setText(text)
    digits = certain_chat_number(draft.whole_phone)
    # A link that is too long has nothing in it: the text is on the clipboard.
    link = chat_to(digits, (text, ""))
    if digits and open_outside(QUrl.fromEncoded(link.encode())):
        return tr(
            "Chat opened with {number}. Copy the answer, and paste it with Paste rows.", number=f"+{digits}"
        )
    return tr("Copied for a chat: paste it there. Copy the answer, and paste it with Paste rows.")
