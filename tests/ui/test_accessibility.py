"""The whole program by ear: on every page everything has a name and a role, and hidden prices stay hidden."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from decimal import Decimal

import pytest
from PySide6.QtGui import QAccessible

from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.desk.passengers.rules import prepared_party
from app.desk.settings.shell import Shell
from app.desk.to_do.values import Reminder
from app.practice import World
from app.practice.world.money import tax
from app.practice.world.sale import GST_PERCENT
from app.ui.catalogue.activity_detail import AvailabilityStrip
from app.ui.catalogue.boats_page import BoatsPage
from app.ui.connection.welcome_page import WelcomePage
from app.ui.kit.basics.actions import EVERYWHERE, SHOW_NET
from app.ui.kit.basics.skeleton import Skeleton
from app.ui.kit.basics.split_bar import SplitBar
from app.ui.kit.basics.usage_bar import UsageBar
from app.ui.kit.lists.timeline import Timeline
from app.ui.kit.sheets.modal_question import is_asking
from app.ui.kit.sheets.shortcut_help import ShortcutHelp
from app.ui.kit.sheets.step_bar import StepBar
from app.ui.wallet.chip import WalletChip
from app.ui.window.palette import Palette, PaletteEntry
from tests.support.counter import AS_ON, tomorrow_at_ten
from tests.support.proof import beside_others
from tests.support.ui.looking import part
from tests.support.ui.reading_aloud import (
    Said,
    amounts_in,
    net_prices_in,
    read_aloud,
    speechless,
    unlabelled_fields,
    unnamed_items,
    unnamed_paintings,
)
from tests.support.ui.selling import Clerk

# It walks every screen, and what it goes through is covered by the tests of each.
pytestmark = pytest.mark.no_cover

Way = Callable[[Clerk], Awaitable[None]]
Role = QAccessible.Role


async def to_booked(clerk: Clerk) -> None:
    await clerk.sold()


async def to_outcome(clerk: Clerk) -> None:
    await clerk.review()
    clerk.counter.faults.after_work("create_booking", silent=False)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("headline"))


async def to_bookings(clerk: Clerk) -> None:
    await to_booked(clerk)
    clerk.robot.keys("Alt+2")
    await clerk.robot.until(lambda: clerk.robot.is_shown("sales_list"))


async def to_another_date(clerk: Clerk) -> None:
    await to_bookings(clerk)
    clerk.robot.keys("R")
    await clerk.robot.until_armed("spend")
    # Of the others the price is what another sale was debited with.
    clerk.robot.keys("7")
    await clerk.robot.until(lambda: clerk.text("new_start").endswith("17:30"))
    await clerk.robot.until_armed("spend")


async def to_change_of_date(clerk: Clerk) -> None:
    """The new one is not known: what is paid more stands there, and what comes back."""
    await to_another_date(clerk)
    clerk.counter.faults.after_work("create_booking", silent=False)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("move_state_page"))


async def to_wallet(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.robot.keys("Alt+3")
    await clerk.robot.until(lambda: clerk.robot.sees("Account active"))


async def to_settings(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.robot.keys("Alt+5")
    await clerk.robot.until(lambda: clerk.robot.is_shown("test_connection"))


async def to_welcome(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.window.show_page(WelcomePage(Shell(), "https://partner.example/travel"))
    await clerk.robot.until(lambda: clerk.robot.is_shown("connect"))


async def to_boats(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.window.show_page(
        BoatsPage(clerk.counter.desk.catalogue, clerk.counter.desk.reader, boat_day(clerk))
    )
    await clerk.robot.until(lambda: clerk.rows("departure_list"))


async def to_free(clerk: Clerk) -> None:
    """What is free for two, all of it read."""
    await clerk.list_read()
    clerk.robot.keys("F")
    await clerk.robot.until(lambda: clerk.robot.sees(" for 2 people"))


async def to_to_do(clerk: Clerk) -> None:
    """What is to be done, with two reminders that are due."""
    await clerk.list_read()
    mine = clerk.counter.desk.to_do
    for text in ("Call back", "Mail"):
        await mine.keep(Reminder(text, mine.now(), text))
    clerk.robot.keys("Alt+8")
    await clerk.robot.until(lambda: clerk.rows("to_do_list"))


async def to_passengers(clerk: Clerk) -> None:
    await clerk.list_read()
    found = await clerk.counter.desk.catalogue.departures(boat_day(clerk))
    party = prepared_party([(found.departures[0].rates[0], 2)])
    clerk.flow.fill(BoatDraft(found.departures[0], party), boat_day(clerk))
    await clerk.robot.until(lambda: clerk.robot.is_shown("passenger_grid"))


async def to_palette(clerk: Clerk) -> None:
    await clerk.list_read()
    amount = min(net_amounts(clerk.counter.world))
    net = PaletteEntry("trip", "Sea walk", "Port Blair", amount, "ship", is_net=True, act=lambda: None)
    action = PaletteEntry("action", "Hide net prices", "", "", "eye-off", SHOW_NET.caps, act=lambda: None)
    Palette(clerk.window, lambda _typed: (net, action), net_shown=clerk.window.net_shown)
    await clerk.robot.until(lambda: clerk.robot.is_shown("palette_list"))


async def to_keys(clerk: Clerk) -> None:
    await clerk.list_read()
    ShortcutHelp(clerk.window, (), EVERYWHERE)
    await clerk.robot.until(lambda: clerk.robot.is_shown("keys_sheet"))


PAGES: dict[str, Way] = {
    "activities": Clerk.list_read,
    "slots": Clerk.open_slots,
    "slots with a draft": Clerk.fill,
    "review": Clerk.review,
    "boats": to_boats,
    "free now": to_free,
    "to do": to_to_do,
    "passengers": to_passengers,
    "booked": to_booked,
    "outcome": to_outcome,
    "bookings": to_bookings,
    "another date": to_another_date,
    "change of date": to_change_of_date,
    "wallet": to_wallet,
    "settings": to_settings,
    "welcome": to_welcome,
    "palette": to_palette,
    "keys": to_keys,
}
"""How to get to each page from the list of activities."""

SHOWING_NET = (
    "activities",
    "slots",
    "slots with a draft",
    "review",
    "boats",
    "free now",
    "booked",
    "outcome",
    "another date",
    "wallet",
    "palette",
)
"""The pages that name something of the wallet side."""


def boat_day(clerk: Clerk) -> date:
    """A day on which all boats of the practice world go."""
    return clerk.window.day + timedelta(days=1)


def paise(amount: int) -> str:
    return formats.amount(Decimal(amount) / 100)


def net_amounts(world: World) -> set[str]:
    """The amounts of the wallet side that are no amount of the customer's side."""
    nets: set[str] = set()
    fares: set[str] = set()
    for each in world.activities:
        fares |= {paise(each.low_fare), paise(each.high_fare), paise(each.reference_price)}
        fares |= {paise(fare * 2 + tax(fare * 2, GST_PERCENT)) for fare in (each.low_fare, each.high_fare)}
        nets |= {paise(each.low_fare - each.commission), paise(each.high_fare - each.commission)}
    for schedule in world.schedules:
        fares |= {paise(part) for rate in schedule.rates for part in (rate.total_fare, rate.boat_fare)}
        nets |= {paise(rate.net) for rate in schedule.rates}
    return nets - fares


