"""Tables of passengers: columns and rows, with what stands above, between and below them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta

from app.desk.passengers.doubts import AADHAAR, PASSPORT
from app.desk.passengers.rules import age_on
from tests.support.passenger_lists import words
from tests.support.passenger_lists.people import INDIA, PartyMember, written_nation
from tests.support.passenger_lists.truth import LayoutChoices

Facts = dict[str, tuple[str, ...]]
_PAPER_WORDS = {
    "AADHAAR": ("Aadhaar", "Aadhar Card", "AADHAAR CARD", "आधार"),
    "VOTER ID": ("Voter ID", "Voter Card", "VOTER ID"),
    "PAN CARD": ("PAN", "PAN Card"),
    "DRIVING LICENCE": ("Driving Licence", "DL", "Driving License"),
    "SCHOOL ID": ("School ID", "School ID card"),
    "PASSPORT": ("Passport", "PASSPORT", "पासपोर्ट"),
}


@dataclass(frozen=True, slots=True)
class ListCell:
    """A cell as it is written, and as a workbook holds it."""

    text: str
    value: str | int | date | None = None
    """In place of the text in a workbook."""
    form: str = ""
    """The number format of a workbook."""


EMPTY = ListCell("")


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column; its heading is left away in a list without headings."""

    heading: str
    cells: list[ListCell]
    is_hidden: bool = False


@dataclass(slots=True)
class ListTable:
    """The columns of a list, and what it says of each person."""

    people: tuple[PartyMember, ...]
    day: date
    form_day: date
    choices: LayoutChoices
    style: str
    columns: list[ListColumn] = field(default_factory=list[ListColumn])
    facts: list[Facts] = field(default_factory=list[Facts])
    open_dates: bool = False
    """Whether the order of day and month has to be found out from the dates."""
    has_ages: bool = False
    is_workbook: bool = False
    contradicts: set[int] = field(default_factory=set[int])
    """The rows whose age is of another day than the trip's."""

    @property
    def is_headed(self) -> bool:
        """Whether the columns have headings."""
        return self.style != "none"

    def heading(self, meaning: int) -> str:
        """A heading of this content in the list's words."""
        if not self.is_headed:
            return ""
        return self.choices.random.choice(words.HEADINGS[self.style][meaning].split("|"))

    def add(self, meaning: int, texts: Callable[[PartyMember], str]) -> None:
        """Add a column of texts."""
        self.columns.append(
            ListColumn(self.heading(meaning), [ListCell(texts(each)) for each in self.people])
        )

    def say(self, fact: str, values: Callable[[PartyMember], tuple[str, ...]]) -> None:
        """Note what the list says of each person."""
        for facts, each in zip(self.facts, self.people, strict=True):
            facts[fact] = values(each)


def table(
    people: tuple[PartyMember, ...], days: tuple[date, date], choices: LayoutChoices, *, is_workbook: bool
) -> ListTable:
    """A table of these people, with headings and columns by chance."""
    weights = {
        "in English": 6,
        "in Hindi": 2,
        "in Hinglish": 2,
        "in words of forms": 5,
        "in two languages": 1,
        "none": 3,
    }
    style = choices.one("headings", weights)
    made = ListTable(people, *days, choices, style, facts=[{} for _ in people], is_workbook=is_workbook)
    _add_names(made)
    parts = [_add_ages, _add_genders, _add_nations, _add_papers]
    if choices.happens(0.15, "columns in any order"):
        choices.random.shuffle(parts)
    for part in parts:
        part(made)
    _add_extras(made)
    if made.is_headed and choices.happens(0.1, "some cells are empty"):
        _make_holes(made)
    if made.is_headed and choices.happens(0.1, "headings in capitals"):
        made.columns = [replace(each, heading=each.heading.upper()) for each in made.columns]
    for facts, member in zip(made.facts, people, strict=True):
        if facts.get("nationality", ("",))[0] and member.nation != INDIA:
            # A foreigner's document is a passport by the service's rule.
            facts["id_type"] = (*facts.get("id_type", ("",)), PASSPORT)
    return made


