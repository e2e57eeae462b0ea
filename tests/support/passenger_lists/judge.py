"""Judges what a reader made of a list by the list's truth."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum

from app.desk.model.boats import Departure, Identity
from app.desk.passengers.doubts import doubt
from app.desk.passengers.import_columns import BIRTH_DATES, NAMES, ColumnGuess, guess_columns
from app.desk.passengers.import_rows import imported
from app.desk.passengers.import_table import PartyImportError, table_of_file, table_of_text
from app.desk.passengers.import_vocabulary import WOMEN_AS_M
from app.desk.passengers.rules import OLDEST
from tests.support.desk.boat_samples import DEPARTURE, rate
from tests.support.passenger_lists.truth import AGE, FACTS, GENDER, ID_NUMBER, NAME, Content, ListTruth

_TITLES = frozenset({"mr", "mrs", "ms", "miss", "master", "dr"})
_CRASHES = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)


class ListVerdict(StrEnum):
    """How a list was read; the later the worse."""

    RIGHT = "right"
    ASKED = "asked"
    REFUSED = "refused"
    ASKED_FREELY = "asked without need"
    REFUSED_FREELY = "refused without need"
    WRONG = "silently wrong"


@dataclass(frozen=True, slots=True)
class ListOutcome:
    """What a reader made of a list."""

    people: tuple[Mapping[str, str], ...] = field(default=(), repr=False)
    asked: frozenset[tuple[int, str]] = frozenset()
    """The rows and cells beside which the clerk sees a gap or a doubt."""
    refused: str = ""
    """The sentence in place of a list."""
    crashed: str = ""


Judgement = tuple[ListVerdict, str]
"""The verdict, and the first difference that led to it."""


def outcome_of(content: Content, day: date) -> ListOutcome:
    """What the program makes of a list for a trip on this day, which asks everything of everybody."""
    try:
        table = table_of_text(content) if isinstance(content, str) else table_of_file(*content)
        columns = guess_columns(table, day)
        found = imported(table, columns, day, _departure(day))
    except PartyImportError as error:
        return ListOutcome(refused=str(error))
    except _CRASHES as error:
        return ListOutcome(crashed=repr(error))
    asked = {(note.row, note.cell) for note in found.notes if note.kind == "gap"}
    doubted = {
        (row, cell) for row, each in enumerate(found.passengers) for cell in FACTS if doubt(each, cell)
    }
    rows = range(len(found.passengers))
    columnwise = {(row, cell) for cell in _asked_columns(columns) for row in rows}
    people = tuple({fact: getattr(each, fact) for fact in FACTS} for each in found.passengers)
    return ListOutcome(people, frozenset(asked | doubted | columnwise))


def _asked_columns(columns: Iterable[ColumnGuess]) -> frozenset[str]:
    """The cells whose column the sheet asks about as a whole."""
    proposed = {column for each in columns for column in each.proposals}
    parts = dict.fromkeys(NAMES, NAME) | dict.fromkeys(BIRTH_DATES, AGE) | {WOMEN_AS_M: GENDER}
    return frozenset(parts.get(each, each) for each in proposed)


def _departure(day: date) -> Departure:
    rates = tuple(rate("Adult", who, (0, OLDEST), 2425, 2275) for who in ("INDIAN", "FOREIGNER"))
    asks = Identity(needs_document=True, needs_number=True)
    return replace(DEPARTURE, day=day, rates=rates, identity=asks)


def judged(outcome: ListOutcome, truth: ListTruth) -> Judgement:
    """How the list was read, and the first difference."""
    if outcome.crashed:
        return ListVerdict.WRONG, f"crashed: {outcome.crashed}"
    if outcome.refused:
        verdict = ListVerdict.REFUSED_FREELY if truth.is_list else ListVerdict.REFUSED
        return verdict, f"refused: {outcome.refused}"
    if not truth.is_list:
        return ListVerdict.WRONG, f"{len(outcome.people)} people of what is no list"
    if len(outcome.people) != len(truth.people):
        return _miscounted(outcome, truth)
    found = [_of_fact(outcome, truth, row, fact) for row in range(len(truth.people)) for fact in FACTS]
    worst = max((verdict for verdict, _ in found), key=list(ListVerdict).index, default=ListVerdict.RIGHT)
    return next((each for each in found if each[0] == worst), (ListVerdict.RIGHT, ""))


def perfect_outcome(truth: ListTruth) -> ListOutcome:
    """What a reader makes of the list who knows all that can be known, and asks about nothing else."""
    people = tuple({fact: right[0] for fact, right in facts.items()} for facts in truth.people)
    return ListOutcome(people, truth.must_ask, "" if truth.is_list else "This is no list.")


def _of_fact(outcome: ListOutcome, truth: ListTruth, row: int, fact: str) -> Judgement:
    right, found = truth.people[row][fact], outcome.people[row][fact]
    is_asked, place = (row, fact) in outcome.asked, (row, fact)
    is_right = any(same_fact(fact, found, each) for each in right)
    difference = f"row {row + 1}, {fact}: {found!r} for {' or '.join(map(repr, right))}"
    if place in truth.must_ask:
        if is_asked:
            return ListVerdict.ASKED, difference
        return ListVerdict.WRONG, f"{difference}, which is open"
    if is_right and not is_asked:
        return ListVerdict.RIGHT, ""
    if is_asked and (place in truth.may_ask or (is_right and not found.strip())):
        return ListVerdict.ASKED, difference
    return (ListVerdict.ASKED_FREELY, f"asked: {difference}") if is_asked else (ListVerdict.WRONG, difference)


def same_fact(fact: str, one: str, other: str) -> bool:
    """Whether these are the same name, number or word."""
    return _bare(fact, one) == _bare(fact, other)


def _bare(fact: str, text: str) -> str:
    plain = unicodedata.normalize("NFC", text).casefold().split()
    if fact == ID_NUMBER:
        return "".join(plain).replace("-", "")
    if fact == NAME and len(plain) > 1 and plain[0].rstrip(".") in _TITLES:
        del plain[0]
    return " ".join(plain)


def _miscounted(outcome: ListOutcome, truth: ListTruth) -> Judgement:
    """The first who is too many or missing; who is too many may be doubted by his name."""
    names = [facts[NAME] for facts in truth.people]
    count = f"{len(outcome.people)} people for {len(names)}"
    known = {_bare(NAME, right) for all_of in names for right in all_of}
    extra = [row for row, each in enumerate(outcome.people) if _bare(NAME, each[NAME]) not in known]
    if not extra or len(outcome.people) < len(names):
        return ListVerdict.WRONG, f"{count}: somebody is missing"
    first = f"{count}: {outcome.people[extra[0]][NAME]!r} is nobody"
    if all((row, NAME) in outcome.asked for row in extra):
        return ListVerdict.ASKED_FREELY, f"asked: {first}"
    return ListVerdict.WRONG, first
