"""The lines of a payment so far."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.language import joined, tr
from app.desk.till.payment_values import Line, Payment, PayWay, paise_words, way_name
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import column, empty, row
from app.ui.kit.basics.text import Label, Remark
from app.ui.kit.controls.buttons import Button
from app.ui.theme import style
from app.ui.till.actions import TAKE_OFF
from app.ui.till.way_tiles import way_icon

_NAME, _LAST_DIGITS = 90, 4


class TakenLines(QWidget):
    """Each line with its reference; hidden as long as there is none."""

    taken_off = Signal(int)
    """Emitted with the place of a line to take off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("taken_lines")
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
        for place, each in enumerate(payment.lines):
            self._lines.addWidget(self._line(each, place, is_last=place == len(payment.lines) - 1))
        self.setVisible(bool(payment.lines))

    def _line(self, line: Line, place: int, *, is_last: bool) -> QWidget:
        name = Label(way_name(line.way), "bodyStrong")
        name.setFixedWidth(_NAME)
        amount = Label(paise_words(line.amount), "bodyStrong", right=True)
        off = Button(tr("Take off"), "quiet", size=28, key=TAKE_OFF if is_last else None)
        off.setObjectName(f"take_off_{place}")
        off.clicked.connect(partial(self.taken_off.emit, place))
        whole = row(Icon(way_icon(line.way), 16, "text2"), gap=12, margins=(12, 5, 8, 5))
        whole.addWidget(name)
        whole.addWidget(Label(line_words(line), ink="text2", elides=True), 1)
        whole.addWidget(amount)
        whole.addWidget(off)
        held = QWidget()
        held.setLayout(whole)
        return held


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