def _add_names(made: ListTable) -> None:
    forms = {
        "in one column": 12,
        "with titles": 3,
        "first and last": 3,
        "last and first": 3,
        "name and surname": 2,
        "first, middle and last": 1,
        "beside titles": 2,
        "last, first in a cell": 1,
    }
    if not made.is_headed:
        del forms["first, middle and last"], forms["name and surname"]
    form = made.choices.one("names", forms)
    made.say("traveler_name", lambda each: (each.name,))

    def titled(each: PartyMember) -> tuple[str, ...]:
        return (each.gender, "") if each.title not in {"", "Dr"} else ("",)

    if form == "with titles":
        dot = made.choices.random.choice(("", "."))
        made.add(words.NAME, lambda each: f"{each.title}{dot if each.title else ''} {each.name}".strip())
        made.say("pax_gender", titled)
    elif form == "beside titles":
        made.add(words.TITLE, lambda each: each.title)
        made.add(words.NAME, lambda each: each.name)
        made.say("pax_gender", titled)
    elif form == "last, first in a cell":
        made.add(words.NAME, _turned_name)
        made.say("traveler_name", lambda each: (each.name, _turned_name(each)))
    elif form == "first, middle and last":
        made.add(words.GIVEN, lambda each: each.given)
        made.add(words.MIDDLE, lambda each: each.middle)
        made.add(words.FAMILY, lambda each: each.family)
    elif form == "in one column":
        made.add(words.NAME, lambda each: each.name)
    else:
        order = (_given, _family) if form != "last and first" else (_family, _given)
        meanings = (words.GIVEN, words.FAMILY) if form != "last and first" else (words.FAMILY, words.GIVEN)
        for meaning, part in zip(meanings, order, strict=True):
            made.add(words.NAME if form == "name and surname" and part is _given else meaning, part)
        if not made.is_headed:
            made.say("traveler_name", lambda each: (each.name, f"{_family(each)} {_given(each)}"))


def _given(member: PartyMember) -> str:
    return f"{member.given} {member.middle}".strip()


def _family(member: PartyMember) -> str:
    return member.family


def _turned_name(member: PartyMember) -> str:
    return f"{member.family}, {_given(member)}" if member.family else member.name


def _add_ages(made: ListTable) -> None:
    form = made.choices.one("ages", {"age": 5, "birth date": 5, "both": 2, "not stated": 1})
    if form == "not stated":
        return
    made.say("age", lambda each: (str(age_on(each.born, made.day)),))
    made.has_ages = form == "both"
    if form != "age":
        _add_birth_dates(made)
    if form != "birth date":
        _add_age_column(made)
        if made.has_ages and made.choices.random.random() < 0.5:
            made.columns[-2:] = reversed(made.columns[-2:])


def _add_age_column(made: ListTable) -> None:
    style, heading, day = made.choices.one("ages written", words.AGES), made.heading(words.AGE), made.day
    may_be_old = made.has_ages and not made.open_dates and "travel" not in heading
    if may_be_old and made.choices.happens(0.3, "ages of the day of the list beside birth dates"):
        day = made.form_day
    cells: list[ListCell] = []
    for row, each in enumerate(made.people):
        age = max(0, age_on(each.born, day))
        if age != age_on(each.born, made.day):
            made.contradicts.add(row)
        value = age if style == "41" else None
        cells.append(ListCell(words.written_age(made.choices.random, age, style), value))
    made.columns.append(ListColumn(heading, cells))


def _add_birth_dates(made: ListTable) -> None:
    heading = made.heading(words.BORN)
    if made.is_workbook and made.choices.happens(0.6, "dates: cells of a workbook"):
        form = made.choices.random.choice(("dd/mm/yyyy", "mm/dd/yyyy", "d mmm yyyy", "yyyy-mm-dd"))
        cells = [ListCell(words.DATES["yyyy-mm-dd"](each.born), each.born, form) for each in made.people]
        made.columns.append(ListColumn(heading, cells))
        return
    style = made.choices.one("dates", tuple(words.DATES))
    made.open_dates = words.is_ordered(style)
    if made.is_headed and made.open_dates and made.choices.happens(0.2, "order of dates in the heading"):
        order = "MM/DD/YYYY" if style.startswith("m") else "DD/MM/YYYY"
        heading, made.open_dates = f"{heading} ({order})", False
    texts = [ListCell(words.DATES[style](each.born)) for each in made.people]
    made.columns.append(ListColumn(heading, texts))


