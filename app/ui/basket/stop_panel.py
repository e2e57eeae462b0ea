"""What can be done when an item of a basket is not booked, or nobody knows whether it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QAccessible, QFocusEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.core.language import ended, joined, mark, tr
from app.desk.model.sale import Advice
from app.ui.bookings.resolve_box import DecisionFields
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.painting import CENTRE, RIGHT, draw_box, draw_text
from app.ui.kit.basics.text import Label
from app.ui.kit.lists.row_list import RowDelegate, RowList, paint_ground
from app.ui.kit.lists.row_model import Index, RowModel
from app.ui.kit.lists.table_columns import Column, Columns, TableHeader
from app.ui.theme import style

_ROW, _CAP = 52, 20
COLUMNS = Columns(
    (
        Column(mark("Choice")),
        Column(mark("Customer pays"), 104, is_right=True),
        Column(mark("Wallet in all"), 104, is_right=True),
        Column(mark("You lose"), 88, is_right=True, fold=1),
    ),
    left=52,
    right=16,
    gap=12,
    least=200,
)
_WITHOUT_NET = Columns(COLUMNS.columns[:2], left=52, right=16, gap=12, least=200)


class WayOn(NamedTuple):
    """One way on, with what it comes to; the last two sums belong to the wallet side."""

    name: str
    words: str
    more: str
    button: str
    """The words on the button that does it."""
    pays: str = ""
    wallet: str = ""
    lost: str = ""
    obstacle: str = ""
    """Why it cannot be chosen now; empty when it can."""


class StopPanel(QWidget):
    """Nothing is chosen beforehand, and nothing happens before one is."""

    chosen = Signal()
    """Emitted when another way is chosen, which is not done yet."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_spoken_role(self, QAccessible.Role.AlertMessage)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setObjectName("stop_panel")
        self._title = Label(role="title", wraps=True)
        self._title.setObjectName("stop_title")
        self._about = Label(ink="text2", wraps=True)
        self._model = WayModel()
        self._ways = WayList(self._model)
        self._header = TableHeader(COLUMNS, radius=style.RADIUS - 1)
        self._announcer = Announcer(self, is_urgent=True)
        self._note = Label(role="caption", ink="danger", wraps=True)
        self._note.setObjectName("decision_note")
        box = Box("surface", "line_strong", radius=style.RADIUS)
        box.setLayout(column(self._header, self._ways, margins=(1, 1, 1, 1)))
        heading = row(Label(tr("What now?"), "heading"), None, gap=12)
        heading.addWidget(Label(tr("Nothing is sent until you choose"), "caption", "text3"))
        self.who = DecisionFields()
        self._who_lines = held(column(12, self.who, self._note))
        self.setLayout(column(self._title, 2, self._about, 12, held(heading), 8, box, self._who_lines, 20))
        self.who.edited.connect(self._forget_problem)
        self._ways.moved.connect(self._follow)
        self._preferred = ""
        self._who_lines.hide()
        self.hide()

    @property
    def is_asking(self) -> bool:
        """Whether it is on screen."""
        return not self.isHidden()

    @property
    def way(self) -> WayOn | None:
        """The way that is chosen; None before one is."""
        return self._model.row_at(self._ways.currentIndex())

    def ask(self, title: str, about: str, ways: Sequence[WayOn]) -> None:
        """Show the ways on."""
        self._title.setText(title)
        self._about.setText(about)
        self.setAccessibleName(title)
        former, self._preferred = self.way.name if self.way is not None else self._preferred, ""
        self._model.show_rows(ways)
        self._ways.setFixedHeight(_ROW * len(ways))
        self._header.setVisible(any(each.pays for each in ways))
        if former:
            self._choose(next((place for place, each in enumerate(ways) if each.name == former), -1))
        self.show()
        self._announcer.tell(ended(title), ended(about))

    def prefer(self, name: str) -> None:
        """Choose this way once they are shown, as it was before the page was made anew."""
        self._preferred = name

    def take_focus(self) -> None:
        """Take the keyboard, without choosing a way: a list that gets it would choose its first row."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """An arrow goes to the ways."""
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._ways.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)

    def show_problem(self, advice: Advice) -> None:
        """Show beside its field what is missing of a person's decision, or below the fields."""
        is_beside = self.who.show_problem(advice)
        self._note.setText("" if is_beside else joined(" ", (advice.what, advice.action)))
        self._note.setVisible(not is_beside)

    def _forget_problem(self) -> None:
        self.who.forget_problem()
        self._note.hide()

    def _follow(self) -> None:
        way = self.way
        self._who_lines.setVisible(way is not None and way.name == "anyway")
        self.chosen.emit()

    def show_nothing(self) -> None:
        """Ask nothing."""
        self._model.show_rows(())
        self._who_lines.hide()
        self.hide()

    def show_net(self, *, shown: bool) -> None:
        """Show or hide the sums of the wallet side."""
        self._model.show_net(shown=shown)
        self._header.show_columns(COLUMNS if shown else _WITHOUT_NET)

    def press(self, number: int) -> None:
        """Choose a way by its number from 1, if it can be chosen."""
        if self.is_asking and self._choose(number - 1):
            self._ways.setFocus()

    def _choose(self, place: int) -> bool:
        """Choose a way. Returns whether it can be."""
        row_of_it = self._model.rows[place] if 0 <= place < len(self._model.rows) else None
        if row_of_it is not None and self._model.is_choosable(row_of_it):
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self._ways.selectionModel().setCurrentIndex(self._model.index(place), flags)
            return True
        return False


