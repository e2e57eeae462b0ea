"""The values of a day: its rows, its sums, and the reconciliation with the wallet; amounts are exact."""

from __future__ import annotations

from dataclasses import field
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from app.core.frozen import frozen

FEWEST = 2
"""The least number of readings of a wallet that can be compared."""
ZERO = Decimal(0)


class RowKind(StrEnum):
    """The kind of a row."""

    SALE = "sale"
    CANCELLATION = "cancellation"


@frozen
class DayRow:
    """One booking or cancellation, of any desk of the wallet; an amount is None when it is not stated."""

    kind: RowKind
    request_id: str
    agent_id: str
    at: datetime
    """When its end became known, which decides its day."""
    sent_at: datetime
    rested_at: datetime
    """The instants between which the wallet was debited or credited, if it was, by the clock that sent it."""
    is_open: bool
    """Whether its outcome is unknown."""
    module: str
    title: str
    booking_ref: str
    travels_on: date | None
    window: str
    qty: int
    value: Decimal | None = None
    """What the customer pays; only for sales."""
    debited: Decimal | None = None
    from_cash: Decimal | None = None
    from_credit: Decimal | None = None
    refund: Decimal | None = None
    charge: Decimal | None = None
    given_back: Decimal | None = None
    """What the customer gets back; only for cancellations of this desk at which it was said."""
    is_last: bool = False
    """Whether nothing of the booking was left after this cancellation of this desk."""
    reference: str = ""
    """The service's reference of a refund."""
    reason: str = ""
    """Of a cancellation of the storm desk: "storm, weather, Asha and Ravi"; empty for all others."""
    sold_on: date | None = None
    """When the cancelled booking was sold here; None when unknown."""
    clerk: str = ""
    desk: str = ""
    currency: str = ""
    ahead: timedelta | None = None
    """The service's clock minus the one that sent it, at that moment; None when unknown."""


@frozen
class DayReading:
    """The wallet at one instant."""

    at: datetime
    cash: Decimal
    credit_used: Decimal
    told_at: datetime | None = None
    """The service's time of it; None when unknown."""
    took: timedelta = timedelta()
    """How long before that instant the service may have looked: the time that the reading took."""
    desk: str = ""
    """The desk that read it, by whose clock; an older version names none."""

    @property
    def ahead(self) -> timedelta | None:
        """The service's clock minus the one that read it; None when unknown."""
        return None if self.told_at is None else self.told_at - self.at


@frozen
class Figures:
    """Sums of sales; amounts that are not stated are left out and counted."""

    sales: int = 0
    pax: int = 0
    value: Decimal = ZERO
    cash: Decimal = ZERO
    credit: Decimal = ZERO
    debited: Decimal = ZERO
    margin: Decimal = ZERO
    """Value less debit, of the sales with both."""
    untold: int = 0
    """The number of sales whose value, debit or split is not stated."""
    unstated: tuple[str, ...] = ()
    """The sums that are incomplete, in this order: value, cash, credit, debited."""


@frozen
class Refunds:
    """Sums of cancellations."""

    count: int = 0
    refunded: Decimal = ZERO
    charges: Decimal = ZERO
    untold: int = 0
    """The number of cancellations whose refund is not stated."""
    given_back: Decimal = ZERO
    """What customers get back, as far as it was said."""
    margin: Decimal = ZERO
    """Refund less what the customer gets back, of the cancellations with both."""
    unsaid: int = 0
    """The number of cancellations at which one of these two is not known."""
    back_unsaid: int | None = None
    """The number of those at which what the customer gets back was not said; None of an older version."""


@frozen
class ReportLine:
    """Figures of one product, module or clerk."""

    name: str
    figures: Figures
    refunds: Refunds = Refunds()


@frozen
class ModuleLines:
    """One module with its products, the highest value of sales first."""

    module: str
    figures: Figures
    products: tuple[ReportLine, ...]


class DayFinding(StrEnum):
    """The result of comparing two readings with the movements between them."""

    AGREES = "agrees"
    CHANGED = "changed"
    """A change was not made here."""
    UNTOLD = "untold"
    """An own amount is unknown, so that other changes are unknown too."""


