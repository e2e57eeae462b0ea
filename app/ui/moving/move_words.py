"""What the pages of another date say: of a day, of what is paid, and of how both acts stand."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.desk.model.activities import DaySlots, Slot
from app.desk.model.sale import Sale
from app.desk.moving.values import Move, MoveStage


class MoveWay(StrEnum):
    """Where a way on leads."""

    WAIT = "wait"
    """To how it stands now; it is read by itself."""
    CANCEL = "cancel"
    """To the refund quoted anew, and then the cancellation of the old one."""
    BY_HAND = "by hand"
    """To the page on which the new one is settled."""
    KEEP = "keep"
    """To the end of it: nothing more is sent."""
    CANCEL_NEW = "cancel new"
    OLD_OUTCOME = "old outcome"
    """To the page on which the cancellation of the old one is settled."""


_NEEDS, _UNKNOWN, _ENDED = mark("Needs an answer"), mark("Outcome not known"), mark("Ended")
_SAID = {
    MoveStage.BOOKING: (mark("Booking"), mark("{new} is being booked."), None),
    MoveStage.NEW_UNKNOWN: (
        _UNKNOWN,
        mark("The old booking stays as it is."),
        mark("It is cancelled only when the new one is certain. Do not sell the new one again."),
    ),
    MoveStage.NOT_BOOKED: (_ENDED, mark("{old} stands."), mark("The new one is not booked.")),
    MoveStage.UNDONE: (_ENDED, mark("{old} stands."), mark("The new one is not booked.")),
    MoveStage.BETWEEN: (_NEEDS, mark("Both are booked and paid. {old} is still to be cancelled."), None),
    MoveStage.CANCELLING: (mark("Cancelling"), mark("{old} is being cancelled."), None),
    MoveStage.REFUSED: (_NEEDS, mark("{old} was not cancelled. Both are booked."), None),
    MoveStage.OLD_UNKNOWN: (
        _UNKNOWN,
        mark("{new} is booked. Nobody knows yet if {old} is cancelled."),
        mark("Give nothing back."),
    ),
    MoveStage.MOVED: (mark("Settled"), mark("Moved to {new}."), None),
}
_WAYS = {
    MoveStage.NEW_UNKNOWN: (
        (MoveWay.WAIT, mark("Wait while the wallet is read")),
        (MoveWay.BY_HAND, mark("Settle the new one by hand")),
        (MoveWay.KEEP, mark("End the change, keep {old}")),
    ),
    MoveStage.BETWEEN: (
        (MoveWay.CANCEL, mark("Cancel {old}, quoted anew")),
        (MoveWay.KEEP, mark("Keep both")),
    ),
    MoveStage.REFUSED: (
        (MoveWay.CANCEL, mark("Cancel {old}, quoted anew")),
        (MoveWay.CANCEL_NEW, mark("Cancel the new one")),
        (MoveWay.KEEP, mark("Keep both")),
    ),
    MoveStage.OLD_UNKNOWN: ((MoveWay.OLD_OUTCOME, mark("Show what is known")),),
}


class StageWords(NamedTuple):
    """What is said of a stage, and the ways on in their order."""

    badge: str
    headline: str
    meaning: str
    ways: tuple[tuple[MoveWay, str], ...] = ()
    is_settled: bool = False


def old_day(sale: Sale | None) -> str:
    """The day of a booking, such as "Thu 26 Nov"; its PNR where no day is known."""
    if sale is None:
        return ""
    return sale.booking_ref if sale.day is None else formats.day_medium(sale.day)


def day_and_window(sale: Sale | None) -> str:
    """Such as "Thu 26 Nov, 06:30 - 11:00"."""
    return "" if sale is None else joined(", ", (old_day(sale), sale.window))


def nearest_start(days: Iterable[DaySlots | None], old: Sale, seats: int) -> Slot | None:
    """The start for so many that is like the old one, on the first of these days that has any.

    None while a day before it, which stands as None, is being read.
    """
    for day in days:
        if day is None:
            break
        fitting = [each for each in day.open_slots if each.seats is not None and each.seats >= seats]
        windows = (formats.window(each.starts, each.ends, each.window) for each in fitting)
        alike = (each for each, window in zip(fitting, windows, strict=True) if window == old.window)
        if fitting:
            return next(alike, fitting[0])
    return None


def pays_name(more: Decimal | None) -> str:
    """The name of what the customer pays more, or gets back."""
    return tr("Customer gets back") if more is not None and more < 0 else tr("Customer pays more")


def stage_words(move: Move, *, is_asked: bool = False) -> StageWords:
    """What is said of a move; `is_asked`: its refund was quoted anew and waits for the button."""
    days = {"old": old_day(move.old) or move.kept.old_ref, "new": old_day(move.new)}
    if move.kept.ended == "kept":
        who = move.kept.ended_by
        told = tr("{name} has ended the change.", name=who) if who else tr("The change was ended.")
        return StageWords(tr(_ENDED), told, tr("What is booked stays."), is_settled=True)
    badge, headline, meaning = _SAID[move.stage]
    more = tr(meaning) if meaning else refund_words(move) if move.stage is MoveStage.MOVED else move.words
    ways = () if is_asked else _WAYS.get(move.stage, ())
    return StageWords(
        tr(badge),
        tr(headline, **days),
        more,
        tuple((way, tr(words, **days)) for way, words in ways),
        is_settled=not move.is_open,
    )


def refund_words(move: Move) -> str:
    """What came back of the old one, where it differs from what was quoted; empty when it does not."""
    quoted, came = move.kept.refund, move.refunded
    if quoted is None or came is None or quoted == came:
        return ""
    return tr(
        "Refunded {came}, quoted {quoted}. The customer\u2019s side is as you said.",
        came=formats.amount(came),
        quoted=formats.amount(quoted),
    )
