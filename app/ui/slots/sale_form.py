"""The form of a slot sale: slot, seats and customer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from app.core.language import joined, tr
from app.desk.model import formats
from app.desk.model.activities import ActivityDraft, Slot
from app.desk.model.sale import Draft, Problem
from app.desk.sale.validation import MOST_SEATS
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.stepper import Stepper
from app.ui.kit.controls.text_field import Caption
from app.ui.kit.sheets.shortcuts import Act
from app.ui.sale.actions import CHANGE_CUSTOMER
from app.ui.sale.customer_block import CustomerBlock, Lookup
from app.ui.sale.last_customer import LastCustomer
from app.ui.slots.slot_model import seats_words, window_words
from app.ui.theme import style

SEATS = "qty"
SLOT = "slot"


def slot_heading(slot: Slot | None) -> str:
    """Day and times of the chosen slot."""
    return (
        tr("No slot chosen")
        if slot is None
        else joined(", ", (formats.day_medium(slot.day), window_words(slot)))
    )


def slot_line(slot: Slot | None) -> str:
    """Seats and closing time of the chosen slot, or why it cannot be booked."""
    if slot is None:
        return tr("Press its number, or click it")
    if not slot.is_open:
        return slot.reason
    closes = tr("closes at {time}", time=formats.clock_time(slot.closes_at)) if slot.closes_at else ""
    return joined(", ", (seats_words(slot), closes))


class SaleForm(QWidget):
    """Slot, seats and customer; errors are shown below a field once it was left, or all on request."""

    def __init__(self, lookup: Lookup | None = None) -> None:
        super().__init__()
        self._heading = called("slot_heading", Label(role="heading", wraps=True))
        self._line = Label(role="caption", ink="text3", wraps=True)
        self._seats_error = called("qty_note", Label(role="caption", ink="danger", wraps=True))
        self.stepper = called(SEATS, Stepper(tr("Seats"), highest=MOST_SEATS, passes_letters=True))
        self.last = LastCustomer(keeps_room=True)
        self._owner = BasketOwner()
        self._owner.hide()
        self._owner.change.clicked.connect(self.change_customer)
        self.customer = CustomerBlock(lookup, stacked=True)
        seats = Caption(tr("Seats"), self.stepper)
        seats.setAlignment(Qt.AlignmentFlag.AlignCenter)
        head = row((column(self._heading, self._line, None), 1), column(seats, 1, self.stepper), gap=12)
        self._seats_error.hide()
        # On the smallest window, with the practice band and an error, all three fields are visible.
        lines = column(head, self._seats_error, 6, Hairline(), 6, margins=(20, 8, 20, 4))
        self._offered = row(-8, self.last, None)
        lines.addLayout(self._offered)
        lines.addWidget(self.customer)
        lines.addWidget(self._owner)
        lines.addStretch(1)
        self.setLayout(lines)

    def offer_last(self, last: tuple[Draft, ...], put_away: Act, filled: Draft | None = None) -> None:
        """Offer what was typed for the last customers."""
        self.last.offer(last, put_away, filled)
        if last:
            # The ring around the offer stays clear of the caption below it.
            self._offered.setContentsMargins(0, 0, 0, style.FOCUS_OFFSET + style.FOCUS_RING)

    def show_draft(self, draft: ActivityDraft) -> None:
        """Show seats and customer of a draft without emitting a signal."""
        with QSignalBlocker(self.stepper):
            self.stepper.setValue(draft.qty)
        self.customer.show_customer(draft)

    def show_basket(self, draft: ActivityDraft) -> None:
        """Show whom the open basket is for in place of the fields, as long as that is complete."""
        is_known = bool(draft.customer_name.strip() and draft.customer_phone and draft.customer_email.strip())
        self._owner.show_customer(draft)
        self._owner.setVisible(is_known)
        self.customer.setVisible(not is_known)
        self.last.setVisible(False)

    @property
    def owner(self) -> str:
        """The name of the basket's customer, while it stands in place of the fields; empty without one."""
        return "" if self._owner.isHidden() else self.customer.values()[0]

    def change_customer(self) -> None:
        """Show the fields of the customer of the basket, and begin with the name."""
        if not self._owner.isHidden():
            self._show_fields()
            self.focus_on("customer_name")

    def _show_fields(self) -> None:
        self._owner.hide()
        self.customer.show()

    def taken(self, draft: ActivityDraft) -> ActivityDraft:
        """The draft with the input of the form."""
        name, phone, email = self.customer.values()
        return replace(
            draft,
            qty=self.stepper.value(),
            customer_name=name,
            customer_phone=phone,
            customer_email=email,
            whole_phone=self.customer.whole_phone,
        )

    def show_slot(self, slot: Slot | None) -> None:
        """Show the chosen slot."""
        self._heading.setText(slot_heading(slot))
        self._line.setText(slot_line(slot))
        self._line.set_ink("danger" if slot is not None and not slot.is_open else "text3")
        seats = slot.seats if slot is not None and slot.is_open else None
        self.stepper.set_highest(max(self.stepper.value(), MOST_SEATS if seats is None else seats))

    def tell(self, problems: Iterable[Problem], *, everywhere: bool = False) -> None:
        """Show the problems below the fields; without `everywhere` only of fields that were left."""
        found = tuple(problems)
        sentences = {each.field: each.sentence for each in found}
        self.customer.tell(found, everywhere=everywhere)
        if any(each.field in self.customer.fields for each in found):
            self._show_fields()
        self._seats_error.setText(sentences.get(SEATS, ""))
        self._seats_error.setVisible(SEATS in sentences)
        if everywhere and SLOT in sentences:
            self._line.setText(sentences[SLOT])
            self._line.set_ink("danger")

    def focus_on(self, name: str) -> None:
        """Focus a field, or the seats."""
        if name in self.customer.fields:
            self.customer.focus_on(name)
        else:
            self.stepper.setFocus()

    def begins_name(self, letter: QKeyEvent) -> bool:
        """Type a letter into an empty name. Returns whether it was typed."""
        if self.customer.values()[0]:
            return False
        self.focus_on("customer_name")
        return QCoreApplication.sendEvent(self.customer.fields["customer_name"].edit, letter)

    def end(self) -> None:
        """Cancel the look-up of customers when the page is left."""
        self.customer.end()


class BasketOwner(QWidget):
    """Whom a basket is for, which another trip in it does not ask again."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("basket_owner")
        self._name = Label(role="bodyStrong", elides=True)
        self._phone, self._email = Label(ink="text2", elides=True), Label(ink="text2", elides=True)
        self.change = called("change_customer", Button(CHANGE_CUSTOMER, "quiet", size=28))
        head = row(Label(tr("Customer of this basket"), "caption", "text2"), None, self.change)
        self.setLayout(column(head, self._name, self._phone, self._email, margins=(0, 4, 0, 8)))

    def show_customer(self, draft: ActivityDraft) -> None:
        """Show the customer of a draft."""
        self._name.setText(draft.customer_name.strip())
        self._phone.setText(draft.customer_phone)
        self._email.setText(draft.customer_email.strip())
