"""The guards of conftest.py fail a test for what would otherwise go unseen; each is shown to."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.support.program import PROJECT

pytestmark = pytest.mark.prove("runs of pytest of their own; what they guard changes seldom")

BAD = """
    import asyncio
    import socket
    import warnings

    import pytest

    from app.desk.model.nationalities import codes, nationalities
    from tests import conftest

    # What is planted here never ends.
    conftest.GRACE_SECONDS = 1


    async def endless():
        await asyncio.Event().wait()


    async def fail():
        raise LookupError("unseen")


    async def test_good():
        await asyncio.sleep(0)


    async def test_task_left():
        asyncio.create_task(endless(), name="left")
        await asyncio.sleep(0)


    async def test_stray_exception():
        asyncio.create_task(fail())
        await asyncio.sleep(0.01)


    async def test_callback_fails():
        asyncio.get_running_loop().call_soon(lambda: 1 / 0)
        await asyncio.sleep(0.01)


    async def test_network():
        try:
            socket.create_connection(("192.0.2.1", 443), timeout=1)
        except AssertionError:
            pass


    async def test_name():
        try:
            socket.getaddrinfo("example.com", 443)
        except AssertionError:
            pass


    async def test_invalid_name_good():
        try:
            socket.getaddrinfo("service.invalid", 443)
        except socket.gaierror:
            return
        raise AssertionError


    @pytest.mark.no_cover
    def test_unmeasured_good():
        assert codes()


    def test_behind_it_good():
        assert codes.cache_info().currsize == 0
        assert nationalities()


    def test_behind_a_measured_one_good():
        assert nationalities.cache_info().currsize == 1


    def test_warning():
        warnings.warn("old", DeprecationWarning)


    def test_resource(tmp_path):
        (tmp_path / "file").open("w")
"""
BAD_WITH_QT = """
    from PySide6.QtCore import QCoreApplication, QEventLoop, qWarning
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QDialog, QMessageBox, QWidget


    async def test_process_events():
        try:
            process = QCoreApplication.processEvents
            process()
        except AssertionError:
            pass


    async def test_mouse_move():
        try:
            QTest.mouseMove(QWidget())
        except AssertionError:
            pass


    async def test_event_loop():
        try:
            QEventLoop.exec(QEventLoop())
        except AssertionError:
            pass


    async def test_dialog():
        try:
            QDialog.exec(QDialog())
        except AssertionError:
            pass


    async def test_message_box():
        try:
            QMessageBox.question(None, "Sell?", "Really?")
        except AssertionError:
            pass


    def test_qt_warning(qapp):
        qWarning("no such slot")
"""
EXPECTED = {
    "callback_fails": "ZeroDivisionError",
    "name": "A test may not reach example.com",
    "network": "A test may not reach 192.0.2.1",
    "resource": "ResourceWarning: unclosed file",
    "stray_exception": "LookupError: unseen",
    "task_left": "This task still runs after the test: <Task pending name='left'",
    "warning": "DeprecationWarning: old",
}
EXPECTED_WITH_QT = {
    "dialog": "QDialog.exec runs an event loop inside the task",
    "event_loop": "QEventLoop.exec runs an event loop inside the task",
    "message_box": "QMessageBox.question runs an event loop inside the task",
    "process_events": "QCoreApplication.processEvents runs an event loop inside the task",
    "mouse_move": "QTest.mouseMove runs an event loop inside the task",
    "qt_warning": "QtWarningMsg: no such slot",
}


@pytest.fixture(scope="module")
def plain_run(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What pytest prints about the bad tests in plain asyncio."""
    return _run(tmp_path_factory.mktemp("plain") / "api", dedent(BAD))


@pytest.fixture(scope="module")
def qt_run(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What pytest prints about the bad tests in the program's own loop."""
    return _run(tmp_path_factory.mktemp("qt") / "ui", dedent(BAD) + dedent(BAD_WITH_QT))


@pytest.mark.parametrize("name", EXPECTED)
def test_what_goes_wrong_unseen_fails_its_own_test(plain_run: str, name: str) -> None:
    assert EXPECTED[name] in _told(plain_run, name), plain_run


@pytest.mark.parametrize("name", {**EXPECTED, **EXPECTED_WITH_QT})
def test_what_goes_wrong_unseen_in_qt_fails_its_own_test(qt_run: str, name: str) -> None:
    assert {**EXPECTED, **EXPECTED_WITH_QT}[name] in _told(qt_run, name), qt_run


def test_what_is_right_passes(plain_run: str, qt_run: str) -> None:
    for printed in (plain_run, qt_run):
        assert "collected" in printed
        assert not re.search(r"^(FAILED|ERROR) .*good", printed, re.MULTILINE), printed


def _run(folder: Path, source: str) -> str:
    folder.mkdir()
    (folder / "test_bad.py").write_text(source)
    # In the order of the source: what one of them leaves, the next one sees.
    options = ["-p", "tests.conftest", "-p", "no:cacheprovider", "-p", "no:randomly", "-n0"]
    options += ["-c", str(PROJECT / "pyproject.toml")]
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--rootdir", str(folder.parent), str(folder)],
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": str(PROJECT), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    return ended.stdout


def _told(printed: str, name: str) -> str:
    """What is printed under the headings of that test's failures."""
    heading = rf"^_+ (?:ERROR at \w+ of )?test_{name} _+$"
    return "\n".join(re.findall(rf"{heading}(.*?)(?=^[_=]+ )", printed, re.MULTILINE | re.DOTALL))
