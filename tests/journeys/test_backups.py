"""A backup from the settings, one that is made by itself, and one that is put back."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring
from PySide6.QtWidgets import QFileDialog

from app.core.settings import Settings, changed, load_settings, save_settings
from app.practice import PRACTICE_KEY, PracticeServer, World
from app.store.office.office import Office
from app.store.office.shifts import open_shift, standing_shift
from app.ui.kit.controls.buttons import Button
from app.ui.settings.backup import BackupSettings
from tests.journeys.opened import Program, opened
from tests.support.counter import AS_ON, tomorrow_at_ten

pytestmark = pytest.mark.prove("a program is stopped and started again for each")

TOMORROW = tomorrow_at_ten().date()


@pytest.fixture(autouse=True)
def _live(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A service that the environment names as the real one.

    Its clock is this computer's: a notice on the clock would stand in front of the one on a backup.
    """
    keyring.set_keyring(NoKeyring())
    with PracticeServer(World(like=AS_ON)) as server:
        monkeypatch.setenv("AGENCY_COUNTER_BASE_URL", server.base_url)
        monkeypatch.setenv("AGENCY_COUNTER_API_KEY", PRACTICE_KEY)
        yield


async def _to_backups(program: Program) -> None:
    program.robot.keys("Alt+5")
    await program.robot.until(lambda: program.robot.focused == "sections")
    # Behind connection, alerts, voucher, clerks, customers, appearance and keyboard.
    program.robot.keys(*["Down"] * 7)
    await program.robot.until(lambda: program.robot.is_shown("data_folder"))


async def _backups(program: Program) -> BackupSettings:
    await program.list_read()
    await _to_backups(program)
    section = program.robot.window.findChild(BackupSettings)
    assert section is not None
    return section


def _press(program: Program, name: str) -> None:
    program.robot.find(name).setFocus()
    program.robot.keys("Space")


async def _choose(program: Program, path: Path) -> None:
    dialog = await program.robot.until(lambda: program.robot.find("file_choice", QFileDialog))
    dialog.fileSelected.emit(str(path))
    dialog.close()
    program.window.activateWindow()


async def test_a_backup_is_made_and_put_back_by_a_named_person(tmp_path: Path) -> None:
    data, kept = tmp_path / "data", tmp_path / "kept"
    kept.mkdir()
    async with opened(data, TOMORROW) as program:
        robot = program.robot
        await program.list_read()
        await _to_backups(program)
        # Without a folder it asks for one, uses it from now on, and makes the backup.
        _press(program, "back_up_now")
        await _choose(program, kept)
        await robot.until(lambda: robot.sees("Made and read back: agency-counter-live-"))
        assert robot.sees(str(kept))
        robot.keys("Alt+1")
        await program.list_read()
        later = await program.sell()
        await _to_backups(program)
        _press(program, "choose_backup")
        await _choose(program, next(kept.iterdir()))
        await robot.until(lambda: robot.sees("1 sale or cancellation since"))
        _press(program, "restore")
        assert robot.sees("Who puts it back?")
        robot.type("Priya Nair")
        robot.keys("Tab")
        robot.type("restore")
        _press(program, "restore")
        assert robot.sees("Type exactly RESTORE.")
        for _ in "restore":
            robot.keys("Backspace")
        robot.type("RESTORE")
        _press(program, "restore")
        await robot.until(lambda: robot.sees("The journal is an old copy"))
        robot.keys("Escape")
        await robot.until(lambda: robot.is_shown("have_looked"))
        assert not robot.sees(later)
    aside = [each for each in data.iterdir() if each.name.startswith("live-before-")]
    assert len(aside) == 1
    assert (aside[0] / "journal.sqlite").exists()
    assert "Priya Nair" in (data / "restores.log").read_text()
    assert PRACTICE_KEY.encode() not in next(kept.iterdir()).read_bytes()


async def test_a_backup_moves_nothing_of_this_counter_to_another_address(tmp_path: Path) -> None:
    """Where the sales and the customers go is this computer's own, also after the next start."""
    data, kept = tmp_path / "data", tmp_path / "kept"
    kept.mkdir()
    before = {"base_url": "https://before.example", "sandbox_url": "https://sandbox.before.example"}
    own = {"base_url": "https://own.example", "sandbox_url": "https://sandbox.own.example"}
    nowhere = "postgresql://desk@127.0.0.1:1"
    before, own = {**before, "office_url": f"{nowhere}/before"}, {**own, "office_url": f"{nowhere}/own"}
    save_settings(
        data, changed(Settings(service="sandbox", agency="Before", backup_folder=str(kept)), before)
    )
    office = Office.open(data / "live", "of the old computer")
    open_shift(office, "Asha", datetime.now(UTC))
    office.close()
    async with opened(data, TOMORROW) as program:
        robot = program.robot
        await program.list_read()
        await _to_backups(program)
        _press(program, "back_up_now")
        await robot.until(lambda: robot.sees("Made and read back: agency-counter-live-"))
        section = robot.window.findChild(BackupSettings)
        assert section is not None
        program.shell.keep({"service": "live", "agency": "Own", **own})
        _press(program, "choose_backup")
        await _choose(program, next(kept.iterdir()))
        await robot.until(lambda: robot.is_shown("restore"))
        _press(program, "restore")
        robot.type("Priya Nair")
        robot.keys("Tab")
        robot.type("RESTORE")
        _press(program, "restore")
        await robot.until(lambda: robot.sees("was put back by Priya Nair"))
        assert robot.sees(
            f"Its counter shared the office\u2019s database {nowhere}/before, which this one does not."
        )
    office = Office.open(data / "live", "of the old computer")
    # Nobody is on duty without a PIN on the computer that the backup was moved to.
    assert standing_shift(office) is None
    office.close()
    settings = load_settings(data).settings
    assert settings.agency == "Before"
    assert {"service": settings.service} | {name: getattr(settings, name) for name in own} == {
        "service": "live",
        **own,
    }


