"""An answer as it came: its JSON found in whatever stands around it, and numbers as they were written."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import cast

from app.api.messages.answer_fields import Json
from app.api.messages.json_decoding import DEEPEST, is_array, is_object

_BEGINNING = re.compile(r"[{\[]")
_MOST_BEGINNINGS = 200
LIST_NAMES = ("data", "items", "results", "records", "result", "response")
"""Under these names scripts put their lists."""
ONLY_ENTRY = "its only entry for list"
_DEEPEST_WRAP = 3
_MARK = "\ufeff"


class NumberText(str):
    """A JSON number as it was written."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class RawAnswer:
    """What a body says; `None` when no JSON was found. `dress` names what is unusual around it."""

    value: Json
    dress: tuple[str, ...] = ()


def raw_answer(body: bytes) -> RawAnswer:
    """The JSON of a body, read as freely as one can: for looking at, never for selling."""
    dress: list[str] = []
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        text = body.decode("cp1252", "replace")
        dress.append("not UTF-8")
    if text.startswith(_MARK):
        text = text.lstrip(_MARK)
        dress.append("byte order mark before")
    if not text.strip():
        return RawAnswer(None, (*dress, "empty body"))
    value, around = _found(text)
    dress += around
    if isinstance(value, str) and not isinstance(value, NumberText):
        value, dress = decoded_text(value), [*dress, "JSON in a text"]
    if _is_deep(value):
        value, dress = None, [*dress, "nested too deeply"]
    elif value is None:
        dress.append("no JSON")
    return RawAnswer(value, tuple(dress))


def decoded_text(text: str) -> Json:
    """The object or list that a text holds as JSON; None when it holds none."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        value = cast("Json", _DECODER.decode(text.strip()))
    except (ValueError, RecursionError):
        return None
    return None if _is_deep(value) else value


def entries(value: Json) -> tuple[list[Json], str]:
    """The entries of a content or search answer, and how they came: "list", or what came for one."""
    if is_array(value):
        return value, "list without an envelope"
    name = next((each for each in LIST_NAMES if each in value), "") if is_object(value) else ""
    if not is_object(value) or not name:
        return [], "no list"
    found, how = value[name], "list" if name == "data" else "list under another name"
    for _ in range(_DEEPEST_WRAP):
        if isinstance(found, str) and (decoded := decoded_text(found)) is not None:
            found, how = decoded, "JSON in a text"
        inner = _inner_list(found)
        if inner is None:
            break
        found, how = inner, "nested list"
    return _listed(found, how)


def _inner_list(value: Json) -> Json:
    """What stands under the name of a list inside of an object; None for nothing."""
    if not is_object(value):
        return None
    return next((value[each] for each in LIST_NAMES if isinstance(value.get(each), (list, dict))), None)


def _listed(found: Json, how: str) -> tuple[list[Json], str]:
    if is_array(found):
        return found, how
    if not is_object(found) or not found or not found.keys().isdisjoint(LIST_NAMES):
        return [], "nothing for a list"
    name = map_name(found)
    if name == ONLY_ENTRY:
        return [found], name
    return [one for each in found.values() for one in (each if is_array(each) else [each])], name


def map_name(value: Json) -> str:
    """What an object is that came for a list: its entries by place or by id, or its only entry."""
    inner = value if is_object(value) else {}
    if not all(each is None or is_object(each) or is_array(each) for each in inner.values()) or not any(
        inner.values()
    ):
        return ONLY_ENTRY
    is_counted = list(inner) == [str(at) for at in range(len(inner))]
    return "object by place for list" if is_counted else "object by id for list"


def _found(text: str) -> tuple[Json, list[str]]:
    """The value in a text, and what is unusual about it."""
    if text.lstrip().startswith('"'):
        with suppress(ValueError, RecursionError):
            return cast("Json", _DECODER.decode(text.strip())), []
    for start in islice(_BEGINNING.finditer(text), _MOST_BEGINNINGS):
        try:
            value, end = _DECODER.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            continue
        if is_object(value) or (is_array(value) and value and is_object(value[0])):
            around = {
                "text before the JSON": bool(text[: start.start()].strip()),
                "text behind the JSON": bool(text[end:].strip()),
                "line breaks as they are in texts": _has_raw_breaks(text, start.start()),
            }
            return value, [name for name, is_so in around.items() if is_so]
    return None, []


def _is_deep(value: Json) -> bool:
    """Whether a value is nested more deeply than any answer of the interface could be."""
    level = [value]
    for _ in range(DEEPEST):
        inner = [
            list(each.values()) if is_object(each) else each
            for each in level
            if is_object(each) or is_array(each)
        ]
        level = [one for each in inner for one in each]
        if not level:
            return False
    return True


def _has_raw_breaks(text: str, start: int) -> bool:
    """Whether a text inside the JSON holds a line break or a tab that JSON wants to be escaped."""
    try:
        json.JSONDecoder().raw_decode(text, start)
    except ValueError:
        return True
    return False


_DECODER = json.JSONDecoder(
    parse_float=NumberText, parse_int=NumberText, parse_constant=NumberText, strict=False
)
