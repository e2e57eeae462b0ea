"""The days of this counter: read at any time, closed once, and unchanged afterwards."""

from __future__ import annotations

import logging
from bisect import bisect
from collections import defaultdict
from collections.abc import Awaitable, Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pydantic import TypeAdapter, ValidationError

from app.core.frozen import frozen
from app.core.language import joined
from app.desk.bookings.journal_sales import JournalSales
from app.desk.bookings.sendings import with_all_sendings
from app.desk.day_close import advice as day_advice
from app.desk.day_close.late_rows import NONE_CLOSED, Closed, closed_around
from app.desk.day_close.ledger_check import LedgerSpan, ledger_check
from app.desk.day_close.other_desks_rows import OtherRows, nobody_else
from app.desk.day_close.report import Period, day_report, midnight, period
from app.desk.day_close.rows import day_rows
from app.desk.day_close.shifts import Shifts
from app.desk.day_close.values import ClosedDay, DayReading, DayReport, DayRow, LedgerCheck, ShiftLine
from app.desk.model.errors import DeskError
from app.desk.model.sale import Sale, Wallet
from app.desk.office.kept_wallet import kept_reading
from app.desk.office.office_changes import OfficeChanges
from app.desk.office.office_database import NoOfficeError, OfficeDatabase
from app.desk.payment.evidence_journal import agent_of
from app.desk.payment.journal_facts import SET_BACK, newest_attempts, text, together
from app.store.journal.attempt import Attempt, AttemptSpan, span_of
from app.store.journal.journal import Journal
from app.store.journal.states import Kind

if TYPE_CHECKING:
    from app.store.office.closed_days import KeptDay
    from app.store.office.office import Office
    from app.store.office.shifts import KeptShift
    from app.store.office.wallet_readings import KeptReading

log = logging.getLogger(__name__)

T = TypeVar("T")
Asking = Callable[[Callable[["Office"], T]], Awaitable[T]]
Moving = Callable[[], Awaitable[Sequence[Sale]]]
_LOOKED_BACK = timedelta(days=31)
_NAMED_FOR = timedelta(days=366)
"""How long a day that was left open is named, so that the effort does not grow with the years."""
_ONE_DAY, _LEAST = timedelta(days=1), timedelta(microseconds=1)


@frozen
class DayClosing:
    """A day, either open or closed."""

    report: DayReport
    closed: ClosedDay | None
    """None while the day is open."""
    waiting: tuple[Sale, ...]
    """Unknown outcomes, which must be settled before closing."""
    may_go_on: bool
    """Whether the next day can be shown: it has begun, or this one was closed."""
    doubt: str = ""
    """A sentence when it is another day by the service's clock, so that closing is to be thought over."""
    is_alone: bool = False
    """Whether it holds what this desk did alone, since the office's database is away: it cannot be closed."""
    moving: tuple[Sale, ...] = ()
    """Bookings whose change of date is not finished, as it must be before closing."""


class _Kept(NamedTuple):
    """The office's data for a day."""

    day: KeptDay | None
    before: KeptDay | None
    """The day before it."""
    readings: tuple[KeptReading, ...]
    shifts: tuple[KeptShift, ...]
    closed: Closed
    """What closed days have already counted."""


_NOTHING = _Kept(None, None, (), (), NONE_CLOSED)


