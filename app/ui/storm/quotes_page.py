"""The first step of the storm desk: a quote for each party, and the one decision."""

from __future__ import annotations

from functools import partial
from typing import cast

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.model.booking import TravellerChoice
from app.desk.model.sale import Advice
from app.desk.storm.values import QUOTED, TO_COME, Phase, QuoteState, Storm, StormParty
from app.ui.cancellation.traveller_model import TravellerPickModel
from app.ui.cancellation.traveller_table import TravellerPick
from app.ui.kit.basics.actions import TAKE_FIELD
from app.ui.kit.basics.announcing import Announcer, say
from app.ui.kit.basics.layouts import called, column, row
from app.ui.kit.basics.text import Label, Remark
from app.ui.kit.basics.usage_bar import BarPart
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.filter_chip import ChipChoice
from app.ui.kit.lists.table import Section
from app.ui.kit.sheets.field_sheet import TakingSheet
from app.ui.kit.sheets.modal_question import QuestionWords
from app.ui.kit.sheets.modal_sheet import raised_panel
from app.ui.kit.sheets.page_layout import HintLine
from app.ui.storm import actions
from app.ui.storm.decision_pane import DecisionPane
from app.ui.storm.quote_rows import (
    SECTIONS,
    QuoteRow,
    QuoteSection,
    quote_row,
    quotes_table,
    section_of,
)
from app.ui.storm.storm_page import ChipBar, HeadLine, StormPage, StormPageServices
from app.ui.storm.storm_words import quote_words, quoted_words

_ASK, _IDS = "ask", "ids"
_ALL = "all"
_WIDTH = 720


