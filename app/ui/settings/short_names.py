"""The block of short names of trips in the settings."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.core.language import joined, mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.quick_entry.short_names import NameFault, WrongName, unknown_trips, wrong_name
from app.desk.settings.settings_context import SettingsContext
from app.ui.kit.basics.layouts import row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.menu_chip import MenuChip
from app.ui.settings.messages import MessageField
from app.ui.settings.section import block

_HELP = mark("One on a line: ed = Discover scuba dive, Elephant Beach.")

Places = Callable[[], Awaitable[tuple[tuple[str, str], ...]]]
"""Returns the trips of the kept lists, by title and place or boat."""


class ShortNameSettings(QObject):
    """A line for each short name; they count once their box is left, and all are right."""

    changed = Signal(object)
    """Emitted with settings by name."""

    def __init__(self, setup: SettingsContext, places: Places, parent: QWidget) -> None:
        super().__init__(parent)
        self._setup, self._places = setup, places
        self._shown = setup.settings.short_names
        self._known: tuple[tuple[str, str], ...] = ()
        self._tasks = TaskScope(hand_to_loop)
        self._box = MessageField(tr("Short names"), "short_names")
        self._add = MenuChip(tr("Add a trip"), "plus")
        self._add.setObjectName("add_short_name")
        self._add.hide()
        self._about = Label("", "caption", "text3", wraps=True)
        self._about.setObjectName("short_names_about")
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
        self._box.left.connect(self._enter)
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
            self.changed.emit({"short_names": typed})
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
