"""The first screen: connect with the operator's API key, or practise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout
from typing_extensions import override

from app.core.language import IN_EACH, LANGUAGES, Message, Wording, current, mark, tr
from app.desk.model.typed_text import line
from app.desk.settings.shell import Shell
from app.ui.connection import actions
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.icon import AppMark, Icon
from app.ui.kit.basics.key_cap import KeyCap
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.room import Folding, air
from app.ui.kit.basics.text import Label, set_tip
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.checkbox import Checkbox
from app.ui.kit.controls.form import FieldForm
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.kit.sheets.policy_note import BY_ADMINISTRATOR
from app.ui.theme import style

_CONNECT_WIDTH, _PRACTISE_WIDTH = 460, 340
_GAPS = ((16, 6), (20, 8), (32, 12), (24, 8))
"""Below the name, the language, the sentences and the cards: usually, and in a low window."""
_PROMISES = (
    mark("No key needed"),
    mark("Every screen is marked"),
    mark("Switch to your key later in Settings"),
)
_NO_ADDRESS = mark("This needs the address of the service. Type it as the operator gave it.")
_NO_KEY = mark("This needs the key. Paste it with Ctrl V.")
_KEY_HELP = mark("Paste it with Ctrl V. It goes into the system\u2019s key store.")
_LEAD = mark("Connect with the key from the operator\u2019s office, or try everything first.")
_PRACTISE = mark(
    "A practice agent with its own practice wallet. Sell, cancel, print and close a day. Nothing is real."
)
_SANDBOX = mark("It is the key of the sandbox: nothing is real money")
_FOOT = mark(
    "The register of your sales stays on this computer. Language and text size can be changed in Settings."
)


class _Typed(NamedTuple):
    """What was typed, and the problem below a field."""

    address: str
    key: str
    is_sandbox: bool
    problem: Wording
    field: str


class WelcomePage(Page):
    """Takes the whole window. Who connects for it calls `show_problem`, or opens another page."""

    own_actions = actions.WELCOME
    title = mark("Connect")
    has_sheet: ClassVar[bool] = False

    def __init__(
        self,
        shell: Shell,
        address: str = "",
        *,
        is_sandbox: bool = False,
        fixed: Mapping[str, str] | None = None,
        is_language_fixed: bool = False,
    ) -> None:
        """`fixed` are the addresses that an administrator has set, of `live` and `sandbox`."""
        super().__init__()
        self._shell = shell
        self._fixed, self._is_language_fixed = dict(fixed or {}), is_language_fixed
        self._problem: tuple[Wording, str] = ("", "address")
        languages = (SegmentChoice(*each) for each in LANGUAGES.items())
        self._language = called("language", Segmented(languages, tr("Language")))
        if current() in LANGUAGES:
            self._language.choose(current())
        self._language.setDisabled(is_language_fixed)
        set_tip(self._language, tr(BY_ADMINISTRATOR) if is_language_fixed else "")
        self._sandbox = called("is_sandbox", Checkbox(tr(_SANDBOX)))
        self._sandbox.setChecked(is_sandbox)
        self._address = TextField(tr("Service address"), "service_address", limit=500, required=True)
        self._key = TextField(
            tr("API key"),
            "api_key",
            takes=line,
            secret=True,
            helper=tr(_KEY_HELP),
            required=True,
        )
        self._connect = called("connect", Button(actions.CONNECT, "primary", size=44, fills=True))
        self._practise = called("practise", Button(actions.PRACTISE, size=44, fills=True))
        self._address.set_text(address)
        self._hold_address()
        self._build()
        self._sandbox.toggled.connect(self._hold_address)
        self._connect.clicked.connect(self.run_primary)
        self._practise.clicked.connect(self._ask_practice)
        self._language.chosen.connect(shell.speak)
        self._form = FieldForm(self._address, self._key)
        self._form.follow(self._forget_problems)
        for field in self._form.fields:
            field.entered.connect(self.run_primary)
        self.bind(actions.PRACTISE, self._ask_practice, in_window=True)
        self.bind(actions.LANGUAGE, self._change_language, in_window=True)

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
        self._address.show_error("" if address else tr(_NO_ADDRESS))
        self._key.show_error("" if key else tr(_NO_KEY))
        if not address:
            self._address.edit.setFocus()
        elif not key:
            self._key.edit.setFocus()
        else:
            self._show_busy(tr("Connecting\u2026"))
            self._shell.connect(address, key, self._name)

    @override
    def step_back(self) -> None:
        """Do nothing: there is no page before the first screen."""

    @override
    def typed(self) -> object:
        key, is_sandbox = self._key.text(), self._sandbox.isChecked()
        return _Typed(self._address.text(), key, is_sandbox, *self._problem)

    @override
    def restore(self, typed: object) -> None:
        if not isinstance(typed, _Typed):
            return
        self._sandbox.setChecked(typed.is_sandbox)
        self._address.set_text(typed.address)
        self._key.set_text(typed.key)
        if typed.problem:
            self.show_problem(typed.problem, typed.field)

    def show_problem(self, sentence: Wording, field: str = "address") -> None:
        """Show a problem below a field, `address` or `key`."""
        self._show_busy("")
        self._problem = (sentence, field)
        wrong = self._key if field == "key" else self._address
        wrong.show_error(str(sentence))
        wrong.edit.setFocus()

    @property
    def _name(self) -> str:
        return "sandbox" if self._sandbox.isChecked() else "live"

    def _hold_address(self) -> None:
        """Show an address that an administrator has set, read-only."""
        address = self._fixed.get(self._name, "")
        if address or self._address.text() in self._fixed.values():
            self._address.set_text(address)
        self._address.edit.setReadOnly(bool(address))
        self._address.show_helper(tr(BY_ADMINISTRATOR) if address else "")

    def _forget_problems(self) -> None:
        self._problem = ("", "address")
        self._form.forget_errors()

    def _change_language(self) -> None:
        if self._language.isEnabled():
            self._language.choose_next()

    def _ask_practice(self) -> None:
        if self._practise.isEnabled():
            self._show_busy(tr("Connecting\u2026"))
            self._shell.practise()

    def _show_busy(self, words: str) -> None:
        self._connect.set_busy(words)
        self._practise.setEnabled(not words)
        # The page of another language would know nothing of what is under way.
        self._language.setDisabled(bool(words) or self._is_language_fixed)

    def _build(self) -> None:
        brand = row(None, AppMark(36), Label("Agency Counter", "brand"), None, gap=12)
        head = Label(tr("Ready when your next customer is."), "greeting", centred=True)
        lead = Label(tr(_LEAD), "lead", "text2", centred=True)
        cards = row(None, gap=16)
        for card in (self._connect_card(), self._practise_card()):
            cards.addWidget(card, 0, Qt.AlignmentFlag.AlignHCenter)
        cards.addStretch(1)
        foot = Label(tr(_FOOT), "caption", "text3", centred=True, wraps=True)
        over, above, between, below = map(air, _GAPS)
        both = Folding(cards, lambda room: room.is_narrow)
        lines = column(
            None, brand, over, self._language_line(), above, head, 4, lead, between, both, below, foot, None
        )
        self.setLayout(column((Scroller(held(lines)), 1)))

    def _language_line(self) -> QHBoxLayout:
        """The choice in the middle, between its word and its key."""
        word = Label(IN_EACH, "caption", "text2")
        beside = held(row(KeyCap(actions.LANGUAGE), None))
        beside.setFixedWidth(word.sizeHint().width())
        return row(None, word, self._language, beside, None, gap=12)

    def _connect_card(self) -> Box:
        head = row(Icon("plug", 18, "accent"), Label(tr("Connect"), "heading"), None, gap=8)
        inner = column(
            head,
            self._address,
            self._key,
            row(self._sandbox, None),
            None,
            self._connect,
            gap=16,
            margins=(25, 25, 25, 21),
        )
        return _card(inner, _CONNECT_WIDTH)

    def _practise_card(self) -> Box:
        head = row(Icon("flask-conical", 18, "text2"), Label(tr("Practise"), "heading"), None, gap=8)
        promises = column(*(_promise(text) for text in _PROMISES), gap=8)
        lead = Label(tr(_PRACTISE), "body", "text2", wraps=True)
        inner = column(head, lead, promises, None, self._practise, gap=16, margins=(25, 25, 25, 21))
        return _card(inner, _PRACTISE_WIDTH)


def _promise(text: Message) -> QVBoxLayout:
    return column(row(Icon("check", 14, "success_mark", stroke=2), Label(tr(text)), None, gap=6))


def _card(inner: QVBoxLayout, width: int) -> Box:
    card = Box("surface", "line", radius=style.RADIUS)
    card.setFixedWidth(width)
    card.setLayout(inner)
    return card
