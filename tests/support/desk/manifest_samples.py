"""A departure with parties as the tests of the manifest know it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, date, datetime
from decimal import Decimal

from app.desk.model.office_rules import Branding
from app.desk.model.sale import KeptWords
from app.desk.service.status_parsing import StatusReading, StatusTraveller
from app.desk.travelling.manifest import Manifest, manifest
from app.desk.travelling.values import BoardDeparture, Party, PartyState, ToldState
from app.desk.vouchers.voucher import VoucherTraveller
from tests.support.desk.samples import NOW
from tests.support.desk.voucher_samples import BRANDING, DEBITED, NET_TOTAL, SALE

DAY, MADE = date(2026, 11, 22), datetime(2026, 11, 21, 18, 5, tzinfo=UTC)
ENDS = ("5807", "021G", "7368", "193B")
"""What is kept of the numbers of documents."""
ARJUNS = (
    VoucherTraveller("Arjun Nair", "41", "MALE", "INDIAN", f"AADHAAR ••{ENDS[0]}", Decimal("1831.07")),
    VoucherTraveller("Meera Nair", "38", "FEMALE", "INDIAN", f"PAN CARD ••{ENDS[1]}"),
    VoucherTraveller("Ishaan Nair", "9", "MALE", "INDIAN", f"SCHOOL ID ••{ENDS[2]}"),
    VoucherTraveller("Jana Katharina Vogel", "34", "FEMALE", "GERMAN", f"PASSPORT ••{ENDS[3]}"),
)
_NAMES = (
    ("Kavya Menon", "9901187620", "BT4KA18WX"),
    ("Rohan Das", "9433021188", "BT4KB93RD"),
    ("Sunita Patil", "9822145006", "BT4KC2H7P"),
    ("Imran Sheikh", "9867730412", "BT4KCX50N"),
    ("Priya Raman", "9876501234", "BT4KD7M1Q"),
    ("Deepak Verma", "9810042219", "BT4KE0T9V"),
    ("Lakshmi Iyer", "9444098213", "BT4KE6Y2H"),
)


def party(
    name: str,
    phone: str,
    pnr: str,
    people: Sequence[VoucherTraveller],
    *,
    state: PartyState = PartyState.TRAVELS,
    is_boat: bool = True,
    seats: int = 0,
) -> Party:
    """A party, told and owing, of which the wallet's side is known too."""
    sale = replace(
        SALE,
        request_id=f"ac1-{pnr}",
        customer_name=name,
        customer_phone=phone,
        booking_ref=pnr,
        qty=seats or len(people),
        is_boat=is_boat,
        expected=Decimal(NET_TOTAL),
        debited=Decimal(DEBITED),
        kept=KeptWords("{}", json.dumps([asdict(each) for each in people], default=str)),
    )
    seats = 0 if state is PartyState.CANCELLED else sale.qty
    return Party(sale, state, seats, f"{seats}a", ToldState.TOLD, owed=778_899)


ARJUN = party("Arjun Nair", "9845012377", "BT4K9Q07M", ARJUNS)


def named(count: int, name: str = "Traveller") -> tuple[VoucherTraveller, ...]:
    """So many travellers, numbered."""
    return tuple(
        replace(ARJUNS[at % len(ARJUNS)], name=f"{name} {at + 1}", age=str(20 + at % 60))
        for at in range(count)
    )


def forty() -> tuple[Party, ...]:
    """Forty parties of one to five travellers, the first as on the drawing."""
    others = (_NAMES[at % len(_NAMES)] for at in range(39))
    return (
        ARJUN,
        *(
            party(name, phone, f"{pnr[:6]}{at:03}", named((2, 4, 4, 3, 2, 3, 2, 5, 1)[at % 9], name))
            for at, (name, phone, pnr) in enumerate(others)
        ),
    )


def asked(party: Party, people: Sequence[tuple[str, str, str]], status: str = "Confirmed") -> Party:
    """The party as the service named its people: name, age and status of each."""
    told = tuple(StatusTraveller(name, age, "", "Adult", state) for name, age, state in people)
    return replace(
        party, asked=StatusReading(NOW, party.sale.booking_ref, "BOAT", status, "", "", travellers=told)
    )


def departure(*parties: Party, is_boat: bool = True) -> BoardDeparture:
    """A boat, or a slot of an activity, with these parties."""
    if is_boat:
        told = ("Swaraj Dweep day return", "MV Sea Heron", "07:15", "17:30")
    else:
        told = ("Discover scuba dive", "Elephant Beach", "07:30", "09:00")
    title, place, starts, ends = told
    return BoardDeparture("key", is_boat, title, place, starts, ends, parties)


def made(
    *parties: Party,
    is_boat: bool = True,
    last_four: bool = True,
    is_practice: bool = False,
    branding: Branding = BRANDING,
) -> Manifest:
    """Their manifest."""
    found = departure(*parties, is_boat=is_boat)
    return manifest(found, DAY, branding, MADE, last_four=last_four, is_practice=is_practice)
