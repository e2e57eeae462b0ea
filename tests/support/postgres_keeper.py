"""Keeps a PostgreSQL server of its own as long as its standard input is open, and leaves nothing behind.

`python -m tests.support.postgres_keeper BINARIES PASSWORD [SETTING ...]` prints the port when the server is
ready. It is a process of its own, so that the server ends even when who asked for it is killed. A line "stop"
ends the server as a power cut would, "start" begins it again, "freeze" lets it stand still and "thaw" go on,
"keep" makes a backup of all its data and "put_back" puts that back; each is answered with a line.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psutil

OWNER = "office"
_MEMORY = Path("/dev") / "shm"
_SETTINGS = (
    "listen_addresses=127.0.0.1",
    "fsync=off",
    "full_page_writes=off",
    "shared_buffers=16MB",
    "max_connections=40",
    "autovacuum=off",
)


class Keeper:
    """One server in a folder of its own."""

    def __init__(self, binaries: Path, password: str, more: Sequence[str]) -> None:
        self._binaries = binaries
        self._settings = (*_SETTINGS, *more)
        # Not every system has it, and this module is read on all of them.
        import pwd

        # The server refuses to run for the administrator.
        self._person = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
        place = _MEMORY if _MEMORY.is_dir() else None
        self._folder = Path(tempfile.mkdtemp(prefix="agency-counter-postgres-", dir=place))
        self.port = free_port()
        secret = self._folder / "password"
        secret.write_text(password, encoding="utf-8")
        for each in (self._folder, secret):
            if self._person:
                os.chown(each, self._person.pw_uid, self._person.pw_gid)
        self._run("initdb", "-D", "data", "-U", OWNER, "-A", "scram-sha-256", "--pwfile=password")

    def start(self) -> None:
        """Start the server, and wait until it can be used."""
        settings = " ".join(
            f"-c {each}" for each in (*self._settings, f"unix_socket_directories={self._folder}")
        )
        self._run("pg_ctl", "start", "-D", "data", "-w", "-l", "log", "-o", f"-p {self.port} {settings}")

    def stop(self) -> None:
        """End the server at once, as a power cut would."""
        with suppress(subprocess.CalledProcessError):
            self._run("pg_ctl", "stop", "-D", "data", "-m", "immediate", "-w")

    def freeze(self) -> None:
        """Let every process of the server stand still; the system goes on to accept bytes for it."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let them go on."""
        self._signal(signal.SIGCONT)

    def keep(self) -> None:
        """Keep all data of the server, to be put back."""
        self.stop()
        shutil.rmtree(self._folder / "kept", ignore_errors=True)
        self._copy("data", "kept")
        self.start()

    def put_back(self) -> None:
        """Put back what was kept, as an owner does after a disk that broke."""
        self.stop()
        shutil.rmtree(self._folder / "data")
        self._copy("kept", "data")
        self.start()

    def clear(self) -> None:
        """End the server and take its folder away."""
        with suppress(OSError, psutil.NoSuchProcess):
            # One that stands still does not end.
            self.thaw()
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _signal(self, number: signal.Signals) -> None:
        head = psutil.Process(int((self._folder / "data" / "postmaster.pid").read_text().split()[0]))
        for each in (head, *head.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                each.send_signal(number)

    def _copy(self, source: str, into: str) -> None:
        copied = Path(shutil.copytree(self._folder / source, self._folder / into))
        copied.chmod(0o700)
        person = self._person
        if person is not None:
            for each in (copied, *copied.rglob("*")):
                os.chown(each, person.pw_uid, person.pw_gid)

    def _run(self, program: str, *arguments: str) -> None:
        more = ("--no-sync", "-E", "UTF8", "--locale=C") if program == "initdb" else ()
        person = self._person
        command = [self._binaries / program, *arguments, *more]
        # An interrupt at the terminal is for the tests; the server ends after them.
        subprocess.run(
            command,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
            start_new_session=True,
            user=person.pw_uid if person else None,
            group=person.pw_gid if person else None,
            extra_groups=[] if person else None,
        )


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def _say(word: str) -> None:
    sys.stdout.write(f"{word.strip()}\n")
    sys.stdout.flush()


def main(binaries: Path, password: str, settings: Sequence[str]) -> None:
    """Serve until standard input ends."""
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    keeper = Keeper(binaries, password, settings)
    try:
        keeper.start()
        _say(str(keeper.port))
        words = {
            "stop": keeper.stop,
            "start": keeper.start,
            "freeze": keeper.freeze,
            "thaw": keeper.thaw,
            "keep": keeper.keep,
            "put_back": keeper.put_back,
        }
        for line in sys.stdin:
            words[line.strip()]()
            _say(line)
    finally:
        keeper.clear()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