def _add_genders(made: ListTable) -> None:
    if made.choices.happens(0.15, "genders: not stated"):
        return
    style = made.choices.one("genders", words.GENDERS)
    made.add(words.GENDER, lambda each: words.written_gender(each.gender, style))
    made.say("pax_gender", lambda each: (each.gender,))


def _add_nations(made: ListTable) -> None:
    if made.choices.happens(0.3, "nations: not stated"):
        return
    styles = {"demonym": 6, "country": 4, "three letters": 2, "two letters": 2, "short": 2}
    style = made.choices.one("nations", styles)
    made.add(words.NATION, lambda each: written_nation(made.choices.random, each, style))
    made.say("nationality", lambda each: (each.nationality,))


def _add_papers(made: ListTable) -> None:
    kinds = {each.id_type for each in made.people}
    if kinds in ({AADHAAR}, {PASSPORT}) and made.choices.happens(0.7, "documents: number under its name"):
        meaning = words.AADHAAR_NO if kinds == {AADHAAR} else words.PASSPORT_NO
        _add_numbers(made, meaning)
        made.say("id_type", lambda each: (each.id_type, ""))
        return
    form = made.choices.one(
        "documents", {"not stated": 4, "type and number": 5, "number alone": 1, "type": 1}
    )
    if form in {"type and number", "type"}:
        made.add(words.ID_TYPE, lambda each: made.choices.random.choice(_PAPER_WORDS[each.id_type]))
        made.say("id_type", lambda each: (each.id_type,))
    if form in {"type and number", "number alone"}:
        _add_numbers(made, words.ID_NUMBER)
        if form == "number alone":
            # What has the form of an Aadhaar number may be taken for one.
            made.say("id_type", lambda each: ("", each.id_type))


def _add_numbers(made: ListTable, meaning: int) -> None:
    made.say("id_number", lambda each: (each.id_number,))
    style = made.choices.one("numbers", {"plain": 5, "in groups": 2, "small letters": 1})
    by_format = made.is_workbook and made.choices.happens(0.4, "numbers as numbers of a workbook")
    cells: list[ListCell] = []
    for each in made.people:
        number = each.id_number
        if by_format and number.isdigit():
            cells.append(ListCell(number, int(number), "0" * len(number)))
        elif style == "in groups" and each.id_type == AADHAAR:
            cells.append(ListCell(" ".join((number[:4], number[4:8], number[8:]))))
        else:
            cells.append(ListCell(number.lower() if style == "small letters" else number))
    made.columns.append(ListColumn(made.heading(meaning), cells))


def _add_extras(made: ListTable) -> None:
    random = made.choices.random
    offered = list(words.EXTRAS) if made.is_headed else list(words.UNHEADED)
    english = [each for each in offered if each.isascii()]
    names = random.sample(offered if made.style == "in Hindi" else english, random.choice((0, 0, 1, 1, 2)))
    for name in names:
        made.choices.traits.append(f"beside it: {name if made.is_headed else f'{name} without heading'}")
        cells = [ListCell(words.EXTRAS[name](random, made.day)) for _ in made.people]
        place = random.choice(
            (0, len(made.columns), len(made.columns), random.randrange(len(made.columns) + 1))
        )
        made.columns.insert(place, ListColumn(name if made.is_headed else "", cells))
    if made.is_headed and made.choices.happens(0.15, "numbered rows"):
        count = [ListCell(str(number), number) for number in range(1, len(made.people) + 1)]
        heading = random.choice(("Sr No", "S.No.", "Sl", "#", "No."))
        made.columns.insert(0, ListColumn(heading if made.style != "in Hindi" else "क्रम", count))
    if made.style == "in words of forms" or (made.is_headed and random.random() < 0.03):
        made.choices.traits.append("timestamps first")
        made.columns.insert(0, ListColumn("Timestamp", _timestamps(made)))


