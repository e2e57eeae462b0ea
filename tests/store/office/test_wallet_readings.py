"""Readings of the wallet, kept and given back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

from app.store.office.office import Office
from app.store.office.wallet_readings import KeptReading, keep_reading, readings_between

AT = datetime(2026, 11, 21, 10, 48, 30, 123456, tzinfo=UTC)
READING = KeptReading("3017", AT, Decimal("6280.50"), Decimal(50000), Decimal(12500), Decimal(37500), "INR")


def test_readings_come_back_as_they_were_stored_for_their_agent_and_time(quick_folder: Path) -> None:
    office = Office.open(quick_folder, "01234567")
    later = replace(READING, read_at=AT + timedelta(hours=1), cash=Decimal("0.01"))
    for each in (later, READING, READING, replace(READING, agent_id="9", read_at=AT + timedelta(minutes=1))):
        keep_reading(office, each)
    named = [replace(each, desk="01234567") for each in (later, READING)]
    assert list(readings_between(office, "3017", AT, AT + timedelta(days=1))) == named
    assert list(readings_between(office, "3017", AT, AT + timedelta(hours=1))) == named[1:]
    office.close()


def test_a_table_of_an_older_program_gets_the_time_of_the_service(quick_folder: Path) -> None:
    office = Office.open(quick_folder, "01234567")
    keep_reading(office, READING)
    with office.work() as connection:
        connection.exec_driver_sql("ALTER TABLE wallet_reading DROP COLUMN told_at")
    office.close()
    office = Office.open(quick_folder, "01234567")
    told = replace(READING, read_at=AT + timedelta(hours=1), told_at=AT - timedelta(days=2))
    keep_reading(office, told)
    found = readings_between(office, "3017", AT, AT + timedelta(days=1))
    assert [each.told_at for each in found] == [None, told.told_at]
    office.close()
