"""The counts of passengers: one row for each rate of a departure."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.model.boats import Departure, Rate
from app.desk.model.service_words import shown_word
from app.ui.catalogue.departure_words import ages_words, fare_words, parts_words
from app.ui.kit.basics.badge import Badge
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label, one_line, set_tip
from app.ui.kit.controls.stepper import Stepper

MOST = 100
_FARE_WIDTH = 76
_LONGEST_NATIONALITY = 16
_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
Counts = tuple[tuple[Rate, int], ...]
Kinds = dict[tuple[str, str, str], int]
"""The number of passengers of each kind: ticket, ages and nationality."""


class FareRow(Roomy, QWidget):
    """One rate: its passengers, fare, and count."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ticket = Label(role="bodyStrong", elides=True)
        self._nationality = Badge("")
        self._ages = Label(role="caption", ink="text3", elides=True)
        self._parts = Label(role="caption", ink="text3", wraps=True)
        self._fare = Label(role="bodyStrong", right=True)
        self._net = called(f"net_{number}", Label(role="caption", ink="text3", right=True))
        self.stepper = called(f"count_{number}", Stepper("", lowest=0, highest=MOST))
        # The wheel scrolls the pane, and never changes a count.
        self.stepper.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._who = row(self._ticket, self._nationality, None, gap=6)
        self._below, self._lowest = row(None, gap=6), row(None)
        self._amounts = held(column(None, self._fare, NetSide(column(self._net)), None))
        line = row(gap=12, margins=(0, 9, 0, 9))
        line.addLayout(column(self._who, 2, self._below, self._lowest, self._parts), 1)
        line.addWidget(self._amounts)
        line.addWidget(self.stepper)
        self.setLayout(column(line, Hairline()))
        self._amounts.setMinimumWidth(_FARE_WIDTH)
        self.follow_room()

    def show_rate(self, rate: Rate) -> None:
        """Show a rate, without lines for missing data."""
        ticket, nationality = shown_word(rate.ticket_type) or tr("Passenger"), shown_word(rate.nationality)
        self._ticket.setText(ticket)
        self._nationality.show_state(one_line(nationality, _LONGEST_NATIONALITY), "neutral")
        self._nationality.setVisible(bool(rate.nationality))
        self._ages.setText(ages_words(rate))
        self._parts.setText(parts_words(rate))
        self.follow_room()
        self._fare.setText(fare_words(rate.fare))
        self._net.setText("" if rate.net is None else tr("Net {net}", net=fare_words(rate.net)))
        who = joined(", ", (f"{ticket} {nationality}".strip(), ages_words(rate)))
        self.stepper.setAccessibleName(
            tr("Number of passengers {who}, fare {fare}", who=who, fare=fare_words(rate.fare))
        )

    @override
    def follow_room(self) -> None:
        """In a narrower pane the ages are below ticket and nationality."""
        is_wide = self.room.is_wide
        self._parts.setVisible(is_wide and bool(self._parts.text()))
        set_tip(self, "" if is_wide else self._parts.text())
        for place, (each, folded) in enumerate(
            ((self._nationality, self._below), (self._ages, self._lowest))
        ):
            if is_wide:
                self._who.insertWidget(1 + place, each)
            else:
                folded.insertWidget(0, each)


class FareCounts(QWidget):
    """The rates of a departure, with counts that stay when another departure or date is chosen.

    Where one of the counted kinds is not sold, nobody is counted: a part of a family would be overlooked.
    """

    counted = Signal()
    """Emitted when a count has changed."""
    went_on = Signal()
    """Emitted by Enter on the last one."""
    focused = Signal(object)
    """Emitted with the focused `FareRow`."""
    grown = Signal()
    """Emitted when there are more steppers, to set the order of Tab."""

    def __init__(self) -> None:
        super().__init__()
        self._kept: Kinds = {}
        """Who was counted, whatever is shown."""
        self._rates: tuple[Rate, ...] = ()
        self._rows: list[FareRow] = []
        self._lines = column()
        self.setLayout(self._lines)

    @property
    def counts(self) -> Counts:
        """The rates with the number of passengers of each."""
        rows = self._rows[: len(self._rates)]
        return tuple((rate, each.stepper.value()) for rate, each in zip(self._rates, rows, strict=True))

    @property
    def typed(self) -> Kinds:
        """The counts, for a rebuilt page."""
        return self._kept

    def restore(self, typed: Kinds) -> None:
        """Restore the counts once a departure is shown."""
        self._kept = typed

    @property
    def steppers(self) -> tuple[Stepper, ...]:
        """All steppers there are, in their order; some may be hidden."""
        return tuple(each.stepper for each in self._rows)

    def show_departure(self, departure: Departure) -> None:
        """Show the rates with what was counted of them."""
        sold = {_kind(rate) for rate in departure.rates}
        kept = self._kept if departure.is_open and self._kept.keys() <= sold else {}
        self._rates = departure.rates
        self._grow(len(departure.rates))
        for number, each in enumerate(self._rows):
            used = number < len(departure.rates)
            each.setVisible(used)
            if used:
                rate = departure.rates[number]
                each.show_rate(rate)
                each.stepper.setEnabled(departure.is_open)
                with QSignalBlocker(each.stepper):
                    each.stepper.setValue(kept.get(_kind(rate), 0))
        self.counted.emit()

    def forget(self) -> None:
        """Set all counts to 0."""
        self._kept = {}
        for each in self._rows:
            with QSignalBlocker(each.stepper):
                each.stepper.setValue(0)
        self.counted.emit()

    def step_first(self, by: int) -> None:
        """Count one more or less of the first rate."""
        if self._rates and self._rows[0].stepper.isEnabled():
            self._rows[0].stepper.stepBy(by)

    def focus_first(self) -> None:
        """Focus the first rate that can be counted, if any."""
        if self._rates:
            _enter(self._rows[0].stepper)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        for number, each in enumerate(self._rows):
            if each.stepper is watched:
                return self._filtered(number, event)
        return super().eventFilter(watched, event)

    def _filtered(self, number: int, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.focused.emit(self._rows[number])
        elif event.type() == QEvent.Type.Wheel:
            event.ignore()
            return True
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and _is_enter(event):
            if not event.isAutoRepeat():
                self._go_on(number)
            return True
        return False

    def _go_on(self, number: int) -> None:
        self._rows[number].stepper.interpretText()
        if number + 1 < len(self._rates):
            _enter(self._rows[number + 1].stepper)
        else:
            self.went_on.emit()

    def _count(self) -> None:
        self._kept = {_kind(rate): count for rate, count in self.counts if count}
        self.counted.emit()

    def _grow(self, count: int) -> None:
        if count <= len(self._rows):
            return
        while len(self._rows) < count:
            each = FareRow(len(self._rows), self)
            each.stepper.installEventFilter(self)
            each.stepper.valueChanged.connect(self._count)
            self._rows.append(each)
            self._lines.addWidget(each)
        self.grown.emit()


def _kind(rate: Rate) -> tuple[str, str, str]:
    return rate.ticket_type, rate.age_range, rate.nationality


def _enter(stepper: Stepper) -> None:
    """Focus the stepper as by Tab, so that typing replaces the number."""
    stepper.setFocus(Qt.FocusReason.TabFocusReason)


def _is_enter(event: QKeyEvent) -> bool:
    return event.key() in _ENTER and not event.modifiers() & Qt.KeyboardModifier.ControlModifier
