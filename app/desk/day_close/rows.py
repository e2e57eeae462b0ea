"""Makes the rows of a day from the attempts of a journal: certain and possible debits and refunds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain

from app.desk.bookings.sendings import ANSWERED, MADE, cancellations, moved, telling
from app.desk.day_close.values import DayRow, RowKind
from app.desk.model.one_clock import OneClock
from app.desk.payment.journal_facts import amount, day
from app.desk.payment.order import CLERK
from app.desk.payment.service_rest import LONGEST_WAY, QUIET, ahead_at_sending, left_by
from app.store.journal.attempt import Attempt
from app.store.journal.hash_chain import LogEntry
from app.store.journal.states import Kind, State


def day_rows(attempts: Sequence[Attempt], desk: str = "") -> tuple[DayRow, ...]:
    """A row for each booking and cancellation that was made or whose outcome is unknown."""
    sold = {str(each.facts.get("booking_ref")).casefold(): each for each in attempts if _is_sale(each)}
    sales = ((each,) for each in attempts if each.kind is Kind.CREATE)
    rows = (_row(each, sold, desk) for each in chain(sales, cancellations(attempts)))
    return tuple(sorted((each for each in rows if each is not None), key=lambda row: row.at))


def _is_sale(attempt: Attempt) -> bool:
    return attempt.kind is Kind.CREATE and attempt.state in MADE and bool(attempt.facts.get("booking_ref"))


def _row(sendings: Sequence[Attempt], sold: Mapping[str, Attempt], desk: str) -> DayRow | None:
    """The row of one movement of money, from the attempt that states most; None when nothing moved."""
    sent = sorted(moved(sendings), key=lambda each: _sent(each).seq)
    if not sent:
        return None
    shown = telling(sendings)
    facts, is_sale = shown.facts, shown.kind is Kind.CREATE
    booking_ref = str(facts.get("booking_ref") or "")
    sale = None if is_sale else sold.get(booking_ref.casefold())
    module = str(facts.get("module") or (sale.facts.get("module") if sale else "") or "")
    at = _known_at(shown)
    return DayRow(
        kind=RowKind.SALE if is_sale else RowKind.CANCELLATION,
        request_id=shown.request_id,
        agent_id=str(facts.get("agent_id") or ""),
        at=at,
        sent_at=_sent(sent[0]).at,
        rested_at=_rested_at(sent[0], [shown] if shown.state in ANSWERED else sent),
        is_open=shown.is_open,
        module=module,
        title=str(facts.get("title") or (sale.facts.get("title") if sale else "") or ""),
        booking_ref=booking_ref,
        travels_on=day(facts),
        window=str(facts.get("window") or ""),
        qty=int(facts.get("qty") or 0),
        value=amount(facts, "customer_pays") if is_sale else None,
        debited=amount(facts, "total_debited") if is_sale else None,
        from_cash=amount(facts, "from_cash") if is_sale else None,
        from_credit=amount(facts, "from_credit") if is_sale else None,
        refund=None if is_sale else amount(facts, "refund"),
        charge=None if is_sale else amount(facts, "charge"),
        reference="" if is_sale else str(facts.get("refund_reference") or ""),
        sold_on=_known_at(sale).astimezone().date() if sale else None,
        clerk=str(shown.private.get(CLERK) or ""),
        desk=desk,
        currency=str(facts.get("currency") or ""),
        ahead=ahead_at_sending(sent[0]),
    )


def _known_at(attempt: Attempt) -> datetime:
    """When its state was first journalled; later entries only add to it."""
    return next(each.at for each in attempt.entries if each.state is attempt.state).astimezone(UTC)


def _sent(attempt: Attempt) -> LogEntry:
    """The entry of an attempt that moved money from when on its last byte may have left."""
    return next(each for each in attempt.entries if each.state is State.DISPATCHED)


def _rested_at(first: Attempt, sendings: Sequence[Attempt]) -> datetime:
    """When the service has certainly finished with all sendings, by the clock as it was at the first.

    A clock that was set between two of them is reckoned with by the service's time.
    """
    clock = OneClock(ahead_at_sending(each) for each in (first, *sendings))
    rests = (clock.at(_sent(each).at + _lasts(each), ahead_at_sending(each)) for each in sendings)
    return max(rests) - clock.ahead(ahead_at_sending(first))


def _lasts(attempt: Attempt) -> timedelta:
    """How long after its sending the service has certainly finished with it, with or without an answer."""
    sent = _sent(attempt)
    left, known = left_by(attempt) - sent.at, _known_at(attempt) - sent.at
    if any(each.at < sent.at for each in attempt.entries if each.seq > sent.seq):
        # The clock was set back meanwhile, and does not say how long it took.
        left, known = LONGEST_WAY, LONGEST_WAY + QUIET
    if attempt.state in ANSWERED:
        return min(known, LONGEST_WAY + QUIET)
    return left + QUIET if attempt.is_open else min(left + QUIET, known)
