"""An index of the journal's attempts by sale, so that no view has to search all of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from app.desk.bookings import sale_records
from app.desk.model.sale import Sale
from app.store.journal.journal import Attempt
from app.store.journal.states import Kind

_SET_BACK = timedelta(days=2)
"""By how much a clock may have been set back, so that an older sale stands behind a newer one."""


class SaleKey(NamedTuple):
    """The key of a sale: of this counter by its intent, of another one by its PNR."""

    intent_id: str
    booking_ref: str = ""


class SalesIndex:
    """The index, which grows with the journal. Not thread-safe: its users hold a lock."""

    def __init__(self) -> None:
        self._creates: dict[str, dict[int, Attempt]] = {}
        self._cancels: dict[str, dict[tuple[str, int], Attempt]] = {}
        self._intent_of: dict[str, str] = {}
        self._ref_of: dict[str, str] = {}
        self._key_of: dict[str, SaleKey] = {}
        self._open: dict[SaleKey, None] = {}

    def take(self, attempts: Iterable[Attempt]) -> None:
        """Add or replace attempts."""
        taken = list(attempts)
        for each in taken:
            if each.kind is Kind.CREATE:
                self._take_sale(each)
            else:
                ref = str(each.facts.get("booking_ref") or "")
                self._cancels.setdefault(ref, {})[each.intent_id, each.attempt] = each
        for key in self.keys_of(taken):
            self._open.pop(key, None)
            if any(each.is_open for each in self.attempts(key)):
                self._open[key] = None

    def keys_of(self, attempts: Iterable[Attempt]) -> tuple[SaleKey, ...]:
        """The keys of these attempts' sales, each once."""
        found: dict[SaleKey, None] = {}
        for each in attempts:
            key = self._belongs_to(each)
            self._key_of[each.request_id] = key
            found[key] = None
        return tuple(found)

    def own_since(self, since: datetime) -> tuple[SaleKey, ...]:
        """The keys of the sales of this counter whose first attempt was made at `since` or later.

        The effort depends on what came since, not on the size of the journal.
        """
        found: list[SaleKey] = []
        for intent in reversed(self._creates):
            at = min(each.first_at for each in self._creates[intent].values())
            if at >= since:
                found.append(SaleKey(intent))
            elif at < since - _SET_BACK:
                break
        return tuple(found)

    def keys_of_requests(self, request_ids: Iterable[str]) -> tuple[SaleKey, ...]:
        """The keys of the sales of these requests, without those that are not of this counter."""
        found = (self._key_of.get(each) for each in request_ids)
        return tuple(key for key in found if key is not None and key.intent_id)

    def has(self, request_id: str) -> bool:
        """Whether a request is in the journal."""
        return request_id in self._key_of

    def open_sales(self) -> tuple[Sale, ...]:
        """The sales with an unknown outcome, newest first."""
        found = [self.sale(key) for key in self._open if self.attempts(key)]
        return tuple(sorted(found, key=lambda each: each.sold_at, reverse=True))

    def sale(self, key: SaleKey) -> Sale:
        """A sale from its attempts and its cancellations."""
        return sale_records.sales(self.attempts(key))[0]

    def sale_of(self, request_id: str) -> Sale | None:
        """The sale of a request, or None."""
        key = self._key_of.get(request_id)
        return None if key is None else self.sale(self._key_now(key))

    def requests(self, key: SaleKey) -> tuple[str, ...]:
        """All request numbers of a sale."""
        return tuple(each.request_id for each in self.attempts(key))

    def attempts(self, key: SaleKey) -> tuple[Attempt, ...]:
        """Every attempt of a sale, cancellations last."""
        ref = self._ref_of.get(key.intent_id, key.booking_ref)
        cancels = self._cancels.get(ref, {}).values() if ref or not key.intent_id else ()
        return (*self._creates.get(key.intent_id, {}).values(), *cancels)

    def _take_sale(self, attempt: Attempt) -> None:
        self._creates.setdefault(attempt.intent_id, {})[attempt.attempt] = attempt
        ref = str(attempt.facts.get("booking_ref") or "")
        if ref:
            self._intent_of[ref] = attempt.intent_id
            self._ref_of[attempt.intent_id] = ref
            # A sale that seemed to be another counter's was made here.
            self._open.pop(SaleKey("", ref), None)

    def _belongs_to(self, attempt: Attempt) -> SaleKey:
        if attempt.kind is Kind.CREATE:
            return SaleKey(attempt.intent_id)
        return self._key_now(SaleKey("", str(attempt.facts.get("booking_ref") or "")))

    def _key_now(self, key: SaleKey) -> SaleKey:
        """The present key, since a booking of another counter may turn out to be this one's."""
        return SaleKey(self._intent_of[key.booking_ref]) if key.booking_ref in self._intent_of else key
