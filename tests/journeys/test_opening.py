"""The program from the first screen to the last: practise, connect, be refused, sell, restart."""

import os
import shutil
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring
from PySide6.QtWidgets import QAbstractButton, QLineEdit

from app.core.language import mark
from app.core.settings import Policy, Settings, load_settings, save_settings
from app.lifecycle.session import IN_USE_STATUS, RESTART_STATUS, UNFIT_STATUS
from app.practice import PRACTICE_KEY, Faults, PracticeServer, World
from app.ui.kit.controls.segmented import Segmented
from tests.journeys.opened import Program, opened
from tests.store.journal.test_held_journal import held, release
from tests.support.closed_folder import closed
from tests.support.counter import AS_ON, tomorrow_at_ten
from tests.support.proof import beside_others
from tests.support.store.scenes import fill
from tests.support.ui.robot import Robot

TOMORROW = tomorrow_at_ten().date()
_more = pytest.mark.prove("another start of the program; three of them are each time")


@pytest.fixture(autouse=True)
def _no_key_store() -> None:
    keyring.set_keyring(NoKeyring())


@pytest.fixture
def live(monkeypatch: pytest.MonkeyPatch) -> PracticeServer:
    """A service that the environment names as the real one."""
    server = PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults())
    server.start()
    monkeypatch.setenv("AGENCY_COUNTER_BASE_URL", server.base_url)
    monkeypatch.setenv("AGENCY_COUNTER_API_KEY", PRACTICE_KEY)
    return server


def _contents(folder: Path) -> dict[str, bytes]:
    """What lies in the data folder but for what a counter that is not touched goes on with by itself."""
    kept = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): path.read_bytes() for path in kept if path.parent.name not in {"logs", "catalogue"}}


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


@_more
async def test_practice_goes_on_after_a_restart_with_its_sales(tmp_path: Path) -> None:
    async with opened(tmp_path) as program:
        await program.practise()
        pnr = await program.sell()
    async with opened(tmp_path) as program:
        await program.list_read()
        program.robot.keys("Alt+2")
        await program.robot.until(lambda: program.robot.is_shown("sales_list"))
        await program.robot.until(lambda: program.robot.sees(pnr))


@_more
async def test_leaving_practice_asks_for_a_service_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as program:
        await program.practise()
        program.robot.click("leave_practice")
        await program.robot.until(lambda: program.robot.is_shown("connect"))
        await program.practise()
    assert load_settings(tmp_path).settings.service == "practice"


@_more
async def test_a_service_that_answers_is_kept_and_its_key_only_for_the_session(tmp_path: Path) -> None:
    with PracticeServer(World(like=AS_ON)) as server:
        async with opened(tmp_path, TOMORROW) as program:
            await program.robot.until(lambda: program.robot.is_shown("connect"))
            program.robot.type(server.base_url + "/")
            program.robot.keys("Tab")
            program.robot.type(PRACTICE_KEY)
            program.robot.keys("Return")
            await program.list_read()
            await program.robot.until(lambda: program.robot.sees("kept for this session only"))
            assert not program.robot.sees("Practice mode")
            program.robot.keys("Alt+5")
            await program.robot.until(
                lambda: program.robot.sees("Not stored by this program beyond this session.")
            )
        assert load_settings(tmp_path).settings.base_url == server.base_url
        async with opened(tmp_path) as program:
            await program.robot.until(lambda: program.robot.sees("No key is kept for"))
    assert PRACTICE_KEY not in _all_that_is_kept(tmp_path)


def _all_that_is_kept(folder: Path) -> str:
    return "".join(path.read_text(errors="replace") for path in folder.rglob("*") if path.is_file())


@_more
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
        await program.robot.until(lambda: program.robot.sees(sentence))
        assert program.robot.sees(address)
    assert load_settings(tmp_path).settings == Settings()


@_more
async def test_a_wrong_key_is_not_kept(tmp_path: Path) -> None:
    with PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten)) as server:
        async with opened(tmp_path) as program:
            await program.robot.until(lambda: program.robot.is_shown("connect"))
            program.robot.type(server.base_url)
            program.robot.keys("Tab")
            program.robot.type("a-wrong-key-of-some-length")
            program.robot.keys("Return")
            await program.robot.until(lambda: program.robot.sees("does not accept this key"))
    assert load_settings(tmp_path).settings == Settings()


@_more
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


