"""The list of sales, painted: PNR, customer, what, when, how many, state, debit."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.desk.model.sale import Sale
from app.ui.bookings.sales_model import (
    ELSEWHERE,
    Heading,
    Index,
    SalesModel,
    other_agent_words,
    shown_debit,
)
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.painting import CENTRE, LEFT, RIGHT, draw_block, draw_text, text_width
from app.ui.kit.basics.text import one_line
from app.ui.theme import assets, style
from app.ui.theme.live_text import say

ROW, HEADING = 52, 28
PAX, DEBITED = mark("Pax"), mark("Debited")
_LEFT_SIDE, _RIGHT_SIDE, _GAP = 20, 16, 14
_PNR, _TRAVELS, _PAX, _STATE, _DEBITED = 98, 56, 28, 128, 76
_CUSTOMER_SHARE = 0.51


def columns(row: QRect) -> tuple[QRect, ...]:
    """PNR, customer, booked, travels, seats, state, debited; the header uses the same."""
    pnr, *rest = (style.scaled(width) for width in (_PNR, _TRAVELS, _PAX, _STATE, _DEBITED))
    fixed = pnr + sum(rest) + 6 * _GAP + _LEFT_SIDE + _RIGHT_SIDE
    free = max(0, row.width() - fixed)
    customer = round(free * _CUSTOMER_SHARE)
    left, result = row.left() + _LEFT_SIDE, list[QRect]()
    for width in (pnr, customer, free - customer, *rest):
        result.append(QRect(left, row.top(), width, row.height()))
        left += width + _GAP
    return tuple(result)


class SalesHeader(Box):
    """The names of the columns."""

    NAMES = (
        mark("PNR"),
        mark("Customer"),
        mark("Booked"),
        mark("Travels"),
        PAX,
        mark("Status"),
        DEBITED,
    )

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("sunken", parent=parent)
        self.setFixedHeight(style.TABLE_HEADER)
        say(self.setAccessibleName, tr("Columns: {names}", names=joined(", ", map(tr, self.NAMES[:-1]))))
        self.net_shown = True

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        painter.fillRect(self.rect(), colours.sunken)
        painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), colours.line)
        for place, name in zip(columns(self.rect()), self.NAMES, strict=True):
            align = RIGHT if name in (PAX, DEBITED) else LEFT
            if name != DEBITED or self.net_shown:
                draw_text(
                    painter,
                    place.adjusted(-12, 0, 0, 0) if name == PAX else place,
                    tr(name),
                    style.font("captionStrong"),
                    colours.text3,
                    align=align,
                )


class SaleDelegate(QStyledItemDelegate):
    """Paints a sale, or the heading over a group."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        model = index.model()
        is_heading = isinstance(model, SalesModel) and isinstance(model.row_at(index), Heading)
        return QSize(0, HEADING if is_heading else ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, SalesModel):
            return
        painter.save()
        row = model.row_at(index)
        if isinstance(row, Heading):
            _paint_heading(painter, option.rect, row)
        elif row is not None:
            _paint_ground(painter, option)
            _paint_sale(painter, option.rect, row, net_shown=model.net_shown)
        painter.restore()


class SalesList(QListView):
    """Rows of sales; Enter opens the current one."""

    picked = Signal()
    """Enter or a double click on a sale."""
    selected = Signal(object)
    """The sale that is current now, or None."""

    def __init__(self, model: SalesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sales_list")
        say(self.setAccessibleName, tr("Bookings"))
        self._sales = model
        self.setModel(model)
        self.setItemDelegate(SaleDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.doubleClicked.connect(self._pick)

    @property
    def current(self) -> Sale | None:
        """The chosen sale."""
        return self._sales.sale_at(self.currentIndex())

    def choose(self, request_id: str) -> None:
        """Choose a sale, or the first one when that is not in the list."""
        index = self._sales.index(self._sales.place_of(request_id), 0)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(index, flags)
        self.selected.emit(self.current)

    @override
    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if self._sales.sale_at(current) is not None:
            self.selected.emit(self._sales.sale_at(current))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self._pick()
        elif event.text().strip() and event.text().isprintable():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _pick(self) -> None:
        if self.current is not None:
            self.picked.emit()


def _paint_heading(painter: QPainter, rect: QRect, heading: Heading) -> None:
    colours = style.tokens()
    painter.fillRect(rect, colours.sunken)
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), colours.line)
    inner = rect.adjusted(_LEFT_SIDE, 0, -_LEFT_SIDE, -1)
    draw_text(painter, inner, heading.text, style.font("captionStrong"), colours.text3)
    draw_text(
        painter,
        inner,
        "" if heading.count is None else str(heading.count),
        style.font("caption"),
        colours.text3,
        align=RIGHT,
    )


