"""One screen: what the window may ask of every page, and the tasks that end with it."""

from __future__ import annotations

from datetime import date
from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.tasks import TaskScope, hand_to_loop
from app.ui.kit.basics.actions import Action
from app.ui.kit.sheets.shortcuts import Act, bind


class Page(QWidget):
    """A screen in the window's sheet; its reads run in `tasks` and end when it is left.

    A page tells what the clerk did by signals and knows no other page.
    """

    uses_day: ClassVar[bool] = False
    """Whether the travel date of the top bar belongs to this page."""
    own_actions: ClassVar[tuple[Action, ...]] = ()
    """The actions of this screen beside those that work everywhere."""
    has_sheet: ClassVar[bool] = True
    """False: the page takes the whole window, without rail and top bar."""

    went_back = Signal()
    """The clerk stepped back: Esc, or the arrow in the header."""
    key_asked = Signal()
    """The clerk wants to enter another key."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.net_shown = True
        self.is_online = True
        self.selling_off = ""
        """Why nothing can be sold with this key; empty when it can."""
        self.tasks = TaskScope(self.work_failed)
        self._typed: dict[Action, Act] = {}
        self.bound: set[Action] = set()
        """The actions that do something here, beside those of the window and of lists and fields."""

    def enter(self) -> None:
        """The page is on screen: put the focus where typing starts, and begin to read."""
        self.take_focus()

    def take_focus(self) -> None:
        """Put the focus where typing starts, such as from the search field."""
        self.setFocus()

    def bind(self, action: Action, *acts: Act, in_window: bool = False) -> None:
        """Let the keys of an action do something here, or each key its own thing."""
        self.bound.add(action)
        if action.is_typed:
            self._typed[action] = acts[0]
        else:
            bind(self, action, *acts, in_window=in_window)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters that no field and no list wanted."""
        act = next((act for action, act in self._typed.items() if action.matches(event)), None)
        if act is None or event.isAutoRepeat():
            super().keyPressEvent(event)
        else:
            act()

    def leave(self) -> None:
        """The page is done with: end its tasks, then itself."""
        self.tasks.cancel_all()
        self.deleteLater()

    def run_primary(self) -> None:
        """Ctrl Enter: the primary action of this screen."""

    def step_back(self) -> None:
        """Esc: back by one step."""
        self.went_back.emit()

    def read_again(self) -> None:
        """F5: read again what is on screen."""

    def filter_by(self, text: str) -> None:
        """Filter the list of this screen by what is typed in the search field."""

    def take_search(self) -> bool:
        """Ctrl F: whether this screen has put the keyboard into a search field of its own."""
        return False

    def show_day(self, day: date) -> None:
        """Another travel date was chosen in the top bar."""

    def step_day(self, days: int) -> None:
        """Ctrl Left and Ctrl Right: a day of its own that this screen shows, back (-1) or on (1)."""

    def type_day(self) -> None:
        """Ctrl T: a day of its own that this screen shows is typed."""

    def show_net(self, *, shown: bool) -> None:
        """F8: show or hide everything of the wallet side."""
        self.net_shown = shown

    def show_online(self, *, online: bool) -> None:
        """The line to the service came or went."""
        self.is_online = online

    def show_selling(self, *, off: str) -> None:
        """The service lets this key sell (empty), or does not, and why."""
        self.selling_off = off

    def typed(self) -> object:
        """What is typed and chosen on this page, for the page that takes its place in another language."""
        return None

    def restore(self, typed: object) -> None:
        """Take up what was typed and chosen on the page whose place this one takes."""

    def may_be_left(self) -> bool:
        """Whether leaving loses nothing; a page with money under way stays."""
        return True

    def work_failed(self, name: str, error: Exception) -> None:
        """Hand a fault of this program in a task to the loop, which writes it down."""
        hand_to_loop(f"{name} of {type(self).__name__}", error)
