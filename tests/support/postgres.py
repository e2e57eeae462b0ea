"""A real PostgreSQL server for the tests: started at its first use, ended with its process."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from uuid import uuid4

import pytest

from tests.support.postgres_keeper import OWNER
from tests.support.program import PROJECT

PASSWORD = uuid4().hex
_PLACES = "/usr/lib/postgresql/*/bin"
_numbers = count(1)


def binaries() -> Path | None:
    """The folder of the server's programs; None when they are not installed."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    asked = shutil.which("pg_config")
    told = ""
    if asked:
        with suppress(subprocess.CalledProcessError):
            told = subprocess.run([asked, "--bindir"], capture_output=True, text=True, check=True).stdout
    places = [Path(told.strip())] if told else []
    places += sorted(Path("/").glob(_PLACES[1:]), reverse=True)
    return next((each for each in places if (each / "initdb").exists()), None)


def is_installed() -> bool:
    """Whether a server can be started here."""
    return binaries() is not None


on_postgres = pytest.mark.skipif(not is_installed(), reason="no PostgreSQL server is installed (postgresql)")
"""For what needs a real server."""


class Postgres:
    """A server that runs, or is stopped on purpose."""

    def __init__(self, keeper: subprocess.Popen[str]) -> None:
        self._keeper = keeper
        self.port = int(self._answer())
        self.is_running = True

    @property
    def url(self) -> str:
        """Its address, as it stands in Settings: without the password."""
        return f"postgresql://{OWNER}@127.0.0.1:{self.port}/postgres"

    def fresh_schema(self) -> str:
        """A name that nothing on this server has."""
        return f"agency_counter_test{next(_numbers)}"

    def stop(self) -> None:
        """End it as a power cut would."""
        self._tell("stop")
        self.is_running = False

    def freeze(self) -> None:
        """Let it stand still: bytes are accepted, and nothing is answered."""
        self._tell("freeze")

    def thaw(self) -> None:
        """Let it go on."""
        self._tell("thaw")

    def start(self) -> None:
        """Start it again, with all that it has promised to keep."""
        self._tell("start")
        self.is_running = True

    def keep(self) -> None:
        """Make a backup of all its data; whoever is connected is cut off."""
        self._tell("keep")

    def put_back(self) -> None:
        """Put the backup back; whoever is connected is cut off."""
        self._tell("put_back")

    def _tell(self, word: str) -> None:
        assert self._keeper.stdin is not None
        self._keeper.stdin.write(f"{word}\n")
        self._keeper.stdin.flush()
        assert self._answer() == word

    def _answer(self) -> str:
        assert self._keeper.stdout is not None
        line = self._keeper.stdout.readline().strip()
        assert line, "The PostgreSQL server does not start."
        return line


@contextmanager
def running_postgres(*settings: str) -> Generator[Postgres]:
    """A server of one's own, with more settings such as "max_connections=100"."""
    command = [sys.executable, "-m", "tests.support.postgres_keeper", str(binaries()), PASSWORD, *settings]
    with subprocess.Popen(
        command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as keeper:
        # Its standard input ends with this process, however that ends.
        yield Postgres(keeper)
