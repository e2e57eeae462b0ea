"""The base of pages: what the window calls on each, and the tasks that end with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, ClassVar, Literal

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from typing_extensions import override

from app.core.language import Message, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.actions import TYPE_DAY, Action
from app.ui.kit.basics.focus_ring import note_key
from app.ui.kit.basics.mixin import Around, Told
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.kit.sheets.shortcuts import Act, bind

if TYPE_CHECKING:
    from app.desk.model.shown import Shown

_LINE = 40
"""Pixels that an arrow key scrolls."""
_BUILT = object()


class Page(Told, QWidget):
    """A page in the window; its reads run in `tasks` and end when it is left.

    A page reports the clerk's actions by signals and knows no other page.
    """

    uses_day: ClassVar[bool] = False
    """Whether the travel date of the top bar belongs to this page."""
    own_actions: ClassVar[tuple[Action, ...]] = ()
    """The actions of this page besides those that work everywhere."""
    title: Message | None = None
    """Its name in the title of the window; see `rename`."""
    has_sheet: ClassVar[bool] = True
    """False: the page takes the whole window, without rail and top bar."""
    shows_basket: ClassVar[bool] = False
    """Whether it shows the open basket itself, which then is not repeated below the sheet."""
    shows_storm: ClassVar[bool] = False
    """Whether it shows the open storm itself, which then is not told of above it."""
    is_over: ClassVar[bool] = False
    """Whether it tells of a sale that is settled: whoever sells again does not come back to it."""

    went_back = Signal()
    """Emitted by Esc or the arrow in the header."""
    key_asked = Signal()
    """Emitted to enter another API key."""
    renamed = Signal()
    """Emitted when `title` has changed."""
    customer_view_changed = Signal()
    """Emitted when `customer_view` may have changed."""
    aged = Signal(object)
    """Emitted by the window every few seconds with the `Moment`, for what has become old."""
    office_changed = Signal()
    """Emitted by the window when other desks may have done something: nothing moves under the hands."""
    turned = Signal(object)
    """Emitted with the former `Around` when that has changed, after all parts have followed."""

    def __init__(self) -> None:
        super().__init__()
        # Qt calls the rows of a hidden list shown.
        set_spoken_role(self, QAccessible.Role.Pane, covered=lambda page: not page.isVisible())
        self.setAccessibleName(tr(self.title) if self.title else "")
        self.booking_ref = ""
        """The PNR of the one booking that this page is about; empty for any other page."""
        self.filter_by: Callable[[str], object] | None = None
        """Filters this page by the text in the search field of the top bar; that else searches everything."""
        self.own_search: QLineEdit | None = None
        """Its own search field, to which Ctrl F goes."""
        self.answers: dict[Action, Callable[..., object]] = {}
        """What the keys of the window that are about a day or print do here in place of what they do else."""
        self.tasks = TaskScope(self.work_failed)
        self._typed: dict[Action, Act] = {}
        self._acts: dict[Action, tuple[Act, ...]] = {}

    def rename(self, title: Message | None) -> None:
        """Have another title, when what the page tells of is no longer what it was."""
        if title != self.title:
            self.title = title
            self.setAccessibleName(tr(title) if title else "")
            self.renamed.emit()

    @property
    def early_keys(self) -> Literal["drop", "press", "wait"]:
        """What becomes of keys that were pressed before what they are for was there.

        They are pressed where one knew what would be there, wait for what is being read, and are dropped
        where nobody has seen yet what they would do.
        """
        return "drop"

    def takes(self, event: QKeyEvent) -> bool:
        """Whether the key is an act of this page that no field and no list would use."""
        return any(action.matches(event) for action in self._typed)

    def enter(self) -> None:
        """Set the initial focus and begin to read; called when the page is on screen."""
        self.take_focus()

    def take_focus(self) -> None:
        """Set the focus where typing starts, such as after the search field."""
        self.setFocus()

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Keep the keyboard on the page when what had it has gone: Qt would pass it to what stands beside."""
        focused = QApplication.focusWidget()
        if focused is None or not self.isAncestorOf(focused) or (focused.isVisible() and focused.isEnabled()):
            return super().focusNextPrevChild(next)
        if not self.isVisible():
            # The page has gone itself, and what follows takes the keyboard.
            focused.clearFocus()
            return True
        self.take_focus()
        if QApplication.focusWidget() in (focused, None):
            self.setFocus()
        return True

    @property
    def bound(self) -> frozenset[Action]:
        """The bound actions, besides those of the window and of lists and fields."""
        return frozenset(self._acts)

    @property
    def offered(self) -> dict[Action, Act]:
        """The bound actions that are one act and end with it, in the order of the list of keys."""
        alone = {each: acts[0] for each, acts in self._acts.items() if len(each.pressed) == len(acts) == 1}
        return {each: alone[each] for each in self.own_actions if each in alone and not each.is_held}

    def bind(self, action: Action, *acts: Act, in_window: bool = False) -> None:
        """Bind the keys of an action to `acts`: one for all keys, or one for each."""
        self._acts[action] = acts
        if action.is_typed:
            self._typed[action] = acts[0]
        else:
            bind(self, action, *acts, in_window=in_window)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle keys that no field and no list has used."""
        act = next((act for action, act in self._typed.items() if action.matches(event)), None)
        if act is not None and not event.isAutoRepeat():
            note_key()
            act()
        elif act is not None or not self._scroll_by(event.key()):
            super().keyPressEvent(event)

    def _scroll_by(self, key: int) -> bool:
        """Scroll the first part of the page that does not fit. Returns whether the key is one for it."""
        parts = (each for each in self.findChildren(Scroller) if each.isVisible())
        part = next((each for each in parts if each.verticalScrollBar().maximum() > 0), None)
        return part is not None and part.take_key(key, _LINE)

    def leave(self) -> None:
        """End the tasks, then delete the page."""
        self.tasks.cancel_all()
        self.deleteLater()

    def run_primary(self) -> None:
        """Run the primary action of this page (Ctrl Enter)."""

    def step_back(self) -> None:
        """Go back by one step (Esc), unless the page may not be left."""
        if self.may_be_left():
            self.went_back.emit()

    def read_again(self) -> None:
        """Read the content of the page again (F5)."""

    def show_day(self, day: date) -> None:
        """Show another travel date, chosen in the top bar."""

    def look_ahead(self, days: Sequence[date], tell: Callable[[date, bool], None]) -> None:
        """Tell of days of a month that is shown whether something can be sold; without days no longer."""

    @property
    def has_day(self) -> bool:
        """Whether there is a day to change: the travel date, or the page's own."""
        return self.uses_day or TYPE_DAY in self.answers

    @override
    def follow_around(self, before: Around) -> None:
        self.turned.emit(before)

    @property
    def customer_view(self) -> Shown | None:
        """What the customer may read along; None outside a sale."""
        return None

    def typed(self) -> object:
        """The input on this page, for the page that replaces it in another language."""
        return None

    def restore(self, typed: object) -> None:
        """Restore the input of the page that this one replaces."""

    def may_be_left(self) -> bool:
        """Whether the page may be left without loss; not during a money call."""
        return True

    @property
    def unrecorded(self) -> Message | None:
        """What is being done here with money and is not recorded, as a heading; None for nothing."""
        return None

    def work_failed(self, name: str, error: Exception) -> None:
        """Hand an unexpected exception of a task to the loop, which logs it."""
        hand_to_loop(f"{name} of {type(self).__name__}", error)


class SalePage(Page):
    """A page of one sale, built before there is one, in parts; it is filled when it is shown.

    It serves one sale alone, and is deleted with what was typed in it.
    """

    def __init__(self) -> None:
        super().__init__()
        self._unbuilt = self._parts()

    def build_part(self) -> bool:
        """Build the next part of the page. Returns whether more are left."""
        return next(self._unbuilt, _BUILT) is not _BUILT

    def build(self) -> None:
        """Build all that is left."""
        while self.build_part():
            pass

    def _parts(self) -> Iterator[None]:
        """Build the page, with a pause wherever something else may be done."""
        raise NotImplementedError
