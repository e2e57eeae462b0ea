"""The page of this counter's bookings: searchable, with unknown outcomes first."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.bookings.booking_values import Booked, BookPage, Cursor, SaleStanding
from app.desk.model import formats, typed_text
from app.desk.model.errors import DeskError
from app.desk.model.sale import Sale
from app.desk.service.spelt_pnr import read_as
from app.ui.bookings import actions
from app.ui.bookings.sale_detail import SaleDetail, has_voucher
from app.ui.bookings.sales_list import SalesFilter, SalesList
from app.ui.bookings.sold_as import SoldAs
from app.ui.kit.basics.actions import NOTES
from app.ui.kit.basics.announcing import say
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.segmented import Segment
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.empty_state import EmptyState
from app.ui.kit.sheets.field_sheet import FieldSheet, SheetWords
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import HintLine
from app.ui.kit.sheets.pane import split_sheet

if TYPE_CHECKING:
    from app.desk.bookings.bookings import Bookings
    from app.desk.service.service_reader import ServiceReader

_READING, _MORE, _ABOUT, _CHECKING, _LOOKING = "sales", "more", "about", "status", "look-up"
_SCREENFUL = 12
_NO_VOUCHER = mark("{state}: it has no voucher.")
_NOTHING = (mark("No bookings yet"), mark("What is sold at this counter stands here."))
_UNFOUND = (mark("Nothing found"), mark("No booking of this counter holds what was typed."))
_SEARCHED = mark("Passengers\u2019 names and notes were searched in trips from {day} on.")
_UNREADABLE = (
    mark("Bookings of this counter cannot be shown"),
    mark(
        "Its journal is in doubt, as is said above. "
        "That nothing stands here does not mean that nothing is sold."
    ),
)
_WHAT = mark("The service is asked for it. It stands in Bookings from then on, marked as looked up.")
_LEAST = 4


class BookingsPage(Page):
    """The bookings in this counter's register, since the service has no list of bookings."""

    own_actions = actions.BOOKINGS
    title = mark("Bookings")

    opened = Signal(object)
    """Emitted to open a `Sale` with an unknown outcome."""
    keeps_till: ClassVar[bool] = False
    """Whether a till says how each booking was paid."""

    counted = Signal(int)
    """Emitted with the number of unknown outcomes."""
    voucher_asked = Signal(object, str)
    """Emitted to show the voucher of a `Sale`, and whether to print it."""
    cancel_asked = Signal(object)
    """Emitted to cancel all or a part of a `Sale`."""
    move_asked = Signal(object)
    """Emitted with a `Sale` for which another date is wanted."""

    message_asked = Signal(object)
    """Emitted to write to the customer of each `Sale`."""

    def __init__(self, bookings: Bookings, reader: ServiceReader) -> None:
        super().__init__()
        self._bookings = bookings
        self._reader = reader
        self._wanted = self._first = ""
        self._cursor: Cursor | None = None
        self._shown: Sale | None = None
        self._sheet: LookUpSheet | None = None
        self._filter = SalesFilter(lambda: reader.todays().computer)
        self._list = SalesList()
        self._nothing = EmptyState("book-open-text", tr(_NOTHING[0]), tr(_NOTHING[1]))
        self._trouble = called("register_trouble", MessageBox("warning", flat=True))
        self._open_pnr = called("look_up", Button(actions.OPEN_PNR, "quiet", size=28))
        self.elsewhere = called("cancel_elsewhere", Button(actions.CANCEL_PNR, "quiet", size=28))
        self._detail = SaleDetail(keeps_till=self.keeps_till)
        self._lists = QStackedWidget()
        self._build()
        for chip in self._filter.chips:
            chip.changed.connect(self.show_news)
        self._filter.field.textChanged.connect(self.show_news)
        self._filter.field.gone.connect(self._to_list)
        self._list.more_wanted.connect(self._read_more)
        self._list.selectionModel().currentChanged.connect(self._show_current)
        self._list.picked.connect(self._open)
        self._detail.settle.clicked.connect(self._open)
        self._detail.cancel.clicked.connect(self._cancel)
        self._detail.check.clicked.connect(self._check)
        self._detail.voucher.clicked.connect(partial(self._ask_voucher, ""))
        self._open_pnr.clicked.connect(self._ask_pnr)
        self.filter_by, self.own_search = self._filter.field.setText, self._filter.field
        self.office_changed.connect(partial(self.tasks.follow, _READING, self._follow))
        self.bind(actions.COPY_PNR, self._detail.copy_pnr)
        self.bind(actions.VOUCHER, self._ask_voucher)
        self.bind(actions.PRINT, partial(self._ask_voucher, "print"))
        self.bind(actions.CLIP, partial(self._ask_voucher, "clip"))
        self.bind(actions.MESSAGE, lambda: self._shown and self.message_asked.emit((self._shown,)))
        self.bind(actions.OPEN_PNR, self._ask_pnr)
        self.bind(actions.CANCEL_PNR, self.elsewhere.click)
        self.bind(actions.CANCEL, self._cancel)
        self.bind(actions.MOVE, self._ask_move)

    @override
    def take_focus(self) -> None:
        self._list.setFocus()

    @override
    def enter(self) -> None:
        super().enter()
        self.show_news()

    @override
    def read_again(self) -> None:
        """Read the list again, and the status of the chosen booking."""
        self.show_news()
        self._check()

    @override
    def typed(self) -> tuple[str, str]:
        return self._filter.field.text(), self.chosen

    @property
    def shown_sale(self) -> Sale | None:
        """The booking that is shown beside the list; None for none."""
        return self._shown

    @property
    def chosen(self) -> str:
        """The request number of the current booking; empty for none."""
        return self._list.current.request_id if self._list.current else ""

    @override
    def restore(self, typed: object) -> None:
        match typed:
            case (str() as words, str() as chosen):
                self._filter.field.setText(words)
                self._wanted = chosen
            case _:
                pass

    def choose(self, request_id: str) -> None:
        """Make the booking of this request number the current one, now or as soon as it is read."""
        self._wanted = request_id
        self.show_news()

    def begin_at(self, request_id: str) -> None:
        """Make this booking the first current one where it is in the list; it is not looked for."""
        self._first = request_id

    def show_above(self, part: QWidget) -> None:
        """Show something above the list."""
        self._above.addWidget(part)

    def show_news(self) -> None:
        """Read the list again from what this counter keeps."""
        self.tasks.start(_READING, self._read())

    async def _follow(self) -> None:
        """Read as much of the list as is shown; the chosen booking stays where it is on screen."""
        await self._read(at_least=len(self._list.rows))
        if self._shown is not None:
            # Also a note of another desk is news, which the row does not show.
            await self._read_about(self._shown)

    async def _read(self, at_least: int = 0) -> None:
        """Read the first page, unknown outcomes and the newest of all others, or at least so many."""
        books, wanted = self._bookings, self._filter.wanted()
        everything = await books.waiting()
        self.counted.emit(len(everything))
        is_narrow = self._filter.is_set
        waiting = await books.waiting(wanted)
        page = await books.page(wanted)
        found = list(page.sales)
        while page.cursor is not None and len(found) < max(_SCREENFUL, at_least):
            # A long search continues after a short page.
            page = await books.page(wanted, page.cursor)
            found += page.sales
        if await self._is_elsewhere(waiting, found):
            return
        self._cursor = page.cursor
        chosen = self._wanted or self.chosen or self._first
        self._list.begin(waiting, found, self._reader.todays().computer, has_more=page.cursor is not None)
        self._show_state(page, joined(" ", (page.trouble, str(books.erased))), is_narrow=is_narrow)
        self._list.choose_key(chosen)
        self._show_sale(self._list.current)
        self._wanted = ""

    async def _is_elsewhere(self, waiting: tuple[Sale, ...], found: list[Sale]) -> bool:
        """Whether the booking to choose is further down, so that it is searched for now."""
        if not self._wanted or any(each.request_id == self._wanted for each in (*waiting, *found)):
            return False
        sale = await self._bookings.known(self._wanted)
        words = "" if sale is None else sale.booking_ref or sale.customer_phone
        if not words or words == self._filter.field.text():
            self._wanted = ""
            return False
        self._filter.drop()
        self._filter.field.setText(words)
        return True

    def _show_state(self, page: BookPage, trouble: str, *, is_narrow: bool) -> None:
        self._trouble.show_words(trouble)
        self._trouble_line.setVisible(bool(trouble))
        if self._list.rows:
            self._lists.setCurrentIndex(0)
            return
        in_doubt = bool(self._bookings.journal_problem)
        what, why = map(tr, _UNREADABLE if in_doubt else _UNFOUND if is_narrow else _NOTHING)
        if page.named_since is not None and not in_doubt:
            searched = tr(_SEARCHED, day=formats.day_long(page.named_since))
            why = joined(" ", (why, searched))
        self._nothing.show_words(what, why)
        self._lists.setCurrentIndex(1)

    def _read_more(self) -> None:
        self.tasks.start(_MORE, self._append())

    async def _append(self) -> None:
        wanted, cursor = self._filter.wanted(), self._cursor
        page = await self._bookings.page(wanted, cursor)
        # What was typed meanwhile has begun another list.
        if wanted == self._filter.wanted() and cursor == self._cursor:
            self._cursor = page.cursor
            self._list.append(page.sales, has_more=page.cursor is not None)

    def _show_current(self) -> None:
        if self._list.current is not None:
            self._show_sale(self._list.current)

    def _show_sale(self, sale: Sale | None) -> None:
        if sale is None:
            self._shown = None
            self._detail.show_nothing()
        elif sale != self._shown:
            self._shown = sale
            self._detail.show_sale(Booked(sale))
            self.tasks.start(_ABOUT, self._read_about(sale))

    async def _read_about(self, sale: Sale) -> None:
        booked = await self._bookings.about(sale)
        if self._shown is sale:
            self._detail.show_sale(booked)
        words = await self._paid_words(booked.sale)
        if self._shown is sale:
            self._detail.show_paid(words)

    async def _paid_words(self, _sale: Sale) -> str:
        """How the sale was paid; empty where that is not kept."""
        return ""

    def _check(self) -> None:
        """Ask the service for the state of the chosen booking."""
        sale = self._list.current
        if sale is not None and sale.booking_ref and not sale.is_of_other:
            self._detail.show_checking()
            self.tasks.start(_CHECKING, self._read_status(sale))

    async def _read_status(self, sale: Sale) -> None:
        try:
            booked = await self._bookings.check(sale)
        except DeskError as error:
            self._detail.show_checked(error.advice)
            return
        self._detail.show_checked()
        current = self._list.current
        if current is not None and current.request_id == sale.request_id:
            self._detail.show_sale(booked)
        if (booked.sale.said, booked.sale.left) != (sale.said, sale.left):
            # The row says what is left as well.
            self.tasks.follow(_READING, self._follow)

    def _ask_pnr(self) -> None:
        self._sheet = LookUpSheet(self.window())
        self._sheet.asked.connect(self._look_up)
        self._sheet.closed.connect(self._forget_sheet)

    def _forget_sheet(self) -> None:
        self._sheet = None

    def _look_up(self, pnr: str, is_boat: object) -> None:
        self.tasks.start(_LOOKING, self._read_pnr(pnr, is_boat=None if is_boat is None else bool(is_boat)))

    async def _read_pnr(self, pnr: str, *, is_boat: bool | None) -> None:
        try:
            sale = await self._bookings.look_up(pnr, is_boat=is_boat)
        except DeskError as error:
            if self._sheet is not None:
                self._sheet.show_problem(error.advice)
            return
        if self._sheet is not None:
            self._sheet.dismiss()
        self._filter.drop()
        self._shown = None
        self.choose(sale.request_id)
        if spelt := read_as(pnr, sale.booking_ref):
            say(self, spelt)

    def _ask_voucher(self, way: str = "") -> None:
        sale = self._list.current
        if sale is not None and has_voucher(sale):
            self.voucher_asked.emit(sale, way)
        elif sale is not None:
            say(self, tr(_NO_VOUCHER, state=sale.state))

    def _open(self) -> None:
        sale = self._list.current
        if sale is not None and sale.is_open and sale.standing == SaleStanding.OPEN:
            self.opened.emit(sale)

    def _cancel(self) -> None:
        sale = self._list.current
        if sale is not None and sale.may_be_cancelled:
            self.cancel_asked.emit(sale)
        elif sale is not None:
            state = formats.state(sale.said[0]) if sale.is_less else sale.state
            say(self, tr("{state}: nothing of it can be cancelled here.", state=state))

    def _ask_move(self) -> None:
        if self._list.current is not None:
            self.move_asked.emit(self._list.current)

    def _to_list(self) -> None:
        self._list.setFocus()

    def _build(self) -> None:
        table = column(self._list.header, (self._list, 1))
        self._lists.addWidget(held(table))
        self._lists.addWidget(self._nothing)
        self._lists.setCurrentIndex(1)
        keys = (
            (actions.CHOOSE, tr("Choose")),
            (actions.VOUCHER, tr("Voucher")),
            (actions.PRINT, tr("Print")),
            (NOTES, tr("Notes")),
            (actions.CHECK, tr("Check status")),
            (actions.CANCEL, tr("Cancel")),
            *(((actions.TILL, tr("Payment")),) if self.keeps_till else ()),
        )
        self._trouble_line = held(column(row(self._trouble, margins=(20, 8, 16, 8)), Hairline()))
        self._trouble_line.hide()
        self._above = column()
        left = column(self._filter, self._trouble_line, self._above, (self._lists, 1))
        left.addWidget(HintLine(*keys, None, self._open_pnr, self.elsewhere))
        self.setLayout(split_sheet(left=(held(left),), pane=self._detail))


