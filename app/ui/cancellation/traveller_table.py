"""The painted table of travellers to cancel: Space ticks, a digit begins a number that is not known."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from app.core.language import Message, joined, mark, tr
from app.desk.model import formats
from app.desk.model.booking import BookedTraveller
from app.desk.model.service_words import shown_word
from app.desk.model.typed_text import digits, with_plain_digits
from app.ui.cancellation import actions
from app.ui.cancellation.traveller_model import Index, TravellerPickModel
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.layouts import called, column
from app.ui.kit.basics.painting import RIGHT, draw_box, draw_text, draw_whole
from app.ui.kit.basics.text import one_line
from app.ui.kit.controls.line_edit import LineEdit
from app.ui.kit.controls.text_field import left_out_words
from app.ui.kit.lists.painted_delegate import PaintedDelegate
from app.ui.kit.lists.row_list import PaintedList
from app.ui.kit.lists.table_columns import Column, Columns, TableHeader
from app.ui.theme import assets, style

ROW, HEADER = 48, 32
MOST_ROWS = 7
COLUMNS = Columns(
    (
        Column(Message(""), 34),
        Column(mark("Passenger")),
        Column(mark("Age"), 48, is_right=True),
        Column(mark("Type"), 96, fold=2),
        Column(mark("Gender"), 96, fold=1),
        Column(mark("Status"), 116, fold=2),
        Column(mark("Traveller id"), 128),
    ),
    left=14,
    right=14,
    after=12,
    least=184,
)
_BOX, _FIELD = 16, 30
_ENTERS = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class TravellerPick(Box):
    """A header and its rows, in their full height up to seven."""

    def __init__(self, model: TravellerPickModel) -> None:
        super().__init__("surface", "line_strong", radius=style.RADIUS)
        self._model = model
        self.rows = PickRows(model)
        header = TableHeader(COLUMNS, (HEADER, style.TABLE_HEADER[1]), radius=style.RADIUS - 1)
        self.setLayout(column(header, Hairline(), self.rows, margins=(1, 1, 1, 1)))
        self.setFocusProxy(self.rows)
        model.modelReset.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        self.rows.setFixedHeight(ROW * max(1, min(self._model.rowCount(), MOST_ROWS)))


class PickRows(PaintedList):
    """The rows: arrows move, Space ticks, A ticks all, digits type the number."""

    def __init__(self, model: TravellerPickModel) -> None:
        self.delegate = PickDelegate()
        super().__init__(model, self.delegate, "traveller_pick", tr("Who is cancelled"))
        self._people = model

    def begin(self) -> None:
        """Make the first row the current one, unless one is."""
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self._people.index(0, 0))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, text = self.currentIndex().row(), event.text()
        if actions.CHOOSE.matches(event):
            self._people.toggle(row)
        elif actions.CHOOSE_ALL.matches(event):
            self._people.choose_all()
        elif len(text) == 1 and text.isdecimal():
            self._type(with_plain_digits(text))
        elif event.key() in _ENTERS or text.strip():
            # Enter does nothing here, and letters do not search.
            event.ignore()
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if not index.isValid():
            return
        at_id = COLUMNS.places(self.visualRect(index))[-1].contains(event.position().toPoint())
        if at_id and not self._people.is_told(index.row()):
            self.edit(index)
        else:
            self._people.toggle(index.row())

    def _type(self, digit: str) -> None:
        """Begin to type a number in place of the present one."""
        index = self.currentIndex()
        if self._people.flags(index) & Qt.ItemFlag.ItemIsEditable:
            self.edit(index)
            editor = self.findChild(QLineEdit, "traveller_id")
            if editor is not None:
                editor.setText(digit)
                self._people.setData(index, digit)


class PickDelegate(PaintedDelegate):
    """Paints one traveller, and gives the field for the number."""

    left_out = Signal(str)
    """Emitted with a sentence about what was not taken of a typed number; empty for nothing."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, ROW)

    @override
    def paint_item(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, TravellerPickModel):
            return
        colours, rect, row = style.tokens(), option.rect, index.row()
        is_chosen = model.is_chosen(row)
        if is_chosen:
            painter.fillRect(rect, colours.accent_soft)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height() - 1), colours.accent)
        if row < model.rowCount() - 1:
            painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), colours.line)
        is_wrong = is_chosen and bool(model.wrong_at(row))
        _paint_person(
            painter,
            rect.adjusted(0, 0, 0, -1),
            model.person(row),
            is_chosen=is_chosen,
            field=None if model.is_told(row) else colours.danger if is_wrong else colours.control,
        )

    @override
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = called("traveller_id", LineEdit(parent))
        editor.setAccessibleName(tr("Traveller id"))
        editor.setFont(style.font("body", identity=True))
        editor.take_by(digits(18))
        # Each digit counts at once: the button must not show the refund of another number.
        editor.textEdited.connect(lambda: self.commitData.emit(editor))
        for changed in (editor.textEdited, editor.inputRejected):
            changed.connect(lambda: self.left_out.emit(left_out_words(editor.gate.left_out)))
        return editor

    @override
    def eventFilter(self, object: QObject, event: QEvent) -> bool:
        """Let Enter end the field now: later it could be that of a sheet which Enter has closed."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _ENTERS:
            self.closeEditor.emit(object, QStyledItemDelegate.EndEditHint.NoHint)
            return False
        return super().eventFilter(object, event)

    @override
    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        editor.setGeometry(_field(COLUMNS.places(option.rect)[-1]))


def _paint_person(
    painter: QPainter, rect: QRect, person: BookedTraveller, *, is_chosen: bool, field: QColor | None
) -> None:
    """A row; `field` is the colour of the line around a number that can be typed."""
    colours, (tick, name, age, kind, gender, status, number) = style.tokens(), COLUMNS.places(rect)
    ink = colours.text3 if person.is_cancelled else colours.text
    if not person.is_cancelled:
        _paint_tick(painter, tick, is_chosen=is_chosen)
    if kind.width() <= 0:
        about = joined(", ", (shown_word(person.kind), formats.state(person.status)))
        beneath = QRect(name.left(), name.center().y() + 2, name.width(), 16)
        draw_text(painter, beneath, one_line(about), style.font("caption"), colours.text2)
        name = QRect(name.left(), name.center().y() - 18, name.width(), 20)
    draw_whole(painter, name, person.name, "bodyStrong", ink)
    draw_text(painter, age, one_line(person.age), style.font("body"), ink, align=RIGHT)
    words = shown_word(person.kind), shown_word(person.gender), formats.state(person.status)
    for place, text in zip((kind, gender, status), words, strict=True):
        draw_text(painter, place, one_line(text), style.font("body"), colours.text2)
    box = _field(number)
    if field and not person.is_cancelled:
        draw_box(painter, box, fill=colours.surface, line=field, radius=style.CONTROL_RADIUS)
    shown = tr("Type the id") if person.traveller_id is None else str(person.traveller_id)
    is_missing = person.traveller_id is None
    if not (is_missing and person.is_cancelled):
        font = style.font("body", identity=not is_missing)
        inner = box.adjusted(9, 0, -6, 0) if field else box
        draw_text(painter, inner, shown, font, colours.text3 if is_missing else ink)


def _paint_tick(painter: QPainter, place: QRect, *, is_chosen: bool) -> None:
    colours = style.tokens()
    box = QRect(place.left(), place.center().y() - _BOX // 2 + 1, _BOX, _BOX)
    if is_chosen:
        draw_box(painter, box, fill=colours.accent_fill, line=colours.accent_fill, radius=4)
        assets.paint_icon(painter, "check", box.topLeft() + QPoint(2, 2), 12, colours.on_accent, stroke=3)
    else:
        draw_box(painter, box, fill=colours.surface, line=colours.control, radius=4)


def _field(cell: QRect) -> QRect:
    return QRect(cell.left(), cell.center().y() - _FIELD // 2 + 1, cell.width(), _FIELD)
