"""The till of this desk: receipts, and what is still owed. It never stops a booking, and changes none."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from app.core.language import Message, mark, message_of
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Sale
from app.desk.till.payment_rules import financial_year, receipt_number
from app.desk.till.payment_values import DueSale, Payment, PayWay, TillReceipt
from app.desk.till.written_payment import facts_of, receipt_of, sale_parts

if TYPE_CHECKING:
    from app.store.till.till_book import Series, TillBook

T = TypeVar("T")
_NO_BOOK = mark("This needs a counter whose data is on this computer.")


class NotRecordedError(Exception):
    """Nothing was written down, or nothing can be read; `str()` is the sentence for the clerk."""


class Standing(NamedTuple):
    """What is recorded of sales."""

    settled: Mapping[str, int]
    """The paise of each sale by its request number, without what is on account."""
    payments: tuple[TillReceipt, ...]
    """The oldest first, with what is only said to be paid later."""

    @property
    def receipts(self) -> tuple[TillReceipt, ...]:
        """Those with a number."""
        return tuple(each for each in self.payments if each.number)


class OwedSale(NamedTuple):
    """A sale of which something is owed, as it was recorded last."""

    sale: DueSale
    """Its amount is what is left to pay."""
    payment: TillReceipt


class Till:
    """The till; its book is opened when it is first asked."""

    def __init__(
        self,
        open_book: Callable[[], TillBook] | None,
        rules: OfficeRules,
        clock: Callable[[], datetime],
        clerk: Callable[[], str],
    ) -> None:
        """`open_book` waits for the disk; `clerk` is the name of who is on duty, empty without clerks."""
        self._open_book, self._rules, self._clock, self._clerk = open_book, rules, clock, clerk
        self._book: TillBook | None = None
        self._opening = threading.Lock()
        self.last_way = PayWay.CASH
        """The way of the last payment of this session."""

    @property
    def is_on(self) -> bool:
        """Whether this agency keeps a till, and can."""
        return self._rules.till.is_on and (self._open_book is not None or self._book is not None)

    @property
    def clerk(self) -> str:
        """Who records; empty at a counter without clerks."""
        return self._clerk()

    def now(self) -> datetime:
        """The time at this counter."""
        return self._clock()

    async def next_receipt(self) -> str:
        """The number that the next receipt would have. Raises NotRecordedError."""
        series = self._series()
        letters, number = await self._ask(lambda book: book.next_number(series))
        return receipt_number(letters, series.year, number)

    async def warning(self) -> Message | None:
        """Why receipts have a new series since this start; None when not. Raises NotRecordedError."""
        return await self._ask(lambda book: book.warning)

    async def record(self, payment: Payment) -> TillReceipt:
        """Write a payment down; it is on the disk when this returns. Raises NotRecordedError.

        When anything is taken it is a receipt with a number; else it says that all of it is paid later.
        """
        from app.store.till.till_book import TillKind

        clerk, series = self._clerk(), self._series() if payment.taken else None
        kind = TillKind.OWED if series is None else TillKind.RECEIPT
        entry = await self._ask(lambda book: book.append(kind, clerk, facts_of(payment), series))
        number = ""
        if series is not None:
            number = receipt_number(entry.facts["series"], series.year, entry.facts["number"])
            self.last_way = next(each.way for each in payment.lines if each.way is not PayWay.ACCOUNT)
        return TillReceipt(number, entry.at.astimezone(self._clock().tzinfo), clerk, payment)

    async def standing(self, request_ids: Iterable[str]) -> Standing:
        """What is recorded of these sales, together. Raises NotRecordedError."""
        asked = frozenset(request_ids)
        entries = await self._ask(lambda book: [entry for each in asked for entry in book.of_sale(each)])
        found = sorted({entry.seq: entry for entry in entries}.items())
        zone = self._clock().tzinfo
        settled = dict.fromkeys(asked, 0)
        for _, entry in found:
            for each in entry.facts["sales"]:
                if each["request_id"] in asked:
                    settled[each["request_id"]] += each["settled"]
        return Standing(settled, tuple(receipt_of(entry, zone) for _, entry in found))

    async def owed(self) -> tuple[OwedSale, ...]:
        """What is recorded as owed, sale by sale, the oldest first. Raises NotRecordedError."""
        zone = self._clock().tzinfo
        found: list[OwedSale] = []
        for request_id, entry in await self._ask(lambda book: book.owed()):
            payment = receipt_of(entry, zone)
            parts = zip(payment.payment.due.sales, sale_parts(entry), strict=True)
            sale, settled = next(each for each in parts if each[0].request_id == request_id)
            found.append(OwedSale(replace(sale, amount=sale.amount - settled, gst=None), payment))
        return tuple(found)

    async def unrecorded(self, sales: Sequence[Sale]) -> tuple[Sale, ...]:
        """Those of these sales of which nothing is recorded. Raises NotRecordedError."""
        return await self._ask(
            lambda book: tuple(each for each in sales if not book.of_sale(each.request_id))
        )

    async def first_day(self) -> date:
        """The day since which payments are recorded; today when none is yet. Raises NotRecordedError."""
        return await self._ask(lambda book: book.first_day()) or self._clock().date()

    async def close(self) -> None:
        """Close the book."""
        with self._opening:
            self._open_book, book, self._book = None, self._book, None
        if book is not None:
            await asyncio.to_thread(book.close)

    async def _ask(self, question: Callable[[TillBook], T]) -> T:
        from app.store.till.errors import TillError

        try:
            return await asyncio.to_thread(lambda: question(self._opened()))
        except TillError as error:
            raise NotRecordedError(message_of(error)) from error

    def _opened(self) -> TillBook:
        from app.store.till.errors import TillError

        with self._opening:
            if self._book is None:
                if self._open_book is None:
                    raise TillError(_NO_BOOK)
                self._book = self._open_book()
            return self._book

    def _series(self) -> Series:
        from app.store.till.till_book import Series

        return Series(self._rules.till.series, financial_year(self._clock().date()))
