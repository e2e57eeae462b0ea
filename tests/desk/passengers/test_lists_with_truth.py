"""Lists as people bring them, each with its truth: nothing is silently wrong, and little is asked in vain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import count, islice

import pytest

from app.desk.passengers.rules import age_on
from tests.support.passenger_lists.judge import ListOutcome, ListVerdict, judged, perfect_outcome
from tests.support.passenger_lists.lists import given_list
from tests.support.passenger_lists.measuring import measured
from tests.support.passenger_lists.truth import GivenList, turned_date
from tests.support.proof import few

# Twenty thousand lists: what they go through is covered by the tests of each step.
pytestmark = pytest.mark.no_cover

FEW, ALL, ENOUGH = 500, 20_000, 5
_BATCHES = [range(FEW), *(range(at, at + 1_950) for at in range(FEW, ALL, 1_950))]
Row = Mapping[str, str]
_given = cache(given_list)


@pytest.mark.parametrize("seeds", few(_BATCHES))
def test_no_list_is_silently_wrong_and_few_are_asked_about_in_vain(seeds: range) -> None:
    figures = measured(seeds)
    assert figures.is_good, figures.table()


def test_a_seed_makes_the_same_list_again() -> None:
    for seed in range(60):
        once, again = given_list(seed), given_list(seed)
        assert (once.layout, once.truth, once.people) == (again.layout, again.truth, again.people)
        # A workbook bears the time at which it was made.
        assert isinstance(once.content, tuple) or once.content == again.content


def test_who_knows_all_that_can_be_known_is_right_and_asks_what_is_open() -> None:
    figures = measured(range(FEW), lambda given: perfect_outcome(given.truth))
    assert figures.is_good, figures.table()
    assert set(figures.verdicts) == {ListVerdict.RIGHT, ListVerdict.ASKED, ListVerdict.REFUSED}
    # The others hold what a list itself leaves open.
    assert figures.verdicts[ListVerdict.RIGHT] > FEW * 0.85


def test_what_is_open_has_to_be_asked() -> None:
    for given in islice(_lists(lambda each: bool(each.truth.must_ask)), ENOUGH):
        known = replace(perfect_outcome(given.truth), asked=frozenset())
        assert judged(known, given.truth)[0] == ListVerdict.WRONG


def test_a_layout_is_one_of_very_many() -> None:
    lists = list(map(_given, range(FEW)))
    assert len({given.layout for given in lists}) > FEW * 0.9
    assert len({trait for given in lists for trait in given.traits}) > 150
    assert {len(given.people) for given in lists} >= {1, 2, 40}


# Planted faults


def test_a_changed_order_of_day_and_month_is_found() -> None:
    """Told by one birth date alone, as in 03/25/1985 above 12/11/2014."""

    def has_both(given: GivenList) -> bool:
        return _is_told(given, "dates: m") and any(
            _turned_age(given, row) for row in range(len(given.people))
        )

    def turned(given: GivenList, row: int, person: Row) -> Row:
        return {**person, "age": _turned_age(given, row) or person["age"]}

    _all_are_found(has_both, turned, "age")


def test_a_column_that_is_taken_for_its_neighbour_is_found() -> None:
    def shifted(_given: GivenList, _row: int, person: Row) -> Row:
        return {**person, "pax_gender": person["nationality"], "nationality": person["pax_gender"]}

    _all_are_found(lambda given: _states(given, "pax_gender", "nationality"), shifted, "pax_gender")


def test_a_country_that_is_completed_from_its_beginning_is_found() -> None:
    """UK is not Ukraine."""

    def completed(_given: GivenList, _row: int, person: Row) -> Row:
        return {**person, "nationality": person["nationality"].replace("BRITISH", "UKRAINIAN")}

    def is_short(given: GivenList) -> bool:
        return "nations: short" in given.traits and any(each.nation == "GBR" for each in given.people)

    _all_are_found(is_short, completed, "nationality")


def test_an_age_of_the_day_of_the_list_is_found() -> None:
    def earlier(given: GivenList, row: int) -> str:
        born = given.people[row].born
        return str(max(0, age_on(born, given.form_day)))

    def has_birthday(given: GivenList) -> bool:
        rows = range(len(given.truth.people))
        return _is_told(given, "ages: birth date") and any(
            given.truth.people[row]["age"][0] not in {"", earlier(given, row)} for row in rows
        )

    def aged(given: GivenList, row: int, person: Row) -> Row:
        return {**person, "age": earlier(given, row) if person["age"] else ""}

    _all_are_found(has_birthday, aged, "age")


def test_who_is_added_or_left_out_is_found() -> None:
    for given in islice(_lists(lambda each: len(each.truth.people) > 1), ENOUGH):
        right = perfect_outcome(given.truth)
        total = dict.fromkeys(right.people[0], "") | {"traveler_name": "Total"}
        for people in (right.people[1:], (*right.people, total)):
            assert judged(replace(right, people=people), given.truth)[0] == ListVerdict.WRONG


def test_a_doubt_beside_what_is_right_is_in_vain_and_beside_what_is_missing_is_not() -> None:
    given = next(_lists(lambda each: _states(each, "age") and not _states(each, "id_number")))
    right = perfect_outcome(given.truth)
    assert judged(replace(right, asked=frozenset({(0, "age")})), given.truth)[0] == ListVerdict.ASKED_FREELY
    assert judged(replace(right, asked=frozenset({(0, "id_number")})), given.truth)[0] == ListVerdict.ASKED
    assert judged(ListOutcome(refused="No."), given.truth)[0] == ListVerdict.REFUSED_FREELY


def _all_are_found(
    has_it: Callable[[GivenList], bool], planted: Callable[[GivenList, int, Row], Row], fact: str
) -> None:
    for given in islice(_lists(has_it), ENOUGH):
        right = perfect_outcome(given.truth)
        wrong = [planted(given, row, person) for row, person in enumerate(right.people)]
        verdict, difference = judged(replace(right, people=tuple(wrong)), given.truth)
        assert verdict == ListVerdict.WRONG, given.seed
        assert fact in difference


def _lists(has_it: Callable[[GivenList], bool]) -> Iterator[GivenList]:
    return (given for given in map(_given, count()) if given.truth.is_list and has_it(given))


def _states(given: GivenList, *facts: str) -> bool:
    return all(person[fact][0] for person in given.truth.people for fact in facts)


def _is_told(given: GivenList, trait: str) -> bool:
    """Whether the list has such a trait, and leaves nothing open."""
    return not given.truth.must_ask and any(each.startswith(trait) for each in given.traits)


def _turned_age(given: GivenList, row: int) -> str:
    """The other age of who states one, with day and month changed; empty when there is none."""
    stated, turned = given.truth.people[row]["age"][0], turned_date(given.people[row].born)
    if not stated or turned is None or turned > given.day:
        return ""
    age = str(age_on(turned, given.day))
    return age if age != stated else ""
