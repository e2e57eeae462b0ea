"""The right side of the quotes: what they come to, and the one decision for all."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from app.core.language import ended, joined, mark, tr
from app.desk.model import formats
from app.desk.model.sale import Advice
from app.desk.storm.storm_desk import StormDesk
from app.desk.storm.values import QUOTED, QuoteState, Storm, StormOrder, StormParty, StormReason
from app.ui.kit.basics.amounts import AmountLabel, Pair
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.key_cap import KeyCap
from app.ui.kit.basics.layouts import called, column, empty, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.room import Moving
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.checkbox import Checkbox
from app.ui.kit.controls.filter_chip import ChipChoice, ChoiceChips
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.input_sheet import pin_field
from app.ui.kit.sheets.net_hidden_notice import hidden_side
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.kit.sheets.pane import Pane, ShownSum, SumsInSight
from app.ui.storm import actions
from app.ui.storm.spend_foot import SpendFoot, sum_line
from app.ui.storm.storm_words import heading_words, parties, seen_words, stated
from app.ui.theme import style

_LONGEST = 100
_CHOICES = (
    (StormReason.WEATHER, mark("Weather"), mark("Weather")),
    (StormReason.OPERATOR, mark("Called off by operator"), mark("Operator")),
    (StormReason.OTHER, mark("Other"), mark("Other")),
)
"""The reasons with their words, and shorter ones for a pane that is too narrow."""
_ASK_FIRST = mark("Has the operator cancelled it already? Ask first.")
_NOT_COUNTED = (
    (QuoteState.IDS_MISSING, mark("Traveller ids missing")),
    (QuoteState.NOT_QUOTED, mark("Not quoted")),
    (QuoteState.NO_ANSWER, mark("No answer")),
    (QuoteState.LEFT_OUT, mark("Cannot be cancelled here, left out")),
)


class DecisionPane(Pane):
    """Sums, what is in none of them, the tick, and who decides why; nothing is sent by it."""

    spent = Signal()
    """Emitted once to cancel, until it is offered again."""
    seen = Signal()
    """Emitted to say that what waits for it was seen."""

    def __init__(self, desk: StormDesk) -> None:
        super().__init__(is_heard=False)
        self._desk = desk
        self._storm: Storm | None = None
        self._announcer = Announcer(self, is_urgent=True)
        self._heading = Label(role="heading")
        self._count = called("storm_count", Label(role="caption", ink="text3", right=True))
        self._debited, self._charge = Pair(tr("Debited")), Pair(tr("Cancellation charges"))
        self._amount = called("storm_refund", AmountLabel("money", right=True))
        self._out = column(gap=2)
        self.tick = called("storm_seen", Checkbox())
        self._reasons = called("storm_reason", ChoiceChips(tr("Why they do not travel")))
        self._words = TextField(tr("Why"), "storm_words", limit=_LONGEST, required=True)
        self._by = TextField(tr("Decided by"), "storm_by", limit=_LONGEST, required=True)
        self._second = self._second_field()
        self._problem = called("storm_problem", Label(ink="danger", wraps=True))
        self.foot = SpendFoot(actions.KEEP_ALL)
        self._build()
        self.turned.connect(self._turn)
        self.in_sight.changed.connect(self.offer)
        self.foot.spend.spent.connect(self._spend)
        self.tick.clicked.connect(self._tell_seen)
        self._reasons.chosen.connect(self._follow_reason)
        for field in (self._words, self._by, self._second):
            field.edited.connect(self._edit)

    @property
    def order(self) -> StormOrder | None:
        """The decision as it stands; None before a reason is chosen."""
        reason = self._reason
        if reason is None:
            return None
        words = self._words.text().strip() if reason is StormReason.OTHER else ""
        return StormOrder(reason, words, self._by.text().strip(), self._typed_second)

    def show_storm(self, storm: Storm) -> None:
        """Show what the quotes come to now."""
        self._storm = storm
        is_named = bool(self._desk.decider)
        self._by.edit.setReadOnly(is_named)
        if is_named:
            self._by.set_text(self._desk.decider)
        self._second.setVisible(self._desk.asks_second)
        self._show_sums(storm)
        self._show_out(storm)
        self._show_tick(storm)
        self.offer()

    def show_problem(self, advice: Advice | None) -> None:
        """Show why nothing was decided, beside the field that it is about; None for nothing."""
        is_pin = advice is not None and advice.field == "second"
        told = "" if advice is None else joined(" ", (advice.what, advice.meaning, advice.action))
        self._second.show_error(told if is_pin else "")
        self._problem.setText("" if is_pin else told)
        self._problem.setVisible(bool(told) and not is_pin)
        if is_pin:
            self._second.set_text("")
            self._second.setFocus()
        if told:
            self.reveal()

    def choose_reason(self, number: int) -> bool:
        """Choose a reason by its number from 1, and go to the first field that is empty.

        Returns whether there is one.
        """
        self._reasons.choose(_CHOICES[number - 1][0])
        field = self._first_empty
        if field is not None:
            self.reveal()
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return field is not None

    def typed(self) -> tuple[str, str, str]:
        """What was typed, without a PIN."""
        return self._reasons.current, self._words.text(), self._by.text()

    def restore(self, reason: str, words: str, by: str) -> None:
        """Show what was typed before."""
        if reason:
            self._reasons.choose(reason)
        self._words.set_text(words)
        self._by.set_text(by)

    def run(self) -> None:
        """Cancel, or go to what is missing first (Ctrl Enter)."""
        storm = self._storm
        if storm is None:
            return
        if storm.to_be_seen and not storm.to_come:
            self.reveal()
            self.tick.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif not self.foot.spend.is_armed and self._reason is not None and self._first_empty is not None:
            self.reveal()
            self._first_empty.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.foot.spend.spend()
        self.offer()

    def _spend(self) -> None:
        if self.in_sight.permit():
            self.spent.emit()
        else:
            self.offer()

    def offer(self) -> None:
        """Offer the button with the number and the sum that it would cancel, or say why it cannot."""
        storm = self._storm
        if storm is None or self.foot.is_busy:
            return
        label = spend_words(storm, storm.chosen, net_shown=self.net_shown)
        obstacle = self._obstacle()
        if not obstacle and not self.in_sight.look():
            obstacle = tr("Make the window larger to see the refund.")
        self.foot.offer(label, obstacle, tr("One by one. This cannot be undone."))
        self.facts.show_fact(obstacle or heading_words(storm.heading))

    def _turn(self) -> None:
        self._show_reasons()
        if self._storm is not None:
            self._show_tick(self._storm)
        self.offer()

    @property
    def _reason(self) -> StormReason | None:
        chosen = self._reasons.current
        return StormReason(chosen) if chosen else None

    @property
    def _typed_second(self) -> str:
        return "" if self._second.isHidden() else self._second.text().strip()

    @property
    def _first_empty(self) -> TextField | None:
        fields = (self._words, self._by, self._second)
        return next((each for each in fields if not each.isHidden() and not each.text().strip()), None)

    def _obstacle(self) -> str:
        if self.selling_off:
            return self.selling_off
        if not self.is_online:
            return tr("Offline. Nothing can be cancelled.")
        words, by = self._words.text().strip(), self._by.text().strip()
        return self._desk.obstacle(self._reason, words, by, self._typed_second)

    def _show_sums(self, storm: Storm) -> None:
        sums = storm.sums
        self._heading.setText(tr("Quoted so far") if storm.to_come else tr("Refund quotes"))
        chosen = storm.chosen
        count = tr("{number} of {count}", number=len(chosen), count=parties(len(storm.parties)))
        seats = formats.seats(sum(each.seats for each in chosen))
        self._count.setText(joined(", ", (count, seats)))
        self._debited.value.setText(stated(sums.debited))
        self._charge.value.setText(stated(sums.charge, minus=True))
        self._amount.show_amount(sums.refund, storm.currency)
        self.facts.show_sums(
            ShownSum(tr("Parties"), str(len(chosen))),
            ShownSum(tr("Refund to your wallet"), formats.amount(sums.refund), is_net=True),
        )

    def _show_out(self, storm: Storm) -> None:
        """Show what is in none of the sums."""
        found = [(tr("Refund not stated by the service"), len(storm.not_stated))]
        found += [
            (tr(words), sum(each.quote_state is state for each in storm.parties))
            for state, words in _NOT_COUNTED
        ]
        # A party that is asked for again stands outside until its quote is in: nobody has left it out.
        taken_out = [each for each in storm.left_out if each.quote_state in QUOTED]
        found += [(tr("Left out by hand"), len(taken_out)), (tr("Still to come"), storm.to_come)]
        empty(self._out)
        shown = [(words, parties(count)) for words, count in found if count]
        if shown:
            self._out.addWidget(Label(tr("Not in the sum"), "captionStrong", "text3"))
        for words, count in shown:
            self._out.addWidget(Pair(words, count))
        self._out_lines.setVisible(bool(shown))

    def _show_tick(self, storm: Storm) -> None:
        waits = () if storm.to_come else storm.to_be_seen
        seen = _seen(storm)
        self._tick_box.setVisible(bool(waits or seen) and not storm.to_come)
        self.tick.show_words(seen_words(waits or seen, is_short=not self.room.is_wide))
        self.tick.setChecked(not waits)
        self.tick.setEnabled(bool(waits))
        if waits:
            self._announcer.tell(ended(seen_words(waits)))

    def _tell_seen(self) -> None:
        self.tick.setChecked(False)
        self.seen.emit()

    def _follow_reason(self) -> None:
        self._words.setVisible(self._reason is StormReason.OTHER)
        self._edit()

    def _edit(self) -> None:
        self.show_problem(None)
        self.offer()

    def _second_field(self) -> TextField:
        if self._desk.asks_pin:
            return pin_field(tr("Second person, PIN"), "storm_second", required=True)
        return TextField(tr("Second person"), "storm_second", limit=_LONGEST, required=True)

    def _sums(self) -> tuple[QWidget, ...]:
        return (self._amount,) if self.net_shown else ()

    def _build(self) -> None:
        parts, details = NetSide(column(self._debited, 4, self._charge, 10, Hairline(), 8)), column()
        refund = sum_line(Label(tr("Refund to your wallet"), "bodyHeavy"), self._amount)
        money = Box("sunken", "line", radius=style.RADIUS)
        moving = Moving(parts, lambda room: room.is_low, details.addWidget)
        money.setLayout(column(moving, refund, margins=(15, 11, 15, 11)))
        heading, money_side = row(self._heading, None, self._count), NetSide(column(money))
        self.body.addWidget(held(column(heading, 10, money_side, hidden_side(), margins=(20, 16, 20, 0))))
        self._out_lines = held(column(self._out, 8))
        self._tick_box = Box("warning_soft", "warning_line", radius=style.RADIUS)
        self._tick_box.setLayout(row(self.tick, None, KeyCap(actions.SEEN), gap=8, margins=(12, 8, 12, 8)))
        self._tick_box.hide()
        self._show_reasons()
        asked = row(Icon("info", 15, "text3", above=2), gap=8, top=True)
        asked.addWidget(Label(tr(_ASK_FIRST), ink="text2", wraps=True), 1)
        kept = Label(tr("kept with your name"), "caption", "text3")
        people = row((self._by, 1), (self._second, 1), gap=12, top=True)
        self._words.hide()
        self._problem.hide()
        reasons_home = row()
        # Below the page they are chosen by their keys with the drawer closed: they are seen in the bar.
        self.lend(self._reasons, reasons_home)
        content = column(
            self._out_lines,
            self._tick_box,
            10,
            Hairline(),
            10,
            row(Label(tr("One decision for all"), "heading"), None, kept),
            2,
            asked,
            6,
            row(reasons_home, None),
            8,
            self._words,
            people,
            self._problem,
            12,
            details,
            None,
            margins=(20, 10, 20, 10),
        )
        scroller = Scroller(held(content))
        self.body.addWidget(scroller, 1)
        self.close_with(self.foot)
        self.in_sight = SumsInSight(self, scroller, self._sums)

    def _show_reasons(self) -> None:
        self._reasons.show_choices(
            ChipChoice(reason, tr(words if self.room.is_wide else short), pressed=key)
            for (reason, words, short), key in zip(_CHOICES, actions.REASONS.pressed, strict=True)
        )


def spend_words(storm: Storm, chosen: Sequence[StormParty], *, net_shown: bool, is_more: bool = False) -> str:
    """The words of the button: how many parties it cancels, and what comes back of those that state it."""
    count = parties(len(chosen))
    if is_more:
        count = tr("{number} more", number=len(chosen))
    stated = [
        each.quote.refund for each in chosen if each.quote is not None and each.quote.refund is not None
    ]
    if not net_shown or not chosen:
        return tr("Cancel {parties}", parties=count if chosen else tr("parties"))
    refund = tr("not stated")
    if stated:
        refund = joined(" ", (storm.currency, formats.amount(sum(stated[1:], stated[0]))))
    return tr("Cancel {parties}, refund {refund}", parties=count, refund=refund)


def _seen(storm: Storm) -> list[StormParty]:
    """Those whose tick was given."""
    ticked = {QuoteState.CHANGED, QuoteState.NOT_STATED}
    return [each for each in storm.chosen if each.quote_state in ticked and each.is_seen]
