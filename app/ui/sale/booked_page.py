"""A settled sale: the PNR to hand over, and what it cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from app.core.language import Message, joined, mark, tr, trn
from app.desk.model import formats
from app.desk.model.boats import BoatDraft, Passenger
from app.desk.model.sale import Draft, Receipt
from app.desk.model.sale_notes import SaleNotes
from app.desk.model.service_words import shown_word
from app.desk.model.shown import Shown
from app.desk.sale.sale_words import SaleOccasion, occasion
from app.desk.sale.shown_sale import shown_receipt
from app.desk.till.due import due_of
from app.desk.vouchers.voucher import Voucher, sold_voucher
from app.ui.kit.basics.badge import Badge
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.date_time_line import DateTimeLine
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button, shrinking_row
from app.ui.kit.sheets.page_layout import HintLine, SheetHeader
from app.ui.kit.sheets.step_bar import sale_steps
from app.ui.sale import actions
from app.ui.sale.payment_offer import PaymentOffer
from app.ui.sale.result_page import ResultPage, settled_line
from app.ui.sale.settlement_pane import SettlementPane
from app.ui.vouchers.delivery import VoucherDelivery

if TYPE_CHECKING:
    from app.desk.model.office_rules import OfficeRules
    from app.desk.till.till import Till
    from app.desk.wallet.current_wallet import CurrentWallet

_NUMBER_WIDTH = 14
_NO_AGENCY = mark("The voucher does not name your agency. Its name is set in Settings, under Voucher.")


def settled_words(receipt: Receipt) -> str:
    """The time of settlement and the duration: "10:52:09, 5 seconds"."""
    seconds = round(receipt.took.total_seconds())
    took = trn("1 second", "{number} seconds", seconds) if seconds else tr("less than a second")
    return tr("{time}, {took}", time=formats.clock_seconds(receipt.settled_at), took=took)


class BookedPage(ResultPage):
    """P prints the voucher, S saves it as a PDF, V shows it; C copies the PNR, N begins the next sale."""

    own_actions = actions.BOOKED
    title = mark("Sale complete")
    is_over = True

    settled_as: ClassVar[Message] = mark("Booked and paid")
    """What became of the sale: with the service it is paid for."""
    heard_as: ClassVar[Message] = mark("Booked and paid. PNR {booking_ref}.")

    voucher_asked = Signal(object)
    """Emitted to show this `Voucher`."""

    def __init__(self, wallet: CurrentWallet, rules: OfficeRules, receipt: Receipt, draft: Draft) -> None:
        copied = receipt.booking_ref, tr("PNR copied")
        outcome = tr(self.heard_as, booking_ref=receipt.booking_ref)
        pane = SettlementPane(receipt)
        super().__init__(wallet, pane, actions.COPY, copied, outcome=outcome)
        self.setObjectName("booked_page")
        self.copy.setObjectName("copy_pnr")
        self._rules = rules
        self._customer_view = shown_receipt(receipt, draft)
        self.voucher = sold_voucher(receipt, draft, rules.branding)
        """The customer's voucher."""
        self.ways = VoucherDelivery(self, self._branded)
        self._print = called("print_voucher", Button(actions.PRINT, "primary", size=44))
        self._save = called("save_voucher", Button(actions.SAVE, size=44))
        self._show = called("show_voucher", Button(actions.SHOW, size=44))
        self._new_sale = called("new_sale", Button(actions.NEW_SALE, size=44))
        self._voucher_note = called("voucher_note", Label("", "caption", "danger", wraps=True))
        if rules.branding.agency:
            self._voucher_note.hide()
        else:
            self._voucher_note.set_ink("text2")
            self._voucher_note.setText(tr(_NO_AGENCY))
        self._build(receipt, draft)
        self._new_sale.clicked.connect(self.step_back)
        self._print.clicked.connect(self.ways.print)
        self._save.clicked.connect(self.ways.save)
        self._show.clicked.connect(lambda: self.voucher_asked.emit(self._branded()))
        self.ways.done.connect(self._tell_done)
        self.ways.saved.connect(self._tell_saved)
        self.ways.failed.connect(self._tell_failed)
        self.bind(actions.PRINT, self._print.click)
        self.bind(actions.SAVE, self._save.click)
        self.bind(actions.SHOW, self._show.click)
        self.bind(actions.CLIP, self.ways.clip)
        self.bind(actions.NEW_SALE, self._new_sale.click)

    @override
    def take_focus(self) -> None:
        self._print.setFocus()

    def note(self, notes: SaleNotes) -> None:
        """Have another note on the voucher."""
        self.voucher = replace(self.voucher, note=notes.on_voucher)

    @override
    def leave(self) -> None:
        self.ways.end()
        super().leave()

    def _build(self, receipt: Receipt, draft: Draft) -> None:
        steps = sale_steps(is_boat=isinstance(draft, BoatDraft))
        customer = tr(
            "Customer: {name}, {phone}", name=draft.customer_name.strip(), phone=draft.customer_phone
        )
        foot = HintLine(customer, None, tr("Kept in Bookings on this counter"))
        self.lay_out(SheetHeader(tr("Sale complete"), "", steps), self._content(receipt, draft), foot)

    @property
    @override
    def customer_view(self) -> Shown | None:
        return self._customer_view

    def _content(self, receipt: Receipt, draft: Draft) -> QVBoxLayout:
        pnr = called("booking_ref", Label(receipt.booking_ref, "pnr", elides=True))
        when, sold = DateTimeLine(), occasion(draft)
        if sold.day is not None:
            is_boat = isinstance(draft, BoatDraft)
            names = (mark("Departure"), mark("Return")) if is_boat else (mark("Starts"), mark("Ends"))
            when.show_window(sold.day, sold.starts, sold.ends, sold.window, names)
        practice = (Badge(tr("PRACTICE"), "outline"),) if receipt.practice else ()
        return column(
            settled_line(tr(self.settled_as), lambda: settled_words(receipt), *practice),
            10,
            row(pnr, self.copy, None, gap=20),
            Label(tr("PNR. Give it to the customer with the voucher."), ink="text2"),
            20,
            shrinking_row(*self._buttons(), None),
            held(column(8, *self._notes())),
            20,
            Hairline(),
            20,
            Label(sold.title, "heading", wraps=True),
            Label(sold.place, ink="text2", elides=True),
            14,
            when,
            18,
            Hairline(),
            14,
            _people(draft, sold),
            None,
            margins=(40, 32, 40, 16),
        )

    def _buttons(self) -> tuple[Button, ...]:
        """The ways on, the most usual first."""
        return self._print, self._save, self._show, self._new_sale

    def _notes(self) -> tuple[Label, ...]:
        """What stands below the buttons, if there is anything to say."""
        return (self._voucher_note,)

    def _branded(self) -> Voucher:
        """The voucher with the present branding."""
        return self.voucher.shown(self._rules.branding)

    def _tell_done(self, sentence: str) -> None:
        self._voucher_note.hide()
        self.toast.say(sentence)

    def _tell_saved(self, file: Path) -> None:
        self._voucher_note.hide()
        self.toast.say_saved(file)

    def _tell_failed(self, sentence: str) -> None:
        self._voucher_note.set_ink("danger")
        self._voucher_note.setText(sentence)
        self._voucher_note.show()


