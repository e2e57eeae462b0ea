"""Reads the spellings that scripts have for one value: what has two meanings is never taken.

Every reader returns the value, or None for what stands for nothing, and raises ValueError for all else. The
values are decoded JSON; the formats are those of interface part 2, and what is sent in their place.
"""

from __future__ import annotations

import datetime as dt
import html
import re
from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from typing import TypeAlias, TypeVar, cast
from zoneinfo import ZoneInfo

LONGEST_TEXT = 20_000
"""Of any text: what is longer is no title and no description, and painting it would take seconds."""

ItemId: TypeAlias = int | str
"""What the service knows a thing by, sent back as it came: 7, "007" and "7.0" are three."""

_Value = TypeVar("_Value")

_NOTHING = frozenset({"", "-", "--", "\u2013", "\u2014", "n/a", "na", "nil", "null", "none", "undefined"})
_EMPTY: tuple[object, ...] = ([], {})
_PLAIN = re.compile(r"[+-]?(?:[0-9]{1,12}(?:\.[0-9]{0,60})?|\.[0-9]{1,60})", re.ASCII)
_GROUPED = re.compile(
    r"[+-]?(?:(?!0)[0-9]{1,3}(?:,[0-9]{3})+|(?!0)[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}"
    r"|(?!0)[0-9]{1,3}(?:[ \u00a0\u2009\u202f][0-9]{3})+)(?:\.[0-9]{0,60})?",
    re.ASCII,
)
_TWO_MEANINGS = re.compile(r"[+-]?(?!0\.)[0-9]{1,3}\.[0-9]{3}", re.ASCII)
"""A text such as 1.250: a fraction in one country, a thousand in another; a number is not."""
_SIGN = r"(?:\u20b9|Rs\.?|INR)"
_SIGNED = re.compile(
    rf"(?:{_SIGN}\s*)?([^\sA-Za-z\u20b9].*?)(?:\s*{_SIGN}|\s*/-)?", re.IGNORECASE | re.DOTALL
)
_AMOUNT_NAMES = frozenset({"amount", "value"})
RUPEES = frozenset({"inr", "rs", "rs.", "\u20b9", "rupees"})
_LONGEST_AMOUNT = 30
_LONGEST_NUMBER = 100
"""Of the text of one, before it is looked at."""
_LARGEST_POWER, _FINEST_POWER = 11, -12
"""The powers of ten of the first digit of an amount."""
_MOST_TINY = -100
_PAISA = Decimal("0.01")
_FLOAT_ERROR = Decimal("1E-8")
"""A millionth of a paisa: so far a float may be from the amount that it stands for."""
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,18})", re.ASCII)
_COUNTED = re.compile(r"-?(?:[0-9]{1,19}|(?!0)[0-9]{1,3}(?:,[0-9]{3}){1,5})(?:\.0{1,9})?", re.ASCII)
_NAMED = re.compile(r"[A-Za-z0-9][!-+\--{}~]{0,99}", re.ASCII)
"""An id in other signs than those of a number; the journal parts ids by commas."""
_NO_IDS = frozenset({"true", "false", "nan", "array", "object"})
LARGEST_WHOLE, _LARGEST_WHOLE_POWER = 2**63 - 1, 18
YES, NO = frozenset({"1", "true", "yes", "y", "on"}), frozenset({"0", "false", "no", "n", "off"})
_FLAGS = dict.fromkeys(YES, True) | dict.fromkeys(NO, False)
_ISO_DAY = re.compile(
    r"([0-9]{4})[-/]([0-9]{2})[-/]([0-9]{2})(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?",
    re.ASCII,
)
_LATE_DAY = re.compile(r"([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4})(?:[T ]00:00(?::00)?)?", re.ASCII)
_NO_DAYS = frozenset({"0000-00-00", "-0001-11-30", "1970-01-01"})
_CLOCK = re.compile(
    r"([0-9]{1,2}):([0-9]{1,2})(?::([0-9]{1,2})(?:\.0+)?)?(?:\s*([ap])\.?m\.?)?", re.ASCII | re.IGNORECASE
)
_INDIA = dt.timezone(dt.timedelta(hours=5, minutes=30))
_HOUR_MINUTES = 60
_LAST_MONTH, _NOON = 12, 12
_YEARS = range(1970, 2200)
_LONGEST_INSTANT = 60
_LONGEST_REF = 100
LONGEST_LABEL = 200
_PICTURE = re.compile(r"data:[\w/+.-]{1,60};base64,[A-Za-z0-9+/=\s]*", re.ASCII)
_MOST_REMEMBERED = 4096


