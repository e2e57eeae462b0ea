"""Makes passengers of pasted rows, with notes on conversions and gaps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from datetime import date
from typing import Literal, NamedTuple

from app.core.frozen import frozen
from app.core.language import mark, tr, trn
from app.desk.model import formats
from app.desk.model.boats import Departure, LeftOpen, Passenger
from app.desk.model.nationalities import is_indian
from app.desk.model.service_words import complete_nationality, shown_word
from app.desk.model.typed_text import same_text
from app.desk.passengers import rules
from app.desk.passengers.birth_date import birth_date_of
from app.desk.passengers.import_columns import (
    BIRTH_DATES,
    STATES,
    TITLES_ALONE,
    Column,
    ColumnGuess,
    people_of,
)
from app.desk.passengers.import_headings import is_of_companions
from app.desk.passengers.import_message_lines import without_count
from app.desk.passengers.import_message_words import COMPANY, NOT_GOING, without_relation
from app.desk.passengers.import_table import PartyTable
from app.desk.passengers.import_vocabulary import (
    AGE,
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
    foreigner_of,
    gender_of,
    id_type_of,
    is_shortened,
    plain_words,
)
from app.desk.passengers.rules import MOST_PASSENGERS, age_on

NoteKind = Literal["converted", "gap", "double"]
_NOTHING = frozenset({"na", "n a", "n/a", "do", "no", "nil", "none", "-do-", "same", "ditto"})
"""What lists write for no nationality or the same again; some are codes of countries, too."""
_OF_WOMEN_AS_M = {"m": "FEMALE", "h": "MALE", "v": "MALE"}
"""Mujer or mulher, hombre or homem, var\xf3n."""
_NAMED = 3
"""The most rows that are left out and are all named."""
_COPY = "id_proof_file"
CELL_OF = dict.fromkeys(NAMES, NAME) | dict.fromkeys(BIRTH_DATES, AGE) | {WOMEN_AS_M: GENDER}
"""The cells of the grid by what a column holds, where those are not the same."""
_ORDER = (NATIONALITY, GENDER, ID_TYPE, ID_NUMBER)
"""The nationality is first: it fills in a foreigner's ID type, which a list may then replace."""
_MISSING = {
    NAME: (mark("Row {number} has no name."), mark("No row has a name.")),
    AGE: (mark("Row {number} has no age."), mark("No row has an age.")),
    GENDER: (mark("Row {number} has no gender."), mark("No row has a gender.")),
    NATIONALITY: (mark("Row {number} has no nationality."), mark("No row has a nationality.")),
    ID_TYPE: (mark("Row {number} has no document type."), mark("No row has a document type.")),
    ID_NUMBER: (mark("Row {number} has no document number."), mark("No row has a document number.")),
}
"""Sentences about a fact missing in one row, and in all rows."""
_MOST_NAMED, _MOST_SAID, _TWO = 4, 3, 2
_LATER = mark("You can add it later.")
_UNASKED = mark("documents that nobody asks for are left out")
_SHORTENED = mark("The spreadsheet shortened this number. Type it in full.")


@frozen
class ImportNote:
    """A note about one cell of the passengers to be added."""

    row: int
    """The index in `PartyImport.passengers`."""
    cell: str
    """One of `rules.CELLS`."""
    kind: NoteKind
    sentence: str = field(repr=False)
    """Such as "M became MALE", or what is wrong and what to do."""
    is_of_list: bool = False
    """Whether a gap is what the list states and cannot be taken, instead of what it leaves out."""


