"""Compares the entries of the wallet's ledger with the rows of a day, one by one.

The fields of an entry are not shown in the interface (part 2.8), so none is used by name: an entry is read by
the numbers of requests and bookings in it, and by its lines, which balance. What cannot be read so is not
compared, and counted.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal

from app.core.frozen import frozen
from app.desk.day_close.report import debit
from app.desk.day_close.values import DayReading, DayRow, LedgerCheck, LedgerFinding, LooseEntry, RowKind
from app.desk.model.one_clock import BLUR
from app.desk.payment import ledger_diff
from app.desk.payment.service_rest import LONGEST_WAY

_NOTHING = Decimal(0)
_ON_ITS_WAY = LONGEST_WAY + BLUR
"""How long after its entry the row of another desk may still be missing: until the answer has come there."""
_MOST_NAMED, _LONGEST = 10, 60
_WORD = re.compile(r"[A-Za-z][A-Za-z_ ]+")


@frozen
class LedgerSpan:
    """The time of a day whose entries are judged when no desk knows them, by the service's clock."""

    since: datetime
    until: datetime
    readings: tuple[DayReading, ...]

    @property
    def begins(self) -> datetime:
        """From when on: the last moments of a day are left to the next one."""
        return self.since - _ON_ITS_WAY

    @property
    def ends(self) -> datetime:
        """Before when."""
        return self.until - _ON_ITS_WAY

    def between(self, at: datetime) -> tuple[datetime | None, datetime | None]:
        """The readings of the wallet between which it was written, by the clocks that read them."""
        told = sorted((each.told_at, each.at) for each in self.readings if each.told_at is not None)
        before = [here for told_at, here in told if told_at < at]
        after = [here for told_at, here in told if told_at >= at]
        return (before[-1] if before else None), (after[0] if after else None)


@frozen
class _Entry:
    """What can be read in one entry."""

    named: tuple[tuple[str, str], ...]
    """The path and the text of each leaf."""
    total: Decimal | None
    at: datetime | None

    @property
    def texts(self) -> frozenset[str]:
        return frozenset(text for _, text in self.named)


class _Check:
    """Compares the entries; each is counted once, unless it is of another day."""

    def __init__(self, entries: Sequence[_Entry], rows: Iterable[DayRow], span: LedgerSpan | None) -> None:
        self._entries, self._span = entries, span
        self._rows = {each.request_id: each for each in rows}
        self._of_ref: defaultdict[str, list[DayRow]] = defaultdict(list)
        """The rows of each PNR."""
        for row in self._rows.values():
            if row.booking_ref:
                self._of_ref[row.booking_ref].append(row)
        self._left = {ref: list(some) for ref, some in self._of_ref.items()}
        """Those that no entry is of yet."""
        leaves = {leaf for each in entries for leaf in each.named}
        self._request_paths = {path for path, text in leaves if text in self._rows}
        self._ref_paths = {path for path, text in leaves if text in self._left}
        self.compared = 0
        self.uncompared: list[_Entry] = []
        self.findings: list[LedgerFinding] = []

    def run(self, of_day: Collection[str]) -> None:
        """Compare what names a request first, then by PNR what names none that is known."""
        rest: list[_Entry] = []
        named: defaultdict[str, list[_Entry]] = defaultdict(list)
        for entry in self._entries:
            request_id = self._request_of(entry)
            if request_id:
                named[request_id].append(entry)
            else:
                rest.append(entry)
        for request_id in named:
            self._take(self._rows[request_id])
        for request_id, some in named.items():
            if request_id in of_day:
                self._compare(self._rows[request_id], some)
        self._compare_by_ref(rest, of_day)

    def _request_of(self, entry: _Entry) -> str:
        """The known request that an entry is of; empty when it names none.

        It may name another one besides, such as that of the sale that a cancellation gives back: it is of the
        one whose sum it has, else of the newest.
        """
        requests = dict.fromkeys(text for _, text in entry.named if text in self._rows)
        fitting = [each for each in requests if entry.total in _sums(self._rows[each])]
        return max(fitting or requests, key=lambda each: self._rows[each].sent_at, default="")

    def _compare(self, row: DayRow, entries: Sequence[_Entry]) -> None:
        """Compare the entries that name the request of a row."""
        sums = _sums(row)
        read = [(each, each.total) for each in entries if each.total is not None]
        equal = [(each, moved) for each, moved in read if moved in sums]
        if equal or sum(moved for _, moved in read) in sums:
            # One sum twice is one too many; other entries may be parts of it.
            self.compared += len(equal or read)
            fit = [id(each) for each, _ in equal or read]
            self.uncompared += [each for each in entries if id(each) not in fit]
            for place, (entry, moved) in enumerate(equal):
                is_again = moved in [each for _, each in equal[:place]]
                other = _row_of(moved, self._left.get(row.booking_ref, ())) if is_again else None
                if other is not None:
                    self._take(other)
                elif is_again:
                    self._find(entry, moved, None)
        elif sums and len(entries) == len(read) == 1 and not _may_have_charge(row, read[0][1]):
            self.compared += 1
            self._find(*read[0], max(sums))
        else:
            self.uncompared += entries

    def _compare_by_ref(self, entries: Sequence[_Entry], of_day: Collection[str]) -> None:
        """Compare the entries of each PNR with the rows that are left: one by one, then as parts of one."""
        over: defaultdict[frozenset[str], list[_Entry]] = defaultdict(list)
        for entry in entries:
            refs = self._left.keys() & entry.texts
            row = _row_of(entry.total, self._rows_left(refs))
            if row is None:
                over[frozenset(refs)].append(entry)
            else:
                self._take(row)
                self.compared += row.request_id in of_day
        for refs, some in over.items():
            rows, read = self._rows_left(refs), [each.total for each in some if each.total is not None]
            whole = _row_of(sum(read, _NOTHING), rows) if 1 < len(some) == len(read) else None
            if whole is not None:
                self._take(whole)
                self.compared += len(some) * (whole.request_id in of_day)
                continue
            charges = [each.charge for ref in refs for each in self._of_ref[ref]]
            for entry in some:
                if entry.total is not None and entry.total in charges:
                    self.compared += 1
                else:
                    self._judge(entry, rows)

    def _rows_left(self, refs: Iterable[str]) -> list[DayRow]:
        return [row for ref in sorted(refs) for row in self._left[ref]]

    def _take(self, row: DayRow) -> None:
        """Note that some entry is of this row."""
        if row.booking_ref:
            self._left[row.booking_ref].remove(row)

    def _judge(self, entry: _Entry, rows: Sequence[DayRow]) -> None:
        """Judge an entry that fits no row; `rows` are those of its booking that no other entry is of."""
        if self._span is not None and entry.at is not None and entry.at < self._span.begins:
            return
        is_within = self._span is not None and entry.at is not None and entry.at < self._span.ends
        # Of a row whose sum is not stated it may be the entry.
        may_be_made = any(not _sums(each) for each in rows) and not self._request(entry)
        if is_within and entry.total is not None and self._name(entry) and not may_be_made:
            self.compared += 1
            is_only = len(rows) == 1 and not self._request(entry)
            self._find(entry, entry.total, max(_sums(rows[0])) if is_only else None)
        else:
            self.uncompared.append(entry)

    def _find(self, entry: _Entry, there: Decimal, here: Decimal | None) -> None:
        between = self._span.between(entry.at) if self._span and entry.at else (None, None)
        self.findings.append(LedgerFinding(self._name(entry), there, here, *between, _words(entry)))

    def _name(self, entry: _Entry) -> str:
        """The PNR in an entry, else its request; empty when it names none."""
        refs = (text for path, text in entry.named if path in self._ref_paths)
        return next(refs, "") or next(self._requests(entry), "")

    def _request(self, entry: _Entry) -> str:
        """The number of a request that no desk knows; empty for none."""
        return next((each for each in self._requests(entry) if each not in self._rows), "")

    def _requests(self, entry: _Entry) -> Iterator[str]:
        return (text for path, text in entry.named if path in self._request_paths)


