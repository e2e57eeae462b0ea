"""What in a passenger's cells is unusual, and may be right all the same.

The interface shows no list of words but INDIAN and PASSPORT (part 2.6), so nothing is refused: a person
corrects the cell, or says that it is to be booked as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from app.core.language import tr
from app.desk.model.boats import Passenger
from app.desk.model.nationalities import is_indian, nationalities
from app.desk.passengers.name_doubts import name_doubt

PASSPORT = "PASSPORT"
AADHAAR, VOTER_ID, PAN_CARD = "AADHAAR", "VOTER ID", "PAN CARD"
GENDERS = ("MALE", "FEMALE", "OTHER")
ID_TYPES = (AADHAAR, VOTER_ID, PAN_CARD, "DRIVING LICENCE", "SCHOOL ID", PASSPORT)
_AADHAAR_DIGITS = 12
_BETWEEN = re.compile(r"[\s\-/.]")
_VOTER = re.compile(r"[A-Z]{3}[0-9]{7}", re.ASCII)
_PAN = re.compile(r"[A-Z]{5}[0-9]{4}[A-Z]", re.ASCII)
_INDIAN_PASSPORT = re.compile(r"[A-Z][0-9]{7}", re.ASCII)
_ANY_PASSPORT = re.compile(r"[A-Z0-9]{5,12}", re.ASCII)
_CORNERS = 5
_TURNS = (1, 5, 7, 6, 2, 8, 3, 0, 9, 4)
"""How a digit changes from one place to the next in the check of Verhoeff."""


def doubt(passenger: Passenger, cell: str) -> str:
    """What is unusual in a cell, in a sentence; empty for nothing, or when it is to be booked as it is."""
    check = _CHECKS.get(cell)
    text = "" if check is None else str(getattr(passenger, cell)).strip()
    if check is None or not text or (cell, text) in passenger.as_is:
        return ""
    found = check(passenger, text)
    return tr("{what} Correct it, or Ctrl U: book it as it is.", what=found) if found else ""


def as_it_is(passenger: Passenger, cell: str) -> Passenger:
    """The passenger whose cell is to be booked as it is, until another text stands there."""
    text = str(getattr(passenger, cell)).strip()
    return replace(passenger, as_is=passenger.as_is | {(cell, text)})


def _name(_passenger: Passenger, text: str) -> str:
    return name_doubt(text)


def _age(passenger: Passenger, _text: str) -> str:
    born, earlier = passenger.born, passenger.earlier_born
    if born is None or earlier is None:
        return ""
    return tr(
        "The passport has two digits of the year: born {year}, or {earlier}?",
        year=born.year,
        earlier=earlier.year,
    )


def _gender(_passenger: Passenger, text: str) -> str:
    return "" if text in GENDERS else tr("The gender is usually MALE, FEMALE or OTHER.")


def _nationality(_passenger: Passenger, text: str) -> str:
    if text in nationalities():
        return ""
    return tr("No such nationality is known, so the fare is a foreigner\u2019s.")


def _id_type(_passenger: Passenger, text: str) -> str:
    return "" if text in ID_TYPES else tr("This is none of the usual documents.")


def _id_number(passenger: Passenger, text: str) -> str:
    plain = "".join(str(int(each)) if each.isdecimal() else each for each in text)
    number, kind = _BETWEEN.sub("", plain).upper(), passenger.id_type.strip()
    if kind == AADHAAR:
        return _aadhaar(number)
    if kind == VOTER_ID:
        return (
            "" if _VOTER.fullmatch(number) else tr("A voter\u2019s card has three letters and seven digits.")
        )
    if kind == PAN_CARD:
        return "" if _PAN.fullmatch(number) else tr("A PAN has five letters, four digits and a letter.")
    if kind == PASSPORT:
        return _passport(number, is_of_india=is_indian(passenger.nationality))
    return ""


def _passport(number: str, *, is_of_india: bool) -> str:
    if is_of_india:
        is_usual = _INDIAN_PASSPORT.fullmatch(number) is not None
        return "" if is_usual else tr("An Indian passport has a letter and seven digits.")
    is_usual = _ANY_PASSPORT.fullmatch(number) is not None and any(each.isdigit() for each in number)
    return "" if is_usual else tr("The number of a passport has five to twelve letters and digits.")


def _aadhaar(number: str) -> str:
    if not (number.isascii() and number.isdigit()) or len(number) != _AADHAAR_DIGITS:
        count = sum(each.isdecimal() for each in number)
        return tr("An Aadhaar number has {all} digits, this one {number}.", all=_AADHAAR_DIGITS, number=count)
    if number[0] in "01":
        return tr("No Aadhaar number begins with 0 or 1.")
    return "" if is_verhoeff(number) else tr("A digit of this Aadhaar number is wrong.")


def is_verhoeff(number: str) -> bool:
    """Whether the last digit checks the others (Verhoeff): one wrong digit is found, and two swapped ones."""
    sum_so_far = 0
    for place, digit in enumerate(reversed(number)):
        turned = int(digit)
        for _ in range(place % 8):
            turned = _TURNS[turned]
        sum_so_far = _in_dihedral_group(sum_so_far, turned)
    return sum_so_far == 0


def _in_dihedral_group(one: int, other: int) -> int:
    """The product in the group of the turns and mirrors of a pentagon: 0 to 4 turn, 5 to 9 mirror."""
    is_mirror = one >= _CORNERS
    turn = (one - other if is_mirror else one + other) % _CORNERS
    return turn if is_mirror == (other >= _CORNERS) else turn + _CORNERS


_CHECKS: dict[str, Callable[[Passenger, str], str]] = {
    "traveler_name": _name,
    "age": _age,
    "pax_gender": _gender,
    "nationality": _nationality,
    "id_type": _id_type,
    "id_number": _id_number,
}
