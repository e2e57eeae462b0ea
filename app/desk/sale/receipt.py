"""What a settled sale has to show for it."""

from __future__ import annotations

from app.api.messages.answers import BookingResult
from app.core.language import tr
from app.desk.model.sale import Change, Preflight, Receipt, Wallet
from app.desk.payment.payments import Ending
from app.desk.sale import change_detection


def receipt(preflight: Preflight, ending: Ending, result: BookingResult, wallet: Wallet | None) -> Receipt:
    """The receipt of a sale (interface part 2.5), with the wallet as it was read after it, if it was."""
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
