"""The values of To do: what is kept, what is made of it, and reminders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from app.core.frozen import frozen
from app.desk.free_now.seat_watches import WatchRow
from app.desk.model.sale import Sale
from app.desk.moving.values import Move
from app.desk.quotations.quotations import KnownQuotation
from app.desk.till.owing import Owed
from app.desk.travelling.values import Board, BoardDeparture

ToDoKind = StrEnum(
    "ToDoKind", ["UNKNOWN", "MOVE", "SEATS", "REMINDER", "QUOTATION", "OWED", "REFUND", "UNTOLD", "WATCH"]
)
"""What a row is about."""


class ToDoPart(StrEnum):
    """When it is to be done, in this order."""

    NOW = "now"
    TODAY = "today"
    LATER = "later"


@frozen
class Reminder:
    """A clerk's own words for a time; without words until when a row is put off, or that it is done with."""

    id: str
    """Of a row that is put off its key."""
    at: datetime
    text: str = field(default="", repr=False)
    link: str = ""
    """What it hangs on: the request number of a sale, or a quotation's number such as Q-0032; or nothing."""
    clerk: str = ""
    done_at: datetime | None = None


@frozen
class KeptToDo:
    """What this counter keeps, as it was read; nothing of it is asked of the service."""

    waiting: tuple[Sale, ...] = ()
    """Those whose outcome, or that of a cancellation of theirs, is not known."""
    moves: tuple[Move, ...] = ()
    """The open ones."""
    watches: tuple[WatchRow, ...] = ()
    reminders: tuple[Reminder, ...] = ()
    quotations: tuple[KnownQuotation, ...] = ()
    sold: tuple[Sale, ...] = ()
    """What was sold for the days of the quotations, and what reminders hang on."""
    owed: tuple[Owed, ...] | None = None
    """None without a till, or where it cannot be read."""
    asked: Mapping[str, datetime] = field(default_factory=dict[str, datetime])
    """When what is owed was last asked for by a message, by the request."""
    boards: tuple[Board, ...] = ()
    """Of today and tomorrow, where there are boards."""
    trouble: str = ""
    """Why something of it is missing; or empty."""


class When(NamedTuple):
    """Until when, or since when; by it rows are sorted."""

    at: datetime
    words: str
    more: str
    """Stands beneath them."""


@frozen
class ToDoRow:
    """One thing to be done."""

    kind: ToDoKind
    id: str
    """Of its kind: what a reminder hangs on from here, unless it is a departure's or a watch's."""
    when: When
    what: str = field(repr=False)
    about: str = field(repr=False)
    who: tuple[str, str] = field(repr=False)
    """Name and phone; empty for none."""
    subject: Sale | Move | Owed | KnownQuotation | BoardDeparture | Reminder | WatchRow = field(repr=False)
    amount: str = ""
    side: str = ""
    """What the amount is."""
    notice: str = ""
    """A sentence of what is to be minded; or empty."""
    part: ToDoPart = ToDoPart.TODAY

    @property
    def key(self) -> str:
        """By which it is known whatever it says."""
        return f"{self.kind} {self.id}"

    @property
    def link(self) -> str:
        """What a reminder from this row hangs on; see `Reminder.link`."""
        if isinstance(self.subject, Reminder):
            return self.subject.link
        return "" if isinstance(self.subject, BoardDeparture | WatchRow) else self.id
