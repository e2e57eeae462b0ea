"""What an office of many desks costs one PostgreSQL server: connections, sales a second, who follows when.

`python -m tests.benchmarks.bench_desks [DESKS [SECONDS [SALES]]]` starts servers of its own. Each desk has
the real store code, listens, and reads a page of its list whenever another one has written. All desks run in
one process on the computer of the server, so the figures are those of the worst place for them; the ratio is
to one desk that sells alone on the same server in the same run.
"""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from datetime import timedelta
from itertools import count
from statistics import median, quantiles

import psycopg
from sqlalchemy.exc import SQLAlchemyError

from app.store.office.listener import LostError
from app.store.office.shared_database import SharedDatabase, SharedError
from app.store.register.register import KeptSale, Position, Wanted
from tests.benchmarks.measuring import asked
from tests.store.office.test_shared_database import AT, SALE
from tests.support.postgres import PASSWORD, Postgres, is_installed, running_postgres
from tests.support.shared_places import postgres_place

_BREATH_SECONDS = 0.5
_PIECE = 500
_BUSY = 4000 / 3600
"""Sales a second of an office that sells 4,000 in an hour."""


class _Office:
    """The desks, and what was measured of them."""

    def __init__(self) -> None:
        self.is_over = threading.Event()
        self.committed = 0.0
        """When the last sale was committed."""
        self.kept: list[float] = []
        self.listed: list[float] = []
        self.followed: list[float] = []


class _Desk:
    """A desk that listens, and reads its list after others."""

    def __init__(self, office: _Office, place: SharedDatabase, name: str) -> None:
        self.place, self.name = place, name
        self._office = office
        listener = place.listener()
        assert listener is not None
        self._listener = listener
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End listening, and give the connections back."""
        self._listener.wake()
        self._thread.join()
        self._listener.close()
        self.place.close()

    def _follow(self) -> None:
        office = self._office
        while not office.is_over.is_set():
            try:
                has_heard = self._listener.wait()
            except (LostError, psycopg.Error, OSError):
                return
            if has_heard:
                told, began = office.committed, time.perf_counter()
                self.place.register.find(Wanted())
                office.listed.append(time.perf_counter() - began)
                if told:
                    office.followed.append(time.perf_counter() - told)
                self._listener.pause(_BREATH_SECONDS)


def _sold(number: int, desk: str) -> KeptSale:
    at = AT - timedelta(minutes=1) + timedelta(milliseconds=number)
    names = {"customer_phone": f"98{number:08}", "customer_name": f"Arjun {number}"}
    return replace(
        SALE, request_id=f"ac1-{number}", booking_ref=f"BT{number:07}", sold_at=at, desk=desk, **names
    )


def _connections(observer: psycopg.Connection) -> int:
    query = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'Agency Counter'"
    found = observer.execute(query).fetchone()
    assert found is not None
    return int(found[0])


def _opened(office: _Office, server: Postgres, schema: str, desks: int) -> tuple[list[_Desk], str]:
    """So many desks, or as many as find a place, and the sentence of the one that does not."""
    opened: list[_Desk] = []
    for number in range(desks):
        name = f"desk{number:03}"
        try:
            opened.append(_Desk(office, postgres_place(server, schema, name), name))
        except SharedError as error:
            return opened, str(error)
        except (SQLAlchemyError, psycopg.Error) as error:
            return opened, f"{type(error).__name__} (while it began to listen)"
    return opened, ""


def _sell(office: _Office, desks: list[_Desk], seconds: float, rate: float, numbers: count[int]) -> float:
    """Sell at the desks in turn, at most so many a second altogether. Returns how many a second it were."""
    began, sold = time.perf_counter(), 0
    while (now := time.perf_counter()) - began < seconds:
        number = next(numbers)
        desk = desks[number % len(desks)]
        desk.place.register.keep([_sold(number, desk.name)], (), Position(desk.name, number, "h"))
        office.committed = time.perf_counter()
        office.kept.append(office.committed - now)
        sold += 1
        office.is_over.wait(max(0.0, began + sold / rate - time.perf_counter()))
    return sold / (time.perf_counter() - began)


def _line(what: str, times: list[float]) -> str:
    if len(times) < 2:
        return f"  {what}: none"
    p95 = quantiles(times, n=20)[-1]
    return f"  {what}: p50 {median(times) * 1000:.1f} ms, p95 {p95 * 1000:.1f} ms, {len(times)} times"


def _round(
    server: Postgres, schema: str, desks: int, numbers: count[int], *, seconds: float, rate: float
) -> float:
    # Beforehand: afterwards there may be no place.
    with psycopg.connect(server.url, password=PASSWORD, autocommit=True) as observer:
        office = _Office()
        opened, told = _opened(office, server, schema, desks)
        at_rest = _connections(observer)
        print(f"{len(opened)} of {desks} desks: {at_rest} connections, {at_rest / len(opened):.2f} a desk")
        if told:
            # Whoever has a place listens on it, and nobody has one to work with.
            print(f"  the next one: {told}")
            office.is_over.set()
            _close(opened)
            return 0.0
        speed = _sell(office, opened, seconds, rate, numbers)
        office.is_over.wait(2 * _BREATH_SECONDS)
        at_rest = _connections(observer)
        print(f"  {at_rest} connections afterwards, {at_rest / len(opened):.2f} a desk")
        office.is_over.set()
        print(f"  {speed:.1f} sales a second")
        for what, times in (
            ("handed in", office.kept),
            ("list read", office.listed),
            ("followed", office.followed),
        ):
            print(_line(what, times))
        _close(opened)
        return median(office.kept)


def _close(opened: list[_Desk]) -> None:
    for each in opened:
        each.close()


def _size(server: Postgres, schema: str, sales: int, numbers: count[int]) -> None:
    place = postgres_place(server, schema, "size")
    before = _bytes(server, schema)
    for _ in range(0, sales, _PIECE):
        place.register.keep([_sold(next(numbers), "size") for _ in range(_PIECE)])
    grown = (_bytes(server, schema) - before) / sales * 100_000
    print(f"100,000 sales: {grown / 1_000_000:.0f} MB")
    place.close()


def _bytes(server: Postgres, schema: str) -> int:
    query = (
        "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c "
        "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND n.nspname = %s"
    )
    with psycopg.connect(server.url, password=PASSWORD) as connection:
        found = connection.execute(query, (schema,)).fetchone()
    assert found is not None
    return int(found[0])


def main(desks: int, seconds: float, sales: int) -> None:
    """Print the figures."""
    if not is_installed():
        raise SystemExit("No PostgreSQL server is installed here.")
    numbers = count(1)
    with running_postgres("max_connections=100") as server:
        schema = server.fresh_schema()
        _size(server, schema, sales, numbers)
        print("\nmax_connections as a server comes:")
        _round(server, schema, desks, numbers, seconds=1, rate=10)
    with running_postgres("max_connections=1000", "shared_buffers=128MB") as server:
        schema = server.fresh_schema()
        _size(server, schema, sales, numbers)
        print("\nWith room for all; as busy as 4,000 sales an hour, then as fast as it goes:")
        alone = _round(server, schema, 1, numbers, seconds=seconds, rate=_BUSY)
        busy = _round(server, schema, desks, numbers, seconds=seconds, rate=_BUSY)
        _round(server, schema, desks, numbers, seconds=seconds, rate=10_000)
        print(f"a sale handed in, {desks} desks to one: {busy / alone:.1f}")


if __name__ == "__main__":
    main(*asked([200, 30, 20_000], smallest=[2, 1, _PIECE]))
