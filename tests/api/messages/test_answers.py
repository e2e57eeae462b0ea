"""Every field of interface part 2 has its place, in every variant, and only a few must be there."""

from __future__ import annotations

import copy
import datetime as dt
import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, cast

import pytest
from pydantic import BaseModel, ValidationError

from app.api.messages.answers import (
    ActivityAvailability,
    ActivityItem,
    BoatAvailability,
    BoatItem,
    BookingResult,
    CancellationResult,
    StatusAnswer,
    WalletAnswer,
)
from app.api.messages.json_decoding import decoded, is_array, is_object
from app.api.messages.parsing import reasons
from tests.support.api.list_items import item_of
from tests.support.api.samples import (
    ACTIVITY_ITEM,
    BOAT_ITEM,
    BOOKED_ACTIVITY,
    BOOKED_BOAT,
    CANCELLED,
    DEPARTURE,
    OLDER_DEPARTURE,
    OLDER_SLOT,
    SLOT,
    STATUS_ACTIVITY,
    STATUS_BOAT,
    WALLET,
    Wire,
)

Path = tuple[str | int, ...]

SAMPLES: list[tuple[type[object], Wire]] = [
    (ActivityItem, ACTIVITY_ITEM),
    (BoatItem, BOAT_ITEM),
    (ActivityAvailability, SLOT),
    (ActivityAvailability, OLDER_SLOT),
    (BoatAvailability, DEPARTURE),
    (BoatAvailability, OLDER_DEPARTURE),
    (BookingResult, BOOKED_BOAT),
    (BookingResult, BOOKED_ACTIVITY),
    (CancellationResult, CANCELLED),
    (WalletAnswer, WALLET),
    (StatusAnswer, STATUS_BOAT),
    (StatusAnswer, STATUS_ACTIVITY),
]
NEEDED: dict[type[object], set[Path]] = {
    ActivityItem: {("activity_id",), ("title",)},
    BoatItem: {("schedule_id",)},
    ActivityAvailability: {
        ("availability_id",),
        ("activity_id",),
        ("date",),
        ("slot",),
        ("slot", "slot_id"),
    },
    BoatAvailability: {("schedule_id",)},
    BookingResult: {("status",), ("booking_ref",)},
    CancellationResult: {("status",), ("refund_reference",)},
    StatusAnswer: {("status",), ("data",)},
    WalletAnswer: {
        ("status",),
        ("data",),
        ("data", "financial_balances"),
        ("data", "financial_balances", "live_available_balance"),
        ("data", "financial_balances", "currency"),
        ("data", "credit_facility"),
        ("data", "credit_facility", "allocated_limit"),
        ("data", "credit_facility", "limit_utilized"),
        ("data", "credit_facility", "available_credit_runway"),
    },
}
# Opaque by the interface: taken as they are, so that anything may be missing there.
OPAQUE = "recent_ledger_journal_snapshot"


def received(wire: object) -> Any:
    """What decoding makes of a wire value."""
    return decoded(json.dumps(wire).encode()).value


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """The paths of all fields."""
    if is_object(value):
        for name, each in value.items():
            yield (*path, name)
            if name != OPAQUE:
                yield from paths(each, (*path, name))
    elif is_array(value):
        for index, each in enumerate(value):
            yield from paths(each, (*path, index))


def changed(wire: Wire, path: Path, value: object = None, *, removed: bool = False) -> Any:
    """The decoded answer with one field changed or removed."""
    found = received(wire)
    inner = found
    for step in path[:-1]:
        inner = inner[step]
    if removed:
        del inner[path[-1]]
    else:
        inner[path[-1]] = copy.deepcopy(value)
    return found


