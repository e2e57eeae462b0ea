"""Orders: checked requests."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class OrderModule(StrEnum):
    """The two modules (interface part 1)."""

    ACTIVITY = "ACTIVITY"
    BOAT = "BOAT"


@dataclass(frozen=True, slots=True)
class OrderTraveller:
    """A passenger of a boat; of a document only its presence is stored (interface part 2.6)."""

    name: str
    age: int
    gender: str
    nationality: str
    id_type: str
    has_id_number: bool
    has_id_proof: bool

    @property
    def is_indian(self) -> bool:
        """Whether the nationality is exactly INDIAN."""
        return self.nationality == "INDIAN"


@dataclass(frozen=True, slots=True)
class ActivityOrder:
    """A booking of seats in a slot."""

    request_id: str
    qty: int
    travel_date: date
    availability_id: int
    slot_id: int


@dataclass(frozen=True, slots=True)
class BoatOrder:
    """A booking of a boat for named passengers."""

    request_id: str
    travel_date: date
    schedule_id: int
    travellers: tuple[OrderTraveller, ...]


@dataclass(frozen=True, slots=True)
class CancelOrder:
    """A cancellation: of `qty` seats of an activity, or of the named passengers of a boat."""

    request_id: str
    booking_ref: str
    module: OrderModule
    qty: int = 0
    passenger_ids: tuple[int, ...] = ()
