"""Understands the columns of a list together: each by its heading and by all of its values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date

from app.core.frozen import frozen
from app.core.language import Message, mark
from app.desk.passengers.birth_date import birth_date_of, is_date, orders_of
from app.desk.passengers.import_headings import HeadingMeaning, is_of_companions, meaning_of, says_order
from app.desk.passengers.import_message_lines import without_count
from app.desk.passengers.import_message_words import COMPANY, NOT_GOING, is_relation
from app.desk.passengers.import_table import PartyTable
from app.desk.passengers.import_vocabulary import (
    AGE,
    BIRTH_DATE,
    FIRST_NAME,
    GENDER,
    ID_NUMBER,
    ID_TYPE,
    IGNORED,
    LAST_NAME,
    MIDDLE_NAME,
    MONTH_FIRST,
    NAME,
    NAMES,
    NATIONALITY,
    WOMEN_AS_M,
    age_of_text,
    counts_on,
    gender_of,
    id_type_of,
    is_nationality,
    is_number,
    is_wordy,
    plain_words,
    resembles_nationality,
)
from app.desk.passengers.rules import age_on

Column = str
"""One of COLUMNS: a cell of the grid by its name in the interface, or a part of a cell."""

COLUMN_WORDS: dict[Column, Message] = {
    NAME: mark("Name"),
    FIRST_NAME: mark("First name"),
    MIDDLE_NAME: mark("Middle name"),
    LAST_NAME: mark("Last name"),
    AGE: mark("Age"),
    BIRTH_DATE: mark("Birth date"),
    MONTH_FIRST: mark("Birth date, month first"),
    GENDER: mark("Gender"),
    WOMEN_AS_M: mark("Gender, M for women"),
    NATIONALITY: mark("Nationality"),
    ID_TYPE: mark("ID type"),
    ID_NUMBER: mark("ID number"),
    IGNORED: mark("Not used"),
}
COLUMNS: tuple[Column, ...] = tuple(COLUMN_WORDS)
"""The possible contents of a column, in the order in which they are offered."""
BIRTH_DATES = frozenset({BIRTH_DATE, MONTH_FIRST})

_Rows = Sequence[Sequence[str]]
_ENOUGH, _HALF, _SOME, _A_YEAR, _TWO = 0.6, 0.5, 0.3, 400, 2
_CODE = 3
_NO_LETTER = re.compile(r"[\W\d_]+")
STATES = frozenset(
    {
        "AN",
        "AP",
        "AR",
        "AS",
        "BR",
        "CH",
        "DD",
        "DL",
        "DN",
        "GA",
        "GJ",
        "HP",
        "HR",
        "JH",
        "JK",
        "KA",
        "KL",
        "LD",
    }
) | {"MH", "ML", "MN", "MP", "MZ", "NL", "OD", "PB", "PY", "RJ", "SK", "TN", "TR", "TS", "UP", "WB"}
"""Of India, which may stand for where somebody lives; many are codes of countries, too."""
_BESIDE_WOMEN, _OTHERWISE_MEN = frozenset({"h", "v", "sexo", "g\xe9nero", "genero"}), frozenset({"f", "w"})
"""Words of a column in which M may be mujer or mulher, and letters that show that it is not."""
_TITLED = frozenset({"mr", "mrs", "ms", "miss", "master"})
_TITLES = frozenset({"title", "salutation", "prefix"})
TITLES_ALONE = frozenset({"dr", "prof", "smt", "shri", "sri", "kumari", "baby", "mstr", "er", "adv"})
_SAME_FACT: dict[Column, frozenset[Column]] = {
    NAME: frozenset({FIRST_NAME, MIDDLE_NAME, LAST_NAME}),
    FIRST_NAME: frozenset({NAME}),
    MIDDLE_NAME: frozenset({NAME}),
    LAST_NAME: frozenset({NAME}),
    BIRTH_DATE: frozenset({MONTH_FIRST}),
    MONTH_FIRST: frozenset({BIRTH_DATE}),
    GENDER: frozenset({WOMEN_AS_M}),
    WOMEN_AS_M: frozenset({GENDER}),
}
"""Contents that exclude each other, since they are the same fact."""


@frozen
class ColumnGuess:
    """What a column was taken for."""

    column: Column
    heading: str = ""
    """The words above it; empty without a heading."""
    proposals: tuple[Column, ...] = ()
    """What it may hold: the column is not used until somebody chooses. Empty when nothing is open."""
    id_type: str = ""
    """The kind of document whose numbers it holds, if its heading says so."""
    is_order_shown: bool = True
    """Whether the list shows in which order day and month stand; else the ages are the same either way."""

    @property
    def is_open(self) -> bool:
        """Whether somebody should say what it holds."""
        return bool(self.proposals)


def people_of(table: PartyTable, *, heading: bool) -> tuple[tuple[str, ...], ...]:
    """The rows without the heading."""
    return table.rows[1:] if heading else table.rows


def guess_columns(table: PartyTable, day: date, *, heading: bool | None = None) -> tuple[ColumnGuess, ...]:
    """What each column holds on the travel `day`; what is not certain is not used, and open.

    With `heading` None the first row is one if it was found to be.
    """
    headed = table.has_heading if heading is None else heading
    if table.columns:
        return _with_orders([*map(ColumnGuess, table.columns)], table.rows, day)
    rows = people_of(table, heading=headed)
    if not headed:
        return _by_values(rows, table.width, day)
    return _by_headings(table.rows[0], rows, day)


def with_column(columns: Sequence[ColumnGuess], place: int, column: Column) -> tuple[ColumnGuess, ...]:
    """The columns with one of them chosen; another one with the same fact becomes unused."""
    taken = {column, *_SAME_FACT.get(column, ())} if column != IGNORED else set[Column]()
    return tuple(
        replace(each, column=column, proposals=())
        if number == place
        else ColumnGuess(IGNORED, each.heading)
        if each.column in taken
        else replace(each, proposals=tuple(more for more in each.proposals if more not in taken))
        for number, each in enumerate(columns)
    )


def _by_headings(headings: Sequence[str], rows: _Rows, day: date) -> tuple[ColumnGuess, ...]:
    """The columns of a table with a heading: values alone never decide an age, a name or a document."""
    meant = [_meant(heading, _column(rows, place)) for place, heading in enumerate(headings)]
    found = [
        ColumnGuess(IGNORED, heading, id_type=each.id_type if each else "")
        for heading, each in zip(headings, meant, strict=True)
    ]
    held: dict[str, int] = {}
    for place in sorted(range(len(meant)), key=lambda place: -(each.rank if (each := meant[place]) else 0)):
        each = meant[place]
        if each is None or not each.is_certain or each.column == IGNORED:
            continue
        fact = _fact(each, held)
        if fact not in held:
            held[fact] = place
            found[place] = replace(found[place], column=each.column)
        elif _differs(rows, held[fact], place) and _rank(meant[held[fact]]) == each.rank:
            for alike in (held[fact], place):
                found[alike] = replace(found[alike], column=IGNORED, proposals=(each.column,))
    _put_names_together(found, rows)
    _propose(found, meant, rows)
    return _with_orders(found, rows, day)


def _propose(found: list[ColumnGuess], meant: Sequence[HeadingMeaning | None], rows: _Rows) -> None:
    """Open the columns under headings that are not certain, where a fact is missing that they may hold."""
    facts = {_kind(each.column) for each in found}
    for place, each in enumerate(meant):
        guess = found[place]
        if guess.column or guess.is_open or (each is not None and each.is_certain):
            continue
        if each is None and is_of_companions(guess.heading):
            continue
        fitting = _fitting(_column(rows, place), place)
        if each is not None and _kind(each.column) in fitting:
            fitting = [_kind(each.column)]
        if fitting[:1] == [NAME]:
            fitting = [_missing_part(found, place, facts)]
        if not fitting or not _is_missing(fitting[0], facts):
            continue
        if each is None and fitting[0] == GENDER and all(len(value) > 1 for value in _column(rows, place)):
            # No other column of a list holds such words; a letter may mean anything.
            found[place] = replace(guess, column=fitting[0])
            facts.add(fitting[0])
        else:
            found[place] = replace(guess, proposals=(fitting[0],))


def _missing_part(found: Sequence[ColumnGuess], place: int, facts: set[Column]) -> Column:
    """What part of a name a column of words may be, beside the parts that are known."""
    if LAST_NAME in facts and not facts & {NAME, FIRST_NAME}:
        return FIRST_NAME
    is_beside = place > 0 and not found[place].heading and found[place - 1].column == NAME
    return LAST_NAME if is_beside or (FIRST_NAME in facts and not facts & {NAME, LAST_NAME}) else NAME


def _by_values(rows: _Rows, width: int, day: date) -> tuple[ColumnGuess, ...]:
    """The columns of a table without a heading: what two columns may be alike is open."""
    fitting = [_fitting(_column(rows, place), place) for place in range(width)]
    counting = _numberings(fitting, rows)
    scores = [
        (score, -place, column)
        for place in range(width)
        if place not in counting
        for column, score in _scores(_column(rows, place), place)
    ]
    found = [
        ColumnGuess(column, proposals=counting.get(place, ()))
        for place, column in enumerate(_dealt(scores, width))
    ]
    genders = [place for place in range(width) if _share(_is_gender_word, _column(rows, place)) > _ENOUGH]
    if len(genders) > 1:
        for place in genders:
            beside = [each.column for each in found[max(0, place - 1) : place + 2]]
            # An initial may look like a gender.
            found[place] = ColumnGuess(
                IGNORED, proposals=(GENDER, *((FIRST_NAME,) if NAME in beside else ()))
            )
    for fact in (AGE, BIRTH_DATE, ID_NUMBER):
        alike = [
            place
            for place, each in enumerate(fitting)
            if fact in each and place not in counting and found[place].column in (fact, IGNORED)
        ]
        if len(alike) > 1 or (fact == BIRTH_DATE and alike and _is_of_now(_column(rows, alike[0]), day)):
            for place in alike:
                found[place] = ColumnGuess(IGNORED, proposals=(fact,))
    _split_names(found, rows)
    return _with_orders(found, rows, day)


def _numberings(fitting: Sequence[Sequence[Column]], rows: _Rows) -> dict[int, tuple[Column, ...]]:
    """The columns whose numbers count on, each with what it is open for: nothing beside another age.

    Before the names a run of two may be one, else one of three without a gap.
    """
    names = next((place for place, each in enumerate(fitting) if each[:1] == [NAME]), len(fitting))
    found: dict[int, tuple[Column, ...]] = {}
    for place, each in enumerate(fitting):
        numbers = list(map(int, map(age_of_text, filter(_is_age, _column(rows, place)))))
        others = any({AGE, BIRTH_DATE} & {*other} for at, other in enumerate(fitting) if at != place)
        if AGE not in each or not counts_on(numbers):
            continue
        is_sure = len(numbers) > _TWO or numbers[0] == 1
        if place < names and (is_sure or not others):
            found[place] = () if others else (AGE,)
        elif not others and len(numbers) > _TWO and numbers == [*range(numbers[0], numbers[-1] + 1)]:
            found[place] = (AGE,)
    return found


def _fact(heading: HeadingMeaning, held: Iterable[str]) -> str:
    """What only one column can hold: the numbers of several documents may stand beside each other."""
    if heading.column == ID_NUMBER and heading.id_type and ID_NUMBER in held:
        return f"{ID_NUMBER} {heading.id_type}"
    return _kind(heading.column)


def _kind(column: Column) -> Column:
    return BIRTH_DATE if column in BIRTH_DATES else column


def _rank(heading: HeadingMeaning | None) -> int:
    return heading.rank if heading else 0


def _is_missing(column: Column, facts: Iterable[Column]) -> bool:
    """Whether nothing else in the list states this fact."""
    ages = {AGE, BIRTH_DATE}
    same = {AGE: ages, BIRTH_DATE: ages, NAME: NAMES}.get(column, {column})
    return not any(each in same for each in facts)


def _meant(heading: str, values: Sequence[str]) -> HeadingMeaning | None:
    """What a heading means, seen with the values below it."""
    found = meaning_of(heading)
    if found is None or not values:
        return found
    if found.column in (ID_TYPE, ID_NUMBER):
        return replace(found, column=_which_id(values) or found.column)
    are_ages = _share(_is_age, values) > _ENOUGH
    if found.column == AGE and _share(is_date, values) > _ENOUGH:
        return replace(found, column=BIRTH_DATE)
    if found.column in BIRTH_DATES and are_ages and "year" not in plain_words(heading):
        return replace(found, column=AGE)
    is_title = any(word in _TITLES for word in plain_words(heading).split()[:1]) and (
        _share(_is_gender, values) <= _ENOUGH
    )
    return replace(found, column=IGNORED) if is_title or (found.column == NAME and are_ages) else found


def _put_names_together(found: list[ColumnGuess], rows: _Rows) -> None:
    """Where a name stands in parts, "Name" is the whole name beside them, or the part that is missing."""
    places = {each.column: place for place, each in enumerate(found) if each.column in NAMES}
    whole = places.pop(NAME, None)
    if whole is None or not places:
        return
    parts = list(places.values())
    held = [
        plain_words(row[place]) in plain_words(row[whole])
        for row in rows
        for place in parts
        if row[place] and row[whole]
    ]
    if sum(held) * 2 > len(held) or not held:
        for place in parts:
            found[place] = replace(found[place], column=IGNORED)
    elif FIRST_NAME not in places or LAST_NAME not in places:
        found[whole] = replace(found[whole], column=FIRST_NAME if FIRST_NAME not in places else LAST_NAME)
    else:
        found[whole] = replace(found[whole], column=IGNORED, proposals=(NAME,))


def _with_orders(found: Sequence[ColumnGuess], rows: _Rows, day: date) -> tuple[ColumnGuess, ...]:
    """The columns with the order of day and month that all dates of one, its heading or the ages show.

    Where an age depends on it and nothing shows it, the column is open.
    """
    place = next((place for place, each in enumerate(found) if each.column == AGE), None)
    ages = [age_of_text(row[place]) if place is not None else "" for row in rows]
    return tuple(
        _ordered(each, [row[number] for row in rows], ages, day)
        if each.column in BIRTH_DATES
        else _asked_of_women(each, found, rows, number)
        if GENDER in (each.column, *each.proposals)
        else each
        for number, each in enumerate(found)
    )


def _asked_of_women(guess: ColumnGuess, found: Sequence[ColumnGuess], rows: _Rows, place: int) -> ColumnGuess:
    """A column of genders, open where its M may stand for women: beside H or V, or under such a heading."""
    unread = [number for number, each in enumerate(found) if each == ColumnGuess(IGNORED)]
    words = {*_NO_LETTER.split(plain_words(guess.heading))}
    words |= {plain_words(row[number]) for number in (place, *unread) for row in rows}
    is_open = "m" in words and words & _BESIDE_WOMEN and not words & _OTHERWISE_MEN
    return replace(guess, column=IGNORED, proposals=(GENDER, WOMEN_AS_M)) if is_open else guess


def _ordered(guess: ColumnGuess, values: Sequence[str], ages: Sequence[str], day: date) -> ColumnGuess:
    shown = set[bool]().union(*(order for value in values if len(order := orders_of(value)) == 1))
    if says_order(guess.heading) or guess.column == MONTH_FIRST:
        shown.add(guess.column == MONTH_FIRST)
    both = [
        (_ages(value, day), age) for value, age in zip(values, ages, strict=True) if len(orders_of(value)) > 1
    ]
    stated = [(pair, age) for pair, age in both if age]
    for apart in (0, 1):
        fits = [
            order for order in (False, True) if all(_is_near(pair[order], age, apart) for pair, age in stated)
        ]
        if not shown and stated and len(fits) == 1:
            shown.add(fits[0])
    if len(shown) == 1:
        return replace(guess, column=MONTH_FIRST if shown.pop() else BIRTH_DATE)
    if not shown and all(len(set(pair)) == 1 for pair, _ in both):
        return replace(guess, is_order_shown=not both)
    return replace(guess, column=IGNORED, proposals=(BIRTH_DATE, MONTH_FIRST))


def _ages(value: str, day: date) -> tuple[int | None, int | None]:
    """The ages of a date with the day first and with the month first."""
    day_first, month_first = (birth_date_of(value, day, month_first=order) for order in (False, True))
    return (
        None if day_first is None else age_on(day_first, day),
        None if month_first is None else age_on(month_first, day),
    )


def _is_near(age: int | None, stated: str, apart: int) -> bool:
    """Whether an age is the stated one, or with 1 `apart` became another on a birthday since."""
    return age is not None and abs(age - int(stated)) <= apart


def _is_of_now(values: Sequence[str], day: date) -> bool:
    """Whether these dates may be those of a form or a ticket: all of one day, or all of the last year."""
    born = [
        found
        for value in values
        if (found := birth_date_of(value, day) or birth_date_of(value, day, month_first=True)) is not None
    ]
    return len(born) < len(values) or (
        (len(set(born)) == 1 and len(born) > 1) or all((day - each).days < _A_YEAR for each in born)
    )


def _dealt(scores: list[tuple[float, int, Column]], width: int) -> list[Column]:
    """The columns, assigned by the best score first, each column and content once."""
    found: dict[int, Column] = {}
    barred: set[Column] = set()
    for _, place, column in sorted(scores, key=lambda each: each[:2], reverse=True):
        if -place in found or column in barred:
            continue
        found[-place] = column
        barred.add(column)
    return [found.get(place, IGNORED) for place in range(width)]


def _scores(values: Sequence[str], place: int) -> list[tuple[Column, float]]:
    """How well the values of a column fit each content."""
    if not values or _is_counting(values, place):
        return []
    shares = [(column, _share(fits, values), weight) for column, fits, weight in _FITTING]
    return [(column, share + weight) for column, share, weight in shares if share >= _ENOUGH]


def _fitting(values: Sequence[str], place: int) -> list[Column]:
    """What the values of a column may be, the likeliest first."""
    return [column for column, _ in sorted(_scores(values, place), key=lambda each: -each[1])]


def _share(fits: Callable[[str], bool], values: Sequence[str]) -> float:
    return sum(map(fits, values)) / len(values) if values else 0.0


def _column(rows: _Rows, place: int) -> list[str]:
    """The filled cells of a column."""
    return [row[place] for row in rows if row[place]]


def _differs(rows: _Rows, one: int, other: int) -> bool:
    return any(row[other] and plain_words(row[one]) != plain_words(row[other]) for row in rows)


def _which_id(values: Sequence[str]) -> Column:
    """Whether these are ID types or numbers: "Passport" may be the heading of either. Empty when unclear."""
    numbers, types = sum(map(is_number, values)), sum(bool(id_type_of(each)) for each in values)
    return "" if numbers == types else ID_NUMBER if numbers > types else ID_TYPE


def _is_counting(values: Sequence[str], place: int) -> bool:
    """Whether the values only number the rows; a single 1 only in the first column."""
    counted = [str(number) for number in range(1, len(values) + 1)]
    return [each.rstrip(".)") for each in values] == counted and (len(values) > 1 or place == 0)


def _split_names(found: list[ColumnGuess], rows: _Rows) -> None:
    """Make two adjacent columns of names without heading, mostly of single words, first and last name."""
    alike = [
        place
        for place, each in enumerate(found)
        if each.column in (NAME, IGNORED)
        and not each.is_open
        and _share(_is_name, _column(rows, place)) >= _ENOUGH
    ]
    pair = alike[:2]
    shares = sorted(_share(_is_single_word, _column(rows, place)) for place in pair)
    if len(pair) > 1 and pair[1] == pair[0] + 1 and shares[0] >= _SOME and shares[1] >= _ENOUGH:
        parts = (FIRST_NAME, LAST_NAME)
    elif alike:
        parts = (NAME,)
    else:
        return
    for place in alike:
        found[place] = ColumnGuess(IGNORED)
    for place, part in zip(pair, parts, strict=False):
        found[place] = ColumnGuess(part)
    if len(pair) > len(parts) and pair[1] == pair[0] + 1 and shares[1] >= _ENOUGH:
        # Whole names beside a place, or a name in parts.
        found[pair[1]] = ColumnGuess(IGNORED, proposals=(LAST_NAME,))
    elif len(pair) > len(parts) and not any(map(_is_single_word, _column(rows, pair[1]))):
        # Other people, who may travel as well.
        found[pair[1]] = ColumnGuess(IGNORED, proposals=(NAME,))
    if len(parts) > 1 or _share(_is_single_word, _column(rows, pair[0])) < _HALF:
        return
    others = [
        place
        for place, each in enumerate(found)
        if each == ColumnGuess(IGNORED) and _share(_may_be_part, _column(rows, place)) >= _SOME
    ]
    for place in others[:1]:
        # The first column alone is no whole name.
        found[place] = ColumnGuess(IGNORED, proposals=(LAST_NAME,))


def _is_single_word(text: str) -> bool:
    return (
        is_wordy(text) and sum(len(word.strip(".")) > 1 and not word.islower() for word in text.split()) <= 1
    )


def _is_age(text: str) -> bool:
    return bool(age_of_text(text))


def _is_gender(text: str) -> bool:
    return bool(gender_of(text)) or plain_words(text) in _BESIDE_WOMEN


def _is_gender_word(text: str) -> bool:
    return bool(gender_of(text)) and plain_words(text) not in _TITLED


def _is_nation(text: str) -> bool:
    """Whether this is a nation; a code in small letters may be a name, such as "Om"."""
    if ("." in text and " " in text) or text.upper() in STATES:
        return False
    return resembles_nationality(text) and (len(text) > _CODE or text.isupper())


def _is_whole_nation(text: str) -> bool:
    """Whether this is no name that begins like one, such as George."""
    return _is_nation(text) and is_nationality(text)


def _is_id_type(text: str) -> bool:
    return bool(id_type_of(text))


def _is_name(text: str) -> bool:
    """Whether this may be a name; a title, a gender or a relation alone is none."""
    text = without_count(text)
    is_other = gender_of(text) or is_relation(text.casefold()) or plain_words(text) in TITLES_ALONE
    is_other = is_other or NOT_GOING.search(text) or COMPANY.match(text)
    return is_wordy(text) and not is_other


def _may_be_part(text: str) -> bool:
    """Whether this may be a name, or an initial."""
    return _is_name(text) or (len(plain_words(text)) == 1 and text[0].isalpha())


def _is_id_number(text: str) -> bool:
    return is_number(text) and not is_date(text)


_FITTING: tuple[tuple[Column, Callable[[str], bool], float], ...] = (
    (GENDER, _is_gender_word, 0.5),
    (GENDER, _is_gender, 0.1),
    (BIRTH_DATE, is_date, 0.4),
    (AGE, _is_age, 0.3),
    (NATIONALITY, _is_whole_nation, 0.255),
    (NATIONALITY, _is_nation, 0.25),
    (ID_TYPE, _is_id_type, 0.26),
    (ID_NUMBER, _is_id_number, 0.2),
    (NAME, _is_name, 0.0),
)
"""Contents that values show, and their weight when several fit: nearly all words may be names."""
