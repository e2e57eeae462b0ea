"""Every action on the real window: its binding, its line on F1 and its caps against the table."""

from __future__ import annotations

import re
from itertools import chain

import pytest
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QWidget

from app.core.language import speaking, tr
from app.ui.bookings.with_till_pages import BookingsWithTillPage, UnknownOutcomeWithTillPage
from app.ui.cancellation.cancelled_with_till_page import CancelledWithTillPage
from app.ui.day_close.day_close_with_till_page import DayCloseWithTillPage
from app.ui.flows.all_actions import all_actions
from app.ui.free_now.free_now_page import FreeNowPage
from app.ui.kit.basics.actions import (
    EVERYWHERE,
    GO_ON,
    KEYS,
    ON_WHOLE_PAGES,
    READ_AGAIN,
    SHOW_NET,
    STEP_BACK,
    STEP_DAY,
    TYPE_DAY,
    WITHOUT_DAY,
    Action,
    Group,
)
from app.ui.kit.basics.key_cap import spoken
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.shortcut_help import ShortcutHelp
from app.ui.moving.move_page import MovePage
from app.ui.moving.move_state_page import MoveStatePage
from app.ui.settings.settings_page import SettingsPage
from app.ui.storm.quotes_page import StormQuotesPage
from app.ui.storm.run_page import StormRunPage
from app.ui.storm.told_page import StormToldPage, StormToldWithTillPage
from app.ui.till.count_page import CountPage
from app.ui.till.give_back_page import GiveBackPage
from app.ui.till.lists import OwedPage, ReceiptsPage
from app.ui.till.moves_page import MovesPage
from app.ui.till.recorded_page import RecordedPage
from app.ui.till.take_payment_page import TakePaymentPage
from app.ui.to_do.to_do_page import ToDoPage
from app.ui.travelling.board_page import BoardPage
from app.ui.travelling.round_page import RoundPage
from app.ui.wallet.wallet_page import WalletPage
from tests.support.ui.looking import part, texts
from tests.support.ui.selling import Clerk
from tests.ui.test_accessibility import PAGES, Way
from tests.ui.test_pressed_keys import (
    PRESSED,
    SHEETS,
    caps_on,
    page_of,
    pressed,
    to_cancelled,
    to_cancelling,
    to_day_close,
    to_finding,
    to_open_cancellation,
)

# It walks every screen, and what it goes through is covered by the tests of each.
pytestmark = pytest.mark.no_cover

_CAP = re.compile(r"Key ([^.]+)")
_ASKED_OF_PAGE = {GO_ON: "run_primary", READ_AGAIN: "read_again"}
"""What the window calls on the page for a key of its own."""
WAYS: dict[str, Way] = {name: way for name, way in PAGES.items() if name not in ("palette", "keys")} | {
    "day close": to_day_close,
    "find a booking": to_finding,
    "cancelling": to_cancelling,
    "cancelled": to_cancelled,
    "cancellation not known": to_open_cancellation,
}


def shortcuts(*owners: QWidget) -> set[str]:
    """The keys of the owners' own shortcuts that are in use."""
    found = chain(*(owner.findChildren(QShortcut) for owner in owners))
    return {each.key().toString() for each in found if each.parent() in owners and each.isEnabled()}


def fault_of(page: Page, action: Action) -> str:
    """Why the keys of an action do nothing on its page; empty when they do it."""
    same = [each for each in EVERYWHERE if pressed(each) == pressed(action)]
    if action in page.bound or action in PRESSED:
        return "" if not same and (action in page.bound) != (action in PRESSED) else "bound twice"
    if not same:
        return "not bound"
    hook = _ASKED_OF_PAGE.get(same[0])
    is_day = same[0] in (STEP_DAY, TYPE_DAY)
    does = page.uses_day or same[0] in page.answers if is_day else hook is None
    is_answered = does or (hook is not None and getattr(type(page), hook) is not getattr(Page, hook))
    return "" if is_answered else f"{same[0]} does nothing"


@pytest.mark.parametrize("name", WAYS)
async def test_keys_caps_and_help_are_those_of_the_table(clerk: Clerk, name: str) -> None:
    await WAYS[name](clerk)
    page, window = page_of(clerk), clerk.window
    known = (*page.own_actions, *(EVERYWHERE if page.has_day else WITHOUT_DAY), *window.offered)
    assert [(action, fault) for action in page.own_actions if (fault := fault_of(page, action))] == []
    assert page.bound <= set(page.own_actions)
    of_window = (
        set[str]().union(*map(pressed, (*EVERYWHERE, *window.offered)))
        - pressed(SHOW_NET)
        - pressed(STEP_BACK)
    )
    assert shortcuts(window) == of_window
    of_page = {key for action in page.bound if not action.is_typed for key in pressed(action)}
    assert shortcuts(page) == of_page
    named = {spoken(key) for action in known for key in (*action.pressed, action.painted)}
    assert caps_on(page) - named <= {"Tab"}
    clerk.robot.keys("F1")
    sheet = part(window, ShortcutHelp, "keys_sheet")
    lines = {action.help.text for group in all_actions(window.offered) for action in group.actions}
    told = known if page.has_sheet else (*page.own_actions, *ON_WHOLE_PAGES, *window.offered)
    assert lines & set(texts(sheet)) == {action.help.text for action in told}
    assert caps_on(sheet) == {spoken(key) for action in (*told, *KEYS) for key in action.caps}
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("handbook"))
    clerk.robot.keys("Escape")
    assert page_of(clerk) is page


async def test_the_frame_names_only_its_own_keys(clerk: Clerk) -> None:
    await clerk.list_read()
    window = clerk.window
    named = {spoken(key) for action in (*EVERYWHERE, *window.offered) for key in action.caps}
    parts = (window.rail, window.top, window.offline, window.key_band)
    assert set[str]().union(*map(caps_on, parts)) <= named


@pytest.mark.parametrize("group", all_actions(), ids=lambda group: group.heading.text)
def test_no_key_does_two_things_on_one_page(group: Group) -> None:
    keys = [key for action in group.actions if action not in PRESSED for key in pressed(action)]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("group", all_actions(), ids=lambda group: group.heading.text)
def test_every_word_of_an_action_is_translated(group: Group) -> None:
    words = {
        group.heading,
        *(text for each in group.actions for text in (each.help, each.words) if text.text),
    }
    with speaking("hi"):
        assert [each for each in words if tr(each) == each.text] == []


def test_the_actions_of_every_page_are_gathered() -> None:
    gathered = {group.actions for group in all_actions()}
    pages = [each for each in _kinds(Page) if each.__module__.startswith("app.") and each.own_actions]
    # These are loaded only when they are opened, most of them where a till or the board is switched on.
    assert set(pages) >= {
        *(FreeNowPage, MovePage, MoveStatePage, SettingsPage, ToDoPage, WalletPage),
        *(RecordedPage, TakePaymentPage, GiveBackPage, BookingsWithTillPage),
        *(CancelledWithTillPage, UnknownOutcomeWithTillPage),
        *(OwedPage, ReceiptsPage, MovesPage, CountPage, DayCloseWithTillPage),
        *(StormQuotesPage, StormRunPage, StormToldPage, StormToldWithTillPage),
        *(BoardPage, RoundPage),
    }
    # Besides those of pages and of sheets there are those that work everywhere.
    assert len(pages) >= len(gathered - {sheet.actions for sheet in SHEETS}) - 1
    assert [each for each in pages if each.own_actions not in gathered] == []


def _kinds(kind: type[Page]) -> list[type[Page]]:
    return [each for child in kind.__subclasses__() for each in (child, *_kinds(child))]
