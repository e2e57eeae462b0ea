"""People of parties that are made up by chance: names, birth dates, nations and documents."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from app.desk.model.nationalities import codes
from app.desk.passengers.doubts import (
    AADHAAR,
    PAN_CARD,
    PASSPORT,
    VOTER_ID,
    is_verhoeff,
)
from app.desk.passengers.rules import age_on

INDIA = "IND"
LICENCE, SCHOOL_ID = "DRIVING LICENCE", "SCHOOL ID"
MALE, FEMALE, OTHER = "MALE", "FEMALE", "OTHER"
_GROWN, _AT_SCHOOL, _OLDEST = 18, 5, 92
_NAMES = {
    "IND": (
        "Arjun Ravi Suresh Karthik Dev Kabir Ishaan Mohammed Gurpreet Om Rahul Venkatesh Joseph Nikhil",
        "Meera Leela Rohini Anya Priya Lakshmi Fatima Simran Asha Divya Tara Kavitha Maya Nisha",
        "Nair Sharma Das Sethi Iyer Patel Khan Singh D'Souza Roy Reddy Banerjee Kulkarni Joshi",
    ),
    "hindi": (
        "अर्जुन राजेश सुरेश मोहन विक्रम हृषिकेश",
        "मीरा सीता सुनीता लक्ष्मी कृष्णा ज्योति",
        "शर्मा वर्मा गुप्ता मिश्रा यादव त्रिपाठी",
    ),
    "DEU": ("Jürgen Lukas Jörg Christian", "Jana Käthe Zoë Sabine", "Müller Vogel Groß Weiß Schäfer"),
    "GBR": ("Tim Oliver George Jordan", "May Emily Siân June", "Parker O'Brien Smith-Jones Ward Ellis"),
    "USA": ("Ethan Tyler Chad Jordan", "Ava Madison Georgia Grace", "Miller Johnson Garcia Lopez McDonald"),
    "FRA": ("François Rémi Benoît Jean-Luc", "Chloé Hélène Anaïs Zoé", "Lefèvre Durand Moreau d'Aubigné"),
    "ESP": ("José Íñigo Andrés Germán", "Lucía Inés Begoña Nuria", "García_López Núñez Ibáñez Peña"),
    "NLD": ("Daan Sem Bram Joost", "Fenna Noor Sanne Lotte", "van_der_Meer de_Vries Jansen Bakker"),
    "POL": ("Łukasz Paweł Tomasz Marek", "Małgorzata Zofia Kinga Hanna", "Wójcik Kowalska Nowak Dąbrowska"),
    "SWE": ("Björn Åke Nils Sven", "Åsa Märta Elin Sofia", "Åkesson Öberg Lindström Berg"),
    "CHE": ("Reto Urs Beat Luca", "Heidi Ursina Nadia Regula", "Zürcher Brunner Meier Frei"),
    "AUS": ("Jack Cooper Noah Liam", "Ruby Matilda Isla Kylie", "Wilson Taylor Brown Kelly"),
    "JPN": ("Kenji Haruto Daiki Ren", "Yuki Sakura Aiko Hana", "Tanaka Sato Suzuki Mori"),
    "NPL": ("Bishal Prakash Suman Kiran", "Sita Sunita Anju Puja", "Gurung Thapa Shrestha Rai"),
    "LKA": ("Nuwan Kasun Chamara Ruwan", "Dilani Sanduni Nadeesha Ishara", "Perera Silva Fernando Bandara"),
    "RUS": ("Ivan Sergei Dmitri Oleg", "Olga Natalia Irina Elena", "Petrov Volkov Smirnov Orlov"),
    "UKR": ("Taras Andriy Bohdan Yuriy", "Oksana Iryna Larysa Daria", "Shevchenko Bondar Koval Melnyk"),
}
COUNTRIES = {
    "IND": ("India", "IN"),
    "DEU": ("Germany", "DE"),
    "GBR": ("United Kingdom", "GB", "UK", "U.K."),
    "USA": ("United States", "US", "USA", "U.S.A."),
    "FRA": ("France", "FR"),
    "ESP": ("Spain", "ES"),
    "NLD": ("Netherlands", "NL"),
    "POL": ("Poland", "PL"),
    "SWE": ("Sweden", "SE"),
    "CHE": ("Switzerland", "CH"),
    "AUS": ("Australia", "AU"),
    "JPN": ("Japan", "JP"),
    "NPL": ("Nepal", "NP"),
    "LKA": ("Sri Lanka", "LK"),
    "RUS": ("Russia", "RU"),
    "UKR": ("Ukraine", "UA"),
}
"""Name of the country, two letters of ISO 3166, and what people write in their place."""


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
    def name(self) -> str:
        """The name as the person would write it."""
        return " ".join(part for part in (self.given, self.middle, self.family) if part)

    @property
    def nationality(self) -> str:
        """The service's word for the nation."""
        return codes()[self.nation]


