"""What in a passenger's cells is unusual, and may be right all the same.

The interface shows no list of words but INDIAN and PASSPORT (part 2.6), so nothing is refused: a person
corrects the cell, or says that it is to be booked as it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace

from app.core.language import tr
from app.desk.model import formats
from app.desk.model.boats import Passenger
from app.desk.model.nationalities import is_indian, nationalities

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
_LOST = re.compile("[?\ufffd\u25a1]")
_FOREIGN = re.compile(r"[^\x00-\x7f]{2,}")
_WRONG_ENCODINGS = ("cp1252", "latin-1", "mac_roman", "cp437", "cp850")
"""In which text of UTF-8 is read by mistake."""
_GARBLED = re.compile(
    "[\u00c2\u00c3][\x80-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]"
    "|\u00c3(?=\\s|$)|\u00e0[\u00a4\u00a5]|\u00e2\u20ac"
)
"""What is left of such text where a byte was lost, so that it cannot be turned back."""
_OF_OLD_FONT = re.compile(
    r"[a-zA-Z][\]\[{}|\\~^=<>%$#!*_\"`;][a-z]|[;\"\[{~]k[a-z]|(?<!\b[od])'k(?:[a-z]|\b)|[a-z][;~]$|[a-z]Z(?![a-z]*[aeiou])"
    r"|\b(?!(?:de|di|da|du|la|le|el|al|van|von|mc|mac|st|o|d)[A-Z])[a-z]+[A-Z]|[\u00a1-\u00a9\u00ab-\u00b6\u00b8\u00b9\u00d7\u00f7]"
)
"""Signs and capitals inside a word, as in vtZqu uk;j (Kruti Dev), and signs of Chanakya."""
_NO_BEGINNING = re.compile(
    r"\b(?:v[bcdfgjkmnpqtxz]|[fj][bcdfgkmpqtvxz]|l[bcdfgjkmnpqrstxz]|y[bcdfgjklmnpqrstxz]|d[jkq]|[cx][gkq]"
    r"|g[fkq]|r[dgkqs]|[lx]h[bcdfgjkmnpqrstvxz])[a-z']|[bcdfgjkmnpqrstvxz]yh\b"
)
"""No word of small letters begins so, but Hindi in such a font does, as "jke" for Ram."""
_BETWEEN_TWO = re.compile(
    r"[/;|&+,]|\s(?:and|und|et|aur|with|plus|\u0914\u0930|\u090f\u0935\u0902|\u0935)\s|\s-\s", re.IGNORECASE
)
_OF_ONE = re.compile(r",\s*(?:jr|sr|ii|iii|iv|md|phd|dr)\.?$|\s[as]/[lop]\s", re.IGNORECASE)
"""Junior, or a Malaysian's father: the name of one person."""
_KIN = re.compile(r"\b[sdwc]\s?/\s?o\b|\b(?:son|daughter|wife|care) of\b", re.IGNORECASE)
_POSSESSIVE = re.compile("\\w['\u2019]s(?!\\w)", re.IGNORECASE)
"""As in "Kumar's mother"; no name ends so."""
_SIGNS = frozenset(
    ".,'\u2019\u2018\u02bc`\u00b4()-\u2010\u2011\u2012\u2013\u2014\u00b7\u30fb\u0970\"\u201c\u201d/&;|+"
)
_NO_NAMES = re.compile(
    r"(?:(?:full|pax|passenger|guest|traveller|student) )?names?|passengers?|guests?|pax|travellers?"
    r"|(?:(?:grand|sub) ?)?total(?: pax| passengers)?|(?:sr|s|sl|serial)? ?no|sr|adults?|child|children"
    r"|infants?|male|female|gender|age|dob|self|wife|husband|son|daughter|mother|father|brother|sister"
    r"|nephew|niece|uncle|aunt|friend|mr|mrs|ms|n ?a|nil"
    "|none|null|unknown|tb[ad]|\u0928\u093e\u092e|(?:\u0915\u0941\u0932 ?)?(?:\u092f\u094b\u0917)?"
)
_SAID_BEFORE = re.compile(
    r"(?:guest|passenger|pax|adult|child|infant|wife|husband|self|my|our|baby of|names?|total|son|daughter"
    r"|mother|father|brother|sister|uncle|aunt|aunty|nephew|niece|cousin|beta|beti|patni|chacha|chachi|mama"
    r"|mami|mausi|bua|dadi|nani|\u091a\u093e\u091a\u093e|\u092e\u093e\u092e\u093e|\u0926\u093e\u0926\u093e"
    r"|\u0928\u093e\u0928\u093e)\s",
    re.IGNORECASE,
)
"""What says who somebody is, and is none of the name."""
_NO_LETTER = re.compile(r"[^\w\u0900-\u097f]+|_")


