"""The commands as a person starts them: processes of their own, their words and their exit status."""

import asyncio
import os
import re
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme
from PySide6 import __version__ as pyside_version
from PySide6.QtCore import qVersion

from app.core.installation import VERSION
from app.core.settings import Settings, load_settings, save_settings
from app.practice import PRACTICE_KEY, Faults, PracticeServer, World
from tests.support.api.raw_service import RawService, always
from tests.support.api.samples import WALLET
from tests.support.program import PROJECT
from tests.support.proof import beside_others

_more = pytest.mark.prove("a program for many seconds; each command is started once each time")
_NOT_OPENED = {"OpenCancelWithTillPage"}
"""Pages that the self-test says it leaves out: the one of a cancellation whose answer was lost."""


@pytest.fixture
def service() -> Iterator[PracticeServer]:
    """A service on a socket."""
    with PracticeServer(World(), Faults()) as server:
        yield server


def _run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", **environment},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )


def test_usage_names_every_command() -> None:
    helped = _run("--help")
    assert helped.returncode == 0
    for command in ("practice", "check", "self-test", "verify", "upgrade-check", "office-schema", "version"):
        assert f"python -m app {command}" in helped.stdout
    wrong = _run("sell-everything")
    assert wrong.returncode == 2
    assert wrong.stderr == helped.stdout


@_more
def test_office_schema_prints_the_sql_of_a_profile() -> None:
    printed = {name: _run("office-schema", *name.split()).stdout for name in ("", "live", "sandbox")}
    assert printed[""] == printed["live"]
    assert 'CREATE SCHEMA IF NOT EXISTS "agency_counter_live";' in printed["live"]
    assert printed["sandbox"] == printed["live"].replace("live", "sandbox")
    assert _run("office-schema", "practice").returncode == 2


def test_check_of_the_practice_service_is_well_and_writes_nothing(tmp_path: Path) -> None:
    checked = _run("check", AGENCY_COUNTER_DATA_DIR=str(tmp_path / "data"))
    assert checked.returncode == 0, checked.stdout
    assert [line.split()[1] for line in checked.stdout.splitlines() if line.startswith("ok")] == [
        "Activities",
        "Activity",
        "Boats",
        "Boat",
        "Wallet",
        "Clock",
    ]
    assert checked.stdout.endswith("All is well.\n")
    assert not (tmp_path / "data").exists()


def test_check_writes_a_report_of_how_the_service_answers(service: PracticeServer, tmp_path: Path) -> None:
    report = tmp_path / "service.html"
    profile = {"AGENCY_COUNTER_BASE_URL": service.base_url, "AGENCY_COUNTER_API_KEY": PRACTICE_KEY}
    checked = _run("check", "--report", str(report), "--pnr", "PR12345", **profile)
    assert checked.returncode == 0, checked.stdout
    assert f"ok    Report              {report}\n" in checked.stdout
    text = report.read_text("utf-8")
    assert "7 of 9 could be read" in text
    assert "booking_status module_type=BOAT" in text
    assert PRACTICE_KEY not in text
    elsewhere = _run("check", "--report", str(tmp_path / "none" / "x.html"), **profile)
    assert elsewhere.returncode == 1
    assert "FAIL  Report" in elsewhere.stdout


@pytest.mark.parametrize("wrong", ["--report", "--pnr PR1", "--report x.html --pnr", "--report x.html y"])
def test_check_with_wrong_words_shows_the_usage(wrong: str) -> None:
    assert _run("check", *wrong.split()).returncode == 2


@beside_others
def test_check_says_what_is_wrong_in_words(service: PracticeServer) -> None:
    service.faults.unconfigure_boats()
    checked = _run("check", AGENCY_COUNTER_BASE_URL=service.base_url, AGENCY_COUNTER_API_KEY=PRACTICE_KEY)
    assert checked.returncode == 1
    assert checked.stdout.count("FAIL") == 2
    assert "Boats cannot be read right now. Activities still work." in checked.stdout
    assert PRACTICE_KEY not in checked.stdout + checked.stderr


@_more
async def test_authorities_of_the_environment_are_not_trusted(tmp_path: Path) -> None:
    authority = trustme.CA()
    file = tmp_path / "authority.pem"
    authority.cert_pem.write_to_path(str(file))
    folder = tmp_path / "authorities"
    folder.mkdir()
    # By this name OpenSSL finds a certificate in a folder.
    digest = await asyncio.to_thread(
        subprocess.check_output, ["openssl", "x509", "-hash", "-noout", "-in", file], text=True
    )
    (folder / f"{digest.strip()}.0").write_bytes(file.read_bytes())
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with authority.issue_cert("127.0.0.1").private_key_and_cert_chain_pem.tempfile() as chain:
        tls.load_cert_chain(chain)
    async with RawService(always(200, WALLET), tls) as service:
        checked = await asyncio.to_thread(
            _run,
            "check",
            AGENCY_COUNTER_BASE_URL=service.base_url,
            AGENCY_COUNTER_API_KEY="a-key-of-the-office",
            SSL_CERT_FILE=str(file),
            SSL_CERT_DIR=str(folder),
        )
        assert checked.stdout.count("FAIL") == 5
        assert b"a-key-of-the-office" not in service.received


