"""Nothing that a service can send leaves a list unpainted: each field of each answer at hostile values."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any, cast

import pytest
from PySide6.QtWidgets import QApplication

from app.core import language
from app.ui.theme import style
from tests.support.api.samples import (
    ACTIVITY_ITEM,
    BOAT_ITEM,
    BOOKED_ACTIVITY,
    CANCELLED,
    DEPARTURE,
    QUOTED,
    SLOT,
    STATUS_ACTIVITY,
    STATUS_BOAT,
    WALLET,
    Wire,
    finding,
    listing,
)
from tests.support.proof import few
from tests.support.ui.service_lists import ServiceLists, Shown, uncaught

# What they go through is covered by the tests of each part: measuring it would take half of their time.
pytestmark = pytest.mark.no_cover

HOSTILE: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**6,
    10**6 + 1,
    -(10**6),
    366 * 24 * 60,
    366 * 24 * 60 + 1,
    3660,
    -3660,
    3661,
    800_000,
    2_000_000_000_000,
    100,
    100.01,
    2**63 - 1,
    2**63,
    1 - 2**63,
    1e308,
    "999999999999.999999999999",
    "-999999999999.999999999999",
    "0.000000000001",
    "0.0000000000001",
    999_999_999_999_999,
    "",
    "\n",
    "x" * 4_000,
    "\x00\x07\x1b[2J",
    "\u202e\u2066\u200b right to left",
    "a" + "\u0301" * 300,
    "\u0915\u094d" * 200,
    "1970-01-01",
    "2199-12-31",
    "9999-12-31",
    "1970-01-01T00:00:00+23:59",
    "2199-12-31T23:59:59-23:59",
    "9999-12-31T23:59:59-23:59",
    "00:00:00",
    "23:59:59",
    "24:00:00",
    "00:00:00 - 23:59:59",
    [],
    {},
)
HALF_A_CHARACTER = "\ud800"
"""Its item is set aside; an answer that is read as a whole is refused with it."""
LISTS: dict[str, Wire] = {
    "slots": SLOT,
    "activities": ACTIVITY_ITEM,
    "boats": BOAT_ITEM,
    "departures": DEPARTURE,
}
IDS = {
    "activities": "activity_id",
    "boats": "schedule_id",
    "departures": "schedule_id",
    "slots": "availability_id",
}
WHOLE: tuple[tuple[str, Wire], ...] = (
    ("wallet", WALLET),
    ("booking", STATUS_BOAT),
    ("booking", STATUS_ACTIVITY),
    ("quoted", QUOTED),
    ("booked", BOOKED_ACTIVITY),
    ("cancelled", CANCELLED),
)


@pytest.fixture(scope="module")
def lists(qapp: QApplication) -> Iterator[ServiceLists]:
    """The lists, in their first size."""
    style.apply_theme(qapp, "light")
    found = ServiceLists()
    yield found
    found.close()


@pytest.fixture
def _in_hindi() -> None:
    """The language whose letters are the harder ones to lay out; pictures are kept of the other one."""
    language.use("hi")


@pytest.mark.usefixtures("_in_hindi")
@pytest.mark.parametrize("kind", few(LISTS))
def test_every_item_is_shown_or_set_aside(lists: ServiceLists, kind: str) -> None:
    sample = LISTS[kind]
    for place in leaves(sample):
        items = [spoiled(sample, place, value) for value in HOSTILE]
        if place != (IDS[kind],):
            # Of one number they would be taken together.
            items = [{**each, IDS[kind]: number} for number, each in enumerate(items, start=900)]
        body = _body(kind, [sample, *items, sample])
        with uncaught() as found:
            shown = lists.show(kind, body)
        assert not found, (place, found)
        assert shown.read + shown.set_aside == len(items) + 2, place
        assert shown.read >= 2, place
        # Slots of other activities and days, and departures of other days, are left out.
        if kind == "activities" and place != ("activity_id",):
            assert shown.rows == shown.read - 1, place


@pytest.mark.parametrize("kind", LISTS)
def test_half_a_character_costs_its_item_alone(lists: ServiceLists, kind: str) -> None:
    sample = LISTS[kind]
    for place in leaves(sample):
        body = _body(kind, [sample, spoiled(sample, place, HALF_A_CHARACTER)])
        shown = lists.show(kind, body)
        assert (shown.read, shown.set_aside) == (1, 1), place


@pytest.mark.parametrize(("kind", "sample"), WHOLE)
def test_half_a_character_spoils_what_is_read_as_a_whole(
    lists: ServiceLists, kind: str, sample: Wire
) -> None:
    for place in leaves(sample):
        assert lists.show(kind, json.dumps(spoiled(sample, place, HALF_A_CHARACTER)).encode()) == Shown(), (
            place
        )


@pytest.mark.usefixtures("_in_hindi")
@pytest.mark.parametrize(("kind", "sample"), few(WHOLE))
def test_an_answer_is_shown_or_refused_as_a_whole(lists: ServiceLists, kind: str, sample: Wire) -> None:
    assert lists.show(kind, json.dumps(sample).encode()) != Shown() or sample is STATUS_ACTIVITY
    for place in leaves(sample):
        for value in HOSTILE:
            with uncaught() as found:
                shown = lists.show(kind, json.dumps(spoiled(sample, place, value)).encode())
            assert not found, (place, value, found)
            assert shown.read == shown.rows, (place, value)


def leaves(value: object) -> Iterator[tuple[Any, ...]]:
    """The path of every part of a value that holds no other."""
    parts: list[tuple[Any, object]] = []
    if isinstance(value, dict):
        parts = list(cast("dict[Any, object]", value).items())
    elif isinstance(value, list):
        parts = list(enumerate(cast("list[object]", value)))
    for step, part in parts:
        under = list(leaves(part))
        yield from ((step, *each) for each in under)
        if not under:
            yield (step,)


def spoiled(sample: Wire, place: tuple[Any, ...], value: object) -> Wire:
    """The sample with another value at this place."""
    found: Any = copy.deepcopy(sample)
    holder = found
    for step in place[:-1]:
        holder = holder[step]
    holder[place[-1]] = value
    return found


def _body(kind: str, items: list[Wire]) -> bytes:
    module = "ACTIVITY" if kind in ("activities", "slots") else "BOAT"
    wrap = listing if kind in ("activities", "boats") else finding
    return json.dumps(wrap(module, *items)).encode()