def doubt(passenger: Passenger, cell: str) -> str:
    """What is unusual in a cell, in a sentence; empty for nothing, or when it is to be booked as it is."""
    check = _CHECKS.get(cell)
    text = "" if check is None else str(getattr(passenger, cell)).strip()
    if check is None or not text or (cell, text) in passenger.as_is:
        return ""
    found = left_open(passenger, cell) or check(passenger, text)
    return tr("{what} Correct it, or Ctrl U: book it as it is.", what=found) if found else ""


def left_open(passenger: Passenger, cell: str) -> str:
    """What the list may say of a cell and nobody chose, in a sentence; empty once another text is there."""
    stood = ((each.found, each.stood) for each in passenger.left_open if each.cell == cell)
    found = next((texts for texts, text in stood if text == getattr(passenger, cell)), ())
    return tr("Left open in the list: {values}.", values=formats.listed(found)) if found else ""


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
        if count == _AADHAAR_DIGITS:
            return tr("An Aadhaar number has digits alone.")
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


def name_doubt(name: str) -> str:
    """What is unusual in a name, in a sentence; empty for nothing."""
    return _letters(name) or _words(name)


def _letters(name: str) -> str:
    decoded = _FOREIGN.sub(_decoded, name)
    if _LOST.search(decoded) or _GARBLED.search(decoded):
        return tr("Letters of this name were lost.")
    if decoded != name:
        return tr("Letters of this name were changed on the way. It may be {name}.", name=decoded)
    is_of_old_font = _OF_OLD_FONT.search(name) or (name.islower() and _NO_BEGINNING.search(name))
    return tr("This may be Hindi in an old font.") if is_of_old_font else ""


def _words(name: str) -> str:
    if _NO_NAMES.fullmatch(_NO_LETTER.sub(" ", name.casefold()).strip()) or _SAID_BEFORE.match(name):
        return tr("This may be a heading or a total, and no name.")
    if _KIN.search(name):
        return tr("The name of a parent or spouse stands here as well.")
    if _POSSESSIVE.search(name):
        return tr("This says whose relative somebody is.")
    if _BETWEEN_TWO.search(name) and not _OF_ONE.search(name):
        return tr("These may be two people. Each needs a row.")
    if any(each.isdigit() for each in name):
        return tr("A name usually has no digits.")
    wrong = next((each for each in name if not _is_usual(each)), "")
    return tr("A name usually has no {sign}.", sign=wrong) if wrong else ""


def _decoded(found: re.Match[str]) -> str:
    """These letters as they were meant, if they are UTF-8 that was read in another encoding."""
    for encoding in _WRONG_ENCODINGS:
        try:
            meant = found[0].encode(encoding).decode()
        except UnicodeError:
            continue
        if meant[0].isalpha() and all(_is_usual(each) for each in meant):
            return meant
    return found[0]


def _is_usual(character: str) -> bool:
    is_joiner = character in "\u200c\u200d"
    return (
        character.isspace() or is_joiner or character in _SIGNS or unicodedata.category(character)[0] in "LM"
    )
