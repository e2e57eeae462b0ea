"""What was booked of a basket: one PNR for each booking, the settlement, and the vouchers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr, trn
from app.desk.basket.basket import names_in
from app.desk.basket.review import BasketReview
from app.desk.basket.shown_basket import shown_booked
from app.desk.model import formats
from app.desk.model.sale import Sale, Wallet
from app.desk.model.shown import Shown
from app.desk.sale.change_detection import debit_difference
from app.desk.till.due import due_of_sales
from app.desk.vouchers.itinerary import itinerary
from app.desk.vouchers.voucher import Voucher
from app.ui.basket import actions
from app.ui.basket.overlap_note import OverlapNote
from app.ui.kit.basics.amounts import AmountLabel, Pair
from app.ui.kit.basics.announcing import announce
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, empty, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.split_bar import SplitBar
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button, shrinking_row
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page_layout import HintLine, Scroller, SheetHeader
from app.ui.kit.sheets.pane import ShownSum, split_sheet
from app.ui.kit.sheets.step_bar import BASKET_STEPS, basket_steps
from app.ui.sale.debit_side import SumCell
from app.ui.sale.payment_offer import PaymentOffer
from app.ui.sale.result_page import ResultPane, SettledPage, rule, settled_line
from app.ui.sale.settlement_pane import difference_lines
from app.ui.vouchers.delivery import PaperDelivery
from app.ui.vouchers.itinerary import ItineraryPaper

if TYPE_CHECKING:
    from app.desk.till.till import Till
    from app.desk.wallet.current_wallet import CurrentWallet

_PNR_WIDTH = 210


class BasketBookedPage(SettledPage):
    """Digits show a voucher, N begins the next sale; what was not booked stays in the basket."""

    own_actions = actions.BASKET_BOOKED
    title = mark("Sale complete")
    is_over = True

    voucher_asked = Signal(object)
    """Emitted with the `Sale` whose voucher is to be shown."""

    handed = Signal(object, str)
    """Emitted with each `Voucher` on an itinerary that was handed over, and the code of the note."""

    def __init__(self, wallet: CurrentWallet, review: BasketReview, vouchers: Sequence[Voucher]) -> None:
        super().__init__(wallet, BasketSettlement(review.booked, review.margin))
        self._vouchers = tuple(vouchers)
        self._ways = PaperDelivery(self, lambda: ItineraryPaper(itinerary(self._vouchers)))
        self._print = called("print_itinerary", Button(actions.PRINT_ALL, "primary", size=44))
        self._save = called("save_itinerary", Button(actions.SAVE_ALL, size=44))
        self._note = called("itinerary_note", Label("", "caption", "danger", wraps=True))
        self._note.hide()
        self.setObjectName("basket_booked_page")
        self._review = review
        self._new_sale = called("new_sale", Button(actions.NEW_SALE, size=44))
        self._new_sale.clicked.connect(self.step_back)
        header = SheetHeader(tr("Sale complete"), "", basket_steps(len(BASKET_STEPS)))
        foot = HintLine((actions.open_one(len(review.booked)), tr("shows one voucher")), None, self._rest())
        left = (Scroller(held(self._content())), foot)
        self.setLayout(split_sheet(header, left=left, pane=self._pane))
        self._print.clicked.connect(self._ways.print)
        self._save.clicked.connect(self._ways.save)
        self._ways.done.connect(self._tell_done)
        self._ways.saved.connect(self.toast.say_saved)
        self._ways.handed.connect(self._tell_handed)
        self._ways.failed.connect(self._tell_failed)
        self.bind(actions.PRINT_ALL, self._print.click)
        self.bind(actions.SAVE_ALL, self._save.click)
        self.bind(actions.CLIP_ALL, self._ways.clip)
        self.bind(actions.NEW_SALE, self._new_sale.click)

    @override
    def enter(self) -> None:
        super().enter()
        booked = self._review.booked
        announce(
            self,
            self._heard(len(booked), joined(", ", (each.booking_ref for each in booked))),
            is_urgent=True,
        )
        self.read_again()

    @property
    @override
    def customer_view(self) -> Shown | None:
        return shown_booked(self._review)

    @override
    def take_focus(self) -> None:
        self._print.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def leave(self) -> None:
        self._ways.end()
        super().leave()

    def _tell_done(self, sentence: str) -> None:
        self._note.hide()
        self.toast.say(sentence)

    def _tell_handed(self, _paper: object, code: str) -> None:
        for each in self._vouchers:
            self.handed.emit(each, code)

    def _tell_failed(self, sentence: str) -> None:
        self._note.setText(sentence)
        self._note.show()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A digit shows the voucher of the booking with this number."""
        number = int(event.text()) if event.text().isascii() and event.text().isdigit() else 0
        if actions.OPEN_ONE.matches(event) and 0 < number <= len(self._review.booked):
            self.voucher_asked.emit(self._review.booked[number - 1])
        else:
            super().keyPressEvent(event)

    def _heard(self, count: int, pnrs: str) -> str:
        return trn("Booked and paid. PNR {pnrs}.", "{number} booked and paid. PNRs {pnrs}.", count, pnrs=pnrs)

    def _rest(self) -> str:
        rest = len(self._review.waiting)
        return (
            trn("{number} trip is still in the basket", "{number} trips are still in the basket", rest)
            if rest
            else ""
        )

    def _content(self) -> QVBoxLayout:
        review = self._review
        booked = review.booked
        times = [each.booked_at for each in booked if each.booked_at is not None]
        first, last = formats.clock_seconds(min(times)), formats.clock_seconds(max(times))
        when = first if first == last else tr("{first} to {last}", first=first, last=last)
        sentence = tr("{number} booked and settled", number=len(booked))
        lines = column(
            settled_line(sentence, lambda: when),
            16,
            *((OverlapNote(review.booked_overlaps), 16) if review.booked_overlaps else ()),
            shrinking_row(*self._buttons(), None),
            held(column(8, *self._notes())),
            16,
            Hairline(),
            margins=(40, 24, 40, 16),
        )
        for number, each in enumerate(booked, 1):
            lines.addWidget(_booking(number, each))
            lines.addWidget(Hairline())
        paid = review.customer_paid
        pays = tr("not stated") if paid is None else f"{booked[0].currency} {formats.amount(paid)}".strip()
        total = Pair(
            tr("Customer pays"),
            pays,
            name_role="bodyHeavy",
            name_ink="text",
            value_role="heading",
        )
        total.value.setObjectName("customer_pays")
        names = list(dict.fromkeys(filter(None, (each.strip() for each in names_in(review.basket)))))
        lines.addSpacing(12)
        lines.addWidget(total)
        told = tr("{names}. One PNR for each booking, cancelled one by one.", names=", ".join(names))
        lines.addWidget(Label(told, ink="text2", wraps=True))
        lines.addStretch(1)
        return lines

    def _buttons(self) -> tuple[Button, ...]:
        """The ways on, the most usual first."""
        return self._print, self._save, self._new_sale

    def _notes(self) -> tuple[Label, ...]:
        """What stands below the buttons, if there is anything to say."""
        return (self._note,)


