"""A refused sale through the real window: the sentence the clerk reads, and nothing typed is lost."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit

from app.practice import World
from app.practice.service.faults import OtherAnswer
from app.store.journal.states import State
from tests.support.counter import tomorrow_at_ten
from tests.support.proof import beside_others, few
from tests.support.ui.selling import EMAIL, NAME, PHONE, Clerk, selling


class Clock:
    """The service's clock, which can be put on."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return tomorrow_at_ten() + self.ahead

    def pass_all_cutoffs(self, _world: World) -> None:
        """Let it be late in the evening."""
        self.ahead = timedelta(hours=13)


def _sell_out(world: World) -> None:
    for state in world.slots(world.activities[0], world.today):
        world.leave_seats(state.slot.availability_id)


def _empty_wallet(world: World) -> None:
    world.set_wallet(cash=0, credit_left=0)


Arrange = Callable[[Clerk, Clock], None]
REFUSALS: list[tuple[str, Arrange, str]] = [
    (
        "wallet",
        lambda clerk, _: clerk.counter.faults.change("create_booking", _empty_wallet),
        "Read the wallet again, or sell fewer seats.",
    ),
    (
        "seats",
        lambda clerk, _: clerk.counter.faults.change("create_booking", _sell_out),
        "Pick another slot, or fewer seats.",
    ),
    (
        "cutoff",
        lambda clerk, clock: clerk.counter.faults.change("create_booking", clock.pass_all_cutoffs),
        "Pick a later slot.",
    ),
    (
        "key",
        lambda clerk, _: clerk.counter.faults.disable_key("create_booking", times=1),
        "Ask the operator.",
    ),
]


@beside_others
@pytest.mark.parametrize(
    ("arrange", "sentence"), [each[1:] for each in REFUSALS], ids=[each[0] for each in REFUSALS]
)
async def test_a_refusal_is_told_and_the_form_is_kept(
    arrange: Arrange, sentence: str, tmp_path: Path
) -> None:
    clock = Clock()
    async with selling(tmp_path, clock) as clerk:
        await clerk.review()
        arrange(clerk, clock)
        clerk.robot.keys("Ctrl+Return")
        await clerk.robot.until(lambda: sentence in clerk.everything())
        assert "Nothing was booked or debited." in clerk.everything()
        assert clerk.counter.world.bookings == ()
        (attempt,) = clerk.counter.journal.attempts()
        assert attempt.state is State.REJECTED
        clerk.robot.keys("Esc")
        await clerk.robot.until(lambda: clerk.robot.is_shown("slots_page"))
        typed = [
            clerk.robot.find(f"customer_{name}", QLineEdit).text() for name in ("name", "phone", "email")
        ]
        assert typed == [NAME, PHONE, EMAIL]


@pytest.mark.parametrize("name", few(["customer_name", "customer_phone", "customer_email"]))
async def test_the_keyboard_lands_on_the_field_that_was_refused(name: str, tmp_path: Path) -> None:
    body = {"status": "ERROR", "code": "VALIDATION_FAILED", "errors": [{"field": name, "message": "No."}]}
    async with selling(tmp_path) as clerk:
        robot = clerk.robot
        await clerk.review()
        clerk.counter.faults.answer("create_booking", OtherAnswer(422, json.dumps(body).encode()))
        robot.keys("Ctrl+Return")
        await robot.until(lambda: "then check again." in clerk.everything())
        assert "Nothing was booked or debited." in clerk.everything()
        assert clerk.text("way_on") == "Back to slot and customer"
        robot.keys("Return")
        await robot.until(lambda: robot.focused == name)
        assert clerk.text(f"{name}_note").startswith("The service did not take this.")
        # A zero before a phone number of India is the same number.
        robot.keys(*(["End", "Backspace"] if name == "customer_phone" else ["Home"]))
        robot.type("8")
        assert clerk.text(f"{name}_note") == ""
        robot.keys("Ctrl+Return")
        await clerk.armed()
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("booking_ref"))
