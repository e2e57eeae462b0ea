"""When no sink takes an ending: it stands in large, and the window stays until it is on paper."""

from __future__ import annotations

import errno
from collections.abc import Callable, Generator
from concurrent.futures import Future
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring
from PySide6.QtWidgets import QApplication

from app.practice import PRACTICE_KEY, Faults, PracticeServer, World
from app.store.journal.file_log import FileLog
from app.store.journal.hash_chain import LogEntry
from app.store.journal.sqlite_log import SqliteLog
from app.store.journal.states import State
from tests.journeys.opened import Program, opened
from tests.support.counter import AS_ON, tomorrow_at_ten

pytestmark = pytest.mark.prove(
    "disks that refuse, in the whole program; the simulation has them by the thousand"
)

TOMORROW = tomorrow_at_ten().date()
_ON_ITS_WAY = {State.PREPARED, State.DISPATCHED}


@pytest.fixture
def live(monkeypatch: pytest.MonkeyPatch) -> Generator[PracticeServer]:
    """A service that the environment names as the real one."""
    keyring.set_keyring(NoKeyring())
    with PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults()) as server:
        monkeypatch.setenv("AGENCY_COUNTER_BASE_URL", server.base_url)
        monkeypatch.setenv("AGENCY_COUNTER_API_KEY", PRACTICE_KEY)
        yield server


def break_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on both sinks refuse every ending."""
    appends: dict[type, Callable[..., None]] = {each: each.append for each in (FileLog, SqliteLog)}

    def refusing(sink: type) -> Callable[..., None]:
        def append(self: object, entry: LogEntry) -> None:
            if entry.state not in _ON_ITS_WAY:
                raise OSError(errno.EIO, "Input/output error")
            appends[sink](self, entry)

        return append

    for sink in appends:
        monkeypatch.setattr(sink, "append", refusing(sink))


async def _must_be_written_down(program: Program, heading: str, reference: str) -> None:
    robot = program.robot
    await robot.until(lambda: robot.sees(heading))
    assert robot.find("reference").property("text") == reference
    for key in ("Escape", "Return", "Ctrl+Return", "Alt+2", "Alt+F4"):
        robot.keys(key)
        program.window.close()
        # Asked again each time: what would take the question away has come to pass by then.
        QApplication.clipboard().clear()
        robot.keys("Escape")
        await robot.until(lambda: QApplication.clipboard().text() == reference)
        await robot.until(lambda: robot.is_shown("reference"))
        assert robot.sees(heading)
        assert program.window.isVisible()
        assert not program.ended.done()
    robot.click("answer_written")
    await robot.until(lambda: not robot.sees(heading))


async def _book_held(program: Program, service: PracticeServer, disk: pytest.MonkeyPatch) -> Future[None]:
    """Send an order that waits at the service until it is let go; no sink will take its ending."""
    await program.list_read()
    await program.to_review()
    release = service.faults.hold("create_booking")
    break_disk(disk)
    program.robot.keys("Ctrl+Return")
    await program.robot.until(lambda: program.robot.sees("Nothing is sent twice."))
    return release


async def test_a_pnr_that_no_sink_took(
    live: PracticeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        await program.to_review()
        break_disk(monkeypatch)
        program.robot.keys("Ctrl+Return")
        await program.robot.until(lambda: live.world.bookings)
        await _must_be_written_down(program, "Write the PNR down now", live.world.bookings[0].ref)
        assert await program.close() == 0


async def test_a_window_closed_meanwhile_waits_for_a_pnr_that_no_sink_took(
    live: PracticeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        release = await _book_held(program, live, monkeypatch)
        program.window.close()
        await program.robot.until(lambda: program.robot.sees("You are asked again when that has ended."))
        release.set_result(None)
        await program.robot.until(lambda: live.world.bookings)
        await _must_be_written_down(program, "Write the PNR down now", live.world.bookings[0].ref)
        assert await program.close() == 0
        assert not program.window.isVisible()


@pytest.mark.parametrize("is_closed", [False, True])
async def test_leaving_the_sandbox_waits_for_a_pnr_that_no_sink_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_closed: bool
) -> None:
    keyring.set_keyring(NoKeyring())
    with PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults()) as service:
        async with opened(tmp_path, TOMORROW) as program:
            robot = program.robot
            await program.connect(service.base_url, sandbox=True)
            release = await _book_held(program, service, monkeypatch)
            robot.click("leave_practice")
            await robot.until(lambda: robot.sees("This service is left when it is known."))
            robot.click("leave_practice")
            if is_closed:
                program.window.close()
                await robot.until(lambda: robot.sees("You are asked again when that has ended."))
            release.set_result(None)
            await robot.until(lambda: service.world.bookings)
            await _must_be_written_down(program, "Write the PNR down now", service.world.bookings[0].ref)
            if not is_closed:
                await robot.until(lambda: robot.is_shown("connect"))
                assert not robot.sees("A booking is being settled.")
            assert await program.close() == 0


async def test_an_outcome_that_is_not_known_and_that_no_sink_took(
    live: PracticeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        await program.to_review()
        live.faults.after_work("create_booking", silent=False)
        break_disk(monkeypatch)
        program.robot.keys("Ctrl+Return")
        await program.robot.until(lambda: live.world.bookings)
        number = live.world.bookings[0].sale.request_id
        await _must_be_written_down(program, "Write the request number down now", number)
        assert await program.close() == 0


async def test_a_refund_reference_that_no_sink_took(
    live: PracticeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        await program.sell()
        robot = program.robot
        robot.keys("Alt+2")
        await robot.until(lambda: robot.is_shown("sales_list"))
        await robot.until(lambda: robot.sees(live.world.bookings[0].ref))
        robot.keys("Del")
        await robot.until(lambda: robot.is_shown("cancel_page"))
        robot.keys("A")
        await robot.until_armed("spend")
        break_disk(monkeypatch)
        robot.keys("Ctrl+Return")
        await robot.until(lambda: live.world.bookings[0].is_cancelled)
        await robot.until(lambda: robot.is_shown("reference"))
        reference = str(robot.find("reference").property("text"))
        await _must_be_written_down(program, "Write the refund reference down now", reference)
        assert await program.close() == 0
