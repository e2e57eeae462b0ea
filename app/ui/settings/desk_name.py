"""The name of this desk in the lists, exports and questions of the office."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.core.language import mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model.errors import DeskError
from app.desk.model.formats import sentences
from app.desk.office.desk_names import LONGEST_NAME, DeskNames
from app.ui.kit.basics.layouts import column, row
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.text_field import TextField

_KEPT = mark("Kept.")


class DeskNameField(QWidget):
    """The name, which is stored by Enter or the button, and shown as all desks have it."""

    def __init__(self, names: DeskNames, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = names
        self._shown = ""
        self._tasks = TaskScope(hand_to_loop)
        self._field = TextField(tr("Name of this desk"), "desk_name", limit=LONGEST_NAME)
        self._button = Button(tr("Rename"))
        self._button.setObjectName("rename_desk")
        self.setLayout(column(self._field, row(self._button, None), gap=12))
        self._field.entered.connect(self._rename)
        self._field.edited.connect(self._forget_told)
        self._button.clicked.connect(self._rename)
        self.destroyed.connect(self._tasks.cancel_all)
        self.show_name()

    def show_name(self) -> None:
        """Show the present name, unless another one is being typed."""
        if self._field.text() == self._shown:
            self._shown = self._names.own
            self._field.set_text(self._shown)

    def _forget_told(self) -> None:
        self._field.show_error("")
        self._field.show_helper("")

    def _rename(self) -> None:
        self._tasks.start("rename", self._keep(self._field.text()))

    async def _keep(self, typed: str) -> None:
        try:
            await self._names.rename(typed)
        except DeskError as error:
            self._field.show_error(sentences(error.advice.what, error.advice.action))
            return
        self._shown = self._names.own
        self._field.set_text(self._shown)
        self._field.show_helper(tr(_KEPT))
