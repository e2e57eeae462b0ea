"""Tables of passengers: columns and rows, with what stands above, between and below them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from operator import attrgetter
from typing import NamedTuple

from app.desk.passengers.doubts import AADHAAR, PASSPORT
from app.desk.passengers.rules import age_on
from tests.support.passenger_lists import truth, words
from tests.support.passenger_lists.people import FEMALE, INDIA, MALE, PartyMember, written_nation
from tests.support.passenger_lists.truth import UNSTATED, Facts, LayoutChoices


class ListCell(NamedTuple):
    """A cell as it is written, and as a workbook holds it."""

    text: str
    value: str | int | date | None = None
    """In place of the text in a workbook."""
    form: str = ""
    """The number format of a workbook."""


EMPTY = ListCell("")
Row = list[ListCell]


@dataclass(slots=True)
class ListColumn:
    """A column; its heading is empty in a list without headings."""

    heading: str
    cells: Row
    fact: str = ""
    """What the list no longer states of a person whose cell is emptied; empty for nothing."""
    is_hidden: bool = False


@dataclass(slots=True)
class ListTable:
    """The columns of a list, and what it says of each person."""

    people: tuple[PartyMember, ...]
    day: date
    form_day: date
    choices: LayoutChoices
    is_workbook: bool
    style: str = "none"
    """The words of the headings."""
    columns: list[ListColumn] = field(default_factory=list[ListColumn])
    facts: list[Facts] = field(default_factory=list[Facts])
    date_style: str = ""
    """That of the birth dates, if their order has to be found out."""
    has_ages: bool = False
    """Whether ages stand beside birth dates."""
    has_genders: bool = False
    """Whether genders stand in the cells of ages."""
    contradicts: set[int] = field(default_factory=set[int])
    """The rows whose age is of another day than the trip's."""
    asked: set[tuple[int, str]] = field(default_factory=set[tuple[int, str]])
    """The rows and cells that the list itself leaves in doubt."""
    may_ask: set[tuple[int, str]] = field(default_factory=set[tuple[int, str]])
    """The rows and cells beside which a doubt is no nuisance."""
    struck: set[int] = field(default_factory=set[int])
    """The rows that are struck through."""

    @property
    def is_headed(self) -> bool:
        """Whether the columns have headings."""
        return self.style != "none"

    def heading(self, meaning: str) -> str:
        """A heading of this content in the list's words."""
        return self.choices.random.choice(words.headings()[self.style, meaning]) if self.is_headed else ""

    def add(self, meaning: str, written: Callable[[PartyMember], str | ListCell], fact: str = "") -> None:
        """Add a column with what is written of each person."""
        cells = [each if isinstance(each, ListCell) else ListCell(each) for each in map(written, self.people)]
        self.columns.append(ListColumn(self.heading(meaning), cells, fact))

    def say(self, fact: str, values: Callable[[PartyMember], tuple[str, ...]]) -> None:
        """Note what the list says of each person."""
        for facts, each in zip(self.facts, self.people, strict=True):
            facts[fact] = values(each)


def table(
    people: tuple[PartyMember, ...], days: tuple[date, date], choices: LayoutChoices, *, is_workbook: bool
) -> ListTable:
    """A table of these people, with headings and columns by chance."""
    made = ListTable(people, *days, choices, is_workbook=is_workbook, facts=[{} for _ in people])
    made.style = choices.one("headings", {**words.STYLES, "none": 3})
    _add_names(made)
    parts = [_add_ages, _add_genders, _add_nations, _add_papers]
    if choices.happens(0.15, "columns in any order"):
        choices.random.shuffle(parts)
    for part in parts:
        part(made)
    _add_extras(made)
    if made.is_headed and choices.happens(0.1, "some cells are empty"):
        for column in made.columns:
            _make_holes(made, column)
    if made.is_headed and choices.happens(0.1, "headings in capitals"):
        made.columns = [replace(each, heading=each.heading.upper()) for each in made.columns]
    for facts, member in zip(made.facts, people, strict=True):
        if facts.get(truth.NATION, UNSTATED)[0] and member.nation != INDIA:
            # A foreigner's document is a passport by the service's rule.
            facts[truth.ID_TYPE] = (facts.get(truth.ID_TYPE, UNSTATED)[0], PASSPORT)
    return made


def _last_first(member: PartyMember) -> str:
    return f"{member.family}, {member.forenames}" if member.family else member.name


