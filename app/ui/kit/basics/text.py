"""Text on the screen: always plain, without hidden characters, cut at a limit."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple, Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import Wording
from app.ui.kit.basics.guarded import guarded
from app.ui.theme import style
from app.ui.theme.style import Ink, Role

MARK = "\ufffd"
"""Replaces a character that is invisible or changes the direction of text."""
LIMIT = 2000
ELLIPSIS = "\u2026"
_HIDDEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"
"""Needed to write Indian languages correctly."""
_LINE_BREAK = "\u2028"
_MEASURED_ANEW = frozenset(
    {QEvent.Type.FontChange, QEvent.Type.EnabledChange, QEvent.Type.LayoutDirectionChange}
)
Words = Wording | Callable[[], str]
"""A text, or what makes one that is another in another language or on another day."""
_NUMBER = re.compile(r"(\d+)")
_WORD_HYPHEN = re.compile(r"(?<=\w)-(?=[^\W\d])")


def plain(text: str, limit: int = LIMIT) -> str:
    """The text with control characters, direction marks and the like replaced, and at most `limit` long.

    Line breaks stay, tabs become spaces.
    """
    cut = text if len(text) <= limit else text[: limit - 1] + ELLIPSIS
    if cut.isprintable():
        return cut
    return "".join(map(_seen, cut.replace("\r\n", "\n")))


def one_line(text: str, limit: int = LIMIT) -> str:
    """The plain text on one line."""
    return " ".join(plain(text, limit).split())


def starred(label: str) -> str:
    """The name of a field that must be filled in."""
    return f"{label} *"


def made(words: Words) -> str:
    """The words as they are today."""
    return words() if callable(words) else str(words)


_TOLD = "told_tip"
"""The property with a description that was taken from a tooltip."""


def tip(text: str) -> str:
    """A tooltip that shows the text literally; empty for none."""
    shown = plain(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\n", "<br>")
    return f"<span>{shown}</span>" if text else ""


def set_tip(widget: QWidget, text: str) -> None:
    """Set a tooltip that shows the text literally."""
    widget.setToolTip(tip(text))
    if widget.accessibleDescription() in ("", widget.property(_TOLD)):
        # Else the markup of the tooltip is read out.
        widget.setAccessibleDescription(plain(text))
        widget.setProperty(_TOLD, plain(text))


def _seen(character: str) -> str:
    if character in "\n\t":
        return "\n" if character == "\n" else " "
    hidden = unicodedata.category(character) in _HIDDEN and character not in _JOINERS
    return MARK if hidden else character


@runtime_checkable
class ShowsTimes(Protocol):
    """A widget that shows times of the past, which have their date once another day begins."""

    def begin_day(self) -> None:
        """Show the times anew, since another day has begun."""


class Loud(NamedTuple):
    """How numbers are highlighted in a sentence; only the first `most` of them if it is not 0."""

    role: Role
    weight: QFont.Weight | None = None
    most: int = 0


class Run(NamedTuple):
    """A piece of a label in its own role and ink."""

    text: str
    role: Role = "body"
    ink: Ink = "text"
    weight: QFont.Weight | None = None
    loud: Loud | None = None


def _pieces(run: Run) -> list[Run]:
    """The run, split where its numbers are highlighted."""
    shown = run._replace(text=plain(run.text))
    if run.loud is None:
        return [shown]
    number = shown._replace(role=run.loud.role, weight=run.loud.weight)
    pieces = _NUMBER.split(shown.text, maxsplit=run.loud.most)
    return [
        (number if place % 2 else shown)._replace(text=piece) for place, piece in enumerate(pieces) if piece
    ]


class _Painted(NamedTuple):
    """The last painted state of a label."""

    layout: QTextLayout
    width: int
    colours: style.Tokens


class Label(QLabel):
    """Plain text in a role and an ink of the design, on lines of the role's height.

    `wraps` breaks it over lines, `elides` shortens it with an ellipsis; the caller chooses one or neither.
    """

    def __init__(
        self,
        text: Words = "",
        role: Role = "body",
        ink: Ink = "text",
        *,
        wraps: bool = False,
        elides: bool = False,
        right: bool = False,
        centred: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._role: Role = role
        self._ink: Ink = ink
        self._identity = False
        self._elides = elides
        self._words: Words = ""
        """As given by `setText`."""
        self._runs: tuple[Run, ...] = ()
        self._heights: dict[int, int] = {}
        """By width: layouts ask for sizes often, and each answer would need a layout of the text."""
        self._natural: int | None = None
        self._painted: _Painted | None = None
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter if centred else side)
        self.setWordWrap(wraps)
        self._set_policy()
        self.setFont(style.font(role))
        self.setText(text)

    @override
    def setText(self, text: Words) -> None:
        """Show the text, in the label's own role and ink."""
        self._words = text
        had_runs, self._runs = bool(self._runs), ()
        self._show(made(text), afresh=had_runs)

    def begin_day(self) -> None:
        """Make words with a time in them again, since another day has begun."""
        if not isinstance(self._words, str):
            self.setText(self._words)

    def set_runs(self, *runs: Run) -> None:
        """Show pieces in different roles and inks, on one baseline."""
        self._words = ""
        former, self._runs = self._runs, tuple(piece for run in runs for piece in _pieces(run))
        self._show("".join(run.text for run in self._runs), afresh=former != self._runs)

    def set_ink(self, ink: Ink) -> None:
        """Draw in another colour of the design."""
        if ink != self._ink:
            self._ink = ink
            self._painted = None
            self.update()

    def set_role(self, role: Role) -> None:
        """Draw in another role of the type scale."""
        if role != self._role:
            self._role = role
            self._restyle()

    def set_identity(self) -> Label:
        """Distinguish similar letters and digits, for PNRs, document numbers and ids. Returns the label."""
        self._identity = True
        self._restyle()
        return self

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        kind = event.type()
        if kind == QEvent.Type.StyleChange:
            # Each new parent is a change of style, most of which have no effect.
            wanted = style.font(self._role, identity=self._identity)
            if self.font() != wanted:
                self._restyle()
        elif kind in _MEASURED_ANEW:
            self._forget_sizes()

    @override
    def sizeHint(self) -> QSize:
        natural = self._natural_width()
        return QSize(natural, self._height_of(natural))

    @override
    def minimumSizeHint(self) -> QSize:
        if self.wordWrap():
            return QSize(0, self._line())
        return QSize(0, self._line()) if self._elides else self.sizeHint()

    @override
    def heightForWidth(self, width: int) -> int:
        return self._height_of(width)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(style.tokens().ink_named(self._ink_now()))
        layout = self._laid_out_now()
        spare = self.height() - layout.lineCount() * self._line()
        layout.draw(painter, QPointF(0, 0 if self.wordWrap() else spare // 2))

    def _show(self, text: str, *, afresh: bool) -> None:
        """Take the text; an equal one does not update the layout."""
        keeps = self.wordWrap() or bool(self._runs)
        shown = plain(text) if keeps else one_line(text)
        if shown == self.text() and not afresh:
            return
        super().setText(shown)
        self._forget_sizes()
        self.updateGeometry()
        self.update()

    def _forget_sizes(self) -> None:
        self._heights.clear()
        self._natural = self._painted = None

    def _restyle(self) -> None:
        self._forget_sizes()
        self.setFont(style.font(self._role, identity=self._identity))
        self.updateGeometry()
        self.update()

    def _set_policy(self) -> None:
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        if self.wordWrap():
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
            policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _line(self) -> int:
        return style.line_height(self._role)

    def _natural_width(self) -> int:
        if self._natural is None:
            layout = self._laid_out(1 << 20, self.text())
            widths = (layout.lineAt(number).naturalTextWidth() for number in range(layout.lineCount()))
            self._natural = 1 + int(max(widths, default=0))
        return self._natural

    def _height_of(self, width: int) -> int:
        if not self.wordWrap():
            return self._line()
        if width not in self._heights:
            lines = max(1, self._laid_out(max(width, 1), self.text()).lineCount())
            self._heights[width] = lines * self._line()
        return self._heights[width]

    def _laid_out_now(self) -> QTextLayout:
        """The laid-out text, kept from one painting to the next."""
        colours, painted = style.tokens(), self._painted
        if painted is None or painted.width != self.width() or painted.colours is not colours:
            layout = self._laid_out(self.width(), self._shown(self.width()))
            painted = self._painted = _Painted(layout, self.width(), colours)
        return painted.layout

    def _shown(self, width: int) -> str:
        if not self._elides or self._runs:
            return self.text()
        metrics = QFontMetricsF(self.font())
        return metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, width)

    def _laid_out(self, width: int, text: str) -> QTextLayout:
        layout = QTextLayout(text.replace("\n", _LINE_BREAK), self.font())
        layout.setCacheEnabled(True)
        option = QTextOption(self.alignment())
        wraps = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
        option.setWrapMode(wraps if self.wordWrap() else QTextOption.WrapMode.ManualWrap)
        layout.setTextOption(option)
        layout.setFormats(self._formats())
        baseline, y = style.baseline(self.font(), self._line()), 0
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, y + baseline - line.ascent()))
            y += self._line()
        layout.endLayout()
        return layout

    def _formats(self) -> list[QTextLayout.FormatRange]:
        if self._runs:
            return self._run_formats()
        if self._identity or "-" not in self.text():
            return []
        font = style.proportional(self.font())
        return [
            _range(hyphen.start(), 1, font, self._ink_now()) for hyphen in _WORD_HYPHEN.finditer(self.text())
        ]

    def _run_formats(self) -> list[QTextLayout.FormatRange]:
        ranges: list[QTextLayout.FormatRange] = []
        start = 0
        for run in self._runs:
            ranges.append(_range(start, len(run.text), style.font(run.role, weight=run.weight), run.ink))
            start += len(run.text)
        return ranges

    def _ink_now(self) -> Ink:
        return self._ink if self.isEnabled() else "text_disabled"


class Remark(Label):
    """A small sentence that may be missed: where it does not fit as a whole, nothing of it is shown."""

    def __init__(self, text: Words) -> None:
        super().__init__(text, "caption", "text3", elides=True)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.width() >= self.sizeHint().width():
            super().paintEvent(event)


def _range(start: int, length: int, font: QFont, ink: Ink) -> QTextLayout.FormatRange:
    """A piece of text in its own font and ink."""
    piece = QTextLayout.FormatRange()
    piece.start, piece.length = start, length
    piece.format = _format(font, ink)
    return piece


def _format(font: QFont, ink: Ink) -> QTextCharFormat:
    result = QTextCharFormat()
    result.setFont(font)
    result.setForeground(style.tokens().ink_named(ink))
    return result
