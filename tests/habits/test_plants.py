"""Faults of a reader, planted: the comparison finds each of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from functools import cache
from typing import Any

import pytest

from app.api.messages.json_decoding import Decoded, UnreadableBodyError, decoded, is_array, is_object
from app.api.wire import classification
from app.practice.service.exchange import ServiceReply
from tests.support.practice.understood import SELLABLE, Readings

Reader = Callable[[bytes], Decoded]
readings = cache(Readings)
GROUPED = re.compile(r"\d{1,3}(,\d{3})+\.\d\d")
LATE_DAY = re.compile(r"(\d\d)-(\d\d)-(\d{4})")
FLAGS = {"yes": False, "no": True}


def each_text(change: Callable[[str], Any]) -> Reader:
    """A reader that makes something else of every text in an answer."""

    def changed(value: Any) -> Any:
        if is_object(value):
            return {name: changed(each) for name, each in value.items()}
        if is_array(value):
            return [changed(each) for each in value]
        return change(value) if isinstance(value, str) else value

    def read(body: bytes) -> Decoded:
        return Decoded(changed(decoded(body).value), is_spoiled=False)

    return read


def each_flag(body: bytes) -> Decoded:
    """A reader that takes a status of false for none."""
    found = decoded(body).value
    assert is_object(found)
    return Decoded({**found, "status": "SUCCESS"}, is_spoiled=False)


def without_the_last(body: bytes) -> Decoded:
    """A reader that takes what was cut off, as far as it came."""
    try:
        return decoded(body)
    except UnreadableBodyError:
        return decoded(body[: body.rindex(b"},{") + 1] + b"]}")


PLANTS: dict[str, tuple[str, str, Reader]] = {
    "a dropped thousand": (
        "slots",
        "grouped-amounts",
        each_text(lambda text: text.rpartition(",")[2] if GROUPED.fullmatch(text) else text),
    ),
    "a comma for a point": (
        "boats",
        "grouped-amounts",
        each_text(lambda text: Decimal(text.partition(",")[0]) if GROUPED.fullmatch(text) else text),
    ),
    "a flag as its opposite": ("slots", "yes-no-flags", each_text(lambda text: FLAGS.get(text, text))),
    "an identity flag as its opposite": (
        "boats",
        "yes-no-flags",
        each_text(lambda text: FLAGS.get(text, text)),
    ),
    "the digits of an amount alone": (
        "wallet",
        "sign-in-amounts",
        each_text(lambda text: re.sub(r"\D", "", text) if text.startswith("\u20b9 ") else text),
    ),
    "month and day exchanged": (
        "slots",
        "indian-dates",
        each_text(lambda text: LATE_DAY.sub(r"\3-\2-01", text)),
    ),
    "a wrong zone believed": (
        "slots",
        "wrong-zone",
        each_text(lambda text: text[:-1] + "+00:01" if re.search(r"\dZ$", text) else text),
    ),
    "a refusal for a sale": ("refused sale", "success-true", each_flag),
}
"""What is asked, under which habit, by which reader."""


@pytest.mark.parametrize("plant", PLANTS)
def test_it_is_found(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, habit, reader = PLANTS[plant]
    assert readings().wrong(name, habit) == []
    monkeypatch.setattr(classification, "decoded", reader)
    assert readings().wrong(name, habit) != []


def cut_is_taken(name: str, *habits: str) -> bool:
    """Whether an answer of which the end is missing is taken for one."""
    question, replies = readings().questions[name], readings().replies
    whole = [replies.written(each, habits) for each in question.of]
    cut = [ServiceReply(each.status, each.body[: len(each.body) * 2 // 3]) for each in whole]
    return question.facts(*cut).get("is") != "not taken"


@pytest.mark.parametrize(
    "habit", ["notice-before", "byte-order-mark", "list-by-id", "success-1", "success-flag"]
)
@pytest.mark.parametrize("name", ["slots", "wallet", "boats", "cancellation", "activity status"])
def test_an_object_that_is_cut_off_is_no_answer(name: str, habit: str) -> None:
    assert not cut_is_taken(name, habit)


def test_a_cut_object_that_is_taken_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classification, "decoded", without_the_last)
    assert cut_is_taken("slots")


@pytest.mark.parametrize("name", ["slots", "wallet", "activity sale", "activity status"])
def test_two_objects_are_no_answer(name: str) -> None:
    question, replies = readings().questions[name], readings().replies
    twice = [replies.written(each, []) for each in question.of]
    found = question.facts(*(ServiceReply(each.status, each.body + b"\n" + each.body) for each in twice))
    assert found["is"] == "not taken"


def test_an_amount_with_two_meanings_that_is_taken_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """3.800 for 3800.00 is neither 3800 nor 3.8."""
    question, true = readings().questions["slots"], readings().true["slots"]
    clean = readings().replies.written("slots", [])
    turned = replace(clean, body=clean.body.replace(b"3800.00", b'"3.800"'))
    sold = [path for path in true if path.endswith(SELLABLE) and true[path]]
    fares = [path.replace(SELLABLE, "fare") for path in sold if true[path.replace(SELLABLE, "fare")] == 3800]
    assert fares
    found = question.facts(turned)
    assert {found[path] for path in fares} == {None}
    assert not any(found[path.replace("fare", SELLABLE)] for path in fares)
    monkeypatch.setattr(
        classification, "decoded", each_text(lambda text: Decimal(text) if text == "3.800" else text)
    )
    assert {question.facts(turned)[path] for path in fares} == {Decimal("3.800")}
