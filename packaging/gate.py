"""Every check of the project, each run to its end: which passed, which failed, and how long each took."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from coverage_floors import check_floors
from environment import clean_variables
from group_of_processes import run_in_group

# Longer than any honest run, which takes 50 minutes on a slow computer: a hung event loop ends here, where no
# timeout inside pytest reaches.
_PYTEST_SECONDS = 75 * 60
_MEMORY = Path("/dev", "shm")
_ROOM = 4 << 30
_FOLDERS = ("app", "packaging", "tests")
_LEFT_OUT_WHEN_QUICK = ("--ignore=tests/campaign", "--ignore=tests/journeys", "--ignore=tests/benchmarks")


@dataclass(frozen=True, slots=True)
class Check:
    """A tool and its arguments, started as a module of the environment's Python or as its script."""

    name: str
    command: tuple[str, ...]
    has_figures: bool = False
    """What it prints is worth reading when all is well, too."""


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

_SECONDS_FOR_ALL = 15 * 60
_LEAST_SECONDS = 20


def run_gate(root: Path, python: Path, *, is_quick: bool) -> int:
    """The exit status of all checks together: 0 when every one passed."""
    began = time.monotonic()
    checks = [each for each in STATIC if not (is_quick and each.name == "types")]
    # Two at a time: one of them takes as long as all others.
    with ThreadPoolExecutor(2) as pool:
        results = [_shown(each) for each in pool.map(partial(_run, root, python), checks)]
    results.append(_shown(_run_tests(root, python, is_quick=is_quick)))
    if not is_quick:
        left = max(_LEAST_SECONDS, began + _SECONDS_FOR_ALL - time.monotonic())
        results.append(_shown(_run(root, python, simulation(left))))
        results.append(_shown(_run_floors(root, python)))
    return _conclusion(results)


def simulation(seconds: float) -> Check:
    """20,000 seeds, or as many as a slow computer manages in the seconds that are left for them.

    Uses every processor, and so runs after the tests: some of them measure time.
    """
    command = ("python", "-m", "tests.simulation.run", "20000", "--plants", f"--within={seconds:.0f}")
    return Check("simulation", command, has_figures=True)


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
    is_well = ended.returncode == 0
    printed = "" if is_well and not check.has_figures else ended.stdout
    return Result(check.name, is_well, time.monotonic() - began, printed)


def _run_tests(root: Path, python: Path, *, is_quick: bool) -> Result:
    """Run pytest, whose output goes straight to the person."""
    began = time.monotonic()
    chosen = _LEFT_OUT_WHEN_QUICK if is_quick else ("--cov", "--cov-report=")
    # One more than there are processors: some tests wait for a slow line.
    workers = ("-n", str(min(4, 1 + (os.cpu_count() or 1))), "--dist", "worksteal")
    with _tests_folder() as folder:
        place = (f"--basetemp={folder}",) if folder else ()
        command = [str(python), "-m", "pytest", "-q", *workers, *place, *chosen]
        status = run_in_group(command, root, _variables(root, python), seconds=_PYTEST_SECONDS)
    return Result("tests", status == 0, time.monotonic() - began)


@contextmanager
def _tests_folder() -> Generator[str]:
    """A folder in memory for what the tests write; empty where there is no room for it.

    Thousands of journals wait for the disk otherwise. What power cuts leave is simulated in any case.
    """
    if not _MEMORY.is_dir() or shutil.disk_usage(_MEMORY).free < _ROOM:
        yield ""
        return
    with tempfile.TemporaryDirectory(dir=_MEMORY, prefix="agency-counter-tests-") as folder:
        yield str(Path(folder) / "tests")


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
    if result.printed:
        print(result.printed.rstrip())
    print(f"{'ok' if result.is_well else 'FAILED':<7} {result.seconds:6.1f} s  {result.name}", flush=True)
    return result


def _conclusion(results: Iterable[Result]) -> int:
    broken = [each.name for each in results if not each.is_well]
    print(f"Not right: {', '.join(broken)}." if broken else "All is well.", flush=True)
    return 1 if broken else 0
