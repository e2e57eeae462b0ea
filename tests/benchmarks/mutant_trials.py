"""Tests that are collected once and run on many mutants, each in a fork that changes functions in memory.

`Recorder` and `Trials` are plugins of pytest that take the place of its own loop over the tests. What a
module carries out while it is imported cannot be changed in this way: `afresh` imports all anew for it.
"""

from __future__ import annotations

import gc
import importlib.util
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import pytest
from typing_extensions import override

from tests.support.program import PROJECT

OPTIONS = (
    "-q",
    "--prove",
    "--assert=plain",
    *(f"-pno:{each}" for each in ("randomly", "cacheprovider", "xdist")),
)
# A mutant that waits for ever is killed by it.
IMPATIENT = "--timeout=20"
LIVED, KILLED = 0, 1
_LONGEST_SECONDS = 120
_MEMORY = Path("/dev") / "shm"
Key = tuple[str, int]
"""The qualified name of a function, and the how manieth of this name in its module it is."""


@dataclass(frozen=True)
class Reached:
    """A test: how long it takes, and which lines of which modules it runs."""

    seconds: float
    test: str
    lines: Mapping[str, list[int]]


class Recorder:
    """Runs every so many of the tests, and notes which lines of the modules each of them runs."""

    def __init__(self, paths: Iterable[str], share: slice, report: Path) -> None:
        self._paths = {str(PROJECT / path): path for path in paths}
        self._share = share
        self._report = report
        self._lines: dict[str, set[int]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        found: list[tuple[float, str, dict[str, list[int]]]] = []
        for item in session.items[self._share]:
            self._lines = {}
            began = time.monotonic()
            threading.settrace(self._trace)
            sys.settrace(self._trace)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            sys.settrace(None)
            lines = {self._paths[path]: sorted(each) for path, each in self._lines.items()}
            if session.testsfailed:
                # Some measure time, and being watched takes some.
                session.testsfailed = 0
                lines = {}
            found.append((time.monotonic() - began, item.nodeid, lines))
        self._report.write_text(json.dumps(found), encoding="utf-8")
        return True

    def _trace(self, frame: FrameType, _event: str, _: object) -> Any:
        path = frame.f_code.co_filename
        if path not in self._paths:
            return None
        self._lines.setdefault(path, set()).add(frame.f_lineno)
        return self._trace


@dataclass(frozen=True)
class Trial:
    """A changed module, and the tests that may notice it, in their order."""

    path: str
    source: str
    tests: Sequence[str]


class AtOnce:
    """Ends the process with the first failure: what is torn down after it may never end."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os._exit(KILLED)


class Trials(AtOnce):
    """Tries mutants of functions, and notes how each ended; None for one that memory cannot be changed to."""

    def __init__(self, trials: Sequence[Trial]) -> None:
        self.ends: list[int | None] = []
        self._trials = trials

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        functions = _functions({trial.path for trial in self._trials})
        changes = [_changes(functions[trial.path], trial.source) for trial in self._trials]

        def run(place: int) -> int:
            for function, code in changes[place] or ():
                function.__code__ = code
            chosen = [items[name] for name in self._trials[place].tests]
            for item, following in zip(chosen, [*chosen[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            return LIVED

        able = [place for place, change in enumerate(changes) if change is not None]
        ended = dict(zip(able, ends_of([lambda place=place: run(place) for place in able]), strict=True))
        self.ends = [ended.get(place) for place in range(len(changes))]
        return True


def _functions(paths: Iterable[str]) -> dict[str, dict[Key, FunctionType]]:
    """The functions of the modules as they are in memory."""
    found: dict[str, dict[Key, FunctionType]] = {}
    # What the collector was told to leave alone it does not list either.
    gc.unfreeze()
    alive = [each for each in gc.get_objects() if isinstance(each, FunctionType)]
    gc.freeze()
    for path in paths:
        name = str(PROJECT / path)
        keys = {
            (code.co_qualname, code.co_firstlineno): key
            for key, code in _codes((PROJECT / path).read_text(encoding="utf-8"), name)
        }
        mine = [each for each in alive if each.__code__.co_filename == name]
        found[path] = {keys[each.__code__.co_qualname, each.__code__.co_firstlineno]: each for each in mine}
    return found


def _changes(
    functions: Mapping[Key, FunctionType], source: str
) -> list[tuple[FunctionType, CodeType]] | None:
    """The functions with the code of another source; None when one of them closes over other names there."""
    found: list[tuple[FunctionType, CodeType]] = []
    codes = dict(_codes(source, "<mutant>"))
    for key, function in functions.items():
        code = codes.get(key)
        if code is None or len(code.co_freevars) != len(function.__code__.co_freevars):
            return None
        found.append((function, code))
    return found


def _codes(source: str, name: str) -> Iterator[tuple[Key, CodeType]]:
    """Every code in the module, nested ones too, in the order of the source."""
    waiting = [compile(source, name, "exec", dont_inherit=True)]
    found: list[CodeType] = []
    while waiting:
        code = waiting.pop()
        found.append(code)
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
    seen: Counter[str] = Counter()
    for code in sorted(found, key=lambda each: each.co_firstlineno):
        yield (code.co_qualname, seen[code.co_qualname]), code
        seen[code.co_qualname] += 1


class _Loader(SourceFileLoader):
    """Gives a module another source."""

    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._source = source

    @override
    def get_code(self, fullname: str) -> CodeType:
        return compile(self._source, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    """Finds the changed module before the one on the disk."""

    def __init__(self, path: str, source: str) -> None:
        self._name = path.removesuffix(".py").replace("/", ".")
        self._loader = _Loader(self._name, str(PROJECT / path), source)

    @override
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        return importlib.util.spec_from_file_location(fullname, self._loader.path, loader=self._loader)


def afresh(trial: Trial) -> int:
    """How the tests end when all is imported anew with the changed module."""
    sys.meta_path.insert(0, _Finder(trial.path, trial.source))
    return int(pytest.main([*OPTIONS, IMPATIENT, *trial.tests], [AtOnce()]))


def ends_of(runs: Sequence[Callable[[], int]], longest: float = _LONGEST_SECONDS) -> list[int]:
    """How each run ends, in a fork of its own; as many at once as there are processors."""
    ends = [LIVED] * len(runs)
    running: dict[int, tuple[int, float]] = {}
    waiting = iter(range(len(runs)))
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as folder:
        while True:
            for place in islice(waiting, (os.cpu_count() or 1) - len(running)):
                running[_start(runs[place], Path(folder) / f"{place}")] = (place, time.monotonic())
            if not running:
                return ends
            _end_the_endless(running, longest)
            process, status = os.waitpid(-1, os.WNOHANG)
            if process:
                place, _ = running.pop(process)
                end = os.waitstatus_to_exitcode(status)
                # Too long altogether shows nothing: no test has failed, and the machine may be busy.
                ends[place] = LIVED if end == -signal.SIGKILL else end
                shutil.rmtree(Path(folder) / f"{place}", ignore_errors=True)
            else:
                signal.sigtimedwait([signal.SIGCHLD], 0.2)


def _end_the_endless(running: Mapping[int, tuple[int, float]], longest: float) -> None:
    for process, (_, began) in running.items():
        if time.monotonic() - began > longest:
            os.kill(process, signal.SIGKILL)


def _start(run: Callable[[], int], folder: Path) -> int:
    process = os.fork()
    if process:
        return process
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
        folder.mkdir()
        # Where pytest makes the folders of its tests.
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(folder)
        os._exit(run())
    finally:
        os._exit(99)
