"""The pane of a sheet: beside the page, or below it as a bar whose details open as a drawer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QRegion, QShowEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.model import formats
from app.ui.kit.basics.actions import SHOW_DETAILS
from app.ui.kit.basics.announcing import Announcer, say
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, empty, held, row
from app.ui.kit.basics.mixin import Around, Told
from app.ui.kit.basics.room import Room, Roomy, Width
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.page_layout import ActionBar, Scroller
from app.ui.theme import style

_LEAST, _DRAWER = 320, 360
_BAR = 60
_SIDE_SHARE = 2
_WITHOUT_LIMIT = 16_777_215


class ShownSum(NamedTuple):
    """A sum in the bar: what it is, its amount, and whether it is of the wallet side."""

    name: str
    amount: str
    is_net: bool = False


class Pane(Told, Roomy, QWidget):
    """The column at the right with its hairline; `body` is its layout, which `close_with` closes.

    From the step `below` down, and in a narrow window always, its buttons lie in a bar over the whole width
    with the `facts`: what decides is always in sight. The body then opens as a drawer by F7.
    """

    turned = Signal(object)
    """Emitted with the former `Around` when that or the room has changed."""

    def __init__(
        self, width: int = style.PANE_WIDE, *, below: Width = Width.NARROW, is_heard: bool = True
    ) -> None:
        """`is_heard`: its sums are announced when they change; else whoever uses it says them."""
        super().__init__()
        self._usual_width, self._below_from = width, below
        self.lies_below = False
        self.body = QVBoxLayout()
        self.body.setSpacing(0)
        self.body.setContentsMargins(0, 0, 0, 0)
        self._inside = held(self.body)
        self.facts = PaneBar(Announcer(self) if is_heard else None)
        self.facts.hide()
        self.facts.details.clicked.connect(self.toggle_drawer)
        self._closing_bar: ActionBar | None = None
        self._drawer: Drawer | None = None
        self._lent: list[tuple[QWidget, QBoxLayout]] = []
        self._edge = Hairline(down=True)
        self._column = column((self._inside, 1))
        self.setLayout(column(self.facts, (row((self._edge, 0), (self._column, 1)), 1)))
        self._split: QBoxLayout | None = None
        self._take_width()

    def close_with(self, foot: ActionBar) -> None:
        """Set the buttons that never scroll, below the body or in the bar."""
        self._closing_bar = foot
        self._column.addWidget(foot)

    def lend(self, widget: QWidget, home: QBoxLayout) -> None:
        """Let the bar show this, an error or a warning, while the body with its home is a drawer."""
        self._lent.append((widget, home))
        home.addWidget(widget)

    @property
    def drawer_is_open(self) -> bool:
        """Whether the body is on screen as a drawer."""
        return self._drawer is not None and self._drawer.isVisible()

    def toggle_drawer(self) -> None:
        """Open or close the drawer with the body; beside the page the focus goes into the body."""
        if not self.lies_below:
            if not _focus_in(self._inside):
                _focus_scroller(self._inside)
        elif self.drawer_is_open:
            self.close_drawer()
        elif self._drawer is not None:
            self._drawer.open()
            self._drawer.take_keyboard()

    def reveal(self) -> None:
        """Bring the body on screen: where the pane lies below, its drawer opens, without the keyboard."""
        if self.lies_below and self._drawer is not None and not self.drawer_is_open:
            self._drawer.open()

    def close_drawer(self) -> bool:
        """Close the drawer. Returns whether it was open."""
        was_open = self.drawer_is_open
        if self._drawer is not None and was_open:
            self._drawer.close_again()
        return was_open

    def stand_in(self, split: QBoxLayout) -> None:
        """Stand in this layout after the page's own side."""
        self._split = split
        self._take_width()

    def _take_width(self) -> None:
        """Beside the page have the usual width, in a window of medium width a third of the sheet."""
        usual, least = self._usual_width, min(_LEAST, self._usual_width)
        is_third = not self.room.is_wide and not self.lies_below
        self.setMinimumWidth(0 if self.lies_below else least if is_third else usual)
        self.setMaximumWidth(_WITHOUT_LIMIT if self.lies_below else usual)
        if self._split is not None:
            way = QBoxLayout.Direction
            self._split.setDirection(way.TopToBottom if self.lies_below else way.LeftToRight)
            self._split.setStretchFactor(self, 1 if is_third else 0)

    @override
    def follow_around(self, before: Around) -> None:
        self.turned.emit(before)

    @override
    def follow_room(self) -> None:
        self.lie(below=self.room.step <= self._below_from)
        self.facts.follow(self.room)
        self._take_width()
        self.turned.emit(self.around)

    def lie(self, *, below: bool) -> None:
        """Lie below the page, or stand (False) beside it."""
        if below == self.lies_below:
            return
        self.lies_below = below
        focused = QApplication.focusWidget()
        parts = (self, self._inside)
        keeps = focused if focused and any(each.isAncestorOf(focused) for each in parts) else None
        self._edge.setVisible(not below)
        self.facts.setVisible(below)
        if below:
            self._drawer = self._drawer or Drawer(self)
            self._drawer.take(self._inside)
        else:
            self._column.insertWidget(0, self._inside, 1)
            self._inside.show()
            if self._drawer is not None:
                self._drawer.hide()
        if self._closing_bar is not None:
            self._closing_bar.lie(lies=below)
            if below:
                self.facts.take_foot(self._closing_bar)
            else:
                self._column.addWidget(self._closing_bar)
        for widget, home in self._lent:
            if below:
                self.facts.borrow(widget)
            else:
                home.addWidget(widget)
        if keeps is not None:
            # What is moved to another place loses the keyboard; what is typed must not go elsewhere.
            if self._inside.isAncestorOf(keeps):
                self.reveal()
            keeps.setFocus(Qt.FocusReason.OtherFocusReason)


