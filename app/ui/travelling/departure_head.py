"""The departure whose parties are shown: its name, what it adds up to, and what can be done with it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.core.language import tr, trn
from app.desk.model import formats
from app.desk.till.payment_values import paise_words
from app.desk.travelling.values import BoardDeparture
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label, Loud, Run
from app.ui.kit.controls.buttons import Button
from app.ui.travelling.board_words import times_words

_APART = "\u2003\u2003"


class DepartureHead(QWidget):
    """Everything about one departure over its parties."""

    def __init__(self) -> None:
        super().__init__()
        self._title, self._times = (
            Label("", "title", elides=True),
            Label("", "caption", "text3", elides=True),
        )
        self._facts = Label("", wraps=True)
        self._facts.setObjectName("departure_facts")
        self._buttons = row(gap=12)
        words = held(column(self._title, self._times, gap=2))
        first = row(gap=12, top=True)
        first.addWidget(words, 1)
        first.addLayout(self._buttons)
        self.setLayout(column(first, self._facts, gap=10, margins=(20, 12, 20, 14)))

    def add(self, button: Button, *, first: bool = False) -> None:
        """Add a button, at the end or as the first of all."""
        button.may_shrink()
        self._buttons.insertWidget(0 if first else self._buttons.count(), button)

    def show_departure(self, departure: BoardDeparture, *, has_till: bool) -> None:
        """Show a departure and its sums."""
        self._title.setText(departure.title)
        self._times.setText(times_words(departure))
        self._facts.set_runs(*_runs(departure, has_till=has_till))


def _runs(departure: BoardDeparture, *, has_till: bool) -> tuple[Run, ...]:
    """What it adds up to; the numbers are heavier."""
    count, told = len(departure.travelling), departure.told
    sums = [
        trn("{number} party", "{number} parties", count),
        formats.seats(departure.seats),
        tr("{told} told, {number} not told", told=told, number=count - told),
        trn("{number} voucher handed", "{number} vouchers handed", departure.handed),
    ]
    if has_till and departure.owed_by:
        sums.append(
            tr("{amount} owed by {number}", amount=paise_words(departure.owed), number=departure.owed_by)
        )
    return tuple(Run(text, ink="text2", loud=Loud("bodyHeavy")) for each in sums for text in (each, _APART))[
        :-1
    ]
