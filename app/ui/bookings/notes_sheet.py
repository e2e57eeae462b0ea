"""The two notes of a booking or of a draft, typed in the place of the pane."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.bookings.booking_notes import BookingNotes, KeptNote, by_code, printed_without
from app.desk.bookings.booking_values import FOR_US, ON_VOUCHER, notes_in
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.sale_notes import LONGEST, MOST_LINES, SaleNotes, is_too_long, may_be_document
from app.ui.bookings import actions
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.checkbox import Checkbox
from app.ui.kit.controls.text_box import TextBox
from app.ui.kit.sheets.field_sheet import TakingSheet
from app.ui.kit.sheets.message_box import Notice
from app.ui.kit.sheets.modal_question import QuestionWords
from app.ui.kit.sheets.modal_sheet import raised_panel
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.theme import style

_MOST_FORMER = 3
_USUAL = (mark("Pick-up"), mark("Vegetarian"))
_OPERATOR = mark(
    "The operator does not get this: the service has no field for it. Ring them where they must know."
)


class NoteBox(TextBox):
    """One note: Shift Enter begins a line, Enter is for what is around it."""

    @override
    @guarded
    def keyPressEvent(self, e: QKeyEvent) -> None:
        if e.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(e)
        elif e.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.insertPlainText("\n")
        else:
            e.ignore()


class NotesSheet(TakingSheet):
    """Enter keeps both notes, in the register or (without a request number) with a draft alone."""

    own_actions = actions.NOTES_SHEET

    kept = Signal(object)
    """Emitted with the `SaleNotes` once they are kept."""
    print_asked = Signal()
    """Emitted after it to print the voucher again."""

    def __init__(
        self, window: QWidget, about: str, notes: SaleNotes, service: BookingNotes, request_id: str
    ) -> None:
        self._about, self._began, self._service, self._request_id = about, by_code(notes), service, request_id
        self._found: Sequence[KeptNote] = ()
        self._may_leave = self._prints = False
        """Whether Esc was pressed before, and whether the voucher is to be printed once they are kept."""
        super().__init__(window, tr("Notes"))
        self.setObjectName("notes_sheet")
        for box in self._boxes.values():
            box.textChanged.connect(self._show_state)
        for button in self._usual:
            button.clicked.connect(lambda _=False, button=button: self._put(button))
        self._keep.clicked.connect(self._take)
        self._again.clicked.connect(self._print)
        self._tasks = TaskScope(hand_to_loop)
        self.closed.connect(self._tasks.cancel_all)
        self._tasks.start("notes read", self._read())

    @property
    def typed(self) -> dict[str, str]:
        """The notes as typed, by their codes."""
        return {code: box.toPlainText().strip() for code, box in self._boxes.items()}

    async def _read(self) -> None:
        """Show what stood there before, and what stands there now where nothing is typed yet."""
        self._found = found = await self._service.of(self._request_id) if self._request_id else ()
        typed, now = self.typed, by_code(notes_in(found))
        for code, former in self._former.items():
            before = [each for each in reversed(found) if each.code == code][1:]
            lines = [
                tr("Before, {who}: {note}", who=_who(each), note=each.said) for each in before if each.said
            ]
            former.setText("\n".join(lines[:_MOST_FORMER]))
            former.setVisible(bool(lines))
            if found and typed[code] == self._began[code] != now[code]:
                self._began[code] = now[code]
                self._boxes[code].setPlainText(now[code])
        self._show_state()
        for button, word in zip(self._usual, await self._service.usual_words(map(tr, _USUAL)), strict=True):
            button.set_label(word)

    async def _write(self, notes: SaleNotes) -> None:
        """Keep them; else show what others have written, or why they could not be kept."""
        others: tuple[KeptNote, ...] | None = ()
        try:
            if self._request_id:
                others = await self._service.keep(self._request_id, notes, SaleNotes(*self._began.values()))
        except DeskError as error:
            self._may_leave = True
            self._say(error.advice.what, error.advice.meaning)
            return
        finally:
            self._keep.set_busy("")
        if others is None:
            self._say(tr("This note could not be kept. Copy it."))
            return
        if others:
            self._may_leave = True
            self._began |= {each.code: each.said for each in others}
            ways = tr("Enter keeps what you typed, Esc what stands there.")
            said = joined(" ", (*(each.said for each in others), ways))
            self._say(tr("{who} changed this.", who=_who(others[0])), said)
        else:
            self.drop()
            self.kept.emit(notes)
            if self._prints:
                self.print_asked.emit()

    def drop(self) -> None:
        """Close it, whatever was typed."""
        self._may_leave = True
        self.dismiss()

    @override
    def dismiss(self) -> None:
        """Close it; when something was typed, only when it is asked for once more."""
        if self._may_leave or self.typed == self._began:
            super().dismiss()
        else:
            self._say(tr("What was typed is not kept. Esc leaves it, Enter keeps both notes."))
            self._may_leave = True

    @override
    def event(self, event: QEvent) -> bool:
        """Take Ctrl P before the window's own key does."""
        if isinstance(event, QKeyEvent) and actions.PRINT_NOTES.matches(event):
            event.accept()
            return event.type() == QEvent.Type.ShortcutOverride or super().event(event)
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if actions.USUAL_WORDS.matches(event):
            self._put(self._usual[event.key() == Qt.Key.Key_2])
        elif actions.PRINT_NOTES.matches(event):
            self._print()
        else:
            super().keyPressEvent(event)

    @override
    def _take(self) -> None:
        """Ask that they are kept, unless there is something to be said before."""
        typed = self.typed
        doubtful = any(may_be_document(typed[code]) and typed[code] != self._began[code] for code in typed)
        if any(map(is_too_long, typed.values())):
            self._say(tr("At most {letters} letters on {lines} lines.", letters=LONGEST, lines=MOST_LINES))
        elif doubtful and not self._tick.isChecked():
            self._say(tr("This looks like a document number. It would be kept."), "", self._tick)
            self._tick.setFocus()
        elif self._keep.isEnabled():
            self._keep.set_busy(tr("A moment\u2026"))
            self._tasks.start("notes kept", self._write(SaleNotes(*typed.values())))

    def _print(self) -> None:
        self._prints = True
        self._take()

    def _put(self, button: Button) -> None:
        """Put a word where the cursor is, apart from what stands there."""
        box = next((each for each in self._boxes.values() if each.hasFocus()), self._boxes[ON_VOUCHER])
        before = box.toPlainText()[: box.textCursor().position()]
        box.insertPlainText(f"{' ' if before and not before[-1].isspace() else ''}{button.label} ")
        box.setFocus()

    def _show_state(self) -> None:
        """Show how much is typed, and whether the voucher was printed without it."""
        note = self.typed[ON_VOUCHER]
        at = printed_without(note, self._found)
        self._count.setText(tr("{number} of {most}", number=len(note), most=LONGEST))
        self._may_leave = self._prints = False
        self._tick.setChecked(False)
        told = at and tr(
            "The voucher was printed at {time} without this.", time=formats.since(at.astimezone())
        )
        self._say(told or "", "", *((self._again,) if at else ()))

    def _say(self, words: str, more: str = "", *parts: QWidget) -> None:
        self._notice.show_words(words, more)
        for each in (self._tick, self._again):
            each.setVisible(each in parts)

    @override
    def _first(self) -> QWidget:
        return self._boxes[FOR_US]

    @override
    def _stops(self) -> tuple[QWidget, ...]:
        stops = (*self._boxes.values(), self._tick, self._again, *self._usual, self._keep, *self._buttons)
        return tuple(each for each in stops if not each.isHidden())

    @override
    def _build(self, question: QuestionWords) -> None:
        keys = actions.USUAL_WORDS.caps
        words = zip(map(tr, _USUAL), keys, strict=True)
        self._usual = [Button(word, size=28, key=key) for word, key in words]
        self._tick = called("keep_number", Checkbox(tr("Keep it all the same")))
        self._again = Button(actions.PRINT_NOTES, size=28)
        self._notice = called("notes_notice", Notice("warning"))
        self._notice.add(held(row(self._tick, self._again, None)), beneath=True)
        self._keep = called("keep_notes", Button(actions.KEEP_NOTES, "primary", size=44, fills=True))
        self._count = _small("")
        self._boxes, self._former = dict[str, NoteBox](), dict[str, Label]()
        private = tr("For us"), tr("every desk sees it, no paper has it")
        public = tr("On the voucher"), tr("for the customer, and on the manifest")
        head = Label(question.title, "heading"), _small(self._about)
        fields = self._field(FOR_US, "lock", *private), self._field(ON_VOUCHER, "receipt-text", *public)
        foot = row(*self._usual, None, self._count, gap=8), _small(tr(_OPERATOR)), self._notice, None
        body = column(*head, *fields, *foot, gap=8, margins=(20, 16, 20, 4))
        erased = row(_small(tr("Erased with the customer\u2019s data")), None, self._buttons[0])
        panel = raised_panel(question.title, "notes_panel")
        panel.setFixedWidth(style.PANE_WIDE)
        ways = column(self._keep, erased, gap=8, margins=(20, 4, 20, 12))
        panel.setLayout(column((Scroller(held(body)), 1), ways, margins=(1, 1, 1, 1)))
        self.setLayout(row(None, (panel, 0), margins=(8, 8, 8, 8)))

    def _field(self, code: str, icon: str, name: str, more: str) -> QWidget:
        """The box of a note below its name, above what stood there before."""
        box = self._boxes[code] = called(code, NoteBox())
        former = self._former[code] = called(f"{code}_before", _small(""))
        former.hide()
        box.setPlainText(self._began[code])
        box.setAccessibleName(joined(", ", (name, more)))
        box.setTabChangesFocus(True)
        box.setFixedHeight(MOST_LINES * box.fontMetrics().lineSpacing() + 20)
        head = row(Icon(icon, 14), Label(name, "captionStrong"), None, Label(more, "caption", "text3"), gap=8)
        return held(column(head, box, former, gap=4))


def _small(text: str) -> Label:
    return Label(text, "caption", "text2", wraps=True)


def _who(note: KeptNote) -> str:
    return joined(" ", (note.clerk or note.desk, formats.since(note.at.astimezone())))
