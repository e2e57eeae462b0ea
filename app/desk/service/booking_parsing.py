"""Turns answers about a booking into values: its state, its travellers' numbers, and a refund quote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, cast

from app.api.messages import spellings
from app.api.messages.answers import QuoteAnswer, StatusAnswer, TravellerItem
from app.api.messages.spellings import ItemId, item_id, or_none
from app.core.language import tr
from app.desk.model import formats
from app.desk.model.booking import BookedTraveller, BookingState, Choice, TravellerChoice
from app.desk.service.stated_words import plain

_ID_NAMES = ("passenger_id", "traveler_id", "traveller_id", "pax_id")
_OWN_ID_NAMES = (*_ID_NAMES, "pid", "id")
"""Of what is certainly a traveller; elsewhere an id may be that of anything with a name."""
_OWN_NAMES = ("traveler_name", "traveller_name", "passenger_name", "pax_name")
_NAMES = (*_OWN_NAMES, "name")
_LARGEST_ID = 10**18
_SHORTEST_NAMED = 16
"""Signs of a text that cannot be the number of a document under a name that may mean one."""
_LONGEST_TEXT = 500
_MOST_ROWS = 60
_REFUND = frozenset({"net_agent_refund_credited", "net_agent_refund"})
_CHARGE = frozenset({"platform_cancellation_charge"})
_DEBITED = frozenset({"amount_debited", "total_debited"})

Rows = tuple[tuple[str, str], ...]


def booking_state(answer: StatusAnswer, booking_ref: str, ids: Mapping[str, ItemId]) -> BookingState:
    """The booking of one answer, each word as received (interface part 2.9).

    `ids` are travellers' numbers from another answer, by name.
    """
    data = answer.data
    summary, breakdown, about = data.financial_summary, data.financial_breakdown, data.metadata
    elsewhere = ids_named(answer.model_extra, data.model_extra)
    departs = about.departure_time if about else None
    spelt = data.booking_reference or ""
    return BookingState(
        booking_ref=spelt if spelt.casefold() == booking_ref.casefold() else booking_ref,
        booking_status=data.booking_status or "",
        payment_status=data.payment_status or "",
        refund_status=data.refund_status or "",
        refunded=summary.total_refunded if summary else None,
        travellers=_numbered(_once(data.traveler_manifest or ()), elsewhere, ids),
        title=plain(about and (about.activity_name or about.trip_name)),
        place=plain(about and about.boat_name),
        day=about.travel_date if about else None,
        window=plain(about and about.slot_label) or (formats.clock_time(departs) if departs else ""),
        paid=summary.total_paid if summary else breakdown.total_price if breakdown else None,
    )


def ids_named(*parts: Mapping[str, Any] | None) -> dict[str, ItemId]:
    """The travellers' numbers by name, from fields that the interface does not show.

    A number of two people and a person with two numbers are left out.
    """
    found: dict[str, set[ItemId]] = {}
    for part in parts:
        for each in _objects(part or {}):
            name = next((each[key] for key in _NAMES if key in each), None)
            number = _id_in(each, _ID_NAMES if each.keys().isdisjoint(_OWN_NAMES) else _OWN_ID_NAMES)
            if isinstance(name, str) and number is not None:
                found.setdefault(plain(name), set()).add(number)
    return {
        name: next(iter(ids))
        for name, ids in found.items()
        if len(ids) == 1 and sum(ids <= others for others in found.values()) == 1
    }


def misnamed(choice: Choice, people: Sequence[BookedTraveller], named: Mapping[str, ItemId]) -> str:
    """A sentence when a chosen number belongs to another person; empty when nothing contradicts it."""
    known = [(each.name, each.traveller_id) for each in people if each.traveller_id is not None]
    for each in choice.travellers if isinstance(choice, TravellerChoice) else ():
        for name, number in (*known, *named.items()):
            if number == each.traveller_id and plain(name) != plain(each.name):
                return tr(
                    "{number} is the id of {name}, not of {other}.",
                    number=number,
                    name=name,
                    other=each.name,
                )
    return ""


def refund_stated(answer: QuoteAnswer) -> tuple[Decimal | None, Decimal | None, Decimal | None]:
    """Refund, charge and debit of the choice, each None unless the answer states it exactly once.

    The fields of the answer are not shown (interface part 4.4): a name that part 2.7 does not use is shown
    as received and never taken for an amount.
    """
    found = list(_leaves(answer.fields))
    return _amount(found, _REFUND), _amount(found, _CHARGE), _amount(found, _DEBITED)


def rows_as_received(answer: QuoteAnswer) -> Rows:
    """Every field of an answer by its path, and its value as text; at most 60 of them."""
    rows = [(path, _text(value)[:_LONGEST_TEXT]) for path, value in _leaves(answer.fields)]
    more = len(rows) - _MOST_ROWS
    return tuple(rows[:_MOST_ROWS]) + (((tr("and {number} more", number=more), ""),) if more > 0 else ())


def _once(manifest: Sequence[TravellerItem]) -> list[TravellerItem]:
    """The entries without those that came again with the same number and all else alike."""
    seen: dict[ItemId, TravellerItem] = {}
    kept: list[TravellerItem] = []
    for each in manifest:
        number = _id_in(each.model_extra or {}, _OWN_ID_NAMES)
        if number is None or seen.setdefault(number, each) is each or seen[number] != each:
            kept.append(each)
    return kept


def _numbered(manifest: Sequence[TravellerItem], *named: Mapping[str, ItemId]) -> tuple[BookedTraveller, ...]:
    """Everyone on the manifest; a number is used only when it belongs to exactly one person."""
    names = [plain(each.traveler_name) for each in manifest]
    claims = [
        {
            number
            for number in (
                _id_in(each.model_extra or {}, _OWN_ID_NAMES),
                *(ids.get(name) for ids in named if _is_one(name, names)),
            )
            if number is not None
        }
        for each, name in zip(manifest, names, strict=True)
    ]
    strangers = {number for ids in named for name, number in ids.items() if name not in names}
    everybody = [number for each in claims for number in each]
    return tuple(
        BookedTraveller(
            name=name,
            age="" if each.age is None else str(each.age),
            gender=each.pax_gender or "",
            kind=each.passenger_type or "",
            status=each.traveler_status or "",
            traveller_id=number if everybody.count(number) == 1 and number not in strangers else None,
        )
        for each, name, claim in zip(manifest, names, claims, strict=True)
        for number in (next(iter(claim)) if len(claim) == 1 else 0,)
    )


def _is_one(name: str, names: Sequence[str]) -> bool:
    return names.count(name) == 1


def _id_in(fields: Mapping[str, Any], names: Sequence[str]) -> ItemId | None:
    """The traveller's id in an object, from the first of these names that has one, or None."""
    for name in names:
        found = or_none(item_id)(fields.get(name)) if type(fields.get(name)) in {int, str} else None
        if isinstance(found, int) and 0 < found < _LARGEST_ID:
            return found
        if isinstance(found, str) and (
            name in _ID_NAMES or len(found) >= _SHORTEST_NAMED or found.strip("0").isdigit()
        ):
            return found
    return None


def _objects(value: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        yield fields
        for each in fields.values():
            yield from _objects(each)
    elif isinstance(value, list):
        for each in cast("list[Any]", value):
            yield from _objects(each)


def _leaves(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Every simple value with its path, such as "pricing_summary.net_agent_refund"."""
    if isinstance(value, Mapping):
        for name, each in cast("Mapping[str, object]", value).items():
            yield from _leaves(each, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for place, each in enumerate(cast("list[object]", value), 1):
            yield from _leaves(each, f"{path} {place}")
    else:
        yield path, value


def _amount(leaves: Sequence[tuple[str, object]], names: frozenset[str]) -> Decimal | None:
    """The amount under one of these names, if there is exactly one such value, else None."""
    found = [value for path, value in leaves if path.rpartition(".")[2] in names]
    amount = or_none(spellings.amount)(found[0]) if len(found) == 1 else None
    return None if amount is None or amount < 0 else amount


def _text(value: object) -> str:
    if value is None or isinstance(value, bool):
        return str(value).lower().replace("none", "null")
    return str(value)
