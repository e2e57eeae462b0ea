"""Clerks, shifts and closed days, kept and given back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

from app.store.office.changes import KeptChange, newest_changes
from app.store.office.closed_days import KeptDay, keep_day, kept_days
from app.store.office.office import Office
from app.store.office.shifts import (
    KeptClerk,
    KeptShift,
    add_clerk,
    change_clerk,
    clerks,
    close_shift,
    end_shifts,
    note_reading,
    open_shift,
    shifts_between,
    standing_shift,
)
from app.store.office.wallet_readings import KeptReading, keep_reading, last_reading

AT = datetime(2026, 11, 21, 3, 32, 0, 123456, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = KeptDay("3017", date(2026, 11, 21), "01234567", "Asha", AT + HOUR, AT + HOUR, '{"day":1}')


def _made(name: str) -> KeptChange:
    return KeptChange(AT, "01234567", "Asha", "clerk_added", name)


def test_clerks_come_back_by_name(quick_folder: Path) -> None:
    office = Office.open(quick_folder, "01234567")
    added = [add_clerk(office, name, "one", _made(name)) for name in ("Ravi", "Asha", "Ravi")]
    change_clerk(office, "Ravi", _made("Ravi"), pin="two")
    change_clerk(office, "Asha", _made("Asha"), is_active=False)
    assert added == [True, True, False]
    assert clerks(office) == (
        KeptClerk("Asha", "one", is_active=False),
        KeptClerk("Ravi", "two", is_active=True, is_in_charge=True),
    )
    # At one instant, and in their order all the same.
    changes = newest_changes(office, 3)
    assert [each.about for each in changes] == ["Asha", "Ravi", "Asha"]
    assert changes[0].at - AT == timedelta(microseconds=3)
    office.close()


def test_a_shift_ends_where_the_next_begins(quick_folder: Path) -> None:
    office, other = Office.open(quick_folder, "01234567"), Office.open(quick_folder, "ffffffff")
    assert standing_shift(office) is None
    first = open_shift(office, "Asha", AT)
    open_shift(other, "Mina", AT + HOUR)
    second = open_shift(office, "Ravi", AT + HOUR)
    note_reading(office, AT + HOUR, Decimal("6280.50"), Decimal("0.10"))
    ravi = standing_shift(office)
    assert ravi is not None
    assert (ravi.number, ravi.clerk, ravi.opened_cash) == (second, "Ravi", Decimal("6280.50"))
    close_shift(office, AT + 2 * HOUR)
    asha, *others = shifts_between(office, AT, AT + 3 * HOUR)
    assert asha == KeptShift(
        first, "01234567", "Asha", AT, AT + HOUR, None, None, Decimal("6280.50"), Decimal("0.10")
    )
    assert [(each.clerk, each.closed_at) for each in others] == [("Mina", None), ("Ravi", AT + 2 * HOUR)]
    assert [each.clerk for each in shifts_between(office, AT + 2 * HOUR, AT + 3 * HOUR)] == ["Mina"]
    office.close()
    other.close()


def test_a_day_is_closed_once(quick_folder: Path) -> None:
    office = Office.open(quick_folder, "01234567")
    assert kept_days(office, "3017", DAY.day) == ()
    later = KeptDay("3017", date(2026, 11, 22), "", "Ravi", AT, AT, "{}")
    assert keep_day(office, DAY) == DAY
    assert keep_day(office, later).closed_by == "Ravi"
    assert keep_day(office, replace(later, closed_by="Mina")).closed_by == "Ravi"
    kept, behind = kept_days(office, "3017", DAY.day)
    assert (kept, behind.day) == (DAY, later.day)
    assert kept_days(office, "3017", later.day) == (behind,)
    assert kept_days(office, "9", DAY.day) == ()
    last = kept_days(office, "3017", DAY.day)[-1]
    assert last is not None
    assert (last.day, last.closed_by, last.desk) == (later.day, "Ravi", "01234567")
    assert kept_days(office, "9", DAY.day) == ()
    office.close()


def test_the_reading_before_a_day_is_found(quick_folder: Path) -> None:
    office = Office.open(quick_folder, "01234567")
    for hours in (0, 1, 2):
        amounts = (Decimal(hours), Decimal(0), Decimal(0), Decimal(0))
        keep_reading(office, KeptReading("3017", AT + hours * HOUR, *amounts, "INR"))
    found = last_reading(office, "3017", AT + 2 * HOUR)
    assert found is not None
    assert found.cash == 1
    assert last_reading(office, "3017", AT) is None
    office.close()


def test_all_shifts_in_a_folder_are_ended_at_once(quick_folder: Path) -> None:
    end_shifts(quick_folder, AT)
    assert not list(quick_folder.iterdir())
    for desk, name in (("01234567", "Asha"), ("ffffffff", "Mina")):
        office = Office.open(quick_folder, desk)
        open_shift(office, name, AT)
        office.close()
    end_shifts(quick_folder, AT + HOUR)
    office = Office.open(quick_folder, "01234567")
    found = shifts_between(office, AT, AT + HOUR)
    office.close()
    assert [(each.clerk, each.closed_at) for each in found] == [("Asha", AT + HOUR), ("Mina", AT + HOUR)]


def test_the_first_clerk_is_in_charge_until_somebody_is_put_in_charge(quick_folder: Path) -> None:
    office = Office.open(quick_folder, "01234567")
    for hours, name in enumerate(("Ravi", "Asha", "Mina")):
        add_clerk(office, name, "one", replace(_made(name), at=AT + hours * HOUR))
    assert _in_charge(office) == ["Ravi"]
    change_clerk(office, "Mina", _made("Mina"), is_in_charge=True)
    assert _in_charge(office) == ["Mina", "Ravi"]
    change_clerk(office, "Ravi", _made("Ravi"), is_in_charge=False)
    assert _in_charge(office) == ["Mina"]
    change_clerk(office, "Mina", _made("Mina"), is_active=False)
    assert _in_charge(office) == ["Ravi"]
    office.close()


def _in_charge(office: Office) -> list[str]:
    return [each.name for each in clerks(office) if each.is_in_charge]
