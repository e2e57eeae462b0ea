"""The values of another date: what is decided, what is kept of it, and how it stands."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Literal

from app.core.frozen import frozen
from app.desk.basket.values import ItemState
from app.desk.model.sale import Sale
from app.desk.storm.values import GONE, EndState

FORM: Literal["agency-counter-move-1"] = "agency-counter-move-1"
_ZERO = Decimal(0)


@frozen
class MoveSums:
    """The customer's side of a move, in the currency of the sale; None for what is not known."""

    price: Decimal
    """Of the new booking."""
    part: Decimal | None
    """The old price of those who move."""
    unpaid: Decimal | None
    """What is left to pay of the old booking, also of those who stay; nothing where no till is kept."""
    charge: Decimal | None
    """The operator's charge as quoted."""
    back: Decimal | None
    """What of the old price is given back, as it is said at the cancellation: price less both charges."""

    @property
    def own(self) -> Decimal | None:
        """The agency's own charge; less than nothing where its rule takes a part of the operator's on it."""
        if self.part is None or self.charge is None or self.back is None:
            return None
        return self.part - self.charge - self.back

    @property
    def counts(self) -> Decimal | None:
        """What of the money that was paid counts for the new booking, never less than nothing."""
        if self.back is None or self.unpaid is None:
            return None
        return max(self.back - self.unpaid, _ZERO)

    @property
    def owes(self) -> Decimal | None:
        """What the customer still owes for the old booking, never less than nothing."""
        if self.back is None or self.unpaid is None:
            return None
        return max(self.unpaid - self.back, _ZERO)

    @property
    def pays_more(self) -> Decimal | None:
        """What the customer pays more; less than 0 is what the customer gets back."""
        return None if self.counts is None else self.price - self.counts


@frozen
class KeptMove:
    """What is kept of a decision before anything is sent. It never says what became of it."""

    form: Literal["agency-counter-move-1"]
    id: str
    at: datetime
    clerk: str
    old_request: str
    old_ref: str
    is_boat: bool
    seats: int
    passenger_ids: tuple[str, ...]
    """Of a boat those who move, as text."""
    new_intent: str
    behind: int
    """The journal's newest entry at the decision."""
    refund: Decimal | None
    """As quoted and accepted; None when it was accepted that none was stated."""
    back: Decimal | None
    """What the customer gets back of the old price."""
    pays_more: Decimal | None
    cancel_intent: str = ""
    """The intent under which the old booking is cancelled; empty before that."""
    ended: Literal["", "moved", "not_booked", "undone", "kept"] = ""
    """How it ended; empty while it is open."""
    ended_by: str = ""
    """Who ended it by hand."""

    def has(self, traveller_id: object) -> bool:
        """Whether a traveller of the old booking moves."""
        return str(traveller_id) in self.passenger_ids


class MoveStage(StrEnum):
    """How a move stands, by the journal alone."""

    BOOKING = "booking"
    NEW_UNKNOWN = "new unknown"
    """Nobody knows yet whether the new one is booked: the old one stays as it is."""
    NOT_BOOKED = "not booked"
    BETWEEN = "between"
    """The new one is booked, and the old one is still to be cancelled."""
    CANCELLING = "cancelling"
    REFUSED = "refused"
    """The cancellation of the old one was refused: both are booked."""
    OLD_UNKNOWN = "old unknown"
    MOVED = "moved"
    UNDONE = "undone"
    """The new one was cancelled again: the old one stands."""


_OLD = {
    EndState.SENDING: MoveStage.CANCELLING,
    EndState.UNKNOWN: MoveStage.OLD_UNKNOWN,
    EndState.REFUSED: MoveStage.REFUSED,
    **dict.fromkeys(GONE, MoveStage.MOVED),
}
_NEW = {
    ItemState.RUNNING: MoveStage.BOOKING,
    ItemState.UNKNOWN: MoveStage.NEW_UNKNOWN,
    ItemState.WAITS: MoveStage.NOT_BOOKED,
}
ENDED = {
    MoveStage.NOT_BOOKED: "not_booked",
    MoveStage.MOVED: "moved",
    MoveStage.UNDONE: "undone",
}
"""The stages at which nothing is left to do."""


def stage_of(new: ItemState, old: EndState) -> MoveStage:
    """How a move stands when its two acts stand so."""
    if new is ItemState.BOOKED:
        return _OLD.get(old, MoveStage.BETWEEN)
    if new is ItemState.CANCELLED:
        # What is not known of the old one comes first, and what is gone is gone.
        return _OLD[old] if old in {EndState.UNKNOWN, EndState.SENDING, *GONE} else MoveStage.UNDONE
    return _NEW[new]


@frozen
class Move:
    """A move as it stands now."""

    kept: KeptMove
    stage: MoveStage
    old: Sale | None
    """None when it is no longer kept."""
    new: Sale | None
    """None when it was never sent."""
    words: str = ""
    """The words of the service with which it refused the last act, or what was in the way."""
    refunded: Decimal | None = None
    """What the cancellation brought; None when that is not stated, or not yet."""

    @property
    def is_open(self) -> bool:
        """Whether something of it is still to be done or known."""
        return not self.kept.ended and self.stage not in ENDED
