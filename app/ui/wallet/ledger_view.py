"""The journal of the wallet, by this counter or the service, with export and top-up request."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import tr
from app.desk.wallet.statement import StatementPeriod
from app.desk.wallet.wallet_movements import BookLine
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.mixin import Restyled
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.menu_chip import MenuChip
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.lists.table_frame import TableFrame
from app.ui.theme import style
from app.ui.wallet import actions
from app.ui.wallet.ledger_journal import LedgerJournal, counter_journal, service_journal
from app.ui.wallet.ledger_table import HEADER, ROW, LedgerTable

_HERE, _SERVICE = "here", "service"
_LEAST_ROWS = 3


class WalletLedger(Restyled, QWidget):
    """The table in the height of its rows, which scrolls when there is no room."""

    topup_asked = Signal()
    """Emitted to copy a request for a top-up."""
    export_asked = Signal(str)
    """Emitted to export the statement of a `StatementPeriod`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines, self._entries = LedgerJournal(), LedgerJournal()
        self._topup = Button(actions.TOP_UP, size=28)
        self._topup.setObjectName("copy_topup")
        self._period = MenuChip(tr("Last 14 days"), "calendar")
        self._period.setObjectName("statement_period")
        others = ((tr("Today"), StatementPeriod.TODAY), (tr("This month"), StatementPeriod.THIS_MONTH))
        self._period.set_choices((*others, (tr("Last month"), StatementPeriod.LAST_MONTH)))
        self._export = Button(actions.EXPORT, size=28)
        self._export.setObjectName("export_statement")
        choices = (SegmentChoice(_HERE, tr("This counter")), SegmentChoice(_SERVICE, tr("From the service")))
        self._which = Segmented(choices, tr("Ledger journal"), small=True)
        self._which.setObjectName("ledger_side")
        self._table = LedgerTable()
        self._block = TableFrame(self._table)
        self._none = Label("", "body", "text2")
        self._build()
        self._topup.clicked.connect(self.topup_asked)
        self._export.clicked.connect(self.ask_export)
        self._which.chosen.connect(self._show)

    def show_lines(self, lines: Sequence[BookLine]) -> None:
        """Show this counter's movements of today."""
        self._lines = counter_journal(lines)
        self._show()

    def show_entries(self, entries: Sequence[str]) -> None:
        """Show the snapshot of the service, each entry JSON text as received."""
        self._entries = service_journal(entries)
        self._which.rename(_SERVICE, tr("From the service, {count}", count=len(entries)))
        self._show()

    def ask_export(self) -> None:
        """Request the export of the chosen period."""
        self.export_asked.emit(self._period.value or StatementPeriod.FORTNIGHT)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _build(self) -> None:
        title = Label(tr("Ledger journal"), "heading")
        head = row(title, None, self._topup, self._period, self._export, self._which, gap=8)
        lines = column(held(head), self._none, gap=8)
        lines.addWidget(self._block, 1)
        lines.addStretch()
        self.setLayout(lines)

    def _show(self, _key: str = "") -> None:
        is_here = self._which.current == _HERE
        journal = self._lines if is_here else self._entries
        self._table.show_journal(journal)
        self._none.setText(
            tr("Nothing was booked or refunded here today.")
            if is_here
            else tr("The service sent no entries.")
        )
        self._none.setVisible(not journal.rows)
        self._block.setVisible(bool(journal.rows))
        self._fit()

    @override
    def _fit(self) -> None:
        whole = self._table.content_height + 2
        least = style.scaled(HEADER) + _LEAST_ROWS * style.scaled(ROW) + 2
        self._block.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._block.setMinimumHeight(min(whole, least))
        self._block.setMaximumHeight(whole)
