"""Saved parties: older at the next trip, and without documents."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from app.desk.model.boats import Passenger
from app.desk.passengers.saved_parties import party_to_save, passengers_of
from app.store.files.saved_groups import SavedParty, SavedPerson
from tests.support.desk.boat_samples import ARJUN, COPY, JANA, TOMORROW


def test_a_saved_party_has_grown_older() -> None:
    saved = SavedParty(
        "The Nairs",
        date(2024, 11, 23),
        (
            SavedPerson("Arjun Nair", "39", "MALE", "INDIAN"),
            SavedPerson("Jana Vogel", "about 30", "FEMALE", "GERMAN"),
        ),
    )
    stated = date(2025, 11, 23)
    assert passengers_of(saved, date(2026, 11, 22)) == (
        Passenger("Arjun Nair", "40", "MALE", "INDIAN", aged_on=stated),
        Passenger("Jana Vogel", "about 30", "FEMALE", "GERMAN", "PASSPORT", aged_on=stated),
    )
    assert passengers_of(saved, date(2026, 11, 23))[0].aged_on is None
    leap = passengers_of(replace(saved, travelled_on=date(2024, 2, 29)), date(2025, 6, 1))
    assert [(each.age, each.aged_on) for each in leap[:1]] == [("40", date(2025, 2, 28))]
    assert passengers_of(saved, date(2026, 11, 23))[0].age == "41"
    assert passengers_of(saved, date(2020, 1, 1))[0].age == "39"


def test_nothing_of_a_document_is_kept_of_a_party() -> None:
    saved = party_to_save(
        " The  Vogels ", (JANA, Passenger(), replace(ARJUN, traveler_name=" Arjun ")), TOMORROW
    )
    assert saved == SavedParty(
        "The Vogels",
        TOMORROW,
        (
            SavedPerson("Jana Katharina Vogel", "34", "FEMALE", "GERMAN"),
            SavedPerson("Arjun", "41", "MALE", "INDIAN"),
        ),
    )
    assert JANA.document is COPY
    assert [each.id_number for each in passengers_of(saved, TOMORROW)] == ["", ""]
