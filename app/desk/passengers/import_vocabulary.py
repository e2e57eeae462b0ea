"""The words of lists of passengers, in English and Hindi, with their meanings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from app.desk.model.nationalities import codes, nationalities
from app.desk.model.service_words import complete_nationality
from app.desk.model.typed_text import with_plain_digits
from app.desk.passengers.rules import OLDEST

NAME, AGE, GENDER, NATIONALITY, ID_TYPE, ID_NUMBER = (
    "traveler_name",
    "age",
    "pax_gender",
    "nationality",
    "id_type",
    "id_number",
)
BIRTH_DATE, MONTH_FIRST = "birth date", "birth date, month first"
WOMEN_AS_M = "gender, M for women"
FIRST_NAME, MIDDLE_NAME, LAST_NAME, IGNORED = "first name", "middle name", "last name", ""
NAMES = frozenset({NAME, FIRST_NAME, MIDDLE_NAME, LAST_NAME})

_GENDER_WORDS = {
    "MALE": "hombre homme homem varon var\xf3n masculino masculin m\xe4nnlich "
    "m male man men boy mr master gents gent purush purus ladka \u092a\u0941\u0930\u0941\u0937 "
    "\u092a\u0941 \u0932\u0921\u093c\u0915\u093e",
    "FEMALE": "mujer femme mulher femenino feminino feminin f\xe9minin weiblich "
    "f female w woman women girl mrs ms miss lady ladies mahila stri ladki "
    "\u092e\u0939\u093f\u0932\u093e \u092e \u0938\u094d\u0924\u094d\u0930\u0940 "
    "\u0932\u0921\u093c\u0915\u0940",
    "OTHER": "o other others x tg transgender \u0905\u0928\u094d\u092f",
}
_ID_WORDS = {
    "AADHAAR": ("aadhaar", "aadhar", "adhaar", "adhar", "uid", "uidai", "\u0906\u0927\u093e\u0930"),
    "VOTER ID": (
        "voter",
        "epic",
        "election",
        "\u0935\u094b\u091f\u0930",
        "\u092e\u0924\u0926\u093e\u0924\u093e",
    ),
    "PAN CARD": ("pan", "\u092a\u0948\u0928"),
    "DRIVING LICENCE": ("dl", "driving", "licence", "license", "driver"),
    "SCHOOL ID": ("school", "student", "college"),
    "PASSPORT": ("passport", "pp", "\u092a\u093e\u0938\u092a\u094b\u0930\u094d\u091f"),
}
_FOREIGNERS = frozenset({"foreigner", "foreign", "videshi", "\u0935\u093f\u0926\u0947\u0936\u0940"})
_ID_FILLERS = frozenset(
    {
        "card",
        "id",
        "no",
        "number",
        "identity",
        "copy",
        "\u0915\u093e\u0930\u094d\u0921",
        "\u0906\u0908\u0921\u0940",
    }
)
_HEADINGS = {
    MIDDLE_NAME: "middle|middle initial|\u092e\u0927\u094d\u092f \u0928\u093e\u092e|"
    "\u092c\u0940\u091a \u0915\u093e \u0928\u093e\u092e|beech ka naam|initial|initials|"
    "middle name|middle names|second name|mname",
    LAST_NAME: "\u0938\u0930\u0928\u0947\u092e|\u0915\u0941\u0932\u0928\u093e\u092e|"
    "\u0915\u0941\u0932 \u0928\u093e\u092e|\u0906\u0916\u093f\u0930\u0940 \u0928\u093e\u092e|"
    "\u0905\u0902\u0924\u093f\u092e \u0928\u093e\u092e|kulnaam|aakhri naam|akhri naam|"
    "second surname|nachname|apellido|nom de famille|"
    "last name|last names|surname|family name|lname|upnaam|\u0909\u092a\u0928\u093e\u092e",
    FIRST_NAME: "\u092a\u0939\u0932\u093e \u0928\u093e\u092e|"
    "\u092a\u094d\u0930\u0925\u092e \u0928\u093e\u092e|pehla naam|pahla naam|pratham naam|"
    "vorname|prenom|pr\xe9nom|"
    "first name|given name|given names|forename|fname|christian name",
    NAME: "\u092a\u0942\u0930\u093e \u0928\u093e\u092e|"
    "\u092f\u093e\u0924\u094d\u0930\u0940 \u0915\u093e \u0928\u093e\u092e|poora naam|pura naam|"
    "attendee|traveller s name|name surname|first and last name|first last name|"
    "name and surname|"
    "name|names|full name|naam|nam|passenger|passengers|passenger name|pax|pax name|guest|guest name|"
    "traveller|traveler|student|participant|member|person|"
    "traveller name|traveler name|traveler_name|traveller_name|yatri|yatri ka naam|"
    "\u0928\u093e\u092e|\u092f\u093e\u0924\u094d\u0930\u0940",
    BIRTH_DATE: "\u091c\u0928\u094d\u092e \u0926\u093f\u0928\u093e\u0902\u0915|"
    "\u091c\u0928\u094d\u092e \u0915\u0940 \u0924\u093e\u0930\u0940\u0916|"
    "\u091c\u0928\u094d\u092e \u0924\u093e\u0930\u0940\u0916|"
    "\u091c\u0928\u094d\u092e\u0926\u093f\u0928|janm tarikh|janamdin|janm din|birth|born|"
    "born on|date born|geburtsdatum|fecha de nacimiento|date de naissance|"
    "dob|d.o.b|date of birth|birth date|birthdate|birthday|janm tithi|janam tithi|janam tarikh|"
    "\u091c\u0928\u094d\u092e \u0924\u093f\u0925\u093f|\u091c\u0928\u094d\u092e\u0924\u093f\u0925\u093f",
    AGE: "\u0906\u092f\u0941 \u0935\u0930\u094d\u0937|age y|yrs old|alter|edad|"
    "age|ages|umr|umar|aayu|ayu|years|yrs|age yrs|age years|age in years|\u0909\u092e\u094d\u0930|"
    "\u0906\u092f\u0941",
    GENDER: "\u091c\u0947\u0902\u0921\u0930|"
    "\u092a\u0941\u0930\u0941\u0937 \u092e\u0939\u093f\u0932\u093e|\u092a\u0941 \u092e|"
    "male female|m f|geschlecht|sexe|sexo|genero|g\xe9nero|"
    "gender|sex|title|salutation|prefix|ling|m/f|pax_gender|pax gender|\u0932\u093f\u0902\u0917",
    NATIONALITY: "\u0928\u093e\u0917\u0930\u093f\u0915\u0924\u093e|\u0928\u093e\u0917\u0930\u093f\u0915|"
    "\u092e\u0941\u0932\u094d\u0915|nagrikta|naagrikta|citizen of|country of citizenship|"
    "nationality country|passport country|nationalit\xe4t|nationalit\xe9|"
    "nationality|nation|country|citizenship|citizen|rashtriyata|desh|nat|"
    "\u0930\u093e\u0937\u094d\u091f\u094d\u0930\u0940\u092f\u0924\u093e|\u0926\u0947\u0936",
    ID_TYPE: "\u092a\u0939\u091a\u093e\u0928 \u092a\u0924\u094d\u0930|\u092a\u0939\u091a\u093e\u0928|"
    "\u0926\u0938\u094d\u0924\u093e\u0935\u0947\u091c|"
    "\u0926\u0938\u094d\u0924\u093e\u0935\u0947\u091c\u093c|"
    ""
    "\u0926\u0938\u094d\u0924\u093e\u0935\u0947\u091c\u093c "
    "\u0915\u093e \u092a\u094d\u0930\u0915\u093e\u0930|"
    ""
    ""
    "\u092a\u0939\u091a\u093e\u0928 \u092a\u0924\u094d\u0930 "
    "\u0915\u093e \u092a\u094d\u0930\u0915\u093e\u0930|"
    ""
    "pehchan patra|pehchan|document name|kind of id|which id|identity proof|identity card|"
    "proof of identity|identification|"
    "id type|id_type|type of id|document|document type|doc type|id proof|id proof type|id card|"
    "proof|type|id",
    ID_NUMBER: ""
    "\u092a\u0939\u091a\u093e\u0928 \u092a\u0924\u094d\u0930 \u0938\u0902\u0916\u094d\u092f\u093e|"
    "\u092a\u0939\u091a\u093e\u0928 \u092a\u0924\u094d\u0930 \u0928\u0902\u092c\u0930|"
    "\u092a\u0939\u091a\u093e\u0928 \u0938\u0902\u0916\u094d\u092f\u093e|"
    "\u0926\u0938\u094d\u0924\u093e\u0935\u0947\u091c \u0938\u0902\u0916\u094d\u092f\u093e|"
    "\u0926\u0938\u094d\u0924\u093e\u0935\u0947\u091c\u093c \u0938\u0902\u0916\u094d\u092f\u093e|"
    "\u092a\u093e\u0938\u092a\u094b\u0930\u094d\u091f \u0928\u0902\u092c\u0930|"
    "\u0906\u0927\u093e\u0930 \u0928\u0902\u092c\u0930|"
    "\u0906\u0927\u093e\u0930 \u0938\u0902\u0916\u094d\u092f\u093e|pehchan patra number|"
    "pehchan patra no|pehchan number|identity number|identity no|identification number|"
    "document id|doc id|ppt no|pp no|"
    "id no|id number|id_number|document no|document number|doc no|passport|passport no|"
    "passport number|aadhaar|aadhar|aadhaar no|aadhar no|aadhaar number|aadhar number|aadhaar card no|"
    "voter id no|pan no|pan|number|id proof no|id proof number|id card no|\u0906\u0927\u093e\u0930",
    IGNORED: "phone|phone no|phone number|mobile|mobile no|mobile number|contact|contact no|contact number|"
    "whatsapp|email|e-mail|mail|email id|address|pata|city|state|remarks|remark|notes|room|room no|seat|"
    "seat no|sr|sr no|s no|sno|sl|sl no|serial|serial no|no|nos|kram|pnr|amount|fare|price|date|time|"
    "father name|fathers name|mother name|relation|\u092b\u094b\u0928|"
    "\u092e\u094b\u092c\u093e\u0907\u0932|\u0915\u094d\u0930\u092e",
}
_NOT_A_WORD = re.compile(r"[.:_()\[\]*#'\u2019\s]+")
_AGE = re.compile(
    r"(\d{1,3})(?:\.0+)?(?:\s*(?:y|yo|yr|yrs|year|years|saal|sal)\.?(?:\s*old)?)?", re.IGNORECASE
)
_MONTHS = re.compile(
    r"(\d{1,2})\s*(?:mo|mos|mon|mths|mnths|month|months|mahine)\.?(?:\s*old)?", re.IGNORECASE
)
_A_YEAR = 12
_NUMBER = re.compile(
    r"[A-Z]{5}\d{4}[A-Z]|[A-Z]{3}\d{7}|[A-Z]{2}[ -]?\d{2}[ -]?\d{11}|\d{4}[ -]?\d{4}[ -]?\d{4}|[A-Z]\d{7}|"
    r"(?=(?:[A-Z/-]*\d){3})[A-Z0-9][A-Z0-9/-]{4,19}"
)
_PHONE = re.compile(r"(?:\+|00)\d[\d -]{7,16}|(?:0|91)?[6-9]\d{9}")
_SHORTENED = re.compile(r"\d(?:[.,]\d+)?E\+?\d{1,2}", re.IGNORECASE)
_ALIKE = 5
"""The number of letters that match Germany to a nationality, but not Port Blair."""


def plain_words(text: str) -> str:
    """The text for comparing: lower case, with one space for spaces, dots and brackets."""
    return " ".join(_NOT_A_WORD.sub(" ", text.casefold()).split())


def heading_of(text: str) -> str | None:
    """The content of a column with this heading; IGNORED for a phone and the like, None for no heading."""
    return _headings().get(plain_words(text))


def gender_of(text: str) -> str:
    """MALE, FEMALE or OTHER for a word that certainly means it, else empty."""
    return _genders().get(plain_words(text), "")


def id_type_of(text: str) -> str:
    """The offered type of document that the words name, such as AADHAAR for "Aadhar card", else empty."""
    typed = plain_words(text).split()
    meant = {kind for word in typed for kind, known in _ID_WORDS.items() if word in known}
    rest = [word for word in typed if word not in _ID_FILLERS and word not in _id_words()]
    return meant.pop() if len(meant) == 1 and not rest else ""


def age_of_text(text: str) -> str:
    """The age in whole years of "41", "41.0", "41 yrs", "8 months", "\u096a\u0967", else empty."""
    plain = with_plain_digits(text.strip())
    if found := _AGE.fullmatch(plain):
        return str(int(found[1])) if int(found[1]) <= OLDEST else ""
    found = _MONTHS.fullmatch(plain)
    return str(int(found[1]) // _A_YEAR) if found else ""


def counts_on(numbers: Sequence[int]) -> bool:
    """Whether these are a run that may number people, from anywhere, in which some may be left out."""
    in_order = all(before <= after for before, after in pairwise(numbers))
    return len(numbers) > 1 and in_order and 0 < numbers[-1] - numbers[0] < len(numbers) * 2


def foreigner_of(text: str) -> str:
    """FOREIGNER, the word of fares, for one that means any foreigner; else empty."""
    return "FOREIGNER" if plain_words(text) in _FOREIGNERS else ""


def is_nationality(text: str) -> bool:
    """Whether this is an offered nationality, or would be completed to one."""
    is_word = len(text.strip()) > 1 and text.strip()[0].isalpha()
    return is_word and complete_nationality(text) in nationalities()


def resembles_nationality(text: str) -> bool:
    """Whether this is a nationality, FOREIGNER, or perhaps the name of a country, such as Germany."""
    typed = " ".join(text.upper().split())
    is_alike = len(typed) >= _ALIKE and typed[:_ALIKE] in _beginnings()
    return is_alike or is_nationality(text) or bool(foreigner_of(text))


def is_number(text: str) -> bool:
    """Whether this has the form of a document's number, and not of a phone number."""
    typed = text.strip().upper()
    return bool(_NUMBER.fullmatch(typed)) and not is_phone(text)


def is_phone(text: str) -> bool:
    """Whether this is an Indian mobile number, or one with an international prefix."""
    return bool(_PHONE.fullmatch(text.strip()))


def is_shortened(text: str) -> bool:
    """Whether a spreadsheet shortened a long number, so that most of its digits are lost."""
    return bool(_SHORTENED.fullmatch(text.strip()))


def is_wordy(text: str) -> bool:
    """Whether this may be a person's name: letters of any script, and no digit."""
    letters = sum(map(str.isalpha, text))
    return letters > 1 and not any(map(str.isdigit, text)) and "@" not in text


@cache
def _headings() -> dict[str, str]:
    return {plain_words(word): kind for kind, words in _HEADINGS.items() for word in words.split("|")}


@cache
def _genders() -> dict[str, str]:
    return {word: gender for gender, words in _GENDER_WORDS.items() for word in words.split()}


@cache
def _id_words() -> frozenset[str]:
    return frozenset(word for words in _ID_WORDS.values() for word in words)


@cache
def _beginnings() -> frozenset[str]:
    return frozenset(name[:_ALIKE] for name in codes().values())
