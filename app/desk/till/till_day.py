"""The day at the tills of an office: what was taken by way of paying, and whether sales and till agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from app.core.frozen import frozen
from app.desk.day_close.values import DayReport, DayRow, RowKind
from app.desk.till.drawer import CashCount, CashMove, count_of, receipts_of_way, refunds_of, standing
from app.desk.till.payment_rules import receipt_number
from app.desk.till.payment_values import PayWay, in_paise

if TYPE_CHECKING:
    from app.store.till.till_book import TillEntry

WAYS = (PayWay.CASH, PayWay.UPI, PayWay.CARD, PayWay.OTHER)
"""Those in which money changes hands."""
_AMOUNTS = {
    "opening": ("float",),
    "move": ("amount",),
    "count": ("counted", "expected", "stays"),
    "refund": ("charge",),
}
_TOO_MUCH = 10**15
"""In paise: more than any field takes."""


@frozen
class WaySums:
    """What was taken and given back, in whole paise."""

    receipts: int = 0
    """The receipts with a line of this way; neither refunds nor those that were corrected are among them."""
    taken: int = 0
    """A correction counts for what it changes, also where it corrects a receipt of another day."""
    given_back: int = 0
    difference: int | None = None
    """How much more was counted than there should be; None when nothing was compared with it."""

    @property
    def net(self) -> int:
        """What came in."""
        return self.taken - self.given_back


@frozen
class SoldSums:
    """What desks with a till sold on the day, and what became of that money, in whole paise."""

    sales: int = 0
    seats: int = 0
    value: int = 0
    """What customers pay for it, as far as it is known."""
    unpriced: int = 0
    """The number of sales of which that is not known: their value is what was recorded of them."""
    on_account: int = 0
    """What was recorded as still owed."""
    owing: int = 0
    """The number of sales of which something is recorded as still owed."""
    lowered: int = 0
    """What customers need not pay, since it was cancelled before they had paid."""
    moved: int = 0
    """What was paid of it and counts for another sale, of another date."""
    beyond: int = 0
    """What was taken of it beyond what customers pay, such as twice."""
    unrecorded: int = 0
    """What customers pay for the sales of which nothing was recorded."""
    unrecorded_sales: int = 0
    unknown: int = 0
    """What is still to be paid at most for the sales of which another counter has cancelled."""
    unknown_sales: int = 0

    @property
    def owed(self) -> int:
        """What customers still owe, whether that was recorded or not, as far as it is known."""
        return self.on_account + self.unrecorded


class NumberRange(NamedTuple):
    """The numbers of a day's receipts."""

    first: str
    last: str
    missing: int
    """How many are not there between the two."""


@frozen
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
    unsaid: int = 0
    """The number of cancellations of which no desk here has said what the customer gets back."""
    is_known: bool = True
    """Whether the office's database answered."""


@frozen
class TillDay:
    """One day at the tills of an office; drawer and numbers are those of this desk."""

    ways: Mapping[PayWay, WaySums]
    every: WaySums
    """All ways together: each receipt once. Nothing is compared unless cash is all that was taken."""
    refunds: int
    """How often something was given back."""
    kept: int
    """The agency's own charge: what it kept of what customers get back."""
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
    to_give_back: int = 0
    """What customers get back and have not got yet, of whatever day, as far as it is known."""
    unknown_backs: int = 0
    """The number of sales of which it is not known."""


class OthersTills(NamedTuple):
    """What the tills of other desks did in a time."""

    entries: Mapping[str, Sequence[TillEntry]]
    """By the desk, the oldest first; also of those that did nothing then."""
    broken: tuple[str, ...] = ()
    """The desks of which something was changed or taken away in the office's database: of them is nothing."""
    is_known: bool = True
    """Whether the office's database answered, where there is one."""


def checked(entries: Sequence[TillEntry]) -> Sequence[TillEntry]:
    """The same entries. Raises KeyError, TypeError or ValueError for some that cannot be added up."""
    for each in entries:
        if each.at.tzinfo is None or ("number" in each.facts and not isinstance(each.facts["series"], str)):
            raise ValueError(each.at)
        for paise in _paise_in(each):
            if not isinstance(paise, int) or abs(paise) >= _TOO_MUCH:
                raise ValueError(paise)
    return entries


def _paise_in(entry: TillEntry) -> Iterator[object]:
    facts = entry.facts
    for each in _AMOUNTS.get(str(entry.kind), ()):
        yield facts[each]
    yield facts.get("charge_undone", 0)
    if "lines" in facts:
        for each in (*facts["lines"], *facts.get("reversed", ())):
            yield from (each["amount"], each["rounding"])
        for each in facts["sales"]:
            yield from (each["due"], each["settled"])


