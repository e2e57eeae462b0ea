"""Decodes the bytes of an answer as JSON: exact numbers, nothing ambiguous, nothing oversized."""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from itertools import accumulate
from typing import Any, TypeGuard, cast

from app.api.messages.answer_fields import Json
from app.core.frozen import frozen
from app.core.language import Message, mark

DEEPEST = 64
MOST_VALUES = 400_000

_ESCAPED = re.compile(rb'\\(?:["\\]|u[dD][89a-fA-F])')
"""What is no mark of JSON, and what a character is half written with, which is longer."""
_STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
_NO_MARKS = bytes(set(range(256)) - set(b'[]{}",:'))
_LONGEST_INTEGER = 100
_LONGEST_AROUND = 4_000
_BEGINNING = re.compile(r'\{\s*["}]|\[\s*\{\s*["}]')
"""Where an object or a list of objects may begin; the braces of a notice look otherwise."""
_PAGE = re.compile(r"<(?:!doctype|html|head|body|script)\b", re.IGNORECASE)
_PLAIN_BRACKETS = re.compile(r"\{closure[^{}\"]*\}|\[[^\[\]{}\"]*\]")
"""Of a place in a script, as notices name it."""
_STRAY = re.compile("[\udc80-\udcff]+")
"""Bytes that are no UTF-8, as Python keeps them."""
_CONTROL = re.compile(r"[\x00-\x1f]")
_TEXT = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_LENIENT = json.JSONDecoder(strict=False)


class UnreadableBodyError(ValueError):
    """A body that is not one plain JSON text; `str()` is a clause that does not quote it."""


class _SoiledError(UnreadableBodyError):
    """A body that is not JSON as it stands, in which there may be some."""


class Spoiled:
    """Replaces a value in a decoded answer that cannot be used; only its item is lost."""

    __slots__ = ("reason",)

    def __init__(self, reason: Message) -> None:
        self.reason = reason


@frozen
class Decoded:
    """A decoded body. `is_spoiled`: `value` contains at least one `Spoiled`."""

    value: Json
    is_spoiled: bool
    around: str = ""
    """What stood around the JSON, such as a notice of PHP; the first characters."""


def decoded(body: bytes) -> Decoded:
    """The JSON value of a body. Raises only UnreadableBodyError, when it has none.

    Numbers with a point or an exponent become Decimal. Values in the form of JSON that cannot be used
    (an object that names a field twice, NaN, a number of thousands of digits, half a character) become
    `Spoiled`. What is not JSON from its first byte to its last is searched for the one object that scripts
    have put notices, marks or comments around. JSON in a text, written twice, is the JSON in it.
    """
    try:
        found = _decoded(body)
    except _SoiledError:
        inner, around = _found_in(body)
        return replace(_decoded(inner.encode()), around=around[:_LONGEST_AROUND])
    text = found.value
    if isinstance(text, str) and text[:1] in {"{", "["}:
        with suppress(UnreadableBodyError):
            return _decoded(text.encode())
    return found


def _decoded(body: bytes) -> Decoded:
    fields, has_halves = _counted_fields(body)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise _SoiledError(mark("it is not UTF-8")) from None
    found = _loaded(text, fields)
    if not has_halves:
        return found
    spoils: list[Spoiled] = []
    return Decoded(_without_halves(found.value, spoils), found.is_spoiled or bool(spoils))


def _found_in(body: bytes) -> tuple[str, str]:
    """The JSON of the one object or list of objects in a body, and what stands around it.

    Raises UnreadableBodyError when there is none, when it is cut off, and when there are two: then nothing
    tells which of them is the answer. A page is no notice: what is in its scripts is not the answer.
    """
    try:
        text = body.decode("utf-8-sig")
        why = mark("it is not JSON")
    except UnicodeDecodeError:
        # Single bytes of an old encoding in a text of people; what decides is ASCII.
        text = _STRAY.sub(_of_old_encoding, body.decode("utf-8-sig", "surrogateescape"))
        why = mark("it is not UTF-8")
    first = _BEGINNING.search(text)
    if first is None or not _is_talk(text[: first.start()]):
        raise UnreadableBodyError(why)
    try:
        _, end = _LENIENT.raw_decode(text, first.start())
    except (ValueError, RecursionError, MemoryError):
        raise UnreadableBodyError(why) from None
    if not _is_talk(text[end:]):
        raise UnreadableBodyError(why)
    return _escaped(text[first.start() : end]), text[: first.start()] + text[end:]


def _of_old_encoding(found: re.Match[str]) -> str:
    return found[0].encode("utf-8", "surrogateescape").decode("windows-1252", "replace")


def _is_talk(text: str) -> bool:
    """Whether a text around JSON is no page, and no part of other JSON."""
    return _PAGE.search(text) is None and not set("{}[]") & set(_PLAIN_BRACKETS.sub("", text))


def _escaped(text: str) -> str:
    """JSON with the line breaks and tabs inside its texts escaped: a script has written them by hand."""
    if _CONTROL.search(text) is None:
        return text
    return "".join(
        _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", each) if is_inside else each
        for is_inside, each in _texts_and_rest(text)
    )


def _texts_and_rest(text: str) -> Iterator[tuple[bool, str]]:
    """The parts of a JSON text in order, with whether each is a text in quotes."""
    at = 0
    for found in _TEXT.finditer(text):
        yield False, text[at : found.start()]
        yield True, found[0]
        at = found.end()
    yield False, text[at:]


