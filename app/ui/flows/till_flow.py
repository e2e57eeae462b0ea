"""The flow of the till: what is owed, its payment, the receipt, and its paper."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from shiboken6 import isValid

from app.core.language import Message, joined, mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.till.due import less_settled, pays_in_all
from app.desk.till.owing import GivingBack
from app.desk.till.payment_values import Payment
from app.desk.till.till import NotRecordedError
from app.ui.kit.basics.actions import OPEN_TILL
from app.ui.window.frame import TILL

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.desk.model.sale import Sale
    from app.desk.till.owing import Owed
    from app.desk.till.payment_values import Due, DueSale, TillReceipt
    from app.desk.till.receipt_text import CustomerReceipt
    from app.desk.till.till import Standing
    from app.ui.flows.all_flows import Flows
    from app.ui.kit.sheets.page import Page
    from app.ui.till.give_back_page import GiveBackPage
    from app.ui.till.receipt_paper import ReceiptSheet
    from app.ui.till.recorded_page import RecordedPage
    from app.ui.till.tab_page import TillTabPage
    from app.ui.till.take_payment_page import TakePaymentPage
    from app.ui.window.main_window import MainWindow

T = TypeVar("T")
_IS_FOLLOWED = mark("Something was recorded after this receipt. Correct that first.")
_IS_CORRECTED = mark("Receipt {number} stands in its place. Correct that one.")
_HAS_MOVED = mark("Its money counts for {pnr} by receipt {number}. It is not corrected any more.")


def _followed_words(standing: Standing, receipt: TillReceipt) -> str:
    """Why a receipt cannot be corrected that others follow."""
    after = next((each for each in standing.payments if each.corrects == receipt.number), None)
    if after is not None:
        return tr(_IS_CORRECTED, number=after.number)
    moved = next(reversed(standing.moved), None)
    if moved is not None and not receipt.payment.due.counted:
        return tr(_HAS_MOVED, pnr=moved.payment.due.sales[0].booking_ref, number=moved.number)
    return tr(_IS_FOLLOWED)


class _Place(NamedTuple):
    """Where a payment is taken."""

    show: Callable[[Callable[[], Page]], object]
    """Shows the page that is made in the place of the former one."""
    back: Callable[[], object]
    """Shows again from where it was asked for."""


class TillFlow:
    """Takes the payments of sales that were just made, over their page, and of what is owed, in its place."""

    def __init__(self, window: MainWindow, desk: Desk, flows: Flows) -> None:
        self._window, self._desk, self._sale = window, desk, flows.sale
        self._flows = flows
        self._navigation, self._go_to = flows.navigation, flows.navigation.go_to
        self._sheet: ReceiptSheet | None = None
        self._taking: tuple[DueSale, ...] = ()
        """What is paid for on the page that takes a payment, or was last."""
        self._typed: dict[str, object] = {}
        """What was typed on each page of the till when it was left, by its tab or by what is given back."""
        self._begun: dict[frozenset[str], tuple[Message, object]] = {}
        """What was taken or typed of the payment of these sales when it was left, and not for good."""
        self._tasks = TaskScope(lambda name, error: hand_to_loop(f"{name} of the till", error))
        self.obey()

    def begin(self, due: Due, back: Callable[[], object]) -> None:
        """Open the payment of what was just sold, or its receipt when nothing is left to pay."""
        self._tasks.start("payment", self._begin(due, _Place(self._sale.show_next, back)))

    def open(self, sale: Sale, back: Callable[[], object] | None = None) -> None:
        """Open the payment of a booking, what is to be given back of it, or its receipt.

        What is owed of those that were bought together with it is paid with it. `back` shows the page from
        which it was asked for again; None for the bookings.
        """
        place = _Place(self._show_beside, back or partial(self._go_to, "bookings"))
        self._tasks.start("payment", self._open(sale, place))

    async def _pay_moved(self, sale: Sale, due: Due, place: _Place) -> None:
        """Take what is left once a moved booking counts; where it counts for all, ask, and record that."""
        if due.total:
            self._take(place, due, anew=partial(self.open, sale, place.back))
        elif due.moved is not None and await self._is_meant(due):
            receipt = await self._read(self._desk.till.record(Payment(due)))
            found = None if receipt is None else await self._read(self._owed_of(sale))
            if found is not None and found[1] is not None:
                # What counts more than it costs.
                self._give_back(place, found[1])
            elif receipt is not None:
                self._show_new(place, receipt)

    async def _is_meant(self, due: Due) -> bool:
        """Whether a booking is to be paid by what counts of another one alone."""
        from app.desk.till.receipt_text import moved_rows
        from app.ui.kit.sheets.dialogs import ask
        from app.ui.kit.sheets.modal_question import QuestionAnswer, QuestionWords

        answers = (
            QuestionAnswer("stop", tr("Change nothing")),
            QuestionAnswer("record", tr("Record"), "primary"),
        )
        title = joined(" ", (words for each in moved_rows(due) for words in each[:2]))
        words = tr("No money is taken. What is more than the price is given back next.")
        return await ask(self._window, QuestionWords(title, words, answers)) == "record"

    def count(self) -> None:
        """Count the drawer, unless a running money call keeps its page on screen."""
        self._go_to(TILL.key)
        page = self._window.current_page
        if page is not None and page.may_be_left():
            self._show_tab("count")

    def end_booked(self, booking_ref: str) -> None:
        """Leave the payment of a booking that is being cancelled: its sum is another one then."""
        if any(each.booking_ref == booking_ref for each in self._taking):
            from app.ui.till.take_payment_page import TakePaymentPage

            if self._sale.leave_over(TakePaymentPage):
                self._window.say(tr("The payment was left: the booking is being cancelled."))

    def end(self) -> None:
        """Drop everything of this desk."""
        self._tasks.cancel_all()
        self._end_sheet()
        self._offer(is_on=False)

    def obey(self) -> None:
        """Offer the place, or take it back, as it is set."""
        self._offer(is_on=self._desk.till.is_on)

    def page(self, tab: str = "") -> TillTabPage:
        """The page of the till with this tab; what is owed for none."""
        place = _Place(self._show_beside, partial(self._show_tab, tab))
        page = self._made(tab, place)
        page.restore(self._typed.pop(page.tab, None))
        page.left.connect(partial(self._keep_typed, page.tab))
        page.tab_asked.connect(self._show_tab)
        return page

    def _made(self, tab: str, place: _Place) -> TillTabPage:
        # Most counters have none of these pages.
        from app.ui.till.count_page import CountPage
        from app.ui.till.lists import OwedPage, ReceiptsPage
        from app.ui.till.moves_page import MovesPage

        till = self._desk.till
        if tab == ReceiptsPage.tab:
            receipts = ReceiptsPage(self._desk.owing)
            receipts.chosen.connect(partial(self._show_recorded, place))
            return receipts
        if tab == MovesPage.tab:
            return MovesPage(till)
        if tab == CountPage.tab:
            count = CountPage(till)
            count.closed.connect(self._end_count)
            return count
        owed = OwedPage(self._desk.owing)
        owed.chosen.connect(partial(self._settle, place))
        owed.message_asked.connect(partial(self._write_of, place))
        return owed

    def _show_tab(self, tab: str) -> None:
        self._show_beside(partial(self.page, tab))

    def _keep_typed(self, page: str, typed: object) -> None:
        self._typed[page] = typed

    def _end_count(self, told: str) -> None:
        from app.ui.till.tab_page import COUNT, MOVES

        # What goes in or out is of the drawer that was closed.
        self._typed.pop(MOVES, None)
        self._show_tab(MOVES)
        self._typed.pop(COUNT, None)
        self._window.say(told)

    def _write_of(self, place: _Place, owed: Owed) -> None:
        self._flows.travelling.write(owed.due.sales, place.back)

    def _settle(self, place: _Place, owed: Owed) -> None:
        if owed.back is not None:
            self._give_back(place, owed.back)
        elif owed.due.moved is not None:
            self._tasks.start("payment", self._settle_moved(owed, place))
        else:
            self._take(place, owed.due)

    async def _settle_moved(self, owed: Owed, place: _Place) -> None:
        sale = await self._desk.owing.sale_of(owed.first.request_id)
        if sale is not None:
            await self._open(sale, place)

    def settle(self, owed: Owed, back: Callable[[], object]) -> None:
        """Take what is owed, or give back; `back` shows again from where it was asked for."""
        self._settle(_Place(self._show_beside, back), owed)

    def _show_beside(self, make: Callable[[], Page]) -> None:
        self._navigation.show_other(make())

    def _offer(self, *, is_on: bool) -> None:
        window = self._window
        if is_on and OPEN_TILL not in window.offered:
            window.offer(OPEN_TILL, partial(self._go_to, TILL.key))
        elif not is_on and OPEN_TILL in window.offered:
            window.withdraw(OPEN_TILL)
        window.show_more(TILL, shown=is_on)

    async def _read(self, reading: Awaitable[T]) -> T | None:
        """What the till was asked; None when it cannot be read, or another page is shown meanwhile."""
        asked_on = self._window.current_page
        try:
            found = await reading
        except NotRecordedError as error:
            self._window.say(str(error))
            return None
        return found if self._window.current_page is asked_on else None

    async def _open(self, sale: Sale, place: _Place) -> None:
        found = await self._read(self._owed_of(sale))
        if found is None:
            return
        sale, back, due = found
        if back is not None:
            self._give_back(place, back)
        elif due.moved is not None:
            await self._pay_moved(sale, due, place)
        else:
            await self._begin(due, place, is_known=pays_in_all(sale) is not None)

    async def _owed_of(self, sale: Sale) -> tuple[Sale, GivingBack | None, Due]:
        """A sale as it is now, what is to be given back of it, and what is to be paid."""
        owing = self._desk.owing
        sale = await owing.sale_of(sale.request_id) or sale
        due = await owing.due_with(sale)
        # What counts for it stands on a receipt first.
        return sale, await (owing.back_to(sale) if due.moved else owing.back_with(sale)), due

    def _give_back(self, place: _Place, back: GivingBack) -> None:
        place.show(partial(self._give_back_page, back, place))

    def _give_back_page(
        self, back: GivingBack, place: _Place, correcting: TillReceipt | None = None
    ) -> GiveBackPage:
        from app.ui.till.give_back_page import GiveBackPage

        till, rules, owing = self._desk.till, self._desk.rules.till, self._desk.owing
        page = GiveBackPage(till, rules, back, owing, correcting=correcting)
        name = back.due.sales[0].request_id if correcting is None else correcting.number
        page.restore(self._typed.pop(name, None))
        page.left.connect(partial(self._keep_typed, name))
        page.went_back.connect(partial(self._end_giving, name, place.back))
        page.recorded.connect(partial(self._end_giving, name, partial(self._show_new, place)))
        return page

    def _end_giving(self, name: str, go_on: Callable[..., object], *receipt: TillReceipt) -> None:
        """Leave giving back for good: it is recorded, or not to be."""
        go_on(*receipt)
        self._typed.pop(name, None)

    async def _begin(self, due: Due, place: _Place, *, is_known: bool = True) -> None:
        standing = await self._read(self._desk.till.standing(each.request_id for each in due.sales))
        if standing is None:
            return
        left = less_settled(due, standing.settled)
        if left.sales:
            self._take(place, left)
        elif standing.receipts:
            self._show_recorded(place, standing.receipts[-1].named(due))
        elif is_known:
            self._window.say(tr("Nothing is to be paid, and nothing to be given back."))
        else:
            self._window.say(tr("Nobody has said what is given back, so what is left to pay is not known."))

    def _take(
        self,
        place: _Place,
        due: Due,
        correcting: TillReceipt | None = None,
        anew: Callable[[], object] | None = None,
    ) -> None:
        """Open a payment; `anew` asks for it once something else was recorded, None for what is due."""
        if place.show != self._sale.show_next and self._is_begun_in_sell(due):
            # A second page of it would ask for what was given already.
            self._go_to("sell")
            self._window.say(tr("This payment was begun here."))
        else:
            place.show(partial(self._payment_page, due, place, correcting, anew))

    def _is_begun_in_sell(self, due: Due) -> bool:
        """Whether something is taken or typed on a page of selling that takes the payment of one of these."""
        from app.ui.till.take_payment_page import TakePaymentPage

        page = self._sale.present
        if not isinstance(page, TakePaymentPage) or page.unrecorded is None:
            return False
        return not page.request_ids.isdisjoint(each.request_id for each in due.sales)

    def _payment_page(
        self, due: Due, place: _Place, correcting: TillReceipt | None, anew: Callable[[], object] | None
    ) -> TakePaymentPage:
        from app.ui.till.take_payment_page import TakePaymentPage

        till, rules, owing = self._desk.till, self._desk.rules.till, self._desk.owing
        self._taking = due.sales
        practises = self._is_practice
        page = TakePaymentPage(till, rules, due, owing, is_practice=practises, correcting=correcting)
        corrected = () if correcting is None else (correcting.number,)
        name = frozenset((*corrected, *(each.request_id for each in due.sales)))
        _, typed = self._begun.pop(name, (None, None))
        page.restore(typed)
        if typed is not None and page.unrecorded is None:
            self._window.say(tr("What was begun of this payment is put away: another amount is left now."))
        page.left.connect(partial(self._keep_begun, name, page))
        end = partial(self._end_payment, name)
        page.went_back.connect(partial(end, place.back))
        page.recorded.connect(partial(end, partial(self._show_new, place)))
        in_sell = place.show == self._sale.show_next
        again = partial(self._take, place, due, correcting, anew)
        back = partial(self._go_to, "sell") if in_sell else again
        page.message_asked.connect(lambda: self._flows.travelling.write(due.sales, back))
        page.outdated.connect(partial(end, partial(self._ask_anew, due, place, correcting, anew)))
        return page

    def _keep_begun(self, name: frozenset[str], page: TakePaymentPage, typed: object) -> None:
        if page.unrecorded is not None:
            self._begun[name] = page.unrecorded, typed

    def _end_payment(self, name: frozenset[str], go_on: Callable[..., object], *receipt: TillReceipt) -> None:
        """Leave a payment for good: recorded, it ends each begun one of its sales; put away, only itself."""
        go_on(*receipt)
        is_taken = any(each.number for each in receipt)
        ended = [each for each in self._begun if each == name or (is_taken and each & name)]
        for each in ended:
            del self._begun[each]

    @property
    def unrecorded(self) -> Message | None:
        """A payment that is not recorded and was left for another page; it is there again where it was."""
        return next((words for words, _ in self._begun.values()), None)

    def _ask_anew(
        self, due: Due, place: _Place, correcting: TillReceipt | None, anew: Callable[[], object] | None
    ) -> None:
        """Ask for what is left now: its amount and its code are no longer those of the page."""
        if correcting is not None:
            place.back()
            self._window.say(tr(_IS_FOLLOWED))
            return
        if anew is None:
            whole = (replace(each, amount=each.amount + each.settled, settled=0) for each in due.sales)
            self._tasks.start("payment", self._begin(replace(due, sales=tuple(whole)), place))
        else:
            anew()
        self._window.say(tr("Something was recorded for this meanwhile. What is left to pay was read again."))

    def _show_new(self, place: _Place, receipt: TillReceipt) -> None:
        """Show what was taken just now, with its customer at the counter; that nothing was, where one was."""
        if receipt.number:
            place.show(partial(self._recorded_page, place, receipt, is_new=True))
        else:
            place.back()
            self._window.say(tr("Recorded as paid later."))

    def _show_recorded(self, place: _Place, receipt: TillReceipt) -> None:
        place.show(partial(self._recorded_page, place, receipt, is_new=False))

    def _recorded_page(self, place: _Place, receipt: TillReceipt, *, is_new: bool) -> RecordedPage:
        from app.ui.till.recorded_page import GivenBackPage, RecordedPage

        kind = GivenBackPage if receipt.is_refund else RecordedPage
        page = kind(self._desk.rules, receipt, is_practice=self._is_practice, is_new=is_new)
        page.went_back.connect(place.back)
        page.print_it.clicked.connect(lambda: self._show_receipt(page.receipt).asked.emit("print"))
        page.show_it.clicked.connect(lambda: self._show_receipt(page.receipt))
        page.new_sale.clicked.connect(partial(self._go_to, "sell"))
        page.correct.clicked.connect(partial(self._ask_correction, place, receipt))
        return page

    def _ask_correction(self, place: _Place, receipt: TillReceipt) -> None:
        self._tasks.start("payment", self._correct(place, receipt))

    async def _correct(self, place: _Place, receipt: TillReceipt) -> None:
        """Open the payment anew, in the place of this receipt, unless another one follows it."""
        due = receipt.payment.due
        if not receipt.payment.lines and not receipt.is_refund:
            self._window.say(tr("No money was taken by this receipt. There is nothing to correct."))
            return
        standing = await self._read(self._desk.till.standing(each.request_id for each in due.all_sales))
        if standing is None:
            return
        if standing.payments[-1].number != receipt.number:
            self._window.say(_followed_words(standing, receipt))
            return
        if receipt.is_refund:
            back = await self._read(self._desk.owing.back_again(receipt))
            if back is not None:
                place.show(partial(self._give_back_page, back, place, receipt))
            return
        self._take(place, due.settled_by(standing.settled), receipt)

    def _show_receipt(self, receipt: CustomerReceipt) -> ReceiptSheet:
        from app.ui.till.receipt_paper import ReceiptSheet
        from app.ui.vouchers.delivery import PaperDelivery

        self._end_sheet()
        sheet = ReceiptSheet(self._window, receipt)
        sheet.be_served(PaperDelivery(sheet, lambda: sheet.chosen))
        self._sheet = sheet
        return sheet

    def _end_sheet(self) -> None:
        if self._sheet is not None and isValid(self._sheet):
            self._sheet.dismiss()
        self._sheet = None

    @property
    def _is_practice(self) -> bool:
        return not self._desk.reader.profile.is_real
