"""Watches whether the API key may sell, shows it on every page when not, and changes the key."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from app.core.language import tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.sale import Wallet
from app.desk.service.advice import advise_selling_off
from app.desk.service.key_access import KeyState
from app.ui.connection.api_key_sheet import ApiKeySheet
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk

_TASK = "key"


def whose_words(agent: str, others: frozenset[str]) -> tuple[str, str]:
    """The words for whose wallet this is, and for the sales of other agents."""
    whose = tr(
        "This key is that of agent {agent}: sales are paid from that wallet.",
        agent=agent or tr("not stated"),
    )
    return whose, tr(
        "Sales of agent {named} stay as they are, and are settled with the key of that agent.",
        named=formats.both(sorted(others)),
    )


class ApiKeyWatch(QObject):
    """Shows the state of a desk's API key in the window."""

    typed = Signal(str)
    """Emitted with a typed API key, which is not in use yet."""
    taken = Signal(str)
    """Emitted with the API key in use from now on."""

    def __init__(self, window: MainWindow, desk: Desk, read_again: Callable[[], None]) -> None:
        super().__init__()
        self._window = window
        self._desk = desk
        self._read_again = read_again
        self._sheet: ApiKeySheet | None = None
        self._tasks = TaskScope(hand_to_loop)
        self._unsubscribe = desk.reader.access.changed.subscribe(self._note)
        window.key_asked.connect(self.ask)
        window.check_asked.connect(self._check)

    def end(self) -> None:
        """Stop watching, and remove the messages about the key."""
        self._unsubscribe()
        self._window.key_asked.disconnect(self.ask)
        self._window.check_asked.disconnect(self._check)
        self._tasks.cancel_all()
        if self._sheet is not None and isValid(self._sheet):
            self._sheet.dismiss()
        self._window.show_selling(None)
        self._window.show_notice("", about="agent")

    def ask(self) -> None:
        """Ask for another API key over the present page."""
        if self._sheet is not None and isValid(self._sheet) and self._sheet.isVisible():
            return
        self._sheet = ApiKeySheet(self._window)
        self._sheet.entered.connect(self._try)

    async def tell_whose(self, wallet: Wallet) -> None:
        """Show whose wallet this is if the counter has sold from another one, or remove the notice."""
        others = await self._desk.bookings.other_agents()
        if others:
            words = partial(whose_words, wallet.agent_id, others)
            self._window.show_notice(lambda: words()[0], lambda: words()[1], about="agent")
        else:
            self._window.show_notice("", about="agent")

    def _note(self, state: KeyState) -> None:
        good = state is KeyState.GOOD
        self._window.show_selling(None if good else partial(advise_selling_off, state))

    def _check(self) -> None:
        self._window.key_band.show_checking(busy=True)
        self._tasks.start(_TASK, self._check_key())

    async def _check_key(self) -> None:
        try:
            await self._desk.api_key.check()
        except DeskError:
            # The band is still shown, with the reason.
            self._window.key_band.show_checking(busy=False)
            return
        self._window.key_band.show_checking(busy=False)
        self._read_again()

    def _try(self, text: str) -> None:
        self.typed.emit(text)
        self._tasks.start(_TASK, self._use(text))

    async def _use(self, text: str) -> None:
        try:
            wallet = await self._desk.api_key.use(text)
        except DeskError as error:
            if self._sheet is not None and isValid(self._sheet):
                self._sheet.show_problem(error.advice)
            return
        if self._sheet is not None and isValid(self._sheet):
            self._sheet.dismiss()
        self.taken.emit(text)
        self._window.say(tr("This key is used from now on. Agent {agent_id}.", agent_id=wallet.agent_id))
        await self.tell_whose(wallet)
        self._read_again()
