"""Line edits: the box around the text, and the text in a role or as dots."""

from __future__ import annotations

from PySide6.QtCore import QMargins, Qt
from PySide6.QtGui import QContextMenuEvent, QIcon, QKeyEvent, QPainter, QPaintEvent, QValidator
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.model.typed_text import Take, Taken, line
from app.ui.kit.basics.actions import SHOW_TYPED
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.mixin import Restyled
from app.ui.kit.basics.native_style import native_style, secret_style
from app.ui.kit.basics.painting import draw_box
from app.ui.kit.basics.text import plain
from app.ui.theme import assets, style
from app.ui.theme.style import Role

_HEIGHT, _INSIDE = 36, QMargins(9, 1, 9, 3)
_DOT_SPACING = 2


class Gate(QValidator):
    """Lets into a line edit what `take` takes of it, and keeps what was left out until the next change."""

    def __init__(self, edit: QLineEdit, take: Take, limit: int = 0) -> None:
        """`limit` is the number of characters that are taken; 0 is any."""
        super().__init__(edit)
        self._take, self._limit = take, limit
        self._before, self.left_out = edit.text(), ""
        self._made: str | None = None
        """What was made of a text, and is validated again by Qt."""

    @override
    def validate(self, arg__1: str, arg__2: int) -> tuple[QValidator.State, str, int]:
        text, place = arg__1, arg__2
        if text == self._made:
            self._made, self._before = None, text
            return QValidator.State.Acceptable, text, place
        self._made, taken = None, self._taken(text)
        self.left_out = taken.left_out
        if taken.text == text:
            self._before = text
            return QValidator.State.Acceptable, text, place
        if self._changes_nothing(text, taken.text):
            return QValidator.State.Invalid, text, place
        self._made = taken.text
        place = min(len(self._take(text[:place]).text), len(taken.text))
        return QValidator.State.Acceptable, taken.text, place

    def _taken(self, text: str) -> Taken:
        taken = self._take(text)
        if not self._limit or len(taken.text) <= self._limit:
            return taken
        beyond = joined(" ", (taken.text[self._limit :], taken.left_out))
        return Taken(taken.text[: self._limit], beyond)

    def _changes_nothing(self, text: str, taken: str) -> bool:
        """Whether nothing of an insertion is taken, or only in place of what stands behind it."""
        before = self._before
        start = next((at for at, each in enumerate(before) if text[at : at + 1] != each), len(before))
        behind, end = before[start:], start + len(text) - len(before)
        keeps = taken.endswith(behind) or len(taken) > len(before)
        is_lost = end > start and text.endswith(behind) and not keeps
        if is_lost or (taken == before and not self.left_out and any(map(str.isalnum, text[start:end]))):
            self.left_out = text[start:end]
        return is_lost or taken == before


class LineEdit(QLineEdit):
    """A line edit that paints its own box; a bare one shows its text alone, on what it lies on."""

    def __init__(self, parent: QWidget | None = None, *, is_bare: bool = False) -> None:
        super().__init__(parent)
        self.take_by(line)
        self._is_bare, self._is_wrong = is_bare, False
        self.setFrame(False)
        if not is_bare:
            self.setTextMargins(_INSIDE)
            self.setFixedHeight(_HEIGHT)

    def take_by(self, take: Take, limit: int = 0) -> None:
        """Take only what this takes of a text, and at most so many characters if not 0."""
        self.gate = Gate(self, take, limit)
        self.setValidator(self.gate)

    def show_wrong(self, *, is_wrong: bool) -> None:
        """Paint the box of a field with an error, or of one without."""
        if is_wrong != self._is_wrong:
            self._is_wrong = is_wrong
            self.update()

    @override
    def contextMenuEvent(self, arg__1: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu()
        menu.setStyle(native_style())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(arg__1.globalPos())

    @override
    @guarded
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        if not self._is_bare:
            self._paint_box()
        super().paintEvent(arg__1)

    def _paint_box(self) -> None:
        colours, painter = style.tokens(), QPainter(self)
        is_closed, has_keyboard = self.isReadOnly() or not self.isEnabled(), self.hasFocus()
        line = colours.line if is_closed else colours.accent if has_keyboard else colours.control
        if self._is_wrong and (has_keyboard or not is_closed):
            line = colours.danger
        draw_box(
            painter,
            self.rect(),
            fill=colours.sunken if is_closed else colours.surface,
            line=line,
            width=2 if has_keyboard and (self._is_wrong or not is_closed) else 1,
            radius=style.CONTROL_RADIUS,
        )
        painter.end()


class RoleEdit(Restyled, LineEdit):
    """A line edit in a role of the type scale."""

    def __init__(self, role: Role = "body", parent: QWidget | None = None, *, is_bare: bool = False) -> None:
        super().__init__(parent, is_bare=is_bare)
        self._role: Role = role
        self._fit()

    def set_role(self, role: Role) -> None:
        """Have the letters of another role."""
        self._role = role
        self._fit()

    @override
    def _fit(self) -> None:
        self.setFont(style.font(self._role))


class SecretEdit(Restyled, LineEdit):
    """Shows dots for the text, and the text itself while the eye is pressed."""

    def __init__(self) -> None:
        super().__init__()
        self.take_by(Taken)  # Every character of a password counts.
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self._eye = self.addAction(QIcon(), QLineEdit.ActionPosition.TrailingPosition)
        self._eye.setText(plain(joined("  ", (tr("Show what is typed"), SHOW_TYPED.painted))))
        self._eye.setCheckable(True)
        self._eye.toggled.connect(self._reveal)
        self.setStyle(secret_style())
        self._fit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if SHOW_TYPED.matches(event) and not event.isAutoRepeat():
            self._eye.toggle()
        else:
            super().keyPressEvent(event)

    def _reveal(self) -> None:
        shown = self._eye.isChecked()
        self.setEchoMode(QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password)
        self._fit()

    @override
    def _fit(self) -> None:
        """Set the spacing of the dots and the colour of the eye."""
        font = style.font("body")
        font.setLetterSpacing(font.letterSpacingType(), 0 if self._eye.isChecked() else _DOT_SPACING)
        self.setFont(font)
        name = "eye-off" if self._eye.isChecked() else "eye"
        ratio = self.devicePixelRatioF()
        self._eye.setIcon(QIcon(assets.icon_pixmap(name, 16, style.tokens().text3, ratio=ratio)))
