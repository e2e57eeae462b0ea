"""What is known before the window is painted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess

from app.lifecycle.session import RESTART_STATUS
from app.lifecycle.startup import ended
from tests.benchmarks.bench_start import CATALOGUE, LIVE
from tests.support.proof import beside_others

_ASKED = "from app.lifecycle.startup import system_language; print(system_language())"


@pytest.mark.parametrize(
    ("usual", "preferred", "spoken"),
    [
        ("hi_IN.UTF-8", "", "hi"),
        ("de_DE.UTF-8", "de:hi:en", "hi"),
        ("en_IN.UTF-8", "en_IN:hi", "en"),
        ("de_DE.UTF-8", "", "en"),
        ("C.UTF-8", "", "en"),
    ],
)
def test_the_first_language_of_the_user_that_is_spoken_here(usual: str, preferred: str, spoken: str) -> None:
    surroundings = {**os.environ, "LANG": usual, "LC_ALL": usual, "LANGUAGE": preferred}
    asked = subprocess.run(
        [sys.executable, "-c", _ASKED], env=surroundings, capture_output=True, text=True, check=True
    )
    assert asked.stdout.strip() == spoken


def test_the_window_is_painted_before_anything_that_works_behind_it_is_imported() -> None:
    """The first paint waits for Qt, the settings and the frame, and for nothing that they do not need."""
    script = (
        "import sys\n"
        "from app.lifecycle.startup import paint_counter\n"
        "paint_counter()\n"
        "later = {'asyncio', 'httpx', 'keyring', 'pydantic', 'sqlalchemy', 'sqlite3', 'ssl', 'app.api',"
        " 'app.store', 'app.ui.catalogue', 'app.ui.flows'}\n"
        "print(sorted(later & set(sys.modules)))"
    )
    asked = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert asked.stdout.strip() == "[]"


def test_the_kept_list_is_shown_before_anything_that_sells_or_reads_is_imported() -> None:
    """Neither a client nor a database, nor the rooms that another list or a later step opens."""
    script = (
        "import sys\n"
        "from app.lifecycle.startup import EARLY_STEPS, import_early\n"
        "import_early()\n"
        "for each in EARLY_STEPS: __import__(each)\n"
        "later = {'PIL', 'filelock', 'httpcore', 'httpx', 'keyring', 'phonenumbers', 'pybase64', 'pypdf',"
        " 'sqlalchemy', 'sqlite3', 'app.api.client', 'app.api.messages.requests', 'app.api.wire',"
        " 'app.desk.desk', 'app.desk.passengers', 'app.desk.storm', 'app.desk.till', 'app.desk.travelling',"
        " 'app.lifecycle.session', 'app.store.journal', 'app.store.office.office', 'app.ui.bookings',"
        " 'app.ui.catalogue.boats_page', 'app.ui.flows', 'app.ui.settings', 'app.ui.slots',"
        " 'app.ui.storm', 'app.ui.till', 'app.ui.travelling', 'app.ui.vouchers'}\n"
        "print(sorted(later & {name for name, module in sys.modules.items() if module}))"
    )
    asked = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert asked.stdout.strip() == "[]"


_GUARDED = """
import builtins, threading
from PySide6.QtCore import QObject
build, elsewhere = builtins.__build_class__, []
def guarded(body, name, *bases, **given):
    made = build(body, name, *bases, **given)
    if issubclass(made, QObject) and threading.current_thread() is not threading.main_thread():
        elsewhere.append(name)
    return made
builtins.__build_class__ = guarded
"""
_UNTIL_ALL = """
    from app.ui.flows.navigation import _LATER
    while not all(each in sys.modules for each in _LATER):
        await asyncio.sleep(0.01)
    print(elsewhere)
