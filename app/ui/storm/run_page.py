"""The second step of the storm desk: cancellations one after another, and what became of each."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import ended, joined, tr
from app.desk.model import formats
from app.desk.model.sale import Advice
from app.desk.storm.values import GONE, EndState, Phase, Storm, StormParty
from app.ui.kit.basics.announcing import announce
from app.ui.kit.basics.text import Label
from app.ui.kit.basics.usage_bar import BarPart
from app.ui.kit.controls.filter_chip import ChipChoice
from app.ui.kit.lists.table_columns import TableHeader
from app.ui.kit.sheets.page_layout import HintLine
from app.ui.storm import actions
from app.ui.storm.run_pane import RunPane
from app.ui.storm.run_rows import COLUMNS, RunList, columns, run_row
from app.ui.storm.storm_page import ChipBar, HeadLine, StormPage, StormPageServices
from app.ui.storm.storm_words import decision_words, end_words, progress_words, sent_words

_ALL = "all"
_SPOKEN_EVERY = 10
"""Seconds between two announcements of how far it is."""
_CHIPS = {
    "cancelled": GONE,
    "refused": frozenset({EndState.REFUSED, EndState.KNOWN_BOOKED}),
    "unknown": frozenset({EndState.UNKNOWN}),
    "waiting": frozenset({EndState.NOT_SENT, EndState.SENDING, EndState.QUOTE_CHANGED}),
}


class StormRunPage(StormPage):
    """Shows how far it is; it goes on by Ctrl Enter alone, and sends nothing itself."""

    own_actions = actions.STORM_RUN
    phase = Phase.CANCELLING

    def __init__(self, services: StormPageServices, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self.setObjectName("storm_run_page")
        self._spoken = services.now()
        self._decided = Label(role="caption", ink="text3", right=True)
        self._head = HeadLine(self._decided)
        self._chips = ChipBar()
        self._columns, self._list = TableHeader(COLUMNS), RunList()
        self._pane = RunPane()
        hints = HintLine(
            (actions.CHOOSE, tr("Choose")),
            (actions.WAY_OUT, tr("Booking and its way out")),
            (actions.NEXT_PROBLEM, tr("Refused and not known")),
            (actions.COPY_DETAILS, tr("Copy details")),
            None,
            tr("Killed or closed, it goes on here"),
        )
        self.build(self._list, hints, self._pane, over=(self._head, self._chips, self._columns))
        self._connect()

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
    def show_net(self, *, shown: bool) -> None:
        super().show_net(shown=shown)
        self._columns.show_columns(columns(net_shown=shown))
        self._list.show_net(columns(net_shown=shown), shown=shown)
        self._pane.show_net(shown=shown)

    @override
    def show_selling(self, *, off: str) -> None:
        super().show_selling(off=off)
        self._pane.show_selling(off=off or self._offline)

    @override
    def show_online(self, *, online: bool) -> None:
        super().show_online(online=online)
        self._pane.show_selling(off=self.selling_off or self._offline)

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

    @property
    def _offline(self) -> str:
        return "" if self.is_online else tr("Offline. Nothing can be cancelled.")

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

    def _speak(self, storm: Storm) -> None:
        """Say how far it is, at most every ten seconds."""
        now = self._services.now()
        if storm.is_running and (now - self._spoken).total_seconds() >= _SPOKEN_EVERY:
            self._spoken = now
            announce(self, ended(progress_words(storm)))

    def _connect(self) -> None:
        self._chips.chosen.connect(self._refresh)
        self._list.picked.connect(self._open)
        self._pane.spent.connect(self._go_on)
        self._pane.stopped.connect(self._stop_here)
        self.bind(actions.NEXT_PROBLEM, self._next_problem)
        self.bind(actions.SEEN_ONE, self._see)
        self.bind(actions.COPY_DETAILS, self._copy)

    def _refresh(self, _key: str = "") -> None:
        if self.storm is not None:
            self._show_rows(self.storm)

    def _open(self) -> None:
        storm = self.storm
        if self._list.current and storm is not None and not storm.is_running:
            self.booking_asked.emit(self._list.current)
        elif storm is not None and storm.is_running:
            self.said.emit(tr("Bookings open once nothing is on its way."))

    def _next_problem(self) -> None:
        storm = self.storm
        if storm is not None:
            wrong = _CHIPS["refused"] | _CHIPS["unknown"] | {EndState.QUOTE_CHANGED}
            found = {each.key for each in storm.ended(*wrong)}
            if not found:
                self.said.emit(tr("Nothing is refused or not known."))
            self._list.choose_next(found)
            self.take_focus()

    def _see(self) -> None:
        storm = self.storm
        if storm is not None and not storm.is_running and storm.ended(EndState.QUOTE_CHANGED):
            self._desk.see()

    def _copy(self) -> None:
        party = self.party(self._list.current)
        if party is not None:
            QGuiApplication.clipboard().setText(details(party))
            self.said.emit(tr("{pnr} copied.", pnr=party.sale.booking_ref))

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
