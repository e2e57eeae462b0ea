"""A party that is saved for its next trip, and its passengers on that day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from app.desk.model.boats import Passenger
from app.desk.passengers import rules
from app.desk.passengers.rules import age_on, on_day
from app.store.files.saved_groups import SavedParty, SavedPerson


def passengers_of(saved: SavedParty, travel_day: date) -> tuple[Passenger, ...]:
    """The people of a saved party, older by the whole years since they travelled.

    Their ages are those of that day in the year of travel.
    """
    years = max(0, age_on(saved.travelled_on, travel_day))
    people = (_person(person, years) for person in saved.people)
    return tuple(on_day(each, _years_later(saved.travelled_on, years), travel_day) for each in people)


def party_to_save(name: str, passengers: Iterable[Passenger], travelled_on: date) -> SavedParty:
    """The party to save of passengers, without document data."""
    people = tuple(
        SavedPerson(each.traveler_name.strip(), each.age.strip(), each.pax_gender, each.nationality)
        for each in passengers
        if each.traveler_name.strip()
    )
    return SavedParty(" ".join(name.split()), travelled_on, people)


def _person(person: SavedPerson, years: int) -> Passenger:
    age = str(int(person.age) + years) if person.age.isascii() and person.age.isdigit() else person.age
    row = Passenger(person.name, age, person.gender)
    return rules.with_cell(row, "nationality", person.nationality)


def _years_later(day: date, years: int) -> date:
    """The same day years later; of 29 February the 28th where there is none."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=day.day - 1)
