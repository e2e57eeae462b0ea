"""Prices before payment, settlements, quotes and refunds, fed with answers of the service, and painted."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from PySide6.QtWidgets import QWidget

from app.api.messages.answers import BookingResult, CancellationResult, QuoteAnswer
from app.desk.cancellation.refund_quote import Booking, Cancelled, RefundQuote
from app.desk.model.booking import BookingState, SeatChoice
from app.desk.model.sale import Preflight, Price
from app.desk.model.wallet_split import split
from app.desk.sale.change_detection import settlement_differences
from app.desk.sale.pricing import price
from app.desk.service import booking_parsing
from app.ui.cancellation.cancelled_page import RefundedPane
from app.ui.cancellation.refund_pane import RefundPane
from app.ui.sale.payment_pane import PaymentPane
from app.ui.sale.settlement_pane import SettlementPane
from tests.support.desk.samples import DRAFT, LOOKED, WALLET
from tests.support.desk.voucher_samples import receipt

SIZE = (420, 640)
_REF = "PNR7X2K9"
_BOOKING = Booking(_REF, is_boat=False, qty=2, title=DRAFT.offer.title)
_STATE = BookingState(_REF, "Booked", "Paid", "", None, ())


class MoneyPanes:
    """The right sides of the pages where money moves; those of results are built for each answer."""

    def __init__(self) -> None:
        self._payment, self._refund = PaymentPane(""), RefundPane()

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """What is built once."""
        return self._payment, self._refund

    def show_price(self, found: Price) -> None:
        """Show a price before and after the look at the wallet."""
        self._payment.show_checking(found)
        self._payment.grab()
        look = replace(_LOOK, price=found, split=split(found.payable, WALLET))
        self._payment.show_preflight(look)
        self._payment.grab()

    def show_settled(self, result: BookingResult) -> None:
        """Show what a sale cost, beside what was expected."""
        settled = result.settlement_breakdown
        shown = replace(
            receipt(DRAFT, result.booking_ref),
            booking_id="" if result.booking_id is None else str(result.booking_id),
            differences=settlement_differences(_LOOK, result),
            total_debited=settled.total_debited if settled else None,
            from_cash=settled.deducted_from_cash if settled else None,
            from_credit=settled.deducted_from_credit if settled else None,
            wallet=WALLET,
        )
        _paint_once(SettlementPane(shown))

    def show_quote(self, answer: QuoteAnswer) -> None:
        """Show what a cancellation would bring back, first of all and after another quote."""
        refund, charge, debited = booking_parsing.refund_stated(answer)
        choice = SeatChoice(1)
        booking_parsing.misnamed(choice, (), booking_parsing.ids_named(answer.fields))
        quote = RefundQuote(
            intent_id="intent",
            booking=_BOOKING,
            choice=choice,
            before=_STATE,
            refund=refund,
            charge=charge,
            debited=debited,
            as_received=booking_parsing.rows_as_received(answer),
            wallet=WALLET,
            quoted=LOOKED,
        )
        for shown in (quote, replace(quote, former_refund=WALLET.cash, is_changed=True)):
            self._refund.show_quote(shown, first_goes=True)
            self._refund.grab()

    def show_refunded(self, result: CancellationResult, at: datetime) -> None:
        """Show what a cancellation has brought back."""
        summary = result.pricing_summary
        shown = Cancelled(
            request_id="ac1-desk-1",
            booking_ref=_REF,
            refund_reference=result.refund_reference,
            refund=summary.net_agent_refund_credited if summary else None,
            charge=summary.platform_cancellation_charge if summary else None,
            new_status=result.new_booking_status or "",
            quoted=WALLET.cash,
            currency=WALLET.currency,
            wallet=WALLET,
            settled_at=at,
            is_kept=True,
        )
        _paint_once(RefundedPane(shown))


def _look() -> Preflight:
    found = price(DRAFT)
    assert found is not None
    return Preflight(DRAFT, found, WALLET, split(found.payable, WALLET), (), "", LOOKED, "sale")


def _paint_once(pane: QWidget) -> None:
    pane.resize(*SIZE)
    pane.grab()
    pane.deleteLater()


_LOOK = _look()
