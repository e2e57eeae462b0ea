"""Settings, Keyboard: letters that act alone can be switched off, and each button stays in reach."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from app.desk.settings.shell import Shell
from app.ui.kit.basics.actions import acts, let_single_keys_act
from app.ui.kit.controls.buttons import Button
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk


@pytest.fixture(autouse=True)
def act_again() -> Generator[None]:
    yield
    let_single_keys_act(act=True)


@beside_others
async def test_letters_alone_do_nothing_once_they_are_off(clerk: Clerk) -> None:
    await clerk.review()
    let_single_keys_act(act=False)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("booking_ref"))
    clerk.robot.keys("V", "N")
    assert clerk.robot.is_shown("booking_ref")
    assert not clerk.robot.is_shown("voucher_sheet")
    # No cap shows a key that does nothing, and a button still does what it says.
    look = clerk.robot.find("show_voucher", Button)
    assert "Key" not in look.accessibleDescription()
    look.setFocus()
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("voucher_sheet"))


async def test_digits_pick_no_slot_and_keys_with_a_name_still_act(clerk: Clerk) -> None:
    let_single_keys_act(act=False)
    assert not any(map(acts, ("1", "+", "\N{MINUS SIGN}", "N")))
    assert all(map(acts, ("\N{UPWARDS ARROW}", "Enter", "Del", "F5", "Alt 1")))
    await clerk.open_slots()
    clerk.robot.keys("1", "P")
    assert clerk.robot.focused == "day_tiles"
    clerk.robot.keys("Down", "Return")
    await clerk.robot.until(lambda: clerk.robot.focused == "customer_name")


@beside_others
async def test_the_switch_tells_what_to_keep(clerk: Clerk) -> None:
    told: list[object] = []
    await clerk.list_read()
    clerk.setup.serve(Shell(keep=told.append))
    clerk.robot.keys("Alt+5")
    await clerk.robot.until(lambda: clerk.robot.is_shown("sections"))
    clerk.robot.keys(*["Down"] * 6)
    await clerk.robot.until(lambda: clerk.robot.is_shown("single_keys"))
    clerk.robot.find("single_keys").setFocus()
    clerk.robot.keys("Space")
    assert told == [{"single_keys": False}]
