"""Who is asked for, from when on, where, whether the wallet pays, and in which order; when it was read."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import tr
from app.desk.free_now.values import FreeQuestion
from app.desk.quick_entry.values import Fares
from app.ui.free_now.free_words import hour_words, people_words
from app.ui.kit.basics.actions import READ_AGAIN
from app.ui.kit.basics.badge import Dot
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.key_cap import KeyCap
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.room import Lowered
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.filter_chip import FilterChip
from app.ui.kit.controls.menu_chip import MenuChip
from app.ui.theme import style

_MOST_OFFERED = 9
_HOURS = range(5, 23)


class FreeChips(Lowered, QWidget):
    """Shows what is asked, and lets it be chosen with the mouse."""

    changed = Signal(object)
    """Emitted with the `FreeQuestion` of now."""

    def __init__(self) -> None:
        super().__init__()
        self._asked = FreeQuestion()
        self._people = called("free_people", MenuChip(people_words(Fares(2)), "users", is_question=True))
        self._hour = called("free_hour", MenuChip(hour_words(None), "timer", is_question=True))
        self.place = called("free_place", MenuChip(tr("All places"), "map-pin"))
        self._fits = called("free_fits", FilterChip(tr("Fits the wallet"), icon="wallet"))
        self._order = called("free_order", MenuChip(tr("By hour"), "arrow-down-up", bare=True))
        self._order.set_choices([(tr("By place"), True)])
        self._hour.set_choices([(hour_words(hour), hour) for hour in _HOURS])
        self._dot, self._read = Dot(), called("free_read", Label(role="caption", ink="text3"))
        self._since = held(row(self._dot, self._read, KeyCap(READ_AGAIN), gap=6))
        self._has_read = False
        chips = (self._people, self._hour, self.place, self._fits)
        line = row(*chips, None, self._order, self._since, gap=8, margins=(20, 0, 16, 0))
        self.setLayout(column(line, Hairline()))
        for chip in (self._people, self._hour, self.place, self._order):
            chip.changed.connect(self._take)
        self._fits.toggled.connect(self._take)
        self.keep_heights(style.FILTER_BAR)

    def show_asked(self, asked: FreeQuestion, places: tuple[str, ...]) -> None:
        """Show what is asked, and offer these places."""
        self._asked = asked
        with QSignalBlocker(self):
            counts = [Fares(number) for number in range(1, _MOST_OFFERED + 1)]
            people = dict.fromkeys((*counts, asked.fares))
            self._people.set_choices([(people_words(each), each) for each in people])
            self._people.show_value(asked.fares)
            hours = sorted({*_HOURS, asked.first_hour} - {None}, key=lambda hour: hour or 0)
            self._hour.set_choices([(hour_words(hour), hour) for hour in hours])
            self._hour.show_value(asked.first_hour)
            self._hour.set_label(hour_words(asked.first_hour))
            known = dict.fromkeys((*places, *((asked.place,) if asked.place else ())))
            self.place.set_choices([(place, place) for place in known])
            self.place.show_value(asked.place or None)
            self._fits.setChecked(asked.fits_wallet)
            self._order.show_value(asked.by_place or None)

    def show_typed_hour(self, digits: str) -> None:
        """Show the first hour while it is typed."""
        self._hour.set_label(tr("From {hour}:00", hour=digits.ljust(2, "_")))

    def show_read(self, words: str, *, is_fresh: bool) -> None:
        """Show when it was read; nothing for never."""
        self._read.setText(words)
        self._dot.show_tone("success" if is_fresh else "hollow")
        self._has_read = bool(words)
        self._since.setVisible(self._has_read and self.room.is_wide)

    @override
    def follow_room(self) -> None:
        super().follow_room()
        self._fits.set_label(tr("Fits the wallet") if self.room.is_wide else tr("Fits"))
        self._since.setVisible(self._has_read and self.room.is_wide)

    def _take(self) -> None:
        people, hour, place = self._people.value, self._hour.value, self.place.value
        asked = FreeQuestion(
            people if isinstance(people, Fares) else Fares(2),
            hour if isinstance(hour, int) else None,
            place if isinstance(place, str) else "",
            self._asked.typed,
            self._fits.isChecked(),
            self._order.value is True,
        )
        if asked != self._asked:
            self._asked = asked
            self.changed.emit(asked)
