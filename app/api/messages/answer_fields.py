"""The field types of answers: exact for money, tolerant of types that a script may change, and bounded.

A number beyond any real sale is refused: it could not be painted, summed up or added to a date.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from typing import Annotated, TypeAlias, TypeVar

from pydantic import AfterValidator, BeforeValidator, GetPydanticSchema, PlainValidator, Strict
from pydantic_core import PydanticCustomError, core_schema

Json: TypeAlias = "dict[str, Json] | list[Json] | str | bool | int | Decimal | None"
"""A decoded JSON value; a number with a point or an exponent is a Decimal."""

_Value = TypeVar("_Value")
_Number = TypeVar("_Number", int, Decimal)
_Day = TypeVar("_Day", bound=dt.date)
_AMOUNT = re.compile(r"-?[0-9]{1,12}(?:\.[0-9]{1,12})?", re.ASCII)
_WHOLE = re.compile(r"-?[0-9]{1,19}", re.ASCII)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_CLOCK = re.compile(r"(?:[01][0-9]|2[0-3]):[0-9]{2}(?::[0-9]{2})?", re.ASCII)
_FLAGS: dict[object, bool] = {0: False, 1: True, "0": False, "1": True}
_FLAG_TYPES = frozenset({bool, int, str})
_LONGEST_AMOUNT = 30
_LARGEST_POWER, _FINEST_POWER = 11, -12
"""The powers of ten of the first digit of an amount."""
_LARGEST_WHOLE = 2**63 - 1
_MOST_SEATS = 1_000_000
_LONGEST_CUTOFF_MINUTES = 366 * 24 * 60
_LONGEST_CUTOFF_DAYS = 3660
_YEARS = range(1970, 2200)
_LONGEST_REF = 100
_LONGEST_INSTANT = 40
_MOST_REMEMBERED = 1024


def _amount(value: object) -> Decimal:
    """An exact amount from a number or a numeric text; never rounded."""
    if type(value) is int or (type(value) is str and _AMOUNT.fullmatch(value)):
        value = Decimal(value)
    if (
        type(value) is not Decimal
        or not value.is_finite()
        or not _FINEST_POWER <= value.adjusted() <= _LARGEST_POWER
        or len(str(value)) > _LONGEST_AMOUNT
    ):
        raise PydanticCustomError("amount", "is not an exact amount")
    return value


def _whole(value: object) -> int:
    """A whole number of 64 bits, also from a text of digits; `true` is not 1."""
    if type(value) is str and _WHOLE.fullmatch(value):
        value = int(value)
    if type(value) is int and abs(value) <= _LARGEST_WHOLE:
        return value
    raise PydanticCustomError("whole_number", "is not a whole number")


def _within(low: int | Decimal, high: int | Decimal) -> AfterValidator:
    """A validator of numbers from `low` to `high`."""

    def check(value: _Number) -> _Number:
        if low <= value <= high:
            return value
        raise PydanticCustomError("range", "is out of range")

    return AfterValidator(check)


def _flag(value: object) -> bool:
    """A flag from 0/1, true/false or "0"/"1"."""
    found = _FLAGS.get(value) if type(value) in _FLAG_TYPES else None
    if found is None:
        raise PydanticCustomError("flag", "is neither 0 nor 1")
    return found


def _day(text: str) -> dt.date:
    if _DAY.fullmatch(text):
        return _within_years(dt.date.fromisoformat(text))
    raise ValueError


def _clock(text: str) -> dt.time:
    if _CLOCK.fullmatch(text):
        return dt.time.fromisoformat(text)
    raise ValueError


def _instant(text: str) -> dt.datetime:
    """An ISO 8601 timestamp; one without an offset stays without."""
    if len(text) <= _LONGEST_INSTANT:
        return _within_years(dt.datetime.fromisoformat(text))
    raise ValueError


def _within_years(found: _Day) -> _Day:
    if found.year in _YEARS:
        return found
    raise ValueError


def _from_text(read: Callable[[str], object], kind: str, says: str) -> GetPydanticSchema:
    """The validator of a text of which `read` makes a value, or raises ValueError.

    The values of texts that are read are remembered: answers repeat a few days and times many times.
    """
    text = core_schema.str_schema(strict=True)
    value = core_schema.no_info_after_validator_function(lru_cache(_MOST_REMEMBERED)(read), text)
    schema = core_schema.custom_error_schema(value, kind, custom_error_message=says)
    return GetPydanticSchema(lambda _type, _handler: schema)


def _reference(value: object) -> str:
    """A reference that a person can read out: printable, without spaces inside, not too long."""
    if type(value) is str:
        trimmed = value.strip()
        if 0 < len(trimmed) <= _LONGEST_REF and trimmed.isprintable() and " " not in trimmed:
            return trimmed
    raise PydanticCustomError("reference", "is not a reference")


def _without_empty_array(value: object) -> object:
    """None for an empty array: PHP writes an object without fields as an array."""
    return None if value == [] else value


Amount = Annotated[Decimal, PlainValidator(_amount)]
Percentage = Annotated[Amount, _within(Decimal(0), Decimal(100))]
WholeNumber = Annotated[int, PlainValidator(_whole)]
Count = Annotated[WholeNumber, _within(-_MOST_SEATS, _MOST_SEATS)]
"""Seats or items; negative when the service has oversold."""
CutoffMinutes = Annotated[WholeNumber, _within(0, _LONGEST_CUTOFF_MINUTES)]
CutoffDays = Annotated[WholeNumber, _within(-_LONGEST_CUTOFF_DAYS, _LONGEST_CUTOFF_DAYS)]
Flag = Annotated[bool, PlainValidator(_flag)]
Day = Annotated[dt.date, _from_text(_day, "day", "is not a date")]
Clock = Annotated[dt.time, _from_text(_clock, "clock", "is not a time of day")]
Instant = Annotated[dt.datetime, _from_text(_instant, "instant", "is not a timestamp")]
Reference = Annotated[str, PlainValidator(_reference)]
Part = Annotated[_Value | None, BeforeValidator(_without_empty_array)]
Array = Annotated[tuple[_Value, ...], Strict(strict=False)]
