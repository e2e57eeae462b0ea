"""The right side of a day: reconciliation, cancellations, and what prevents closing."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from app.core.language import joined, tr, trn
from app.desk.day_close.advice import (
    hiding_words,
    later_words,
    ledger_words,
    refunds_amount,
    sales_amount,
    sales_words,
    together_words,
    uncompared_words,
)
from app.desk.day_close.day_close import DayClosing
from app.desk.day_close.values import (
    DayFinding,
    DayReport,
    DayRow,
    Interval,
    Reconciliation,
    ShiftLine,
)
from app.desk.model import formats
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.badge import Badge, Dot, Tone
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, empty, held, row, show_at_once
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.text import Label, Run
from app.ui.kit.sheets.net_hidden_notice import NetHiddenNotice
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.kit.sheets.pane import Pane

_TIME_WIDTH, _LINE = 44, 28


class WalletCheck(Ringed, Pane):
    """The reconciliation of the day, or the notice that the wallet side is hidden."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("day_wallet")
        self._verdict = ""
        set_spoken_role(self, QAccessible.Role.Section)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._lines: QVBoxLayout = column(margins=(20, 16, 20, 16))
        self._shown = Scroller(held(self._lines), bar_beside=True)
        self.body.addWidget(NetSide(column(self._shown)), 1)
        self.body.addWidget(NetSide(column(NetHiddenNotice()), in_place=True), 1)
        self.turned.connect(self._tell)
        self._tell()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._shown.take_key(event.key(), _LINE):
            super().keyPressEvent(event)

    def _tell(self) -> None:
        """Name it with its verdict, also in the bar of a small window, unless the wallet side is hidden."""
        verdict = self._verdict if self.net_shown else ""
        self.setAccessibleName(joined(" ", (tr("Does the wallet agree?"), verdict)))
        self.facts.show_fact(tr("Does the wallet agree?"), verdict)

    def show_view(self, view: DayClosing) -> None:
        """Show a day."""
        empty(self._lines)
        report = view.report
        self._show_agreement(view)
        self._tell()
        self._add(14, Hairline(), 12)
        self._show_cancellations(report)
        self._add(12, _waiting(len(view.waiting)))
        if report.shifts:
            self._add(14, Hairline(), 12, Label(tr("Shifts"), "heading"), 6)
            self._add(*(_shift(each, report.day) for each in report.shifts))
        self._lines.addStretch(1)
        show_at_once(self._lines)

    def _show_agreement(self, view: DayClosing) -> None:
        report = view.report
        wallet, badge = report.wallet, Badge("")
        badge.setObjectName("day_agrees")
        head = row(Label(tr("Does the wallet agree?"), "heading"), None, badge)
        self._lines.addLayout(head)
        self._lines.addSpacing(12)
        if wallet is None:
            short, text = uncompared_words(report)
            self._verdict = short
            badge.show_state(short, "warning" if report.is_undecided else "neutral")
            self._add(Label(text, "body", "text2", wraps=True))
            self._show_ledger(report)
            return
        self._verdict, tone = _verdict(wallet, view)
        badge.show_state(self._verdict, tone)
        self._lines.addLayout(column(*_sums(wallet, view), gap=6))
        for interval in wallet.intervals:
            self._add(8, Label(interval_words(interval, report), "caption", "text2", wraps=True))
        if report.unread:
            self._add(8, Label(later_words(report), "caption", "text2", wraps=True))
        self._show_ledger(report)

    def _show_ledger(self, report: DayReport) -> None:
        for words in ledger_words(report):
            self._add(8, Label(words, "caption", "text2", wraps=True))

    def _show_cancellations(self, report: DayReport) -> None:
        charges = tr("charges {amount}", amount=formats.amount(report.refunds.charges))
        head = row(Label(tr("Cancellations"), "heading"), None, Label(charges, "caption", "text3"))
        self._lines.addLayout(head)
        if not report.cancellations:
            self._add(6, Label(tr("Nothing was cancelled."), "body", "text3"))
        for each in report.cancellations:
            self._add(_cancellation(each, report.day), Hairline())

    def _add(self, *things: QWidget | int) -> None:
        for thing in things:
            if isinstance(thing, int):
                self._lines.addSpacing(thing)
            else:
                self._lines.addWidget(thing)


def _verdict(wallet: Reconciliation, view: DayClosing) -> tuple[str, Tone]:
    """The words and the tone of the comparison.

    It agrees only when it knows all desks, and reaches the last order of the day.
    """
    if view.is_alone:
        return tr("This desk only"), "warning"
    if not wallet.agrees:
        return tr("Cannot be told"), "warning"
    if view.report.ledger is not None and view.report.ledger.findings:
        return tr("Ledger differs"), "warning"
    return (tr("Not to the end"), "warning") if view.report.unread else (tr("Agrees"), "success")