@frozen
class PartyImport:
    """The passengers to be added, with notes; nothing is added yet."""

    passengers: tuple[Passenger, ...]
    notes: tuple[ImportNote, ...]
    first_number: int
    """The number of the first of them in the grid."""
    left_out: str
    """Why not all rows are imported; empty when they are."""
    off: frozenset[int] = frozenset()
    """The passengers of whom the list says that they do not travel."""

    @property
    def gaps(self) -> tuple[ImportNote, ...]:
        """The notes on missing or wrong cells by the trip's rules, without copies of documents."""
        return tuple(note for note in self.notes if note.kind == "gap")

    @property
    def doubles(self) -> tuple[ImportNote, ...]:
        """The notes on duplicate passengers."""
        return tuple(note for note in self.notes if note.kind == "double")

    @property
    def count_words(self) -> str:
        """The counts, such as "4 rows, 1 gap"."""
        gaps, doubles = len(self.gaps), len(self.doubles)
        return formats.listed(
            (
                trn("{number} row", "{number} rows", len(self.passengers)),
                trn("{number} gap", "{number} gaps", gaps) if gaps else "",
                trn("{number} double", "{number} doubles", doubles) if doubles else "",
            )
        )

    @property
    def conversion_words(self) -> str:
        """The first three different conversions, such as "M became MALE, F became FEMALE"."""
        said = list(dict.fromkeys(note.sentence for note in self.notes if note.kind == "converted"))
        shown, more = said[:_MOST_SAID], len(said) - _MOST_SAID
        return formats.listed((*shown, tr("{number} more", number=more)) if more > 0 else shown)

    @property
    def double_words(self) -> str:
        """A sentence about duplicates, such as "Row 7 has a name and age that are there already."."""
        if not self.doubles:
            return ""
        rows = [str(self.first_number + note.row) for note in self.doubles]
        if len(rows) == 1:
            return tr("Row {number} has a name and age that are there already.", number=rows[0])
        if len(rows) > _MOST_NAMED:
            return tr("{number} rows have names and ages that are there already.", number=len(rows))
        return tr(
            "Rows {rows} and {last} have names and ages that are there already.",
            rows=", ".join(rows[:-1]),
            last=rows[-1],
        )

    @property
    def gap_words(self) -> str:
        """A sentence about the first gap with its row, and the number of other gaps."""
        if not self.gaps:
            return ""
        first = next((note for note in self.gaps if note.is_of_list), self.gaps[0])
        number = self.first_number + first.row
        if first.is_of_list or getattr(self.passengers[first.row], first.cell):
            sentence = tr("Row {number}: {sentence}", number=number, sentence=first.sentence)
            return _and_more(sentence, len(self.gaps) - 1)
        one, all_rows = _MISSING[first.cell]
        count = sum(note.cell == first.cell for note in self.gaps)
        if count == len(self.passengers) > 1:
            return _and_more(formats.sentences(tr(all_rows), tr(_LATER)), len(self.gaps) - count)
        return _and_more(formats.sentences(tr(one, number=number), tr(_LATER)), len(self.gaps) - 1)


def imported(
    table: PartyTable,
    columns: Sequence[ColumnGuess],
    travel_day: date,
    departure: Departure,
    *,
    present: Sequence[Passenger] = (),
    heading: bool | None = None,
) -> PartyImport:
    """The passengers of a table, with cells tidied as if typed, to be added after those in `present`.

    Ages are computed from birth dates on the travel day. With those present they are at most 100.
    """
    headed = table.has_heading if heading is None else heading
    there = [passenger for passenger in present if not passenger.is_untouched]
    rows = people_of(table, heading=headed)
    found = table.rows_found - (len(table.rows) - len(rows))
    is_known = all(each.is_order_shown for each in columns)
    states = _states_of(rows, columns)
    is_turned = _has_last_name_first(rows, columns)
    taken: list[Passenger] = []
    notes: list[ImportNote] = []
    off: set[int] = set()
    for row, cells in enumerate(rows[: max(0, MOST_PASSENGERS - len(there))], len(table.rows) - len(rows)):
        values = _values(cells, columns)
        state = values.pop(NATIONALITY) if values.get(NATIONALITY) in states else ""
        listed, said = _passenger(values, travel_day, len(taken), born_is_known=is_known)
        if state:
            asked = tr("{typed} may be a state of India or a country. Choose the nationality.", typed=state)
            said.append(ImportNote(len(taken), NATIONALITY, "gap", asked, is_of_list=True))
        if is_turned:
            listed = replace(listed, traveler_name=_turned(listed.traveler_name))
        is_struck = any((row, place) in table.struck for place, each in enumerate(columns) if each.column)
        beside = _said_beside(cells, columns, is_struck=is_struck)
        passenger = _with_questions(rules.as_asked(listed, departure.identity), cells, columns, beside)
        said += [*_unasked(listed, passenger, len(taken))]
        if beside is not None:
            said.append(ImportNote(len(taken), NAME, "gap", beside.sentence, is_of_list=True))
            off |= {len(taken)} if beside.is_off else set()
        taken.append(passenger)
        notes += [*said, *_gaps(passenger, departure, len(taken) - 1, said)]
    notes += _doubles(taken, there)
    left_out = _left_out(len(taken), found, len(there), table)
    return PartyImport(tuple(taken), tuple(notes), len(there) + 1, left_out, frozenset(off))


