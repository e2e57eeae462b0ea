"""Builds the models from decoded JSON: unreadable items are set aside."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from functools import cache, partial
from itertools import chain, takewhile
from typing import TypeAlias, TypeVar, cast

from pydantic import TypeAdapter, ValidationError
from pydantic.plugin._schema_validator import PluggableSchemaValidator
from pydantic_core import SchemaValidator

from app.api.messages.answer_fields import Json, listed_in, only_in, opened
from app.api.messages.booking_answers import QuoteAnswer, StatusAnswer
from app.api.messages.envelope import Envelope, ListAnswer, SetAside, UnreadField
from app.api.messages.json_decoding import Decoded, Spoiled, is_array, is_object, spoil_in
from app.api.messages.spellings import count, day_like, flag, is_nothing, or_none, words
from app.core.language import mark

Place: TypeAlias = "tuple[str | int, ...]"
"""The names and numbers on the way to a value in an object."""

_Item = TypeVar("_Item")
_List = TypeVar("_List", bound=ListAnswer)
_Whole = TypeVar("_Whole", bound=Envelope)

_MOST_REASONS = 3
_MOST_ROUNDS = 5
"""So often an answer is read again without what could not be read before."""
_MOST_UNREAD = 100
"""Of an item with more of them the whole arrays are left out: each costs a pass."""
_LONGEST_SHOWN = 60
_EMPTY_STATUSES = frozenset({200, 404})
_EMPTY_WORDS = re.compile(
    r"\b(?:no|zero|0)\s(?:\w+\s){1,5}?(?:found|available|scheduled|today|on this|for this)"
    r"|\bno (?:data|records?|results?)\b|\bnothing (?:found|available)\b",
    re.IGNORECASE,
)
_MODULES = ("ACTIVITY", "BOAT")
_NEEDED = frozenset(
    {"activity_id", "availability_id", "slot_id", "schedule_id", "booking_ref", "refund_reference",
     "live_available_balance", "financial_balances"}
)  # fmt: skip
"""Without these nothing can be made of an item or an answer."""
_DAYS = frozenset({"date", "travel_date"})
_NAMES = ("title", "activity_name", "trip_name", "boat_name", "name", "label")
_LIST_NAMES = (
    *("data", "items", "results", "records", "rows", "list", "result"),
    *("activities", "slots", "schedules", "boats", "departures"),
)
_ENVELOPE = frozenset({"status", "success", "code", "module", "count", *_LIST_NAMES})
_PAGING = ("data", "meta", "pagination", "paging", "links")
"""Where scripts say beside a list, or around it, how much there is."""
_TOTALS = ("count", "total", "total_count", "total_records", "totalCount", "recordsTotal")
_PAGES = ("total_pages", "totalPages", "last_page", "page_count")
_NEXT = ("next", "next_page", "next_page_url", "has_more", "has_next")
_DEEPEST_LIST = 3
_IDS = frozenset({"activity_id", "availability_id", "schedule_id"})
"""One of these makes an object an item."""


class ShapeError(ValueError):
    """An answer without the shape of the interface; `str()` is a clause that quotes none of its values."""


def listed(
    answer: type[_List],
    item: type[object],
    found: Decoded,
    *,
    asked: date | None = None,
    hide: Callable[[str], str] = str,
) -> _List:
    """A content or search answer; an item that has no usable id is set aside with the reason.

    What decides and has no one meaning is left out of its item and named in `unread`. A list may have come as
    an object by any key, as its only item, in a text, or below a name that scripts give it; nothing is an
    empty list.
    `asked` is the day of the question: 05-12-2026 is then the 5th of December, if that day was asked for.
    `hide` takes the API key out of what is shown of a value.
    Raises ShapeError when the answer is no object or belongs to the other module.
    """
    fields = _envelope_of(found.value)
    if _names_other(fields.get("module"), answer.expected_module):
        raise ShapeError(mark("it is about another module"))
    items: list[object] = []
    set_aside: list[SetAside] = []
    shown = partial(_shown, hide=hide)
    read = partial(_read_item, _shape_of(item).validator, asked, shown)
    for index, each in enumerate(_entries(fields)):
        try:
            if found.is_spoiled:
                _refuse_spoil(each)
            items.append(read(each))
        except ShapeError as error:
            set_aside.append(SetAside(index, str(error), hide(_name_in(each))))
        except ValidationError as error:
            set_aside.append(SetAside(index, reasons(error), hide(_name_in(each)), reasons(error, shown)))
    around = {name: value for name, value in fields.items() if name not in {*_LIST_NAMES, "unread"}}
    ours = {"items": tuple(items), "set_aside": tuple(set_aside), **_pages(fields)}
    return _shaped(answer, {**around, **ours})


def _pages(fields: dict[str, Json]) -> dict[str, object]:
    """How many entries there are by the largest count, and whether a page names a next one."""
    places = [fields, *(each for name in _PAGING if is_object(each := fields.get(name)))]
    read = or_none(count)
    totals = [read(each[name]) for each in places for name in _TOTALS if name in each]
    pages = [read(each[name]) for each in places for name in _PAGES if name in each]
    follows = [each[name] for each in places for name in _NEXT if name in each]
    is_part = any((each or 0) > 1 for each in pages) or any(
        not is_nothing(each) and or_none(flag)(each) is not False for each in follows
    )
    return {"count": max((each for each in totals if each is not None), default=None), "is_part": is_part}


def _envelope_of(value: Json) -> dict[str, Json]:
    """The fields around a list, which may have come without them, or as the only one of a list."""
    opened_value = opened(value)
    if is_array(opened_value):
        only = opened_value[0] if len(opened_value) == 1 else None
        if is_object(only) and not _ENVELOPE.isdisjoint(only):
            return dict(only)
        return {"data": opened_value}
    return _fields_of(opened_value)


def _entries(fields: dict[str, Json]) -> list[object]:
    """The items in an answer. Raises ShapeError where there is something else, and where items may be hidden.

    An empty list is one only when nothing beside it looks like items: its boats would lose their flags.
    """
    named = {name: each for name in _LIST_NAMES if (each := fields.get(name)) is not None}
    if not _IDS.isdisjoint(fields):
        return [fields]
    found = [entries for each in named.values() if (entries := _entries_in(each)) is not None]
    entries = next(filter(None, found), None)
    if entries is not None:
        return list(map(opened, _flat(entries)))
    told = or_none(count)(fields.get("count"))
    rest = [each for name, each in fields.items() if name not in {*named, *_PAGING}]
    is_other = any(opened(each) is not None for each in named.values()) and not found
    if is_other or (told and not named) or any(_entries_in(each) for each in rest):
        raise ShapeError(mark("data is not an array"))
    return []


def _entries_in(value: object, depth: int = 0) -> list[object] | None:
    """The items in a value, in whatever dress; None when it holds none and is no empty list."""
    value = opened(value)
    if isinstance(value, list):
        return cast("list[object]", value)
    if not is_object(value) or depth > _DEEPEST_LIST:
        return None
    if not _IDS.isdisjoint(value):
        return [value]
    inner = [_entries_in(value[name], depth + 1) for name in _LIST_NAMES if name in value]
    if any(name in value and opened(value[name]) is None for name in _LIST_NAMES):
        inner.append([])
    if any(inner):
        return next(filter(None, inner))
    others = [each for name, each in value.items() if name not in _LIST_NAMES]
    objects = [each for each in others if is_object(each) or isinstance(each, Spoiled)]
    lists = [each for each in others if is_array(each) and any(map(is_object, each))]
    if lists and not objects:
        return list(chain.from_iterable(lists))
    return cast("list[object]", objects) or next((each for each in inner if each is not None), None)


def _flat(entries: list[object]) -> list[object]:
    """The entries of a list in which only lists stand."""
    if entries and all(isinstance(each, list) for each in entries):
        return list(chain.from_iterable(cast("list[list[object]]", entries)))
    return entries


def _names_other(module: object, expected: str) -> bool:
    """Whether the name of a module is that of the other one, in whatever number and case."""
    named = str(module or "").strip().upper()
    return any(named.startswith(each[:-1]) for each in _MODULES if each != expected)


def _read_item(
    validator: SchemaValidator | PluggableSchemaValidator,
    asked: date | None,
    shown: Callable[[object], str],
    value: object,
) -> object:
    """One item, without what cannot be read in it. Raises ValidationError without a usable id."""
    unread: dict[str, UnreadField] = {}
    if is_object(value) and "unread" in value:
        value = {name: each for name, each in value.items() if name != "unread"}
    for _ in range(_MOST_ROUNDS):
        try:
            found = validator.validate_python(value)
        except ValidationError as error:
            value = _without_errors(value, error, asked, shown, unread)
        else:
            return {**found, "unread": tuple(unread.values())} if unread else found
    return {**validator.validate_python(value), "unread": tuple(unread.values())}


def _without_errors(
    value: object,
    error: ValidationError,
    asked: date | None,
    shown: Callable[[object], str],
    unread: dict[str, UnreadField],
) -> object:
    """The item without the fields that could not be read, which are added to `unread`. Raises the error."""
    errors = error.errors(include_url=False, include_context=False)
    changes: dict[Place, str | None] = {}
    for each in errors:
        place, came = each["loc"], each.get("input")
        # Not there, or there and needed: without it nothing can be made of the item.
        if not place or each["type"] == "missing" or place[-1] in _NEEDED or place == ("slot",):
            raise error
        known = asked and day_like(came, asked) if place[-1] in _DAYS else None
        if len(errors) > _MOST_UNREAD:
            place = tuple(takewhile(lambda step: isinstance(step, str), place))
        changes[place] = known.isoformat() if known else None
        path = path_of(place)
        if not known and path not in unread:
            unread[path] = UnreadField(path, shown(came))
    # The last ones first: an entry that is taken away must not shift those behind it.
    for place, by in reversed(changes.items()):
        value = replaced(value, place, by)
    return value


def replaced(value: object, place: Place, by: str | None = None) -> object:
    """A decoded value with another text at a place, or nothing there; the value itself is not changed."""
    if not place:
        return by
    name, rest = place[0], place[1:]
    if isinstance(name, int):
        entries = listed_in(value)
        if not isinstance(entries, list):
            return value
        whole_list = cast("list[object]", entries)
        return [replaced(each, rest, by) if index == name else each for index, each in enumerate(whole_list)]
    fields = only_in(value)
    if not isinstance(fields, dict):
        return value
    inner = cast("dict[str, object]", fields)
    if not rest and by is None:
        return {each: one for each, one in inner.items() if each != name}
    return {each: replaced(one, rest, by) if each == name else one for each, one in inner.items()}


def _shown(value: object, hide: Callable[[str], str] = str) -> str:
    is_plain = isinstance(value, (str, Decimal))
    text = hide(str(value) if is_plain else json.dumps(value, default=str, ensure_ascii=False))
    text = "".join(each if each.isprintable() else " " for each in text[: 2 * _LONGEST_SHOWN])
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}\u2026"


def _name_in(value: object) -> str:
    """What an entry that is set aside is called, so that people know what is missing."""
    if not is_object(value):
        return ""
    names = (words(value[each]) for each in _NAMES if each in value)
    return _shown(next(filter(None, names), ""))


def says_empty(http_status: int, said: str | None) -> bool:
    """Whether a refusal of a list only says that there is nothing in it, as scripts do with status 404.

    A 404 that speaks of no page, or says nothing, is a wrong address.
    """
    return http_status in _EMPTY_STATUSES and _EMPTY_WORDS.search(said or "") is not None


def item_of(item: type[_Item], value: object) -> _Item:
    """One item of a content or search answer, from decoded JSON. Raises ValidationError."""
    return cast("_Item", _read_item(_shape_of(item).validator, None, _shown, value))


def whole(answer: type[_Whole], found: Decoded) -> _Whole:
    """An answer about one thing; what cannot be read in it is left out and named in `unread`.

    Raises ShapeError when that is needed.
    """
    _refuse_spoil(found.value)
    return settled(answer, _fields_of(found.value))


def settled(answer: type[_Whole], fields: dict[str, Json]) -> _Whole:
    """The answer in these fields; those that cannot be read are left out and named in `unread`.

    Raises ShapeError when one of them is needed, as the reference of a booking.
    """
    value: object = {name: each for name, each in fields.items() if name != "unread"}
    unread: dict[str, None] = {}
    for _ in range(_MOST_ROUNDS):
        try:
            found = answer.model_validate(value)
        except ValidationError as error:
            for each in reversed(error.errors(include_url=False, include_context=False, include_input=False)):
                place = each["loc"]
                if not place or each["type"] == "missing" or place[-1] in _NEEDED:
                    raise ShapeError(reasons(error)) from None
                unread[path_of(place)] = None
                value = replaced(value, place)
        else:
            return found.model_copy(update={"unread": tuple(reversed(unread))}) if unread else found
    raise ShapeError(mark("it is not readable"))


def quoted(found: Decoded) -> QuoteAnswer:
    """The answer to QUOTE, whatever its fields. Raises ShapeError."""
    _refuse_spoil(found.value)
    return QuoteAnswer(_fields_of(found.value))


def status_of(booking_ref: str, found: Decoded) -> StatusAnswer:
    """The state of one booking. Raises ShapeError, also when the answer is about another booking."""
    answer = whole(StatusAnswer, found)
    if "data.booking_reference" in answer.unread:
        raise ShapeError(mark("it is about another booking"))
    named = answer.data.booking_reference
    if named is not None and named.strip().casefold() != booking_ref.strip().casefold():
        raise ShapeError(mark("it is about another booking"))
    return answer


def reasons(error: ValidationError, shown: Callable[[object], str] | None = None) -> str:
    """What is wrong with an object, field by field: technical text, in English.

    It is without the values unless `shown` says how they are shown.
    """
    found = error.errors(include_url=False, include_context=False)
    clauses = [f"{path_of(each['loc'])}: {each['msg']}" for each in found[:_MOST_REASONS]]
    if shown is not None:
        for at, each in enumerate(found[:_MOST_REASONS]):
            # Of what is missing, only what should hold it is there.
            clauses[at] += "" if each["type"] == "missing" else f": `{shown(each['input'])}`"
    more = len(found) - _MOST_REASONS
    return "; ".join(clauses) + (f"; and {more} more" if more > 0 else "")


@cache
def _shape_of(item: type[_Item]) -> TypeAdapter[_Item]:
    return TypeAdapter(item)


def _shaped(answer: type[_Whole], fields: object) -> _Whole:
    try:
        return answer.model_validate(fields)
    except ValidationError as error:
        raise ShapeError(reasons(error)) from None


def _fields_of(value: object) -> dict[str, Json]:
    value = only_in(value)
    if not is_object(value):
        raise ShapeError(mark("it is not a JSON object"))
    return dict(value)


def _refuse_spoil(value: object) -> None:
    spoil = spoil_in(value)
    if spoil is not None:
        raise ShapeError(spoil.reason)


def path_of(place: Sequence[str | int]) -> str:
    """The names of a place in an object, joined."""
    return ".".join(str(each) for each in place) or "it"