class WayModel(RowModel[WayOn]):
    """One row a way."""

    @override
    def is_choosable(self, row: WayOn) -> bool:
        return not row.obstacle

    @override
    def spoken(self, row: WayOn) -> str:
        number = str(self.rows.index(row) + 1)
        net = (row.wallet, row.lost) if self.net_shown else ()
        return joined(", ", (number, row.words, row.obstacle or row.more, row.pays, *net))


class WayList(RowList):
    """The ways; Enter does nothing: Ctrl Enter does what is chosen."""

    moved = Signal()
    """Emitted when another way is the current one, or none."""

    def __init__(self, model: WayModel, parent: QWidget | None = None) -> None:
        super().__init__(model, WayDelegate(model), "ways", tr("What now?"), parent)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Choose none by getting the keyboard, which Qt would."""
        chosen = self.currentIndex().isValid()
        super().focusInEvent(event)
        if not chosen:
            self.setCurrentIndex(QModelIndex())
            self.clearSelection()

    @override
    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.moved.emit()


class WayDelegate(RowDelegate[WayOn]):
    """Paints one way: its digit, its words, and its sums."""

    @override
    def height_of(self, row: WayOn) -> int:
        return _ROW

    @override
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: WayOn) -> None:
        paint_ground(painter, option)
        rect, colours = option.rect.adjusted(0, 0, 0, -1), style.tokens()
        cap = QRect(rect.left() + 18, rect.center().y() - _CAP // 2, _CAP, _CAP)
        draw_box(painter, cap, fill=colours.surface, line=colours.line_strong, radius=4)
        number = str(self.model.rows.index(row) + 1)
        draw_text(painter, cap, number, style.font("micro"), colours.text3, align=CENTRE)
        columns = COLUMNS if self.model.net_shown else _WITHOUT_NET
        words, *sums = columns.places(rect)
        if not row.pays:
            words = rect.adjusted(columns.left, 0, -16, 0)
        ink = colours.text_disabled if row.obstacle else colours.text
        top = rect.top() + (rect.height() - 36) // 2
        upper = QRect(words.left(), top, words.width(), 20)
        draw_text(painter, upper, row.words, style.font("bodyStrong"), ink)
        beneath = QRect(words.left(), top + 20, words.width(), 16)
        draw_text(painter, beneath, row.obstacle or row.more, style.font("caption"), colours.text2)
        for place, text in zip(sums, (row.pays, row.wallet, row.lost), strict=False):
            draw_text(painter, place, text, style.font("body"), ink, align=RIGHT)