def _sums(wallet: Reconciliation, view: DayClosing) -> tuple[QWidget, ...]:
    report, (_, tone) = view.report, _verdict(wallet, view)
    since = formats.since(wallet.opening.at.astimezone(), report.day)
    read = formats.since(wallet.last.at.astimezone(), report.day)
    lines: list[QWidget] = [
        Pair(tr("Opening balance, {time}", time=since), formats.amount(wallet.opening.cash)),
        Pair(sales_words(report), known(sales_amount(report, wallet))),
        Pair(tr("Refunds credited"), known(refunds_amount(report, wallet))),
    ]
    if wallet.changes or any(each.cash is not None for each in wallet.intervals):
        lines.append(_marked(tr("Changes not made here"), signed(wallet.changes)))
    if wallet.together or any(
        each.finding is DayFinding.CHANGED and each.cash is None for each in wallet.intervals
    ):
        lines.append(_marked(together_words(report), signed(wallet.together)))
    difference = Pair(
        tr("Difference"),
        formats.amount(wallet.difference),
        name_role="bodyHeavy",
        name_ink="text",
        value_role="heading",
        value_ink="success" if tone == "success" else "warning",
    )
    difference.value.setObjectName("day_difference")
    return (
        *lines,
        Hairline(),
        _strong(tr("Expected balance"), formats.amount(wallet.expected)),
        _strong(tr("Wallet, read {time}", time=read), formats.amount(wallet.last.cash)),
        difference,
    )


def known(value: Decimal | None) -> str:
    """A signed amount, or that it is not stated."""
    return tr("Not stated") if value is None else signed(value)


def signed(value: Decimal) -> str:
    """An amount with a plus or minus sign."""
    return f"+{formats.amount(value)}" if value > 0 else formats.amount(value)


def interval_words(interval: Interval, report: DayReport) -> str:
    """The sentences about an interval between two readings."""
    since = formats.since(interval.since.astimezone(), report.day)
    until = formats.since(interval.until.astimezone(), report.day)
    if interval.net is None:
        return tr(
            "{since} to {until}: an amount of our own is not known, so this cannot be told.",
            since=since,
            until=until,
        )
    if interval.cash is None or interval.credit_used is None:
        moved = tr(
            "{since} to {until}: cash less credit used moved by {net} that was not made here.",
            since=since,
            until=until,
            net=signed(interval.net),
        )
        return joined(" ", (moved, hiding_words(report)))
    told = (
        tr(
            "{since} to {until}: balance {cash}, credit used {credit}.",
            since=since,
            until=until,
            cash=signed(interval.cash),
            credit=signed(interval.credit_used),
        )
        if interval.credit_used
        else tr("{since} to {until}: balance {cash}.", since=since, until=until, cash=signed(interval.cash))
    )
    if interval.top_up is None:
        return told
    return tr("{told} Likely a top-up of {sum}.", told=told, sum=formats.amount(interval.top_up))


def _strong(name: str, value: str) -> Pair:
    return Pair(name, value, name_role="bodyStrong", name_ink="text", value_role="bodyStrong")


def _marked(name: str, value: str) -> QWidget:
    pair = Pair(name, value, name_ink="text")
    return held(row(Dot("warning"), (pair, 1), gap=6))


def _cancellation(found: DayRow, day: date) -> QWidget:
    time = Label(formats.since(found.at.astimezone(), day), "body", "text3")
    time.setMinimumWidth(_TIME_WIDTH)
    seats = formats.passengers(found.qty) if found.module == "BOAT" else formats.seats(found.qty)
    if found.sold_on is not None and found.sold_on != found.at.astimezone().date():
        seats = tr("{seats}, sold {day}", seats=seats, day=formats.day_short(found.sold_on))
    pnr = Label("", "bodyStrong", wraps=True)
    pnr.set_identity()
    pnr.set_runs(Run(found.booking_ref, "bodyStrong"), Run(joined("", (" ", seats)), "body", "text2"))
    reference = tr("Refund {reference}", reference=found.reference) if found.reference else tr("No reference")
    left = column(pnr, Label(reference, "caption", "text3", elides=True))
    if found.reason:
        left.addWidget(Label(found.reason, "caption", "text3", wraps=True))
    amount = tr("not stated") if found.refund is None else signed(found.refund)
    refund = Label(amount, "bodyStrong", "warning" if found.refund is None else "success", right=True)
    stated = found.charge is not None
    charge = tr("charge {amount}", amount=formats.amount(found.charge)) if stated and found.charge else ""
    right = column(refund, Label(charge, "caption", "text3", right=True))
    return held(row(time, (left, 1), right, gap=10, margins=(0, 8, 0, 8), top=True))


def _shift(shift: ShiftLine, day: date) -> Pair:
    opened = formats.since(shift.opened_at.astimezone(), day)
    closed = formats.since(shift.closed_at.astimezone(), day) if shift.closed_at else ""
    name = tr("{clerk}, {since} to {until}", clerk=shift.clerk, since=opened, until=closed or tr("now"))
    ends = [formats.amount(each.cash) if each else formats.EN_DASH for each in (shift.opened, shift.closed)]
    return Pair(name, " \u2192 ".join(ends if shift.closed_at else ends[:1]))


def _waiting(count: int) -> QWidget:
    text = tr("No order has an unknown outcome.")
    if count:
        text = trn(
            "{number} order has an unknown outcome.", "{number} orders have an unknown outcome.", count
        )
    icon = Icon("triangle-alert", 14, "warning_mark") if count else Icon("check", 14, "success", stroke=2.4)
    said = called("day_waiting", Label(text, "body", "text2"))
    return held(row(icon, said, None, gap=8))