class DayClose:
    """The days of one desk; `duty` has its clerks and shifts, `changes` who changed what."""

    def __init__(
        self,
        journal: Journal,
        office: OfficeDatabase,
        clock: Callable[[], datetime],
        read_wallet: Callable[[], Awaitable[Wallet]],
        wallet: Callable[[], Wallet | None],
        *,
        others: OtherRows = nobody_else,
        doubt: Callable[[], str] = str,
        service_today: Callable[[], date] | None = None,
    ) -> None:
        """`read_wallet` reads it anew; `wallet` returns the last reading, which may not be stored yet.

        `others` returns the rows of the office's other desks in a period; it waits for the disk. `doubt`
        returns a sentence while it is another day by the service's clock, else an empty text, and
        `service_today` that day.
        """
        self._moving: Moving | None = None
        self._doubt = doubt
        self._service_today = service_today or (lambda: self.today)
        self.duty = Shifts(office, clock, read_wallet)
        self.changes = OfficeChanges(office, clock)
        self.desk = journal.desk
        self._others = others
        self._journal = journal
        self._sales = JournalSales(journal)
        self._of_nothing: tuple[str, set[AttemptSpan]] = "", set()
        """An agent, and attempts that moved none of its money: they are not read again to name its days."""
        self._office = office
        self._clock = clock
        self._read_wallet = read_wallet
        self._wallet = wallet

    def hold_open(self, moving: Moving) -> None:
        """Close no day while this returns bookings whose change of date is not finished."""
        self._moving = moving

    def name_of(self, desk: str) -> str:
        """The name of a desk by its number; see `OfficeDatabase`."""
        return self._office.name_of(desk)

    @property
    def today(self) -> date:
        """Today by this computer's clock, the day of a sale made now."""
        return self._clock().astimezone().date()

    async def view(self, day: date) -> DayClosing:
        """A day's present report, or the stored one if it is closed. Raises DeskError."""
        view = await self._run(lambda office: self._view(office, day), self._office.near)
        return replace(view, moving=await self._moving_of(view.report.agent_id))

    async def close(self, day: date, by: str, doubt: str = "") -> ClosedDay:
        """Read the wallet and close a day for good; what becomes known later belongs to the next day.

        Returns the closed day, which another desk may have closed at the same moment.

        `by` is the name of who closes it, and `doubt` that of the view, which they have seen. Raises
        DeskError, and leaves it open, when it was closed already, an outcome is unknown, a change of date is
        not finished, the wallet cannot be read, it cannot be stored, or the clocks disagree about the day
        and nobody has seen that.
        """
        by = " ".join(by.split())
        if not by:
            raise DeskError(day_advice.advise_no_name())
        if day > self.today:
            raise DeskError(day_advice.advise_not_begun(day))
        view = await self.view(day)
        _check(view)
        if view.doubt and not doubt:
            raise DeskError(day_advice.advise_other_day(view.doubt))
        seen = await self._read_wallet()
        # The first act of a change may have ended meanwhile.
        moving = await self._moving_of(view.report.agent_id)
        return await self._run(lambda office: self._close(office, day, by, seen, moving))

    async def reopen(self, day: date, by: str, reason: str) -> None:
        """Open a day again that was closed before it had begun; its report is kept with name and reason.

        Raises DeskError, and leaves it closed, for any other day, without a name or reason, or when it
        cannot be stored.
        """
        by, reason = " ".join(by.split()), " ".join(reason.split())
        if not by or not reason:
            raise DeskError(day_advice.advise_no_reason())
        view = await self.view(day)
        if view.closed is None or not view.closed.is_ahead:
            raise DeskError(day_advice.advise_stays_closed(day))
        agent_id, note = view.report.agent_id, f"{view.closed.closed_by}; {by}: {reason}"

        def work(office: Office | None) -> None:
            from app.store.office.closed_days import reopen_day

            if office is not None:
                reopen_day(office, agent_id, day, note)

        # First here: what this desk keeps is copied to the shared database again.
        await self._run(work, self._office.keep)
        await self._run(work)
        log.warning("%s was opened again: %s", day, note)

    async def unclosed(self) -> tuple[date, ...]:
        """The unclosed days with sales in the year before today, oldest first. Raises DeskError."""
        return await self._run(self._unclosed)

    async def _moving_of(self, agent_id: str) -> tuple[Sale, ...]:
        found = () if self._moving is None else await self._moving()
        return tuple(each for each in found if each.agent_id in {"", agent_id})

    def _view(self, office: Office | None, day: date, until: datetime | None = None) -> DayClosing:
        agent_id = self._agent_id()
        kept = _NOTHING if office is None else _kept(office, agent_id, day, until)
        waiting = tuple(each for each in self._sales.open_sales() if each.agent_id in {"", agent_id})
        may_go_on = kept.day is not None or day < self.today
        if kept.day is not None:
            closed = _closed(kept.day)
            return DayClosing(closed.report, closed, waiting, may_go_on)
        span = _span(kept, day, agent_id, until)
        others = self._others(span.closed.since(span.since), span.until)
        desks = tuple(sorted({self._journal.desk, *others.desks}))
        readings = self._readings(kept.readings, span)
        made = self._made(min((span.closed.since(span.since), *_read_at(readings))))
        rows = (*self._rows(together(made, newest_attempts(self._journal))), *others.rows)
        report = day_report(
            replace(span, desks=desks),
            rows,
            readings,
            tuple(map(_shift, kept.shifts)),
            doubled=self._has_doubled(kept.readings, span),
        )
        report = replace(report, ledger=self._ledger(span, report, rows, readings))
        return DayClosing(report, None, waiting, may_go_on, self._doubt(), self._office.is_away)

    def _made(self, since: datetime) -> tuple[Attempt, ...]:
        """The attempts that may have moved money since then; a few may be older."""
        journal = self._journal
        return together(journal.since(since - SET_BACK), journal.open_attempts())

    def _rows(self, made: Iterable[Attempt]) -> tuple[DayRow, ...]:
        """The rows of these attempts, and of the sales that are given back by them."""
        journal, some = self._journal, tuple(made)
        refs = dict.fromkeys(text(each.facts, "booking_ref") for each in some if each.kind is Kind.CANCEL)
        whole = with_all_sendings(journal, together(some, *map(journal.of_booking, refs)))
        return day_rows(whole, journal.desk)

    def _ledger(
        self, span: Period, report: DayReport, rows: Sequence[DayRow], readings: Sequence[DayReading]
    ) -> LedgerCheck | None:
        """The ledger of the last reading, compared with all desks; None without a reading of the day."""
        last = self._wallet()
        if last is None or not last.ledger or not span.since <= last.read_at < span.until:
            return None
        told = None
        if last.told_at is not None and not self._office.is_away:
            since = span.since + (last.told_at - last.read_at)
            told = LedgerSpan(since, last.told_at, tuple(readings))
        of_day = {each.request_id for each in report.rows}

        def check(known: Iterable[DayRow]) -> LedgerCheck:
            return ledger_check(last.ledger, (each for each in known if span.is_of(each)), of_day, told)

        found = check(rows)
        if any(each.here is None for each in found.findings):
            # By the clock of another desk it may be another day.
            wide = self._others(span.since - _ONE_DAY, span.until + _ONE_DAY)
            found = check((*rows, *wide.rows))
        return found

    def _readings(self, kept: Iterable[KeptReading], span: Period) -> list[DayReading]:
        """The office's readings, and the last one of this desk."""
        found = {each.read_at: _reading(each) for each in kept}
        last = self._wallet()
        if last is not None and span.since <= last.read_at < span.until:
            found[last.read_at] = replace(_reading(kept_reading(last)), desk=self._journal.desk)
        return list(found.values())

    def _has_doubled(self, readings: Iterable[KeptReading], span: Period) -> bool:
        """Whether a clock went through some of the day twice, as the order of what was stored shows."""
        orders: defaultdict[str, list[datetime]] = defaultdict(list)
        for reading in readings:
            orders[reading.desk].append(reading.read_at)
        last = self._wallet()
        if last is not None:
            orders[self._journal.desk].append(last.read_at)
        made = self._journal.since(span.since - SET_BACK)
        entries = (entry for each in made for entry in each.entries)
        orders["journal"] = [entry.at for entry in sorted(entries, key=lambda entry: entry.seq)]
        # What was stored of another day in between hides nothing: each is held against the latest before it.
        return any(
            span.since <= after < latest
            for times in orders.values()
            for latest, after in zip(accumulate(times, max), times[1:], strict=False)
        )

    def _close(
        self, office: Office | None, day: date, by: str, seen: Wallet, moving: tuple[Sale, ...]
    ) -> ClosedDay:
        from app.store.office.closed_days import KeptDay, keep_day
        from app.store.office.wallet_readings import keep_reading

        if office is None:
            raise DeskError(day_advice.advise_office(day_advice.nothing_kept()))
        now = self._clock()
        # The closing reading and what is in the journal belong to the day, even when the clock was set back.
        limit = midnight(day + _ONE_DAY)
        made = self._journal.since(now - SET_BACK)
        entries = (entry.at for each in made for entry in each.entries)
        newest = max((at for at in entries if at < limit), default=now)
        view = self._view(office, day, min(max(now, seen.read_at + _LEAST, newest + _LEAST), limit))
        # An order sent while the wallet was read is open, or has its own end.
        _check(replace(view, moving=moving))
        report = replace(view.report, service_day=self._service_today())
        _check_others(self._others(report.since, report.until).rows)
        text = _shape().dump_json(report).decode()
        kept = KeptDay(report.agent_id, day, office.desk, by, now, report.until, text)
        keep_reading(office, kept_reading(seen))
        # If another desk was quicker, its closing counts.
        return _closed(keep_day(office, kept))

    def _unclosed(self, office: Office | None) -> tuple[date, ...]:
        from app.store.office.closed_days import closing_times, kept_days

        agent_id, today = self._agent_id(), self.today
        times: Mapping[date, datetime] = {}
        reports: Mapping[date, DayReport | None] = {}
        if office is not None:
            times = closing_times(office, agent_id)
            # A report is large: older days than these have no late rows.
            kept = kept_days(office, agent_id, today - _LOOKED_BACK)
            reports = {each.day: _report(each) for each in kept}
        if self._of_nothing[0] != agent_id:
            self._of_nothing = agent_id, set()
        found: set[date] = set()
        for span in self._perhaps_unclosed(times, reports, found):
            made = self._journal.of_intent(span.intent)
            own = {each.request_id for each in made}
            rows = [each for each in self._rows(made) if each.agent_id == agent_id and each.request_id in own]
            found.update(day for row in rows if (day := _open_day(row, times, reports)) is not None)
            if not rows:
                self._of_nothing[1].add(span)
        return tuple(sorted(day for day in found if day < today))

    def _perhaps_unclosed(
        self,
        times: Mapping[date, datetime],
        reports: Mapping[date, DayReport | None],
        found: Container[date],
    ) -> Iterator[AttemptSpan]:
        """The attempts that may be of an unclosed day which is not found yet.

        Thousands of sales were made in a year: when each was made tells of all but a few that they are not.
        """
        yield from map(span_of, self._journal.open_attempts())
        since = self.today - _NAMED_FOR
        days = [since - SET_BACK + _ONE_DAY * number for number in range(_NAMED_FOR.days + SET_BACK.days + 2)]
        begins = [midnight(each).timestamp() for each in days]
        counted = {
            day: {each.request_id for each in report.rows} for day, report in reports.items() if report
        }
        for span in self._journal.spans(midnight(since) - SET_BACK):
            if span in self._of_nothing[1]:
                continue
            number = bisect(begins, span.earliest)
            is_of_one = 0 < number < len(begins) and span.latest < begins[number]
            day = days[number - 1] if is_of_one else None
            if day is None or not (day in found or _is_counted(span, times.get(day), counted.get(day))):
                yield span

    def _agent_id(self) -> str:
        """The agent of the last reading of the wallet, else of the newest order."""
        wallet = self._wallet()
        if wallet is not None:
            return wallet.agent_id
        return next((named for each in self._journal.newest_first() if (named := agent_of(each))), "")

    async def _run(self, work: Callable[[Office | None], T], ask: Asking[T] | None = None) -> T:
        """The result of work on the office's database, or on None for a desk without one.

        `ask` runs the work; by default the whole office's database must be reachable.
        """
        from app.store.office.office import OfficeError

        try:
            return await (ask or self._office.run)(work)
        except NoOfficeError:
            return work(None)
        except OfficeError as error:
            raise DeskError(day_advice.advise_office(str(error))) from error


