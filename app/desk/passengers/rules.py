"""The rules of the passenger grid: fares, required identity data, and problems."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache

from app.core.frozen import frozen
from app.core.language import Message, mark, tr, trn
from app.desk.documents.document import copy_problem
from app.desk.model import formats, typed_text
from app.desk.model.boats import Ages, BoatDraft, Departure, Identity, Passenger, Rate
from app.desk.model.customer_rules import NAME_LIMIT, name_problem
from app.desk.model.nationalities import INDIAN, is_indian
from app.desk.model.sale import Problem
from app.desk.model.service_words import complete_nationality, completed_word
from app.desk.passengers.doubts import GENDERS, ID_TYPES, PASSPORT, doubt, left_open

MOST_PASSENGERS = 100
OLDEST = 150
_LONGEST_AGE = 20
"""Of what is typed: Python refuses to read thousands of digits."""
WORD_LIMIT = 100
CELLS = ("traveler_name", "age", "pax_gender", "nationality", "id_type", "id_number", "id_proof_file")
"""The interface's names of the columns, in the order of the grid; the last is the copy."""
IDENTITY_CELLS = frozenset({"id_type", "id_number", "id_proof_file"})
CELL_WORDS = {
    "traveler_name": mark("Name"),
    "age": mark("Age"),
    "pax_gender": mark("Gender"),
    "nationality": mark("Nationality"),
    "id_type": mark("ID type"),
    "id_number": mark("ID number"),
    "id_proof_file": mark("Copy"),
}
NO_FARE = mark("No fare for this age and nationality.")
TOO_YOUNG = mark("No fare below age {age}. Ask the operator about the child before selling.")
TWO_FARES = mark("More than one fare fits this age and nationality. Ask the operator.")

_MIXED = frozenset({"mixed", "all", "any", ""})
_FOREIGN = frozenset({"foreigner", "foreign", "non-indian", "non indian", "foreign national"})
_NO_ID_TYPE = mark("This trip needs a document. Choose its type.")
_NO_DOCUMENT = (
    mark("This trip needs a document number."),
    mark("This trip needs a copy of the document."),
)
_NO_PASSPORT = (
    mark("A foreigner needs the passport number."),
    mark("A foreigner needs a copy of the passport."),
)
"""What is said where the number and the copy are missing."""
_NO_GENDER, _NO_NATIONALITY = mark("Choose or type the gender."), mark("Choose or type the nationality.")
_GATES = {"age": typed_text.age, "id_number": typed_text.id_number}
_SPAN = re.compile(r"(\d{1,3})\s*(?:-|\u2013|to)\s*(\d{1,3})")
_FROM = re.compile(r"(\d{1,3})\s*\+|(?:above|over|from)\s*(\d{1,3})")
_UNDER = re.compile(r"(?:below|under|upto|up to|till)\s*(\d{1,3})")


@frozen
class Needs:
    """The identity cells that are required of a passenger."""

    id_type: bool
    id_number: bool
    id_proof_file: bool


@lru_cache
def ages_of(text: str) -> Ages | None:
    """The ages of a rate's age_range, such as "5-11", "12 to 99", "60+", "under 5"; else None.

    "over 60" and "under 5" exclude the named age, "60+" and "up to 5" include it.
    """
    plain = text.casefold()
    if found := _SPAN.search(plain):
        return Ages(int(found[1]), int(found[2]))
    if found := _FROM.search(plain):
        beyond = plain[found.start() :].startswith(("above", "over"))
        return Ages(int(found[1] or found[2]) + beyond, OLDEST)
    if found := _UNDER.search(plain):
        below = plain[found.start() :].startswith(("below", "under"))
        return Ages(0, int(found[1]) - below)
    return None


def age_on(born: date, day: date) -> int:
    """The age in whole years on a day; for a birth on 29 February it changes on 1 March."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def on_day(passenger: Passenger, before: date, day: date) -> Passenger:
    """The passenger of a trip on one day, for a trip on another.

    An age is computed anew from the date of birth; without that it is noted for which day it was stated.
    """
    if passenger.born is not None:
        age = str(age_on(passenger.born, day)) if passenger.born <= day else ""
        return replace(passenger, age=age)
    stated = passenger.aged_on or before
    return replace(passenger, aged_on=stated if passenger.age and stated != day else None)


def age_of(passenger: Passenger) -> int | None:
    """The age as a number, or None when it is none."""
    text = passenger.age.strip()
    is_short = len(text) <= _LONGEST_AGE
    return int(text) if is_short and text.isascii() and text.isdigit() and int(text) <= OLDEST else None


def is_foreigner(passenger: Passenger) -> bool:
    """Whether the nationality is stated and anything other than INDIAN (interface part 2.6)."""
    return bool(passenger.nationality.strip()) and not is_indian(passenger.nationality)


def needs(passenger: Passenger, identity: Identity | None) -> Needs:
    """What is required of this passenger: by the trip's flags; of a foreigner always all (part 4.3)."""
    if is_foreigner(passenger):
        return Needs(id_type=True, id_number=True, id_proof_file=True)
    asked = identity or Identity()
    return Needs(asked.needs_document, asked.needs_number, asked.needs_copy)