def split_sheet(*above: QWidget, left: Sequence[QWidget], pane: Pane) -> QVBoxLayout:
    """The layout of a sheet: a header, and below it the left side, whose first part grows, and the pane."""
    side = column(*left)
    side.setStretch(0, 1)
    split = row((side, _SIDE_SHARE), (pane, 0))
    pane.stand_in(split)
    return column(*above, (split, 1))


def pane_of(page: QWidget) -> Pane | None:
    """The pane of the page, if it has one."""
    return page.findChild(Pane)


class SumsInSight(QObject):
    """Watches whether the sums that decide are wholly on screen: nothing is spent while they are not."""

    changed = Signal()
    """Emitted when they have come into sight or gone out of it."""

    def __init__(self, pane: Pane, scroller: QScrollArea, sums: Callable[[], Sequence[QWidget]]) -> None:
        """`sums` are the labels beside the page; below it, the bar has its own."""
        super().__init__(pane)
        self._pane, self._sums, self._was_in_sight = pane, sums, True
        self._looking = QTimer(self)
        self._looking.setSingleShot(True)
        self._looking.setInterval(0)
        self._looking.timeout.connect(self._look)
        scroller.verticalScrollBar().valueChanged.connect(self._looking.start)
        pane.installEventFilter(self)
        content = scroller.widget()
        if content is not None:
            content.installEventFilter(self)

    def look(self) -> bool:
        """Whether all of them are in sight now; also while the pane is not on screen at all."""
        pane = self._pane
        labels = pane.facts.sums if pane.lies_below else self._sums()
        self._was_in_sight = not pane.isVisible() or all(map(_is_wholly_seen, labels))
        return self._was_in_sight

    def permit(self) -> bool:
        """Whether it may be spent now. If not, this says so: a press that does nothing is never lost."""
        is_permitted = self.look()
        if not is_permitted:
            say(self._pane, tr("Nothing was sent: the sum was out of sight. Look at it, then press again."))
        return is_permitted

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _LAID_OUT:
            self._looking.start()
        return False

    def _look(self) -> None:
        before = self._was_in_sight
        if self.look() != before:
            self.changed.emit()


