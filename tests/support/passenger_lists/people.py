"""People of parties that are made up by chance: names, birth dates, nations and documents."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from random import Random

from app.desk.model.nationalities import codes
from app.desk.passengers.doubts import AADHAAR, PAN_CARD, PASSPORT, VOTER_ID, is_verhoeff
from app.desk.passengers.rules import age_on

INDIA, _HINDI = "IND", "hindi"
_LICENCE, _SCHOOL_ID = "DRIVING LICENCE", "SCHOOL ID"
MALE, FEMALE, OTHER = "MALE", "FEMALE", "OTHER"
_GROWN, _AT_SCHOOL, _OLDEST = 18, 5, 92
_NUMBERS = {
    VOTER_ID: "AAA0000000",
    PAN_CARD: "AAAPA0000A",
    _LICENCE: "MH00 20000000000",
    _SCHOOL_ID: "SC0000",
    "DEU": "CAAA0AA00",
    "GBR": "000000000",
    "USA": "000000000",
    "FRA": "00AA00000",
    "NPL": "00000000",
    INDIA: "A0000000",
}
"""The forms of documents, and of passports by nation: 0 is any digit, A any letter."""


@dataclass(frozen=True, slots=True)
class PartyMember:
    """A person as he is, however a list writes him."""

    title: str
    given: str
    middle: str
    family: str
    gender: str
    born: date
    nation: str
    """Three letters of ISO 3166."""
    id_type: str
    id_number: str

    @property
    def forenames(self) -> str:
        """All names before the last."""
        return f"{self.given} {self.middle}".strip()

    @property
    def name(self) -> str:
        """The name as the person would write it."""
        return f"{self.forenames} {self.family}".strip()

    @property
    def titled(self) -> str:
        """The name behind its title."""
        return f"{self.title} {self.name}".strip()

    @property
    def nationality(self) -> str:
        """The service's word for the nation."""
        return codes()[self.nation]

    @property
    def gender_by_title(self) -> tuple[str, ...]:
        """What may be known of the gender from the title alone."""
        return ("", self.gender) if self.title not in {"", "Dr"} else ("",)


def table_beside(name: str) -> list[list[str]]:
    """The lines of a table of this folder, each cut at its tabs."""
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines]


@cache
def _names() -> dict[str, list[list[str]]]:
    """By nation: words for the country (its name, two letters, others), men, women, families."""
    return {nation: [each.split("|") for each in lists] for nation, *lists in table_beside("names.tsv")}


def party(random: Random, day: date, *, size: int, script: str, papers: str) -> tuple[PartyMember, ...]:
    """So many people with different names, who travel on this day.

    The script is latin, western (letters of Windows-1252) or hindi; papers are any, AADHAAR or PASSPORT.
    """
    found: dict[str, PartyMember] = {}
    abroad = random.choice((0.0, 0.0, 0.2, 1.0)) if script != _HINDI and papers != AADHAAR else 0.0
    nations = sorted(set(_names()) - {INDIA, _HINDI} - ({"POL"} if script == "western" else set()))
    while len(found) < size:
        nation = random.choice(nations) if random.random() < abroad else INDIA
        member = _member(random, day, nation, _HINDI if script == _HINDI else nation, papers)
        found.setdefault(member.name.casefold(), member)
    return tuple(found.values())


def written_nation(random: Random, member: PartyMember, style: str) -> str:
    """The nation as a list writes it."""
    country, two, *short = _names()[member.nation][0]
    words = {"demonym": member.nationality.title(), "country": country, "three letters": member.nation}
    return {**words, "two letters": two, "short": random.choice(short or [country])}[style]


def _member(random: Random, day: date, nation: str, names: str, papers: str) -> PartyMember:
    gender = random.choices((MALE, FEMALE, OTHER), (50, 50, 1))[0]
    _, men, women, families = _names()[names]
    mine = women if gender == FEMALE else men
    given, middle, family = random.choice(mine), "", random.choice(families)
    born = day - timedelta(days=random.randrange(20, 365 * _OLDEST))
    if random.random() < 0.25:
        # A birthday between the day of a form and that of the trip.
        soon = day - timedelta(days=random.randrange(50))
        born = soon.replace(year=born.year - 1, day=min(soon.day, 28))
    form = random.random() if names != _HINDI else 1.0
    if form < 0.05 and nation == INDIA:
        family = ""
    elif form < 0.12:
        middle = random.choice([each for each in mine if each != given])
    elif form < 0.2:
        given, middle = random.choice((f"{given[0]}.", given[0])), random.choice(("", "K.", "S."))
    age = age_on(born, day)
    kind, number = _document(random, nation, age, papers)
    title = {MALE: "Mr", FEMALE: random.choice(("Mrs", "Ms", "Miss"))}.get(gender, "")
    if age < _GROWN:
        title = {MALE: "Master", FEMALE: "Miss"}.get(gender, "")
    elif random.random() < 0.08:
        title = "Dr"
    return PartyMember(title, given, middle, family, gender, born, nation, kind, number)


def _document(random: Random, nation: str, age: int, papers: str) -> tuple[str, str]:
    grown = (AADHAAR, AADHAAR, VOTER_ID, PAN_CARD, _LICENCE, PASSPORT)
    young = (_SCHOOL_ID, AADHAAR) if age >= _AT_SCHOOL else (AADHAAR,)
    kind = random.choice(grown if age >= _GROWN else young) if papers == "any" else papers
    if nation != INDIA or kind == PASSPORT:
        number = _filled(random, _NUMBERS.get(nation, "AA000000"))
        return PASSPORT, f"0{number[1:]}" if number.isdigit() and random.random() < 0.5 else number
    if kind != AADHAAR:
        return kind, _filled(random, _NUMBERS[kind])
    first = _filled(random, "00000000000")
    # Each beginning has one last digit that checks it; none begins with 1.
    first = first.replace("1", "2", 1) if first[0] == "1" else first
    return kind, next(number for last in range(10) if is_verhoeff(number := f"{first}{last}"))


def _filled(random: Random, form: str) -> str:
    drawn = {"0": "123456789", "A": "BCDFGHJKLMNRSTVWXZ"}
    return "".join(random.choice(drawn.get(each, each)) for each in form)