class BasketBookedWithTillPage(BasketBookedPage):
    """The same at a counter that keeps a till; T takes the payment of all bookings together."""

    own_actions = actions.BASKET_BOOKED_WITH_TILL

    payment_asked = Signal()

    def __init__(
        self, wallet: CurrentWallet, review: BasketReview, vouchers: Sequence[Voucher], *, till: Till
    ) -> None:
        super().__init__(wallet, review, vouchers)
        self._till = till
        self.due = due_of_sales(review.booked)
        """What the customer pays for all of them."""

    @override
    def enter(self) -> None:
        super().enter()
        self._offer.look(self._till, self.due)

    @override
    def _heard(self, count: int, pnrs: str) -> str:
        return trn("Booked. PNR {pnrs}.", "{number} booked. PNRs {pnrs}.", count, pnrs=pnrs)

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


def _booking(number: int, sale: Sale) -> QWidget:
    """One booking: its PNR, what it is, and what the customer pays."""
    pnr = Label(sale.booking_ref, "title", elides=True)
    pnr.set_identity()
    pnr.setObjectName(f"booking_ref_{number}")
    reference = held(column(pnr, Label(formats.seats(sale.qty), "caption", "text2")))
    reference.setFixedWidth(_PNR_WIDTH)
    day = formats.day_medium(sale.day) if sale.day else ""
    trip = column(
        Label(sale.title, "bodyStrong", elides=True),
        Label(joined(", ", (day, sale.window, sale.place)), ink="text2", elides=True),
    )
    pays = "" if sale.customer_pays is None else formats.amount(sale.customer_pays)
    line = row(Label(str(number), "caption", "text3"), reference, (trip, 1), gap=14, margins=(0, 12, 0, 12))
    line.addWidget(Label(pays, "bodyStrong", right=True))
    return held(line)


