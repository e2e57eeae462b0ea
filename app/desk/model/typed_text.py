"""The one gate for what is typed or pasted into a field: what is taken of it, and what is left out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

# Patterns are compiled when a field needs them first: not at the start.
_JOINERS = "\u200c\u200d"
_FIRST_JOINED, _LAST_JOINED = "\u0600", "\u1cff"
"""Scripts from Arabic to those of India: a joiner behind one of their letters is part of the spelling."""
_DASHES = "[\u2010-\u2015\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d]"
_HYPHENS = str.maketrans("\u2010\u2011", "--")
_DRESS = " \"'*_.,:;#=|<>()[]{}\u2018\u2019\u201c\u201d-"
"""What people and programs put around a number or code, and what says nothing of its own."""
_LABEL = (
    r"[\W_]*(?:(?:your|the|my|is|{words}|no|nos|num|number|id|code|ref|reference|"
    "\u0928\u0902\u092c\u0930|\u0938\u0902\u0916\u094d\u092f\u093e)[\\s.:#=]+)+(?=\\w)"
)
_PNR_LABEL = "(?i)" + _LABEL.format(words="pnr|booking|ticket|confirmation")
_NUMBER_LABEL = "(?i)" + _LABEL.format(
    words="utr|rrn|upi|imps|neft|bank|txn|trn|transaction|payment|pin|otp|days?"
)
_ID_LABEL = (
    r"(?i)\W*(?:(?:passport|aadhaa?r|adhaar|uid|voter|epic|pan|driving|licen[cs]e|document|doc|school|card|id|"
    "\u0906\u0927\u093e\u0930|\u092a\u093e\u0938\u092a\u094b\u0930\u094d\u091f)\\s*)+"
    r"(?:\b(?:no|number|num)\b[\s.:#=]*|[:#=]\s*)+(?=\w)|\W*(?:no|number|num)\s*[.:#=]+\s*(?=\w)"
)
_PHONE_LABEL = (
    r"(?i)\W*(?:(?:tel(?:ephone)?|phone|ph|mob(?:ile)?|cell|call|contact|whatsapp|wa|m|t|p|no|number|num|"
    "\u092b\u094b\u0928|\u092e\u094b\u092c\u093e\u0907\u0932|\u0928\u0902\u092c\u0930)[\\s.:#=-]*)+(?=[+(\\d])"
)
_PHONE = r"[+(]*\d[\d+().\s/-]*"
_TWO_PHONES = r"(?<=\d)(?:[\s()]*/[\s()]*(?=[+\d])|\s*\n\s*(?=[+(\d])|\s+(?=\(?\+)|(?P<blanks>\s+)(?=[(\d]))"
_SEARCH_LABEL = (
    r"(?i)\W*(?:pnr|booking|ref|utr|tel|phone|mob(?:ile)?|whatsapp|mailto|e-?mail)"
    r"(?:\s*(?:no|number|id)\.?)?\s*:\s*(?=\w|\+)"
)
_PIECES = r"[A-Za-z0-9]{1,6}(?:[\s.-][A-Za-z0-9]{1,6})+"
_FEWEST_OF_PNR, _MOST_OF_PIECES = 5, 10
_TWELVE = r"(?<!\d)\d{12}(?!\d)"
_LABELLED_TWELVE = r"(?i)(?:utr|rrn|transaction|txn|reference|ref)[^\d]{0,30}(\d{12})(?!\d)"
_THREE_FOURS = r"(?<![\d-])\d{4}[ -]\d{4}[ -]\d{4}(?!\d)"
_LONGEST = 2_000
"""The most letters that are looked at."""
_MAIL_LABEL = r"(?i)[^\w@]*(?:(?:e-?mail|mail|email\s+id|id|mailto)\s*[:=]+\s*)+"
_MAIL_BEHIND_NAME = r"([^<]*)<([^<>\s]+@[^<>\s]+)>?[\s,;.]*"
_WHOLE_MAIL = r"[^@\s]+@[^@\s.]+\.[^@\s]+"
_NOT_OF_MAIL = r"[,;<>\"()\[\]\\|]+"
_YEARS = (
    r"(?i)\s*(?:age[ds]?\W+)?(\d{1,3})(?:\.0+)?\s*(?:y|yo|yrs?|years?|saal|sal|\u0935\u0930\u094d\u0937|"
    "\u0938\u093e\u0932)?[\\s.]*(?:old)?\\s*"
)
_FEWEST_OF_PHONE, _USUAL_HERE, _USUAL_WHOLE, _MOST_OF_PHONE = 8, 10, 12, 15
_NOT_DIALLED = r"\(0\)|(?<![\d+])00"


class Taken(NamedTuple):
    """What a field takes of a text, and what it leaves out: to be said."""

    text: str
    left_out: str = ""


Take = Callable[[str], Taken]
"""Takes what a field holds after each change; what it took it takes again unchanged."""


def plain_line(text: str) -> str:
    """The text in one line and one form of Unicode, with plain spaces and nothing that cannot be seen."""
    if text.isascii() and text.isprintable():
        return text
    normal = unicodedata.normalize("NFC", text).translate(_HYPHENS)
    seen = "".join(_seen(each, normal[place - 1 : place]) for place, each in enumerate(normal))
    return re.sub(r" *\n[ \n]*", " ", re.sub(r"\A *\n[ \n]*|[ \n]*\n *\Z", "", seen))


def is_visible(text: str) -> bool:
    """Whether nothing in the text is hidden, but for the joiners of some scripts, and all is in one line."""
    return all(each.isprintable() or each in _JOINERS or unicodedata.category(each) == "Zs" for each in text)


def with_plain_digits(text: str) -> str:
    """The text with the digits 0 to 9 in place of those of other scripts, such as Devanagari."""
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.decimal(each)) if unicodedata.decimal(each, None) is not None else each
        for each in text
    )


def plain_figures(text: str) -> str:
    """The line with plain digits, letters, dashes and spaces: for what is no name, such as a date."""
    if text.isascii() and text.isprintable():
        return text
    normal = "".join(
        # A raised or circled digit is no digit of a number.
        each if unicodedata.category(each) == "No" else unicodedata.normalize("NFKC", each)
        for each in plain_line(text)
    )
    return re.sub(_DASHES, "-", with_plain_digits(normal))


def same_text(text: str) -> str:
    """The text for comparing: equal for two that differ in case, spaces and form of Unicode alone."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", plain_line(text)).casefold())
    return " ".join(folded.split())


