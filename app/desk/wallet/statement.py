"""Documents about the wallet: the statement of a period, and the request for a top-up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import ROUND_CEILING, Decimal
from enum import StrEnum

from app.core.language import tr
from app.desk.files.spreadsheet_export import Cell, OutTable
from app.desk.model import formats
from app.desk.model.office_rules import Alerts
from app.desk.model.sale import Wallet
from app.desk.wallet.service_entries import ServiceEntry, Side, service_entries
from app.desk.wallet.wallet_movements import BalanceReading, OwnMovement

_ROUND_TO = Decimal(1000)
_FORTNIGHT = timedelta(days=13)


class StatementPeriod(StrEnum):
    """The periods of a statement."""

    TODAY = "today"
    FORTNIGHT = "last 14 days"
    THIS_MONTH = "this month"
    LAST_MONTH = "last month"


def days_of(period: str, today: date) -> tuple[date, date]:
    """The first and the last day of a period, both included."""
    begin = today.replace(day=1)
    end_before = begin - timedelta(days=1)
    return {
        StatementPeriod.TODAY: (today, today),
        StatementPeriod.FORTNIGHT: (today - _FORTNIGHT, today),
        StatementPeriod.THIS_MONTH: (begin, today),
        StatementPeriod.LAST_MONTH: (end_before.replace(day=1), end_before),
    }[StatementPeriod(period)]


def statement(
    movements: Sequence[OwnMovement], readings: Sequence[BalanceReading], first: date, last: date
) -> OutTable:
    """The table of own movements and readings from `first` to `last`, both included, oldest first."""
    lines = [(each.at, _movement_cells(each)) for each in movements if first <= each.at.date() <= last]
    lines += [(each.at, _reading_cells(each)) for each in readings if first <= each.at.date() <= last]
    lines.sort(key=lambda line: line[0])
    headings = (
        tr("Time"),
        tr("Entry"),
        tr("PNR"),
        tr("For"),
        tr("Entry number"),
        tr("Amount"),
        tr("From credit"),
        tr("Balance"),
        tr("Credit left"),
        tr("Currency"),
        tr("Counter"),
    )
    return OutTable(tr("Wallet"), headings, tuple((at, *cells) for at, cells in lines))


def service_statement(wallet: Wallet) -> OutTable:
    """The table of the entries that came with a reading, in the service's order, each also as sent.

    Amounts whose side the service does not say stand in the last column alone.
    """
    headings = (tr("Time"), tr("Entry"), tr("PNR"), tr("In"), tr("Out"), tr("Balance"), tr("As sent"))
    rows = tuple(map(_entry_cells, service_entries(wallet.ledger)))
    return OutTable(tr("From the service"), headings, rows)


def level_wanted(wallet: Wallet, readings: Sequence[BalanceReading], alerts: Alerts) -> Decimal:
    """The balance to ask for: the highest recent one or the alert, rounded up to a full thousand."""
    highest = max((each.cash for each in readings), default=Decimal(0))
    level = max(highest, alerts.low_cash or Decimal(0), wallet.cash)
    return (level / _ROUND_TO).to_integral_value(ROUND_CEILING) * _ROUND_TO


def topup_request(wallet: Wallet, level: Decimal, agency: str) -> str:
    """The text for the operator, under the agency's name, with a blank for the bank's reference."""
    missing = level - wallet.cash
    lines = (
        *((agency,) if agency else ()),
        tr("Please top up our wallet."),
        tr(
            "Agent {agent}, operator {tenant}",
            agent=wallet.agent_id or tr("not stated"),
            tenant=wallet.tenant_id or tr("not stated"),
        ),
        tr("Balance: {amount}", amount=_with_currency(wallet.cash, wallet)),
        tr(
            "Credit used: {used} of {limit}",
            used=_with_currency(wallet.credit_used, wallet),
            limit=_with_currency(wallet.credit_limit, wallet),
        ),
        tr(
            "Read: {day}, {time}",
            day=formats.day_long(wallet.read_at),
            time=formats.clock_time(wallet.read_at),
        ),
        tr(
            "Amount wanted: {amount}, to bring the balance to {level}",
            amount=_with_currency(missing, wallet),
            level=_with_currency(level, wallet),
        )
        if missing > 0
        else tr("Amount wanted:"),
        tr("Bank reference:"),
    )
    return "\n".join(lines)


def _movement_cells(each: OwnMovement) -> tuple[Cell, ...]:
    kind = tr("Refund") if each.is_refund else tr("Booking")
    known = (each.booking_ref, each.purpose, each.entry, each.signed, each.from_credit)
    return (kind, *known, None, None, "", "")


def _reading_cells(each: BalanceReading) -> tuple[Cell, ...]:
    balances = (each.cash, each.credit_left, each.currency, each.desk)
    return (tr("Read"), "", "", "", None, None, *balances)


def _entry_cells(each: ServiceEntry) -> tuple[Cell, ...]:
    raised = each.amount if each.way is Side.IN else None
    lowered = each.amount if each.way is Side.OUT else None
    return (each.at, each.kind, each.booking_ref, raised, lowered, each.balance, each.sent)


def _with_currency(value: Decimal, wallet: Wallet) -> str:
    return f"{wallet.currency} {formats.amount(value)}".strip()
