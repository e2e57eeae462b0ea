"""Four pieces of work done by what is heard alone, in both languages: what is kept is what a clerk hears.

With TESTS_KEEP_TRANSCRIPTS set, what is heard now is kept; a person reads it before it is committed.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from app.ui.kit.controls.confirm_button import ConfirmButton
from tests.screen_reader.conftest import KEEP
from tests.screen_reader.ears import Ears, Heard, ears
from tests.support.ui.closing_day import sell_some
from tests.support.ui.scenes import Traveller, travelling, unlooked
from tests.support.ui.selling import EMAIL, NAME, PHONE, speak

_FOLDER = Path(__file__).with_name("transcripts")
_LANGUAGES = ("en", "hi")


class Story:
    """A clerk who presses keys and listens."""

    def __init__(self, clerk: Traveller, hearing: Ears) -> None:
        self.clerk, self._hearing = clerk, hearing
        self.lines: list[str] = []

    async def press(self, *keys: str, until: Callable[[], object] = lambda: True) -> None:
        """Press keys, and note what is heard once the screen has come to rest."""
        self.clerk.robot.keys(*keys)
        await self._note(f"Presses {', '.join(keys)}" if keys else "Waits", until)

    async def type(self, text: str, *keys: str, until: Callable[[], object] = lambda: True) -> None:
        """Type, press keys, and note what is heard."""
        self.clerk.robot.type(text)
        self.clerk.robot.keys(*keys)
        await self._note(", ".join((f"Types {text}", *(f"key {each}" for each in keys))), until)

    async def _note(self, deed: str, until: Callable[[], object]) -> None:
        await self.clerk.robot.until(until)
        await self.clerk.readings_ended()
        # What has gone before it could be read is not heard by anyone.
        heard = [each for each in await self._hearing.heard() if each.role != "gone"]
        self.lines += [deed, *(f"    {_line(each)}" for each in heard)]


def _line(heard: Heard) -> str:
    """As a voice reads it; what is urgent interrupts."""
    if heard.kind == "said":
        return f"{'(at once) ' if heard.is_urgent else ''}{heard.name}"
    told = (heard.name, heard.role, heard.description)
    return f"[{', '.join(each for each in told if each)}]"


async def _review_and_book(story: Story) -> None:
    """From a form to the booking."""
    clerk = story.clerk
    clerk.robot.keys("Ctrl+Return")
    await clerk.armed()
    await story.press(until=lambda: clerk.robot.focused == "spend")
    await story.press("Ctrl+Return", until=lambda: clerk.robot.is_shown("booking_ref"))


async def sale(story: Story) -> None:
    """Two seats of an activity."""
    clerk = story.clerk
    robot = clerk.robot
    await story.press("Down")
    await story.press("Up")
    await story.press("Return", until=lambda: robot.is_shown("slot_tiles"))
    await story.press("1", "+")
    await story.press("Return")
    await story.type(NAME, "Tab")
    await story.type(PHONE, "Tab")
    await story.type(EMAIL)
    await _review_and_book(story)


async def boat_with_a_wrong_field(story: Story) -> None:
    """One boat ticket, at first without the number of the document."""
    clerk = story.clerk
    robot = clerk.robot
    robot.keys("B")
    await robot.until(lambda: robot.is_shown("departure_count"))
    await story.press("Ctrl+Right", until=lambda: robot.is_shown("departure_list"))
    await story.press("Down")
    await story.press("Return")
    await story.type("1")
    await story.press("Ctrl+Return", until=lambda: robot.is_shown("passenger_grid"))
    for cell in ("Arjun Nair", "41", "m", ""):
        await story.type(cell, "Tab")
    await story.type("voter", "Tab")
    await story.press("Return", until=lambda: robot.focused == "customer_name")
    await story.type(NAME, "Tab")
    await story.type(PHONE, "Tab")
    await story.type(EMAIL)
    await story.press("Ctrl+Return")
    await story.type("KLX4471902", "Return")
    await _review_and_book(story)


async def part_cancellation(story: Story) -> None:
    """One of two seats."""
    clerk = story.clerk
    robot = clerk.robot
    await clerk.counter.book(await clerk.counter.draft())
    await story.press("Alt+2", until=lambda: robot.is_shown("cancel_booking"))
    robot.keys("Delete")
    await robot.until(lambda: robot.is_shown("cancel_page"))
    await clerk.armed()
    await story.press()
    await story.press("+", until=lambda: robot.find("spend", ConfirmButton).is_armed)
    await story.press("-", until=lambda: robot.find("spend", ConfirmButton).is_armed)
    await story.press("Ctrl+Return", until=lambda: robot.is_shown("refund_reference"))


async def day_close(story: Story) -> None:
    """The day of three sales, closed by PIN."""
    clerk = story.clerk
    robot = clerk.robot
    await clerk.counter.desk.day_close.duty.add("Asha Rao", "4711")
    await clerk.counter.desk.day_close.duty.take_over("4711")
    await sell_some(clerk)
    await story.press("Alt+4", until=lambda: robot.is_shown("day_agrees"))
    await story.press("Tab")
    await story.press("Shift+Tab")
    await story.press("Ctrl+Return", until=lambda: robot.focused == "closing_pin")
    await story.type("4711", "Return", until=lambda: not robot.is_shown("day_close"))


STORIES: tuple[Callable[[Story], Awaitable[None]], ...] = (
    sale,
    boat_with_a_wrong_field,
    part_cancellation,
    day_close,
)


@pytest.mark.parametrize("language", _LANGUAGES)
@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
async def test_it_is_done_by_what_is_heard(
    story: Callable[[Story], Awaitable[None]],
    language: str,
    tmp_path: Path,
) -> None:
    async with travelling(tmp_path, unlooked) as clerk, ears(clerk.robot) as hearing:
        await speak(clerk, language)
        await hearing.heard()
        told = Story(clerk, hearing)
        await story(told)
    kept = _FOLDER / f"{story.__name__}.{language}.txt"
    text = "\n".join(told.lines) + "\n"
    if KEEP in os.environ:
        kept.write_text(text, encoding="utf-8")
    assert kept.read_text(encoding="utf-8") == text
