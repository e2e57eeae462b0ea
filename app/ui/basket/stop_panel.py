"""What can be done when an item of a basket is not booked, or nobody knows whether it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QAccessible, QFocusEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import Message, ended, joined, mark, tr
from app.desk.model.sale import Advice
from app.ui.bookings.resolve_box import DecisionFields
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.painting import CENTRE, draw_box, draw_text
from app.ui.kit.basics.text import Label
from app.ui.kit.lists.table import RowRules, Table
from app.ui.kit.lists.table_columns import Cell, Column, Columns, TableHeader
from app.ui.theme import style
from app.ui.theme.style import Ink

_ROW, _CAP = 52, 20


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
    number: int = 0
    """The digit that chooses it."""


class StopPanel(QWidget):
    """Nothing is chosen beforehand, and nothing happens before one is."""

    chosen = Signal()
    """Emitted when another way is chosen, which is not done yet."""

    def __init__(self) -> None:
        super().__init__()
        set_spoken_role(self, QAccessible.Role.AlertMessage)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setObjectName("stop_panel")
        self._title = called("stop_title", Label(role="title", wraps=True))
        self._about = Label(ink="text2", wraps=True)
        self._ways = WaysTable()
        self._announcer = Announcer(self, is_urgent=True)
        self._note = called("decision_note", Label(role="caption", ink="danger", wraps=True))
        box = Box("surface", "line_strong", radius=style.RADIUS)
        box.setLayout(column(self._ways.header, self._ways, margins=(1, 1, 1, 1)))
        heading = row(Label(tr("What now?"), "heading"), None, gap=12)
        heading.addWidget(Label(tr("Nothing is sent until you choose"), "caption", "text3"))
        self.who = DecisionFields()
        self._who_lines = held(column(12, self.who, self._note))
        self.setLayout(column(self._title, 2, self._about, 12, held(heading), 8, box, self._who_lines, 20))
        for field in self.who.all_fields:
            field.edited.connect(self._forget_problem)
        self._ways.selectionModel().currentChanged.connect(self._follow)
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
        return self._ways.current

    def ask(self, title: str, about: str, ways: Sequence[WayOn]) -> None:
        """Show the ways on."""
        self._title.setText(title)
        self._about.setText(about)
        self.setAccessibleName(title)
        former, self._preferred = self.way.name if self.way is not None else self._preferred, ""
        self._ways.show_rows(each._replace(number=place) for place, each in enumerate(ways, 1))
        self._ways.setFixedHeight(_ROW * len(ways))
        self._ways.header.setVisible(any(each.pays for each in ways))
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
        self._ways.show_rows(())
        self._who_lines.hide()
        self.hide()

    def press(self, number: int) -> None:
        """Choose a way by its number from 1, if it can be chosen; who must say so then types at once."""
        if self.is_asking and self._choose(number - 1):
            (self._ways if self._who_lines.isHidden() else self.who.first).setFocus()

    def _choose(self, place: int) -> bool:
        """Choose a way. Returns whether it can be."""
        way = self._ways.row_at(place)
        is_free = way is not None and not way.obstacle
        if is_free:
            self._ways.choose(place)
        return is_free


def _ink(way: WayOn) -> Ink:
    return "text_disabled" if way.obstacle else "text"


def _paint_cap(painter: QPainter, place: QRect, way: WayOn) -> None:
    colours = style.tokens()
    cap = QRect(place.left(), place.center().y() - _CAP // 2, _CAP, _CAP)
    draw_box(painter, cap, fill=colours.surface, line=colours.line_strong, radius=4)
    draw_text(painter, cap, str(way.number), style.font("micro"), colours.text3, align=CENTRE)


COLUMNS: Columns[WayOn] = Columns(
    (
        Column(Message(""), _CAP + 2, say=lambda way: str(way.number), paint=_paint_cap),
        Column(
            mark("Choice"),
            spans=lambda way: not way.pays,
            cell=lambda way: Cell(way.words, _ink(way), "bodyStrong", way.obstacle or way.more, "text2"),
        ),
        Column(mark("Customer pays"), 104, is_right=True, cell=lambda way: way.pays),
        Column(mark("Wallet in all"), 104, is_right=True, is_net=True, cell=lambda way: way.wallet),
        Column(mark("You lose"), 88, is_right=True, fold=1, is_net=True, cell=lambda way: way.lost),
    ),
    left=18,
    right=16,
    gap=12,
    least=200,
)


class WaysTable(Table[WayOn]):
    """The ways, none of which is chosen at first; Enter does nothing: Ctrl Enter does what is chosen."""

    def __init__(self) -> None:
        rules: RowRules[WayOn] = RowRules(_ROW, ink=_ink, can_choose=lambda way: not way.obstacle)
        header = TableHeader(COLUMNS, radius=style.RADIUS - 1)
        super().__init__(COLUMNS, rules, "ways", tr("What now?"), header=header)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Choose none by getting the keyboard, which Qt would."""
        chosen = self.currentIndex().isValid()
        super().focusInEvent(event)
        if not chosen:
            self.choose(-1)
