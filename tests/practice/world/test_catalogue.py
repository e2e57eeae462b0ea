"""What the practice world has on offer: believable, varied, and the same each time."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from app.practice import World
from app.practice.protocol.json import encoded
from app.practice.service.content_replies import activity_content, boat_content, closed_reason
from app.practice.service.search_replies import activity_search
from app.practice.world.catalogue import CancellationRule
from tests.support.practice.caller import SCUBA, TODAY, TOMORROW, Clock


def test_the_sample_day_is_that_of_the_design(world: World) -> None:
    dive = world.activity(SCUBA)
    assert dive is not None
    slots = world.slots(dive, TODAY)
    assert [(slot.slot.plan.label, slot.remaining, slot.closed_because) for slot in slots] == [
        ("Early dive", 4, "Booking closed at 06:00"),
        ("Morning dive", 3, "Booking closed at 07:30"),
        ("Midday dive", 6, ""),
        ("Afternoon dive 1", 11, ""),
        ("Afternoon dive 2", 2, ""),
        ("Late dive", 0, "No seats left"),
        ("Sunset dive", 9, ""),
        ("Night dive", 0, "Not open for this date"),
    ]
    assert [slot.fare for slot in slots if slot.is_bookable] == [380_000, 380_000, 380_000, 420_000]
    assert len(world.activities) == 42
    assert sum(any(each.is_bookable for each in world.slots(one, TODAY)) for one in world.activities) == 31


def test_the_sample_week_has_a_full_and_a_closed_day(world: World) -> None:
    dive = world.activities[0]
    week = [
        sum(slot.remaining for slot in world.slots(dive, TODAY + timedelta(days=ahead)) if slot.is_bookable)
        for ahead in range(7)
    ]
    assert week == [28, 46, 52, 52, 0, 31, 0]
    assert {slot.closed_because for slot in world.slots(dive, TODAY + timedelta(days=6))} >= {
        "Closed for weather"
    }


def test_the_sample_boats_are_those_of_the_design(world: World) -> None:
    boats = world.departures(TOMORROW)
    assert [(each.schedule.trip_name, each.shown_seats, each.inventory_status) for each in boats] == [
        ("Jolly Buoy day trip", 42, "AVAILABLE"),
        ("Swaraj Dweep day return", 118, "AVAILABLE"),
        ("Ross and North Bay", 60, "AVAILABLE"),
        ("Two islands, Swaraj and Shaheed", 3, "AVAILABLE"),
        ("Baratang caves shuttle", 40, "BOOKING_CLOSED"),
        ("Chidiya Tapu sunset", 57, "AVAILABLE"),
        ("Harbour evening cruise", 0, "SOLD_OUT"),
    ]


def test_there_is_enough_of_everything_over_sixty_days(world: World) -> None:
    days = [TODAY + timedelta(days=ahead) for ahead in range(60)]
    assert len(world.schedules) >= 24
    assert len({each.flags for each in world.schedules}) == 8
    assert {each.live for each in world.schedules} == {True, False}
    assert all(any(world.programme.runs(each, day) for day in days) for each in world.schedules)
    assert all(any(world.slots(each, day) for day in days) for each in world.activities)
    reasons = {
        slot.closed_because for day in days for one in world.activities for slot in world.slots(one, day)
    }
    assert {"", "No seats left", "Closed for weather", "Not open for this date"} <= reasons
    assert {
        each.boat_seats(schedule, days[9]) for each in [world.programme] for schedule in world.schedules
    } > {0}


def test_numbers_are_unique_and_lead_back_to_their_slot(world: World) -> None:
    days = [TODAY + timedelta(days=ahead) for ahead in range(0, 77, 7)]
    slots = [slot.slot for day in days for each in world.activities for slot in world.slots(each, day)]
    assert len({slot.availability_id for slot in slots}) == len(slots)
    assert all(world.programme.slot(slot.availability_id) is slot for slot in slots)


@pytest.mark.parametrize("availability_id", [1, 8_999_999, 9_000_009, 12_240_008, 12_240_999, 2**63 - 1])
def test_numbers_of_nothing_lead_to_nothing(world: World, availability_id: int) -> None:
    assert world.programme.slot(availability_id) is None


def test_the_same_seed_and_clock_give_the_same_world() -> None:
    def catalogue(seed: int) -> bytes:
        world = World(seed, Clock())
        return encoded(activity_content(world, TOMORROW, 500)) + encoded(boat_content(world, TODAY, 500))

    assert catalogue(1) == catalogue(1)
    assert catalogue(1) != catalogue(2)


def test_a_world_for_benchmarks_has_as_many_activities_as_asked_for() -> None:
    world = World(clock=Clock(), activities=500)
    content = activity_content(world, TODAY, 500)
    assert content["count"] == 500
    assert world.activities[42].title == "Discover scuba dive, Elephant Beach, group 2"
    assert len({each.activity_id for each in world.activities}) == 500


@pytest.mark.parametrize("activities", [0, 1001])
def test_a_world_of_impossible_size_is_refused(activities: int) -> None:
    with pytest.raises(ValueError, match="1 to 1000"):
        World(clock=Clock(), activities=activities)


def test_a_date_out_of_sale_says_so(world: World) -> None:
    dive = world.activities[0]
    assert closed_reason(world, dive, TODAY - timedelta(days=1)) == "Not on sale for this date"
    assert closed_reason(world, dive, TODAY + timedelta(days=77)) == "Not on sale for this date"
    assert activity_search(world, (dive,), date.max)["data"] == []


def test_closed_days_give_their_reason(world: World, clock: Clock) -> None:
    dive = world.activities[0]
    assert closed_reason(world, dive, TODAY + timedelta(days=4)) == "No seats left"
    assert closed_reason(world, dive, TODAY + timedelta(days=6)) == "Closed for weather"
    assert closed_reason(world, dive, TODAY + timedelta(days=34)) == "Not open for this date"
    clock.move(hours=10)
    assert closed_reason(world, dive, TODAY) == "Booking has closed"


def test_old_days_are_forgotten_and_worked_out_again(world: World) -> None:
    dive = world.activities[0]
    first = world.programme.slots(dive, TODAY)
    for ahead in range(1, 101):
        world.programme.slots(dive, TODAY + timedelta(days=ahead))
    again = world.programme.slots(dive, TODAY)
    assert again == first
    assert again is not first


def test_a_year_later_the_world_still_has_dates(world: World, clock: Clock) -> None:
    clock.move(days=365)
    assert all(world.programme.ranges(each, world.today) for each in world.activities)


def test_a_clock_set_back_finds_nothing_on_sale(world: World, clock: Clock) -> None:
    clock.move(days=-300)
    assert world.programme.ranges(world.activities[0], world.today) == ()
    content = activity_content(world, None, 1)
    assert b'"available":false,"reason":"No dates on sale"' in encoded(content)


@pytest.mark.parametrize(
    ("hours", "paid", "charge"),
    [(0, 357_000, 357_000), (-5, 357_000, 357_000), (1, 357_000, 178_500), (24, 357_000, 0), (1, 3, 2)],
)
def test_an_activity_rule_charges_by_notice(hours: int, paid: int, charge: int) -> None:
    rule = CancellationRule("", 24, 0, 50)
    assert rule.charge(paid, timedelta(hours=hours)) == charge


def test_a_boat_rule_rounds_up_but_never_above_what_was_paid() -> None:
    rule = CancellationRule("", 24, 10, 50, 1_000)
    assert rule.charge(238_875, timedelta(days=2)) == 24_000
    assert rule.charge(900, timedelta(days=2)) == 900
