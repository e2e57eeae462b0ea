"""Cash that goes into the drawer and out of it without a sale, and the float with which it is opened."""

from __future__ import annotations

from collections.abc import Awaitable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.model import formats
from app.desk.model.typed_text import figures
from app.desk.till.drawer import CashDrawer, CashMove, move_of
from app.desk.till.payment_rules import NotTakenError, typed_paise
from app.desk.till.payment_values import paise_words
from app.desk.till.till import NotRecordedError, Till
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import column, empty, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page_layout import HintLine, Scroller
from app.ui.till import actions
from app.ui.till.tab_page import MOVES, TillTabPage

_OUT, _IN = "out", "in"
_AMOUNT, _REASON, _TIME, _LIMIT, _LONGEST = 200, 360, 90, 18, 120
_RECORD = "record"


class MovesPage(TillTabPage):
    """Ctrl Enter opens the drawer with its float, then records what goes in or out."""

    own_actions = actions.MOVES
    tab = MOVES

    done = Signal(str)
    """Emitted with what was recorded, in a sentence."""

    def __init__(self, till: Till, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("moves_page")
        self._till = till
        self._drawer: CashDrawer | None = None
        self._float = TextField(tr("Opening float"), "opening_float", takes=figures, limit=_LIMIT)
        self._open = Button(tr("Open the drawer"), "primary", size=44, key=actions.RECORD_CASH)
        self._open.setObjectName("open_drawer")
        self._way = Segmented(
            (SegmentChoice(_OUT, tr("Paid out")), SegmentChoice(_IN, tr("Paid in"))), tr("In or out")
        )
        self._way.setObjectName("move_way")
        self._amount = TextField(tr("Amount"), "move_amount", takes=figures, limit=_LIMIT)
        self._reason = TextField(tr("What it is for"), "move_reason", limit=_LONGEST)
        self._record = Button(tr("Record"), "primary", size=44, key=actions.RECORD_CASH)
        self._record.setObjectName("record_move")
        self._early = Label("", ink="text2", wraps=True)
        self._since = Label("", ink="text2")
        self._since.setObjectName("drawer_since")
        self._problem = MessageBox("danger")
        self._problem.hide()
        self._moves = column()
        self._opening = held(column(self._early, 14, self._float, 18, row(self._open, None)))
        self._moving = held(
            column(
                self._way,
                18,
                row(self._amount, self._reason, None, gap=24, top=True),
                18,
                row(self._record, None),
                24,
                Hairline(),
                14,
                Label(tr("Since it was opened"), "heading"),
                8,
                self._moves,
            )
        )
        self._build()

    @override
    def enter(self) -> None:
        super().enter()
        self.read_again()

    @override
    def take_focus(self) -> None:
        first = self._float if self._moving.isHidden() else self._amount
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def read_again(self) -> None:
        """Read again how the drawer stands."""
        self.tasks.start("drawer", self._read())

    @override
    def run_primary(self) -> None:
        """Open the drawer, or record what goes in or out."""
        if self._drawer is None or not self.may_be_left():
            return
        self._problem.hide()
        try:
            if self._drawer.opened_at is None:
                typed = self._float.text()
                paise = typed_paise(typed, self._drawer.float, "opening_float", may_be_nothing=True)
                told = tr("The drawer is open with {amount}.", amount=paise_words(paise))
                self.tasks.start(_RECORD, self._write_opening(paise, told))
            else:
                is_in = self._way.current == _IN
                paise, reason = move_of(self._amount.text(), self._reason.text(), is_in=is_in)
                self.tasks.start(_RECORD, self._write_move(paise, reason))
        except NotTakenError as error:
            self._show_error(error)

    @override
    def may_be_left(self) -> bool:
        return not self.tasks.is_running(_RECORD)

    @override
    def typed(self) -> tuple[str, str, str, str]:
        return self._way.current, self._float.text(), self._amount.text(), self._reason.text()

    @override
    def restore(self, typed: object) -> None:
        match typed:
            case (str(way), str(opening), str(amount), str(reason)):
                self._way.choose(way)
                for field, text in ((self._float, opening), (self._amount, amount), (self._reason, reason)):
                    field.set_text(text)
            case _:
                pass

    def _build(self) -> None:
        for field, width in ((self._float, _AMOUNT), (self._amount, _AMOUNT), (self._reason, _REASON)):
            field.setFixedWidth(width)
            field.edited.connect(self._clear_errors)
        self._open.clicked.connect(self.run_primary)
        self._record.clicked.connect(self.run_primary)
        self._opening.hide()
        self._moving.hide()
        content = column(self._problem, self._opening, self._moving, None, margins=(24, 20, 24, 16))
        hint = HintLine((actions.TABS.painted, tr("to 4 Pages of the till")), None, self._since)
        page = column(self.make_header())
        page.addWidget(Scroller(held(content)), 1)
        page.addWidget(hint)
        self.setLayout(page)

    def _clear_errors(self) -> None:
        for field in (self._float, self._amount, self._reason):
            field.show_error("")

    def _show_error(self, error: NotTakenError) -> None:
        for field in (self._float, self._amount, self._reason):
            is_here = error.field == field.edit.objectName()
            field.show_error(str(error) if is_here else "")
            if is_here:
                field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, drawer: CashDrawer) -> None:
        self._drawer = drawer
        self._problem.hide()
        is_open = drawer.opened_at is not None
        self._opening.setVisible(not is_open)
        self._moving.setVisible(is_open)
        self._float.show_helper(tr("Empty means exactly {amount}", amount=paise_words(drawer.float)))
        early = drawer.taken - drawer.given_back
        words = tr("The drawer is not open. No sale waits for it.")
        more = tr("{amount} of cash since it was closed belongs to it.", amount=paise_words(early))
        self._early.setText(joined(" ", (words, more if early else "")))
        at = drawer.opened_at
        self._since.setText("" if at is None else tr("Open since {time}", time=formats.since(at)))
        empty(self._moves)
        for each in reversed(drawer.moves):
            self._moves.addWidget(_move_line(each))
        if not drawer.moves:
            self._moves.addWidget(Label(tr("Nothing went in or out."), ink="text3"))

    async def _read(self) -> None:
        try:
            self._show(await self._till.drawer())
        except NotRecordedError as error:
            self._tell(str(error))
            return
        self.take_focus()

    async def _write_opening(self, paise: int, told: str) -> None:
        if await self._written(self._till.open_drawer(paise)):
            # Once it is closed, the next one is another drawer.
            self._float.set_text("")
            self.done.emit(told)

    async def _write_move(self, paise: int, reason: str) -> None:
        if await self._written(self._till.move_cash(paise, reason)):
            amount, is_in = paise_words(abs(paise)), paise > 0
            told = (
                tr("{amount} paid in.", amount=amount) if is_in else tr("{amount} paid out.", amount=amount)
            )
            self.done.emit(told)
            self._amount.set_text("")
            self._reason.set_text("")

    async def _written(self, writing: Awaitable[None]) -> bool:
        """Whether it was written down; then the drawer is shown as it is now, before anything else can be."""
        try:
            await writing
        except NotRecordedError as error:
            self._tell(str(error))
            return False
        await self._read()
        return True

    def _tell(self, sentence: str) -> None:
        self._problem.show_words(sentence)
        self._problem.setVisible(bool(sentence))


def _move_line(move: CashMove) -> QWidget:
    at = Label(formats.clock_time(move.at), ink="text2")
    at.setFixedWidth(_TIME)
    whole = row(at, gap=12, margins=(0, 4, 0, 4))
    whole.addWidget(Label(joined(", ", (move.reason, move.clerk)), elides=True), 1)
    whole.addWidget(Label(paise_words(move.amount), "bodyStrong", right=True))
    return held(whole)
