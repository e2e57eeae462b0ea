"""The section of customers: the data held on one, and the time of retention."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr, trn
from app.core.settings import MOST_DAYS
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.bookings.known_customers import KnownCustomer
from app.desk.customers.delete_question import after_deletion, before_deletion
from app.desk.customers.export import write_export
from app.desk.customers.values import Held, HeldRecord
from app.desk.files.os_user import user_name
from app.desk.model import formats
from app.desk.model.amount_input import typed_amount
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import CustomerRefund, OfficeRules, RefundRule, Retention
from app.desk.model.typed_text import digits, figures, words
from app.desk.office.office_changes import CUSTOMER_REFUND, FORGOTTEN, RETENTION
from app.desk.settings.shell import Shell
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.layouts import called, column, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.file_picker import choose_folder
from app.ui.kit.controls.segmented import SegmentChoice as Segment
from app.ui.kit.controls.segmented import Segmented
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.lists.suggestion_list import Suggestion, Suggestions
from app.ui.kit.lists.timeline import Timeline, TimelineEvent
from app.ui.kit.sheets.dialogs import ask
from app.ui.kit.sheets.message_box import MessageBox, Tone
from app.ui.kit.sheets.modal_question import QuestionAnswer, QuestionWords
from app.ui.settings.in_charge import InCharge
from app.ui.settings.section import Block, block, blocks
from app.ui.theme import style

if TYPE_CHECKING:
    from app.desk.customers.customers import Customers

_FEWEST_TYPED = 3
_EVER, _FOR_DAYS = "ever", "days"
_USUAL_DAYS = 90
_DAYS_WIDTH, _QUOTED_WIDTH = 120, 190
_MOST_SHOWN = 8
_PERCENT_WIDTH, _WHOLE_PERCENT = 120, 100


class CustomerSettings(QWidget):
    """Finds a customer, shows, exports or deletes the data, and sets the retention."""

    heading = mark("Customers")
    icon = "users"

    def __init__(
        self, customers: Customers, rules: OfficeRules, shell: Shell, *, in_charge: InCharge | None = None
    ) -> None:
        """`shell` keeps another `Retention`, after its erasure was confirmed.

        `in_charge` says whether customers may be forgotten; by default they may.
        """
        super().__init__()
        self._shell = shell
        self._in_charge = in_charge or InCharge()
        self._book = customers
        self._tasks = TaskScope(hand_to_loop)
        self._rule = rules.retention
        self._held: Held | None = None
        self._find = TextField(tr("Phone, name or e-mail"), "find_customer", takes=words, limit=100)
        self._suggestions = Suggestions("found_customers", self)
        self._card = CustomerDataCard()
        self._told = called("customer_told", MessageBox("success"))
        choices = (Segment(_EVER, tr("For ever")), Segment(_FOR_DAYS, tr("For some days")))
        self._keeps = called("retention", Segmented(choices, tr("Customers are kept")))
        self._days = TextField(tr("Days after the travel"), "retention_days", takes=digits(4))
        self._quoted = TextField(tr("Days after it was written"), "quotation_days", takes=digits(5))
        self._refund = RefundRuleField(rules.customer_refund, shell, self._in_charge)
        self._card.hide()
        self._told.hide()
        self._days.setFixedWidth(_DAYS_WIDTH)
        self._quoted.setFixedWidth(_QUOTED_WIDTH)
        self._quoted.set_text(str(self._rule.quotation_days))
        what = tr("What the agency gives back of what was paid, beside the wallet\u2019s refund.")
        cancelled = block(tr("When a booking is cancelled"), what, self._refund)
        self.setLayout(blocks(self._find_block(), self._rule_block(), cancelled))
        self._find.edited.connect(self._seek)
        self._suggestions.watch(self._find.edit)
        self._suggestions.picked.connect(self._take)
        self._card.export.clicked.connect(self._choose_place)
        self._card.delete.clicked.connect(self._begin_deletion)
        self._keeps.chosen.connect(self._choose_rule)
        self._days.edit.editingFinished.connect(self._enter_days)
        self._quoted.edit.editingFinished.connect(self._enter_quotation_days)
        self._show_rule()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        """Clear the found customer when the section is left, so that the next person does not see it."""
        super().hideEvent(event)
        if event.spontaneous():
            return
        self._suggestions.close()
        self._tasks.cancel_all()
        self._find.set_text("")
        self._held = None
        self._card.hide()
        self._told.hide()

    def follow_office(self) -> None:
        """Show what is held of the customer on screen now that another desk has written something."""
        self._tasks.follow("find", self._show_again)

    async def _show_again(self) -> None:
        if self._held is not None:
            await self._show(self._held.customer)

    # Finding

    def _seek(self, typed: str) -> None:
        self._suggestions.close()
        self._find.show_helper("")
        if len(typed.strip()) >= _FEWEST_TYPED:
            self._tasks.start("find", self._offer(typed))
        else:
            self._tasks.cancel_all()

    async def _offer(self, typed: str) -> None:
        found = await self._book.find(typed)
        if not self._find.edit.hasFocus():
            return
        if not found:
            self._find.show_helper(tr("Nobody is held under this."))
        choices = [
            Suggestion(each.name, "  ".join(text for text in (each.phone, each.email) if text), each)
            for each in found
        ]
        self._suggestions.offer(self._find.edit, choices, chosen=0 if choices else -1)

    def _take(self, choice: Suggestion) -> None:
        if isinstance(choice.value, KnownCustomer):
            self._find.set_text(choice.name or choice.more)
            self._told.hide()
            self._tasks.start("find", self._show(choice.value))

    async def _show(self, customer: KnownCustomer) -> None:
        try:
            self._held = await self._book.held(customer)
        except DeskError as error:
            self._tell(error.advice.what, error.advice.action, "danger")
            return
        self._card.show_held(self._held)
        self._card.show()

    # What is done with it

    def _choose_place(self) -> None:
        if self._held is not None:
            choose_folder(self, "exports", tr("Where the files go"), partial(self._begin_export, self._held))

    def _begin_export(self, held: Held, folder: Path) -> None:
        self._tasks.start("export", self._export(held, folder))

    async def _export(self, held: Held, folder: Path) -> None:
        try:
            first, second = await asyncio.to_thread(write_export, held, folder)
        except OSError as error:
            reason = error.strerror or str(error)
            self._tell(tr("The files could not be written."), reason, "danger")
            return
        names = {"first": first.name, "second": second.name}
        self._tell(tr("{first} and {second} saved in {folder}", folder=folder, **names))

    def _begin_deletion(self) -> None:
        if self._held is not None:
            self._tasks.start("delete", self._delete(self._held))

    async def _delete(self, held: Held) -> None:
        question = QuestionWords(
            tr("Delete {name}?", name=held.customer.name or held.customer.phone),
            before_deletion(held),
            (
                QuestionAnswer("keep", tr("Do not delete")),
                QuestionAnswer("delete", tr("Delete for good"), "destructive"),
            ),
        )
        if await ask(self.window(), question) != "delete" or not await self._in_charge.allows(self):
            return
        self._card.delete.set_busy(tr("Deleting\u2026"))
        try:
            done = await self._book.forget(held.customer, self._in_charge.by or user_name())
        except DeskError as error:
            self._tell(error.advice.what, error.advice.action, "danger")
        else:
            self._in_charge.note(FORGOTTEN)
            self._find.set_text("")
            self._tell(after_deletion(done), tone="warning" if done.kept_open else "success")
            await self._show(held.customer)
        self._card.delete.set_busy("")
        self._card.delete.setEnabled(self._held is not None and not self._held.is_nothing)

    def _tell(self, text: str, more: str = "", tone: Tone = "success") -> None:
        self._told.set_tone(tone)
        self._told.show_words(text, more)
        self._told.show()

    # The rule

    def _choose_rule(self, key: str) -> None:
        if key == _EVER and self._in_charge.is_open:
            self._set_rule(self._kept_for(None))
        elif key == _EVER:
            self._tasks.start("rule", self._keep_for_ever())
        else:
            self._show_days(_USUAL_DAYS if self._rule.days is None else self._rule.days)
            self._days.edit.setFocus(Qt.FocusReason.OtherFocusReason)
            self._days.edit.selectAll()

    def _enter_days(self) -> None:
        """Ask before a rule that erases data is set, since a number may be half typed."""
        text = self._days.text()
        if (
            self._tasks.is_running("rule")
            or self._keeps.current != _FOR_DAYS
            or (text and self._kept_for(int(text)) == self._rule)
        ):
            return
        if not text:
            self._days.show_error(tr("Type a number of days; 0 is until the day of the travel is over."))
            return
        self._days.show_error("")
        self._tasks.start("rule", self._agree(self._kept_for(int(text))))

    async def _agree(self, rule: Retention) -> None:
        question = QuestionWords(
            tr("Forget customers by themselves?"),
            trn(
                "From {number} day after the travel on, name, phone and e-mail go for good, once a day. PNR,"
                " trip, dates and amounts stay, and so does who has an open outcome.",
                "From {number} days after the travel on, name, phone and e-mail go for good, once a day. PNR,"
                " trip, dates and amounts stay, and so does who has an open outcome.",
                rule.days or 0,
            ),
            (
                QuestionAnswer("keep", tr("Not now")),
                QuestionAnswer("agree", tr("Forget them"), "destructive"),
            ),
        )
        if await ask(self.window(), question) == "agree" and await self._in_charge.allows(self):
            self._set_rule(rule)
        self._show_rule()

    async def _keep_for_ever(self) -> None:
        if self._rule.days is not None and await self._in_charge.allows(self):
            self._set_rule(self._kept_for(None))
        self._show_rule()

    def _kept_for(self, days: int | None) -> Retention:
        return replace(self._rule, days=days)

    def _enter_quotation_days(self) -> None:
        text = self._quoted.text()
        if not text or not 1 <= int(text) <= MOST_DAYS:
            most = formats.round_amount(Decimal(MOST_DAYS))
            self._quoted.show_error(tr("Type a number from 1 to {most}.", most=most))
            return
        self._quoted.show_error("")
        rule = replace(self._rule, quotation_days=int(text))
        if rule != self._rule:
            self._rule = rule
            self._shell.keep(rule)

    def _set_rule(self, rule: Retention) -> None:
        changed, self._rule = rule != self._rule, rule
        self._show_rule()
        if changed:
            self._shell.keep(rule)
            self._in_charge.note(RETENTION, "\u2013" if rule.days is None else str(rule.days))

    def _show_rule(self) -> None:
        days = self._rule.days
        with QSignalBlocker(self._keeps):
            self._keeps.choose(_EVER if days is None else _FOR_DAYS)
        if days is None:
            self._days.hide()
        else:
            self._show_days(days)

    def _show_days(self, days: int) -> None:
        self._days.set_text(str(days))
        self._days.show_error("")
        self._days.show()

    def _find_block(self) -> Block:
        what = tr("See, hand out or delete what this counter holds. Documents are never kept.")
        return block(tr("One customer"), what, self._find, self._card, self._told)

    def _rule_block(self) -> Block:
        what = tr("How long name, phone, e-mail and who travels stay after the travel.")
        stays = tr("PNR, dates and amounts always stay for the books. An open outcome keeps its customer.")
        return block(
            tr("Retention"),
            what,
            column(Label(tr("Customers are kept"), "bodyStrong"), 8, row(self._keeps, None)),
            row(self._days, None),
            Label(stays, "caption", "text2", wraps=True),
            column(Label(tr("Quotations are kept"), "bodyStrong"), 8, row(self._quoted, None)),
        )


class CustomerDataCard(Box):
    """The customer, the newest records, and below them Export and Delete."""

    def __init__(self) -> None:
        super().__init__("sunken", "line", radius=style.RADIUS)
        self.setObjectName("held_card")
        self._name = Label("", "heading", wraps=True)
        self._contact = Label("", "body", "text2", wraps=True)
        self._count = called("held_count", Label("", "bodyStrong", wraps=True))
        self._records = called("held_records", Timeline(tight=True))
        self._more = Label("", "caption", "text3", wraps=True)
        self.export = called("export_customer", Button(tr("Export\u2026"), icon="file-down"))
        self.delete = called("delete_customer", Button(tr("Delete this customer\u2026"), "danger_quiet"))
        self.setLayout(
            column(
                self._name,
                self._contact,
                12,
                self._count,
                8,
                self._records,
                self._more,
                14,
                row(self.export, self.delete, None, gap=8),
                margins=(17, 15, 17, 15),
            )
        )

    def show_held(self, held: Held) -> None:
        """Show the data; the buttons are disabled without any."""
        customer = held.customer
        self._name.setText(customer.name or tr("Without a name"))
        self._contact.setText("  ".join(text for text in (customer.phone, customer.email) if text))
        self._count.setText(_counted(held))
        self._records.show_events([_event(each) for each in held.records[:_MOST_SHOWN]])
        self._records.setVisible(bool(held.records))
        rest = len(held.records) - _MOST_SHOWN
        self._more.setText(trn("{number} more, in the export", "{number} more, in the export", max(rest, 0)))
        self._more.setVisible(rest > 0)
        for button in (self.export, self.delete):
            button.setEnabled(not held.is_nothing)


def _counted(held: Held) -> str:
    """The words for the numbers of records."""
    if held.is_nothing:
        return tr("Nothing is held any more.")
    cancellations = len(held.records) - len(held.sales)
    counts = (
        (len(held.sales), trn("{number} sale", "{number} sales", len(held.sales))),
        (cancellations, trn("{number} cancellation", "{number} cancellations", cancellations)),
        (len(held.parties), trn("{number} saved party", "{number} saved parties", len(held.parties))),
        (len(held.quotations), trn("{number} quotation", "{number} quotations", len(held.quotations))),
    )
    return joined(", ", (text for count, text in counts if count))


def _event(record: HeldRecord) -> TimelineEvent:
    title = joined(", ", (record.booking_ref or tr("No PNR"), record.title))
    day = formats.day_short(record.day) if record.day else ""
    state = tr(record.state)
    if record.is_open:
        state = tr("{state}: stays until it is settled", state=state)
    return TimelineEvent(title, "question" if record.is_open else "done", day, state)


class RefundRuleField(QWidget):
    """The rule, and with a percentage its number; either counts from the next cancellation on."""

    def __init__(self, rule: CustomerRefund, shell: Shell, in_charge: InCharge | None = None) -> None:
        """`shell` keeps another `CustomerRefund`."""
        super().__init__()
        self._shell = shell
        self._rule, self._in_charge = rule, in_charge or InCharge()
        self._tasks = TaskScope(hand_to_loop)
        choices = (
            Segment(RefundRule.SERVICE, tr("Less the service\u2019s charge")),
            Segment(RefundRule.PERCENTAGE, tr("Less a percentage")),
            Segment(RefundRule.HAND, tr("By hand")),
        )
        self._kinds = called("refund_rule", Segmented(choices, tr("The customer gets back")))
        self._kept = TextField(tr("Per cent that the agency keeps"), "refund_kept", takes=figures, limit=6)
        self._kept.setFixedWidth(_PERCENT_WIDTH * 2)
        self._about = Label("", "caption", "text2", wraps=True)
        name = Label(tr("The customer gets back"), "bodyStrong")
        self.setLayout(column(name, 8, row(self._kinds, None), 12, row(self._kept, None), self._about))
        self._kinds.chosen.connect(self._choose)
        self._kept.edit.editingFinished.connect(self._enter)
        self._show()

    def _choose(self, kind: str) -> None:
        rule = RefundRule(kind)
        if rule is RefundRule.PERCENTAGE:
            self._kept.show()
            self._kept.edit.setFocus(Qt.FocusReason.OtherFocusReason)
            self._kept.edit.selectAll()
        else:
            self._set(CustomerRefund(rule, self._rule.percentage))

    def _enter(self) -> None:
        if self._kinds.current != RefundRule.PERCENTAGE:
            return
        typed = typed_amount(self._kept.text())
        if typed is None or typed > _WHOLE_PERCENT:
            self._kept.show_error(tr("Type a number from 0 to 100."))
            return
        self._kept.show_error("")
        self._set(CustomerRefund(RefundRule.PERCENTAGE, typed))

    def _set(self, rule: CustomerRefund) -> None:
        if rule != self._rule and not self._tasks.is_running("rule"):
            self._tasks.start("rule", self._agree(rule))

    async def _agree(self, rule: CustomerRefund) -> None:
        if await self._in_charge.allows(self):
            self._rule = rule
            self._shell.keep(rule)
            self._in_charge.note(CUSTOMER_REFUND, _words(rule))
        self._show()

    def _show(self) -> None:
        rule = self._rule
        with QSignalBlocker(self._kinds):
            self._kinds.choose(rule.rule)
        is_part = rule.rule is RefundRule.PERCENTAGE
        self._kept.setVisible(is_part)
        is_known = is_part or bool(rule.percentage)
        self._kept.set_text(formats.percentage(rule.percentage).removesuffix(" %") if is_known else "")
        self._kept.show_error("")
        self._about.setText(
            tr("Stands filled in before each cancellation, and can be changed there.")
            if rule.rule is not RefundRule.HAND
            else tr("Is typed before each cancellation, or said later.")
        )


def _words(rule: CustomerRefund) -> str:
    if rule.rule is RefundRule.PERCENTAGE:
        return tr("less {rate}", rate=formats.percentage(rule.percentage))
    return {
        RefundRule.SERVICE: tr("Less the service\u2019s charge"),
        RefundRule.HAND: tr("By hand"),
    }[rule.rule]