@frozen
class Interval:
    """The changes between two readings of the wallet that were not made here."""

    since: datetime
    until: datetime
    finding: DayFinding
    net: Decimal | None = None
    """The change of cash less used credit that was not made here; None when unknown."""
    cash: Decimal | None = None
    credit_used: Decimal | None = None
    """Its parts of cash and used credit; None when a refund in between has no known split."""
    top_up: Decimal | None = None
    """The amount of a likely top-up."""


@frozen
class Reconciliation:
    """Cash from the opening to the last reading, explained by five sums and the difference."""

    opening: DayReading
    last: DayReading
    sales: Decimal
    refunds: Decimal
    changes: Decimal
    together: Decimal
    """The change of cash by refunds and changes not made here that cannot be separated."""
    difference: Decimal
    """The change of cash between readings with an unknown own amount."""
    intervals: tuple[Interval, ...]
    """The intervals that do not agree, oldest first."""

    @property
    def expected(self) -> Decimal:
        """The expected cash."""
        return self.opening.cash + self.sales + self.refunds + self.changes + self.together

    @property
    def is_hidden(self) -> bool:
        """Whether some change of cash cannot be divided among its causes."""
        return bool(self.together) or any(each.cash is None for each in self.intervals)

    @property
    def agrees(self) -> bool:
        """Whether every change of the wallet is explained by a sale, a refund or a change not made here."""
        return not any(each.finding is DayFinding.UNTOLD for each in self.intervals)


@frozen
class LedgerFinding:
    """An entry of the wallet's ledger that says otherwise than the desks."""

    name: str
    """The PNR, or the number of the request."""
    there: Decimal
    """What the entry moves."""
    here: Decimal | None
    """What the desk has of it; None when no desk has handed it in."""
    since: datetime | None = None
    until: datetime | None = None
    """The readings between which it arose, as far as there are any."""
    words: str = field(default="", compare=False)
    """What it says, as received, such as that it is a refund: which way it moves is not shown."""


class LooseEntry(NamedTuple):
    """An entry of the ledger that belongs to nothing of the desks, such as a top-up."""

    at: datetime | None
    total: Decimal | None
    """When it was written and what it moves, as far as that can be read."""
    words: str
    """What it says, as received."""


@frozen
class LedgerCheck:
    """The ledger of one reading, entry by entry."""

    compared: int
    uncompared: int
    """The entries that could not be compared."""
    findings: tuple[LedgerFinding, ...]
    loose: tuple[LooseEntry, ...] = field(default=(), compare=False)
    """The entries that could not be compared, as far as they are named."""


@frozen
class ShiftLine:
    """One shift: the clerk, beginning and end, and the wallet at both if it was read."""

    clerk: str
    opened_at: datetime
    closed_at: datetime | None
    opened: DayReading | None
    closed: DayReading | None


@frozen
class DayReport:
    """One day of one wallet, from the given rows and readings."""

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
    """None with fewer than two readings that no money call overlaps, or when their order is not known."""
    unread: int
    """The rows of the day that no comparison reaches: they are newer than its last reading."""
    shifts: tuple[ShiftLine, ...] = ()
    desks: tuple[str, ...] = ()
    """The desks whose rows were known; an older version names none."""
    is_unordered: bool = False
    """Whether their order is unknown: a clock was set, and times of the service are missing."""
    service_day: date | None = None
    """The day by the service's clock when it was closed; None for an open one, or of an older version."""
    unread_net: Decimal | None = None
    """What these rows have moved, cash less used credit; None when unknown, or of an older version."""
    ledger: LedgerCheck | None = None
    """None without a reading that has a ledger, or of an older version."""
    readings: int = 0
    """How many readings there were; 0 of an older version."""

    @property
    def is_undecided(self) -> bool:
        """Whether the wallet was read, and which sales its readings held is not known."""
        return self.wallet is None and (self.is_unordered or self.readings >= FEWEST)

    @property
    def cancellations(self) -> tuple[DayRow, ...]:
        """The cancellations of the day, newest first."""
        return tuple(each for each in reversed(self.rows) if each.kind is RowKind.CANCELLATION)


@frozen
class ClosedDay:
    """A closed day: its report, who closed it, and when."""

    report: DayReport
    closed_by: str
    closed_at: datetime

    @property
    def is_ahead(self) -> bool:
        """Whether it was closed before it had begun, by the service's clock."""
        service_day = self.report.service_day
        return service_day is not None and service_day < self.report.day