def _check(view: DayClosing) -> None:
    """Raises DeskError when the day cannot be closed."""
    if view.closed is not None:
        closed = view.closed
        raise DeskError(day_advice.advise_closed(view.report.day, closed.closed_by, closed.closed_at))
    if view.waiting:
        raise DeskError(day_advice.advise_open(len(view.waiting), _name(view.waiting[0])))
    if view.moving:
        raise DeskError(day_advice.advise_moving(len(view.moving), _name(view.moving[0])))


def _check_others(rows: Iterable[DayRow]) -> None:
    """Raises DeskError when another desk has an unknown outcome: the wallet may still move."""
    waiting = [each for each in rows if each.is_open]
    if waiting:
        name = ", ".join(filter(None, (waiting[0].title, waiting[0].booking_ref or waiting[0].request_id)))
        raise DeskError(day_advice.advise_open(len(waiting), name))


def _name(sale: Sale) -> str:
    """The name of an order: its product and number."""
    return joined(", ", (sale.title, sale.booking_ref or sale.request_id))


def _kept(office: Office, agent_id: str, day: date, until: datetime | None) -> _Kept:
    from app.store.office.closed_days import kept_days
    from app.store.office.shifts import shifts_between
    from app.store.office.wallet_readings import last_reading, readings_between

    days = {each.day: each for each in kept_days(office, agent_id, day - _LOOKED_BACK)}
    if day in days:
        return _NOTHING._replace(day=days[day])
    before = days.get(day - _ONE_DAY)
    closed = closed_around(day, {each: _report(kept) for each, kept in days.items()})
    span = _span(_NOTHING._replace(before=before), day, agent_id, until)
    opening = last_reading(office, agent_id, span.since)
    readings = readings_between(office, agent_id, span.since, span.until)
    shifts = shifts_between(office, span.since, span.until)
    return _Kept(None, before, (opening, *readings) if opening else readings, shifts, closed)


