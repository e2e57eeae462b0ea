"""The day at the till in words, the same on the page, on paper and in a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from app.core.language import joined, mark, tr, trn
from app.desk.files.spreadsheet_export import Cell, OutTable
from app.desk.model import formats
from app.desk.till.drawer import CashCount, CashMove
from app.desk.till.payment_values import in_rupees, paise_words, way_name
from app.desk.till.till_day import WAYS, DrawerOpening, TillDay, WaySums

WAY_HEADINGS = (
    mark("Way of paying"),
    mark("Receipts"),
    mark("Taken"),
    mark("Given back"),
    mark("Net"),
    mark("Checked"),
    mark("Difference"),
)


class WayRow(NamedTuple):
    """The sums of one way of paying, or of all."""

    name: str
    sums: WaySums
    is_all: bool = False


class TillLine(NamedTuple):
    """What moves a sum, and by how much, in whole paise."""

    words: str
    paise: int


def way_rows(day: TillDay) -> tuple[WayRow, ...]:
    """Each way of paying, and all of them."""
    return (
        *(WayRow(way_name(way), day.ways[way]) for way in WAYS),
        WayRow(tr("All"), day.every, is_all=True),
    )


def way_cells(row: WayRow) -> tuple[str, ...]:
    """The cells of a row, under `WAY_HEADINGS`; a dash where nothing was counted."""
    amounts = (_dashed(each) for each in _amounts(row.sums))
    return (row.name, str(row.sums.receipts), *amounts)


def agreement(day: TillDay) -> tuple[TillLine, ...]:
    """What explains the difference between sales and till; the last line is what nothing explains."""
    sold = day.sold
    owed = trn("Owed, paid later: {number} sale", "Owed, paid later: {number} sales", sold.owing)
    unknown = trn(
        "Owed at most, not known: {number} sale",
        "Owed at most, not known: {number} sales",
        sold.unknown_sales,
    )
    lines = [
        TillLine(tr("Sales value"), sold.value),
        TillLine(tr("Paid for sales of other days"), day.other_days),
        TillLine(tr("Cash rounding"), day.rounding),
        TillLine(tr("Taken by the till"), -day.every.taken),
        TillLine(tr("Taken beyond what is to be paid"), sold.beyond),
        TillLine(tr("Cancelled before it was paid"), -sold.lowered),
        TillLine(tr("Counts for another date"), -sold.moved),
        TillLine(owed, -sold.on_account),
        TillLine(unknown, -sold.unknown),
    ]
    always = {lines[0], lines[3]}
    shown = [each for each in lines if each.paise or each in always]
    rest = sum(each.paise for each in lines)
    name = trn(
        "Owed, not recorded: {number} sale", "Owed, not recorded: {number} sales", sold.unrecorded_sales
    )
    if not sold.unrecorded_sales:
        name = tr("Owed, not recorded")
    if rest == sold.unrecorded:
        return (*shown, TillLine(name, rest))
    unexplained = TillLine(tr("Not explained"), rest - sold.unrecorded)
    return (*shown, TillLine(name, -sold.unrecorded), unexplained)


def back_words(day: TillDay) -> str:
    """What is still to be given back to customers; empty for nothing."""
    amount = paise_words(day.to_give_back) if day.to_give_back else ""
    told = joined(", ", (amount, unknown_words(day.unknown_backs)))
    return tr("Still to give back to customers: {amount}.", amount=told) if told else ""


def unknown_words(sales: int) -> str:
    """Of how many sales a sum is not known; empty for none."""
    return trn("1 sale not known", "{number} sales not known", sales) if sales else ""


def unknown_owed_words(day: TillDay) -> str:
    """Of how many sales of the day nobody knows what is owed; empty for none."""
    told = trn(
        "Another counter has cancelled of {number} sale: what is owed of it is not known.",
        "Another counter has cancelled of {number} sales: what is owed of them is not known.",
        day.sold.unknown_sales,
    )
    return told if day.sold.unknown_sales else ""


def drawer_lines(day: TillDay) -> tuple[TillLine, ...]:
    """What was done at the drawer, the oldest first."""
    return tuple(_drawer_lines(day))


def open_drawer_words(day: TillDay) -> str:
    """That the drawer of this desk is not closed, and how it was counted last; empty when it is or unused."""
    since: list[DrawerOpening | CashMove | CashCount] = []
    for each in day.drawer:
        is_closing = isinstance(each, CashCount) and each.stays is not None
        since = [] if is_closing else [*since, each]
    if not any(isinstance(each, DrawerOpening) for each in since):
        return ""
    counts = [each.difference for each in since if isinstance(each, CashCount)]
    differs = bool(counts) and counts[-1] != 0
    told = (
        tr("It was counted last with a difference of {amount}.", amount=paise_words(counts[-1]))
        if differs
        else ""
    )
    return joined(" ", (tr("The drawer of this desk is not closed."), told))


def doubts(day: TillDay, name_of: Callable[[str], str]) -> tuple[str, ...]:
    """What the sums do not hold, or hold twice, in sentences; `name_of` names a desk by its number."""
    found = day.doubts
    told = [words] if (words := back_words(day)) else []
    if day.kept:
        told.append(
            tr(
                "Kept of what customers get back, as the agency\u2019s own charge: {amount}.",
                amount=paise_words(day.kept),
            )
        )
    if sum(each.receipts for each in day.ways.values()) > day.every.receipts:
        told.append(
            tr("A receipt that was paid in several ways is counted in each of them, and once in All.")
        )
    if not found.is_known:
        told.append(
            tr("What the tills of other desks took is not known: the office\u2019s database is away.")
        )
    if found.others_sold:
        told.append(
            trn(
                "{number} sale of a desk without a till here is left out.",
                "{number} sales of desks without a till here are left out.",
                found.others_sold,
            )
        )
    if day.sold.unpriced:
        told.append(
            trn(
                "The price of {number} sale is not known.",
                "The prices of {number} sales are not known.",
                day.sold.unpriced,
            )
        )
    if found.unsaid:
        told.append(
            trn(
                "What the customer gets back for {number} cancellation is not known here.",
                "What the customers get back for {number} cancellations is not known here.",
                found.unsaid,
            )
        )
    if found.broken:
        desks = joined(", ", map(name_of, found.broken))
        told.append(tr("In the office\u2019s database the till of {desks} was changed.", desks=desks))
    if found.same_letters:
        desks = joined(", ", map(name_of, found.same_letters))
        words = tr(
            "The receipts of {desks} have the same letters as those here. Change one of them in Settings.",
            desks=desks,
        )
        told.append(words)
    return tuple(told)


def numbers_words(day: TillDay) -> str:
    """The numbers of the day's receipts; empty without one."""
    found = day.numbers
    if found is None:
        return ""
    if found.first == found.last:
        return tr("Receipt {number}", number=found.first)
    span = tr("Receipts {first} to {last}", first=found.first, last=found.last)
    missing = tr("{number} missing", number=found.missing) if found.missing else tr("none missing")
    return joined(", ", (span, missing))


