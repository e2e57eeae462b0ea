"""The passengers of a boat sale in a few words."""

from __future__ import annotations

from app.core.language import trn
from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.desk.model.nationalities import INDIAN
from app.desk.model.service_words import shown_word
from app.desk.passengers.rules import is_foreigner, rate_of


def party_words(draft: BoatDraft) -> str:
    """The passengers by kind of ticket, such as "2 adults INDIAN, 1 child INDIAN"."""
    counts: dict[tuple[str, str], int] = {}
    for passenger in draft.passengers:
        rate = rate_of(passenger, draft.departure.rates)
        if rate is not None:
            kind = (rate.ticket_type, INDIAN if not is_foreigner(passenger) else "FOREIGNER")
            counts[kind] = counts.get(kind, 0) + 1
    return formats.listed(_people(ticket, count, who) for (ticket, who), count in counts.items())


def _people(ticket: str, count: int, who: str) -> str:
    """The number of one kind of ticket; an unknown kind is shown as received."""
    who = shown_word(who)
    match ticket.casefold():
        case "":
            return f"{count} {who}"
        case "adult":
            return trn("{number} adult {who}", "{number} adults {who}", count, who=who)
        case "child":
            return trn("{number} child {who}", "{number} children {who}", count, who=who)
        case "infant":
            return trn("{number} infant {who}", "{number} infants {who}", count, who=who)
        case "senior":
            return trn("{number} senior {who}", "{number} seniors {who}", count, who=who)
        case kind:
            return trn(
                "{number} {kind} {who}", "{number} {kind}s {who}", count, kind=shown_word(kind), who=who
            )
