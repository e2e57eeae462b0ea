"""The ways out of a lost cancellation: send it again, or keep what the operator said, by name and reason."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.language import joined, mark, tr
from app.desk.cancellation.open_cancellation import OpenCancellation, Stage
from app.desk.model import formats
from app.desk.model.sale import Advice
from app.desk.payment.unknown_outcome_values import Decision
from app.ui.cancellation import actions
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.controls.text_field import TextField
from app.ui.theme import style

_LONGEST = 100
_ASK = mark("Copies PNR, request number, times and amounts, ready to send.")
_AGAIN = mark("The same order under the same number: the service promises not to carry it out twice.")
_DONE = mark("Only when the operator has said so. It then counts as cancelled.")
_STANDS = mark("Only when the operator has said so. The booking can then be cancelled again.")


class CancelResolveBox(QWidget):
    """The page does what it asks for; nothing here is sent again by itself."""

    copy_asked = Signal()
    """The details for the operator are to be copied."""
    resend_asked = Signal(object)
    """A `Decision`: the same order is to go once more."""
    cancelled_said = Signal(object)
    """A `Decision`: it was cancelled."""
    not_cancelled_said = Signal(object)
    """A `Decision`: it was not cancelled."""

    def __init__(self, *, asks_two: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._copy = Button(actions.COPY_DETAILS)
        self._copy.setObjectName("copy_details")
        self.by = TextField(tr("Your name"), "by", limit=_LONGEST)
        self._second = TextField(tr("Second person"), "second", limit=_LONGEST)
        if not asks_two:
            self._second.hide()
        self._reason = TextField(tr("Who said so, and how"), "reason", limit=_LONGEST)
        self.send = ConfirmButton(tr("Send it again"), destructive=True)
        """The page has a place for it that never scrolls away."""
        self.send.setObjectName("spend")
        self._done = Button(tr("Record as cancelled"))
        self._done.setObjectName("record_cancelled")
        self._stands = Button(tr("Record as not cancelled"))
        self._stands.setObjectName("record_not_cancelled")
        self._when = Label(_STANDS, ink="text2", wraps=True)
        self._when.setObjectName("not_cancelled_when")
        self._build()
        self._copy.clicked.connect(self.copy_asked)
        self.send.spent.connect(lambda: self.resend_asked.emit(self._decision()))
        self._done.clicked.connect(lambda: self.cancelled_said.emit(self._decision()))
        self._stands.clicked.connect(lambda: self.not_cancelled_said.emit(self._decision()))

    def show_known(self, known: OpenCancellation) -> None:
        """Offer what may be done by now."""
        self._person.setVisible(known.stage in (Stage.UNCHANGED, Stage.ESCALATED))
        self._send_part.setVisible(known.stage is Stage.UNCHANGED)
        self.send.setVisible(known.stage is Stage.UNCHANGED)
        self._done_part.setVisible(known.stage is Stage.ESCALATED)
        when = formats.clock_seconds(known.quiet_at.astimezone())
        early = (
            tr("Not before {when}: the service may still be at work on it.", when=when)
            if known.is_too_early
            else ""
        )
        self._when.setText(joined(" ", (_STANDS, early)))

    def show_problem(self, advice: Advice) -> bool:
        """Say beside its field what is missing; False when it is about no field of these."""
        fields = {"by": self.by, "second": self._second, "reason": self._reason}
        for name, field in fields.items():
            field.show_error(advice.action if advice.field == name else "")
        wrong = fields.get(advice.field)
        if wrong is not None:
            wrong.setFocus()
        return wrong is not None

    def _decision(self) -> Decision:
        return Decision(self.by.text().strip(), self._reason.text().strip(), self._second.text().strip())

    def _build(self) -> None:
        fields = row(gap=12, top=True)
        for field in (self.by, self._second, self._reason):
            fields.addWidget(field, 1)
        again = _way(tr("It may go once more"), Label(_AGAIN, ink="text2", wraps=True))
        self._send_part = held(column(Hairline(), again))
        done = Label(_DONE, ink="text2", wraps=True)
        self._done_part = held(
            column(Hairline(), _way(tr("The operator says it was cancelled"), done, self._done))
        )
        stands = _way(tr("The operator says it was not cancelled"), self._when, self._stands)
        person = column(
            Hairline(),
            held(column(fields, margins=(17, 8, 17, 8))),
            self._send_part,
            self._done_part,
            Hairline(),
            stands,
        )
        self._person = held(person)
        box = Box("surface", "line", radius=style.RADIUS)
        ask = _way(tr("Ask the operator"), Label(_ASK, ink="text2", wraps=True), self._copy)
        box.setLayout(column(ask, self._person))
        self.setLayout(column(box))


def _way(title: str, sentence: Label, *buttons: Button) -> QWidget:
    line = row(gap=16, margins=(17, 10, 17, 10))
    line.addLayout(column(Label(title, "bodyStrong"), sentence), 1)
    for button in buttons:
        line.addWidget(button)
    return held(line)