def hidden_amounts(clerk: Clerk) -> set[str]:
    """Everything that F8 takes away: net prices, the debit of the sale, and what the wallet holds."""
    wallet = clerk.counter.desk.wallet.last
    assert wallet is not None
    held = {formats.amount(wallet.cash), formats.amount(wallet.credit_left)}
    return net_amounts(clerk.counter.world) | held | {"3,990.00"}


def of_wallet_side(clerk: Clerk) -> list[str]:
    """What is spoken that only the clerk may hear, but for the chip of the wallet."""
    said = [each for each in read_aloud(clerk.window) if not isinstance(each.widget, WalletChip)]
    return [*amounts_in(said, hidden_amounts(clerk)), *net_prices_in(said)]


def of_chip(clerk: Clerk) -> list[str]:
    """What the chip says of what the wallet holds."""
    chip = [each for each in read_aloud(clerk.window) if isinstance(each.widget, WalletChip)]
    return amounts_in(chip, hidden_amounts(clerk))


def painted(said: list[Said], kind: type) -> Said:
    """The one part of this kind, as it is spoken."""
    (found,) = (each for each in said if isinstance(each.widget, kind))
    return found


@beside_others
@pytest.mark.parametrize("page", PAGES)
async def test_everything_on_a_page_has_a_name_and_hiding_takes_net_from_it(clerk: Clerk, page: str) -> None:
    await PAGES[page](clerk)
    said = read_aloud(clerk.window)
    assert speechless(said) == []
    assert unnamed_items(said) == []
    assert unnamed_paintings(said) == []
    assert unlabelled_fields(said) == []
    assert any(each.takes_focus for each in said)
    if page in SHOWING_NET:
        await clerk.robot.until(lambda: of_wallet_side(clerk))
        # What a sheet covers is not read.
        assert bool(of_chip(clerk)) is not is_asking(clerk.window)
    if page in SHOWING_NET and page not in ("outcome", "palette"):
        clerk.robot.keys("F8")
        await clerk.robot.until(lambda: not clerk.window.net_shown)
        assert of_wallet_side(clerk) == of_chip(clerk) == []


