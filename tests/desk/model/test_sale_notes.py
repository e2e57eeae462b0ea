"""What may be typed as a note, and what is noticed of it."""

from __future__ import annotations

import pytest

from app.desk.model.sale_notes import is_too_long, may_be_document, usual_words


def test_eight_digits_in_a_row_may_be_a_document() -> None:
    for note in ("12345678", "Aadhaar 1234 5678 9012", "98450-12377"):
        assert may_be_document(note), note
    for note in ("A1234567 is seven", "Ring before 18:00, 22/11/2026", "1234567 and 8"):
        assert not may_be_document(note), note


def test_a_note_has_an_end() -> None:
    notes = ("x" * 160, "a\nb\nc", "x" * 161, "a\nb\nc\nd")
    assert [is_too_long(each) for each in notes] == [False, False, True, True]


@pytest.mark.parametrize(
    ("notes", "words"),
    [
        ([], ("Pick-up", "Vegetarian")),
        # A name that one note alone begins with is no usual word.
        (["Priya comes later.", "Vegetarian lunch"], ("Pick-up", "Vegetarian")),
        (["Wheelchair at the jetty", "Wheelchair. Window", "Window, left"], ("Wheelchair", "Window")),
        (["Vegetarian lunch", "Vegetarian; ", " \n"], ("Vegetarian", "Pick-up")),
        (["2 bags; 2 bags", "2 bags"], ("Pick-up", "Vegetarian")),
    ],
)
def test_the_usual_words_begin_sentences_of_two_notes_at_least(
    notes: list[str], words: tuple[str, ...]
) -> None:
    assert usual_words(notes, ("Pick-up", "Vegetarian")) == words
