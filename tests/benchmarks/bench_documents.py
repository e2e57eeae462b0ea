"""Copies made to fit: time, the longest time the loop stands still, memory, and what is lost by turning.

    python -m tests.benchmarks.bench_documents [ROUNDS] [MUTATIONS]

The goals: 12 megapixels in 0.7 s with no stall over 16 ms, 48 megapixels in 100 MB. With MUTATIONS, such as
20000, that many spoiled pictures and PDFs follow: nothing but a refusal in words may come of them.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import math
import os
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.desk.boat_values import Document
from app.desk.document import LARGEST_FILE, DocumentError, fits, kind_of, sent_length
from app.loop import QuitRequest, run
from app.ui.picture_fit import fit, picture
from tests.ui.document_samples import (
    Dice,
    chunk,
    decoded,
    encoded,
    exif,
    mutated,
    pdf_of,
    photo,
    quarters,
    summed,
    webp_with,
    with_chunks,
    with_exif,
)

MEGAPIXELS = {12: (4000, 3000), 24: (6000, 4000), 48: (8000, 6000)}
_BEAT = 0.001
_HEAD = 12
_SLOW_SECONDS = 2.0


Cost = tuple[float, float, float]
"""What one piece of work took: seconds, the longest stall in milliseconds, the most memory in MB."""


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


async def costs(document: Document) -> tuple[Cost, Document]:
    """What it costs to make this document fit, and the document."""
    watch = Watch()
    beating = asyncio.ensure_future(watch.beat())
    await asyncio.sleep(0.05)
    before, began = _forget_most(), time.perf_counter()
    fitted = await fit(document)
    seconds, most = time.perf_counter() - began, _memory("VmHWM")
    await asyncio.sleep(0.01)
    beating.cancel()
    return (seconds, watch.longest, (most - before) / 1000), fitted


def _forget_most() -> int:
    """Begin anew with the most memory there was; gives what there is now, in kB, with nothing in store."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5")
    return _memory("VmRSS")


def _memory(name: str) -> int:
    """In kB, as the kernel counts it."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name))


async def measure_photos(rounds: int) -> None:
    """Print a line a size and kind of file."""
    watch = Watch()
    beating = asyncio.ensure_future(watch.beat())
    await asyncio.sleep(3)
    beating.cancel()
    print(f"floor, an idle loop for 3 s: longest stall {watch.longest:.1f} ms")
    for megapixels, size in MEGAPIXELS.items():
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
            await _print_costs(f"{megapixels} MP {name}", data, rounds)
    page = encoded(photo(2480, 1754, 12), "JPEG", 99)
    for count in (1, 4):
        await _print_costs(f"PDF of {count} pages", pdf_of([page] * count, (2480, 1754)), rounds)


async def _print_costs(name: str, data: bytes, rounds: int) -> None:
    document = Document("scan", data, kind_of(data))
    found: list[Cost] = []
    fitted = document
    for _ in range(rounds):
        cost, fitted = await costs(document)
        found.append(cost)
    seconds, stalls, memory = (sorted(each) for each in zip(*found, strict=True))
    print(
        f"{name}, {len(data) / 1e6:.1f} MB -> {fitted.width} x {fitted.height}, "
        f"{sent_length(len(fitted.data)) / 1e6:.2f} M characters: median {median(seconds):.2f} s "
        f"({seconds[0]:.2f} to {seconds[-1]:.2f}), stall median {median(stalls):.1f} ms longest "
        f"{stalls[-1]:.1f} ms, memory +{memory[-1]:.0f} MB"
    )


async def measure_loss() -> None:
    """Print how far a picture that is only turned is from what it was."""
    for quality in (75, 85, 95):
        data = with_exif(encoded(photo(2000, 1400), "JPEG", quality), exif(3))
        fitted = await fit(Document("scan", data, "JPEG"))
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


async def mutate(count: int) -> None:
    """Print what came of so many spoiled files; anything but a refusal ends this with its traceback."""
    random, results, slowest = Dice(15), Counter[str](), 0.0
    corpus = _corpus()
    before = _forget_most()
    for number in range(count):
        name, whole = corpus[number % len(corpus)]
        data = whole[:_HEAD] + mutated(whole, random)[_HEAD:]
        if "PNG" in name and number % 3:
            data = summed(data)
        began = time.perf_counter()
        result = await _outcome(data)
        took = time.perf_counter() - began
        results[f"{name}: {result}"] += 1
        slowest = max(slowest, took)
        if took > _SLOW_SECONDS:
            print(f"mutation {number} of a {name} took {took:.1f} s")
    grown = (_memory("VmHWM") - before) / 1000
    print(f"{count} mutations, slowest {slowest * 1000:.0f} ms, memory +{grown:.0f} MB")
    for result, times in sorted(results.items()):
        print(f"  {result}: {times}")


async def _outcome(data: bytes) -> str:
    try:
        fitted = await fit(Document("scan", data, kind_of(data)))
        await picture(fitted, QSize(300, 300))
    except DocumentError as error:
        return (
            str(error).rpartition(". ")[0].removeprefix("scan ").partition(" pixels")[0].strip("0123456789 ")
        )
    return "taken" if fits(len(fitted.data)) else "TOO LARGE"


def _corpus() -> list[tuple[str, bytes]]:
    soft, small = photo(220, 160), encoded(quarters(), "JPEG")
    webp = encoded(soft, "WebP", 80)
    told = pdf_of([small, with_exif(small, exif(1))], (320, 240), b"/Author(A)")
    return [
        ("JPEG", with_exif(encoded(soft, "JPEG"), exif(6))),
        ("progressive JPEG", with_exif(encoded(soft, "JPEG", progressive=True), exif(3, ">"))),
        ("PNG", with_chunks(encoded(soft, "PNG"), chunk(b"eXIf", exif(5)))),
        ("16-bit PNG", encoded(soft.convertToFormat(QImage.Format.Format_RGBA64), "PNG")),
        ("WebP", webp_with(webp, (220, 160), 0x08, (b"EXIF", exif(8)))),
        ("lossless WebP", encoded(soft, "WebP", 100)),
        ("PDF", pdf_of([small], (320, 240))),
        ("PDF with an author", told),
    ]


async def _measure(rounds: int, mutations: int, _quit: QuitRequest) -> int:
    await fit(Document("warm", encoded(quarters(), "JPEG"), "JPEG"))
    if rounds:
        await measure_photos(rounds)
        await measure_loss()
    if mutations:
        await mutate(mutations)
    return 0


def main(rounds: int = 5, mutations: int = 0) -> int:
    """Print everything."""
    return run(QApplication(sys.argv[:1]), partial(_measure, rounds, mutations))


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in sys.argv[1:3])))
