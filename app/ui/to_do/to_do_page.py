"""What is to be done now, today and within a week; nothing moves under the hand until F5."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.desk.model.typed_text import same_text
from app.desk.to_do.to_do import to_do
from app.desk.to_do.to_do_desk import ToDoDesk
from app.desk.to_do.values import ToDoKind, ToDoPart, ToDoRow
from app.ui.kit.basics.actions import READ_AGAIN, REMIND
from app.ui.kit.basics.announcing import say
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.room import low_held, room_of
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.filter_chip import ChipChoice, ChoiceChips
from app.ui.kit.lists.table import RowRules, Section, Table
from app.ui.kit.sheets.empty_state import EmptyState
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import HintLine, SheetHeader
from app.ui.kit.sheets.pane import split_sheet
from app.ui.theme import style
from app.ui.to_do import actions
from app.ui.to_do.to_do_parts import MAY_BE_DONE, ToDoPane, may_be_put_off, to_do_columns

_ALL, _ROWS = "all", (47, 44)
_MONEY = frozenset({ToDoKind.UNKNOWN, ToDoKind.MOVE, ToDoKind.OWED, ToDoKind.REFUND})
_CHIPS = {
    _ALL: (mark("All"), frozenset(ToDoKind)),
    "money": (mark("Money"), _MONEY),
    "seats": (mark("Seats"), frozenset({ToDoKind.SEATS, ToDoKind.WATCH})),
    "calls": (mark("Calls"), frozenset({ToDoKind.REMINDER, ToDoKind.QUOTATION})),
    "telling": (mark("Telling"), frozenset({ToDoKind.UNTOLD})),
}
_PARTS = {ToDoPart.NOW: mark("Now"), ToDoPart.TODAY: mark("Today"), ToDoPart.LATER: mark("Later")}
_KEPT = mark("From what this office keeps. Nothing is asked of the service.")


class ToDoPage(Page):
    """Arrows choose what is to be done, Enter opens it."""

    own_actions = actions.TO_DO
    title = mark("To do")

    asked = Signal(object, object)
    """Emitted with the `Action` to be done, and its `ToDoRow`."""

    def __init__(self, desk: ToDoDesk) -> None:
        super().__init__()
        self.setObjectName("to_do_page")
        self._desk, self._last, self._words = desk, "", ""
        self._is_asked = True
        """Whether it is to be sorted anew once it is read."""
        self._rows, self._new = tuple[ToDoRow, ...](), tuple[ToDoRow, ...]()
        """Those on screen in their order, and what was read last."""
        self._sum = called("to_do_sum", Label(ink="text2", elides=True))
        self._sorted = called("to_do_sorted", Label(role="caption", ink="text3"))
        self._kept = called("to_do_kept", Label(tr(_KEPT), "caption", "text3", elides=True, right=True))
        self.remind = called("remind", Button(REMIND, size=36))
        self._more = called("more_to_do", Button("", size=28, key=READ_AGAIN))
        self._chips = called("to_do_chips", ChoiceChips(tr("To do")))
        self.pane, self._empty, self._parts = ToDoPane(), EmptyState("list-todo"), QStackedWidget()
        rules = RowRules[ToDoRow](
            lambda _: room_of(self).height(*_ROWS), key=lambda each: each.key, said=self._said
        )
        self.table = Table(to_do_columns(self._is_gone), rules, "to_do_list", tr("To do"))
        self._parts.addWidget(held(column(self.table.header, (self.table, 1))))
        self._parts.addWidget(self._empty)
        line = row(self._chips, None, self._sorted, self._more, gap=8, margins=(20, 0, 16, 0))
        hints = ((each, tr(each.words)) for each in (actions.DO, *self.pane.buttons))
        foot = HintLine((actions.CHOOSE, tr("Choose")), *hints, None, self._kept)
        header = SheetHeader(tr("To do"), "", self.remind, beside=(self._sum,))
        bar = low_held(column(line, Hairline()), style.FILTER_BAR)
        self.setLayout(split_sheet(left=(held(column(header, bar, (self._parts, 1), foot)),), pane=self.pane))
        self._connect()

    def _connect(self) -> None:
        self.filter_by = self._filter
        self._show_chips()
        self._chips.choose(_ALL)
        self._chips.chosen.connect(self._show)
        self._more.clicked.connect(self.read_again)
        self.table.picked.connect(self.run_primary)
        self.table.selectionModel().currentChanged.connect(self._show_row)
        self.office_changed.connect(self.follow)
        self.pane.open.clicked.connect(self.run_primary)
        for action, button in self.pane.buttons.items():
            button.clicked.connect(partial(self._ask, action))
            self.bind(action, partial(self._ask, action))

    @override
    def enter(self) -> None:
        super().enter()
        self.read_again()

    @override
    def take_focus(self) -> None:
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    @override
    def early_keys(self) -> Literal["drop", "press", "wait"]:
        return "wait" if self._is_asked else "press"

    @override
    def typed(self) -> str:
        return self.table.current_key or self._last

    @override
    def restore(self, typed: object) -> None:
        if isinstance(typed, str):
            self._last = typed

    @override
    def read_again(self) -> None:
        self._is_asked = True
        self.follow()

    def follow(self) -> None:
        """Read again, and leave what is on screen in its place: what is new waits for F5."""
        self.tasks.start("read", self._read())

    @override
    def run_primary(self) -> None:
        self._ask(actions.DO)

    @property
    def link(self) -> str:
        """What a reminder from here hangs on; empty for nothing."""
        return "" if self.table.current is None else self.table.current.link

    def _ask(self, action: actions.Action) -> None:
        each = self.table.current
        if each is None or self._is_gone(each):
            return
        if action is actions.LATER and not may_be_put_off(each):
            say(self, tr("This is not put off: it stands until it is settled."))
        elif action is actions.DONE and each.kind not in MAY_BE_DONE:
            say(self, tr("It goes by itself once it is settled."))
        else:
            self.asked.emit(action, each)

    async def _read(self) -> None:
        kept, now = await self._desk.read(), self._desk.now()
        self._new = to_do(kept, now)
        new = {each.key: each for each in self._new}
        self._rows = tuple(replace(new.get(each.key, each), part=each.part) for each in self._rows)
        if self._is_asked or not self._rows:
            # Where nothing stands nothing moves under the hand.
            self._rows, self._is_asked = self._new, False
            self._sorted.setText(tr("Sorted at {time}", time=formats.clock_time(now)))
        self._kept.setText(kept.trouble or tr(_KEPT))
        self._empty.show_words(tr("Nothing is to be done."), kept.trouble)
        counts = Counter(each.part.value for each in self._new)
        parts = {each.value: counts[each.value] for each in ToDoPart}
        self._sum.setText(tr("{now} now, {today} today, {later} later", **parts))
        self._show_chips()
        self._show()

    def _show_chips(self) -> None:
        kinds = [each.kind for each in self._new]
        self._chips.show_choices(
            ChipChoice(key, joined(" ", (tr(words), str(sum(each in some for each in kinds)))))
            for key, (words, some) in _CHIPS.items()
        )

    def _filter(self, typed: str) -> None:
        self._words = typed
        self._show()

    def _show(self) -> None:
        """Show what the chip and the words ask for; what is gone stays, quiet, and what is new waits."""
        kinds, sought = _CHIPS[self._chips.current or _ALL][1], same_text(self._words).split()
        shown = [
            each
            for each in self._rows
            if each.kind in kinds
            and all(word in same_text(joined(" ", (each.what, each.about, *each.who))) for word in sought)
        ]
        self.table.show_rows(_sections(shown))
        self.table.repaint_rows()
        if self.table.current is None:
            self.table.choose_key(self._last)
        self._parts.setCurrentIndex(0 if shown else 1)
        standing = {each.key for each in self._rows}
        waiting = sum(each.key not in standing for each in self._new)
        self._more.set_label(tr("{number} more", number=waiting))
        self._more.setVisible(bool(waiting))
        self._show_row()

    def _show_row(self) -> None:
        each = self.table.current
        self.pane.show_row(each, is_gone=each is not None and self._is_gone(each))

    def _is_gone(self, each: ToDoRow) -> bool:
        return all(each.key != other.key for other in self._new)

    def _said(self, each: ToDoRow) -> str:
        same = [other.key for other in self._rows if other.part is each.part]
        place = tr("{number} of {count}", number=same.index(each.key) + 1, count=len(same))
        done = tr("Done") if self._is_gone(each) else ""
        when = tr("read {time}", time=each.when.words) if each.kind is ToDoKind.SEATS else each.when.words
        words = (each.what, each.about, each.who[0], when, each.when.more, each.amount, each.side, done)
        return joined(", ", (tr(_PARTS[each.part]), place, *words))


def _sections(rows: list[ToDoRow]) -> Iterator[ToDoRow | Section]:
    for part in ToDoPart:
        some = [each for each in rows if each.part is part]
        if some:
            yield Section(tr(_PARTS[part]), str(len(some)), part)
            yield from some
