"""What is typed for each way of paying: cash and its change, UPI with its code, and a number on a slip."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.desk.model.amount_input import typed_amount
from app.desk.model.office_rules import TillRules
from app.desk.model.shown import Shown
from app.desk.model.typed_text import upi_reference
from app.desk.till.payment_rules import (
    MOST_UPI,
    UPI_LIMIT,
    NotTakenError,
    asked_amount,
    cash_line,
    cash_to_take,
    exact_line,
    is_much,
    next_round,
    round_amounts,
    usual_cash,
    where,
)
from app.desk.till.payment_values import Line, Payment, PayWay, in_paise, in_rupees, paise_words
from app.desk.till.shown_payment import shown_payment
from app.desk.till.upi import upi_link
from app.ui.kit.basics.amounts import AmountLabel
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.layouts import Thing, called, column, empty, held, row
from app.ui.kit.basics.painting import CENTRE, draw_box, draw_text, text_width
from app.ui.kit.basics.qr_view import QrView
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.form import FieldForm, amount_field
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.theme import style
from app.ui.theme.style import Ink
from app.ui.till.upi_card import UpiCard

_AMOUNT, _REFERENCE, _LONGEST = 200, 360, 40
_CAPTION, _CHIP, _SIDE = 20, 44, 12
_CODE, _LOW_CODE, _AROUND_CODE = 298, 138, 18
_NO_ADDRESS = mark(
    "The agency\u2019s UPI address is set in Settings, under More. Without it there is no code."
)
_OTHER_MONEY = mark("UPI takes rupees alone. Use another way for another currency.")
_INR = "INR"
_PRACTICE = mark("PRACTICE. There is no code: it would take real money.")


class WayPart(QWidget):
    """The fields of one way; no amount is all that is left."""

    def __init__(self, *fields: TextField) -> None:
        """The first of them has the keyboard first."""
        super().__init__()
        self.form = FieldForm(*fields)
        self.setFocusProxy(fields[0])

    @abstractmethod
    def line(self, payment: Payment) -> Line:
        """The line of what is typed. Raises NotTakenError."""

    @abstractmethod
    def shown(self, payment: Payment) -> Shown:
        """What the customer reads along."""

    @abstractmethod
    def show_payment(self, payment: Payment) -> None:
        """Show what is left, and what is typed of it."""

    def clear(self) -> None:
        """Empty the fields, for the next line."""
        self.form.clear()

    def show_problem(self, error: NotTakenError | None, *, is_asked: bool) -> None:
        """Show what is wrong with what is typed, also with what is missing if `is_asked`."""
        self.form.show_error(*where(error), is_asked=is_asked)


class CashPart(WayPart):
    """The amount given, round amounts, and the change."""

    def __init__(self) -> None:
        self._field = amount_field(tr("Cash given"), "cash_given", width=_AMOUNT, is_large=True)
        super().__init__(self._field)
        self._announcer = Announcer(self)
        self._payment: Payment | None = None
        self._chips: QHBoxLayout = row(gap=8)
        self._shown: tuple[int, ...] = ()
        self._to_take, self._given = AmountLabel("money"), AmountLabel("money")
        self._change = called("change", AmountLabel("change", is_calm=True))
        self._rounded = Label("", "caption", "text3")
        much = tr("That is much more than what is to be taken. Count it again.")
        self._much = called("much_given", MessageBox("warning", much))
        self._much.hide()
        upper = row(self._field, held(column(_CAPTION, self._chips)), None, gap=24, top=True)
        self.setLayout(column(upper, 16, self._sums(), held(column(14, self._much)), None))

    @override
    def line(self, payment: Payment) -> Line:
        return cash_line(payment, self._field.text())

    def take_round(self) -> None:
        """Set the next round amount; it replaces what is typed."""
        if self._payment is not None and self._payment.left > 0:
            self._set(next_round(usual_cash(self._payment), self._typed()))

    @override
    def shown(self, payment: Payment) -> Shown:
        """The cash to give, and the change once all of it is typed."""
        to_take = cash_to_take(payment.left, payment.rounding_step)
        line = None if self.form.is_empty else self._line_or_none(payment)
        change = line.change if line and line.given >= to_take else None
        return shown_payment(payment, to_take, change=change)

    @override
    def show_payment(self, payment: Payment) -> None:
        self._payment = payment
        usual = max(usual_cash(payment), 0)
        to_take = usual if self.form.is_empty else cash_to_take(max(payment.left, 0), payment.rounding_step)
        line = self._line_or_none(payment) or next((each for each in payment.lines if each.given), None)
        given = line.given if line else self._typed() or 0
        # A second line of cash is not taken, so nothing is offered or promised.
        takes_cash = bool(to_take) and not payment.has_cash
        self._show_chips(round_amounts(usual) if takes_cash and usual else ())
        self._field.show_helper(_empty_words(payment, usual) if takes_cash else "")
        self._to_take.show_amount(in_rupees(line.amount if line and payment.has_cash else to_take))
        self._given.show_amount(in_rupees(given))
        change = in_rupees(line.change if line else 0)
        self._change.show_amount(change)
        self._announcer.tell(tr("Change to give {amount}", amount=formats.amount(change)) if change else "")
        self._much.setVisible(line is not None and is_much(line))
        is_rounded = takes_cash and to_take not in (payment.left, payment.usual)
        left = paise_words(payment.left)
        self._rounded.setText(tr("rounded from {amount}", amount=left) if is_rounded else "")

    def _line_or_none(self, payment: Payment) -> Line | None:
        try:
            return self.line(payment)
        except NotTakenError:
            return None

    def _typed(self) -> int | None:
        amount = typed_amount(self._field.text())
        return None if amount is None else in_paise(amount)

    def _set(self, paise: int) -> None:
        self._field.set_text(_round_words(paise))
        self._field.edit.selectAll()
        self._field.edited.emit(self._field.text())

    def _show_chips(self, amounts: tuple[int, ...]) -> None:
        if amounts != self._shown:
            self._shown = amounts
            empty(self._chips)
            for each in amounts:
                chip = RoundChip(each)
                chip.clicked.connect(partial(self._set, each))
                self._chips.addWidget(chip)
        given = self._typed()
        for place, each in enumerate(amounts):
            item = self._chips.itemAt(place)
            chip = None if item is None else item.widget()
            if isinstance(chip, RoundChip):
                chip.setChecked(each == given)

    def _sums(self) -> QWidget:
        """What is to be taken, what was given, and the change."""
        to_take = held(_sum(tr("Cash to take"), "text3", self._to_take, self._rounded))
        given = held(_sum(tr("Given"), "text3", self._given))
        change = Box("success_soft", radius=style.RADIUS - 1)
        change.setLayout(_sum(tr("Change to give"), "success", self._change))
        line, other = Hairline(down=True), Hairline(down=True)
        sums = Box("surface", "line", radius=style.RADIUS)
        parts = (to_take, 10), (line, 0), (given, 10), (other, 0), (change, 13)
        sums.setLayout(row(*parts, margins=(1, 1, 1, 1)))
        return sums


def _sum(name: str, ink: Ink, *things: Thing) -> QVBoxLayout:
    return column(Label(name, "captionStrong", ink), *things, None, margins=(20, 14, 20, 14))


class UpiPart(Roomy, WayPart):
    """A code with exactly the amount of this line, and the reference of what has arrived."""

    def __init__(
        self,
        rules: TillRules,
        reference: Callable[[], str],
        note: str,
        *,
        currency: str,
        is_practice: bool,
    ) -> None:
        """`reference` makes that of the next attempt, `note` is the PNR that the customer's app shows."""
        title = tr("UPI reference, 12 digits or the last 4")
        self._reference = TextField(title, "reference", takes=upi_reference)
        self._amount = amount_field(tr("Amount"), "paid_amount")
        super().__init__(self._reference, self._amount)
        self._rules, self._next_attempt, self._pnr = rules, reference, note
        self._asked = 0, ""
        self.attempt = reference()
        """The reference of the code, which may be scanned already."""
        self._seen_by: str | None = None
        self._has_code = bool(rules.upi_address) and not is_practice and currency == _INR
        self._low_side = _LOW_CODE
        self._code = called("upi_code", QrView(_CODE))
        self._exact = called("upi_exactly", AmountLabel("change"))
        self._warning = MessageBox("warning")
        self._about = Label("", ink="text2", wraps=True)
        if not self._has_code:
            self._code.hide()
            without = _PRACTICE if is_practice else _NO_ADDRESS if currency == _INR else _OTHER_MONEY
            self._about.setText(tr(without))
        address = self._rules.upi_address
        fields = row((self._reference, 2), (self._amount, 1), gap=16, top=True)
        words = column(
            Label(tr("UPI, exactly"), "captionStrong", "text3"),
            self._exact,
            4,
            Label(tr("to {address}", address=address) if address else "", ink="text2", wraps=True),
            self._about,
            12,
            self._warning,
            14,
            fields,
            None,
        )
        self._line = row(self._code, (held(words), 1), gap=28, top=True)
        self.setLayout(column(self._line, None))

    @override
    def line(self, payment: Payment) -> Line:
        amount, reference = self._amount.text(), self._reference.text()
        return exact_line(payment, PayWay.UPI, amount, reference, seen_by=self._seen_by)

    @property
    def card(self) -> UpiCard | None:
        """The code as a picture; None while there is none."""
        if not self._code.text:
            return None
        rules = self._rules
        return UpiCard(self._code.text, rules.upi_name, rules.upi_address, self._exact.text(), self._pnr)

    def asks_anew(self, payment: Payment) -> bool:
        """Whether it is another amount or reference than at the last call: what was seen is not this."""
        asked = asked_amount(payment, self._amount.text()), self._reference.text()
        before, self._asked = self._asked, asked
        return self._asked != before

    def note_seen(self, by: str | None) -> None:
        """Note who has seen the money arrive; None for nobody."""
        self._seen_by = by

    def keep_code(self, attempt: str) -> None:
        """Keep the code with this reference: it may have been scanned."""
        self.attempt = attempt

    @override
    def clear(self) -> None:
        super().clear()
        self._seen_by = None
        # Banks refuse a second transfer with the same reference.
        self.attempt = self._next_attempt()

    @override
    def shown(self, payment: Payment) -> Shown:
        """The amount of this line, with its code."""
        paise = asked_amount(payment, self._amount.text())
        return shown_payment(payment, paise or payment.left, upi=self._code.text)

    @override
    def show_payment(self, payment: Payment) -> None:
        paise = asked_amount(payment, self._amount.text())
        self._amount.show_helper(_empty_words(payment, payment.usual))
        if self._has_code:
            about = tr("note {note}, reference {reference}", note=self._pnr, reference=self.attempt)
            self._about.setText(about)
        self._exact.show_amount(in_rupees(paise))
        # Of an amount that is none there is no code: the one before it would ask for another amount.
        link = upi_link(self._rules, paise, self.attempt, self._pnr) if self._has_code and paise else ""
        to = {"amount": paise_words(paise), "address": self._rules.upi_address}
        self._code.show_text(link, tr("QR for UPI, {amount} to {address}", **to))
        about = tr(
            "Look for the credit on the office phone or the speaker. "
            "A picture on the customer\u2019s phone is no proof."
        )
        limit = tr(UPI_LIMIT) if paise > MOST_UPI else ""
        self._warning.show_words(tr("This program cannot see the bank."), joined(" ", (about, limit)))

    def fit(self, height: int) -> None:
        """Let the code be seen as a whole in a flat window, where so much of the page is seen at once."""
        self._low_side = min(_LOW_CODE, height - _AROUND_CODE)
        self.follow_room()

    @override
    def follow_room(self) -> None:
        # The whole code beside the field that has the keyboard: half of one asks for nothing.
        is_flat = self.room.is_flat
        self._code.set_side(self._low_side if is_flat else _CODE)
        where = Qt.AlignmentFlag.AlignBottom if is_flat else Qt.AlignmentFlag.AlignTop
        self._line.setAlignment(self._code, where)


