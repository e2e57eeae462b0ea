"""The program from the first screen to the last: practise, connect, be refused, sell, restart."""

import os
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring
from PySide6.QtWidgets import QAbstractButton

from app.practice import PRACTICE_KEY, Faults, PracticeServer, World
from app.settings import Settings, load_settings, save_settings
from tests.counter import tomorrow_at_ten
from tests.journeys.opened import opened
from tests.ui.robot import Robot

TOMORROW = tomorrow_at_ten().date()


@pytest.fixture(autouse=True)
def _no_key_store() -> None:
    keyring.set_keyring(NoKeyring())


@pytest.fixture
def live(monkeypatch: pytest.MonkeyPatch) -> PracticeServer:
    """A service that the environment names as the real one."""
    server = PracticeServer(World(clock=tomorrow_at_ten), Faults())
    server.start()
    monkeypatch.setenv("AGENCY_COUNTER_BASE_URL", server.base_url)
    monkeypatch.setenv("AGENCY_COUNTER_API_KEY", PRACTICE_KEY)
    return server


async def test_a_stranger_practises_and_sells_by_keyboard_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as program:
        await program.practise()
        assert program.robot.sees("Practice mode")
        pnr = await program.sell()
        assert pnr.startswith("PRA")
        assert program.robot.clicks == 0
        assert program.robot.key_events <= 70
        assert await program.close() == 0
    assert load_settings(tmp_path).settings.service == "practice"
    log = (tmp_path / "logs" / "counter.log").read_text(encoding="utf-8")
    assert "create_booking: HTTP 201" in log
    for private in ("Priya", "9876501234", "priya.raman", PRACTICE_KEY, pnr):
        assert private not in log


async def test_practice_goes_on_after_a_restart_with_its_sales(tmp_path: Path) -> None:
    async with opened(tmp_path) as program:
        await program.practise()
        pnr = await program.sell()
    async with opened(tmp_path) as program:
        await program.list_read()
        program.robot.keys("Alt+2")
        await program.robot.until(lambda: program.robot.is_shown("sales_list"))
        await program.robot.until(lambda: program.robot.sees(pnr))


async def test_leaving_practice_asks_for_a_service_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as program:
        await program.practise()
        program.robot.click("leave_practice")
        await program.robot.until(lambda: program.robot.is_shown("connect"))
        await program.practise()
    assert load_settings(tmp_path).settings.service == "practice"


async def test_a_service_that_answers_is_kept_and_its_key_only_for_the_session(tmp_path: Path) -> None:
    with PracticeServer(World(clock=tomorrow_at_ten)) as server:
        async with opened(tmp_path, TOMORROW) as program:
            await program.robot.until(lambda: program.robot.is_shown("connect"))
            program.robot.type(server.base_url + "/")
            program.robot.keys("Tab")
            program.robot.type(PRACTICE_KEY)
            program.robot.keys("Return")
            await program.list_read()
            assert program.robot.sees("kept for this session only")
            assert not program.robot.sees("Practice mode")
        assert load_settings(tmp_path).settings.base_url == server.base_url
        async with opened(tmp_path) as program:
            await program.robot.until(lambda: program.robot.sees("No key is kept for"))
    assert PRACTICE_KEY not in _all_that_is_kept(tmp_path)


def _all_that_is_kept(folder: Path) -> str:
    return "".join(path.read_text(errors="replace") for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("address", "key", "sentence"),
    [
        ("ftp://partner.example", "some-key-of-the-office", "https"),
        ("http://partner.example", "some-key-of-the-office", "https"),
        ("http://127.0.0.1:9", "some-key-of-the-office", "does not answer"),
        ("http://127.0.0.1:9", "two words", "a key never has"),
    ],
)
async def test_an_address_or_key_that_cannot_be_used_is_said_beside_it(
    address: str, key: str, sentence: str, tmp_path: Path
) -> None:
    async with opened(tmp_path) as program:
        await program.robot.until(lambda: program.robot.is_shown("connect"))
        program.robot.type(address)
        program.robot.keys("Tab")
        program.robot.type(key)
        program.robot.keys("Return")
        await program.robot.until(lambda: program.robot.sees(sentence), 10)
        assert program.robot.sees(address)
    assert load_settings(tmp_path).settings == Settings()


async def test_a_wrong_key_is_not_kept(tmp_path: Path) -> None:
    with PracticeServer(World(clock=tomorrow_at_ten)) as server:
        async with opened(tmp_path) as program:
            await program.robot.until(lambda: program.robot.is_shown("connect"))
            program.robot.type(server.base_url)
            program.robot.keys("Tab")
            program.robot.type("a-wrong-key-of-some-length")
            program.robot.keys("Return")
            await program.robot.until(lambda: program.robot.sees("does not accept this key"))
    assert load_settings(tmp_path).settings == Settings()


