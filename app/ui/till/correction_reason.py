"""Why a receipt is corrected."""

from __future__ import annotations

from app.core.language import mark, tr
from app.desk.till.payment_rules import NotTakenError
from app.ui.kit.basics.layouts import Thing, column, held
from app.ui.kit.controls.text_field import TextField

REASON = "correction_reason"
_LONGEST = 120
_SAY_WHY = mark("Say why the receipt is corrected. Both stay in the book.")
_NO_REASON = mark(
    "A number alone is no reason. Say in words why it is corrected; the amount has its own field."
)


class CorrectionReason(TextField):
    """Its field, on a page that may record another receipt in the place of a wrong one."""

    def __init__(self, *, is_asked: bool) -> None:
        super().__init__(tr("Why it is corrected"), REASON, limit=_LONGEST)
        self._is_asked = is_asked

    @property
    def said(self) -> str:
        """The reason in one line."""
        return " ".join(self.text().split())

    @property
    def lacking(self) -> NotTakenError | None:
        """Why it may not be recorded yet; None where nothing is corrected, or it is said why."""
        if not self._is_asked or any(map(str.isalpha, self.said)):
            return None
        return NotTakenError(_NO_REASON if self.said else _SAY_WHY, REASON)

    def block(self) -> Thing:
        """It with its room below; hidden where nothing is corrected."""
        block = held(column(self, 18))
        if not self._is_asked:
            block.hide()
        return block
