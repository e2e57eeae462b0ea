"""What is to be paid, what is taken of it, and the button that records it."""

from __future__ import annotations

from PySide6.QtWidgets import QBoxLayout, QWidget

from app.core.language import joined, tr, trn
from app.desk.model import formats
from app.desk.till.payment_rules import CASH_LAW, needs_agreement
from app.desk.till.payment_values import Due, DueSale, Payment, PayWay, TillReceipt, paise_words, way_name
from app.ui.kit.basics.amounts import Pair, total
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.key_cap import KeyCap
from app.ui.kit.basics.layouts import Thing, column, empty, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button, shrinking_row
from app.ui.kit.controls.checkbox import Checkbox
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page_layout import ActionBar, Scroller
from app.ui.kit.sheets.pane import Pane, ShownSum
from app.ui.till.actions import LATER, LEAVE, SEEN


def sale_words(sale: DueSale) -> str:
    """A sale in a few words: "Discover scuba dive, 23 Nov"."""
    return joined(", ", (sale.title, "" if sale.day is None else formats.day_short(sale.day)))


def sales_words(due: Due) -> str:
    """The sales in a few words: "Discover scuba dive, 23 Nov and 2 more"."""
    first, *others = due.sales
    told = sale_words(first)
    return trn("{sale} and 1 more", "{sale} and {number} more", len(others), sale=told) if others else told


def heading_words(due: Due) -> str:
    """Who pays, and for how much: "Arjun Nair, 3 bookings"."""
    return joined(", ", (due.customer, trn("1 booking", "{number} bookings", len(due.sales))))


def due_things(due: Due, to_pay: QWidget) -> tuple[Thing, ...]:
    """Who pays for what, line by line, and what that is together."""
    sales = column(*(Pair(sale_words(each), paise_words(each.amount)) for each in due.sales), gap=4)
    return Label(heading_words(due), "heading", elides=True), 8, sales, 10, Hairline(), 10, to_pay


class RecordedPane(Pane):
    """What was to be paid and what is left, of a payment that is recorded."""

    def __init__(self, receipt: TillReceipt, parent: QWidget | None = None) -> None:
        super().__init__(is_heard=False, parent=parent)
        payment = receipt.payment
        currency, is_back = payment.due.currency, receipt.is_refund
        heading = (
            tr("To give back, {currency}", currency=currency)
            if is_back
            else tr("To pay, {currency}", currency=currency)
        )
        to_pay = total(heading, paise_words(payment.due.total))
        left_words = tr("Still to give back") if is_back else tr("Left to pay")
        left = total(left_words, paise_words(receipt.left))
        left.value.setObjectName("left_to_pay")
        left.value.set_ink("text" if receipt.left else "success")
        ways = column(gap=4)
        fill_ways(ways, payment)
        if receipt.charge:
            kept = Pair(tr("Agency\u2019s own charge"), paise_words(receipt.charge))
            kept.value.setObjectName("own_charge_of_all")
            ways.addWidget(kept)
        things = (*due_things(payment.due, to_pay), 12, ways, 10, Hairline(), 10, left, None)
        self.body.addWidget(Scroller(held(column(*things, margins=(20, 16, 20, 16)))), 1)
        self.facts.show_fact(heading_words(payment.due), receipt.number)
        self.facts.show_sums(ShownSum(left_words, paise_words(receipt.left)))


def fill_ways(ways: QBoxLayout, payment: Payment) -> None:
    """Show what is taken in which way, and the rounding of cash."""
    empty(ways)
    for each in payment.lines:
        ways.addWidget(Pair(way_name(each.way), paise_words(each.amount)))
    if payment.rounding:
        rounding = Pair(tr("Rounding"), paise_words(payment.rounding))
        rounding.value.setObjectName("cash_rounding")
        ways.addWidget(rounding)


