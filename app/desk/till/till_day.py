"""The day at the tills of an office: what was taken by way of paying, and whether sales and till agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from app.desk.day_close.values import ZERO, DayReport, DayRow, RowKind
from app.desk.till.drawer import CashCount, CashMove, count_of
from app.desk.till.payment_rules import receipt_number
from app.desk.till.payment_values import PayWay, in_paise

if TYPE_CHECKING:
    from app.store.till.till_book import TillEntry

WAYS = (PayWay.CASH, PayWay.UPI, PayWay.CARD, PayWay.OTHER)
"""Those in which money changes hands."""


@dataclass(frozen=True, slots=True)
class WaySums:
    """What was taken and given back, in whole paise."""

    receipts: int = 0
    """The receipts with a line of this way; refunds are not among them."""
    taken: int = 0
    """A correction counts for what it changes, also where it corrects a receipt of another day."""
    given_back: int = 0
    difference: int | None = None
    """How much more was counted than there should be; None when nothing was compared with it."""

    @property
    def net(self) -> int:
        """What came in."""
        return self.taken - self.given_back


@dataclass(frozen=True, slots=True)
class SoldSums:
    """What desks with a till sold on the day, and what became of that money, in whole paise."""

    sales: int = 0
    seats: int = 0
    value: int = 0
    """What customers pay for it, as far as it is known."""
    unpriced: int = 0
    """The number of sales of which that is not known."""
    settled: int = 0
    """What receipts of the day settle of it."""
    on_account: int = 0
    """What was recorded as still owed."""
    owing: int = 0
    """The number of sales of which something is."""
    lowered: int = 0
    """What customers need not pay, since it was cancelled before they had paid."""
    unrecorded: int = 0
    """What customers pay for the sales of which nothing was recorded."""
    unrecorded_sales: int = 0


class NumberRange(NamedTuple):
    """The numbers of a day's receipts."""

    first: str
    last: str
    missing: int
    """How many are not there between the two."""


@dataclass(frozen=True, slots=True)
class DrawerOpening:
    """The drawer was opened."""

    at: datetime
    clerk: str
    amount: int
    """The float, in whole paise."""


class DayDoubts(NamedTuple):
    """What a day at the till may not hold."""

    others_sold: int = 0
    """The number of sales of desks whose till is not known."""
    broken: tuple[str, ...] = ()
    """The desks whose entries were changed in the office's database."""
    same_letters: tuple[str, ...] = ()
    """The desks whose receipts have the same letters as those of this one."""
    is_known: bool = True
    """Whether the office's database answered."""


@dataclass(frozen=True, slots=True)
class TillDay:
    """One day at the tills of an office; drawer and numbers are those of this desk."""

    ways: Mapping[PayWay, WaySums]
    every: WaySums
    """All ways together: each receipt once."""
    refunds: int
    """How often something was given back."""
    rounding: int
    """How much more cash was taken than what it settles."""
    other_days: int
    """What was taken for sales that are not of this day."""
    sold: SoldSums
    drawer: tuple[DrawerOpening | CashMove | CashCount, ...]
    """What was done at the drawer, the oldest first."""
    numbers: NumberRange | None
    """None without a receipt."""
    doubts: DayDoubts
    """What the sums may not hold."""


class OthersTills(NamedTuple):
    """What the tills of other desks did in a time."""

    entries: Mapping[str, Sequence[TillEntry]]
    """By the desk, the oldest first; also of those that did nothing then."""
    broken: tuple[str, ...] = ()
    """The desks of which something was changed or taken away in the office's database: of them is nothing."""
    is_known: bool = True
    """Whether the office's database answered, where there is one."""


def check_entries(entries: Sequence[TillEntry]) -> None:
    """Raises KeyError, TypeError or ValueError for entries that cannot be added up."""
    _payments_of_sales(entries)
    _letters(entries)
    for each in entries:
        if each.at.tzinfo is None:
            raise ValueError(each.at)
        _named(each)
        if _is_taking(each):
            _rounding(each)
    for way in WAYS:
        _way_sums(entries, way)