def _states_of(rows: Sequence[Sequence[str]], columns: Sequence[ColumnGuess]) -> frozenset[str]:
    """The nationalities that may be states of India, where none in the list is certainly of abroad."""
    places = [place for place, each in enumerate(columns) if each.column == NATIONALITY]
    stated = {row[place] for row in rows for place in places if row[place]}
    codes = {each for each in stated if each.strip(". ").upper() in STATES}
    others = [each for each in stated - codes if plain_words(each) not in _NOTHING]
    return frozenset(codes if all(map(is_indian, map(complete_nationality, others))) else ())


def _has_last_name_first(rows: Sequence[Sequence[str]], columns: Sequence[ColumnGuess]) -> bool:
    """Whether the names of the whole column are written as "Nair, Arjun"."""
    place = next((place for place, each in enumerate(columns) if each.column == NAME), None)
    names = [row[place] for row in rows if row[place]] if place is not None else []
    parts = [[_name_words(part) for part in name.split(",")] for name in names if "," in name]
    return bool(parts) and len(parts) * _TWO >= len(names) and all(map(_are_last_and_first, parts))


def _name_words(part: str) -> int:
    """How many words a part of a name has, without those such as "van der"."""
    return sum(not word.islower() for word in part.split())


def _are_last_and_first(counts: Sequence[int]) -> bool:
    return len(counts) == _TWO and min(counts) == 1 and counts[0] <= _TWO


def _turned(name: str) -> str:
    last, _, first = name.partition(",")
    return f"{first.strip()} {last.strip()}".strip()


def _values(cells: Sequence[str], columns: Sequence[ColumnGuess]) -> dict[Column, str]:
    """The filled cells by what they hold; of the numbers of several documents the first, with its kind."""
    values: dict[Column, str] = {}
    kind = ""
    told = next(
        (id_type_of(cell) for cell, guess in zip(cells, columns, strict=True) if guess.column == ID_TYPE), ""
    )
    for cell, guess in zip(cells, columns, strict=True):
        if told and guess.id_type and guess.id_type != told and guess.column == ID_NUMBER:
            # The number of another document than the stated one.
            continue
        if cell and guess.column and guess.column not in values:
            values[guess.column] = cell
            kind = guess.id_type if guess.column == ID_NUMBER else kind
    return {ID_TYPE: kind, **values} if kind else values


