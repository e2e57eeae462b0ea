"""The day close page: sales, reconciliation with the wallet, and the stored report."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QStackedWidget, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr, trn
from app.desk.day_close.advice import advise_alone, margin_after, refunded_cell, sum_cell, value_after
from app.desk.day_close.day_close import DayClosing
from app.desk.day_close.export import alone_table, ledger_table, rows_table, wallet_table
from app.desk.day_close.values import DayReport
from app.desk.files.spreadsheet_export import CSV, OutTable, write_tables
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.sale import Advice
from app.ui.day_close import actions
from app.ui.day_close.table import DayTable, DayTotal, lines_of
from app.ui.day_close.wallet_check import WalletCheck
from app.ui.kit.basics.actions import STEP_DAY, TYPE_DAY
from app.ui.kit.basics.announcing import say
from app.ui.kit.basics.badge import Badge
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label, Run, set_tip
from app.ui.kit.controls.buttons import Button, FoldingButton
from app.ui.kit.controls.date_stepper import DateStepper
from app.ui.kit.controls.file_picker import choose_new_file
from app.ui.kit.sheets.empty_state import EmptyState
from app.ui.kit.sheets.input_sheet import DaySheet, InputSheet, InputWords
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import Scroller, SheetHeader, show_part
from app.ui.kit.sheets.pane import split_sheet
from app.ui.theme.style import Role

if TYPE_CHECKING:
    from app.desk.day_close.day_close import DayClose
    from app.desk.model.office_rules import OfficeRules
    from app.desk.service.service_reader import ServiceReader
    from app.desk.wallet.current_wallet import CurrentWallet
    from app.ui.day_close.print_report import PaperPart

_READING, _CLOSING, _WRITING = "day", "closing", "writing"
_KINDS = mark("Comma separated (*.csv);;Excel workbook (*.xlsx)")


class DayClosePage(Page):
    """Shows one day; today is read again on entering and on F5."""

    own_actions = actions.DAY_CLOSE
    title = mark("Day close")

    opened = Signal(object)
    """Emitted to settle a `Sale` with an unknown outcome."""
    move_asked = Signal(object)
    """Emitted to finish the change of date of a `Sale`."""
    closed = Signal()
    """Emitted when a day was closed for good."""
    done = Signal(str)
    """Emitted with a sentence about what was done."""
    saved = Signal(object)
    """Emitted with the path at which the day was written."""

    def __init__(
        self, day_close: DayClose, wallet: CurrentWallet, rules: OfficeRules, reader: ServiceReader
    ) -> None:
        super().__init__()
        self._day_close = day_close
        self._wallet = wallet
        self._rules = rules
        self._reader = reader
        self._day = day_close.today
        self._view: DayClosing | None = None
        self._is_passing = False
        """Whether the note goes with the next good reading."""
        self._sheet: InputSheet | None = None
        self._step, self._state = DateStepper(), Badge("", "outline")
        # In a narrow window both are their icons alone.
        self._print = FoldingButton(tr("Print"), icon="printer")
        self._export = FoldingButton(actions.EXPORT)
        self._close = Button(tr(actions.CLOSE.words), "primary")
        self._reopen = Button(tr("Open it again"))
        self._note, self._settle = MessageBox("warning"), Button(tr("Settle it"), size=28)
        self._figures, self._table, self._wallet_readings = DayFigures(), DayTable(), WalletCheck()
        self._total = DayTotal(self._table)
        self._lists, self._sides = QStackedWidget(), QStackedWidget()
        self._tab_place, self._over = row(), column(self._figures)
        self._tabs_held = held(self._tab_place)
        self._tabs_held.hide()
        self._tabs: tuple[tuple[QWidget, QWidget], ...] = ()
        """The figures and the part of each tab."""
        nothing = tr("Nothing was sold"), tr("What is sold here stands here.")
        self._none = Scroller(EmptyState("calendar-check", *nothing))
        # It has the keyboard in place of the table.
        self._none.setAccessibleName(joined(" ", nothing))
        self._build()
        self.answers = {STEP_DAY: self._step_day, TYPE_DAY: self._type_day}
        self.office_changed.connect(self._follow_office)
        self._step.stepped.connect(self._step_day)
        self._print.clicked.connect(self._print_day)
        self._export.clicked.connect(self._ask_place)
        self._reopen.clicked.connect(self._ask_why)
        self._close.clicked.connect(self.run_primary)
        self._settle.clicked.connect(self._open_first)
        self.bind(actions.EXPORT, self._ask_place, in_window=True)
        self.bind(actions.PRINT, self._print_day)

    @override
    def enter(self) -> None:
        super().enter()
        self.read_again()

    @override
    def take_focus(self) -> None:
        self._table.setFocus()

    @override
    def read_again(self) -> None:
        self.tasks.start(_READING, self._read(reads_wallet=self._day == self._day_close.today))

    def _follow_office(self) -> None:
        if self._sheet is None and self._is_open():
            self.tasks.follow(_READING, self._follow)

    async def _follow(self) -> None:
        """Show the day that is on screen as it is now; nothing moves under the clerk's hands."""
        try:
            self._show(await self._day_close.view(self._day), follows=True)
        except DeskError as error:
            self._show_advice(error.advice)
            self._is_passing = True

    def _is_open(self) -> bool:
        return self._view is None or self._view.closed is None

    def put_beside(self, tabs: QWidget, figures: QWidget, part: QWidget) -> None:
        """Have other figures, and another part in the place of the sales, with what chooses between them."""
        figures.hide()
        self._tab_place.addWidget(tabs)
        self._tabs_held.show()
        self._over.addWidget(figures)
        self._sides.addWidget(part)
        self._tabs = ((self._figures, self._products), (figures, part))

    def show_beside(self, *, shown: bool) -> None:
        """Show the other figures and the other part, or the sales again."""
        for number, (figures, part) in enumerate(self._tabs):
            figures.setVisible(number == shown)
            if number == shown:
                show_part(self._sides, part)

    def _step_day(self, days: int) -> None:
        if days < 0 or (self._view is not None and self._view.may_go_on):
            self._go_to(self._day + timedelta(days=days))

    def _type_day(self) -> None:
        if self._sheet is None:
            sentence = tr("Today is {day}.", day=formats.day_long(self._day_close.today))
            today = self._day_close.today
            self._sheet = sheet = DaySheet(self.window(), sentence, today, ahead=False, past=True)
            sheet.day_entered.connect(self._go_to)
            sheet.closed.connect(self._forget_sheet)

    @override
    def run_primary(self) -> None:
        """Ask for the name of who closes the day, unless it cannot be closed."""
        view = self._view
        if view is None or view.closed is not None or view.is_alone or self._sheet is not None:
            return
        duty = self._day_close.duty
        day = formats.day_long(view.report.day)
        asked = InputWords(
            tr("Close {day}?", day=day),
            joined(
                " ",
                (
                    view.doubt,
                    self._unrecorded_words(),
                    tr(
                        "The wallet is read once more. The report stays as it is then, "
                        "and what comes later is of the next day."
                    ),
                ),
            ),
            tr("Your PIN") if duty.has_clerks else tr("Your name"),
            "closing_pin" if duty.has_clerks else "closing_name",
            tr("Close it all the same") if view.doubt else tr("Close the day"),
        )
        if view.waiting or view.moving:
            self._show_waiting(view)
            return
        self._sheet = InputSheet(self.window(), asked, is_pin=duty.has_clerks)
        # The day of the question, even if the page shows another one meanwhile.
        self._sheet.entered.connect(partial(self._begin_closing, view.report.day, view.doubt))
        self._sheet.closed.connect(self._forget_sheet)

    def _unrecorded_words(self) -> str:
        """What the till has not of the day, to be said before it is closed; nothing without one."""
        return ""

    @override
    def leave(self) -> None:
        if self._sheet is not None:
            self._sheet.dismiss()
        super().leave()

    def _go_to(self, day: date) -> None:
        self._day = day
        self._show_advice(None)
        self.tasks.start(_READING, self._read(reads_wallet=False))

    async def _read(self, *, reads_wallet: bool) -> None:
        try:
            self._show(await self._day_close.view(self._day))
            if reads_wallet:
                await self._wallet.read()
                self._show(await self._day_close.view(self._day))
        except DeskError as error:
            self._show_advice(error.advice)
            self._is_passing = True

    def _show(self, view: DayClosing, *, follows: bool = False) -> None:
        """Show a day; one that `follows` changes only what is new, where it stands."""
        self._view = view
        report, closed = view.report, view.closed
        self._step.show_day(report.day, may_go_on=view.may_go_on)
        self._figures.show_report(report)
        if follows:
            self._table.follow(lines_of(report))
        else:
            self._table.show_rows(lines_of(report))
        self._total.show_total(report.figures)
        self._wallet_readings.show_view(view)
        show_part(self._lists, self._table if report.modules else self._none)
        if closed is not None:
            at = formats.since(closed.closed_at.astimezone(), report.day)
            if closed.is_ahead:
                words = tr("Closed {time} by {name}, ahead of its time", time=at, name=closed.closed_by)
            else:
                words = tr("Closed {time} by {name}", time=at, name=closed.closed_by)
            self._state.show_state(words, "warning" if closed.is_ahead else "success")
        elif view.is_alone:
            self._state.show_state(tr("This desk only"), "warning")
        else:
            begins = report.wallet.opening.at if report.wallet else report.since
            since = formats.since(max(begins, report.since).astimezone(), report.day)
            self._state.show_state(tr("Open since {time}", time=since), "outline")
        self._close.setVisible(closed is None and not view.is_alone)
        self._reopen.setVisible(closed is not None and closed.is_ahead)
        if (
            view.is_alone
            or self._is_passing
            or (self._settle.isVisible() and not (view.waiting or view.moving))
        ):
            self._show_advice(advise_alone() if view.is_alone else None)
            self._is_passing = view.is_alone
            self._note.set_tone("warning")

    def _show_waiting(self, view: DayClosing) -> None:
        """Show what is to be settled first, with the focus on the button that opens it."""
        first = (*view.waiting, *view.moving)[0]
        named = joined(", ", (first.title, first.booking_ref or first.request_id))
        what = tr("The day cannot be closed while an outcome is unknown.")
        if not view.waiting:
            what = tr("The day cannot be closed while a change of date is not finished.")
        self._note.show_words(what, tr("Settle it first: {order}.", order=named))
        self._note.set_tone("warning")
        self._note_line.show()
        self._settle.show()
        self._settle.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open_first(self) -> None:
        view = self._view
        if view is not None and view.waiting:
            self.opened.emit(view.waiting[0])
        elif view is not None and view.moving:
            self.move_asked.emit(view.moving[0])

    def _ask_why(self) -> None:
        """Ask why a day that was closed ahead of its time is opened again, then who does it."""
        if self._view is not None and self._sheet is None:
            day = self._view.report.day
            asked = InputWords(
                tr("Open {day} again?", day=formats.day_long(day)),
                tr("It was closed before it had begun. Its report is kept with your name and reason."),
                tr("Reason"),
                "reopening_reason",
                tr("Go on"),
            )
            self._ask(asked, partial(self._ask_who, day))

    def _ask_who(self, day: date, reason: str) -> None:
        has_clerks = self._day_close.duty.has_clerks
        if self._sheet is not None:
            self._sheet.dismiss()
        asked = InputWords(
            tr("Open {day} again?", day=formats.day_long(day)),
            reason,
            tr("Your PIN") if has_clerks else tr("Your name"),
            "reopening_pin" if has_clerks else "reopening_name",
            tr("Open it again"),
        )
        self._ask(asked, partial(self._begin_reopening, day, reason), is_pin=has_clerks)

    def _ask(self, asked: InputWords, taken: Callable[[str], None], *, is_pin: bool = False) -> None:
        self._sheet = InputSheet(self.window(), asked, is_pin=is_pin)
        self._sheet.entered.connect(taken)
        self._sheet.closed.connect(self._forget_sheet)

    def _begin_reopening(self, day: date, reason: str, typed: str) -> None:
        self.tasks.start(_CLOSING, self._reopen_day(day, reason, typed))

    async def _reopen_day(self, day: date, reason: str, typed: str) -> None:
        if await self._change(day, typed, lambda by: self._day_close.reopen(day, by, reason)):
            self.done.emit(tr("{day} is open again.", day=formats.day_long(day)))

    def _begin_closing(self, day: date, doubt: str, typed: str) -> None:
        self.tasks.start(_CLOSING, self._close_day(day, doubt, typed))

    async def _close_day(self, day: date, doubt: str, typed: str) -> None:
        if await self._change(day, typed, lambda by: self._day_close.close(day, by, doubt)):
            self.closed.emit()
            self.done.emit(tr("{day} is closed.", day=formats.day_long(day)))

    async def _change(self, day: date, typed: str, change: Callable[[str], Awaitable[object]]) -> bool:
        """Change a day in the name that was typed, or of its PIN, and show it.

        Returns whether it was changed; else the sheet shows why not.
        """
        days = self._day_close
        try:
            await change(await days.duty.who(typed) if days.duty.has_clerks else typed)
            view = await days.view(day)
        except DeskError as error:
            if self._sheet is not None:
                self._sheet.show_problem(error.advice)
            return False
        sheet, self._sheet = self._sheet, None
        if sheet is not None:
            sheet.dismiss()
        self._day = day
        self._show(view)
        return True

    def _forget_sheet(self) -> None:
        """Do not close the day when the sheet is left while the wallet is being read."""
        was_left, self._sheet = self._sheet is not None, None
        if was_left and self.tasks.is_running(_CLOSING):
            self.tasks.start(_CLOSING, self._read(reads_wallet=False))

    def _print_day(self) -> None:
        if self._view is None:
            return
        # Printing takes long to import, and is seldom needed.
        from app.ui.day_close.print_report import print_day

        if not self.net_shown:
            say(self, tr("The printed day shows net, which is hidden here."))
        agency = self._rules.branding.agency
        is_practice = not self._reader.profile.is_real
        print_day(self, self._view, agency, self._paper_parts(), is_practice=is_practice)

    def _ask_place(self) -> None:
        if self._view is not None:
            practice = "" if self._reader.profile.is_real else f"{self._reader.profile.name}-"
            alone = "-this-desk-only" if self._view.is_alone else ""
            name = f"{practice}day-{self._view.report.day.isoformat()}{alone}{CSV}"
            if not self.net_shown:
                say(self, self._net_words())
            choose_new_file(self, "exports", tr("Export the day"), tr(_KINDS), self._begin_writing, name=name)

    def _net_words(self) -> str:
        """What of the file shows net, to be said while that is hidden: the file is whole all the same."""
        return tr("The exported day shows net, which is hidden here.")

    def _begin_writing(self, path: Path) -> None:
        self.tasks.start(_WRITING, self._write(path))

    async def _write(self, path: Path) -> None:
        view = self._view
        if view is None:
            return
        tables = self._tables(view, whole=path.suffix.casefold() != CSV)
        try:
            await asyncio.to_thread(write_tables, path, tables)
        except OSError as error:
            what = tr("The file could not be written: {cause}.", cause=error.strerror or str(error))
            self._show_advice(Advice(what, "", tr("Choose another place.")))
        else:
            self.saved.emit(path)

    def _tables(self, view: DayClosing, *, whole: bool) -> list[OutTable]:
        """What is exported of a day: the `whole` of it, or what fits in one table of bookings."""
        tables = [rows_table(view.report, self._day_close.name_of)]
        if whole:
            tables.append(wallet_table(view.report))
        found, ledger = view.report.ledger, ledger_table(view.report)
        if found and ledger and (found.findings or whole):
            tables.append(ledger)
        if view.is_alone:
            tables.append(alone_table())
        return tables

    def _paper_parts(self) -> tuple[PaperPart, ...]:
        """What is printed besides the sales and the wallet."""
        return ()

    def _show_advice(self, advice: Advice | None) -> None:
        self._settle.hide()
        self._note_line.setVisible(advice is not None)
        if advice is not None:
            self._note.set_tone("danger")
            self._note.show_words(advice.what, f"{advice.meaning} {advice.action}".strip())

    def _build(self) -> None:
        for button, name in ((self._print, "day_print"), (self._export, "day_export")):
            button.setObjectName(name)
        self._close.setObjectName("day_close")
        self._reopen.setObjectName("day_reopen")
        self._reopen.hide()
        self._settle.setObjectName("settle_first")
        self._state.setObjectName("day_state")
        beside = (self._step, self._tabs_held, self._state)
        self._title = SheetHeader(
            tr("Day close"), "", self._print, self._export, self._reopen, self._close, beside=beside
        )
        self._note.add(self._settle)
        self._note_line = held(row(self._note, margins=(20, 12, 20, 0)))
        self._settle.hide()
        self._note_line.hide()
        self._lists.addWidget(self._table)
        self._lists.addWidget(self._none)
        lists = column(self._table.header, self._lists)
        lists.setStretch(1, 1)
        products = column(held(lists), self._total)
        products.setStretch(0, 1)
        self._products = held(products)
        self._sides.addWidget(self._products)
        above = self._title, self._note_line, held(self._over)
        self.setLayout(split_sheet(*above, left=(self._sides,), pane=self._wallet_readings))


