"""A day as tables for an office suite: a row for each booking and each cancellation, and the wallet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from decimal import Decimal

from app.core.language import mark, tr
from app.desk.day_close.advice import (
    advise_alone,
    finding_words,
    ledger_words,
    loose_words,
    refunds_amount,
    sales_amount,
    sales_words,
    together_words,
    uncompared_words,
)
from app.desk.day_close.report import debit, margin
from app.desk.day_close.values import DayReading, DayReport, DayRow, Interval, RowKind
from app.desk.files.spreadsheet_export import Cell, OutTable

_HEADINGS = (
    mark("Time"),
    mark("What"),
    mark("PNR"),
    mark("Module"),
    mark("Product"),
    mark("Travels"),
    mark("Time of day"),
    mark("Seats"),
    mark("Currency"),
    mark("Customer pays"),
    mark("Debited"),
    mark("From cash"),
    mark("From credit"),
    mark("Margin with GST"),
    mark("Refunded"),
    mark("Charge"),
    mark("Refund reference"),
    mark("Clerk"),
    mark("Counter"),
    mark("Request number"),
    mark("Customer gets back"),
    mark("Reason"),
)
_KINDS = {RowKind.SALE: mark("Booking"), RowKind.CANCELLATION: mark("Cancellation")}
_LEDGER = (mark("What"), mark("From"), mark("To"), mark("Amount"))
_WALLET = (mark("What"), mark("From"), mark("To"), mark("Cash"), mark("Credit used"))


def rows_table(report: DayReport, name_of: Callable[[str], str]) -> OutTable:
    """A row for each booking and each cancellation of the day; `name_of` names a desk by its number."""
    headings = tuple(map(tr, _HEADINGS))
    rows = tuple(_cells(each, name_of(each.desk)) for each in report.rows)
    return OutTable(report.day.isoformat(), headings, rows)


def wallet_table(report: DayReport) -> OutTable:
    """The table of the wallet: opening balance, movements, and last balance."""
    return OutTable(tr("Wallet"), tuple(map(tr, _WALLET)), tuple(_wallet_rows(report)))


def ledger_table(report: DayReport) -> OutTable | None:
    """What the ledger says otherwise than the desks, and how many entries were compared; None without one."""
    found = report.ledger
    if found is None:
        return None
    *_, count = ledger_words(report)
    loose = ((loose_words(each, report), None, None, each.total) for each in found.loose)
    rows = (
        (finding_words(each), each.since and _here(each.since), each.until and _here(each.until), each.there)
        for each in found.findings
    )
    return OutTable(tr("Ledger"), tuple(map(tr, _LEDGER)), (*rows, *loose, (count, None, None, None)))


def alone_table() -> OutTable:
    """A table that says that what other desks did is missing."""
    told = advise_alone()
    return OutTable(tr("This desk only"), (told.what,), ((told.meaning,),))


def _cells(row: DayRow, desk: str) -> tuple[Cell, ...]:
    return (
        row.at.astimezone(),
        tr(_KINDS[row.kind]),
        row.booking_ref,
        row.module,
        row.title,
        row.travels_on,
        row.window,
        row.qty,
        row.currency,
        row.value,
        debit(row),
        row.from_cash,
        row.from_credit,
        margin(row),
        row.refund,
        row.charge,
        row.reference,
        row.clerk,
        desk,
        row.request_id,
        row.given_back,
        row.reason,
    )


def _wallet_rows(report: DayReport) -> Iterator[tuple[Cell, ...]]:
    wallet = report.wallet
    if wallet is None:
        if report.is_undecided:
            yield (uncompared_words(report)[1], None, None, None, None)
        return
    yield _reading(tr("Opening balance"), wallet.opening)
    sums: tuple[tuple[str, Decimal | None], ...] = (
        (sales_words(report), sales_amount(report, wallet)),
        (tr("Refunds credited"), refunds_amount(report, wallet)),
        (tr("Changes not made here"), wallet.changes),
        (together_words(report), wallet.together),
        (tr("Expected balance"), wallet.expected),
    )
    for name, amount in sums:
        yield (name, None, None, amount, None)
    yield _reading(tr("Wallet as read"), wallet.last)
    yield (tr("Difference"), None, None, wallet.difference, None)
    yield from (_change(each) for each in wallet.intervals)
    if report.unread:
        yield (tr("After the reading that is compared"), None, None, report.unread_net, None)


def _reading(name: str, seen: DayReading) -> tuple[Cell, ...]:
    return (name, None, _here(seen.at), seen.cash, seen.credit_used)


def _change(interval: Interval) -> tuple[Cell, ...]:
    since, until = _here(interval.since), _here(interval.until)
    if interval.net is None:
        return (tr("Cannot be told"), since, until, None, None)
    if interval.cash is None:
        return (tr("Not made here, cash less credit used"), since, until, interval.net, None)
    return (tr("Not made here"), since, until, interval.cash, interval.credit_used)


def _here(at: datetime) -> datetime:
    return at.astimezone()
