"""The field types of answers: exact for money, tolerant of the spellings of scripts, and bounded.

What decides (amounts, seats, flags, cutoffs, dates, states, ids) is refused where it has no one meaning;
what describes is then taken for not stated. A number beyond any real sale is refused: it could not be
painted, summed up or added to a date.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Callable
from decimal import Decimal
from itertools import chain
from typing import Annotated, Any, TypeAlias, TypeVar, cast

from pydantic import BeforeValidator, GetPydanticSchema, Strict
from pydantic_core import CoreSchema, core_schema

from app.api.messages import spellings
from app.api.messages.spellings import LONGEST_TEXT, ItemId, fields_of, is_nothing

Json: TypeAlias = "dict[str, Json] | list[Json] | str | bool | int | Decimal | None"
"""A decoded JSON value; a number with a point or an exponent is a Decimal."""

_Value = TypeVar("_Value")
_Number = TypeVar("_Number", int, Decimal)
_MOST_SEATS = 1_000_000
_UNLIMITED = frozenset({"unlimited", "inf", "infinity"})
_LONGEST_CUTOFF_MINUTES = 366 * 24 * 60
_LONGEST_CUTOFF_DAYS = 3660
_LARGEST_PERCENTAGE = 100
_LONGEST_INNER_JSON = 200_000
_OBJECT = frozenset({dict})
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""What a character beyond 16 bits is written with, in two halves."""


def _decides(
    read: Callable[[object], object], kind: str, says: str, *plainly: CoreSchema
) -> GetPydanticSchema:
    """A field that decides: it says that a value is not readable, without it.

    `plainly` takes the usual spelling of a value without a call of Python; `read` takes all the others.
    """
    schema = core_schema.custom_error_schema(_first_of(*plainly, _by(read)), kind, custom_error_message=says)
    return GetPydanticSchema(lambda _type, _handler: schema)


def _describes(read: Callable[[object], object], *plainly: CoreSchema) -> GetPydanticSchema:
    """A field that only describes: what cannot be read is not stated."""
    schema = _first_of(*plainly, _by(read), _by(_nothing))
    return GetPydanticSchema(lambda _type, _handler: schema)


def _nothing(_: object) -> None:
    pass


def _by(read: Callable[[Any], object]) -> CoreSchema:
    return core_schema.no_info_plain_validator_function(read)


def _first_of(*schemas: CoreSchema) -> CoreSchema:
    return core_schema.union_schema(list(schemas), mode="left_to_right")


def _of_text(read: Callable[[str], object]) -> CoreSchema:
    """What a reader of texts, which remembers them, makes of one."""
    return core_schema.chain_schema([core_schema.str_schema(strict=True), _by(read)])


def _whole(low: int, high: int) -> CoreSchema:
    """A whole number as it is; one that is the key of an object in JSON is a text, where 007 is not 7."""
    return core_schema.chain_schema(
        [core_schema.is_instance_schema(int), core_schema.int_schema(strict=True, ge=low, le=high)]
    )


def _needed(read: Callable[[object], _Value | None]) -> Callable[[object], _Value]:
    """A reader that refuses nothing, too."""

    def needed(value: object) -> _Value:
        found = read(value)
        if found is None:
            raise ValueError
        return found

    return needed


def _within(
    read: Callable[[object], _Number | None], low: _Number, high: _Number
) -> Callable[[object], _Number | None]:
    """A reader of numbers from `low` to `high`."""

    def bounded(value: object) -> _Number | None:
        found = read(value)
        if found is None or low <= found <= high:
            return found
        raise ValueError

    return bounded


def _seats(value: object) -> int | None:
    """Seats or items; a number beyond all boats stands for no limit, and is not stated."""
    if value is False:
        raise ValueError
    if isinstance(value, str) and value.strip().casefold() in _UNLIMITED:
        return None
    found = spellings.count(value)
    if found is not None and found < -_MOST_SEATS:
        raise ValueError
    return None if found is None or found > _MOST_SEATS else found


def _percentage(value: object) -> Decimal | None:
    if isinstance(value, str):
        value = value.strip().removesuffix("%")
    return spellings.amount(value)


