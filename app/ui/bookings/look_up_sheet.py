"""The sheet that asks for the PNR and module of another counter's booking."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.model import typed_text
from app.desk.model.booking import pnr_typed
from app.ui.bookings.sold_as import SoldAs
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.segmented import Segment
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.field_sheet import FieldSheet, SheetWords

_WHAT = mark("The service is asked for it. It stands in Bookings from then on, marked as looked up.")
_LEAST = 4


class LookUpSheet(FieldSheet):
    """Takes a PNR; the receiver of `asked` calls `show_problem` or dismisses it."""

    asked = Signal(str, object)
    """Emitted with a typed PNR, and whether it is a boat's; None for either."""

    def __init__(self, window: QWidget) -> None:
        self._module = SoldAs()
        sold_as = held(column(Label(tr("Sold as"), "captionStrong", "text2"), 4, row(self._module, None)))
        words = SheetWords(tr("Open a PNR"), tr(_WHAT), tr("Open the booking"), tr("Asking\u2026"))
        super().__init__(window, words, TextField(tr("PNR"), "looked_up_ref", takes=typed_text.pnr), sold_as)
        self._enter.setObjectName("open_pnr")
        self.setObjectName("look_up_sheet")

    @override
    def _stops(self) -> tuple[QWidget, ...]:
        modules = (each for each in self._module.findChildren(Segment) if each.isChecked())
        return (self._field.edit, *modules, *self._buttons, self._enter)

    @override
    def _take(self) -> None:
        pnr = pnr_typed(self._field.text())
        if len(pnr) < _LEAST:
            self._field.show_error(tr("Type the PNR: 4 to 20 letters and digits."))
        elif self._enter.isEnabled():
            self._show_busy()
            self.asked.emit(pnr, self._module.is_boat)
