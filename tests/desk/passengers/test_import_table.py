"""Lists of passengers as clerks get them: from spreadsheets, messages and files."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable, Mapping
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk.passengers.import_message_lines import FACTS, facts_of_line
from app.desk.passengers.import_table import (
    MOST_COLUMNS,
    MOST_ROWS,
    PartyImportError,
    PartyTable,
    table_of_file,
    table_of_text,
)
from app.desk.passengers.import_workbook import MOST_PARTS, shown_number

ARJUN = ("Arjun Nair", "41", "M", "Indian")
MEERA = ("Meera Nair", "38", "F", "Indian")
HINDI_NAME = "\u0905\u0930\u094d\u091c\u0941\u0928 \u0928\u093e\u092f\u0930"
XLS = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
NOTHING = "There is nothing to paste. Copy the rows in the spreadsheet or the message, then paste again."
NO_TEXT = "This holds no rows of text. Copy the rows in the spreadsheet or the message, then paste again."


def _refused(text: str) -> str:
    with pytest.raises(PartyImportError) as caught:
        table_of_text(text)
    return str(caught.value)


def _refused_file(data: bytes, name: str = "party.xlsx") -> str:
    with pytest.raises(PartyImportError) as caught:
        table_of_file(name, data)
    assert caught.value.__cause__ is None
    return str(caught.value)


_SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_ROOT = (
    f'<Relationships xmlns="{_PACKAGE}"><Relationship Id="r1" Type="{_LINKS}/officeDocument" '
    'Target="xl/workbook.xml"/></Relationships>'
)
_STYLES = (
    f'<styleSheet xmlns="{_SHEETS}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'
)


def _book(*sheets: str) -> bytes:
    """An XLSX workbook with these rows, one text a sheet."""
    places = range(1, len(sheets) + 1)
    listed = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="r{n}"/>' for n in places)
    links = [("styles", "styles.xml", 0), *(("worksheet", f"worksheets/sheet{n}.xml", n) for n in places)]
    related = "".join(
        f'<Relationship Id="r{n}" Type="{_LINKS}/{kind}" Target="{to}"/>' for kind, to, n in links
    )
    start, end = f'<worksheet xmlns="{_SHEETS}"><sheetData>', "</sheetData></worksheet>"
    book = f'<workbook xmlns="{_SHEETS}" xmlns:r="{_LINKS}"><sheets>{listed}</sheets></workbook>'
    return _zip(
        {
            "_rels/.rels": _ROOT,
            "xl/workbook.xml": book,
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}">{related}</Relationships>',
            "xl/styles.xml": _STYLES,
            **{f"xl/worksheets/sheet{n}.xml": start + sheets[n - 1] + end for n in places},
        }
    )


def _zip(parts: Mapping[str, str | bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def _word(place: str, text: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


def _outcome(take: Callable[[], PartyTable]) -> PartyTable | str:
    """The table, or the sentence in its place."""
    try:
        return take()
    except PartyImportError as error:
        return str(error)


# Separated cells


@pytest.mark.parametrize(
    "text",
    [
        "Arjun Nair\t41\tM\tIndian\r\nMeera Nair\t38\tF\tIndian\r\n",
        "Arjun Nair,41,M,Indian\nMeera Nair,38,F,Indian",
        "Arjun Nair;41;M;Indian\n\nMeera Nair;38;F;Indian\n",
        "Arjun Nair | 41 | M | Indian\nMeera Nair | 38 | F | Indian",
        "Arjun Nair   41  M   Indian\nMeera Nair   38  F   Indian",
        '"Arjun Nair","41","M","Indian"\n"Meera Nair","38","F","Indian"',
        "\u200eArjun\u00a0Nair\t41\tM\tIndian\n\n\nMeera  Nair\t38\tF\tIndian\t\t\n",
    ],
)
def test_cells_are_found_between_any_usual_separator(text: str) -> None:
    assert table_of_text(text).rows == (ARJUN, MEERA)


def test_a_quoted_cell_keeps_its_separator_and_its_line_end() -> None:
    table = table_of_text('"Nair, Arjun",41,"12, Main\nRoad"\nMeera,38,Pune\n')
    assert table.rows == (("Nair, Arjun", "41", "12, Main Road"), ("Meera", "38", "Pune"))


def test_a_quote_that_never_ends_hides_no_row() -> None:
    rows = "".join(f'Person {"x" * 40}\t"41\n' for _ in range(40))
    assert len(table_of_text(rows).rows) == 40


def test_a_cell_longer_than_the_reader_takes_is_shortened() -> None:
    table = table_of_text(f"Arjun\t{'9' * 200_000}\nMeera\t1")
    assert table.rows == (("Arjun", "9" * 300), ("Meera", "1"))


def test_what_looks_like_a_formula_stays_what_it_is() -> None:
    table = table_of_text('=1+1\t=HYPERLINK("http://x")\t+41\nArjun\t@SUM(A1)\t-1\n')
    assert table.rows == (("=1+1", '=HYPERLINK("http://x")', "+41"), ("Arjun", "@SUM(A1)", "-1"))


def test_rows_are_squared_and_empty_columns_left_out() -> None:
    table = table_of_text("Arjun\t\t41\nMeera\t\t38\tF\n")
    assert table.rows == (("Arjun", "41", ""), ("Meera", "38", "F"))
    assert (table.width, table.columns_found, table.rows_found) == (3, 3, 2)


def test_no_more_rows_and_columns_are_kept_than_a_sale_can_use() -> None:
    table = table_of_text("\n".join("\t".join(f"c{n}" for n in range(60)) for _ in range(250)))
    assert (len(table.rows), table.width) == (MOST_ROWS, MOST_COLUMNS)
    assert (table.rows_found, table.columns_found) == (250, 60)


def test_age_and_gender_in_one_column_become_two() -> None:
    table = table_of_text(
        "Name\tAge/Sex\tCity\nArjun Nair\t41/M\tPune\nMeera Nair\tF 38\nDev\t?\t-\nJana\t34F\t-"
    )
    assert table.rows == (
        ("Name", "Age", "Gender", "City"),
        ("Arjun Nair", "41", "M", "Pune"),
        ("Meera Nair", "38", "F", ""),
        ("Dev", "?", "", ""),
        ("Jana", "34", "F", ""),
    )
    assert table_of_text("Arjun\t41 / M\nMeera\nJana\t34 yrs F").rows == (
        ("Arjun", "41", "M"),
        ("Meera", "", ""),
        ("Jana", "34 yrs", "F"),
    )


# One person a line


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        (
            "1. Arjun Nair 41 M Indian",
            {"traveler_name": "Arjun Nair", "age": "41", "pax_gender": "M", "nationality": "Indian"},
        ),
        ("Meera Nair (38, F)", {"traveler_name": "Meera Nair", "age": "38", "pax_gender": "F"}),
        (
            "Jana Vogel - 34 - female - German - C4VX8T2K1",
            {
                "traveler_name": "Jana Vogel",
                "age": "34",
                "pax_gender": "female",
                "nationality": "German",
                "id_number": "C4VX8T2K1",
            },
        ),
        (
            "Name: Arjun Nair, Age: 41, Gender: M",
            {"traveler_name": "Arjun Nair", "age": "41", "pax_gender": "M"},
        ),
        ("Arjun Nair Age: 41", {"traveler_name": "Arjun Nair", "age": "41"}),
        ("Arjun Nair, age 41, sex M", {"traveler_name": "Arjun Nair", "age": "41", "pax_gender": "M"}),
        ("Suresh M", {"traveler_name": "Suresh M"}),
        ("Suresh M 41 Male", {"traveler_name": "Suresh M", "age": "41", "pax_gender": "Male"}),
        ("Arjun Nair M 41", {"traveler_name": "Arjun Nair", "age": "41", "pax_gender": "M"}),
        ("Kabir 29M", {"traveler_name": "Kabir", "age": "29", "pax_gender": "M"}),
        ("Leela, F-27", {"traveler_name": "Leela", "age": "27", "pax_gender": "F"}),
        (
            "Priya Das female 61 Aadhaar: 1234 5678 9012",
            {
                "traveler_name": "Priya Das",
                "age": "61",
                "pax_gender": "female",
                "id_type": "Aadhaar",
                "id_number": "1234 5678 9012",
            },
        ),
        (
            "Priya voter id WBR3051187",
            {"traveler_name": "Priya", "id_type": "voter id", "id_number": "WBR3051187"},
        ),
        (
            "- Rohini Das, 61 yrs, F, 9845012377, vegetarian",
            {"traveler_name": "Rohini Das", "age": "61 yrs", "pax_gender": "F", "": "9845012377 vegetarian"},
        ),
        ("Mr. A. K. Sharma 45 yrs", {"traveler_name": "Mr. A. K. Sharma", "age": "45 yrs"}),
        (
            f"{HINDI_NAME} \u096a\u0967 \u092a\u0941\u0930\u0941\u0937",
            {
                "traveler_name": HINDI_NAME,
                "age": "41",
                "pax_gender": "\u092a\u0941\u0930\u0941\u0937",
            },
        ),
        (
            "Jana Vogel 12/03/1992 F DEU",
            {
                "traveler_name": "Jana Vogel",
                "birth date": "12/03/1992",
                "pax_gender": "F",
                "nationality": "DEU",
            },
        ),
        (
            "Sri Kumar 50 M Sri Lankan",
            {"traveler_name": "Sri Kumar", "age": "50", "pax_gender": "M", "nationality": "Sri Lankan"},
        ),
        (
            "Arjun Nair 12 \u0928\u0935\u0902\u092c\u0930 1985 M",
            {
                "traveler_name": "Arjun Nair",
                "birth date": "12 \u0928\u0935\u0902\u092c\u0930 1985",
                "pax_gender": "M",
            },
        ),
        (
            "Arjun 41 \u0938\u093e\u0932 42",
            {"traveler_name": "Arjun", "age": "41", "": "\u0938\u093e\u0932 42"},
        ),
        ("D'Souza, Maria (F/29)", {"traveler_name": "D'Souza, Maria", "age": "29", "pax_gender": "F"}),
        ("41, Arjun Nair", {"traveler_name": "Arjun Nair", "age": "41"}),
        ("Arjun 41 42", {"traveler_name": "Arjun", "age": "41", "": "42"}),
        ("Arjun aged 41 years old", {"traveler_name": "Arjun", "age": "41 years old"}),
        ("Note: bring water", {"traveler_name": "bring water", "": "Note"}),
        ("41", {"age": "41"}),
        ("@@ 41", {"age": "41", "": "@@"}),
    ],
)
def test_a_line_of_a_message_is_taken_apart(line: str, facts: dict[str, str]) -> None:
    found = facts_of_line(line)
    assert found is not None
    assert {fact: text for fact, text in zip(FACTS, found, strict=True) if text} == facts


def test_lines_of_a_message_become_a_table_that_knows_its_columns() -> None:
    table = table_of_text("Name Age Gender\n1. Arjun Nair 41 M Indian\n\n2. Meera Nair (38, F)\n***\n")
    assert table.columns == ("traveler_name", "age", "pax_gender", "nationality")
    assert table.rows == (ARJUN, ("Meera Nair", "38", "F", ""))
    assert table.rows_found == 2


@pytest.mark.parametrize(
    "text",
    [
        "Arjun Nair, 41 M\nMeera Nair, 38 F\n",
        "Arjun Nair (41, M)\nMeera Nair (38, F)",
        "Arjun Nair  41 M\nMeera Nair  38 F",
    ],
)
def test_a_separator_with_two_facts_in_a_cell_is_none(text: str) -> None:
    table = table_of_text(text)
    assert table.columns == ("traveler_name", "age", "pax_gender")
    assert table.rows == (ARJUN[:3], MEERA[:3])


def test_a_column_of_names_is_a_column_of_names() -> None:
    assert table_of_text("Arjun Nair\nMeera Nair\n").rows == (("Arjun Nair",), ("Meera Nair",))


def test_lines_beyond_a_sale_are_counted() -> None:
    table = table_of_text("\n".join(f"{n}. Arjun Nair 41 M" for n in range(1, 301)))
    assert (len(table.rows), table.rows_found) == (MOST_ROWS, 300)


# What cannot be taken


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", NOTHING),
        (" \n\t\n", NOTHING),
        ("\x00\x01\x02\x03abc\x04\x05", NO_TEXT),
        ("\ufffd\ufffdab", NO_TEXT),
        ("--- *** ---", NO_TEXT),
        ("Name Age Gender", NO_TEXT),
        ("x" * 2_000_001, "This is too much for a list of passengers. Copy the rows of one party alone."),
    ],
)
def test_what_is_no_list_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    assert _refused(text) == sentence


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"Person {n}\t{n % 99}\tM\tIndian\tVOTER ID\tXJD77{n:05d}\n" for n in range(10_000)),
        "".join(f"{n}. Person Name (41, M)\n" for n in range(10_000)),
        "a" * 1_999_999,
        ("(" * 50 + "1 " * 200 + "\n") * 4_000,
        " \t" * 999_999,
        '"' * 1_999_999,
    ],
)
def test_a_great_deal_of_text_is_answered_soon(text: str) -> None:
    # Where time grows with the square of the text, this takes minutes: the limit of each test ends it.
    found = _outcome(lambda: table_of_text(text))
    assert isinstance(found, str) or len(found.rows) <= MOST_ROWS


@given(st.text(max_size=200))
def test_any_text_gives_a_table_or_a_sentence(text: str) -> None:
    table = _outcome(lambda: table_of_text(text))
    if isinstance(table, str):
        assert table in {NOTHING, NO_TEXT}
    else:
        assert table.rows
        assert {len(row) for row in table.rows} == {table.width}
        assert all(
            cell.isprintable() or "\u200c" in cell or "\u200d" in cell for row in table.rows for cell in row
        )


@given(st.binary(max_size=300))
def test_any_bytes_give_a_table_or_a_sentence(data: bytes) -> None:
    for head in (b"", b"PK\x03\x04", XLS):
        found = _outcome(partial(table_of_file, "party", head + data))
        assert found.startswith("party ") if isinstance(found, str) else found.rows


# Files


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_a_text_file_is_read_in_any_usual_encoding(encoding: str) -> None:
    text = "Name;Age\r\nRen\u00e9 M\u00fcller;41\r\nMeera Nair;38\r\n"
    table = table_of_file("party.csv", text.encode(encoding))
    assert table.rows == (("Name", "Age"), ("Ren\u00e9 M\u00fcller", "41"), ("Meera Nair", "38"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_names_in_devanagari_stay_whole(encoding: str) -> None:
    name = "\u0915\u094d\u200d\u0937\u0930 \u0928\u093e\u092f\u0930"
    assert table_of_file("party.csv", f"{name},41\nx,9\n".encode(encoding)).rows[0] == (name, "41")


def test_a_workbook_is_read_as_people_read_it() -> None:
    values = (
        _word("B4", "Arjun Nair"),
        '<c r="C4"><v>41</v></c>',
        '<c r="D4" s="1"><v>31118</v></c>',
        '<c r="E4"><v>123456789012</v></c>',
        '<c r="F4"><v>0.25</v></c>',
        '<c r="G4" t="b"><v>1</v></c>',
        '<c r="H4"><f>1+1</f><v>7</v></c>',
        _word("I4", "=1+1"),
        '<c r="J4"><v>1E+21</v></c>',
    )
    table = table_of_file("party.xlsx", _book("", f'<row r="4">{"".join(values)}</row>'))
    assert table.rows == (
        ("Arjun Nair", "41", "12 Mar 1985", "123456789012", "0.25", "TRUE", "7", "=1+1", "1" + "0" * 21),
    )


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (31118.35, "14", "12 Mar 1985"),
        (31118, "dd/mm/yyyy", "12 Mar 1985"),
        (31118, "[$-409]d\\-mmm\\-yy;@", "12 Mar 1985"),
        (0.25, "20", "06:00"),
        (31118, '0" days"', "31118"),
        (123456, "00000000", "00123456"),
        (123412341234, "0000\\ 0000\\ 0000", "1234 1234 1234"),
        (12341234123, "0000 0000 0000", "0123 4123 4123"),
        (41, "0", "41"),
        (41.5, "00", "41.5"),
        (-7, "000", "-7"),
        (1234, "#,##0", "1234"),
        (1e21, "", "1" + "0" * 21),
        (0.1 + 0.2, "", "0.3"),
        (float("inf"), "14", ""),
    ],
)
def test_a_number_of_a_workbook_is_what_its_format_shows(value: float, code: str, shown: str) -> None:
    assert shown_number(value, code) == shown


# Files that would hurt


def test_a_large_file_is_refused_before_anything_is_read() -> None:
    assert _refused_file(bytes(50_000_000), "party.csv") == (
        "party.csv has 50.00 MB. Save the rows of one party alone, and choose that."
    )


def test_a_file_without_rows_is_refused() -> None:
    assert _refused_file(b" \n") == "party.xlsx is empty. Choose another file."
    assert _refused_file(_book(f'<row r="1">{_word("A1", " ")}</row>')).startswith("party.xlsx has no rows.")
    assert _refused_file(_book("")) == "party.xlsx has no rows. Choose another file."
    assert _refused_file(b"%PDF-1.7\x00\x01\x02\x03\x04\x05", "a.pdf") == (
        "a.pdf is a PDF, and no list. Copy the rows in it and paste them, or choose a CSV or XLSX file."
    )
    assert _refused_file(b"\xff\xfea", "a.csv") == "a.csv holds no rows of text. Choose a CSV or XLSX file."


def test_a_workbook_with_a_password_is_refused() -> None:
    assert (
        _refused_file(XLS + "EncryptedPackage".encode("utf-16-le"))
        == "party.xlsx is locked with a password. Save it without one."
    )


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(lambda: XLS + b"x" * 700, id="xls"),
        pytest.param(lambda: _zip({"mimetype": "application/vnd.oasis.opendocument.spreadsheet"}), id="ods"),
        pytest.param(lambda: _zip({"xl/workbook.bin": "x"}), id="xlsb"),
    ],
)
def test_a_workbook_of_another_format_is_refused(data: Callable[[], bytes]) -> None:
    assert _refused_file(data()) == (
        "party.xlsx is no XLSX workbook. Save it as XLSX or CSV, and choose that."
    )


def test_a_damaged_workbook_is_refused() -> None:
    assert (
        _refused_file(b"PK\x03\x04junk")
        == "party.xlsx could not be read. Save it as XLSX or CSV, and choose that."
    )


@pytest.mark.parametrize(
    "parts",
    [
        {"xl/worksheets/sheet1.xml": "<row r='1'/>".encode("utf-16")},
        {"xl/worksheets/sheet1.xml": "<worksheet>"},
    ],
)
def test_a_zip_that_is_no_workbook_is_refused(parts: Mapping[str, str | bytes]) -> None:
    assert _refused_file(_zip(parts)).startswith("party.xlsx could not be read.")


@pytest.mark.parametrize(
    "untidy",
    [
        {"customXml/item1.xml": "<a/>".encode("utf-16")},
        {"docProps/app.xml": "<Properties>"},
        {"xl/calcChain.xml": "\ufeff<never ends"},
        {"xl/theme/theme1.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'},
    ],
)
def test_parts_that_no_list_needs_may_be_untidy(untidy: Mapping[str, str | bytes]) -> None:
    book = _book(f'<row r="1">{_word("A1", "Arjun")}<c r="B1"><v>41</v></c></row>')
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        parts: dict[str, str | bytes] = {name: archive.read(name) for name in archive.namelist()}
    assert table_of_file("party.xlsx", _zip({**parts, **untidy})).rows == (("Arjun", "41"),)


def test_a_sheet_with_a_document_type_is_refused() -> None:
    with zipfile.ZipFile(io.BytesIO(_book(""))) as archive:
        parts: dict[str, str | bytes] = {name: archive.read(name) for name in archive.namelist()}
        sheet = archive.read("xl/worksheets/sheet1.xml")
    parts["xl/worksheets/sheet1.xml"] = b'<!DOCTYPE a [<!ENTITY b "c">]>' + sheet
    refused = _refused_file(_zip(parts))
    assert refused.startswith("party.xlsx could not be read.")


def test_a_cell_far_away_does_not_end_the_program() -> None:
    far = f'<row r="1">{_word("A1", "Arjun")}</row><row r="1048576">{_word("XFD1048576", "trap")}</row>'
    assert table_of_file("party.xlsx", _book(far)).rows == (("Arjun",),)
    unnamed = f'<row r="1">{"<c><v>1</v></c>" * 3}</row><row r="1048576"><c><v>1</v></c></row>'
    assert table_of_file("party.xlsx", _book(unnamed)).rows == (("1", "1", "1"), ("1", "", ""))


def test_what_is_formatted_far_away_and_empty_does_not_matter() -> None:
    near = f'<row r="1">{_word("A1", "Arjun")}{_word("B1", "41")}<c r="XFD1" s="1"/></row>'
    data = _book(f'{near}<row r="9" s="1"/><row r="1048576"><c r="XFD1048576" s="1"/></row>')
    assert table_of_file("party.xlsx", data).rows == (("Arjun", "41"),)


def test_a_workbook_of_very_many_parts_is_refused_before_they_are_read() -> None:
    data = _zip({f"xl/{number}.bin": b"" for number in range(MOST_PARTS + 1)})
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(zipfile.ZipFile, "open", _fail_to_open)
        assert (
            _refused_file(data) == "party.xlsx is too large when unpacked. Save the rows of one party alone."
        )


def _fail_to_open(*_: object) -> None:
    raise AssertionError


def test_a_workbook_that_grows_when_it_is_unpacked_is_refused() -> None:
    honest = _book(" " * 80_000_000)
    size = zipfile.ZipFile(io.BytesIO(honest)).getinfo("xl/worksheets/sheet1.xml").file_size
    lying = honest.replace(struct.pack("<I", size), struct.pack("<I", 10))
    for data in (honest, lying):
        assert (
            _refused_file(data) == "party.xlsx is too large when unpacked. Save the rows of one party alone."
        )


def test_a_table_hides_what_it_holds() -> None:
    table = PartyTable((("Arjun", "41"),), 1, 2)
    assert "Arjun" not in repr(table)
