"""A second counter on one data folder shows a message and ends."""

from __future__ import annotations

from pathlib import Path

from app.core.language import mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.lifecycle.event_loop import QuitRequest
from app.ui.kit.sheets.dialogs import ask
from app.ui.kit.sheets.modal_question import QuestionAnswer, QuestionWords
from app.ui.window.main_window import MainWindow

_IN_USE = mark(
    "It works with the same data folder, {folder}. Go on in its window. Where there is none, it may be "
    "closing still, or belong to another session of this computer: end it there, then start this one again."
)


async def turn_away(window: MainWindow, folder: Path, quit_request: QuitRequest) -> None:
    """Show that another program uses the data folder, until this one is closed."""
    tasks = TaskScope(hand_to_loop)
    window.close_asked.connect(quit_request.request)
    tasks.start("turning away", _say(window, folder, quit_request))
    await quit_request.wait()
    tasks.cancel_all()
    await tasks.finish()
    window.close_now()


async def _say(window: MainWindow, folder: Path, quit_request: QuitRequest) -> None:
    answers = (QuestionAnswer("close", tr("Close this one"), "primary"),)
    sentence = tr(_IN_USE, folder=folder)
    await ask(window, QuestionWords(tr("Another Agency Counter is running"), sentence, answers))
    quit_request.request()
