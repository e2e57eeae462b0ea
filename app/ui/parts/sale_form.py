"""Who buys how many seats of which slot: the top of the right side of a slot sale."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import pairwise

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.desk import words
from app.desk.draft import MOST_SEATS, tidy_phone
from app.desk.values import ActivityDraft, Problem, Slot
from app.ui.parts.box import Hairline
from app.ui.parts.field import Field
from app.ui.parts.layouts import column, row
from app.ui.parts.slot_model import seats_words, window_words
from app.ui.parts.stepper import Stepper
from app.ui.parts.text import Label

PHONE = "customer_phone"
SEATS = "qty"
SLOT = "slot"


def slot_heading(slot: Slot | None) -> str:
    """Day and times of the chosen slot."""
    return "No slot chosen" if slot is None else f"{words.day_medium(slot.day)}, {window_words(slot)}"


def slot_line(slot: Slot | None) -> str:
    """Seats and closing time of the chosen slot, or why it cannot be booked."""
    if slot is None:
        return "Press its number, or click it"
    if not slot.is_open:
        return slot.reason
    closes = f"closes at {words.clock_time(slot.closes_at)}" if slot.closes_at else ""
    return ", ".join(part for part in (seats_words(slot), closes) if part)


class SaleForm(QWidget):
    """Slot, seats and customer; errors stand beneath a field once it was left, or when asked for."""

    edited = Signal()
    """Something typed or stepped has changed; `taken` has it."""
    entered = Signal()
    """Enter in the last field."""
    left = Signal()
    """A field was left: problems may be told beneath it now."""

    def __init__(self, draft: ActivityDraft, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._told: set[str] = {SLOT, SEATS}
        self._heading = Label(role="heading", wraps=True)
        self._heading.setObjectName("slot_heading")
        self._line = Label(role="caption", ink="text3", wraps=True)
        self._seats_error = Label(role="caption", ink="danger", wraps=True)
        self._seats_error.setObjectName("qty_note")
        self.stepper = Stepper("Seats", highest=MOST_SEATS)
        self.stepper.setObjectName(SEATS)
        self.fields = {
            "customer_name": Field("Customer name", "customer_name"),
            PHONE: Field("Phone", PHONE),
            "customer_email": Field("E-mail", "customer_email"),
        }
        self._fill(draft)
        self._build()
        self._connect()

    def taken(self, draft: ActivityDraft) -> ActivityDraft:
        """The draft with what stands in the form."""
        typed = {name: field.text() for name, field in self.fields.items()}
        return replace(draft, qty=self.stepper.value(), **typed)

    def show_slot(self, slot: Slot | None) -> None:
        """Show the chosen slot."""
        self._heading.setText(slot_heading(slot))
        self._line.setText(slot_line(slot))
        self._line.set_ink("danger" if slot is not None and not slot.is_open else "text3")
        seats = slot.seats if slot is not None and slot.is_open else None
        self.stepper.set_highest(max(self.stepper.value(), MOST_SEATS if seats is None else seats))

    def tell(self, problems: Iterable[Problem], *, everywhere: bool = False) -> None:
        """Say beneath each field what is wrong; without `everywhere` only where the clerk has been."""
        if everywhere:
            self._told.update(self.fields)
        sentences = {each.field: each.sentence for each in problems}
        for name, field in self.fields.items():
            field.show_error(sentences.get(name, "") if name in self._told else "")
        self._seats_error.setText(sentences.get(SEATS, ""))
        self._seats_error.setVisible(SEATS in sentences)
        if everywhere and SLOT in sentences:
            self._line.setText(sentences[SLOT])
            self._line.set_ink("danger")

    def focus_on(self, name: str) -> None:
        """Put the keyboard into a field, or on the seats."""
        (self.fields[name].edit if name in self.fields else self.stepper).setFocus()

    def _fill(self, draft: ActivityDraft) -> None:
        self.stepper.setValue(draft.qty)
        self.fields["customer_name"].set_text(draft.customer_name)
        self.fields[PHONE].set_text(draft.customer_phone)
        self.fields["customer_email"].set_text(draft.customer_email)

    def _build(self) -> None:
        head = row(gap=12)
        head.addLayout(column(self._heading, self._line), 1)
        head.addWidget(self.stepper)
        self._seats_error.hide()
        lines = column(head, self._seats_error, 14, Hairline(), 14, margins=(20, 16, 20, 16))
        lines.addLayout(column(*self.fields.values(), gap=12))
        lines.addStretch(1)
        self.setLayout(lines)

    def _connect(self) -> None:
        self.stepper.valueChanged.connect(self.edited)
        fields = list(self.fields.items())
        for name, field in fields:
            field.edited.connect(self.edited)
            field.edit.editingFinished.connect(partial(self._leave, name))
        for (_, field), (_, following) in pairwise(fields):
            field.entered.connect(following.edit.setFocus)
        fields[-1][1].entered.connect(self.entered)

    def _leave(self, name: str) -> None:
        field = self.fields[name]
        if name == PHONE:
            tidy, note = tidy_phone(field.text())
            field.set_text(tidy)
            field.show_helper(note)
        if field.text():
            self._told.add(name)
        self.left.emit()