def ledger_check(
    entries: Sequence[str], rows: Iterable[DayRow], of_day: Collection[str], span: LedgerSpan | None
) -> LedgerCheck:
    """What the entries of one reading of the wallet say otherwise than the desks of the office.

    `rows` are all that are known, of this wallet, and `of_day` the requests of those that are compared. An
    entry that no desk knows is named if it is within `span`; without a span none is.
    """
    read = [
        _Entry(ledger_diff.leaves(each), ledger_diff.total(each), ledger_diff.written_at(each))
        for each in entries
    ]
    check = _Check(read, rows, span)
    check.run(of_day)
    loose = tuple(_loose(each) for each in check.uncompared[:_MOST_NAMED])
    return LedgerCheck(check.compared, len(check.uncompared), tuple(check.findings), loose)


def _loose(entry: _Entry) -> LooseEntry:
    return LooseEntry(entry.at, entry.total, _words(entry))


def _words(entry: _Entry) -> str:
    # No field is known: words of the entry itself, not of its lines, say most, such as TOP_UP.
    told = dict.fromkeys(text for path, text in entry.named if "." not in path and _WORD.fullmatch(text))
    return ", ".join(told)[:_LONGEST]


def _row_of(total: Decimal | None, rows: Sequence[DayRow]) -> DayRow | None:
    """The row that has exactly this sum, else one that may have it; None when there is none."""
    fitting = [each for each in rows if total in _sums(each)]
    return min(fitting, key=lambda each: total != max(_sums(each)), default=None)


def _may_have_charge(row: DayRow, moved: Decimal) -> bool:
    """Whether an entry may be the refund of a row with a charge that is not stated there."""
    return row.charge is None and row.refund is not None and moved > row.refund


def _sums(row: DayRow) -> frozenset[Decimal]:
    """The sums of which the entry of a row may be; empty when its own is not known."""
    if row.kind is RowKind.SALE:
        own = debit(row)
    else:
        # A ledger may book the charge with the refund, or for itself.
        own = None if row.charge is None or row.refund is None else row.refund + row.charge
    told = () if row.is_open else (own, row.refund)
    return frozenset(each for each in told if each)
