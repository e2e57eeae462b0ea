"""The five figures of a day, side by side; F8 hides the last three, of the wallet."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.language import tr, trn
from app.desk.day_close.advice import refunded_cell, sum_cell
from app.desk.day_close.values import DayReport
from app.desk.model import formats
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label, Run


class Figure(QWidget):
    """A name, a large number and a detail."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = Label("", "captionStrong", "text3")
        self._value = Label("", "money")
        self._value.setObjectName(name)
        self._more = Label("", "caption", "text3")
        self.setLayout(column(self._name, self._value, self._more))

    def show_count(self, name: str, text: str, more: str) -> None:
        """Show a count."""
        self._name.setText(name)
        self._value.setText(text)
        self._more.setText(more)

    def show_amount(self, name: str, text: str, more: str) -> None:
        """Show an amount with quieter decimals, or words in place of one."""
        self._name.setText(name)
        whole, point, decimals = text.partition(".")
        self._value.set_runs(Run(whole, "money"), Run(f"{point}{decimals}", "money", "text3"))
        self._more.setText(more)


class DayFigures(QWidget):
    """Sold, sales value; wallet debited, refunded, margin."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sold, self._value = Figure("day_sold"), Figure("day_value")
        self._debited, self._refunded = Figure("day_debited"), Figure("day_refunded")
        self._margin = Figure("day_margin")
        wallet = row()
        for each in (self._debited, self._refunded, self._margin):
            _add(wallet, each)
        self._wallet_side = held(wallet)
        line = row(self._sold, margins=(20, 14, 20, 14))
        _add(line, self._value)
        line.addWidget(self._wallet_side)
        line.addStretch(1)
        whole = column()
        whole.addLayout(line)
        whole.addWidget(Hairline())
        self.setLayout(whole)

    def show_net(self, *, shown: bool) -> None:
        """Show or hide the wallet side."""
        self._wallet_side.setVisible(shown)

    def show_report(self, report: DayReport) -> None:
        """Show the figures of a day."""
        found, gone = report.figures, report.refunds
        bookings = trn("{number} booking", "{number} bookings", found.sales)
        self._sold.show_count(tr("Sold"), bookings, formats.travellers(found.pax))
        self._value.show_amount(tr("Sales value"), sum_cell(found, "value"), tr("fares with GST"))
        cash, credit = sum_cell(found, "cash"), sum_cell(found, "credit")
        split = tr("cash {cash}, credit {credit}", cash=cash, credit=credit)
        self._debited.show_amount(tr("Wallet debited"), sum_cell(found, "debited"), split)
        cancelled = trn("{number} cancellation", "{number} cancellations", gone.count)
        self._refunded.show_amount(tr("Refunded"), refunded_cell(gone), cancelled)
        less = tr("sales value less debited")
        if found.untold:
            less = trn(
                "{number} booking not stated whole", "{number} bookings not stated whole", found.untold
            )
        self._margin.show_amount(tr("Margin on sales"), formats.amount(found.margin), less)


def _add(line: QHBoxLayout, figure: Figure) -> None:
    """Add a figure after a line of the same height."""
    line.addSpacing(24)
    line.addWidget(Hairline(down=True))
    line.addSpacing(24)
    line.addWidget(figure)