def will_need(passenger: Passenger, identity: Identity | None) -> Needs:
    """What is required, where one counted as a foreigner is one until the nationality is typed."""
    counted = "" if passenger.counted is None else passenger.counted.nationality
    if not passenger.nationality.strip() and counted.strip().casefold() in _FOREIGN:
        return needs(replace(passenger, nationality=counted), identity)
    return needs(passenger, identity)


def is_required(cell: str, identity: Identity | None) -> bool:
    """Whether a cell must be filled for every passenger of the trip, whatever the nationality."""
    asked = identity or Identity()
    by_flag = {
        "id_type": asked.needs_document,
        "id_number": asked.needs_number,
        "id_proof_file": asked.needs_copy,
    }
    return by_flag.get(cell, True)


def is_asked(passenger: Passenger, identity: Identity | None, cell: str) -> bool:
    """Whether a cell can be filled: a cell of the document only when flags or nationality require it.

    In an untouched row, or while the nationality or the trip's flags are unknown, all cells can.
    """
    is_known = identity is not None and passenger.nationality.strip() and not passenger.is_untouched
    if cell not in IDENTITY_CELLS or not is_known:
        return True
    asked = needs(passenger, identity)
    if cell == "id_type":
        # A number or a copy always comes with its kind of document.
        return asked.id_type or asked.id_number or asked.id_proof_file
    return asked.id_number if cell == "id_number" else asked.id_proof_file


def as_asked(passenger: Passenger, identity: Identity | None) -> Passenger:
    """The passenger without data that is not required, which is neither stored nor sent (parts 2.1, 4.3)."""

    def asked(cell: str) -> bool:
        return is_asked(passenger, identity, cell)

    return replace(
        passenger,
        id_type=passenger.id_type if asked("id_type") else "",
        id_number=passenger.id_number if asked("id_number") else "",
        document=passenger.document if asked("id_proof_file") else None,
    )


def fitting_rates(passenger: Passenger, rates: Iterable[Rate]) -> tuple[Rate, ...]:
    """The most specific rates that fit age and nationality, usually one.

    A rate for the exact nationality goes before one for foreigners, and that one before MIXED; among those
    one with ages goes before one without. Rates that differ only in name count once.
    """
    age, nationality = age_of(passenger), passenger.nationality
    if age is None or not nationality.strip():
        return ()
    fitting = [
        (close, rate.ages is not None, rate)
        for rate in rates
        if (close := _closeness(nationality, rate.nationality)) and (rate.ages is None or age in rate.ages)
    ]
    best = max(((close, aged) for close, aged, _ in fitting), default=None)
    found: dict[tuple[object, object], Rate] = {}
    for close, aged, rate in fitting:
        if (close, aged) == best:
            found.setdefault((rate.fare, rate.net), rate)
    return tuple(found.values())


def rate_of(passenger: Passenger, rates: Iterable[Rate]) -> Rate | None:
    """The rate that fits, or None unless it is exactly one: no fare is guessed."""
    fitting = fitting_rates(passenger, rates)
    return fitting[0] if len(fitting) == 1 else None


def fare_note(passenger: Passenger, rates: Sequence[Rate]) -> str:
    """Why a row with age and nationality has no fare; empty when it has one, or lacks those."""
    age = age_of(passenger)
    if age is None or not passenger.nationality.strip():
        return ""
    fitting = fitting_rates(passenger, rates)
    if len(fitting) == 1 and fitting[0].fare is not None and fitting[0].net is not None:
        return ""
    if len(fitting) > 1:
        return tr(TWO_FARES)
    youngest = youngest_sold(rates)
    is_younger = youngest is not None and age < youngest
    return tr(TOO_YOUNG, age=youngest) if is_younger else tr(NO_FARE)


def youngest_sold(rates: Iterable[Rate]) -> int | None:
    """The age from which there are fares; None when the service names none, or they begin at 0."""
    ages = [each.ages for each in rates]
    known = [each.youngest for each in ages if each is not None]
    return min(known) if known and len(known) == len(ages) and min(known) > 0 else None


