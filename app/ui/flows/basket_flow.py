"""The flow of baskets: what is put in, its review, its booking, and what comes after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from app.core.language import joined, tr, trn
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.basket.review import BasketReview
from app.desk.bookings.booking_values import BETWEEN_REFS, BOUGHT_WITH
from app.desk.model.errors import DeskError
from app.desk.model.sale import Change, Receipt, Sale
from app.desk.quotations.quotations import TakenQuotation
from app.desk.sale.sale_words import occasion
from app.desk.vouchers.kept_words import kept_voucher
from app.desk.vouchers.voucher import Voucher, reprinted_voucher
from app.ui.basket.basket_booked_page import BasketBookedPage, BasketBookedWithTillPage
from app.ui.basket.basket_page import BasketPage

if TYPE_CHECKING:
    from app.desk.basket.baskets import Baskets
    from app.desk.basket.values import Basket
    from app.desk.desk import Desk
    from app.ui.flows.all_flows import Flows
    from app.ui.window.main_window import MainWindow


_REST = "rest"


class BasketFlow:
    """Shows the open basket below the sheet, and its pages over the list."""

    def __init__(self, window: MainWindow, desk: Desk, flows: Flows) -> None:
        self._window, self._desk, self._flows, self._sale = window, desk, flows, flows.sale
        self._notes = TaskScope(hand_to_loop)
        self._ends = (
            desk.baskets.changed.subscribe(self._show),
            desk.unknown_outcomes.changed.subscribe(self._note_news),
        )
        window.basket_asked.connect(self.open)
        self._show()

    def end(self) -> None:
        """Stop following this desk's baskets."""
        for each in self._ends:
            each()
        self._window.basket_asked.disconnect(self.open)
        self._window.show_basket(None)
        self._notes.cancel_all()

    def open(self) -> None:
        """Review the open basket, or the newest one that waits; asked while one is reviewed, the next one."""
        shown = self._window.current_page
        baskets = self._desk.baskets
        if shown is not None and not shown.may_be_left():
            return
        if baskets.beside and (baskets.open is None or isinstance(shown, BasketPage)):
            baskets.take_up(_next(baskets).key)
        if baskets.open is None:
            self._window.say(tr("The basket is empty. Ctrl B on a trip puts it in."))
            return
        self._flows.navigation.to_sell()
        self._sale.show_over(self._make_page)
        count = len(baskets.beside)
        if count:
            self._window.say(
                trn(
                    "{number} other basket waits. Alt B shows it.",
                    "{number} other baskets wait. Alt B shows the next one.",
                    count,
                )
            )

    def take_up(self, taken: TakenQuotation) -> None:
        """Put what was quoted into a basket of its own, and review it."""
        baskets = self._desk.baskets
        if baskets.open is not None:
            baskets.put_aside()
        try:
            for each in taken.trips:
                baskets.put(each.draft)
        except DeskError as error:
            self._window.say(str(error.advice))
            return
        self.open()
        changed = [
            tr("{title}: {what} {old}, now {new}.", title=occasion(trip.draft).title, **_as_told(each))
            for trip in taken.trips
            for each in trip.changes
            if not each.is_net
        ]
        if changed:
            self._window.say(joined(" ", changed))

    def _make_page(self) -> BasketPage:
        desk = self._desk
        page = BasketPage(
            desk.baskets, desk.basket_booking, desk.unknown_outcomes, desk.cancellation, desk.reader
        )
        page.went_back.connect(self._sale.show_list)
        page.item_asked.connect(self._sale.change_item)
        page.quotation_asked.connect(self._flows.quotations.write)
        page.done.connect(self._show_done)
        page.details_asked.connect(self._sale.ask_details)
        page.put_aside.connect(self._put_aside)
        page.outcome_asked.connect(self._flows.navigation.open_sale)
        page.cancel_asked.connect(self._flows.navigation.unwind)
        page.settled.connect(self._note_booked)
        page.lost.connect(self._flows.navigation.count_open)
        return page

    def _show(self) -> None:
        baskets = self._desk.baskets
        if any(item.intent_id for each in baskets.held for item in each.items):
            # Such as after a power cut: only the journal knows what was booked of it.
            self._notes.start(_REST, self._show_rest(baskets.open, baskets.beside))
        else:
            self._notes.cancel(_REST)
            self._window.show_basket(baskets.open, baskets.beside)
        if baskets.open is None:
            self._sale.leave_over(BasketPage)

    async def _show_rest(self, basket: Basket | None, beside: Sequence[Basket]) -> None:
        rest_of = self._desk.basket_booking.without_booked
        rest = None if basket is None else await rest_of(basket)
        self._window.show_basket(rest, [await rest_of(each) for each in beside])

    def _note_news(self, _request_id: str) -> None:
        page = self._window.current_page
        if isinstance(page, BasketPage):
            page.show_news()

    def _put_aside(self) -> None:
        self._desk.baskets.put_aside()
        self._window.say(tr("The basket waits. Alt B takes it up again."))

    def _note_booked(self, key: str, receipt: Receipt) -> None:
        basket = self._desk.baskets.open
        item = next((each for each in basket.items if each.key == key), None) if basket else None
        self._show()
        if item is not None:
            self._flows.navigation.note_sale(item.draft, receipt.request_id)

    def _show_done(self, review: BasketReview) -> None:
        """Show what was booked; what was not stays in the basket, without it."""
        if not review.booked:
            self._end_basket(review)
            self._sale.show_list()
            return
        self._keep_together(review)
        self._sale.show_over(partial(self._make_done, review))
        # Whose party is in the basket is not the next customer's.
        self._end_basket(review)
        self._sale.forget_customer()

    def _make_done(self, review: BasketReview) -> BasketBookedPage:
        desk, drafts = self._desk, {each.key: each.draft for each in review.basket.items}
        notes = {sale.request_id: drafts[key].notes for key in drafts if (sale := review.standing(key).sale)}
        vouchers = [self._voucher(replace(each, notes=notes[each.request_id])) for each in review.booked]
        if desk.till.is_on:
            page = BasketBookedWithTillPage(desk.wallet, review, vouchers, till=desk.till)
            again = partial(self._sale.show_next, partial(self._make_done, review))
            page.payment_asked.connect(partial(self._flows.till.begin, page.due, again))
        else:
            page = BasketBookedPage(desk.wallet, review, vouchers)
        page.handed.connect(self._flows.vouchers.note)
        page.went_back.connect(self._sale.show_list)
        page.voucher_asked.connect(self._flows.vouchers.open)
        return page

    def _voucher(self, sale: Sale) -> Voucher:
        """The voucher of an item as it was sold."""
        desk = self._desk
        kept, is_real = kept_voucher(sale.kept, desk.rules.branding), desk.reader.profile.is_real
        return reprinted_voucher(sale, None, kept, at=desk.reader.now_here(), is_practice=not is_real)

    def _end_basket(self, review: BasketReview) -> None:
        """Nothing that was sent is left in the basket; with nothing left the basket goes."""
        waiting = {each.key for each in review.waiting}
        for each in review.basket.items:
            if each.key not in waiting:
                self._desk.baskets.take_out(each.key)
        if self._desk.baskets.open is not None:
            self._desk.baskets.put_aside()

    def _keep_together(self, review: BasketReview) -> None:
        """Note beside each booking which others were bought with it."""
        refs = [each.booking_ref for each in review.booked]
        for sale in review.booked:
            others = BETWEEN_REFS.join(each for each in refs if each != sale.booking_ref)
            if others:
                self._notes.start(
                    sale.request_id, self._desk.bookings.note(sale.request_id, BOUGHT_WITH, others)
                )


def _next(baskets: Baskets) -> Basket:
    """The newest of the baskets beside that is older than the open one, else the newest of all."""
    shown = baskets.open
    older = (each for each in baskets.beside if shown is not None and each.changed_at < shown.changed_at)
    return next(older, baskets.beside[0])


def _as_told(change: Change) -> dict[str, str]:
    return {"what": change.what, "old": change.old, "new": change.new}