class LookUpSheet(FieldSheet):
    """Takes a PNR; the receiver of `asked` calls `show_problem` or dismisses it."""

    asked = Signal(str, object)
    """Emitted with a typed PNR, and whether it is a boat's; None for either."""

    def __init__(self, window: QWidget) -> None:
        self._module = SoldAs()
        sold_as = held(column(Label(tr("Sold as"), "captionStrong", "text2"), 4, row(self._module, None)))
        words = SheetWords(tr("Open a PNR"), tr(_WHAT), tr("Open the booking"), tr("Asking\u2026"))
        super().__init__(window, words, TextField(tr("PNR"), "looked_up_ref", takes=typed_text.pnr), sold_as)
        self._enter.setObjectName("open_pnr")
        self.setObjectName("look_up_sheet")

    @override
    def _stops(self) -> tuple[QWidget, ...]:
        modules = (each for each in self._module.findChildren(Segment) if each.isChecked())
        return (self._field.edit, *modules, *self._buttons, self._enter)

    @override
    def _take(self) -> None:
        pnr = self._field.text().strip()
        if len(pnr) < _LEAST:
            self._field.show_error(tr("Type the PNR: 4 to 20 letters and digits."))
        elif self._enter.isEnabled():
            self._show_busy()
            self.asked.emit(pnr, self._module.is_boat)
