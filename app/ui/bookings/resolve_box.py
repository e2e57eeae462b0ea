"""The ways to settle an unknown outcome: ask, enter the PNR, or record that it was not booked."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from app.core.language import joined, mark, tr
from app.desk.model import formats, typed_text
from app.desk.model.sale import Advice
from app.desk.payment.unknown_outcome_values import Decision, Findings, PnrCheck
from app.ui.bookings import actions
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.line_edit import RoleEdit
from app.ui.kit.controls.text_field import TextField, left_out_words
from app.ui.kit.sheets.input_sheet import pin_field
from app.ui.theme import style

_ASK = mark("Copies the request number, time, trip, names and amount, ready to send.")
_ARRIVED = mark("The service is asked for its status before it counts as booked.")
_FREES = mark("Frees it to be sold again. Your name and a reason are kept.")
_SAID_BOOKED = mark(
    "The service answered that it booked this, without a PNR. "
    "Record it as not booked only when the operator says so."
)
_RESEND = mark("Once more, with the same number and the same content, within ten minutes.")
_LONGEST = 100


class ResolveBox(Box):
    """The ways to settle it, by a PNR or by what `who` decides; nothing is sent again automatically."""

    pnr_entered = Signal(str)
    """Emitted with a PNR to check with the service."""
    opened = Signal(QWidget)
    """Emitted when more is shown, to scroll to it."""

    def __init__(self) -> None:
        super().__init__("surface", "line", radius=style.RADIUS)
        self.copy = called("copy_details", Button(actions.COPY_DETAILS, "primary"))
        self._pnr = called("pnr", RoleEdit())
        self._pnr.setAccessibleName(tr("PNR"))
        self._pnr.setPlaceholderText(tr("PNR"))
        self._pnr.setFixedWidth(176)
        self._pnr.take_by(typed_text.pnr)
        self._check = called("check_pnr", Button(tr("Check PNR")))
        self._pnr_note = _note("pnr_note")
        self._open = called("record_not_booked", Button(tr("Record as not booked")))
        self._when = Label(tr(_FREES), ink="text2", wraps=True)
        self.who = DecisionFields()
        self.record = called("confirm_not_booked", Button(tr("It was not booked"), "destructive"))
        self.resend = called("permit_resend", Button(tr("Let it be sent again")))
        self._decision_note = _note("decision_note")
        self._form = self._build_form()
        self._settling = self._build()
        self._check.clicked.connect(self._enter_pnr)
        self._pnr.returnPressed.connect(self._enter_pnr)
        self._pnr.textEdited.connect(self._say_left_out)
        self._pnr.inputRejected.connect(self._say_left_out)
        self._open.clicked.connect(self._open_form)

    def show_findings(self, findings: Findings) -> None:
        """Offer the decisions that are allowed now."""
        self._settling.setVisible(findings.is_open)
        self.who.ask(two=findings.asks_two, by_pin=findings.asks_pins)
        self._open.setVisible(findings.authorised_until is None and self._form.isHidden())
        if findings.authorised_until is not None:
            self._form.hide()
            until = formats.clock_seconds(findings.authorised_until.astimezone(findings.now.tzinfo))
            self._when.setText(
                tr("It may be sent once more until {until}: sell it again, exactly as it was.", until=until)
            )
        elif findings.is_proven:
            self._open.disable(tr("The service booked this."))
            self._when.setText(tr("The service booked this, so only its PNR settles it."))
        else:
            frees = _SAID_BOOKED if findings.is_sold else _FREES
            self._when.setText(joined(" ", (tr(frees), _early(findings))))

    def show_without_enquiry(self) -> None:
        """Offer only to ask the operator."""
        self._settling.hide()

    def show_checking(self, *, busy: bool) -> None:
        """Show whether the PNR is being checked."""
        self._check.set_busy(tr("Asking\u2026") if busy else "")

    def show_pnr(self, found: PnrCheck) -> None:
        """Show how a booking differs from this sale, or that this is unknown."""
        said = joined(
            "; ",
            (
                tr("{what}: {old} here, {new} there", what=each.what, old=each.old, new=each.new)
                for each in found.differences
            ),
        )
        status = tr("The service says: {status}.", status=formats.state(found.status)) if found.status else ""
        if found.is_same:
            self._say(self._pnr_note, "")
        elif said:
            another = tr("{pnr} is another booking. {said}.", pnr=found.pnr, said=said)
            self._say(self._pnr_note, joined(" ", (another, status)))
        else:
            untold = tr(
                "Whether {pnr} is this sale cannot be told from this answer. Ask the operator again.",
                pnr=found.pnr,
            )
            self._say(self._pnr_note, joined(" ", (untold, status)))

    def show_pnr_problem(self, advice: Advice) -> None:
        """Show why a PNR is not accepted."""
        self._say(self._pnr_note, joined(" ", (advice.what, advice.action)))

    def show_decision_problem(self, advice: Advice) -> None:
        """Show what is missing beside its field."""
        is_beside = self.who.show_problem(advice)
        self._say(self._decision_note, "" if is_beside else joined(" ", (advice.what, advice.action)))

    def _forget_problem(self) -> None:
        self.who.forget_problem()
        self._say(self._decision_note, "")

    def _build(self) -> QWidget:
        asked = way_out(
            tr("Ask the operator for the PNR"), Label(tr(_ASK), ink="text2", wraps=True), self.copy
        )
        arrived = way_out(
            tr("The PNR has arrived"), Label(tr(_ARRIVED), ink="text2", wraps=True), self._pnr, self._check
        )
        said = way_out(tr("The operator says it was not booked"), self._when, self._open)
        settling = held(
            column(
                Hairline(),
                arrived,
                held(column(self._pnr_note, margins=(17, 0, 17, 0))),
                Hairline(),
                said,
                self._form,
            )
        )
        self.setLayout(column(asked, settling))
        return settling

    def _build_form(self) -> QWidget:
        for field in self.who.all_fields:
            field.edited.connect(self._forget_problem)
        again = Label(tr(_RESEND), "caption", "text3", wraps=True)
        buttons = row(self.record, self.resend, gap=8)
        buttons.addWidget(again, 1, Qt.AlignmentFlag.AlignVCenter)
        form = held(column(self.who, 8, buttons, 10, self._decision_note, margins=(17, 0, 17, 3)))
        form.hide()
        return form

    def _say_left_out(self) -> None:
        self._say(self._pnr_note, left_out_words(self._pnr.gate.left_out))

    def _enter_pnr(self) -> None:
        self._say(self._pnr_note, "" if self._pnr.text() else tr("Type the PNR first."))
        if self._pnr.text() and self._check.isEnabled():
            self.pnr_entered.emit(self._pnr.text())

    def _open_form(self) -> None:
        self._form.show()
        # Before the button goes, whose keyboard Qt would pass to what stands beside it.
        self.who.first.setFocus()
        self._open.hide()
        self.opened.emit(self._form)

    def _say(self, note: Label, text: str) -> None:
        note.setText(text)
        note.setVisible(bool(text))


def _early(findings: Findings) -> str:
    """Until when it cannot be said that it was not booked; empty when it can."""
    if not findings.is_too_early:
        return ""
    when = formats.clock_seconds(findings.quiet_at.astimezone(findings.now.tzinfo))
    return tr("Not before {when}: the service may still be at work on it.", when=when)


def _note(name: str) -> Label:
    note = called(name, Label("", "caption", "danger", wraps=True))
    note.setContentsMargins(0, 0, 0, 10)
    note.hide()
    return note


def way_out(heading: str, sentence: Label, *controls: QWidget) -> QWidget:
    """One way to settle it: heading, sentence and controls."""
    line = row((column(Label(heading, "bodyStrong"), sentence), 1), gap=16, margins=(17, 10, 17, 10))
    for control in controls:
        line.addWidget(control)
    return held(line)


class DecisionFields(QWidget):
    """The fields of a decision: a name, a second one if two are required, and a reason.

    Where two clerks decide, each types a PIN in place of the name.
    """

    def __init__(self) -> None:
        super().__init__()
        self._by_pin = False
        self._names = {
            "by": TextField(tr("Your name"), "by", limit=_LONGEST, required=True),
            "second": TextField(tr("Second person"), "second", limit=_LONGEST, required=True),
        }
        self._pins = {
            "by": pin_field(tr("Your PIN"), "by_pin", required=True),
            "second": pin_field(tr("PIN of the second person"), "second_pin", required=True),
        }
        self._reason = TextField(tr("Who said so, and how"), "reason", limit=_LONGEST, required=True)
        line = row(gap=12, top=True)
        self.all_fields = (*self._names.values(), *self._pins.values(), self._reason)
        for field in self.all_fields:
            line.addWidget(field, 1)
        self.setLayout(line)
        self.ask(two=False, by_pin=False)

    def ask(self, *, two: bool, by_pin: bool) -> None:
        """Show the fields for one person or two, who type their names or PINs."""
        self._by_pin = by_pin
        self._names["by"].setVisible(not by_pin)
        self._names["second"].setVisible(two and not by_pin)
        for field in self._pins.values():
            field.setVisible(by_pin)

    @property
    def first(self) -> TextField:
        """The first field that is shown."""
        return self._fields["by"]

    def take(self) -> Decision:
        """The typed decision. PINs do not stay in their fields: each decision is of two people anew."""
        by, second = (field.text().strip() for field in self._fields.values())
        for field in self._pins.values():
            field.set_text("")
        reason = self._reason.text().strip()
        return Decision("", reason, pins=(by, second)) if self._by_pin else Decision(by, reason, second)

    @property
    def _fields(self) -> dict[str, TextField]:
        return self._pins if self._by_pin else self._names

    def show_problem(self, advice: Advice) -> bool:
        """Show what is missing beside its field. Returns False when it is about another field."""
        fields = {**self._fields, "reason": self._reason}
        for name, field in fields.items():
            field.show_error(_error(advice) if advice.field == name else "")
        wrong = fields.get(advice.field)
        if wrong is not None:
            # PINs are all typed again, from the first.
            (self.first if self._by_pin and wrong is not self._reason else wrong).setFocus()
        return wrong is not None

    def forget_problem(self) -> None:
        """Remove the messages beside the fields."""
        for field in (*self._fields.values(), self._reason):
            field.show_error("")


def _error(advice: Advice) -> str:
    return joined(" ", (advice.what, advice.action))
