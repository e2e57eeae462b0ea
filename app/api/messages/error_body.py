"""Reads refusals, although the field names of the error body are not shown (interface part 7)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.api.messages.answer_fields import Json
from app.api.messages.api_key import ApiKey
from app.api.messages.errors import (
    AccessDisabledError,
    BoatsNotConfiguredError,
    KeyRefusedError,
    RefusedError,
)
from app.api.messages.json_decoding import is_array, is_object

LONGEST_WORDS = 500

_DISABLED = "API_ACCESS_DISABLED"
_KEY_STATUSES = frozenset({401, 403})
_CODE_NAMES = ("code", "error_code", "errorcode", "error", "type")
_WORD_NAMES = frozenset(
    {"message", "msg", "error", "errors", "error_message", "detail", "details", "reason", "description"}
)
_NO_WORDS = frozenset({"status", "code", "error_code", "errorcode", "request_id", "booking_ref", "trace"})
_CODE = re.compile(r"[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+")
_HIDDEN = "[key]"


@dataclass(frozen=True, slots=True)
class Leaf:
    """One text in an error body: the path of field names to it, in lower case, and the text."""

    path: tuple[str, ...]
    text: str


def refusal(http_status: int, fields: dict[str, Json], key: ApiKey, *, is_boat: bool) -> RefusedError:
    """The error for a refusal, with the code and the words of the service as received."""
    leaves = tuple(_leaves(fields))
    code = code_in(leaves)
    kind = _kind(http_status, code or "", fields, is_boat=is_boat)
    return kind(
        http_status=http_status,
        code=code and hidden_in(code, key),
        words=words_in(leaves, key),
        fields=_hidden(fields, key),
    )


def said(fields: dict[str, Json], key: ApiKey) -> tuple[str | None, str | None]:
    """The code and the words in an answer, each None when there is none."""
    leaves = tuple(_leaves(fields))
    code = code_in(leaves)
    return code and hidden_in(code, key), words_in(leaves, key)


def is_disabled(fields: dict[str, Json]) -> bool:
    """Whether `API_ACCESS_DISABLED` is anywhere in the answer (interface part 7.2)."""
    return any(_DISABLED in leaf.text.upper() for leaf in _leaves(fields))


def code_in(leaves: tuple[Leaf, ...]) -> str | None:
    """The error code: the text of a field named like a code, else any text that looks like one."""
    coded = [leaf for leaf in leaves if _CODE.fullmatch(leaf.text) and leaf.path[-1:] != ("status",)]
    named = [leaf for name in _CODE_NAMES for leaf in coded if name in leaf.path]
    plain = [leaf for leaf in leaves if leaf.path[-1:] == ("code",)]
    return next((leaf.text[:LONGEST_WORDS] for leaf in (*named, *plain, *coded)), None)


def words_in(leaves: tuple[Leaf, ...], key: ApiKey) -> str | None:
    """The longest text of a field named like a message, else the longest that is a sentence."""
    spoken = [
        leaf
        for leaf in leaves
        if leaf.text.strip() and not _NO_WORDS & set(leaf.path[-1:]) and not _CODE.fullmatch(leaf.text)
    ]
    named = [leaf.text for leaf in spoken if _WORD_NAMES & set(leaf.path)]
    other = [leaf.text for leaf in spoken if " " in leaf.text.strip()]
    longest = max(named or other, key=len, default=None)
    return longest and hidden_in(longest, key)[:LONGEST_WORDS]


def hidden_in(text: str, key: ApiKey) -> str:
    """The text with the API key masked, in case the service has echoed it."""
    return text.replace(key.reveal(), _HIDDEN)


def _kind(http_status: int, code: str, fields: dict[str, Json], *, is_boat: bool) -> type[RefusedError]:
    if is_disabled(fields):
        return AccessDisabledError
    if http_status in _KEY_STATUSES:
        return KeyRefusedError
    if is_boat and "BOAT" in code.upper() and ("PROVIDER" in code.upper() or "CONFIG" in code.upper()):
        return BoatsNotConfiguredError
    return RefusedError


def _leaves(value: Json, path: tuple[str, ...] = ()) -> Iterator[Leaf]:
    """All texts in a body, outer ones first; the decoding has limited its depth."""
    if isinstance(value, str):
        yield Leaf(path, value)
    elif is_object(value):
        for name, each in sorted(value.items(), key=lambda field: not isinstance(field[1], str)):
            yield from _leaves(each, (*path, name.lower()))
    elif is_array(value):
        for each in value:
            yield from _leaves(each, path)


def _hidden(fields: dict[str, Json], key: ApiKey) -> dict[str, Json]:
    return {hidden_in(name, key): _hidden_value(value, key) for name, value in fields.items()}


def _hidden_value(value: Json, key: ApiKey) -> Json:
    if isinstance(value, str):
        return hidden_in(value, key)
    if is_object(value):
        return _hidden(value, key)
    return [_hidden_value(each, key) for each in value] if is_array(value) else value
