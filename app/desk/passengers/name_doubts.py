"""What in a passenger's name is unusual: letters that were lost, two people, a word that is no name."""

from __future__ import annotations

import re
import unicodedata

from app.core.language import tr

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