def till_day(
    entries: Sequence[TillEntry],
    others: OthersTills,
    report: DayReport,
    desk: str,
    zone: tzinfo | None = None,
) -> TillDay:
    """A day from its report, the entries of the till of `desk` in its time, and those of other desks.

    The entries of each are the oldest first.
    """
    tills = _once({desk: entries, **others.entries})
    every = tuple(sorted((each for some in tills.values() for each in some), key=lambda each: each.at))
    sales = [each for each in report.rows if each.kind is RowKind.SALE and not each.is_open]
    known = [each for each in sales if each.desk in tills]
    given_up = _given_up(report)
    payments = _payments_of_sales(every)
    of_day = {each.request_id for each in known}
    ways = {way: _added(_way_sums(some, way) for some in tills.values()) for way in WAYS}
    receipts = sum(_is_taking(each) and "number" in each.facts for each in every)
    letters = _letters(entries)
    return TillDay(
        ways,
        replace(_added(ways.values()), receipts=receipts, difference=ways[PayWay.CASH].difference),
        sum(each.kind == "refund" for each in every),
        sum(_rounding(each) for each in every if _is_taking(each)),
        sum(each.settled for request_id, each in payments.items() if request_id not in of_day),
        _sold(known, payments, given_up),
        tuple(_at_drawer(entries, zone)),
        _numbers(entries),
        DayDoubts(
            len(sales) - len(known),
            others.broken,
            tuple(each for each, some in others.entries.items() if letters & _letters(some)),
            is_known=others.is_known,
        ),
    )


def _once(tills: Mapping[str, Sequence[TillEntry]]) -> dict[str, Sequence[TillEntry]]:
    """The same without what stands in two books: one that is restored goes on as that of a new desk."""
    seen: set[object] = set()
    found: dict[str, Sequence[TillEntry]] = {}
    for desk, entries in tills.items():
        found[desk] = [each for each in entries if _named(each) not in seen]
        seen.update(map(_named, entries))
    return found


def _named(entry: TillEntry) -> object:
    """What tells an entry from all others."""
    return entry.facts["desk"], entry.seq, entry.at


def _added(sums: Iterable[WaySums]) -> WaySums:
    """The sums together; nothing is compared where one of them is not."""
    some = tuple(sums)
    differences = [each.difference for each in some if each.difference is not None]
    return WaySums(
        sum(each.receipts for each in some),
        sum(each.taken for each in some),
        sum(each.given_back for each in some),
        sum(differences) if len(differences) == len(some) else None,
    )


def _letters(entries: Iterable[TillEntry]) -> frozenset[str]:
    """The letters before the numbers of receipts."""
    return frozenset(each.facts["series"] for each in entries if "number" in each.facts)


class _Paid(NamedTuple):
    """What the receipts of the day say of one sale."""

    settled: int
    left: int
    """What was still to be paid after the last of them."""


class _GivenUp(NamedTuple):
    """What was cancelled of a booking on the day."""

    seats: int = 0
    given_back: int = 0
    """What the customer gets back, as far as it was said."""

    def left_of(self, sale: DayRow, price: int) -> int:
        """What the customer still pays for it: nothing when nobody travels any more, as in what is owed."""
        return 0 if 0 < sale.qty <= self.seats else price - self.given_back


def _given_up(report: DayReport) -> defaultdict[str, _GivenUp]:
    """What was cancelled of each booking on the day, by its reference."""
    found: defaultdict[str, _GivenUp] = defaultdict(_GivenUp)
    for each in report.cancellations:
        before = found[each.booking_ref]
        back = before.given_back + in_paise(each.given_back or ZERO)
        found[each.booking_ref] = _GivenUp(before.seats + each.qty, back)
    return found


