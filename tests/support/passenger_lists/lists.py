"""Lists of passengers with their truth: from a seed a party, written in one of many layouts."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from app.desk.passengers.doubts import AADHAAR, PASSPORT
from tests.support.passenger_lists.messages import CHAT, ONE_LINE, written_messages
from tests.support.passenger_lists.people import PartyMember, party
from tests.support.passenger_lists.tables import table
from tests.support.passenger_lists.truth import AGE, NAME, GivenList, LayoutChoices, ListTruth, truth_of
from tests.support.passenger_lists.words import phrases
from tests.support.passenger_lists.writing import (
    FILES,
    TEXTS,
    WORKBOOK,
    written_file,
    written_text,
    written_workbook,
)

_FIRST_DAY = date(2026, 11, 22)
_SIZES = (1, 2, 2, 3, 4, 4, 5, 6, 8, 12, 20, 40)
_SIZES_IN_A_LINE = (2, 2, 3, 4, 5, 8)
_CONTAINERS = {
    **dict.fromkeys(TEXTS, 5),
    "tabs": 12,
    **dict.fromkeys(FILES, 3),
    WORKBOOK: 25,
    CHAT: 20,
    ONE_LINE: 5,
}
_NO_LISTS = ("party.pdf", "party.rtf", "party.json", "party.eml", "party.vcf")
_SPOILED = ("lost letters", "letters encoded twice", "a font of old", "two people in a cell")


def given_list(seed: int) -> GivenList:
    """The list of a seed, always the same."""
    choices = LayoutChoices(seed)
    random = choices.random
    day = _FIRST_DAY + timedelta(days=random.randrange(120))
    days = day, day - timedelta(days=random.randrange(5, 45))
    if choices.happens(0.01, "no list at all"):
        name = choices.one("no list", _NO_LISTS)
        nobody = ListTruth((), is_list=False)
        return GivenList(seed, tuple(choices.traits), (name, phrases()[name][0].encode()), *days, (), nobody)
    container = choices.one("container", _CONTAINERS)
    is_western = container == "CSV in Windows-1252"
    script = "western" if is_western else choices.one("letters", {"latin": 6, "hindi": 2})
    people = party(
        random,
        day,
        size=random.choice(_SIZES_IN_A_LINE if container == ONE_LINE else _SIZES),
        script=script,
        papers=random.choice(("any", "any", "any", AADHAAR, PASSPORT)),
    )
    if choices.happens(0.1, "birthdays in the first days of a month"):
        # Days up to 12 alone, which may be months as well.
        early = [each.born.replace(day=(each.born.day - 1) % 12 + 1) for each in people]
        people = tuple(replace(each, born=born) for each, born in zip(people, early, strict=True))
    if container not in {CHAT, ONE_LINE}:
        return _tabular(seed, choices, days, people, container)
    text, said, style, asked = written_messages(people, days, choices, container)
    truth = truth_of(said, people, day, date_style=style, has_ages=False)
    truth = replace(truth, must_ask=truth.must_ask | asked)
    return GivenList(seed, tuple(choices.traits), text, *days, people, truth)


def _tabular(
    seed: int,
    choices: LayoutChoices,
    days: tuple[date, date],
    people: tuple[PartyMember, ...],
    container: str,
) -> GivenList:
    first = people[0]
    if container != "CSV in Windows-1252" and choices.random.random() < 0.03:
        given, family = choices.random.choice(phrases()[choices.one("spoiled", _SPOILED)]).split("|")
        first = replace(first, given=given, middle="", family=family)
    made = table((first, *people[1:]), days, choices, is_workbook=container == WORKBOOK)
    if container == WORKBOOK:
        content = written_workbook(made)
    else:
        content = written_file(made, container) if container in FILES else written_text(made, container)
    truth = truth_of(made.facts, made.people, made.day, date_style=made.date_style, has_ages=made.has_ages)
    spoiled = {(0, NAME)} if first is not people[0] and made.people[0] is first else set[tuple[int, str]]()
    truth = replace(
        truth,
        must_ask=truth.must_ask | spoiled | made.asked,
        may_ask=truth.may_ask | made.may_ask | {(row, AGE) for row in made.contradicts},
    )
    return GivenList(seed, tuple(choices.traits), content, *days, made.people, truth)
