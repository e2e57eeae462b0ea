"""Appearance: theme, size, language, how amounts are written, and who sees them."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QKeyEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import LANGUAGES, joined, mark, tr
from app.core.settings import HOME_ZONE
from app.desk.settings.settings_context import SettingsContext
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.layouts import called, row
from app.ui.kit.basics.painting import draw_block, draw_box, draw_text
from app.ui.kit.basics.room import room_of_size
from app.ui.kit.basics.text import Label, plain
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.segmented import SegmentChoice
from app.ui.settings.section import Block, SettingControls, block, blocks
from app.ui.theme import style
from app.ui.theme.style import Tokens

_SIZES = (SegmentChoice("100", "100 %"), SegmentChoice("115", "115 %"), SegmentChoice("130", "130 %"))
_GROUPINGS = (SegmentChoice("indian", "1,23,456.00"), SegmentChoice("western", "123,456.00"))
_SEVERAL = 2
_PICTURE, _HEIGHT, _GAP, _DOT = 92, 120, 16, 16
_STEP = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}


class AppearanceSettings(QWidget):
    """The section of the appearance; every change is kept at once."""

    heading = mark("Appearance")
    icon = "palette"

    def __init__(self, setup: SettingsContext) -> None:
        super().__init__()
        self._setup = setup
        self._controls = SettingControls(setup, self._keep)
        self._theme = ThemeChoice()
        self._size_note = called("size_note", Label("", "caption", "text2", wraps=True))
        self._restart = called("start_again", Button(tr("Start again")))
        self._restart.clicked.connect(setup.shell.restart)
        controls = self._controls
        languages = (SegmentChoice(code, name) for code, name in LANGUAGES.items())
        customer = tr("For a counter where the customer sees the screen")
        self.setLayout(
            blocks(
                block(tr("Theme"), tr("Follows the system unless you choose."), self._theme),
                block(
                    tr("Size"),
                    tr("For a far or high-resolution screen."),
                    controls.one_of("text_size", tr("Text and controls"), _SIZES),
                    self._size_note,
                    row(self._restart, None),
                ),
                block(
                    tr("Language"),
                    tr("Of this program. A voucher has the customer\u2019s."),
                    controls.one_of("language", tr("This counter speaks"), languages, tr("Language")),
                ),
                *self._zone_blocks(),
                block(
                    tr("Money and privacy"),
                    tr("How amounts are written and who sees them."),
                    controls.one_of("grouping", tr("Digit groups"), _GROUPINGS),
                    controls.on_off("starts_hidden", tr("Start with net prices hidden"), customer),
                    controls.on_off("reduced_motion", tr("Reduce motion")),
                ),
            )
        )
        self.show_settings()
        self._theme.chosen.connect(self._choose_theme)

    def show_settings(self) -> None:
        """Show the present settings without emitting signals."""
        self._theme.choose(self._setup.settings.theme)
        self._controls.show_settings()
        self._tell_size()

    def _choose_theme(self, theme: str) -> None:
        if theme != self._setup.settings.theme:
            self._setup.shell.keep({"theme": theme})

    def _keep(self, changed: object) -> None:
        self._tell_size()
        self._setup.shell.keep(changed)

    def _tell_size(self) -> None:
        """Say what follows from the chosen text size."""
        chosen = self._controls.value("text_size")
        self._size_note.setText(size_words(int(str(chosen)), self.window().size()))
        for each in (self._size_note, self._restart):
            each.setVisible(bool(self._size_note.text()))

    def _zone_blocks(self) -> tuple[Block, ...]:
        """None where the agency and this computer stand in the usual zone."""
        zones = dict.fromkeys(
            filter(None, (self._setup.settings.agency_zone, self._setup.zone_here, HOME_ZONE))
        )
        if len(zones) < _SEVERAL:
            return ()
        why = tr("Days, receipts and the financial year go by it, from the next start of the counter.")
        choices = (SegmentChoice(each, each) for each in zones)
        return (
            block(
                tr("Time zone"),
                why,
                self._controls.one_of("agency_zone", tr("Agency\u2019s time zone"), choices),
            ),
        )


def size_words(chosen: int, window: QSize) -> str:
    """What follows from a chosen text size: when it comes, and whether this window then shows less."""
    now = style.text_size()
    if chosen == now:
        return ""
    room = room_of_size(window.width() * now // chosen, window.height() * now // chosen)
    shows_less = room.is_narrow or room.is_flat
    return joined(
        " ",
        (
            tr("It comes with the next start of the counter."),
            tr("At {size} % this window shows less at once. Nothing is cut.", size=chosen)
            if shows_less
            else "",
        ),
    )


class ThemeChoice(QWidget):
    """Cards of themes; arrows choose the next one at once."""

    chosen = Signal(str)
    """Emitted with light, dark or system."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("theme")
        self.setAccessibleName(tr("Theme"))
        self._cards = tuple(ThemeCard(*each) for each in _looks())
        group = QButtonGroup(self)
        for card in self._cards:
            group.addButton(card)
            card.clicked.connect(self._tell)
        self.setLayout(row(*self._cards, gap=_GAP))

    @property
    def current(self) -> str:
        """The theme that is chosen."""
        return next(card.key for card in self._cards if card.isChecked())

    def choose(self, key: str) -> None:
        """Show a theme as chosen."""
        next(card for card in self._cards if card.key == key).setChecked(True)

    def _tell(self) -> None:
        self.chosen.emit(self.current)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEP.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        at = next(place for place, card in enumerate(self._cards) if card.isChecked())
        card = self._cards[(at + step) % len(self._cards)]
        card.setFocus(Qt.FocusReason.TabFocusReason)
        card.click()


