"""The customer window follows the clerk's keys through a sale, and is neutral everywhere else."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.desk.model.shown import WELCOME, ShownPage, ShownPerson
from app.desk.settings.shell import Shell
from app.ui.customer_window.customer_window import CustomerWindow
from app.ui.flows import customer_watch
from app.ui.kit.basics.actions import EVERYWHERE
from tests.support.program import run_program
from tests.support.proof import beside_others
from tests.support.ui.customer_eyes import CustomerEyes, open_plain, switch_on, watch_painting
from tests.support.ui.scenes import Traveller, travelling, unlooked
from tests.support.ui.selling import NAME
from tests.ui.test_actions import shortcuts
from tests.ui.test_pressed_keys import pressed


@pytest.fixture
def eyes(monkeypatch: pytest.MonkeyPatch) -> CustomerEyes:
    return watch_painting(monkeypatch)


@pytest.fixture
async def clerk(tmp_path: Path, eyes: CustomerEyes) -> AsyncGenerator[Traveller]:
    async with travelling(tmp_path, unlooked) as traveller:
        switch_on(traveller)
        await traveller.list_read()
        await open_plain(traveller, eyes)
        yield traveller


def customer_windows() -> list[CustomerWindow]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, CustomerWindow)]


async def test_an_activity_is_followed_from_the_slot_to_the_thanks(
    clerk: Traveller, eyes: CustomerEyes
) -> None:
    robot = clerk.robot
    assert eyes.shown == WELCOME
    assert eyes.sees("Welcome")
    assert eyes.sees("PRACTICE")
    await clerk.open_slots()
    assert eyes.shown == WELCOME
    robot.keys("1")
    assert eyes.shown.page is ShownPage.CHECK
    assert eyes.sees("Please check")
    assert eyes.window.accessibleName() == "Customer window, please check"
    robot.keys("Return")
    assert robot.focused == "customer_name"
    robot.type(NAME)
    assert eyes.shown.people == ()
    robot.keys("Tab")
    assert eyes.shown.people == (ShownPerson(NAME, ""),)
    assert eyes.sees(NAME)
    robot.type("9876501234")
    assert eyes.shown.phone_end == ""
    robot.keys("Tab")
    assert eyes.shown.phone_end == "1234"
    assert eyes.sees("1234")
    assert not eyes.sees("9876501234")
    robot.type("priya.raman@example.com")
    robot.keys("Ctrl+Return")
    await clerk.armed()
    assert eyes.shown.page is ShownPage.CHECK
    async with clerk.booking():
        assert eyes.shown.page is ShownPage.BOOKING
        assert eyes.sees("We are booking this now")
        assert eyes.sees(NAME)
    pnr = clerk.text("booking_ref")
    assert eyes.shown.pnrs == (pnr,)
    assert eyes.sees(pnr)
    assert eyes.sees("Thank you, it is booked")
    robot.keys("N")
    await robot.until(lambda: robot.focused == "activity_list")
    assert eyes.shown == WELCOME
    assert not eyes.sees(pnr)


@beside_others
async def test_a_passenger_appears_with_name_and_age(clerk: Traveller, eyes: CustomerEyes) -> None:
    robot = clerk.robot
    await clerk.count_party()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("passenger_grid"))
    assert eyes.shown.page is ShownPage.CHECK
    assert eyes.shown.total is not None
    robot.type("Arjun Nair")
    assert eyes.shown.people == ()
    robot.keys("Tab")
    robot.type("4")
    assert eyes.shown.people == ()
    robot.type("1")
    robot.keys("Tab")
    assert eyes.shown.people == (ShownPerson("Arjun Nair", "41"),)
    robot.keys("Escape")
    await robot.until(lambda: not robot.is_shown("passenger_grid"))
    assert eyes.shown == WELCOME


@pytest.mark.parametrize("key", ["Alt+2", "Alt+3", "Alt+4", "Alt+5", "Escape"])
async def test_every_page_outside_the_sale_is_neutral_in_the_same_frame(
    clerk: Traveller, eyes: CustomerEyes, key: str
) -> None:
    await clerk.fill()
    assert eyes.sees(NAME)
    eyes.painted.clear()
    clerk.robot.keys(key)
    # Nothing was awaited: this is the frame of the key.
    assert eyes.shown == WELCOME
    assert "Welcome" in eyes.painted
    assert not any(NAME in each for each in eyes.now())
    clerk.robot.keys("Alt+1")
    if key != "Escape":
        await clerk.robot.until(lambda: eyes.sees(NAME))


@beside_others
async def test_f9_blanks_the_window_and_says_so_until_f9(clerk: Traveller, eyes: CustomerEyes) -> None:
    robot = clerk.robot
    await clerk.fill()
    robot.keys("F9")
    assert eyes.shown == WELCOME
    assert clerk.text("customer_blank") == "Customer window blank"
    robot.keys("Alt+2", "Alt+1")
    assert eyes.shown == WELCOME
    robot.keys("F9")
    assert eyes.shown.people == (ShownPerson(NAME, ""),)
    assert not robot.is_shown("customer_blank")


@beside_others
async def test_a_pin_turns_the_window_away(clerk: Traveller, eyes: CustomerEyes) -> None:
    robot = clerk.robot
    duty = clerk.counter.desk.day_close.duty
    await duty.add("Asha", "2580")
    await clerk.fill()
    assert eyes.sees(NAME)
    robot.keys("Alt+0")
    assert robot.is_shown("duty_pin")
    assert eyes.shown == WELCOME
    robot.keys("Escape")
    await robot.until(lambda: not robot.is_shown("duty_pin"))
    assert eyes.sees(NAME)


@beside_others
async def test_a_refused_sale_says_nothing_about_the_reason(clerk: Traveller, eyes: CustomerEyes) -> None:
    robot = clerk.robot
    await clerk.review()
    world = clerk.counter.world
    clerk.counter.faults.change("create_booking", lambda _: world.set_wallet(cash=1, credit_left=0))
    robot.keys("Ctrl+Return")
    await robot.until(lambda: eyes.shown.page is ShownPage.WAIT)
    texts = eyes.now()
    assert "Please wait a moment" in texts
    assert not any("wallet" in each.casefold() for each in texts)
    robot.keys("F5")
    await robot.until(lambda: eyes.shown.page is ShownPage.CHECK)


async def test_an_unknown_outcome_asks_for_a_moment_until_the_clerk_leaves(
    clerk: Traveller, eyes: CustomerEyes
) -> None:
    robot = clerk.robot
    await clerk.review()
    clerk.counter.faults.after_work("create_booking", silent=False)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("outcome_page"))
    assert eyes.shown.page is ShownPage.WAIT
    assert eyes.sees(NAME)
    robot.keys("Alt+3")
    assert eyes.shown == WELCOME
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("sales_list"))
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("outcome_page"))
    # Opened from the bookings, it may be anybody's.
    assert eyes.shown == WELCOME


@beside_others
async def test_the_thanks_go_by_themselves(clerk: Traveller, eyes: CustomerEyes) -> None:
    await clerk.review()
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: eyes.shown.page is ShownPage.THANKS)
    expiring = [
        each
        for each in clerk.window.findChildren(QTimer)
        if each.isSingleShot() and each.interval() == customer_watch.THANKS_MS
    ]
    assert [each.isActive() for each in expiring] == [True]
    expiring[0].setInterval(1)
    await clerk.robot.until(lambda: eyes.shown == WELCOME)
    clerk.robot.keys("Tab")
    assert eyes.shown == WELCOME


@beside_others
async def test_prices_may_wait_for_the_payment(clerk: Traveller, eyes: CustomerEyes) -> None:
    await clerk.fill()
    total = eyes.shown.total
    assert total is not None
    assert eyes.sees("You pay, INR")
    switch_on(clerk, customer_window_price=False)
    assert not eyes.sees("You pay, INR")
    assert eyes.sees(NAME)


@beside_others
async def test_it_takes_no_keyboard_and_its_place_is_kept(clerk: Traveller, eyes: CustomerEyes) -> None:
    kept: list[object] = []
    clerk.setup.serve(Shell(keep_unsaid=kept.append))
    assert clerk.window.isActiveWindow()
    eyes.window.setGeometry(20, 30, 640, 360)
    eyes.window.close()
    assert kept == [{"customer_window_place": "20,30,640,360"}]
    switch_on(clerk, customer_window_place="20,30,640,360")
    await open_plain(clerk, eyes)
    assert eyes.window.geometry().getRect() == (20, 30, 640, 360)


@beside_others
async def test_the_list_of_keys_and_the_palette_know_it_while_it_is_on(
    clerk: Traveller, eyes: CustomerEyes
) -> None:
    robot, words = clerk.robot, "Blank the customer window, or bring it back"
    robot.keys("F1")
    assert robot.sees(words)
    robot.keys("Escape")
    switch_on(clerk, customer_window=False)
    await robot.until(lambda: not customer_windows())
    robot.keys("F1")
    assert not robot.sees(words)
    robot.keys("Escape", "F9")
    assert not robot.is_shown("customer_blank")
    switch_on(clerk)
    await open_plain(clerk, eyes)
    robot.keys("F9")
    assert robot.is_shown("customer_blank")


async def test_switched_off_there_is_no_window_and_no_key(tmp_path: Path) -> None:
    async with travelling(tmp_path, unlooked) as off:
        await off.list_read()
        assert customer_windows() == []
        assert "F9" not in shortcuts(off.window)
        assert not any("F9" in pressed(each) for each in EVERYWHERE)


@beside_others
def test_switched_off_nothing_of_it_is_imported() -> None:
    source = """
        import sys
        import app.lifecycle.session
        print(sorted(each for each in sys.modules if "customer_window" in each or "customer_watch" in each))
    """
    _, printed, complained = run_program(source)
    assert printed == "[]\n", complained


TWO_SCREENS = """
    import asyncio, json, os, sys
    from pathlib import Path

    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={sys.argv[1]}"

    from PySide6.QtWidgets import QApplication

    from app.desk.settings.shell import Shell
    from app.ui.customer_window.customer_window import CustomerWindow
    from app.ui.theme import style

    app = style.application("counter")

    from tests.support.qt_loop import qt_loop
    from tests.support.ui.customer_eyes import switch_on
    from tests.support.ui.selling import selling

    def told():
        (window,) = (each for each in app.topLevelWidgets() if isinstance(each, CustomerWindow))
        place = window.geometry().getRect() if window.isVisible() else None
        return window.screen().name(), place, window.shown.page, app.activeWindow() is not window

    async def main():
        said = []
        async with selling(Path(sys.argv[2]), others=("CustomerWindow",)) as clerk:
            kept = []
            clerk.setup.serve(Shell(keep_unsaid=kept.append))
            switch_on(clerk, **json.loads(sys.argv[3]))
            said.append(told())
            await clerk.fill()
            said.append(told())
            app.screenRemoved.emit(app.screens()[-1])
            said.append(told())
            # The first notice is that of the clocks.
            clerk.robot.keys("Alt+N")
            said.append(clerk.robot.sees("The second screen is gone."))
            app.screenAdded.emit(app.screens()[-1])
            said.append(told())
            said.append(clerk.robot.sees("The second screen is gone."))
            said.append(kept)
        print(json.dumps(said))

    loop = qt_loop()
    loop.run_until_complete(main())
