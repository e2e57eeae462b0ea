"""Every check of the project, each to its end: what holds, what does not, and how long it took."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from coverage_floors import check_floors
from environment import clean_variables
from group_of_processes import run_in_group

# Longer than any honest run: a hung event loop ends here, where no timeout inside pytest reaches.
_PYTEST_SECONDS = 45 * 60
_FOLDERS = ("app", "packaging", "tests")
_LEFT_OUT_WHEN_QUICK = ("--ignore=tests/journeys", "--ignore=tests/benchmarks")


@dataclass(frozen=True, slots=True)
class Check:
    """A tool and its arguments, started as a module of the environment's Python or as its script."""

    name: str
    command: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How a check ended."""

    name: str
    is_well: bool
    seconds: float
    printed: str = ""


STATIC = (
    Check("types", ("pyright",)),
    # What is compiled here, no worker of the tests and no program that they start compiles again.
    Check("collection", ("pytest", "-qq", "--collect-only", "-p", "no:cacheprovider")),
    Check("format", ("ruff", "format", "--check", *_FOLDERS)),
    Check("lint", ("ruff", "check", "--output-format=concise", *_FOLDERS)),
    Check("layers", ("lint-imports",)),
    Check("dead code", ("python", "packaging/dead_code.py")),
    Check("dependencies", ("deptry", "app")),
)

# On every processor, and so behind the tests and not beside them: some of those look at the clock.
SIMULATION = Check("simulation", ("python", "-m", "tests.simulation.run", "20000", "--plants"))


def run_gate(root: Path, python: Path, *, is_quick: bool) -> int:
    """The exit status of all checks together: 0 when every one holds."""
    checks = [each for each in STATIC if not (is_quick and each.name == "types")]
    # Two at a time: one of them takes as long as all others.
    with ThreadPoolExecutor(2) as pool:
        results = [_shown(each) for each in pool.map(partial(_run, root, python), checks)]
    results.append(_shown(_run_tests(root, python, is_quick=is_quick)))
    if not is_quick:
        results.append(_shown(_run(root, python, SIMULATION)))
        results.append(_shown(_run_floors(root, python)))
    return _conclusion(results)


def _run(root: Path, python: Path, check: Check) -> Result:
    began = time.monotonic()
    script, *arguments = check.command
    ended = subprocess.run(
        [str(_script(python, script)), *arguments],
        cwd=root,
        env=_variables(root, python),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    return Result(check.name, ended.returncode == 0, time.monotonic() - began, ended.stdout)


def _run_tests(root: Path, python: Path, *, is_quick: bool) -> Result:
    """Run pytest, whose output goes straight to the person."""
    began = time.monotonic()
    chosen = _LEFT_OUT_WHEN_QUICK if is_quick else ("--cov", "--cov-report=")
    # One more than there are processors: some tests wait for a slow line.
    workers = ("-n", str(min(4, 1 + (os.cpu_count() or 1))), "--dist", "worksteal")
    command = [str(python), "-m", "pytest", "-q", *workers, *chosen]
    status = run_in_group(command, root, _variables(root, python), seconds=_PYTEST_SECONDS)
    return Result("tests", status == 0, time.monotonic() - began)


def _run_floors(root: Path, python: Path) -> Result:
    began = time.monotonic()
    complaints = check_floors(root, python, _variables(root, python))
    return Result("coverage", not complaints, time.monotonic() - began, "\n".join(complaints))


def _variables(root: Path, python: Path) -> dict[str, str]:
    return {
        **clean_variables(root),
        # The wrapper of pyright would ask the network whether there is a newer one.
        "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1",
        # Beside the environment: the checkout stays as it is.
        "PYTHONPYCACHEPREFIX": str(python.parent.parent / "bytecode"),
    }


def _script(python: Path, name: str) -> Path:
    return python.with_name(f"{name}.exe" if os.name == "nt" else name)


def _shown(result: Result) -> Result:
    if not result.is_well:
        print(result.printed.rstrip())
    print(f"{'ok' if result.is_well else 'FAILED':<7} {result.seconds:6.1f} s  {result.name}", flush=True)
    return result


def _conclusion(results: Iterable[Result]) -> int:
    broken = [each.name for each in results if not each.is_well]
    print(f"Not right: {', '.join(broken)}." if broken else "All is well.", flush=True)
    return 1 if broken else 0
