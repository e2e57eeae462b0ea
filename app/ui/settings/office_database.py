"""The section of the database that several desks of an office share."""

from __future__ import annotations

from urllib.parse import urlsplit

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.database_url import without_password
from app.core.language import mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.settings.settings_context import SettingsContext
from app.ui.kit.basics.layouts import row
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.settings.section import block, blocks

_SCHEMES = ("postgresql", "postgres")
_NO_ADDRESS = mark("An address is like postgresql://user@server/database.")
_HELP = mark("postgresql://user@server/database. A password in it goes into the system\u2019s key store.")
_EMPTY = mark("Empty: this counter keeps its own, on this computer.")


class OfficeSettings(QWidget):
    """The section of the office's database; a typed password is stored apart and removed from the address."""

    heading = mark("Office database")
    icon = "database"

    changed = Signal(object)
    """Emitted with settings by name."""

    def __init__(self, setup: SettingsContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._setup = setup
        self._tasks = TaskScope(hand_to_loop)
        self._url = TextField(tr("Address of the database"), "office_url", limit=1000, helper=tr(_HELP))
        self._test = Button(tr("Keep and test"))
        self._test.setObjectName("test_office")
        self._state = MessageBox("success")
        self._state.setObjectName("office_state")
        self._state.hide()
        self.setLayout(
            blocks(
                block(
                    tr("Shared database"),
                    tr("What all desks share. The money journal stays on each desk."),
                    self._url,
                    row(self._test, None),
                    self._state,
                )
            )
        )
        self.show_settings()
        self._test.clicked.connect(self._keep)
        self._url.entered.connect(self._keep)
        self._url.edited.connect(lambda: self._url.show_error(""))

    def show_settings(self) -> None:
        """Show the present settings, without what was said of another address."""
        address = self._setup.settings.office_url
        if address != self._url.text():
            self.leave()
            self._test.set_busy("")
            self._url.set_text(address)
            self._url.show_error("")
            self._state.hide()

    def leave(self) -> None:
        """Cancel a running test."""
        self._tasks.cancel_all()

    def _keep(self) -> None:
        typed = self._url.text().strip()
        if not _is_address(typed):
            self._url.show_error(tr(_NO_ADDRESS))
            return
        fixed = self._setup.policy.fixed.get("office_url")
        if fixed is not None and without_password(typed) != fixed:
            text = tr("Your administrator has set the address: {address}", address=fixed)
            self._url.show_error(text)
            return
        self._test.set_busy(tr("Testing\u2026"))
        self._tasks.start("office", self._try(typed))

    async def _try(self, typed: str) -> None:
        """Store the password, then the address without it, and show the result of the test."""
        problem, plain = "", without_password(typed)
        if plain != typed and self._setup.keep_password is not None:
            problem = await self._setup.keep_password(typed)
        self._url.set_text(plain)
        self.changed.emit({"office_url": plain})
        if not problem and plain and self._setup.test_office is not None:
            problem = await self._setup.test_office(plain)
        self._test.set_busy("")
        self._state.set_tone("danger" if problem else "success")
        kept = tr("Kept.") if plain else tr(_EMPTY)
        self._state.show_words(problem or kept)
        self._state.show()


def _is_address(text: str) -> bool:
    if not text:
        return True
    try:
        parts = urlsplit(text)
        has_port = parts.port is None or parts.port > 0
    except ValueError:
        return False
    return parts.scheme in _SCHEMES and bool(parts.hostname) and has_port and len(parts.path) > 1
