"""The left side of cancelling: the booking, and the choice of travellers or seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr, trn
from app.desk.cancellation.refund_quote import Booking
from app.desk.model import formats
from app.desk.model.booking import BookedTraveller, Choice, ItemId, SeatChoice
from app.ui.cancellation import actions
from app.ui.cancellation.traveller_model import TravellerPickModel
from app.ui.cancellation.traveller_table import TravellerPick
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.stepper import Stepper
from app.ui.kit.controls.text_field import TextField
from app.ui.theme import style

_MOST = 100
"""The most seats of one sale (interface part 8)."""

_REASON_LIMIT, _REASON_WIDTH = 200, 420
_BY_ID = mark("The service cancels by traveller id. Type it from the operator's list where it is missing.")


class ChoicePanel(QWidget):
    """The choice of travellers of a boat or seats of an activity, with a reason that is not sent."""

    changed = Signal()
    """Emitted when the chosen travellers or a number of theirs have changed; of seats `seats` tells."""

    def __init__(self, booking: Booking) -> None:
        super().__init__()
        self._is_boat = booking.is_boat
        self._people = TravellerPickModel(self)
        self._travellers = TravellerPick(self._people)
        self.seats = SeatPicker(booking.qty)
        self._all = called("select_all", Button(actions.CHOOSE_ALL, "quiet", size=28))
        self._by_id = called("traveller_id_note", Label(tr(_BY_ID), "caption", "text3"))
        self._wrong_mark = Icon("circle-alert", 12, "danger", stroke=2, above=2)
        self._wrong_mark.hide()
        self._rule = Label("", ink="text2", wraps=True)
        self._reason = TextField(tr("Reason, kept at this counter only"), "reason", limit=_REASON_LIMIT)
        self._build(booking)
        self._people.changed.connect(self._check)
        self._travellers.rows.delegate.left_out.connect(self._check)
        self._all.clicked.connect(self._people.choose_all)

    @property
    def choice(self) -> Choice | None:
        """The choice; None when nothing is chosen or a number is missing."""
        if not self._is_boat:
            return self.seats.choice
        chosen = self._people.choice
        ids = chosen.ids
        is_complete = bool(ids) and len(ids) == len(chosen.travellers)
        return chosen if is_complete and not self._people.wrong else None

    @property
    def wanted(self) -> str:
        """A sentence about what is missing for a quote, or empty."""
        chosen = self._people.choice.travellers
        if not chosen:
            return tr("Choose who is cancelled. The refund is then asked for.")
        if any(each.traveller_id is None for each in chosen):
            return tr("Type the traveller id of everybody who is chosen. The operator has it.")
        return tr("Correct the traveller id that is marked.")

    @property
    def first_goes(self) -> bool:
        """Whether the first traveller is cancelled and another one is not."""
        return self._people.has_first

    @property
    def is_read(self) -> bool:
        """Whether there is anything to choose."""
        return not self._is_boat or self._people.rowCount() > 0

    @property
    def reason(self) -> str:
        """The reason as typed."""
        return self._reason.text()

    def take_focus(self) -> None:
        """Focus the first traveller or the number of seats."""
        if self._is_boat:
            self._travellers.rows.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._travellers.rows.begin()
        else:
            self.seats.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_booked(self, booking: Booking) -> None:
        """Show how many seats of it are booked now, such as after another desk has released some."""
        self.seats.show_booked(booking.qty, is_less=booking.is_less)

    def show_people(self, people: Sequence[BookedTraveller]) -> None:
        """Show who is booked."""
        self._people.show_people(people)
        self._travellers.rows.begin()
        self._all.set_label(tr("Select all {number}", number=self._people.left))

    def take_ids(self, named: Iterable[tuple[str, ItemId]]) -> None:
        """Fill in missing numbers from an answer."""
        self._people.take_ids(dict(named))

    def show_rule(self, rule: str) -> None:
        """Show the activity's rule of cancelling; nothing for none."""
        self._rule.setText(rule)
        self._rule_part.setVisible(bool(rule))

    def _check(self, left_out: str = "") -> None:
        """Show below the table which number belongs to another traveller, or what was not taken of one."""
        wrong = self._people.wrong or left_out
        self._by_id.setText(wrong or tr(_BY_ID))
        self._by_id.set_ink("danger" if wrong else "text3")
        self._wrong_mark.setVisible(bool(wrong))
        self.changed.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if actions.CHOOSE_ALL.matches(event) and not self._is_boat:
            self.seats.choose_all()
        else:
            super().keyPressEvent(event)

    def _build(self, booking: Booking) -> None:
        day = formats.day_long(booking.day) if booking.day else ""
        about = joined(", ", (booking.place, day, booking.window))
        heading = Label(tr("Who is cancelled") if booking.is_boat else tr("Seats to cancel"), "heading")
        by_id = held(column(8, row(self._wrong_mark, self._by_id, None, gap=6, top=True)))
        box = Box("sunken", "line", radius=style.RADIUS)
        box.setLayout(column(self._rule, margins=(17, 11, 17, 11)))
        self._rule_part = held(column(20, Label(tr("Cancellation rule of this activity"), "heading"), 8, box))
        self._rule_part.hide()
        self._reason.setFixedWidth(_REASON_WIDTH)
        lines = column(
            Label(booking.title or booking.booking_ref, "title", wraps=True),
            Label(about, ink="text2", wraps=True),
            20,
            row(heading, None, self._all),
            8,
            self._travellers,
            self.seats,
            by_id,
            self._rule_part,
            20,
            row(self._reason, None),
            None,
            margins=(24, 20, 24, 16),
        )
        self.setLayout(lines)
        for part in (self.seats,) if booking.is_boat else (self._travellers, self._all, by_id):
            part.hide()