@beside_others
async def test_an_unknown_outcome_is_kept_and_shown_after_a_restart(
    live: PracticeServer, tmp_path: Path
) -> None:
    save_settings(tmp_path, Settings(two_people_decide=True))
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        await program.to_review()
        # Its ledger names no request, so the program cannot settle this by itself.
        live.world.older = True
        live.faults.after_work("create_booking", silent=False)
        program.robot.keys("Ctrl+Return")
        await program.robot.until(lambda: program.robot.is_shown("outcome_page"))
        assert program.robot.sees("Do not sell it again yet.")
        assert not program.robot.sees("ailed")
        program.robot.keys("Tab", "Tab", "Tab", "Space")
        await program.robot.until(lambda: program.robot.is_shown("second"))
    assert len(live.world.bookings) == 1
    async with opened(tmp_path, TOMORROW) as program:
        await program.robot.until(lambda: program.robot.is_shown("outcome_page"))
        assert program.robot.sees("Do not sell it again yet.")
        program.robot.keys("Alt+2")
        await program.robot.until(lambda: program.robot.sees("Show what is known"))
        program.robot.keys("Alt+1")
        await program.list_read()
        await program.fill()
        await program.robot.until(lambda: program.robot.sees("outcome is not known"))
        program.robot.keys("Ctrl+Return")
    assert len(live.world.bookings) == 1
    live.stop()


@beside_others
async def test_a_window_closed_while_a_booking_is_settled_waits_for_it(
    live: PracticeServer, tmp_path: Path
) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        await program.to_review()
        release = live.faults.hold("create_booking")
        program.robot.keys("Ctrl+Return")
        await program.robot.until(lambda: program.robot.sees("Nothing is sent twice."))
        program.window.close()
        await program.robot.until(lambda: program.robot.sees("A booking is being settled."))
        assert program.window.isVisible()
        release.set_result(None)
        # Nobody would have seen what became of it.
        await program.robot.until(lambda: program.robot.sees("The wait has ended"))
        await program.robot.until(lambda: program.robot.sees(live.world.bookings[0].ref))
        program.robot.keys("Escape")
        await program.robot.until(lambda: not program.robot.sees("The wait has ended"))
        await program.robot.until(lambda: program.robot.focused == "print_voucher")
        assert not program.robot.sees("A booking is being settled.")
        assert await program.close() == 0
        assert not program.window.isVisible()
    assert len(live.world.bookings) == 1
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        program.robot.keys("Alt+2")
        await program.robot.until(lambda: program.robot.sees(live.world.bookings[0].ref))
    live.stop()


@_more
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


@_more
async def test_it_starts_again_in_another_text_size_unless_a_sale_is_kept(
    live: PracticeServer, tmp_path: Path
) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        await program.type_name()
        await _choose_size(program, "130")
        program.robot.click("start_again")
        await program.keep_typing()
        assert not program.ended.done()
        await _choose_size(program, "130")
        program.robot.click("start_again")
        await program.robot.until(lambda: program.robot.sees("A sale is being typed"))
        program.robot.click("answer_close")
        assert await program.ended == RESTART_STATUS
    live.stop()


async def _choose_size(program: Program, size: str) -> None:
    program.robot.keys("Ctrl+K")
    await program.robot.until(lambda: program.robot.is_shown("palette"))
    program.robot.type("text size")
    program.robot.keys("Return")
    await program.robot.until(lambda: program.robot.is_shown("text_size"))
    program.robot.find("text_size", Segmented).choose(size)
    await program.robot.until(lambda: program.robot.is_shown("start_again"))


@_more
@pytest.mark.parametrize("key", ["Return", "Escape", ""])
async def test_a_data_folder_in_use_is_said_and_nothing_is_lost(
    live: PracticeServer, tmp_path: Path, key: str
) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        await program.sell()
        async with opened(tmp_path, TOMORROW) as second:
            await second.robot.until(lambda: second.robot.sees("Another Agency Counter is running"))
            assert second.robot.sees(str(tmp_path))
            before = _contents(tmp_path)
            second.robot.keys("Alt+P", "Alt+4", "Ctrl+K", "F8")
            if key:
                second.robot.keys(key)
                await second.robot.until(second.ended.done)
            assert await second.close() == IN_USE_STATUS
            assert _contents(tmp_path) == before
    async with opened(tmp_path, TOMORROW) as again:
        await again.list_read()
    live.stop()


