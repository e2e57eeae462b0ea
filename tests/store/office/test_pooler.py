"""Desks behind a pooler, which hands each transaction to any of its connections to the server."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import make_url

from app.store.office import listener as listening
from app.store.office.shared_database import SharedDatabase, open_shared
from app.store.register.register import Wanted
from app.store.sql import engine
from app.store.sql.engine import DatabaseAddress, shared_engine
from tests.store.office.test_shared_database import SALE
from tests.support.postgres import PASSWORD, Postgres, on_postgres
from tests.support.postgres_keeper import free_port
from tests.support.proof import beside_others

pytestmark = on_postgres
_POOLER = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
_POOLERS = [None, _POOLER] if _POOLER else [None]
"""Where no PgBouncer is installed, a server is only taken for one behind it."""
_SETTINGS = """
[databases]
* = host=127.0.0.1 port={server} user=office password={password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
auth_type = any
pool_mode = transaction
default_pool_size = 2
unix_socket_dir =
logfile = {folder}/log
"""
SOON = 2.0
"""Seconds in which a clerk has to see what another desk has done."""


@contextmanager
def _pooler(pooler: str, server: Postgres) -> Generator[str]:
    """The address of a PgBouncer that hands on transactions to a server."""
    folder = Path(tempfile.mkdtemp(prefix="agency-counter-pooler-"))
    port, url = free_port(), make_url(server.url)
    settings = {"server": url.port, "password": PASSWORD, "port": port, "folder": folder}
    (folder / "settings").write_text(_SETTINGS.format(**settings), encoding="utf-8")
    # It refuses to run for the administrator.
    person = "nobody" if os.geteuid() == 0 else None
    if person:
        for each in (folder, folder / "settings"):
            shutil.chown(each, person)
    running = subprocess.Popen([pooler, "-q", str(folder / "settings")], user=person)
    try:
        until = time.monotonic() + 10
        while time.monotonic() < until:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
        yield url.set(port=port).render_as_string(hide_password=False)
    finally:
        running.terminate()
        running.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _always(_: object) -> bool:
    return True


@pytest.fixture(params=_POOLERS)
def pooled_url(
    request: pytest.FixtureRequest, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """The address of a server behind a pooler, or of one that is taken for that."""
    if request.param is not None:
        with _pooler(request.param, postgres) as url:
            yield url
    else:
        for module in (engine, listening):
            monkeypatch.setattr(module, "is_pooled", _always)
        yield postgres.url


def _places(url: str, *schemas: str) -> list[SharedDatabase]:
    addresses = [DatabaseAddress(url, PASSWORD, schema) for schema in schemas]
    return [open_shared(each, f"desk{number}") for number, each in enumerate(addresses)]


@beside_others
def test_two_schemas_are_never_mixed_up(pooled_url: str, postgres: Postgres) -> None:
    live, sandbox = _places(pooled_url, postgres.fresh_schema(), postgres.fresh_schema())
    for number in range(20):
        for place, kind in ((live, "live"), (sandbox, "sandbox")):
            place.register.keep([replace(SALE, request_id=f"{kind}-{number}", booking_ref=f"{kind}{number}")])
    for place, kind in ((live, "live"), (sandbox, "sandbox")):
        found = place.register.find(Wanted(), limit=100).sales
        assert {each.request_id for each in found} == {f"{kind}-{number}" for number in range(20)}
        place.close()


@beside_others
def test_a_statement_is_ended_in_time(pooled_url: str, postgres: Postgres) -> None:
    used = shared_engine(DatabaseAddress(pooled_url, PASSWORD, postgres.fresh_schema()))
    with used.begin() as connection:
        assert connection.exec_driver_sql("SHOW statement_timeout").scalar_one() == "10s"
    used.dispose()


def test_what_another_desk_writes_is_noticed(pooled_url: str, postgres: Postgres) -> None:
    schema = postgres.fresh_schema()
    one, two = _places(pooled_url, schema, schema)
    listener = one.listener()
    assert listener is not None
    heard = threading.Event()

    def listen() -> None:
        while listener.wait():
            heard.set()

    thread = threading.Thread(target=listen)
    thread.start()
    try:
        two.register.keep([SALE])
        assert heard.wait(SOON)
        assert one.register.sale(SALE.request_id) is not None
    finally:
        listener.wake()
        thread.join()
        listener.close()
        one.close()
        two.close()