def till_day(
    entries: Sequence[TillEntry],
    others: OthersTills,
    report: DayReport,
    desk: str,
    zone: tzinfo | None = None,
    *,
    unknown: Collection[str] = (),
    counts: Mapping[str, tuple[str, int]] = MappingProxyType({}),
) -> TillDay:
    """A day from its report, the entries of the till of `desk` in its time, and those of other desks.

    The entries of each are the oldest first. `unknown` are the sales of which it is not known what is owed;
    `counts` are former sales and amounts that count for these, and stand on no receipt yet.
    """
    tills = _once({desk: entries, **others.entries})
    # Each in its own order, also where a clock was put back.
    every = tuple(each for some in tills.values() for each in some)
    sales = [each for each in report.rows if each.kind is RowKind.SALE and not each.is_open]
    known = [each for each in sales if each.desk in tills]
    given_up = _given_up(report)
    payments = _payments_of_sales(every)
    for former, amount in counts.values():
        # As if it were recorded: it stays paid, and is paid for another one.
        before = payments.get(former, _Paid(0, 0))
        payments[former] = before._replace(moved=before.moved + amount)
    of_day, sold = {each.request_id for each in known}, {each.booking_ref for each in known}
    ways = {way: _added(_way_sums(some, way) for some in tills.values()) for way in WAYS}
    ways[PayWay.CASH] = cash = replace(ways[PayWay.CASH], difference=_cash_difference(tills.values()))
    has_others = any(each.taken or each.given_back for way, each in ways.items() if way is not PayWay.CASH)
    receipts = sum("number" in each.facts for some in tills.values() for each in standing(some))
    letters = _letters(entries)
    return TillDay(
        ways,
        replace(_added(ways.values()), receipts=receipts, difference=None if has_others else cash.difference),
        sum(len(refunds_of(some)) for some in tills.values()),
        sum(_kept(each) for each in every if each.kind == "refund"),
        sum(_rounding(each) for each in every if _is_taking(each)),
        sum(each.settled - each.moved for name, each in payments.items() if name not in of_day),
        _sold(known, payments, given_up, unknown, counts),
        tuple(_at_drawer(entries, zone)),
        _numbers(entries),
        DayDoubts(
            len(sales) - len(known),
            others.broken,
            tuple(each for each in others.entries if letters & _letters(tills[each])),
            sum(each.given_back is None for each in report.cancellations if each.booking_ref in sold),
            is_known=others.is_known,
        ),
    )


def _once(tills: Mapping[str, Sequence[TillEntry]]) -> dict[str, Sequence[TillEntry]]:
    """The same without what stands in two books: one that is restored goes on as that of a new desk."""
    seen: set[str] = set()
    found: dict[str, Sequence[TillEntry]] = {}
    for desk, entries in tills.items():
        found[desk] = [each for each in entries if each.hash not in seen]
        seen.update(each.hash for each in entries)
    return found


def _added(sums: Iterable[WaySums]) -> WaySums:
    """The sums together."""
    some = tuple(sums)
    return WaySums(
        sum(each.receipts for each in some),
        sum(each.taken for each in some),
        sum(each.given_back for each in some),
    )


def _letters(entries: Iterable[TillEntry]) -> frozenset[str]:
    """The letters before the numbers of receipts."""
    return frozenset(each.facts["series"] for each in entries if "number" in each.facts)


class _Paid(NamedTuple):
    """What the receipts of the day say of one sale."""

    settled: int
    left: int
    """What was still to be paid after the last of them."""
    moved: int = 0
    """What of it counts for a sale that took its place."""


class _GivenUp(NamedTuple):
    """What was cancelled of a booking on the day."""

    seats: int = 0
    given_back: int = 0
    """What the customer gets back, as far as it was said."""
    is_said: bool = True
    is_last: bool = False
    """Whether nothing is left of it, whoever cancelled the rest."""

    def left_of(self, sale: DayRow, price: int) -> int:
        """What the customer pays for it, as in what is owed: nothing more of what is gone, if nobody said."""
        if self.is_last and self.seats < sale.qty:
            # What was agreed for the rest at another counter is not known here.
            return 0
        return price - self.given_back if self.is_said or self.seats < sale.qty else 0


def _given_up(report: DayReport) -> defaultdict[str, _GivenUp]:
    """What was cancelled of each booking on the day, by its reference."""
    found: defaultdict[str, _GivenUp] = defaultdict(_GivenUp)
    for each in report.cancellations:
        before = found[each.booking_ref]
        back = before.given_back + (0 if each.given_back is None else in_paise(each.given_back))
        is_said = before.is_said and each.given_back is not None
        is_last = before.is_last or each.is_last
        found[each.booking_ref] = _GivenUp(before.seats + each.qty, back, is_said, is_last)
    return found


