"""Desks of one office on a real PostgreSQL server: several at once, killed, and without the server."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import select, update

from app.desk.office.office_access import OfficeFound
from app.lifecycle.office_database import Way
from app.lifecycle.profile import OfficePassword
from app.store.office.identity import Contents, KnownDatabase
from app.store.office.outbox import Outbox
from app.store.office.shared_database import (
    OtherDatabaseError,
    SharedDatabase,
    SharedError,
    open_shared,
    survey_shared,
)
from app.store.register.register import Position, Register, RegisterError, Wanted
from app.store.register.tables import about, note
from app.store.sql.engine import DatabaseAddress, shared_engine
from tests.store.office.test_shared_database import SALE
from tests.support.postgres import PASSWORD, Postgres, on_postgres
from tests.support.program import PROJECT
from tests.support.proof import beside_others
from tests.support.shared_places import postgres_place
from tests.support.store.writing_desk import hand_in

pytestmark = on_postgres
DESKS = ("one", "two")
_THROUGH_THE_PROGRAM = """
import os, sys
from app.commands.main import main
from app.store.sql.engine import DatabaseAddress, shared_engine

main(["version"])
engine = shared_engine(DatabaseAddress(sys.argv[1], os.environ["OFFICE_PASSWORD"], "agency_counter_live"))
with engine.connect() as connection:
    for asked in ("inet_server_port()", "current_setting('default_transaction_read_only')"):
        print(connection.exec_driver_sql(f"SELECT {asked}").scalar_one())
"""


class Seller:
    """A desk in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], folder: Path) -> None:
        self._process, self.folder = process, folder

    def wait_for(self, number: int) -> None:
        """Wait until it has sold so many."""
        assert self._process.stdout is not None
        said = ""
        while said != str(number):
            said = self._process.stdout.readline().strip()
            assert said, "It has ended."

    def kill(self) -> int:
        """End it by SIGKILL, and give the number of the last sale that it has told."""
        self._process.kill()
        assert self._process.stdout is not None
        told = self._process.stdout.read().split()
        self._process.wait()
        return int(told[-1]) if told else 0


