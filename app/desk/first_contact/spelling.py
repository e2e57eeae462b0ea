"""How a value is spelt, and an example of it that gives nothing away."""

from __future__ import annotations

import re
from collections.abc import Callable

from app.api.messages.answer_fields import Json
from app.api.messages.json_decoding import Spoiled, is_array, is_object
from app.api.messages.spellings import is_nothing
from app.desk.first_contact.raw_answer import ONLY_ENTRY, decoded_text, is_number, map_name

_SHOWN = 40
_PICTURE = re.compile(r"data:|[A-Za-z0-9+/=]{200}")
_DESCRIBED = "as the interface has it"
_Rules = tuple[tuple[str, re.Pattern[str], str], ...]


def _rules(*spellings: tuple[str, str, str]) -> _Rules:
    return tuple((name, re.compile(pattern, re.DOTALL), habit) for name, pattern, habit in spellings)


_TEXT = (
    ("picture or long text", r".{20001,}|data:.*", "long-texts"),
    ("number for text", r"#.*", ""),
    ("boolean for text", r"!.*", ""),
    ("text with HTML entities", r"(?i).*&(#x?[0-9a-f]{2,6}|[a-z]{2,8});.*", "entities"),
)
_SPELLINGS: dict[str, _Rules] = {
    "amount": _rules(
        ("zero", r"#-?0+(\.0+)?", _DESCRIBED),
        ("number", r"#-?\d+(\.\d{1,2})?", _DESCRIBED),
        ("number with an exponent", r"#.*[eE].*", ""),
        ("float noise", r"#-?\d+\.\d*(0{6}|9{6})\d*", "php-floats"),
        ("number with more decimals", r"#-?\d+\.\d+", ""),
        ("float noise as text", r"-?\d+\.\d*(0{6}|9{6})\d*", "php-floats"),
        ("number as text", r"-?\d+(\.\d+)?", ""),
        ("grouped amount", r"-?\d{1,3}(,\d{2,3})+(\.\d+)?", "grouped-amounts"),
        ("percentage sign", r"[\d.]+\s*%", "percent-sign"),
        ("comma for the point", r"-?\d{1,3}([. ']?\d{3})*,\d{1,2}", ""),
        (
            "amount with a currency",
            r"[^\d#!]{1,6}-?[\d,]+(\.\d+)?(/-)?|-?[\d,]+(\.\d+)?[^\d#!]{1,6}",
            "sign-in-amounts",
        ),
    ),
    "whole number": _rules(
        ("number", r"#-?\d+", _DESCRIBED),
        ("number with a point", r"#-?\d+\.\d+", ""),
        ("leading zeros", r"0\d+", "ids-with-zeros"),
        ("UUID", r"(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ids-as-uuid"),
        ("number as text", r"-?\d+", ""),
    ),
    "flag": _rules(
        ("true or false", r"!.*", _DESCRIBED),
        ("0 or 1", r"#[01]", _DESCRIBED),
        ("0 or 1 as text", r"[01]", ""),
        ("yes or no", r"(?i)yes|no", "yes-no-flags"),
        ("Y or N", r"(?i)y|n", "y-n-flags"),
        ("true or false as text", r"(?i)true|false|on|off", "word-flags"),
    ),
    "date": _rules(
        ("no date", r"0000-00-00.*|-0001-11-30.*|1970-01-01.*", "zero-dates"),
        ("date", r"\d{4}-\d\d-\d\d", _DESCRIBED),
        ("date with a time in UTC", r"\d{4}-\d\d-\d\d[T ]\d.*(Z|[+-]00:?00)", "zulu-dates"),
        ("date with a time", r"\d{4}-\d\d-\d\d[T ]\d.*", "datetime-for-date"),
        ("dd-mm-yyyy", r"\d\d?-\d\d?-\d{4}", "indian-dates"),
        ("dd/mm/yyyy", r"\d\d?/\d\d?/\d{4}", ""),
        ("unix time", r"#?\d{9,13}", ""),
    ),
    "time": _rules(
        ("time", r"\d\d:\d\d:\d\d", _DESCRIBED),
        ("time without seconds", r"\d\d?:\d\d", "short-times"),
        ("time with AM or PM", r"(?i)\d\d?:\d\d(:\d\d)?\s*[ap]\.?m\.?", "am-pm-times"),
        ("time with a date", r"\d{4}-\d\d-\d\d[T ].*", ""),
        ("time without zeros before", r"\d\d?:\d\d?(:\d\d?)?", "unpadded-times"),
    ),
    "instant": _rules(
        ("instant in UTC", r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]00:?00)", "wrong-zone"),
        ("instant", r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:?\d\d", _DESCRIBED),
        ("instant without an offset", r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?", ""),
        ("unix time", r"#?\d{9,13}", ""),
    ),
    "text": _rules(*_TEXT, ("text", r".*", _DESCRIBED)),
    "state": _rules(
        ("digit or letter for a word", r"#?\w", "states-as-1"),
        *_TEXT,
        (
            "word",
            r"[A-Z_]+|active|([Cc]onfirm|[Cc]ancell|[Rr]efund|[Pp]artially[ _][Cc]ancell)ed|[Pp]aid",
            _DESCRIBED,
        ),
        ("word in small letters", r"(?!open|limited|enabled|filling|yes|no\b)[a-z]+(_[a-z]+)*", "lower-case"),
        ("another word", r".*", "states-by-word"),
    ),
    "verdict": _rules(
        ("SUCCESS", r"SUCCESS", _DESCRIBED),
        ("success in small letters", r"(?i)success", "lower-case"),
        ("true for success", r"!true|true", "success-true"),
        ("1 for success", r"#?(1|200)", "success-1"),
        ("OK for success", r"(?i)ok|s", "success-ok"),
        ("a word that says no", r"(?i)fail(ed|ure)?|error|ko|!false|#?0", ""),
    ),
    "currency": _rules(
        ("currency code", r"[A-Z]{3}", _DESCRIBED),
        ("currency code in small letters", r"[a-z]{3}", ""),
        ("rupee word", r"(?i)rs\.?|rupees?", "rupee-word"),
        ("currency sign", r"[^A-Za-z0-9#!]{1,3}", "currency-sign"),
    ),
}
_OF_NO_KIND = {
    "object for text": "words-by-language",
    "list for text": "lists-for-texts",
    "object for date": "date-objects",
    "object for time": "hour-minute",
    "false for nothing": "false-for-nothing",
    "word for nothing": "words-for-nothing",
    ONLY_ENTRY: "single-object",
    "object by id for list": "list-by-id",
    "object by place for list": "list-as-object",
    "string for list": "gallery-as-text",
    "JSON in a text": "json-in-text",
    "nested list": "wrapped-list",
    "list under another name": "renamed-list",
}
HABITS = _OF_NO_KIND | {
    name: habit for rows in _SPELLINGS.values() for name, _, habit in rows if habit not in ("", _DESCRIBED)
}
"""The habit that shows in a spelling, by the name under which the practice service can take it on."""
_OTHERS = {
    "amount": {"null"}, "text": {"null", "empty text"}, "list": {"list", "empty list"}, "object": {"object"},
}  # fmt: skip
DOCUMENTED = {
    kind: {
        *_OTHERS.get(kind, ()),
        *(name for name, _, how in _SPELLINGS.get(kind, ()) if how == _DESCRIBED),
    }
    for kind in _SPELLINGS.keys() | _OTHERS
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
    if is_number(value):
        return "number"
    if isinstance(value, Spoiled):
        return "unusable value"
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
    mark = "#" if is_number(value) else "!" if isinstance(value, bool) else ""
    text = mark + (str(value).lower() if mark == "!" else str(value)).strip()
    found = next((name for name, each, _ in _SPELLINGS[kind] if each.fullmatch(text)), None)
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
    return "word for nothing" if is_word and is_nothing(value) else ""


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
    text = json_type(value) if isinstance(value, Spoiled) else hide(str(value))
    shown = _masked_text(text, kind, path, spelling(value, kind) if kind else "")
    return shown if is_number(value) else f'"{shown}"'


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
