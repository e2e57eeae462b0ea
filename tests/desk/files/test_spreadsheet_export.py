"""Tables for an office suite: what is text stays text, what is a number stays exact, and a file is whole."""

from __future__ import annotations

import csv
import shutil
import subprocess
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from python_calamine import CalamineWorkbook

from app.desk.files import spreadsheet_export
from app.desk.files.spreadsheet_export import (
    Cell,
    OutTable,
    csv_bytes,
    replace_file,
    write_tables,
    xlsx_bytes,
)

INDIA = timezone(timedelta(hours=5, minutes=30))
MOMENT = datetime(2026, 11, 21, 10, 46, 21, tzinfo=INDIA)
ACTIVE = (
    "=1+1",
    "+919830012345",
    "-2",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "\n=x",
    "  =1",
    "\uff1d1",
    "=HYPERLINK(1)",
)
ROWS: tuple[tuple[Cell, ...], ...] = (
    (MOMENT, date(2026, 11, 22), "AC7H2W91X", Decimal("-7140.00"), 2),
    (MOMENT, None, "", Decimal("1285.20"), 0),
)
TABLE = OutTable("Wallet", ("Time", "Travel", "PNR", "Amount", "Seats"), ROWS)
SUITES = [path for path in (shutil.which("soffice"),) if path]


UNSEEN = "\0\x1b\ufeff\u200b\u200e\u00ad\u2060\u034f\u3164\ufe0f\ud800 \u00a0"


@given(
    st.text(st.sampled_from(UNSEEN), max_size=4), st.sampled_from("=+-@\t\uff1d\u2212"), st.text(max_size=5)
)
def test_what_is_not_seen_before_a_sign_does_not_hide_it(unseen: str, sign: str, rest: str) -> None:
    assert spreadsheet_export.inert(unseen + sign + rest).startswith("'")


@given(st.text(st.sampled_from(UNSEEN), max_size=4))
def test_unseen_characters_before_a_word_leave_it_as_it_is(unseen: str) -> None:
    assert spreadsheet_export.inert(f"{unseen}Sen = 1") == f"{unseen}Sen = 1"


def _read_csv(data: bytes) -> list[list[str]]:
    return list(csv.reader(StringIO(data.decode("utf-8-sig"), newline="")))


def _sheet(data: bytes, name: str) -> list[list[object]]:
    rows = CalamineWorkbook.from_filelike(BytesIO(data)).get_sheet_by_name(name).to_python()
    return [list(row) for row in rows]


def test_a_csv_has_its_mark_dates_and_plain_decimals() -> None:
    data = csv_bytes((TABLE,))
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.decode("utf-8-sig").splitlines() == [
        '"Time","Travel","PNR","Amount","Seats"',
        '2026-11-21 10:46:21,2026-11-22,"AC7H2W91X",-7140.00,2',
        '2026-11-21 10:46:21,,"",1285.20,0',
    ]


def test_an_amount_is_written_without_an_exponent() -> None:
    table = OutTable("", ("a",), ((Decimal("1E+3"),), (Decimal("1E-9"),), (Decimal(7140),)))
    assert _read_csv(csv_bytes((table,)))[1:] == [["1000.00"], ["0.000000001"], ["7140.00"]]


def test_tables_in_one_csv_have_an_empty_line_between_them() -> None:
    one, two = OutTable("a", ("x",), (("1",),)), OutTable("b", ("y",), ())
    assert _read_csv(csv_bytes((one, two))) == [["x"], ["1"], [], ["y"]]


@pytest.mark.parametrize("text", ACTIVE)
def test_text_that_would_be_a_formula_is_text(text: str) -> None:
    table = OutTable("T", (text,), ((text, Decimal(-2)),))
    assert _read_csv(csv_bytes((table,))) == [[f"'{text}"], [f"'{text}", "-2.00"]]
    book = xlsx_bytes((OutTable("T", ("a", "b"), ((text, Decimal(-2)),)),))
    ((shown, number),) = _sheet(book, "T")[1:]
    assert str(shown).replace("\r", "\n") == text.replace("\r", "\n")
    assert number == -2


def test_a_link_in_text_is_no_link_and_digits_stay_text() -> None:
    book = xlsx_bytes((OutTable("T", ("a", "b"), (("https://x.test/a", "00123"),)),))
    assert _sheet(book, "T")[1] == ["https://x.test/a", "00123"]


def test_a_workbook_holds_dates_numbers_and_empty_cells() -> None:
    heading, first, second = _sheet(xlsx_bytes((TABLE,)), "Wallet")
    assert heading == list(TABLE.headings)
    assert first == [
        datetime.combine(MOMENT, time(10, 46, 21)),
        date(2026, 11, 22),
        "AC7H2W91X",
        -7140.0,
        2.0,
    ]
    assert second[1:] == ["", "", 1285.2, 0.0]


@pytest.mark.parametrize(
    "cell",
    [
        Decimal("12345678901234567.89"),
        Decimal("NaN"),
        Decimal("-Infinity"),
        10**400,
        date(1899, 12, 31),
        datetime(1850, 1, 2, 3, 4, 5, tzinfo=UTC),
    ],
)
def test_what_a_sheet_cannot_hold_exactly_stands_there_as_text(cell: Cell) -> None:
    shown = _sheet(xlsx_bytes((OutTable("T", ("a",), ((cell,),)),)), "T")[1][0]
    expected = f"{cell:f}" if isinstance(cell, Decimal) else str(cell).removesuffix("+00:00")
    assert isinstance(shown, str)
    assert shown == expected