def _read_at(readings: Iterable[DayReading]) -> Iterable[datetime]:
    """When these readings were made, by the clock here and by the service's."""
    return (at for each in readings for at in (each.at, each.told_at or each.at))


def _reading(kept: KeptReading) -> DayReading:
    took = timedelta(milliseconds=kept.took_ms or 0)
    return DayReading(kept.read_at, kept.cash, kept.credit_used, kept.told_at, took, kept.desk)


def _span(kept: _Kept, day: date, agent_id: str, until: datetime | None) -> Period:
    span = period(day, agent_id, kept.before.until if kept.before else None, until)
    return replace(span, closed=kept.closed)


def _open_day(
    row: DayRow, times: Mapping[date, datetime], reports: Mapping[date, DayReport | None]
) -> date | None:
    """The open day that a row is of: the next one for a row after closing; None when it is closed."""
    day = row.at.astimezone().date()
    while day in times:
        if row.at < times[day] and not _is_late(row, reports.get(day)):
            return None
        day += _ONE_DAY
    return day


def _is_counted(span: AttemptSpan, until: datetime | None, requests: Container[str] | None) -> bool:
    """Whether all of an attempt was before its day was closed, and its report, if it is known, names it."""
    if until is None or span.latest >= until.timestamp():
        return False
    return requests is None or span.request in requests


