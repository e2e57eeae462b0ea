"""What is said of a clock that is wrong, and of a time zone that changes while the counter is open."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from app.desk.model.errors import DeskError
from app.desk.service.advice import CLOCK
from app.desk.service.clock_warning import MOST_TO_SELL, other_zone, wrong_clock
from app.practice import PracticeServer, World
from tests.support.counter import AS_ON, open_desk, tomorrow_at_ten

INDIA = timezone(timedelta(hours=5, minutes=30))
NOON = datetime(2026, 11, 22, 12, 0, tzinfo=INDIA)
HERE = timedelta(hours=5, minutes=30)


@pytest.mark.parametrize(
    ("offset", "said"),
    [
        (None, ""),
        (timedelta(minutes=2), ""),
        (timedelta(minutes=-2), ""),
        (
            timedelta(minutes=7),
            "This computer's clock is 7 min behind the service's: 12:00 here, 12:07 there.",
        ),
        (timedelta(hours=-2), "This computer's clock is 2 h 0 min ahead of the service's: 12:00 here, 10:00"),
        (
            timedelta(hours=13),
            "This computer's clock is 13 h 0 min behind the service's: 22 Nov 12:00 here, 23",
        ),
        (
            timedelta(days=-29),
            "This computer's clock is 29 days ahead of the service's: 22 Nov 12:00 here, 24 Oct 12:00 there.",
        ),
    ],
)
def test_a_clock_that_is_more_than_two_minutes_wrong(offset: timedelta | None, said: str) -> None:
    warning = wrong_clock(NOON, offset)
    assert warning.startswith(said)
    assert bool(warning) is bool(said)


def test_a_clock_that_is_a_year_wrong_is_told_with_the_years() -> None:
    warning = wrong_clock(NOON, timedelta(days=-365))
    assert "365 days ahead of the service's: 22 Nov 2026 12:00 here, 22 Nov 2025 12:00 there." in warning


def test_a_time_zone_that_has_changed() -> None:
    moved = NOON.astimezone(timezone(timedelta(hours=-3)))
    warning = other_zone(moved, HERE)
    assert warning.startswith("This computer's time zone has changed: it was UTC+05:30 and is UTC-03:00.")
    assert "Look twice at today" in warning
    assert other_zone(NOON, HERE) == ""


async def test_another_zone_than_at_the_last_work_is_said_at_the_start(tmp_path: Path) -> None:
    zone = timezone(timedelta(hours=5, minutes=30))

    def clock() -> datetime:
        return datetime.now(UTC).astimezone(zone)

    with PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten)) as server:
        async with open_desk(tmp_path, server, clock=clock) as counter:
            await counter.sell()
            assert counter.desk.reader.zone_warning() == ""
        zone = timezone(timedelta(hours=4))
        async with open_desk(tmp_path, server, clock=clock) as counter:
            assert "it was UTC+05:30 and is UTC+04:00" in counter.desk.reader.zone_warning()
            counter.desk.reader.accept_zone()
            assert counter.desk.reader.zone_warning() == ""
        zone = timezone(timedelta(hours=5, minutes=30))
        async with open_desk(tmp_path, server, clock=clock) as counter:
            assert counter.desk.reader.zone_warning() == ""


async def test_nothing_is_sold_under_a_clock_an_hour_off_before_somebody_decides(tmp_path: Path) -> None:
    wrong = timedelta()
    with PracticeServer(World(clock=lambda: datetime.now(UTC) + wrong)) as server:
        async with open_desk(tmp_path, server, most_apart=MOST_TO_SELL) as counter:
            reader = counter.desk.reader
            await counter.desk.wallet.read()
            reader.check_may_spend()
            for wrong in (timedelta(minutes=59), timedelta(hours=-2), timedelta(days=20)):
                await counter.desk.wallet.read()
                if wrong < timedelta(hours=1) and wrong > timedelta():
                    reader.check_may_spend()
                    continue
                with pytest.raises(DeskError, match="clock is") as caught:
                    reader.check_may_spend()
                assert caught.value.advice.field == CLOCK
                counter.desk.cancellation.accept_clock()
                reader.check_may_spend()
            # The decision is about this difference: under another one somebody decides again.
            wrong = timedelta(days=20, minutes=5)
            await counter.desk.wallet.read()
            with pytest.raises(DeskError):
                reader.check_may_spend()
            assert counter.world.bookings == ()


async def test_today_follows_the_zone_of_this_computer_until_the_service_has_told_its_own(
    tmp_path: Path,
) -> None:
    late = datetime.combine(tomorrow_at_ten().date(), datetime.min.time(), UTC) + timedelta(hours=22)
    zone = timezone(timedelta())

    def clock() -> datetime:
        # The distance to the service is measured from the true time: any other would add the time of day.
        return datetime.now(UTC).astimezone(zone)

    with PracticeServer(World(clock=lambda: late)) as server:
        async with open_desk(tmp_path, server, clock=clock) as counter:
            await counter.desk.wallet.read()
            before = counter.desk.reader.today()
            zone = timezone(timedelta(hours=9))
            assert counter.desk.reader.today() == before + timedelta(days=1)
            assert "it was UTC+00:00 and is UTC+09:00" in counter.desk.reader.zone_warning()
