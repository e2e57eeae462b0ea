"""What the three steps of the storm desk have in common: the header, the chips, and the shown storm."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import Message, mark, tr
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Advice, Sale
from app.desk.storm.storm_desk import StormDesk
from app.desk.storm.values import Phase, Storm, StormParty
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.room import Lowered
from app.ui.kit.basics.text import Label
from app.ui.kit.basics.usage_bar import UsageBar
from app.ui.kit.controls.filter_chip import ChipChoice, ChoiceChips
from app.ui.kit.lists.row_list import RowList
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import HintLine, SheetHeader
from app.ui.kit.sheets.pane import Pane, split_sheet
from app.ui.kit.sheets.step_bar import StepBar
from app.ui.storm.storm_words import heading_words
from app.ui.theme import style

_STEPS: dict[Phase, Message] = {
    Phase.QUOTES: mark("Quotes"),
    Phase.CANCELLING: mark("Cancelling"),
    Phase.TELLING: mark("Who is told"),
}
_ACT = "act"
_SECOND_MS = 1000
_LINE = 28


class StormPageServices(NamedTuple):
    """What the pages of the storm desk work with."""

    desk: StormDesk
    now: Callable[[], datetime]
    """The time of this computer."""
    rules: OfficeRules
    seat_words: Callable[[Sale, int], str]
    """The seats of a sale of which so many are meant: "2a 1c"."""
    is_practice: bool


class StormPage(Page):
    """Shows the open storm, anew whenever it has changed; it keeps nothing of it."""

    title = mark("Storm desk")
    shows_storm = True
    phase: Phase

    booking_asked = Signal(str)
    """Emitted with the request number of the sale whose booking, or whose way out, is to be opened."""
    acted = Signal()
    """Emitted when what a clerk has decided here is done, or cannot be."""

    def __init__(self, services: StormPageServices) -> None:
        super().__init__()
        self._services = services
        self._desk = services.desk
        self.is_acting = False
        """Whether something is being decided: until that is done no other page takes its place."""
        self._end = services.desk.changed.subscribe(self._follow)
        self._seconds = QTimer(self)
        self._seconds.setInterval(_SECOND_MS)
        self._seconds.timeout.connect(self._tick)
        trip = Label(ink="text2", elides=True)
        steps = StepBar(tuple(_STEPS.values()))
        steps.show_step([*_STEPS].index(self.phase))
        storm = services.desk.storm
        trip.setText(heading_words(storm.heading) if storm is not None else "")
        sign = Icon("cloud-lightning", 18, "danger")
        self.header = SheetHeader(tr("Storm desk"), "", steps, back=self.walk_out, sign=sign, beside=(trip,))

    def walk_out(self) -> None:
        """Leave by the arrow at the top."""
        self.step_back()

    def build(self, rows: RowList, hints: HintLine, pane: Pane, *, over: Sequence[QWidget]) -> None:
        """Lay out the page: the table below what stands over it, and the pane beside both."""
        self._table = rows
        left = column(*over, (rows, 1))
        self.setLayout(split_sheet(self.header, left=(held(left), hints), pane=pane))

    @override
    def take_focus(self) -> None:
        self._table.setFocus(Qt.FocusReason.OtherFocusReason)

    def party(self, key: str) -> StormParty | None:
        """The party with this request number; None when the storm has none."""
        storm = self.storm
        return next((each for each in storm.parties if each.key == key), None) if storm is not None else None

    @property
    def storm(self) -> Storm | None:
        """The storm that is shown; None when it is no longer open, or in another step."""
        storm = self._services.desk.storm
        return storm if storm is not None and storm.phase is self.phase else None

    @override
    def enter(self) -> None:
        self._follow()
        super().enter()

    @override
    def leave(self) -> None:
        self._end()
        self._seconds.stop()
        super().leave()

    @override
    def may_be_left(self) -> bool:
        return not self.is_acting

    def act(self, work: Coroutine[object, object, None]) -> None:
        """Do what a clerk has decided, once at a time, and show what is in its way."""
        if self.is_acting:
            work.close()
            return
        self.is_acting = True
        self.show_problem(None)
        self.tasks.start(_ACT, self._act(work))

    async def _act(self, work: Coroutine[object, object, None]) -> None:
        problem: Advice | None = None
        try:
            await work
        except DeskError as error:
            problem = error.advice
        finally:
            self.is_acting = False
        self._follow()
        if problem is not None:
            self.show_problem(problem)
        self.acted.emit()

    @abstractmethod
    def show_problem(self, advice: Advice | None) -> None:
        """Show why something could not be done; None for nothing."""

    @abstractmethod
    def show_storm(self, storm: Storm) -> None:
        """Show it as it is now."""

    @abstractmethod
    def is_on_its_way(self, storm: Storm) -> bool:
        """Whether seconds are counted for some party."""

    def _follow(self) -> None:
        storm = self.storm
        if storm is None:
            self._seconds.stop()
            return
        self.show_storm(storm)
        if not self.is_on_its_way(storm):
            self._seconds.stop()
        elif not self._seconds.isActive():
            self._seconds.start()

    def _tick(self) -> None:
        if self.storm is not None:
            self.show_storm(self.storm)


class HeadLine(QWidget):
    """How far it is, in words and as a bar, with what stands at the right."""

    def __init__(self, *ends: QWidget) -> None:
        super().__init__()
        self.what, self.more = Label(role="bodyHeavy"), Label(ink="text2", elides=True)
        self.what.setObjectName("storm_head")
        self.bar = UsageBar(6)
        line = row(self.what, (self.more, 1), gap=12)
        for each in ends:
            line.addWidget(each)
        whole = held(line)
        whole.setMinimumHeight(_LINE)
        lines = column(whole, 8, self.bar, margins=(20, 10, 20, 12))
        self.setLayout(column(lines, Hairline()))


class ChipBar(Lowered, QWidget):
    """Chips that show some parties alone, with a note at the right where there is room."""

    def __init__(self, *ends: QWidget) -> None:
        super().__init__()
        self.chips = called("storm_filter", ChoiceChips(tr("Show")))
        line = row(self.chips, None, gap=8, margins=(20, 0, 16, 0))
        for each in ends:
            line.addWidget(each)
        self.setLayout(column(None, line, None, Hairline()))
        self.keep_heights(style.FILTER_BAR)

    def show_choices(self, choices: Iterable[ChipChoice]) -> None:
        """Show these chips; the first is chosen where none is."""
        choices = tuple(choices)
        self.chips.show_choices(choices)
        if not self.chips.current:
            self.chips.choose(choices[0].key)
