"""An answer as it came: its JSON as the program finds it, and what is unusual around it and around a list."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TypeGuard

from app.api.messages.answer_fields import Json
from app.api.messages.json_decoding import UnreadableBodyError, decoded, is_array, is_object
from app.core.frozen import frozen

LIST_NAMES = ("data", "items", "results", "records", "result", "response")
"""Under these names scripts put their lists."""
ONLY_ENTRY = "its only entry for list"
_DEEPEST_WRAP = 3
_MARK = b"\xef\xbb\xbf"
_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*+"', re.DOTALL)


@frozen
class RawAnswer:
    """What a body says; `None` when no JSON was found. `dress` names what is unusual around it."""

    value: Json
    dress: tuple[str, ...] = ()


def raw_answer(body: bytes) -> RawAnswer:
    """The JSON of a body, and its dress."""
    plain = body.removeprefix(_MARK).strip()
    is_utf8 = True
    try:
        plain.decode()
    except UnicodeDecodeError:
        is_utf8 = False
    try:
        found = decoded(body)
    except UnreadableBodyError:
        value, around = None, ""
    else:
        value, around = found.value, found.around.strip("\ufeff \r\n\t")
    dress = {
        "not UTF-8": not is_utf8,
        "byte order mark before": body.startswith(_MARK),
        "empty body": not plain,
        "JSON in a text": value is not None and plain.startswith(b'"'),
        "text before the JSON": bool(around) and not plain.startswith((b"{", b"[")),
        "text behind the JSON": bool(around) and not plain.endswith((b"}", b"]")),
        "line breaks as they are in texts": value is not None
        and any(b"\n" in each[0] or b"\t" in each[0] for each in _TEXT.finditer(plain)),
        "no JSON": value is None and bool(plain),
    }
    return RawAnswer(value, tuple(name for name, is_so in dress.items() if is_so))


def decoded_text(text: str) -> Json:
    """The object or list that a text holds as JSON; None when it holds none."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return decoded(text.encode("utf-8", "replace")).value
    except UnreadableBodyError:
        return None


def is_number(value: Json) -> TypeGuard[int | Decimal]:
    """Whether a value came as a number; it is as exact as it was written."""
    return isinstance(value, (int, Decimal)) and not isinstance(value, bool)


def entries(value: Json) -> tuple[list[Json], str]:
    """The entries of a content or search answer, and how they came: "list", or what came for one."""
    if is_array(value):
        return value, "list without an envelope"
    found, how = value, "no list"
    for depth in range(_DEEPEST_WRAP + 1):
        if isinstance(found, str) and (text := decoded_text(found)) is not None:
            found, how = text, "JSON in a text"
        name = next((each for each in LIST_NAMES if is_object(found) and each in found), "")
        if not is_object(found) or not name or (depth and not isinstance(found[name], (list, dict, str))):
            break
        found = found[name]
        how = "nested list" if depth else "list" if name == "data" else "list under another name"
    if how == "no list" or is_array(found):
        return (found if is_array(found) else []), how
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
