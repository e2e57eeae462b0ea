"""Spoiled answers through reading, values of the desk and painting of every list, without one uncaught fault.

    python -m tests.benchmarks.hostile_answers [COUNT [SEED]]

Prints for each kind of answer how many came through and how fast, and at the end the rate and the peak of
memory; exit status 1 at the first exception that left a painting or any other part, with its seed and body.
Goals: 0 uncaught; no more than 64 MB more at the end than after the first tenth.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from contextlib import suppress
from decimal import Decimal

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from app.api.messages.json_decoding import is_object
from app.api.wire.sender import ExceptionBoundary
from app.core import language
from app.practice.service.habits import Answer, chosen, written
from app.ui.theme import style
from tests.benchmarks.measuring import asked, memory
from tests.simulation.dialects import LIVED_IN
from tests.support.api.mutations import Dice, changed_bytes, changed_shape
from tests.support.api.samples import (
    ACTIVITY_ITEM,
    BOAT_ITEM,
    BOOKED_ACTIVITY,
    BOOKED_BOAT,
    CANCELLED,
    DEPARTURE,
    OLDER_DEPARTURE,
    OLDER_SLOT,
    QUOTED,
    SLOT,
    STATUS_ACTIVITY,
    STATUS_BOAT,
    WALLET,
    Wire,
    finding,
    listing,
)
from tests.support.ui.service_lists import ServiceLists, Shown, uncaught

SAMPLES: tuple[tuple[str, Wire], ...] = (
    ("activities", listing("ACTIVITY", ACTIVITY_ITEM, ACTIVITY_ITEM)),
    ("boats", listing("BOAT", BOAT_ITEM, BOAT_ITEM)),
    ("slots", finding("ACTIVITY", SLOT, OLDER_SLOT)),
    ("departures", finding("BOAT", DEPARTURE, OLDER_DEPARTURE)),
    ("wallet", WALLET),
    ("booking", STATUS_BOAT),
    ("booking", STATUS_ACTIVITY),
    ("quoted", QUOTED),
    ("booked", BOOKED_ACTIVITY),
    ("booked", BOOKED_BOAT),
    ("cancelled", CANCELLED),
)
BODIES = tuple(json.dumps(answer).encode() for _, answer in SAMPLES)
_EXACT = tuple(json.loads(body, parse_float=Decimal) for body in BODIES)
_ENDPOINTS = {
    "activities": "content", "boats": "content", "wallet": "wallet_balance", "booking": "booking_status",
    "quoted": "cancel_booking", "booked": "create_booking", "cancelled": "cancel_booking",
}  # fmt: skip
_HABITS = tuple(name for name in LIVED_IN if name != "gzip-unasked")
"""But for what the line unpacks."""
_MOST_HABITS = 4
MOST_MORE = 64 * 1024
"""In kB."""
_BYTES_SHARE = 0.2
_EACH = 5_000


def _spoiled(random: Dice, place: int) -> bytes:
    body = _dressed(random, place)
    if random.random() >= _BYTES_SHARE:
        with suppress(ValueError):
            fields = json.loads(body)
            if is_object(fields):
                return changed_shape(random, fields)
    return changed_bytes(random, body, BODIES)


def _dressed(random: Dice, place: int) -> bytes:
    """An answer as a service with none to four habits writes it."""
    habits = chosen(random.sample(_HABITS, random.randint(0, _MOST_HABITS)))
    endpoint = _ENDPOINTS.get(SAMPLES[place][0], "search_availability")
    return written(Answer(endpoint, 200, _EXACT[place]), habits).body if habits else BODIES[place]


def _measure(count: int, seed: int) -> int:
    random, lists = Dice(seed), ServiceLists()
    shown: Counter[str] = Counter()
    began, early = time.monotonic(), 0
    worked = time.process_time()
    lately = began
    for number in range(1, count + 1):
        place = random.randrange(len(SAMPLES))
        kind, body = SAMPLES[place][0], _spoiled(random, place)
        result = Shown()
        with uncaught() as found, ExceptionBoundary() as boundary:
            result = lists.show(kind, body)
        if boundary.error is not None:
            found.append(boundary.error)
        if found:
            print(f"seed {seed}, answer {number}, {kind}: {found[0]!r}\n{body!r}")
            return 1
        # No event loop runs here, which would delete the widgets of former answers.
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        shown[kind if result != Shown() else f"{kind} refused"] += 1
        if number == max(1, count // 10):
            early = memory("VmRSS")
        if number % _EACH == 0:
            language.use("hi" if language.current() == language.SOURCE else language.SOURCE)
            now = time.monotonic()
            held = memory("VmRSS") // 1024
            print(f"{number:>9} answers, {_EACH / (now - lately):.0f} a second, {held} MB", flush=True)
            lately = now
    seconds, late = time.monotonic() - began, memory("VmRSS")
    busy = time.process_time() - worked
    print("\n".join(f"{name:<20} {each:>9}" for name, each in sorted(shown.items())))
    print(
        f"{count} answers, 0 uncaught, {count / seconds:.0f} a second, {count / busy:.0f}"
        f" a second of the processor; memory {early // 1024} MB after a"
        f" tenth, {late // 1024} MB at the end, {memory('VmHWM') // 1024} MB at most"
    )
    return 1 if late - early > MOST_MORE else 0


if __name__ == "__main__":
    program = QApplication([])
    style.apply_theme(program, "light")
    sys.exit(_measure(*asked([20_000, 20261123], smallest=[300, 20261123])))
