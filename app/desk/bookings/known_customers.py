"""What is known from before: who bought here, who travelled together, and what was sold."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from app.desk.model.boats import Passenger


@dataclass(frozen=True, slots=True)
class KnownCustomer:
    """Somebody who bought here before."""

    name: str
    phone: str
    email: str


@dataclass(frozen=True, slots=True)
class KnownParty:
    """A group that travelled before: names and ages as they are on the day of this trip."""

    name: str
    travelled_on: date
    passengers: tuple[Passenger, ...]


@dataclass(frozen=True, slots=True)
class KnownSale:
    """A booking that was made here before."""

    request_id: str
    booking_ref: str
    customer_name: str
    title: str
    day: date | None
