"""Registers of very many sales, filled in bulk with what the register itself stores, and kept for later."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from pathlib import Path

from sqlalchemy import insert

from app.store.register.index_words import customer_words, phone_key, text_of
from app.store.register.register import FILE, KeptSale, Register
from app.store.register.row_mapping import row_of
from app.store.register.schema import open_engine
from app.store.register.search import Row
from app.store.register.tables import customer, sale

PLACE_OF_REGISTERS = Path(__file__).resolve().parents[2] / "build" / "benchmarks"
FEW_SALES = 1_000
_BATCH = 10_000
_YEARS = 5
_FIRST = "Priya;Rahul;Anita;Vikram;Sunita;Arjun;Meera;Kiran;Deepa;Sanjay;Lakshmi;Ravi;Pooja;Amit;Neha;Zoë"
_LAST = "Raman;Sharma;Iyer;Patel;Nair;Reddy;Das;Gupta;Singh;Kumar;Menon;Bose;Rao;Joshi;Mehta;Pillai"
DEEDS = "Sea walk;Scuba dive;Glass bottom boat;Jet ski;Kayak trip;Parasailing;Snorkelling;Light show"
SPOTS = "Havelock;Neil Island;North Bay;Corbyn's Cove;Elephant Beach;Baratang;Ross Island"
# The days of a week beginning with Monday have one number: `schema.period_of` of the instant, in SQL.
_WORDS = """
INSERT INTO {name}_word SELECT CAST(julianday(substr({at}, 1, 10)) - 1721424.5 AS INTEGER) / 7, value, number
FROM {name}, json_each('[' || replace(json_quote(trim(words)), ' ', '","') || ']');
INSERT INTO {name}_period SELECT DISTINCT period FROM {name}_word;
"""


def sales(count: int) -> Iterator[KeptSale]:
    """Sales of some years; every fifth customer comes again."""
    firsts, lasts, deeds, spots = (texts.split(";") for texts in (_FIRST, _LAST, DEEDS, SPOTS))
    step = timedelta(days=365 * _YEARS) / count
    for number in range(count):
        who = number * 7919 % count if number % 5 else number * 31 % count
        first, last = firsts[who % len(firsts)], lasts[who // len(firsts) % len(lasts)]
        phone = f"{6 + who % 4}{who * 2_654_435_761 % 10**9:09}"
        deed = number * 17 % (len(deeds) * len(spots))
        yield KeptSale(
            request_id=_request_id(number),
            module="ACTIVITY",
            product_id=str(deed),
            title=f"{deeds[deed % len(deeds)]} {spots[deed % len(spots)]}",
            day=date(2026, 11, 21),
            window="09:00 to 10:00",
            qty=1 + number % 4,
            booking_ref=f"{number * 2_654_435_761 % 36**6:06X}",
            customer_name=f"{first} {last}",
            customer_phone=phone,
            customer_email=f"{first}.{last}{who % 1000}@gmail.com".lower(),
            sold_at=datetime(2021, 11, 21, tzinfo=UTC) + step * number,
        )


def filled_register(count: int) -> Register:
    """A register of so many sales; one that was made before is used again when it is whole."""
    folder = PLACE_OF_REGISTERS / f"register-{count}"
    register = Register.open(folder)
    if register.sale(_request_id(count - 1)) and register.customers("9"):
        return register
    register.close()
    began = time.perf_counter()
    fill(folder, count)
    seconds, size = time.perf_counter() - began, (folder / FILE).stat().st_size / 1e6
    print(f"A register of {count} sales took {seconds:.0f} s to fill; it has {size:.0f} MB.")
    return Register.open(folder)


def fill(folder: Path, count: int) -> None:
    """Make the register of a folder anew with what `Register.keep` stores of these sales."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in folder.iterdir():
        each.unlink()
    engine = open_engine(folder / FILE)
    bought: dict[str, Row] = {}
    left = sales(count)
    while batch := list(map(row_of, islice(left, _BATCH))):
        with engine.begin() as connection:
            connection.execute(insert(sale), batch)
        for row in batch:
            # The newest sale to a customer is the last.
            key = phone_key(row["customer_phone"])
            bought.pop(key, None)
            bought[key] = row
    customers = (_customer(key, row) for key, row in bought.items())
    while batch := list(islice(customers, _BATCH)):
        with engine.begin() as connection:
            connection.execute(insert(customer), batch)
    engine.dispose()
    with closing(sqlite3.connect(folder / FILE)) as database:
        database.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-200000;")
        for name, at in (("sale", "sold_at"), ("customer", "last_at")):
            database.executescript(_WORDS.format(name=name, at=at))


def _customer(key: str, row: Row) -> Row:
    name, phone = row["customer_name"], row["customer_phone"]
    words = text_of(customer_words(name, phone))
    at = row["sold_at"]
    return {
        "phone_key": key,
        "name": name,
        "phone": phone,
        "email": row["customer_email"],
        "last_at": at,
        "words": words,
    }


def _request_id(number: int) -> str:
    return f"ac1-0a1b2c3d-{number:026}"
