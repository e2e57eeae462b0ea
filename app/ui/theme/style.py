"""The style: colour tokens of both themes, sizes and the palette."""

from __future__ import annotations

import os
from dataclasses import fields, replace
from functools import cache
from typing import Literal, cast

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette, QStyleHints
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLineEdit, QToolTip
from shiboken6 import isValid
from typing_extensions import override

from app.core.frozen import frozen
from app.ui.theme import assets
from app.ui.theme.qt_words import QtWords
from app.ui.theme.typography import (
    HEAVY,
    Role,
    baseline,
    font,
    line_height,
    proportional,
)

__all__ = [
    "DARK",
    "HEAVY",
    "LIGHT",
    "Role",
    "Theme",
    "Tokens",
    "application",
    "apply_theme",
    "baseline",
    "font",
    "line_height",
    "proportional",
    "tokens",
]

Theme = Literal["system", "light", "dark"]

RAIL = 72
SHEET_INSET = 8
TOP_BAR = (56, 48)
"""Heights: the usual one, and that in a low window."""
SHEET_HEADER = (56, 48)
FILTER_BAR = (44, 40)
TABLE_HEADER = (32, 28)
HINT_LINE = (30, 26)
ACTION_BAR = 64
PANE_WIDE = 424
PANE_NARROW = 344
RADIUS = 8
CONTROL_RADIUS = 6
LEAST_TARGET = 24
"""The least height and width of what is pressed (WCAG 2.5.8)."""
FOCUS_RING = 2
FOCUS_OFFSET = 2


@frozen
class Tokens:
    """The colours of one theme, with one attribute for each token of the design."""

    canvas: QColor
    surface: QColor
    sunken: QColor
    hover: QColor
    pressed: QColor
    raised: QColor
    line: QColor
    line_strong: QColor
    control: QColor
    text: QColor
    text2: QColor
    text3: QColor
    text_disabled: QColor
    accent: QColor
    accent_fill: QColor
    accent_fill_hover: QColor
    accent_fill_pressed: QColor
    on_accent: QColor
    accent_soft: QColor
    accent_soft_hover: QColor
    accent_line: QColor
    success: QColor
    success_mark: QColor
    success_soft: QColor
    warning: QColor
    warning_mark: QColor
    warning_soft: QColor
    warning_line: QColor
    danger: QColor
    danger_fill: QColor
    danger_fill_hover: QColor
    on_danger: QColor
    danger_soft: QColor
    danger_line: QColor
    ink: QColor
    on_ink: QColor
    on_ink2: QColor
    skeleton: QColor
    scrim: QColor
    shadow: QColor
    track: QColor
    meter: QColor
    meter_alt: QColor

    def ink_named(self, name: Ink) -> QColor:
        """The colour of a text, by its token's name."""
        colour: QColor = getattr(self, name)
        return colour


Ink = Literal[
    "text",
    "text2",
    "text3",
    "text_disabled",
    "accent",
    "success",
    "success_mark",
    "warning",
    "warning_mark",
    "danger",
    "on_accent",
    "on_danger",
    "on_ink",
    "on_ink2",
    "control",
]
"""The tokens of text and icons."""
ON_PAPER = {
    "black": QColor("#000000"),
    "ink": QColor("#19191D"),
    "quiet": QColor("#53525A"),
    "line": QColor("#C9C7C1"),
    "cut": QColor("#8A877F"),
}
"""The colours of a printed voucher, in every theme; a receipt printer has only black."""
PAPER = QColor("#FFFFFF")

_LIGHT = """
    F4F3F0 FFFFFF FAF9F7 F6F5F2 EDEBE6 FFFFFF E7E5E0 D5D2CB 8A877F
    19191D 53525A 68676E 7F7D85
    2745D3 2745D3 1F39B4 192E94 FFFFFF EEF1FE E3E8FD A9B6F5
    0A744A 12875A E7F4ED 875100 B36B00 FCF2DF EBD3A0
    B8202C B8202C 9A1923 FFFFFF FDEEED EFB7B4
    19191D FFFFFF C9C8CE EBE9E4 6619191D 2419191D E3E0DA 2745D3 7686E0
"""
_DARK = """
    0F1012 17181B 131417 1D1E22 25262B 1F2024 27282D 393A41 74757E
    ECECEF B1B1B9 94949D 7F8089
    9AABFF 4059E0 4F68EE 3349C4 FFFFFF 1D2340 252C50 4A5AAF
    5CCB95 3FAE79 13281E E5B25E D39A3C 2A2112 57431C
    FF8F8C C4303A D63E48 FFFFFF 321819 6E2F31
    ECECEF 17181B 53525A 222328 A6000000 2419191D 2E2F35 8094FA 5566BC
"""


def _tokens(table: str) -> Tokens:
    """The tokens of a table of RRGGBB or AARRGGBB, in the order of the class."""
    names = [field.name for field in fields(Tokens)]
    return Tokens(**dict(zip(names, (QColor(f"#{value}") for value in table.split()), strict=True)))


LIGHT = _tokens(_LIGHT)
DARK = _tokens(_DARK)


_FACTOR = "QT_SCALE_FACTOR"
_SEEN_THROUGH = (QLineEdit.__name__, QAbstractScrollArea.__name__)
"""The classes whose ground is what they lie on."""


