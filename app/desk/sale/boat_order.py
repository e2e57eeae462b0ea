"""The booking of a boat: each passenger with exactly the data that the trip requires."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.api.messages.request_body import Proof
from app.api.messages.requests import BoatBooking
from app.api.messages.requests import PassengerItem as SentPassenger
from app.core.language import tr, trn
from app.desk.documents.document import megabytes, sent_length
from app.desk.model import formats
from app.desk.model.boats import BoatDraft, Identity, Passenger
from app.desk.model.nationalities import INDIAN, is_indian
from app.desk.passengers.rules import age_of, as_asked, needs

_WORTH_TELLING = 1_000_000
"""Fewer bytes are sent in a moment and not mentioned."""
_BESIDE_COPIES = 4_000
"""About the bytes of an order beside its copies."""
_LARGE = 20_000_000
"""The number of bytes from which the screen mentions that sending takes a while."""


def boat_booking(draft: BoatDraft, customer: Mapping[str, str]) -> Callable[[str], BoatBooking]:
    """A function that makes the request with a request number (interface parts 2.6 and 4.3).

    It raises pydantic.ValidationError for a value over a limit of part 8; check the draft's problems first.
    """
    departure = draft.departure
    passengers = tuple(sent_passenger(each, departure.identity) for each in draft.passengers)

    def build(request_id: str) -> BoatBooking:
        return BoatBooking(
            request_id=request_id,
            qty=draft.qty,
            travel_date=departure.day,
            schedule_id=departure.schedule_id,
            passengers=passengers,
            **customer,
        )

    return build


def copies_words(draft: BoatDraft, too_large: int | None = None) -> str:
    """The number and total size of the copies, with a warning; empty when they are small.

    `too_large`: an order of so many bytes was too large for the service.
    """
    sizes = [
        sent_length(len(each.document.data))
        for each in draft.passengers
        if each.document and needs(each, draft.departure.identity).id_proof_file
    ]
    total = sum(sizes)
    is_too_large = too_large is not None and total + _BESIDE_COPIES >= too_large
    if not sizes or (total < _WORTH_TELLING and not is_too_large):
        return ""
    said = trn(
        "{number} copy goes along, {size} in all.",
        "{number} copies go along, {size} in all.",
        len(sizes),
        size=megabytes(total),
    )
    slow = tr("This may take minutes: stay until it is sent.") if total > _LARGE else ""
    warning = (
        tr("The service has not taken {size} before: attach smaller copies.", size=megabytes(too_large))
        if is_too_large and too_large
        else ""
    )
    return formats.sentences(said, slow, warning)


def sent_passenger(passenger: Passenger, identity: Identity | None) -> SentPassenger:
    """One passenger as sent; data that is not required stays on this counter."""
    passenger = as_asked(passenger, identity)
    copy = passenger.document if needs(passenger, identity).id_proof_file else None
    return SentPassenger(
        traveler_name=passenger.traveler_name.strip(),
        # -1 is out of the request's range, so that an age that is no number is never sent.
        age=-1 if (age := age_of(passenger)) is None else age,
        pax_gender=passenger.pax_gender.strip(),
        nationality=INDIAN if is_indian(passenger.nationality) else passenger.nationality.strip(),
        id_type=passenger.id_type.strip() or None,
        id_number=passenger.id_number.strip() or None,
        id_proof_file=Proof(copy.data, copy.sha256) if copy else None,
    )
