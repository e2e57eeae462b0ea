"""The password of the office's database goes nowhere but to the address that it was typed for."""

import socket
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from threading import enumerate as enumerate_threads

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring
from PySide6.QtWidgets import QLabel, QLineEdit
from typing_extensions import override

from app.core.settings import Settings, load_settings, save_settings
from app.lifecycle.profile import OfficePasswords
from app.practice import PRACTICE_KEY, PracticeServer, World
from app.store.backup.backup import read
from app.store.backup.restore import stage
from app.store.office.identity import KnownDatabase, keep_known
from app.store.office.office import Office
from app.store.office.shared_database import survey_shared
from app.store.sql.engine import DatabaseAddress
from tests.core.test_keystore import Guarded
from tests.journeys.opened import Program, opened
from tests.support.counter import AS_ON, tomorrow_at_ten
from tests.support.postgres import PASSWORD, on_postgres, running_postgres

pytestmark = pytest.mark.prove("a program of its own on a server")

TOMORROW = tomorrow_at_ten().date()


@pytest.fixture(autouse=True)
def _live(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A service that the environment names as the real one, and a key store.

    Its clock is this computer's: a notice on the clock would stand in front of the one on the database.
    """
    former = keyring.get_keyring()
    keyring.set_keyring(Guarded())
    with PracticeServer(World(like=AS_ON)) as server:
        monkeypatch.setenv("AGENCY_COUNTER_BASE_URL", server.base_url)
        monkeypatch.setenv("AGENCY_COUNTER_API_KEY", PRACTICE_KEY)
        yield
    keyring.set_keyring(former)


def _closed_office() -> str:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return f"postgresql://desk@127.0.0.1:{listener.getsockname()[1]}/agency"


async def test_an_address_that_somebody_else_has_set_gets_no_password(tmp_path: Path) -> None:
    first, second = _closed_office(), _closed_office()
    await OfficePasswords().keep("postgresql://desk@office.example/agency", "word")
    belongs = "The password that is kept belongs to postgresql://desk@office.example/agency, and goes nowhere"
    save_settings(tmp_path, Settings(office_url=first))
    async with opened(tmp_path, TOMORROW) as program:
        robot = program.robot
        await robot.until(lambda: robot.sees(f"{belongs} else. Type that of {first} too."))
        await program.list_read()
        robot.keys("Alt+5")
        await robot.until(lambda: robot.focused == "sections")
        # The last but one, before what is said about the program.
        robot.keys("End", "Up", "Up")
        await robot.until(lambda: robot.is_shown("test_office"))
        field = robot.find("office_url", QLineEdit)
        field.setText(second)
        field.setFocus()
        robot.keys("Return")
        await robot.until(lambda: robot.sees(f"{belongs} else. Type that of {second} too."))
        field.setText(second.replace("desk@", "desk:word@"))
        robot.keys("Return")
        await robot.until(lambda: robot.sees("no database listens") and not robot.sees(belongs))


class Slow(Guarded):
    """A key store that asks a person before it gives the password of the office's database."""

    def __init__(self) -> None:
        super().__init__()
        self.is_asked, self.may_answer, self.has_answered = Event(), Event(), Event()

    @override
    def get_password(self, service: str, username: str) -> str | None:
        if "database" in username:
            self.is_asked.set()
            self.may_answer.wait()
            self.has_answered.set()
        return super().get_password(service, username)


Slow.__module__ = Guarded.__module__


@asynccontextmanager
async def _asked(folder: Path) -> AsyncGenerator[tuple[Program, Slow]]:
    """A counter whose key store has been asked for the password, and has not answered."""
    store = Slow()
    keyring.set_keyring(store)
    save_settings(folder, Settings(office_url=_closed_office()))
    async with opened(folder, TOMORROW) as program:
        try:
            await program.list_read()
            await program.robot.until(store.is_asked.is_set)
            yield program, store
        finally:
            store.may_answer.set()


async def test_a_setting_that_is_changed_meanwhile_takes_no_database_away(tmp_path: Path) -> None:
    async with _asked(tmp_path) as (program, store):
        robot = program.robot
        robot.keys("Alt+5")
        await robot.until(lambda: robot.focused == "sections")
        robot.keys(*["Down"] * 5, "Tab", "Right", "Right")
        await robot.until(lambda: load_settings(tmp_path).settings.theme == "dark")
        store.may_answer.set()
        await robot.until(lambda: robot.sees("The office\u2019s database is away"))


async def test_a_service_that_was_left_meanwhile_shares_nothing_any_more(tmp_path: Path) -> None:
    async with _asked(tmp_path) as (program, store):
        await program.press_setting("replace_connection")
        await program.robot.until(lambda: program.robot.is_shown("connect"))
        store.may_answer.set()
        await program.robot.until(store.has_answered.is_set)
    assert not [each for each in enumerate_threads() if each.name == "office_database"]


@on_postgres
async def test_without_a_key_store_the_password_is_asked_for_at_each_start(tmp_path: Path) -> None:
    keyring.set_keyring(NoKeyring())
    with running_postgres() as server:
        save_settings(tmp_path, Settings(office_url=server.url))
        async with opened(tmp_path, TOMORROW) as program:
            robot = program.robot
            await robot.until(lambda: robot.is_shown("take_office_password"))
            assert robot.sees(f"For {server.url}. Sales go on without it")
            robot.type("wrong")
            robot.keys("Return")
            await robot.until(lambda: "not accepted" in robot.find("office_password_note", QLabel).text())
            robot.keys("Ctrl+A")
            robot.type(PASSWORD)
            robot.keys("Return")
            await robot.until(lambda: not robot.is_shown("take_office_password"))
            await robot.until(lambda: not robot.sees("database is away"))
        async with opened(tmp_path, TOMORROW) as program:
            robot = program.robot
            await robot.until(lambda: robot.is_shown("take_office_password"))
            robot.keys("Escape")
            await robot.until(lambda: not robot.is_shown("take_office_password"))
            assert robot.sees("A password is needed, and none is kept.")


async def _backed_up(data: Path, kept: Path, url: str) -> str:
    """Sell once at a counter that shares a database, and back it up. Returns the PNR."""
    save_settings(data, Settings(office_url=url, backup_folder=str(kept)))
    async with opened(data, TOMORROW) as program:
        robot = program.robot
        await robot.until(lambda: robot.is_shown("take_office_password"))
        robot.type(PASSWORD)
        robot.keys("Return")
        await robot.until(lambda: not robot.is_shown("take_office_password"))
        await program.list_read()
        pnr = await program.sell()
        robot.keys("Alt+5")
        await robot.until(lambda: robot.focused == "sections")
        robot.keys(*["Down"] * 7)
        await robot.until(lambda: robot.is_shown("back_up_now"))
        robot.find("back_up_now").setFocus()
        robot.keys("Space")
        await robot.until(lambda: robot.sees("Made and read back: agency-counter-live-"))
    return pnr


@asynccontextmanager
async def _put_back(backup: Path, new: Path, url: str, *, is_shared: bool) -> AsyncGenerator[Program]:
    """A new computer where a counter was put back, once it was asked whether it shares again."""
    save_settings(new, Settings())
    stage(read(backup), new, "Priya Nair", datetime.now(UTC))
    async with opened(new, TOMORROW) as program:
        robot = program.robot
        await robot.until(lambda: robot.is_shown("take_office_password"))
        assert robot.sees("Share the office\u2019s database again?")
        assert robot.sees(f"The counter of the backup shared {url}.")
        robot.type("wrong")
        robot.keys("Return")
        await robot.until(lambda: "not accepted" in robot.find("office_password_note", QLabel).text())
        assert load_settings(new).settings.office_url == ""
        if is_shared:
            robot.keys("Ctrl+A")
            robot.type(PASSWORD)
            robot.keys("Return")
        else:
            robot.keys("Escape")
        await robot.until(lambda: not robot.is_shown("take_office_password"))
        yield program


@on_postgres
async def test_a_counter_that_is_put_back_is_asked_whether_it_shares_again(tmp_path: Path) -> None:
    keyring.set_keyring(NoKeyring())
    new, kept = tmp_path / "new", tmp_path / "kept"
    kept.mkdir()
    with running_postgres() as server:
        pnr = await _backed_up(tmp_path / "data", kept, server.url)
        address = DatabaseAddress(server.url, PASSWORD, "agency_counter_live")
        backup = next(kept.iterdir())
        told = "To share it again, type it in Settings, Office database."
        async with _put_back(backup, new, server.url, is_shared=True) as program:
            robot = program.robot
            assert load_settings(new).settings.office_url == server.url
            assert not robot.sees(told)
            await program.list_read()
            robot.keys("Alt+2")
            await robot.until(lambda: robot.sees(pnr))
            # Where its former data is kept still stands there.
            assert robot.sees("was put back by Priya Nair")
            # Under a number of its own, beside that of the old computer.
            await robot.until(lambda: survey_shared(address).contents.desks == 2)
        async with _put_back(backup, new, server.url, is_shared=False) as program:
            assert load_settings(new).settings.office_url == ""
            assert program.robot.sees(told)


@on_postgres
async def test_a_database_that_was_replaced_since_the_backup_gets_nothing(tmp_path: Path) -> None:
    keyring.set_keyring(NoKeyring())
    new, kept = tmp_path / "new", tmp_path / "kept"
    kept.mkdir()
    with running_postgres() as server:
        await _backed_up(tmp_path / "data", kept, server.url)
        save_settings(new, Settings())
        stage(read(next(kept.iterdir())), new, "Priya Nair", datetime.now(UTC))
        office = Office.open(next(new.glob(".restoring-*")), "the old computer")
        keep_known(office, KnownDatabase("another mark", "elsewhere:5432/agency"))
        office.close()
        async with opened(new, TOMORROW) as program:
            robot = program.robot
            await robot.until(lambda: robot.is_shown("take_office_password"))
            robot.type(PASSWORD)
            robot.keys("Return")
            await robot.until(
                lambda: robot.sees("There is another database now than the one that it shared.")
            )
            assert load_settings(new).settings.office_url == ""
        address = DatabaseAddress(server.url, PASSWORD, "agency_counter_live")
        assert survey_shared(address).contents.desks == 1
