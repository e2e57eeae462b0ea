"""Values of earlier business: customers and saved parties."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from app.desk.model.boats import Passenger


@dataclass(frozen=True, slots=True)
class KnownCustomer:
    """A customer who bought here before."""

    name: str
    phone: str
    email: str


@dataclass(frozen=True, slots=True)
class Buyer:
    """A customer who bought here before."""

    customer: KnownCustomer
    times: int
    """How often."""


@dataclass(frozen=True, slots=True)
class KnownParty:
    """A party that travelled before, with ages on the day of this trip."""

    name: str
    travelled_on: date
    passengers: tuple[Passenger, ...]
