"""Appearance: theme, size, language, how amounts are written, and who sees them."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QKeyEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import LANGUAGES, joined, mark, tr
from app.core.settings import HOME_ZONE
from app.desk.settings.settings_context import SettingsContext
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.layouts import row
from app.ui.kit.basics.painting import draw_block, draw_box, draw_text
from app.ui.kit.basics.room import room_of_size
from app.ui.kit.basics.text import Label, plain
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.controls.switch import Switch
from app.ui.settings.section import Block, block, blocks, setting
from app.ui.theme import style
from app.ui.theme.style import Tokens

_SIZES = (SegmentChoice("100", "100 %"), SegmentChoice("115", "115 %"), SegmentChoice("130", "130 %"))
_GROUPINGS = (SegmentChoice("indian", "1,23,456.00"), SegmentChoice("western", "123,456.00"))
_PICTURE, _HEIGHT, _GAP, _DOT = 92, 120, 16, 16
_STEP = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}


class AppearanceSettings(QWidget):
    """The section of the appearance; every change is emitted at once."""

    heading = mark("Appearance")
    icon = "palette"

    changed = Signal(object)
    """Emitted with settings by name."""
    restart_asked = Signal()
    """Emitted to close the counter and start it again, in the chosen size."""

    def __init__(self, setup: SettingsContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._setup = setup
        self._theme = ThemeChoice()
        self._size = _segments(_SIZES, tr("Text and controls"), "text_size")
        languages = (SegmentChoice(code, name) for code, name in LANGUAGES.items())
        self._language = _segments(tuple(languages), tr("Language"), "language")
        self._grouping = _segments(_GROUPINGS, tr("Digit groups"), "grouping")
        zones = dict.fromkeys(filter(None, (setup.settings.agency_zone, setup.zone_here, HOME_ZONE)))
        choices = tuple(SegmentChoice(each, each) for each in zones)
        self._zone = (
            _segments(choices, tr("Agency\u2019s time zone"), "agency_zone") if len(zones) > 1 else None
        )
        self._hidden = _switch(tr("Start with net prices hidden"), "starts_hidden")
        self._motion = _switch(tr("Reduce motion"), "reduced_motion")
        self._size_note = Label("", "caption", "text2", wraps=True)
        self._size_note.setObjectName("size_note")
        self._restart = Button(tr("Start again"))
        self._restart.setObjectName("start_again")
        self._restart.clicked.connect(self.restart_asked)
        self._build()
        self.show_settings()
        self._theme.chosen.connect(self._tell_choice)
        for segments in filter(None, (self._size, self._language, self._grouping, self._zone)):
            segments.chosen.connect(self._tell_choice)
        self._hidden.clicked.connect(self._tell_choice)
        self._motion.clicked.connect(self._tell_choice)

    def show_settings(self) -> None:
        """Show the present settings without emitting signals."""
        settings = self._setup.settings
        self._theme.choose(settings.theme)
        for segments, key in (
            (self._size, str(settings.text_size)),
            (self._language, settings.language),
            (self._grouping, settings.grouping),
        ):
            with QSignalBlocker(segments):
                segments.choose(key)
        if self._zone is not None and settings.agency_zone:
            with QSignalBlocker(self._zone):
                self._zone.choose(settings.agency_zone)
        self._tell_size()
        self._hidden.setChecked(settings.starts_hidden)
        self._motion.setChecked(settings.reduced_motion)

    def _tell_size(self) -> None:
        """Say what follows from the chosen text size."""
        self._size_note.setText(size_words(int(self._size.current), self.window().size()))
        for each in (self._size_note, self._restart):
            each.setVisible(bool(self._size_note.text()))

    def _tell_choice(self) -> None:
        """Emit the settings that have changed."""
        self._tell_size()
        chosen = {
            "theme": self._theme.current,
            "text_size": int(self._size.current),
            "language": self._language.current,
            "grouping": self._grouping.current,
            "starts_hidden": self._hidden.isChecked(),
            "reduced_motion": self._motion.isChecked(),
        }
        if self._zone is not None:
            chosen["agency_zone"] = self._zone.current
        settings = self._setup.settings
        fresh = {name: each for name, each in chosen.items() if getattr(settings, name) != each}
        if fresh:
            self.changed.emit(fresh)

    def _build(self) -> None:
        customer = tr("For a counter where the customer sees the screen")
        self.setLayout(
            blocks(
                block(tr("Theme"), tr("Follows the system unless you choose."), self._theme),
                block(
                    tr("Size"),
                    tr("For a far or high-resolution screen."),
                    setting(tr("Text and controls"), self._size),
                    self._size_note,
                    row(self._restart, None),
                ),
                block(
                    tr("Language"),
                    tr("Of this program. A voucher has the customer\u2019s."),
                    setting(tr("This counter speaks"), self._language),
                ),
                *self._zone_blocks(),
                block(
                    tr("Money and privacy"),
                    tr("How amounts are written and who sees them."),
                    setting(tr("Digit groups"), self._grouping),
                    setting(tr("Start with net prices hidden"), self._hidden, customer),
                    setting(tr("Reduce motion"), self._motion),
                ),
            )
        )

    def _zone_blocks(self) -> tuple[Block, ...]:
        """None where the agency and this computer stand in the usual zone."""
        if self._zone is None:
            return ()
        why = tr("Days, receipts and the financial year go by it, from the next start of the counter.")
        return (block(tr("Time zone"), why, setting(tr("Agency\u2019s time zone"), self._zone)),)


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


def _segments(choices: tuple[SegmentChoice, ...], name: str, key: str) -> Segmented:
    segments = Segmented(choices, name)
    segments.setObjectName(key)
    return segments


def _switch(name: str, key: str) -> Switch:
    switch = Switch(name)
    switch.setObjectName(key)
    return switch


class ThemeChoice(QWidget):
    """Cards of themes; arrows choose the next one at once."""

    chosen = Signal(str)
    """Emitted with light, dark or system."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
