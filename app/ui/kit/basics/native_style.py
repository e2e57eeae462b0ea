"""The style of what Qt paints itself: scroll bars, menus, and the dots of a secret."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QMenu,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QStyleOptionComplex,
    QStyleOptionMenuItem,
    QStyleOptionSlider,
    QWidget,
)
from typing_extensions import override

from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import draw_block, draw_box
from app.ui.theme import style

BAR = 10
"""The width of a scroll bar."""
_MENU_EDGE, _ITEM_SIDE, _ITEM_ABOVE, _SHORTCUT_GAP = 5, 12, 6, 12
_HANDLE_MARGIN, _LEAST_HANDLE = 2, 36
_SIZES = {
    QStyle.PixelMetric.PM_ScrollBarExtent: BAR,
    QStyle.PixelMetric.PM_ScrollBarSliderMin: _LEAST_HANDLE,
    QStyle.PixelMetric.PM_MenuPanelWidth: _MENU_EDGE,
}
_DOT = 0x2022


class NativeStyle(QProxyStyle):
    """Fusion with the design's scroll bars and menus.

    Only the widgets that need it have it: all that Qt asks of it passes through Python.
    """

    @override
    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        size = _SIZES.get(metric)
        return super().pixelMetric(metric, option, widget) if size is None else size

    @override
    def sizeFromContents(
        self, type: QStyle.ContentsType, option: QStyleOption, size: QSize, widget: QWidget
    ) -> QSize:
        if type != QStyle.ContentsType.CT_MenuItem:
            return super().sizeFromContents(type, option, size, widget)
        has_shortcut = isinstance(option, QStyleOptionMenuItem) and "\t" in option.text
        return size + QSize(2 * _ITEM_SIDE + has_shortcut * _SHORTCUT_GAP, 2 * _ITEM_ABOVE)

    @override
    def subControlRect(
        self,
        cc: QStyle.ComplexControl,
        opt: QStyleOptionComplex,
        sc: QStyle.SubControl,
        widget: QWidget,
    ) -> QRect:
        if cc == QStyle.ComplexControl.CC_ScrollBar and isinstance(opt, QStyleOptionSlider):
            return _part_of_bar(opt, sc)
        return super().subControlRect(cc, opt, sc, widget)

    @override
    @guarded
    def drawComplexControl(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if control == QStyle.ComplexControl.CC_ScrollBar and isinstance(option, QStyleOptionSlider):
            _draw_bar(option, painter)
        else:
            super().drawComplexControl(control, option, painter, widget)

    @override
    @guarded
    def drawControl(
        self,
        element: QStyle.ControlElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if element == QStyle.ControlElement.CE_MenuItem and isinstance(option, QStyleOptionMenuItem):
            _draw_item(option, painter)
        elif element != QStyle.ControlElement.CE_MenuEmptyArea:
            super().drawControl(element, option, painter, widget)

    @override
    @guarded
    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if element == QStyle.PrimitiveElement.PE_PanelMenu:
            colours = style.tokens()
            draw_box(painter, option.rect, fill=colours.raised, line=colours.line_strong)
        elif element != QStyle.PrimitiveElement.PE_FrameMenu:
            super().drawPrimitive(element, option, painter, widget)


class SecretStyle(QProxyStyle):
    """Fusion with a dot for each character of a secret."""

    @override
    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returnData: QStyleHintReturn | None = None,
    ) -> int:
        if hint == QStyle.StyleHint.SH_LineEdit_PasswordCharacter:
            return _DOT
        return super().styleHint(hint, option, widget, returnData)


@cache
def secret_style() -> SecretStyle:
    """The one style of fields with a secret."""
    made = SecretStyle("Fusion")
    made.setParent(QApplication.instance())
    return made


@cache
def native_style() -> NativeStyle:
    """The one style of them all."""
    made = NativeStyle("Fusion")
    made.setParent(QApplication.instance())
    return made


def dress_bars(area: QAbstractScrollArea) -> None:
    """Give an area the design's scroll bars, where they lie beside its content."""
    for bar in (area.verticalScrollBar(), area.horizontalScrollBar()):
        bar.setStyle(native_style())


class Menu(QMenu):
    """A menu in the design's look."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setStyle(native_style())


def _part_of_bar(option: QStyleOptionSlider, part: QStyle.SubControl) -> QRect:
    """Where a part of a scroll bar lies; it has no arrows."""
    whole, is_flat = option.rect, option.orientation == Qt.Orientation.Horizontal
    length = whole.width() if is_flat else whole.height()
    beyond = option.maximum - option.minimum
    handle = length if not beyond else option.pageStep * length // max(1, beyond + option.pageStep)
    handle = min(length, max(_LEAST_HANDLE, handle))
    start = QStyle.sliderPositionFromValue(
        option.minimum, option.maximum, option.sliderPosition, length - handle, option.upsideDown
    )
    bounds = {
        QStyle.SubControl.SC_ScrollBarGroove: (0, length),
        QStyle.SubControl.SC_ScrollBarSubPage: (0, start),
        QStyle.SubControl.SC_ScrollBarSlider: (start, start + handle),
        QStyle.SubControl.SC_ScrollBarAddPage: (start + handle, length),
    }.get(part)
    if bounds is None:
        return QRect()
    first, end = bounds
    if is_flat:
        return QRect(whole.left() + first, whole.top(), end - first, whole.height())
    return QRect(whole.left(), whole.top() + first, whole.width(), end - first)


def _draw_bar(option: QStyleOptionSlider, painter: QPainter) -> None:
    is_over = bool(option.activeSubControls & QStyle.SubControl.SC_ScrollBarSlider) and bool(
        option.state & QStyle.StateFlag.State_MouseOver
    )
    colours, edge = style.tokens(), _HANDLE_MARGIN
    handle = _part_of_bar(option, QStyle.SubControl.SC_ScrollBarSlider).adjusted(edge, edge, -edge, -edge)
    painter.save()
    draw_block(painter, handle, colours.text3 if is_over else colours.control, radius=3)
    painter.restore()


def _draw_item(option: QStyleOptionMenuItem, painter: QPainter) -> None:
    colours, rect = style.tokens(), option.rect
    if option.menuItemType == QStyleOptionMenuItem.MenuItemType.Separator:
        painter.fillRect(QRect(rect.left(), rect.center().y(), rect.width(), 1), colours.line)
        return
    is_live = bool(option.state & QStyle.StateFlag.State_Enabled)
    painter.save()
    if is_live and option.state & QStyle.StateFlag.State_Selected:
        draw_block(painter, rect, colours.accent_soft, radius=style.CONTROL_RADIUS)
    inner, (words, _, shortcut) = rect.adjusted(_ITEM_SIDE, 0, -_ITEM_SIDE, 0), option.text.partition("\t")
    painter.setFont(option.font)
    painter.setPen(colours.text if is_live else colours.text_disabled)
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextHideMnemonic
    painter.drawText(inner, flags | Qt.AlignmentFlag.AlignLeft, words)
    painter.drawText(inner, flags | Qt.AlignmentFlag.AlignRight, shortcut)
    painter.restore()
