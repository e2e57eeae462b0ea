"""The office's database: made when missing, refused when newer, and its errors told."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update

from app.store.office.office import FILE, Office, OfficeError
from app.store.office.tables import about, reading

ROW = {
    "desk": "01234567",
    "agent_id": "7",
    "read_at": datetime(2026, 11, 21, 10, 48, 30, tzinfo=UTC),
    "cash": Decimal("99999999999999.98"),
    "credit_limit": Decimal("0.10"),
    "credit_used": Decimal(0),
    "credit_left": Decimal("-1E+3"),
    "currency": "INR",
}


def test_what_was_kept_is_there_again_to_the_last_digit(quick_folder: Path) -> None:
    office = Office.open(quick_folder, "01234567")
    with office.work() as connection:
        connection.execute(insert(reading), ROW)
    office.close()
    assert (quick_folder / FILE).stat().st_mode & 0o777 == 0o600
    again = Office.open(quick_folder, "01234567")
    with again.work() as connection:
        found = connection.execute(select(reading)).mappings().one()
    again.close()
    assert {name: found[name] for name in ROW} == ROW


def test_an_error_takes_the_transaction_back_and_is_told(quick_folder: Path) -> None:
    office = Office.open(quick_folder, "01234567")
    with pytest.raises(OfficeError, match="cannot be used"), office.work() as connection:
        connection.execute(insert(reading), [ROW, ROW])
    with office.work() as connection:
        assert connection.execute(select(reading)).all() == []
    office.close()


def test_a_newer_form_is_refused(quick_folder: Path) -> None:
    office = Office.open(quick_folder, "01234567")
    with office.work() as connection:
        connection.execute(update(about).values(version=99))
    office.close()
    with pytest.raises(OfficeError, match="newer Agency Counter"):
        Office.open(quick_folder, "01234567")


def test_a_file_that_is_no_database_and_a_folder_that_is_a_file_are_told(quick_folder: Path) -> None:
    (quick_folder / FILE).write_bytes(b"no database" * 1000)
    with pytest.raises(OfficeError, match="not a database"):
        Office.open(quick_folder, "01234567")
    with pytest.raises(OfficeError, match="cannot be used"):
        Office.open(quick_folder / FILE / "below", "01234567")