@beside_others
def test_check_of_a_disabled_key_fails_everywhere(service: PracticeServer) -> None:
    service.faults.disable_key()
    checked = _run("check", AGENCY_COUNTER_BASE_URL=service.base_url, AGENCY_COUNTER_API_KEY=PRACTICE_KEY)
    assert checked.returncode == 1
    assert checked.stdout.count("This key is known but switched off. Ask the operator.") == 5


@pytest.mark.parametrize(
    ("address", "key", "sentence"),
    [
        ("https://partner.example", "", "No key is kept for https://partner.example: this"),
        ("https://partner.example", "two words", "a key never has"),
        ("http://partner.example", "a-key-of-the-office", "https"),
    ],
)
def test_check_without_a_usable_profile_says_so(address: str, key: str, sentence: str) -> None:
    checked = _run("check", AGENCY_COUNTER_BASE_URL=address, AGENCY_COUNTER_API_KEY=key)
    assert checked.returncode == 2
    assert sentence in checked.stdout


def test_version_says_what_runs_and_where_its_data_and_policy_lie(tmp_path: Path) -> None:
    (tmp_path / "agency-counter").mkdir()
    policy = tmp_path / "agency-counter" / "policy.json"
    policy.write_text('{"agency": "Reef", "initial": {"theme": "dark"}, "x": 1}', encoding="utf-8")
    told = _run("version", XDG_CONFIG_HOME=str(tmp_path), AGENCY_COUNTER_DATA_DIR=str(tmp_path / "data"))
    assert told.returncode == 0
    lines = told.stdout.splitlines()
    assert lines[0] == f"Agency Counter {VERSION}"
    assert f"qt         {qVersion()}, PySide6 {pyside_version}" in lines
    assert "program    a checkout, not installed" in lines
    assert f"data       {tmp_path / 'data'}" in lines
    assert f"policy     {policy}" in lines
    assert "fixed      agency" in lines
    assert "initial    theme" in lines
    assert lines[-1] == f"warning    The policy {policy} names x, which is no setting here."
    assert "policy     none, looked for in " in _run("version", XDG_CONFIG_HOME=str(tmp_path / "none")).stdout


def test_verify_of_a_checkout_says_that_there_is_nothing_to_hold_it_against() -> None:
    told = _run("verify")
    assert (told.returncode, told.stdout) == (
        2,
        "This is no installed copy: there is nothing to hold it against.\n",
    )


@_more
def test_self_test_opens_the_pages_sells_and_cancels(tmp_path: Path) -> None:
    done = _run("self-test", AGENCY_COUNTER_DATA_DIR=str(tmp_path / "data"))
    assert done.returncode == 0, done.stdout + done.stderr
    texts = (path.read_text(encoding="utf-8") for path in (PROJECT / "app" / "ui").glob("*/*.py"))
    classes = dict(
        found for text in texts for found in re.findall(r"^class (\w+Page)\((\w+)", text, re.MULTILINE)
    )
    pages = classes.keys() - set(classes.values())
    assert pages > _NOT_OPENED
    for page in pages - _NOT_OPENED:
        for theme in ("light", "dark"):
            assert f"ok    {page}, {theme}" in done.stdout
    assert done.stdout.count("and cancelled it, refund") == 2
    assert done.stdout.endswith("All is well.\n")
    assert not (tmp_path / "data").exists()


_WITHOUT_ANSWERS = """
from app.commands.self_test import self_test
from app.lifecycle.practice_process import PracticeProcess

start = PracticeProcess.start

def start_and_stop(practice, state_file):
    start(practice, state_file)
    practice.stop()

PracticeProcess.start = start_and_stop
raise SystemExit(self_test())
"""


@_more
def test_a_self_test_that_fails_ends_all_its_work() -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT_ANSWERS],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "FAIL  The activities could not be read: the service does not answer." in done.stdout
    assert "left behind" not in done.stderr


@_more
def test_the_counter_closes_in_order_when_the_system_ends_it(tmp_path: Path) -> None:
    save_settings(tmp_path, Settings(service="practice"))
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "QT_API": "pyqt6",
        "QT_PLUGIN_PATH": str(tmp_path / "planted"),
        "AGENCY_COUNTER_DATA_DIR": str(tmp_path),
    }
    log = tmp_path / "logs" / "counter.log"
    with subprocess.Popen([sys.executable, "-m", "app"], env=environment, stderr=subprocess.PIPE) as counter:
        assert counter.stderr is not None
        _until_log_says(log, "content: HTTP 200", counter)
        counter.send_signal(signal.SIGTERM)
        assert counter.wait(20) == 0
        assert counter.stderr.read() == b""
    assert "The counter closes." in log.read_text(encoding="utf-8")
    assert load_settings(tmp_path).settings.service == "practice"


def _until_log_says(log: Path, words: str, counter: subprocess.Popen[bytes]) -> None:
    """Return when the log of the process says it; fails when the process ends before."""
    while not (log.exists() and words in log.read_text(encoding="utf-8")):
        with pytest.raises(subprocess.TimeoutExpired):
            counter.wait(0.02)
