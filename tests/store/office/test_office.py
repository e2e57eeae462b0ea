"""The office's database: made when missing, refused when newer, and its errors told."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update

from app.store.office.office import FILE, Office, OfficeError
from app.store.office.tables import about, reading

AT = datetime(2026, 11, 21, 10, 48, 30, tzinfo=UTC)
ROW = {
    "desk": "01234567",
    "agent_id": "7",
    "read_at": AT,
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


def _kept(office: Office) -> list[Decimal]:
    with office.work() as connection:
        return list(connection.scalars(select(reading.c.cash).order_by(reading.c.number)))


def _keep(office: Office, number: int) -> None:
    with office.work() as connection:
        row = {"read_at": AT + timedelta(minutes=number), "cash": Decimal(number)}
        connection.execute(insert(reading), {**ROW, **row})


@pytest.mark.parametrize("endings", [("",), ("", "-wal", "-shm"), ("-wal", "-shm")])
def test_a_file_that_is_deleted_while_it_is_open_is_there_again(
    quick_folder: Path, endings: tuple[str, ...]
) -> None:
    office = Office.open(quick_folder, "01234567")
    _keep(office, 1)
    for ending in endings:
        (quick_folder / f"{FILE}{ending}").unlink()
    _keep(office, 2)
    assert _kept(office) == [1, 2]
    office.close()
    again = Office.open(quick_folder, "01234567")
    assert _kept(again) == [1, 2]
    again.close()
    assert (quick_folder / FILE).stat().st_mode & 0o777 == 0o600
    assert not list(quick_folder.glob("*.new*"))


def test_a_file_that_is_deleted_before_the_end_is_there_again(quick_folder: Path) -> None:
    office = Office.open(quick_folder, "01234567")
    _keep(office, 1)
    (quick_folder / FILE).unlink()
    office.close()
    office.close()
    again = Office.open(quick_folder, "01234567")
    assert _kept(again) == [1]
    again.close()


def test_another_file_in_its_place_is_kept_beside_it(quick_folder: Path) -> None:
    office = Office.open(quick_folder, "01234567")
    _keep(office, 1)
    (quick_folder / "other").write_bytes(b"another file")
    (quick_folder / "other").replace(quick_folder / FILE)
    _keep(office, 2)
    assert _kept(office) == [1, 2]
    office.close()
    (beside,) = quick_folder.glob("office.other-*.db")
    assert beside.read_bytes() == b"another file"


def test_a_folder_that_is_gone_is_told(quick_folder: Path) -> None:
    folder, elsewhere = quick_folder / "data", quick_folder / "elsewhere"
    office = Office.open(folder, "01234567")
    _keep(office, 1)
    folder.rename(elsewhere)
    with pytest.raises(OfficeError, match="cannot be used"):
        _keep(office, 2)
    elsewhere.rename(folder)
    assert _kept(office) == [1, 2]
    office.close()


def test_a_file_that_cannot_be_put_back_at_the_end_keeps_nothing_from_closing(
    quick_folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    office = Office.open(quick_folder / "data", "01234567")
    shutil.rmtree(quick_folder / "data")
    office.close()
    assert "could not be put back" in caplog.text


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