_Part = tuple[str, Callable[[PartyMember], str]]
_GIVEN: _Part = ("given", attrgetter("forenames"))
_FAMILY: _Part = ("family", attrgetter("family"))
_NAMES: dict[str, tuple[int, tuple[_Part, ...]]] = {
    "in one column": (12, (("name", attrgetter("name")),)),
    "with titles": (3, (("name", attrgetter("titled")),)),
    "first and last": (3, (_GIVEN, _FAMILY)),
    "last and first": (3, (_FAMILY, _GIVEN)),
    "beside titles": (2, (("title", attrgetter("title")), ("name", attrgetter("name")))),
    "last, first in a cell": (1, (("name", _last_first),)),
    "name and surname": (2, (("name", attrgetter("forenames")), _FAMILY)),
    "first, middle and last": (
        1,
        (("given", attrgetter("given")), ("middle", attrgetter("middle")), _FAMILY),
    ),
}
"""How heavy each way to write names is, and its columns."""
_HEADED_NAMES = ("name and surname", "first, middle and last")


def _add_names(made: ListTable) -> None:
    offered = {each: _NAMES[each][0] for each in _NAMES if made.is_headed or each not in _HEADED_NAMES}
    form = made.choices.one("names", offered)
    made.say(truth.NAME, lambda each: (each.name,))
    if "titles" in form:
        made.say(truth.GENDER, attrgetter("gender_by_title"))
    if form == "last, first in a cell":
        made.say(truth.NAME, lambda each: (each.name, _last_first(each)))
    elif not made.is_headed and "last" in form:
        # Which is the first name, nothing tells.
        made.say(truth.NAME, lambda each: (each.name, f"{each.family} {each.forenames}"))
    for meaning, written in _NAMES[form][1]:
        made.add(meaning, written)


def _add_ages(made: ListTable) -> None:
    form = made.choices.one("ages", {"age": 5, "birth date": 5, "both": 2, "not stated": 1})
    if form == "not stated":
        return
    made.say(truth.AGE, lambda each: (str(age_on(each.born, made.day)),))
    made.has_ages = form == "both"
    if form != "age":
        _add_birth_dates(made)
    if form == "age" and made.choices.happens(0.1, "ages and genders in one column"):
        _add_ages_with_genders(made)
    elif form != "birth date":
        _add_age_column(made)
        if made.has_ages and made.choices.random.random() < 0.5:
            made.columns[-2:] = reversed(made.columns[-2:])


def _add_ages_with_genders(made: ListTable) -> None:
    form = made.choices.random.choice(("{}/{}", "{} / {}", "{} {}", "{}{}"))
    texts = (
        form.format(age_on(each.born, made.day), words.written_gender(each.gender, "M"))
        for each in made.people
    )
    heading = made.choices.random.choice(("Age/Sex", "Age / Gender", "Age & Sex")) if made.is_headed else ""
    made.columns.append(ListColumn(heading, list(map(ListCell, texts))))
    made.say(truth.GENDER, lambda each: (each.gender,))
    made.has_genders = True


def _add_age_column(made: ListTable) -> None:
    style, heading, day = made.choices.one("ages written", words.AGES), made.heading("age"), made.day
    may_be_old = made.has_ages and not made.date_style and "travel" not in heading
    if may_be_old and made.choices.happens(0.3, "ages of the day of the list beside birth dates"):
        day = made.form_day
    cells: Row = []
    for row, each in enumerate(made.people):
        age = max(0, age_on(each.born, day))
        if age != age_on(each.born, made.day):
            made.contradicts.add(row)
        text = words.written_age(made.choices.random, age, style)
        cells.append(ListCell(text, age if style == "41" else None))
    made.columns.append(ListColumn(heading, cells, "" if made.has_ages else truth.AGE))


def _add_birth_dates(made: ListTable) -> None:
    fact = "" if made.has_ages else truth.AGE
    if made.is_workbook and made.choices.happens(0.6, "dates: cells of a workbook"):
        form = made.choices.random.choice(("dd/mm/yyyy", "mm/dd/yyyy", "d mmm yyyy", "yyyy-mm-dd"))
        made.add("born", lambda each: ListCell(str(each.born), each.born, form), fact)
        return
    style = made.choices.one("dates", tuple(words.DATES))
    made.date_style = style if words.is_ordered(style) else ""
    made.add("born", lambda each: words.written_date(each.born, style), fact)
    if made.is_headed and made.date_style and made.choices.happens(0.2, "order of dates in the heading"):
        made.columns[-1].heading += " (MM/DD/YYYY)" if style.startswith("m") else " (DD/MM/YYYY)"
        made.date_style = ""


