"""The strip above the passenger grid for the machine-readable zone of a passport."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.core.language import joined, tr
from app.desk.passengers.mrz import MrzError, MrzReading, looks_like_mrz, waits_for_more
from app.desk.passengers.mrz_fields import tidy_lines
from app.desk.passengers.mrz_keys import read_scan, waits_for_line
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.reader_keys import Clock, pressed_at
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.text_field import Caption
from app.ui.passengers.mrz_field import LIMIT, KeyPace, MrzBox, MrzField

PATIENCE = 2000
"""Milliseconds after a reader's last key until its text is judged."""
_SIZES = (90, 88, 72)
_SIDE = 10


class PassportStrip(QWidget):
    """Reads a zone once all lines are there and every check digit is right, then drops the text.

    Enter only ends a line. Row indexes count from 0.
    """

    read = Signal(object)
    """Emitted with a read zone (`MrzReading`)."""
    undo_asked = Signal()
    """Emitted to undo the last filling."""

    def __init__(
        self, today: Callable[[], date], *, clock: Clock = pressed_at, patience: int = PATIENCE
    ) -> None:
        super().__init__()
        self._today = today
        self._lines: list[str] = []
        """The lines ended by Enter."""
        self.pace = KeyPace(clock)
        self.field = MrzField(self.pace)
        self._done = Icon("check", 14, "success", stroke=2.2)
        self._status = called("passport_status", Label(role="captionStrong", ink="success"))
        self._undo = called("passport_undo", Button(tr("Undo"), "quiet", size=28))
        self._undo.setAccessibleName(tr("Undo filling the passenger"))
        self._undo.set_side(8, 6)
        self._glyph = Icon("circle-alert", 12, "danger", stroke=2, above=2)
        self._note = called("passport_note", Label(role="caption", ink="danger", wraps=True))
        self._timer = QTimer(self, singleShot=True, interval=patience)
        caption = Caption(tr("Passport"), self.field)
        line = row(Icon("scan-line", 16, "text3"), caption, gap=8, margins=(_SIDE + 1, 0, 5, 0))
        line.addWidget(self.field, 1)
        line.addLayout(row(self._done, self._status, gap=6))
        line.addWidget(self._undo)
        self.box = MrzBox(self.field)
        self.box.setLayout(line)
        note = row(self._glyph, (self._note, 1), gap=4, top=True)
        self._beneath = held(note)
        self.setLayout(column(self.box, self._beneath, gap=4))
        self.setFocusProxy(self.field)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        field = self.field
        self._timer.timeout.connect(self._judge)
        self._undo.clicked.connect(self._take_back)
        field.textEdited.connect(self._follow)
        field.line_ended.connect(self.end_line)
        field.went_back.connect(self._go_back_a_line)
        field.pasted.connect(self._judge_pasted)
        field.cleared.connect(self.clear)
        field.undo_pressed.connect(self._take_back)
        field.kept_time.connect(self._keep_time)
        self._show()

    @property
    def is_empty(self) -> bool:
        """Whether there is no text."""
        return not self._lines and not self.field.text()

    def show_filled(self, place: int, note: str = "", source: str = "") -> None:
        """Show which row was filled, from which source if not the strip, and a note below."""
        self._wipe()
        self._show(
            joined(" ", (tr("Passenger {number} filled", number=place + 1), source)),
            note,
            is_done=True,
        )

    def show_word(self, word: str, note: str = "") -> None:
        """Show a short message with a note below, unless a zone is being read."""
        if self.is_empty:
            self._show(word, note)

    def show_error(self, sentence: str) -> None:
        """Show an error below the field; its text stays, selected for the next scan."""
        text = self._text("")
        self._wipe()
        self._put(text)
        self.field.selectAll()
        self.pace.end_reading()
        self._show("", sentence, is_wrong=bool(sentence))

    def clear(self) -> None:
        """Clear the text and the messages."""
        self._wipe()
        self._show()

    def feed(self, keys: str, by_place: str = "") -> None:
        """Add keys that a reader has sent elsewhere in the page, as typed and by their places."""
        self.field.note_places(by_place)
        self._put(self.field.text() + keys)
        self._follow()
        self._keep_time(is_sent=True)

    def paste(self, text: str) -> None:
        """Replace the text by a copied one, which is judged at once if it is complete."""
        self.clear()
        self._put(text[:LIMIT])
        self._follow()
        self._judge_pasted()

    def _judge_pasted(self) -> None:
        """Show what is wrong with a pasted text, unless more lines are expected."""
        text = self._text()
        if not self.is_empty and not (looks_like_mrz(text) and waits_for_more(text)):
            self._judge()

    def end_line(self) -> None:
        """End a line (Enter): store it if more are expected, else judge the text."""
        if self.is_empty or self._take_if_whole(self._text(), self.field.placed):
            return
        if not waits_for_line(self._text(), self.field.placed):
            self._judge()
        elif self.field.text():
            self.field.note_places("\n")
            self._lines.append(self.field.text())
            self._put("")
            self._show(tr("Line {number} next", number=len(self._lines) + 1))

    def _go_back_a_line(self) -> None:
        if self._lines:
            self._put(self._lines.pop())
            self._show()

    def _keep_time(self, is_sent: object) -> None:
        """Judge a reader's text when it ends; typing has no time limit."""
        if is_sent and not self.is_empty:
            self._timer.start()
        else:
            self._timer.stop()

    def _follow(self) -> None:
        """Read a zone as soon as the last characters are one, whatever is before them."""
        self._show(self._status.text() if self._lines else "")
        typed, placed = ("".join(tidy_lines(each)) for each in (self._text(), self.field.placed))
        for size in _SIZES:
            if len(typed) >= size and self._take_if_whole(typed[-size:], placed[-size:]):
                return

    def _take_if_whole(self, text: str, by_place: str) -> bool:
        reading = _reading(text, by_place, self._today())
        if not isinstance(reading, MrzReading):
            return False
        self.clear()
        self.pace.end_reading()
        self.read.emit(reading)
        return True

    def _judge(self) -> None:
        found = _reading(self._text(), self.field.placed, self._today())
        if isinstance(found, str):
            self.show_error(found)
        else:
            self._take_if_whole(self._text(), self.field.placed)

    def _text(self, between: str = "\n") -> str:
        return between.join((*self._lines, self.field.text()))

    def _wipe(self) -> None:
        """Drop the text, and with it Qt's undo history."""
        self._timer.stop()
        self._lines.clear()
        self._put("")
        self.field.forget_pace()

    def _put(self, text: str) -> None:
        self.field.put(text, has_lines=bool(self._lines))

    def _take_back(self) -> None:
        if not self._undo.isHidden():
            self.clear()
            self.undo_asked.emit()

    # Looks

    def _show(
        self, status: str = "", note: str = "", *, is_done: bool = False, is_wrong: bool = False
    ) -> None:
        self._status.setText(status)
        self._status.set_ink("success" if is_done else "text3")
        self._status.setVisible(bool(status))
        self._done.setVisible(is_done)
        self._undo.setVisible(is_done)
        self._note.setText(note)
        self._note.set_ink("danger" if is_wrong else "warning")
        self._glyph.set_icon(
            "circle-alert" if is_wrong else "triangle-alert", "danger" if is_wrong else "warning"
        )
        self._beneath.setVisible(bool(note))
        self.field.setAccessibleDescription(joined(" ", (status, note)))
        self.box.show_state(is_wrong=is_wrong)


def _reading(text: str, by_place: str, today: date) -> MrzReading | str:
    """The reading of the text, or the sentence why it cannot be read."""
    try:
        return read_scan(text, by_place, today)
    except MrzError as error:
        return error.sentence
