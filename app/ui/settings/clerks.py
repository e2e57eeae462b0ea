"""The section of the clerks and their PINs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QWidget

from app.core.language import joined, mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.day_close.shifts import LONGEST_NAME, Clerk
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.formats import sentences
from app.desk.office.office_changes import OfficeChange
from app.ui.kit.basics.badge import Badge
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, empty, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.form import FieldForm
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.lists.timeline import Timeline, TimelineEvent
from app.ui.kit.sheets.dialogs import ask, ask_input
from app.ui.kit.sheets.input_sheet import InputWords, pin_field
from app.ui.kit.sheets.modal_question import QuestionAnswer, QuestionWords
from app.ui.settings.in_charge import InCharge
from app.ui.settings.section import block, blocks

if TYPE_CHECKING:
    from app.desk.day_close.day_close import DayClose
    from app.desk.model.sale import Advice

Work = Callable[[], Awaitable[None]]
_WHAT = mark(
    "Each sale and cancellation is kept with the clerk on duty. Alt 0 changes who that is, by PIN, from "
    "anywhere. Without clerks nobody is asked. The first one is in charge: of clerks and PINs, the "
    "office\u2019s database, wallet alerts, and of deleting customers. Two in charge can help each other to "
    "a new PIN."
)
_NEW = mark("The clerk types it where nobody looks on. The old one is gone then.")
_BACK = mark("The clerk types it where nobody looks on. The one from before may be somebody else\u2019s now.")
_CHANGES = mark("Who changed clerks, PINs, addresses and alerts, or deleted customers. At all desks.")
_PIN_WIDTH, _MOST_CHANGES = 140, 20
_ADDING = "adding"


class ClerkSettings(QWidget):
    """Adds and removes clerks, and sets PINs; a change is stored at once."""

    heading = mark("Clerks")
    icon = "id-card"

    def __init__(self, day_close: DayClose, in_charge: InCharge | None = None) -> None:
        """`in_charge` says whether clerks may be changed; by default it asks for the PIN of who is."""
        super().__init__()
        self._duty, self._book = day_close.duty, day_close.changes
        self._in_charge = in_charge or InCharge(day_close)
        self._history = called("office_changes", Timeline(tight=True))
        self._history.hide()
        self._days = day_close
        self._tasks = TaskScope(hand_to_loop)
        self._seen: tuple[str, tuple[Clerk, ...]] | None = None
        self._rows = column()
        self._name = TextField(tr("Name"), "clerk_name", limit=LONGEST_NAME, required=True)
        self._pin = pin_field(tr("PIN, four to eight digits"), "clerk_pin")
        self._pin.setMinimumWidth(_PIN_WIDTH)
        self._form = FieldForm(self._name, self._pin)
        self._add = called("add_clerk", Button(tr("Add a clerk")))
        self._nobody = Label(tr("There are no clerks yet."), "body", "text3")
        self._problem = called("clerk_problem", Label("", "caption", "danger", wraps=True))
        fields = row((self._name, 2), (self._pin, 1), gap=12, top=True)
        controls = (self._nobody, self._rows, fields, row(self._add, None), self._problem)
        self.setLayout(
            blocks(
                block(tr(self.heading), tr(_WHAT), *controls),
                block(tr("Changes"), tr(_CHANGES), self._history),
            )
        )
        self._form.follow(self._forget_problem)
        for field in self._form.fields:
            field.entered.connect(self._add_by_enter)
        self._add.clicked.connect(self._add_clerk)
        self.destroyed.connect(self._tasks.cancel_all)
        self.destroyed.connect(self._duty.changed.subscribe(self._show))
        self._show()
        self._tasks.start("begin", self._begin())

    def _add_by_enter(self) -> None:
        """Add a clerk by Enter, but not by a second Enter without new input."""
        if not self._form.is_empty:
            self._add_clerk()

    def _add_clerk(self) -> None:
        # A write ends even when cancelled: a second one would find the clerk already there.
        if self._tasks.is_running(_ADDING):
            return
        self._tasks.start(_ADDING, self._changed(partial(self._added, *self._form.texts)))

    async def _added(self, name: str, pin: str) -> None:
        await self._duty.add(name, pin, self._in_charge.by)
        self._form.clear()
        self._name.edit.setFocus()

    def _run(self, work: Work) -> None:
        self._tasks.start("clerks", self._changed(work))

    def follow_office(self) -> None:
        """Show what another desk has changed; the clerks are shown when they have been read."""
        self._tasks.start("changes", self._show_changes())

    async def _begin(self) -> None:
        """Show the clerks; a shown error stays."""
        try:
            await self._duty.begin()
        except DeskError as error:
            self._problem.setText(_sentence(error.advice))
            return
        self._show()
        await self._show_changes()

    async def _show_changes(self) -> None:
        found = await self._book.newest(_MOST_CHANGES)
        here = self._days.name_of(self._days.desk)
        self._history.show_events([_event(each, here) for each in found])
        # Without changes there is nothing to hear of.
        self._history.setVisible(bool(found))

    async def _changed(self, work: Work) -> None:
        """Make a change, and show the clerks, or why it failed."""
        if not await self._in_charge.allows(self):
            return
        try:
            await work()
        except DeskError as error:
            sentence = _sentence(error.advice)
            if not self._form.ask(f"clerk_{error.advice.field}", sentence):
                self._problem.setText(sentence)
            return
        await self._tell_change()

    async def _tell_change(self) -> None:
        self._forget_problem()
        self._show()
        await self._show_changes()

    def _forget_problem(self) -> None:
        self._problem.setText("")
        self._form.forget_errors()

    def _show(self) -> None:
        """Show the clerks; the keyboard stays at the button where it is."""
        seen = self._duty.name, self._duty.clerks
        if seen == self._seen:
            return
        self._seen = seen
        button = next((each.objectName() for each in self._row_buttons() if each.hasFocus()), "")
        empty(self._rows)
        self._nobody.setVisible(not self._duty.clerks)
        for place, clerk in enumerate(self._duty.clerks):
            self._rows.addWidget(self._line(place, clerk))
            self._rows.addWidget(Hairline())
        if button:
            self._focus(button)

    def _focus(self, button: str) -> None:
        """Put the keyboard to the button of this name; to the name of a new clerk when it is gone."""
        found = next((each for each in self._row_buttons() if each.objectName() == button), None)
        (found or self._name.edit).setFocus()

    def _row_buttons(self) -> Iterator[Button]:
        for at in range(self._rows.count()):
            item = self._rows.itemAt(at)
            widget = None if item is None else item.widget()
            if widget is not None:
                yield from (each for each in widget.findChildren(Button) if not each.isHidden())

    def _line(self, place: int, clerk: Clerk) -> QWidget:
        name = Label(clerk.name, "bodyStrong", "text" if clerk.is_active else "text3", elides=True)
        state = Badge(tr("On duty") if clerk.name == self._duty.name else tr("Active"), "success")
        if not clerk.is_active:
            state.show_state(tr("Left the agency"), "neutral")
        pin = called(f"new_pin_{place}", Button(tr("New PIN"), size=28))
        if not clerk.is_active:
            pin.hide()
        pin.clicked.connect(lambda: self._ask_pin(clerk.name))
        charge = Button(tr("Not in charge") if clerk.is_in_charge else tr("Put in charge"), "quiet", size=28)
        charge.setObjectName(f"in_charge_{place}")
        if not clerk.is_active:
            charge.hide()
        charge.clicked.connect(partial(self._put_in_charge, clerk))
        leave = Button(tr("Mark as left") if clerk.is_active else tr("Take back"), "quiet", size=28)
        leave.setObjectName(f"take_off_{place}")
        leave.clicked.connect(partial(self._take_off if clerk.is_active else self._take_back, clerk.name))
        badges = (state, Badge(tr("In charge"), "outline")) if clerk.is_in_charge else (state,)
        line = row(gap=8, margins=(0, 8, 0, 8))
        # Below the name: beside it, large letters on a small screen would leave it no room.
        line.addLayout(column(name, 4, row(*badges, None, gap=6)), 1)
        for each in (pin, charge, leave):
            line.addWidget(each)
        return held(line)

    def _put_in_charge(self, clerk: Clerk) -> None:
        async def change() -> None:
            by, is_in_charge = self._in_charge.by, not clerk.is_in_charge
            await self._duty.put_in_charge(clerk.name, by, is_in_charge=is_in_charge)

        self._run(change)

    def _take_off(self, name: str) -> None:
        async def take_off() -> None:
            answers = (
                QuestionAnswer("no", tr("Stays")),
                QuestionAnswer("yes", tr("Mark as left"), "destructive"),
            )
            meaning = tr("The PIN counts no more, and the shift ends at every desk. Sales keep the name.")
            question = QuestionWords(tr("Has {name} left?", name=name), meaning, answers)
            if await ask(self.window(), question) == "yes":
                await self._duty.take_off(name, self._in_charge.by)

        self._run(take_off)

    def _take_back(self, name: str) -> None:
        title = tr("A PIN for {name}, who is back", name=name)
        self._ask(title, tr(_BACK), lambda pin: self._duty.take_back(name, pin, self._in_charge.by))

    def _ask_pin(self, name: str) -> None:
        title = tr("A new PIN for {name}", name=name)
        self._ask(title, tr(_NEW), lambda pin: self._duty.set_pin(name, pin, self._in_charge.by))

    def _ask(self, title: str, sentence: str, take: Callable[[str], Awaitable[None]]) -> None:
        words = InputWords(title, sentence, tr("PIN, four to eight digits"), "new_pin", tr("Keep"))

        before = QApplication.focusWidget()
        button = "" if before is None else before.objectName()

        async def change() -> None:
            if not await self._in_charge.allows(self):
                return
            if await ask_input(self.window(), words, take, is_pin=True):
                self._focus(button)
                await self._tell_change()

        self._tasks.start("clerks", change())


def _event(change: OfficeChange, desk: str) -> TimelineEvent:
    """A change in one line, with who and when."""
    where = "" if change.desk == desk else tr("at desk {desk}", desk=change.desk)
    who = change.by or tr("Without a PIN")
    at = formats.since(change.at.astimezone())
    return TimelineEvent(tr(change.words), "done", at, joined(", ", (who, where)))


def _sentence(advice: Advice) -> str:
    return sentences(advice.what, advice.action)
