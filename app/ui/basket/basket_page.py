"""The page of the basket: everything read again, then booked one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from typing_extensions import override

from app.core.language import ended, joined, mark, tr
from app.desk.basket.review import BasketReview
from app.desk.basket.shown_basket import shown_basket
from app.desk.basket.values import Basket, BasketItem, BasketStop
from app.desk.model.errors import DeskError
from app.desk.model.sale import Advice, DraftAsRead, Progress, Receipt, Sale
from app.desk.model.shown import Shown, ShownPage
from app.desk.sale.sale_words import occasion
from app.ui.basket import actions
from app.ui.basket.basket_pane import BasketPane, BasketSums
from app.ui.basket.basket_rows import ROW, basket_row, basket_table, columns_of
from app.ui.basket.basket_words import book_words, check_words, why_ended
from app.ui.basket.overlap_note import OverlapNote
from app.ui.basket.party_lines import PartyLines
from app.ui.basket.stop_panel import StopPanel
from app.ui.basket.ways import Unwinding, ways_after, ways_while_unknown
from app.ui.kit.basics.announcing import say
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.mixin import Around
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import HintLine, Scroller, SheetHeader
from app.ui.kit.sheets.pane import split_sheet
from app.ui.kit.sheets.step_bar import basket_steps
from app.ui.sale.actions import QUOTE
from app.ui.sale.order_timeline import SALE, OrderProgress

if TYPE_CHECKING:
    from app.desk.basket.basket_booking import BasketBooking
    from app.desk.basket.baskets import Baskets
    from app.desk.cancellation.cancellation import Cancellations
    from app.desk.payment.unknown_outcome import UnknownOutcomes
    from app.desk.payment.unknown_outcome_values import Decision, Findings
    from app.desk.service.service_reader import ServiceReader

_LOOK, _BOOK, _QUOTE, _STANDING = "look", "book", "quote", "standing"
_MOST_SHOWN = 6
_TICK_FIRST = mark("Tick first that you have looked at it.")
_TOO_SOON = mark("Nothing was sent: the button had only just appeared. Look at it, then press again.")


class BasketPage(Page):
    """Reads every trip again, books them in order, and shows where it ended and what can be done then."""

    own_actions = actions.BASKET
    title = mark("Review the basket")
    shows_basket = True

    item_asked = Signal(str, object)
    """Emitted with the key of an item and its `Draft`, to change it."""
    done = Signal(object)
    """Emitted with the `BasketReview` of a basket of which nothing more is to be booked."""
    quotation_asked = Signal(object)
    """Emitted with a `DraftAsRead` for each trip that is not booked, to be quoted together."""
    details_asked = Signal(object)
    """Emitted with the `Draft` whose travellers the customer is asked for."""
    put_aside = Signal()
    """Emitted to serve somebody else while this basket waits."""
    outcome_asked = Signal(object)
    """Emitted with the `Sale` whose outcome is not known, to settle it."""
    cancel_asked = Signal(object)
    """Emitted with the booked `Sale` to cancel, after another one was refused."""
    settled = Signal(str, object)
    """Emitted with the key of an item that was booked, and its `Receipt`."""
    lost = Signal()
    """Emitted when nobody knows whether an item was booked."""

    def __init__(
        self,
        baskets: Baskets,
        booking: BasketBooking,
        unknown: UnknownOutcomes,
        cancellation: Cancellations,
        reader: ServiceReader,
    ) -> None:
        super().__init__()
        self.setObjectName("basket_page")
        self._baskets, self._booking, self._reader = baskets, booking, reader
        self._unknown, self._cancellation = unknown, cancellation
        self._findings: Findings | None = None
        self._unwinding: Unwinding | None = None
        if baskets.open is None:
            raise RuntimeError("the page of a basket without one")
        self._review = BasketReview(baskets.open, reader.service_now())
        self._look_number, self._is_checking = 0, False
        self._running = ""
        """The key of the item on its way; empty for none."""
        self._is_stopped = False
        self._offered: tuple[str, str, str] | None = None
        """What the button offers now: its words, those below it, and why it cannot be pressed."""
        self._end: BasketStop | None = None
        self._progress = OrderProgress(SALE, self._show_progress, self)
        self._list, self._pane = basket_table(), BasketPane()
        self._party, self._stops, self._overlaps = PartyLines(), StopPanel(), OverlapNote()
        self._check = called("check_line", Label(ink="text2", wraps=True))
        self._title = SheetHeader(tr("Review the basket"), "", basket_steps(1), back=self.step_back)
        people = held(column(self._overlaps, self._party, gap=14))
        self._acting = held(row(*self._acting_buttons(), None, gap=8, margins=(0, 0, 0, 14)))
        lines = column(self._stops, self._acting, people, 14, self._check, None, margins=(20, 16, 16, 16))
        self._hints = HintLine((actions.CHOOSE, tr("Choose")), (actions.CHANGE, tr("Change")), None)
        self._stop_hints = HintLine(
            (actions.WAYS, tr("Choose")),
            (actions.READ_AGAIN, tr("Read again")),
            (actions.PUT_ASIDE, tr("Serve somebody else")),
            None,
        )
        self._stop_hints.hide()
        left = column(self._list.header, self._list, Hairline(), (Scroller(held(lines)), 1))
        self.setLayout(
            split_sheet(self._title, left=(held(left), self._hints, self._stop_hints), pane=self._pane)
        )
        self._connect()

    def _acting_buttons(self) -> Iterator[Button]:
        """What can be done with the chosen trip and the basket, each with its key."""
        earlier, later = actions.MOVE.caps
        for name, words, key, act in (
            ("earlier", tr("Book earlier"), earlier, partial(self._move, -1)),
            ("later", tr("Book later"), later, partial(self._move, 1)),
            ("take_out", tr("Take out"), actions.TAKE_OUT.painted, self._take_out),
            ("put_aside", tr(actions.PUT_ASIDE.words), actions.PUT_ASIDE.painted, self._serve_other),
        ):
            button = called(name, Button(words, size=28, key=key))
            # A click leaves the keyboard in the list, whose arrows choose the next trip.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.may_shrink()
            button.clicked.connect(act)
            yield button

    def _connect(self) -> None:
        self._list.picked.connect(self._change)
        foot = self._pane.foot
        foot.spend.spent.connect(self._spend)
        foot.check_asked.connect(self.read_again)
        foot.left.connect(self._follow_way)
        self._pane.consent.tick.toggled.connect(self._offer)
        self._pane.consent.stepped.connect(self._step)
        self._pane.in_sight.changed.connect(self._offer)
        self.turned.connect(self._turn)
        self._stops.chosen.connect(self._offer)
        self.bind(actions.MOVE, partial(self._move, -1), partial(self._move, 1))
        self.bind(actions.TAKE_OUT, self._take_out)
        self.bind(actions.PUT_ASIDE, self._serve_other)
        self.bind(QUOTE, self._quote_all)
        self.bind(actions.ASK_DETAILS, self._ask_details)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits choose what is done after an item that was not booked."""
        if actions.WAYS.matches(event) and not event.isAutoRepeat():
            self._stops.press(int(event.text() or 0))
        else:
            super().keyPressEvent(event)

    @property
    def _basket(self) -> Basket:
        """The open one; the one that was open where it was erased with its customer meanwhile."""
        return self._baskets.open or self._review.basket

    @property
    def request_id(self) -> str:
        """The request number of the trip whose outcome is shown as unknown; empty without one."""
        unknown = self._review.unknown
        return "" if unknown is None else unknown.request_id

    @property
    @override
    def customer_view(self) -> Shown | None:
        page = ShownPage.BOOKING if self._running else ShownPage.CHECK
        if not self._running and self._stops.is_asking:
            page = ShownPage.WAIT
        return shown_basket(self._review, page)

    @override
    def enter(self) -> None:
        # What books is neither heard nor pressed before it can book.
        self.read_again()
        super().enter()

    @override
    def typed(self) -> tuple[BasketStop | None, str]:
        way = self._stops.way
        return self._end, "" if way is None else way.name

    @override
    def restore(self, typed: object) -> None:
        if isinstance(typed, tuple):
            self._end, way = cast("tuple[BasketStop | None, str]", typed)
            self._stops.prefer(way)

    @override
    def take_focus(self) -> None:
        if self._stops.is_asking:
            self._stops.take_focus()
        else:
            taker = self._pane.consent.tick if self._untold else self._list
            taker.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def leave(self) -> None:
        self._look_number += 1
        self._progress.end()
        super().leave()

    @override
    def may_be_left(self) -> bool:
        return not self._running

    def _turn(self, before: Around) -> None:
        if not self._running and before.net_shown is not self.net_shown:
            self._ask()
        self._offer()

    @override
    def read_again(self) -> None:
        """Read every trip again; never while one is being booked."""
        if not self._running and self._baskets.open is not None:
            self._look_number += 1
            self._wait()
            self.tasks.start(_LOOK, self._look(self._look_number))

    def show_news(self) -> None:
        """Show that an outcome may be known now."""
        if not self._running and self._review.unknown is not None:
            self._end = None
            self.read_again()

    @override
    def run_primary(self) -> None:
        if self.selling_off and not self._running:
            self.key_asked.emit()
        elif self._pane.foot.spend.fires():
            self._spend()
        elif self._offered is not None and not self._running:
            say(self, self._offered[-1] or tr(_TOO_SOON))
        else:
            self._pane.foot.go_on()

    @override
    def step_back(self) -> None:
        if not self._running:
            self.went_back.emit()
        elif not self._is_stopped:
            self._is_stopped = True
            self._booking.stop()
            self._show_progress()

    async def _look(self, number: int) -> None:
        basket = self._basket
        standings = await self._booking.standings(basket)
        review = BasketReview(basket, self._reader.service_now(), standings)
        if number != self._look_number:
            return
        if review.is_over:
            self.done.emit(review)
            return
        self._wait()
        self._show(review)
        # The arrows choose a trip at once.
        self.take_focus()
        told = partial(self._tell_reading, number, len(review.waiting))
        found = await self._booking.look(review.waiting, told)
        if number == self._look_number:
            looks = {each.key: each for each in found}
            self._findings = None
            if review.unknown is not None:
                self._findings = await self._unknown.findings(review.unknown.request_id)
            self._is_checking = False
            # What was moved or taken out while it was read stays so.
            self._show(BasketReview(self._basket, self._reader.service_now(), standings, looks))
            self.take_focus()
            if self._end is not None and review.booked:
                self.tasks.start(_QUOTE, self._quote(review.booked))

    def _wait(self) -> None:
        """Offer nothing until all is read: the key of what is not known yet would do nothing."""
        self._is_checking, self._offered = True, None
        self._pane.foot.wait(tr("Checking\u2026"), tr("Seats, fares and wallet are being read again."))

    async def _quote(self, booked: Sequence[Sale]) -> None:
        """Ask what would come back if all that is booked was cancelled, one after another."""
        refund: Decimal | None = Decimal(0)
        for each in booked:
            try:
                found = (await self._cancellation.whole_quote(each)).refund
            except DeskError:
                found = None
            refund = None if refund is None or found is None else refund + found
        self._unwinding = Unwinding(refund, self._reader.now_here())
        self._show_stop()

    def _tell_reading(self, number: int, count: int, done: int) -> None:
        # What was begun before something else was shown makes the button wait for nothing.
        if number == self._look_number:
            self._pane.foot.spend.set_busy(tr("Reading {number} of {count}", number=done, count=count))

    def _show(self, review: BasketReview) -> None:
        """Show what was read, and what can be done."""
        self._review = review
        self._show_rows()
        prices = ((occasion(review.draft(each)).title, each.key) for each in review.waiting)
        items = tuple((title, review.bookable[key].price) for title, key in prices if key in review.bookable)
        self._pane.show_problem("")
        self._show_stop()
        self._ask()
        if self._stops.is_asking:
            self._pane.show_so_far(review.customer_paid, review.debited, review.wallet)
        else:
            self._pane.show_sums(BasketSums(items, review.wallet, review.coverage))
        self._party.show_basket(review.basket)
        self._overlaps.show_overlaps(review.overlaps)
        self._keep_room_of_keys(keeps=False)
        for part in (self._party, self._acting, self._hints):
            part.setVisible(not self._stops.is_asking)
        self._stop_hints.setVisible(self._stops.is_asking)
        self.customer_view_changed.emit()
        told = self._baskets.problem or self._baskets.left_alone(review.basket)
        self._check.setText(check_words(review, told))
        self._offer()

    def _keep_room_of_keys(self, *, keeps: bool) -> None:
        for part in (self._acting, self._hints):
            policy = part.sizePolicy()
            policy.setRetainSizeWhenHidden(keeps)
            part.setSizePolicy(policy)

    def _ask(self) -> None:
        """Ask for a tick about what differs, before anything can be booked that does."""
        review = self._review
        may_book = self._end is None or review.unknown is not None
        words = tr("Book {count} like this", count=len(review.bookable))
        self._pane.ask(
            review.news(net_shown=self.net_shown) if may_book else (),
            tr("Look at this before you book"),
            words,
        )

    def _show_rows(self) -> None:
        review = self._review
        rows = [
            basket_row(
                each,
                number,
                count=len(review.in_order),
                standing=review.standing(each.key),
                look=review.looks.get(each.key),
                cover=review.covers.get(each.key),
                is_running=each.key == self._running,
            )
            for number, each in enumerate(review.in_order, 1)
        ]
        self._list.show_rows(rows)
        self._list.choose_key(self._list.current_key)
        self._list.setFixedHeight(min(len(rows), _MOST_SHOWN) * ROW)
        self._list.show_columns(columns_of(is_clerks_order=review.basket.is_clerks_order))

    def _show_stop(self) -> None:
        """Show the ways on after an item that was not booked, or of which nobody knows."""
        review, end = self._review, self._end
        if review.unknown is not None:
            title, about = (
                tr("Nothing more is sent from this basket yet."),
                tr(
                    "Another debit would hide whether {title} was booked. Do not sell it again.",
                    title=review.unknown.title,
                ),
            )
            if end is not None and any(each.key == end.key for each in review.waiting):
                about = joined(" ", (*map(ended, why_ended(review, end)), about))
            self._stops.ask(title, about, ways_while_unknown(review, self._findings))
            if self._findings is not None:
                self._stops.who.ask(two=self._findings.asks_two, by_pin=self._findings.asks_pins)
        elif end is not None and end.key and any(each.key == end.key for each in review.waiting):
            self._stops.ask(*why_ended(review, end), ways_after(review, end.key, self._unwinding))
        else:
            self._stops.show_nothing()

    def _offer(self) -> None:
        """Offer what Ctrl Enter does now, or say why nothing."""
        review, foot = self._review, self._pane.foot
        if self._running or self._is_checking or not review.is_read:
            return
        if self._stops.is_asking:
            self._offer_way()
        elif self.selling_off:
            self._offered = None
            foot.lead("key", self.selling_off)
        elif review.obstacle or review.price is None:
            self._offered = None
            foot.lead("wallet" if review.coverage.missing else "check", review.obstacle)
        else:
            self._offer_this(
                book_words(review, net_shown=self.net_shown), tr("Enter alone never books."), self._obstacle()
            )

    def _offer_way(self) -> None:
        way = self._stops.way
        if way is None:
            self._offer_this(tr("What now?"), "", tr("Choose first what is done: press its number."))
        else:
            obstacle = self._untold if way.name == "anyway" else ""
            self._offer_this(way.button, tr("Enter alone does nothing."), obstacle)

    def _offer_this(self, label: str, caption: str, obstacle: str = "") -> None:
        """Offer it, unless it is on offer already: the button would not be armed for a moment."""
        before, self._offered = self._offered, (label, caption, obstacle)
        if before != self._offered:
            is_answered = before == (label, caption, tr(_TICK_FIRST))
            self._pane.foot.offer(label, caption, obstacle=obstacle, is_answered=is_answered)

    def _obstacle(self) -> str:
        if not self.is_online:
            return tr("Offline. Nothing can be booked.")
        if self._untold:
            return self._untold
        return "" if self._pane.in_sight.look() else tr("Make the window larger to see the price.")

    @property
    def _untold(self) -> str:
        """A sentence while the tick is asked and not set; else empty."""
        consent = self._pane.consent
        return "" if consent.isHidden() or consent.is_given else tr(_TICK_FIRST)

    # What the clerk does

    def _change(self) -> None:
        for item in self._chosen():
            self.item_asked.emit(item.key, item.draft)

    def _ask_details(self) -> None:
        for item in self._chosen():
            self.details_asked.emit(item.draft)

    def _chosen(self) -> list[BasketItem]:
        """The chosen trip; none while something is booked, and for one that is."""
        key = "" if self._list.current is None or self._running else self._list.current.key
        return [each for each in self._review.waiting if each.key == key]

    def _step(self, by: int) -> None:
        """Choose the trip above or below the chosen one, from outside the list."""
        if not self._running and not self._stops.is_asking:
            place = self._list.currentIndex().row() + by
            self._list.choose(max(0, min(place, len(self._list.rows) - 1)))
            self._list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _move(self, by: int) -> None:
        chosen = self._list.current
        keys = tuple(each.key for each in self._review.waiting)
        if chosen is not None and chosen.key in keys and not self._running:
            self._baskets.move(keys, chosen.key, by)
            self._keep_reading()

    def _take_out(self) -> None:
        chosen = self._list.current
        if chosen is None or self._running:
            return
        if any(each.key == chosen.key for each in self._review.waiting):
            self._baskets.take_out(chosen.key)
            if self._baskets.open is None:
                self.went_back.emit()
            else:
                self._keep_reading()

    def _keep_reading(self) -> None:
        """Show the basket as it is now with what was read of its items; with nothing to book it is done."""
        before = self._review
        review = BasketReview(self._basket, before.now, before.standings, before.looks)
        if review.is_over:
            self.done.emit(review)
        else:
            self._show(review)

    def _quote_all(self) -> None:
        if self._review.is_read and not self._running:
            self.quotation_asked.emit([self._as_read(each) for each in self._review.waiting])

    def _as_read(self, item: BasketItem) -> DraftAsRead:
        look = self._review.looks.get(item.key)
        read = None if look is None or look.preflight is None else look.preflight.looked.here
        return DraftAsRead(self._review.draft(item), read)

    def _serve_other(self) -> None:
        if not self._running:
            self.put_aside.emit()

    def _spend(self) -> None:
        """Do what the button says."""
        if self._stops.is_asking:
            way = self._stops.way
            if way is not None:
                self._follow_way(way.name)
        elif not self._running and self._review.bookable:
            if self._pane.in_sight.permit():
                self._begin_booking()
            else:
                self._offered = None
                self._offer()

    def _follow_way(self, way: str) -> None:
        end = self._end
        if way in ("slot", "departure") and end is not None:
            item = next(each for each in self._review.waiting if each.key == end.key)
            self.item_asked.emit(item.key, item.draft)
        elif way == "without" and end is not None:
            self._baskets.take_out(end.key)
            self._end = None
            self._keep_reading()
            if self._review.bookable and not self._untold:
                self._begin_booking()
            else:
                self.take_focus()
        elif way == "again":
            self._end = None
            self.read_again()
        elif way == "anyway":
            self._begin_booking(self._stops.who.take())
        elif way == "stop":
            self.done.emit(self._review)
        elif way == "unwind":
            self.cancel_asked.emit(self._review.booked[-1])
        elif way == "settle":
            self.outcome_asked.emit(self._review.unknown)
        elif way == "key":
            self.key_asked.emit()
        else:
            self.step_back()

    # Booking

    def _begin_booking(self, anyway: Decision | None = None) -> None:
        """Book what can be; `anyway` is a person's decision to do so beside an unknown outcome."""
        self._end, self._is_stopped, self._unwinding = None, False, None
        self._running = next(iter(self._review.bookable))
        self._progress.begin()
        self.tasks.start(_BOOK, self._book(anyway))

    async def _book(self, anyway: Decision | None) -> None:
        advice: Advice | None = None
        try:
            self._end = await self._booking.book(self._basket, self._review.bookable, self._note, anyway)
        except DeskError as error:
            advice = error.advice
        finally:
            self._running = ""
        self._progress.end()
        if advice is None:
            # What was chosen at one stop is not chosen at the next.
            self._stops.show_nothing()
        if self._end is not None and self._end.unknown is not None:
            self.lost.emit()
        self._look_number += 1
        await self._look(self._look_number)
        if advice is not None and anyway is not None:
            self._stops.show_problem(advice)
        elif advice is not None:
            self._pane.show_problem(advice.what, joined(" ", (advice.meaning, advice.action)))

    def _note(self, key: str, told: Progress | Receipt) -> None:
        if key != self._running:
            self._running = key
            self._progress.begin()
        if isinstance(told, Progress):
            self._progress.note(told)
        else:
            self.settled.emit(key, told)
            self.tasks.start(_STANDING, self._show_settled(key))
        self._show_progress()

    async def _show_settled(self, key: str) -> None:
        """Show that an item is booked while the next one is on its way."""
        standing = (await self._booking.standings(self._basket)).get(key)
        if self._running and standing is not None:
            standings = {**self._review.standings, key: standing}
            self._review = replace(self._review, standings=standings)
            self._show_progress()

    def _show_progress(self) -> None:
        if not self._running:
            return
        self._show_rows()
        # None of these keys does anything now. Their room stays, so that nothing moves meanwhile.
        self._keep_room_of_keys(keeps=True)
        self._acting.hide()
        self._hints.hide()
        place = next(
            (number for number, each in enumerate(self._review.in_order, 1) if each.key == self._running), 0
        )
        label = tr("Booking {number} of {count}\u2026", number=place, count=len(self._review.in_order))
        caption = (
            tr("Stops before the next one.")
            if self._is_stopped
            else tr("Esc stops before the next one. Nothing is sent twice.")
        )
        self._offered = None
        self._pane.show_running(label, caption, self._progress.events())
        self.customer_view_changed.emit()
