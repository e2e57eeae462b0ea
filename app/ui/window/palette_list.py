"""The painted rows of the palette: icon, title, details, value and keys."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem
from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.actions import Key
from app.ui.kit.basics.key_cap import HEIGHT, draw_key, key_width
from app.ui.kit.basics.painting import RIGHT, draw_block, draw_text, text_width
from app.ui.kit.lists.overlay_scroll_bar import OverlayScrollBar
from app.ui.kit.lists.row_list import PaintedList, RowDelegate, draw_bar
from app.ui.kit.lists.row_model import Index
from app.ui.theme import assets, style
from app.ui.window.actions import GO_THERE
from app.ui.window.palette_model import PaletteEntry, PaletteModel, Row, WordRow

ROW, HIGH_ROW, WORD, HEADING = 40, 48, 32, 30
_MEANING = 145
"""Where the meaning of a word begins, after its icon."""
_INSET, _SIDE, _GAP, _ICON, _KEY_GAP = 8, 12, 12, 17, 12
_ABOVE, _BELOW = 4, 8


class PaletteDelegate(RowDelegate[Row]):
    """Paints an entry, or the heading over a section."""

    @override
    def height_of(self, row: Row) -> int:
        return _height_of(row)

    @override
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: Row) -> None:
        place = option.rect.adjusted(_INSET, 0, -_INSET, 0)
        if isinstance(row, PaletteEntry):
            is_current = bool(option.state & QStyle.StateFlag.State_Selected)
            if is_current:
                draw_block(painter, place, style.tokens().accent_soft, style.CONTROL_RADIUS)
                draw_bar(painter, place)
            elif option.state & QStyle.StateFlag.State_MouseOver:
                draw_block(painter, place, style.tokens().hover, style.CONTROL_RADIUS)
            inner = place.adjusted(_SIDE, 0, -_SIDE, 0)
            value = row.shown_value(net_shown=self.model.net_shown)
            _paint_entry(painter, inner, row, value, is_current=is_current)
        elif isinstance(row, WordRow):
            _paint_word(painter, place.adjusted(_SIDE, 0, -_SIDE, 0), row)
        else:
            inner = QRect(place.left() + _SIDE, place.top() + 10, place.width() - 2 * _SIDE, 16)
            draw_text(painter, inner, row.text, style.font("captionStrong"), style.tokens().text3)
            draw_text(painter, inner, row.more, style.font("caption"), style.tokens().text3, align=RIGHT)


class PaletteList(PaintedList):
    """The matches. The focus stays in the field; `step` and similar methods move the choice."""

    picked = Signal()
    """Emitted with a clicked entry."""
    current_changed = Signal()
    """Emitted when another row is chosen."""

    def __init__(self, model: PaletteModel) -> None:
        super().__init__(model, PaletteDelegate(model), "palette_list", tr("Results"))
        self._found = model
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setViewportMargins(0, _ABOVE, 0, _BELOW)
        self.clicked.connect(self._pick)
        OverlayScrollBar(self)

    @property
    def current(self) -> PaletteEntry | None:
        """The chosen entry."""
        return self._found.entry_at(self.currentIndex())

    @property
    def moved_to(self) -> PaletteEntry | None:
        """The chosen entry; None while that is the first one."""
        return None if self.currentIndex().row() in self._found.places[:1] else self.current

    @property
    def content_height(self) -> int:
        """The height that shows every row."""
        return sum(map(_height_of, self._found.rows)) + _ABOVE + _BELOW

    def show_rows(self, rows: tuple[Row, ...], chosen: PaletteEntry | None = None) -> None:
        """Show these rows with an entry chosen, or the first one if it is not among them."""
        self._found.show_rows(rows)
        self._choose(self._found.place_of(chosen))

    def show_current(self) -> None:
        """Bring the chosen entry into sight, such as below the words of a line in a low window."""
        self.scrollTo(self.currentIndex())

    def step(self, by: int) -> None:
        """Choose the entry `by` rows below, limited by the ends."""
        places = self._found.places
        if places:
            here = places.index(self.currentIndex().row()) if self.current is not None else 0
            self._choose(places[min(max(here + by, 0), len(places) - 1)])

    def to_first(self) -> None:
        """Choose the first entry."""
        self.step(-self._found.rowCount())

    def to_last(self) -> None:
        """Choose the last entry."""
        self.step(self._found.rowCount())

    @property
    def page(self) -> int:
        """The number of visible entries less one, for a step by a page."""
        return max(1, self.viewport().height() // ROW - 1)

    @override
    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.current_changed.emit()

    def _choose(self, place: int) -> None:
        index = self._found.index(place)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(index, flags)
        places = self._found.places
        if places and place == places[0]:
            self.scrollToTop()
        self.current_changed.emit()

    def _pick(self, index: Index) -> None:
        """Handle a click, except on a heading."""
        if self._found.entry_at(index) is not None:
            self.picked.emit()


def _height_of(row: Row) -> int:
    if isinstance(row, PaletteEntry):
        return HIGH_ROW if row.below else ROW
    return WORD if isinstance(row, WordRow) else HEADING


def _paint_entry(
    painter: QPainter, place: QRect, entry: PaletteEntry, value: str, *, is_current: bool
) -> None:
    colours = style.tokens()
    ink = colours.accent if is_current else colours.text3
    corner = QPoint(place.left(), place.top() + (place.height() - _ICON) // 2)
    if entry.icon:
        assets.paint_icon(painter, entry.icon, corner, _ICON, ink)
    end = _paint_keys(painter, place, entry.keys or (GO_THERE.caps if is_current else ()))
    # What stands below has all of its line: it says what is missing.
    line = QRect(place.left(), place.top() + 5, place.width(), 20) if entry.below else place
    right = _paint_value(painter, line, end, entry, value)
    left = place.left() + _ICON + _GAP
    font = style.font("bodyStrong", identity=entry.kind == "booking")
    if entry.below:
        upper = QRect(left, line.top(), right - left, line.height())
        draw_text(painter, upper, entry.title, font, colours.text)
        below = QRect(left, line.top() + 19, end - left, line.height())
        draw_text(painter, below, entry.below, style.font("caption"), colours.text2)
        return
    width = min(text_width(entry.title, font), right - left)
    draw_text(painter, QRect(left, place.top(), width, place.height()), entry.title, font, colours.text)
    more = QRect(left + width + _GAP, place.top(), right - left - width - _GAP, place.height())
    if more.width() > _ICON:
        draw_text(painter, more, entry.more, style.font("body"), colours.text3)


def _paint_word(painter: QPainter, place: QRect, word: WordRow) -> None:
    """Paint a word, and beside it what it was understood as and why."""
    colours = style.tokens()
    ink = {"plain": colours.text, "guessed": colours.warning, "wrong": colours.danger}[word.tone]
    body, strong, caption = style.font("body"), style.font("bodyStrong"), style.font("caption")
    icon = QPoint(place.left() + _MEANING - _ICON - _GAP, place.top() + (place.height() - _ICON) // 2)
    typed = QRect(place.left(), place.top(), icon.x() - place.left() - _GAP, place.height())
    draw_text(painter, typed, word.typed, body, colours.text2)
    assets.paint_icon(painter, word.icon, icon, _ICON, colours.text3 if word.tone == "plain" else ink)
    right = place.right() + 1
    if word.right:
        width = text_width(word.right, caption)
        end = QRect(right - width, place.top(), width, place.height())
        draw_text(painter, end, word.right, caption, colours.text3, align=RIGHT)
        right -= width + _GAP
    left = place.left() + _MEANING
    width = min(text_width(word.meaning, strong), right - left)
    draw_text(painter, QRect(left, place.top(), width, place.height()), word.meaning, strong, ink)
    more = QRect(left + width + _GAP, place.top(), right - left - width - _GAP, place.height())
    if more.width() > _ICON:
        draw_text(painter, more, word.more, caption, colours.text3)


def _paint_keys(painter: QPainter, place: QRect, keys: tuple[Key, ...]) -> int:
    """Paint the keys at the right. Returns the end of the space before them."""
    right = place.left() + place.width()
    for key in reversed(keys):
        width = key_width(key)
        top = place.top() + (place.height() - HEIGHT) // 2
        draw_key(painter, QRect(right - width, top, width, HEIGHT), key)
        right -= width + _KEY_GAP
    return right


def _paint_value(painter: QPainter, place: QRect, right: int, entry: PaletteEntry, value: str) -> int:
    """Paint the value. Returns the end of the space before it."""
    if not value:
        return right
    colours, is_state = style.tokens(), entry.kind == "booking"
    font = style.font("body" if is_state else "bodyStrong")
    width = min(text_width(value, font), place.width() // 3)
    box = QRect(right - width, place.top(), width, place.height())
    draw_text(painter, box, value, font, colours.text2 if is_state else colours.text, align=RIGHT)
    return right - width - _GAP