def _passenger(
    values: dict[Column, str], day: date, row: int, *, born_is_known: bool
) -> tuple[Passenger, list[ImportNote]]:
    """One passenger, and notes on converted cells."""
    names = (values.get(column, "") for column in (NAME, FIRST_NAME, MIDDLE_NAME, LAST_NAME))
    whole = without_count(" ".join(name for name in names if name))
    passenger = Passenger(traveler_name=without_relation(whole))
    notes: list[ImportNote] = []
    if passenger.traveler_name != whole:
        said = tr("{typed} became {became}", typed=whole, became=passenger.traveler_name)
        notes.append(ImportNote(row, NAME, "converted", said))
    age, said, born = _age(values, day)
    passenger = replace(passenger, age=age, born=born if born_is_known else None)
    if said:
        notes.append(ImportNote(row, AGE, "converted" if age else "gap", said, is_of_list=not age))
    for cell in _ORDER:
        of_women = values.get(WOMEN_AS_M, "") if cell == GENDER else ""
        typed = of_women or values.get(cell, "")
        if not typed:
            continue
        meant = _OF_WOMEN_AS_M.get(plain_words(of_women)) or _meant(cell, typed)
        passenger = rules.with_cell(passenger, cell, meant)
        if cell == ID_NUMBER and is_shortened(typed):
            notes.append(ImportNote(row, cell, "gap", tr(_SHORTENED)))
        elif (became := getattr(passenger, cell)) != typed.upper():
            shown = became if cell == ID_NUMBER else shown_word(became)
            notes.append(
                ImportNote(row, cell, "converted", tr("{typed} became {became}", typed=typed, became=shown))
            )
    return passenger, notes


class _SaidBeside(NamedTuple):
    """What the list itself says of a row: that nobody travels, or that others travel as well."""

    words: str
    sentence: str
    is_off: bool = True


def _with_questions(
    passenger: Passenger, cells: Sequence[str], columns: Sequence[ColumnGuess], beside: _SaidBeside | None
) -> Passenger:
    """The passenger with what the list may say of the row and nobody has answered.

    That is what stands in columns of which nobody said what they hold, and what is said beside a name.
    """
    found: dict[str, list[str]] = {NAME: [beside.words]} if beside else {}
    for text, guess in zip(cells, columns, strict=True):
        if text and guess.is_open:
            first = guess.proposals[0]
            found.setdefault(CELL_OF.get(first, first), []).append(text)
    asked = (LeftOpen(cell, getattr(passenger, cell), (*texts,)) for cell, texts in found.items())
    return replace(passenger, left_open=(*asked,))


def _said_beside(
    cells: Sequence[str], columns: Sequence[ColumnGuess], *, is_struck: bool
) -> _SaidBeside | None:
    """What the list says of a row beside its facts; None for nothing."""
    held = [
        (cell, guess)
        for cell, guess in zip(cells, columns, strict=True)
        if cell and guess.column in (IGNORED, NAME)
    ]
    off = next((cell for cell, _ in held if NOT_GOING.search(cell)), "")
    others = [
        cell for cell, guess in held if COMPANY.search(cell) or (_is_of_others(guess) and _names_others(cell))
    ]
    if off:
        said = tr("The list says \u201c{words}\u201d. Leave the row out if nobody travels.", words=off)
        return _SaidBeside(off, said)
    if is_struck:
        said = tr("The list strikes this through. Leave the row out if nobody travels.")
        return _SaidBeside(tr("struck through"), said)
    words = ", ".join(others)
    said = tr("Also here: \u201c{words}\u201d. Each who travels needs a row.", words=words)
    return _SaidBeside(words, said, is_off=False) if others else None


def _is_of_others(guess: ColumnGuess) -> bool:
    return guess.column == IGNORED and not guess.is_open and is_of_companions(guess.heading)


def _names_others(cell: str) -> bool:
    plain = plain_words(cell)
    return plain not in _NOTHING and plain.strip("0") != ""


def _unasked(listed: Passenger, passenger: Passenger, row: int) -> list[ImportNote]:
    """The notes on cells of the list that are left out since the trip does not require them."""
    left = [cell for cell in (ID_TYPE, ID_NUMBER) if getattr(listed, cell) != getattr(passenger, cell)]
    return [ImportNote(row, cell, "converted", tr(_UNASKED)) for cell in left]


def _meant(cell: str, typed: str) -> str:
    """The offered word for a word of the list, if it certainly means one."""
    if cell == GENDER:
        return gender_of(typed) or ("" if plain_words(typed) in TITLES_ALONE else typed)
    if cell == NATIONALITY:
        return "" if plain_words(typed) in _NOTHING else foreigner_of(typed) or typed
    return (id_type_of(typed) or typed) if cell == ID_TYPE else typed


