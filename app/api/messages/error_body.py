"""Reads refusals, although the field names of the error body are not shown (interface part 7)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.api.messages.answer_fields import Json
from app.api.messages.api_key import ApiKey
from app.api.messages.errors import (
    AccessDisabledError,
    BoatsNotConfiguredError,
    KeyRefusedError,
    Matter,
    RefusedError,
)
from app.api.messages.json_decoding import is_array, is_object
from app.core.frozen import frozen

LONGEST_WORDS = 500

_DISABLED = "API_ACCESS_DISABLED"
_KEY_STATUSES = frozenset({401, 403})
_CODE_NAMES = ("code", "error_code", "errorcode", "error", "type")
_WORD_NAMES = frozenset(
    {"message", "msg", "error", "errors", "error_message", "detail", "details", "reason", "description"}
)
_UNSPOKEN = frozenset({"status", "request_id"})
_NO_CODES = _UNSPOKEN | {"booking_ref", "booking_reference", "pnr", "refund_reference", "trace"}
_NO_WORDS = frozenset({"status", "code", "error_code", "errorcode", "request_id", "booking_ref", "trace"})
_DATA = frozenset({"data", "items", "results", "records", "rows", "list"})
"""Fields with what was asked for: a description of a product is nothing that the service says."""
_FAULTS = frozenset(
    {"error", "errors", "message", "messages", "msg", "detail", "details", "violations", "problems", "faults"}
)
"""Fields under which a list, or an object of objects, tells of errors."""
_CODE = re.compile(r"[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+")
_ADDRESS = re.compile(r"\bips?\b|white ?list|allow ?list|\bremote address|\b(?:country|region|location)\b")
_KEY_IS_BAD = re.compile(
    r"\b(?:invalid|missing|unknown|wrong|bad|no|expired|revoked|inactive|incorrect)(?: or \w+)?"
    r" (?:x )?(?:api |access |auth\w* )?(?:key|token|credential)"
    r"|(?:key|token|credentials?)(?: header)?(?: is| was| are)?"
    r" (?:invalid|missing|unknown|wrong|expired|revoked|inactive|incorrect|required|refused"
    r"|not (?:valid|found|known|accepted|recogni[sz]ed|provided|given|sent))"
)
_LIMIT = re.compile(
    r"rate ?limit|too many|throttl|quota|\b(?:time|requests?|calls?|api|usage|daily|hourly|minute) limit"
    r"|limit for this (?:method|key)|requests per"
)
_AUTOMATION = re.compile(r"\b(?:ro)?bots?\b|automat|captcha|scrap(?:er|ing)|crawler")
_PERMISSION = re.compile(r"permission|permitted|privilege|not allowed|not authori[sz]ed (?:to|for)|\bscope")
_KEY = re.compile(r"\bkey\b|apikey|(?<!csrf )\btoken\b|credential|\bunauthori[sz]ed\b|authenticat")
_MATTERS = (
    (re.compile(r"\b(?:for|from) (?:this|your) (?:ip|address)"), Matter.ADDRESS),
    (_KEY_IS_BAD, None),
    (_ADDRESS, Matter.ADDRESS),
    (_LIMIT, Matter.LIMIT),
    (_AUTOMATION, Matter.AUTOMATION),
    (_PERMISSION, Matter.PERMISSION),
    (_KEY, None),
)
"""What words speak of, the first that fits; None is the API key."""
_STATUS_WORDS = frozenset({"unauthorized", "unauthorised", "forbidden", "401", "403", "error"})
"""Words that only repeat the HTTP status."""
_GAPS = re.compile(r"[\W_]+")
_MOST_LOOKED_AT = 4_000
_HIDDEN = "[key]"


@frozen
class Leaf:
    """One text in an error body: the path of field names to it, in lower case, and the text."""

    path: tuple[str, ...]
    text: str


def refusal(http_status: int, fields: dict[str, Json], key: ApiKey, *, is_boat: bool) -> RefusedError:
    """The error for a refusal, with the code and the words of the service as received."""
    leaves = tuple(_spoken(fields))
    code = code_in(leaves)
    matter = _matter(leaves) if http_status in _KEY_STATUSES else Matter.OTHER
    kind = _kind(code or "", fields, is_boat=is_boat, is_key=matter is None)
    return kind(
        http_status=http_status,
        code=code and hidden_in(code, key),
        words=words_in(leaves, key),
        fields=_hidden(fields, key),
        matter=matter or Matter.OTHER,
    )


def said(fields: dict[str, Json], key: ApiKey) -> tuple[str | None, str | None]:
    """The code and the words in an answer, each None when there is none."""
    leaves = tuple(_spoken(fields))
    code = code_in(leaves)
    return code and hidden_in(code, key), words_in(leaves, key)


def is_disabled(fields: dict[str, Json]) -> bool:
    """Whether `API_ACCESS_DISABLED` is anywhere in the answer (interface part 7.2)."""
    return any(_DISABLED in leaf.text.upper() for leaf in _leaves(fields))


def code_in(leaves: tuple[Leaf, ...]) -> str | None:
    """The error code: the text of a field named like a code, else any text that looks like one."""
    coded = [leaf for leaf in leaves if _CODE.fullmatch(leaf.text) and not _NO_CODES & set(leaf.path[-1:])]
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
    plain = key.reveal()
    # As PHP writes it in JSON.
    return text.replace(plain, _HIDDEN).replace(plain.replace("/", r"\/"), _HIDDEN)


def _kind(code: str, fields: dict[str, Json], *, is_boat: bool, is_key: bool) -> type[RefusedError]:
    if is_disabled(fields):
        return AccessDisabledError
    if is_key:
        return KeyRefusedError
    if is_boat and "BOAT" in code.upper() and ("PROVIDER" in code.upper() or "CONFIG" in code.upper()):
        return BoatsNotConfiguredError
    return RefusedError


def _matter(leaves: tuple[Leaf, ...]) -> Matter | None:
    """What a refusal with HTTP 401 or 403 is about; None for the key: its words say so, or there are none."""
    said = [leaf.text for leaf in leaves if not _UNSPOKEN & set(leaf.path[-1:])]
    text = _GAPS.sub(" ", " ".join(said)[:_MOST_LOOKED_AT]).strip().casefold()
    if set(text.split()) <= _STATUS_WORDS:
        return None
    return next((matter for pattern, matter in _MATTERS if pattern.search(text)), Matter.OTHER)


def _spoken(value: Json, path: tuple[str, ...] = ()) -> Iterator[Leaf]:
    """The texts that may be about a failure: none of what was asked for, by name or in a list."""
    is_about_faults = bool(_FAULTS & set(path))
    if isinstance(value, str):
        yield Leaf(path, value)
    elif is_object(value):
        if path and value and not is_about_faults and all(map(is_object, value.values())):
            return
        for name, each in sorted(value.items(), key=lambda field: not isinstance(field[1], str)):
            if name.lower() not in _DATA or isinstance(each, str):
                yield from _spoken(each, (*path, name.lower()))
    elif is_array(value) and is_about_faults:
        for each in value:
            yield from _spoken(each, path)


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
