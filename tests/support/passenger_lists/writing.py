"""Writes lists: text between separators, files in many encodings, workbooks, and messages of a chat."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from random import Random

from xlsxwriter.workbook import Workbook

from app.desk.passengers.doubts import AADHAAR, PASSPORT
from app.desk.passengers.rules import age_on
from tests.support.passenger_lists import words
from tests.support.passenger_lists.people import INDIA, PartyMember
from tests.support.passenger_lists.tables import Facts, ListCell, ListColumn, ListTable, dressed, texts_of
from tests.support.passenger_lists.truth import Content, LayoutChoices

TEXTS = {"tabs": "\t", "commas": ",", "semicolons": ";", "bars": "|", "wide gaps": "    "}
FILES: dict[str, tuple[str, str, str]] = {
    "CSV in UTF-8": (",", "utf-8", ".csv"),
    "CSV in UTF-8 with a mark": (",", "utf-8-sig", ".csv"),
    "CSV in UTF-16 without a mark": (",", "utf-16-le", ".csv"),
    "TSV in UTF-16 with a mark": ("\t", "utf-16", ".txt"),
    "CSV in Windows-1252": (",", "cp1252", ".csv"),
    "semicolons behind sep=": (";", "utf-8-sig", ".csv"),
    "TSV in UTF-8": ("\t", "utf-8", ".tsv"),
}
_LINE_ENDS = {"\\n": "\n", "\\r\\n": "\r\n", "\\r": "\r"}
WORKBOOK, CHAT, ONE_LINE = "workbook", "messages", "all in one line"
_MOST_IN_A_LINE = 8


def written_text(made: ListTable, container: str) -> str:
    """The table as text between separators."""
    rows, _ = dressed(made)
    separator = TEXTS[container]
    if container in {"wide gaps", "bars"}:
        gap = f" {separator} " if container == "bars" else separator
        lines = [gap.join(cell or "-" for cell in row) if any(row) else "" for row in texts_of(rows)]
        return _joined(made.choices, lines)
    return _joined(made.choices, _delimited(texts_of(rows), separator))


def written_file(made: ListTable, container: str) -> Content:
    """The table as a file of text."""
    rows, _ = dressed(made)
    separator, encoding, ending = FILES[container]
    lines = _delimited(texts_of(rows), separator)
    text = _joined(made.choices, ["sep=;", *lines] if container == "semicolons behind sep=" else lines)
    try:
        return f"party{ending}", text.encode(encoding)
    except UnicodeEncodeError:
        # Windows-1252 has no Hindi.
        made.choices.correct(f"container: {container}", "container: CSV in UTF-8")
        return f"party{ending}", text.encode("utf-8")


def _delimited(rows: Sequence[Sequence[str]], separator: str) -> list[str]:
    lines: list[str] = []
    for row in rows:
        stream = io.StringIO()
        csv.writer(stream, delimiter=separator, lineterminator="").writerow(row if any(row) else ())
        lines.append(stream.getvalue())
    return lines


def _joined(choices: LayoutChoices, lines: Sequence[str]) -> str:
    end = _LINE_ENDS[choices.one("line ends", {"\\n": 5, "\\r\\n": 5, "\\r": 1})]
    text = end.join(lines) + choices.random.choice(("", end))
    if choices.happens(0.05, "letters taken apart"):
        text = unicodedata.normalize("NFD", text)
    return text


def written_workbook(made: ListTable) -> Content:
    """The table as an XLSX workbook, with what people hide in one."""
    choices, random = made.choices, made.choices.random
    if made.is_headed and choices.happens(0.12, "a hidden column with other ages"):
        ages = [random.randrange(1, 80) for _ in made.people]
        hidden = ListColumn("Age", [ListCell(str(age), age) for age in ages], is_hidden=True)
        made.columns.insert(random.randrange(1, len(made.columns) + 1), hidden)
    rows, places = dressed(made)
    stream = io.BytesIO()
    book = Workbook(stream, {"in_memory": True, "default_date_format": "dd/mm/yyyy"})
    if choices.happens(0.1, "a hidden sheet first"):
        old = book.add_worksheet("Old")
        _fill(
            book,
            old,
            [[ListCell("Name"), ListCell("Age")], [ListCell("Cancelled Person"), ListCell("50", 50)]],
        )
        old.hide()
    if choices.happens(0.07, "notes on the first sheet"):
        notes = (("Trip", "Swaraj Dweep day return"), ("Contact", "9845012377"), ("Paid", "Yes"))
        _fill(book, book.add_worksheet("Notes"), [list(map(ListCell, note)) for note in notes])
    sheet = book.add_worksheet("Passengers")
    sheet.activate()
    sheet.set_first_sheet()
    down, right = (
        (random.randint(1, 3), random.randint(1, 2)) if choices.happens(0.1, "empty margins") else (0, 0)
    )
    _fill(book, sheet, rows, down=down, right=right, computed=choices.happens(0.1, "computed cells"))
    for place, column in enumerate(made.columns, right):
        if column.is_hidden:
            sheet.set_column(place, place, None, None, {"hidden": True})
    if choices.happens(0.1, "a merged title"):
        # Above the first row, where there is one.
        if down:
            sheet.merge_range(0, 0, 0, len(made.columns), "Passengers of the trip")
        else:
            sheet.merge_range(len(rows) + 3, 0, len(rows) + 3, 3, "")
    if len(places) > 1 and choices.happens(0.15, "hidden rows"):
        for row in sorted(
            random.sample(range(len(places)), random.randint(1, len(places) // 2)), reverse=True
        ):
            sheet.set_row(places[row] + down, None, None, {"hidden": True})
            _strike_off(made, row)
    if choices.happens(0.1, "another sheet behind"):
        _fill(
            book,
            book.add_worksheet("Rooms"),
            [[ListCell("Room"), ListCell("Beds")], [ListCell("101"), ListCell("2")]],
        )
    book.close()
    return "party.xlsx", stream.getvalue()


def _fill(
    book: Workbook,
    sheet: object,
    rows: Sequence[Sequence[ListCell]],
    *,
    down: int = 0,
    right: int = 0,
    computed: bool = False,
) -> None:
    for row, cells in enumerate(rows, down):
        for column, cell in enumerate(cells, right):
            form = book.add_format({"num_format": cell.form}) if cell.form else None
            value = cell.text if cell.value is None else cell.value
            if value == "":
                continue
            if isinstance(value, date):
                sheet.write_datetime(row, column, value, form)
            elif isinstance(value, int):
                if computed:
                    sheet.write_formula(row, column, f"={value}+0", form, value)
                else:
                    sheet.write_number(row, column, value, form)
            else:
                sheet.write_string(row, column, value)


def _strike_off(made: ListTable, row: int) -> None:
    """Take a person out of the truth, whose row is hidden."""
    made.people = made.people[:row] + made.people[row + 1 :]
    del made.facts[row]
    made.contradicts = {each - (each > row) for each in made.contradicts if each != row}


# Messages


def written_messages(
    people: Sequence[PartyMember], days: tuple[date, date], choices: LayoutChoices, *, in_one_line: bool
) -> tuple[str, list[Facts], bool]:
    """A text with a person in each line, or all in one; what it says, and whether dates are open."""
    random, day = choices.random, days[0]
    forms = _IN_A_LINE if in_one_line else _LINES
    form = choices.one("lines", tuple(forms))
    style = choices.one("dates", tuple(words.DATES)) if "{born}" in form else "yyyy-mm-dd"
    age_style = choices.one("ages written", {"41": 4, "41 yrs": 1, "41Y": 1}) if "{age}" in form else "41"
    is_short = "{g}" in form
    titled = choices.happens(0.15, "names: with titles")
    lines, facts = list[str](), list[Facts]()
    for each in people:
        age = age_on(each.born, day)
        values = {
            "name": f"{each.title} {each.name}".strip() if titled else each.name,
            "age": words.written_age(random, age, age_style),
            "g": words.written_gender(each.gender, "M"),
            "gender": words.written_gender(each.gender, random.choice(("Male", "Male", "MALE"))),
            "nation": each.nationality.title(),
            "paper": {AADHAAR: "Aadhaar", PASSPORT: "Passport"}.get(each.id_type, each.id_type.title()),
            "number": each.id_number,
            "born": words.DATES[style](each.born),
        }
        lines.append(form.format(**values))
        facts.append(_said_in(form, each, age, titled=titled, is_short=is_short))
    if in_one_line:
        joint = choices.one("between them", (", ", "; ", " / ", " and ", " + ", " & "))
        return joint.join(lines), facts, words.is_ordered(style) and "{born}" in form
    return _as_messages(choices, lines, days[1]), facts, words.is_ordered(style) and "{born}" in form


_LINES = (
    "{name} {age} {g}",
    "{name}, {age}, {g}",
    "{name} ({age}, {g})",
    "{name} {age}/{g}",
    "{name} - {age} - {gender} - {nation}",
    "{name} {gender} {age}",
    "{name} | {age} | {g} | {nation}",
    "Name: {name}, Age: {age}, Gender: {gender}",
    "Name: {name}\nAge: {age}\nGender: {gender}\n",
    "Name - {name}\nDOB - {born}\nSex - {g}\nNationality - {nation}\n",
    "{name}, {gender}, DOB {born}",
    "{name} {born} {g}",
    "{name} {age} {g} {nation} {paper} {number}",
    "{name}, {age}, {g}, {paper}: {number}",
    "{name} age {age}",
    "{name}",
)
_IN_A_LINE = ("{name} {age} {g}", "{name} ({age}/{g})", "{name} {age}{g}", "{name} - {age} - {gender}")


def _said_in(form: str, each: PartyMember, age: int, *, titled: bool, is_short: bool) -> Facts:
    facts: Facts = {"traveler_name": (each.name,)}
    if "{age}" in form or "{born}" in form:
        facts["age"] = (str(age),)
    if is_short or "{gender}" in form:
        facts["pax_gender"] = (each.gender,)
    elif titled and each.title not in {"", "Dr"}:
        facts["pax_gender"] = ("", each.gender)
    if "{nation}" in form:
        facts["nationality"] = (each.nationality,)
        facts["id_type"] = ("", PASSPORT) if each.nation != INDIA else ("",)
    if "{number}" in form:
        facts["id_type"], facts["id_number"] = (each.id_type,), (each.id_number,)
    return facts


_PREFIXES = (
    "{d}/{m}/{y}, {h}:{n} am - {who}: ",
    "{d}/{m}/20{y}, {h}:{n} - {who}: ",
    "[{d}/{m}/{y}, {h}:{n}:22 AM] {who}: ",
    "[{m}/{d}/{y}, {h}:{n}:22 PM] {who}: ",
    "{m}/{d}/{y}, {h}:{n} PM - {who}: ",
    "\u200e[{d}.{m}.{y}, {h}:{n}:22] {who}: ",
    "20{y}-{m}-{d} {h}:{n} - {who}: ",
    "[{h}:{n} am, {d}/{m}/20{y}] {who}: ",
    "{who}, [{d}/{m}/20{y} {h}:{n}]: ",
)
_SENDERS = ("Ravi", "Ravi Kumar", "+91 98450 12377", "~ Ravi", "Sunita Travels")


def _as_messages(choices: LayoutChoices, lines: list[str], day: date) -> str:
    random = choices.random
    dress = choices.one("dress", {"none": 4, "numbers": 3, "chat": 5, "chat, the first line alone": 2})
    if dress == "numbers":
        mark = random.choice(("{}. ", "{}) ", "({}) ", "{}.", "\u2022 ", "- ", "* "))
        lines = [f"{mark.format(number)}{line}" for number, line in enumerate(lines, 1)]
    greets = choices.happens(0.12, "a greeting above")
    lines = (
        [random.choice(("Hi", "Please book for tomorrow", "Good morning sir")), *lines] if greets else lines
    )
    if choices.happens(0.1, "thanks below"):
        lines = [*lines, random.choice(("Thanks", "Thank you \U0001f64f", "Pls confirm"))]
    if choices.happens(0.07, "emojis"):
        lines = [f"{line} \U0001f642" if "\n" not in line else line for line in lines]
    if dress.startswith("chat"):
        form, who = choices.one("chat", _PREFIXES), random.choice(_SENDERS)
        day -= timedelta(days=random.randrange(20))
        moment = datetime(day.year, day.month, day.day, random.randrange(1, 12), random.randrange(60))
        parts = {
            "d": day.day,
            "m": f"{day.month:02}",
            "y": f"{day:%y}",
            "h": moment.hour,
            "n": f"{moment:%M}",
        }
        prefix = form.format(**parts, who=who)
        count = len(lines) if dress == "chat" else 1
        lines = [f"{prefix}{line}" if row < count else line for row, line in enumerate(lines)]
    return _joined(choices, [line for each in lines for line in each.split("\n")])


def people_in_a_line(random: Random) -> int:
    """How many people a single line holds."""
    return random.randint(2, _MOST_IN_A_LINE)
