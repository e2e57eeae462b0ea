"""The largest sale: 100 passengers with 1.99 MB each, against `curl -T` of the same body prebuilt.

    python -m tests.benchmarks.bench_largest [PAIRS]

Printed are the wall clock of both and their ratio, the most memory beyond idle and the documents held, and
the longest gap of a heartbeat on the loop: once for the client alone, once for the whole sale with its
journal and its hashes.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import IO, cast

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtWidgets import QApplication

from app.api.client import PartnerClient
from app.api.key import ApiKey
from app.api.requests import BoatBooking, body_of
from app.desk.boat_values import BoatDraft, Document
from app.desk.cashier import Cashier, Ending
from app.desk.desk import local_now
from app.desk.order import Order, sale_order
from app.desk.price import price, split
from app.desk.values import Preflight, Progress, Step, Wallet
from app.loop import QuitRequest, run
from app.store.journal import Journal
from app.store.states import State
from tests.benchmarks.measuring import ratio_line
from tests.desk.boat_samples import BOAT_DRAFT, DEPARTURE, JANA

PEOPLE = 100
DOCUMENT_BYTES = 1_492_500
"""1,990,000 characters as Base64."""
MB = 1_000_000
CURL = shutil.which("curl") or "curl"
_BEAT = 0.001


@dataclass
class Watch:
    """How late the beats of the loop were, and the most memory that was seen at one of them."""

    gaps: list[float] = field(default_factory=list[float])
    most: int = 0

    async def beat(self) -> None:
        """Until cancelled."""
        this = psutil.Process()
        while True:
            began = time.perf_counter()
            await asyncio.sleep(_BEAT)
            self.gaps.append((time.perf_counter() - began - _BEAT) * 1000)
            self.most = max(self.most, this.memory_info().rss)


@dataclass(frozen=True)
class Run:
    """One sale: seconds, the longest gap in milliseconds, and the memory beyond what was held before."""

    seconds: float
    longest: float
    p999: float
    memory_mb: float


async def measured(work: Callable[[], Awaitable[object]]) -> Run:
    """What a piece of work costs."""
    watch = Watch()
    before = psutil.Process().memory_info().rss
    beating = asyncio.ensure_future(watch.beat())
    await asyncio.sleep(0.05)
    watch.gaps.clear()
    began = time.perf_counter()
    await work()
    took = time.perf_counter() - began
    beating.cancel()
    gaps = sorted(watch.gaps)
    return Run(took, gaps[-1], gaps[int(len(gaps) * 0.999)], (watch.most - before) / MB)


def party() -> BoatDraft:
    """A hundred guests, each with a document of its own."""
    guests = tuple(
        replace(JANA, document=Document("p.jpg", secrets.token_bytes(DOCUMENT_BYTES))) for _ in range(PEOPLE)
    )
    departure = replace(DEPARTURE, day=local_now().date() + timedelta(days=30), seats=None)
    return replace(BOAT_DRAFT, departure=departure, passengers=guests)


def last_look(draft: BoatDraft) -> Preflight:
    """What a pre-flight would have found."""
    much = Decimal(10_000_000)
    wallet = Wallet(much, much, Decimal(0), much, "INR", "active", "a", "t", (), local_now())
    expected = price(draft)
    assert expected is not None
    return Preflight(
        draft, expected, wallet, split(expected.payable, wallet), (), "", local_now(), secrets.token_hex(8)
    )


def curl(url: str, body: Path) -> float:
    """Seconds that curl needs for the same body."""
    told = subprocess.run(
        [CURL, "-sS", "-T", str(body), "-H", "Expect:", "-o", os.devnull, "-w", "%{time_total}", url],
        capture_output=True,
        text=True,
        check=True,
    )
    return float(told.stdout)


@contextmanager
def sink() -> Generator[str, None, None]:
    """A service in a process of its own; gives its address."""
    command = [sys.executable, "-m", "tests.benchmarks.largest_sink"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        port = cast("IO[str]", process.stdout).readline().strip()
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            cast("IO[str]", process.stdin).close()


async def _compare(url: str, folder: Path, pairs: int) -> None:
    draft = party()
    request = cast("BoatBooking", sale_order(last_look(draft)).build("ac1-bench"))
    held = folder / "body.json"
    with held.open("wb") as file:
        file.writelines(body_of(request).pieces())
    size = held.stat().st_size
    assert size == body_of(request).length
    print(
        f"body {size / MB:.1f} MB, idle with the documents {psutil.Process().memory_info().rss / MB:.0f} MB"
    )
    print(f"hash of the body: {_seconds(lambda: body_of(request).sha256()):.3f} s in one thread")
    idle = await measured(lambda: asyncio.sleep(1))
    print(f"floor, an idle loop: longest gap {idle.longest:.1f} ms, p99.9 {idle.p999:.1f} ms")
    journal = await asyncio.to_thread(Journal.open, folder / "desk", chain_key=b"bench", clock=local_now)
    async with PartnerClient(url, ApiKey("bench-key")) as client:
        cashier = Cashier(client, journal, local_now)
        for name, work in (
            ("client alone", lambda: client.create_booking(request, dispatch=_nothing)),
            ("whole sale", lambda: _sell(cashier, draft)),
        ):
            await _pairs(name, lambda: curl(url, held), work, pairs)
    await asyncio.to_thread(journal.close)


async def _pairs(
    name: str, floor: Callable[[], float], work: Callable[[], Awaitable[object]], pairs: int
) -> None:
    await asyncio.to_thread(floor)
    await measured(work)
    floors: list[float] = []
    runs: list[Run] = []
    for _ in range(pairs):
        floors.append(await asyncio.to_thread(floor))
        runs.append(await measured(work))
    ours = [run.seconds * 1000 for run in runs]
    print(ratio_line(f"{name} / curl -T", [each * 1000 for each in floors], ours, "ms"))
    print(
        f"  memory at most {max(run.memory_mb for run in runs):+.1f} MB, longest gap "
        f"{max(run.longest for run in runs):.1f} ms (each: "
        f"{', '.join(f'{run.longest:.1f}' for run in runs)}), p99.9 {max(run.p999 for run in runs):.1f} ms"
    )


async def _nothing() -> None:
    """No record."""


async def _sell(cashier: Cashier, draft: BoatDraft) -> None:
    looked = last_look(draft)
    told: list[Progress] = []

    def make() -> Order:
        order = sale_order(looked)
        # The same customer again: each run is a sale of its own.
        return replace(order, fingerprint=looked.intent_id)

    ending = await cashier.carry_out(looked.intent_id, make, told.append)
    assert isinstance(ending, Ending)
    assert ending.state is State.SETTLED, ending.error
    assert Step.SENT in {each.step for each in told}


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


async def _measure(_quit: QuitRequest) -> int:
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder, sink() as url:
        await _compare(url, Path(folder), pairs)
    return 0


if __name__ == "__main__":
    sys.exit(run(QApplication(sys.argv[:1]), _measure))
