"""Every field of interface part 2 has its place, in every variant, and only a few must be there."""

from __future__ import annotations

import copy
import datetime as dt
import json
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path as FilePath
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
from app.api.messages.envelope import Envelope
from app.api.messages.json_decoding import Decoded, decoded, is_array, is_object
from app.api.messages.parsing import ShapeError, reasons, whole
from app.api.messages.parsing import item_of as read_one
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
TABLE = FilePath(__file__).parents[3] / "packaging" / "answers.md"

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
    ActivityItem: {("activity_id",)},
    BoatItem: {("schedule_id",)},
    ActivityAvailability: {("availability_id",), ("activity_id",), ("slot",), ("slot", "slot_id")},
    BoatAvailability: {("schedule_id",)},
    BookingResult: {("booking_ref",)},
    CancellationResult: {("refund_reference",)},
    StatusAnswer: {("data",)},
    WalletAnswer: {
        ("data",),
        ("data", "financial_balances"),
        ("data", "financial_balances", "live_available_balance"),
    },
}
WRONG: tuple[Any, ...] = (False, [], 5, "x" * 60_000, {"a": {"b": 1}}, "secret-value")
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
        # Numbers that only describe are texts.
        assert model == wire or (isinstance(wire, int) and model == str(wire))


def taken(model: type[object], value: object) -> Any:
    """What the client makes of an item, or of an answer about one thing. Raises what it raises."""
    if issubclass(model, Envelope):
        return whole(model, Decoded(cast("Any", value), is_spoiled=False))
    return read_one(model, value)


def left_out(model: type[object], value: object) -> str:
    """What takes the whole away, or else the paths of what could not be read; a star for each number."""
    try:
        found = taken(model, value)
    except ValidationError as error:
        return reasons(error)
    except ShapeError as error:
        return str(error)
    unread = found.unread if isinstance(found, Envelope) else [each.path for each in found.get("unread", ())]
    return " ".join(re.sub(r"\.[0-9]+", ".*", each) for each in unread)


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
        taken(model, changed(wire, path, None))


def fields_by_class(model: type[object], wire: Wire) -> dict[str, str]:
    """The class of each field of an answer, by what a wrong value in it takes away."""
    found: dict[str, str] = {}
    for path in paths(wire):
        name = ".".join("*" if isinstance(step, int) else step for step in path)
        if path[-1] == "passenger_id" or isinstance(path[-1], int) or OPAQUE in path[-2:-1]:
            continue
        lost = [left_out(model, changed(wire, path, wrong)) for wrong in WRONG]
        assert "secret-value" not in "".join(lost)
        found[name] = "needed" if path in NEEDED[model] else "decides" if any(lost) else "describes"
    return found


@pytest.mark.parametrize(("model", "wire"), SAMPLES)
def test_what_describes_takes_nothing_away_and_the_rest_is_told_to_integrators(
    model: type[object], wire: Wire
) -> None:
    table = fields_of_the_table(model.__name__)
    assert fields_by_class(model, wire).items() <= table.items()


def fields_of_the_table(model: str) -> dict[str, str]:
    """The class of each field of an answer, as it is told to integrators."""
    text = TABLE.read_text("utf-8")
    rows = re.findall(rf"^\| {model} \| `([^`]+)` \| (\w+) \|", text, re.MULTILINE)
    return dict(rows)


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