class BookedWithTillPage(BookedPage):
    """The same at a counter that keeps a till; T takes the payment."""

    own_actions = actions.BOOKED_WITH_TILL
    settled_as = mark("Booked")
    heard_as = mark("Booked. PNR {booking_ref}.")

    payment_asked = Signal()

    def __init__(
        self, wallet: CurrentWallet, rules: OfficeRules, receipt: Receipt, draft: Draft, *, till: Till
    ) -> None:
        super().__init__(wallet, rules, receipt, draft)
        self._till = till
        self.due = due_of(receipt, draft)
        """What the customer pays."""

    @override
    def enter(self) -> None:
        super().enter()
        self._offer.look(self._till, self.due)

    @cached_property
    def _offer(self) -> PaymentOffer:
        return PaymentOffer(self, self.payment_asked.emit)

    @override
    def _buttons(self) -> tuple[Button, ...]:
        first, *others = super()._buttons()
        return first, self._offer.button, *others

    @override
    def _notes(self) -> tuple[Label, ...]:
        return self._offer.note, *super()._notes()


def _people(draft: Draft, sold: SaleOccasion) -> QWidget:
    """The people: each traveller of a boat, or the seats and the customer of an activity."""
    return Travellers(draft.passengers) if isinstance(draft, BoatDraft) else _seats(draft, sold)


class Travellers(Roomy, QWidget):
    """The travellers of a boat, two in a line, or one where two names do not fit beside each other."""

    def __init__(self, passengers: Sequence[Passenger]) -> None:
        super().__init__()
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(10)
        self._people = [held(_person(place, each)) for place, each in enumerate(passengers)]
        self.setLayout(self._grid)
        self.follow_room()

    @override
    def follow_room(self) -> None:
        beside = 2 if self.room.is_wide else 1
        for place, person in enumerate(self._people):
            self._grid.addWidget(person, place // beside, place % beside)
        for column_of_it in range(2):
            self._grid.setColumnStretch(column_of_it, int(column_of_it < beside))


def _person(place: int, passenger: Passenger) -> QHBoxLayout:
    number = Label(str(place + 1), ink="text3")
    number.setFixedWidth(_NUMBER_WIDTH)
    about = Label(joined(", ", (passenger.age.strip(), shown_word(passenger.nationality))), ink="text3")
    return row(number, Label(passenger.traveler_name.strip(), "bodyStrong"), about, None, gap=8)


def _seats(draft: Draft, sold: SaleOccasion) -> QWidget:
    party = row(Label(sold.party, "bodyStrong"), Label(sold.party_more, ink="text3", elides=True), gap=8)
    name = Label(draft.customer_name.strip(), "bodyStrong")
    person = row(name, Label(draft.customer_email.strip(), ink="text3", elides=True), gap=8)
    return held(row((party, 1), (person, 1), gap=32))
