"""The report of a day from rows and readings of any source: pure functions with exact sums."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import groupby

from app.core.frozen import frozen
from app.desk.day_close.late_rows import NONE_CLOSED, Closed
from app.desk.day_close.reconciliation import DayOrder, net_of, reconciled, uncompared
from app.desk.day_close.values import (
    ZERO,
    DayReading,
    DayReport,
    DayRow,
    Figures,
    ModuleLines,
    Refunds,
    ReportLine,
    RowKind,
    ShiftLine,
)

_MODULES = ("ACTIVITY", "BOAT")
"""Modules in their order in the report; any other comes after them."""


@frozen
class Period:
    """One day of one wallet: from the closing of the day before, or midnight, to its end."""

    day: date
    agent_id: str
    since: datetime
    until: datetime
    closed: Closed = NONE_CLOSED
    """What closed days have already counted."""
    desks: tuple[str, ...] = ()
    """The desks whose rows are known."""

    def is_of(self, row: DayRow) -> bool:
        """Whether a row may be of this wallet."""
        return row.agent_id in {"", self.agent_id}

    def has(self, row: DayRow) -> bool:
        """Whether a row belongs to this day: known in its period, or known too late for the day before."""
        is_then = self.since <= row.at < self.until
        return (is_then or self.closed.would_have(row)) and not self.closed.has(row)


def midnight(day: date) -> datetime:
    """The instant at which a day begins by this computer's clock."""
    return datetime.combine(day, time()).astimezone()


def period(day: date, agent_id: str, closed_until: datetime | None, until: datetime | None) -> Period:
    """The period of a day. `closed_until` is when the day before was closed, if it was.

    `until` is when this day was closed; by default it lasts until midnight.
    """
    since = midnight(day) if closed_until is None else closed_until
    return Period(day, agent_id, since, until or midnight(day + timedelta(days=1)))


def day_report(
    span: Period,
    rows: Iterable[DayRow],
    readings: Sequence[DayReading],
    shifts: tuple[ShiftLine, ...] = (),
    *,
    doubled: bool = False,
) -> DayReport:
    """The report of the day.

    `rows` may be of any time; those of other wallets are left out. `readings` are of this wallet: the last
    one before the day, if any, and those of the day; rows before the first are ignored. `doubled` is that
    of `DayOrder`.
    """
    of_wallet = [each for each in rows if span.is_of(each)]
    made = [each for each in of_wallet if not each.is_open and span.has(each)]
    sales = [each for each in made if each.kind is RowKind.SALE]
    order = DayOrder(readings, of_wallet, doubled=doubled)
    wallet = reconciled(order)
    later = uncompared(order, wallet, made)
    return DayReport(
        day=span.day,
        agent_id=span.agent_id,
        since=span.since,
        until=span.until,
        currency=next((each.currency for each in reversed(made) if each.currency), ""),
        figures=figures(sales),
        modules=_modules(sales),
        clerks=_clerks(made),
        refunds=refunds(made),
        rows=tuple(sorted(made, key=lambda row: row.at)),
        wallet=wallet,
        unread=len(later),
        unread_net=net_of(later),
        shifts=shifts,
        desks=span.desks,
        is_unordered=not order.is_known,
        readings=len(readings),
    )


def figures(sales: Sequence[DayRow]) -> Figures:
    """The sums of some sales."""
    return Figures(
        sales=len(sales),
        pax=sum(each.qty for each in sales),
        value=_sum(each.value for each in sales),
        cash=_sum(each.from_cash for each in sales),
        credit=_sum(each.from_credit for each in sales),
        debited=_sum(map(debit, sales)),
        margin=_sum(map(margin, sales)),
        untold=sum(None in (margin(each), each.from_cash, each.from_credit) for each in sales),
        unstated=tuple(name for name, of in _SUMMED if any(of(each) is None for each in sales)),
    )


def refunds(rows: Iterable[DayRow]) -> Refunds:
    """The sums of the cancellations among some rows."""
    gone = [each for each in rows if each.kind is RowKind.CANCELLATION]
    kept = [_kept_of(each) for each in gone]
    return Refunds(
        len(gone),
        _sum(each.refund for each in gone),
        _sum(each.charge for each in gone),
        sum(each.refund is None for each in gone),
        given_back=_sum(each.given_back for each in gone),
        margin=_sum(kept),
        unsaid=kept.count(None),
        back_unsaid=sum(each.given_back is None for each in gone),
    )


def _kept_of(row: DayRow) -> Decimal | None:
    """What a cancellation leaves the agency; None when refund or what is given back is unknown."""
    return None if row.refund is None or row.given_back is None else row.refund - row.given_back


def debit(row: DayRow) -> Decimal | None:
    """The debit of a sale: as stated, or the sum of its two stated parts; None when unknown."""
    if row.debited is not None or row.from_cash is None or row.from_credit is None:
        return row.debited
    return row.from_cash + row.from_credit


_SUMMED: tuple[tuple[str, Callable[[DayRow], Decimal | None]], ...] = (
    ("value", lambda row: row.value),
    ("cash", lambda row: row.from_cash),
    ("credit", lambda row: row.from_credit),
    ("debited", debit),
)


def margin(row: DayRow) -> Decimal | None:
    """The margin of a sale; None when price or debit is unknown."""
    debited = debit(row)
    return None if row.value is None or debited is None else row.value - debited


def _sum(amounts: Iterable[Decimal | None]) -> Decimal:
    return sum((each for each in amounts if each is not None), ZERO)


def _modules(sales: Sequence[DayRow]) -> tuple[ModuleLines, ...]:
    def place(module: str) -> tuple[int, str]:
        return (_MODULES.index(module) if module in _MODULES else len(_MODULES), module)

    found: list[ModuleLines] = []
    ordered = sorted(sales, key=lambda row: place(row.module))
    for module, group in groupby(ordered, key=lambda row: row.module):
        of_module = list(group)
        lines = (ReportLine(name, figures(each)) for name, each in _by(of_module, lambda row: row.title))
        products = sorted(lines, key=lambda line: (-line.figures.value, line.name))
        found.append(ModuleLines(module, figures(of_module), tuple(products)))
    return tuple(found)


def _clerks(made: Sequence[DayRow]) -> tuple[ReportLine, ...]:
    """The lines by clerk; a line without a name is for rows without one."""

    def line(name: str, rows: Sequence[DayRow]) -> ReportLine:
        return ReportLine(name, figures([each for each in rows if each.kind is RowKind.SALE]), refunds(rows))

    lines = (line(name, rows) for name, rows in _by(made, lambda row: row.clerk))
    return tuple(sorted(lines, key=lambda line: (not line.name, line.name)))


def _by(rows: Iterable[DayRow], key: Callable[[DayRow], str]) -> Iterable[tuple[str, list[DayRow]]]:
    found: dict[str, list[DayRow]] = {}
    for each in rows:
        found.setdefault(key(each), []).append(each)
    return found.items()