@contextmanager
def _selling(server: Postgres, schema: str, desk: str, folder: Path) -> Generator[Seller]:
    folder.mkdir()
    command = [
        sys.executable,
        "-m",
        "tests.support.store.writing_desk",
        server.url,
        schema,
        desk,
        str(folder),
    ]
    with subprocess.Popen(
        command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        process.stdin.write(f"{PASSWORD}\n")
        process.stdin.flush()
        try:
            yield Seller(process, folder)
        finally:
            process.kill()


def _sold(place: SharedDatabase) -> Counter[str]:
    return Counter(each.request_id for each in place.register.find(Wanted(), limit=100_000).sales)


def _notes(place: SharedDatabase) -> Counter[str]:
    with place.office.work() as connection:
        return Counter(connection.scalars(select(note.c.request_id)))


@beside_others
def test_two_desks_write_at_once_and_one_is_killed(postgres: Postgres, quick_folder: Path) -> None:
    schema = postgres.fresh_schema()
    folders = {desk: quick_folder / desk for desk in DESKS}
    with (
        _selling(postgres, schema, "one", folders["one"]) as one,
        _selling(postgres, schema, "two", folders["two"]) as two,
    ):
        one.wait_for(15)
        one.kill()
        # The other one goes on, also over what the killed one had locked.
        two.wait_for(40)
        two.kill()
    place = postgres_place(postgres, schema, "three")
    sold = {desk: int((folders[desk] / "sold").read_bytes()) for desk in DESKS}
    behind = {desk: place.register.position(desk) for desk in DESKS}
    for desk in DESKS:
        known = behind[desk]
        assert known is not None
        assert sold[desk] - known.seq <= 1
        # Each starts again.
        outbox = Outbox(folders[desk] / "outbox.db")
        hand_in(place, desk, sold[desk], outbox)
        outbox.close()
    wanted = {f"{desk}-{number}" for desk in DESKS for number in range(1, sold[desk] + 1)}
    assert _sold(place) == Counter(wanted)
    noted = _notes(place)
    # The last one may have been killed between its journal and its box; none is there twice.
    assert set(noted.values()) == {1}
    assert wanted - set(noted) <= {f"{desk}-{sold[desk]}" for desk in DESKS}
    # Customers of both desks have one row, and their words find it.
    assert len(place.register.customers("9845000000")) == 1
    place.close()


@beside_others
def test_a_server_that_stops_amid_sales_has_all_of_them_once_when_it_is_back(
    postgres: Postgres, quick_folder: Path
) -> None:
    schema = postgres.fresh_schema()
    place = postgres_place(postgres, schema, "one")
    outbox = Outbox(quick_folder / "outbox.db")
    hand_in(place, "one", 5, outbox)
    postgres.stop()
    try:
        with pytest.raises(RegisterError, match="cannot be used"):
            hand_in(place, "one", 9, outbox)
        with pytest.raises(SharedError, match="no database listens"):
            postgres_place(postgres, schema, "one")
    finally:
        postgres.start()
    # The same connections are good again.
    hand_in(place, "one", 9, outbox)
    assert _sold(place) == Counter(f"one-{number}" for number in range(1, 10))
    outbox.close()
    place.close()


def test_desks_that_start_at_the_same_instant_make_the_tables_once(postgres: Postgres) -> None:
    schema = postgres.fresh_schema()
    with ThreadPoolExecutor() as threads:
        places = list(threads.map(partial(postgres_place, postgres, schema), "abcd"))
    for desk, place in zip("abcd", places, strict=True):
        place.register.keep([replace(SALE, request_id=desk)], (), Position(desk, 1, "h"))
    assert _sold(places[0]) == Counter("abcd")
    for place in places:
        place.close()


@beside_others
def test_profiles_never_mix(postgres: Postgres) -> None:
    live, sandbox = (postgres_place(postgres, postgres.fresh_schema(), "one") for _ in range(2))
    live.register.keep([SALE])
    assert sandbox.register.find(Wanted()).sales == ()
    for place in (live, sandbox):
        place.close()


async def test_what_is_wrong_with_an_address_is_told_in_a_sentence(postgres: Postgres) -> None:
    url = postgres.url
    assert _tried(url, PASSWORD).problem == ""
    found = _tried(url, PASSWORD)
    assert (found.host, found.desks, found.bookings) == ("127.0.0.1", 0, 0)
    assert found.version.partition(".")[0].isdecimal()
    assert (found.is_encrypted, found.is_open_to_read) == (False, False)
    assert str(_tried(url, "wrong").problem) == "Name or password is not accepted."
    assert str(_tried(url, "").problem) == "A password is needed, and none is kept."
    assert _tried(url, PASSWORD, why_none="It belongs elsewhere.").problem == ""
    elsewhere = _tried(url, "", why_none="It belongs elsewhere.")
    assert str(elsewhere.problem) == "A password is needed, and none is kept. It belongs elsewhere."
    missing = url.replace("/postgres", "/office")
    assert str(_tried(missing, PASSWORD).problem) == "The database office does not exist on 127.0.0.1."
    encrypted = str(_tried(f"{url}?sslmode=require", PASSWORD).problem)
    assert encrypted == "127.0.0.1 cannot encrypt the connection, which the address asks for."


def _tried(url: str, password: str, profile: str = "live", why_none: str = "") -> OfficeFound:
    return Way(url, OfficePassword(password, why_none), profile, None).try_out()


async def test_another_database_gets_nothing_before_a_person_allows_it(postgres: Postgres) -> None:
    first, other = postgres.fresh_schema(), postgres.fresh_schema()
    place = open_shared(DatabaseAddress(postgres.url, PASSWORD, first), "one")
    place.close()
    known = KnownDatabase(place.known.mark, "elsewhere:5432/office")
    address = DatabaseAddress(postgres.url, PASSWORD, other)
    with pytest.raises(OtherDatabaseError, match="another database than before"):
        open_shared(address, "one", lambda: known)
    assert survey_shared(address).contents == Contents("", 0, 0)
    engine = shared_engine(address)
    with engine.begin() as connection:
        there = connection.exec_driver_sql(f"SELECT to_regnamespace('{other}')").scalar()
        assert there is None
    engine.dispose()
    # The same database under another name of the server, and one that was made again at its place.
    open_shared(DatabaseAddress(postgres.url, PASSWORD, first), "one", lambda: known).close()
    again = KnownDatabase("lost", place.known.place)
    open_shared(address, "one", lambda: again).close()


async def test_a_database_of_a_newer_program_is_told(postgres: Postgres) -> None:
    assert _tried(postgres.url, PASSWORD, "newer").problem == ""
    engine = shared_engine(DatabaseAddress(postgres.url, PASSWORD, "agency_counter_newer"))
    with engine.begin() as connection:
        connection.execute(update(about).values(version=99))
    engine.dispose()
    assert "newer Agency Counter" in str(_tried(postgres.url, PASSWORD, "newer").problem)


@beside_others
@pytest.mark.parametrize(
    "environment",
    [
        {"PGHOSTADDR": "127.0.0.9"},
        {"PGSERVICE": "elsewhere", "PGSERVICEFILE": "{file}"},
        {"PGREQUIREAUTH": "none"},
        {"PGOPTIONS": "-c default_transaction_read_only=on"},
    ],
)
def test_the_environment_leads_to_no_other_database(
    postgres: Postgres, tmp_path: Path, environment: dict[str, str]
) -> None:
    file = tmp_path / "services"
    file.write_text("[elsewhere]\noptions=-c default_transaction_read_only=on\n", encoding="utf-8")
    given = {name: value.format(file=file) for name, value in environment.items()}
    done = subprocess.run(
        [sys.executable, "-c", _THROUGH_THE_PROGRAM, postgres.url],
        env={**os.environ, **given, "OFFICE_PASSWORD": PASSWORD},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split()[-2:] == [str(postgres.port), "off"], done.stderr


def test_an_administrator_may_give_a_desk_one_schema_alone(postgres: Postgres) -> None:
    schema = postgres.fresh_schema()
    owner = shared_engine(DatabaseAddress(postgres.url, PASSWORD, schema))
    url = postgres.url.replace("office@", f"{schema}@")
    with owner.begin() as connection:
        connection.exec_driver_sql(f"CREATE USER {schema} PASSWORD '{PASSWORD}'")
    with pytest.raises(SharedError, match="This user may not make tables in postgres"):
        open_shared(DatabaseAddress(url, PASSWORD, schema), "one")
    with owner.begin() as connection:
        connection.exec_driver_sql(f"CREATE SCHEMA {schema} AUTHORIZATION {schema}")
    place = open_shared(DatabaseAddress(url, PASSWORD, schema), "one")
    assert isinstance(place.register, Register)
    place.close()
    owner.dispose()


def test_a_connection_in_use_is_closed_when_it_is_given_back(postgres: Postgres) -> None:
    place = open_shared(DatabaseAddress(postgres.url, PASSWORD, postgres.fresh_schema()), "one")
    with place.office.work() as connection:
        raw = connection.connection.driver_connection
        place.close()
    assert isinstance(raw, psycopg.Connection)
    assert raw.closed
