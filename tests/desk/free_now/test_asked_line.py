"""Lines of words that ask what is free."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk.free_now.asked_line import asked_in, is_free_line
from app.desk.free_now.values import FreeQuestion
from app.desk.quick_entry.values import Fares, NoDate

TODAY = date(2026, 11, 21)
TOMORROW = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("line", "fares", "hour", "day", "typed"),
    [
        ("free", None, None, None, ""),
        ("free 4 tmr after 14", Fares(4), 14, TOMORROW, ""),
        ("khali 4 log kal 14 baje ke baad", Fares(4), 14, TOMORROW, ""),
        ("खाली ४ लोग कल", Fares(4), None, TOMORROW, ""),
        ("2a 1c after 14 swaraj", Fares(2, 1), 14, None, "swaraj"),
        ("free 2a1c 1fa 2 pm", Fares(2, 1, 1), 14, None, ""),
        ("free 2 from 9 22 nov", Fares(2), 9, TOMORROW, ""),
        ("4 after 2 pm dive", Fares(4), 14, None, "dive"),
        ("dive 15:30", None, 15, None, "dive"),
        ("free 101", None, None, None, ""),
        ("free after", None, None, None, ""),
        ("free 0", None, None, None, ""),
        ("free 4 after 25", Fares(4), None, None, ""),
        ("free 2 adults and 1 child at 3", Fares(2, 1), 15, None, ""),
        ("free now 4 people", Fares(4), None, None, ""),
        ("free 4 14", Fares(4), None, None, ""),
        ("free from 15 to 18", None, 15, None, ""),
        ("snorkel 4", Fares(4), None, None, "snorkel"),
        ("free 4 from 5 dec", Fares(4), None, date(2026, 12, 5), ""),
        ("free after 4 people", Fares(4), None, None, ""),
        ("free 4 till 5pm", Fares(4), None, None, ""),
        ("free 4 3pm to 5 pm", Fares(4), 15, None, ""),
        ("free 4 2 baje ke baad", Fares(4), 14, None, ""),
    ],
)
def test_a_line_says(line: str, fares: Fares | None, hour: int | None, day: date | None, typed: str) -> None:
    found = asked_in(line, TODAY)
    assert (found.fares, found.first_hour, found.day, found.typed) == (fares, hour, day, typed)


def test_a_past_day_is_none_and_no_number_of_people() -> None:
    found = asked_in("free 2 20 nov 31/2", TODAY)
    assert (found.fares, found.day, found.typed) == (Fares(2), None, "")
    assert [type(each.said) for each in found.words[2:]] == [NoDate, NoDate]


def test_what_a_line_does_not_say_stays_as_it_was() -> None:
    asked = FreeQuestion(Fares(3), 9, "Port Blair", by_place=True)
    assert asked_in("after 14 dive", TODAY).over(asked) == FreeQuestion(
        Fares(3), 14, "Port Blair", "dive", by_place=True
    )


@pytest.mark.parametrize(
    ("line", "is_one"),
    [("free 4", True), ("Khali", True), ("खाली 2", True), ("4 free", False), ("", False), ("freedom", False)],
)
def test_a_line_asks_by_its_first_word(line: str, *, is_one: bool) -> None:
    assert is_free_line(line) is is_one


@given(st.text(max_size=60))
def test_no_line_raises_and_each_word_stands_where_it_says(line: str) -> None:
    found = asked_in(line, TODAY)
    ends = [place for each in found.words for place in (each.start, each.end)]
    assert ends == sorted(ends)