def is_nothing(value: object) -> bool:
    """Whether a value is what a script writes where it has none: null, "", an empty array, "N/A"."""
    if isinstance(value, str):
        return value.strip().casefold() in _NOTHING
    return value is None or value in _EMPTY


def fields_of(value: object) -> dict[str, object]:
    """The fields of a decoded object; none of anything else."""
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def is_blank(value: object) -> bool:
    """Whether there is no value at all, not even a word for none."""
    return value is None or value in _EMPTY or (isinstance(value, str) and not value.strip())


def amount(value: object) -> Decimal | None:
    """An exact amount from a number or its text, as it came but for what a float of PHP adds or loses.

    `false` is none. "1,250.00", "1,25,000", "Rs. 1250/-" have one meaning; "1.250", "1.250,00", "12,50" not.
    """
    if type(value) is Decimal or type(value) is int:
        return _exact(str(value))
    if value is False or is_nothing(value):
        return None
    return _exact(str(_amount_in(value)))


@lru_cache(_MOST_REMEMBERED)
def _exact(text: str) -> Decimal:
    """The amount of a number: an answer repeats a few of them many times."""
    value = Decimal(text)
    if not value.is_finite() or not _MOST_TINY <= value.adjusted() <= _LARGEST_POWER:
        raise ValueError
    value = _without_float_error(value)
    if value.adjusted() < _FINEST_POWER or len(str(value)) > _LONGEST_AMOUNT:
        raise ValueError
    return value


def _amount_in(value: object) -> Decimal:
    """The amount in a text, or in an object that holds nothing else but a currency, which is the rupee."""
    fields = fields_of(value)
    named = [each for name, each in fields.items() if name in _AMOUNT_NAMES]
    is_rupee = str(fields.get("currency", "INR")).casefold() in RUPEES
    if len(named) == 1 and len(fields) - 1 == ("currency" in fields) and is_rupee:
        value = named[0]
    if isinstance(value, str):
        return _amount_of(value)
    if type(value) is int:
        return Decimal(value)
    if type(value) is Decimal:
        return value
    raise ValueError


def _amount_of(text: str) -> Decimal:
    if len(text) > _LONGEST_NUMBER:
        raise ValueError
    found = _SIGNED.fullmatch(html.unescape(text).strip())
    digits = found[1].strip() if found else ""
    if _GROUPED.fullmatch(digits):
        return Decimal(re.sub(r"[,\s]", "", digits))
    if _PLAIN.fullmatch(digits) and not _TWO_MEANINGS.fullmatch(digits):
        return Decimal(digits)
    raise ValueError


def _without_float_error(value: Decimal) -> Decimal:
    near = value.quantize(_PAISA)
    return near if near != value and abs(value - near) <= _FLOAT_ERROR else value


def item_id(value: object) -> ItemId | None:
    """An id: a whole number of 64 bits, also from its text, or any other text without spaces as it came."""
    if type(value) is int:
        return _bounded(value)
    if is_nothing(value):
        return None
    if isinstance(value, str):
        if _WHOLE.fullmatch(value.strip()) and abs(int(value)) <= LARGEST_WHOLE:
            return int(value)
        if _NAMED.fullmatch(value) and value.casefold() not in _NO_IDS:
            return value
    return _bounded(value)


def count(value: object) -> int | None:
    """A number of things, also in groups, with zeros before it or a point behind.

    "nil" and "NA" may mean none at all: they are no number.
    """
    if type(value) is int:
        return _bounded(value)
    if is_blank(value):
        return None
    if isinstance(value, str):
        digits = value.strip()[:_LONGEST_NUMBER]
        if not _COUNTED.fullmatch(digits):
            raise ValueError
        value = int(digits.partition(".")[0].replace(",", ""))
    return _bounded(value)


