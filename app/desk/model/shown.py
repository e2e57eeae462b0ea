"""What the customer may read along of a sale: it has no place for net, wallet or documents."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from enum import StrEnum

from app.core.frozen import frozen


class ShownPage(StrEnum):
    """The pages of the customer window."""

    WELCOME = "welcome"
    """Nothing of any sale."""
    CHECK = "check"
    BOOKING = "booking"
    WAIT = "wait"
    """The sale was refused, or nobody knows; nothing is said about the reason."""
    PAY = "pay"
    THANKS = "thanks"


@frozen
class ShownTrip:
    """One trip that is being sold."""

    title: str
    day: date | None
    hours: str
    """The departure of a boat, or the time window of an activity."""
    place: str
    """The boat; empty for an activity."""
    count: int
    """The people who travel."""
    price: Decimal | None
    """What the customer pays for it; None while that is not known."""


@frozen
class ShownPerson:
    """One person who travels; the age as typed, empty when it is not asked for."""

    name: str
    age: str


@frozen
class Shown:
    """One state of the customer window."""

    page: ShownPage
    trips: tuple[ShownTrip, ...] = ()
    people: tuple[ShownPerson, ...] = ()
    phone_end: str = ""
    """The last four digits of the phone."""
    currency: str = ""
    total: Decimal | None = None
    """What the customer pays; on `PAY` by the present way of paying."""
    upi: str = ""
    """The text of the QR code for UPI; empty for another way of paying."""
    change: Decimal | None = None
    """What the customer gets back of the cash given; None before it was given."""
    pnrs: tuple[str, ...] = ()
    """In the order of the trips."""


WELCOME = Shown(ShownPage.WELCOME)
"""The neutral page."""
