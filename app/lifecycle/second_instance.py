"""A counter whose data folder cannot be used shows a message and ends."""

from __future__ import annotations

from pathlib import Path

from app.core.language import mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.lifecycle.event_loop import QuitRequest
from app.store.files.data_folder import FolderInUseError, UnfitFolderError
from app.ui.kit.sheets.dialogs import ask
from app.ui.kit.sheets.modal_question import QuestionAnswer, QuestionWords
from app.ui.window.main_window import MainWindow

_IN_USE = mark(
    "It works with the same data folder, {folder}. Go on in its window. Where there is none, it may be "
    "closing still, or belong to another session of this computer: end it there, then start this one again."
)


async def turn_away(
    window: MainWindow, folder: Path, why: FolderInUseError | UnfitFolderError, quit_request: QuitRequest
) -> None:
    """Show why the data folder cannot be used, until this program is closed."""
    tasks = TaskScope(hand_to_loop)
    window.close_asked.connect(quit_request.request)
    tasks.start("turning away", _say(window, folder, why, quit_request))
    await quit_request.wait()
    tasks.cancel_all()
    await tasks.finish()
    window.close_now()


async def _say(
    window: MainWindow, folder: Path, why: FolderInUseError | UnfitFolderError, quit_request: QuitRequest
) -> None:
    answers = (QuestionAnswer("close", tr("Close this one"), "primary"),)
    heading, sentence = tr("Another Agency Counter is running"), tr(_IN_USE, folder=folder)
    if isinstance(why, UnfitFolderError):
        heading, sentence = tr("This data folder cannot be used"), str(why)
    await ask(window, QuestionWords(heading, sentence, answers))
    quit_request.request()