def till_tables(day: TillDay, name_of: Callable[[str], str]) -> tuple[OutTable, ...]:
    """The day as tables for an office suite."""
    headings = tuple(map(tr, WAY_HEADINGS))
    ways = tuple((each.name, each.sums.receipts, *map(_cell, _amounts(each.sums))) for each in way_rows(day))
    told = (*agreement(day), *drawer_lines(day))
    rows: list[tuple[Cell, ...]] = [(each.words, in_rupees(each.paise)) for each in told]
    rows += [(each, None) for each in (numbers_words(day), *doubts(day, name_of)) if each]
    return (
        OutTable(tr("Ways of paying"), headings, ways),
        OutTable(tr("Till"), (tr("What"), tr("Amount")), tuple(rows)),
    )


def _drawer_lines(day: TillDay) -> Iterator[TillLine]:
    for each, after in zip_longest(day.drawer, day.drawer[1:]):
        if isinstance(each, CashCount) and each.stays is None and isinstance(after, CashCount):
            # It was counted again at once: the last count is what was found.
            continue
        time = formats.clock_time(each.at)
        if isinstance(each, DrawerOpening):
            yield TillLine(tr("Opening float, {time}", time=time), each.amount)
        elif isinstance(each, CashMove):
            way = tr("Paid in") if each.amount > 0 else tr("Paid out")
            yield TillLine(joined(", ", (way, each.reason, time)), each.amount)
        else:
            by = tr("Counted by {name}", name=each.clerk) if each.clerk else tr("Counted")
            yield TillLine(joined(", ", (by, time)), each.counted)
            if each.difference:
                yield TillLine(joined(", ", (tr("Difference"), each.reason)), each.difference)
            if each.stays is not None:
                yield TillLine(tr("Taken out when it was closed"), each.counted - each.stays)
                yield TillLine(tr("Next float"), each.stays)


def _amounts(sums: WaySums) -> tuple[int | None, ...]:
    checked = None if sums.difference is None else sums.net + sums.difference
    return sums.taken, -sums.given_back, sums.net, checked, sums.difference


def _dashed(paise: int | None) -> str:
    return formats.EN_DASH if paise is None else paise_words(paise)


def _cell(paise: int | None) -> Cell:
    return None if paise is None else in_rupees(paise)
