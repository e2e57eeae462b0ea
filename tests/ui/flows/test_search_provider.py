"""The palette over the real window: trips, bookings and actions by keyboard."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QListView, QWidget

from app.core.language import Message, tr
from app.ui.kit.basics.actions import ENTER_KEY, EVERYWHERE, OPEN_HANDBOOK
from app.ui.sale.actions import SHOW
from tests.support.proof import beside_others, few
from tests.support.ui.selling import NAME, Clerk, selling, speak, spoken_rows
from tests.support.ui.taking_payment import TILL


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk at a counter that remembers."""
    async with selling(tmp_path, remembers=True) as opened:
        await opened.list_read()
        yield opened


def _rows(clerk: Clerk) -> list[str]:
    return spoken_rows(clerk.robot.find("palette_list", QListView))


async def _find(clerk: Clerk, typed: str, row: str) -> None:
    """Open the palette, type, and wait until a row that holds the text stands in it."""
    clerk.robot.keys("Ctrl+K")
    await clerk.robot.until(lambda: clerk.robot.is_shown("palette"))
    clerk.robot.type(typed)
    await clerk.robot.until(lambda: any(row in each for each in _rows(clerk)))


@beside_others
async def test_an_activity_is_found_and_becomes_current(clerk: Clerk) -> None:
    await _find(clerk, "sea walk", "Sea walk, North Bay")
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.text("activity_title") == "Sea walk, North Bay")
    assert not clerk.robot.is_shown("palette")


@beside_others
async def test_a_boat_is_found_that_no_list_has_shown_yet(clerk: Clerk) -> None:
    clerk.robot.keys("Ctrl+Right")
    await _find(clerk, "dweep day return", "Swaraj Dweep day return")
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.text("departure_title") == "Swaraj Dweep day return")


@beside_others
async def test_boats_that_cannot_be_read_are_not_found_and_hinder_nothing(clerk: Clerk) -> None:
    clerk.counter.faults.unconfigure_boats()
    await _find(clerk, "s", "Sea walk")
    clerk.robot.keys("Escape")
    await clerk.robot.until(lambda: not clerk.robot.is_shown("palette"))


async def test_a_booking_is_found_by_its_customer_and_shown(clerk: Clerk) -> None:
    await clerk.review()
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("booking_ref"))
    pnr = clerk.text("booking_ref")
    await _find(clerk, "pri ram", pnr)
    assert any(NAME in row for row in _rows(clerk))
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("sales_list"))
    await clerk.robot.until(lambda: clerk.robot.find("sales_list", QListView).currentIndex().isValid())


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        (">sell boat", "boats_page"),
        (">settings", "sections"),
        (">keys", "keys_sheet"),
        (">handbook", "handbook"),
    ],
)
async def test_an_action_is_run(clerk: Clerk, typed: str, seen: str) -> None:
    clerk.robot.keys("Ctrl+K")
    clerk.robot.type(typed)
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown(seen))


@pytest.mark.parametrize(
    ("typed", "row", "place"),
    few(
        [
            ("till", "Till, in Settings", "till"),
            ("upi", "UPI, in Settings", "upi_address"),
            ("customer window", "Customer window, in Settings", "customer_window"),
            ("travelling", "Travelling, in Settings", "travelling"),
            ("messages", "Messages to travellers, in Settings", "message_language:en"),
            ("language", "Language, in Settings", "language:en"),
            ("text size", "Text size, in Settings", "text_size:100"),
            ("count the drawer", "Till, in Settings", "till"),
        ],
        2,
    ),
)
async def test_a_setting_is_found_by_its_plain_words_and_reached(
    clerk: Clerk, typed: str, row: str, place: str
) -> None:
    await _find(clerk, typed, row)
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.focused == place)
    control = clerk.robot.find(place, QWidget)
    await clerk.robot.until(lambda: control.visibleRegion().boundingRect().height() == control.height())


@pytest.mark.parametrize(
    ("typed", "row", "seen"),
    [
        ("backup", "Data and backup, in Settings", "sections"),
        ("close the day", "Open Day close", "day_state"),
        ("keys", "Show all keys", "keys_sheet"),
    ],
)
async def test_an_action_is_found_by_its_plain_words(clerk: Clerk, typed: str, row: str, seen: str) -> None:
    await _find(clerk, typed, row)
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown(seen))


async def test_the_drawer_is_counted_where_a_till_is_kept(clerk: Clerk) -> None:
    clerk.counter.desk.rules.till = TILL
    clerk.routing.obey_rules()
    # The page comes before the switch that shows it.
    await _find(clerk, "till", "Till, in Settings")
    page, setting = (
        next(place for place, each in enumerate(_rows(clerk)) if words in each)
        for words in ("Open Till", "Till, in Settings")
    )
    assert page < setting
    clerk.robot.keys("Escape")
    await _find(clerk, "count the drawer", "Count the drawer")
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("count_page"))


async def test_a_quotation_is_offered_while_one_can_be_written(clerk: Clerk) -> None:
    await clerk.fill()
    await _find(clerk, "quotation", "Quotation")


async def test_hindi_and_english_words_are_found_in_hindi(clerk: Clerk) -> None:
    await speak(clerk, "hi")
    for typed in ("till", "close the day", "drawer"):
        await _find(clerk, typed, "सेटिंग में" if typed != "close the day" else "दिन")
        clerk.robot.keys("Escape")
        await clerk.robot.until(lambda: not clerk.robot.is_shown("palette"))
    await _find(clerk, "भाषा", "सेटिंग में")


WORDS = (*(each.words for each in EVERYWHERE if each.words.text), OPEN_HANDBOOK.help)


@pytest.mark.parametrize("words", few(WORDS, 4), ids=lambda words: words.text)
async def test_every_action_with_words_is_found(clerk: Clerk, words: Message) -> None:
    if words == ENTER_KEY.words:
        clerk.counter.faults.disable_key()
        clerk.robot.keys("F5")
        await clerk.robot.until(lambda: clerk.window.is_selling_off)
    await _find(clerk, f">{words.text}", tr(words))


@beside_others
async def test_the_actions_of_the_page_are_found_and_run(clerk: Clerk) -> None:
    await clerk.review()
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("booking_ref"))
    page = clerk.window.current_page
    assert page is not None
    for action in page.offered:
        words = tr(action.words if action.words.text else action.help)
        await _find(clerk, f">{words}", words)
        clerk.robot.keys("Escape")
        await clerk.robot.until(lambda: not clerk.robot.is_shown("palette"))
    await _find(clerk, f">{tr(SHOW.words)}", tr(SHOW.words))
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("voucher_sheet"))


async def test_another_key_is_not_offered_while_this_one_sells(clerk: Clerk) -> None:
    await _find(clerk, ">key", "Show all keys")
    assert not any(tr(ENTER_KEY.words) in row for row in _rows(clerk))


async def test_net_prices_are_hidden_from_the_palette(clerk: Clerk) -> None:
    clerk.robot.keys("Ctrl+K")
    clerk.robot.type(">hide")
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: not clerk.window.net_shown)
    await _find(clerk, ">show net", "Show net prices")


async def test_a_booking_under_way_keeps_its_page(clerk: Clerk) -> None:
    await clerk.review()
    release = clerk.counter.faults.hold("create_booking")
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.sees("Nothing is sent twice."))
    clerk.robot.keys("Ctrl+K")
    clerk.robot.type(">sell boat")
    clerk.robot.keys("Return")
    assert clerk.robot.is_shown("review_page")
    release.set_result(None)
    await clerk.robot.until(lambda: clerk.robot.is_shown("booking_ref"))