class BasketSettlement(ResultPane):
    """The debits of all bookings of a basket; the wallet side, which F8 removes."""

    def __init__(self, booked: tuple[Sale, ...], margin: Decimal | None = None) -> None:
        """`margin` is without GST; None when that is not known."""
        super().__init__(None)
        self._booked, self._margin = booked, margin
        self._holder = column()
        calm = not any(map(debit_difference, booked))
        verdict = tr("Wallet side hidden") if calm else tr("Settled, amount differs. Press F8.")
        hidden = called("verdict", Label(verdict, ink="text2" if calm else "warning", wraps=True))
        self._differences = called("differences", MessageBox("warning"))
        self._warning = held(column(self._differences, 12))
        heading = Label(tr("Settlement"), "heading")
        sides = NetSide(self._holder), NetSide(column(hidden), in_place=True)
        lines = column(heading, 12, self._warning, *sides, None)
        lines.setContentsMargins(20, 20, 20, 16)
        self.body.addWidget(Scroller(held(lines)), 1)
        self.body.addWidget(self.foot())
        self.show_side()

    @override
    def show_side(self) -> None:
        empty(self._holder)
        self._holder.addWidget(_wallet_side(self._booked, self.wallet, self._margin))
        lines = _difference_lines(self._booked, net_shown=self.net_shown)
        self._warning.setVisible(bool(lines))
        heading = tr("This is not as expected")
        self._differences.show_words(heading, "\n".join(lines))
        pays = sum((each.customer_pays or Decimal(0) for each in self._booked), Decimal(0))
        self.facts.show_fact(heading if lines else tr("Settlement"), joined(" ", lines))
        self.facts.show_sums(ShownSum(tr("Customer pays"), formats.amount(pays)))


def _difference_lines(booked: Iterable[Sale], *, net_shown: bool) -> list[str]:
    """A line for each booking whose debit is another than was agreed."""
    return [
        joined(". ", (tr("PNR {pnr}", pnr=each.booking_ref), line))
        for each in booked
        for line in difference_lines(debit_difference(each), net_shown=net_shown)
    ]


def _wallet_side(booked: tuple[Sale, ...], wallet: Wallet | None, margin: Decimal | None) -> QWidget:
    """What was debited for each booking and in all, its division, and the wallet now."""
    total = _sum(each.debited for each in booked)
    cash, credit = _sum(each.from_cash for each in booked), _sum(each.from_credit for each in booked)
    amount = called("total_debited", AmountLabel("money", right=True))
    if total is None:
        amount.setText(tr("Not stated"))
    else:
        amount.show_amount(total)
    head = row(Label(tr("Total debited"), ink="text2"), (amount, 1), gap=12)
    lines = column(head, 10)
    if cash is not None and credit is not None:
        bar = SplitBar()
        bar.show_split(cash, credit)
        lines.addWidget(bar)
        lines.addSpacing(10)
    lines.addLayout(_table(booked))
    if wallet is not None:
        lines.addWidget(rule())
        lines.addWidget(Pair(tr("Wallet now"), formats.amount(wallet.cash)))
        lines.addWidget(Pair(tr("Credit left"), formats.amount(wallet.credit_left)))
    pays = _sum(each.customer_pays for each in booked)
    if margin is not None:
        lines.addWidget(Pair(tr("Your margin, without GST"), formats.amount(margin)))
    elif pays is not None and total is not None:
        lines.addWidget(Pair(tr("Your margin, with GST"), formats.amount(pays - total)))
    return called("wallet_side", held(lines))


def _table(booked: tuple[Sale, ...]) -> QGridLayout:
    grid = QGridLayout()
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setVerticalSpacing(6)
    grid.setColumnStretch(0, 1)
    for place, name in enumerate((tr("Cash"), tr("Credit"), tr("Debited")), 1):
        grid.addWidget(SumCell("captionStrong", "text3", name), 0, place)
    for line, each in enumerate(booked, 1):
        pnr = Label(each.booking_ref, elides=True)
        pnr.set_identity()
        grid.addWidget(pnr, line, 0)
        for place, value in enumerate((each.from_cash, each.from_credit, each.debited), 1):
            told = tr("Not stated") if value is None else formats.amount(value)
            grid.addWidget(
                Label(told, "bodyStrong" if value is each.debited else "body", right=True), line, place
            )
    return grid


def _sum(values: Iterable[Decimal | None]) -> Decimal | None:
    """The sum; None as soon as one of them was not stated."""
    known = list(values)
    return None if None in known else sum((each for each in known if each is not None), Decimal(0))