@_more
async def test_a_data_folder_in_which_others_may_have_planted_links_is_refused(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "data", tmp_path / "letters"
    folder.mkdir()
    elsewhere.mkdir()
    (folder / "logs").symlink_to(elsewhere)
    folder.chmod(0o777)
    async with opened(folder, TOMORROW) as program:
        await program.robot.until(lambda: program.robot.sees("This data folder cannot be used"))
        assert program.robot.sees("logs in it is a link or not yours")
        program.robot.keys("Return")
        await program.robot.until(program.ended.done)
        assert await program.close() == UNFIT_STATUS
    assert list(elsewhere.iterdir()) == []


@_more
async def test_a_journal_that_another_program_holds_is_waited_for_with_a_text(
    live: PracticeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
    with held(tmp_path / "live" / "journal.sqlite") as holder:
        async with opened(tmp_path, TOMORROW) as program:
            await program.robot.until(lambda: program.robot.sees("this counter waits for ten seconds"))
            release(holder)
            await program.list_read()
            assert not program.robot.sees("this counter waits")
    monkeypatch.setattr("app.store.journal.sqlite_log.PATIENCE_SECONDS", 0.05)
    with held(tmp_path / "live" / "journal.sqlite"):
        async with opened(tmp_path, TOMORROW) as program:
            await program.robot.until(lambda: program.robot.sees("Another program holds the journal in"))
    live.stop()


@_more
@pytest.mark.parametrize("place", ["live", "."])
async def test_a_folder_that_cannot_be_written_to_opens_to_be_read(
    live: PracticeServer, tmp_path: Path, place: str
) -> None:
    fill(tmp_path / "live")
    with closed(tmp_path / place):
        async with opened(tmp_path, TOMORROW) as program:
            await program.robot.until(lambda: program.robot.is_shown("outcome_page"))
            assert program.robot.sees("cannot be written to")
            program.robot.keys("Alt+1")
            await program.list_read()
            await program.fill("9876505678")
            await program.robot.until(lambda: program.robot.sees("Selling is off"))
            program.robot.keys("Ctrl+Return", "Escape", "Alt+2")
            await program.robot.until(lambda: program.robot.sees("request-open-1"))
            assert program.robot.sees("Priya Raman")
    assert live.world.bookings == ()
    live.stop()


@_more
async def test_an_old_copy_sells_again_when_somebody_has_looked(live: PracticeServer, tmp_path: Path) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
    shutil.copytree(tmp_path / "live", tmp_path / "copy")
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        pnr = await program.sell()
    shutil.rmtree(tmp_path / "live")
    shutil.copytree(tmp_path / "copy", tmp_path / "live")
    async with opened(tmp_path, TOMORROW) as program:
        await program.robot.until(lambda: program.robot.sees("The journal is an old copy"))
        assert program.robot.sees("older than this counter's memory: it ends with entry 0")
        program.robot.keys("Escape")
        await program.robot.until(lambda: program.robot.is_shown("have_looked"))
        program.robot.click("have_looked")
        await program.robot.until(lambda: program.robot.sees("The journal is an old copy"))
        program.robot.click(_button(program.robot, "I have looked, sell again"))
        await program.robot.until(lambda: not program.robot.sees("older than this counter's memory"))
        await program.robot.until(lambda: program.robot.sees("No bookings yet"))
        program.robot.keys("Alt+1")
        await program.list_read()
        assert await program.sell("9876505678") != pnr
    live.stop()


@_more
async def test_what_is_said_of_the_key_hides_no_damaged_journal(tmp_path: Path) -> None:
    with PracticeServer(World(like=AS_ON)) as server:
        async with opened(tmp_path, TOMORROW) as program:
            await program.connect(server.base_url)
            await program.list_read()
            await program.sell()
        (tmp_path / "live" / "journal.sqlite").write_bytes(b"a letter to somebody, and no database" * 300)
        async with opened(tmp_path, TOMORROW) as program:
            robot = program.robot
            await program.connect(server.base_url)
            await robot.until(lambda: robot.focused == "answer_look")
            robot.keys("Esc")
            await robot.until(lambda: robot.sees("1 of 2") and robot.is_shown("have_looked"))
            assert robot.sees("The journal was damaged")
            robot.keys("Alt+N")
            assert robot.sees("kept for this session only")
            assert not robot.is_shown("have_looked")
            await program.press_setting("start_practice")
            await robot.until(lambda: robot.sees("Practice mode"))
            await program.list_read()
            assert not robot.is_shown("next_notice")
            assert not robot.sees("kept for this session only")
            assert not robot.sees("The journal was damaged")


@_more
async def test_that_the_register_was_damaged_is_told_and_put_away(
    live: PracticeServer, tmp_path: Path
) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        pnr = await program.sell()
    for path in (tmp_path / "live").glob("register*"):
        path.write_bytes(b"a letter to somebody, and no database" * 300)
    async with opened(tmp_path, TOMORROW) as program:
        robot = program.robot
        await robot.until(lambda: robot.sees("The register of past sales was damaged"))
        robot.keys("Alt+G")
        assert not robot.sees("The register of past sales was damaged")
        robot.keys("Alt+2")
        await robot.until(lambda: robot.sees(pnr))
    live.stop()


@_more
async def test_a_broken_settings_file_is_said(live: PracticeServer, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{", encoding="utf-8")
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        # What the opened journal has to say, here nothing, takes it off no more.
        assert program.robot.sees("start afresh")
        program.robot.keys("Alt+G")
        assert not program.robot.sees("start afresh")
    assert os.environ["AGENCY_COUNTER_BASE_URL"] == live.base_url
    live.stop()


@_more
async def test_the_theme_and_text_size_are_kept(tmp_path: Path) -> None:
    async with opened(tmp_path) as program:
        await program.practise()
        program.robot.keys("Alt+5")
        await program.robot.until(lambda: program.robot.focused == "sections")
        program.robot.keys(*["Down"] * 5, "Tab", "Right", "Right")
        program.robot.find("text_size", Segmented).choose("115")
    settings = load_settings(tmp_path).settings
    assert (settings.theme, settings.text_size) == ("dark", 115)


@_more
async def test_a_mended_journal_sells_again_when_somebody_has_looked(
    live: PracticeServer, tmp_path: Path
) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        pnr = await program.sell()
    (tmp_path / "live" / "journal.sqlite").write_bytes(b"a letter to somebody, and no database" * 300)
    async with opened(tmp_path, TOMORROW) as program:
        await program.robot.until(lambda: program.robot.sees("The journal was damaged"))
        # Before it has the keyboard, Esc stops what the page behind it reads.
        await program.robot.until(lambda: program.robot.focused == "answer_look")
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


@_more
async def test_a_newer_version_in_the_update_folder_is_told_and_not_touched(tmp_path: Path) -> None:
    updates = tmp_path / "updates"
    updates.mkdir()
    installer = updates / "agency-counter_99.0.0_amd64.deb"
    installer.write_bytes(b"never read")
    installer.chmod(0)
    policy = Policy(fixed={"update_folder": str(updates)})
    async with opened(tmp_path / "data", policy=policy) as program:
        await program.practise()
        await program.robot.until(lambda: program.robot.sees("Version 99.0.0 of this program is ready"))
        assert program.robot.sees(f"Close the counter, then run {installer.name} in {updates}.")
        assert await program.close() == 0
    assert load_settings(tmp_path / "data").settings.update_folder == ""


@_more
async def test_an_address_that_an_administrator_has_set_is_the_only_one(tmp_path: Path) -> None:
    address = "https://partner.example/travel"
    policy = Policy(fixed={"base_url": address}, warnings=(mark("The policy names colour."),))
    async with opened(tmp_path, policy=policy) as program:
        robot = program.robot
        await robot.until(lambda: robot.is_shown("service_address"))
        assert robot.find("service_address", QLineEdit).text() == address
        program.shell.connect("https://elsewhere.example", "demo-key", "live")
        await robot.until(lambda: robot.sees(f"Your administrator has set the address: {address}"))
        await program.practise()
        await robot.until(lambda: robot.sees("The policy names colour."))
        assert await program.close() == 0
    assert load_settings(tmp_path).settings.base_url == ""


@_more
async def test_the_first_screen_speaks_another_language_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as program:
        robot = program.robot
        await robot.until(lambda: robot.is_shown("connect"))
        robot.type("https://127.0.0.1:9")
        robot.keys("Tab")
        robot.type("a-key")
        robot.keys("Return")
        await robot.until(lambda: robot.sees("The wallet could not be read"))
        robot.find("api_key").setFocus()
        robot.keys("Alt+L")
        await robot.until(lambda: robot.sees("जाँचें और जोड़ें"))
        assert robot.find("service_address", QLineEdit).text() == "https://127.0.0.1:9"
        assert robot.find("api_key", QLineEdit).text() == "a-key"
        # What was said of the last try stays as it was said.
        assert robot.sees("The wallet could not be read")
        await robot.until(robot.find("api_key").hasFocus)
        robot.keys("Alt+L")
        await robot.until(lambda: robot.sees("Test and connect"))
        robot.find("language:en").setFocus()
        robot.keys("Right")
        await robot.until(lambda: robot.sees("जाँचें और जोड़ें"))
        await robot.until(lambda: robot.focused == "language:hi")
    assert load_settings(tmp_path).settings.language == "hi"
