"""Lists of passengers with their truth: from a seed a party, written in one of many layouts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from app.desk.passengers.doubts import AADHAAR, PASSPORT
from tests.support.passenger_lists.people import PartyMember, party
from tests.support.passenger_lists.tables import ListTable, table
from tests.support.passenger_lists.truth import Content, GivenList, LayoutChoices, ListTruth, truth_of
from tests.support.passenger_lists.writing import (
    CHAT,
    FILES,
    ONE_LINE,
    TEXTS,
    WORKBOOK,
    people_in_a_line,
    written_file,
    written_messages,
    written_text,
    written_workbook,
)

_FIRST_DAY = date(2026, 11, 22)
_SIZES = (1, 2, 2, 3, 4, 4, 5, 6, 8, 12, 20, 40)
_CONTAINERS = {
    **dict.fromkeys(TEXTS, 5),
    "tabs": 12,
    **dict.fromkeys(FILES, 3),
    WORKBOOK: 25,
    CHAT: 20,
    ONE_LINE: 5,
}
_NO_LISTS = ("PDF", "RTF", "JSON", "mail", "contact card")
_SPOILED = {
    "lost letters": (("????", "????"), ("?????", "Nair"), ("Jos\ufffd", "Garc\ufffda")),
    "letters encoded twice": (("JosÃ©", "Nair"), ("ZoÃ«", "MÃ¼ller")),
    "a font of old": (("vtZqu", "uk;j"), ("ehjk", "'kekZ")),
    "two people in a cell": (("Arjun Nair / Meera", "Nair"), ("Tim & May", "Parker")),
}


def given_list(seed: int) -> GivenList:
    """The list of a seed, always the same."""
    choices = LayoutChoices(seed)
    random = choices.random
    day = _FIRST_DAY + timedelta(days=random.randrange(120))
    days = day, day - timedelta(days=random.randrange(5, 45))
    if choices.happens(0.01, "no list at all"):
        return _no_list(seed, choices, days)
    container = choices.one("container", _CONTAINERS)
    size = people_in_a_line(random) if container == ONE_LINE else random.choice(_SIZES)
    script = (
        choices.one("letters", {"latin": 6, "hindi": 2}) if container != "CSV in Windows-1252" else "western"
    )
    papers = random.choice(("any", "any", "any", AADHAAR, PASSPORT))
    people = party(random, day, size=size, script=script, papers=papers)
    if container in {CHAT, ONE_LINE}:
        text, said, is_open = written_messages(people, days, choices, in_one_line=container == ONE_LINE)
        truth = truth_of(said, people=people, day=day, with_open_dates=is_open, has_ages=False)
        return GivenList(seed, tuple(choices.traits), text, *days, people, truth)
    return _tabular(seed, choices, days, people, container)


def _tabular(
    seed: int, choices: LayoutChoices, days: tuple[date, date], people: Sequence[PartyMember], container: str
) -> GivenList:
    spoiled = ""
    if container != "CSV in Windows-1252" and choices.random.random() < 0.03:
        spoiled = choices.one("spoiled", tuple(_SPOILED))
        given, family = choices.random.choice(_SPOILED[spoiled])
        people = (replace(people[0], given=given, middle="", family=family), *people[1:])
    made = table(tuple(people), days, choices, is_workbook=container == WORKBOOK)
    content = _content(made, container)
    truth = truth_of(
        made.facts,
        people=made.people,
        day=made.day,
        with_open_dates=made.open_dates,
        has_ages=made.has_ages,
    )
    if spoiled and made.people[0] is people[0]:
        truth = replace(truth, must_ask=truth.must_ask | {(0, "traveler_name")})
    contradicted = {(row, "age") for row in made.contradicts}
    truth = replace(truth, may_ask=truth.may_ask | contradicted)
    return GivenList(seed, tuple(choices.traits), content, *days, made.people, truth)


def _content(made: ListTable, container: str) -> Content:
    if container == WORKBOOK:
        return written_workbook(made)
    return written_file(made, container) if container in FILES else written_text(made, container)


def _no_list(seed: int, choices: LayoutChoices, days: tuple[date, date]) -> GivenList:
    kind = choices.one("no list", _NO_LISTS)
    person = party(choices.random, days[0], size=1, script="western", papers="any")[0]
    name, text = {
        "PDF": (
            "party.pdf",
            (
                "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
                f"2 0 obj\n<< /Length 44 >>\nstream\nBT /F1 12 Tf ({person.name} 41 M) Tj ET\nendstream\n%%EOF\n"
            ),
        ),
        "RTF": (
            "party.rtf",
            rf"{{\rtf1\ansi\deff0 {{\fonttbl {{\f0 Arial;}}}}\par {person.name} 41 M\par }}",
        ),
        "JSON": ("party.json", json.dumps({"people": [{"name": person.name, "age": 41}]}, indent=1)),
        "mail": (
            "party.eml",
            (
                "From: Ravi <ravi@example.com>\nTo: counter@example.com\nSubject: Party\nMIME-Version: 1.0\n"
                f"Content-Type: text/plain\n\n{person.name} 41 M\n"
            ),
        ),
        "contact card": (
            "party.vcf",
            f"BEGIN:VCARD\nVERSION:3.0\nN:{person.family};{person.given};;;\nTEL:+919845012377\nEND:VCARD\n",
        ),
    }[kind]
    truth = ListTruth((), is_list=False)
    return GivenList(seed, tuple(choices.traits), (name, text.encode()), *days, (), truth)
