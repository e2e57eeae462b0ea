"""The fields of a page: what is typed in them, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt

from app.desk.model.typed_text import figures
from app.ui.kit.controls.text_field import TextField

_LONGEST_AMOUNT = 18


class FieldForm:
    """Text fields that are read, emptied and kept together; each is known by its name."""

    def __init__(self, *fields: TextField) -> None:
        self.fields = fields

    @property
    def texts(self) -> tuple[str, ...]:
        """What is typed, in the order of the fields."""
        return tuple(each.text() for each in self.fields)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed."""
        return not any(self.texts)

    def fill(self, texts: Iterable[str]) -> None:
        """Have these texts, as if they were typed before."""
        for field, text in zip(self.fields, texts, strict=True):
            field.set_text(text)

    def clear(self) -> None:
        """Empty the fields."""
        self.fill("" for _ in self.fields)

    def follow(self, act: Callable[[], object]) -> None:
        """Call this whenever something is typed."""
        for each in self.fields:
            each.edited.connect(act)

    def show_error(self, name: str, sentence: str, *, is_asked: bool = True) -> TextField | None:
        """Show at the field of this name what is wrong, and nothing at the others; an empty name is none.

        Unless `is_asked`, an empty field is not wrong yet. Returns the field.
        """
        found = None
        for field in self.fields:
            is_here = field.edit.objectName() == name
            field.show_error(sentence if is_here and (is_asked or field.text()) else "")
            found = field if is_here else found
        return found

    def forget_errors(self) -> None:
        """Show nothing as wrong any more."""
        self.show_error("", "")

    def ask(self, name: str, sentence: str) -> bool:
        """Show what is wrong at the field of this name, and put the keyboard there.

        Returns whether there is such a field.
        """
        field = self.show_error(name, sentence)
        if field is not None:
            field.setFocus(Qt.FocusReason.OtherFocusReason)
        return field is not None


def amount_field(label: str, name: str, *, width: int = 0, is_large: bool = False) -> TextField:
    """A field that takes the figures of an amount; a large one is the one that a page asks for."""
    field = TextField(label, name, takes=figures, limit=_LONGEST_AMOUNT)
    if is_large:
        field.enlarge()
    if width:
        field.setFixedWidth(width)
    return field
