"""What was typed for customers whose sale was not made, kept in memory as they may come back that day."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from app.desk.model.boats import BoatDraft, Passenger
from app.desk.model.sale import Draft
from app.desk.passengers.rules import without_copies

MOST_DRAFTS = 5
MOST_BYTES = 100_000_000
"""All copies of documents together; those of the oldest drafts go first."""


class KeptDrafts:
    """Most recent first; nothing is written to disk."""

    def __init__(self) -> None:
        self._drafts: tuple[Draft, ...] = ()
        self._day: date | None = None

    def on(self, day: date) -> tuple[Draft, ...]:
        """What was kept on this day; what is of another one is forgotten."""
        if day != self._day:
            self._drafts, self._day = (), day
        return self._drafts

    def keep(self, draft: Draft, day: date) -> None:
        """Keep a draft, in the place of an earlier state of it."""
        size = len(_people(draft))
        others = (each for each in self.on(day) if len(_people(each)) > size or not _is_of(draft, each))
        self._drafts = _bounded((draft, *others)[:MOST_DRAFTS])

    def use(self, sold: Draft) -> None:
        """Forget the draft that was sold or put into the basket; of a party half must have been in it."""
        self._drafts = tuple(each for each in self._drafts if not _is_of(sold, each))

    def forget(self) -> None:
        """Keep nothing."""
        self._drafts = ()


def named(draft: Draft) -> tuple[Passenger, ...]:
    """The passengers of a draft of whom something was typed."""
    return (
        tuple(each for each in draft.passengers if not each.is_untouched)
        if isinstance(draft, BoatDraft)
        else ()
    )


def _people(draft: Draft) -> list[object]:
    """Whom a draft is for: its passengers, without any its customer, else who was noted."""
    people: list[object] = [
        each.traveler_name.casefold() or replace(each, document=None) for each in named(draft)
    ]
    customer = draft.customer_name.casefold() or draft.customer_phone or draft.customer_email
    return people or [customer or draft.notes]


def _is_of(draft: Draft, kept: Draft) -> bool:
    # Of a note alone whose it was may have been typed since.
    people, known = [*_people(draft), draft.notes], _people(kept)
    return 2 * sum(each in people for each in known) >= len(known)


def _bounded(drafts: tuple[Draft, ...]) -> tuple[Draft, ...]:
    room, bounded = MOST_BYTES, list[Draft]()
    for draft in drafts:
        room -= sum(len(each.document.data) for each in named(draft) if each.document)
        bounded.append(draft if room >= 0 else copyless(draft))
    return tuple(bounded)


def copyless(draft: Draft) -> Draft:
    """The draft without the copies of documents."""
    return (
        replace(draft, passengers=without_copies(draft.passengers)) if isinstance(draft, BoatDraft) else draft
    )
