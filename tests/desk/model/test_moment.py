"""How old a reading may be for what, by three clocks of which one can be set."""

from dataclasses import replace
from datetime import UTC, timedelta, timezone

import pytest

from app.desk.model.moment import TO_BE_CALLED_LIVE, TO_BE_LISTED, TO_BE_SENT, TO_BE_SHOWN_ALONE, Moment
from tests.support.desk.boat_samples import DEPARTURE
from tests.support.desk.samples import LOOKED, NOW, later, moment

TABLE = {TO_BE_CALLED_LIVE: 60, TO_BE_SENT: 120, TO_BE_LISTED: 300, TO_BE_SHOWN_ALONE: 300}


@pytest.mark.parametrize(("longest", "seconds"), TABLE.items())
def test_a_reading_is_fresh_up_to_the_age_in_the_table(longest: timedelta, seconds: int) -> None:
    assert LOOKED.is_fresh(later(seconds), longest)
    assert not LOOKED.is_fresh(later(seconds + 0.001), longest)


def test_a_clock_that_was_set_makes_a_reading_old() -> None:
    now = later(10)
    for by in (timedelta(minutes=3), timedelta(seconds=-11)):
        assert not LOOKED.is_fresh(now._replace(here=now.here + by), TO_BE_SENT)


def test_a_reading_of_before_midnight_is_old_at_the_service() -> None:
    night = NOW.replace(hour=23, minute=59, second=50)
    read = Moment(NOW, night, 0.0)
    assert read.is_fresh(later(9)._replace(service=night + timedelta(seconds=9)), TO_BE_SENT)
    assert not read.is_fresh(later(11)._replace(service=night + timedelta(seconds=11)), TO_BE_SENT)


def test_without_the_clock_of_the_service_the_day_is_that_of_this_computer() -> None:
    assert moment(NOW).day_in(NOW.tzinfo) == NOW.date()
    assert moment(NOW).is_fresh(later(60), TO_BE_SENT)


def test_a_zone_that_becomes_known_later_makes_no_reading_old() -> None:
    east = timezone(timedelta(hours=12))
    night = NOW.astimezone(UTC).replace(hour=13)
    now = Moment(night + timedelta(seconds=9), (night + timedelta(seconds=9)).astimezone(east), 9.0)
    assert night.date() != now.day_in(east)
    for read in (Moment(night, night, 0.0), Moment(night, None, 0.0)):
        assert read.is_fresh(now, TO_BE_SENT)


def test_a_count_of_seats_has_its_time_once_it_is_not_live() -> None:
    assert DEPARTURE.aged(later(9_999)) is DEPARTURE
    read = replace(DEPARTURE, read=LOOKED)
    assert read.aged(later(60)) is read
    assert read.aged(later(61)).counted_at == NOW
