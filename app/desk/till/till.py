"""The till of this desk: receipts, and what is still owed. It never stops a booking, and changes none."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta, tzinfo
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from app.core.language import Message, mark, message_of
from app.core.tasks import in_own_thread
from app.desk.day_close.values import DayReport
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Sale
from app.desk.office.office_sync import OfficeSync
from app.desk.till.drawer import CashDrawer, drawer_of
from app.desk.till.payment_rules import end_of, financial_year, is_repeated, receipt_number
from app.desk.till.payment_values import DueSale, Line, Payment, Refund, TillReceipt
from app.desk.till.till_day import TillDay, checked, till_day
from app.desk.till.tills_of_desks import TillsOfDesks
from app.desk.till.written_payment import (
    correction_facts,
    facts_of,
    private_of,
    receipt_of,
    refund_facts,
)

if TYPE_CHECKING:
    from app.store.till.till_book import Series, TillBook, TillKind

log = logging.getLogger(__name__)

T = TypeVar("T")
_A_DAY = timedelta(days=1)
_NOT_UNDERSTOOD = mark("An entry of the till\u2019s book cannot be read: another program has written it.")
_NO_BOOK = mark("This needs a counter whose data is on this computer.")


class NotRecordedError(Exception):
    """Nothing was written down, or nothing can be read; `str()` is the sentence for the clerk."""


class Standing(NamedTuple):
    """What is recorded of sales."""

    settled: Mapping[str, int]
    """The paise of each sale by its request number: what was paid, less what was given back and kept."""
    payments: tuple[TillReceipt, ...]
    """The oldest first, with what is only said to be paid later."""

    @property
    def receipts(self) -> tuple[TillReceipt, ...]:
        """Those with a number."""
        return tuple(each for each in self.payments if each.number)

    @property
    def refunds(self) -> tuple[TillReceipt, ...]:
        """Those that count by which something was given back, or kept by the agency."""
        refunds = (each for each in self.payments if each.is_refund and not each.corrected_by)
        return tuple(each for each in refunds if each.given_up)

    @property
    def given_back(self) -> int:
        """What was given back, without the rounding of cash."""
        return sum(each.payment.settled for each in self.refunds)

    @property
    def charge(self) -> int:
        """What the agency kept of refunds for itself."""
        return sum(each.charge for each in self.refunds)

    @property
    def moved(self) -> tuple[TillReceipt, ...]:
        """Those that count by which something of these sales counts for another one."""
        found = (each for each in self.payments if each.payment.due.moved and not each.corrected_by)
        return tuple(each for each in found if each.payment.due.sales[0].request_id not in self.settled)

    @property
    def paid(self) -> int:
        """What was paid, whatever was given back, kept, or counted for another sale of it since."""
        counted = sum(each.payment.due.counted for each in self.moved)
        return sum(self.settled.values()) + self.given_back + self.charge + counted

    def without(self, refund: TillReceipt) -> Standing:
        """The same before a refund of one sale was recorded."""
        settled = {name: each + refund.given_up for name, each in self.settled.items()}
        return Standing(settled, tuple(each for each in self.payments if each.number != refund.number))


class OwedPayment(NamedTuple):
    """Sales of which something is owed since the same payment."""

    sales: tuple[DueSale, ...]
    """The amount of each is what is left to pay."""
    payment: TillReceipt


def is_kept(sale: Sale) -> bool:
    """Whether it is a booking of this counter of which the price is known."""
    return bool(sale.booking_ref) and not sale.is_open and sale.customer_pays is not None and not sale.desk


def _standing(book: TillBook, asked: frozenset[str], zone: tzinfo | None) -> Standing:
    entries = sorted({entry.seq: entry for each in asked for entry in checked(book.of_sale(each))}.items())
    settled = dict.fromkeys(asked, 0)
    for _, entry in entries:
        for each in entry.facts["sales"]:
            if each["request_id"] in asked:
                settled[each["request_id"]] += each["settled"]
    return Standing(settled, _with_corrections(receipt_of(entry, zone) for _, entry in entries))


def _with_corrections(found: Iterable[TillReceipt]) -> tuple[TillReceipt, ...]:
    """These, each with the one among them that stands in its place."""
    receipts = tuple(found)
    by = {each.corrects: each.number for each in receipts if each.corrects}
    return tuple(replace(each, corrected_by=by.get(each.number, "")) for each in receipts)


def _with_reference(
    book: TillBook, line: Line, today: datetime, *, is_refund: bool, besides: str
) -> TillReceipt | None:
    end = end_of(line.reference)
    for entry in reversed(checked(book.referring(lambda text: end_of(text) == end))):
        receipt = receipt_of(entry, today.tzinfo)
        is_of_today = receipt.at.date() == today.date()
        is_there = any(is_repeated(line, each, is_of_today=is_of_today) for each in receipt.payment.lines)
        if is_there and receipt.is_refund is is_refund and receipt.number != besides:
            later = book.of_sale(receipt.payment.due.sales[0].request_id)
            if all(each.facts.get("corrects") != receipt.number for each in later):
                return receipt
    return None


def _owed(book: TillBook, zone: tzinfo | None) -> tuple[OwedPayment, ...]:
    found: dict[int, tuple[TillReceipt, list[DueSale]]] = {}
    for request_id, entry in book.owed():
        payment = receipt_of(entry, zone)
        parts = zip(payment.payment.due.sales, payment.payment.settled_of_sales(), strict=True)
        ((sale, part),) = (each for each in parts if each[0].request_id == request_id)
        settled = book.settled(request_id)
        left = replace(sale, amount=sale.amount - part, gst=None, settled=settled)
        found.setdefault(entry.seq, (payment, []))[1].append(left)
    return tuple(OwedPayment(tuple(sales), payment) for payment, sales in found.values())


class Till:
    """The till; its book is opened when it is first asked."""

    def __init__(
        self,
        open_book: Callable[[], TillBook] | None,
        rules: OfficeRules,
        clock: Callable[[], datetime],
        clerk: Callable[[], str],
        *,
        has_book: Callable[[], bool] = lambda: True,
        tills: TillsOfDesks | None = None,
    ) -> None:
        """`open_book` waits for the disk; `clerk` is the name of who is on duty, empty without clerks.

        `has_book` tells whether one was ever begun; `tills` are those of the office's desks.
        """
        self._tills = tills or TillsOfDesks(OfficeSync(None, clock), "")
        self._open_book, self._rules, self._clock, self._clerk = open_book, rules, clock, clerk
        self._has_book = has_book
        self._book: TillBook | None = None
        self._opening = threading.Lock()

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

        When anything is settled it is a receipt with a number; else it says that all of it is paid later.
        """
        from app.store.till.till_book import TillKind

        series = self._series() if payment.taken or any(payment.settled_of_sales()) else None
        kind = TillKind.OWED if series is None else TillKind.RECEIPT
        return (await self._append(kind, facts_of(payment), series, private_of(payment))).named(payment.due)

    async def correct(self, receipt: TillReceipt, payment: Payment, reason: str) -> TillReceipt:
        """Write down how it was paid in the place of a receipt that is wrong. Raises NotRecordedError.

        The due of `payment` is that of the wrong receipt. Both receipts stay in the book.
        """
        from app.store.till.till_book import TillKind

        facts, private = correction_facts(payment, receipt), private_of(payment, reason)
        written = await self._append(TillKind.CORRECTION, facts, self._series(), private)
        return written.named(payment.due)

    async def give_back(
        self, refund: Refund, corrected: TillReceipt | None = None, reason: str = ""
    ) -> TillReceipt:
        """Write down what a customer was given back, or in the place of what wrong one and why.

        Raises NotRecordedError.
        """
        from app.store.till.till_book import TillKind

        facts, private = refund_facts(refund, corrected), private_of(refund.payment, refund.reason, reason)
        written = await self._append(TillKind.REFUND, facts, self._series(), private)
        return written.named(refund.payment.due)

    async def drawer(self) -> CashDrawer:
        """The cash drawer since it was closed last. Raises NotRecordedError."""
        zone = self._clock().tzinfo
        return await self._ask(lambda book: drawer_of(checked(book.since_closing()), zone))

    async def open_drawer(self, paise: int) -> None:
        """Write down that the drawer is opened with so much in it. Raises NotRecordedError."""
        await self._note("opening", {"float": paise})

    async def move_cash(self, paise: int, reason: str) -> None:
        """Write down cash that is put in, or taken out when it is less than 0. Raises NotRecordedError."""
        await self._note("move", {"amount": paise, "reason": reason})

    async def count_drawer(
        self, drawer: CashDrawer, pieces: Mapping[str, int], paise: int, reason: str, stays: int | None
    ) -> None:
        """Write down what was found, and close the drawer when something `stays` as the next float.

        `drawer` is what was shown: what should have been there. `pieces` are the numbers of notes and coins,
        empty where one total was typed. Raises NotRecordedError.
        """
        facts = {"pieces": dict(pieces), "counted": paise, "expected": drawer.expected, "reason": reason}
        await self._note("count", {**facts, "closes": stays is not None, "stays": stays or 0})

    async def receipts_of(self, day: date) -> tuple[TillReceipt, ...]:
        """What has a number of a day, the oldest first. Raises NotRecordedError."""
        zone = self._clock().tzinfo
        return await self._ask(
            lambda book: _with_corrections(
                receipt_of(each, zone) for each in checked(book.of_days(day, day)) if "number" in each.facts
            )
        )

    async def day(
        self,
        report: DayReport,
        desk: str,
        unknown: Collection[str] = (),
        counts: Mapping[str, tuple[str, int]] = MappingProxyType({}),
    ) -> TillDay:
        """The day of a report at the till of this desk, whose number `desk` is.

        `unknown` and `counts` as for `till_day`. Raises NotRecordedError.
        """
        since, until, zone = report.since, report.until, self._clock().tzinfo
        others = await self._tills.others(since, until)
        # A clock or a zone that was set may have written the day beside it; the time decides.
        first, last = since.astimezone(zone).date() - _A_DAY, until.astimezone(zone).date() + _A_DAY

        def read(book: TillBook) -> TillDay:
            own = [each for each in checked(book.of_days(first, last)) if since <= each.at < until]
            return till_day(own, others, report, desk, zone, unknown=unknown, counts=counts)

        return await self._ask(read)

    async def _note(self, kind: str, facts: dict[str, Any]) -> None:
        from app.store.till.till_book import TillKind

        clerk = self._clerk()
        await self._ask(lambda book: book.append(TillKind(kind), clerk, facts))
        self._tills.tell()

    async def _append(
        self, kind: TillKind, facts: dict[str, Any], series: Series | None, private: dict[str, Any]
    ) -> TillReceipt:
        clerk = self._clerk()
        entry = await self._ask(lambda book: book.append(kind, clerk, facts, series, private))
        self._tills.tell()
        return receipt_of(entry, self._clock().tzinfo)

    def forget(self, request_ids: Iterable[str]) -> None:
        """Erase what is private of these sales, if a book was ever begun; waits for the disk.

        Raises TillError.
        """
        asked = [*request_ids]
        if asked and self._open_book is not None and self._has_book():
            self._opened().forget(asked)

    async def standing(self, request_ids: Iterable[str]) -> Standing:
        """What is recorded of these sales, together. Raises NotRecordedError."""
        asked, zone = frozenset(request_ids), self._clock().tzinfo
        return await self._ask(lambda book: _standing(book, asked, zone))

    async def with_reference(
        self, line: Line, *, is_refund: bool = False, besides: str = ""
    ) -> TillReceipt | None:
        """The last receipt, or refund, that has the reference of a line; None for none.

        Not one that was corrected, nor that of the number `besides`. Raises NotRecordedError.
        """
        today = self._clock()
        return await self._ask(
            lambda book: _with_reference(book, line, today, is_refund=is_refund, besides=besides)
        )

    async def settled_of(self, request_ids: Iterable[str]) -> Mapping[str, int]:
        """The paise settled of each sale, of those of which anything is recorded. Raises NotRecordedError."""
        asked = [*request_ids]
        return await self._ask(lambda book: book.settled_of(asked))

    async def owed(self) -> tuple[OwedPayment, ...]:
        """What is recorded as owed, by the entry that left it, the oldest first. Raises NotRecordedError."""
        zone = self._clock().tzinfo
        return await self._ask(lambda book: _owed(book, zone))

    async def unrecorded(self, sales: Sequence[Sale]) -> tuple[Sale, ...]:
        """Those of these sales of which nothing is recorded. Raises NotRecordedError."""
        return await self._ask(
            lambda book: tuple(each for each in sales if not book.of_sale(each.request_id))
        )

    async def first_day(self) -> date:
        """The day since which payments are recorded; today when none is yet. Raises NotRecordedError."""
        return await self._ask(lambda book: book.first_day()) or self._clock().date()

    async def close(self) -> None:
        """Close the book; one that is just being opened is closed as soon as it is."""
        await self._tills.finish()
        self._tills.use(None)
        self._open_book, book, self._book = None, self._book, None
        if book is not None:
            await asyncio.to_thread(book.close)

    async def _ask(self, question: Callable[[TillBook], T]) -> T:
        from app.store.till.errors import UNREADABLE, TillError

        try:
            # The key store may wait for a person, and nothing else may wait for that.
            is_new = self._book is None
            book = self._book or await in_own_thread(self._opened)
            if is_new:
                # What was recorded while the office's database was away.
                self._tills.tell()
            return await asyncio.to_thread(question, book)
        except TillError as error:
            raise NotRecordedError(message_of(error)) from error
        except UNREADABLE as error:
            # Of another program, or of a newer one.
            log.exception("An entry of the till's book cannot be read.")
            raise NotRecordedError(_NOT_UNDERSTOOD) from error

    def _opened(self) -> TillBook:
        from app.store.till.errors import TillError

        with self._opening:
            if self._book is None:
                if self._open_book is None:
                    raise TillError(_NO_BOOK)
                book = self._open_book()
                if self._open_book is None:
                    book.close()
                    raise TillError(_NO_BOOK)
                self._book = book
                self._tills.use(book)
            return self._book

    def _series(self) -> Series:
        from app.store.till.till_book import Series

        return Series(self._rules.till.series, financial_year(self._clock().date()))
