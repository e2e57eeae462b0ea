"""The questions and waits before the counter closes or changes its service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.language import joined, mark, tr
from app.ui.flows.navigation import Navigation
from app.ui.kit.sheets.dialogs import ask
from app.ui.kit.sheets.modal_question import QuestionAnswer, QuestionWords
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk

CLOSES_THEN = mark("The window closes when it is known.")
_ASKS_THEN = mark("You are asked again when that has ended.")
LEAVES_THEN = mark("This service is left when it is known.")


class CloseGuard:
    """Decides whether the desk may be closed or left, and waits for its bookings."""

    def __init__(self, window: MainWindow, routing: Navigation) -> None:
        self._window = window
        self._routing = routing

    async def may_close(self) -> bool:
        """Whether the counter may close: not when the clerk keeps what is begun or has to write something."""
        return not self._routing.is_unwritten and await self._may_drop(
            tr("Nothing of it is kept when the counter closes."),
            QuestionAnswer("close", tr("Close the counter")),
        )

    async def may_leave(self) -> bool:
        """Whether the service may be left: not when the clerk keeps what is begun."""
        return await self._may_drop(
            tr("Nothing of it is kept when the counter leaves this service."),
            QuestionAnswer("leave", tr("Leave this service")),
        )

    async def may_restore(self) -> bool:
        """Whether a backup may be restored: not when the clerk keeps what is begun."""
        return await self._may_drop(
            tr("Nothing of it is kept when a backup is put back."),
            QuestionAnswer("restore", tr("Put the backup back")),
        )

    async def has_seen(self, desk: Desk) -> bool:
        """Whether no booking is running, or the clerk closes the counter after seeing what became of it."""
        if not desk.payments.is_settling:
            return True
        await self.settle(desk, tr(_ASKS_THEN))
        question = QuestionWords(
            tr("The wait has ended"),
            tr("Look at what became of the booking before the counter closes."),
            (
                QuestionAnswer("look", tr("Look at it"), "primary"),
                QuestionAnswer("close", tr("Close the counter")),
            ),
        )
        closes = await ask(self._window, question) == "close"
        page = self._window.current_page
        if page is not None and not closes:
            # The page that had the keyboard when it was asked has gone with the booking.
            page.take_focus()
        return closes

    async def settle(self, desk: Desk, then: str) -> None:
        """Wait visibly until no booking is running and outcomes that no disk stored are on paper.

        `then` says what follows after a booking.
        """
        # A storm would begin the next cancellation behind the one that is waited for.
        desk.storm.stop()
        while desk.payments.is_settling or desk.payments.unjournalled.waiting:
            if desk.payments.is_settling:
                self._window.show_settling(then)
                try:
                    await desk.payments.finish()
                finally:
                    self._window.show_settling("")
            # The outcome to write down is shown above the window until a person confirms it.
            await desk.payments.unjournalled.all_written()

    async def _may_drop(self, sentence: str, dropping: QuestionAnswer) -> bool:
        """Whether no money is being taken and no sale typed, or the clerk would rather drop that."""
        return await self._may_drop_money(sentence, dropping) and await self._may_drop_sale(
            sentence, dropping
        )

    async def _may_drop_money(self, sentence: str, dropping: QuestionAnswer) -> bool:
        unrecorded = self._routing.unrecorded
        if unrecorded is None:
            return True
        answers = (QuestionAnswer("back", tr("Back to it"), "primary"), dropping)
        words = joined(" ", (tr("It is not recorded."), sentence))
        if await ask(self._window, QuestionWords(tr(unrecorded), words, answers)) == dropping.key:
            return True
        self._routing.show_unrecorded()
        return False

    async def _may_drop_sale(self, sentence: str, dropping: QuestionAnswer) -> bool:
        if not self._routing.is_typing:
            return True
        answers = (QuestionAnswer("keep", tr("Keep typing"), "primary"), dropping)
        question = QuestionWords(tr("A sale is being typed"), sentence, answers)
        return await ask(self._window, question) == dropping.key
