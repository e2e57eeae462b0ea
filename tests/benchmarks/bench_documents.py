"""Copies made to fit: time, the longest time the loop stands still, memory, and what is lost by turning.

    python -m tests.benchmarks.bench_documents [ROUNDS [MEGAPIXELS]]

Photos have at most MEGAPIXELS. The goals: 12 megapixels in 0.7 s with no stall over 16 ms, 48 megapixels in
100 MB.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import math
import os
import sys
import time
from functools import partial
from pathlib import Path
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.desk.documents.document import LARGEST_FILE, kind_of, sent_length
from app.desk.model.boats import Document
from app.lifecycle.event_loop import QuitRequest, run
from app.ui.documents.copy_preparation import CopyPreparation
from tests.benchmarks.measuring import asked, memory, processes
from tests.support.ui.document_samples import (
    decoded,
    encoded,
    exif,
    pdf_of,
    photo,
    quarters,
    with_exif,
)

MEGAPIXELS = {12: (4000, 3000), 24: (6000, 4000), 48: (8000, 6000)}
_BEAT = 0.001


Cost = tuple[float, float, float]
"""Of one piece of work: seconds, the longest stall in ms, the most memory of both processes in MB."""


class Watch:
    """Beats every millisecond on the loop, by a coroutine and by a Qt timer."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)

    async def beat(self) -> None:
        """Until cancelled."""
        self._last = time.perf_counter()
        self._timer.start(1)
        try:
            while True:
                began = time.perf_counter()
                await asyncio.sleep(_BEAT)
                self._note(began)
        finally:
            self._timer.stop()

    def _tick(self) -> None:
        self._note(self._last)
        self._last = time.perf_counter()

    def _note(self, began: float) -> None:
        self.longest = max(self.longest, (time.perf_counter() - began - _BEAT) * 1000)


async def costs(copies: CopyPreparation, document: Document) -> tuple[Cost, Document]:
    """What it costs to make this document fit, and the document."""
    watch = Watch()
    beating = asyncio.ensure_future(watch.beat())
    await asyncio.sleep(0.05)
    before, began = _forget_most(), time.perf_counter()
    fitted = await copies.fit(document)
    seconds, most = time.perf_counter() - began, memory("VmHWM")
    await asyncio.sleep(0.01)
    beating.cancel()
    return (seconds, watch.longest, (most - before) / 1000), fitted


def _forget_most() -> int:
    """Begin anew with the most memory there was; gives what there is now, in kB, with nothing in store."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    for pid in processes():
        Path(f"/proc/{pid}/clear_refs").write_text("5")
    return memory("VmRSS")


async def measure_photos(copies: CopyPreparation, rounds: int, most: int) -> None:
    """Print a line a size and kind of file."""
    watch = Watch()
    beating = asyncio.ensure_future(watch.beat())
    await asyncio.sleep(3)
    beating.cancel()
    print(f"floor, an idle loop for 3 s: longest stall {watch.longest:.1f} ms")
    for megapixels, size in MEGAPIXELS.items():
        if megapixels > most:
            break
        image = photo(*size)
        files = {
            "JPEG": encoded(image, "JPEG", 95),
            "JPEG turned by EXIF": with_exif(encoded(image, "JPEG", 95), exif(6)),
            "progressive JPEG": encoded(image, "JPEG", 95, progressive=True),
            "PNG": encoded(image, "PNG"),
        }
        del image
        for name, data in files.items():
            if len(data) > LARGEST_FILE:
                continue
            await _print_costs(copies, f"{megapixels} MP {name}", data, rounds)
    page = encoded(photo(2480, 1754, 12), "JPEG", 99)
    for count in (1, 4):
        await _print_costs(copies, f"PDF of {count} pages", pdf_of([page] * count, (2480, 1754)), rounds)


async def _print_costs(copies: CopyPreparation, name: str, data: bytes, rounds: int) -> None:
    document = Document("scan", data, kind_of(data))
    found = [await costs(copies, document) for _ in range(rounds)]
    fitted = found[-1][1]
    seconds, stalls, most = (sorted(each) for each in zip(*(cost for cost, _ in found), strict=True))
    print(
        f"{name}, {len(data) / 1e6:.1f} MB -> {fitted.width} x {fitted.height}, "
        f"{sent_length(len(fitted.data)) / 1e6:.2f} M characters: median {median(seconds):.2f} s "
        f"({seconds[0]:.2f} to {seconds[-1]:.2f}), stall median {median(stalls):.1f} ms longest "
        f"{stalls[-1]:.1f} ms, memory +{most[-1]:.0f} MB"
    )


async def measure_loss(copies: CopyPreparation) -> None:
    """Print how far a picture that is only turned is from what it was."""
    for quality in (75, 85, 95):
        data = with_exif(encoded(photo(2000, 1400), "JPEG", quality), exif(3))
        fitted = await copies.fit(Document("scan", data, "JPEG"))
        before = decoded(data)
        before.flip(Qt.Orientation.Horizontal | Qt.Orientation.Vertical)
        after = decoded(fitted.data)
        print(
            f"turned by EXIF, first saved at {quality}: {len(data) / 1e6:.2f} MB -> "
            f"{len(fitted.data) / 1e6:.2f} MB, PSNR {_likeness(before, after):.1f} dB"
        )


def _likeness(one: QImage, other: QImage) -> float:
    """Peak signal to noise over every 97th byte of the colours, in decibels."""
    pairs = [
        bytes(each.convertToFormat(QImage.Format.Format_RGB888).constBits())[::97] for each in (one, other)
    ]
    error = sum((a - b) ** 2 for a, b in zip(*pairs, strict=True)) / len(pairs[0])
    return 10 * math.log10(255**2 / error) if error else math.inf


async def ready_copies() -> CopyPreparation:
    """What makes copies fit, with its process begun."""
    copies = CopyPreparation()
    await copies.fit(Document("warm", encoded(quarters(), "JPEG"), "JPEG"))
    return copies


async def _measure(rounds: int, most: int, _quit: QuitRequest) -> int:
    copies = await ready_copies()
    await measure_photos(copies, rounds, most)
    await measure_loss(copies)
    copies.end()
    return 0


def main(rounds: int, most: int) -> int:
    """Print everything."""
    return run(QApplication(sys.argv[:1]), partial(_measure, rounds, most))


if __name__ == "__main__":
    sys.exit(main(*asked([5, max(MEGAPIXELS)], smallest=[1, 12])))
