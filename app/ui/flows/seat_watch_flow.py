"""The flow of watches for seats: begun from a start, told in the notices, and sold from there."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from app.core.language import joined, mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.basket.basket import customer_of
from app.desk.free_now.seat_watches import MOST, Watch, WatchRow, looked, news_words, start_words
from app.desk.model import formats
from app.desk.model.activities import ActivityDraft
from app.desk.model.boats import BoatDraft
from app.desk.model.errors import DeskError
from app.desk.model.sale import Draft
from app.desk.sale.validation import MOST_SEATS
from app.desk.service.cutoffs import travel_day
from app.ui.flows.watches import LOOK_EVERY_MS

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.desk.free_now.values import FreeStart
    from app.ui.flows.all_flows import Flows
    from app.ui.free_now.watch_sheet import WatchSheet
    from app.ui.window.main_window import MainWindow

_NOT_COUNTED = mark("This boat does not count its seats. It cannot be watched.")


class SeatWatchFlow:
    """Lets the desk look every few seconds, and tells what was found; no page opens by itself."""

    def __init__(self, window: MainWindow, desk: Desk, flows: Flows) -> None:
        self._window, self._desk, self._flows, self._watches = window, desk, flows, desk.seat_watches
        self._heard, self._away = set[tuple[object, ...]](), set[tuple[object, ...]]()
        """The news for which there was a sound, and those that were put away."""
        self._row: WatchRow | None = None
        """What the notice is about."""
        self._sheet: WatchSheet | None = None
        self._tasks, self._timer = TaskScope(hand_to_loop), QTimer(window)
        self._timer.timeout.connect(self._tick)
        self._timer.start(LOOK_EVERY_MS)
        self._unsubscribe = self._watches.changed.subscribe(self._show)
        window.went.connect(self._sell)
        window.notice_dismissed.connect(self._put_away)

    def end(self) -> None:
        """Look and tell no more."""
        self._unsubscribe()
        self._tasks.cancel_all()
        self._timer.stop()
        self._timer.deleteLater()
        self._window.went.disconnect(self._sell)
        self._window.notice_dismissed.disconnect(self._put_away)

    def ask(self, asked: FreeStart | Draft) -> None:
        """Ask who waits for a start, and show the watches; or say why it cannot be watched."""
        from app.desk.free_now.free_rows import start_of

        basket, reader = self._desk.baskets.open, self._desk.reader
        name, phone, *_ = customer_of(basket) if basket else ("", "")
        if isinstance(asked, ActivityDraft | BoatDraft):
            name, phone = asked.customer_name or name, asked.customer_phone or phone
            asked = start_of(asked, reader.moment(), asked.qty)
        day = asked.day
        if day is None:
            self._window.say(tr("Choose a start first."))
        elif asked.left is None or asked.has_capacity_only:
            self._window.say(tr(_NOT_COUNTED) if asked.is_boat else tr("Seats not stated"))
        elif asked.seats_to_sell is None and not asked.is_full(reader.service_now()):
            self._window.say(asked.reason)
        else:
            begun, closes = reader.now_here(), asked.closes(reader.service_now())
            what, seats = (asked.key, asked.trip, asked.title, day, asked.starts), asked.seats_to_sell
            self._show_sheet(Watch(*what, asked.seats, name, phone, begun, closes, seats=seats))

    def open(self, watch: Watch) -> None:
        """Open the sale to who waits where seats are found, else what is watched."""
        # While a booking runs nothing is read, and its end is another page.
        if watch.is_found and self._flows.navigation.may_leave():
            self._tasks.start("selling", self._open_sale(watch))
        elif not watch.is_found:
            self._show_sheet(watch)

    def _show_sheet(self, watch: Watch) -> None:
        """Ask how many wait and who, for a new watch or one that stands."""
        from app.ui.free_now.watch_sheet import WatchSheet

        what, texts = watch.title, (str(watch.people), watch.name, watch.phone)
        self._sheet = sheet = WatchSheet(self._window, start_words(what, watch.day, watch.starts), texts)
        sheet.show_watches(self._watches.rows())
        sheet.list.choose_key(watch.begun.isoformat())
        sheet.entered.connect(partial(self._begin, sheet, watch))
        sheet.ended.connect(self._end)

    def end_sold(self, draft: Draft) -> None:
        """End what its customer waited for: this start on this day."""
        from app.desk.free_now.free_rows import start_of

        sold = start_of(draft, self._desk.reader.moment(), draft.qty).key, travel_day(draft)
        who = draft.customer_name, draft.customer_phone
        self._watches.end(lambda each: (each.key, each.day) == sold and each.is_for(*who))

    def _begin(self, sheet: WatchSheet, watch: Watch) -> None:
        people, name, phone = (each.strip() for each in sheet.form.texts)
        seats, count = watch.seats, int(people) if people else 0
        wrong = ""
        if sum(not each.is_over for each in self._watches.held if each.begun != watch.begun) >= MOST:
            wrong = tr("{most} watches run here. End one first.", most=MOST)
        elif not 0 < count <= MOST_SEATS:
            wrong = tr("Type how many people, {most} at most.", most=MOST_SEATS)
        elif seats is not None and seats >= count:
            wrong = tr("{seats} can be sold now.", seats=formats.seats(seats))
        if wrong or not name:
            sheet.form.ask("watch_people" if wrong else "watch_name", wrong or tr("This cannot be empty."))
            return
        # It may have been looked at meanwhile.
        now = next((each for each in self._watches.held if each.begun == watch.begun), watch)
        self._end(now)
        self._watches.begin(replace(now, people=count, name=name, phone=phone))
        sheet.dismiss()
        self._say_state(watch)

    def _end(self, watch: Watch) -> None:
        self._watches.end(lambda each: each.begun == watch.begun)

    def _tick(self) -> None:
        self._show()
        if not self._tasks.is_running("looking"):
            self._tasks.start("looking", self._watches.turn())

    def _show(self) -> None:
        """Show the first news in the notices, with a sound for seats that were just found."""
        rows = self._watches.rows()
        found = {each.watch.news for each in rows if each.watch.is_found}
        if found - self._heard and self._desk.rules.has_sound:
            QApplication.beep()
        self._heard |= found
        news = (each for each in rows if each.watch.news and each.watch.news not in self._away)
        told = None if self._row is None else self._row.watch.news
        # The one that is being read stays before equal ones: Enter sells to whom it names.
        self._row = row = min(
            news, key=lambda each: (not each.watch.is_found, each.watch.news != told), default=None
        )
        words = ("", "") if row is None else (news_words(row.watch), row.state)
        tone = "success" if row is not None and row.watch.is_found else "accent"
        self._window.show_notice(*words, tone, about="seats")
        if self._sheet is not None and isValid(self._sheet):
            self._sheet.show_watches(rows)

    def _put_away(self, about: str) -> None:
        if about == "seats" and self._row is not None:
            self._away.add(self._row.watch.news)
            self._show()

    def _sell(self, about: str) -> None:
        if about == "seats" and self._row is not None:
            self.open(self._row.watch)

    async def _open_sale(self, watch: Watch) -> None:
        """Open the sale to who waits, filled, with the start as it is now."""
        page, reader = self._window.current_page, self._desk.reader
        try:
            start = await self._desk.free_now.start(watch, bool, anew=True)
        except DeskError as error:
            self._window.say(str(error.advice))
            return
        now = reader.now_here()
        self._watches.note(watch, lambda each: looked(each, start, now))
        draft = start.draft(reader.moment()) if start and looked(watch, start, now).is_found else None
        if start is not None and start.gap:
            self._window.say(start.gap)
        elif draft is None:
            self._say_state(watch)
        # A clerk who went elsewhere meanwhile is not fetched back.
        elif page is self._window.current_page and self._flows.navigation.may_leave():
            draft = replace(draft, customer_name=watch.name, customer_phone=watch.phone)
            self._flows.navigation.to_sell()
            self._flows.sale.fill(draft, watch.day, is_counted=True)

    def _say_state(self, watch: Watch) -> None:
        """Say what is watched and how it stands now."""
        for each in self._watches.rows():
            if each.watch.begun == watch.begun:
                self._window.say(joined(" ", (news_words(each.watch), each.state)))
