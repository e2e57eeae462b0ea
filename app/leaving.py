"""What is asked and waited for before the counter closes, or leaves one service for another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.language import mark
from app.ui.dialogs import ask
from app.ui.parts.scrim import Answer, Question
from app.ui.routing import Routing
from app.ui.window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk

CLOSES_THEN = mark("The window closes when it is known.")
LEAVES_THEN = mark("This service is left when it is known.")
_CLOSING = Question(
    mark("A sale is being typed"),
    mark("Nothing of it is kept when the counter closes."),
    (Answer("keep", mark("Keep typing"), "primary"), Answer("close", mark("Close the counter"))),
)


class Leaving:
    """Stands between the wish to close or to leave and the desk that is open."""

    def __init__(self, window: MainWindow, routing: Routing) -> None:
        self._window = window
        self._routing = routing

    async def may_close(self) -> bool:
        """False when the clerk would rather finish a sale, or must write something down first."""
        if self._routing.is_unwritten:
            return False
        return not self._routing.is_typing or await ask(self._window, _CLOSING) == "close"

    async def settle(self, desk: Desk, then: str) -> None:
        """Wait in sight until no booking is under way, and what no disk took of one is on paper.

        `then` says what comes after a booking.
        """
        while desk.is_settling or desk.unkept.waiting:
            if desk.is_settling:
                self._window.show_settling(then)
                await desk.finish()
                self._window.show_settling("")
            # What is to be written down stands over the window until somebody says that it is.
            await desk.unkept.all_written()