def _sold(
    sales: Sequence[DayRow], payments: Mapping[str, _Paid], given_up: defaultdict[str, _GivenUp]
) -> SoldSums:
    settled = on_account = owing = lowered = unrecorded = unrecorded_sales = value = unpriced = 0
    for sale in sales:
        if sale.value is None:
            unpriced += 1
            continue
        price, paid = in_paise(sale.value), payments.get(sale.request_id)
        pays = given_up[sale.booking_ref].left_of(sale, price)
        value += price
        if paid is None:
            rest = max(0, pays)
            lowered, unrecorded = lowered + price - rest, unrecorded + rest
            unrecorded_sales += rest > 0
        else:
            # A cancellation after the last of them lowers what it says is left.
            left = max(0, min(paid.left, pays - paid.settled))
            settled, on_account = settled + paid.settled, on_account + left
            lowered, owing = lowered + price - paid.settled - left, owing + bool(left)
    return SoldSums(
        len(sales),
        sum(each.qty for each in sales),
        value,
        unpriced,
        settled,
        on_account,
        owing,
        lowered,
        unrecorded,
        unrecorded_sales,
    )


def _payments_of_sales(entries: Iterable[TillEntry]) -> dict[str, _Paid]:
    """The payments of each sale of which something was recorded; what was given back is not taken off."""
    found: dict[str, _Paid] = {}
    for entry in entries:
        if _is_taking(entry):
            for each in entry.facts["sales"]:
                name, before = each["request_id"], found.get(each["request_id"], _Paid(0, 0))
                found[name] = _Paid(before.settled + each["settled"], each["due"] - each["settled"])
    return found


def _way_sums(entries: Iterable[TillEntry], way: PayWay) -> WaySums:
    receipts = taken = given = 0
    counts = _CashCheck()
    for entry in entries:
        lines, undone = entry.facts.get("lines", ()), entry.facts.get("reversed", ())
        moved = _sum(lines, way) - _sum(undone, way)
        if entry.kind == "refund":
            given += moved
        else:
            receipts += any(each["way"] == way for each in lines)
            taken += moved
        counts.look(entry, has_moved=bool(moved))
    return WaySums(receipts, taken, given, counts.difference if way is PayWay.CASH else None)


class _CashCheck:
    """Whether the cash was counted after it last moved, and what was found."""

    def __init__(self) -> None:
        self._closed = 0
        """The differences of the drawers that were closed."""
        self._counted: int | None = 0
        """That of the one that is open; None when it was not counted since cash has moved."""

    @property
    def difference(self) -> int | None:
        """The differences of all drawers of the day; None when some cash was not counted."""
        return None if self._counted is None else self._closed + self._counted

    def look(self, entry: TillEntry, *, has_moved: bool) -> None:
        """Take an entry into account, the oldest first."""
        facts = entry.facts
        if entry.kind == "count":
            found = facts["counted"] - facts["expected"]
            self._closed += found if facts["closes"] else 0
            self._counted = 0 if facts["closes"] else found
        elif has_moved or entry.kind == "move":
            self._counted = None


def _at_drawer(
    entries: Iterable[TillEntry], zone: tzinfo | None
) -> Iterator[DrawerOpening | CashMove | CashCount]:
    for entry in entries:
        at = entry.at.astimezone(zone)
        if entry.kind == "opening":
            yield DrawerOpening(at, entry.clerk, entry.facts["float"])
        elif entry.kind == "move":
            yield CashMove(at, entry.clerk, entry.facts["amount"], entry.facts["reason"])
        elif entry.kind == "count":
            yield count_of(entry, zone)


def _numbers(entries: Iterable[TillEntry]) -> NumberRange | None:
    """The first and the last number, and how many between them are missing in their series."""
    found = [
        (each.facts["series"], each.facts["year"], each.facts["number"])
        for each in entries
        if "number" in each.facts
    ]
    if not found:
        return None
    missing = sum(after[2] - before[2] - 1 for before, after in pairwise(found) if before[:2] == after[:2])
    return NumberRange(receipt_number(*found[0]), receipt_number(*found[-1]), missing)


def _is_taking(entry: TillEntry) -> bool:
    """Whether money was taken, or said to be paid later."""
    return "lines" in entry.facts and entry.kind != "refund"


def _rounding(entry: TillEntry) -> int:
    lines, undone = entry.facts["lines"], entry.facts.get("reversed", ())
    return sum(each["rounding"] for each in lines) - sum(each["rounding"] for each in undone)


def _sum(lines: Iterable[Mapping[str, Any]], way: PayWay) -> int:
    return sum(each["amount"] for each in lines if each["way"] == way)