def _firm_flag(value: object) -> bool | None:
    """A flag of which only null says that it is not stated: an empty text may be PHP's false, or no value."""
    if value is None:
        return None
    found = spellings.flag(value)
    if found is None:
        raise ValueError
    return found


def opened(value: object) -> object:
    """A part or an array from the dress that scripts give it; None for nothing.

    JSON in a text is decoded.
    """
    kind = type(value)
    if value and (kind is dict or kind is list):
        return value
    if type(value) is str and value[:1] in {"{", "["} and len(value) <= _LONGEST_INNER_JSON:
        try:
            found = json.loads(
                value, parse_float=Decimal, parse_constant=_refuse, object_pairs_hook=_named_once
            )
            if _HALF.search(value):
                # Half a character cannot be written or painted: then it is no JSON, but a text.
                json.dumps(found, default=str, ensure_ascii=False).encode()
            value = found
        except (ValueError, RecursionError, ArithmeticError):
            return value
    return None if value is False or is_nothing(value) else value


def listed_in(value: object) -> object:
    """The entries of an array that may have come as an object by any key, as a single entry, or in a text.

    A null between them is none; nor is a scalar beside entries by number, such as their count.
    """
    value = opened(value)
    if isinstance(value, list):
        entries = cast("list[object]", value)
        return [each for each in entries if each is not None] if None in entries else entries
    if value is None:
        return []
    if fields := fields_of(value):
        stated = {name: each for name, each in fields.items() if each is not None}
        if all(name.isdecimal() == isinstance(each, (dict, list)) for name, each in stated.items()):
            stated = {name: each for name, each in stated.items() if name.isdecimal()} or stated
        inner = list(stated.values())
        if all(isinstance(each, dict) for each in inner):
            return inner
        if all(isinstance(each, list) for each in inner):
            return list(chain.from_iterable(cast("list[list[object]]", inner)))
        return [value]
    return value


def _texts_in(value: object) -> tuple[str, ...]:
    """The texts of an array, or of a text with commas; what is no text is left out."""
    value = listed_in(value)
    if isinstance(value, str):
        value = value.replace("|", ",").split(",")
    found = map(spellings.words, cast("list[object]", value)) if isinstance(value, list) else ()
    return tuple(each.strip() for each in found if each)


def _readable_in(value: object) -> list[object]:
    """The entries of an array that describes: those that are no objects are left out."""
    value = listed_in(value)
    entries = cast("list[object]", value) if isinstance(value, list) else []
    return [each for each in entries if type(each) in _OBJECT]


