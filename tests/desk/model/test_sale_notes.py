"""What may be typed as a note, and what is noticed of it."""

from __future__ import annotations

import pytest

from app.desk.model.sale_notes import SaleNotes, is_too_long, may_be_document, usual_words


@pytest.mark.parametrize(
    ("note", "found"),
    [
        ("A1234567 is seven", False),
        ("Ring before 18:00, 22/11/2026", False),
        ("12345678", True),
        ("Aadhaar 1234 5678 9012", True),
        ("98450-12377", True),
        ("1234567 and 8", False),
    ],
)
def test_eight_digits_in_a_row_may_be_a_document(note: str, *, found: bool) -> None:
    assert may_be_document(note) is found


@pytest.mark.parametrize(
    ("note", "found"), [("x" * 160, False), ("x" * 161, True), ("a\nb\nc", False), ("a\nb\nc\nd", True)]
)
def test_a_note_has_an_end(note: str, *, found: bool) -> None:
    assert is_too_long(note) is found


def test_what_is_kept_has_no_empty_lines() -> None:
    assert SaleNotes(" a \n\n b ", "\n").tidied() == SaleNotes("a\nb", "")


@pytest.mark.parametrize(
    ("notes", "words"),
    [
        ([], ("Pick-up", "Vegetarian")),
        # A name that one note alone begins with is no usual word.
        (["Priya comes later.", "vegetarian lunch"], ("Pick-up", "Vegetarian")),
        (["Wheelchair at the jetty", "wheelchair. Window", "Window, left"], ("Wheelchair", "Window")),
        (["vegetarian lunch", "Vegetarian"], ("vegetarian", "Pick-up")),
        (["2 bags; 2 bags", "an", "an"], ("Pick-up", "Vegetarian")),
    ],
)
def test_the_usual_words_begin_sentences_of_two_notes_at_least(
    notes: list[str], words: tuple[str, ...]
) -> None:
    assert usual_words(notes, ("Pick-up", "Vegetarian")) == words