def _sold(
    sales: Sequence[DayRow],
    payments: Mapping[str, _Paid],
    given_up: defaultdict[str, _GivenUp],
    unknown: Collection[str],
    counts: Mapping[str, tuple[str, int]],
) -> SoldSums:
    sums = SoldSums(len(sales), sum(each.qty for each in sales))
    for sale in sales:
        paid, gone = payments.get(sale.request_id), given_up[sale.booking_ref]
        is_known = sale.request_id not in unknown
        price = in_paise(sale.value) if sale.value is not None else paid.settled + paid.left if paid else 0
        pays = max(0, gone.left_of(sale, price) if is_known else price - gone.given_back)
        # A cancellation after the last payment lowers what that one says is left.
        left = max(0, min(paid.left, pays - paid.settled)) if paid else 0
        rest = price - paid.settled - left if paid else price - pays
        _, counted = counts.get(sale.request_id, ("", 0))
        owed = (left if paid else pays) - counted
        sums = replace(
            sums,
            value=sums.value + price,
            unpriced=sums.unpriced + (sale.value is None),
            on_account=sums.on_account + (owed if is_known and paid else 0),
            owing=sums.owing + (is_known and paid is not None and owed > 0),
            lowered=sums.lowered + min(max(0, rest), price - pays),
            moved=sums.moved + (paid.moved if paid else 0),
            beyond=sums.beyond + max(0, -rest),
            unrecorded=sums.unrecorded + (owed if is_known and not paid else 0),
            unrecorded_sales=sums.unrecorded_sales + (is_known and paid is None and pays > 0),
            unknown=sums.unknown + (0 if is_known else owed),
            unknown_sales=sums.unknown_sales + (not is_known and owed > 0),
        )
    return sums


def _payments_of_sales(entries: Iterable[TillEntry]) -> dict[str, _Paid]:
    """The payments of each sale of which something was recorded; what was given back is not taken off."""
    found: dict[str, _Paid] = {}
    for entry in entries:
        if _is_taking(entry):
            for each in entry.facts["sales"]:
                name, before = each["request_id"], found.get(each["request_id"], _Paid(0, 0))
                # What counts for another sale stays paid, and is due as less than nothing.
                settled, moved = (0, -each["settled"]) if each["due"] < 0 else (each["settled"], 0)
                left = each["due"] - each["settled"]
                found[name] = _Paid(before.settled + settled, left, before.moved + moved)
    return found


def _way_sums(entries: Sequence[TillEntry], way: PayWay) -> WaySums:
    taken = given = 0
    for entry in entries:
        moved = _moved(entry, way)
        if entry.kind == "refund":
            given += moved
        else:
            taken += moved
    return WaySums(receipts_of_way(entries, way), taken, given)


def _cash_difference(tills: Iterable[Iterable[TillEntry]]) -> int | None:
    """What was found beyond what there should be; None unless all cash was counted after it last moved."""
    checks = [_CashCheck(each) for each in tills]
    found = [each.difference for each in checks if each.is_used]
    known = [each for each in found if each is not None]
    return sum(known) if known and len(known) == len(found) else None


class _CashCheck:
    """Whether the cash of one drawer was counted after it last moved, and what was found."""

    def __init__(self, entries: Iterable[TillEntry]) -> None:
        """The oldest entry first."""
        self.is_used = False
        """Whether it has moved, or was counted."""
        self._closed = 0
        """The differences of the drawers that were closed."""
        self._counted: int | None = 0
        """That of the one that is open; None when it was not counted since cash has moved."""
        for each in entries:
            self._look(each)

    @property
    def difference(self) -> int | None:
        """The differences of all drawers of the day; None when some cash was not counted."""
        return None if self._counted is None else self._closed + self._counted

    def _look(self, entry: TillEntry) -> None:
        facts = entry.facts
        if entry.kind == "count":
            found = facts["counted"] - facts["expected"]
            self._closed += found if facts["closes"] else 0
            self._counted = 0 if facts["closes"] else found
        elif entry.kind == "move" or _moved(entry, PayWay.CASH):
            self._counted = None
        else:
            return
        self.is_used = True


def _moved(entry: TillEntry, way: PayWay) -> int:
    """What an entry takes, or gives back, in this way: a correction what it changes."""
    return _sum(entry.facts.get("lines", ()), way) - _sum(entry.facts.get("reversed", ()), way)


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
    of_series: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for letters, year, number in found:
        of_series[letters, year].append(number)
    missing = sum(max(some) - min(some) + 1 - len(some) for some in of_series.values())
    return NumberRange(receipt_number(*found[0]), receipt_number(*found[-1]), missing)


def _is_taking(entry: TillEntry) -> bool:
    """Whether money was taken, or said to be paid later."""
    return "lines" in entry.facts and entry.kind != "refund"


def _kept(entry: TillEntry) -> int:
    """What the agency keeps by a refund for itself: a correction what it changes."""
    return entry.facts["charge"] - entry.facts.get("charge_undone", 0)


def _rounding(entry: TillEntry) -> int:
    lines, undone = entry.facts["lines"], entry.facts.get("reversed", ())
    return sum(each["rounding"] for each in lines) - sum(each["rounding"] for each in undone)


def _sum(lines: Iterable[Mapping[str, Any]], way: PayWay) -> int:
    return sum(each["amount"] for each in lines if each["way"] == way)
