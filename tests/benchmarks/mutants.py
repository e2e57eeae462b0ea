"""How many small changes of the money core its tests notice.

    python -m tests.benchmarks.mutants [MODULE ...]

A module is a path such as app/desk/payment/payments.py; without one, all of the money core are tried.
Each mutant is tried by tests that reach its line, its own and the quickest first, until one fails.
Prints the mutants that lived, and the share that did not of those that mean something else; exit status 1
when it is below 95 %.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

from tests.benchmarks.equivalent_mutants import EQUIVALENT
from tests.benchmarks.measuring import SMALLEST
from tests.benchmarks.mutant_trials import (
    IMPATIENT,
    LIVED,
    OPTIONS,
    Reached,
    Recorder,
    Trial,
    Trials,
    afresh,
    ends_of,
)
from tests.support.mutating import Mutant, mutants
from tests.support.program import PROJECT

GOAL = 0.95
_CORE = {
    "app/api/messages": "error_body request_body",
    "app/api/wire": "classification sender transport upload",
    "app/desk/cancellation": "cancellation journal open_cancellation order refund_quote status_comparison",
    "app/desk/payment": "booking_match contradiction duplicate_check evidence evidence_journal ledger_diff "
    "order payment_call payments unknown_outcome",
    "app/desk/sale": "change_detection preflight pricing selling",
    "app/desk/service": "booking_parsing cutoffs key_access",
    "app/store/files": "data_folder",
    "app/store/journal": "archive attempt attempt_index file_log full_check hash_chain journal recovery "
    "request_numbers resumption rollback_guard sqlite_log states",
}
CORE = tuple(f"{folder}/{name}.py" for folder, names in _CORE.items() for name in names.split())
"""The modules that decide about money."""
_TESTS = (
    *("tests/api", "tests/desk", "tests/store", "tests/fault_matrix"),
    # Long, or in other processes; what they reach others reach sooner.
    *(f"--ignore=tests/{each}.py" for each in ("api/test_every_byte", "store/journal/test_kills")),
)
_FEWEST = (("app/desk/payment/contradiction.py",), ("tests/desk/payment/test_contradiction.py",))
# A mutant that lives runs tests for so many seconds; those beyond would only make the figure better.
_SECONDS = 30
# A test that takes longer while it is watched, which is several times its own time, could be ended for its
# time alone on a busy machine.
_LONGEST_TEST = 8
# What takes long to import and is not changed: once for all mutants.
_ONCE = (
    "PySide6.QtTest",
    "PySide6.QtWidgets",
    "filelock",
    "httpx",
    "hypothesis.strategies",
    "pydantic",
    "pybase64",
    "pytest_asyncio",
    "pytestqt.plugin",
    "qasync",
    "sqlalchemy",
    "starlette.applications",
    "truststore",
    "trustme",
    "uvicorn.protocols.http.h11_impl",
)


def main(paths: Sequence[str], tests: Sequence[str]) -> int:
    """Try the modules; 1 when too many mutants lived."""
    for name in _ONCE:
        import_module(name)
    began = time.monotonic()
    reached = _reached(paths, tests)
    print(f"{len(reached)} tests reach them, found in {time.monotonic() - began:.0f} s", flush=True)
    made = [(path, each) for path in paths for each in _mutants(path)]
    ends = _ends(made, reached, tests)
    for path in paths:
        of_module = [(mutant, end) for (own, mutant), end in zip(made, ends, strict=True) if own == path]
        lived = [mutant for mutant, end in of_module if end == LIVED]
        print(_line(path, len(of_module), len(lived)))
        for each in lived:
            print(f"    {path}:{each.lines.start}: {each.place}: {each.change}")
    tried, lived = len(made), ends.count(LIVED)
    print(_line("all", tried, lived), f"  {time.monotonic() - began:.0f} s")
    return 0 if lived <= tried * (1 - GOAL) else 1


def _line(name: str, tried: int, lived: int) -> str:
    killed = tried - lived
    return f"{name:<32} {killed:>4} of {tried:>4} killed, {killed / max(tried, 1):.1%}"


def _mutants(path: str) -> list[Mutant]:
    """Those of the module that mean something else than the module; says which of the equivalent are gone."""
    all_of_them = list(mutants((PROJECT / path).read_text(encoding="utf-8")))
    equivalent = EQUIVALENT.get(path, {})
    for place, change in equivalent.keys() - {(each.place, each.change) for each in all_of_them}:
        print(f"{path}: {place}: {change} is equivalent to nothing any more")
    return [each for each in all_of_them if (each.place, each.change) not in equivalent]


def _reached(paths: Sequence[str], tests: Sequence[str]) -> list[Reached]:
    """The tests that reach any of the modules, the quickest first."""
    with tempfile.TemporaryDirectory() as folder:
        count = os.cpu_count() or 1
        reports = [Path(folder) / f"{number}" for number in range(count)]
        recorders = [
            Recorder(paths, slice(number, None, count), report) for number, report in enumerate(reports)
        ]
        ends_of([partial(_run, recorder, tests) for recorder in recorders], longest=float("inf"))
        found = [each for report in reports for each in json.loads(report.read_text(encoding="utf-8"))]
    reached = [Reached(*each) for each in found]
    own = [_own(path) for path in paths]
    return sorted(
        (each for each in reached if each.lines or any(name in each.test for name in own)),
        key=lambda each: each.seconds,
    )


def _own(path: str) -> str:
    """What stands in the names of the tests of a module."""
    return f"/test_{Path(path).stem}.py"


def _run(plugin: object, tests: Sequence[str], timeout: str = "--timeout=0") -> int:
    return int(pytest.main([*OPTIONS, timeout, *tests], [plugin]))


def _ends(made: Sequence[tuple[str, Mutant]], reached: Sequence[Reached], tests: Sequence[str]) -> list[int]:
    """How each mutant ended: in memory where that can be, else with everything imported anew."""
    chosen = [_tests_for(path, mutant, reached) for path, mutant in made]
    ends: dict[int, int] = {}
    in_memory = [place for place, (_, mutant) in enumerate(made) if mutant.is_in_function and chosen[place]]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "ends"
        trials = [Trial(made[place][0], made[place][1].source, chosen[place]) for place in in_memory]
        ends_of([partial(_try_in_memory, trials, tests, report)], longest=float("inf"))
        ended: list[int | None] = json.loads(report.read_text(encoding="utf-8"))
        ends |= {place: end for place, end in zip(in_memory, ended, strict=True) if end is not None}
    print(f"{len(ends)} mutants tried in memory, {len(made) - len(ends)} afresh", flush=True)
    rest = [place for place in range(len(made)) if place not in ends]
    trials = [
        Trial(made[place][0], made[place][1].source, _tests_for(made[place][0], None, reached))
        for place in rest
    ]
    ends |= zip(rest, ends_of([partial(afresh, trial) for trial in trials]), strict=True)
    return [ends[place] for place in range(len(made))]


def _try_in_memory(trials: Sequence[Trial], tests: Sequence[str], report: Path) -> int:
    plugin = Trials(trials)
    status = _run(plugin, tests, IMPATIENT)
    report.write_text(json.dumps(plugin.ends), encoding="utf-8")
    return status


def _tests_for(path: str, mutant: Mutant | None, reached: Iterable[Reached]) -> list[str]:
    """The tests that reach the mutant, or its module: those of the module first, then the quickest."""
    own = _own(path)
    chosen: list[str] = []
    seconds = 0.0
    for each in sorted(reached, key=lambda each: own not in each.test):
        lines = each.lines.get(path, ())
        # What a module holds by itself is looked at without a line of it being run.
        does_reach = not set(mutant.lines).isdisjoint(lines) if mutant else lines or own in each.test
        if does_reach and each.seconds <= _LONGEST_TEST:
            seconds += each.seconds
            if seconds > _SECONDS:
                break
            chosen.append(each.test)
    return chosen


if __name__ == "__main__":
    os.chdir(PROJECT)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    if sys.argv[1:] == [SMALLEST]:
        sys.exit(main(*_FEWEST))
    sys.exit(main(sys.argv[1:] or CORE, _TESTS))
