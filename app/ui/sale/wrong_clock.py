"""The question whether to go on although this computer's clock is far from the service's."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.core.language import joined, tr
from app.desk.model.sale import Advice
from app.desk.service.advice import CLOCK
from app.ui.kit.sheets.dialogs import ask
from app.ui.kit.sheets.modal_question import QuestionAnswer, QuestionWords


async def goes_on(over: QWidget, advice: Advice, accept: Callable[[], None], words: str) -> bool:
    """Ask about a wrong clock when the advice is about one. Returns whether to try the same once more.

    `accept` notes the decision; `words` are those of its button.
    """
    if advice.field != CLOCK:
        return False
    answers = (QuestionAnswer("stop", tr("Change nothing")), QuestionAnswer("go", words, "destructive"))
    meaning = tr("Trips that have gone could be sold, and the day close would be of a wrong day.")
    question = QuestionWords(
        tr("This computer's clock is wrong"), joined(" ", (advice.what, meaning)), answers
    )
    if await ask(over.window(), question) != "go":
        return False
    accept()
    return True
