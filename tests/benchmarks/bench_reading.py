"""Passports read off their copies: hits, false fills, time, memory of the process, and stalls of the loop.

    python -m tests.benchmarks.bench_reading [PASSPORTS] [FONT]

Needs the packages of the extra `ocr`. Each passport is taken in every way there is; with FONT, a file such as
OCR-B, its zone is printed in that type. The goals: no false fill, 3 s a picture, no stall over 16 ms.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtWidgets import QApplication

from app.desk.model.boats import Document
from app.desk.passengers.mrz import MrzReading, read_mrz
from app.desk.passengers.mrz_from_copy import GreyPicture, Line, UnreadableError, reading_of
from app.lifecycle.event_loop import QuitRequest, run
from app.lifecycle.ocr_client import OcrClient, is_installed
from app.ui.documents.copy_preparation import CopyPreparation
from tests.benchmarks.heartbeat import Heartbeat
from tests.benchmarks.measuring import SMALLEST
from tests.support.desk.mrz_samples import TODAY, Chance, some_holder, write_mrz
from tests.support.passport_pictures import FONT, SHOTS, Fate, Shot, page, taken
from tests.support.ui.document_samples import encoded

_FORMS = ("TD3", "TD3", "TD3", "TD1", "TD2")
_LOOK_SECONDS = 0.02


@dataclass
class Tally:
    """What came of the pictures so far."""

    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    seconds: list[float] = field(default_factory=list[float])
    failures: int = 0
    """How often the process gave no answer."""
    memory: int = 0
    """The most that the process had, in bytes."""

    def note(self, shot: str, truth: MrzReading, found: MrzReading | None) -> None:
        """Count one picture."""
        outcome = "nothing" if found is None else "hit" if found == truth else "FALSE"
        self.outcomes[shot, outcome] += 1

    def print(self, heart: Heartbeat) -> None:
        """Print everything."""
        for shot in SHOTS:
            told = {each: self.outcomes[shot, each] for each in ("hit", "nothing", "FALSE")}
            print(f"{shot:<20} " + ", ".join(f"{each} {count}" for each, count in told.items()))
        totals = Counter(outcome for _, outcome in self.outcomes.elements())
        print(f"all: {totals['hit']} hits of {totals.total()}, false {totals['FALSE']}")
        print(f"no answer: {self.failures}")
        ordered = sorted(self.seconds)
        print(f"seconds a picture: median {median(ordered):.2f}, longest {ordered[-1]:.2f}")
        print(f"memory of the process: {self.memory / 1e6:.0f} MB")
        print("\n".join(heart.lines("milliseconds late")))


async def _read(reader: OcrClient, picture: GreyPicture, tally: Tally) -> tuple[Line, ...]:
    began = time.perf_counter()
    reading = asyncio.ensure_future(reader.lines(picture))
    while not (await asyncio.wait([reading], timeout=_LOOK_SECONDS))[0]:
        for child in psutil.Process().children():
            try:
                tally.memory = max(tally.memory, child.memory_info().rss)
            except psutil.Error:
                continue
    tally.seconds.append(time.perf_counter() - began)
    try:
        return reading.result()
    except UnreadableError:
        tally.failures += 1
        return ()


def _copy(lines: tuple[str, ...], shot: Shot, seed: int, font: Path) -> Document:
    fate = Fate(seed)
    return Document("scan.jpg", encoded(taken(page(lines, fate, font), shot, fate), "JPEG", 82), "JPEG")


async def _measure(count: int, shots: int, font: Path, _quit: QuitRequest) -> int:
    reader, tally, heart, chance = OcrClient(), Tally(), Heartbeat(), Chance(7)
    copies = CopyPreparation()
    for number in range(count):
        holder = some_holder(_FORMS[number % len(_FORMS)], chance)[0]
        lines = write_mrz(_FORMS[number % len(_FORMS)], replace(holder, issuer=holder.nationality))
        truth = read_mrz("\n".join(lines), TODAY)
        for name, shot in islice(SHOTS.items(), shots):
            document = _copy(lines, shot, number, font)

            async def work(
                document: Document = document, name: str = name, truth: MrzReading = truth
            ) -> None:
                seen = await _read(reader, await copies.grey(document), tally)
                tally.note(name, truth, await asyncio.to_thread(reading_of, seen, TODAY))

            await heart.during(work())
    copies.end()
    # The last beat ends.
    await asyncio.sleep(_LOOK_SECONDS)
    tally.print(heart)
    return 0


def main(count: int, shots: int, font: Path = FONT) -> int:
    """Print everything; 1 when the extra is missing."""
    if not is_installed():
        print("The packages of the extra ocr are missing.")
        return 1
    return run(QApplication(sys.argv[:1]), partial(_measure, count, shots, font))


if __name__ == "__main__":
    if sys.argv[1:] == [SMALLEST]:
        sys.exit(main(1, 1))
    sys.exit(main(int([*sys.argv, "10"][1]), len(SHOTS), *map(Path, sys.argv[2:3])))
