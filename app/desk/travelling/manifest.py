"""The manifest of a departure: who travels, party by party, without money and without what they were told.

Of documents it has what the vouchers have, the kind and the last four: full numbers are kept nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from datetime import date, datetime

from app.core.frozen import frozen
from app.core.language import joined, mark, tr
from app.desk.files.spreadsheet_export import Cell, OutTable
from app.desk.model import formats
from app.desk.model.booking import says_cancelled
from app.desk.model.office_rules import Branding
from app.desk.model.service_words import shown_word
from app.desk.travelling.values import BoardDeparture, Party, PartyState
from app.desk.vouchers.kept_words import kept_voucher
from app.desk.vouchers.voucher import VoucherTraveller, document_parts, still_on_paper

_DOTS = "\u2022" * 4
_TRAVELLING = frozenset({PartyState.TRAVELS, PartyState.PARTLY, PartyState.OTHER_KEY})
_HEADINGS = (
    mark("Party"),
    mark("Customer"),
    mark("Phone"),
    mark("PNR"),
    mark("Seats"),
    mark("Traveller"),
    mark("Age"),
    mark("Gender"),
    mark("Nationality"),
    mark("Document"),
    mark("Number"),
    mark("On board"),
    mark("Note"),
)


@frozen
class ManifestTraveller:
    """One traveller, each word as booked; empty when unknown."""

    number: int
    """Counted through the whole departure."""
    name: str = field(repr=False)
    age: str
    gender: str
    nationality: str
    document: str
    """The kind of document."""
    document_end: str = field(repr=False)
    """The last four of its number behind dots; empty when it is unknown or not to be shown."""


@frozen
class ManifestParty:
    """The people of one booking who travel."""

    number: int
    """0 for one whose outcome is not known."""
    name: str = field(repr=False)
    phone: str = field(repr=False)
    pnr: str
    seats: int
    travellers: tuple[ManifestTraveller, ...]
    """None at all when it is not known here who they are."""
    note: str = ""
    """That the names are not known, what the service says otherwise, the note on the voucher; or empty."""


@frozen
class Manifest:
    """A departure or a slot with the parties that travel."""

    is_boat: bool
    title: str
    place: str
    day: date
    starts: str
    ends: str
    parties: tuple[ManifestParty, ...]
    unknown: tuple[ManifestParty, ...]
    """Those that may be booked or not: they are counted nowhere."""
    branding: Branding
    made_at: datetime
    is_practice: bool

    @property
    def seats(self) -> int:
        """The seats of all parties that travel."""
        return sum(each.seats for each in self.parties)

    @property
    def has_ends(self) -> bool:
        """Whether the end of any document's number is on it."""
        return any(one.document_end for each in self.parties for one in each.travellers)

    def shown(self, branding: Branding) -> Manifest:
        """The same on another paper or in another language."""
        return replace(self, branding=branding)


def manifest(
    departure: BoardDeparture,
    day: date,
    branding: Branding,
    at: datetime,
    *,
    last_four: bool,
    is_practice: bool,
) -> Manifest:
    """The manifest of a departure as it stands on the board; cancelled people and parties are not on it.

    `last_four` says whether the last four of documents are on it, else their kind alone.
    """
    made: list[ManifestParty] = []
    count = 0
    for each in (one for one in departure.parties if one.state in _TRAVELLING):
        people = tuple(
            _traveller(number, one, last_four=last_four)
            for number, one in enumerate(_people(each, branding), count + 1)
        )
        count += each.seats
        made.append(_party(each, len(made) + 1, people))
    unknown = (each for each in departure.parties if each.state is PartyState.UNKNOWN)
    return Manifest(
        is_boat=departure.is_boat,
        title=departure.title,
        place=departure.place,
        day=day,
        starts=departure.starts,
        ends=departure.ends,
        parties=tuple(made),
        unknown=tuple(_party(each, 0) for each in unknown),
        branding=branding,
        made_at=at,
        is_practice=is_practice,
    )


def when(found: Manifest) -> tuple[tuple[str, str], ...]:
    """Date, times and counts with their names; unknown parts are left out."""
    times = ((tr("Departure"), found.starts), (tr("Return"), found.ends))
    if not found.is_boat:
        times = ((tr("Slot"), joined(f" {formats.EN_DASH} ", (found.starts, found.ends))),)
    parts = (
        (tr("Date"), formats.day_long(found.day)),
        *times,
        (tr("Parties"), str(len(found.parties))),
        (tr("Seats"), str(found.seats)),
    )
    return tuple(each for each in parts if each[1])