def _is_wholly_seen(widget: QWidget) -> bool:
    """Whether all of it is on screen: not cut off, not scrolled away, nothing over it."""
    return widget.isVisible() and QRegion(widget.rect()).subtracted(widget.visibleRegion()).isEmpty()


class PaneBar(Told, QWidget):
    """The bar: what is sold and until when, who it is for, the sums, and the buttons.

    In a narrow window it has two rows.
    """

    spoken = ""
    """The sums as they are announced."""

    def __init__(self, announcer: Announcer | None) -> None:
        super().__init__()
        self._announcer = announcer
        self.setObjectName("facts")
        self._fact = called("fact", Label(role="bodyStrong", elides=True))
        self._who = called("fact_who", Label(role="caption", ink="text2", elides=True))
        self._borrowed: list[QWidget] = []
        self._sums_given: tuple[ShownSum, ...] = ()
        self.details = called("details", Button(SHOW_DETAILS))
        self._told = row((self._who, 1))
        words = column(None, self._fact, self._told, None)
        self._sums = row(gap=0)
        self._upper = row((words, 1), self._sums, gap=12)
        self._buttons = row(gap=12, margins=(0, 6, 16, 6))
        self._lower = row((self.details, 0), gap=12, margins=(20, 0, 0, 0))
        self._upper.addLayout(self._buttons)
        self._has_foot = False
        self._upper.setContentsMargins(16, 0, 0, 0)
        self._between = Hairline()
        self._between.hide()
        self.setLayout(column(Hairline(), self._upper, self._between, self._lower))
        self._labels: list[Label] = []
        self.setMinimumHeight(_BAR)
        self.follow(Room())

    def show_fact(self, fact: str, who: str = "") -> None:
        """Show what is sold and when, and who it is for."""
        self._fact.setText(fact)
        self._who.setText(who)

    def show_sums(self, *sums: ShownSum) -> None:
        """Show the sums, those of the wallet side on their tint."""
        if self._sums_given != sums:
            self._sums_given = sums
            self._fill(says=True)

    @override
    def follow_net(self) -> None:
        if any(each.is_net for each in self._sums_given):
            self._fill(says=self.net_shown)

    def _fill(self, *, says: bool) -> None:
        """Show what may be seen of the sums, and say it unless a sum was only hidden."""
        empty(self._sums)
        self._labels.clear()
        seen = [each for each in self._sums_given if self.net_shown or not each.is_net]
        said = (f"{each.name} {each.amount}" for each in seen if each.amount != formats.EN_DASH)
        self.spoken = joined(", ", said)
        if self._announcer is not None and says:
            self._announcer.tell(self.spoken)
        for each in seen:
            name = Label(each.name, "caption", "text2", right=True)
            value = Label(each.amount, "heading", right=True)
            head = row(None, name, *((Icon("eye", 13, "text2"),) if each.is_net else ()), gap=6)
            box = Box("sunken" if each.is_net else "surface")
            box.setLayout(column(None, head, value, None, margins=(14, 0, 14, 0)))
            self._labels.append(value)
            self._sums.addWidget(box)

    @property
    def sums(self) -> tuple[QWidget, ...]:
        """The labels with the sums."""
        return tuple(self._labels)

    def borrow(self, widget: QWidget) -> None:
        """Show a widget in place of who it is for, whenever it has something to say."""
        if widget not in self._borrowed:
            self._borrowed.append(widget)
            widget.installEventFilter(self)
        self._told.addWidget(widget, 1)
        self._give_way()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _SHOWN_OR_HIDDEN:
            self._give_way()
        return False

    def take_foot(self, foot: ActionBar) -> None:
        """Put the buttons at the right end."""
        self._has_foot = True
        self._buttons.addWidget(foot)

    def follow(self, room: Room) -> None:
        """Have one row, or two where buttons do not fit beside the words."""
        is_double = room.is_narrow and self._has_foot
        row_of_it = self._lower if is_double else self._upper
        for line in (self._upper, self._lower):
            line.removeWidget(self.details)
            line.removeItem(self._buttons)
        row_of_it.addWidget(self.details, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        row_of_it.addLayout(self._buttons, 1 if is_double else 0)
        self._between.setVisible(is_double)
        self._upper.setContentsMargins(20 if is_double else 16, 0, 0, 0)

    def _give_way(self) -> None:
        here = (each for each in self._borrowed if each.parentWidget() is self)
        self._who.setVisible(all(each.isHidden() for each in here))


_SHOWN_OR_HIDDEN = frozenset({QEvent.Type.ShowToParent, QEvent.Type.HideToParent})


class Drawer(Box):
    """The body of a pane over the right of its page, until the window closes it by Esc."""

    def __init__(self, pane: Pane) -> None:
        super().__init__("surface", "line_strong", parent=pane.parentWidget())
        self.setObjectName("drawer")
        self.setAccessibleName(tr("Details"))
        self._pane = pane
        self._column = column(margins=(1, 1, 1, 1))
        self.setLayout(self._column)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._before: QWidget | None = None
        self.hide()
        pane.installEventFilter(self)

    def take(self, inside: QWidget) -> None:
        """Contain the body."""
        self._column.addWidget(inside, 1)

    def open(self) -> None:
        """Open; the keyboard stays where it is."""
        self._before = QApplication.focusWidget()
        self.setParent(self._pane.parentWidget())
        self.show()
        self.raise_()

    def take_keyboard(self) -> None:
        """Move the keyboard into it."""
        if not _focus_in(self):
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_again(self) -> None:
        """Close, and give the keyboard back if it is in here."""
        focused, before = QApplication.focusWidget(), self._before
        had_keyboard = focused is self or (focused is not None and self.isAncestorOf(focused))
        self.hide()
        if not had_keyboard:
            return
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._place()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVED and self.isVisible():
            self._place()
        return False

    def _place(self) -> None:
        """Stand between the header and the bar."""
        page, pane = self.parentWidget(), self._pane
        if page is None or pane.parentWidget() is not page:
            return
        top = max((each.geometry().bottom() + 1 for each in _above(page, pane)), default=0)
        width = min(_DRAWER, page.width())
        self.setGeometry(page.width() - width, top, width, max(0, pane.y() - top))


_LAID_OUT = frozenset({QEvent.Type.Resize, QEvent.Type.LayoutRequest, QEvent.Type.Show})
_MOVED = frozenset({QEvent.Type.Move, QEvent.Type.Resize})


def _above(page: QWidget, pane: Pane) -> list[QWidget]:
    """What stands over the page and its pane: its header."""
    layout = page.layout()
    if layout is None:
        return []
    items = (layout.itemAt(place) for place in range(layout.count()))
    widgets = (item.widget() for item in items if item is not None)
    return [each for each in widgets if each is not None and each is not pane and each.isVisible()]


def _focus_in(part: QWidget) -> bool:
    """Focus the first thing in it that takes the focus by Tab. Returns whether there is one."""
    for each in part.findChildren(QWidget):
        if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.isVisible() and each.isEnabled():
            each.setFocus(Qt.FocusReason.TabFocusReason)
            return True
    return False


def _focus_scroller(part: QWidget) -> None:
    """Focus what scrolls in it, so that arrows do."""
    scrollers = (each for each in part.findChildren(Scroller) if each.isVisible())
    scroller = next((each for each in scrollers if each.verticalScrollBar().maximum() > 0), None)
    if scroller is not None:
        scroller.setFocus(Qt.FocusReason.TabFocusReason)
