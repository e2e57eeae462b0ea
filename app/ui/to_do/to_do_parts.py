"""The columns of To do, and its pane."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPainter

from app.core.language import Message, joined, mark, tr, trn
from app.desk.free_now.seat_watches import WatchRow
from app.desk.model import formats
from app.desk.to_do.to_do import MAY_WAIT
from app.desk.to_do.values import ToDoKind, ToDoPart, ToDoRow
from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.lists.table_columns import Cell, Column, Columns
from app.ui.kit.lists.timeline import Timeline, TimelineEvent
from app.ui.kit.sheets.message_box import Notice
from app.ui.kit.sheets.page_layout import ActionBar, Scroller
from app.ui.kit.sheets.pane import Pane
from app.ui.theme import assets, style
from app.ui.theme.style import Ink
from app.ui.to_do import actions

_ICON = 16
_ICONS = {
    ToDoKind.UNKNOWN: "circle-question-mark",
    ToDoKind.MOVE: "calendar",
    ToDoKind.SEATS: "ticket",
    ToDoKind.REMINDER: "bell",
    ToDoKind.QUOTATION: "receipt-text",
    ToDoKind.OWED: "banknote",
    ToDoKind.REFUND: "hand-coins",
    ToDoKind.UNTOLD: "message-circle",
    ToDoKind.WATCH: "eye",
}
_INKS: dict[ToDoKind, Ink] = {
    ToDoKind.UNKNOWN: "warning",
    ToDoKind.MOVE: "warning",
    ToDoKind.SEATS: "success",
}
_WAYS = {
    ToDoKind.QUOTATION: mark("Read the quotation anew"),
    ToDoKind.OWED: mark("Take payment"),
    ToDoKind.REFUND: mark("Give back"),
    ToDoKind.UNTOLD: mark("Messages"),
}
_WATCHED = frozenset({ToDoKind.SEATS, ToDoKind.WATCH})
MAY_BE_DONE = frozenset({ToDoKind.REMINDER, ToDoKind.QUOTATION}) | _WATCHED


def may_be_put_off(each: ToDoRow) -> bool:
    """Whether a row may wait: not what is to be done now."""
    return each.part is not ToDoPart.NOW and each.kind in MAY_WAIT | {ToDoKind.REMINDER}


def to_do_columns(is_gone: Callable[[ToDoRow], bool]) -> Columns[ToDoRow]:
    """The columns; what is gone is quiet, with a tick."""

    def cell(text: str, beneath: str, each: ToDoRow, *, is_strong: bool = True) -> Cell:
        is_done = is_gone(each)
        role = "bodyStrong" if is_strong and not is_done else "body"
        return Cell(text, "text3" if is_done else "text", role, beneath)

    def when(each: ToDoRow) -> Cell:
        is_late = bool(each.notice) and each.kind is ToDoKind.OWED
        is_late = is_late or (each.kind is ToDoKind.REMINDER and each.part is ToDoPart.NOW)
        shown = cell(each.when.words, each.when.more, each)
        return shown._replace(beneath_ink="warning") if is_late and not is_gone(each) else shown

    def paint_icon(painter: QPainter, place: QRect, each: ToDoRow) -> None:
        corner = QPoint(place.left(), place.center().y() - _ICON // 2 + 1)
        name = "check" if is_gone(each) else _ICONS[each.kind]
        ink = style.tokens().ink_named("text2" if is_gone(each) else _INKS.get(each.kind, "text2"))
        assets.paint_icon(painter, name, corner, _ICON, ink)

    columns: tuple[Column[ToDoRow], ...] = (
        Column(Message(""), _ICON, paint=paint_icon),
        Column(mark("When"), 96, cell=when),
        Column(mark("What"), share=0.56, cell=lambda each: cell(each.what, each.about, each)),
        Column(mark("Who"), fold=1, under=2, cell=lambda each: cell(*each.who, each, is_strong=False)),
        Column(
            mark("Customer\u2019s side"),
            112,
            is_right=True,
            cell=lambda each: cell(each.amount, each.side, each),
        ),
    )
    return Columns(columns, left=20, right=16, gap=12, least=240)


class ToDoPane(Pane):
    """What is chosen in full, and the way on; nothing for none."""

    def __init__(self) -> None:
        super().__init__()
        self.open = called("to_do_open", Button(actions.DO, "primary", size=44, fills=True))
        keys = (actions.MESSAGE, actions.LATER, actions.DONE)
        self.buttons = {each: Button(each, "quiet", size=28) for each in keys}
        self._message, self._later, self._done = self.buttons.values()
        self._title = called("to_do_title", Label(role="title", wraps=True))
        self._about = called("to_do_about", Label(wraps=True))
        self._when, self._who, self._side = Pair(tr("When")), Pair(tr("Who")), Pair("")
        self._notice, self._past = called("to_do_notice", Notice("warning")), Timeline(tight=True)
        facts = (self._title, self._about, 10, Hairline(), 8, self._when, self._who, self._side, 8)
        more = (self._notice, 8, self._past, None)
        self._facts = held(column(*facts, *more, gap=4, margins=(20, 18, 20, 12)))
        self.body.addWidget(Scroller(self._facts), 1)
        self.body.addWidget(held(row(self._message, None, self._later, self._done, margins=(12, 0, 12, 8))))
        self.close_with(ActionBar(self.open))

    def show_row(self, each: ToDoRow | None, *, is_gone: bool) -> None:
        """Show a row; None for nothing."""
        self._facts.setVisible(each is not None)
        for button in (self.open, *self.buttons.values()):
            button.setEnabled(each is not None and not is_gone)
        if each is None:
            self.facts.show_fact("")
            return
        self._title.setText(each.what)
        self._about.setText(each.about)
        when = joined(", ", each.when[1:])
        self._when.show_pair(tr("When"), when)
        self._who.show_pair(tr("Who"), joined(", ", each.who))
        self._who.setVisible(bool(each.who[0]))
        self._side.show_pair(each.side, each.amount)
        self._side.setVisible(bool(each.amount))
        self._notice.show_words(each.notice)
        past = tuple(_past(each))
        self._past.show_events(past)
        self._past.setVisible(bool(past))
        way = tr(_WAYS.get(each.kind, mark("Open it")))
        if isinstance(each.subject, WatchRow) and each.kind is ToDoKind.SEATS:
            watch = each.subject.watch
            way = tr("Sell {number} to {name}", number=watch.people, name=watch.name)
        self.open.set_label(way)
        self._message.setVisible(each.kind not in _WATCHED)
        self._later.setVisible(may_be_put_off(each))
        self._done.setVisible(each.kind in MAY_BE_DONE)
        self._done.set_key(actions.DONE.caps[each.kind is not ToDoKind.REMINDER])
        self._done.set_label(tr("Stop watching") if each.kind in _WATCHED else tr(actions.DONE.words))
        self.facts.show_fact(each.what, when)


def _past(each: ToDoRow) -> Iterator[TimelineEvent]:
    """What became of a watch so far, the newest first."""
    if isinstance(each.subject, WatchRow):
        watch = each.subject.watch
        if watch.is_found and watch.seats is not None and watch.read is not None:
            told = tr("{seats}, you were told", seats=formats.seats(watch.seats))
            yield TimelineEvent(told, at=formats.clock_seconds(watch.read))
        if watch.looked is not None:
            looks = trn("Looked once", "Looked {number} times", watch.looks)
            yield TimelineEvent(looks, "told", formats.since(watch.looked))
        yield TimelineEvent(tr("Watch set"), "told", formats.since(watch.begun))