class ThemeCard(Ringed, QAbstractButton):
    """A picture of the window in one theme, with its name below."""

    def __init__(self, key: str, text: str, outer: Tokens, inner: Tokens) -> None:
        super().__init__()
        set_spoken_role(self, QAccessible.Role.RadioButton)
        self.key = key
        self._outer, self._inner = outer, inner
        self.setText(plain(text))
        self.setAccessibleName(text)
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(120, _HEIGHT)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass arrows on to the group of cards."""
        if Qt.Key(event.key()) in _STEP:
            event.ignore()
        else:
            super().keyPressEvent(event)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        box = QRect(0, 0, self.width(), _PICTURE)
        chosen = self.isChecked()
        line = colours.accent if chosen else colours.line_strong
        draw_box(painter, box, fill=self._outer.canvas, line=line, width=2 if chosen else 1)
        self._paint_window(painter, box)
        dot = QRect(0, _PICTURE + 8, _DOT, _DOT)
        if chosen:
            draw_box(painter, dot, fill=colours.surface, line=colours.accent_fill, width=5, radius=8)
        else:
            draw_box(painter, dot, fill=colours.surface, line=colours.control)
        words = QRect(_DOT + 8, _PICTURE + 6, self.width() - _DOT - 8, 20)
        draw_text(painter, words, self.text(), style.font("bodyStrong"), colours.text)

    def _paint_window(self, painter: QPainter, box: QRect) -> None:
        """Paint a rail, and a sheet with a few lines and a button."""
        outer, inner = self._outer, self._inner
        quiet = outer.control if outer is not inner else outer.track
        for place, colour in enumerate((outer.accent_fill, quiet, quiet)):
            draw_block(painter, QRect(14, 14 + 16 * place, 10, 10), colour, 3)
        sheet = QRect(32, 14, box.width() - 46, _PICTURE - 15)
        path = QPainterPath()
        path.addRoundedRect(sheet.adjusted(0, 0, 0, 8), 6, 6)
        painter.setClipRect(box.adjusted(2, 2, -2, -2))
        painter.fillPath(path, inner.surface)
        painter.strokePath(path, quiet)
        lines = ((60, inner.text2), (85, quiet), (75, quiet))
        for place, (share, colour) in enumerate(lines):
            self._paint_line(painter, sheet, place, share, colour)
        draw_block(painter, QRect(sheet.right() - 64, sheet.top() + 44, 56, 14), inner.accent_fill, 4)
        painter.setClipping(False)

    def _paint_line(self, painter: QPainter, sheet: QRect, place: int, share: int, colour: QColor) -> None:
        width = (sheet.width() - 16) * share // 100
        draw_block(painter, QRect(sheet.left() + 9, sheet.top() + 9 + 12 * place, width, 6), colour, 3)


def _looks() -> tuple[tuple[str, str, Tokens, Tokens], ...]:
    return (
        ("light", tr("Light"), style.LIGHT, style.LIGHT),
        ("dark", tr("Dark"), style.DARK, style.DARK),
        ("system", tr("As the system"), style.LIGHT, style.DARK),
    )
