"""The requests of the six calls, which check every limit of interface part 8 when they are built."""

from __future__ import annotations

import datetime as dt
import unicodedata
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Self, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, InstanceOf, model_validator

from app.api.messages.request_body import Body, Proof, json_body
from app.api.messages.spellings import ItemId, item_id

PROOF_LIMIT = 2_000_000
"""The strictest reading of "shorter than 2.0 MB" (interface part 8): the characters of the Base64."""
_REQUEST_ID = r"^[!-~]{1,100}$"
_PHONE = r"^[0-9]{8,15}$"
_LATEST_ZONE = dt.timedelta(hours=12)
_UNSEEN = frozenset({"Cc", "Cs"})


def _seen(text: str) -> str:
    """The text, if it has a visible character and no control character."""
    if not text.strip() or any(unicodedata.category(letter) in _UNSEEN for letter in text):
        raise ValueError("must be a visible text without control characters")
    return text


def is_email(text: str) -> bool:
    """Whether a text has the form of an e-mail address; without a look-up in the network."""
    # It takes long to import, and the list is on screen before any address is judged.
    from email_validator import EmailNotValidError, validate_email

    try:
        validate_email(text, check_deliverability=False)
    except EmailNotValidError:
        return False
    return True


def _email(text: str) -> str:
    """The address as typed, if it has the form of one."""
    if not is_email(text):
        raise ValueError("must have the form of an e-mail address")
    return text


def _proof(proof: Proof) -> Proof:
    """The document, if it is not empty and its Base64 is below the limit."""
    if not proof.data:
        raise ValueError("must not be empty")
    if proof.sent_length >= PROOF_LIMIT:
        raise ValueError(f"must be shorter than {PROOF_LIMIT} characters")
    return proof


def _not_past(day: dt.date) -> dt.date:
    """The day, unless it is past in every time zone: which zone counts is up to the service."""
    if day < (dt.datetime.now(dt.UTC) - _LATEST_ZONE).date():
        raise ValueError("must not be in the past")
    return day


def _read(found: ItemId) -> ItemId:
    """The id, if an answer can have given it."""
    if isinstance(found, str) and item_id(found) != found:
        raise ValueError("must be an id as it was read")
    return found


def _different(ids: tuple[ItemId, ...]) -> tuple[ItemId, ...]:
    if len(set(ids)) != len(ids):
        raise ValueError("must be different from each other")
    return ids


RequestId = Annotated[str, Field(pattern=_REQUEST_ID)]
BookingRef = Annotated[str, Field(max_length=100), AfterValidator(_seen)]
PersonName = Annotated[str, Field(max_length=100, repr=False), AfterValidator(_seen)]
Word = Annotated[str, Field(max_length=100), AfterValidator(_seen)]
ProofFile = Annotated[InstanceOf[Proof], AfterValidator(_proof)]
Email = Annotated[str, Field(max_length=254, repr=False), AfterValidator(_email)]
Phone = Annotated[str, Field(pattern=_PHONE, repr=False)]
Quantity = Annotated[int, Field(ge=1, le=100)]
Limit = Annotated[int, Field(ge=1, le=500)]
TravelDate = Annotated[dt.date, AfterValidator(_not_past)]
SentId = Annotated[ItemId, AfterValidator(_read)]
PassengerIds = Annotated[tuple[SentId, ...], Field(min_length=1, max_length=100), AfterValidator(_different)]


class Module(StrEnum):
    """The two modules of the service."""

    ACTIVITY = "ACTIVITY"
    BOAT = "BOAT"


class CancellationStep(StrEnum):
    """What a cancellation call does (interface part 4.4)."""

    QUOTE = "QUOTE"
    CONFIRM = "CONFIRM"


class _Request(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, hide_input_in_errors=True)


class ActivityContentQuery(_Request):
    """Activities (interface part 4.1). Without a date the answer holds summaries over dates."""

    module_type: ClassVar[Module] = Module.ACTIVITY
    travel_date: dt.date | None = None
    limit: Limit | None = None


class BoatContentQuery(_Request):
    """Boat schedules with their identity flags and rates (interface part 4.1)."""

    module_type: ClassVar[Module] = Module.BOAT
    travel_date: dt.date
    limit: Limit | None = None


class ActivitySearchQuery(_Request):
    """Slots of a day, of one activity or of all (interface part 4.2)."""

    module_type: ClassVar[Module] = Module.ACTIVITY
    date: dt.date
    activity_id: SentId | None = None


class BoatSearchQuery(_Request):
    """Boat departures of a day (interface part 4.2)."""

    module_type: ClassVar[Module] = Module.BOAT
    date: dt.date


ContentQuery: TypeAlias = ActivityContentQuery | BoatContentQuery
SearchQuery: TypeAlias = ActivitySearchQuery | BoatSearchQuery


