"""The painted list of sales: PNR, customer, product, time, number, state, debit."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal

from PySide6.QtCore import QItemSelectionModel, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.core.language import Message, joined, mark, tr
from app.desk.model import formats
from app.desk.model.sale import Sale
from app.ui.bookings.sales_model import ELSEWHERE, Heading, Row, SalesModel, other_agent_words, shown_debit
from app.ui.bookings.unknown_sale_words import people_words
from app.ui.kit.basics.painting import CENTRE, RIGHT, draw_block, draw_text, text_width
from app.ui.kit.basics.text import one_line
from app.ui.kit.lists.overlay_scroll_bar import OverlayScrollBar
from app.ui.kit.lists.row_list import PaintedList, RowDelegate, paint_ground
from app.ui.kit.lists.row_model import Index
from app.ui.kit.lists.table_columns import Column, Columns, TableHeader
from app.ui.theme import assets, style

ROW, HEADING = 52, 28
_SIDE = 20
COLUMNS = Columns(
    (
        Column(mark("PNR"), 98),
        Column(mark("Customer"), share=0.51),
        Column(mark("Booked")),
        Column(mark("Travels"), 56, fold=2),
        Column(mark("Seats"), 28, is_right=True, reach=12, fold=1),
        Column(mark("Status"), 128),
        Column(mark("Debited"), 76, is_right=True),
    ),
    left=_SIDE,
    right=16,
    gap=14,
    least=290,
)
_WITHOUT_NET = replace(
    COLUMNS, columns=(*COLUMNS.columns[:-1], replace(COLUMNS.columns[-1], title=Message("")))
)


class SalesHeader(TableHeader):
    """The header; the column of the wallet side has no name while it is hidden."""

    def __init__(self) -> None:
        super().__init__(COLUMNS)
        names = joined(", ", (tr(each.title) for each in COLUMNS.columns[:-1]))
        self.setAccessibleName(tr("Columns: {names}", names=names))

    def show_net(self, *, shown: bool) -> None:
        """Show or hide the name of the wallet side's column."""
        self.show_columns(COLUMNS if shown else _WITHOUT_NET)


class SaleDelegate(RowDelegate[Row]):
    """Paints a sale, or the heading over a group."""

    @override
    def height_of(self, row: Row) -> int:
        return HEADING if isinstance(row, Heading) else ROW

    @override
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: Row) -> None:
        if isinstance(row, Heading):
            _paint_heading(painter, option.rect, row)
        else:
            paint_ground(painter, option)
            _paint_sale(painter, option.rect, row, net_shown=self.model.net_shown)


class SalesList(PaintedList):
    """Rows of sales; Enter opens the current one."""

    picked = Signal()
    """Emitted by Enter or a double click on a sale."""
    selected = Signal(object)
    """Emitted with the current sale or None."""

    def __init__(self, model: SalesModel, parent: QWidget | None = None) -> None:
        # Qt asks for the current row as soon as there is a model.
        self._sales = model
        super().__init__(model, SaleDelegate(model), "sales_list", tr("Bookings"), parent)
        self.doubleClicked.connect(self._pick)
        OverlayScrollBar(self)

    @property
    def current(self) -> Sale | None:
        """The chosen sale."""
        return self._sales.sale_at(self.currentIndex())

    @contextmanager
    def steady(self) -> Generator[None]:
        """The chosen sale stays where it is on screen while the rows around it change."""
        before = self._top_of_current()
        yield
        self.doItemsLayout()
        after, bar = self._top_of_current(), self.verticalScrollBar()
        if before is not None and after is not None:
            bar.setValue(bar.value() + after - before)

    def _top_of_current(self) -> int | None:
        index = self.currentIndex()
        return self.visualRect(index).top() if index.isValid() else None

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
    inner = rect.adjusted(_SIDE, 0, -_SIDE, -1)
    draw_text(painter, inner, heading.text, style.font("captionStrong"), colours.text3)
    draw_text(
        painter,
        inner,
        "" if heading.count is None else str(heading.count),
        style.font("caption"),
        colours.text3,
        align=RIGHT,
    )


def _paint_sale(painter: QPainter, rect: QRect, sale: Sale, *, net_shown: bool) -> None:
    colours = style.tokens()
    pnr, customer, booked, travels, seats, state, debited = COLUMNS.places(rect.adjusted(0, 0, 0, -1))
    ink = colours.text if sale.booking_ref else colours.text3
    strong = style.font("bodyStrong")
    draw_text(
        painter, pnr, one_line(sale.booking_ref) or tr("No PNR"), style.font("bodyStrong", identity=True), ink
    )
    passenger = formats.passengers_named(sale.found_by)
    if sale.is_elsewhere and passenger:
        _paint_lines(painter, customer, (tr(ELSEWHERE), passenger), style.font("body"))
    elif sale.is_elsewhere:
        draw_text(painter, customer, tr(ELSEWHERE), style.font("body"), colours.text3)
    else:
        _paint_lines(painter, customer, (sale.customer_name, passenger or sale.customer_phone), strong)
    day = formats.day_short(sale.day) if sale.day else ""
    folded = day if travels.width() <= 0 else ""
    when = other_agent_words(sale) if sale.is_of_other else _when(sale, folded, booked.width())
    _paint_lines(painter, booked, (sale.title, when), style.font("body"))
    draw_text(painter, travels, day, style.font("body"), colours.text)
    # The number of seats that another counter sold is unknown here.
    count = "" if sale.is_elsewhere and not sale.qty else _count_of(sale)
    draw_text(painter, seats, count, style.font("body"), colours.text, align=RIGHT)
    if seats.width() <= 0 and count:
        top = state.top() + (state.height() - 36) // 2
        beneath = QRect(state.left(), top + 20, state.width(), 16)
        draw_text(painter, beneath, people_words(sale), style.font("caption"), colours.text3)
        state = QRect(state.left(), top, state.width(), 20)
    _paint_state(painter, state, sale)
    amount = shown_debit(sale)
    if net_shown and amount is not None:
        ink = colours.text if sale.debited is not None else colours.text3
        _paint_debit(painter, debited, sale, amount, ink)


def _when(sale: Sale, day: str, width: int) -> str:
    """Place and time; where they do not fit, the time of the beginning first: a time is never cut."""
    whole = joined(", ", (day, sale.place, sale.window))
    if text_width(whole, style.font("caption")) <= width:
        return whole
    begins = sale.window.partition("\u2013")[0].partition(" - ")[0].strip()
    return joined(", ", (day, begins, sale.place))


def _count_of(sale: Sale) -> str:
    """How many still travel, of how many after a cancellation."""
    is_less = sale.released and not sale.is_elsewhere
    return f"{sale.qty - sale.released}/{sale.qty}" if is_less else str(sale.qty)


def _paint_debit(painter: QPainter, place: QRect, sale: Sale, amount: Decimal, ink: QColor) -> None:
    """The debit; after a refund what is left of it, over what it was."""
    strong, refunded = style.font("bodyStrong"), sale.refunded
    if sale.debited is None or not refunded:
        draw_text(painter, place, formats.amount(amount), strong, ink, align=RIGHT)
        return
    top = place.top() + (place.height() - 36) // 2
    left, was = QRect(place.left(), top, place.width(), 20), QRect(place.left(), top + 20, place.width(), 16)
    draw_text(painter, left, formats.amount(sale.debited - refunded), strong, ink, align=RIGHT)
    told = tr("of {amount}", amount=formats.amount(sale.debited))
    draw_text(painter, was, told, style.font("caption"), style.tokens().text3, align=RIGHT)


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
