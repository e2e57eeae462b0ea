"""The foot of the preflight: the button that books, or the reason and the way on."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Signal

from app.core.language import Message, joined, mark, tr
from app.ui.kit.basics.actions import ENTER_KEY, READ_AGAIN, STEP_BACK
from app.ui.kit.basics.layouts import called
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.sheets.page_layout import ActionBar

Way = Literal["check", "wallet", "slot", "departure", "key", "back"]
"""The ways on when nothing can be booked."""
_WAYS: dict[Way, Message] = {
    "check": mark("Check again"),
    "wallet": mark("Read wallet again"),
    "slot": mark("Pick another slot"),
    "departure": mark("Choose another departure"),
    "key": mark("Enter another key"),
}
_CHECKING = ("check", "wallet")


class PaymentActions(ActionBar):
    """Shows one action at a time."""

    check_asked = Signal()
    """Emitted to repeat the preflight."""
    left = Signal(str)
    """Emitted with the `Way`: back to the draft, or to the choice of another slot or departure."""

    def __init__(self, back_words: str) -> None:
        self._back_words = back_words
        self.spend = called("spend", ConfirmButton(tr("Book")))
        self._sentence = called("obstacle", Label(role="bodyStrong", ink="danger", wraps=True))
        self._way_button = called("way_on", Button("", "primary", size=44, fills=True))
        self._back = called("back_to_slot", Button(back_words, "quiet", key=STEP_BACK, fills=True))
        self.stop = called("stop_sending", Button(tr("Stop sending"), "quiet", key=STEP_BACK, fills=True))
        self._caption = Label(role="caption", ink="text3", centred=True, elides=True)
        super().__init__(
            self._sentence, self.spend, self._way_button, self._back, self.stop, self._caption, stacked=True
        )
        self.setObjectName("payment_actions")
        self._way: Way = "check"
        self._way_button.clicked.connect(self._go)
        self._back.clicked.connect(lambda: self.left.emit("back"))

    def offer(
        self, label: str, caption: str, *, obstacle: str = "", back: bool = False, is_answered: bool = False
    ) -> None:
        """Offer to book; an `obstacle` is the reason why the button is disabled.

        `is_answered`: it stood there already, and the clerk has just set the tick that it waited for.
        """
        self._show(spend=True, back=back, caption=obstacle or caption)
        self.spend.set_busy("")
        self.spend.set_label(label)
        if obstacle:
            self.spend.disable(obstacle)
        else:
            self.spend.enable()
        if not is_answered:
            self.spend.arm()

    def wait(self, words: str, caption: str, *, can_stop: bool = False, shown: str = "") -> None:
        """Show that something is running; only the stop of an order being sent can be pressed.

        `shown` is what stands on the button in place of the words, which are heard once.
        """
        self.setAccessibleName(joined(" ", (words, caption)))
        # A disabled button passes the focus on: no focus is better than the back arrow.
        if not (can_stop and self.stop.hasFocus()):
            self.setFocus()
        self._show(spend=True, caption=caption, stop=can_stop)
        self.spend.set_busy(shown or words)

    def lead(self, way: Way, sentence: str = "") -> None:
        """Show why nothing can be booked, with a way on."""
        self._show(spend=False, sentence=sentence, back=way in (*_CHECKING, "key"))
        self._way = way
        self._way_button.set_label(tr(_WAYS[way]) if way in _WAYS else self._back_words)
        self._way_button.set_key(READ_AGAIN if way in _CHECKING else ENTER_KEY if way == "key" else None)

    def go_on(self) -> None:
        """Follow the shown way, if any."""
        if self._way_button.isVisible():
            self._go()

    def take_focus(self) -> None:
        """Focus what can be pressed."""
        button = self.spend if self.spend.isVisibleTo(self) else self._way_button
        (button if button.isEnabled() else self).setFocus()

    def _go(self) -> None:
        if self._way in _CHECKING:
            self.check_asked.emit()
        else:
            self.left.emit(self._way)

    def _show(
        self, *, spend: bool, sentence: str = "", back: bool = False, caption: str = "", stop: bool = False
    ) -> None:
        self._sentence.setText(sentence)
        self._sentence.setVisible(bool(sentence))
        self.spend.setVisible(spend)
        self._way_button.setVisible(not spend)
        self._back.setVisible(back)
        self.stop.setVisible(stop)
        self._caption.setText(caption)
        self._caption.setVisible(bool(caption))