def line(text: str) -> Taken:
    """Any text in one line, such as a name."""
    return Taken(plain_line(text))


def figures(text: str) -> Taken:
    """A date or an amount."""
    return Taken(plain_figures(text))


def words(text: str) -> Taken:
    """Words to search for; of a pasted number or address without its label."""
    return Taken(_unlabelled(_SEARCH_LABEL, plain_figures(text)))


def digits(most: int) -> Take:
    """At most so many digits."""
    return partial(_digits, most=most)


def upi_reference(text: str) -> Taken:
    """The 12 digits of a UPI reference, of several that with a label, or the last ones."""
    plain = plain_figures(text)
    for pattern in (_LABELLED_TWELVE, _TWELVE, _THREE_FOURS):
        if (found := re.search(pattern, plain)) is not None:
            taken = found[found.lastindex or 0]
            return Taken(re.sub("[ -]", "", taken), _rest(_unlabelled(_NUMBER_LABEL, plain), taken))
    return _digits(plain, most=12)


def pnr(text: str) -> Taken:
    """A PNR: letters and digits in one piece, of two the first; short pieces alone belong together."""
    plain = _unlabelled(_PNR_LABEL, plain_figures(text))
    bare = _bare(plain)
    whole = re.sub(r"[\s.-]", "", bare)
    if len(whole) <= _MOST_OF_PIECES and re.fullmatch(_PIECES, bare):
        return Taken(whole)
    pieces = re.findall(r"[A-Za-z0-9]+", plain)
    coded = [each for each in pieces if any(map(str.isdigit, each))]
    likely = [each for each in coded if len(each) >= _FEWEST_OF_PNR] or coded or pieces
    if not likely:
        return Taken("", plain.strip())
    return _cut(likely[0], _rest(plain, likely[0]), 20)


def phone(text: str) -> Taken:
    """A phone number as it is written, with its plus, brackets and spaces; of two the first."""
    # Where a line ends, another number may begin.
    plain = "\n".join(filter(None, map(plain_figures, text.splitlines())))
    label = re.match(_PHONE_LABEL, plain)
    plain = plain[label.end() :] if label else plain
    if re.fullmatch(r"[+(\s.-]*", plain):
        return Taken(plain)
    numbers = [found[0] for found in re.finditer(_PHONE, plain)]
    if not numbers:
        return Taken("", plain.strip())
    number = next((each for each in numbers if _digits_in(each) >= _FEWEST_OF_PHONE), numbers[0])
    kept = _at_most(_first_phone(number))
    rest = " ".join(_rest(plain, kept).split())
    return Taken((kept.rstrip(" \n(/-.") if rest else kept).replace("\n", " "), rest)


