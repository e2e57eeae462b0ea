"""Encodes and decodes JSON: amounts keep their two decimals, and ambiguous input is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from json.encoder import encode_basestring
from typing import NoReturn, TypeAlias, cast

Json: TypeAlias = "Mapping[str, Json] | list[Json] | tuple[Json, ...] | str | int | Decimal | bool | None"


class UnreadableRequestError(ValueError):
    """A body that is not one plain JSON object; `str()` says what is wrong without quoting it."""


def encoded(value: Json) -> bytes:
    """A value as UTF-8 JSON; a Decimal becomes a number with all its decimals."""
    return _text(value).encode()


def decoded_object(body: bytes) -> dict[str, object]:
    """The JSON object in a request body. Raises UnreadableRequestError for anything ambiguous."""
    try:
        value: object = json.loads(
            body.decode("utf-8"), object_pairs_hook=_without_duplicates, parse_constant=_refuse_constant
        )
    except UnreadableRequestError:
        raise
    except (ValueError, RecursionError) as error:
        message = "The body is not valid JSON in UTF-8."
        raise UnreadableRequestError(message) from error
    if not isinstance(value, dict):
        message = "The body is not a JSON object."
        raise UnreadableRequestError(message)
    return cast("dict[str, object]", value)


def _text(value: Json) -> str:
    if isinstance(value, str):
        return encode_basestring(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | Decimal):
        return str(value)
    if isinstance(value, Mapping):
        return (
            "{" + ",".join([f"{encode_basestring(name)}:{_text(each)}" for name, each in value.items()]) + "}"
        )
    return "[" + ",".join([_text(each) for each in value]) + "]"


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    named = dict(pairs)
    if len(named) != len(pairs):
        message = "The body names a field twice."
        raise UnreadableRequestError(message)
    return named


def _refuse_constant(_: str) -> NoReturn:
    message = "The body holds a number that JSON does not know."
    raise UnreadableRequestError(message)
