"""Writes tables of passengers: text between separators, files in many encodings, workbooks."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Collection, Sequence
from datetime import date

from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from tests.support.passenger_lists.tables import ListCell, ListColumn, ListTable, Row, dressed
from tests.support.passenger_lists.truth import NAME, Content, LayoutChoices

TEXTS = {"tabs": "\t", "commas": ",", "semicolons": ";", "bars": " | ", "wide gaps": "    "}
"""What is pasted, with its separator."""
FILES: dict[str, tuple[str, str, str]] = {
    "CSV in UTF-8": (",", "utf-8", ".csv"),
    "CSV in UTF-8 with a mark": (",", "utf-8-sig", ".csv"),
    "CSV in UTF-16 without a mark": (",", "utf-16-le", ".csv"),
    "TSV in UTF-16 with a mark": ("\t", "utf-16", ".txt"),
    "CSV in Windows-1252": (",", "cp1252", ".csv"),
    "semicolons behind sep=": (";", "utf-8-sig", ".csv"),
    "TSV in UTF-8": ("\t", "utf-8", ".tsv"),
}
"""Separator, encoding and ending of a file."""
WORKBOOK = "workbook"
_LINE_ENDS = {"\\n": "\n", "\\r\\n": "\r\n", "\\r": "\r"}
_HIDDEN: dict[str, object] = {"hidden": True}


def written_text(made: ListTable, container: str) -> str:
    """The table as text between separators."""
    rows = [[cell.text for cell in row] for row in dressed(made)[0]]
    separator = TEXTS[container]
    if len(separator) == 1:
        return joined(made.choices, _delimited(rows, separator))
    lines = [separator.join(cell or "-" for cell in row) if any(row) else "" for row in rows]
    return joined(made.choices, lines)


def written_file(made: ListTable, container: str) -> Content:
    """The table as a file of text."""
    rows = [[cell.text for cell in row] for row in dressed(made)[0]]
    separator, encoding, ending = FILES[container]
    first = ["sep=;"] if "sep=" in container else []
    text = joined(made.choices, first + _delimited(rows, separator))
    try:
        return f"party{ending}", text.encode(encoding)
    except UnicodeEncodeError:
        # Windows-1252 has no Hindi.
        made.choices.correct(f"container: {container}", "container: CSV in UTF-8")
        return f"party{ending}", text.encode()


def _delimited(rows: Sequence[Sequence[str]], separator: str) -> list[str]:
    lines: list[str] = []
    for row in rows:
        stream = io.StringIO()
        csv.writer(stream, delimiter=separator, lineterminator="").writerow(row if any(row) else ())
        lines.append(stream.getvalue())
    return lines


def joined(choices: LayoutChoices, lines: Sequence[str]) -> str:
    """The lines as one text."""
    end = _LINE_ENDS[choices.one("line ends", {"\\n": 5, "\\r\\n": 5, "\\r": 1})]
    text = end.join(lines) + choices.random.choice(("", end))
    return unicodedata.normalize("NFD", text) if choices.happens(0.05, "letters taken apart") else text


def written_workbook(made: ListTable) -> Content:
    """The table as an XLSX workbook, with what people hide in one."""
    choices, random = made.choices, made.choices.random
    if made.is_headed and choices.happens(0.12, "a hidden column with other ages"):
        ages = [random.randrange(1, 80) for _ in made.people]
        hidden = ListColumn("Age", [ListCell(str(age), age) for age in ages], is_hidden=True)
        made.columns.insert(random.randrange(1, len(made.columns) + 1), hidden)
    rows, places = dressed(made)
    stream = io.BytesIO()
    book = Workbook(stream, {"in_memory": True})
    if choices.happens(0.1, "a hidden sheet first"):
        _add_sheet(book, "Old", (("Name", "Age"), ("Cancelled Person", "50"))).hide()
    if choices.happens(0.07, "notes on the first sheet"):
        _add_sheet(book, "Notes", (("Trip", "Swaraj Dweep day return"), ("Paid", "Yes")))
    sheet = book.add_worksheet("Passengers")
    sheet.activate()
    sheet.set_first_sheet()
    down, right = 0, 0
    if choices.happens(0.1, "empty margins"):
        down, right = random.randint(1, 3), random.randint(1, 2)
    if made.is_headed and choices.happens(0.1, "a merged title"):
        sheet.merge_range(down, right, down, right + len(made.columns), "Passengers of the trip")
        down += random.randint(1, 2)
    if choices.also(0.08, "struck-through rows"):
        made.struck = set(choices.later.sample(range(len(places)), choices.later.randint(1, len(places))))
        made.asked |= {(row, NAME) for row in made.struck}
    struck = {places[row] + down for row in made.struck}
    is_computed = choices.happens(0.1, "computed cells")
    _fill(book, sheet, rows, place=(down, right), is_computed=is_computed, struck=struck)
    for place, column in enumerate(made.columns, right):
        if column.is_hidden:
            sheet.set_column(place, place, None, None, _HIDDEN)
    _hide_rows(made, sheet, [place + down for place in places])
    if choices.happens(0.1, "another sheet behind"):
        _add_sheet(book, "Rooms", (("Room", "Beds"), ("101", "2")))
    book.close()
    return "party.xlsx", stream.getvalue()


def _hide_rows(made: ListTable, sheet: Worksheet, places: Sequence[int]) -> None:
    """Hide some people, who are then no part of the truth."""
    if len(places) < 2 or not made.choices.happens(0.15, "hidden rows"):
        return
    hidden = made.choices.random.sample(range(len(places)), made.choices.random.randint(1, len(places) // 2))
    for row in sorted(hidden, reverse=True):
        sheet.set_row(places[row], None, None, _HIDDEN)
        made.people = made.people[:row] + made.people[row + 1 :]
        del made.facts[row]
        made.contradicts = {each - (each > row) for each in made.contradicts if each != row}
        made.asked = {(each - (each > row), fact) for each, fact in made.asked if each != row}


def _add_sheet(book: Workbook, name: str, rows: Sequence[Sequence[str]]) -> Worksheet:
    sheet = book.add_worksheet(name)
    _fill(book, sheet, [list(map(ListCell, row)) for row in rows])
    return sheet


def _fill(
    book: Workbook,
    sheet: Worksheet,
    rows: Sequence[Row],
    *,
    place: tuple[int, int] = (0, 0),
    is_computed: bool = False,
    struck: Collection[int] = (),
) -> None:
    """Write the rows from this place on; numbers as formulas with their stored values, if so."""
    for row, cells in enumerate(rows, place[0]):
        for column, cell in enumerate(cells, place[1]):
            look: dict[str, object] = {"num_format": cell.form} if cell.form else {}
            form = (
                book.add_format(look | {"font_strikeout": row in struck}) if look or row in struck else None
            )
            if isinstance(cell.value, date):
                sheet.write_datetime(row, column, cell.value, form)
            elif isinstance(cell.value, int) and is_computed:
                sheet.write_formula(row, column, f"={cell.value}+0", form, cell.value)
            elif isinstance(cell.value, int):
                sheet.write_number(row, column, cell.value, form)
            elif cell.text:
                sheet.write_string(row, column, cell.text, form)
