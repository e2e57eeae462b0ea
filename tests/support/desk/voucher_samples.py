"""Vouchers as the tests of desk and screens know them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from app.desk.model.boats import BoatDraft
from app.desk.model.office_rules import Branding
from app.desk.model.sale import Draft, Receipt, Sale
from app.desk.sale.pricing import price
from app.desk.vouchers.voucher import Voucher, sold_voucher
from tests.support.desk.boat_samples import ARJUN, ISHAAN, JANA, MEERA, RATES
from tests.support.desk.boat_samples import DEPARTURE as HERON
from tests.support.desk.samples import DRAFT, NOW, OFFER, TODAY

NUMBERS = ("KLX4471904619", "ABCDE1417C", "SCH-2291-0431", "C4VX8T2K1")
"""Full document numbers: none of them may stand on anything."""
NET, NET_TOTAL, DEBITED = "1831.07", "9334.51", "9334.49"
"""Amounts of the wallet's side, which nothing else in these sales is."""
BRANDING = Branding(
    agency="Coral Coast Travels",
    address="12 Aberdeen Bazaar, Port Blair",
    phone="03192 555 014",
)
HINDI = replace(BRANDING, language="hi")
DEPARTURE = replace(
    HERON,
    schedule_id=41,
    close_days=None,
    inventory_mode="",
    identity=None,
    rates=(
        replace(
            RATES[0],
            age_range="",
            ages=None,
            nationality="MIXED",
            fare=Decimal("2353.75"),
            net=Decimal(NET),
        ),
    ),
)
_TYPES = ("Voter ID", "PAN card", "School ID", "Passport")
PARTY = tuple(
    replace(each, id_type=kind, id_number=number, document=None)
    for each, kind, number in zip((ARJUN, MEERA, ISHAAN, JANA), _TYPES, NUMBERS, strict=True)
)
BOAT = BoatDraft(DEPARTURE, PARTY, "Arjun Nair", "9845012377", "arjun.nair@example.com")
ACTIVITY = replace(
    DRAFT,
    offer=replace(
        OFFER,
        included=("Instructor, one to one", "Full equipment", "Boat transfer"),
        excluded=("Hotel pick-up", "Photos and video", "Forest entry fee"),
        cancellation="Free up to 24 hours before the slot. Half of the fare after that.",
    ),
)
_ISSUED = datetime(2026, 11, 21, 10, 53, tzinfo=UTC)


def receipt(draft: Draft, booking_ref: str, *, practice: bool = False) -> Receipt:
    """The receipt of a sale that was debited otherwise than anything else costs here."""
    found = price(draft)
    assert found is not None
    return Receipt(
        request_id="ac1-1",
        booking_ref=booking_ref,
        booking_id="104482",
        total_debited=Decimal(DEBITED),
        from_cash=Decimal(DEBITED),
        from_credit=Decimal(0),
        price=found,
        differences=(),
        wallet=None,
        settled_at=_ISSUED,
        took=timedelta(seconds=5),
        practice=practice,
    )


BOAT_VOUCHER = sold_voucher(receipt(BOAT, "BT4K9Q07M"), BOAT, BRANDING)
ACTIVITY_VOUCHER = sold_voucher(receipt(ACTIVITY, "AC7H2W91X"), ACTIVITY, replace(BRANDING, paper="A4"))
SALE = Sale(
    intent_id="i1",
    request_id="ac1-1",
    state="Booked",
    is_open=False,
    title="Discover scuba dive, Elephant Beach",
    day=TODAY,
    window="13:00 \u2013 15:00",
    qty=2,
    customer_name="Priya Raman",
    customer_phone="9876501234",
    booking_ref="AC7H2W91X",
    expected=Decimal(NET_TOTAL),
    debited=Decimal(DEBITED),
    currency="INR",
    wallet_before=Decimal(20000),
    sold_at=NOW,
    history=(),
)


def party(voucher: Voucher, count: int) -> Voucher:
    """The same voucher for so many people."""
    people = (voucher.travellers * count)[:count]
    return replace(voucher, travellers=people, qty=count)
