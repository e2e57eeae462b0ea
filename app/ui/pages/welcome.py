"""The first screen: connect with the operator's key, or practise."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from app.ui import style
from app.ui.page import Page
from app.ui.parts.box import Box
from app.ui.parts.buttons import Button
from app.ui.parts.field import Field
from app.ui.parts.glyph import AppMark, Glyph
from app.ui.parts.layouts import column, row
from app.ui.parts.text import Label

_CONNECT_WIDTH, _PRACTISE_WIDTH = 460, 340
_PROMISES = ("No key needed", "Every screen is marked", "Switch to your key later in Settings")
_NO_ADDRESS = "This needs the address of the service. Type it as the operator gave it."
_NO_KEY = "This needs the key. Paste it with Ctrl V."


class WelcomePage(Page):
    """Takes the whole window. Whoever hears `connect_asked` answers with `show_problem` or leaves."""

    has_sheet: ClassVar[bool] = False

    connect_asked = Signal(str, str)
    """An address and a key, as typed and not empty."""
    practice_asked = Signal()

    def __init__(self, address: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._address = Field("Service address", "service_address", limit=500)
        self._key = Field(
            "API key",
            "api_key",
            secret=True,
            helper="Paste it with Ctrl V. It goes into the system\u2019s key store.",
        )
        self._connect = Button("Test and connect", "primary", size=44, key="Enter", fills=True)
        self._connect.setObjectName("connect")
        self._practise = Button("Start in practice mode", size=44, key="Alt P", fills=True)
        self._practise.setObjectName("practise")
        self._address.set_text(address)
        self._build()
        self._connect.clicked.connect(self.run_primary)
        self._practise.clicked.connect(self._ask_practice)
        for field in (self._address, self._key):
            field.entered.connect(self.run_primary)
            field.edited.connect(self._forget_problems)
        shortcut = QShortcut(QKeySequence("Alt+P"), self)
        shortcut.setAutoRepeat(False)
        shortcut.activated.connect(self._ask_practice)

    @override
    def take_focus(self) -> None:
        field = self._key if self._address.text() else self._address
        field.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def run_primary(self) -> None:
        """Test and connect, when both fields are filled."""
        if not self._connect.isEnabled():
            return
        address, key = self._address.text().strip(), self._key.text().strip()
        self._address.show_error("" if address else _NO_ADDRESS)
        self._key.show_error("" if key else _NO_KEY)
        if not address:
            self._address.edit.setFocus()
        elif not key:
            self._key.edit.setFocus()
        else:
            self._show_busy("Connecting\u2026")
            self.connect_asked.emit(address, key)

    @override
    def step_back(self) -> None:
        """There is nothing behind the first screen."""

    def show_problem(self, sentence: str, field: str = "address") -> None:
        """Say beneath a field, `address` or `key`, what is wrong and what to do."""
        self._show_busy("")
        wrong = self._key if field == "key" else self._address
        wrong.show_error(sentence)
        wrong.edit.setFocus()

    def _forget_problems(self) -> None:
        for field in (self._address, self._key):
            field.show_error("")

    def _ask_practice(self) -> None:
        if self._practise.isEnabled():
            self._show_busy("Connecting\u2026")
            self.practice_asked.emit()

    def _show_busy(self, words: str) -> None:
        self._connect.set_busy(words)
        self._practise.setEnabled(not words)

    def _build(self) -> None:
        brand = row(None, AppMark(36), Label("Agency Counter", "brand"), None, gap=12)
        head = Label("Ready when your next customer is.", "greeting", centred=True)
        sentence = "Connect with the key from the operator\u2019s office, or try everything first."
        lead = Label(sentence, "lead", "text2", centred=True)
        cards = row(None, gap=16)
        for card in (self._connect_card(), self._practise_card()):
            cards.addWidget(card)
        cards.addStretch(1)
        foot = Label("The register of your sales stays on this computer.", "caption", "text3", centred=True)
        self.setLayout(column(None, brand, 28, head, 4, lead, 32, cards, 24, foot, None))

    def _connect_card(self) -> Box:
        head = row(Glyph("plug", 18, "accent"), Label("Connect", "heading"), None, gap=8)
        inner = column(head, self._address, self._key, None, self._connect, gap=16, margins=(25, 25, 25, 21))
        return _card(inner, _CONNECT_WIDTH)

    def _practise_card(self) -> Box:
        head = row(Glyph("flask-conical", 18, "text2"), Label("Practise", "heading"), None, gap=8)
        words = "A demo agent with its own test wallet. Sell, cancel, print and close a day. Nothing is real."
        promises = column(*(_promise(text) for text in _PROMISES), gap=8)
        lead = Label(words, "body", "text2", wraps=True)
        inner = column(head, lead, promises, None, self._practise, gap=16, margins=(25, 25, 25, 21))
        return _card(inner, _PRACTISE_WIDTH)


def _promise(text: str) -> QVBoxLayout:
    return column(row(Glyph("check", 14, "success_mark", stroke=2), Label(text), None, gap=6))


def _card(inner: QVBoxLayout, width: int) -> Box:
    card = Box("surface", "line", radius=style.RADIUS)
    card.setFixedWidth(width)
    card.setLayout(inner)
    return card
