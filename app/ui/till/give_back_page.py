"""Giving a customer back what a cancelled booking was paid with."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from typing_extensions import override

from app.core.language import Message, joined, mark, tr
from app.desk.model.office_rules import TillRules
from app.desk.till.owing import GivingBack, Owing
from app.desk.till.payment_rules import NotTakenError, where
from app.desk.till.payment_values import PayWay, Refund, TillReceipt, paise_words
from app.desk.till.refund_rules import asked_refund, refund_of
from app.desk.till.standing_words import repeated_words, together_words
from app.desk.till.till import NotRecordedError, Till
from app.ui.kit.basics.amounts import Pair, total
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.form import FieldForm, amount_field
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page_layout import HintLine, SheetHeader
from app.ui.kit.sheets.pane import ShownSum, split_sheet
from app.ui.till import actions
from app.ui.till.correction_reason import CorrectionReason
from app.ui.till.decision import TillDecision
from app.ui.till.due_pane import OWN_BOOK, heading_words, not_known_things, sale_words
from app.ui.till.tab_page import RECORD, TillPage, TypedChoice
from app.ui.till.way_tiles import WaySheet, WayTiles

_AMOUNT, _TEXT, _LONGEST, _LONGEST_REASON = 200, 360, 40, 120


class GiveBackPage(TillPage):
    """Ctrl 1 to 4 choose a way, Ctrl Enter records; nothing is sent, and no booking changes."""

    own_actions = actions.GIVING_BACK
    title = mark("Give back")

    recorded = Signal(object)
    """Emitted with the `TillReceipt` of what was given."""

    def __init__(
        self,
        till: Till,
        rules: TillRules,
        back: GivingBack,
        owing: Owing,
        *,
        correcting: TillReceipt | None = None,
    ) -> None:
        """`correcting` is the refund in whose place this one is recorded, with a reason."""
        super().__init__()
        self.setObjectName("give_back_page")
        self._correcting = correcting
        self._owing, self._till, self._back, self._step = owing, till, back, rules.rounding
        self._is_meant = False
        """Whether it was said that the reference is recorded already."""
        ways = {
            PayWay.CASH: tr("from the drawer"),
            PayWay.UPI: tr("to the customer"),
            PayWay.CARD: tr("slip number"),
            PayWay.OTHER: tr("bank, cheque"),
        }
        self._tiles = WayTiles(ways)
        self._charge = amount_field(tr("The agency\u2019s own charge"), "own_charge", width=_AMOUNT)
        self._reason = TextField(tr("Why the agency keeps it"), "charge_reason", limit=_LONGEST_REASON)
        self._amount = amount_field(tr("Amount"), "paid_amount", width=_AMOUNT, is_large=True)
        self._reference = TextField(tr("Number of the transfer or slip"), "reference", limit=_LONGEST)
        for each in (self._reason, self._reference):
            each.setFixedWidth(_TEXT)
        self._why = CorrectionReason(is_asked=correcting is not None)
        self._form = FieldForm(self._charge, self._reason, self._amount, self._reference, self._why)
        if correcting is not None and correcting.charge:
            self._charge.set_text(paise_words(correcting.charge))
            self._reason.set_text(correcting.reason)
        self._untouched = self._form.texts
        self._pane = GiveBackPane(back)
        self._build()
        self._tiles.chosen.connect(self._show_way)
        self._form.follow(self._renew)
        self._pane.record.spent.connect(self._record)
        self.bind(actions.BACK_WAYS, *(partial(self._tiles.choose, each) for each in ways))
        lines = () if correcting is None else correcting.payment.lines
        self._tiles.choose(lines[0].way if lines else back.way)

    @override
    def take_focus(self) -> None:
        needs = not self._reference.isHidden()
        (self._reference if needs else self._amount).setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def run_primary(self) -> None:
        """Record what is typed, or say beside it what is wrong."""
        refund = self._refund()
        if isinstance(refund, NotTakenError):
            self._form.ask(*where(refund))
        elif self._pane.record.fires():
            self._record()

    @property
    @override
    def unrecorded(self) -> Message | None:
        return None if self._form.texts == self._untouched else mark("A payment is being given back")

    @override
    def typed(self) -> TypedChoice:
        return TypedChoice(self._tiles.current, self._form.texts)

    @override
    def restore(self, typed: object) -> None:
        if isinstance(typed, TypedChoice):
            self._form.fill(typed.texts)
            self._tiles.choose(PayWay(typed.choice))

    def _build(self) -> None:
        unsaid = MessageBox(
            "warning",
            tr("Nobody said at the cancellation how much is given back."),
            tr("Type it as it was agreed. Empty means all that was paid."),
        )
        unsaid_block = held(column(unsaid, 14))
        if self._back.is_said:
            unsaid_block.hide()
        together = called("owed_together", MessageBox("warning", together_words(self._back)))
        together_block = held(column(together, 14))
        if not self._back.together:
            together_block.hide()
        corrected = "" if self._correcting is None else self._correcting.number
        heading = tr("Correct receipt {number}", number=corrected) if corrected else tr("Give back")
        header = SheetHeader(heading, self._back.due.sales[0].booking_ref, back=self.step_back)
        hint = HintLine(
            (actions.BACK_WAYS.painted, tr("to 4 Way of giving back")),
            None,
            tr("The cancellation does not depend on it"),
        )
        left = WaySheet(
            self._tiles,
            hint,
            (together_block, unsaid_block, self._why.block()),
            row(self._amount, self._reference, None, gap=24, top=True),
            18,
            Hairline(),
            14,
            row(self._charge, self._reason, None, gap=24, top=True),
        )
        self.setLayout(split_sheet(header, left=(left,), pane=self._pane))

    def _refund(self) -> Refund | NotTakenError:
        """What is typed, or why it is none."""
        charge, reason, amount, reference, _ = self._form.texts
        if self._why.lacking is not None:
            return self._why.lacking
        try:
            return refund_of(
                self._back,
                self._tiles.current,
                amount=amount,
                reference=reference,
                charge=charge,
                reason=reason,
                step=self._step,
                corrects=self._correcting,
            )
        except NotTakenError as error:
            return error

    def _asked(self, amount: str) -> Refund | None:
        """The sums of this amount, before reason and reference are there; None while there are none."""
        charge, way = self._charge.text(), self._tiles.current
        try:
            return asked_refund(
                self._back,
                way,
                amount=amount,
                charge=charge,
                step=self._step,
                corrects=self._correcting,
            )
        except NotTakenError:
            return None

    def _show_way(self) -> None:
        self._renew()
        self.take_focus()

    def _renew(self) -> None:
        self._reference.setVisible(self._tiles.current is not PayWay.CASH)
        self._reason.setVisible(bool(self._charge.text()))
        self._is_meant = False
        refund = self._refund()
        field, why_not = where(refund if isinstance(refund, NotTakenError) else None)
        self._form.show_error(field, why_not, is_asked=False)
        whole = self._asked("")
        rest = "" if whole is None else paise_words(whole.payment.taken)
        self._amount.show_helper(tr("Empty means exactly {amount}", amount=rest) if rest else "")
        self._pane.show_refund(self._asked(self._amount.text()))
        self._pane.show_problem("")
        self._pane.offer(why_not)

    def _record(self) -> None:
        refund = self._refund()
        if isinstance(refund, Refund) and self.may_be_left():
            self.tasks.start(RECORD, self._write(refund))

    async def _write(self, refund: Refund) -> None:
        try:
            lines = () if self._is_meant else refund.payment.lines
            besides = "" if self._correcting is None else self._correcting.number
            repeated = await self._owing.repeated(lines, is_refund=True, besides=besides)
            if repeated is not None:
                self._is_meant = True
                self._form.ask("reference", str(repeated_words(repeated)))
                self._pane.record.arm()
                return
            receipt = await self._till.give_back(refund, self._correcting, self._why.said)
        except NotRecordedError as error:
            self._pane.show_problem(str(error))
            self._pane.record.arm()
            return
        self.recorded.emit(receipt)


class GiveBackPane(TillDecision):
    """What was paid and what comes back of it, with the button."""

    def __init__(self, back: GivingBack) -> None:
        super().__init__("record_refund")
        self._back = back
        none = paise_words(0)
        self._charge = Pair(tr("Agency\u2019s own charge"), none, known_as="own_charge_of_all")
        self._rounding = Pair(tr("Rounding"), known_as="cash_rounding")
        self._given = total(tr("Give back"), known_as="given_back")
        self._left = total(tr("Still to give back"), known_as="left_to_give")
        # From it the net price follows.
        operator = (
            tr("The operator\u2019s charge is not stated.")
            if back.charge is None
            else tr("The operator\u2019s charge is {amount}.", amount=paise_words(back.charge))
        )
        self._operator = called("operator_charge", Label(operator, "caption", "text3", wraps=True))
        (sale,) = back.due.sales
        is_known = back.due.is_known
        pays = back.pays if is_known else None
        before = (
            (tr("Given back before"), back.given),
            (tr("Kept by the agency before"), back.kept),
            (tr("Counts for another date"), back.moved),
        )
        self.fill(
            *not_known_things(back.due),
            Label(heading_words(back.due), "heading", elides=True),
            8,
            Label(sale_words(sale), ink="text2", wraps=True),
            10,
            Hairline(),
            10,
            column(
                Pair(tr("Customer paid"), paise_words(back.paid)),
                *(Pair(name, paise_words(each)) for name, each in before if each),
                Pair(tr("Pays in all"), tr("not known") if pays is None else paise_words(pays)),
                Pair(tr("To give back") if is_known else tr("As known here"), paise_words(back.due.total)),
                self._charge,
                self._rounding,
                gap=4,
            ),
            10,
            Hairline(),
            10,
            self._given,
            4,
            self._left,
            14,
            NetSide(column(self._operator)),
            4,
            Label(tr(OWN_BOOK), "caption", "text3", wraps=True),
        )
        self.facts.show_fact(heading_words(back.due), sale_words(sale))

    def show_refund(self, refund: Refund | None) -> None:
        """Show what is typed; None for nothing that can be recorded."""
        taken = 0 if refund is None else refund.payment.taken
        left = paise_words(self._back.due.total if refund is None else refund.left)
        if not self._back.due.is_known:
            left = tr("not known")
        self._charge.value.setText(paise_words(0 if refund is None else refund.charge))
        rounding = 0 if refund is None else refund.payment.rounding
        self._rounding.value.setText(paise_words(rounding))
        self._rounding.setVisible(bool(rounding))
        self._given.value.setText(paise_words(taken))
        self._left.value.setText(left)
        self.record.set_label(record_words(refund))
        self.facts.show_sums(
            ShownSum(tr("Give back"), paise_words(taken)),
            ShownSum(tr("Still to give back"), left),
        )


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
    is_told = refund.left and refund.payment.due.is_known
    left = tr("{amount} left", amount=paise_words(refund.left)) if is_told else ""
    return joined(", ", (told, left))