def party(random: Random, day: date, *, size: int, script: str, papers: str) -> tuple[PartyMember, ...]:
    """So many people with different names, who travel on this day.

    The script is latin, western (letters of Windows-1252) or hindi; papers are any, AADHAAR or PASSPORT.
    """
    found: dict[str, PartyMember] = {}
    abroad = random.choice((0.0, 0.0, 0.2, 1.0)) if script != "hindi" and papers != AADHAAR else 0.0
    while len(found) < size:
        member = _member(random, day, script, papers, is_guest=random.random() < abroad)
        found.setdefault(member.name.casefold(), member)
    return tuple(found.values())


def written_nation(random: Random, member: PartyMember, style: str) -> str:
    """The nation as a list writes it."""
    country, two, *short = COUNTRIES[member.nation]
    words = {
        "demonym": member.nationality.title(),
        "country": country,
        "three letters": member.nation,
        "two letters": two,
        "short": random.choice(short or [country]),
    }
    return words[style]


def _member(random: Random, day: date, script: str, papers: str, *, is_guest: bool) -> PartyMember:
    nation = random.choice(sorted(set(COUNTRIES) - {INDIA})) if is_guest else INDIA
    if script == "western" and nation == "POL":
        nation = "SWE"
    names = _NAMES["hindi" if script == "hindi" else nation]
    gender = random.choices((MALE, FEMALE, OTHER), (50, 50, 1))[0]
    given = random.choice(names[{MALE: 0, FEMALE: 1}.get(gender, random.randrange(2))].split())
    family = random.choice(names[2].split()).replace("_", " ")
    born = day - timedelta(days=random.randrange(20, 365 * _OLDEST))
    if random.random() < 0.25:
        # A birthday between the day of a form and that of the trip.
        born = _in_year(day - timedelta(days=random.randrange(50)), born.year - 1)
    age = age_on(born, day)
    middle = ""
    if script != "hindi":
        form = random.random()
        if form < 0.05 and nation == INDIA:
            family = ""
        elif form < 0.12:
            middle = random.choice(names[0 if gender == MALE else 1].split())
        elif form < 0.2:
            given, middle = random.choice((f"{given[0]}.", given[0])), random.choice(("", "K.", "S."))
    kind, number = _document(random, nation, age, papers)
    title = {MALE: "Mr", FEMALE: random.choice(("Mrs", "Ms", "Miss"))}.get(gender, "")
    if age >= _GROWN and random.random() < 0.08:
        title = "Dr"
    elif age < _GROWN:
        title = {MALE: "Master", FEMALE: "Miss"}.get(gender, "")
    return PartyMember(
        title, given, "" if middle == given else middle, family, gender, born, nation, kind, number
    )


def _in_year(day: date, year: int) -> date:
    return day.replace(year=year, day=min(day.day, 28))


def _document(random: Random, nation: str, age: int, papers: str) -> tuple[str, str]:
    if nation != INDIA:
        return PASSPORT, _passport(random, nation)
    grown = (AADHAAR, AADHAAR, VOTER_ID, PAN_CARD, LICENCE, PASSPORT)
    young = (SCHOOL_ID, AADHAAR) if age >= _AT_SCHOOL else (AADHAAR,)
    kind = random.choice(grown if age >= _GROWN else young) if papers == "any" else papers
    forms = {VOTER_ID: "AAA0000000", PAN_CARD: "AAAPA0000A", LICENCE: "MH00 20000000000", SCHOOL_ID: "SC0000"}
    if kind == AADHAAR:
        return kind, _aadhaar(random)
    return kind, _passport(random, nation) if kind == PASSPORT else _filled(random, forms[kind])


def _aadhaar(random: Random) -> str:
    first = f"{random.randrange(2, 10)}{random.randrange(10**10):010}"
    return next(number for last in range(10) if is_verhoeff(number := f"{first}{last}"))


def _passport(random: Random, nation: str) -> str:
    forms = {
        INDIA: "A0000000",
        "DEU": "CAAA0AA00",
        "GBR": "000000000",
        "USA": "000000000",
        "FRA": "00AA00000",
        "NPL": "00000000",
    }
    number = _filled(random, forms.get(nation, "AA000000"))
    return f"0{number[1:]}" if number.isdigit() and random.random() < 0.5 else number


def _filled(random: Random, form: str) -> str:
    """The form with chance digits for 0, and letters for A."""
    drawn = {"0": "123456789", "A": "BCDFGHJKLMNRSTVWXZ"}
    # The kind of person of a PAN stays: P.
    return "".join(random.choice(drawn[each]) if each in drawn else each for each in form)