def check_same(model: Any, wire: Any) -> None:
    """Every wire value stands in the model or item under its own name, and no name is unknown to it."""
    if is_object(wire) and isinstance(model, BaseModel):
        known = type(model).model_fields
        for name, each in wire.items():
            own = "from_" if name == "from" else name
            assert own in known or name == "passenger_id", f"{type(model).__name__} has no field {name}"
            check_same(getattr(model, own), each)
    elif is_object(wire) and is_object(model):
        for name, each in wire.items():
            check_same(model["from_" if name == "from" else name], each)
    elif isinstance(wire, list) and isinstance(model, tuple):
        pairs: list[tuple[Any, Any]] = list(
            zip(cast("tuple[Any]", model), cast("list[Any]", wire), strict=True)
        )
        for mine, theirs in pairs:
            check_same(mine, theirs)
    elif isinstance(model, (dt.date, dt.time)):
        assert model.isoformat() == wire
    elif isinstance(wire, float):
        assert model == Decimal(str(wire))
    else:
        assert model == wire


def refusal(model: type[object], value: object) -> str:
    """What validation says against a value, or nothing."""
    try:
        item_of(model, value)
    except ValidationError as error:
        return reasons(error)
    return ""


@pytest.mark.parametrize(("model", "wire"), SAMPLES)
def test_every_field_has_its_place(model: type[object], wire: Wire) -> None:
    check_same(item_of(model, received(wire)), wire)


@pytest.mark.parametrize(("model", "wire"), SAMPLES)
def test_only_the_needed_fields_are_needed(model: type[object], wire: Wire) -> None:
    needed: set[Path] = set()
    for path in paths(wire):
        try:
            item_of(model, changed(wire, path, removed=True))
        except ValidationError:
            needed.add(path)
    assert needed == NEEDED[model]


@pytest.mark.parametrize(("model", "wire"), SAMPLES)
def test_null_stands_for_absence(model: type[object], wire: Wire) -> None:
    for path in paths(wire):
        if path[-1] == "rates" or path in NEEDED[model]:
            continue
        item_of(model, changed(wire, path, None))


@pytest.mark.parametrize(("model", "wire"), SAMPLES)
def test_wrong_type_is_refused_without_being_quoted(model: type[object], wire: Wire) -> None:
    for path in paths(wire):
        if path[-1] == "passenger_id":
            continue
        # Text is right for some and a number for others, both for the opaque ones only.
        refusals = [refusal(model, changed(wire, path, wrong)) for wrong in ("secret-value", 7.5)]
        assert any(refusals) or OPAQUE in path[-2:-1], path
        assert "secret-value" not in "".join(refusals)


def with_novelties(wire: Wire) -> Iterator[tuple[Path, Any]]:
    """The decoded answer with a field that the interface does not name, in each object; and its place."""
    for path in [(), *(path for path in paths(wire))]:
        inner = received(wire)
        for step in path:
            inner = inner[step]
        if is_object(inner):
            yield path, changed(wire, (*path, "novelty"), {"deep": [1]})


@pytest.mark.parametrize(("model", "wire"), [each for each in SAMPLES if issubclass(each[0], BaseModel)])
def test_unknown_fields_of_an_answer_are_kept(model: type[object], wire: Wire) -> None:
    for path, value in with_novelties(wire):
        taken: Any = item_of(model, value)
        for step in path:
            taken = taken[step] if isinstance(step, int) else getattr(taken, step)
        assert taken.model_extra["novelty"] == {"deep": [1]}


@pytest.mark.parametrize(("model", "wire"), [each for each in SAMPLES if issubclass(each[0], dict)])
def test_unknown_fields_of_an_item_are_left_out(model: type[object], wire: Wire) -> None:
    for _, value in with_novelties(wire):
        assert item_of(model, value) == item_of(model, received(wire))


def test_ids_have_the_64_bits_that_every_part_can_hold() -> None:
    item = item_of(ActivityItem, received({"activity_id": 2**63 - 1, "title": "x"}))
    assert item["activity_id"] == 2**63 - 1


def test_answers_are_frozen() -> None:
    answer = WalletAnswer.model_validate(received(WALLET))
    field = "status"
    with pytest.raises(ValidationError):
        setattr(answer, field, "other")
