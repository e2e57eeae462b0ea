"""The second step of the storm desk: cancellations one after another, and what became of each."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import Message, ended, joined, mark, tr, trn
from app.desk.model import formats
from app.desk.model.sale import Advice
from app.desk.storm.values import GONE, EndState, Phase, Storm, StormParty
from app.ui.kit.basics.amounts import AmountLabel, Pair
from app.ui.kit.basics.announcing import Announcer, announce, say
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.text import Label
from app.ui.kit.basics.usage_bar import BarPart
from app.ui.kit.controls.filter_chip import ChipChoice
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.net_hidden_notice import hidden_side
from app.ui.kit.sheets.page_layout import HintLine, Scroller
from app.ui.kit.sheets.pane import Pane, ShownSum
from app.ui.storm import actions
from app.ui.storm.decision_pane import spend_words
from app.ui.storm.run_rows import run_row, run_table
from app.ui.storm.spend_foot import SpendFoot, sum_line
from app.ui.storm.storm_page import ChipBar, HeadLine, StormPage, StormPageServices
from app.ui.storm.storm_words import (
    decision_words,
    end_words,
    heading_words,
    parties,
    pause_words,
    progress_words,
    refunded_words,
    sent_words,
)
from app.ui.theme import style
from app.ui.theme.style import Ink

_ALL = "all"
_SPOKEN_EVERY = 10
"""Seconds between two announcements of how far it is."""
_CHIPS = {
    "cancelled": GONE,
    "refused": frozenset({EndState.REFUSED, EndState.KNOWN_BOOKED}),
    "unknown": frozenset({EndState.UNKNOWN}),
    "waiting": frozenset({EndState.NOT_SENT, EndState.SENDING, EndState.QUOTE_CHANGED}),
}
_COUNTED: tuple[tuple[frozenset[EndState], Message, str, Ink], ...] = (
    (GONE, mark("Cancelled"), "check", "success_mark"),
    (frozenset({EndState.REFUSED, EndState.KNOWN_BOOKED}), mark("Refused, still booked"), "x", "danger"),
    (frozenset({EndState.UNKNOWN}), mark("Not known"), "circle-question-mark", "warning_mark"),
    (frozenset({EndState.QUOTE_CHANGED}), mark("Quote changed, not sent"), "pause", "warning_mark"),
    (frozenset({EndState.NOT_SENT, EndState.SENDING}), mark("Not sent"), "clock", "text3"),
)


class StormRunPage(StormPage):
    """Shows how far it is; it goes on by Ctrl Enter alone, and sends nothing itself."""

    own_actions = actions.STORM_RUN
    phase = Phase.CANCELLING

    def __init__(self, services: StormPageServices) -> None:
        super().__init__(services)
        self.setObjectName("storm_run_page")
        self._spoken = services.now()
        self._decided = Label(role="caption", ink="text3", right=True)
        self._head = HeadLine(self._decided)
        self._chips = ChipBar()
        self._list = run_table()
        self._pane = RunPane()
        hints = HintLine(
            (actions.CHOOSE, tr("Choose")),
            (actions.WAY_OUT, tr("Booking and its way out")),
            (actions.NEXT_PROBLEM, tr("Refused and not known")),
            (actions.COPY_DETAILS, tr("Copy details")),
            None,
            tr("Killed or closed, it goes on here"),
        )
        self.build(self._list, hints, self._pane, over=(self._head, self._chips, self._list.header))
        self._chips.chips.chosen.connect(self._refresh)
        self._list.picked.connect(self._open)
        self._pane.foot.spend.spent.connect(self._go_on)
        self._pane.foot.out.clicked.connect(self._stop_here)
        self.bind(actions.NEXT_PROBLEM, self._next_problem)
        self.bind(actions.SEEN_ONE, self._see)
        self.bind(actions.COPY_DETAILS, self._copy)

    @override
    def may_be_left(self) -> bool:
        storm = self.storm
        return super().may_be_left() and (storm is None or not storm.is_running)

    @override
    def run_primary(self) -> None:
        if self.selling_off:
            self.key_asked.emit()
        elif self._pane.foot.spend.fires():
            self._go_on()

    @override
    def step_back(self) -> None:
        """Stop after the one on its way; paused, end here."""
        if self.storm is None:
            self.went_back.emit()
        else:
            self._stop_here()

    @override
    def walk_out(self) -> None:
        """Back to the board, with the storm kept; what is on its way is stopped after first."""
        storm = self.storm
        if storm is not None and storm.is_running:
            self._desk.stop()
        else:
            self.went_back.emit()

    @override
    def is_on_its_way(self, storm: Storm) -> bool:
        return storm.is_running

    @override
    def show_storm(self, storm: Storm) -> None:
        whole = max(1, len(storm.chosen))
        self._head.what.setText(sent_words(storm))
        self._head.more.setText(tr("one after the other, each written down first"))
        self._decided.setText("" if storm.decision is None else decision_words(storm.decision))
        parts = (
            BarPart(len(storm.ended(*GONE)) / whole, "success"),
            BarPart(len(storm.ended(*_CHIPS["refused"])) / whole, "danger"),
            BarPart(len(storm.ended(EndState.UNKNOWN)) / whole, "warning"),
        )
        self._head.bar.show_parts(parts, progress_words(storm))
        self._show_chips(storm)
        self._show_rows(storm)
        self._pane.show_storm(storm)
        self._speak(storm)

    def _show_chips(self, storm: Storm) -> None:
        count = {key: len(storm.ended(*states)) for key, states in _CHIPS.items()}
        self._chips.show_choices(
            (
                ChipChoice(_ALL, tr("All {number}", number=len(storm.chosen))),
                ChipChoice(
                    "cancelled", tr("Cancelled {number}", number=count["cancelled"]), "check", "success_mark"
                ),
                ChipChoice("refused", tr("Refused {number}", number=count["refused"]), "x", "danger"),
                ChipChoice(
                    "unknown",
                    tr("Not known {number}", number=count["unknown"]),
                    "circle-question-mark",
                    "warning_mark",
                ),
                ChipChoice("waiting", tr("Not sent {number}", number=count["waiting"])),
            )
        )

    def _show_rows(self, storm: Storm) -> None:
        wanted, now = _CHIPS.get(self._chips.chips.current), self._services.now()
        self._list.show_rows(
            run_row(each, self._services.seat_words(each.sale, each.seats), now)
            for each in storm.chosen
            if wanted is None or each.end in wanted
        )
        self._list.choose_key(self._list.current_key)

    def _speak(self, storm: Storm) -> None:
        """Say how far it is, at most every ten seconds."""
        now = self._services.now()
        if storm.is_running and (now - self._spoken).total_seconds() >= _SPOKEN_EVERY:
            self._spoken = now
            announce(self, ended(progress_words(storm)))

    def _refresh(self, _key: str = "") -> None:
        if self.storm is not None:
            self._show_rows(self.storm)

    def _open(self) -> None:
        storm = self.storm
        if self._list.current_key and storm is not None and not storm.is_running:
            self.booking_asked.emit(self._list.current_key)
        elif storm is not None and storm.is_running:
            say(self, tr("Bookings open once nothing is on its way."))

    def _next_problem(self) -> None:
        storm = self.storm
        if storm is not None:
            wrong = _CHIPS["refused"] | _CHIPS["unknown"] | {EndState.QUOTE_CHANGED}
            found = {each.key for each in storm.ended(*wrong)}
            if not found:
                say(self, tr("Nothing is refused or not known."))
            self._list.choose_next(found)
            self.take_focus()

    def _see(self) -> None:
        storm = self.storm
        if storm is not None and not storm.is_running and storm.ended(EndState.QUOTE_CHANGED):
            self._desk.see()

    def _copy(self) -> None:
        party = self.party(self._list.current_key)
        if party is not None:
            QGuiApplication.clipboard().setText(details(party))
            say(self, tr("{pnr} copied.", pnr=party.sale.booking_ref))

    def _stop_here(self) -> None:
        storm = self.storm
        if storm is None:
            return
        if storm.is_running:
            self._desk.stop()
        else:
            self.act(self._desk.end())

    def _go_on(self) -> None:
        """Go on with what was not sent, or to who is told when nothing is left."""
        storm = self.storm
        if storm is not None:
            self.act(self._desk.go_on() if storm.to_send else self._desk.end())

    @override
    def show_problem(self, advice: Advice | None) -> None:
        self._pane.show_problem(advice)
        if advice is not None:
            self._pane.foot.spend.arm()


def details(party: StormParty) -> str:
    """What is known of a party, to be sent to the operator; nothing of the wallet."""
    sale, at = party.sale, party.since
    what, more = end_words(party, at or sale.sold_at)
    lines = (
        joined(", ", (sale.booking_ref, sale.customer_name)),
        joined(", ", (sale.title, sale.place, formats.day_long(sale.day) if sale.day else "", sale.window)),
        joined(", ", (joined(" ", (what, more)), "" if at is None else formats.clock_seconds(at))),
        tr("Request {number}", number=sale.request_id),
    )
    return joined("\n", lines)


class RunPane(Pane):
    """Its button goes on with what was not sent, or goes to who is told when nothing is left."""

    def __init__(self) -> None:
        super().__init__(is_heard=False)
        self._storm: Storm | None = None
        self._announcer = Announcer(self, is_urgent=True)
        self._pause = called("storm_pause_note", MessageBox("warning", icon="pause"))
        self._problem = called("storm_problem", MessageBox("danger"))
        self._counts = [_Count(*each[1:]) for each in _COUNTED]
        self._amount = called("storm_refunded", AmountLabel("money", right=True))
        self._before, self._now = Pair(tr("Wallet before")), Pair("")
        self._agree = Pair(tr("Wallet and refunds"))
        self._unknown = Label(ink="text2", wraps=True)
        self.foot = SpendFoot(actions.STOP)
        self.turned.connect(self.offer)
        self._build()

    def show_storm(self, storm: Storm) -> None:
        """Show how it stands."""
        self._storm = storm
        self._show_pause(storm)
        for count, (states, *_) in zip(self._counts, _COUNTED, strict=True):
            number = len(storm.ended(*states))
            count.value.setText(parties(number))
            count.setVisible(bool(number) or EndState.QUOTE_CHANGED not in states)
        self._show_money(storm)
        number = len(storm.ended(EndState.UNKNOWN))
        self._unknown.setText(
            trn(
                "The one that is not known is read again by itself. "
                "Do not cancel it again and do not pay out yet.",
                "The {number} not known ones are read again by themselves. "
                "Do not cancel them again and do not pay out yet.",
                number,
            )
        )
        self._unknown_line.setVisible(bool(number))
        self.offer()

    def show_problem(self, advice: Advice | None) -> None:
        """Show why it does not go on; None for nothing."""
        self._problem_line.setVisible(advice is not None)
        if advice is not None:
            self._problem.show_words(advice.what, joined(" ", (advice.meaning, advice.action)))
            self.reveal()

    def offer(self) -> None:
        """Offer to go on with what was not sent, or to go to who is told."""
        storm = self._storm
        if storm is None:
            return
        self.foot.out.setVisible(
            storm.is_running or bool(storm.to_send or storm.ended(EndState.QUOTE_CHANGED))
        )
        if storm.is_running:
            label = tr("Cancelling {number} of {count}\u2026", number=storm.sent, count=len(storm.chosen))
            stopping = tr("Stops after the one on its way.")
            caption = tr("Esc stops after the one on its way. Nothing is sent twice.")
            self.foot.wait(label, stopping if storm.is_stopping else caption)
        elif storm.to_send:
            label = spend_words(storm, storm.to_send, net_shown=self.net_shown, is_more=True)
            offline = "" if self.is_online else tr("Offline. Nothing can be cancelled.")
            self.foot.offer(
                label, self.selling_off or offline, tr("Quotes over 2 minutes old are asked again.")
            )
        else:
            waits = storm.ended(EndState.QUOTE_CHANGED)
            caption = tr("A takes in what has changed.") if waits else tr("Nothing is left to send.")
            self.foot.offer(tr("Go to who is told"), "", caption, cancels=False)
        fact, _ = pause_words(storm.pause) if storm.pause else ("", "")
        self.facts.show_fact(heading_words(storm.heading), fact)

    def _show_pause(self, storm: Storm) -> None:
        self._pause_line.setVisible(storm.pause is not None)
        if storm.pause is None:
            return
        what, more = pause_words(storm.pause)
        self._pause.show_words(what, more)
        self._announcer.tell(ended(progress_words(storm)))

    def _show_money(self, storm: Storm) -> None:
        before, now = storm.wallet_before, storm.wallet_now
        self._so_far.setText(refunded_words(storm, tr("Refunded so far")))
        self._amount.show_amount(storm.refunded, storm.currency)
        self._before.setVisible(before is not None)
        self._before.value.setText(formats.amount(before.cash) if before else "")
        self._now.setVisible(now is not None)
        at = formats.clock_seconds(now.read_at) if now else ""
        self._now.show_pair(tr("Wallet, read {time}", time=at), formats.amount(now.cash) if now else "")
        agrees = storm.wallet_agrees
        self._agree.setVisible(agrees is not None)
        self._agree.value.setText(tr("Agree") if agrees else tr("Do not agree"))
        self._agree.value.set_ink("success" if agrees else "danger")
        self.facts.show_sums(
            ShownSum(tr("Sent"), f"{storm.sent}/{len(storm.chosen)}"),
            ShownSum(tr("Refunded so far"), formats.amount(storm.refunded), is_net=True),
        )

    def _build(self) -> None:
        self._so_far = Label(tr("Refunded so far"), "bodyHeavy")
        refunded = sum_line(self._so_far, self._amount)
        parts = column(8, Hairline(), 10, self._before, 4, self._now, 4, self._agree)
        money = Box("sunken", "line", radius=style.RADIUS)
        money.setLayout(column(refunded, parts, margins=(15, 11, 15, 11)))
        told = row(Icon("info", 15, "text3", above=2), (self._unknown, 1), gap=8, top=True)
        self._unknown_line = held(column(14, told))
        self._pause_line, self._problem_line = (
            held(column(each, 16)) for each in (self._pause, self._problem)
        )
        self._problem_line.hide()
        content = column(
            self._pause_line,
            self._problem_line,
            column(*self._counts, gap=6),
            14,
            NetSide(column(money)),
            hidden_side(),
            self._unknown_line,
            None,
            margins=(20, 16, 20, 12),
        )
        self.body.addWidget(Scroller(held(content)), 1)
        self.close_with(self.foot)


class _Count(QWidget):
    """How many parties stand so, with its mark."""

    def __init__(self, name: Message, icon: str, ink: Ink) -> None:
        super().__init__()
        self.value = Label(role="bodyHeavy", right=True)
        self.setLayout(row(Icon(icon, 14, ink, stroke=2.2), Label(tr(name)), None, self.value, gap=6))