def _paint_ground(painter: QPainter, option: QStyleOptionViewItem) -> None:
    colours, rect, state = style.tokens(), option.rect, option.state
    if state & QStyle.StateFlag.State_Selected:
        focused = _has_focus(option.widget)
        painter.fillRect(rect, colours.accent_soft if focused else colours.hover)
        if not focused:
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height() - 1), colours.accent)
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(rect, colours.hover)
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), colours.line)


def _has_focus(view: QWidget | None) -> bool:
    return view is not None and view.hasFocus()


def _paint_sale(painter: QPainter, rect: QRect, sale: Sale, *, net_shown: bool) -> None:
    colours = style.tokens()
    pnr, customer, booked, travels, seats, state, debited = columns(rect.adjusted(0, 0, 0, -1))
    ink = colours.text if sale.booking_ref else colours.text3
    strong = style.font("bodyStrong")
    draw_text(
        painter, pnr, one_line(sale.booking_ref) or tr("No PNR"), style.font("bodyStrong", identity=True), ink
    )
    if sale.is_elsewhere:
        draw_text(painter, customer, tr(ELSEWHERE), style.font("body"), colours.text3)
    else:
        _paint_lines(painter, customer, (sale.customer_name, sale.customer_phone), strong)
    when = joined(", ", (sale.place, sale.window))
    when = other_agent_words(sale) if sale.is_of_other else when
    _paint_lines(painter, booked, (sale.title, when), style.font("body"))
    day = formats.day_short(sale.day) if sale.day else ""
    draw_text(painter, travels, day, style.font("body"), colours.text)
    # How many seats another counter sold is not known here.
    count = "" if sale.is_elsewhere and not sale.qty else str(sale.qty)
    draw_text(painter, seats, count, style.font("body"), colours.text, align=RIGHT)
    _paint_state(painter, state, sale)
    amount = shown_debit(sale)
    if net_shown and amount is not None:
        ink = colours.text if sale.debited is not None else colours.text3
        draw_text(painter, debited, formats.amount(amount), strong, ink, align=RIGHT)


def _paint_lines(painter: QPainter, place: QRect, lines: tuple[str, str], font: QFont) -> None:
    colours, top = style.tokens(), place.top() + (place.height() - 36) // 2
    first = QRect(place.left(), top, place.width(), 20)
    draw_text(painter, first, one_line(lines[0]), font, colours.text)
    second = QRect(place.left(), top + 20, place.width(), 16)
    draw_text(painter, second, one_line(lines[1]), style.font("caption"), colours.text3)


def _paint_state(painter: QPainter, place: QRect, sale: Sale) -> None:
    colours, text = style.tokens(), one_line(sale.state)
    middle = place.center().y()
    if sale.booking_ref and not sale.is_open and sale.released < sale.qty:
        assets.paint_icon(
            painter, "check", QPoint(place.left(), middle - 6), 14, colours.success_mark, stroke=2.2
        )
        draw_text(painter, place.adjusted(20, 0, 0, 0), text, style.font("body"), colours.text2)
        return
    font = style.font("captionStrong")
    box = QRect(place.left(), middle - 9, min(text_width(text, font) + 14, place.width()), 20)
    ground, ink = (
        (colours.warning_soft, colours.warning) if sale.is_open else (colours.pressed, colours.text2)
    )
    draw_block(painter, box, ground, 4)
    draw_text(painter, box, text, font, ink, align=CENTRE)
