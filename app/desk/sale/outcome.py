"""The result of a sale: a receipt, a sale that was not made, or an unknown outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.api.messages.answers import BookingResult
from app.api.messages.errors import RefusedError
from app.core.language import tr
from app.desk.bookings.sale_records import sale_of
from app.desk.model.boats import BoatDraft
from app.desk.model.sale import Change, NotSold, Preflight, Receipt, Sale, UnknownOutcome, Wallet
from app.desk.payment.payments import Ending
from app.desk.sale import advice, change_detection
from app.store.journal.journal import Attempt
from app.store.journal.states import State


def receipt(preflight: Preflight, ending: Ending, result: BookingResult, wallet: Wallet | None) -> Receipt:
    """The receipt of a sale (interface part 2.5), with the wallet after it if it could be read."""
    differences = change_detection.settlement_differences(preflight, result)
    if not ending.is_kept:
        differences += (
            Change(tr("Write the PNR down"), tr("kept on this counter"), tr("could not be kept")),
        )
    breakdown = result.settlement_breakdown
    return Receipt(
        request_id=ending.request_id,
        booking_ref=result.booking_ref,
        booking_id="" if result.booking_id is None else str(result.booking_id),
        total_debited=breakdown.total_debited if breakdown else None,
        from_cash=breakdown.deducted_from_cash if breakdown else None,
        from_credit=breakdown.deducted_from_credit if breakdown else None,
        price=preflight.price,
        differences=differences,
        wallet=wallet,
        settled_at=ending.ended_at,
        took=ending.ended_at - ending.began_at,
        practice=False,
    )


def unsettled(
    preflight: Preflight, ending: Ending, attempts: Callable[[], Sequence[Attempt]]
) -> NotSold | UnknownOutcome:
    """The outcome of a booking that ended without a result; `attempts` are those of the journal."""
    error = ending.error or RuntimeError("A booking ended without a result.")
    if isinstance(error, RefusedError) and ending.state is State.REJECTED:
        is_boat = isinstance(preflight.draft, BoatDraft)
        return NotSold(ending.request_id, advice.advise_refused_sale(error, is_boat=is_boat), was_sent=True)
    if ending.state is State.NOT_SENT:
        return NotSold(ending.request_id, advice.advise_unsent_sale(error), was_sent=False)
    sale = sale_of(attempts(), ending.request_id)
    return UnknownOutcome(ending.request_id, sale, advice.advise_unknown_sale(error))


def not_sold_again(standing: Attempt) -> NotSold:
    """The outcome of a sale that is not sent because this attempt may be the same one."""
    return NotSold(standing.request_id, advice.advise_same_sale(standing.state), was_sent=False)


def open_outcome(sale: Sale) -> UnknownOutcome:
    """The unknown outcome of an earlier sale."""
    return UnknownOutcome(sale.request_id, sale, advice.advise_open_sale())
