"""Every instant of sales as a power cut finds it: what was not flushed is lost, kept or torn.

    python -m tests.benchmarks.crash_images [IMAGES]

The system calls of real sales are recorded with strace, which has to be installed: one that is settled and
cancelled, one whose outcome was not known and was found, and a cancellation like that. For each prefix the
files are laid out as the disk may hold them, and the journal is opened: every step that was acknowledged is
there, and of the step on its way all or nothing. Exit status 1 for the first image that is otherwise.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from app.store.journal.states import Kind, State
from tests.benchmarks.measuring import asked
from tests.support.api.mutations import Dice
from tests.support.program import PROJECT
from tests.support.store.damage import DATABASE, MIRROR
from tests.support.store.scenes import SALE, close, find, open_journal, sell, step

ROLLBACK = f"{DATABASE}-journal"
SECTOR = 512
_CALLS = "write,pwrite64,lseek,ftruncate,fsync,fdatasync"
_LINE = re.compile(
    r"^\d+ +(?P<call>\w+)\((?P<file>\d+)(?:<(?P<path>[^>]*)>)?"
    r'(?:, "(?P<data>[^"]*)"(?:\.\.\.)?)?(?:, (?P<first>\d+))?(?:, (?P<second>\w+))?\)'
)
_SENT = (State.PREPARED, State.DISPATCHED)
STORY = (
    *(("sale", Kind.CREATE, state) for state in SALE),
    *(("its cancellation", Kind.CANCEL, state) for state in (*_SENT, State.CANCELLED)),
    *(("lost", Kind.CREATE, state) for state in (*_SENT, State.UNKNOWN, State.RESOLVED_BOOKED)),
    *(("lost too", Kind.CANCEL, state) for state in (*_SENT, State.UNKNOWN, State.RESOLVED_CANCELLED)),
)
"""What is recorded, after one more sale, so that the files are not new."""
_MEMORY = Path("/dev") / "shm"


@dataclass(frozen=True)
class Op:
    """One thing that was done to a file; a `mark` is no file, and says that a step was acknowledged."""

    name: str
    place: int = 0
    data: bytes = b""
    is_flush: bool = False


@dataclass
class Disk:
    """What is certainly on it, and what may be."""

    files: dict[str, bytes]
    pending: list[Op] = field(default_factory=list[Op])

    def do(self, op: Op) -> None:
        """Go on by one operation."""
        if not op.is_flush:
            self.pending += _sectors(op)
            return
        for each in self.pending:
            if each.name == op.name:
                self.files[op.name] = _written(self.files[op.name], each)
        self.pending = [each for each in self.pending if each.name != op.name]

    def images(self, random: Dice, most: int) -> Iterator[dict[str, bytes]]:
        """The files with every choice of what may be, or with as many choices as are wanted at most."""
        for choice in _choices(len(self.pending), random, most):
            files = dict(self.files)
            for number in sorted(choice):
                each = self.pending[number]
                files[each.name] = _written(files[each.name], each)
            yield files


def _choices(size: int, random: Dice, most: int) -> set[frozenset[int]]:
    """Every choice of so many; or when that is too much none, all, each one, all but each one, and more."""
    if 2**size <= most:
        return {frozenset(each) for count in range(size + 1) for each in combinations(range(size), count)}
    whole = frozenset(range(size))
    choices = {frozenset[int](), whole}
    choices |= {frozenset({number}) for number in range(size)}
    choices |= {whole - {number} for number in range(size)}
    while len(choices) < most:
        choices.add(frozenset(each for each in range(size) if random.random() < 0.5))
    return choices


def _most(sizes: list[int], wanted: int) -> int:
    """How many images of each instant make so many in all."""
    most = 1
    while sum(min(2**size, most) for size in sizes) < wanted:
        most += 1
    return most


def sell_all(folder: Path) -> None:
    """The sales that are recorded; it tells on standard error what was acknowledged."""
    journal = open_journal(folder / "counter")
    sell(journal, "before")
    shutil.copytree(folder / "counter", folder / "begun")
    sys.stderr.write("begun\n")
    for intent, kind, state in STORY:
        step(journal, state, intent=intent, kind=kind)
        sys.stderr.write("kept\n")
    journal.close()


def recorded(folder: Path) -> list[Op]:
    """The operations of the sales."""
    if not shutil.which("strace"):
        raise SystemExit("strace is not installed here.")
    trace = folder / "trace"
    tracing = ["strace", "-f", "-y", "-xx", "-s", "20000", "-e", f"trace={_CALLS}", "-o", str(trace)]
    program = [sys.executable, "-m", "tests.benchmarks.crash_images", "--sell", str(folder)]
    subprocess.run([*tracing, *program], cwd=PROJECT, stderr=subprocess.DEVNULL, check=True)
    return list(_ops(trace.read_text(encoding="ascii")))


def _ops(trace: str) -> Iterator[Op]:
    places: dict[str, int] = {}
    is_begun = False
    for found in filter(None, map(_LINE.match, trace.splitlines())):
        path = _bytes(found["path"] or "").decode(errors="replace")
        name, call, data = Path(path).name, found["call"], _bytes(found["data"] or "")
        if found["file"] == "2" and call == "write":
            is_begun = is_begun or data == b"begun\n"
            if data == b"kept\n":
                yield Op("mark")
        elif name in {DATABASE, MIRROR, ROLLBACK} and Path(path).parent.name == "counter":
            if call == "lseek":
                places[name] = int(found["first"])
            elif is_begun and call in {"write", "pwrite64"}:
                yield Op(name, int(found["second"]) if call == "pwrite64" else places[name], data)
            elif is_begun:
                assert call != "ftruncate", "no sale makes a file shorter"
                yield Op(name, is_flush=True)


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", "")) if text.startswith("\\x") else text.encode()


def _sectors(op: Op) -> Iterator[Op]:
    """The operation sector by sector of the disk: each of them arrives whole or not at all."""
    place, end = op.place, op.place + len(op.data)
    while place < end:
        stop = min(end, (place // SECTOR + 1) * SECTOR)
        yield Op(op.name, place, op.data[place - op.place : stop - op.place])
        place = stop


def _written(data: bytes, op: Op) -> bytes:
    longer = data.ljust(op.place, b"\0")
    return longer[: op.place] + op.data + longer[op.place + len(op.data) :]


def _check(folder: Path, files: dict[str, bytes], kept: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data.rstrip(b"\0") if name == MIRROR else data)
    found = find(folder)
    assert found.recovery.selling_allowed, found.recovery
    states = [entry.state for entry in close(found)]
    expected = [*SALE, *(state for _, _, state in STORY)]
    assert states == expected[: len(states)], (kept, states)
    assert len(SALE) + kept <= len(states) <= len(SALE) + kept + 1, (kept, states)


def main(wanted: int) -> int:
    """Try so many images, and print how many there were."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as name:
        folder = Path(name)
        ops = recorded(folder)
        names = (DATABASE, MIRROR, ROLLBACK)
        begun = {each: (folder / "begun" / each).read_bytes() for each in names}
        most = _most(list(_pending(Disk(dict(begun)), ops)), wanted)
        disk = Disk(begun)
        kept = tried = 0
        for op in ops:
            if op.name == "mark":
                kept += 1
                assert not disk.pending, "acknowledged before it was flushed"
                continue
            disk.do(op)
            for files in disk.images(Dice(tried), most):
                _check(folder / "image", files, kept)
                tried += 1
    assert kept == len(STORY)
    print(f"{len(ops) - kept} operations, {tried} images, none wrong, {time.monotonic() - began:.0f} s")
    return 0


def _pending(disk: Disk, ops: list[Op]) -> Iterator[int]:
    """How many sectors may be on the disk or not, after each operation."""
    for op in ops:
        if op.name != "mark":
            disk.do(op)
            yield len(disk.pending)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--sell"]:
        sell_all(Path(sys.argv[2]))
    else:
        sys.exit(main(*asked([50_000], smallest=[1])))