class DuePane(Pane):
    """The sums at the right, the two ticks, and the ways on."""

    def __init__(self, due: Due, clerk: str, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._due = due
        self.record = ConfirmButton("")
        self.record.setObjectName("record_payment")
        self.later = Button(LATER, "quiet", size=28)
        self.later.setObjectName("pay_later")
        self.leave_it = Button(LEAVE, "quiet", size=28)
        self.leave_it.setObjectName("leave_payment")
        self.seen = Checkbox(tr("I have seen the money arrive"))
        self.seen.setObjectName("seen")
        self.agreement = Checkbox(tr("So much cash is meant"))
        self.agreement.setObjectName("cash_is_meant")
        self._ways = column(gap=4)
        self._left = total(tr("Left to pay"))
        self._left.value.setObjectName("left_to_pay")
        self._problem = MessageBox("danger")
        self._problem.setObjectName("payment_problem")
        self._problem.hide()
        self._seen_block = held(column(14, row(self.seen, KeyCap(SEEN), None, gap=8)))
        self._about_seen = _about_seen(clerk)
        self._cash_block = held(column(12, MessageBox("warning", tr(CASH_LAW)), 8, self.agreement))
        self._build()

    @property
    def is_agreed(self) -> bool:
        """Whether it is said that so much cash is meant, where that is asked."""
        return self._cash_block.isHidden() or self.agreement.isChecked()

    def show_payment(self, payment: Payment, *, asks_seen: bool) -> None:
        """Show what is taken, with the line that is being typed; `asks_seen`: that is UPI."""
        fill_ways(self._ways, payment)
        left = payment.left + payment.on_account
        self._left.value.setText(paise_words(left))
        self._left.value.set_ink("text" if left else "success")
        for each in (self._seen_block, self._about_seen):
            each.setVisible(asks_seen)
        self._cash_block.setVisible(needs_agreement(payment))
        self.facts.show_sums(
            ShownSum(tr("To pay"), paise_words(self._due.total)),
            ShownSum(tr("Left to pay"), paise_words(left)),
        )

    def show_problem(self, sentence: str) -> None:
        """Show why nothing was recorded; an empty sentence takes it back."""
        self._problem.show_words(sentence)
        self._problem.setVisible(bool(sentence))
        if sentence:
            self.reveal()

    def _build(self) -> None:
        due = self._due
        note = tr(
            "The till is this desk\u2019s own book. It changes nothing at the service and in the wallet."
        )
        to_pay = total(tr("To pay, {currency}", currency=due.currency), paise_words(due.total))
        to_pay.value.setObjectName("to_pay")
        lines = column(
            *due_things(due, to_pay),
            12,
            self._ways,
            10,
            Hairline(),
            10,
            self._left,
            14,
            Label(note, "caption", "text3", wraps=True),
            margins=(20, 16, 20, 16),
        )
        seen_home, home = column(), column()
        lines.addLayout(seen_home)
        lines.addWidget(self._about_seen)
        lines.addLayout(home)
        lines.addStretch(1)
        self.body.addWidget(Scroller(held(lines)), 1)
        # What is said about the tick stays in the drawer: in the bar it would take the room of the code.
        self.lend(self._seen_block, seen_home)
        for each in (self._cash_block, self._problem):
            self.lend(each, home)
        self.facts.show_fact(heading_words(due))
        ways_on = shrinking_row(None, self.later, self.leave_it, None, gap=4)
        self.close_with(ActionBar(self.record, held(ways_on), stacked=True))


def _about_seen(clerk: str) -> QWidget:
    """What the tick means, and what is to be done where nothing has arrived."""
    kept = (
        tr("Kept with your name, {name}, and the time.", name=clerk) if clerk else tr("Kept with the time.")
    )
    nothing = tr(
        "Nothing arrived? Record it as paid later. "
        "The customer\u2019s bank returns money that did not reach you."
    )
    return held(
        column(
            Label(kept, "caption", "text3", wraps=True), 10, Label(nothing, "caption", "text3", wraps=True)
        )
    )


def record_words(payment: Payment) -> str:
    """What the button records: "Record INR 21,158.00, give 842.00"."""
    currency, ways = payment.due.currency, {each.way for each in payment.lines}
    amount = paise_words(payment.taken or payment.on_account)
    if not payment.lines:
        return tr("Record")
    if ways == {PayWay.ACCOUNT}:
        return tr("Record on account {currency} {amount}", currency=currency, amount=amount)
    if ways == {PayWay.UPI}:
        told = tr("Record UPI {currency} {amount}", currency=currency, amount=amount)
    else:
        told = tr("Record {currency} {amount}", currency=currency, amount=amount)
    change = tr("give {amount}", amount=paise_words(payment.change)) if payment.change else ""
    left = tr("{amount} left to pay", amount=paise_words(payment.left)) if payment.left else ""
    return joined(", ", (told, change, left))