async def test_the_environment_names_the_service_and_nothing_of_it_is_kept(
    live: PracticeServer, tmp_path: Path
) -> None:
    save_settings(tmp_path, Settings(service="practice", theme="dark"))
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        await program.sell()
        program.robot.keys("F8")
    assert len(live.world.bookings) == 1
    assert load_settings(tmp_path).settings == Settings(service="practice", theme="dark", net_shown=False)
    live.stop()


async def test_an_unknown_outcome_is_kept_and_shown_after_a_restart(
    live: PracticeServer, tmp_path: Path
) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        await program.to_review()
        live.faults.after_work("create_booking", silent=False)
        program.robot.keys("Ctrl+Return")
        await program.robot.until(lambda: program.robot.is_shown("outcome_page"))
        assert program.robot.sees("Do not sell it again yet.")
        assert not program.robot.sees("ailed")
    assert len(live.world.bookings) == 1
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        program.robot.keys("Alt+2")
        await program.robot.until(lambda: program.robot.sees("Outcome not known"))
        program.robot.keys("Alt+1")
        await program.list_read()
        await program.fill()
        await program.robot.until(lambda: program.robot.sees("outcome is not known"))
        program.robot.keys("Ctrl+Return")
    assert len(live.world.bookings) == 1
    live.stop()


async def test_a_window_closed_while_a_booking_is_settled_waits_for_it(
    live: PracticeServer, tmp_path: Path
) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        await program.to_review()
        live.faults.slow("create_booking", 0.5)
        program.robot.keys("Ctrl+Return")
        await program.robot.until(lambda: program.robot.sees("Nothing is sent twice."))
        program.window.close()
        await program.robot.until(lambda: program.robot.sees("A booking is being settled."))
        assert program.window.isVisible()
        assert await program.ended == 0
        assert not program.window.isVisible()
    assert len(live.world.bookings) == 1
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        program.robot.keys("Alt+2")
        await program.robot.until(lambda: program.robot.sees(live.world.bookings[0].ref))
    live.stop()


async def test_closing_asks_only_when_a_sale_is_being_typed(live: PracticeServer, tmp_path: Path) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        await program.to_review()
        program.window.close()
        await program.robot.until(lambda: program.robot.sees("A sale is being typed"))
        program.robot.keys("Escape")
        await program.robot.until(lambda: not program.robot.sees("A sale is being typed"))
        assert program.window.isVisible()
        program.window.close()
        await program.robot.until(lambda: program.robot.sees("Close the counter"))
        program.robot.keys("Tab", "Return")
        assert await program.ended == 0
    assert live.world.bookings == ()
    live.stop()


async def test_a_data_folder_in_use_is_said_and_nothing_is_lost(live: PracticeServer, tmp_path: Path) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        async with opened(tmp_path, TOMORROW) as second:
            await second.robot.until(lambda: second.robot.sees("Another Agency Counter is running"))
    live.stop()


async def test_a_broken_settings_file_is_said(live: PracticeServer, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{", encoding="utf-8")
    async with opened(tmp_path, TOMORROW) as program:
        await program.robot.until(lambda: program.robot.sees("start afresh"))
        await program.list_read()
    assert os.environ["AGENCY_COUNTER_BASE_URL"] == live.base_url
    live.stop()


async def test_the_theme_and_text_size_are_kept(tmp_path: Path) -> None:
    async with opened(tmp_path) as program:
        await program.practise()
        program.window.theme_chosen.emit("dark")
        program.window.text_size_chosen.emit(115)
    settings = load_settings(tmp_path).settings
    assert (settings.theme, settings.text_size) == ("dark", 115)


async def test_a_mended_journal_sells_again_when_somebody_has_looked(
    live: PracticeServer, tmp_path: Path
) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        pnr = await program.sell()
    (tmp_path / "live" / "journal.sqlite").write_bytes(b"a letter to somebody, and no database" * 300)
    async with opened(tmp_path, TOMORROW) as program:
        await program.robot.until(lambda: program.robot.sees("The journal was damaged"))
        program.robot.keys("Esc")
        await program.robot.until(lambda: program.robot.sees(pnr))
    async with opened(tmp_path, TOMORROW) as program:
        await program.robot.until(lambda: program.robot.sees("I have looked, sell again"))
        program.robot.click(_button(program.robot, "I have looked, sell again"))
        await program.robot.until(lambda: not program.robot.sees("The journal was damaged"))
        program.robot.keys("Alt+1")
        await program.list_read()
        await program.sell("9876505678")
    assert len(live.world.bookings) == 2
    live.stop()


def _button(robot: Robot, text: str) -> QAbstractButton:
    return next(each for each in robot.window.findChildren(QAbstractButton) if each.text() == text)
