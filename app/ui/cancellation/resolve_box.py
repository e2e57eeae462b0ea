"""The ways to settle a lost cancellation: send it again, or record the operator's statement."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.language import joined, mark, tr
from app.desk.cancellation.open_cancellation import OpenCancellation, Stage
from app.desk.model import formats
from app.ui.bookings.resolve_box import DecisionFields, way_out
from app.ui.cancellation import actions
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.layouts import column, held
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.theme import style

_ASK = mark("Copies PNR, request number, times and amounts, ready to send.")
_AGAIN = mark("The same order under the same number: the service promises not to carry it out twice.")
_DONE = mark("Only when the operator has said so. It then counts as cancelled.")
_STANDS = mark("Only when the operator has said so. The booking can then be cancelled again.")


class CancelResolveBox(Box):
    """Emits what the page has to do; nothing is sent again automatically."""

    copy_asked = Signal()
    """Emitted to copy the details for the operator."""
    resend_asked = Signal(object)
    """Emitted with a `Decision` to send the same order again."""
    cancelled_said = Signal(object)
    """Emitted with a `Decision` that it was cancelled."""
    not_cancelled_said = Signal(object)
    """Emitted with a `Decision` that it was not cancelled."""

    def __init__(self, *, asks_two: bool, asks_pins: bool, parent: QWidget | None = None) -> None:
        super().__init__("surface", "line", radius=style.RADIUS, parent=parent)
        self._copy = Button(actions.COPY_DETAILS)
        self._copy.setObjectName("copy_details")
        self.who = DecisionFields()
        self.who.ask(two=asks_two, by_pin=asks_pins)
        self.send = ConfirmButton(tr("Send it again"), destructive=True)
        """Placed by the page where it does not scroll."""
        self.send.setObjectName("spend")
        self._done = Button(tr("Record as cancelled"))
        self._done.setObjectName("record_cancelled")
        self._stands = Button(tr("Record as not cancelled"))
        self._stands.setObjectName("record_not_cancelled")
        self._when = Label(tr(_STANDS), ink="text2", wraps=True)
        self._when.setObjectName("not_cancelled_when")
        self._build()
        self._copy.clicked.connect(self.copy_asked)
        self.send.spent.connect(lambda: self.resend_asked.emit(self.who.take()))
        self._done.clicked.connect(lambda: self.cancelled_said.emit(self.who.take()))
        self._stands.clicked.connect(lambda: self.not_cancelled_said.emit(self.who.take()))

    def show_known(self, known: OpenCancellation) -> None:
        """Offer the decisions that are allowed now."""
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
        self._when.setText(joined(" ", (tr(_STANDS), early)))

    def _build(self) -> None:
        again = way_out(tr("It may go once more"), Label(tr(_AGAIN), ink="text2", wraps=True))
        self._send_part = held(column(Hairline(), again))
        done = Label(tr(_DONE), ink="text2", wraps=True)
        self._done_part = held(
            column(Hairline(), way_out(tr("The operator says it was cancelled"), done, self._done))
        )
        stands = way_out(tr("The operator says it was not cancelled"), self._when, self._stands)
        person = column(
            Hairline(),
            held(column(self.who, margins=(17, 8, 17, 8))),
            self._send_part,
            self._done_part,
            Hairline(),
            stands,
        )
        self._person = held(person)
        ask = way_out(tr("Ask the operator"), Label(tr(_ASK), ink="text2", wraps=True), self._copy)
        self.setLayout(column(ask, self._person))