"""
"""A counter with a second screen, which goes and comes back."""


def screens_file(folder: Path) -> Path:
    """Two screens of Qt's platform without any, as it reads them."""
    usual = {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1, "y": 0}
    clerks = {"name": "clerk", "x": 0, "width": 1366, "height": 768, **usual}
    customers = {"name": "customer", "x": 1366, "width": 1920, "height": 1080, **usual}
    path = folder / "screens.json"
    path.write_text(json.dumps({"screens": [clerks, customers]}))
    return path


@beside_others
@pytest.mark.parametrize("last", ["", "customer", "clerk"])
def test_it_covers_the_second_screen_and_goes_with_it(tmp_path: Path, last: str) -> None:
    setting = json.dumps({"customer_window_screen": last})
    _, printed, complained = run_program(TWO_SCREENS, str(screens_file(tmp_path)), str(tmp_path), setting)
    assert printed, complained
    opened, selling, gone, is_told, back, is_still_told, kept = json.loads(printed)
    whole = [1366, 0, 1920, 1080]
    assert opened == ["customer", whole, "welcome", True]
    assert selling == ["customer", whole, "check", True]
    # Closed, and not moved: the clerk's screen never shows it.
    assert gone == ["customer", None, "check", True]
    assert is_told is True
    assert back == ["customer", whole, "check", True]
    assert is_still_told is False
    assert kept == ([] if last == "customer" else [{"customer_window_screen": "customer"}] * 2)
