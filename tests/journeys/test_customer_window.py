"""Whatever the clerk does, the customer sees nothing of net, wallet, documents or another customer."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Iterator
from dataclasses import fields, is_dataclass
from decimal import Decimal
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit

from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.desk.model.sale import Draft
from app.desk.model.shown import WELCOME
from app.desk.sale.pricing import price
from app.ui.bookings.unknown_outcome_page import UnknownOutcomePage
from app.ui.customer_window.customer_window import CustomerWindow
from app.ui.passengers.passengers_page import PassengersPage
from app.ui.sale.booked_page import BookedPage
from app.ui.sale.review_page import ReviewPage
from app.ui.slots.slots_page import SlotsPage
from app.ui.till.recorded_page import RecordedPage
from app.ui.till.take_payment_page import TakePaymentPage
from tests.support.canaries import found
from tests.support.ui.customer_eyes import CustomerEyes, open_plain, switch_on, watch_painting
from tests.support.ui.scenes import PEOPLE, Traveller, travelling, unlooked
from tests.support.ui.selling import EMAIL, PHONE
from tests.support.ui.taking_payment import TILL

pytestmark = pytest.mark.prove("an hour of a customer's screen by chance; it has its tests")

FORMER = {"name": "Zubin Canarywala", "phone": "9123450987", "email": "zubin@canary.example"}
"""The customer before, to whom something was sold."""
NUMBERS = ("KLX4471902", "KLX4471915", "KLX4471928", "C4VX8T2K1")
SECRETS = {each: each.encode() for each in (*NUMBERS, EMAIL, PHONE, *FORMER.values())}
IN_A_SALE = (
    *(SlotsPage, PassengersPage, ReviewPage, BookedPage, UnknownOutcomePage),
    *(TakePaymentPage, RecordedPage),
)
KEYS = (
    *("Return", "Tab", "Shift+Tab", "Down", "Up", "Left", "Right", "Escape", "1", "2", "3", "+", "-"),
    *("F1", "F5", "F7", "F8", "F9", "A", "B", "N", "T", "Ctrl+Return", "Ctrl+K", "Ctrl+F", "Ctrl+L"),
    *("Alt+1", "Alt+2", "Alt+3", "Alt+4", "Alt+5", "Ctrl+Right", "Ctrl+Left", "Backspace"),
    *("Ctrl+1", "Ctrl+2", "Ctrl+3"),
)
"""What a clerk presses, without what prints or opens a window of the system."""
STEPS = 90


@pytest.fixture
def eyes(monkeypatch: pytest.MonkeyPatch) -> CustomerEyes:
    return watch_painting(monkeypatch)


@pytest.fixture
async def clerk(tmp_path: Path, eyes: CustomerEyes) -> AsyncGenerator[Traveller]:
    async with travelling(tmp_path, unlooked) as traveller:
        traveller.counter.desk.rules.till = TILL
        switch_on(traveller, agency="Coral Coast Travels")
        await traveller.list_read()
        await open_plain(traveller, eyes)
        eyes.window.resize(1920, 1080)
        yield traveller


async def sell_to_another(clerk: Traveller) -> str:
    """A settled sale to the former customer. Returns its PNR."""
    robot = clerk.robot
    await clerk.fill(name=FORMER["name"], phone=FORMER["phone"], email=FORMER["email"])
    robot.keys("Ctrl+Return")
    await clerk.armed()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("booking_ref"))
    pnr = clerk.text("booking_ref")
    robot.keys("N")
    await robot.until(lambda: robot.focused == "activity_list")
    return pnr


async def begin_activity(clerk: Traveller) -> None:
    """A slot with seats and customer."""
    await clerk.fill()


async def begin_boat(clerk: Traveller) -> None:
    """Four passengers with the numbers of their documents."""
    await clerk.count_party()
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("passenger_grid"))
    for place, (*cells, _) in enumerate((*each, "") for each in PEOPLE):
        if place:
            clerk.robot.keys("Return")
        for at, cell in enumerate(cells):
            if at:
                clerk.robot.keys("Tab")
            clerk.robot.type(cell)


async def begin_payment(clerk: Traveller) -> None:
    """The payment of an activity that is booked."""
    robot = clerk.robot
    await clerk.review()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("take_payment"))
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("payment_page"))


BEGINNINGS = (begin_activity, begin_boat, begin_payment)


def net_of(draft: Draft) -> Iterator[Decimal]:
    """The amounts of the wallet side, without those that the customer pays as well."""
    expected = price(draft)
    if expected is not None:
        shown = {expected.customer_pays}
        nets = {expected.payable, expected.net_total, *(each.net for each in expected.lines)}
        yield from nets - shown


def forbidden(clerk: Traveller) -> dict[str, bytes]:
    """What must not be painted for this customer at this moment."""
    wallet = clerk.counter.desk.wallet.newest
    amounts = [] if wallet is None else [wallet.cash, wallet.credit_left, wallet.credit_limit, wallet.reach]
    page = clerk.window.current_page
    if isinstance(page, SlotsPage | PassengersPage):
        amounts += net_of(page.draft)
        if isinstance(page.draft, BoatDraft):
            amounts += [each.net for each in page.draft.departure.rates if each.net]
    return SECRETS | {
        f"amount {each}": formats.amount(each).encode() for each in amounts if each not in (0, None)
    }


@pytest.mark.parametrize("seed", range(6))
async def test_no_walk_shows_the_customer_what_is_not_theirs(
    clerk: Traveller, eyes: CustomerEyes, seed: int
) -> None:
    chance, robot = random.Random(seed), clerk.robot
    former = await sell_to_another(clerk)
    eyes.painted.clear()
    await BEGINNINGS[seed % len(BEGINNINGS)](clerk)
    for _ in range(STEPS):
        if types_name(chance):
            robot.type("Kavya")
        else:
            robot.keys(chance.choice(KEYS))
        leave_dialogs(clerk)
        await asyncio.sleep(0)
        page = clerk.window.current_page
        painted, eyes.painted = eyes.painted, []
        # What the value holds counts, too: a text may have been elided.
        everything = "\n".join((*painted, *eyes.now(), *leaves(eyes.shown)))
        assert found(everything.encode(), forbidden(clerk) | {"PNR": former.encode()}) == set()
        if not isinstance(page, IN_A_SALE):
            assert eyes.shown == WELCOME
        assert clerk.window.isActiveWindow() or QApplication.activeWindow() is not eyes.window
    assert isinstance(eyes.window, CustomerWindow)


def leave_dialogs(clerk: Traveller) -> None:
    """Close what Enter on a button has opened of the system; as on a desktop, the keyboard comes back."""
    while isinstance(dialog := QApplication.activeModalWidget(), QDialog):
        dialog.reject()
        clerk.window.activateWindow()


def leaves(value: object) -> Iterator[str]:
    """Every text in a value, amounts as they are painted."""
    if is_dataclass(value):
        value = tuple(getattr(value, each.name) for each in fields(value))
    if isinstance(value, tuple):
        for each in cast("tuple[object, ...]", value):
            yield from leaves(each)
    else:
        yield formats.amount(value) if isinstance(value, Decimal) else str(value)


def types_name(chance: random.Random) -> bool:
    """Whether letters are typed, in a field of the customer."""
    focused = QApplication.focusWidget()
    is_name = isinstance(focused, QLineEdit) and focused.objectName() == "customer_name"
    return is_name and chance.random() < 0.5