def _is_late(row: DayRow, report: DayReport | None) -> bool:
    """Whether a row became known after the closing of the day of its time: the clock was set back."""
    if report is None or row.desk not in report.desks:
        return False
    return all(each.request_id != row.request_id for each in report.rows)


def _closed(kept: KeptDay) -> ClosedDay:
    report = _report(kept)
    if report is None:
        raise DeskError(day_advice.advise_unreadable(kept.day))
    return ClosedDay(report, kept.closed_by, kept.closed_at)


def _report(kept: KeptDay) -> DayReport | None:
    """The report of a closed day; None when this version cannot read it."""
    try:
        return _shape().validate_json(kept.report)
    except ValidationError:
        return None


def _shift(kept: KeptShift) -> ShiftLine:
    opened = closed = None
    if kept.opened_cash is not None and kept.opened_credit_used is not None:
        opened = DayReading(kept.opened_at, kept.opened_cash, kept.opened_credit_used)
    if kept.closed_at and kept.closed_cash is not None and kept.closed_credit_used is not None:
        closed = DayReading(kept.closed_at, kept.closed_cash, kept.closed_credit_used)
    return ShiftLine(kept.clerk, kept.opened_at, kept.closed_at, opened, closed)


@cache
def _shape() -> TypeAdapter[DayReport]:
    return TypeAdapter(DayReport)
