"""Real windows of an office's desks, each in a process of its own, on a real PostgreSQL and one service."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any, LiteralString

import psycopg

from app.core.keystore import SERVICE
from app.core.language import tr
from app.core.settings import Settings, save_settings
from app.lifecycle.profile import OFFICE_ENTRY
from app.practice import PRACTICE_KEY, PracticeServer
from app.ui.settings.settings_page import SECTIONS
from tests.store.register.test_erasure import all_bytes
from tests.support.postgres import PASSWORD, Postgres
from tests.support.program import PROJECT

_PATIENCE_SECONDS = 30.0
SCHEMA = "agency_counter_live"
"""Where a counter of the live service keeps the office's tables."""
NAME, EMAIL = "Priya Raman", "priya.raman@example.com"


class DeskWindow:
    """One desk; its window is shown until it is closed, and may be opened again on the same folder."""

    def __init__(self, folder: Path, service: str, office_url: str, *, till: bool = False) -> None:
        """`till` tells whether a folder that is made has a till."""
        self.folder = folder
        self._service = service
        store = self._store
        if not store.exists():
            folder.mkdir(parents=True, exist_ok=True)
            store.write_text(json.dumps([[SERVICE, OFFICE_ENTRY, f"{PASSWORD}\n{office_url}"]]))
            save_settings(folder, Settings(office_url=office_url, till=till))
        self._process = self._started()
        self._sold = 0

    @property
    def _store(self) -> Path:
        return self.folder.with_suffix(".keys")

    def copied(self, into: Path) -> DeskWindow:
        """The desk on another computer as well: its folder and its keys were copied there."""
        shutil.copytree(self.folder, into)
        shutil.copy(self._store, into.with_suffix(".keys"))
        return DeskWindow(into, self._service, "")

    def open_again(self) -> None:
        """Close the window, and start the program again."""
        self.close()
        self.start()

    def start(self) -> None:
        """Start the program again after `close`."""
        self._process = self._started()
        self.sees(" open on this date")

    def close(self) -> None:
        """End the program as its window's close does."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        try:
            assert process.wait(_PATIENCE_SECONDS) == 0
        finally:
            process.kill()
            process.stdout.close()

    def keys(self, *combinations: str) -> None:
        """Press each."""
        self._do("keys", *combinations)

    def type(self, text: str) -> None:
        """Type it."""
        self._do("type", text)

    def focus(self, name: str) -> None:
        """Put the keyboard into a control."""
        self._do("focus", name)

    def sees(self, text: str, seconds: float = _PATIENCE_SECONDS) -> None:
        """Wait until the text is shown or told, in a list as well."""
        self._do("sees", text, str(seconds))

    def misses(self, text: str, seconds: float = _PATIENCE_SECONDS) -> None:
        """Wait until the text is shown and told nowhere."""
        self._do("misses", text, str(seconds))

    def shows(self, name: str) -> None:
        """Wait for a control."""
        self._do("shows", name, str(_PATIENCE_SECONDS))

    def hides(self, name: str) -> None:
        """Wait until a control is gone."""
        self._do("hides", name, str(_PATIENCE_SECONDS))

    def armed(self, name: str = "spend") -> None:
        """Wait until the button that moves money can be used."""
        self._do("armed", name, str(_PATIENCE_SECONDS))

    def text(self, name: str) -> str:
        """The text of a control."""
        return self._do("text", name)

    def everything(self) -> str:
        """All that is shown, spoken or hinted at."""
        return self._do("everything")

    def sell(self, qty: int = 1, customer: str = "") -> str:
        """Sell so many seats of the first activity on the day after the one shown by keys. Returns its PNR.

        `customer` is a phone number; without one each sale is to somebody else.
        """
        self._sold += 1
        phone = customer or f"98{os.getpid() % 1000:03}{self._process.pid % 1000:03}{self._sold:02}"
        self.keys("Alt+1")
        # On a day's evening none of its slots is open any more.
        self.keys("Ctrl+Right")
        self.sees(" open on this date")
        self._do("focused", "activity_list", str(_PATIENCE_SECONDS))
        self._do("into", "Return", "slots_page")
        self._do("open", "slots_heading", str(_PATIENCE_SECONDS))
        self.keys("1", *["+"] * (qty - 1), "Return")
        self.type(NAME)
        self.keys("Tab")
        self.type(phone)
        self.keys("Tab")
        self.type(EMAIL)
        self.keys("Ctrl+Return")
        self.armed()
        self.keys("Ctrl+Return")
        self.shows("booked_page")
        pnr = self.text("booking_ref")
        self.focus("new_sale")
        self.keys("Space")
        self.hides("booked_page")
        return pnr

    def find(self, pnr: str) -> None:
        """Show one booking of the list by its PNR."""
        self.keys("Alt+2")
        self.shows("sales_list")
        self.keys("Ctrl+F", "Ctrl+A")
        self.type(pnr)
        self.keys("Return")
        self._do("sees", pnr, str(_PATIENCE_SECONDS))
        self.shows("detail_pnr")

    def to_settings(self, section: str, field: str) -> None:
        """Into a field of a section of the settings."""
        places = [tr(each.heading) for each in SECTIONS]
        self.keys("Alt+5", "Home", *["Down"] * places.index(section), "Return")
        self.shows(field)
        self.focus(field)
        self.keys("Ctrl+A")

    def to_customer(self, phone: str, *, is_held: bool = True) -> None:
        """Look for a customer in the settings: shown with what is held, or nobody is found."""
        self.to_settings("Customers", "find_customer")
        self.type(phone)
        if not is_held:
            self.sees("Nobody is held under this")
            return
        self.shows("found_customers")
        self.keys("Down", "Up", "Return")
        self.shows("held_card")

    def to_office_address(self, address: str) -> None:
        """Give an address of the office's database in the settings, with the password."""
        self.to_settings("Office database", "office_url")
        self.type(address)
        self.keys("Tab")
        self.type(PASSWORD)
        self.keys("Return")

    def on_disk(self) -> bytes:
        """All that its folder holds."""
        return all_bytes(self.folder)

    def to_cancelling(self, pnr: str) -> None:
        """From anywhere to a quote of cancelling that can be confirmed."""
        self.find(pnr)
        self.shows("cancel_booking")
        self.keys("Delete")
        self.shows("cancel_page")
        self.armed()

    def _started(self) -> subprocess.Popen[str]:
        own = {
            "AGENCY_COUNTER_DATA_DIR": str(self.folder),
            "AGENCY_COUNTER_BASE_URL": self._service,
            "AGENCY_COUNTER_API_KEY": PRACTICE_KEY,
        }
        return subprocess.Popen(
            [sys.executable, "-m", "tests.journeys.desk_window", str(self._store)],
            cwd=PROJECT,
            env={**os.environ, **own},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def _do(self, *step: str) -> str:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(step) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        assert line, f"{self.folder.name} has ended at {step}."
        answer: dict[str, str] = json.loads(line)
        assert "wrong" not in answer, f"{self.folder.name}, {step}: {answer['wrong']}"
        return answer["said"]


class OfficeWindows:
    """Two desks of one office, its database and the service."""

    def __init__(
        self, folder: Path, server: Postgres, service: PracticeServer, *, till: bool = False
    ) -> None:
        """`till` tells whether the desks keep one."""
        self.folder, self.server, self.service, self._till = folder, server, service, till
        self.url = fresh_database(server)
        self._stack = ExitStack()
        self.one, self.two = (self.open(f"desk-{name}") for name in ("one", "two"))
        for each in (self.one, self.two):
            each.sees(" open on this date")

    def open(self, name: str) -> DeskWindow:
        """One more desk."""
        return self.keep(DeskWindow(self.folder / name, self.service.base_url, self.url, till=self._till))

    def keep(self, desk: DeskWindow) -> DeskWindow:
        """The desk, which is closed at the end."""
        self._stack.callback(desk.close)
        return desk

    def run(self, statement: LiteralString, *values: str) -> list[tuple[Any, ...]]:
        """Do as somebody who knows the database's password. Returns the rows, if there are any."""
        here = f"-csearch_path={SCHEMA}"
        with psycopg.connect(self.url, password=PASSWORD, autocommit=True, options=here) as connection:
            cursor = connection.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

    def tables_of(self, address: str) -> list[str]:
        """The tables that desks have made in another database."""
        with psycopg.connect(address, password=PASSWORD) as connection:
            found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname LIKE 'agency%'")
            return [name for (name,) in found]

    def lose(self) -> None:
        """Lose the database, and make an empty one under its name."""
        name = self.url.rpartition("/")[2]
        with psycopg.connect(self.server.url, password=PASSWORD, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
            connection.execute(f"CREATE DATABASE {name}".encode())

    def close(self) -> None:
        """Close all windows."""
        self._stack.close()


def fresh_database(server: Postgres) -> str:
    """The address of a database of one's own, empty."""
    name = server.fresh_schema()
    with psycopg.connect(server.url, password=PASSWORD, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return server.url.replace("/postgres", f"/{name}")
