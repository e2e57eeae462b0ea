"""A program that sells and is killed at any instant, again and again, and looks at what is left.

`python -m tests.support.store.killing FOLDER KILLS SEED` prints what it saw as JSON. It is a process of its
own with one thread, so that it can fork: each seller begins in a few milliseconds.
"""

from __future__ import annotations

import hashlib
import json
import os
import select
import signal
import sys
from collections import Counter
from itertools import count
from pathlib import Path
from typing import NoReturn

from app.store.journal.states import Kind, State, may_follow
from tests.support.store.scenes import SALE, open_journal, step

_ENDS = (State.SETTLED, State.REJECTED, State.UNKNOWN, State.BOOKED_REF_LOST, State.NOT_SENT)
# A seller is killed so many steps and up to so many seconds later: on a busy machine, too, all have begun.
_MOST_STEPS = 6
_LONGEST_SECONDS = 0.004
_KILLS_A_JOURNAL = 20


def main(folder: Path, kills: int, seed: int) -> None:
    """Kill that many sellers, and raise AssertionError for the first entry that is wrong afterwards."""
    seen: Counter[str] = Counter()
    for first in range(0, kills, _KILLS_A_JOURNAL):
        acknowledged: dict[str, State] = {}
        for run in range(first, min(first + _KILLS_A_JOURNAL, kills)):
            told = [line.split() for line in _kill_one(folder / str(first), run, _chance(seed, run))]
            acknowledged |= {intent: State(state) for word, intent, state in told if word == "kept"}
            begun = {intent: State(state) for word, intent, state in told if word == "begins"}
            _check(folder / str(first), acknowledged, begun, seen)
        seen["acknowledged"] += len(acknowledged)
    sys.stdout.write(json.dumps({"kills": kills, **seen}))


def _kill_one(folder: Path, run: int, chance: float) -> list[str]:
    reading, writing = os.pipe()
    seller = os.fork()
    if seller == 0:
        os.close(reading)
        _sell_for_ever(folder, run, writing)
    os.close(writing)
    # Most are killed while they sell, some while they still open the journal.
    wanted = 1 + int(chance * _MOST_STEPS) if run % 10 else 0
    heard = b""
    while heard.count(b"begins") < wanted and (more := os.read(reading, 4096)):
        heard += more
    select.select([], [], [], chance * _MOST_STEPS % 1 * _LONGEST_SECONDS)
    os.kill(seller, signal.SIGKILL)
    os.waitpid(seller, 0)
    with os.fdopen(reading, encoding="ascii") as told:
        return (heard.decode("ascii") + told.read()).splitlines()


def _chance(*of: int) -> float:
    """A number from 0 to 1 that is the same for the same seed."""
    return int.from_bytes(hashlib.blake2b(repr(of).encode(), digest_size=4).digest()) / 2**32


def _sell_for_ever(folder: Path, run: int, writing: int) -> NoReturn:
    journal = open_journal(folder)
    for number in count():
        intent = f"{run}-{number}"
        for state in (*SALE[:2], _ENDS[number % len(_ENDS)]):
            os.write(writing, f"begins {intent} {state}\n".encode())
            step(journal, state, intent=intent)
            os.write(writing, f"kept {intent} {state}\n".encode())
    raise SystemExit


def _check(folder: Path, acknowledged: dict[str, State], begun: dict[str, State], seen: Counter[str]) -> None:
    """Everything acknowledged is there; the step that was on its way is there as a whole, or not at all."""
    journal = open_journal(folder)
    assert journal.recovery.sentences == (), journal.recovery
    assert journal.recovery.selling_allowed
    found = {attempt.intent_id: attempt.state for attempt in journal.attempts()}
    journal.close()
    assert set(acknowledged) <= set(found)
    for intent, state in found.items():
        last = acknowledged.get(intent)
        if state is last:
            seen["steps on their way that left nothing"] += begun.get(intent, last) is not last
        else:
            assert state is begun[intent], (intent, state, last)
            assert may_follow(Kind.CREATE, last, state)
            seen["steps on their way that were kept"] += 1
            acknowledged[intent] = state


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
