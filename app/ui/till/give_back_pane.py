"""What a customer paid and gets back, and the button that records it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.core.language import joined, tr
from app.desk.till.owing import GivingBack
from app.desk.till.payment_values import PayWay, Refund, paise_words
from app.ui.kit.basics.amounts import Pair, total
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import column, held
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page_layout import ActionBar, Scroller
from app.ui.kit.sheets.pane import Pane, ShownSum
from app.ui.till.due_pane import heading_words, sale_words


class GiveBackPane(Pane):
    """The right side of giving back."""

    def __init__(self, back: GivingBack, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._back = back
        self.record = ConfirmButton("")
        self.record.setObjectName("record_refund")
        self._charge = Pair(tr("Agency\u2019s own charge"), paise_words(0))
        self._given, self._left = total(tr("Give back")), total(tr("Still to give back"))
        self._given.value.setObjectName("given_back")
        self._left.value.setObjectName("left_to_give")
        self._problem = MessageBox("danger")
        self._problem.setObjectName("payment_problem")
        self._problem.hide()
        self._build()

    def show_refund(self, refund: Refund | None) -> None:
        """Show what is typed; None for nothing that can be recorded."""
        taken = 0 if refund is None else refund.payment.taken
        left = self._back.due.total if refund is None else refund.left
        self._charge.value.setText(paise_words(0 if refund is None else refund.charge))
        self._given.value.setText(paise_words(taken))
        self._left.value.setText(paise_words(left))
        self.record.set_label(record_words(refund))
        self.facts.show_sums(
            ShownSum(tr("Give back"), paise_words(taken)),
            ShownSum(tr("Still to give back"), paise_words(left)),
        )

    def show_problem(self, sentence: str) -> None:
        """Show why nothing was recorded; an empty sentence takes it back."""
        self._problem.show_words(sentence)
        self._problem.setVisible(bool(sentence))
        if sentence:
            self.reveal()

    def _build(self) -> None:
        back = self._back
        (sale,) = back.due.sales
        operator = tr("not stated") if back.charge is None else paise_words(back.charge)
        note = tr(
            "The till is this desk\u2019s own book. It changes nothing at the service and in the wallet."
        )
        lines = column(
            Label(heading_words(back.due), "heading", elides=True),
            8,
            Label(sale_words(sale), ink="text2", wraps=True),
            10,
            Hairline(),
            10,
            Pair(tr("Customer paid"), paise_words(back.paid)),
            4,
            Pair(tr("Operator\u2019s charge"), operator),
            4,
            Pair(tr("To give back"), paise_words(back.due.total)),
            4,
            self._charge,
            10,
            Hairline(),
            10,
            self._given,
            4,
            self._left,
            14,
            Label(note, "caption", "text3", wraps=True),
            margins=(20, 16, 20, 16),
        )
        home = column()
        lines.addLayout(home)
        lines.addStretch(1)
        self.body.addWidget(Scroller(held(lines)), 1)
        self.lend(self._problem, home)
        self.facts.show_fact(heading_words(back.due), sale_words(sale))
        self.close_with(ActionBar(self.record))


def record_words(refund: Refund | None) -> str:
    """What the button records: "Give back INR 6,468.00 by UPI"."""
    if refund is None:
        return tr("Give back")
    currency, lines = refund.payment.due.currency, refund.payment.lines
    if not lines:
        return tr("Record that nothing is given back")
    amount = paise_words(refund.payment.taken)
    if lines[0].way is PayWay.CASH:
        told = tr("Give back {currency} {amount} in cash", currency=currency, amount=amount)
    elif lines[0].way is PayWay.UPI:
        told = tr("Give back {currency} {amount} by UPI", currency=currency, amount=amount)
    else:
        told = tr("Give back {currency} {amount}", currency=currency, amount=amount)
    left = tr("{amount} left", amount=paise_words(refund.left)) if refund.left else ""
    return joined(", ", (told, left))