class StormQuotesPage(StormPage):
    """Nothing is cancelled by asking; Ctrl Enter decides for all that are ticked."""

    own_actions = actions.STORM_QUOTES
    phase = Phase.QUOTES

    def __init__(self, services: StormPageServices) -> None:
        super().__init__(services)
        self.setObjectName("storm_quotes_page")
        self._sections: dict[str, QuoteSection] = {}
        """Where each party stood when all quotes were in: until all are in again it stands there."""
        self._pause = called("storm_pause", Button(actions.PAUSE, size=28))
        self._again = called("storm_again", Button(actions.QUOTE_AGAIN, size=28))
        self._head = HeadLine(self._pause, self._again)
        self._chips = ChipBar(Remark(tr("Nothing is cancelled by asking")))
        self._list = quotes_table()
        self._pane = DecisionPane(services.desk)
        hints = HintLine(
            (actions.LEAVE_OUT, tr("Leave out")),
            (actions.NEEDS_LOOK, tr("Needs a look")),
            (actions.TYPE_IDS, tr("Traveller ids")),
            (actions.SEEN, tr("Seen")),
            (actions.OPEN_BOOKING, tr("Booking")),
            None,
        )
        self.build(self._list, hints, self._pane, over=(self._head, self._chips, self._list.header))
        self._chips.chips.chosen.connect(self._refresh)
        self._list.picked.connect(self._open)
        self._list.ticked.connect(self._toggle)
        self._list.header.ticked.connect(self._toggle_all)
        self._pause.clicked.connect(self._press_pause)
        self._again.clicked.connect(self.read_again)
        self._pane.spent.connect(self._decide)
        self._pane.foot.out.clicked.connect(self.step_back)
        self._pane.seen.connect(self._see)
        self.bind(actions.LEAVE_OUT, lambda: self._toggle(self._list.current_key))
        self.bind(actions.NEEDS_LOOK, self._next_look)
        self.bind(actions.TYPE_IDS, self._type_ids)
        self.bind(actions.SEEN, self._see)
        self.bind(actions.PAUSE, self._press_pause)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits choose the reason."""
        if actions.REASONS.matches(event) and not event.isAutoRepeat():
            self._pane.choose_reason(int(event.text() or 0))
        else:
            super().keyPressEvent(event)

    @override
    def typed(self) -> object:
        return self._pane.typed()

    @override
    def restore(self, typed: object) -> None:
        if isinstance(typed, tuple):
            self._pane.restore(*cast("tuple[str, str, str]", typed))

    @override
    def read_again(self) -> None:
        self._ask("")

    @override
    def run_primary(self) -> None:
        if self.selling_off:
            self.key_asked.emit()
        else:
            self._pane.run()

    @override
    def step_back(self) -> None:
        if self.may_be_left():
            self.act(self._leave_all())

    @override
    def is_on_its_way(self, storm: Storm) -> bool:
        return any(each.quote_state is QuoteState.ASKING for each in storm.parties)

    @override
    def show_storm(self, storm: Storm) -> None:
        what, more = quoted_words(storm)
        self._head.what.setText(what)
        self._head.more.setText(more)
        done = len(storm.parties) - storm.to_come
        self._head.bar.show_parts((BarPart(done / max(1, len(storm.parties))),), what)
        self._pause.setVisible(bool(storm.to_come))
        self._pause.set_label(tr("Pause") if storm.is_asking else tr("Go on"))
        self._again.setVisible(not storm.to_come)
        if not storm.to_come:
            self._sections = {each.key: section_of(each) for each in storm.parties}
        self._show_chips(storm)
        self._show_rows(storm)
        self._pane.show_storm(storm)

    def _show_chips(self, storm: Storm) -> None:
        now = {each.key: section_of(each) for each in storm.parties}
        counts = {each: sum(found is each for found in now.values()) for each in QuoteSection}
        order = (QuoteSection.LOOK, QuoteSection.LEFT_OUT, QuoteSection.QUOTED)
        if storm.to_come:
            order = (QuoteSection.QUOTED, QuoteSection.LOOK, QuoteSection.LEFT_OUT, QuoteSection.TO_COME)
        names = {**{key: tr(words) for key, words in SECTIONS.items()}, QuoteSection.TO_COME: tr("To come")}
        self._chips.show_choices(
            (
                ChipChoice(_ALL, tr("All {number}", number=len(storm.parties))),
                *(
                    ChipChoice(each, tr("{what} {number}", what=names[each], number=counts[each]))
                    for each in order
                    if counts[each] or each is QuoteSection.QUOTED
                ),
            )
        )

    def _show_rows(self, storm: Storm) -> None:
        """Below headings once all quotes were in; before that in the order of the board."""
        wanted, now = self._chips.chips.current, self._services.now()
        rows: list[Section | QuoteRow] = []
        shown = {
            each.key: quote_row(each, self._services.seat_words(each.sale, each.seats), now)
            for each in storm.parties
            if wanted in (_ALL, section_of(each))
        }
        if not self._sections:
            rows = [*shown.values()]
        for section, words in SECTIONS.items() if self._sections else ():
            found = [
                shown[each.key] for each in _in_order(storm, section, self._sections) if each.key in shown
            ]
            if found:
                rows += [Section(tr(words), str(len(found))), *found]
        self._list.show_rows(rows)
        self._list.choose_key(self._list.current_key)
        usual = [each for each in storm.parties if _is_usual(each)]
        self._list.header.show_ticked(is_ticked=bool(usual) and all(each.is_in for each in usual))

    def _refresh(self, _key: str = "") -> None:
        if self.storm is not None:
            self._show_rows(self.storm)

    def _open(self) -> None:
        if self._list.current_key:
            self.booking_asked.emit(self._list.current_key)

    def _toggle(self, key: str) -> None:
        party = self.party(key)
        if party is not None and party.quote_state is not QuoteState.LEFT_OUT:
            self._desk.set_in((key,), is_in=not party.is_in)
        elif party is not None:
            say(self, quote_words(party))

    def _toggle_all(self) -> None:
        storm = self.storm
        if storm is not None:
            able = [each for each in storm.parties if _is_usual(each)]
            self._desk.set_in([each.key for each in able], is_in=not all(each.is_in for each in able))

    def _next_look(self) -> None:
        """Go to the next party that needs a look, behind the current one, or to the first."""
        storm = self.storm
        if storm is None:
            return
        wanted = {each.key for each in storm.parties if each.needs_look}
        if not wanted:
            say(self, tr("No party needs a look."))
        self._list.choose_next(wanted)
        self.take_focus()

    def _press_pause(self) -> None:
        storm = self.storm
        if storm is None or not storm.to_come:
            return
        if storm.is_asking:
            self._desk.pause_asking()
        else:
            self._desk.ask_on()

    def _see(self) -> None:
        storm = self.storm
        if storm is not None and not storm.to_come and storm.to_be_seen:
            self._desk.see()
        elif storm is not None and not storm.to_be_seen:
            say(self, tr("No quote waits to be seen."))

    def _type_ids(self) -> None:
        party = self.party(self._list.current_key)
        if party is None:
            return
        if party.quote_state is not QuoteState.IDS_MISSING:
            say(self, tr("No traveller ids of this party are missing."))
            return
        sheet = IdsSheet(self.window(), party)
        sheet.given.connect(partial(self._give_ids, party.key))

    def _give_ids(self, key: str, choice: TravellerChoice) -> None:
        self.tasks.start(_IDS, self._desk.give_ids(key, choice))

    def _ask(self, key: str) -> None:
        storm = self.storm
        if storm is not None and not storm.to_come:
            self.tasks.start(_ASK, self._desk.ask_again(key))

    def _decide(self) -> None:
        order = self._pane.order
        if order is None or self.is_acting:
            return
        self.act(self._desk.decide(order))
        self._pane.foot.wait(tr("Writing down\u2026"), tr("Nothing is sent before it is written down."))

    @override
    def show_problem(self, advice: Advice | None) -> None:
        self._pane.foot.end_waiting()
        self._pane.show_problem(advice)
        self._pane.offer()

    async def _leave_all(self) -> None:
        """Close the storm: all its bookings stay as they are."""
        await self._desk.leave()
        self.is_acting = False
        self.went_back.emit()


def _is_usual(party: StormParty) -> bool:
    """Whether a party is quoted, or still to be."""
    return party.quote_state in QUOTED | TO_COME


def _in_order(storm: Storm, section: QuoteSection, sections: dict[str, QuoteSection]) -> list[StormParty]:
    """The parties of a section in the order of the board, those that have changed before the others."""
    found = [each for each in storm.parties if sections.get(each.key) is section]
    return sorted(found, key=lambda each: section is QuoteSection.LOOK and each.former is None)


class IdsSheet(TakingSheet):
    """Everybody of the party is chosen; Enter takes the numbers once each has its own."""

    given = Signal(object)
    """Emitted with the `TravellerChoice` of the whole party."""

    def __init__(self, window: QWidget, party: StormParty) -> None:
        self._people = TravellerPickModel()
        self._table = TravellerPick(self._people)
        self._about = Label(
            joined(", ", (party.sale.booking_ref, party.sale.customer_name)), ink="text2", wraps=True
        )
        self._problem = called("ids_problem", Label(ink="danger", wraps=True))
        self._take_button = called("take_ids", Button(tr("Ask for the quote"), "primary", key=TAKE_FIELD))
        people = party.choice.travellers if isinstance(party.choice, TravellerChoice) else ()
        self._people.show_people(people)
        self._people.choose_all()
        super().__init__(window, tr("Traveller ids"))
        self.setObjectName("ids_sheet")
        self._people.setParent(self)
        self._announcer = Announcer(self)
        self._table.rows.begin()
        self._take_button.clicked.connect(self._take)
        self._people.changed.connect(self._check)

    @override
    def _stops(self) -> tuple[QWidget, ...]:
        return (self._table.rows, *self._buttons, self._take_button)

    @override
    def _first(self) -> QWidget:
        return self._table.rows

    @override
    def _build(self, question: QuestionWords) -> None:
        panel = raised_panel(question.title)
        panel.setFixedWidth(_WIDTH)
        why = tr("The service cancels by traveller id. The operator\u2019s list has them.")
        lines = column(
            Label(question.title, "heading"),
            6,
            self._about,
            Label(why, ink="text2", wraps=True),
            14,
            self._table,
            8,
            self._problem,
            16,
            row(None, self._buttons[0], self._take_button, gap=8),
            margins=(24, 20, 24, 20),
        )
        panel.setLayout(lines)
        self.setLayout(column(None, row(None, panel, None), None))

    def _wrong(self) -> str:
        """What is missing or wrong; empty when the numbers can be taken."""
        chosen = self._people.choice
        if len(chosen.travellers) < self._people.left:
            return tr("The whole party is cancelled here. Tick everybody.")
        if len(chosen.ids) < len(chosen.travellers):
            return tr("Type the traveller id of everybody.")
        return self._people.wrong

    def _check(self) -> None:
        self._problem.setText(self._people.wrong)

    @override
    def _take(self) -> None:
        wrong = self._wrong()
        self._problem.setText(wrong)
        self._announcer.tell(wrong)
        self.lay_out()
        if not wrong:
            self.given.emit(self._people.choice)
            self.dismiss()
