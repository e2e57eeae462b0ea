"""Makes the board of a day from its sales and from what is noted about them; pure, for any number of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache

from pydantic import TypeAdapter, ValidationError

from app.core.frozen import frozen
from app.core.language import mark, tr
from app.desk.bookings.booking_values import (
    HANDED_BACK,
    NOT_REACHED,
    TOLD,
    SaleStanding,
    with_others,
)
from app.desk.model import formats
from app.desk.model.booking import says_cancelled
from app.desk.model.nationalities import is_indian
from app.desk.model.office_rules import Branding
from app.desk.model.sale import Sale
from app.desk.service.status_parsing import StatusReading
from app.desk.travelling.notes import HANDING, STORMS, TELLING, running_plans
from app.desk.travelling.values import BoardDeparture, ClerkMark, Party, PartyState, StormMark, ToldState
from app.desk.vouchers.kept_words import kept_voucher
from app.desk.vouchers.voucher import Voucher
from app.store.register.index_words import folded, spellings
from app.store.register.values import SOLD_HERE, KeptNote

_CHILDREN = ("child", "infant", "kid", "baby")
_ADULT, _CHILD, _FOREIGN = mark("{number}a"), mark("{number}c"), mark("{number}f")
_TOLD_BY_CODE = {TOLD: ToldState.TOLD, NOT_REACHED: ToldState.NOT_REACHED}
LAST = "~"
"""Sorted after every time of day."""


@frozen
class BoardSale:
    """What is known of one sale."""

    sale: Sale
    notes: Sequence[KeptNote]
    """The oldest first."""
    reading: StatusReading | None
    owed: int | None


def travels_from_here(sale: Sale) -> bool:
    """Whether this office sold it, or may have.

    Of what was sold elsewhere no price was expected; while its cancellation is open nothing else tells it
    from a sale of another desk.
    """
    is_ours = not sale.is_elsewhere and (sale.standing in SOLD_HERE or sale.expected is not None)
    return is_ours and sale.standing in {*SOLD_HERE, SaleStanding.OPEN}


def departures(found: Iterable[BoardSale], branding: Branding) -> tuple[BoardDeparture, ...]:
    """The departures and slots of these sales, the newest first, by their time; parties as they were sold."""
    groups: dict[str, list[BoardSale]] = {}
    for each in reversed([*found]):
        groups.setdefault(_group(each.sale), []).append(each)
    made = [_departure(key, some, branding) for key, some in groups.items()]
    return tuple(sorted(made, key=lambda each: (each.starts or LAST, not each.is_boat, each.title)))


def seat_words(sale: Sale, seats: int, branding: Branding) -> str:
    """So many seats of a sale: "2a 1c 1f" of a boat as far as the fares are known, else their number."""
    return _seat_words(kept_voucher(sale.kept, branding) if sale.is_boat else None, seats)


def changed_at(sale: Sale) -> datetime:
    """When the sale reached its state, by this counter's clock."""
    at = (step.at for step in sale.history if not step.is_told)
    return sale.updated_at or max(at, default=sale.sold_at)


def _group(sale: Sale) -> str:
    kind = "boat" if sale.is_boat else "activity"
    return "|".join((kind, sale.product_id or sale.title, sale.window))


def _departure(key: str, some: Sequence[BoardSale], branding: Branding) -> BoardDeparture:
    newest = some[-1].sale
    vouchers = {
        each.sale.request_id: kept_voucher(each.sale.kept, branding)
        for each in some
        if newest.is_boat or each is some[-1]
    }
    told = vouchers[newest.request_id]
    starts, _, ends = (part.strip() for part in newest.window.partition(formats.EN_DASH))
    return BoardDeparture(
        key=key,
        is_boat=newest.is_boat,
        title=newest.title,
        place=newest.place or told.place,
        starts=starts or (formats.clock_time(told.starts) if told.starts else told.window),
        ends=ends or (formats.clock_time(told.ends) if told.ends else ""),
        parties=tuple(_party(each, vouchers.get(each.sale.request_id)) for each in some),
    )


def noted(party: Party, notes: Sequence[KeptNote]) -> Party:
    """The party with what these notes, the oldest first, say of it."""
    told, handed, running = _newest(notes, TELLING), _newest(notes, HANDING), running_plans(notes)
    has_said = told is not None and told.code in _TOLD_BY_CODE
    is_handed = handed is not None and handed.code != HANDED_BACK
    return replace(
        party,
        told=_TOLD_BY_CODE.get(told.code, ToldState.NOT_TOLD) if told else ToldState.NOT_TOLD,
        told_mark=_mark(told) if told and has_said else None,
        is_handed=is_handed,
        handed_mark=_mark(handed) if handed and is_handed else None,
        marks={each.code: _mark(each) for each in notes},
        storm=_storm(running[-1] if running else _newest(notes, STORMS), is_over=not running),
    )


