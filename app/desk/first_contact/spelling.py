"""How a value is spelt, and an example of it that gives nothing away."""

from __future__ import annotations

import re
from collections.abc import Callable

from app.api.messages.answer_fields import Json
from app.api.messages.json_decoding import is_array, is_object
from app.desk.first_contact.raw_answer import NumberText, decoded_text, map_name

_SHOWN = 40
_PICTURE = re.compile(r"data:|[A-Za-z0-9+/=]{200}")
_NO_WORD = frozenset({"n/a", "na", "-", "--", "null", "none", "nil", "undefined"})

_Rules = tuple[tuple[str, re.Pattern[str]], ...]


def _rules(*spellings: tuple[str, str]) -> _Rules:
    return tuple((name, re.compile(pattern, re.DOTALL)) for name, pattern in spellings)


_TEXT = (
    ("picture or long text", r".{20001,}|data:.*"),
    ("number for text", r"#.*"),
    ("boolean for text", r"!.*"),
    ("text with HTML entities", r"(?i).*&(#x?[0-9a-f]{2,6}|[a-z]{2,8});.*"),
)
_SPELLINGS: dict[str, _Rules] = {
    "amount": _rules(
        ("zero", r"#-?0+(\.0+)?"),
        ("number", r"#-?\d+(\.\d{1,2})?"),
        ("number with an exponent", r"#.*[eE].*"),
        ("float noise", r"#-?\d+\.\d*(0{6}|9{6})\d*"),
        ("number with more decimals", r"#-?\d+\.\d+"),
        ("float noise as text", r"-?\d+\.\d*(0{6}|9{6})\d*"),
        ("number as text", r"-?\d+(\.\d+)?"),
        ("grouped amount", r"-?\d{1,3}(,\d{2,3})+(\.\d+)?"),
        ("percentage sign", r"[\d.]+\s*%"),
        ("comma for the point", r"-?\d{1,3}([. ']?\d{3})*,\d{1,2}"),
        ("amount with a currency", r"[^\d#!]{1,6}-?[\d,]+(\.\d+)?(/-)?|-?[\d,]+(\.\d+)?[^\d#!]{1,6}"),
    ),
    "whole number": _rules(
        ("number", r"#-?\d+"),
        ("number with a point", r"#-?\d+\.\d+"),
        ("leading zeros", r"0\d+"),
        ("number as text", r"-?\d+"),
    ),
    "flag": _rules(
        ("true or false", r"!.*"),
        ("0 or 1", r"#[01]"),
        ("0 or 1 as text", r"[01]"),
        ("yes or no", r"(?i)yes|no"),
        ("Y or N", r"(?i)y|n"),
        ("true or false as text", r"(?i)true|false|on|off"),
    ),
    "date": _rules(
        ("no date", r"0000-00-00.*|-0001-11-30.*|1970-01-01.*"),
        ("date", r"\d{4}-\d\d-\d\d"),
        ("date with a time in UTC", r"\d{4}-\d\d-\d\d[T ]\d.*(Z|[+-]00:?00)"),
        ("date with a time", r"\d{4}-\d\d-\d\d[T ]\d.*"),
        ("dd-mm-yyyy", r"\d\d?-\d\d?-\d{4}"),
        ("dd/mm/yyyy", r"\d\d?/\d\d?/\d{4}"),
        ("unix time", r"#?\d{9,13}"),
    ),
    "time": _rules(
        ("time", r"\d\d:\d\d:\d\d"),
        ("time without seconds", r"\d\d?:\d\d"),
        ("time with AM or PM", r"(?i)\d\d?:\d\d(:\d\d)?\s*[ap]\.?m\.?"),
        ("time with a date", r"\d{4}-\d\d-\d\d[T ].*"),
        ("time without zeros before", r"\d\d?:\d\d?(:\d\d?)?"),
    ),
    "instant": _rules(
        ("instant in UTC", r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]00:?00)"),
        ("instant", r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:?\d\d"),
        ("instant without an offset", r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?"),
        ("unix time", r"#?\d{9,13}"),
    ),
    "text": _rules(*_TEXT, ("text", r".*")),
    "state": _rules(
        ("digit or letter for a word", r"#?\w"),
        *_TEXT,
        ("word", r"[A-Z_]+|active|([Cc]onfirm|[Cc]ancell|[Rr]efund|[Pp]artially[ _][Cc]ancell)ed|[Pp]aid"),
        ("word in small letters", r"(?!open|limited|enabled|filling|yes|no\b)[a-z]+(_[a-z]+)*"),
        ("another word", r".*"),
    ),
    "verdict": _rules(
        ("SUCCESS", r"SUCCESS"),
        ("success in small letters", r"(?i)success"),
        ("true for success", r"!true|true"),
        ("1 for success", r"#?(1|200)"),
        ("OK for success", r"(?i)ok|s"),
        ("a word that says no", r"(?i)fail(ed|ure)?|error|ko|!false|#?0"),
    ),
    "currency": _rules(
        ("currency code", r"[A-Z]{3}"),
        ("currency code in small letters", r"[a-z]{3}"),
        ("rupee word", r"(?i)rs\.?|rupees?"),
        ("currency sign", r"[^A-Za-z0-9#!]{1,3}"),
    ),
}
DOCUMENTED: dict[str, frozenset[str]] = {
    "amount": frozenset({"number", "zero", "null"}),
    "whole number": frozenset({"number"}),
    "flag": frozenset({"true or false", "0 or 1"}),
    "date": frozenset({"date"}),
    "time": frozenset({"time"}),
    "instant": frozenset({"instant"}),
    "text": frozenset({"text", "null", "empty text"}),
    "state": frozenset({"word"}),
    "verdict": frozenset({"SUCCESS"}),
    "currency": frozenset({"currency code"}),
    "list": frozenset({"list", "empty list"}),
    "object": frozenset({"object"}),
}
"""The spellings of each kind that the interface shows; any other one is a deviation."""
NOTHING = frozenset(
    {"null", "false for nothing", "empty text", "empty list", "empty object", "word for nothing"}
)
"""The spellings that state nothing."""


def json_type(value: Json) -> str:
    """The JSON type of a value as it came."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else "boolean"
    if isinstance(value, NumberText):
        return "number"
    return "string" if isinstance(value, str) else "array" if is_array(value) else "object"


def spelling(value: Json, kind: str) -> str:
    """The class of spelling of a value in a field of a kind; "another ..." when it is none that is known."""
    if nothing := _nothing(value, kind):
        return nothing
    if is_array(value) or is_object(value):
        return _structure(value, kind)
    if kind in ("list", "object"):
        is_json = isinstance(value, str) and decoded_text(value) is not None
        return "JSON in a text" if is_json else f"{json_type(value)} for {kind}"
    mark = "#" if isinstance(value, NumberText) else "!" if isinstance(value, bool) else ""
    text = mark + (str(value).lower() if mark == "!" else str(value)).strip()
    found = next((name for name, each in _SPELLINGS[kind] if each.fullmatch(text)), None)
    return found or f"another {json_type(value)}"


def _nothing(value: Json, kind: str) -> str:
    """The name of a value that states nothing; empty for one that states something."""
    if value is None:
        return "null"
    if value is False:
        return "" if kind in ("flag", "verdict") else "false for nothing"
    if value == "" and isinstance(value, str):
        return "empty text"
    if value in ([], {}):
        return "empty list" if value == [] else "empty object"
    is_word = isinstance(value, str) and kind not in ("state", "verdict")
    return "word for nothing" if is_word and str(value).strip().casefold() in _NO_WORD else ""


def _structure(value: Json, kind: str) -> str:
    if is_array(value):
        return "list" if kind == "list" else f"list for {kind}"
    if kind == "list":
        return map_name(value)
    return "object" if kind == "object" else f"object for {kind}"


# Examples

_PRIVATE = frozenset(
    {
        *("agent_id", "tenant_id", "booking_reference", "booking_ref", "refund_reference"),
        *("ledger_journal_entry_id", "traveler_manifest[]", "recent_ledger_journal_snapshot[]"),
    }
)
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_MAIL = re.compile(r"\S+@\S+")
_TOKEN = re.compile(r"[A-Za-z0-9+/=_-]{32,}|(?<=[?#])\S+")
"""A document in letters, a secret, or what follows the question mark of an address."""
_HARMLESS_NUMBERS = ("gst_percentage", "_minutes", "_days", "seats", "count", "capacity_per_rotation")
_SHORT = 2
_SHOWN_WHOLE = frozenset({"date", "time", "instant", "flag", "whole number", "state", "verdict", "currency"})
_NAME = re.compile(r"[A-Za-z_][A-Za-z_\[\].-]{0,60}")


def masked(value: Json, kind: str, path: str, hide: Callable[[str], str] = str) -> str:
    """An example without keys, persons, references, documents and whole sums, at most 40 characters long.

    `kind` is empty for a field that the interface does not name: of it only the shape is shown.
    """
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if is_array(value) or is_object(value):
        return f"{json_type(value)} of {len(value)}"
    text = hide(str(value))
    shown = _masked_text(text, kind, path, spelling(value, kind) if kind else "")
    return shown if isinstance(value, NumberText) else f'"{shown}"'


def _masked_text(text: str, kind: str, path: str, how: str) -> str:
    if _PICTURE.match(text):
        return f"(data of {len(text)} characters)"
    last = path.rpartition(".")[2]
    is_private = not kind or not _PRIVATE.isdisjoint(path.split("."))
    if is_private or (kind == "whole number" and not last.endswith(_HARMLESS_NUMBERS)):
        return _cut(shape_of(text[: _SHOWN + 1]))
    is_known = kind in _SHOWN_WHOLE and not how.startswith("another ")
    if len(text) <= _SHOWN and (is_known or last.endswith("percentage")):
        return text
    text = _TOKEN.sub("(data)", _MAIL.sub("a@a", text[: _SHOWN * 4]))
    return _cut(_DIGITS.sub(lambda each: _half_hidden(each[0], kind), text))


def masked_name(name: str) -> str:
    """The name of a field that the interface does not name; or only its shape, if it could tell more."""
    return name if _NAME.fullmatch(name) else _cut(shape_of(name[: _SHOWN + 1]))


def shape_of(text: str) -> str:
    """The shape of a text: capital letters as A, small ones as a, digits as 9."""
    return "".join(
        "9" if each.isdigit() else "A" if each.isupper() else "a" if each.isalpha() else each for each in text
    )


def _half_hidden(number: str, kind: str) -> str:
    """A number with the lower half of its whole part hidden, such as `1,2##.00`; 0 hides nothing."""
    if kind not in ("amount", "") and len(number) <= _SHORT:
        return number
    whole, point, fraction = number.partition(".")
    digits = [at for at, each in enumerate(whole) if each.isdigit()]
    hidden = set(digits[len(digits) // 2 :]) if whole.strip("0,") else set[int]()
    shown = "".join("#" if at in hidden else each for at, each in enumerate(whole))
    return shown + point + "".join(each if each in "09" else "#" for each in fraction)


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}\u2026"
