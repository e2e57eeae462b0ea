"""The sales of a journal, each made from the attempts that the journal is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from app.desk.bookings import sale_records
from app.desk.model.sale import Sale
from app.desk.payment.journal_facts import SET_BACK, text
from app.store.journal.journal import Attempt, Journal
from app.store.journal.states import GONE, Kind


class SaleKey(NamedTuple):
    """The key of a sale: of this counter by its intent, of another one by its PNR."""

    intent_id: str
    booking_ref: str = ""


class JournalSales:
    """Asks a journal about its sales; every method may wait for the disk."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def attempts(self, key: SaleKey) -> tuple[Attempt, ...]:
        """Every attempt of a sale, oldest first, cancellations last."""
        made = [each for each in self._journal.of_intent(key.intent_id) if each.kind is Kind.CREATE]
        ref = next((ref for each in reversed(made) if (ref := _ref_of(each))), key.booking_ref)
        return (*made, *(each for each in self._named(ref) if each.kind is Kind.CANCEL))

    def keys_of(self, attempts: Iterable[Attempt]) -> tuple[SaleKey, ...]:
        """The keys of these attempts' sales, each once."""
        return tuple(dict.fromkeys(map(self._key_of, attempts)))

    def own_since(self, since: datetime) -> tuple[SaleKey, ...]:
        """The keys of the sales of this counter that were sent at `since` or later, newest first.

        The effort depends on what came since, not on the size of the journal.
        """
        changed = reversed(self._journal.since(since - SET_BACK))
        return self.keys_of(each for each in changed if each.kind is Kind.CREATE and each.first_at >= since)

    def cancelled_since(self, since: datetime) -> tuple[Sale, ...]:
        """The sales of this counter of which something was certainly cancelled here since then.

        The longest untouched first; the effort depends on what came since, not on the size of the journal.
        """
        gone = (each for each in self._journal.since(since) if each.state in GONE)
        keys = self.keys_of(each for each in gone if each.kind is Kind.CANCEL)
        return tuple(self._sale(key) for key in keys if key.intent_id)

    def keys_of_requests(self, request_ids: Iterable[str]) -> tuple[SaleKey, ...]:
        """The keys of the sales of these requests, without those that are not of this counter."""
        found = self.keys_of(each for name in request_ids for each in self._journal.of_request(name))
        return tuple(key for key in found if key.intent_id)

    def has(self, request_id: str) -> bool:
        """Whether a request is in the journal."""
        return bool(self._journal.of_request(request_id))

    def open_sales(self) -> tuple[Sale, ...]:
        """The sales with an unknown outcome, newest first."""
        found = [self._sale(key) for key in self.keys_of(self._journal.open_attempts())]
        # An outcome may become known while they are read.
        waiting = (each for each in found if each.is_open)
        return tuple(sorted(waiting, key=lambda each: each.sold_at, reverse=True))

    def sale_of(self, request_id: str) -> Sale | None:
        """The sale of a request, or None."""
        keys = self.keys_of(self._journal.of_request(request_id))
        return self._sale(keys[-1]) if keys else None

    def sale_made_of(self, made: Sequence[Attempt]) -> Sale:
        """The sale of some attempts of one order, at least one, with its cancellations."""
        ref = next((ref for each in reversed(made) if (ref := _ref_of(each))), "")
        gone = (each for each in self._named(ref) if each.kind is Kind.CANCEL)
        return sale_records.sales((*made, *gone))[0]

    def of_booking(self, booking_ref: str) -> tuple[Sale, ...]:
        """The sales with a PNR, in upper or lower case: open ones first, then the newest."""
        keys = self.keys_of(self._journal.of_booking(booking_ref))
        found = sale_records.sales([each for key in keys for each in self.attempts(key)])
        return tuple(each for each in found if each.booking_ref.casefold() == booking_ref.casefold())

    def newest_first(self) -> Iterator[Sale]:
        """Every sale, the one that was sent last first, read as far as it is asked for."""
        met: set[SaleKey] = set()
        for each in self._journal.newest_first():
            key = self._key_of(each)
            # A sale of this counter stands where it was sold, not where it was cancelled.
            if key not in met and (each.kind is Kind.CREATE or not key.intent_id):
                met.add(key)
                yield self._sale(key)

    def _sale(self, key: SaleKey) -> Sale:
        return sale_records.sales(self.attempts(key))[0]

    def _key_of(self, attempt: Attempt) -> SaleKey:
        """The present key, since a booking of another counter may turn out to be this one's."""
        if attempt.kind is Kind.CREATE:
            return SaleKey(attempt.intent_id)
        ref = _ref_of(attempt)
        made = [each for each in self._named(ref) if each.kind is Kind.CREATE]
        return SaleKey(made[-1].intent_id) if made else SaleKey("", ref)

    def _named(self, ref: str) -> list[Attempt]:
        """The attempts with a PNR in exactly this spelling; none for an empty one."""
        return [each for each in self._journal.of_booking(ref) if _ref_of(each) == ref]


def _ref_of(attempt: Attempt) -> str:
    return text(attempt.facts, "booking_ref")
