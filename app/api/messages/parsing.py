"""Builds the models from decoded JSON: unreadable items are set aside."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import date
from functools import cache, partial
from typing import TypeVar, cast

from pydantic import TypeAdapter, ValidationError
from pydantic.plugin._schema_validator import PluggableSchemaValidator
from pydantic_core import SchemaValidator

from app.api.messages.answer_fields import Json, listed_in, only_in, opened
from app.api.messages.booking_answers import QuoteAnswer, StatusAnswer
from app.api.messages.envelope import Envelope, ListAnswer, SetAside, UnreadField
from app.api.messages.json_decoding import Decoded, is_array, is_object, spoil_in
from app.api.messages.spellings import count, day_like, or_none, words
from app.core.language import mark

_Item = TypeVar("_Item")
_List = TypeVar("_List", bound=ListAnswer)
_Whole = TypeVar("_Whole", bound=Envelope)

_MOST_REASONS = 3
_MOST_ROUNDS = 5
"""So often an answer is read again without what could not be read before."""
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
_LIST_NAMES = ("data", "items", "results", "records", "rows", "list", "result")


class ShapeError(ValueError):
    """An answer without the shape of the interface; `str()` is a clause that quotes none of its values."""


def listed(answer: type[_List], item: type[object], found: Decoded, *, asked: date | None = None) -> _List:
    """A content or search answer; an item that has no usable id is set aside with the reason.

    What decides and has no one meaning is left out of its item and named in `unread`. A list may have come as
    an object by any key, as its only item, in a text, or below a name that scripts give it; nothing is an
    empty list.
    `asked` is the day of the question: 05-12-2026 is then the 5th of December, if that day was asked for.
    Raises ShapeError when the answer is no object or belongs to the other module.
    """
    fields = _envelope_of(found.value, item)
    if _names_other(fields.get("module"), answer.expected_module):
        raise ShapeError(mark("it is about another module"))
    items: list[object] = []
    set_aside: list[SetAside] = []
    read = partial(_read_item, _shape_of(item).validator, asked)
    for index, each in enumerate(_entries(fields, item)):
        try:
            if found.is_spoiled:
                _refuse_spoil(each)
            items.append(read(each))
        except ShapeError as error:
            set_aside.append(SetAside(index, str(error), _name_in(each)))
        except ValidationError as error:
            set_aside.append(SetAside(index, reasons(error), _name_in(each)))
    around = {name: value for name, value in fields.items() if name not in {"data", "unread"}}
    return _shaped(answer, {**around, "items": tuple(items), "set_aside": tuple(set_aside)})


def _envelope_of(value: Json, item: type[object]) -> dict[str, Json]:
    """The fields around a list, which may have come without them, or as the only one of a list."""
    opened_value = opened(value)
    if is_array(opened_value):
        only = opened_value[0] if len(opened_value) == 1 else None
        if is_object(only) and only.keys().isdisjoint(_ids_of(item)):
            return dict(only)
        return {"data": opened_value}
    return _fields_of(opened_value)


def _entries(fields: dict[str, Json], item: type[object]) -> list[object]:
    """The items in the data of an answer. Raises ShapeError when there is a single value in its place."""
    name = "data" if "data" in fields else next((each for each in _LIST_NAMES if each in fields), "data")
    data = opened(fields.get(name))
    if is_object(data) and data.keys().isdisjoint(_ids_of(item)):
        data = opened(next((data[each] for each in _LIST_NAMES if each in data), data))
    if is_array(data):
        return cast("list[object]", data)
    entries = [data] if is_object(data) and not data.keys().isdisjoint(_ids_of(item)) else listed_in(data)
    counted = or_none(count)(fields.get("count"))
    if not isinstance(entries, list) or (name not in fields and counted):
        raise ShapeError(mark("data is not an array"))
    return cast("list[object]", entries)


def _ids_of(item: type[object]) -> frozenset[str]:
    """The names of the ids without which an entry is no item."""
    return frozenset(vars(item)["__required_keys__"])


def _names_other(module: object, expected: str) -> bool:
    """Whether the name of a module is that of the other one, in whatever number and case."""
    named = str(module or "").strip().upper()
    return any(named.startswith(each[:-1]) for each in _MODULES if each != expected)


def _read_item(
    validator: SchemaValidator | PluggableSchemaValidator, asked: date | None, value: object
) -> object:
    """One item, without what cannot be read in it. Raises ValidationError without a usable id."""
    unread: list[UnreadField] = []
    for _ in range(_MOST_ROUNDS):
        try:
            found = validator.validate_python(value)
        except ValidationError as error:
            value = _without_errors(value, error, asked, unread)
        else:
            return {**found, "unread": tuple(unread)} if unread or "unread" in found else found
    return validator.validate_python(value)


def _without_errors(
    value: object, error: ValidationError, asked: date | None, unread: list[UnreadField]
) -> object:
    """The item without the fields that could not be read, which are added to `unread`. Raises the error."""
    for each in error.errors(include_url=False, include_context=False):
        place, came = each["loc"], each.get("input")
        # Not there, or there and needed: without it nothing can be made of the item.
        if (
            not place
            or each["type"] == "missing"
            or place[-1] in _NEEDED
            or (len(place) == 1 and place[0] == "slot")
        ):
            raise error
        known = asked and day_like(came, asked)
        if known and place[-1] in _DAYS:
            value = replaced(value, place, known.isoformat())
            continue
        value = replaced(value, place)
        path = ".".join(map(str, place))
        if path not in {field.path for field in unread}:
            unread.append(UnreadField(path, _shown(came)))
    return value


def replaced(value: object, place: Sequence[str | int], by: str | None = None) -> object:
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


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)
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
    return cast("_Item", _read_item(_shape_of(item).validator, None, value))


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
            for each in error.errors(include_url=False, include_context=False, include_input=False):
                place = each["loc"]
                if not place or each["type"] == "missing" or place[-1] in _NEEDED:
                    raise ShapeError(reasons(error)) from None
                unread[path_of(place)] = None
                value = replaced(value, place)
        else:
            return found.model_copy(update={"unread": tuple(unread)}) if unread else found
    raise ShapeError(mark("it is not readable"))


def quoted(found: Decoded) -> QuoteAnswer:
    """The answer to QUOTE, whatever its fields. Raises ShapeError."""
    _refuse_spoil(found.value)
    return QuoteAnswer(_fields_of(found.value))


def status_of(booking_ref: str, found: Decoded) -> StatusAnswer:
    """The state of one booking. Raises ShapeError, also when the answer is about another booking."""
    answer = whole(StatusAnswer, found)
    named = answer.data.booking_reference
    if named is not None and named.strip().casefold() != booking_ref.strip().casefold():
        raise ShapeError(mark("it is about another booking"))
    return answer


def reasons(error: ValidationError) -> str:
    """What is wrong with an object, field by field, without its values: technical text, in English."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    clauses = [f"{path_of(each['loc'])}: {each['msg']}" for each in found[:_MOST_REASONS]]
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