def test_more_than_two_decimals_are_kept() -> None:
    cells = (Decimal("0.12345"), Decimal(5), Decimal("3.1"))
    book = xlsx_bytes((OutTable("T", ("a",), tuple((each,) for each in cells)),))
    assert [row[0] for row in _sheet(book, "T")[1:]] == [0.12345, 5.0, 3.1]


def test_text_that_is_too_long_for_a_cell_is_cut_and_shows_it() -> None:
    shown = _sheet(xlsx_bytes((OutTable("T", ("a",), (("x" * 40_000,),)),)), "T")[1][0]
    assert isinstance(shown, str)
    assert len(shown) == 32_767
    assert shown.endswith("x\u2026")


def test_half_a_character_does_not_stop_the_file() -> None:
    table = OutTable("T", ("a",), (("x\ud800y",),))
    assert _read_csv(csv_bytes((table,)))[1] == ["x?y"]
    assert _sheet(xlsx_bytes((table,)), "T")[1] == ["x?y"]


def test_sheets_have_fit_names_of_their_own() -> None:
    names = ("Sales: [all]/*?", "sales   all", "'", "x" * 40, "X" * 40, "Sales: [all]/*?")
    book = CalamineWorkbook.from_filelike(BytesIO(xlsx_bytes([OutTable(each, ("a",), ()) for each in names])))
    assert len({each.casefold() for each in book.sheet_names}) == len(names)
    assert all(0 < len(each) <= 31 for each in book.sheet_names)


def test_more_rows_than_a_sheet_holds_go_on_in_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheet_export, "_MOST_ROWS", 2)
    data = xlsx_bytes((OutTable("T", ("a",), (("1",), ("2",), ("3",))),))
    assert _sheet(data, "T") == [["a"], ["1"], ["2"]]
    assert _sheet(data, "T 2") == [["a"], ["3"]]


@given(st.lists(st.lists(st.text(st.characters(codec="utf-8")), min_size=2, max_size=2)))
def test_no_text_is_lost_or_becomes_active_in_a_csv(rows: list[list[str]]) -> None:
    table = OutTable("T", ("a", "b"), tuple(map(tuple, rows)))
    read = _read_csv(csv_bytes((table,)))[1:]
    assert len(read) == len(rows)
    for before, after in zip(rows, read, strict=True):
        for text, shown in zip(before, after, strict=True):
            assert shown in {text, f"'{text}"}
            assert not shown.lstrip().startswith(("=", "+", "-", "@"))


@given(st.decimals(allow_nan=False, allow_infinity=False, places=2, min_value=-(10**15), max_value=10**15))
def test_a_number_in_a_workbook_is_exactly_the_amount(value: Decimal) -> None:
    shown = _sheet(xlsx_bytes((OutTable("T", ("a",), ((value,),)),)), "T")[1][0]
    found = Decimal(shown) if isinstance(shown, str) else Decimal(f"{shown:.15g}")
    assert found == value


def test_the_name_of_the_file_says_its_kind(tmp_path: Path) -> None:
    write_tables(tmp_path / "a.CSV", (TABLE,))
    write_tables(tmp_path / "a.xlsx", (TABLE,))
    assert (tmp_path / "a.CSV").read_bytes() == csv_bytes((TABLE,))
    assert (tmp_path / "a.xlsx").read_bytes().startswith(b"PK")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.CSV", "a.xlsx"]


def test_a_file_that_cannot_be_put_in_place_leaves_the_old_one_and_no_rest(tmp_path: Path) -> None:
    held = tmp_path / "a.csv"
    held.mkdir()
    with pytest.raises(OSError, match=r"a\.csv"):
        replace_file(held, b"x")
    assert list(tmp_path.iterdir()) == [held]
    with pytest.raises(FileNotFoundError):
        replace_file(tmp_path / "gone" / "a.csv", b"x")


def test_a_file_is_put_in_place_of_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    replace_file(path, b"new")
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("suite", SUITES)
@pytest.mark.timeout(120)
def test_an_office_suite_opens_the_workbook_and_computes_nothing(suite: str, tmp_path: Path) -> None:
    """Runs where LibreOffice is installed."""
    rows = (*ROWS, (MOMENT, None, "=1+1", Decimal(-2), 1))
    write_tables(tmp_path / "out.xlsx", (OutTable("Wallet", TABLE.headings, rows),))
    home = f"-env:UserInstallation={(tmp_path / 'home').as_uri()}"
    command = [suite, home, "--headless", "--convert-to", "csv", "--outdir", tmp_path, tmp_path / "out.xlsx"]
    subprocess.run(command, check=True, capture_output=True, timeout=100)
    assert _read_csv((tmp_path / "out.csv").read_bytes()) == [
        list(TABLE.headings),
        ["2026-11-21 10:46:21", "2026-11-22", "AC7H2W91X", "-7140", "2"],
        ["2026-11-21 10:46:21", "", "", "1285.2", "0"],
        ["2026-11-21 10:46:21", "", "=1+1", "-2", "1"],
    ]
