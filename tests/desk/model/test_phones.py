"""Phone numbers of all countries, in the spellings in which people write and paste them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import phonenumbers
import pytest
from phonenumbers import PhoneNumber, PhoneNumberFormat

from app.desk.model.customer_rules import phone_problem, tidy_phone
from app.desk.model.typed_text import phone, with_plain_digits

_KINDS = (0, 1)
"""Landlines and mobiles."""
_FEW = ("IN", "GB", "DE", "IT", "US", "AE", "RU", "CI")
_DEVANAGARI = str.maketrans("0123456789", "\u0966\u0967\u0968\u0969\u096a\u096b\u096c\u096d\u096e\u096f")
_WIDE = str.maketrans("+0123456789", "\uff0b\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19")


def _spellings(number: PhoneNumber) -> Iterator[str]:
    whole = phonenumbers.format_number(number, PhoneNumberFormat.E164)
    shown = phonenumbers.format_number(number, PhoneNumberFormat.INTERNATIONAL)
    code, _, rest = shown.partition(" ")
    yield whole
    yield shown
    yield phonenumbers.format_number(number, PhoneNumberFormat.RFC3966)
    yield f"00{whole[1:]}"
    yield f"({code}) {rest}"
    yield f"\u202a{shown}\u202c".replace(" ", "\u00a0")
    yield shown.replace(" ", "\u2009").replace("-", "\u2011").translate(_DEVANAGARI)
    yield shown.translate(_WIDE)
    yield f"Mobile No.: {shown.replace(' ', '.')}"
    yield re.sub(r"[ -]", "/", shown) + "\u200b"
    known = phonenumbers.PhoneMetadata.metadata_for_region(_region(number))
    if known is not None and known.national_prefix == "0" and not number.italian_leading_zero:
        yield f"{code} (0){rest}"


def _region(number: PhoneNumber) -> str:
    return phonenumbers.region_code_for_number(number) or ""


def _wrong(region: str) -> Iterator[tuple[str, str, str]]:
    for kind in _KINDS:
        number = phonenumbers.example_number_for_type(region, kind)
        if number is None:
            continue
        dialled = phonenumbers.format_number(number, PhoneNumberFormat.E164)[1:]
        for typed in _spellings(number):
            kept, left_out = phone(typed)
            found = tidy_phone(kept)[0]
            if found != dialled or left_out:
                yield region, typed, found


@pytest.mark.parametrize("region", _FEW)
def test_every_spelling_of_a_number_is_one_number(region: str) -> None:
    assert not list(_wrong(region))


@pytest.mark.prove
def test_every_spelling_of_the_numbers_of_all_countries_is_one_number() -> None:
    assert not [each for region in phonenumbers.SUPPORTED_REGIONS for each in _wrong(region)]


@pytest.mark.parametrize("kind", _KINDS)
@pytest.mark.parametrize("spelling", ["{0}", "0{0}", "0 {0}", "(0){0}", "\u200b0{0}", "{0}\u00a0"])
def test_a_number_without_a_country_is_of_india(kind: int, spelling: str) -> None:
    number = phonenumbers.example_number_for_type("IN", kind)
    assert number is not None
    here = phonenumbers.national_significant_number(number)
    found = tidy_phone(phone(spelling.format(here)).text)[0]
    assert with_plain_digits(found) == here
    assert not phone_problem(found, is_whole=False)