def _bounded(value: object) -> int:
    if type(value) is Decimal and value.is_finite() and value.adjusted() <= _LARGEST_WHOLE_POWER:
        value = int(value) if value == int(value) else value
    if type(value) is int and abs(value) <= LARGEST_WHOLE:
        return value
    raise ValueError


def flag(value: object) -> bool | None:
    """A flag from 0/1, true/false, or their words."""
    if isinstance(value, bool):
        return value
    if is_nothing(value):
        return None
    found = _FLAGS.get(str(value).strip().casefold()) if type(value) in {int, str} else None
    if found is None:
        raise ValueError
    return found


def words(value: object) -> str | None:
    """What is to be read by people, whatever came: never refused, cut where it is too long.

    Of texts by language the English one, of several texts all, one in a line.
    """
    if isinstance(value, str):
        return shortened(value) if value.strip() else None
    if value is None or isinstance(value, bool):
        return None
    if fields := fields_of(value):
        spoken = next((each for name, each in fields.items() if name[:2].casefold() == "en"), None)
        only = next(iter(fields.values())) if len(fields) == 1 else None
        return words(spoken if isinstance(spoken, str) else only if isinstance(only, str) else None)
    if isinstance(value, list):
        lines = [words(each) for each in cast("list[object]", value) if isinstance(each, (str, int, Decimal))]
        return shortened("\n".join(filter(None, lines))) or None
    return str(value)[:LONGEST_TEXT] if isinstance(value, (int, Decimal)) else None


def shortened(text: str) -> str:
    """A text without pictures pasted into it, of at most so many characters."""
    if len(text) <= LONGEST_TEXT:
        return text
    text = _PICTURE.sub("", text)
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}\u2026"


def label(value: object) -> str | None:
    """A word that decides, such as a currency or a nationality; a number as its digits."""
    if value is False or value is None:
        return None
    if type(value) is int or isinstance(value, str):
        return _label_of(str(value))
    if is_nothing(value):
        return None
    raise ValueError


def state(value: object) -> str | None:
    """The word of a state; a flag as "true" or "false". "NA" may mean "not available": it is none."""
    if isinstance(value, bool):
        return str(value).casefold()
    found = label(value)
    if found is None and not is_blank(value):
        raise ValueError
    return found


@lru_cache(_MOST_REMEMBERED)
def _label_of(text: str) -> str | None:
    if len(text) > LONGEST_LABEL:
        raise ValueError
    return None if is_nothing(text) else text


def day(value: object) -> dt.date | None:
    """A date; the midnight of one counts for it, and the dates that databases have for none are none.

    29-11-2026 is read where the first number can be no month; who knows the day that was asked for may
    know more (`day_like`).
    """
    return day_of(_moment_text(value))


def day_like(value: object, asked: dt.date) -> dt.date | None:
    """The day that was asked for when a date of day, month and year is that one, or its midnight; else None.

    The midnight is that of India, which scripts write as the evening before in Greenwich.
    """
    text = value.strip() if isinstance(value, str) else ""
    if found := _LATE_DAY.fullmatch(text):
        return asked if tuple(map(int, found.groups())) == (asked.day, asked.month, asked.year) else None
    told = or_none(instant)(text)
    is_midnight = told is not None and told.tzinfo is not None and told.astimezone(_INDIA).time() == dt.time()
    return asked if told and is_midnight and told.astimezone(_INDIA).date() == asked else None


@lru_cache(_MOST_REMEMBERED)
def day_of(text: str | None) -> dt.date | None:
    """The `day` of a text, which an answer repeats many times."""
    if text is None or (text := text.strip()).casefold() in _NOTHING:
        return None
    if text[:10] in _NO_DAYS or text.startswith("-0001"):
        return None
    if found := _ISO_DAY.fullmatch(text):
        return _within_years(dt.date(int(found[1]), int(found[2]), int(found[3])))
    found = _LATE_DAY.fullmatch(text)
    if found is None or (int(found[1]) <= _LAST_MONTH and found[1].zfill(2) != found[2].zfill(2)):
        raise ValueError
    return _within_years(dt.date(int(found[3]), int(found[2]), int(found[1])))


