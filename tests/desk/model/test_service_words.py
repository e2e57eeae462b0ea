"""The service's words in the language of the screen, and what is sent."""

from __future__ import annotations

import pytest

from app.core.language import speaking
from app.desk.model.nationalities import nationalities
from app.desk.model.service_words import complete_nationality, shown_word

KNOWN = (
    ("MALE", "पुरुष"),
    ("Female", "महिला"),
    ("Adult INDIAN", "वयस्क भारतीय"),
    ("VOTER ID ••4619", "वोटर आईडी ••4619"),
    ("NEW ZEALANDER", "न्यूज़ीलैंडर"),
    ("Senior citizen", "वरिष्ठ citizen"),
    ("400.00 flat", "400.00 तय"),
    ("", ""),
)


@pytest.mark.parametrize(("word", "hindi"), KNOWN)
def test_a_known_word_is_that_of_the_language_and_any_other_stays(word: str, hindi: str) -> None:
    assert shown_word(word) == word
    with speaking("hi"):
        assert shown_word(word) == hindi


def test_each_nationality_has_a_word_of_its_own_that_is_understood() -> None:
    with speaking("hi"):
        shown = {each: shown_word(each) for each in nationalities()}
        assert len(set(shown.values())) == len(shown)
        assert not [each for each, word in shown.items() if each == word]
        assert {complete_nationality(word) for word in shown.values()} == set(shown)


def test_a_part_of_a_word_is_no_word() -> None:
    with speaking("hi"):
        assert [shown_word(each) for each in ("MALES", "INDIANA", "ADULTS")] == ["MALES", "INDIANA", "ADULTS"]
