"""The fields of the interface with their kinds, taken from the models that read them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from types import MappingProxyType, UnionType
from typing import Annotated, Any, ClassVar, Required, Union, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel
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

Fields = Mapping[str, str]
"""The kind of each field by its path; entries of a list are marked by `[]`."""

_KINDS: dict[object, str] = {
    Decimal: "amount",
    int: "whole number",
    bool: "flag",
    dt.date: "date",
    dt.time: "time",
    dt.datetime: "instant",
    str: "text",
}
_OURS = frozenset({"items", "set_aside", "unread"})
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


def _of_object(shape: type[object], before: str) -> Iterator[tuple[str, str]]:
    for name, hint in get_type_hints(shape, include_extras=True).items():
        if name not in _OURS and not name.startswith(("model_", "_")) and get_origin(hint) is not ClassVar:
            yield from _of_field(hint, before + name.removesuffix("_"))


def _of_field(hint: object, path: str) -> Iterator[tuple[str, str]]:
    base = _base(hint)
    if get_origin(base) is tuple:
        yield path, "list"
        yield from _of_field(get_args(base)[0], f"{path}[]")
    elif is_typeddict(base) or (isinstance(base, type) and issubclass(base, BaseModel)):
        if not path.endswith("[]"):
            yield path, "object"
        yield from _of_object(cast("type[object]", base), f"{path}.")
    elif base is not Any:
        yield path, _word_kind(path) if base is str else _KINDS.get(cast("object", base), "text")


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
