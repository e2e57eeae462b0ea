"""Editors of the passenger grid: a line edit in the cell, with a list of usual words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget
from shiboken6 import isValid
from typing_extensions import override

from app.core.language import tr
from app.desk.model.nationalities import nationalities
from app.desk.model.service_words import fitting_words, shown_word
from app.desk.passengers.doubts import GENDERS, ID_TYPES
from app.desk.passengers.rules import CELL_WORDS
from app.ui.kit.basics.room import room_of
from app.ui.kit.controls.file_picker import copied
from app.ui.kit.controls.line_edit import LineEdit
from app.ui.kit.lists.suggestion_list import Suggestion, SuggestionList
from app.ui.passengers import actions
from app.ui.passengers.grid_delegate import SIDE, PassengerDelegate, heights_in
from app.ui.passengers.grid_model import Index, PassengerModel
from app.ui.passengers.row import cell_of
from app.ui.theme import style

Step = Literal["next", "previous", "below", "up", "down", "copy", "paste", "drop"]
"""Where a key that ends editing leads."""
_CONTROLS = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)
_STEPS: dict[int, Step] = {
    Qt.Key.Key_Tab: "next",
    Qt.Key.Key_Backtab: "previous",
    Qt.Key.Key_Return: "below",
    Qt.Key.Key_Enter: "below",
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Down: "down",
}


def offered(cell: str) -> tuple[str, ...]:
    """The usual words of a cell; any other may be typed."""
    if cell == "nationality":
        return nationalities()
    return {"pax_gender": GENDERS, "id_type": ID_TYPES}.get(cell, ())


class CellEditor(LineEdit):
    """The field in one cell, which paints ground and ring; its name is the interface's name of the cell."""

    def __init__(self, cell: str, parent: QWidget) -> None:
        super().__init__(parent, is_bare=True)
        self.cell = cell
        self.setObjectName(cell)
        self.setFont(
            style.font("bodyStrong" if cell == "traveler_name" else "body", identity=cell == "id_number")
        )
        if cell == "age":
            self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._words = offered(cell)
        self.words_list = SuggestionList(self, f"{cell}_list") if self._words else None
        if self.words_list is not None:
            self.textEdited.connect(self._follow)

    @property
    def value(self) -> str:
        """The chosen word, else the typed text."""
        chosen = self.words_list.current if self.words_list is not None else None
        return self.text() if chosen is None else str(chosen.value)

    def shown(self, text: str) -> str:
        """A cell's text to read: one of the usual words in the language of the screen."""
        return shown_word(text) if text in self._words else text

    def open_list(self) -> None:
        """Offer all the usual words."""
        if self.words_list is not None:
            self.words_list.offer(_choices(self._words))

    def steps_in_list(self, event: QKeyEvent) -> bool:
        """Whether the key was for the list: Up and Down while it is open, Alt Down to open it."""
        if self.words_list is None or event.key() not in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            return False
        if self.words_list.isVisible():
            self.words_list.step(1 if event.key() == Qt.Key.Key_Down else -1)
            return True
        if event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.open_list()
            return True
        return False

    def _follow(self, text: str) -> None:
        if self.words_list is not None:
            self.words_list.offer(_choices(fitting_words(text, self._words)) if text.strip() else [])


class EditingDelegate(PassengerDelegate):
    """Opens the fields, and ends them by the keys of the grid."""

    stepped = Signal(str)
    """Emitted with the `Step` of a key that ended editing."""

    def __init__(self, is_current: Callable[[Index], bool]) -> None:
        super().__init__(self._is_edited_here, is_current)
        self.editor: CellEditor | None = None
        self._index: Index | None = None

    def finish(self, *, keeps: bool = True) -> None:
        """End editing, with or without the typed text."""
        editor = self.editor
        if editor is None or not isValid(editor):
            return
        if keeps:
            self.commitData.emit(editor)
        self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)

    @override
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = CellEditor(cell_of(index.column()), parent)
        editor.setAccessibleName(
            tr("{field}, passenger {number}", field=CELL_WORDS[editor.cell], number=index.row() + 1)
        )
        if editor.words_list is not None:
            editor.words_list.picked.connect(self._take_picked)
        self.editor, self._index = editor, index
        return editor

    @override
    def destroyEditor(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, CellEditor) and editor.words_list is not None:
            editor.words_list.hide()
            editor.words_list.deleteLater()
        if editor is self.editor:
            self.editor = self._index = None
        super().destroyEditor(editor, index)

    @override
    def setEditorData(self, editor: QWidget, index: Index) -> None:
        # A row may be updated while it is edited: the typed text stays.
        if isinstance(editor, CellEditor) and not editor.isModified():
            editor.setText(editor.shown(str(index.data(Qt.ItemDataRole.EditRole) or "")))

    @override
    def setModelData(self, editor: QWidget, model: object, index: Index) -> None:
        if isinstance(editor, CellEditor) and isinstance(model, PassengerModel):
            model.setData(index, editor.value)

    @override
    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        rect = option.rect
        height = heights_in(room_of(option.widget)).row - 7
        editor.setGeometry(QRect(rect.left() + SIDE, rect.top() + 3, rect.width() - 2 * SIDE + 2, height))

    @override
    def eventFilter(self, object: QObject, event: QEvent) -> bool:
        if not isinstance(object, CellEditor):
            return super().eventFilter(object, event)
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_ours(event):
            # A line edit would delete a character or a word with it.
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._press(object, event) or super().eventFilter(object, event)
        return super().eventFilter(object, event)

    def _press(self, editor: CellEditor, event: QKeyEvent) -> bool:
        if editor.steps_in_list(event):
            return True
        if _copies(event):
            self.finish(keeps=False)
            self.stepped.emit("copy")
            return True
        if actions.TAKE_OFF.matches(event):
            self.finish()
            # Taken back, the row has what was typed; once also when the keys are held.
            if not event.isAutoRepeat():
                self.stepped.emit("drop")
            return True
        if event.matches(QKeySequence.StandardKey.Paste) and copied() is not None:
            self.finish()
            self.stepped.emit("paste")
            return True
        step = _STEPS.get(event.key())
        if step is None or event.modifiers() & _CONTROLS:
            return False
        self.finish()
        self.stepped.emit(step)
        return True

    def _take_picked(self, choice: Suggestion) -> None:
        if self.editor is not None:
            self.editor.setText(str(choice.value))
            self.finish()

    def _is_edited_here(self, index: Index) -> bool:
        held = self._index
        return (
            self.editor is not None
            and held is not None
            and (held.row(), held.column()) == (index.row(), index.column())
        )


def _choices(words: Iterable[str]) -> list[Suggestion]:
    return [Suggestion(shown_word(word), value=word) for word in words]


def _copies(event: QKeyEvent) -> bool:
    """Whether the key is Ctrl D, which copies from the row above."""
    return actions.COPY_ABOVE.matches(event)


def _is_ours(event: QKeyEvent) -> bool:
    """Whether the key acts on the row, also while a cell is edited."""
    return _copies(event) or actions.TAKE_OFF.matches(event)
