"""Cash: what the customer gave, round amounts, and the change."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import tr
from app.desk.model import formats
from app.desk.model.amount_input import typed_amount
from app.desk.model.shown import Shown
from app.desk.model.typed_text import figures
from app.desk.till.payment_rules import (
    NotTakenError,
    cash_line,
    cash_to_take,
    is_much,
    next_round,
    round_amounts,
)
from app.desk.till.payment_values import Line, Payment, in_paise, in_rupees, paise_words
from app.desk.till.shown_payment import shown_payment
from app.ui.kit.basics.amounts import AmountLabel
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.layouts import column, empty, held, row
from app.ui.kit.basics.painting import CENTRE, draw_box, draw_text, text_width
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.theme import style

_FIELD, _CHIP, _SIDE, _LIMIT = 200, 44, 12, 18
_CAPTION = 20


class CashPart(QWidget):
    """The amount given; nothing typed is exactly what is left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._announcer = Announcer(self)
        self._payment: Payment | None = None
        self._field = TextField(tr("Cash given"), "cash_given", takes=figures, limit=_LIMIT)
        self._field.enlarge()
        self._field.setFixedWidth(_FIELD)
        self._chips: QHBoxLayout = row(gap=8)
        self._shown: tuple[int, ...] = ()
        self._to_take, self._given = AmountLabel("money"), AmountLabel("money")
        self._change = AmountLabel("change", is_calm=True)
        self._change.setObjectName("change")
        self._rounded = Label("", "caption", "text3")
        self._much = MessageBox("warning", tr("That is much more than what is to be taken. Count it again."))
        self._much.setObjectName("much_given")
        self._much.hide()
        self.setFocusProxy(self._field)
        self._build()

    def line(self, payment: Payment) -> Line:
        """The line of what is typed. Raises NotTakenError."""
        return cash_line(payment, self._field.text())

    def clear(self) -> None:
        """Empty the field."""
        self._field.set_text("")

    def typed(self) -> tuple[str, ...]:
        """What is typed, for the part that replaces this one."""
        return (self._field.text(),)

    def restore(self, given: str) -> None:
        """Restore what was typed in the part that this one replaces."""
        self._field.set_text(given)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed."""
        return not self._field.text()

    def take_round(self) -> None:
        """Set the next round amount; it replaces what is typed."""
        if self._payment is not None and self._payment.left > 0:
            to_take = cash_to_take(self._payment.left, self._payment.rounding_step)
            self._set(next_round(to_take, self._typed()))

    def shown(self, payment: Payment) -> Shown:
        """What the customer reads along: the cash to give, and the change once all of it is typed."""
        to_take = cash_to_take(payment.left, payment.rounding_step)
        line = None if self.is_empty else self._line_or_none(payment)
        change = line.change if line and line.given >= to_take else None
        return shown_payment(payment, to_take, change=change)

    def show_payment(self, payment: Payment) -> None:
        """Show what is left as cash, and the change of what is typed."""
        self._payment = payment
        to_take = cash_to_take(max(payment.left, 0), payment.rounding_step)
        line = self._line_or_none(payment) or next((each for each in payment.lines if each.given), None)
        given = line.given if line else self._typed() or 0
        # A second line of cash is not taken, so nothing is offered or promised.
        takes_cash = bool(to_take) and not payment.has_cash
        self._show_chips(round_amounts(to_take) if takes_cash else ())
        exact = paise_words(to_take)
        self._field.show_helper(tr("Empty means exactly {amount}", amount=exact) if takes_cash else "")
        self._to_take.show_amount(in_rupees(line.amount if line and payment.has_cash else to_take))
        self._given.show_amount(in_rupees(given))
        change = in_rupees(line.change if line else 0)
        self._change.show_amount(change)
        self._announcer.tell(tr("Change to give {amount}", amount=formats.amount(change)) if change else "")
        self._much.setVisible(line is not None and is_much(line))
        is_rounded = to_take != payment.left and to_take > 0
        left = paise_words(payment.left)
        self._rounded.setText(tr("rounded from {amount}", amount=left) if is_rounded else "")

    def show_problem(self, error: NotTakenError | None, *, is_asked: bool) -> None:
        """Show what is wrong with what is typed, also when nothing is typed if `is_asked`."""
        shown = error is not None and (is_asked or not self.is_empty)
        self._field.show_error(str(error) if shown else "")

    def _line_or_none(self, payment: Payment) -> Line | None:
        try:
            return self.line(payment)
        except NotTakenError:
            return None

    def _typed(self) -> int | None:
        amount = typed_amount(self._field.text())
        return None if amount is None else in_paise(amount)

    def _set(self, paise: int) -> None:
        self._field.set_text(
            formats.round_amount(in_rupees(paise)) if not paise % 100 else paise_words(paise)
        )
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

    def _build(self) -> None:
        chips = held(column(_CAPTION, self._chips))
        upper = row(self._field, chips, None, gap=24, top=True)
        sums = Box("surface", "line", radius=style.RADIUS)
        line = row()
        for name, amount, more in (
            (tr("Cash to take"), self._to_take, self._rounded),
            (tr("Given"), self._given, None),
        ):
            parts = column(Label(name, "captionStrong", "text3"), amount, *((more,) if more else ()), None)
            parts.setContentsMargins(20, 14, 20, 14)
            line.addWidget(held(parts), 10)
            line.addWidget(Hairline(down=True))
        last = Box("success_soft", radius=style.RADIUS - 1)
        words = Label(tr("Change to give"), "captionStrong", "success")
        last.setLayout(column(words, self._change, None, margins=(20, 14, 20, 14)))
        line.addWidget(last, 13)
        line.setContentsMargins(1, 1, 1, 1)
        sums.setLayout(line)
        self.setLayout(column(upper, 16, sums, held(column(14, self._much)), None))


class RoundChip(QAbstractButton):
    """A round amount that the customer may give; the pointer takes it, the keyboard has the arrow down."""

    def __init__(self, paise: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        amount = in_rupees(paise)
        self.setText(formats.round_amount(amount) if not paise % 100 else formats.amount(amount))
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