def mail(text: str) -> Taken:
    """An e-mail address; of two the first."""
    whole = unicodedata.normalize("NFKC", plain_line(text[:_LONGEST]))
    plain = _unlabelled(_MAIL_LABEL, whole)
    if whole != plain:
        plain = re.sub(r"(?<=\w)\?\w+=.*", "", plain)
    named = re.match(_MAIL_BEHIND_NAME, plain)
    if named is not None:
        return Taken(named[2], " ".join(filter(None, (_bare(named[1]), _bare(plain[named.end() :])))))
    parts = [each for each in re.split(_NOT_OF_MAIL, plain) if each.strip()] or [""]
    first = next((each for each in parts if any(map(_is_mail, each.split()))), parts[0])
    others = [each for each in parts if each is not first]
    words = first.split()
    whole_ones = list(filter(_is_mail, words))
    place = words.index(whole_ones[0]) if whole_ones else 0
    if place > 0 and words[place - 1].islower():
        # What stands before it may be its beginning.
        return Taken(" ".join(words), " ".join(filter(None, map(_bare, others))))
    if whole_ones and len(words) > 1:
        words, others = whole_ones[:1], [*(each for each in words if each != whole_ones[0]), *others]
    left = " ".join(filter(None, map(_bare, others)))
    return Taken("".join(words), left or "".join(dict.fromkeys(re.findall(_NOT_OF_MAIL, plain))))


def _is_mail(word: str) -> bool:
    return re.fullmatch(_WHOLE_MAIL, word) is not None


def age(text: str) -> Taken:
    """An age in years without its unit; what is none stays, to be told of."""
    plain = plain_figures(text)
    found = re.fullmatch(_YEARS, plain)
    return Taken(found[1] if found else plain)


def id_number(text: str) -> Taken:
    """The number of a document without its label."""
    return Taken(_unlabelled(_ID_LABEL, plain_figures(text)))


def _seen(character: str, before: str) -> str:
    if character in _JOINERS:
        is_joined = _FIRST_JOINED <= before <= _LAST_JOINED and unicodedata.category(before)[0] in "LM"
        return character if is_joined else ""
    match unicodedata.category(character):
        case "Zs":
            return " "
        case "Zl" | "Zp" | "Cc":
            return "\n" if character.isspace() else ""
        case "Cf":
            return ""
        case _:
            return character


def _digits(text: str, *, most: int) -> Taken:
    plain = _unlabelled(_NUMBER_LABEL, plain_figures(text))
    found = re.search(r"(?<![\d.,-])\d+(?: \d+)*(?![\d]*[.,]\d)", plain)
    if found is None:
        return Taken("", plain.strip())
    return _cut(found[0].replace(" ", ""), _rest(plain, found[0]), most)


def _cut(text: str, rest: str, most: int) -> Taken:
    return Taken(text[:most], " ".join(filter(None, (text[most:], rest))))


def _unlabelled(label: str, text: str) -> str:
    found = re.match(label, text)
    return text[found.end() :] if found else text


def _rest(text: str, taken: str) -> str:
    """What stands before and behind what was taken, without its dress."""
    before, _, behind = text.partition(taken) if taken else ("", "", text)
    return " ".join(filter(None, (_bare(before), _bare(behind))))


def _bare(text: str) -> str:
    return text.strip(_DRESS)


def _first_phone(number: str) -> str:
    """The first of two phone numbers without a word between them, or the one."""
    usual = _USUAL_WHOLE if "+" in number else _USUAL_HERE
    is_one = _at_most(number) == number
    for between in re.finditer(_TWO_PHONES, number):
        before, behind = (_digits_in(each) for each in (number[: between.start()], number[between.end() :]))
        are_both, is_whole = min(before, behind) >= _FEWEST_OF_PHONE, before >= usual
        # Blanks stand inside of numbers too.
        if are_both and is_whole and not is_one if between["blanks"] else are_both or is_whole:
            return number[: between.start()]
    return number


def _digits_in(text: str) -> int:
    return sum(each.isdigit() for each in text)


def _at_most(number: str) -> str:
    """The number up to the last digit that one has, however much the way of dialling puts before it."""
    most = _MOST_OF_PHONE + sum(_digits_in(each) for each in re.findall(_NOT_DIALLED, number))
    places = [place for place, each in enumerate(number) if each.isdigit()]
    return number[: places[most]] if len(places) > most else number
