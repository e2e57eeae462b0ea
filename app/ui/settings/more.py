"""More: what a counter may have besides, each off or empty at first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date
from typing import cast

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from app.core.language import LANGUAGES, joined, mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.quick_entry.short_names import NameFault, WrongName, unknown_trips, wrong_name
from app.desk.settings.settings_context import SettingsContext
from app.ui.kit.basics.layouts import called, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.menu_chip import MenuChip
from app.ui.kit.controls.segmented import SegmentChoice
from app.ui.settings.in_charge import InCharge
from app.ui.settings.messages import MessageField, MessageSettings
from app.ui.settings.passport_reader import PassportReaderSettings
from app.ui.settings.section import Block, SettingControls, block, blocks
from app.ui.settings.till import TillSettings

_SCREENS = 2
"""The clerk's and the customer's."""
_HELP = mark("One on a line: ed = Discover scuba dive, Elephant Beach.")
Places = Callable[[], Awaitable[tuple[tuple[str, str], ...]]]
"""Returns the trips of the kept lists, by title and place or boat."""


class MoreSettings(QWidget):
    """The blocks of each; every change is kept at once."""

    heading = mark("More")
    icon = "plus"

    def __init__(
        self, setup: SettingsContext, in_charge: InCharge, places: Places, today: Callable[[], date]
    ) -> None:
        """`places` returns the trips of the kept lists."""
        super().__init__()
        controls = SettingControls(setup)
        self._customer = CustomerWindowBlock(setup, self)
        till, messages = TillSettings(setup, in_charge, self), MessageSettings(setup, self)
        names, reader = ShortNameSettings(setup, places, self), PassportReaderSettings(setup, today, self)
        self._parts = controls, self._customer, till, messages, names, reader
        board = _travelling(controls)
        self.setLayout(
            blocks(
                self._customer.block,
                *till.blocks,
                board,
                _to_do(controls),
                *messages.blocks,
                *names.blocks,
                *reader.blocks,
            )
        )

    def show_settings(self) -> None:
        """Show the present settings without emitting signals."""
        for each in self._parts:
            each.show_settings()


def _travelling(controls: SettingControls) -> Block:
    """Whether there is a board of those who travel."""
    about = tr("Alt 6 opens it. Nothing is sent by the program: it opens a chat or a draft, or copies.")
    return block(
        tr("Travelling"),
        tr("Who travels on a day, who was told, who holds a voucher, and what is still owed."),
        controls.on_off("travelling", tr("Travelling"), about),
        controls.on_off("seat_sound", tr("A soft sound when watched seats are found")),
    )


def _to_do(controls: SettingControls) -> Block:
    """Whether To do stands on the rail."""
    return block(
        tr("To do"),
        tr("What is still to be done, from what this office keeps."),
        controls.on_off("to_do", tr("To do on the rail"), tr("Alt 8 opens it, also without.")),
    )


class CustomerWindowBlock(QObject):
    """Whether there is a customer window, and how it looks."""

    def __init__(self, setup: SettingsContext, parent: QObject) -> None:
        super().__init__(parent)
        self._setup = setup
        self._controls = controls = SettingControls(setup, self._keep)
        self._alone = Label(tr("No second screen is connected."), "caption", "warning", wraps=True)
        self._alone.setObjectName("no_second_screen")
        about = tr("It opens on the second screen. F9 blanks it and brings it back.")
        self.block = block(
            tr("Customer window"),
            tr("On a screen that faces the customer: what is being sold, who travels and the PNR."),
            controls.on_off("customer_window", tr("Customer window"), about),
            self._alone,
            controls.one_of("customer_window_language", tr("Languages"), _languages()),
            controls.one_of("customer_window_theme", tr("Theme"), _themes()),
            controls.on_off("customer_window_price", tr("Prices before the payment")),
        )
        self.count_screens()
        app = cast("QApplication", QApplication.instance())
        app.screenAdded.connect(self.count_screens)
        app.screenRemoved.connect(self.count_screens)

    def show_settings(self) -> None:
        """Show the present settings without keeping any."""
        self._controls.show_settings()
        self.count_screens()

    def _keep(self, changes: dict[str, object]) -> None:
        self.count_screens()
        self._setup.shell.keep(changes)

    def count_screens(self, *_screens: object) -> None:
        """Say that it stands nowhere while there is no screen for it."""
        is_on = self._controls.value("customer_window") is True
        self._alone.setVisible(is_on and len(QApplication.screens()) < _SCREENS)


def _languages() -> tuple[SegmentChoice, ...]:
    return (
        *(SegmentChoice(code, name) for code, name in LANGUAGES.items()),
        SegmentChoice("both", tr("Both")),
    )


def _themes() -> tuple[SegmentChoice, ...]:
    return (
        SegmentChoice("light", tr("Light")),
        SegmentChoice("dark", tr("Dark")),
        SegmentChoice("program", tr("As the program")),
    )


class ShortNameSettings(QObject):
    """A line for each short name; they count once their box is left, and all are right."""

    def __init__(self, setup: SettingsContext, places: Places, parent: QWidget) -> None:
        super().__init__(parent)
        self._setup, self._places = setup, places
        self._shown = setup.settings.short_names
        self._known: tuple[tuple[str, str], ...] = ()
        self._tasks = TaskScope(hand_to_loop)
        self._box = MessageField(tr("Short names"), "short_names")
        self._add = called("add_short_name", MenuChip(tr("Add a trip"), "plus"))
        self._add.hide()
        self._about = called("short_names_about", Label("", "caption", "text3", wraps=True))
        self.blocks = (
            block(
                tr("Short names of trips"),
                tr("The office\u2019s own words for a line of words, such as 2 ed tmr 11 in Ctrl K."),
                self._box,
                self._about,
                row(self._add, None),
            ),
        )
        """Those for its section."""
        self._box.show_text(self._shown, "")
        self._box.box.left.connect(self._enter)
        self._add.changed.connect(self._begin_line)
        self.destroyed.connect(self._tasks.cancel_all)
        self.show_settings()

    def show_settings(self) -> None:
        """Show the present settings without emitting signals; what is typed and not right yet stays."""
        own = self._setup.settings.short_names
        if own != self._shown:
            self._shown = own
            self._box.show_text(own, "")
        self._tell_trips()
        self._tasks.start("trips", self._learn())

    async def _learn(self) -> None:
        """Offer the trips of the lists that are kept."""
        self._known = await self._places()
        names = [joined(", ", each) for each in self._known]
        self._add.set_choices([(each, each) for each in names])
        self._add.setVisible(bool(names))
        self._tell_trips()

    def _enter(self) -> None:
        """Take the lines, or say which of them is wrong."""
        typed = self._box.text()
        wrong = wrong_name(typed)
        if wrong is not None:
            self._box.show_error(joined(" ", (_wrong(wrong), tr("It is not saved."))))
        elif typed != self._shown:
            self._shown = typed
            self._setup.shell.keep({"short_names": typed})
            self._tell_trips()

    def _begin_line(self) -> None:
        """Begin the line of a chosen trip, before which the short name is then typed."""
        trip = self._add.value
        if trip:
            self._add.clear()
            self._box.begin_line(f" = {trip}")

    def _tell_trips(self) -> None:
        """Say which trip is not in the lists."""
        unknown = unknown_trips(self._shown, self._known)
        said = tr("Not in the lists read today: {trips}.", trips="; ".join(unknown)) if unknown else tr(_HELP)
        self._about.setText(said)
        self._about.set_ink("warning" if unknown else "text3")


def _wrong(line: WrongName) -> str:
    match line.problem:
        case NameFault.NO_TRIP:
            return tr("Line {number}: write the short name, then = and the trip.", number=line.number)
        case NameFault.FORM:
            return tr(
                "Line {number}: a short name has 2 to 12 letters or figures, a letter first.",
                number=line.number,
            )
        case NameFault.MEANING:
            return tr(
                "Line {number}: {name} has a meaning of its own in a line.",
                number=line.number,
                name=line.name,
            )
        case NameFault.TWICE:
            return tr("Line {number}: {name} stands above already.", number=line.number, name=line.name)