def _age(values: dict[Column, str], day: date) -> tuple[str, str, date | None]:
    """The age, the text it was converted from, if it was, and the date of birth if it is known.

    No age where a stated one and the date of birth are more than a birthday apart.
    """
    typed = values.get(AGE, "")
    stated = age_of_text(typed) or typed
    column = next((column for column in BIRTH_DATES if column in values), None)
    if column is None:
        said = tr("{typed} became {became}", typed=typed, became=stated) if stated != typed else ""
        return stated, said, None
    born = birth_date_of(values[column], day, month_first=column == MONTH_FIRST)
    if born is None:
        return stated, "", None
    age = age_on(born, day)
    if stated.isdecimal() and abs(age - int(stated)) > 1:
        return (
            "",
            tr("The age {age} and the birth date {date} do not agree.", age=typed, date=values[column]),
            None,
        )
    return str(age), tr("born {date} became {age}", date=values[column], age=age), born


def _gaps(
    passenger: Passenger, departure: Departure, row: int, said: Iterable[ImportNote]
) -> list[ImportNote]:
    """The notes on missing or wrong cells; a copy cannot be pasted, so none on copies."""
    told = {note.cell for note in said if note.kind == "gap"}
    problems = rules.passenger_problems(passenger, departure, row)
    return [
        ImportNote(row, problem.field, "gap", problem.sentence)
        for problem in problems
        if problem.field != _COPY and problem.field not in told
    ]


def _doubles(taken: Sequence[Passenger], there: Sequence[Passenger]) -> list[ImportNote]:
    """The notes on passengers with the name and age of an earlier one, probably pasted twice."""
    seen = {_identity(each) for each in there}
    notes: list[ImportNote] = []
    for row, passenger in enumerate(taken):
        identity = _identity(passenger)
        if identity in seen and identity[0]:
            notes.append(ImportNote(row, NAME, "double", tr("This name and age are there already.")))
        seen.add(identity)
    return notes


def _identity(passenger: Passenger) -> tuple[str, str]:
    return same_text(passenger.traveler_name), passenger.age.strip()


def _left_out(taken: int, found: int, there: int, table: PartyTable) -> str:
    unseen = (
        tr("Only {shown} of {found} columns are shown.", shown=table.width, found=table.columns_found)
        if table.width < table.columns_found
        else ""
    )
    return formats.sentences(_too_many(taken, found, there) if taken < found else "", unseen, *_beside(table))


def _beside(table: PartyTable) -> list[str]:
    """What else the list held: rows that are no passengers, and what is hidden or on other sheets."""
    left, sheets = table.left_out, table.other_sheets
    named = ", ".join(left) if len(left) <= _NAMED else left[0]
    count = 1 if len(left) <= _NAMED else len(left)
    return [
        trn("Left out: {first}.", "{number} rows are left out: {first} \u2026", count, first=named)
        if left
        else "",
        trn("Another sheet is not read.", "{number} other sheets are not read.", sheets) if sheets else "",
    ]


def _too_many(taken: int, found: int, there: int) -> str:
    counts = {"taken": f"{taken:,}", "found": f"{found:,}", "most": MOST_PASSENGERS, "there": there}
    if taken and there:
        said = mark(
            "{taken} of {found} rows are taken: a sale has at most {most} passengers, "
            "with the {there} already in the list."
        )
    elif taken:
        said = mark("{taken} of {found} rows are taken: a sale has at most {most} passengers.")
    else:
        said = mark(
            "No row is taken: a sale has at most {most} passengers, with the {there} already in the list."
        )
    return tr(said, **counts)


def _and_more(sentence: str, rest: int) -> str:
    more = trn("And {number} more gap.", "And {number} more gaps.", rest) if rest else ""
    return formats.sentences(sentence, more)
