"""An address of the office's database is taken up at any time, and what is wrong with it is said."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy.exc import OperationalError

from app.desk.office.office_access import OfficeFound
from app.lifecycle.connection import memory_of
from app.lifecycle.office_database import Way, share, tell_trouble
from app.lifecycle.profile import OfficePassword, OfficePasswords
from app.practice import PracticeServer, World
from app.store.office.shared_database import SharedError
from app.store.sql.engine import (
    DatabaseAddress,
    DatabaseAddressError,
    shared_engine,
    url_of,
)
from app.store.sql.refusals import why_refused, why_unreachable
from tests.support.counter import open_desk, tomorrow_at_ten, until

SECRET = uuid4().hex


def _address(port: int, host: str = "127.0.0.1") -> str:
    return f"postgresql://office@{host}:{port}/agency"


def _tried(url: str, password: str) -> OfficeFound:
    return Way(url, OfficePassword(password), "live", None).try_out()


def _closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "office",
        "mysql://office@server/agency",
        "postgresql:///agency",
        "postgresql://server",
        "postgresql://s:x/a",
    ],
)
async def test_what_is_no_address_is_told(typed: str) -> None:
    sentence = "An address is like postgresql://user@server/database."
    assert str(_tried(typed, SECRET).problem) == sentence
    with pytest.raises(DatabaseAddressError):
        shared_engine(DatabaseAddress(typed, SECRET, "x"))


async def test_a_server_that_is_not_there_is_told() -> None:
    port = _closed_port()
    sentence = f"On 127.0.0.1, no database listens at port {port}."
    assert str(_tried(_address(port), SECRET).problem) == sentence
    unknown = _tried(_address(5432, "server.invalid"), SECRET).problem
    assert str(unknown) == "There is no computer named server.invalid."


def test_a_server_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.store.sql.refusals.CONNECT_SECONDS", 0.05)
    with closing(socket.socket()) as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        port = full.getsockname()[1]
        # Nobody takes what waits, and no more may wait.
        waiting = [socket.socket() for _ in range(3)]
        for each in waiting:
            each.settimeout(0)
            each.connect_ex(("127.0.0.1", port))
        told = str(why_unreachable(DatabaseAddress(_address(port), SECRET, "x")))
        for each in waiting:
            each.close()
    assert told == "127.0.0.1 does not answer."


async def test_what_is_no_database_is_told_without_the_password() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        trying = asyncio.to_thread(_tried, _address(port).replace("@", f":{SECRET}@"), "")

        def hang_up() -> None:
            for _ in range(2):
                listener.accept()[0].close()

        thread = threading.Thread(target=hang_up)
        thread.start()
        told = str((await trying).problem)
        thread.join()
    assert told == "The connection to 127.0.0.1 was broken."
    assert SECRET not in told


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ('FATAL: password authentication failed for user "office"', "Name or password is not accepted."),
        ('FATAL: role "office" does not exist', "Name or password is not accepted."),
        ("fe_sendauth: no password supplied", "A password is needed, and none is kept."),
        ('FATAL: database "agency" does not exist', "The database agency does not exist on server."),
        (
            "permission denied for database agency",
            "This user may not make tables in agency, or not use those that are there.",
        ),
        (
            "too many connections for role",
            "The server has no place for another connection.",
        ),
        ("disk\n  full", "The disk of server is full."),
        (
            "root certificate file does not exist\nProvide it, or change sslmode to disable verification.",
            "The file of the certificate cannot be read. Choose it again.",
        ),
        (
            'server certificate for "localhost" does not match host name "server"',
            "The certificate of server is for another name.",
        ),
        (
            "SSL error: certificate verify failed",
            "The certificate of server is not one that this computer trusts.",
        ),
        (
            "server does not support SSL, but SSL was required",
            "server cannot encrypt the connection, which the address asks for.",
        ),
        (
            'FATAL: no pg_hba.conf entry for host "10.0.0.2", user "office", no encryption',
            "server lets this user in only over an encrypted connection.",
        ),
        ("FATAL: sorry, too many clients already", "The server has no place for another connection."),
        ("server closed the connection unexpectedly", "The connection to server was broken."),
        (
            "Etwas ist schiefgegangen",
            "The office\u2019s database cannot be used. What the server said is in the log.",
        ),
    ],
)
def test_what_the_server_says_is_put_in_a_sentence(said: str, sentence: str) -> None:
    error = OperationalError("SELECT 1", {}, Exception(said))
    address = DatabaseAddress("postgresql://office@server/agency", SECRET, "x")
    url = url_of(address)
    assert str(why_refused(url, error)) == sentence
    assert str(why_refused(url, SharedError(sentence))) == sentence
    assert SECRET not in repr(address)


async def test_an_address_is_taken_up_and_given_up_while_the_counter_runs(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server = PracticeServer(World(clock=tomorrow_at_ten))
    with server, caplog.at_level(logging.WARNING):
        async with open_desk(tmp_path, server, local_cache=memory_of(tmp_path)) as counter:
            desk = counter.desk
            address, passwords = _address(_closed_port()), OfficePasswords()
            await share(desk, address, passwords)
            assert not desk.local_cache.sharing.is_used
            desk.reader.profile = replace(desk.reader.profile, name="live", is_practice=False)
            shown: list[str] = []
            tell_trouble(desk, lambda trouble: shown.append(trouble()))
            await share(desk, address, passwords)
            await until(lambda: "no database listens" in desk.local_cache.sharing.trouble)
            await until(lambda: shown == [desk.local_cache.sharing.trouble])
            await share(desk, "", passwords)
            await until(lambda: shown[1:] == [""])
            assert (desk.local_cache.sharing.is_used, desk.local_cache.sharing.trouble) == (False, "")
    assert SECRET not in caplog.text