def _add_genders(made: ListTable) -> None:
    if made.has_genders:
        return
    style = made.choices.one("genders", {**words.GENDERS, "not stated": 3})
    if style != "not stated" and made.choices.also(0.04, "genders of abroad"):
        _add_genders_of_abroad(made)
    elif style != "not stated":
        made.add("gender", lambda each: words.written_gender(each.gender, style), truth.GENDER)
        made.say(truth.GENDER, lambda each: (each.gender,))


def _add_genders_of_abroad(made: ListTable) -> None:
    man, woman, *headings = made.choices.later.choice(words.phrases()["genders of abroad"]).split("|")
    if not made.is_headed and len({each.gender for each in made.people} & {MALE, FEMALE}) < 2:
        man, woman = "Homme", "Femme"
    written = {MALE: man, FEMALE: woman}
    cells = [ListCell(written.get(each.gender, "Other")) for each in made.people]
    heading = made.choices.later.choice(headings) if made.is_headed else ""
    made.columns.append(ListColumn(heading, cells, truth.GENDER))
    made.say(truth.GENDER, lambda each: (each.gender,))
    open_genders = {"H": {MALE}, "M": {MALE, FEMALE}}.get(man if woman == "F" else woman, set[str]())
    if "names: beside titles" in made.choices.traits:
        # These tell it as well.
        open_genders = set[str]()
    made.asked |= {(row, truth.GENDER) for row, each in enumerate(made.people) if each.gender in open_genders}
    made.may_ask |= {(row, truth.GENDER) for row in range(len(made.people))}


def _add_nations(made: ListTable) -> None:
    style = made.choices.one("nations", {**words.NATIONS, "not stated": 7})
    is_of_india = all(each.nation == INDIA for each in made.people)
    if style == "two letters" and is_of_india and made.choices.also(0.3, "states as nations"):
        states = words.phrases()["states"]
        made.add("nation", lambda _: made.choices.later.choice(states))
        made.say(truth.NATION, lambda each: (each.nationality,))
        made.asked |= {(row, truth.NATION) for row in range(len(made.people))}
    elif style != "not stated":
        made.add("nation", lambda each: written_nation(made.choices.random, each, style), truth.NATION)
        made.say(truth.NATION, lambda each: (each.nationality,))


def _add_papers(made: ListTable) -> None:
    kind = made.people[0].id_type
    is_one = kind in {AADHAAR, PASSPORT} and all(each.id_type == kind for each in made.people)
    offered = {
        "number under its name": 20 * is_one,
        "not stated": 4,
        "type and number": 5,
        "number": 1,
        "type": 1,
    }
    form = made.choices.one("documents", offered)
    if "type" in form:
        made.add("id type", lambda each: made.choices.random.choice(words.phrases()[each.id_type]))
        made.say(truth.ID_TYPE, lambda each: (each.id_type,))
    elif "number" in form:
        # A heading may name the kind, and so may the form of the number.
        made.say(truth.ID_TYPE, lambda each: ("", each.id_type))
    if "number" in form:
        _add_numbers(made, kind if form == "number under its name" else "id number")


def _add_numbers(made: ListTable, meaning: str) -> None:
    style = made.choices.one("numbers", {"plain": 5, "in groups": 2, "small letters": 1})
    by_format = made.is_workbook and made.choices.happens(0.4, "numbers as numbers of a workbook")

    def written(each: PartyMember) -> ListCell:
        number = each.id_number
        if by_format and number.isdigit():
            return ListCell(number, int(number), "0" * len(number))
        if style == "in groups" and each.id_type == AADHAAR:
            return ListCell(f"{number[:4]} {number[4:8]} {number[8:]}")
        return ListCell(number.lower() if style == "small letters" else number)

    made.add(meaning, written, truth.ID_NUMBER)
    made.say(truth.ID_NUMBER, lambda each: (each.id_number,))