"""


def test_no_class_of_qt_is_made_in_another_thread(tmp_path: Path) -> None:
    """The program crashed at one start in forty of a busy computer: see `import_in_steps`."""
    settings = tmp_path / "settings.json"
    settings.write_text('{"service": "practice"}', encoding="utf-8")
    script = _GUARDED + CATALOGUE.replace("    tell()\n", _UNTIL_ALL)
    surroundings = {**os.environ, "AGENCY_COUNTER_DATA_DIR": str(tmp_path)}
    asked = subprocess.run(
        [sys.executable, "-c", script, LIVE], env=surroundings, capture_output=True, text=True, check=True
    )
    assert asked.stdout.splitlines()[-1] == "[]"


@beside_others
def test_what_works_behind_the_window_is_imported_without_what_it_never_uses() -> None:
    """No command line of a library, no driver that only an office has, no passengers before a boat."""
    script = (
        "import sys\n"
        "from app.lifecycle.startup import EARLY_STEPS, SESSION_STEPS, import_early, import_session\n"
        "import_early(), import_session()\n"
        "for each in (*EARLY_STEPS, *SESSION_STEPS): __import__(each)\n"
        "from app.store.office import office, shifts\n"
        "from app.store.register import register\n"
        "import httpx\n"
        "unused = {'click', 'psycopg', 'pygments', 'rich', 'sqlalchemy.dialects.postgresql', 'uvicorn',"
        " 'email_validator', 'app.ui.settings', 'app.ui.wallet.wallet_page', 'app.ui.window.palette',"
        " 'app.ui.passengers.passengers_page', 'app.desk.passengers.import_rows'}\n"
        "print(sorted(unused & set(sys.modules)), 'app.lifecycle.session' in sys.modules, httpx.Client)"
    )
    asked = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert asked.stdout.strip() == "[] True <class 'httpx.Client'>"


def test_no_program_is_started_to_find_the_key_store_of_another_system() -> None:
    """A linker and a compiler would be asked where the libraries of macOS are."""
    script = (
        "import sys\n"
        "from app.lifecycle.startup import EARLY_STEPS, SESSION_STEPS, import_early, import_session\n"
        "import_early(), import_session()\n"
        "for each in (*EARLY_STEPS, *SESSION_STEPS): __import__(each)\n"
        "import keyring\n"
        "started = []\n"
        "sys.addaudithook(lambda event, _: started.append(event) if event == 'subprocess.Popen' else None)\n"
        "keyring.get_keyring()\n"
        "print(started, 'keyring.backends.SecretService' in sys.modules)"
    )
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHON_KEYRING_BACKEND"}
    asked = subprocess.run(
        [sys.executable, "-c", script], env=surroundings, capture_output=True, text=True, check=True
    )
    assert asked.stdout.strip() == "[] True"


def test_no_source_is_read_for_what_is_imported() -> None:
    """PySide would read each: the day it asks in another way, the first number is that of the second."""
    script = (
        "import linecache, sys\n"
        "from app.lifecycle.import_hook import read_no_sources\n"
        "if sys.argv[1] == 'counter':\n"
        "    read_no_sources()\n"
        "from app.lifecycle.startup import EARLY_STEPS, SESSION_STEPS, import_early, import_session\n"
        "import_early(), import_session()\n"
        "for each in (*EARLY_STEPS, *SESSION_STEPS): __import__(each)\n"
        "print(len(linecache.cache))"
    )
    read = [
        int(
            subprocess.run(
                [sys.executable, "-c", script, who], capture_output=True, text=True, check=True
            ).stdout
        )
        for who in ("counter", "PySide alone")
    ]
    assert read[0] < 50
    assert read[1] > 500


@pytest.mark.parametrize(("status", "left", "started"), [(0, 0, 0), (3, 3, 0), (RESTART_STATUS, 0, 1)])
def test_the_same_command_is_started_again_if_that_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, status: int, left: int, started: int
) -> None:
    commands: list[tuple[str, list[str]]] = []

    def start(program: str, arguments: list[str]) -> None:
        commands.append((program, arguments))

    monkeypatch.setattr(QProcess, "startDetached", start)
    assert ended(status) == left
    assert commands == [(sys.executable, sys.orig_argv[1:])] * started
