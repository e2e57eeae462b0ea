"""What should be in the drawer, shown after the count, and the button that compares and closes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.core.language import joined, tr, trn
from app.desk.model import formats
from app.desk.model.typed_text import figures
from app.desk.till.drawer import REASON_FROM, CashDrawer
from app.desk.till.payment_values import paise_words
from app.ui.kit.basics.amounts import Pair, total
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import column, empty, held
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page_layout import ActionBar, Scroller
from app.ui.kit.sheets.pane import Pane, ShownSum

_LIMIT, _LONGEST, _FIELD = 18, 120, 160


class CountPane(Pane):
    """The right side of the count; it says nothing of what should be there before something is counted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.record = ConfirmButton("")
        self.record.setObjectName("record_count")
        at = paise_words(REASON_FROM)
        self.reason = TextField(
            tr("Reason, asked from {amount} on", amount=at), "difference_reason", limit=_LONGEST
        )
        self.stays = TextField(
            tr("Stays in the drawer as the next float"), "next_float", takes=figures, limit=_LIMIT
        )
        self.stays.edit.setFixedWidth(_FIELD)
        self._blind = Label(
            tr("What should be there is shown after the count, so that it is counted and not copied."),
            ink="text2",
            wraps=True,
        )
        self._lines = column(gap=4)
        self._difference = total("")
        self._difference.value.setObjectName("difference")
        self._shown = held(column(self._lines, 12, self._difference, 16, self.reason, 14, self.stays))
        self._problem = MessageBox("danger")
        self._problem.setObjectName("payment_problem")
        self._problem.hide()
        self._build()
        self.show_blind()

    def show_blind(self) -> None:
        """Show nothing of what should be there."""
        self._blind.show()
        self._shown.hide()
        self._problem.hide()
        self.record.set_label(tr("Compare"))
        self.facts.show_fact(tr("What should be there"), tr("shown after the count"))
        self.facts.show_sums()

    def show_compared(self, drawer: CashDrawer, counted: int) -> None:
        """Show what should be there beside what was counted."""
        self._blind.hide()
        self._shown.show()
        empty(self._lines)
        difference = counted - drawer.expected
        for name, paise in _parts(drawer):
            self._lines.addWidget(Pair(name, paise_words(paise)))
        self._lines.addWidget(Hairline())
        for name, paise in ((tr("Expected"), drawer.expected), (tr("Counted"), counted)):
            self._lines.addWidget(
                Pair(name, paise_words(paise), name_role="bodyStrong", value_role="bodyStrong")
            )
        words = tr("Short") if difference < 0 else tr("Over") if difference else tr("Agrees")
        self._difference.name.setText(words)
        self._difference.value.setText(paise_words(difference))
        self._difference.value.set_ink("danger" if difference else "success")
        self.reason.setVisible(bool(difference))
        self.stays.show_helper(tr("The rest goes to the safe or the bank."))
        self.record.set_label(close_words(difference))
        self.facts.show_fact(words, paise_words(difference))
        self.facts.show_sums(
            ShownSum(tr("Expected"), paise_words(drawer.expected)),
            ShownSum(tr("Counted"), paise_words(counted)),
        )

    def take_focus(self) -> None:
        """Put the keyboard into the first field that is asked for."""
        self.reveal()
        first = self.stays if self.reason.isHidden() else self.reason
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_problem(self, sentence: str) -> None:
        """Show why nothing was recorded."""
        self._problem.show_words(sentence)
        self._problem.setVisible(bool(sentence))

    def _build(self) -> None:
        kept = tr("A difference is kept, never corrected away.")
        lines = column(
            Label(tr("What should be there"), "heading"),
            10,
            self._blind,
            self._shown,
            margins=(20, 16, 20, 16),
        )
        home = column()
        lines.addLayout(home)
        lines.addStretch(1)
        self.body.addWidget(Scroller(held(lines)), 1)
        self.lend(self._problem, home)
        self.close_with(ActionBar(self.record, Label(kept, "caption", "text3"), stacked=True))


def close_words(difference: int) -> str:
    """What the button does with a difference in paise: "Close the drawer, short 10.00"."""
    amount = paise_words(abs(difference))
    told = tr("short {amount}", amount=amount) if difference < 0 else tr("over {amount}", amount=amount)
    return joined(", ", (tr("Close the drawer"), told if difference else ""))


def _parts(drawer: CashDrawer) -> list[tuple[str, int]]:
    at = drawer.opened_at
    opened = (
        tr("Float of the last closing")
        if at is None
        else tr("Opening float, {time}", time=formats.clock_time(at))
    )
    receipts = trn("Cash taken, {number} receipt", "Cash taken, {number} receipts", drawer.receipts)
    refunds = trn("Cash given back, {number} refund", "Cash given back, {number} refunds", drawer.refunds)
    moves = [(each.reason, each.amount) for each in drawer.moves]
    return [(opened, drawer.float), (receipts, drawer.taken), (refunds, -drawer.given_back), *moves]
