"""Settings: the service and its key, practice, theme and text size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

from app.desk import words
from app.desk.advice import DeskError
from app.desk.values import Wallet
from app.ui import style
from app.ui.page import Page
from app.ui.parts.box import Hairline
from app.ui.parts.buttons import Button
from app.ui.parts.field import Field
from app.ui.parts.layouts import Thing, column, held, row
from app.ui.parts.note import Note
from app.ui.parts.segmented import Choice, Segmented
from app.ui.parts.sheet import Scroller, SheetHeader
from app.ui.parts.text import Label

if TYPE_CHECKING:
    from app.desk.desk import Desk

_NAMES_WIDTH, _CONTROLS_WIDTH, _GAP = 220, 520, 40
_TEST = "test"
_DOTS = "\u2022" * 16
_THEMES = (Choice("system", "As the system"), Choice("light", "Light"), Choice("dark", "Dark"))
_SIZES = (Choice("100", "100 %"), Choice("115", "115 %"), Choice("130", "130 %"))


class SettingsPage(Page):
    """What can be set in this version; a change is kept at once by whoever hears the signals."""

    theme_chosen = Signal(str)
    """system, light or dark."""
    text_size_chosen = Signal(int)
    """100, 115 or 130 percent."""
    practice_left = Signal()
    practice_asked = Signal()
    connection_asked = Signal()
    """The clerk wants to enter another address or key."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._state = Note("success")
        self._test = Button("Test again", size=28, key="F5")
        self._test.setObjectName("test_connection")
        self._state.add(self._test)
        self._theme = Segmented(_THEMES, "Theme")
        self._theme.setObjectName("theme")
        self._size = Segmented(_SIZES, "Text size")
        self._size.setObjectName("text_size")
        self._theme.choose(style.chosen_theme())
        self._size.choose(str(style.text_size()))
        self._build()
        self._test.clicked.connect(self.read_again)
        self._theme.chosen.connect(self.theme_chosen)
        self._size.chosen.connect(self._tell_size)
        self._show_wallet(desk.wallet_reading)

    @override
    def take_focus(self) -> None:
        self._test.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def read_again(self) -> None:
        """Test the connection by reading the wallet."""
        self._test.set_busy("Testing\u2026")
        self.tasks.start(_TEST, self._read())

    def _tell_size(self, key: str) -> None:
        self.text_size_chosen.emit(int(key))

    async def _read(self) -> None:
        try:
            self._show_wallet(await self._desk.wallet())
        except DeskError as error:
            self._state.set_tone("danger")
            self._state.show_words(error.advice.what, error.advice.action)
        # Not in a finally: a page that was left has no button any more.
        self._test.set_busy("")

    def _show_wallet(self, wallet: Wallet | None) -> None:
        if wallet is None:
            self._state.set_tone("warning")
            self._state.show_words("Not tested yet", "Test it to see whether the service knows the key.")
            return
        status = wallet.account_status or "status not stated"
        self._state.set_tone("success")
        self._state.show_words(
            f"Connected at {words.clock_seconds(wallet.read_at)}",
            f"Agent {wallet.agent_id}, tenant {wallet.tenant_id}, account {status.casefold()}",
        )

    def _build(self) -> None:
        header = SheetHeader("Settings", "", Label("Changes are kept at once", "caption", "text3"))
        sections = column(
            self._service_section(),
            Hairline(),
            self._practice_section(),
            Hairline(),
            _section("Theme", "Follows the system unless you choose.", row(self._theme, None)),
            Hairline(),
            _section("Text size", "For a screen that stands further away.", row(self._size, None)),
            Hairline(),
            None,
            margins=(32, 0, 32, 0),
        )
        page = column(header)
        page.addWidget(Scroller(held(sections)), 1)
        self.setLayout(page)

    def _service_section(self) -> QHBoxLayout:
        profile = self._desk.profile
        address = _read_only(Field("Service address", "service_address"))
        if profile.is_practice:
            address.set_text("On this computer")
            return _section("Service", "The practice service.", address, self._state)
        address.set_text(profile.base_url)
        key = _read_only(Field("API key", "api_key", helper="It is never shown again."))
        key.set_text(_DOTS + profile.key_last_four)
        replace = Button("Replace address or key")
        replace.setObjectName("replace_connection")
        replace.clicked.connect(self.connection_asked)
        what = "The address and key come from the operator\u2019s office."
        return _section("Service", what, address, key, row(replace, None), self._state)

    def _practice_section(self) -> QHBoxLayout:
        practising = self._desk.profile.is_practice
        change = Button("Leave practice" if practising else "Start in practice mode")
        change.setObjectName("leave_practice_here" if practising else "start_practice")
        change.clicked.connect(self.practice_left if practising else self.practice_asked)
        name = Label("Practice mode is on" if practising else "Practice mode is off", "bodyStrong")
        what = Label("Puts a band on every screen. Its sales are kept apart.", "caption", "text2", wraps=True)
        line = row(gap=16)
        line.addLayout(column(name, what), 1)
        line.addWidget(change)
        return _section("Practice", "A demo agent with its own test wallet.", line)


def _read_only(field: Field) -> Field:
    field.edit.setReadOnly(True)
    return field


def _section(title: str, what: str, *controls: Thing) -> QHBoxLayout:
    names = held(column(Label(title, "heading"), 4, Label(what, "body", "text2", wraps=True), None))
    names.setFixedWidth(_NAMES_WIDTH)
    side = held(column(*controls, None, gap=16))
    side.setFixedWidth(_CONTROLS_WIDTH)
    return row(names, side, None, gap=_GAP, margins=(0, 22, 0, 22), top=True)
