"""The agency's rule for what a customer gets back when a booking is cancelled."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QWidget

from app.core.language import tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model import formats
from app.desk.model.amount_input import typed_amount
from app.desk.model.office_rules import CustomerRefund, RefundRule
from app.desk.model.typed_text import figures
from app.desk.office.office_changes import CUSTOMER_REFUND
from app.desk.settings.shell import Shell
from app.ui.kit.basics.layouts import called, column, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.segmented import SegmentChoice as Segment
from app.ui.kit.controls.segmented import Segmented
from app.ui.kit.controls.text_field import TextField
from app.ui.settings.in_charge import InCharge

_WIDTH, _WHOLE = 120, 100


class RefundRuleField(QWidget):
    """The rule, and with a percentage its number; either counts from the next cancellation on."""

    def __init__(self, rule: CustomerRefund, shell: Shell, in_charge: InCharge | None = None) -> None:
        """`shell` keeps another `CustomerRefund`."""
        super().__init__()
        self._shell = shell
        self._rule, self._in_charge = rule, in_charge or InCharge()
        self._tasks = TaskScope(hand_to_loop)
        choices = (
            Segment(RefundRule.SERVICE, tr("Less the service\u2019s charge")),
            Segment(RefundRule.PERCENTAGE, tr("Less a percentage")),
            Segment(RefundRule.HAND, tr("By hand")),
        )
        self._kinds = called("refund_rule", Segmented(choices, tr("The customer gets back")))
        self._kept = TextField(tr("Per cent that the agency keeps"), "refund_kept", takes=figures, limit=6)
        self._kept.setFixedWidth(_WIDTH * 2)
        self._about = Label("", "caption", "text2", wraps=True)
        name = Label(tr("The customer gets back"), "bodyStrong")
        self.setLayout(column(name, 8, row(self._kinds, None), 12, row(self._kept, None), self._about))
        self._kinds.chosen.connect(self._choose)
        self._kept.edit.editingFinished.connect(self._enter)
        self._show()

    def _choose(self, kind: str) -> None:
        rule = RefundRule(kind)
        if rule is RefundRule.PERCENTAGE:
            self._kept.show()
            self._kept.edit.setFocus(Qt.FocusReason.OtherFocusReason)
            self._kept.edit.selectAll()
        else:
            self._set(CustomerRefund(rule, self._rule.percentage))

    def _enter(self) -> None:
        if self._kinds.current != RefundRule.PERCENTAGE:
            return
        typed = typed_amount(self._kept.text())
        if typed is None or typed > _WHOLE:
            self._kept.show_error(tr("Type a number from 0 to 100."))
            return
        self._kept.show_error("")
        self._set(CustomerRefund(RefundRule.PERCENTAGE, typed))

    def _set(self, rule: CustomerRefund) -> None:
        if rule != self._rule and not self._tasks.is_running("rule"):
            self._tasks.start("rule", self._agree(rule))

    async def _agree(self, rule: CustomerRefund) -> None:
        if await self._in_charge.allows(self):
            self._rule = rule
            self._shell.keep(rule)
            self._in_charge.note(CUSTOMER_REFUND, _words(rule))
        self._show()

    def _show(self) -> None:
        rule = self._rule
        with QSignalBlocker(self._kinds):
            self._kinds.choose(rule.rule)
        is_part = rule.rule is RefundRule.PERCENTAGE
        self._kept.setVisible(is_part)
        is_known = is_part or bool(rule.percentage)
        self._kept.set_text(formats.percentage(rule.percentage).removesuffix(" %") if is_known else "")
        self._kept.show_error("")
        self._about.setText(
            tr("Stands filled in before each cancellation, and can be changed there.")
            if rule.rule is not RefundRule.HAND
            else tr("Is typed before each cancellation, or said later.")
        )


def _words(rule: CustomerRefund) -> str:
    if rule.rule is RefundRule.PERCENTAGE:
        return tr("less {rate}", rate=formats.percentage(rule.percentage))
    return {
        RefundRule.SERVICE: tr("Less the service\u2019s charge"),
        RefundRule.HAND: tr("By hand"),
    }[rule.rule]
