"""The numbers by which the service cancels the travellers of one party, typed over the quotes."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.model.booking import TravellerChoice
from app.desk.storm.values import StormParty
from app.ui.cancellation.traveller_model import TravellerPickModel
from app.ui.cancellation.traveller_table import TravellerPick
from app.ui.kit.basics.actions import TAKE_FIELD
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.layouts import column, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.field_sheet import TakingSheet
from app.ui.kit.sheets.modal_question import QuestionWords
from app.ui.kit.sheets.modal_sheet import raised_panel

_WIDTH = 720


class IdsSheet(TakingSheet):
    """Everybody of the party is chosen; Enter takes the numbers once each has its own."""

    given = Signal(object)
    """Emitted with the `TravellerChoice` of the whole party."""

    def __init__(self, window: QWidget, party: StormParty) -> None:
        self._people = TravellerPickModel()
        self._table = TravellerPick(self._people)
        self._about = Label(
            joined(", ", (party.sale.booking_ref, party.sale.customer_name)), ink="text2", wraps=True
        )
        self._problem = Label(ink="danger", wraps=True)
        self._problem.setObjectName("ids_problem")
        self._take_button = Button(tr("Ask for the quote"), "primary", key=TAKE_FIELD)
        self._take_button.setObjectName("take_ids")
        people = party.choice.travellers if isinstance(party.choice, TravellerChoice) else ()
        self._people.show_people(people)
        self._people.choose_all()
        super().__init__(window, tr("Traveller ids"))
        self.setObjectName("ids_sheet")
        self._people.setParent(self)
        self._announcer = Announcer(self)
        self._table.rows.begin()
        self._take_button.clicked.connect(self._take)
        self._people.changed.connect(self._check)

    @override
    def _stops(self) -> tuple[QWidget, ...]:
        return (self._table.rows, *self._buttons, self._take_button)

    @override
    def _first(self) -> QWidget:
        return self._table.rows

    @override
    def _build(self, question: QuestionWords) -> None:
        panel = raised_panel(question.title)
        panel.setFixedWidth(_WIDTH)
        why = tr("The service cancels by traveller id. The operator\u2019s list has them.")
        lines = column(
            Label(question.title, "heading"),
            6,
            self._about,
            Label(why, ink="text2", wraps=True),
            14,
            self._table,
            8,
            self._problem,
            16,
            row(None, self._buttons[0], self._take_button, gap=8),
            margins=(24, 20, 24, 20),
        )
        panel.setLayout(lines)
        self.setLayout(column(None, row(None, panel, None), None))

    def _wrong(self) -> str:
        """What is missing or wrong; empty when the numbers can be taken."""
        chosen = self._people.choice
        if len(chosen.travellers) < self._people.left:
            return tr("The whole party is cancelled here. Tick everybody.")
        if len(chosen.ids) < len(chosen.travellers):
            return tr("Type the traveller id of everybody.")
        return self._people.wrong

    def _check(self) -> None:
        self._problem.setText(self._people.wrong)

    @override
    def _take(self) -> None:
        wrong = self._wrong()
        self._problem.setText(wrong)
        self._announcer.tell(wrong)
        self.lay_out()
        if not wrong:
            self.given.emit(self._people.choice)
            self.dismiss()
