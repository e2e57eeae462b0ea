"""The result page of a settled sale or cancellation: reference, wallet side, and the way on."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QHBoxLayout, QLayout, QWidget
from typing_extensions import override

from app.core.language import ended, tr
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.ui.kit.basics.actions import READ_AGAIN, Action
from app.ui.kit.basics.announcing import announce
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.key_cap import KeyCap
from app.ui.kit.basics.layouts import Thing, called, column, held, row
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label, Words
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import HintLine, Scroller, SheetHeader
from app.ui.kit.sheets.pane import Pane, split_sheet
from app.ui.kit.sheets.request_number import RequestNumber
from app.ui.kit.sheets.toast import Toast
from app.ui.theme import style

if TYPE_CHECKING:
    from app.desk.model.sale import Wallet
    from app.desk.wallet.current_wallet import CurrentWallet

_HELD_KEY_SECONDS = 1.0
_SIDE, _TOP = 40, 32


class ResultPane(Pane):
    """The right side: the debit or refund, and the last reading of the wallet."""

    def __init__(self, wallet: Wallet | None) -> None:
        super().__init__(is_heard=False)
        self.wallet = wallet
        self._glyph = Icon("circle-alert", 14, "warning_mark")
        self._read_at = called("wallet_read_at", Label("", ink="text2", elides=True))
        self.show_unread()
        self._show_read_at()
        self.turned.connect(self.show_side)

    def fill(self, heading: str, request_id: str, *content: Thing) -> None:
        """Put the content between the heading and the number of the request."""
        number = RequestNumber(request_id)
        lines = column(Label(heading, "heading"), 12, *content, number, None, margins=(20, 20, 20, 16))
        self.body.addWidget(Scroller(held(lines)), 1)
        self.body.addWidget(self.foot())

    def show_reading(self) -> None:
        """Show that the wallet is being read; a reading that is shown stays meanwhile."""
        if self.wallet is None:
            self._read_at.setText(lambda: tr("Reading…"))

    def show_unread(self) -> None:
        """Show that the wallet could not be read; a reading that is shown stays with its age."""
        if self.wallet is None:
            self._read_at.setText(lambda: tr("The wallet could not be read after the sale"))

    def show_wallet(self, wallet: Wallet) -> None:
        """Show the wallet as it was read later."""
        self.wallet = wallet
        self._show_read_at()
        self.show_side()

    def show_side(self) -> None:
        """Show the wallet side as it was read last, and words that tell of it."""

    def foot(self) -> Box:
        """The line with the reading of the wallet."""
        foot, line = Box("sunken"), row(self._glyph, gap=6, margins=(20, 0, 20, 0))
        line.addWidget(self._read_at, 1)
        line.addWidget(KeyCap(READ_AGAIN))
        foot.setLayout(column(Hairline(), None, line, None))
        foot.setFixedHeight(style.ACTION_BAR)
        return foot

    def _show_read_at(self) -> None:
        if self.wallet is not None:
            self._glyph.set_icon("refresh-cw", "text2")
            at = self.wallet.read_at
            self._read_at.setText(lambda: tr("Wallet read {read_at}", read_at=formats.clock_seconds(at)))


class SettledPage(Page):
    """A page of what is settled: Ctrl Enter and Esc go on; F5 reads the wallet again."""

    def __init__(self, wallet: CurrentWallet, pane: ResultPane) -> None:
        super().__init__()
        self._wallet = wallet
        self._pane = pane
        self._entered_at = 0.0
        self.toast = Toast(self)

    @override
    def enter(self) -> None:
        super().enter()
        self._entered_at = time.monotonic()

    @override
    def read_again(self) -> None:
        """Read the wallet again, such as when it could not be read after the order."""
        self.tasks.start("wallet", self._read_wallet())

    @override
    def run_primary(self) -> None:
        """Go on, but not by the Ctrl Enter that sent the order and is still held down."""
        if time.monotonic() - self._entered_at >= _HELD_KEY_SECONDS:
            self.went_back.emit()

    async def _read_wallet(self) -> None:
        self._pane.show_reading()
        try:
            wallet = await self._wallet.read()
        except DeskError as error:
            self._pane.show_unread()
            self.toast.say(error.advice.what)
        else:
            self._pane.show_wallet(wallet)


class ResultPage(SettledPage):
    """The page of one reference, which C copies."""

    def __init__(
        self,
        wallet: CurrentWallet,
        pane: ResultPane,
        copy: Action,
        reference: tuple[str, str],
        *,
        outcome: str,
    ) -> None:
        """`reference` is the reference and the sentence after copying it; `outcome` is announced."""
        super().__init__(wallet, pane)
        self._reference, self._copied = reference
        self._outcome = outcome
        self.copy = Button(copy)
        self.copy.clicked.connect(self._copy_reference)
        self.bind(copy, self._copy_reference)

    def lay_out(self, header: SheetHeader, content: QLayout, foot: HintLine) -> None:
        """Place the content above the foot, beside the pane."""
        self.setLayout(split_sheet(header, left=(Scroller(_Content(content)), foot), pane=self._pane))

    @override
    def enter(self) -> None:
        super().enter()
        # In one piece: a second urgent sentence would interrupt the first.
        announce(self, self._outcome, ended(self._pane.facts.spoken), is_urgent=True)

    def _copy_reference(self) -> None:
        QApplication.clipboard().setText(self._reference)
        self.toast.say(self._copied)


class _Content(Roomy, QWidget):
    """Holds the content, in a small window with less air around it."""

    def __init__(self, content: QLayout) -> None:
        super().__init__()
        self._content = content
        self.setLayout(content)

    @override
    def follow_room(self) -> None:
        side, top = (24, 16) if self.room.is_small else (_SIDE, _TOP)
        self._content.setContentsMargins(side, top, side, 16)


def settled_line(sentence: str, when: Words, *more: QWidget) -> QHBoxLayout:
    """The line with the result and its time."""
    mark, words = Icon("circle-check", 20, "success"), Label(sentence, "heading", "success")
    at = called("settled_at", Label(when, "caption", "text3"))
    return row(mark, words, at, *more, None, gap=8)


def rule() -> QWidget:
    """A hairline with room around it."""
    return held(column(16, Hairline(), 16))
