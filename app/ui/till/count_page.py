"""The count of the drawer: what is there, and only then what should be."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout
from typing_extensions import override

from app.core.language import joined, tr, trn
from app.desk.model import formats
from app.desk.model.typed_text import digits
from app.desk.till.drawer import (
    COINS,
    MOST_PIECES,
    NO_COUNT,
    NOTES,
    REASON_FROM,
    CashDrawer,
    check_closing,
    counted,
)
from app.desk.till.payment_rules import NotTakenError, typed_paise, where
from app.desk.till.payment_values import in_rupees, paise_words
from app.desk.till.till import NotRecordedError, Till
from app.ui.kit.basics.amounts import AmountLabel, Pair, total
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, empty, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.form import FieldForm, amount_field
from app.ui.kit.controls.line_edit import RoleEdit
from app.ui.kit.controls.text_field import TextField, left_out_words
from app.ui.kit.sheets.page_layout import HintLine, Scroller
from app.ui.kit.sheets.pane import ShownSum, split_sheet
from app.ui.till import actions
from app.ui.till.decision import TillDecision
from app.ui.till.tab_page import COUNT, RECORD, TillTabPage

Piece = tuple[str, int]
NOTE, COIN = "note", "coin"
_PIECES: tuple[Piece, ...] = (*((NOTE, value) for value in NOTES), *((COIN, value) for value in COINS))
"""Every note and coin, in the order of counting."""
_LONGEST, _FLOAT, _FIELD, _VALUE, _AMOUNT = 120, 160, 84, 70, 200


class CountPane(TillDecision):
    """The right side of the count; it says nothing of what should be there before something is counted."""

    def __init__(self) -> None:
        super().__init__("record_count")
        reason = tr("Reason, asked from {amount} on", amount=paise_words(REASON_FROM))
        self.reason = TextField(reason, "difference_reason", limit=_LONGEST)
        self.stays = amount_field(tr("Stays in the drawer as the next float"), "next_float")
        self.stays.edit.setFixedWidth(_FLOAT)
        self._blind = Label(
            tr("What should be there is shown after the count, so that it is counted and not copied."),
            ink="text2",
            wraps=True,
        )
        self._lines = column(gap=4)
        self._difference = total("", known_as="difference")
        self._shown = held(column(self._lines, 12, self._difference, 16, self.reason, 14, self.stays))
        kept = Label(tr("A difference is kept, never corrected away."), "caption", "text3")
        heading = Label(tr("What should be there"), "heading")
        self.fill(heading, 10, self._blind, self._shown, foot=(kept,))
        self.show_blind()

    def show_blind(self) -> None:
        """Show nothing of what should be there."""
        self._blind.show()
        self._shown.hide()
        self.problem.hide()
        self.record.set_label(tr("Compare"))
        self.facts.show_fact(tr("What should be there"), tr("shown after the count"))
        self.facts.show_sums()

    def show_compared(self, drawer: CashDrawer, counted: int) -> None:
        """Show what should be there beside what was counted."""
        self._blind.hide()
        self._shown.show()
        empty(self._lines)
        difference = counted - drawer.expected
        for name, paise in _drawer_parts(drawer):
            self._lines.addWidget(Pair(name, paise_words(paise)))
        self._lines.addWidget(Hairline())
        both = ((tr("Expected"), paise_words(drawer.expected)), (tr("Counted"), paise_words(counted)))
        for each in both:
            self._lines.addWidget(Pair(*each, name_role="bodyStrong", value_role="bodyStrong"))
        words = tr("Short") if difference < 0 else tr("Over") if difference else tr("Agrees")
        self._difference.show_pair(words, paise_words(difference))
        self._difference.value.set_ink("danger" if difference else "success")
        self.reason.setVisible(bool(difference))
        self.stays.show_helper(tr("The rest goes to the safe or the bank."))
        self.record.set_label(close_words(difference))
        self.facts.show_fact(words, paise_words(difference))
        self.facts.show_sums(*(ShownSum(*each) for each in both))

    def take_focus(self) -> None:
        """Put the keyboard into the first field that is asked for."""
        self.reveal()
        first = self.stays if self.reason.isHidden() else self.reason
        first.setFocus(Qt.FocusReason.OtherFocusReason)


def close_words(difference: int) -> str:
    """What the button does with a difference in paise: "Close the drawer, short 10.00"."""
    amount = paise_words(abs(difference))
    told = tr("short {amount}", amount=amount) if difference < 0 else tr("over {amount}", amount=amount)
    return joined(", ", (tr("Close the drawer"), told if difference else ""))


def _drawer_parts(drawer: CashDrawer) -> list[tuple[str, int]]:
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


class CountTyped(NamedTuple):
    """What is typed: one total, and how many there are of each note and coin."""

    total: str
    pieces: tuple[str, ...]
    is_total: bool


class CountPage(TillTabPage):
    """Tab and Enter go from field to field; Ctrl Enter compares, and then closes the drawer."""

    own_actions = actions.COUNT
    tab = COUNT

    closed = Signal(str)
    """Emitted with how the drawer was closed, in a sentence."""

    def __init__(self, till: Till) -> None:
        super().__init__()
        self.setObjectName("count_page")
        self._till = till
        self._drawer: CashDrawer | None = None
        self._compared: CountTyped | None = None
        """What was typed when it was compared; None before."""
        self._fields = {piece: _piece_field(*piece) for piece in _PIECES}
        self._sums = {piece: Label("", "bodyStrong", right=True) for piece in _PIECES}
        title = tr("All that is in the drawer")
        self._total = amount_field(title, "drawer_total", width=_AMOUNT, is_large=True)
        self._counted = called("counted", AmountLabel("money"))
        self._number = Label("", ink="text2")
        self._pane = CountPane()
        self._form = FieldForm(self._total, self._pane.reason, self._pane.stays)
        self._pieces_part, self._total_part = held(self._grid()), held(column(self._total, None))
        self._total_part.hide()
        content = column(self._pieces_part, self._total_part, None, margins=(20, 16, 20, 16))
        heading = Label(tr("Counted"), "heading")
        sums = row(heading, self._number, None, self._counted, gap=12, margins=(20, 12, 20, 12))
        hint = HintLine(
            (actions.NEXT_PIECE, tr("Next")), (actions.ONE_TOTAL, tr("One total, or each piece")), None
        )
        left = (Scroller(held(content), passes_keys=True), held(column(Hairline(), sums)), hint)
        self.setLayout(split_sheet(self.make_header(), left=left, pane=self._pane))
        for field in self._fields.values():
            field.textEdited.connect(self._renew)
            for changed in (field.textEdited, field.inputRejected):
                changed.connect(partial(self._say_left_out, field))
            field.returnPressed.connect(self.focusNextChild)
        self._form.follow(self._renew)
        self._pane.record.spent.connect(self._spend)
        self.bind(actions.ONE_TOTAL, self._turn)
        self._renew()

    @override
    def take_focus(self) -> None:
        first = self._total if self._is_total else self._fields[_PIECES[0]]
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def run_primary(self) -> None:
        """Compare what is counted, or close the drawer with what was compared."""
        if self._pane.record.isEnabled() and self._pane.record.fires():
            self._spend()
            return
        _, error = self._counting()
        if error is not None and error.field == "pieces":
            # It is of all fields together.
            self._pane.problem.show_words(str(error))
        self._form.ask(*where(error))

    @override
    def typed(self) -> CountTyped:
        texts = tuple(each.text() for each in self._fields.values())
        return CountTyped(self._total.text(), texts, self._is_total)

    @override
    def restore(self, typed: object) -> None:
        if isinstance(typed, CountTyped):
            self._show_total(shown=typed.is_total)
            self._total.set_text(typed.total)
            for field, text in zip(self._fields.values(), typed.pieces, strict=True):
                field.setText(text)
            self._renew()

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        for side, (kind, values) in enumerate(((NOTE, NOTES), (COIN, COINS))):
            first = side * 5
            for place, value in enumerate(values):
                number = Label(str(value), "bodyStrong", right=True)
                number.setFixedWidth(_VALUE)
                what = Label(tr("note") if kind == NOTE else tr("coin"), ink="text3")
                parts = (number, what, self._fields[kind, value], self._sums[kind, value])
                for at, each in enumerate(parts, first):
                    grid.addWidget(each, place, at)
            grid.setColumnStretch(first + 3, 1)
        grid.setColumnMinimumWidth(4, 16)
        return grid

    def _say_left_out(self, field: RoleEdit, _text: str = "") -> None:
        if field.gate.left_out:
            self._pane.problem.show_words(left_out_words(field.gate.left_out))

    def _turn(self) -> None:
        """Type one total, or each piece."""
        self._show_total(shown=not self._is_total)
        self.take_focus()
        self._renew()

    def _show_total(self, *, shown: bool) -> None:
        self._total_part.setVisible(shown)
        self._pieces_part.setVisible(not shown)

    @property
    def _is_total(self) -> bool:
        return not self._total_part.isHidden()

    @property
    def _pieces(self) -> dict[Piece, int]:
        """How many there are of each note and coin that is typed."""
        return {piece: int(field.text()) for piece, field in self._fields.items() if field.text()}

    def _paise(self) -> int:
        """What is counted. Raises NotTakenError."""
        if self._is_total:
            if not self._total.text().strip():
                raise NotTakenError(NO_COUNT, "drawer_total")
            return typed_paise(self._total.text(), 0, "drawer_total", may_be_nothing=True)
        if not self._pieces:
            raise NotTakenError(NO_COUNT, "pieces")
        return counted(self._pieces)

    @property
    def _is_compared(self) -> bool:
        """Whether what is typed is what was compared."""
        return self._compared == self.typed()

    def _counting(self) -> tuple[int | None, NotTakenError | None]:
        """What is counted, and what is missing for the next step; each None for nothing."""
        paise = None
        try:
            paise = self._paise()
            if self._is_compared and self._drawer is not None:
                check_closing(self._drawer, paise, self._pane.reason.text(), self._pane.stays.text())
        except NotTakenError as error:
            return paise, error
        return paise, None

    def _renew(self) -> None:
        (paise, error), pieces = self._counting(), self._pieces
        for piece, label in self._sums.items():
            number = pieces.get(piece)
            label.setText("" if number is None else paise_words(counted({piece: number})))
        if paise is None and self._is_total and self._total.text().strip():
            self._counted.setText(formats.EN_DASH)
        else:
            self._counted.show_amount(in_rupees(paise or 0))
        number = 0 if self._is_total else sum(pieces.values())
        self._number.setText(trn("1 note or coin", "{number} notes and coins", number) if number else "")
        self._form.show_error(*where(error), is_asked=False)
        if self._is_compared and self._drawer is not None and paise is not None:
            self._pane.show_compared(self._drawer, paise)
        else:
            self._pane.show_blind()
        unread = tr("The drawer has not been read yet.") if self._drawer is None else ""
        self._pane.offer(unread if error is None else str(error))

    def _spend(self) -> None:
        _, error = self._counting()
        if error is None and self._drawer is not None and self.may_be_left():
            self.tasks.start(RECORD, self._close() if self._is_compared else self._compare())

    @override
    async def _read(self) -> None:
        try:
            self._drawer = await self._till.drawer()
        except NotRecordedError as error:
            self._pane.problem.show_words(str(error))
            return
        self._renew()

    async def _compare(self) -> None:
        """Write the count down, and show what should be there: after the count, not before."""
        compared = self.typed()
        if await self._write(stays=None, reason=""):
            await self._read()
            self._compared = compared
            self._renew()
            self._pane.record.arm()
            self._pane.take_focus()

    async def _close(self) -> None:
        drawer, paise = self._drawer, self._paise()
        if drawer is None:
            return
        reason, stays = check_closing(drawer, paise, self._pane.reason.text(), self._pane.stays.text())
        if await self._write(stays=stays, reason=reason):
            told = tr("The drawer is closed. {amount} stays as the next float.", amount=paise_words(stays))
            self.closed.emit(told)

    async def _write(self, *, stays: int | None, reason: str) -> bool:
        """Write the count down. Returns whether it was."""
        if self._drawer is None:
            return False
        typed = {} if self._is_total else self._pieces
        pieces = {f"{kind} {value}": number for (kind, value), number in typed.items()}
        try:
            await self._till.count_drawer(self._drawer, pieces, self._paise(), reason, stays)
        except NotRecordedError as error:
            self._pane.problem.show_words(str(error))
            self._pane.record.arm()
            return False
        return True


def _piece_field(kind: str, value: int) -> RoleEdit:
    field = called(f"{kind}_{value}", RoleEdit())
    field.setFixedWidth(_FIELD)
    field.setAlignment(Qt.AlignmentFlag.AlignRight)
    field.take_by(digits(len(str(MOST_PIECES))))
    is_note = kind == NOTE
    field.setAccessibleName(
        tr("Notes of {value}", value=value) if is_note else tr("Coins of {value}", value=value)
    )
    return field
