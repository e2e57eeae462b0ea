"""One person does not count as two by another way of writing the name."""

from __future__ import annotations

import pytest

from app.desk.model.person_names import bare_name

_SAME = (
    "asha rao",
    " Asha  Rao. ",
    "A. s. h. a Rao",
    "Asha-Rao",
    "ASHARAO",
    "As\u200bha\u00a0Rao",
    "\uff21sha Rao",
    "Asha Rao!",
    "\u201cAsha\u201d Rao",
    "Asha_Rao",
    "Asha+Rao",
    "\ufeffAsha Rao\x00",
    "Asha Ra\u00ado",
)
_OTHERS = ("Asha", "Ash\xe1 Rao", "Asha Rao 2", "\u0906\u0936\u093e \u0930\u093e\u0935")


@pytest.mark.parametrize("same", _SAME)
def test_case_spaces_and_signs_make_no_other_person(same: str) -> None:
    assert bare_name(same) == bare_name("Asha Rao") == "asharao"


@pytest.mark.parametrize("other", _OTHERS)
def test_letters_marks_and_figures_do(other: str) -> None:
    assert bare_name(other) not in {bare_name("Asha Rao"), ""}


def test_names_that_differ_by_a_vowel_sign_differ() -> None:
    assert bare_name("\u0930\u093e\u0935\u0940") != bare_name("\u0930\u0935\u093f")


def test_signs_alone_are_no_name() -> None:
    assert bare_name(" .-\u200b ") == ""