def _timestamps(made: ListTable) -> list[ListCell]:
    random = made.choices.random
    style = made.choices.one("timestamps", ("m/d/yyyy", "dd/mm/yyyy", "yyyy-mm-dd"))
    cells: list[ListCell] = []
    for _ in made.people:
        moment = datetime.combine(
            made.form_day - timedelta(days=random.randrange(5)),
            time(random.randrange(24), random.randrange(60), 9),
        )
        cells.append(ListCell(f"{words.DATES[style](moment)} {moment:%H:%M:%S}", moment, f"{style} hh:mm:ss"))
    return cells


def _make_holes(made: ListTable) -> None:
    """Leave some cells empty, but none of a name: then the list does not state these facts."""
    for column in made.columns:
        fact = _fact_under(column.heading)
        if not fact or (fact == "age" and made.has_ages):
            continue
        for row in range(len(column.cells)):
            if made.choices.random.random() < 0.1:
                column.cells[row] = EMPTY
                # A title may tell the gender.
                told = made.facts[row][fact] if fact == "pax_gender" else ()
                made.facts[row][fact] = ("", *told)


def _fact_under(heading: str) -> str:
    facts = {
        words.AGE: "age",
        words.BORN: "age",
        words.GENDER: "pax_gender",
        words.NATION: "nationality",
        words.ID_NUMBER: "id_number",
    }
    held = (
        fact
        for each in words.HEADINGS.values()
        for meaning, fact in facts.items()
        if heading in each[meaning].split("|")
    )
    return next(held, "")


def rows_of(made: ListTable) -> list[list[ListCell]]:
    """The rows of the table, without heading."""
    return [[column.cells[row] for column in made.columns] for row in range(len(made.people))]


def heading_row(made: ListTable) -> list[list[ListCell]]:
    """The heading as a row, if there is one."""
    return [[ListCell(column.heading) for column in made.columns]] if made.is_headed else []


def dressed(made: ListTable) -> tuple[list[list[ListCell]], list[int]]:
    """All rows of the list with what stands around them, and the places of the people's rows."""
    random, choices = made.choices.random, made.choices
    above: list[list[ListCell]] = []
    if made.is_headed and choices.happens(0.2, "title above"):
        above = [[ListCell(title)] for title in random.sample(words.TITLES, random.randint(1, 2))]
        above += [[EMPTY]] * random.choice((0, 1, 1, 2))
    people = rows_of(made)
    half = len(people) // 2
    if made.is_headed and half and choices.happens(0.07, "several blocks"):
        named = choices.happens(0.5, "blocks have names")
        blocks = [people[:half], people[half:]]
        titles = [[ListCell(f"Family {number}")] for number in (1, 2)]
    else:
        named, blocks, titles = False, [people], [[EMPTY]]
    has_gaps = choices.happens(0.07, "blank rows between")
    rows, places = list(above), list[int]()
    for title, block in zip(titles, blocks, strict=True):
        rows += [[EMPTY]] if places else []
        rows += [title] if named else []
        rows += heading_row(made)
        for person in block:
            rows += [[EMPTY]] if has_gaps and random.random() < 0.3 else []
            places.append(len(rows))
            rows.append(person)
    if made.is_headed and choices.happens(0.12, "total below"):
        rows += [[EMPTY]] * random.randint(0, 1)
        rows.append(_total(random.choice(("Total", "Total Pax", "Grand total", "TOTAL", "कुल")), made))
    if made.is_headed and choices.happens(0.06, "note below"):
        rows += [[EMPTY], [ListCell(random.choice(words.FOOTERS))]]
    return rows, places


def _total(word: str, made: ListTable) -> list[ListCell]:
    return [ListCell(word), ListCell(str(len(made.people)), len(made.people))]


def leave_hidden(made: ListTable, column: ListColumn) -> None:
    """Add a column that a workbook hides."""
    made.columns.insert(made.choices.random.randrange(len(made.columns) + 1), replace(column, is_hidden=True))


def texts_of(rows: Sequence[Sequence[ListCell]]) -> list[list[str]]:
    """The rows as they are written."""
    return [[cell.text for cell in row] for row in rows]
