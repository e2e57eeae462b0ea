"""A closed day stands on every desk: a database that is lost has it again from any of them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from sqlalchemy import delete, select

from app.store.office.closed_days import KeptDay, keep_day, kept_days, reopen_day
from app.store.office.office import Office
from app.store.office.sync import bring_office
from app.store.office.tables import closed_day
from tests.support.shared_places import OfficeDesks

AT = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
DAY = date(2026, 11, 21)


def closed(office: Office, by: str, minute: int = 0, day: date = DAY) -> None:
    """A desk closes a day."""
    at = AT + timedelta(minutes=minute)
    keep_day(office, KeptDay("3017", day, office.desk, by, at, at, f"the report of {by}"))


def names(office: Office) -> list[tuple[date, str, str]]:
    """The days that are closed there."""
    return [(each.day, each.closed_by, each.report) for each in kept_days(office, "3017", date.min)]


def rows(office: Office) -> int:
    """How many closings are kept there, also those that do not count."""
    with office.work() as connection:
        return len(connection.scalars(select(closed_day.c.number)).all())


def test_a_lost_database_gets_its_closed_days_back_from_any_desk(desks: OfficeDesks) -> None:
    closed(desks.shared, "Asha")
    desks.meet()
    with desks.shared.work() as connection:
        connection.execute(delete(closed_day))
    bring_office(desks.two, desks.shared)
    assert names(desks.shared) == names(desks.one) == [(DAY, "Asha", "the report of Asha")]


def test_a_day_that_was_opened_again_stays_open_on_every_desk(desks: OfficeDesks) -> None:
    closed(desks.shared, "Asha")
    desks.meet()
    reopen_day(desks.one, "3017", DAY, "Asha; Ravi: wrong clock")
    reopen_day(desks.shared, "3017", DAY, "Asha; Ravi: wrong clock")
    desks.meet()
    assert names(desks.shared) == names(desks.one) == names(desks.two) == []
    with desks.two.work() as connection:
        assert connection.scalars(select(closed_day.c.closed_by)).all() == ["Asha; Ravi: wrong clock"]
    closed(desks.shared, "Ravi", 5)
    desks.meet()
    with desks.shared.work() as connection:
        connection.execute(delete(closed_day))
    desks.meet()
    for each in (desks.shared, desks.one, desks.two):
        assert names(each) == [(DAY, "Ravi", "the report of Ravi")]
        assert rows(each) == 2


def test_the_closing_of_the_office_counts_and_that_of_one_desk_is_kept(desks: OfficeDesks) -> None:
    closed(desks.one, "Asha")
    closed(desks.shared, "Ravi", 5)
    desks.meet()
    for each in (desks.shared, desks.one, desks.two):
        assert names(each) == [(DAY, "Ravi", "the report of Ravi")]
        assert rows(each) == 2


def test_what_one_desk_closed_before_it_shared_is_closed_for_all(desks: OfficeDesks) -> None:
    closed(desks.one, "Asha")
    closed(desks.two, "Ravi", day=DAY + timedelta(days=1))
    desks.meet()
    assert names(desks.shared) == names(desks.one) == names(desks.two)
    assert [day for day, *_ in names(desks.shared)] == [DAY, DAY + timedelta(days=1)]