@beside_others
@pytest.mark.parametrize("page", PAGES)
async def test_no_net_price_is_spoken_while_the_wallet_side_is_hidden(clerk: Clerk, page: str) -> None:
    await clerk.list_read()
    clerk.robot.keys("F8")
    assert not clerk.window.net_shown
    await PAGES[page](clerk)
    assert of_wallet_side(clerk) == of_chip(clerk) == []


@beside_others
async def test_rows_say_what_they_paint(clerk: Clerk) -> None:
    await clerk.open_slots()
    rows = "\n".join(each.name for each in read_aloud(clerk.window) if each.is_item)
    amount = r"[\d,]+\.00"
    assert re.search(
        rf"^1, 11:30 to 13:30, Midday dive, {amount}, Net {amount}, \d+ seats?, closes in .+",
        rows,
        re.MULTILINE,
    )
    assert re.search(r"^07:00 to 09:00, Early dive, Booking closed at 06:00$", rows, re.MULTILINE)
    assert re.search(r"^\w{3} \d+ \w{3}, from [\d,]+, \d+ seats$", rows, re.MULTILINE)


@beside_others
async def test_painted_parts_of_the_sale_have_a_role_and_say_what_is_painted(clerk: Clerk) -> None:
    await clerk.list_read()
    strip = painted(read_aloud(clerk.window), AvailabilityStrip)
    assert (strip.role, strip.name[:10]) == (Role.Graphic, "Available ")
    assert strip.description.endswith(" is among them")
    await clerk.review()
    said = read_aloud(clerk.window)
    split, steps = painted(said, SplitBar), painted(said, StepBar)
    assert (split.role, split.name) == (
        Role.Graphic,
        "From the wallet\u2019s cash 3,990.00, from its credit 0.00",
    )
    assert (steps.role, steps.name) == (Role.StaticText, "Step 2 of 3: Review")


@beside_others
async def test_painted_parts_of_what_was_sold_have_a_role_and_say_what_is_painted(clerk: Clerk) -> None:
    await to_bookings(clerk)
    events = painted(read_aloud(clerk.window), Timeline)
    assert events.role == Role.StaticText
    assert "done" in events.name
    clerk.robot.keys("Alt+3")
    await clerk.robot.until(lambda: clerk.robot.is_shown("balance"))
    meter = painted(read_aloud(clerk.window), UsageBar)
    assert (meter.role, meter.name[:11]) == (Role.Graphic, "Credit used")


@beside_others
async def test_what_is_being_read_says_so(clerk: Clerk) -> None:
    await clerk.list_read()
    blocks = part(clerk.window, Skeleton)
    interface = QAccessible.queryAccessibleInterface(blocks)
    assert (interface.role(), interface.text(QAccessible.Text.Name)) == (Role.StaticText, "Reading")


def test_an_end_of_a_larger_amount_is_not_that_amount() -> None:
    said = Said(Role.StaticText, "3,810.00", "", "", takes_focus=False, has_parts=False, widget=None)
    assert amounts_in([said], {"810.00"}) == []
    assert amounts_in([said], {"3,810.00"}) == ["row '': StaticText '3,810.00': 3,810.00"]


def test_net_amounts_are_told_from_fares() -> None:
    amounts = net_amounts(World(like=AS_ON, clock=tomorrow_at_ten))
    assert "1,290.00" in amounts
    assert "4,200.00" not in amounts