def passenger_problems(passenger: Passenger, departure: Departure, row: int) -> tuple[Problem, ...]:
    """The problems of one row, in the order of its cells (interface parts 2.6, 4.3 and 8)."""
    sentences = (
        ("traveler_name", _traveler_problem(passenger.traveler_name)),
        ("age", _age_problem(passenger, departure)),
        ("pax_gender", _word_problem(passenger.pax_gender, _NO_GENDER)),
        ("nationality", _word_problem(passenger.nationality, _NO_NATIONALITY)),
        *_identity_problems(passenger, departure.identity),
    )
    told = (
        (cell, _unanswered(passenger, departure.identity, cell) or sentence or doubt(passenger, cell))
        for cell, sentence in sentences
    )
    return tuple(Problem(cell, sentence, row) for cell, sentence in told if sentence)


def _unanswered(passenger: Passenger, identity: Identity | None, cell: str) -> str:
    """What a cell was left empty for: a question of the list from which the passenger came."""
    found = left_open(passenger, cell)
    is_empty = found and not getattr(passenger, cell) and is_asked(passenger, identity, cell)
    return tr("{found} Type what is right.", found=found) if is_empty else ""


Judge = Callable[[Passenger, Departure, int], tuple[Problem, ...]]
"""The problems of a passenger of a departure, in a row; `passenger_problems` works them out."""


def party_problems(draft: BoatDraft, judge: Judge = passenger_problems) -> tuple[Problem, ...]:
    """The problems of all passengers: their number first, then row by row as `judge` finds them."""
    departure, count = draft.departure, draft.qty
    found: list[Problem] = []
    if not 1 <= count <= MOST_PASSENGERS:
        found.append(Problem("qty", tr("Add 1 to {most} passengers.", most=MOST_PASSENGERS)))
    elif departure.is_open and departure.is_live and departure.seats is not None and count > departure.seats:
        few = trn(
            "Only {number} seat left. Take passengers off, or choose another departure.",
            "Only {number} seats left. Take passengers off, or choose another departure.",
            departure.seats,
        )
        found.append(Problem("qty", few))
    for row, passenger in enumerate(draft.passengers):
        found += judge(passenger, departure, row)
    return tuple(found)


def prepared_party(counts: Sequence[tuple[Rate, int]]) -> tuple[Passenger, ...]:
    """One empty row for each counted ticket, with the nationality if the rate names it."""
    party = [
        Passenger(nationality=INDIAN if is_indian(rate.nationality) else "", counted=rate)
        for rate, count in counts
        for _ in range(count)
    ]
    return tuple(party[:MOST_PASSENGERS]) or (Passenger(),)


def was_counted(draft: BoatDraft) -> bool:
    """Whether somebody said how many travel, and as what (see `prepared_party`)."""
    return any(each.counted is not None for each in draft.passengers)


def carried_party(typed: BoatDraft, chosen: BoatDraft) -> tuple[Passenger, ...]:
    """The passengers typed for another departure, with more rows if more are counted; none is dropped.

    Their ages are those of the new day of travel as far as known (see `on_day`).
    """
    before, day, prepared = typed.departure.day, chosen.departure.day, chosen.passengers
    people = [on_day(each, before, day) for each in typed.passengers if not each.is_untouched]
    return (*people, *prepared[len(people) :])[:MOST_PASSENGERS] or (Passenger(),)


def without_copies(party: Sequence[Passenger]) -> tuple[Passenger, ...]:
    """The passengers without the copies of their documents."""
    return tuple(replace(each, document=None) for each in party)


def with_cell(passenger: Passenger, cell: str, text: str) -> Passenger:
    """The row with a cell as it was typed or pasted; a nationality is completed.

    A foreigner's ID type becomes PASSPORT.

    A typed age counts for the day of travel.
    """
    text = _GATES.get(cell, typed_text.line)(text).text
    if cell == "age":
        if text == passenger.age:
            return replace(passenger, aged_on=None)
        return replace(passenger, age=text, born=None, earlier_born=None, aged_on=None)
    if cell != "nationality":
        tidy = _shouted(cell, text)
        return replace(passenger, **{cell: tidy})
    nationality = complete_nationality(text)
    changed = replace(passenger, nationality=nationality)
    if is_foreigner(changed):
        return replace(changed, id_type=PASSPORT)
    was_forced = is_foreigner(passenger) and passenger.id_type == PASSPORT
    return replace(changed, id_type="") if was_forced and not changed.id_number else changed


def with_passenger(draft: BoatDraft, row: int, passenger: Passenger) -> BoatDraft:
    """The draft with one row replaced; the customer's name follows passenger 1 if that is set."""
    party = (*draft.passengers[:row], passenger, *draft.passengers[row + 1 :])
    return _followed(replace(draft, passengers=party))


def with_added(draft: BoatDraft, like: Passenger | None = None) -> BoatDraft:
    """The draft with one more row, empty or with `like`'s nationality and ID type; at most 100 rows."""
    if draft.qty >= MOST_PASSENGERS:
        return draft
    row = Passenger() if like is None else Passenger(nationality=like.nationality, id_type=like.id_type)
    return replace(draft, passengers=(*draft.passengers, row))


