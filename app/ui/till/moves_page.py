"""Cash that goes into the drawer and out of it without a sale, and the float with which it is opened."""

from __future__ import annotations

from collections.abc import Awaitable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.model import formats
from app.desk.till.drawer import CashDrawer, CashMove, move_of
from app.desk.till.payment_rules import NotTakenError, typed_paise, where
from app.desk.till.payment_values import paise_words
from app.desk.till.till import NotRecordedError, Till
from app.ui.kit.basics.announcing import say
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, empty, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.form import FieldForm, amount_field
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.message_box import Notice
from app.ui.kit.sheets.page_layout import HintLine, Scroller
from app.ui.till import actions
from app.ui.till.tab_page import MOVES, RECORD, TillTabPage, TypedChoice

_OUT, _IN = "out", "in"
_AMOUNT, _REASON, _TIME, _LONGEST = 200, 360, 90, 120


class MovesPage(TillTabPage):
    """Ctrl Enter opens the drawer with its float, then records what goes in or out."""

    own_actions = actions.MOVES
    tab = MOVES

    def __init__(self, till: Till) -> None:
        super().__init__()
        self.setObjectName("moves_page")
        self._till = till
        self._drawer: CashDrawer | None = None
        ways = SegmentChoice(_OUT, tr("Paid out")), SegmentChoice(_IN, tr("Paid in"))
        self._way = called("move_way", Segmented(ways, tr("In or out")))
        self._float = amount_field(tr("Opening float"), "opening_float", width=_AMOUNT)
        self._amount = amount_field(tr("Amount"), "move_amount", width=_AMOUNT)
        self._reason = TextField(tr("What it is for"), "move_reason", limit=_LONGEST)
        self._reason.setFixedWidth(_REASON)
        self._form = FieldForm(self._float, self._amount, self._reason)
        self._form.follow(self._form.forget_errors)
        self._early = Label("", ink="text2", wraps=True)
        self._since = called("drawer_since", Label("", ink="text2"))
        self._problem = Notice("danger")
        self._moves = column()
        opens = self._button("open_drawer", tr("Open the drawer"))
        records = self._button("record_move", tr("Record"))
        self._opening = held(column(self._early, 14, self._float, 18, row(opens, None)))
        self._moving = held(
            column(
                self._way,
                18,
                row(self._amount, self._reason, None, gap=24, top=True),
                18,
                row(records, None),
                24,
                Hairline(),
                14,
                Label(tr("Since it was opened"), "heading"),
                8,
                self._moves,
            )
        )
        self._opening.hide()
        self._moving.hide()
        content = column(self._problem, self._opening, self._moving, None, margins=(24, 20, 24, 16))
        foot = HintLine((actions.TABS.painted, tr("to 4 Pages of the till")), None, self._since)
        self.setLayout(column(self.make_header(), (Scroller(held(content)), 1), foot))

    @override
    def take_focus(self) -> None:
        first = self._float if self._moving.isHidden() else self._amount
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def run_primary(self) -> None:
        """Open the drawer, or record what goes in or out."""
        if self._drawer is None or not self.may_be_left():
            return
        self._problem.hide()
        opening, amount, reason = self._form.texts
        try:
            if self._drawer.opened_at is None:
                paise = typed_paise(opening, self._drawer.float, "opening_float", may_be_nothing=True)
                self.tasks.start(RECORD, self._write_opening(paise))
            else:
                paise, reason = move_of(amount, reason, is_in=self._way.current == _IN)
                self.tasks.start(RECORD, self._write_move(paise, reason))
        except NotTakenError as error:
            self._form.ask(*where(error))

    @override
    def typed(self) -> TypedChoice:
        return TypedChoice(self._way.current, self._form.texts)

    @override
    def restore(self, typed: object) -> None:
        if isinstance(typed, TypedChoice):
            self._way.choose(typed.choice)
            self._form.fill(typed.texts)

    def _button(self, name: str, words: str) -> Button:
        """One of the two that record what is typed."""
        button = called(name, Button(words, "primary", size=44, key=actions.RECORD_CASH))
        button.clicked.connect(self.run_primary)
        return button

    def _show(self, drawer: CashDrawer) -> None:
        self._drawer = drawer
        self._problem.hide()
        at = drawer.opened_at
        self._opening.setVisible(at is None)
        self._moving.setVisible(at is not None)
        self._float.show_helper(tr("Empty means exactly {amount}", amount=paise_words(drawer.float)))
        early = drawer.taken - drawer.given_back
        words = tr("The drawer is not open. No sale waits for it.")
        more = tr("{amount} of cash since it was closed belongs to it.", amount=paise_words(early))
        self._early.setText(joined(" ", (words, more if early else "")))
        self._since.setText("" if at is None else tr("Open since {time}", time=formats.since(at)))
        empty(self._moves)
        for each in reversed(drawer.moves):
            self._moves.addWidget(_move_line(each))
        if not drawer.moves:
            self._moves.addWidget(Label(tr("Nothing went in or out."), ink="text3"))

    @override
    async def _read(self) -> None:
        try:
            self._show(await self._till.drawer())
        except NotRecordedError as error:
            self._problem.show_words(str(error))
            return
        self.take_focus()

    async def _write_opening(self, paise: int) -> None:
        if await self._written(self._till.open_drawer(paise)):
            # Once it is closed, the next one is another drawer.
            self._float.set_text("")
            say(self, tr("The drawer is open with {amount}.", amount=paise_words(paise)))

    async def _write_move(self, paise: int, reason: str) -> None:
        if await self._written(self._till.move_cash(paise, reason)):
            amount, is_in = paise_words(abs(paise)), paise > 0
            told = (
                tr("{amount} paid in.", amount=amount) if is_in else tr("{amount} paid out.", amount=amount)
            )
            say(self, told)
            self._amount.set_text("")
            self._reason.set_text("")

    async def _written(self, writing: Awaitable[None]) -> bool:
        """Whether it was written down; then the drawer is shown as it is now, before anything else can be."""
        try:
            await writing
        except NotRecordedError as error:
            self._problem.show_words(str(error))
            return False
        await self._read()
        return True


def _move_line(move: CashMove) -> QWidget:
    at = Label(formats.clock_time(move.at), ink="text2")
    at.setFixedWidth(_TIME)
    what = Label(joined(", ", (move.reason, move.clerk)), elides=True)
    amount = Label(paise_words(move.amount), "bodyStrong", right=True)
    return held(row(at, (what, 1), amount, gap=12, margins=(0, 4, 0, 4)))