def clock(value: object) -> dt.time | None:
    """A time of day, also as 6:30, 06:30 AM, hour and minute, or behind a date."""
    fields = fields_of(value)
    if "hour" in fields:
        hour, minute = count(fields["hour"]), count(fields.get("minute", 0))
        if hour is None or minute is None or max(abs(hour), abs(minute)) >= _HOUR_MINUTES:
            raise ValueError
        return dt.time(hour, minute)
    return clock_of(_moment_text(value))


@lru_cache(_MOST_REMEMBERED)
def clock_of(text: str | None) -> dt.time | None:
    """The `clock` of a text, which an answer repeats many times."""
    if text is None or (text := text.strip()).casefold() in _NOTHING:
        return None
    found = _CLOCK.fullmatch(re.sub(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ]", "", text))
    if found is None:
        raise ValueError
    hour, half = int(found[1]), (found[4] or "").casefold()
    if half:
        if not 1 <= hour <= _NOON:
            raise ValueError
        hour = hour % _NOON + (_NOON if half == "p" else 0)
    return dt.time(hour, int(found[2]), int(found[3] or 0))


def instant(value: object) -> dt.datetime | None:
    """An ISO 8601 timestamp, or PHP's object of one; one without an offset stays without."""
    found = _instant_of(_moment_text(value))
    zone = fields_of(value).get("timezone")
    if found is not None and isinstance(zone, str) and found.tzinfo is None:
        return found.replace(tzinfo=_zone_of(zone))
    return found


@lru_cache(_MOST_REMEMBERED)
def _instant_of(text: str | None) -> dt.datetime | None:
    if text is None or (text := text.strip()).casefold() in _NOTHING:
        return None
    if text[:10] in _NO_DAYS or text.startswith("-0001"):
        return None
    if len(text) > _LONGEST_INSTANT:
        raise ValueError
    return _within_years(dt.datetime.fromisoformat(text))


def _zone_of(name: str) -> dt.tzinfo:
    """A zone by its name or offset. Raises ValueError for an unknown one."""
    if name[:1] in {"+", "-"}:
        offset = dt.datetime.fromisoformat(f"2000-01-01T00:00:00{name}").tzinfo
        if offset is not None:
            return offset
    try:
        return ZoneInfo(name)
    except (OSError, LookupError):
        raise ValueError from None


def _moment_text(value: object) -> str | None:
    """The text of a date or time, also in PHP's object of it; None when there is none."""
    if isinstance(value, str):
        return value
    fields = fields_of(value)
    if "timezone_type" in fields and isinstance(fields.get("date"), str):
        return str(fields["date"])
    if value is False or is_nothing(value):
        return None
    raise ValueError


_Dated = TypeVar("_Dated", bound=dt.date)


def _within_years(found: _Dated) -> _Dated:
    if found.year in _YEARS:
        return found
    raise ValueError


def reference(value: object) -> str | None:
    """A reference that a person can read out: in ASCII, without spaces inside, not too long; or digits."""
    text = str(value) if type(value) is int else value
    if isinstance(text, str):
        trimmed = text.strip()
        is_readable = trimmed.isascii() and trimmed.isprintable() and " " not in trimmed
        if 0 < len(trimmed) <= _LONGEST_REF and is_readable:
            return trimmed
    raise ValueError


def identifier(value: object) -> str | None:
    """A reference that need not be there."""
    return None if value is False or is_nothing(value) else reference(value)


def or_none(read: Callable[[object], _Value | None]) -> Callable[[object], _Value | None]:
    """A reader that takes what it cannot read for not stated: for what describes."""

    def tolerant(value: object) -> _Value | None:
        try:
            return read(value)
        except (ValueError, OverflowError):
            return None

    return tolerant
