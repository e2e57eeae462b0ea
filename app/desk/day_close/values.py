"""What a day adds up to: its rows, its figures, and what the wallet says of them; every amount is exact."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

ZERO = Decimal(0)


class RowKind(StrEnum):
    """What a row of the day is."""

    SALE = "sale"
    CANCELLATION = "cancellation"


@dataclass(frozen=True, slots=True)
class DayRow:
    """One booking or cancellation, of any desk of the wallet; an amount is None where nobody stated it."""

    kind: RowKind
    request_id: str
    agent_id: str
    at: datetime
    """When its end became known: the day it belongs to."""
    sent_at: datetime
    rested_at: datetime
    """Between these two instants the wallet was debited or credited, if it was at all."""
    is_open: bool
    """Nobody knows yet whether it was made."""
    module: str
    title: str
    booking_ref: str
    travels_on: date | None
    window: str
    qty: int
    value: Decimal | None = None
    """What the customer pays; of sales alone."""
    debited: Decimal | None = None
    from_cash: Decimal | None = None
    from_credit: Decimal | None = None
    refund: Decimal | None = None
    charge: Decimal | None = None
    reference: str = ""
    """The service's, of a refund."""
    sold_on: date | None = None
    """When the booking that was cancelled had been sold here; None when that is not known."""
    clerk: str = ""
    desk: str = ""
    currency: str = ""


@dataclass(frozen=True, slots=True)
class DayReading:
    """The wallet at one instant."""

    at: datetime
    cash: Decimal
    credit_used: Decimal


@dataclass(frozen=True, slots=True)
class Figures:
    """Sums of sales; what was not stated is in none of them, and counted."""

    sales: int = 0
    pax: int = 0
    value: Decimal = ZERO
    cash: Decimal = ZERO
    credit: Decimal = ZERO
    debited: Decimal = ZERO
    margin: Decimal = ZERO
    """Value less debit, over the sales of which both are known."""
    untold: int = 0
    """Sales whose value, debit or its split nobody stated."""
    unstated: tuple[str, ...] = ()
    """Which of the sums lack something that nobody stated: value, cash, credit, debited; in this order."""


@dataclass(frozen=True, slots=True)
class Refunds:
    """Sums of cancellations."""

    count: int = 0
    refunded: Decimal = ZERO
    charges: Decimal = ZERO
    untold: int = 0
    """Cancellations whose refund nobody stated."""


@dataclass(frozen=True, slots=True)
class ReportLine:
    """Figures of one product, module or clerk."""

    name: str
    figures: Figures
    refunds: Refunds = Refunds()


@dataclass(frozen=True, slots=True)
class ModuleLines:
    """One module with its products, the one with the highest sales value first."""

    module: str
    figures: Figures
    products: tuple[ReportLine, ...]


class DayFinding(StrEnum):
    """What two readings say of what was done between them."""

    AGREES = "agrees"
    CHANGED = "changed"
    """Something was not made here."""
    UNTOLD = "untold"
    """An amount of our own is not known, so what else there was cannot be told."""


@dataclass(frozen=True, slots=True)
class Interval:
    """What happened between two readings of the wallet, beside what was made here."""

    since: datetime
    until: datetime
    finding: DayFinding
    net: Decimal | None = None
    """By how much cash less used credit moved by what was not made here; None when it cannot be told."""
    cash: Decimal | None = None
    credit_used: Decimal | None = None
    """How that fell on cash and on used credit; None where a refund between hides its own split."""
    top_up: Decimal | None = None
    """The sum of a likely top-up."""


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """Cash from the opening to the last reading: the five sums and the difference make up all of it."""

    opening: DayReading
    last: DayReading
    sales: Decimal
    refunds: Decimal
    changes: Decimal
    together: Decimal
    """What refunds and changes not made here did to cash where nothing tells one from the other."""
    difference: Decimal
    """What cash did between readings where an amount of our own is not known."""
    intervals: tuple[Interval, ...]
    """Those that do not agree, oldest first."""

    @property
    def expected(self) -> Decimal:
        """The cash there should be."""
        return self.opening.cash + self.sales + self.refunds + self.changes + self.together

    @property
    def agrees(self) -> bool:
        """Whether every change of the wallet is told, by a sale, a refund or a change not made here."""
        return not any(each.finding is DayFinding.UNTOLD for each in self.intervals)


@dataclass(frozen=True, slots=True)
class ShiftLine:
    """One shift: who, from when to when, and the wallet as it was read at both ends, if it was."""

    clerk: str
    opened_at: datetime
    closed_at: datetime | None
    opened: DayReading | None
    closed: DayReading | None


@dataclass(frozen=True, slots=True)
class DayReport:
    """One day of one wallet, as far as the rows and readings that were given tell."""

    day: date
    agent_id: str
    since: datetime
    until: datetime
    currency: str
    figures: Figures
    modules: tuple[ModuleLines, ...]
    clerks: tuple[ReportLine, ...]
    refunds: Refunds
    rows: tuple[DayRow, ...]
    """Every booking and cancellation of the day, oldest first."""
    wallet: Reconciliation | None
    """None with fewer than two readings."""
    unread: int
    """Rows of the day that are newer than the last reading."""
    shifts: tuple[ShiftLine, ...] = ()
    desks: tuple[str, ...] = ()
    """The desks whose rows are here, as far as they were known; an older program names none."""

    @property
    def cancellations(self) -> tuple[DayRow, ...]:
        """The cancellations of the day, the newest first."""
        return tuple(each for each in reversed(self.rows) if each.kind is RowKind.CANCELLATION)


@dataclass(frozen=True, slots=True)
class ClosedDay:
    """A day that was closed: its report as it was then, who closed it, and when."""

    report: DayReport
    closed_by: str
    closed_at: datetime