def _add_extras(made: ListTable) -> None:
    choices, random = made.choices, made.choices.random
    offered = [each for each in words.extras() if made.style == "in Hindi" or each.isascii()]
    offered = offered if made.is_headed else ["Email", "Contact"]
    for name in random.sample(offered, random.choice((0, 0, 1, 1, 2))):
        choices.traits.append(f"beside it: {name}")
        cells = [ListCell(words.extra_value(random, words.extras()[name], made.day)) for _ in made.people]
        place = random.choice((0, len(made.columns), random.randrange(len(made.columns) + 1)))
        made.columns.insert(place, ListColumn(name if made.is_headed else "", cells))
    if made.is_headed and choices.happens(0.15, "numbered rows"):
        heading = "क्रम" if made.style == "in Hindi" else random.choice(("Sr No", "S.No.", "Sl", "#", "No."))
        count = range(1, len(made.people) + 1)
        made.columns.insert(0, ListColumn(heading, [ListCell(str(number), number) for number in count]))
    if made.is_headed and choices.also(0.03, "companions in a column"):
        _add_companions(made)
    if not made.is_headed and len(made.people) > 2 and choices.also(0.3, "numbers from anywhere before"):
        _add_numbers_before(made)
    if made.is_headed and choices.happens(0.9 if "forms" in made.style else 0.03, "timestamps first"):
        style = choices.one("timestamps", ("m/d/yyyy", "dd/mm/yyyy", "yyyy-mm-dd"))
        made.columns.insert(0, ListColumn("Timestamp", [_timestamp(made, style) for _ in made.people]))


def _add_companions(made: ListTable) -> None:
    """A column of others who travel with the people of some rows."""
    heading, values = made.choices.later.choice(words.phrases()["companions"]).split("|", 1)
    said = [made.choices.later.choice(["", *values.split("|")]) for _ in made.people]
    made.columns.append(ListColumn(heading, list(map(ListCell, said))))
    made.asked |= {(row, truth.NAME) for row, each in enumerate(said) if each}


def _add_numbers_before(made: ListTable) -> None:
    """Numbers of the rows without a heading, from anywhere; some rows may be gone."""
    later = made.choices.later
    made.may_ask |= {(row, truth.AGE) for row in range(2)}
    count = later.choice((1, 5, 12, 41, 70))
    has_gaps = made.choices.also(0.5, "with rows gone")
    cells: Row = []
    for row in range(len(made.people)):
        cells.append(ListCell(str(count), count))
        count += 1 + (has_gaps and row % 3 == 1)
    made.columns.insert(0, ListColumn("", cells))


def _timestamp(made: ListTable, style: str) -> ListCell:
    random = made.choices.random
    clock = time(random.randrange(24), random.randrange(60), random.randrange(60))
    moment = datetime.combine(made.form_day - timedelta(days=random.randrange(5)), clock)
    return ListCell(f"{words.written_date(moment, style)} {clock}", moment, f"{style} hh:mm:ss")


def _make_holes(made: ListTable, column: ListColumn) -> None:
    for row, facts in enumerate(made.facts):
        if column.fact and made.choices.random.random() < 0.1:
            column.cells[row] = EMPTY
            # A title may still tell the gender.
            facts[column.fact] = ("", *facts[truth.GENDER]) if column.fact == truth.GENDER else UNSTATED


def dressed(made: ListTable) -> tuple[list[Row], list[int]]:
    """All rows of the list with what stands around them, and the places of the people's rows."""
    random, choices = made.choices.random, made.choices
    above: list[Row] = []
    if made.is_headed and choices.happens(0.2, "title above"):
        above = [
            [ListCell(title)] for title in random.sample(words.phrases()["titles"], random.randint(1, 2))
        ]
        above += [[EMPTY]] * random.choice((0, 1, 1, 2))
    people: list[Row] = [[column.cells[row] for column in made.columns] for row in range(len(made.people))]
    half = len(people) // 2
    is_split = made.is_headed and half > 0 and choices.happens(0.07, "several blocks")
    is_named = is_split and choices.happens(0.5, "blocks have names")
    has_gaps = choices.happens(0.07, "blank rows between")
    rows, places = above, list[int]()
    for number, block in enumerate((people[:half], people[half:]) if is_split else (people,), 1):
        rows += [[EMPTY]] if places else []
        rows += [[ListCell(f"Family {number}")]] if is_named else []
        rows += [[ListCell(column.heading) for column in made.columns]] if made.is_headed else []
        for person in block:
            rows += [[EMPTY]] if has_gaps and random.random() < 0.3 else []
            places.append(len(rows))
            rows.append(person)
    if made.is_headed and choices.happens(0.12, "total below"):
        word = random.choice(words.phrases()["totals"])
        rows += [[EMPTY]] * random.randint(0, 1)
        rows.append([ListCell(word), ListCell(str(len(people)), len(people))])
    if made.is_headed and choices.happens(0.06, "note below"):
        rows += [[EMPTY], [ListCell(random.choice(words.phrases()["footers"]))]]
    if len(made.columns) > 1 and choices.also(0.04, "a signature below"):
        lines = choices.later.choice(words.phrases()["signatures"]).split("\n")
        rows += [[ListCell(line)] for line in lines]
    return rows, places