class ReferencePart(Roomy, WayPart):
    """Amount and reference of a card or another way, or who pays later.

    In a flat window they stand beside each other: typing into one, a clerk sees that there is the other.
    """

    def __init__(self, way: PayWay) -> None:
        titles = {
            PayWay.CARD: tr("Number on the slip"),
            PayWay.OTHER: tr("Number of the transfer or cheque"),
            PayWay.ACCOUNT: tr("Who pays, if it is not the customer"),
        }
        self._reference = TextField(titles[way], "reference", limit=_LONGEST)
        self._amount = amount_field(tr("Amount"), "paid_amount", width=_AMOUNT, is_large=True)
        super().__init__(self._reference, self._amount)
        self._way = way
        self._reference.setMaximumWidth(_REFERENCE)
        about = tr("Nothing is taken now. It stays under what is owed.") if way is PayWay.ACCOUNT else ""
        self._fields = column(gap=16)
        self._fields.addWidget(self._amount, 0, Qt.AlignmentFlag.AlignLeft)
        self._fields.addWidget(self._reference, 1)
        self._fields.addStretch(0)
        self.setLayout(column(self._fields, Label(about, "caption", "text3", wraps=True), None))

    @override
    def line(self, payment: Payment) -> Line:
        return exact_line(payment, self._way, self._amount.text(), self._reference.text())

    @override
    def shown(self, payment: Payment) -> Shown:
        """The amount of this line."""
        return shown_payment(payment, asked_amount(payment, self._amount.text()) or payment.left)

    @override
    def show_payment(self, payment: Payment) -> None:
        self._amount.show_helper(_empty_words(payment, payment.usual))

    @override
    def follow_room(self) -> None:
        way = QBoxLayout.Direction
        self._fields.setDirection(way.LeftToRight if self.room.is_flat else way.TopToBottom)


def _empty_words(payment: Payment, paise: int) -> str:
    """What an empty field means; nothing where nothing is left, or nobody knows what is owed."""
    is_said = paise > 0 and payment.due.is_known
    return tr("Empty means exactly {amount}", amount=paise_words(paise)) if is_said else ""


class RoundChip(QAbstractButton):
    """A round amount that the customer may give; the pointer takes it, the keyboard has the arrow down."""

    def __init__(self, paise: int) -> None:
        super().__init__()
        self.setText(_round_words(paise))
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.text())
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(2 * _SIDE + text_width(self.text(), style.font("bodyStrong")), _CHIP)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        fill, line, ink = colours.surface, colours.line_strong, colours.text2
        if self.isChecked():
            fill, line, ink = colours.accent_soft, colours.accent_line, colours.accent
        draw_box(painter, self.rect(), fill=fill, line=line, radius=style.CONTROL_RADIUS)
        words = QRect(0, 0, self.width(), self.height())
        draw_text(painter, words, self.text(), style.font("bodyStrong"), ink, align=CENTRE)


def _round_words(paise: int) -> str:
    """An amount, without decimals where it is of whole rupees: "21,158"."""
    return paise_words(paise) if paise % 100 else formats.round_amount(in_rupees(paise))
