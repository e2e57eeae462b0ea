"""The subject of a refused booking, by its code, words and fields, and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from app.api.messages.errors import BoatsNotConfiguredError, RefusedError
from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.model.boats import BoatDraft, Passenger
from app.desk.model.sale import Advice, Draft, Problem
from app.desk.passengers.rules import CELL_WORDS, CELLS
from app.desk.service.advice import MATTERS

_WALLET = ("wallet", "balance", "insufficient", "fund", "credit")
_SEATS = frozenset({"seat", "inventory", "capacity", "sold out", "sold_out"})
_CUTOFF = ("cutoff", "cut-off", "cut_off", "closed")
_GONE = frozenset(
    {"availability_not_found", "activity_not_found", "schedule_not_found", "no such availability"}
)
_PATIENCE = frozenset({408, 429})
_TOO_LARGE = 413
_CUSTOMER = {
    "customer_name": mark("Correct the name, then check again."),
    "customer_email": mark("Correct the e-mail, then check again."),
    "customer_phone": mark("Correct the phone, then check again."),
}
_PLACES = frozenset({"availability_id", "slot_id", "schedule_id", "activity_id", "travel_date"})
_CONTAINERS = frozenset(
    {"errors", "error", "fields", "field", "details", "violations", "problems", "invalid"}
)
_IDENTITY = frozenset(CELLS) - {"age", "nationality"}
"""The fields of a passenger whose names are unlikely in other texts."""
_FIELDS = (*_CUSTOMER, *_PLACES, *_IDENTITY, "qty", "passengers")
_NAMED = re.compile(rf"\b(?:{'|'.join(_FIELDS)})\b")
_OF_PASSENGER = re.compile(rf"passengers?\W*(\d+)\W+({'|'.join(CELLS)})\b")


def next_step(error: RefusedError, *, is_boat: bool) -> Advice:
    """Advice with the field, the passenger if any, and the action; `what` and `meaning` are empty."""
    said = f"{error.code or ''} {error.words or ''}".casefold()
    if isinstance(error, BoatsNotConfiguredError):
        return _step("departure", tr("Activities can be sold. Try this one again in a few minutes."))
    if error.matter in MATTERS or error.http_status in _PATIENCE:
        matter = MATTERS.get(error.matter)
        return _step("", tr(matter[1]) if matter else tr("Wait a minute, then check again."))
    if error.http_status == _TOO_LARGE:
        return _step("passengers", tr(TOO_LARGE))
    named = _named_field(error, is_boat=is_boat)
    if named is not None and named.field not in {"slot", "departure"}:
        return named
    if any(word in said for word in _WALLET):
        return _step("wallet", tr("Read the wallet again, or sell fewer seats."))
    return _place_step(said, named, is_boat=is_boat)


TOO_LARGE = mark("The copies are too large for the service: attach smaller ones, or sell to fewer at once.")


def problem_of(advice: Advice) -> Problem | None:
    """The problem to show at a field of the form; None when the advice is about no field."""
    is_typed = advice.field in {*_CUSTOMER, *CELLS, "qty"}
    sentence = formats.sentences(tr("The service did not take this."), advice.action)
    return Problem(advice.field, sentence, advice.row) if is_typed else None


def is_unchanged(problem: Problem, refused: Draft, now: Draft) -> bool:
    """Whether a field still has the refused value."""
    return _value(problem, refused) == _value(problem, now)


def _value(problem: Problem, draft: Draft) -> object:
    if isinstance(draft, BoatDraft) and problem.row is not None:
        passengers: Sequence[Passenger] = draft.passengers
        row = passengers[problem.row] if problem.row < len(passengers) else None
        return getattr(row, "document" if problem.field == "id_proof_file" else problem.field, None)
    return getattr(draft, problem.field, None)


def _place_step(said: str, named: Advice | None, *, is_boat: bool) -> Advice:
    field = "departure" if is_boat else "slot"
    if any(word in said for word in _SEATS):
        return _step(
            field,
            tr("Choose another departure, or fewer passengers.")
            if is_boat
            else tr("Pick another slot, or fewer seats."),
        )
    if any(word in said for word in _CUTOFF):
        return _step(field, tr("Choose a later departure.") if is_boat else tr("Pick a later slot."))
    if named is not None or any(word in said for word in _GONE):
        return _step(field, tr("Choose another departure.") if is_boat else tr("Pick another slot."))
    return _step("passengers" if is_boat else "", tr("Check what was typed, or ask the operator."))


def _named_field(error: RefusedError, *, is_boat: bool) -> Advice | None:
    """Advice for the first field of the order that the answer names, or None (see interface part 7.6)."""
    for text in (*_texts(error.fields, "", inside=False), error.words or ""):
        passenger = _OF_PASSENGER.search(text)
        if passenger is not None and is_boat:
            return _cell_step(passenger[2], int(passenger[1]))
        named = _NAMED.search(text)
        if named is not None:
            return _field_step(named[0], is_boat=is_boat)
    return None


def _field_step(name: str, *, is_boat: bool) -> Advice:
    if name in _CUSTOMER:
        return _step(name, tr(_CUSTOMER[name]))
    if name in _PLACES:
        return _step("departure" if is_boat else "slot", "")
    if is_boat:
        return _step("passengers", tr("Look through the passengers, then check again."))
    if name == "qty":
        return _step(name, tr("Choose another number of seats."))
    return _step("", tr("Check what was typed, or ask the operator."))


def _cell_step(cell: str, row: int) -> Advice:
    action = tr(
        "Correct {cell} of passenger {number}, then check again.", cell=tr(CELL_WORDS[cell]), number=row + 1
    )
    return Advice("", "", action, field=cell, row=row)


def _texts(value: object, path: str, *, inside: bool) -> Iterator[str]:
    """Texts that may name a field: every text in the answer, and field names below one for errors."""
    if isinstance(value, str):
        yield value
        if inside:
            yield path
    elif isinstance(value, Mapping):
        for name, each in cast("Mapping[str, object]", value).items():
            yield from _texts(each, f"{path}.{name}", inside=inside or name.casefold() in _CONTAINERS)
    elif isinstance(value, list):
        for place, each in enumerate(cast("list[object]", value)):
            yield from _texts(each, f"{path}[{place}]", inside=inside)


def _step(field: str, action: str) -> Advice:
    return Advice("", "", action, field=field)
