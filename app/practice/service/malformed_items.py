"""Malformed catalogue items, as a faulty script would send them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import cast

from app.practice.protocol.json import Json

_Item = dict[str, Json]
_HOSTILE = (
    '<img src="file:///dev/zero"> \u202egnitfil\u202c \u200bsnorkel\u2019s <b>50 % off</b> &amp; \u0000'
)


def spoiled(answer: Mapping[str, Json]) -> dict[str, Json]:
    """An answer of catalogue or search in which some items are malformed."""
    items = cast("list[_Item]", answer["data"])
    return {**answer, "data": [_SPOILERS.get(place, _left_alone)(item) for place, item in enumerate(items)]}


def _left_alone(item: _Item) -> _Item:
    return item


def _amounts_as_text(item: _Item) -> _Item:
    return cast("_Item", _mapped(item, lambda value: str(value) if isinstance(value, Decimal) else value))


def _amounts_too_fine(item: _Item) -> _Item:
    return cast(
        "_Item",
        _mapped(item, lambda value: value + Decimal("0.005") if isinstance(value, Decimal) else value),
    )


def _without_optional_parts(item: _Item) -> _Item:
    optional = ("media", "booking", "availability", "policies", "booking_rules", "inventory")
    return {name: value for name, value in item.items() if name not in optional}


def _without_number(item: _Item) -> _Item:
    return {name: value for name, value in item.items() if not name.endswith("_id")}


def _with_hostile_text(item: _Item) -> _Item:
    names = {"title", "location", "activity_name", "trip_name", "boat_name"}
    return {name: _HOSTILE if name in names else value for name, value in item.items()}


def _with_large_numbers(item: _Item) -> _Item:
    return {
        name: value + 2**53 if name.endswith("_id") and isinstance(value, int) else value
        for name, value in item.items()
    }


def _with_nulls(item: _Item) -> _Item:
    return {name: value if name.endswith("_id") or name == "date" else None for name, value in item.items()}


def _with_wrong_types(item: _Item) -> _Item:
    return cast("_Item", _mapped(item, lambda value: True if isinstance(value, Decimal) else value))


def _mapped(value: Json, change: Callable[[Json], Json]) -> Json:
    if isinstance(value, Mapping):
        return {name: _mapped(each, change) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_mapped(each, change) for each in value]
    return change(value)


_SPOILERS: Mapping[int, Callable[[_Item], _Item]] = {
    2: _amounts_as_text,
    3: _without_optional_parts,
    4: _with_hostile_text,
    5: _without_number,
    6: _with_large_numbers,
    7: _amounts_too_fine,
    8: _with_nulls,
    9: _with_wrong_types,
}