def with_copied_cell(draft: BoatDraft, row: int, cell: str) -> BoatDraft:
    """The draft with a cell copied from the row above, except the copy of a document."""
    if row < 1 or cell == "id_proof_file":
        return draft
    return with_passenger(
        draft, row, with_cell(draft.passengers[row], cell, getattr(draft.passengers[row - 1], cell))
    )


def without_passenger(draft: BoatDraft, row: int) -> BoatDraft:
    """The draft without one row; a single row is emptied instead."""
    party = (*draft.passengers[:row], *draft.passengers[row + 1 :]) or (Passenger(),)
    return _followed(replace(draft, passengers=party))


def following_first(draft: BoatDraft, *, follows: bool) -> BoatDraft:
    """The draft whose customer's name follows passenger 1, or no longer does."""
    return _followed(replace(draft, customer_is_first=follows))


@lru_cache
def _closeness(nationality: str, of_rate: str) -> int:
    """0 when a rate of the second nationality is not for the first; else higher for a more specific one.

    Remembered: each key asks it for every passenger and rate.
    """
    wanted, named = nationality.strip().casefold(), of_rate.strip().casefold()
    if named == wanted or (is_indian(nationality) and is_indian(of_rate)):
        return 3
    if named in _FOREIGN:
        return 0 if is_indian(nationality) else 2
    return 1 if named in _MIXED else 0


def _traveler_problem(name: str) -> str:
    return tr("Type the passenger's name.") if not name.strip() else name_problem(name)


def _age_problem(passenger: Passenger, departure: Departure) -> str:
    if not passenger.age.strip():
        return tr("Type the age in years.")
    if age_of(passenger) is None:
        return tr("Type the age in whole years, 0 to {most}.", most=OLDEST)
    return fare_note(passenger, departure.rates) or _aged_problem(passenger, departure)


def _aged_problem(passenger: Passenger, departure: Departure) -> str:
    """A sentence when the age was stated for another day, and on the day of travel another fare may hold."""
    stated, day, age = passenger.aged_on, departure.day, age_of(passenger)
    if stated is None or stated == day or age is None:
        return ""
    years = age_on(min(stated, day), max(stated, day)) + 1
    ages = range(age, age + years + 1) if stated < day else range(max(0, age - years), age + 1)
    rates = {rate_of(replace(passenger, age=str(each)), departure.rates) for each in ages}
    if len(rates) == 1:
        return ""
    return tr(
        "This age is of {day}. On the day of travel another fare may hold: ask, and type it again.",
        day=formats.day_full(stated),
    )


def _word_problem(text: str, missing: Message) -> str:
    if not text.strip():
        return tr(missing)
    if len(text.strip()) > WORD_LIMIT:
        return tr(
            "This has {length} characters. Shorten it to {most}.", length=len(text.strip()), most=WORD_LIMIT
        )
    return (
        ""
        if typed_text.is_visible(text.strip())
        else tr("This holds a character that cannot be seen. Type it again.")
    )


def _identity_problems(passenger: Passenger, identity: Identity | None) -> tuple[tuple[str, str], ...]:
    required, foreign = needs(passenger, identity), is_foreigner(passenger)
    kind = passenger.id_type.strip()
    if foreign and kind != PASSPORT:
        type_problem = tr("A foreigner needs a passport. Choose PASSPORT.")
    else:
        type_problem = _optional(kind, _NO_ID_TYPE, required=required.id_type)
    number, copy = _NO_PASSPORT if foreign else _NO_DOCUMENT
    return (
        ("id_type", type_problem),
        ("id_number", _optional(passenger.id_number, number, required=required.id_number)),
        ("id_proof_file", _copy_sentence(passenger, copy) if required.id_proof_file else ""),
    )


def _copy_sentence(passenger: Passenger, missing: Message) -> str:
    """A sentence about a required copy that is missing or too large; others are not sent."""
    return tr(missing) if passenger.document is None else copy_problem(passenger.document)


def _optional(text: str, missing: Message, *, required: bool) -> str:
    return _word_problem(text, missing) if required or text.strip() else ""


def _shouted(cell: str, text: str) -> str:
    """The cell in capitals and completed from offered words, for gender, ID type and number."""
    if cell == "pax_gender":
        return completed_word(text, GENDERS)
    if cell == "id_type":
        return completed_word(text, ID_TYPES)
    return text.strip().upper() if cell == "id_number" else text


def _followed(draft: BoatDraft) -> BoatDraft:
    if not draft.customer_is_first:
        return draft
    return replace(draft, customer_name=draft.passengers[0].traveler_name.strip()[:NAME_LIMIT])
