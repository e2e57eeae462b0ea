"""From a line to the sale that its page begins with: the boat of the day, and a row for each person."""

from __future__ import annotations

from dataclasses import replace
from datetime import time, timedelta

from app.desk.bookings.known_customers import KnownCustomer
from app.desk.model.activities import Start
from app.desk.model.boats import Departure
from app.desk.quick_entry.quick_entry import boat_draft, departure_for
from app.desk.quick_entry.values import Fares, Opening, Trip
from tests.support.desk.boat_samples import DEPARTURE, RATES, TOMORROW
from tests.support.desk.quick_samples import PRIYA


def opening_of(boat: Departure, **said: object) -> Opening:
    """What a line says of this boat."""
    trip = Trip(boat.schedule_id, is_boat=True, title=boat.name, place=boat.boat_name, day=boat.day)
    return replace(Opening(trip, boat.day), **said)


def test_the_boat_of_the_day_is_found_by_its_number() -> None:
    other = replace(DEPARTURE, schedule_id=8802)
    assert departure_for(opening_of(DEPARTURE), (other, DEPARTURE)) is DEPARTURE


def test_on_another_day_the_same_boat_is_found_by_trip_boat_and_time() -> None:
    later = TOMORROW + timedelta(days=1)
    early = replace(DEPARTURE, schedule_id=8901, day=later)
    noon = replace(early, schedule_id=8902, departs=time(12, 0))
    opening = replace(opening_of(DEPARTURE), day=later)
    assert departure_for(opening, (noon, early)) is noon
    at_seven = replace(opening, start=Start(time(7, 15)))
    assert departure_for(at_seven, (noon, early)) is early
    assert departure_for(replace(opening, start=Start(time(9, 0))), (noon, early)) is None
    assert departure_for(opening, (replace(noon, boat_name="MV Other"),)) is None


def test_each_person_has_a_row_at_the_rate_that_was_said() -> None:
    draft = boat_draft(opening_of(DEPARTURE, fares=Fares(2, 1, 1)), DEPARTURE)
    # Where a foreigner is from is asked for on the page.
    assert [each.nationality for each in draft.passengers] == ["INDIAN", "INDIAN", "INDIAN", ""]


def test_a_rate_that_is_missing_is_the_nearest_one() -> None:
    adults = replace(DEPARTURE, rates=RATES[:1])
    assert len(boat_draft(opening_of(adults, fares=Fares(0, 1, 0, 1)), adults).passengers) == 2


def test_a_number_alone_counts_adults_and_without_one_there_is_a_first_row() -> None:
    assert len(boat_draft(opening_of(DEPARTURE, seats=3), DEPARTURE).passengers) == 3
    assert len(boat_draft(opening_of(DEPARTURE), DEPARTURE).passengers) == 1


def test_the_customer_comes_along_and_a_new_phone_alone() -> None:
    known = boat_draft(opening_of(DEPARTURE, customer=PRIYA.customer), DEPARTURE)
    assert (known.customer_name, known.customer_phone) == ("Priya Raman", "9876501234")
    new = boat_draft(opening_of(DEPARTURE, phone="9812345678"), DEPARTURE)
    assert (new.customer_name, new.customer_phone, new.whole_phone) == ("", "9812345678", "")


def test_a_phone_of_another_country_is_whole_as_if_it_was_typed_on_the_page() -> None:
    new = boat_draft(opening_of(DEPARTURE, phone="+447911123456"), DEPARTURE)
    assert (new.customer_phone, new.whole_phone) == ("447911123456", "447911123456")
    jana = KnownCustomer("Jana Vogel", "4915112345678", "")
    known = boat_draft(opening_of(DEPARTURE, customer=jana), DEPARTURE)
    assert known.whole_phone == known.customer_phone == "4915112345678"
