"""The flow of To do: its place, the way to each row, and reminders that ring."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING
from uuid import uuid4

from PySide6.QtCore import QTimer
from shiboken6 import isValid

from app.core.language import joined, mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.free_now.seat_watches import WatchRow
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.sale import Advice, Sale
from app.desk.moving.values import Move
from app.desk.till.owing import Owed
from app.desk.to_do.reminder_line import read_reminder
from app.desk.to_do.to_do import to_do
from app.desk.to_do.values import Reminder, ToDoPart
from app.desk.travelling.values import BoardDeparture, ToldState
from app.ui.bookings.bookings_page import BookingsPage
from app.ui.flows.watches import LOOK_EVERY_MS
from app.ui.kit.basics.actions import OPEN_TO_DO, REMIND
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.sheets.input_sheet import InputSheet, InputWords
from app.ui.to_do import actions
from app.ui.window.frame import TO_DO

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.desk.to_do.values import ToDoRow
    from app.ui.flows.all_flows import Flows
    from app.ui.kit.basics.actions import Action
    from app.ui.kit.sheets.page import Page
    from app.ui.to_do.to_do_page import ToDoPage
    from app.ui.window.main_window import MainWindow


class ToDoFlow:
    """Opens To do and what its rows are about, counts what is due, and lets reminders ring."""

    def __init__(self, window: MainWindow, desk: Desk, flows: Flows) -> None:
        self._window, self._desk, self._flows, self._to_do = window, desk, flows, desk.to_do
        self._back = partial(flows.navigation.go_to, TO_DO.key)
        self._page: ToDoPage | None = None
        self._chosen = ""
        """The key of the row that was opened last, which is chosen again when one comes back."""
        self._put_away, self._ringing = set[str](), tuple[Reminder, ...]()
        self._tasks, self._timer = TaskScope(hand_to_loop), QTimer(window)
        self._timer.timeout.connect(self._ring)
        self._timer.start(LOOK_EVERY_MS)
        news = (self._to_do.changed, desk.moves.changed, desk.seat_watches.changed)
        self._ends = [each.subscribe(self.follow) for each in news]
        window.page_shown.connect(self._ring)
        window.notice_dismissed.connect(self._dismiss)
        window.offer(OPEN_TO_DO, self._back)
        window.offer(REMIND, self._remind)

    def end(self) -> None:
        """Drop everything of this desk."""
        for end in self._ends:
            end()
        self._timer.deleteLater()
        self._tasks.cancel_all()
        self._window.page_shown.disconnect(self._ring)
        self._window.notice_dismissed.disconnect(self._dismiss)
        self._window.withdraw(OPEN_TO_DO)
        self._window.withdraw(REMIND)
        self._window.show_more(TO_DO, shown=False)

    def obey(self, *, shown: bool) -> None:
        """Show the place on the rail, or take it away: its key works all the same."""
        self._window.show_more(TO_DO, shown=shown)
        self.follow()

    def page(self) -> ToDoPage:
        """The page of all that is to be done."""
        # Not needed for the first paint.
        from app.ui.to_do.to_do_page import ToDoPage

        page = self._page = ToDoPage(self._to_do)
        page.restore(self._chosen)
        page.asked.connect(self._do)
        page.remind.clicked.connect(self._remind)
        return page

    def _do(self, action: Action, row: ToDoRow) -> None:
        self._chosen = row.key
        ways = {actions.DO: self._open, actions.LATER: self._ask_later, actions.DONE: self._end_row}
        ways.get(action, self._tell)(row)

    def follow(self) -> None:
        """Count anew what is due, and let the page follow."""
        self._tasks.start("count", self._count())
        if self._page is not None and self._window.current_page is self._page:
            self._page.follow()
        self._ring()

    async def _count(self) -> None:
        rows = to_do(await self._to_do.read(is_whole=False), self._to_do.now())
        self._window.show_count(sum(each.part is ToDoPart.NOW for each in rows), TO_DO.key)

    def _ring(self, shown: Page | None = None) -> None:
        """Tell of the reminders that are due, until they are put away; never over a page of money."""
        page = shown or self._window.current_page
        due = tuple(each for each in self._to_do.due() if each.id not in self._put_away)
        if page is not None and page.findChild(ConfirmButton) is not None:
            due = ()
        if due != self._ringing:
            self._ringing = due
            words = "; ".join(joined(" ", (formats.clock_time(each.at), each.text)) for each in due)
            self._window.show_notice(words, mark("Alt 8 opens To do."), "accent", about="reminder")
            self._tasks.start("count", self._count())

    def _dismiss(self, about: str) -> None:
        if about == "reminder":
            self._put_away |= {each.id for each in self._ringing}
            self._ring()

    def _remind(self) -> None:
        """Ask for a reminder, which hangs on what is on screen."""
        page = self._window.current_page
        link = "" if page is None else page.booking_ref
        if self._page is not None and page is self._page:
            link = self._page.link
        elif isinstance(page, BookingsPage):
            link = page.chosen
        about = tr("A time or a day, then what: 16:00 call back, jetty")
        asked = InputWords(tr("Remind me"), about, tr("When and what"), "reminder", tr("Remind me"))
        self._ask(asked, Reminder(uuid4().hex, self._to_do.now(), link=link, clerk=self._clerk))

    def _ask_later(self, row: ToDoRow) -> None:
        asked = InputWords(tr("Later"), row.what, tr("When: 16:00, tmr, +2"), "later", tr("Later"))
        self._ask(asked, self._said_of(row))

    def _end_row(self, row: ToDoRow) -> None:
        if isinstance(row.subject, WatchRow):
            begun = row.subject.watch.begun
            self._desk.seat_watches.end(lambda each: each.begun == begun)
        else:
            self._keep(replace(self._said_of(row), done_at=self._to_do.now()))

    @property
    def _clerk(self) -> str:
        return self._desk.day_close.duty.name

    def _said_of(self, row: ToDoRow) -> Reminder:
        """The reminder of a row, or what is kept of one that is put off or not wanted."""
        if isinstance(row.subject, Reminder):
            return row.subject
        return Reminder(row.key, self._to_do.now(), link=row.link, clerk=self._clerk)

    def _keep(self, reminder: Reminder, sheet: InputSheet | None = None) -> None:
        """Keep it; what was typed in a sheet stays there until that is certain."""
        # By its id: what is done just before another one is kept as well.
        self._tasks.start(reminder.id, self._bring_to_disk(reminder, sheet))

    async def _bring_to_disk(self, reminder: Reminder, sheet: InputSheet | None) -> None:
        try:
            await self._to_do.keep(replace(reminder, link=await self._link_of(reminder.link)))
        except DeskError as error:
            if sheet is not None and isValid(sheet):
                sheet.show_problem(error.advice)
            else:
                self._window.say(str(error.advice))
            return
        if sheet is not None:
            self._window.say(tr("Kept for {time}.", time=formats.since(reminder.at)))
            if isValid(sheet):
                sheet.dismiss()

    async def _link_of(self, link: str) -> str:
        """What it hangs on; nothing where this counter keeps no such booking."""
        if not link or link.startswith("Q-"):
            return link
        bookings = self._desk.bookings
        sale = await bookings.own_booking(link) or await bookings.known(link)
        return "" if sale is None else sale.request_id

    def _ask(self, asked: InputWords, reminder: Reminder) -> None:
        """Ask for when, and of a new reminder for what."""
        sheet, is_new = InputSheet(self._window, asked), asked.name == "reminder"

        def take(typed: str) -> None:
            read = read_reminder(typed, self._to_do.now())
            if read is None:
                sheet.show_problem(Advice(tr("Begin with a time or day to come: 16:00, tmr, +2."), "", ""))
            elif is_new and not read.text:
                sheet.show_problem(Advice(tr("Say of what, behind the time."), "", ""))
            else:
                text = read.text if is_new else reminder.text
                # One that rang before rings again at its new time.
                self._put_away.discard(reminder.id)
                self._keep(replace(reminder, at=read.at, text=text), sheet)

        sheet.entered.connect(take)

    def _open(self, row: ToDoRow) -> None:
        flows = self._flows
        match row.subject:
            case Sale() as sale:
                flows.navigation.open_sale(sale)
            case Move() as move:
                flows.moving.open(move.kept.id)
            case Owed() as owed:
                flows.till.settle(owed, self._back)
            case BoardDeparture():
                self._tell(row)
            case WatchRow() as watched:
                flows.seats.open(watched.watch)
            case _ if row.link.startswith("Q-"):
                flows.navigation.go_to("sell")
                flows.quotations.open(int(row.link.removeprefix("Q-")))
            case _ if row.link:
                flows.navigation.show_booking(row.link)
            case _:
                self._window.say(tr("These are your own words: D says that it is done."))

    def _tell(self, row: ToDoRow) -> None:
        self._tasks.start("message", self._tell_about(row))

    async def _tell_about(self, row: ToDoRow) -> None:
        """Open the messages to those whom a row is about."""
        subject = row.subject
        if isinstance(subject, Owed):
            self._flows.travelling.write(subject.due.sales, self._back)
        elif isinstance(subject, BoardDeparture):
            untold = [each.sale for each in subject.travelling if each.told is not ToldState.TOLD]
            self._flows.travelling.write(untold, self._back)
        elif row.link and (sale := await self._desk.bookings.known(row.link)) is not None:
            self._flows.travelling.write((sale,), self._back)
        else:
            self._window.say(tr("This is about no booking, so there is no message."))
