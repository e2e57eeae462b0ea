"""What several desks on one PostgreSQL server cost: one sale handed in, one keystroke searched.

`python -m tests.benchmarks.bench_shared [SALES [TIMES]]` starts a server of its own; the ratio is to
SQLite's.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from statistics import median, quantiles

from app.store.office.shared_database import SharedDatabase
from app.store.register.register import KeptSale, Position, Wanted
from tests.benchmarks.measuring import asked
from tests.store.office.test_shared_database import AT, SALE
from tests.support.postgres import is_installed, running_postgres
from tests.support.shared_places import postgres_place, sqlite_place

_PIECE = 500
_TYPED = ("a", "ar", "arj", "arjun n", "98450", "9845012", "bt4", "day", "nobody")


def _sold(number: int) -> KeptSale:
    at = AT - timedelta(minutes=number)
    return replace(
        SALE,
        request_id=f"ac1-{number}",
        booking_ref=f"BT{number:07}",
        customer_phone=f"98{number:08}",
        customer_name=f"Arjun {'ABCDEFGHIJ'[number % 10]}{number}",
        sold_at=at,
    )


def _times(work: Callable[[int], object], count: int) -> list[float]:
    found: list[float] = []
    for number in range(count):
        began = time.perf_counter()
        work(number)
        found.append((time.perf_counter() - began) * 1000)
    return found


def _measure(name: str, place: SharedDatabase, sales: int, times: int) -> tuple[float, float]:
    for begin in range(0, sales, _PIECE):
        place.register.keep([_sold(number) for number in range(begin, begin + _PIECE)])

    with place.office.work() as connection:
        # A server does so by itself after a while.
        connection.exec_driver_sql("ANALYZE")

    def keep(number: int) -> None:
        place.register.keep([_sold(sales + number)], (), Position("one", number, "h"))

    kept = _times(keep, times)
    found = _times(lambda number: place.register.find(Wanted(_TYPED[number % len(_TYPED)])), times)
    for what, taken in (("a sale handed in", kept), ("a keystroke", found)):
        print(f"{name:11}{what:18} p50 {median(taken):7.2f} ms   p95 {quantiles(taken, n=20)[-1]:7.2f} ms")
    return median(kept), median(found)


def main(sales: int, times: int) -> None:
    """Print the figures."""
    if not is_installed():
        raise SystemExit("No PostgreSQL server is installed here.")
    with tempfile.TemporaryDirectory() as folder, running_postgres() as server:
        own = sqlite_place(Path(folder), "one")
        shared = postgres_place(server, server.fresh_schema(), "one")
        here = _measure("SQLite", own, sales, times)
        there = _measure("PostgreSQL", shared, sales, times)
        own.close()
        shared.close()
    print(f"PostgreSQL to SQLite: a sale {there[0] / here[0]:.1f}, a keystroke {there[1] / here[1]:.1f}")


if __name__ == "__main__":
    main(*asked([20_000, 300], smallest=[_PIECE, 9]))
