"""The table of actions: each is declared once, for its binding, help, palette, buttons and key caps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, NewType

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from app.core.language import Message, mark

_NAMES = {
    "\u21b5": "Return",
    "Enter": "Return",
    "\u2191": "Up",
    "\u2193": "Down",
    "\u2190": "Left",
    "\u2192": "Right",
    "\u2212": "-",
}
"""Qt's names of keys whose caps show something else."""
_HELD = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
    | Qt.KeyboardModifier.ShiftModifier
)


Key = NewType("Key", str)
"""A key as on its cap. Only an action has one, so no part can paint a key that nothing is bound to."""


class _Single:
    """Whether a letter, a digit or a sign acts when it is pressed alone, in the whole program."""

    act = True


def let_single_keys_act(*, act: bool) -> None:
    """Let letters, digits and signs act alone, or not (WCAG 2.1.4): who dictates types them unasked."""
    _Single.act = act


def acts(key: str) -> bool:
    """Whether a key, as on its cap, acts at present."""
    return _Single.act or len(_NAMES.get(key, key)) > 1


def is_idle(event: QKeyEvent) -> bool:
    """Whether a key that was pressed is a letter, a digit or a sign that does nothing alone at present."""
    text = event.text().strip()
    return not _Single.act and len(text) == 1 and text.isprintable()


@dataclass(frozen=True)
class Action:
    """An action of one or more keys, each written as on its cap."""

    keys: tuple[str, ...]
    help: Message
    """The text in the list of keys."""
    words: Message = field(default=Message(""), kw_only=True)
    """Its name on its button or in the palette."""
    also: Message = field(default=Message(""), kw_only=True)
    """Other words by which the palette finds it."""
    icon: str = field(default="", kw_only=True)
    cap: str = field(default="", kw_only=True)
    """The key cap on its button; empty for the first of the keys."""
    is_span: bool = field(default=False, kw_only=True)
    """Whether the two keys are the ends of a row of digits: 1 to 9."""
    is_held: bool = field(default=False, kw_only=True)
    """Whether it lasts as long as its key is held."""

    @property
    def is_typed(self) -> bool:
        """Whether a text field would take the keys; such keys act only while no field has the focus."""
        return not any(" " in key or key[1:].isdigit() for key in self.keys)

    @property
    def painted(self) -> Key:
        """The key cap on its button."""
        return Key(self.cap or self.keys[0])

    @property
    def caps(self) -> tuple[Key, ...]:
        """The key caps in a list of keys; those of a span are its ends."""
        return tuple(map(Key, self.keys))

    @property
    def pressed(self) -> tuple[Key, ...]:
        """Every key of the action, those between the ends of a span as well."""
        if not self.is_span:
            return self.caps
        first, last = map(int, self.keys)
        return tuple(Key(str(each)) for each in range(first, last + 1))

    def matches(self, event: QKeyEvent) -> bool:
        """Whether the event is one of the keys that act, with or without Shift."""
        held = event.modifiers() & _HELD
        without_shift = held & ~Qt.KeyboardModifier.ShiftModifier
        pressed = tuple(QKeySequence(event.key() | each.value) for each in (held, without_shift))
        return any(each in pressed for key in filter(acts, self.pressed) for each in sequences(key))


class Group(NamedTuple):
    """The actions of one screen under its heading."""

    heading: Message
    actions: tuple[Action, ...]


def sequences(key: str) -> tuple[QKeySequence, ...]:
    """The key sequences of a cap; Enter is also that of the number pad."""
    *held, last = (_NAMES.get(each, each) for each in key.split(" "))
    lasts = ("Return", "Enter") if last == "Return" else (last,)
    return tuple(QKeySequence("+".join((*held, each))) for each in lasts)


