"""The practice service in a process of its own, so that only the counter's own stalls are measured."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from app.practice import PRACTICE_KEY

ROOT = Path(__file__).resolve().parents[2]
_SERVE = """
import sys
from app.practice import Faults, PracticeServer, World
from tests.support.counter import AS_ON, tomorrow_at_ten
with PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults()) as server:
    print(server.base_url, flush=True)
    sys.stdin.read()
"""


@dataclass(frozen=True)
class ServiceApart:
    """A practice service somewhere else on this computer; its day is tomorrow, at ten."""

    base_url: str

    async def slow(self, seconds: float) -> None:
        """Begin every answer from now on this much later."""
        command = {"fault": "slow", "endpoint": "*", "seconds": seconds, "times": None}
        async with httpx.AsyncClient(base_url=self.base_url, headers={"X-API-KEY": PRACTICE_KEY}) as client:
            (await client.post("/practice/faults", json=command)).raise_for_status()


@asynccontextmanager
async def service_apart() -> AsyncGenerator[ServiceApart]:
    """A practice service that runs until the block ends: it leaves when its input ends."""
    process = await asyncio.to_thread(_begin)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield ServiceApart((await asyncio.to_thread(process.stdout.readline)).strip())
    finally:
        process.stdin.close()
        await asyncio.to_thread(process.wait, 10)
        process.stdout.close()


def _begin() -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", _SERVE], cwd=ROOT, stdin=pipe, stdout=pipe, text=True)
