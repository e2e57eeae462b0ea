"""What the board of those who travel shows: immutable values of one day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple

from app.core.frozen import frozen
from app.desk.model.sale import Sale
from app.desk.service.status_parsing import StatusReading


class ClerkMark(NamedTuple):
    """What a clerk has said of a party."""

    at: datetime
    clerk: str
    desk: str = ""
    """The name of another desk of the office; empty for this one."""
    way: str = ""
    """How it was told: "chat", "mail" or "copy"; empty when that was not kept."""


class ToldState(StrEnum):
    """Whether a party knows what it has to know."""

    NOT_TOLD = "not-told"
    TOLD = "told"
    NOT_REACHED = "not-reached"


class PartyState(StrEnum):
    """How a party stands."""

    TRAVELS = "travels"
    PARTLY = "partly"
    """Some of it is cancelled."""
    CANCELLED = "cancelled"
    UNKNOWN = "unknown"
    """The outcome of its sale, or of a cancellation of it, is not known."""
    OTHER_KEY = "other-key"
    """It was sold from the wallet of another agent than that of the present API key."""


class StormMark(NamedTuple):
    """The newest note of a storm about a party."""

    storm_id: str
    reason: str
    by: str
    second: str = ""
    """Who agreed; empty when one person decided."""
    is_over: bool = False
    """Whether nothing of that storm is sent for this party any more."""
    desk: str = ""
    """The name of another desk of the office; empty for this one."""
    at: datetime | None = None


@frozen
class Party:
    """The people of one sale."""

    sale: Sale
    """With what its voucher says (`kept`), as far as that is known."""
    state: PartyState
    seats: int
    """That travel; of one that is cancelled none, of one whose outcome is not known what was ordered."""
    seat_words: str
    """Such as "2a 1c 1f"; the number alone where the fares are not known."""
    told: ToldState = ToldState.NOT_TOLD
    told_mark: ClerkMark | None = None
    """Who said so; None when nobody has said anything."""
    is_handed: bool = False
    """Whether it holds its voucher."""
    handed_mark: ClerkMark | None = None
    owed: int | None = None
    """Paise that are left to pay; None when that is not known, and without a till."""
    asked: StatusReading | None = None
    """What the service said of it last."""
    differs: str = ""
    """A sentence when the service says something else than is kept here; else empty."""
    storm: StormMark | None = None
    marks: Mapping[str, ClerkMark] = field(default_factory=dict[str, ClerkMark])
    """The last note of each kind, by its code."""
    people: tuple[str, ...] = field(default=(), repr=False)
    """The names of who travels, as booked and as the service said; none when they are not known here."""
    found_by: tuple[str, ...] = field(default=(), repr=False)
    """The passengers by whose names alone a search found it."""

    @property
    def key(self) -> str:
        """The request number of its sale."""
        return self.sale.request_id

    @property
    def counts(self) -> bool:
        """Whether it is in the sums: not when all of it is cancelled."""
        return self.state is not PartyState.CANCELLED


@frozen
class BoardDeparture:
    """A departure of a boat or a slot of an activity, with the parties in the order in which they bought."""

    key: str
    is_boat: bool
    title: str
    place: str
    """The boat, or the location; empty when it is not known."""
    starts: str
    """Such as "07:15"; the window as sent when it is not a time."""
    ends: str
    """Empty when it is not known."""
    parties: tuple[Party, ...]

    @property
    def travelling(self) -> tuple[Party, ...]:
        """The parties without those that are cancelled."""
        return tuple(each for each in self.parties if each.counts)

    @property
    def seats(self) -> int:
        """The seats of all parties."""
        return sum(each.seats for each in self.travelling)

    @property
    def told(self) -> int:
        """How many parties are told."""
        return sum(each.told is ToldState.TOLD for each in self.travelling)

    @property
    def handed(self) -> int:
        """How many parties hold their voucher."""
        return sum(each.is_handed for each in self.travelling)

    @property
    def owed(self) -> int:
        """The paise that are left to pay, as far as that is known."""
        return sum(each.owed or 0 for each in self.travelling)

    @property
    def owed_by(self) -> int:
        """How many parties have something left to pay."""
        return sum(bool(each.owed) for each in self.travelling)

    @property
    def unknown(self) -> int:
        """How many outcomes are not known."""
        return sum(each.state is PartyState.UNKNOWN for each in self.parties)


@frozen
class Board:
    """All that this office sold for one day of travel."""

    day: date
    departures: tuple[BoardDeparture, ...]
    """By their time."""
    as_of: datetime
    """When it was read from the register."""
    asked_at: datetime | None = None
    """Since when every party's booking was read from the service; None when one of them was not."""
    is_office_away: bool = False
    """Whether only what this counter sold is known, since the office's database is away."""
    has_till: bool = False
    trouble: str = ""
    """A sentence why something of it may be missing; or empty."""

    @property
    def parties(self) -> tuple[Party, ...]:
        """All parties, without those that are cancelled."""
        return tuple(party for each in self.departures for party in each.travelling)

    @property
    def seats(self) -> int:
        """The seats of all of them."""
        return sum(each.seats for each in self.departures)

    def party(self, key: str) -> Party | None:
        """The party with this request number, or None."""
        return next((one for each in self.departures for one in each.parties if one.key == key), None)


@frozen
class AskedSoFar:
    """How far the service was asked about the bookings of a day."""

    done: int
    all: int
    failed: int = 0
    """How many of these did not answer."""
    trouble: str = ""
    """Why the last of these did not; or empty."""