class _Chosen:
    """The theme in use, in the whole program."""

    theme: Theme = "system"
    tokens = LIGHT
    is_dark = False
    is_fusion = False
    text_size = 100
    reduces_motion = False


class CounterApplication(QApplication):
    """Emits a signal instead of quitting when Qt wants to quit.

    An event filter on the application would call Python for every event.
    """

    quit_asked = Signal()

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Quit:
            self.quit_asked.emit()
            return True
        return super().event(event)


def application(program: str, text_size: int = 100) -> CounterApplication:
    """The application, in the style that the design is based on, and all of it at `text_size` percent.

    Setting the style here takes no time; setting one later takes about 15 ms of the start. Qt reads its
    factor only here, so that another text size is that of the next start. The screen's own factor stays.
    """
    _Chosen.is_fusion, _Chosen.text_size = True, text_size
    former = os.environ.get(_FACTOR)
    os.environ[_FACTOR] = str(_number(former) * text_size / 100)
    try:
        app = CounterApplication([program, "-style", "Fusion"])
    finally:
        # A program that this one starts has a factor of its own.
        del os.environ[_FACTOR]
        if former is not None:
            os.environ[_FACTOR] = former
    app.installTranslator(QtWords(app))
    return app


def _number(factor: str | None) -> float:
    """The factor that was set outside; 1 for none and for nonsense."""
    try:
        return float(factor or 1)
    except ValueError:
        return 1


def text_size() -> int:
    """The text size that this program was started with, in percent."""
    return _Chosen.text_size


def tokens() -> Tokens:
    """The tokens of the theme in use; to be read at every paint."""
    return _Chosen.tokens


def chosen_theme() -> Theme:
    """The chosen theme; "system" follows the system."""
    return _Chosen.theme


def is_dark() -> bool:
    """Whether the dark theme is in use."""
    return _Chosen.is_dark


def reduce_motion(*, reduced: bool) -> None:
    """Switch animations off or (False) on."""
    _Chosen.reduces_motion = reduced


def reduces_motion() -> bool:
    """Whether animations are off."""
    return _Chosen.reduces_motion


def apply_theme(app: QApplication, theme: Theme = "system") -> None:
    """Set style, fonts and palette. Everything on screen follows at once."""
    assets.load_fonts()
    _Chosen.theme = theme
    _Chosen.is_dark = _wants_dark(theme)
    usual = DARK if _Chosen.is_dark else LIGHT
    _Chosen.tokens = contrasted(usual) if _wants_contrast() else usual
    if not _Chosen.is_fusion:
        app.setStyle("Fusion")
        _Chosen.is_fusion = True
    app.setFont(font("body"))
    _set_palettes(app)
    for widget in filter(isValid, app.allWidgets()):
        for change in (QEvent.Type.ApplicationPaletteChange, QEvent.Type.StyleChange):
            app.sendEvent(widget, QEvent(change))


def _set_palettes(app: QApplication) -> None:
    """Set the colours of what Qt paints itself; no style sheet, which would double the time of each page."""
    usual = palette(_Chosen.tokens)
    app.setPalette(usual)
    QToolTip.setPalette(usual)
    through = QPalette(usual)
    through.setColor(QPalette.ColorRole.Base, Qt.GlobalColor.transparent)
    for kind in _SEEN_THROUGH:
        # It takes a text, whatever its signature says.
        app.setPalette(through, cast("bytes", kind))


def _wants_dark(theme: Theme) -> bool:
    if theme == "system":
        return hints().colorScheme() == Qt.ColorScheme.Dark
    return theme == "dark"


@cache
def hints() -> QStyleHints:
    """What the system asks for. Kept: what belongs to it is lost with the last reference to it."""
    return QGuiApplication.styleHints()


def _wants_contrast() -> bool:
    """Whether the system asks for high contrast."""
    return hints().accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast


def contrasted(colours: Tokens) -> Tokens:
    """The tokens with every text in the strongest ink, and every line and edge in that of quiet text."""
    inks = dict.fromkeys(("text2", "text3", "control"), colours.text)
    lines = ("line", "line_strong", "accent_line", "warning_line", "danger_line", "track", "meter_alt")
    return replace(colours, **inks, **dict.fromkeys(lines, colours.text2))


def palette(colours: Tokens) -> QPalette:
    """The palette for parts that Qt paints itself."""
    role, result = QPalette.ColorRole, QPalette()
    pairs = (
        (role.Window, colours.canvas),
        (role.WindowText, colours.text),
        (role.Base, colours.surface),
        (role.AlternateBase, colours.sunken),
        (role.Text, colours.text),
        (role.PlaceholderText, colours.text3),
        (role.Button, colours.surface),
        (role.ButtonText, colours.text),
        (role.Highlight, colours.accent_fill),
        (role.HighlightedText, colours.on_accent),
        (role.ToolTipBase, colours.ink),
        (role.ToolTipText, colours.on_ink),
        (role.Link, colours.accent),
        (role.Accent, colours.accent),
    )
    for each, colour in pairs:
        result.setColor(each, colour)
    for each in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, each, colours.text_disabled)
    return result
