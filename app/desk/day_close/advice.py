"""Advice when a day, a shift or a clerk cannot be read or stored."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal

from app.core.language import joined, tr, trn
from app.desk.day_close.values import (
    DayReport,
    DayRow,
    Figures,
    LedgerFinding,
    LooseEntry,
    Reconciliation,
    Refunds,
    RowKind,
)
from app.desk.model import formats
from app.desk.model.sale import Advice

OPEN = "open"
"""The field of advice that an unknown outcome forbids closing."""


def advise_office(cause: str) -> Advice:
    """Advice when the office's database could not be read or written."""
    return Advice(cause, tr("Sales go on as before."), tr("Try again in a minute."))


def advise_open(count: int, named: str) -> Advice:
    """Advice for closing while an outcome is unknown; `named` names one."""
    what = trn("{number} order has an unknown outcome.", "{number} orders have an unknown outcome.", count)
    action = tr("Settle it first: {order}.", order=named)
    return Advice(what, tr("The day cannot be closed."), action, field=OPEN)


def advise_moving(count: int, named: str) -> Advice:
    """Advice for closing while a change of date is not finished; `named` names one old booking."""
    what = trn(
        "{number} change of date is not finished.", "{number} changes of date are not finished.", count
    )
    action = tr("Settle it first: {order}.", order=named)
    return Advice(what, tr("The day cannot be closed."), action, field=OPEN)


def advise_closed(day: date, by: str, at: datetime) -> Advice:
    """Advice for closing a day that is already closed."""
    what = tr(
        "{day} was closed by {name} at {time}.",
        day=formats.day_long(day),
        name=by,
        time=formats.since(at.astimezone(), day),
    )
    return Advice(what, tr("Its report stays as it was then."), tr("What came later is in the next day."))


def advise_not_begun(day: date) -> Advice:
    """Advice for closing a day that has not come yet."""
    return Advice(tr("{day} has not begun yet.", day=formats.day_long(day)), "", "")


def advise_other_day(doubt: str) -> Advice:
    """Advice for closing while it is another day by the service's clock."""
    return Advice(doubt, tr("The day is not closed."), tr("Set the clock right, or close it all the same."))


def advise_stays_closed(day: date) -> Advice:
    """Advice for opening a day again that was closed in its time."""
    what = tr("{day} was not closed ahead of its time.", day=formats.day_long(day))
    return Advice(what, tr("Its report stays as it was then."), "")


def advise_no_name() -> Advice:
    """Advice for closing without a name."""
    return Advice(tr("Who closes the day?"), "", tr("Type a name."), field="name")


def advise_no_reason() -> Advice:
    """Advice for opening a day again without a name or without a reason."""
    return Advice(tr("Who opens the day again, and why?"), "", tr("Type a name and a reason."), field="name")


def advise_unreadable(day: date) -> Advice:
    """Advice for a closed day whose stored report cannot be read by this version."""
    what = tr("The report of {day} cannot be read.", day=formats.day_long(day))
    return Advice(what, tr("It is kept as it is."), tr("A newer Agency Counter may have closed the day."))


def advise_alone() -> Advice:
    """Advice for a day that holds what this desk did alone, while the office's database is away."""
    return Advice(
        tr("The office's database is away. This is this desk only."),
        tr("What other desks sold and cancelled is missing here."),
        tr("The day can be closed when the database is back."),
    )


def uncompared_words(report: DayReport) -> tuple[str, str]:
    """A short and a long reason why the wallet of a day is not compared with its sales."""
    if report.is_unordered:
        text = tr(
            "A clock was set on this day, and the service did not tell its time: which of the sales the "
            "readings already held is not known. Compare the wallet with the operator's ledger."
        )
        return tr("Cannot be told"), text
    if not report.is_undecided:
        text = tr("The wallet has to be read twice before it can be laid beside the sales.")
        return tr("Not read"), text
    text = tr(
        "No two readings of the wallet are clear of sales and cancellations, so which came first is not "
        "known. Settle what is open, and read it again (F5) while nobody sells."
    )
    return tr("Not compared"), text


def later_words(report: DayReport) -> str:
    """A sentence about what no comparison with the wallet reaches; empty for nothing."""
    if not report.unread:
        return ""
    if report.unread_net is None:
        return trn(
            "{number} order came after the reading that is compared.",
            "{number} orders came after the reading that is compared.",
            report.unread,
        )
    return trn(
        "{number} order of {net} came after the reading that is compared.",
        "{number} orders of together {net} came after the reading that is compared.",
        report.unread,
        net=formats.amount(report.unread_net),
    )


def ledger_words(report: DayReport) -> tuple[str, ...]:
    """What the ledger says otherwise than the desks, and how many entries were compared; none without one."""
    found = report.ledger
    if found is None:
        return ()
    count = trn(
        "{number} entry of the ledger was compared, {others} could not be.",
        "{number} entries of the ledger were compared, {others} could not be.",
        found.compared,
        others=found.uncompared,
    )
    loose = (loose_words(each, report) for each in found.loose)
    where = tr("See Wallet, From the service.") if found.loose else ""
    return (*(_dated(each, report) for each in found.findings), *loose, joined(" ", (count, where)))