class Figure(Roomy, QWidget):
    """A name, a large number and a detail."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = Label("", "captionStrong", "text3")
        self._value = called(name, Label("", "money"))
        self._more = Label("", "caption", "text3")
        self.setLayout(column(self._name, self._value, self._more))
        self._shown: tuple[str, str] = ("", "")
        self._always = False

    @override
    def follow_room(self) -> None:
        self._value.set_role(self._role)
        is_least = self.room.is_flat and self.room.is_narrow and not self._always
        self._more.setVisible(not is_least)
        set_tip(self, self._more.text() if is_least else "")
        if self._shown != ("", ""):
            whole, decimals = self._shown
            self._value.set_runs(Run(whole, self._role), Run(decimals, self._role, "text3"))

    @property
    def _role(self) -> Role:
        return "title" if self.room.is_low else "money"

    def show_count(self, name: str, text: str, more: str) -> None:
        """Show a count."""
        self._shown = "", ""
        self._name.setText(name)
        self._value.setText(text)
        self._more.setText(more)

    def show_amount(self, name: str, text: str, more: str, *, always: bool = False) -> None:
        """Show an amount with quieter decimals, or words in place of one.

        In the least window the detail gives way, unless it stands `always`.
        """
        self._name.setText(name)
        self._always = always
        whole, point, decimals = text.partition(".")
        self._shown = whole, f"{point}{decimals}"
        self._more.setText(more)
        self.follow_room()


class FigureLine(Roomy, QWidget):
    """Figures beside each other in two groups, which a narrow window has below each other."""

    def __init__(self, first: Sequence[Figure], second: Sequence[Figure], *, is_net: bool = False) -> None:
        """`is_net`: the second group is the wallet side."""
        super().__init__()
        self._figures = (*first, *second)
        ahead, after = row(first[0]), row()
        for each in first[1:]:
            _add(ahead, each)
        for each in second:
            _add(after, each)
        for line in (ahead, after):
            line.addStretch(1)
        self._second_side = NetSide(after) if is_net else held(after)
        self._rows = row(ahead, (self._second_side, 0), None, margins=(20, 14, 20, 14))
        self.setLayout(column(self._rows, Hairline()))

    @override
    def follow_room(self) -> None:
        """In a narrow window they stand in two lines."""
        way, edge = QBoxLayout.Direction, 8 if self.room.is_low else 14
        self._rows.setDirection(way.TopToBottom if self.room.is_narrow else way.LeftToRight)
        self._rows.setContentsMargins(20, edge, 20, edge)

    def renew_sizes(self) -> None:
        """Forget the sizes of figures that were changed while hidden: Qt goes on with the former ones."""
        for each in (*self._figures, self._second_side, self):
            each.updateGeometry()


class DayFigures(FigureLine):
    """Sold, sales value; wallet debited, refunded, margin."""

    def __init__(self) -> None:
        self._sold, self._value = Figure("day_sold"), Figure("day_value")
        self._debited, self._refunded = Figure("day_debited"), Figure("day_refunded")
        self._margin = Figure("day_margin")
        wallet_side = self._debited, self._refunded, self._margin
        super().__init__((self._sold, self._value), wallet_side, is_net=True)

    def show_report(self, report: DayReport) -> None:
        """Show the figures of a day."""
        found, gone = report.figures, report.refunds
        bookings = trn("{number} booking", "{number} bookings", found.sales)
        self._sold.show_count(tr("Sold"), bookings, formats.seats(found.pax))
        # A sum that cancellations have changed is none without what is left of it.
        is_after = bool(gone.count)
        value = value_after(report) or tr("fares with GST")
        self._value.show_amount(tr("Sales value"), sum_cell(found, "value"), value, always=is_after)
        cash, credit = sum_cell(found, "cash"), sum_cell(found, "credit")
        split = tr("cash {cash}, credit {credit}", cash=cash, credit=credit)
        self._debited.show_amount(tr("Wallet debited"), sum_cell(found, "debited"), split)
        cancelled = trn("{number} cancellation", "{number} cancellations", gone.count)
        self._refunded.show_amount(tr("Refunded"), refunded_cell(gone), cancelled)
        less = tr("sales value less debited")
        if found.untold:
            less = trn(
                "{number} booking not stated whole", "{number} bookings not stated whole", found.untold
            )
        elif gone.count:
            less = margin_after(report)
        self._margin.show_amount(tr("Margin with GST"), formats.amount(found.margin), less, always=is_after)


def _add(line: QHBoxLayout, figure: Figure) -> None:
    """Add a figure after a line of the same height."""
    line.addSpacing(24)
    line.addWidget(Hairline(down=True))
    line.addSpacing(24)
    line.addWidget(figure)
