"""What is to be paid, what is taken of it line by line, and the button that records it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QBoxLayout, QWidget

from app.core.language import joined, mark, tr, trn
from app.desk.model import formats
from app.desk.till.payment_rules import CASH_LAW, needs_agreement
from app.desk.till.payment_values import (
    Due,
    DueSale,
    Line,
    Payment,
    PayWay,
    TillReceipt,
    paise_words,
    way_name,
)
from app.desk.till.receipt_text import left_words, moved_rows
from app.ui.kit.basics.amounts import Pair, total
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.key_cap import KeyCap
from app.ui.kit.basics.layouts import Margins, Thing, called, column, empty, held, row
from app.ui.kit.basics.text import Label, Remark
from app.ui.kit.controls.buttons import Button, shrinking_row
from app.ui.kit.controls.checkbox import Checkbox
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.kit.sheets.pane import Pane, ShownSum
from app.ui.theme import style
from app.ui.till.actions import LATER, LEAVE, SEEN, TAKE_OFF
from app.ui.till.decision import TillDecision
from app.ui.till.way_tiles import WAY_ICONS

OWN_BOOK = mark("The till is this desk\u2019s own book. It changes nothing at the service and in the wallet.")
_NAME, _LAST_DIGITS = 90, 4


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
    sold = (Pair(sale_words(each), paise_words(each.amount)) for each in due.sales)
    counted = (Pair(each.name, each.amount) for each in moved_rows(due))
    sales = column(*sold, *counted, gap=4)
    return Label(heading_words(due), "heading", elides=True), 8, sales, 10, Hairline(), 10, to_pay


def not_known_things(due: Due) -> tuple[Thing, ...]:
    """The warning above sums that another counter may have changed; nothing where it has not."""
    told = tr("Another counter has cancelled of it: what is owed is not known.")
    return () if due.is_known else (called("owed_is_not_known", MessageBox("warning", told)), 12)


def fill_ways(ways: QBoxLayout, payment: Payment) -> None:
    """Show what is taken in which way, and the rounding of cash."""
    empty(ways)
    for each in payment.lines:
        ways.addWidget(Pair(way_name(each.way), paise_words(each.amount)))
    if payment.rounding:
        ways.addWidget(Pair(tr("Rounding"), paise_words(payment.rounding), known_as="cash_rounding"))


class RecordedPane(Pane):
    """What was to be paid and what is left, of a payment that is recorded."""

    def __init__(self, receipt: TillReceipt, *, is_new: bool) -> None:
        """`is_new`: else something may have been paid or cancelled since then."""
        super().__init__(is_heard=False)
        payment, left = receipt.payment, left_words(receipt)
        currency = payment.due.currency
        heading = (
            tr("To give back, {currency}", currency=currency)
            if receipt.is_refund
            else tr("To pay, {currency}", currency=currency)
        )
        to_pay = total(heading, paise_words(payment.due.total))
        if is_new:
            left_name = tr("Still to give back") if receipt.is_refund else tr("Left to pay")
        else:
            left_name = tr("Still to give back then") if receipt.is_refund else tr("Left to pay then")
        left_line = total(left_name, left, "left_to_pay")
        left_line.value.set_ink("text" if receipt.left else "success")
        ways = column(gap=4)
        fill_ways(ways, payment)
        if receipt.charge:
            kept = tr("Agency\u2019s own charge")
            ways.addWidget(Pair(kept, paise_words(receipt.charge), known_as="own_charge_of_all"))
        things = (*due_things(payment.due, to_pay), 12, ways, 10, Hairline(), 10, left_line, None)
        self.body.addWidget(Scroller(held(column(*things, margins=(20, 16, 20, 16)))), 1)
        self.facts.show_fact(heading_words(payment.due), receipt.number)
        self.facts.show_sums(ShownSum(left_name, left))


class DuePane(TillDecision):
    """The sums at the right, the two ticks, and the ways on."""

    def __init__(self, due: Due, clerk: str) -> None:
        super().__init__("record_payment")
        self._due = due
        self.later = called("pay_later", Button(LATER, "quiet", size=28))
        self.leave_it = called("leave_payment", Button(LEAVE, "quiet", size=28))
        self.seen = called("seen", Checkbox(tr("I have seen the money arrive")))
        self.agreement = called("cash_is_meant", Checkbox(tr("So much cash is meant")))
        self._ways = column(gap=4)
        self._left = total(tr("Left to pay"), known_as="left_to_pay")
        self._seen_block = held(column(14, row(self.seen, KeyCap(SEEN), None, gap=8)))
        self._about_seen = held(column(*_about_seen(clerk)))
        self._cash_block = held(column(12, MessageBox("warning", tr(CASH_LAW)), 8, self.agreement))
        heading = mark("To pay, {currency}") if due.is_known else mark("At most, {currency}")
        to_pay = total(tr(heading, currency=due.currency), paise_words(due.total), "to_pay")
        seen_home = column()
        # What is said about the tick stays in the drawer: in the bar it would take the room of the code.
        self.lend(self._seen_block, seen_home)
        self.fill(
            *not_known_things(due),
            *due_things(due, to_pay),
            12,
            self._ways,
            10,
            Hairline(),
            10,
            self._left,
            14,
            Label(tr(OWN_BOOK), "caption", "text3", wraps=True),
            seen_home,
            self._about_seen,
            lent=(self._cash_block,),
            foot=(held(shrinking_row(None, self.later, self.leave_it, None, gap=4)),),
        )
        self.facts.show_fact(heading_words(due))

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


def _about_seen(clerk: str) -> tuple[Thing, ...]:
    """What the tick means, and what is to be done where nothing has arrived."""
    kept = (
        tr("Kept with your name, {name}, and the time.", name=clerk) if clerk else tr("Kept with the time.")
    )
    nothing = tr(
        "Nothing arrived? Record it as paid later. "
        "The customer\u2019s bank returns money that did not reach you."
    )
    return Label(kept, "caption", "text3", wraps=True), 10, Label(nothing, "caption", "text3", wraps=True)


class TakenLines(QWidget):
    """Each line that is taken, with its reference; hidden as long as there is none."""

    def __init__(self, take_off: Callable[[int], object]) -> None:
        """`take_off` takes off the line at a place."""
        super().__init__()
        self.setObjectName("taken_lines")
        self._take_off = take_off
        self._lines = column()
        self._shown: tuple[Line, ...] = ()
        box = Box("surface", "line", radius=style.RADIUS)
        box.setLayout(self._lines)
        about = Remark(tr("Each line can be taken off until the receipt is made"))
        head = row(Label(tr("Taken so far"), "heading"), None, about, gap=12)
        self.setLayout(column(head, 8, box, 18))
        self.hide()

    def show_payment(self, payment: Payment) -> None:
        """Show the lines of a payment."""
        if payment.lines == self._shown:
            return
        self._shown = payment.lines
        empty(self._lines)
        last = len(payment.lines) - 1
        for place, each in enumerate(payment.lines):
            button = Button(tr("Take off"), "quiet", size=28, key=TAKE_OFF if place == last else None)
            button.clicked.connect(partial(self._take_off, place))
            icon, off = Icon(WAY_ICONS[each.way], 16, "text2"), called(f"take_off_{place}", button)
            self._lines.addWidget(way_line(each, _NAME, (12, 5, 8, 5), (icon,), off))
        self.setVisible(bool(payment.lines))


def way_line(
    line: Line, width: int, margins: Margins, before: tuple[Thing, ...] = (), *after: Thing
) -> QWidget:
    """A line of a payment: its way in a column of this width, what is known of it, and its amount."""
    name = Label(way_name(line.way), "bodyStrong")
    name.setFixedWidth(width)
    known = Label(line_words(line), ink="text2", elides=True)
    amount = Label(paise_words(line.amount), "bodyStrong", right=True)
    return held(row(*before, name, (known, 1), amount, *after, gap=12, margins=margins))


def line_words(line: Line) -> str:
    """What is known of a line besides its amount."""
    if line.way is PayWay.CASH:
        given = tr("given {amount}", amount=paise_words(line.given))
        change = tr("change {amount}", amount=paise_words(line.change))
        return joined(", ", (given, change if line.change else ""))
    if line.way is PayWay.ACCOUNT:
        return line.account
    ends = tr("reference ends {digits}", digits=line.reference[-_LAST_DIGITS:])
    seen = tr("seen by {name}", name=line.seen_by) if line.seen_by else ""
    return joined(", ", (ends, seen))


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