def loose_words(entry: LooseEntry, report: DayReport) -> str:
    """What can be said of an entry that could not be compared."""
    at = entry.at and formats.since(entry.at.astimezone(), report.day)
    amount = "" if entry.total is None else formats.amount(entry.total)
    told = joined(", ", (each for each in (at, amount, entry.words) if each))
    return tr("Not compared: {entry}", entry=told or tr("cannot be read"))


def finding_words(found: LedgerFinding) -> str:
    """What an entry of the ledger says otherwise, without its time."""
    there = joined(" ", (formats.amount(found.there), found.words and f"({found.words})"))
    if found.here is None:
        return tr(
            "The ledger has {there} for {name}, which no desk has handed in.",
            there=there,
            name=found.name,
        )
    here = formats.amount(found.here)
    return tr(
        "The ledger has {there} for {name}, and the office {here}.", there=there, name=found.name, here=here
    )


def _dated(found: LedgerFinding, report: DayReport) -> str:
    told = finding_words(found)
    if found.since is None or found.until is None:
        return told
    since, until = (formats.since(each.astimezone(), report.day) for each in (found.since, found.until))
    return tr("{since} to {until}: {told}", since=since, until=until, told=told)


def sales_words(report: DayReport) -> str:
    """The name of what sales took of the wallet's cash."""
    if _lacks_parts(report):
        return tr("Sales debited from cash, as far as known")
    return tr("Sales debited from cash")


def sales_amount(report: DayReport, wallet: Reconciliation) -> Decimal | None:
    """What sales took of the cash; None where nothing is known of it."""
    return None if not wallet.sales and wallet.is_hidden and _lacks_parts(report) else wallet.sales


def refunds_amount(report: DayReport, wallet: Reconciliation) -> Decimal | None:
    """What refunds brought of the cash; None where nothing is known of it."""
    is_any = any(each.refund != 0 for each in report.cancellations)
    return None if not wallet.refunds and wallet.is_hidden and is_any else wallet.refunds


def together_words(report: DayReport) -> str:
    """The name of what cannot be separated in the change of cash."""
    if _hides_parts(report):
        return tr("Sales, refunds and changes together")
    return tr("Refunds and changes together")


def hiding_words(report: DayReport) -> str:
    """Why it is not known how a change fell on cash and credit."""
    if _hides_parts(report):
        return tr("A sale or refund in between hides how it fell on cash and credit.")
    return tr("A refund in between hides how it fell on cash and credit.")


def _lacks_parts(report: DayReport) -> bool:
    """Whether it is not stated what a sale took of cash and credit."""
    return any(None in (each.from_cash, each.from_credit) for each in _sales(report))


def _hides_parts(report: DayReport) -> bool:
    """Whether the debit of a sale is stated without its parts."""
    return any(each.debited and None in (each.from_cash, each.from_credit) for each in _sales(report))


def _sales(report: DayReport) -> Iterator[DayRow]:
    return (each for each in report.rows if each.kind is RowKind.SALE)


def sum_words(found: Figures, name: str) -> str:
    """One of the sums of value, cash, credit and debited; missing amounts are mentioned."""
    amount = _sum_of(found, name)
    if amount and name in found.unstated:
        return tr("at least {amount}", amount=formats.amount(amount))
    return sum_cell(found, name)


def sum_cell(found: Figures, name: str) -> str:
    """The same sum for a narrow cell."""
    return _cell(_sum_of(found, name), is_part=name in found.unstated)


def refunded_cell(gone: Refunds) -> str:
    """The sum of the refunds for a narrow cell."""
    return _cell(gone.refunded, is_part=gone.untold > 0)


def _sum_of(found: Figures, name: str) -> Decimal:
    return {"value": found.value, "cash": found.cash, "credit": found.credit, "debited": found.debited}[name]


def _cell(amount: Decimal, *, is_part: bool) -> str:
    if not is_part:
        return formats.amount(amount)
    return f"≥ {formats.amount(amount)}" if amount else tr("Not stated")


def nothing_kept() -> str:
    """The sentence that a desk without the office's database stores nothing."""
    return tr("This counter keeps nothing for the office.")


def value_after(report: DayReport) -> str:
    """What of the sales value is not given back to customers; empty when nothing was cancelled."""
    gone = report.refunds
    missing = gone.unsaid if gone.back_unsaid is None else gone.back_unsaid
    return _after(report.figures.value - gone.given_back, gone.count, missing)


def margin_after(report: DayReport) -> str:
    """The margin after the cancellations of the day; empty when nothing was cancelled."""
    gone = report.refunds
    return _after(report.figures.margin + gone.margin, gone.count, gone.unsaid)


def _after(value: Decimal, count: int, missing: int) -> str:
    """A sum after cancellations, and how many of these do not say enough for it."""
    if not count:
        return ""
    if missing == count:
        return trn("{number} cancellation not said", "{number} cancellations not said", count)
    after = tr("{amount} after cancellations", amount=formats.amount(value))
    unsaid = trn("{number} not said", "{number} not said", missing) if missing else ""
    return joined(", ", (after, unsaid))
