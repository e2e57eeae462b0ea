"""The flow of another date: the decision, both acts, and how they stand afterwards."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING

from shiboken6 import isValid

from app.core.language import mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model.activities import ActivityDraft
from app.desk.model.errors import DeskError
from app.desk.model.formats import both
from app.desk.moving.deciding import MoveDecision
from app.desk.till.payment_values import in_rupees
from app.desk.till.till import NotRecordedError
from app.desk.travelling.rebooking import Rebooking, rebooking_of

if TYPE_CHECKING:
    from app.desk.cancellation.refund_quote import RefundQuote
    from app.desk.desk import Desk
    from app.desk.model.sale import Draft, Progress, Receipt, Sale
    from app.desk.moving.values import Move
    from app.ui.flows.all_flows import Flows
    from app.ui.kit.sheets.page import Page
    from app.ui.moving.move_page import MovePage
    from app.ui.moving.move_state_page import MoveStatePage
    from app.ui.window.main_window import MainWindow

_CHOSEN = mark("Another date for {pnr}: choose a departure, then who travels. Nothing is booked yet.")
_OPEN = mark("A change of date is not finished: {pnrs}. R in Bookings opens it.")


class MoveFlow:
    """Opens the pages of another date; the second act runs here, whatever page is shown."""

    def __init__(self, window: MainWindow, desk: Desk, flows: Flows) -> None:
        self._window, self._desk, self._flows = window, desk, flows
        self._navigation = flows.navigation
        self._page: MoveStatePage | None = None
        self._deciding: MovePage | None = None
        """The page that decided last, which shows its move while that is being booked."""
        self._tasks = TaskScope(hand_to_loop)
        self._refs = ""
        """The PNRs of the old bookings of moves that are open."""
        self._unsubscribe = desk.moves.changed.subscribe(self.follow)
        window.page_shown.connect(self.tell)
        self.follow()

    def end(self) -> None:
        """Stop reading; a second act that was not sent yet is not sent."""
        self._unsubscribe()
        self._window.page_shown.disconnect(self.tell)
        self._tasks.cancel_all()
        self._window.show_notice("", about="move")

    def begin(self, sale: Sale) -> None:
        """Open the decision about another date, a change of it that is open, or the ordinary sale.

        Of what is cancelled nothing is left to be moved: it is sold again.
        """
        self._tasks.start("begin", self._begin(sale))

    def page(self, sale: Sale, draft: Draft) -> MovePage:
        """The page that decides about this draft in the place of a booking."""
        # Most customers go when they said they would.
        from app.ui.moving.move_page import MovePage

        desk = self._desk
        left = partial(self._left_to_pay, sale) if desk.till.is_on else None
        clerk = desk.day_close.duty.name
        decision = MoveDecision(desk.selling, desk.moves, desk.reader, sale, left_to_pay=left, clerk=clerk)
        page = self._deciding = MovePage(decision, desk.reader, is_boat=sale.is_boat)
        page.begin(draft)
        page.went_back.connect(partial(self._navigation.show_booking, sale.request_id))
        page.booked.connect(partial(self._end_booked, page))
        page.unknown.connect(partial(self._end_unknown, decision))
        return page

    def _end_booked(self, page: MovePage, receipt: Receipt) -> None:
        """Go on with the second act, as was decided."""
        self._navigation.note_sale(page.draft, receipt.request_id)
        self._go_on(page.decision.move_id)

    def _end_unknown(self, decision: MoveDecision, _outcome: object) -> None:
        self.open(decision.move_id)

    def follow(self) -> None:
        """Show what may have changed, on the page and above all pages."""
        self._tasks.start("follow", self._follow())

    async def _begin(self, sale: Sale) -> None:
        asked_on, travelling = self._window.current_page, self._flows.travelling
        move = await self._desk.moves.open_of(sale.request_id)
        if move is not None:
            await self._open(move.kept.id)
            return
        if not sale.may_be_cancelled and not sale.is_gone:
            self._window.say(tr("{state}: it cannot be moved.", state=sale.state))
            return
        (told,) = await self._desk.bookings.with_words((sale,))
        if sale.is_gone:
            travelling.rebook_sale(told)
            return
        rebooking = rebooking_of(told, self._desk.rules.branding)
        day = travelling.next_day(rebooking)
        if rebooking.is_boat:
            day = await self._runs_on(rebooking, day)
            if self._window.current_page is asked_on:
                travelling.sell(rebooking, None, day, sale)
            return
        # Where it rests on the next day, other days are chosen on the page.
        offer = await travelling.offer_of(rebooking, day, day - timedelta(days=1))
        if offer is not None and self._window.current_page is asked_on:
            draft = rebooking.carried(ActivityDraft(offer))
            self._navigation.open(partial(self.page, sale, draft))

    async def _runs_on(self, rebooking: Rebooking, day: date) -> date:
        """The first day from this one on which the boat can be booked; this one where none of a week is."""
        for ahead in range(7):
            try:
                found = await self._desk.catalogue.departures(day + timedelta(days=ahead))
            except DeskError:
                break
            if any(each.is_open and each.name == rebooking.title for each in found.departures):
                return day + timedelta(days=ahead)
        return day

    async def _left_to_pay(self, sale: Sale) -> Decimal | None:
        """What is left to pay of a booking; None when the till does not know, or has to give back of it."""
        owing, request_id = self._desk.owing, sale.request_id
        try:
            now = await owing.sale_of(request_id) or sale
            left = (await owing.left_of((now,))).get(request_id)
            is_back_due = await owing.back_to(now) is not None
        except NotRecordedError:
            return None
        return None if left is None or is_back_due else in_rupees(left)

    def _go_on(self, move_id: str, seen: RefundQuote | None = None) -> None:
        """Cancel the old one, as was decided."""
        self._tasks.start(f"act {move_id}", self._cancel(move_id, seen))

    async def _cancel(self, move_id: str, seen: RefundQuote | None) -> None:
        page = await self._open(move_id)
        if page is None:
            return
        page.show_busy()

        def tell(progress: Progress) -> None:
            if isValid(page):
                page.note(progress)

        act = await self._desk.moves.cancel_old(move_id, tell, seen)
        move = await self._desk.moves.stand(move_id)
        if move is not None and isValid(page):
            page.show_move(move, act.quote)
        self._navigation.note_settled()

    def open(self, move_id: str) -> None:
        """Open the page that says how a change stands."""
        self._tasks.start("open", self._open(move_id))

    async def _open(self, move_id: str) -> MoveStatePage | None:
        move = await self._desk.moves.stand(move_id)
        if move is None:
            return None
        self._window.show_place("bookings")
        self._navigation.open(partial(self._made, move))
        return self._page

    def _made(self, move: Move) -> MoveStatePage:
        from app.ui.moving.move_state_page import MoveStatePage

        move_id = move.kept.id
        page = self._page = MoveStatePage(move, keeps_till=self._desk.till.is_on)
        page.went_back.connect(partial(self._leave, move))
        page.way_taken.connect(partial(self._take, move_id))
        page.spent.connect(partial(self._go_on, move_id))
        page.stopped.connect(partial(self._desk.moves.stop, move_id))
        page.looked.connect(partial(self._read_again, move_id))
        page.voucher_asked.connect(self._flows.vouchers.open)
        page.payment_asked.connect(partial(self._flows.till.open, back=partial(self.open, move_id)))
        # Made again in another language, it may stand otherwise by now.
        self.follow()
        return page

    def _leave(self, move: Move) -> None:
        sale = move.new if move.new is not None else move.old
        self._navigation.show_booking(move.kept.old_request if sale is None else sale.request_id)

    def _take(self, move_id: str, way: str) -> None:
        self._tasks.start("way", self._follow_way(move_id, way))

    async def _follow_way(self, move_id: str, way: str) -> None:
        from app.desk.moving.values import MoveStage
        from app.ui.moving.move_words import MoveWay

        moves, move = self._desk.moves, await self._desk.moves.stand(move_id)
        if move is None:
            return
        if way == MoveWay.CANCEL:
            await self._quote(move)
        elif way == MoveWay.WAIT:
            await self._look(move)
            now = await moves.stand(move_id)
            if now is not None and now.stage is MoveStage.NEW_UNKNOWN:
                self._window.say(tr("The wallet was read. It is still not known."))
        elif way == MoveWay.KEEP:
            try:
                await moves.keep_both(move_id)
            except DeskError as error:
                self._window.say(str(error.advice))
        elif way == MoveWay.CANCEL_NEW and move.new is not None:
            self._navigation.cancel(move.new)
        elif way == MoveWay.BY_HAND and move.new is not None:
            self._navigation.open_sale(move.new)
        elif way == MoveWay.OLD_OUTCOME and move.old is not None:
            self._navigation.open_sale(move.old)
        else:
            self._navigation.go_to("sell")

    async def _look(self, move: Move) -> None:
        """Read the wallet now for a new one that is not known."""
        if move.new is not None and move.new.is_open:
            try:
                await self._desk.unknown_outcomes.look(move.new.request_id)
            except DeskError as error:
                self._window.say(error.advice.what)
        self.follow()

    def _read_again(self, move_id: str) -> None:
        """Look without being asked: nothing is said where nothing is new."""

        async def look() -> None:
            move = await self._desk.moves.stand(move_id)
            if move is not None:
                await self._look(move)

        self._tasks.start("look", look())

    async def _quote(self, move: Move) -> None:
        try:
            quote = await self._desk.moves.quote_again(move.kept.id)
        except DeskError as error:
            self._window.say(str(error.advice))
            return
        page = self._page
        if page is not None and isValid(page) and page.move_id == move.kept.id:
            page.show_move(move, quote)

    async def _follow(self) -> None:
        open_ones = await self._desk.moves.open_ones()
        page = self._page
        if page is not None and isValid(page) and page.may_be_left():
            move = await self._desk.moves.stand(page.move_id)
            if move is not None and isValid(page) and page.may_be_left():
                page.follow(move)
        self._refs = both(each.kept.old_ref for each in open_ones)
        self.tell()

    def tell(self, shown: Page | None = None) -> None:
        """Say above a page that a move is open or being chosen, unless it shows one itself."""
        page, deciding = shown or self._window.current_page, self._deciding
        begun = deciding if deciding is not None and deciding.decision.move_id else None
        is_shown = page is not None and page in {self._page, begun}
        chosen = self._flows.sale.moves
        words = partial(tr, _OPEN, pnrs=self._refs) if self._refs and not is_shown else ""
        if chosen is not None and page is not deciding:
            words = partial(tr, _CHOSEN, pnr=chosen.booking_ref)
        self._window.show_notice(words, about="move")
