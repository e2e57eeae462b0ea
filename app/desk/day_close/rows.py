"""Makes the rows of a day from the attempts of a journal: certain and possible debits and refunds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from app.desk.bookings.money_time import known_at, money_time
from app.desk.bookings.sale_records import left_nothing
from app.desk.bookings.sendings import MADE, cancellations, telling
from app.desk.day_close.values import DayRow, RowKind
from app.desk.payment.journal_facts import STORM, amount, day
from app.desk.payment.order import CLERK
from app.store.journal.attempt import Attempt
from app.store.journal.states import Kind


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
    moves = money_time(sendings)
    if moves is None:
        return None
    shown = telling(sendings)
    facts, is_sale = shown.facts, shown.kind is Kind.CREATE
    booking_ref = str(facts.get("booking_ref") or "")
    sale = None if is_sale else sold.get(booking_ref.casefold())
    module = str(facts.get("module") or (sale.facts.get("module") if sale else "") or "")
    return DayRow(
        kind=RowKind.SALE if is_sale else RowKind.CANCELLATION,
        request_id=shown.request_id,
        agent_id=str(facts.get("agent_id") or ""),
        at=moves.known_at,
        sent_at=moves.sent_at,
        rested_at=moves.rested_at,
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
        given_back=None if is_sale else amount(facts, "customer_back"),
        is_last=not is_sale and left_nothing(shown),
        reference="" if is_sale else str(facts.get("refund_reference") or ""),
        # What a clerk wrote of a single one may name the customer, and a closed day is kept.
        reason=str(shown.private.get("reason") or "") if STORM in facts else "",
        sold_on=known_at(sale).astimezone().date() if sale else None,
        clerk=str(shown.private.get(CLERK) or ""),
        desk=desk,
        currency=str(facts.get("currency") or ""),
        ahead=moves.ahead,
    )
