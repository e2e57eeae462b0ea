"""How lists write dates, ages, genders, papers and headings."""

from __future__ import annotations

import json
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import cast

from tests.support.passenger_lists.people import FEMALE, MALE, table_beside

_DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")
DATES = dict(table_beside("dates.tsv"))
"""The ways to write a date, each with its form."""
_ORDERED = ("d/", "dd", "m/", "mm")
AGES = {"41": 10, "41 yrs": 2, "41Y": 2, "in Devanagari": 1, "41 years": 1}
GENDERS = {"M": 6, "Male": 4, "MALE": 2, "m": 1, "in Hindi": 2}
NATIONS = {"demonym": 6, "country": 4, "three letters": 2, "two letters": 2, "short": 2}
STYLES = {"in English": 6, "in Hindi": 2, "in Hinglish": 2, "in words of forms": 5, "in two languages": 1}


@cache
def phrases() -> dict[str, list[str]]:
    """What people write around passengers, and the words of papers, by kind."""
    text = Path(__file__).with_name("phrases.json").read_text(encoding="utf-8")
    return cast("dict[str, list[str]]", json.loads(text))


@cache
def headings() -> dict[tuple[str, str], list[str]]:
    """What stands above a column, by the list's words and the column's meaning."""
    (_, *styles), *rows = table_beside("headings.tsv")
    return {
        (style, meaning): cell.split("|")
        for meaning, *cells in rows
        for style, cell in zip(styles, cells, strict=True)
    }


@cache
def extras() -> dict[str, str]:
    """Columns that are of no passenger's cell, with their values or the kind of these."""
    return dict(table_beside("extras.tsv"))


def extra_value(random: Random, values: str, day: date) -> str:
    """A value of such a column, in a list for a trip on this day."""
    lowest, dash, highest = values.partition("-")
    if dash and lowest.isdigit() and highest.isdigit():
        return str(random.randint(int(lowest), int(highest)))
    if values in {"past", "future"}:
        away = timedelta(days=random.randrange(200, 3000))
        return written_date(day - away if values == "past" else day + away, "dd/mm/yyyy")
    if values in {"phone", "mobile"}:
        # Without a heading twelve digits might be those of an Aadhaar card.
        prefix = random.choice(("", "", "+91 ", "91") if values == "phone" else ("", "+91 "))
        return f"{prefix}{random.randrange(6 * 10**9, 10**10)}"
    return random.choice(values.split("|"))


def written_date(day: date, style: str) -> str:
    """The date as a list writes it."""
    month, hindi = (phrases()[kind][day.month - 1] for kind in ("months", "months in Hindi"))
    text = DATES[style].format(d=day, month=month, hindi=hindi)
    return text.translate(_DEVANAGARI) if "Devanagari" in style else text


def is_ordered(style: str) -> bool:
    """Whether day and month are both numbers in an order that a reader has to find out."""
    return style.startswith(_ORDERED)


def is_hinted(style: str) -> bool:
    """Whether hardly anybody writes the month first in this way: with dots, in digits of India."""
    return "." in style or "Devanagari" in style


def written_age(random: Random, age: int, style: str) -> str:
    """The age as a list writes it; that of an infant in months now and then."""
    if style == "41 yrs" and age == 0:
        return f"{random.randint(1, 11)} months"
    return str(age).translate(_DEVANAGARI) if style == "in Devanagari" else f"{age}{style[2:]}"


def written_gender(gender: str, style: str) -> str:
    """The gender as a list writes it."""
    if style == "in Hindi":
        return {MALE: "पुरुष", FEMALE: "महिला"}.get(gender, "अन्य")
    word = gender if style == "MALE" else gender.title()
    return word[: len(style)].lower() if style == "m" else word[0] if style == "M" else word
