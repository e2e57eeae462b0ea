"""What is said of a reading: advice when it failed, and what of an answer was not read or did not come."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QApplication, QWidget

from app.core.language import joined, tr, trn
from app.desk.model.activities import ActivityCatalogue, DaySlots
from app.desk.model.boats import DepartureList
from app.desk.model.sale import Advice
from app.ui.kit.basics.actions import READ_AGAIN
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.details_box import DetailsBox, details_text
from app.ui.kit.sheets.message_box import MessageBox

_MOST_SHOWN = 50


class FailurePanel(QWidget):
    """Shown in place of what could not be read; `retry` is the button to read again."""

    def __init__(self) -> None:
        super().__init__()
        self._advice = Advice("", "", "")
        self._note = called("failure", MessageBox("danger"))
        self.retry = called("retry", Button(READ_AGAIN, size=28))
        copy = called("copy_details", Button(tr("Copy details"), size=28, icon="copy"))
        copy.clicked.connect(self._copy)
        self._note.add(held(row(self.retry, copy, None, gap=8, margins=(0, 12, 0, 0))), beneath=True)
        self._details = DetailsBox()
        self.setLayout(column(self._note, 16, self._details, None, margins=(20, 20, 20, 20)))

    def show_advice(self, advice: Advice) -> None:
        """Show what went wrong."""
        self._advice = advice
        self._note.show_words(advice.what, joined(" ", (advice.meaning, advice.action)))
        self._details.show_details(advice)

    def _copy(self) -> None:
        QApplication.clipboard().setText(details_text(self._advice))


def entries_words(set_aside: int) -> str:
    """A sentence with the number of entries that are not shown; empty for none."""
    if not set_aside:
        return ""
    return trn("{number} entry could not be read", "{number} entries could not be read", set_aside)


def left_out_words(found: ActivityCatalogue | DepartureList | DaySlots) -> str:
    """What of an answer is not in its list; empty when all of it is."""
    came = found.came
    short = ""
    if came is not None and came.counted is None:
        short = tr("only the first {came} came", came=came.came)
    elif came is not None:
        short = tr("{came} of {counted} came", came=came.came, counted=came.counted)
    return joined(", ", (entries_words(len(found.set_aside)), short))


def lost_advice(what: str, set_aside: Sequence[str]) -> Advice:
    """In place of a list of which nothing could be read: what came instead, entry by entry."""
    more = len(set_aside) - _MOST_SHOWN
    shown = (*set_aside[:_MOST_SHOWN], *((tr("and {number} more", number=more),) if more > 0 else ()))
    return Advice(
        what,
        tr("The service answers otherwise than described."),
        tr("Read again. If it stays so, copy what came and send it to the operator."),
        tuple(("" if place else tr("What came"), each) for place, each in enumerate(shown)),
    )
