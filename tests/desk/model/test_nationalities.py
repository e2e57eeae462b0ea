"""Exactly INDIAN for Indians, and a list that helps with the rest."""

import pytest

from app.desk.model.nationalities import INDIAN, codes, is_indian, nationalities, short_codes
from app.desk.model.service_words import complete_nationality


def test_the_list_is_whole_and_begins_with_indian() -> None:
    names = nationalities()
    assert names[0] == INDIAN
    assert len(names) == len(set(names)) == len(codes()) > 190
    assert list(names[1:]) == sorted(names[1:])
    assert all(name == name.upper().strip() and name.isprintable() for name in names)
    assert all(len(code) == 3 and code.isupper() for code in codes())
    assert sum(len(code) == 2 for code in short_codes()) == len(codes()) + 1
    assert set(short_codes().values()) == set(names)


@pytest.mark.parametrize("text", ["indian", " INDIAN ", "India", "IND", "in", "Bharat"])
def test_every_spelling_of_indian_is_recognised(text: str) -> None:
    assert is_indian(text)
    assert complete_nationality(text) == INDIAN


@pytest.mark.parametrize("text", ["", "INDONESIAN", "AMERICAN INDIAN", "I N D I A N"])
def test_other_nationalities_are_not_indian(text: str) -> None:
    assert not is_indian(text)


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("", ""),
        ("i", INDIAN),
        ("indo", "INDONESIAN"),
        ("ger", "GERMAN"),
        ("fra", "FRENCH"),
        ("usa", "AMERICAN"),
        ("aus", "AUSTRALIAN"),
        ("dominican", "DOMINICAN"),
        ("g", "G"),
        ("ma", "MA"),
        ("of  mars", "OF MARS"),
        ("UK", "BRITISH"),
        ("U.K.", "BRITISH"),
        ("uk", "UK"),
        ("USA", "AMERICAN"),
        ("U.S.A.", "AMERICAN"),
        ("U. S. A.", "AMERICAN"),
        ("us", "AMERICAN"),
        ("U.S.", "AMERICAN"),
        ("GB", "BRITISH"),
        ("gb", "BRITISH"),
        ("GBD", "BRITISH"),
        ("UAE", "EMIRATI"),
        ("KSA", "SAUDI"),
        ("DE", "GERMAN"),
        ("ES", "SPANISH"),
        ("es", "ES"),
        ("CH", "SWISS"),
        ("KY", "KY"),
        ("VI", "VI"),
        ("I.N.D.", INDIAN),
        ("ukr", "UKRAINIAN"),
        ("sw", "SW"),
        ("St. Lucian", "ST. LUCIAN"),
    ],
)
def test_a_clear_beginning_is_completed_and_nothing_else(typed: str, sent: str) -> None:
    assert complete_nationality(typed) == sent


def test_every_code_is_that_of_its_nationality() -> None:
    for code, name in (codes() | short_codes()).items():
        assert complete_nationality(code) == name
        assert complete_nationality(".".join(code) + ".") == name
        assert complete_nationality(code.lower()) in {name, code}
