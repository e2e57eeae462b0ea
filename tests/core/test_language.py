"""The words of the program in several languages."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from app.core import language
from app.core.language import (
    in_source,
    joined,
    lent,
    mark,
    message_of,
    speaking,
    tr,
    trn,
    use,
)
from tests.support.ui.pseudo import PSEUDO, said

NAME = mark("Name")


@pytest.fixture(autouse=True)
def english() -> Generator[None]:
    yield
    use("en")


def test_english_is_what_stands_in_the_source() -> None:
    assert tr("Row {number}, {name}", number=3, name="{x}") == "Row 3, {x}"
    assert (trn("{number} seat", "{number} seats", 1), trn("{number} seat", "{number} seats", 2)) == (
        "1 seat",
        "2 seats",
    )


def test_a_language_is_spoken_from_then_on() -> None:
    use("hi")
    assert (language.current(), tr(NAME), trn("{number} seat", "{number} seats", 2)) == (
        "hi",
        "\u0928\u093e\u092e",
        "2 \u0938\u0940\u091f\u0947\u0902",
    )


def test_another_language_is_spoken_for_a_while() -> None:
    with speaking("hi"):
        inside = tr(NAME)
    assert (inside, tr(NAME)) == ("\u0928\u093e\u092e", "Name")


def test_a_marked_text_is_said_wherever_it_is_met() -> None:
    use("hi")
    assert tr(NAME) == tr("{state}", state=NAME) != "Name"


def test_a_message_with_its_values_is_said_when_it_is_read() -> None:
    error = ValueError(mark("{state}, {name}", state=NAME, name="Asha"))
    assert str(error) == "Name, Asha"
    use("hi")
    assert str(error) == tr(mark("{state}, {name}", state=NAME), name="Asha") == "\u0928\u093e\u092e, Asha"


def test_parts_stand_behind_each_other() -> None:
    assert (joined(", ", ("Asha", "", tr(NAME))), joined(", ", ())) == ("Asha, Name", "")


def test_words_become_one_sentence_of_the_language() -> None:
    assert [language.ended(each) for each in ("Closed", "Closed.", "Closed...")] == ["Closed."] * 3
    with language.speaking("hi"):
        assert [language.ended(each) for each in ("बंद", "बंद।", "Closed.")] == ["बंद।", "बंद।", "Closed।"]


def test_what_an_exception_says_is_handed_on() -> None:
    error = ValueError(mark("Not saved: {cause}.", cause=message_of(ValueError(NAME))))
    use("hi")
    assert "\u0928\u093e\u092e" in str(error)
    assert (message_of(ValueError("Asha")), message_of(ValueError())) == ("Asha", "")


def test_a_language_lent_is_gone_afterwards() -> None:
    with lent(PSEUDO, said()):
        use(PSEUDO)
        assert (tr("Close"), trn("{number} seat", "{number} seats", 1)) == (
            "\u27e6Close\u27e7",
            "\u27e61 seat\u27e7",
        )
    with pytest.raises(KeyError):
        use(PSEUDO)


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError):
        use("xx")


def test_what_is_kept_is_as_the_source_has_it() -> None:
    use("hi")
    said = (in_source(NAME), in_source(ValueError(NAME)), in_source("Asha"), tr(NAME))
    assert said == ("Name", "Name", "Asha", "\u0928\u093e\u092e")


def test_an_exception_with_a_message_says_it_in_the_language_of_today() -> None:
    error = ValueError(
        mark("{name} is too large. Choose a picture below 10 MB and 40 megapixels.").filled(name="a.png")
    )
    english = str(error)
    with speaking("hi"):
        hindi = str(error)
    assert english.startswith("a.png is too large")
    assert "a.png" in hindi
    assert hindi != english
    assert str(error) == english