def spoil_in(value: object) -> Spoiled | None:
    """The first `Spoiled` in a decoded value, or None."""
    return next((each for each in _leaves(value) if isinstance(each, Spoiled)), None)


def is_object(value: object) -> TypeGuard[dict[str, Json]]:
    """Whether a decoded value is a JSON object."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeGuard[list[Json]]:
    """Whether a decoded value is a JSON array."""
    return isinstance(value, list)


def _counted_fields(body: bytes) -> tuple[int, bool]:
    """How many fields the objects of a JSON text name together, and whether halves of characters are in it.

    Raises UnreadableBodyError for too much depth and too many values; brackets in texts do not count.
    """
    if not body.strip():
        raise UnreadableBodyError(mark("it is empty"))
    plain, escapes = _ESCAPED.subn(b"", body) if b"\\" in body else (body, 0)
    marks = plain.translate(None, _NO_MARKS)
    if marks.count(b",") > MOST_VALUES:
        raise UnreadableBodyError(mark("it holds too many values"))
    marks = marks.replace(b'""', b"")
    if b'"' in marks:  # some text holds a mark
        marks = b"".join(marks.split(b'"')[::2])
    steps = array("b", marks.translate(_STEPS, b",:"))
    if max(accumulate(steps), default=0) > DEEPEST:
        raise UnreadableBodyError(mark("it is nested too deeply"))
    return marks.count(b":"), len(body) - len(plain) > 2 * escapes


def _loaded(text: str, fields: int) -> Decoded:
    """Parse quickly, and again carefully what holds fewer fields than are named, or an unusual number."""
    spoils: list[Spoiled] = []
    try:
        value, found = _parsed_quickly(text)
        if found != fields:
            value = _parsed_carefully(text, spoils)
    except (ValueError, RecursionError, MemoryError):
        raise _SoiledError(mark("it is not JSON")) from None
    return Decoded(value, bool(spoils))


class _Decimals(dict[str, Decimal]):
    """The decimal of each text, made once: an answer repeats a few amounts many times."""

    def __missing__(self, text: str) -> Decimal:
        made = self[text] = Decimal(text)
        return made


def _parsed_quickly(text: str) -> tuple[Json, int | None]:
    """The value, and the number of fields in its objects; None when it holds an unusual number."""
    found = 0

    def counted() -> Generator[object, dict[str, object]]:
        # It goes on where it stopped, which takes two thirds of a call: there are thousands of objects.
        nonlocal found
        fields = yield
        while True:
            found += len(fields)
            fields = yield fields

    objects = counted()
    next(objects)
    try:
        value: Any = json.loads(
            text, parse_float=_Decimals().__getitem__, parse_constant=_refuse, object_hook=objects.send
        )
    except json.JSONDecodeError:
        raise
    except (InvalidOperation, ValueError):
        # ValueError: NaN, or an integer beyond the interpreter's own limit.
        return None, None
    return cast("Json", value), found


def _refuse(name: str) -> object:
    raise ValueError(name)


def _parsed_carefully(text: str, spoils: list[Spoiled]) -> Json:
    """The value, with `Spoiled` in it for what cannot be used."""

    def named(pairs: list[tuple[str, object]]) -> object:
        fields = dict(pairs)
        return fields if len(fields) == len(pairs) else _spoil(spoils, mark("names a field twice"))

    def constant(_: str) -> object:
        return _spoil(spoils, mark("holds a number that JSON does not know"))

    value: Any = json.loads(
        text,
        parse_float=_careful_decimal(spoils),
        parse_int=_careful_integer(spoils),
        parse_constant=constant,
        object_pairs_hook=named,
    )
    return cast("Json", value)


def _careful_decimal(spoils: list[Spoiled]) -> Callable[[str], object]:
    def decimal(text: str) -> object:
        try:
            return Decimal(text)
        except InvalidOperation:
            return _spoil(spoils, mark("holds a number beyond all bounds"))

    return decimal


def _careful_integer(spoils: list[Spoiled]) -> Callable[[str], object]:
    def integer(text: str) -> object:
        if len(text) > _LONGEST_INTEGER:
            return _spoil(spoils, mark("holds a number beyond all bounds"))
        return int(text)

    return integer


def _spoil(spoils: list[Spoiled], reason: Message) -> Spoiled:
    spoils.append(Spoiled(reason))
    return spoils[-1]


def _without_halves(value: Json, spoils: list[Spoiled]) -> Json:
    """The value with texts that hold a lone surrogate, and objects with such a field, spoiled."""
    if isinstance(value, str):
        return value if _is_whole(value) else _half(spoils)
    if is_array(value):
        return [_without_halves(each, spoils) for each in value]
    if is_object(value):
        if not all(map(_is_whole, value)):
            return _half(spoils)
        return {name: _without_halves(each, spoils) for name, each in value.items()}
    return value


def _half(spoils: list[Spoiled]) -> Json:
    return cast("Json", _spoil(spoils, mark("holds half a character")))


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _leaves(value: object) -> Iterator[object]:
    """All simple values in a decoded value."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            waiting.extend(cast("dict[str, object]", each).values())
        elif isinstance(each, list):
            waiting.extend(cast("list[object]", each))
        else:
            yield each