def _named_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The fields of an object in a text, in which none stands twice."""
    fields = dict(pairs)
    if len(fields) == len(pairs):
        return fields
    raise ValueError


def _refuse(name: str) -> object:
    raise ValueError(name)


def _firm_part(value: object) -> object:
    """A part of which only null and an empty object say that it is not stated."""
    return None if value is None or value in ([], {}) else opened(value) or value


def _described_part(value: object) -> object:
    """A part that only describes: nothing, where it is no object."""
    value = opened(value)
    return value if type(value) in _OBJECT else None


def only_in(value: object) -> object:
    """The one object that is meant, also in a list of one or in a text."""
    if isinstance(value, dict):
        return cast("object", value)
    value = opened(value)
    if not isinstance(value, list):
        return value
    entries = cast("list[object]", value)
    return entries[0] if len(entries) == 1 else None


_SHORT_TEXT = core_schema.str_schema(strict=True, min_length=1, max_length=LONGEST_TEXT)
_TRIMMED_TEXT = core_schema.str_schema(strict=True, max_length=LONGEST_TEXT, pattern=r"^[!-~](?s:.*)[!-~]$")
_TEXTS = core_schema.tuple_variable_schema(_TRIMMED_TEXT, strict=False)
_SURE_WORD = core_schema.str_schema(
    strict=True, max_length=spellings.LONGEST_LABEL, pattern="^[0-9A-MO-TV-Za-mo-tv-z]"
)
"""A word that none of the words for nothing begins like."""
_WHOLE = _whole(-spellings.LARGEST_WHOLE, spellings.LARGEST_WHOLE)
_FLAG = core_schema.bool_schema(strict=True)
_DIGIT = core_schema.chain_schema([_whole(0, 1), core_schema.bool_schema(strict=False)])
_DAY, _CLOCK = _of_text(spellings.day_of), _of_text(spellings.clock_of)

Amount = Annotated[Decimal, _decides(spellings.amount, "amount", "is not an exact amount")]
NeededAmount = Annotated[Decimal, _decides(_needed(spellings.amount), "amount", "is not an exact amount")]
StatedAmount = Annotated[Decimal, _describes(spellings.amount)]
"""An amount that only describes, such as a reference price."""
Percentage = Annotated[
    Decimal,
    _decides(
        _within(_percentage, Decimal(0), Decimal(_LARGEST_PERCENTAGE)), "percentage", "is no percentage"
    ),
]
Id = Annotated[ItemId, _decides(_needed(spellings.item_id), "item_id", "is not an id", _WHOLE)]
"""What is sent back."""
StatedId = Annotated[ItemId, _describes(spellings.item_id, _WHOLE)]
StatedNumber = Annotated[int, _describes(spellings.count, _WHOLE)]
Seats = Annotated[int, _decides(_seats, "seats", "is no number of seats", _whole(-_MOST_SEATS, _MOST_SEATS))]
"""Negative when the service has oversold."""
_MINUTES = _within(spellings.count, 0, _LONGEST_CUTOFF_MINUTES)
CutoffMinutes = Annotated[int, _decides(_MINUTES, "minutes", "is no time before the start")]
StatedMinutes = Annotated[int, _describes(_MINUTES)]
CutoffDays = Annotated[
    int,
    _decides(
        _within(spellings.count, -_LONGEST_CUTOFF_DAYS, _LONGEST_CUTOFF_DAYS), "days", "is no number of days"
    ),
]
FirmFlag = Annotated[bool, _decides(_firm_flag, "flag", "is neither 0 nor 1", _DIGIT, _FLAG)]
StatedFlag = Annotated[bool, _describes(spellings.flag, _FLAG, _DIGIT)]
Day = Annotated[dt.date, _decides(spellings.day, "day", "is not a date", _DAY)]
NeededDay = Annotated[dt.date, _decides(_needed(spellings.day), "day", "is not a date")]
StatedDay = Annotated[dt.date, _describes(spellings.day, _DAY)]
StatedClock = Annotated[dt.time, _describes(spellings.clock, _CLOCK)]
Instant = Annotated[dt.datetime, _decides(spellings.instant, "instant", "is not a timestamp")]
StatedInstant = Annotated[dt.datetime, _describes(spellings.instant)]
Reference = Annotated[str, _decides(spellings.reference, "reference", "is not a reference")]
Identifier = Annotated[str, _decides(spellings.identifier, "reference", "is not a reference")]
"""A number or reference that is shown and not sent."""
Words = Annotated[str, _describes(spellings.words, _SHORT_TEXT)]
"""A text that describes: whatever came, and never a reason to refuse."""
Label = Annotated[str, _decides(spellings.label, "label", "is not a word", _SURE_WORD)]
StateWord = Annotated[str, _decides(spellings.state, "state", "is not a word", _SURE_WORD)]
Part = Annotated[_Value | None, BeforeValidator(opened)]
"""An object that decides: whatever else came in its place is refused."""
One = Annotated[_Value, BeforeValidator(only_in)]
"""An object without which there is no answer."""
FirmPart = Annotated[_Value | None, BeforeValidator(_firm_part)]
StatedPart = Annotated[_Value | None, BeforeValidator(_described_part)]
Array = Annotated[tuple[_Value, ...], Strict(strict=False), BeforeValidator(listed_in)]
StatedArray = Annotated[tuple[_Value, ...], Strict(strict=False), BeforeValidator(_readable_in)]
Texts = Annotated[tuple[str, ...], _describes(_texts_in, _TEXTS)]
Anything = Annotated[tuple[Any, ...], Strict(strict=False), BeforeValidator(listed_in)]
