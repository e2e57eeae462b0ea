"""The fields of the interface with their kinds and weights, taken from the models that read them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from types import MappingProxyType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    NamedTuple,
    Required,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from typing_extensions import is_typeddict

from app.api.messages.answers import (
    ActivityAvailability,
    ActivityContent,
    ActivityItem,
    ActivitySearch,
    BoatAvailability,
    BoatContent,
    BoatItem,
    BoatSearch,
    StatusAnswer,
    WalletAnswer,
)


class Field(NamedTuple):
    """What a field of the interface holds, and what it weighs."""

    kind: str
    weight: str
    """As `packaging/answers.md` has it: needed, decides or describes."""


Fields = Mapping[str, Field]
"""Each field by its path; entries of a list are marked by `[]`."""

_KINDS: dict[object, str] = {
    Decimal: "amount",
    int: "whole number",
    bool: "flag",
    dt.date: "date",
    dt.time: "time",
    dt.datetime: "instant",
    str: "text",
}
_WRONG: tuple[object, ...] = (False, [], 5, "x", {"a": {"b": 1}})
"""What decides refuses one of these."""
_OURS = frozenset({"items", "set_aside", "unread", "is_part"})
"""Fields of the models that are not the service's."""


@cache
def envelope_of(answer: type[BaseModel]) -> Fields:
    """The fields around the list of a content or search answer."""
    return MappingProxyType(dict(_of_object(answer, "")))


@cache
def fields_of(shape: type[object]) -> Fields:
    """The fields of an item or of a whole answer, those of inner objects and lists included."""
    return MappingProxyType(dict(_of_object(shape, "")))


LISTS: Mapping[str, tuple[type[BaseModel], type[object]]] = {
    "content ACTIVITY": (ActivityContent, ActivityItem),
    "content BOAT": (BoatContent, BoatItem),
    "search_availability ACTIVITY": (ActivitySearch, ActivityAvailability),
    "search_availability BOAT": (BoatSearch, BoatAvailability),
}
WHOLE: Mapping[str, type[BaseModel]] = {"wallet_balance": WalletAnswer, "booking_status": StatusAnswer}


def _of_object(shape: type[object], before: str) -> Iterator[tuple[str, Field]]:
    for name, hint in get_type_hints(shape, include_extras=True).items():
        if name not in _OURS and not name.startswith(("model_", "_")) and get_origin(hint) is not ClassVar:
            path = before + name.removesuffix("_")
            yield from _of_field(hint, path, "needed" if _is_needed(shape, name, hint) else _weight(hint))


def _of_field(hint: object, path: str, weight: str) -> Iterator[tuple[str, Field]]:
    base = _base(hint)
    if get_origin(base) is tuple:
        yield path, Field("list", weight)
        yield from _of_field(get_args(base)[0], f"{path}[]", weight)
    elif is_typeddict(base) or (isinstance(base, type) and issubclass(base, BaseModel)):
        if not path.endswith("[]"):
            yield path, Field("object", weight)
        yield from _of_object(cast("type[object]", base), f"{path}.")
    elif base is not Any:
        kind = _word_kind(path) if base is str else _KINDS.get(cast("object", base), "text")
        yield path, Field(kind, weight)


def _is_needed(shape: type[object], name: str, hint: object) -> bool:
    is_required = issubclass(shape, BaseModel) and shape.model_fields[name].is_required()
    return is_required or get_origin(hint) is Required


def _weight(hint: object) -> str:
    """Whether a field decides, which refuses what it cannot read, or describes, which takes anything."""
    if get_origin(hint) is Annotated and any(isinstance(each, FieldInfo) for each in get_args(hint)):
        hint = get_args(hint)[0]
    read = TypeAdapter[object](cast("type[object]", hint))
    for each in _WRONG:
        try:
            read.validate_python(each)
        except ValidationError:
            return "decides"
    return "describes"


def _word_kind(path: str) -> str:
    """What a text is for, by its name."""
    if path == "status":
        return "verdict"
    name = path.rpartition(".")[2]
    if name == "agent_id":  # read as it comes, and described as a number
        return "whole number"
    return "state" if name.endswith("status") else "currency" if name == "currency" else "text"


def _base(hint: object) -> object:
    """The plain type behind marks and None."""
    while True:
        origin = get_origin(hint)
        if origin in (Annotated, Required):
            hint = get_args(hint)[0]
        elif origin in (Union, UnionType):
            hint = next(each for each in get_args(hint) if each is not type(None))
        else:
            return hint
