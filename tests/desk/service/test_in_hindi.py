"""The sentences of the desk in Hindi, said at once and said again."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from app.api.messages.errors import NoAnswerError
from app.core.language import use
from app.desk.model import formats
from app.desk.model.customer_rules import phone_problem
from app.desk.passengers.summary import party_words
from app.desk.service import advice
from app.desk.service.clock_warning import other_zone, wrong_clock
from tests.support.desk.boat_samples import ARJUN, BOAT_DRAFT, DEPARTURE, RATES

DAY = date(2026, 11, 21)


@pytest.fixture(autouse=True)
def english() -> Generator[None]:
    yield
    use("en")


def test_a_date_has_hindi_names_and_the_digits_of_business() -> None:
    use("hi")
    assert formats.day_long(DAY) == "शनि 21 नव॰ 2026"
    assert (formats.day_medium(DAY), formats.day_short(DAY)) == ("शनि 21 नव॰", "21 नव॰")
    assert (formats.day_of_month(DAY), formats.day_full(DAY)) == ("21 नवंबर", "21 नवंबर 2026")
    assert formats.since(datetime(2026, 11, 20, 10, 41, tzinfo=UTC), DAY) == "20 नव॰ 10:41"


def test_hindi_numbers_have_their_plural_forms() -> None:
    use("hi")
    assert (formats.seats(0), formats.seats(1), formats.seats(2)) == ("0 सीट", "1 सीट", "2 सीटें")
    assert formats.duration(timedelta(hours=1, minutes=18)) == "1 घंटे 18 मिनट"
    assert (formats.ago(5), formats.ago(172_800)) == ("5 सेकंड पहले", "2 दिन पहले")


def test_an_advice_is_said_with_all_that_is_in_it() -> None:
    error = NoAnswerError("-", money_may_have_moved=False)
    use("hi")
    found = advice.advise_read(error, formats.seats(2))
    assert found.what == "यह पढ़ा नहीं जा सका: 2 सीटें। सेवा उत्तर नहीं देती।"
    assert found.meaning == "न कुछ बुक हुआ, न पैसे कटे।"
    assert [text for _, text in found.details] == ["सेवा ने उत्तर नहीं दिया: -।"]


def test_a_difference_of_clocks_and_another_zone_are_said() -> None:
    now = datetime(2026, 11, 21, 10, 0, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    use("hi")
    assert "3 मिनट पीछे" in wrong_clock(now, timedelta(minutes=3))
    assert "UTC+05:30" in other_zone(now, timedelta())


def test_what_was_typed_stands_as_it_was() -> None:
    use("hi")
    assert phone_problem("1234", is_whole=False) == "नंबर में 4 अंक हैं। कम से कम 8 चाहिए।"


@pytest.mark.parametrize(
    ("ticket", "english_words", "hindi"),
    [
        ("ADULT", "1 adult INDIAN", "1 वयस्क भारतीय"),
        ("Child", "1 child INDIAN", "1 बच्चा भारतीय"),
        ("INFANT", "1 infant INDIAN", "1 शिशु भारतीय"),
        ("SENIOR", "1 senior INDIAN", "1 वरिष्ठ भारतीय"),
        ("STUDENT", "1 student INDIAN", "1 छात्र भारतीय"),
        ("", "1 INDIAN", "1 भारतीय"),
    ],
)
def test_kinds_of_ticket_are_translated(ticket: str, english_words: str, hindi: str) -> None:
    departure = replace(DEPARTURE, rates=(replace(RATES[0], ticket_type=ticket),))
    draft = replace(BOAT_DRAFT, departure=departure, passengers=(ARJUN,))
    assert party_words(draft) == english_words
    use("hi")
    assert party_words(draft) == hindi


def test_nothing_in_a_row_is_nothing() -> None:
    assert (formats.sentences("", ""), formats.listed(["a", "", "b"]), formats.both(["a"])) == (
        "",
        "a, b",
        "a",
    )
