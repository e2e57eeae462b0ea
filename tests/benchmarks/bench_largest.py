"""The largest sale: 100 passengers with 1.99 MB each, against `curl -T` of the same body prebuilt.

    python -m tests.benchmarks.bench_largest [PAIRS [PASSENGERS]]

Printed are the wall clock of both and their ratio, the most memory beyond idle and the documents held, and
how late a heartbeat on the loop and on a Qt timer was: for the client alone and for the whole sale with its
journal, over a plain line and over TLS.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import IO, cast

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
import trustme
from PySide6.QtWidgets import QApplication

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.api.messages.requests import BoatBooking, body_of
from app.api.wire.transport import tls_context
from app.desk.desk import local_now
from app.desk.model.boats import BoatDraft, Document
from app.desk.model.moment import Moment
from app.desk.model.sale import Preflight, Progress, Step, Wallet
from app.desk.model.wallet_split import split
from app.desk.payment.payments import Ending, Payments
from app.desk.sale.order import sale_order
from app.desk.sale.pricing import price
from app.lifecycle.event_loop import QuitRequest, run
from app.store.journal.journal import Journal
from app.store.journal.states import State
from tests.benchmarks.heartbeat import Heartbeat
from tests.benchmarks.measuring import asked, ratio_line
from tests.support.desk.boat_samples import BOAT_DRAFT, DEPARTURE, JANA

PEOPLE = 100
PLAIN, TLS = "plain", "TLS"
Floor = Callable[[], float]
Work = Callable[[], Awaitable[object]]
DOCUMENT_BYTES = 1_492_500
"""1,990,000 characters as Base64."""
MB = 1_000_000
_SAMPLE_SECONDS = 0.005
_SINK = "from tests.benchmarks.largest_sink import main; main()"
CURL = shutil.which("curl") or "curl"


@dataclass(frozen=True)
class Run:
    """One sale: seconds, by how many milliseconds each beat was late, and the memory beyond before."""

    seconds: float
    late: list[float]
    work: list[float]
    """What the thread of the window itself computed between two beats: other programs do not lengthen it."""
    memory_mb: float


async def measured(work: Work) -> Run:
    """What a piece of work costs."""
    took = most = 0.0
    beats = Heartbeat()
    this = psutil.Process()

    async def sample() -> None:
        nonlocal most
        while True:
            most = max(most, this.memory_info().rss)
            await asyncio.sleep(_SAMPLE_SECONDS)

    async def timed() -> None:
        nonlocal took
        began = time.perf_counter()
        await work()
        took = time.perf_counter() - began

    before = this.memory_info().rss
    sampling = asyncio.ensure_future(sample())
    await beats.during(timed())
    sampling.cancel()
    return Run(took, beats.loop + beats.timer, beats.work, (max(most, before) - before) / MB)


def stalls(runs: list[Run]) -> str:
    """The longest gap of each run, what only one beat in a thousand exceeds, and the same of our own work."""
    late = sorted(each for run in runs for each in run.late)
    work = sorted(each for run in runs for each in run.work)
    longest = ", ".join(f"{max(run.late):.1f}" for run in runs)
    return (
        f"longest gap {late[-1]:.1f} ms (each: {longest}), p99.9 {late[int(len(late) * 0.999)]:.1f} ms, "
        f"of our own work {work[-1]:.1f} and {work[int(len(work) * 0.999)]:.1f} ms"
    )


def party(people: int) -> BoatDraft:
    """So many guests, each with a document of its own."""
    guests = tuple(
        replace(JANA, document=Document("p.jpg", secrets.token_bytes(DOCUMENT_BYTES))) for _ in range(people)
    )
    departure = replace(DEPARTURE, day=local_now().date() + timedelta(days=30), seats=None)
    return replace(BOAT_DRAFT, departure=departure, passengers=guests)


def last_look(draft: BoatDraft) -> Preflight:
    """What a pre-flight would have found."""
    much = Decimal(10_000_000)
    looked = Moment(local_now(), local_now(), 0.0)
    wallet = Wallet(much, much, Decimal(0), much, "INR", "active", "a", "t", (), looked)
    expected = price(draft)
    assert expected is not None
    return Preflight(
        draft, expected, wallet, split(expected.payable, wallet), (), "", looked, secrets.token_hex(8)
    )


def curl(url: str, body: Path, authority: Path) -> float:
    """Seconds that curl needs for the same body."""
    told = subprocess.run(
        [
            *(CURL, "-sS", "-T", str(body), "-H", "Expect:", "--cacert", str(authority)),
            *("-o", os.devnull, "-w", "%{time_total}", url),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    return float(told.stdout)


@dataclass(frozen=True)
class Papers:
    """An authority made for this run, and a certificate of it for the service, as files."""

    authority: Path
    service: Path

    @classmethod
    def issued(cls, folder: Path) -> Papers:
        """New ones."""
        papers = cls(folder / "authority.pem", folder / "service.pem")
        authority = trustme.CA()
        authority.cert_pem.write_to_path(papers.authority)
        authority.issue_cert("127.0.0.1").private_key_and_cert_chain_pem.write_to_path(papers.service)
        return papers

    def trusting(self) -> ssl.SSLContext:
        """Our context, on a computer that trusts the authority."""
        context = tls_context()
        context.load_verify_locations(self.authority)
        return context


@contextmanager
def sink(certificate: Path | None = None) -> Generator[str, None, None]:
    """A service in a process of its own, over TLS when it has a certificate; gives its address."""
    command = [sys.executable, "-c", _SINK, *([certificate] if certificate else [])]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        port = cast("IO[str]", process.stdout).readline().strip()
        try:
            yield f"{'https' if certificate else 'http'}://127.0.0.1:{port}"
        finally:
            cast("IO[str]", process.stdin).close()


async def comparisons(
    folder: Path, people: int, ways: Sequence[str]
) -> AsyncGenerator[tuple[str, Floor, Work]]:
    """For each way its name, `curl` of the body, and a sale of the same, first by the client alone."""
    draft = party(people)
    request = cast("BoatBooking", sale_order(last_look(draft)).build("ac1-bench"))
    held, papers = folder / "body.json", Papers.issued(folder)
    with held.open("wb") as file:
        file.writelines(body_of(request).pieces())
    size = held.stat().st_size
    assert size == body_of(request).length
    print(
        f"body {size / MB:.1f} MB, idle with the documents {psutil.Process().memory_info().rss / MB:.0f} MB"
    )
    journal = await asyncio.to_thread(Journal.open, folder / "desk", chain_key=b"bench", clock=local_now)
    for way in ways:
        with sink(papers.service if way == TLS else None) as url:
            async with PartnerClient(url, ApiKey("bench-key"), tls=papers.trusting()) as client:
                cashier = Payments(client, journal, local_now)
                floor = partial(curl, url, held, papers.authority)
                alone = partial(client.create_booking, request, dispatch=_nothing)
                yield f"{way}, client alone / curl -T", floor, alone
                yield f"{way}, whole sale / curl -T", floor, partial(_sell, cashier, draft)
    await asyncio.to_thread(journal.close)


async def in_turn(floor: Floor, work: Work, pairs: int) -> tuple[list[float], list[Run]]:
    """The seconds of the floor and the runs of the work, taken A B A B ... after a first pair."""
    found = [(await asyncio.to_thread(floor), await measured(work)) for _ in range(pairs + 1)]
    found = found[1:] or found
    return [each[0] for each in found], [each[1] for each in found]


async def _nothing() -> None:
    """No record."""


async def _sell(cashier: Payments, draft: BoatDraft) -> None:
    looked = last_look(draft)
    told: list[Progress] = []
    # The same customer again: each run is a sale of its own.
    order = replace(sale_order(looked), fingerprint=looked.intent_id)
    ending = await cashier.carry_out(order, told.append)
    assert isinstance(ending, Ending)
    assert ending.state is State.SETTLED, ending.error
    assert Step.SENT in {each.step for each in told}


async def _measure(pairs: int, people: int, _quit: QuitRequest) -> int:
    idle = await measured(lambda: asyncio.sleep(1))
    print(f"floor, an idle loop: {stalls([idle])}")
    with tempfile.TemporaryDirectory() as folder:
        async for name, floor, work in comparisons(Path(folder), people, (PLAIN, TLS)):
            floors, runs = await in_turn(floor, work, pairs)
            curls, ours = ([1000 * each for each in kind] for kind in (floors, [run.seconds for run in runs]))
            print(ratio_line(name, curls, ours, "ms"))
            print(
                f"  memory at most {max(run.memory_mb for run in runs):+.1f} MB, {stalls(runs)}", flush=True
            )
    return 0


if __name__ == "__main__":
    numbers = asked([5, PEOPLE], smallest=[0, 2])
    sys.exit(run(QApplication(sys.argv[:1]), partial(_measure, *numbers)))