class _Booking(_Request):
    request_id: RequestId
    qty: Quantity
    travel_date: TravelDate
    customer_name: PersonName
    customer_email: Email
    customer_phone: Phone


class ActivityBooking(_Booking):
    """A booking of seats in one slot (interface part 4.3)."""

    module_type: ClassVar[Module] = Module.ACTIVITY
    availability_id: SentId
    slot_id: SentId


class PassengerItem(_Request):
    """A passenger of a boat (interface part 2.6); a foreigner needs passport, number and document."""

    traveler_name: PersonName
    age: Annotated[int, Field(ge=0, le=150)]
    pax_gender: Word
    nationality: Word
    id_type: Word | None = None
    id_number: Word | None = Field(default=None, repr=False)
    id_proof_file: ProofFile | None = Field(default=None, repr=False)

    @model_validator(mode="after")
    def _check_foreigner(self) -> Self:
        if self.nationality == "INDIAN":
            return self
        if self.id_type != "PASSPORT" or self.id_number is None or self.id_proof_file is None:
            raise ValueError("a foreigner needs id_type PASSPORT, id_number and id_proof_file")
        return self


class BoatBooking(_Booking):
    """A booking of one seat for each passenger (interface part 4.3)."""

    module_type: ClassVar[Module] = Module.BOAT
    schedule_id: SentId
    passengers: tuple[PassengerItem, ...]

    @model_validator(mode="after")
    def _check_count(self) -> Self:
        if len(self.passengers) != self.qty:
            raise ValueError("qty must be the number of passengers")
        return self


class _Cancelling(_Request):
    request_id: RequestId
    booking_ref: BookingRef


class _ActivityCancelling(_Cancelling):
    module_type: ClassVar[Module] = Module.ACTIVITY
    qty: Quantity


class _BoatCancelling(_Cancelling):
    module_type: ClassVar[Module] = Module.BOAT
    passenger_ids: PassengerIds


class ActivityQuote(_ActivityCancelling):
    """Asks for the refund of releasing seats; changes nothing (interface part 4.4, QUOTE)."""

    action: ClassVar[CancellationStep] = CancellationStep.QUOTE


class ActivityCancellation(_ActivityCancelling):
    """Releases seats with an immediate refund (interface part 4.4, CONFIRM)."""

    action: ClassVar[CancellationStep] = CancellationStep.CONFIRM


class BoatQuote(_BoatCancelling):
    """Asks for the refund of cancelling travellers; changes nothing (interface part 4.4, QUOTE)."""

    action: ClassVar[CancellationStep] = CancellationStep.QUOTE


class BoatCancellation(_BoatCancelling):
    """Cancels travellers with an immediate refund (interface part 4.4, CONFIRM)."""

    action: ClassVar[CancellationStep] = CancellationStep.CONFIRM


class WalletQuery(_Request):
    """Asks for the wallet of the API key (interface part 4.5)."""

    request_id: RequestId


class StatusQuery(_Request):
    """Asks for the state of one booking (interface part 4.6)."""

    request_id: RequestId
    booking_ref: BookingRef
    module_type: Module


BodyRequest: TypeAlias = (
    ActivityBooking
    | BoatBooking
    | ActivityQuote
    | BoatQuote
    | ActivityCancellation
    | BoatCancellation
    | WalletQuery
    | StatusQuery
)
_ORDER = (
    "request_id",
    "booking_ref",
    "module_type",
    "action",
    "qty",
    "travel_date",
    "customer_name",
    "customer_email",
    "customer_phone",
    "availability_id",
    "slot_id",
    "schedule_id",
    "passengers",
    "passenger_ids",
)


def body_of(request: BodyRequest) -> Body:
    """The body of a request: fields in the order of the interface, no nulls, documents as Base64."""
    fields: dict[str, Any] = request.model_dump(mode="json", exclude_none=True, exclude={"passengers"})
    fields |= {name: getattr(request, name) for name in ("module_type", "action") if hasattr(request, name)}
    if isinstance(request, BoatBooking):
        fields["passengers"] = [_passenger_fields(each) for each in request.passengers]
    return json_body({name: fields[name] for name in _ORDER if name in fields})


def _passenger_fields(passenger: PassengerItem) -> dict[str, Any]:
    fields = passenger.model_dump(mode="json", exclude_none=True, exclude={"id_proof_file"})
    proof = passenger.id_proof_file
    return fields if proof is None else {**fields, "id_proof_file": proof}


def query_of(query: ContentQuery | SearchQuery) -> dict[str, str]:
    """The query parameters of a GET request (interface parts 4.1 and 4.2)."""
    fields: dict[str, Any] = query.model_dump(mode="json", exclude_none=True)
    return {"module": query.module_type.value, **{name: str(value) for name, value in fields.items()}}