def _party(known: BoardSale, voucher: Voucher | None) -> Party:
    sale, state = known.sale, _state(known.sale)
    seats = 0 if state is PartyState.CANCELLED else sale.qty - sale.released
    party = Party(
        sale=sale,
        state=state,
        seats=seats,
        seat_words=_seat_words(voucher, seats),
        owed=known.owed,
        asked=known.reading,
        differs=_differs(sale, known.reading),
        people=_people(known),
    )
    return noted(party, known.notes)


def fitting(parties: Iterable[Party], typed: str) -> tuple[Party, ...]:
    """The parties whose customer, phone, PNR, notes or passengers hold every word, whatever its accents.

    Each has the passengers by whose names alone it was found.
    """
    words = folded(typed).split()
    return tuple(found for each in parties if (found := _found(each, words)) is not None)


def _found(party: Party, words: Sequence[str]) -> Party | None:
    sale = party.sale
    own = [folded(each) for each in (sale.customer_name, sale.customer_phone, sale.booking_ref, *sale.notes)]
    lacking = [word for word in words if not any(each in text for each in spellings(word) for text in own)]
    by = tuple(each for each in party.people if any(word in folded(each) for word in lacking))
    is_whole = all(any(word in folded(each) for each in by) for word in lacking)
    return replace(party, found_by=by) if is_whole else None


def _people(known: BoardSale) -> tuple[str, ...]:
    said = () if known.reading is None else (each.name for each in known.reading.travellers)
    each_once = {folded(name): name for name in (*known.sale.kept.names, *said) if name.strip()}
    return tuple(each_once.values())


def _state(sale: Sale) -> PartyState:
    if sale.is_open:
        return PartyState.UNKNOWN
    if sale.is_gone or sale.standing == SaleStanding.CANCELLED:
        return PartyState.CANCELLED
    if sale.is_of_other:
        return PartyState.OTHER_KEY
    return PartyState.PARTLY if sale.released else PartyState.TRAVELS


def _newest(notes: Sequence[KeptNote], codes: Iterable[str]) -> KeptNote | None:
    return next((each for each in reversed(notes) if each.code in codes), None)


def _mark(note: KeptNote) -> ClerkMark:
    return ClerkMark(note.at.astimezone(), note.clerk, note.desk, note.said)


def _storm(note: KeptNote | None, *, is_over: bool) -> StormMark | None:
    """The mark of a storm; None when what it says was erased with its customer."""
    try:
        said = _said().validate_json(note.said) if note else {}
    except ValidationError:
        return None
    if note is None or "id" not in said:
        return None
    kept = {name: str(each) for name, each in said.items()}
    return StormMark(
        kept["id"],
        kept.get("reason", ""),
        kept.get("by", ""),
        kept.get("second", ""),
        is_over=is_over,
        desk=note.desk,
        at=note.at.astimezone(),
    )


@cache
def _said() -> TypeAdapter[dict[str, str | int | None]]:
    return TypeAdapter(dict[str, str | int | None])


def _differs(sale: Sale, reading: StatusReading | None) -> str:
    """That the service says something else than is kept here since then; or empty."""
    said = "" if reading is None else reading.booking_status
    if reading is None or not said or sale.is_open or reading.read_at <= changed_at(sale):
        return ""
    now = with_others(replace(sale, said=reading.said), reading)
    if says_cancelled(said) == sale.is_gone and not now.is_less:
        return ""
    return tr("Service says {state}. Open the booking.", state=formats.state(said))


def _seat_words(voucher: Voucher | None, seats: int) -> str:
    return _fares(voucher, seats) or str(seats)


def _fares(voucher: Voucher | None, seats: int) -> str:
    """The travellers of a boat by fare, such as "2a 1c 1f"; empty unless all of them are known."""
    people = () if voucher is None else voucher.travellers
    if voucher is None or not voucher.is_boat or len(people) != seats:
        return ""
    lines = voucher.price.lines if voucher.price else ()
    young = {each.fare for each in lines if any(word in each.label.casefold() for word in _CHILDREN)}
    grown = {each.fare for each in lines} - young
    found = Counter(
        _FOREIGN
        if each.nationality and not is_indian(each.nationality)
        else _CHILD
        if each.fare in young - grown
        else _ADULT
        for each in people
    )
    return " ".join(tr(kind, number=found[kind]) for kind in (_ADULT, _CHILD, _FOREIGN) if found[kind])