SELL = Action(("Alt 1",), mark("Sell: A activities, B boats, F free now"), icon="ticket")
OPEN_BOOKINGS = Action(("Alt 2",), mark("Bookings"), words=mark("Open Bookings"), icon="book-open-text")
OPEN_WALLET = Action(("Alt 3",), mark("Wallet"), words=mark("Open Wallet"), icon="wallet")
OPEN_DAY = Action(
    ("Alt 4",),
    mark("Day close"),
    words=mark("Open Day close"),
    also=mark("close the day, report"),
    icon="calendar-check",
)
OPEN_SETTINGS = Action(("Alt 5",), mark("Settings"), words=mark("Open Settings"), icon="settings-2")
OPEN_BASKET = Action(
    ("Alt B",), mark("Review the basket"), words=mark("Review basket"), icon="shopping-basket"
)
PUT_IN_BASKET = Action(
    ("Ctrl B",),
    mark("Put this sale as typed into the basket"),
    words=mark("Put in basket"),
    icon="shopping-basket",
)
MESSAGE = Action(("M",), mark("Messages to the customer: the trip, a payment by UPI, or what is owed"))
ASK_DETAILS = Action(
    ("M",),
    mark("Ask the customer for the travellers in a chat; Paste rows reads the answer"),
    words=mark("Ask in a chat"),
    icon="message-circle",
)
NOTES = Action(("F3",), mark("Notes: for us, and on the voucher"), words=mark("Notes"), icon="receipt-text")
WATCH = Action(("S",), mark("Watch for seats, where there are too few"), words=mark("Watch for seats"))
OPEN_TRAVELLING = Action(
    ("Alt 6",),
    mark("Travelling"),
    words=mark("Open Travelling"),
    also=mark("who travels, manifest, messages"),
    icon="clipboard-list",
)
OPEN_TILL = Action(
    ("Alt 7",), mark("Till"), words=mark("Open Till"), also=mark("cash, owed, receipts"), icon="hand-coins"
)
OPEN_TO_DO = Action(
    ("Alt 8",),
    mark("To do"),
    words=mark("Open To do"),
    also=mark("reminders, owed, not told"),
    icon="list-todo",
)
REMIND = Action(("Alt R",), mark("A reminder: 16:00 call back, jetty"), words=mark("Remind me"), icon="bell")
CHANGE_CLERK = Action(("Alt 0",), mark("Take over by PIN, or end the shift"), icon="id-card")
FIND = Action(("Ctrl K",), mark("Find trips, bookings and actions"))
FILTER = Action(("Ctrl F",), mark("Filter the list on screen"))
TYPE_DAY = Action(
    ("Ctrl T",),
    mark("Type the travel date: 22, 22/11, +1, sun"),
    words=mark("Change the travel date"),
    icon="calendar",
)
STEP_DAY = Action(("Ctrl \u2190", "Ctrl \u2192"), mark("Day before, day after"))
PRINT_LAST = Action(("Ctrl P",), mark("Print the voucher of the last sale"))
ENTER_KEY = Action(
    ("Alt K",), mark("Enter another key while this one sells nothing"), words=mark("Enter another key")
)
NOTICES = Action(("Alt N", "Alt G"), mark("The next notice; put one away"))
READ_AGAIN = Action(
    ("F5",), mark("Read again what is on screen"), words=mark("Read again"), icon="refresh-cw"
)
SHOW_NET = Action(("F8",), mark("Hide or show the wallet side; hold to show it"))
SHOW_DETAILS = Action(("F7",), mark("Open or close the details, or go into them"), words=mark("Details"))
GO_ON = Action(("Ctrl \u21b5",), mark("The primary action; no other key spends"))
STEP_BACK = Action(("Esc",), mark("Close what is open, then step back"))
SHOW_KEYS = Action(("F1",), mark("All keys for this screen"), words=mark("Show all keys"), icon="info")
OPEN_HANDBOOK = Action(("\u21b5",), mark("Open the handbook"), words=mark("Handbook"), icon="book-open-text")
CLOSE_SHEET = Action(("Esc",), mark("Close it"), words=mark("Close"))
TAKE_FIELD = Action(("Enter",), mark("Go on with what was typed"))
SHOW_TYPED = Action(("Alt S",), mark("Show or hide what is typed as dots"))
NOT_NOW = Action(("Esc",), mark("Close it; nothing is done"), words=mark("Not now"))

EVERYWHERE = (
    FIND,
    FILTER,
    SELL,
    OPEN_BOOKINGS,
    OPEN_WALLET,
    OPEN_DAY,
    OPEN_SETTINGS,
    OPEN_BASKET,
    CHANGE_CLERK,
    TYPE_DAY,
    STEP_DAY,
    PRINT_LAST,
    ENTER_KEY,
    NOTICES,
    READ_AGAIN,
    SHOW_NET,
    SHOW_DETAILS,
    GO_ON,
    STEP_BACK,
    SHOW_KEYS,
)
"""The actions that work on every screen."""
WITHOUT_DAY = tuple(each for each in EVERYWHERE if each not in {TYPE_DAY, STEP_DAY})
"""Those of them that work on a page without a date."""
ON_WHOLE_PAGES = (NOTICES, STEP_BACK, SHOW_KEYS)
"""Those of them that work on a page that takes the whole window, too."""
KEYS = (OPEN_HANDBOOK, CLOSE_SHEET)
"""The actions of the list of keys."""
FIELD = (TAKE_FIELD, NOT_NOW)
"""The actions of a field over the window."""
