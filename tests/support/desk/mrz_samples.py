"""Zones as ICAO 9303 has them: its specimens, and a writer that knows nothing of the reader."""

from __future__ import annotations

from collections.abc import Iterator
from csv import DictReader
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from random import Random

from app.desk.passengers.mrz import read_mrz

TODAY = date(2026, 11, 21)

TD3 = (
    "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
    "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
)
TD1 = (
    "I<UTOD231458907<<<<<<<<<<<<<<<",
    "7408122F1204159UTO<<<<<<<<<<<6",
    "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
)
TD2 = (
    "I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<",
    "D231458907UTO7408122F1204159<<<<<<<6",
)
MRV_A = (
    "V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
    "L8988901C4XXX4009078F96121096ZE184226B<<<<<<",
)
MRV_B = (
    "V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<",
    "L8988901C4XXX4009078F9612109<<<<<<<<",
)
SPECIMENS = {"TD1": TD1, "TD2": TD2, "TD3": TD3, "MRV-A": MRV_A, "MRV-B": MRV_B}
LONG_TD1 = (
    "I<UTOD23145890<7349<<<<<<<<<<<",
    "3407127M9507122UTO<<<<<<<<<<<2",
    "STEVENSON<<PETER<JOHN<<<<<<<<<",
)
LONG_TD2 = (
    "I<UTOSTEVENSON<<PETER<JOHN<<<<<<<<<<",
    "D23145890<UTO3407127M95071227349<<<8",
)
BELGIAN = (
    "IDBEL600001795<0152<<<<<<<<<<<",
    "1301014F2311207BEL130101987398",
    "SPECIMEN<<SPECIMEN<<<<<<<<<<<<",
)
"""Its number has twelve digits; the check digit leaves out the filler between them."""
JANA = (
    "P<DEUVOGEL<<JANA<KATHARINA<<<<<<<<<<<<<<<<<<",
    "C4VX8T2K16DEU9204122F3106143<<<<<<<<<<<<<<<8",
)

_LIBRARY = Path(__file__).with_name("mrz_of_a_library.tsv")
SHAPES = {"TD1": (3, 30), "TD2": (2, 36), "TD3": (2, 44), "MRV-A": (2, 44), "MRV-B": (2, 36)}
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LETTERS = ALPHABET[10:]
_ONES = {sign: int(sign, 36) % 10 for sign in ALPHABET} | {"<": 0}
_SYLLABLES = (
    "AN",
    "BEK",
    "CHI",
    "DRA",
    "EL",
    "FIN",
    "GU",
    "HOL",
    "IR",
    "JO",
    "KAM",
    "LU",
    "MIN",
    "NAS",
    "OS",
)
_CODES = ("UTO", "DEU", "IND", "USA", "FRA", "JPN", "NGA", "D<<")


class Chance(Random):
    """Makes up the same things again for the same number."""


@dataclass(frozen=True, slots=True)
class Holder:
    """What is to be written, in the letters of the zone; dates as YYMMDD."""

    surname: str
    given: str
    number: str
    birth: str
    expiry: str
    sex: str = "F"
    nationality: str = "UTO"
    issuer: str = "UTO"
    code: str = "P<"
    optional: str = ""


def digit(text: str) -> str:
    """The check digit: three sums, each over every third character."""
    ones = [_ONES[sign] for sign in text]
    return str((7 * sum(ones[::3]) + 3 * sum(ones[1::3]) + sum(ones[2::3])) % 10)


def write_mrz(form: str, holder: Holder) -> tuple[str, ...]:
    """The lines of a zone. A long number of TD1 and TD2 goes on in the optional data."""
    width = SHAPES[form][1]
    head = holder.code + holder.issuer
    name = f"{holder.surname}<<{holder.given}".replace(" ", "<")
    birth, expiry = holder.birth + digit(holder.birth), holder.expiry + digit(holder.expiry)
    number, optional = holder.number.ljust(9, "<"), holder.optional
    if len(number) > 9:
        number, optional = f"{number[:9]}<", f"{number[9:]}{digit(number)}<{optional}"
    else:
        number += digit(number)
    if form == "TD1":
        first = f"{number}{optional:<<15}"
        whole = digit(f"{first}{birth}{expiry}{'':<<11}")
        return (
            f"{head}{first}",
            f"{birth}{holder.sex}{expiry}{holder.nationality}{'':<<11}{whole}",
            f"{name:<<30}"[:30],
        )
    upper = f"{head}{name:<<39}"[:width]
    lower = f"{number}{holder.nationality}{birth}{holder.sex}{expiry}"
    if form.startswith("MRV"):
        return upper, f"{lower}{optional:<<16}"[:width]
    optional = f"{optional:<<7}" if form == "TD2" else f"{optional:<<14}{digit(f'{optional:<<14}')}"
    return upper, f"{lower}{optional}{digit(number + birth + expiry + optional)}"


def some_holder(form: str, chance: Chance) -> tuple[Holder, date, date]:
    """Someone, with the dates of birth and expiry that a reader has to find at `TODAY`."""
    born = date.fromordinal(TODAY.toordinal() - chance.randrange(36_500))
    until = max(born, date.fromordinal(TODAY.toordinal() + chance.randrange(-7_000, 18_000)))
    most = {"TD1": 20, "TD2": 14}.get(form, 9)
    some = chance.choice
    holder = Holder(
        surname="".join(chance.choices(_SYLLABLES, k=chance.randrange(1, 5))),
        given=f"{some(_SYLLABLES)}{some(_SYLLABLES)} {some(_SYLLABLES)}",
        number="".join(chance.choices(ALPHABET, k=chance.randrange(1, most + 1))),
        birth=f"{born:%y%m%d}",
        expiry=f"{until:%y%m%d}",
        sex=some("MFX<"),
        nationality=some(_CODES),
        issuer=some(_CODES),
        code={"TD1": "I", "TD2": some("AC"), "TD3": "P"}.get(form, "V") + some(f"<{_LETTERS}"),
        optional="".join(chance.choices(ALPHABET, k=chance.randrange(8))) if form == "TD3" else "",
    )
    return holder, born, until


def wrong_round_trips(count: int) -> Iterator[str]:
    """What the reader makes of so many zones of this writer, wherever it is not what was written."""
    chance, forms = Chance(9303), tuple(SHAPES)
    for turn in range(count):
        form = forms[turn % len(forms)]
        holder, born, until = some_holder(form, chance)
        reading = read_mrz("".join(write_mrz(form, holder)), TODAY)
        found = (reading.format, reading.birth, reading.expiry, reading.document_number, reading.surname)
        if found != (form, born, until, holder.number, holder.surname.capitalize()):
            yield f"Turn {turn}: {form}, {holder}"


def library_zones() -> list[dict[str, str]]:
    """Random zones with what they mean, 60 of each form, written by the library "mrz" 0.6.2."""
    with _LIBRARY.open(encoding="ascii", newline="") as stream:
        return list(DictReader(stream, delimiter="\t"))
