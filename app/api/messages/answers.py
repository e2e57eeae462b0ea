"""Every answer of the partner interface, by name."""

from app.api.messages.activity_answers import (
    ActivityAvailability,
    ActivityContent,
    ActivityItem,
    ActivitySearch,
    AvailabilityPricing,
    BookableDates,
    BookingRules,
    SlotPlace,
)
from app.api.messages.boat_answers import BoatAvailability, BoatContent, BoatItem, BoatSearch, RateItem
from app.api.messages.booking_answers import (
    BookedActivity,
    BookingResult,
    CancellationResult,
    QuoteAnswer,
    SettlementBreakdown,
    StatusAnswer,
    TravellerItem,
    WalletAnswer,
)
from app.api.messages.envelope import Envelope, Inventory, SetAside, UnreadField

__all__ = [
    "ActivityAvailability",
    "ActivityContent",
    "ActivityItem",
    "ActivitySearch",
    "AvailabilityPricing",
    "BoatAvailability",
    "BoatContent",
    "BoatItem",
    "BoatSearch",
    "BookableDates",
    "BookedActivity",
    "BookingResult",
    "BookingRules",
    "CancellationResult",
    "Envelope",
    "Inventory",
    "QuoteAnswer",
    "RateItem",
    "SetAside",
    "SettlementBreakdown",
    "SlotPlace",
    "StatusAnswer",
    "TravellerItem",
    "UnreadField",
    "WalletAnswer",
]
