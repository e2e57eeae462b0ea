"""The evidence about a sale: the wallet before and now, the expected debit, and the verdict."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.model.sale import Sale
from app.desk.payment.evidence import Balance, Expected, Grade
from app.desk.payment.unknown_outcome_values import Findings
from app.ui.kit.basics.actions import READ_AGAIN
from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import Thing, called, column, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.net_hidden_notice import hidden_side
from app.ui.theme import style
from app.ui.theme.style import Ink

_UNKNOWN = mark("Not known")
_MARKS: dict[Grade, tuple[str, Ink]] = {
    Grade.BOOKED: ("circle-check", "success"),
    Grade.LIKELY_BOOKED: ("equal", "success"),
    Grade.UNDECIDED: ("circle-question-mark", "warning_mark"),
    Grade.LIKELY_NOT: ("minus", "warning_mark"),
    Grade.NOT_BOOKED: ("circle-check", "success"),
}


class EvidenceCard(Box):
    """Three cells, hidden by F8, above the verdict and the button that reads again."""

    def __init__(self, sale: Sale | None) -> None:
        super().__init__("surface", "line", radius=style.RADIUS)
        self._sale = sale
        self._findings: Findings | None = None
        self._before, self._now, self._expected = (
            _Cell(tr("Wallet before"), tr("Credit used")),
            _Cell(tr("Wallet now"), tr("Credit used")),
            _Cell(tr("Expected debit"), tr("Credit")),
        )
        self._before.first.value.setObjectName("wallet_before")
        self._now.first.value.setObjectName("wallet_now")
        self._expected.first.value.setObjectName("expected_debit")
        self._mark = Icon("circle-question-mark", 16, "warning_mark")
        self._what = called("verdict", Label("", "bodyHeavy", wraps=True))
        self._why = Label("", ink="text2", wraps=True)
        self.again = called("read_again", Button(READ_AGAIN, size=28))
        self._why_side = NetSide(column(self._why))
        verdict = Box("sunken", radius=style.RADIUS)
        line = row(self._mark, (column(self._what, self._why_side), 1), gap=12, margins=(17, 9, 17, 9))
        line.addWidget(self.again)
        verdict.setLayout(line)
        shown = NetSide(column(Beside(self._before, self._now, self._expected)))
        taken = hidden_side(margins=(17, 15, 17, 15))
        self.setLayout(column(shown, taken, Hairline(), verdict, margins=(1, 1, 1, 1)))
        self._fill()

    def show_findings(self, findings: Findings) -> None:
        """Show what is known."""
        self._findings = findings
        self._fill()

    def show_busy(self, *, busy: bool) -> None:
        """Show whether the wallet is being read."""
        self.again.set_busy(tr("Reading\u2026") if busy else "")

    def _fill(self) -> None:
        sale, findings = self._sale, self._findings
        before = findings.before if findings else None
        look = findings.look if findings else None
        self._before.show_wallet(before, findings.before_at if findings else None)
        if before is None and sale is not None and sale.wallet_before is not None:
            self._before.show_amounts(formats.amount(sale.wallet_before), "")
        self._now.show_wallet(look.balance if look else None, look.at if look else None)
        self._show_expected(findings)
        if findings is not None:
            verdict = findings.verdict
            self._mark.set_icon(*_MARKS[verdict.grade])
            self._what.setText(verdict.what)
            self._why.setText(verdict.why)
        self._why_side.setVisible(findings is not None)

    def _show_expected(self, findings: Findings | None) -> None:
        expected = findings.expected if findings else None
        self._expected.when.setText(tr("If it was booked"))
        if findings is None or expected is None or expected.low != expected.high:
            amount = None if self._sale is None else self._sale.expected
            text = tr(_UNKNOWN) if amount is None else formats.amount(amount)
            about = "" if expected is None else formats.span(expected.low, expected.high)
            self._expected.first.name.setText(tr("Debit"))
            self._expected.second.name.setText(tr("Between") if about else "")
            self._expected.show_amounts(text, about)
            return
        self._expected.first.name.setText(tr("Cash"))
        self._expected.second.name.setText(tr("Credit"))
        self._expected.show_amounts(*_shares(expected, findings.before))


class _Cell(QWidget):
    """One reading: a heading, when, and two amounts."""

    def __init__(self, heading: str, second: str) -> None:
        super().__init__()
        self.when = Label("", "caption", "text3", elides=True)
        self.first, self.second = Pair(tr("Cash")), Pair(second)
        self.setLayout(cell(heading, self.when, self.first, 4, self.second))

    def show_wallet(self, balance: Balance | None, at: datetime | None) -> None:
        """Show a reading of the wallet."""
        self.when.setText(lambda: read_words(at))
        if balance is None:
            self.show_amounts(tr(_UNKNOWN), tr(_UNKNOWN))
        else:
            self.show_amounts(formats.amount(balance.cash), formats.amount(balance.credit_used))

    def show_amounts(self, first: str, second: str) -> None:
        """Show two amounts."""
        self.first.value.setText(first)
        self.second.value.setText(second)


def cell(heading: str, when: Label, *values: Thing) -> QVBoxLayout:
    """One reading: its heading, when it was read, and what was read."""
    return column(Label(heading, "bodyHeavy"), when, 6, *values, margins=(17, 12, 17, 12))


class Beside(Roomy, QWidget):
    """Cells of one width with lines between them; below each other where three are too narrow."""

    def __init__(self, *cells: QWidget) -> None:
        super().__init__()
        self._line = row()
        self._rules = [(Hairline(down=True), Hairline()) for _ in cells[1:]]
        for place, each in enumerate(cells):
            for rule in self._rules[place - 1] if place else ():
                self._line.addWidget(rule)
            self._line.addWidget(each, 1)
        self.setLayout(self._line)
        self.follow_room()

    @override
    def follow_room(self) -> None:
        way, is_wide = QBoxLayout.Direction, self.room.is_wide
        self._line.setDirection(way.LeftToRight if is_wide else way.TopToBottom)
        for upright, level in self._rules:
            upright.setVisible(is_wide)
            level.setVisible(not is_wide)


def _shares(expected: Expected, before: Balance | None) -> tuple[str, str]:
    """The expected parts of cash and credit: cash first (interface part 8)."""
    cash = expected.high if before is None else min(expected.high, max(before.cash, Decimal(0)))
    return formats.amount(cash), formats.amount(expected.high - cash)


def read_words(at: datetime | None) -> str:
    """When something was read, or that it was not."""
    return tr("Not read yet") if at is None else tr("Read {at}", at=formats.clock_seconds(at))
