"""The field types of requests, each with its limit (interface parts 4 and 8)."""

from __future__ import annotations

import datetime as dt
import unicodedata
from typing import Annotated

from email_validator import EmailNotValidError, validate_email
from pydantic import AfterValidator, Field, InstanceOf

from app.api.messages.request_body import Proof
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


def _email(text: str) -> str:
    """The address as typed, if it has the form of an e-mail address; without a look-up in the network."""
    try:
        validate_email(text, check_deliverability=False)
    except EmailNotValidError:
        raise ValueError("must have the form of an e-mail address") from None
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