def what_it_is(found: Manifest) -> tuple[str, ...]:
    """Whose parties are on it, and what of documents is."""
    whose = tr("Sold by this office only. The operator has the full list.")
    return (whose, tr("Document numbers show their last four.")) if found.has_ends else (whose,)


def not_known() -> str:
    """The heading of the parties whose outcome is not known."""
    return tr("Not known, ask. They are not counted.")


def words_of(traveller: ManifestTraveller) -> tuple[str, str, str, str, str, str]:
    """Name, age, gender, nationality, kind of document and end of its number in the present language."""
    gender, nationality, document = map(
        shown_word, (traveller.gender, traveller.nationality, traveller.document)
    )
    return traveller.name, traveller.age, gender, nationality, document, traveller.document_end


def manifest_table(found: Manifest) -> OutTable:
    """A row for each traveller, or for a party without names, with the columns of the paper."""
    return OutTable(tr("Manifest"), tuple(map(tr, _HEADINGS)), tuple(_rows(found)))


def as_text(found: Manifest) -> str:
    """What the paper says, to be read out."""
    lines = [tr("Manifest"), found.title, found.place, *(f"{name}: {told}" for name, told in when(found))]
    for each in found.parties:
        lines.append(joined(", ", (str(each.number), *_about(each))))
        lines += [joined(", ", (str(one.number), *words_of(one))) for one in each.travellers]
        lines.append(each.note)
    if found.unknown:
        lines += [not_known(), *(joined(", ", _about(each)) for each in found.unknown)]
    return joined("\n", (*lines, *what_it_is(found)))


def manifest_file(found: Manifest, suffix: str) -> str:
    """The name of its file, with day and time and without a person's name."""
    at = "".join(each for each in found.starts if each.isascii() and each.isdigit())[:4]
    practice = "practice" if found.is_practice else ""
    return f"{joined('-', (practice, 'manifest', found.day.isoformat(), at))}{suffix}"


def _about(party: ManifestParty) -> tuple[str, ...]:
    return party.name, party.phone, party.pnr, formats.seats(party.seats)


def _party(party: Party, number: int, people: tuple[ManifestTraveller, ...] = ()) -> ManifestParty:
    sale = party.sale
    nameless = tr("The names are not known here.") if number and sale.is_boat and not people else ""
    return ManifestParty(
        number=number,
        name=sale.customer_name,
        phone=sale.customer_phone,
        pnr=sale.booking_ref,
        seats=party.seats,
        travellers=people,
        note=joined(" ", (nameless, party.differs, sale.notes.on_voucher)),
    )


def _people(party: Party, branding: Branding) -> tuple[VoucherTraveller, ...]:
    """Who travels of a party; none unless that is known of every seat."""
    kept = kept_voucher(party.sale.kept, branding).travellers
    asked = () if party.asked is None else party.asked.travellers
    booked = [each for each in asked if not says_cancelled(each.status)]
    if len(booked) == party.seats:
        return still_on_paper(kept, booked)
    return kept if party.state is not PartyState.PARTLY and len(kept) == party.seats else ()


def _traveller(number: int, person: VoucherTraveller, *, last_four: bool) -> ManifestTraveller:
    kind, end = document_parts(person.document)
    return ManifestTraveller(
        number=number,
        name=person.name,
        age=person.age,
        gender=person.gender,
        nationality=person.nationality,
        document=kind,
        document_end=f"{_DOTS} {end}" if end and last_four else "",
    )


def _rows(found: Manifest) -> Iterator[tuple[Cell, ...]]:
    for party in (*found.parties, *found.unknown):
        for each in party.travellers:
            yield _row(party, each)
        if not party.travellers:
            yield _row(party)


def _row(party: ManifestParty, traveller: ManifestTraveller | None = None) -> tuple[Cell, ...]:
    told = ("",) * 6 if traveller is None else words_of(traveller)
    note = party.note if party.number else tr("Not known, ask")
    return (party.number or None, party.name, party.phone, party.pnr, party.seats, *told, None, note)