async def test_nothing_is_put_back_while_a_sale_is_typed_that_may_not_go(tmp_path: Path) -> None:
    data, kept = tmp_path / "data", tmp_path / "kept"
    save_settings(data, Settings(backup_folder=str(kept), backups_daily=True))
    async with opened(data, TOMORROW) as program:
        robot = program.robot
        await program.list_read()
        await robot.until(lambda: list(kept.glob("*.zip")))
        await program.type_name()
        await _to_backups(program)
        await _ask_to_put_back(program, next(kept.iterdir()))
        await program.keep_typing()
        assert not (data / "restore.json").exists()
        await _to_backups(program)
        await _ask_to_put_back(program, next(kept.iterdir()))
        await robot.until(lambda: robot.sees("Put the backup back"))
        robot.keys("Tab", "Return")
        await robot.until(lambda: robot.sees("was put back by Priya Nair"))
        await program.list_read()
        assert not robot.is_shown("customer_name")


async def _ask_to_put_back(program: Program, backup: Path) -> None:
    _press(program, "choose_backup")
    await _choose(program, backup)
    await program.robot.until(lambda: program.robot.is_shown("restore"))
    program.robot.find("restore_by").setFocus()
    program.robot.type("Priya Nair")
    program.robot.keys("Return")
    program.robot.type("RESTORE")
    program.robot.keys("Return")


async def test_a_file_that_is_no_backup_is_refused_on_screen(tmp_path: Path) -> None:
    (tmp_path / "letter.zip").write_text("a letter")
    async with opened(tmp_path / "data", TOMORROW) as program:
        await program.list_read()
        await _to_backups(program)
        _press(program, "choose_backup")
        await _choose(program, tmp_path / "letter.zip")
        await program.robot.until(lambda: program.robot.sees("It cannot be put back."))
        assert program.robot.sees("no backup of this program")
        assert not program.robot.is_shown("restore")


async def test_one_a_day_is_made_by_itself_and_what_goes_wrong_is_said(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    save_settings(tmp_path / "data", Settings(backup_folder=str(kept), backups_daily=True))
    for _ in range(2):
        async with opened(tmp_path / "data", TOMORROW) as program:
            await program.list_read()
            await program.robot.until(lambda: list(kept.glob("*.zip")))
    assert len(list(kept.iterdir())) == 1
    (tmp_path / "file").write_text("")
    save_settings(tmp_path / "data", Settings(backup_folder=str(tmp_path / "file"), backups_daily=True))
    async with opened(tmp_path / "data", TOMORROW) as program:
        await program.robot.until(lambda: program.robot.sees("The daily backup was not made."))
        await _to_backups(program)
        _press(program, "back_up_now")
        await program.robot.until(lambda: program.robot.sees("No backup was made."))
        _press(program, "backups_daily")
        await program.robot.until(lambda: not program.robot.sees("The daily backup was not made."))


async def test_what_is_the_offices_goes_back_with_a_pin_alone(tmp_path: Path) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        robot = program.robot
        await _backups(program)
        robot.keys(*["Up"] * 4, "Return")
        await robot.until(lambda: robot.is_shown("clerk_name"))
        for name, text in (("clerk_name", "Asha"), ("clerk_pin", "1111")):
            robot.find(name).setFocus()
            robot.type(text)
        robot.keys("Return")
        await robot.until(lambda: robot.is_shown("in_charge_0"))
        program.shell.keep({"low_cash": "12.50"})
        for pin in ("2222", "1111"):
            robot.click(next(each for each in robot.window.findChildren(Button) if each.label == "Undo"))
            await robot.until(lambda: robot.focused == "charge_pin")
            robot.type(pin)
            robot.keys("Return")
            if pin == "2222":
                await robot.until(lambda: robot.sees("This is nobody\u2019s PIN. Type it again."))
                robot.keys("Escape")
                await robot.until(lambda: not robot.is_shown("charge_pin"))
                assert load_settings(tmp_path).settings.low_cash == "12.50"
                program.shell.keep({"low_cash": "13.50"})
        await robot.until(lambda: load_settings(tmp_path).settings.low_cash == "12.50")


async def test_a_choice_counts_at_once_and_can_be_taken_back(tmp_path: Path) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        robot = program.robot
        await _backups(program)
        program.shell.keep({"money_wait": 60, "grouping": "western", "low_cash": "12.50"})
        assert load_settings(tmp_path).settings.money_wait == 60
        assert robot.sees("Kept.")
        undo = next(each for each in robot.window.findChildren(Button) if each.label == "Undo")
        robot.click(undo)
        await robot.until(lambda: load_settings(tmp_path).settings == Settings())
