"""A boat as the counter holds it, for tests of the pure functions: the one of the pictures."""

from datetime import date, time
from decimal import Decimal

from app.desk.model.boats import Ages, BoatDraft, Departure, Document, Identity, Passenger, Rate

TOMORROW = date(2026, 11, 22)


def rate(ticket: str, who: str, ages: tuple[int, int], fare: int, net: int) -> Rate:
    """A rate with its ages."""
    return Rate(
        ticket_type=ticket,
        age_range=f"{ages[0]}-{ages[1]}",
        ages=Ages(*ages),
        nationality=who,
        fare=Decimal(fare),
        net=Decimal(net),
        boat_fare=None,
        permit_fare=None,
        commission=None,
        currency="INR",
    )


RATES = (
    rate("Adult", "INDIAN", (12, 99), 2425, 2275),
    rate("Child", "INDIAN", (5, 11), 1215, 1140),
    rate("Adult", "FOREIGNER", (12, 99), 3350, 3200),
    rate("Child", "FOREIGNER", (5, 11), 1675, 1600),
)
DEPARTURE = Departure(
    schedule_id=8801,
    boat_name="MV Sea Heron",
    trip_name="Swaraj Dweep day return",
    day=TOMORROW,
    departs=time(7, 15),
    returns=time(17, 30),
    close_days=1,
    seats=118,
    capacity=150,
    is_live=True,
    inventory_mode="LIVE_INVENTORY",
    is_open=True,
    reason="",
    rates=RATES,
    identity=Identity(needs_document=True, needs_number=True),
    gst_percentage=Decimal(5),
    currency="INR",
)
COPY = Document("passport.jpg", b"\xff\xd8\xff" + bytes(100), "JPEG")
ARJUN = Passenger("Arjun Nair", "41", "MALE", "INDIAN", "VOTER ID", "KLM2284619")
MEERA = Passenger("Meera Nair", "38", "FEMALE", "INDIAN", "PAN CARD", "BKZPN4417C")
ISHAAN = Passenger("Ishaan Nair", "9", "MALE", "INDIAN", "SCHOOL ID", "SC0431")
JANA = Passenger("Jana Katharina Vogel", "34", "FEMALE", "GERMAN", "PASSPORT", "C4VX8T2K1", COPY)
BOAT_DRAFT = BoatDraft(
    departure=DEPARTURE,
    passengers=(ARJUN, MEERA, ISHAAN, JANA),
    customer_name="Arjun Nair",
    customer_phone="9845012377",
    customer_email="arjun.nair@example.com",
)
