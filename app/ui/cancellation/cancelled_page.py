"""A settled cancellation: its reference, and what came back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout
from typing_extensions import override

from app.core.language import ended, joined, mark, tr
from app.desk.cancellation.refund_quote import Booking, Cancelled
from app.desk.model import formats
from app.desk.model.booking import Choice, SeatChoice
from app.ui.cancellation import actions
from app.ui.cancellation.customer_part import back_name, back_words
from app.ui.cancellation.refund_words import goes_words, money
from app.ui.kit.basics.amounts import AmountLabel, Pair
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import Thing, called, column, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button, shrinking_row
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.net_hidden_notice import hidden_side
from app.ui.kit.sheets.page_layout import HintLine, SheetHeader
from app.ui.kit.sheets.pane import ShownSum
from app.ui.sale.result_page import ResultPage, ResultPane, rule, settled_line
from app.ui.sale.settlement_pane import NOT_STATED

if TYPE_CHECKING:
    from app.desk.wallet.current_wallet import CurrentWallet

_MORE_GONE = (
    mark("The service calls the whole booking cancelled"),
    mark("Another counter cancelled the rest: nobody of it travels any more."),
)


class CancelledPage(ResultPage):
    """P prints the slip, V shows the voucher of the rest; Ctrl Enter or Esc leads to the bookings."""

    own_actions = actions.CANCELLED
    title = mark("Cancellation complete")

    def __init__(self, wallet: CurrentWallet, booking: Booking, result: Cancelled) -> None:
        copied = result.refund_reference, tr("Reference copied")
        outcome = outcome_words(result)
        pane = RefundedPane(result)
        super().__init__(wallet, pane, actions.COPY_REFERENCE, copied, outcome=outcome)
        self.booking_ref = booking.booking_ref
        self.setObjectName("cancelled_page")
        self._on = called("to_bookings", Button(actions.TO_BOOKINGS, "primary", size=44))
        self._on.clicked.connect(self.step_back)
        self.slip, self.rest = Button(actions.SLIP, size=44), Button(actions.REST, size=44)
        self.slip.setObjectName("print_slip")
        self.rest.setObjectName("rest_voucher")
        # What was sent again is known by its order alone.
        if result.choice is None:
            self.slip.hide()
        if not result.left or not booking.request_id:
            self.rest.hide()
        # Where there is no button, the key says why.
        self.bind(actions.SLIP, self._print_slip)
        self.bind(actions.REST, self.rest.click)
        header = SheetHeader(tr("Cancellation complete"))
        self.lay_out(header, self._content(booking, result), _foot(booking))

    @override
    def take_focus(self) -> None:
        self._on.setFocus()

    def _print_slip(self) -> None:
        if self.slip.isHidden():
            self.toast.say(tr("What was sent again has no slip."))
        else:
            self.slip.click()

    def _content(self, booking: Booking, result: Cancelled) -> QVBoxLayout:
        reference = called(
            "refund_reference", Label(result.refund_reference, "title", wraps=True).set_identity()
        )
        beside = row((reference, 1), (self.copy, 0), gap=20)
        state = _state(result)
        lost = tr("This counter could not keep it. It may look open after a restart.")
        write = MessageBox("danger", tr("Write the reference down now."), lost)
        day = formats.day_long(booking.day) if booking.day else ""
        pnr = Label(result.booking_ref, "bodyStrong").set_identity()
        return column(
            settled_line(state, lambda: formats.clock_seconds(result.settled_at)),
            10,
            beside,
            Label(tr("Refund reference"), ink="text2"),
            20,
            *self._before_ways(),
            shrinking_row(*self._buttons(), None),
            *(() if result.is_kept else (20, write)),
            *(
                (20, MessageBox("warning", tr(_MORE_GONE[0]), tr(_MORE_GONE[1])))
                if result.is_more_gone
                else ()
            ),
            28,
            Hairline(),
            20,
            Label(booking.title or booking.booking_ref, "heading", wraps=True),
            Label(joined(", ", (booking.place, day, booking.window)), ink="text2", wraps=True),
            8,
            row(Label(tr("PNR"), ink="text2"), pnr, None, gap=8),
            *_people(result),
            None,
            margins=(40, 32, 40, 16),
        )

    def _before_ways(self) -> tuple[Thing, ...]:
        """What is to be read before the ways on."""
        return ()

    def _buttons(self) -> tuple[Button, ...]:
        """The ways on, the most usual first."""
        return self._on, self.slip, self.rest


def outcome_words(result: Cancelled) -> str:
    """What became of the booking, in sentences."""
    reference = result.refund_reference and tr(
        "Refund reference {reference}.", reference=result.refund_reference
    )
    left = ""
    if result.choice is not None and result.left is not None:
        left = tr("Still booked: {choice}.", choice=_counted(result.left, result.choice))
    return joined(" ", (ended(_state(result)), left, reference))


def _state(result: Cancelled) -> str:
    return tr("{state} and credited", state=formats.state(result.new_status) or tr("Cancelled"))


def _people(result: Cancelled) -> tuple[Thing, ...]:
    """Who was cancelled, and who still travels, by name where there are names."""
    if result.choice is None:
        return ()
    choice = result.choice
    gone = "" if isinstance(choice, SeatChoice) else joined(", ", (each.name for each in choice.travellers))
    left = tr("Not known") if result.left is None else _counted(result.left, choice)
    told = (
        (tr("Cancelled"), gone or goes_words(choice), "cancelled_people"),
        (tr("Still booked"), joined(", ", result.staying) or left, "staying_people"),
    )
    grid = QGridLayout()
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(6)
    grid.setColumnStretch(1, 1)
    for line, (name, people, known_as) in enumerate(told):
        label = called(known_as, Label(people, "bodyStrong", wraps=True))
        grid.addWidget(Label(name, ink="text2"), line, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(label, line, 1)
    return 20, Hairline(), 16, held(grid)


def _counted(number: int, choice: Choice) -> str:
    if not number:
        return tr("Nobody")
    return (formats.seats if isinstance(choice, SeatChoice) else formats.passengers)(number)


class RefundedPane(ResultPane):
    """The refund, and whether it is as quoted."""

    def __init__(self, result: Cancelled) -> None:
        super().__init__(result.wallet)
        self._result = result
        self._refund = called("refund", AmountLabel("money", right=True))
        self._charge, self._now = Pair(tr("Cancellation charge")), Pair(tr("Wallet now"))
        quoted = "" if result.quoted is None else money(result.quoted, result.currency)
        self._differs = MessageBox(
            "warning", tr("This is not as quoted"), tr("The quote said {quoted}.", quoted=quoted)
        )
        self._differs.setObjectName("differs")
        line = row(Label(tr("Refund to your wallet"), ink="text2"), (self._refund, 1), gap=12)
        differs = NetSide(column(self._differs))
        wallet_side = NetSide(column(line, 8, self._charge, 8, self._now, 12, differs))
        # Only now: without a parent it would be a window of its own.
        differs.setVisible(result.differs)
        self._back = Pair(back_name(result.customer), back_words(result.customer), value_role="bodyStrong")
        self._back.value.setObjectName("customer_gets")
        paid = result.customer.paid
        name = tr("Customer\u2019s price") if result.customer.is_price else tr("Customer paid for it")
        self._paid = Pair(name, "" if paid is None else formats.amount(paid))
        if paid is None:
            self._paid.hide()
        customer = held(column(self._paid, 8, self._back))
        if result.choice is None:
            customer.hide()
        parts = (wallet_side, hidden_side(), rule(), customer, rule())
        self.fill(tr("Refund"), result.request_id, *parts)
        self.show_side()

    @override
    def show_side(self) -> None:
        result = self._result
        for label, value in ((self._refund, result.refund), (self._charge.value, result.charge)):
            label.setText(tr(NOT_STATED) if value is None else formats.amount(value))
        self._now.value.setText(formats.amount(self.wallet.cash) if self.wallet else "")
        told = tr("This is not as quoted") if self.net_shown and result.differs else tr("Refund")
        self.facts.show_fact(told, result.booking_ref)
        refund = tr(NOT_STATED) if result.refund is None else formats.amount(result.refund)
        self.facts.show_sums(
            ShownSum(back_name(result.customer), back_words(result.customer)),
            ShownSum(tr("Refund to your wallet"), refund, is_net=True),
        )


def _foot(booking: Booking) -> HintLine:
    """The customer, and where the booking is found again."""
    whose = tr("Sold at another counter")
    if booking.customer:
        whose = tr("Customer: {customer}", customer=booking.customer)
    return HintLine(whose, None, tr("Kept in Bookings"))
