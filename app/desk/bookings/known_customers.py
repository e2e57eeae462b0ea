"""Values of earlier business: customers and saved parties."""

from __future__ import annotations

from datetime import date

from app.core.frozen import frozen
from app.desk.model.boats import Passenger


@frozen
class KnownCustomer:
    """A customer who bought here before."""

    name: str
    phone: str
    email: str


@frozen
class Buyer:
    """A customer who bought here before."""

    customer: KnownCustomer
    times: int
    """How often."""


@frozen
class KnownParty:
    """A party that travelled before, with ages on the day of this trip."""

    name: str
    travelled_on: date
    passengers: tuple[Passenger, ...]
