"""Giving a customer back what a cancelled booking was paid with."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import Message, joined, mark, tr
from app.desk.model.office_rules import TillRules
from app.desk.model.typed_text import figures
from app.desk.till.owing import GivingBack, Owing
from app.desk.till.payment_rules import NotTakenError
from app.desk.till.payment_values import PayWay, Refund, paise_words, way_name
from app.desk.till.refund_rules import asked_refund, refund_of
from app.desk.till.standing_words import repeated_words
from app.desk.till.till import NotRecordedError, Till
from app.ui.kit.basics.amounts import Pair, total
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page_layout import ActionBar, HintLine, Scroller, SheetHeader
from app.ui.kit.sheets.pane import Pane, ShownSum, split_sheet
from app.ui.till import actions
from app.ui.till.due_pane import heading_words, sale_words
from app.ui.till.tab_page import TillPage
from app.ui.till.way_tiles import WaySheet, WayTiles, WayWords

_RECORD = "record"
_AMOUNT, _TEXT, _LIMIT, _LONGEST = 200, 360, 18, 40
_LONGEST_REASON = 120
_GIVING = mark("A payment is being given back")


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
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("give_back_page")
        self._owing, self._is_meant = owing, False
        """Whether it was said that the reference is recorded already."""
        self._till, self._back, self._step = till, back, rules.rounding
        self._tiles = WayTiles(_ways())
        self._charge = TextField(
            tr("The agency\u2019s own charge"), "own_charge", takes=figures, limit=_LIMIT
        )
        self._reason = TextField(tr("Why the agency keeps it"), "charge_reason", limit=_LONGEST_REASON)
        self._amount = TextField(tr("Amount"), "paid_amount", takes=figures, limit=_LIMIT)
        self._reference = TextField(tr("Number of the transfer or slip"), "reference", limit=_LONGEST)
        self._fields = (self._charge, self._reason, self._amount, self._reference)
        self._pane = GiveBackPane(back)
        self._build()
        self._tiles.chosen.connect(self._show_way)
        for each in self._fields:
            each.edited.connect(self._renew)
        self._pane.record.spent.connect(self._record)
        self.bind(actions.BACK_WAYS, *(partial(self._tiles.choose, each.way) for each in _ways()))
        self._tiles.choose(back.way)

    @override
    def take_focus(self) -> None:
        needs = not self._reference.isHidden()
        (self._reference if needs else self._amount).setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def run_primary(self) -> None:
        """Record what is typed, or say beside it what is wrong."""
        _, error = self._refund()
        if error is not None:
            self._show_error(error, is_asked=True)
        elif self._pane.record.fires():
            self._record()

    @override
    def may_be_left(self) -> bool:
        return not self.tasks.is_running(_RECORD)

    @property
    @override
    def unrecorded(self) -> Message | None:
        return _GIVING if any(each.text() for each in self._fields) else None

    @override
    def typed(self) -> tuple[PayWay, str, str, str, str]:
        charge, reason, amount, reference = (each.text() for each in self._fields)
        return self._tiles.current, charge, reason, amount, reference

    @override
    def restore(self, typed: object) -> None:
        match typed:
            case (PayWay() as way, str(charge), str(reason), str(amount), str(reference)):
                texts = (charge, reason, amount, reference)
                for field, text in zip(self._fields, texts, strict=True):
                    field.set_text(text)
                self._tiles.choose(way)
            case _:
                pass

    def _build(self) -> None:
        for field, width in zip(self._fields, (_AMOUNT, _TEXT, _AMOUNT, _TEXT), strict=True):
            field.setFixedWidth(width)
        self._amount.enlarge()
        unsaid = MessageBox(
            "warning",
            tr("Nobody said at the cancellation how much is given back."),
            tr("Type it as it was agreed. Empty means all that was paid."),
        )
        unsaid_block = held(column(unsaid, 14))
        if self._back.is_said:
            unsaid_block.hide()
        header = SheetHeader(tr("Give back"), self._back.due.sales[0].booking_ref, back=True)
        header.went_back.connect(self.step_back)
        hint = HintLine(
            (actions.BACK_WAYS.painted, tr("to 4 Way of giving back")),
            None,
            tr("The cancellation does not depend on it"),
        )
        left = WaySheet(
            self._tiles,
            hint,
            (unsaid_block,),
            row(self._amount, self._reference, None, gap=24, top=True),
            18,
            Hairline(),
            14,
            row(self._charge, self._reason, None, gap=24, top=True),
        )
        self.setLayout(split_sheet(header, left=(left,), pane=self._pane))

    def _refund(self) -> tuple[Refund | None, NotTakenError | None]:
        """What is typed, or why it is none."""
        charge, reason, amount, reference = (each.text() for each in self._fields)
        try:
            refund = refund_of(
                self._back,
                self._tiles.current,
                amount=amount,
                reference=reference,
                charge=charge,
                reason=reason,
                step=self._step,
            )
        except NotTakenError as error:
            return None, error
        return refund, None

    def _asked(self, amount: str) -> Refund | None:
        """The sums of this amount, before reason and reference are there; None while there are none."""
        charge, way = self._charge.text(), self._tiles.current
        try:
            return asked_refund(self._back, way, amount=amount, charge=charge, step=self._step)
        except NotTakenError:
            return None

    def _show_way(self, _way: object) -> None:
        self._renew()
        self.take_focus()

    def _renew(self, _text: object = None) -> None:
        way = self._tiles.current
        self._reference.setVisible(way is not PayWay.CASH)
        self._reason.setVisible(bool(self._charge.text()))
        self._is_meant = False
        _, error = self._refund()
        self._show_error(error, is_asked=False)
        whole = self._asked("")
        rest = "" if whole is None else paise_words(whole.payment.taken)
        self._amount.show_helper(tr("Empty means exactly {amount}", amount=rest) if rest else "")
        self._pane.show_refund(self._asked(self._amount.text()))
        self._pane.show_problem("")
        if error is not None:
            self._pane.record.disable(str(error))
        else:
            self._pane.record.enable()

    def _show_error(self, error: NotTakenError | None, *, is_asked: bool) -> None:
        for field in self._fields:
            is_here = error is not None and error.field == field.edit.objectName()
            field.show_error(str(error) if is_here and (is_asked or field.text()) else "")
            if is_here and is_asked:
                field.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _record(self) -> None:
        refund, _ = self._refund()
        if refund is not None and not self.tasks.is_running(_RECORD):
            self.tasks.start(_RECORD, self._write(refund))

    async def _write(self, refund: Refund) -> None:
        try:
            lines = () if self._is_meant else refund.payment.lines
            repeated = await self._owing.repeated(lines, is_refund=True)
            if repeated is not None:
                self._is_meant = True
                error = NotTakenError(repeated_words(repeated), "reference")
                self._show_error(error, is_asked=True)
                self._pane.record.arm()
                return
            receipt = await self._till.give_back(refund)
        except NotRecordedError as error:
            self._pane.show_problem(str(error))
            self._pane.record.arm()
            return
        self.recorded.emit(receipt)


def _ways() -> tuple[WayWords, ...]:
    """The ways in the order of their keys."""
    about = {
        PayWay.CASH: tr("from the drawer"),
        PayWay.UPI: tr("to the customer"),
        PayWay.CARD: tr("slip number"),
        PayWay.OTHER: tr("bank, cheque"),
    }
    return tuple(WayWords(way, way_name(way), words) for way, words in about.items())


class GiveBackPane(Pane):
    """The right side of giving back."""

    def __init__(self, back: GivingBack, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._back = back
        self.record = ConfirmButton("")
        self.record.setObjectName("record_refund")
        self._charge = Pair(tr("Agency\u2019s own charge"), paise_words(0))
        self._charge.value.setObjectName("own_charge_of_all")
        self._rounding = Pair(tr("Rounding"))
        self._rounding.value.setObjectName("cash_rounding")
        self._given, self._left = total(tr("Give back")), total(tr("Still to give back"))
        self._given.value.setObjectName("given_back")
        self._left.value.setObjectName("left_to_give")
        self._operator = Label("", "caption", "text3", wraps=True)
        self._operator.setObjectName("operator_charge")
        self._problem = MessageBox("danger")
        self._problem.setObjectName("payment_problem")
        self._problem.hide()
        self._build()

    def show_refund(self, refund: Refund | None) -> None:
        """Show what is typed; None for nothing that can be recorded."""
        taken = 0 if refund is None else refund.payment.taken
        left = self._back.due.total if refund is None else refund.left
        self._charge.value.setText(paise_words(0 if refund is None else refund.charge))
        rounding = 0 if refund is None else refund.payment.rounding
        self._rounding.value.setText(paise_words(rounding))
        self._rounding.setVisible(bool(rounding))
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
        # From it the net price follows.
        self._operator.setText(
            tr("The operator\u2019s charge is not stated.")
            if back.charge is None
            else tr("The operator\u2019s charge is {amount}.", amount=paise_words(back.charge))
        )
        before = ((tr("Given back before"), back.given), (tr("Kept by the agency before"), back.kept))
        paid_out = [Pair(name, paise_words(each)) for name, each in before if each]
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
            column(
                Pair(tr("Customer paid"), paise_words(back.paid)),
                *paid_out,
                Pair(tr("Pays in all"), tr("not known") if back.pays is None else paise_words(back.pays)),
                Pair(tr("To give back"), paise_words(back.due.total)),
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
