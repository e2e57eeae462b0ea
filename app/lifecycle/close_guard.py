"""The questions and waits before the counter closes or changes its service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.language import mark
from app.ui.flows.navigation import Navigation
from app.ui.kit.sheets.dialogs import ask
from app.ui.kit.sheets.modal_question import QuestionAnswer, QuestionWords
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk

CLOSES_THEN = mark("The window closes when it is known.")
LEAVES_THEN = mark("This service is left when it is known.")
_TITLE = mark("A sale is being typed")
_KEEP = QuestionAnswer("keep", mark("Keep typing"), "primary")
_CLOSING = QuestionWords(
    _TITLE,
    mark("Nothing of it is kept when the counter closes."),
    (_KEEP, QuestionAnswer("close", mark("Close the counter"))),
)
_LEAVING = QuestionWords(
    _TITLE,
    mark("Nothing of it is kept when the counter leaves this service."),
    (_KEEP, QuestionAnswer("leave", mark("Leave this service"))),
)
_RESTORING = QuestionWords(
    _TITLE,
    mark("Nothing of it is kept when a backup is put back."),
    (_KEEP, QuestionAnswer("restore", mark("Put the backup back"))),
)


class CloseGuard:
    """Decides whether the desk may be closed or left, and waits for its bookings."""

    def __init__(self, window: MainWindow, routing: Navigation) -> None:
        self._window = window
        self._routing = routing

    async def may_close(self) -> bool:
        """Whether the counter may close: not when the clerk keeps a draft or has to write something down."""
        return not self._routing.is_unwritten and await self._may_drop_sale(_CLOSING)

    async def may_leave(self) -> bool:
        """Whether the service may be left: not when the clerk keeps a draft."""
        return await self._may_drop_sale(_LEAVING)

    async def may_restore(self) -> bool:
        """Whether a backup may be restored: not when the clerk keeps a draft."""
        return await self._may_drop_sale(_RESTORING)

    async def settle(self, desk: Desk, then: str) -> None:
        """Wait visibly until no booking is running and outcomes that no disk stored are on paper.

        `then` says what follows after a booking.
        """
        while desk.payments.is_settling or desk.payments.unkept.waiting:
            if desk.payments.is_settling:
                self._window.show_settling(then)
                await desk.payments.finish()
                self._window.show_settling("")
            # The outcome to write down is shown above the window until a person confirms it.
            await desk.payments.unkept.all_written()

    async def _may_drop_sale(self, question: QuestionWords) -> bool:
        return not self._routing.is_typing or await ask(self._window, question) != _KEEP.key