class SeatPicker(Box):
    """A stepper, the remaining number, and a button for all seats."""

    changed = Signal()

    def __init__(self, booked: int | None) -> None:
        """`booked` is None when the number of seats is unknown."""
        super().__init__("surface", "line_strong", radius=style.RADIUS)
        self._booked, self._told, self._is_less = booked, 1, False
        self._stepper = called("qty", Stepper(tr("Seats to cancel"), highest=booked or _MOST))
        self._stays = called("seats_left", Label("", ink="text2", elides=True))
        self._all = called("release_all", Button("", "quiet", size=28, key=actions.CHOOSE_ALL))
        self.setLayout(row(self._stepper, (self._stays, 1), (self._all, 0), gap=16, margins=(16, 15, 16, 15)))
        self.setFocusProxy(self._stepper)
        self._stepper.installEventFilter(self)
        self._stepper.valueChanged.connect(self._tell)
        self._all.clicked.connect(self.choose_all)
        self.show_booked(booked)

    def show_booked(self, booked: int | None, *, is_less: bool = False) -> None:
        """Show how many seats are booked; None when that is unknown.

        `is_less`: another counter has cancelled some of them, and nobody states how many.
        """
        self._booked, self._is_less = booked, is_less
        self._stepper.set_highest(_MOST if booked is None else booked)
        self._all.set_label(tr("Cancel all {number}", number=booked))
        self._all.setVisible(booked not in (0, 1, None) and not is_less)
        self._say()

    @property
    def choice(self) -> SeatChoice:
        """The shown number of seats."""
        return SeatChoice(self._stepper.value())

    def choose_all(self) -> None:
        """Choose every seat, if their number is known."""
        if self._booked is not None and not self._is_less:
            self._stepper.setValue(self._booked)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle A, which chooses all seats, before Qt's field does."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and actions.CHOOSE_ALL.matches(event)
        ):
            self.choose_all()
            return True
        return super().eventFilter(watched, event)

    def _tell(self, qty: int) -> None:
        # Enter in Qt's field emits its number again.
        if qty != self._told:
            self._told = qty
            self._say()
            self.changed.emit()

    def _say(self) -> None:
        if self._is_less:
            self._stays.setText(tr("How many seats are still booked is not known."))
            return
        if self._booked is None:
            self._stays.setText(tr("Another counter sold it: ask the customer how many seats are booked."))
            return
        if not self._booked:
            self._stays.setText(tr("Nothing is booked any more."))
            return
        left = self._booked - self._stepper.value()
        stays = tr("Nothing stays booked.")
        if left:
            stays = trn("{number} seat stays.", "{number} seats stay.", left)
        of = trn("of {number} booked seat.", "of {number} booked seats.", self._booked)
        self._stays.setText(joined(" ", (of, stays)))
