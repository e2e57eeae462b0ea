"""What one desk writes is heard by the others at once, and so is the end of the connection."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from queue import Queue

import psycopg
import pytest
from sqlalchemy import delete

from app.desk.office.office_sync import OfficeSync
from app.store.office.listener import Listener, LostError
from app.store.office.outbox import Outbox
from app.store.office.shared_database import SharedDatabase
from app.store.office.tables import reading
from app.store.office.wallet_readings import KeptReading, keep_reading, last_reading
from app.store.register.register import Position
from tests.support.postgres import PASSWORD, Postgres, on_postgres, running_postgres
from tests.support.proof import beside_others
from tests.support.shared_places import postgres_place

pytestmark = on_postgres

AT = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
READING = KeptReading("3017", AT, Decimal(1), Decimal(0), Decimal(0), Decimal(0), "INR")
SOON = 2.0
"""Seconds in which a clerk has to see it."""


@pytest.fixture(scope="module")
def server() -> Generator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture
def places(server: Postgres) -> Iterator[tuple[SharedDatabase, SharedDatabase]]:
    schema = server.fresh_schema()
    one, two = (postgres_place(server, schema, name) for name in ("one", "two"))
    yield one, two
    one.close()
    two.close()


@contextmanager
def _listening(place: SharedDatabase) -> Generator[Queue[object]]:
    """What a listener of this place says, one after the other; at last the error that ended it."""
    listener, said = place.listener(), Queue[object]()
    assert isinstance(listener, Listener)

    def listen() -> None:
        try:
            while listener.wait():
                said.put("heard")
        except (LostError, psycopg.Error) as error:
            said.put(error)

    thread = threading.Thread(target=listen)
    thread.start()
    try:
        yield said
    finally:
        listener.wake()
        thread.join()
        listener.close()


@beside_others
def test_what_another_desk_writes_is_heard(places: tuple[SharedDatabase, SharedDatabase]) -> None:
    one, two = places
    with _listening(one) as said:
        two.register.keep([], position=Position("two", 1, "a"))
        assert said.get(timeout=SOON) == "heard"
        keep_reading(two.office, READING)
        assert said.get(timeout=SOON) == "heard"


@beside_others
def test_neither_reading_nor_what_changes_nothing_nor_what_one_writes_oneself_is_heard(
    places: tuple[SharedDatabase, SharedDatabase],
) -> None:
    one, two = places
    keep_reading(two.office, READING)
    with _listening(one) as said:
        last_reading(two.office, "3017", AT)
        two.register.position("two")
        keep_reading(two.office, READING)
        with suppress(ZeroDivisionError), two.office.work() as connection:
            connection.execute(delete(reading))
            raise ZeroDivisionError
        one.register.keep([], position=Position("one", 1, "a"))
        two.register.keep([], position=Position("two", 1, "a"))
        assert said.get(timeout=SOON) == "heard"
    assert said.empty()


def test_the_end_of_the_server_is_noticed(tmp_path: Path) -> None:
    with running_postgres() as server:
        schema = server.fresh_schema()
        sharing, changed = OfficeSync(Outbox(tmp_path / "outbox.db"), lambda: AT, pause=0.01), Queue[bool]()
        sharing.changed.subscribe(lambda: changed.put(sharing.is_there))
        told = Queue[None]()
        sharing.told.subscribe(lambda: told.put(None))
        sharing.use(lambda: postgres_place(server, schema, "one"))
        told.get(timeout=5)
        server.stop()
        assert changed.get(timeout=SOON) is False
        assert sharing.trouble
        sharing.close()


@beside_others
def test_a_server_that_stands_still_is_noticed(tmp_path: Path) -> None:
    with running_postgres() as server:
        schema = server.fresh_schema()
        sharing, changed = OfficeSync(Outbox(tmp_path / "outbox.db"), lambda: AT, pause=0.01), Queue[bool]()
        told = Queue[None]()
        sharing.told.subscribe(lambda: told.put(None))
        sharing.use(lambda: postgres_place(server, schema, "one"))
        told.get(timeout=5)
        sharing.changed.subscribe(lambda: changed.put(sharing.is_there))
        began = time.monotonic()
        server.freeze()
        assert changed.get(timeout=5) is False
        assert time.monotonic() - began < SOON
        server.thaw()
        assert changed.get(timeout=10) is True
        sharing.close()


def _connections(server: Postgres) -> int:
    """How many connections of counters the server has."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'Agency Counter'"
    with psycopg.connect(server.url, password=PASSWORD) as connection:
        found = connection.execute(query).fetchone()
    assert found is not None
    return int(found[0])


def test_a_desk_at_rest_holds_the_listening_connection_alone_and_works_on(
    places: tuple[SharedDatabase, SharedDatabase], server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = places
    two.close()
    with one.office.work(), one.office.work():
        pass
    with _listening(one) as said:
        keep_reading(one.office, READING)
        assert _connections(server) >= 2
        monkeypatch.setattr("app.store.office.shared_database.REST_SECONDS", 0)
        until = time.monotonic() + 20
        while _connections(server) > 1:
            assert time.monotonic() < until
        monkeypatch.undo()
        assert last_reading(one.office, READING.agent_id, AT.replace(hour=13)) is not None
        assert _connections(server) == 2
        assert said.empty()
