"""Every check of the project, each run to its end: which passed, which failed, and how long each took."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from coverage_floors import check_floors
from environment import clean_variables
from group_of_processes import run_in_group

# A hung event loop ends here, where no timeout inside pytest reaches.
_TEST_SECONDS, _PROVE_SECONDS = 30 * 60, 60 * 60
_MEMORY = Path("/dev", "shm")
_ROOM = 4 << 30
_FOLDERS = ("app", "packaging", "tests")
_BUILT = "build/stage/linux/agency-counter"


@dataclass(frozen=True, slots=True)
class Check:
    """A program of the environment and its arguments, or one in the checkout by its path."""

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
    Check("format", ("ruff", "format", "--check", *_FOLDERS)),
    Check("lint", ("ruff", "check", "--output-format=concise", *_FOLDERS)),
    Check("layers", ("lint-imports",)),
    Check("dead code", ("python", "packaging/dead_code.py")),
    Check("dependencies", ("deptry", "app")),
)
# Uses every processor, and so runs alone, for as long as it takes.
SIMULATION = Check(
    "simulation", ("python", "-m", "tests.simulation.run", "20000", "--plants"), has_figures=True
)
# Whether they still start: what they measure in their smallest rounds is no figure.
BENCHMARKS = Check("benchmarks", ("python", "-m", "tests.benchmarks.smallest"), has_figures=True)
YEAR = Check("simulated year", ("python", "-m", "tests.simulation.year", "1", "--plants"), has_figures=True)
INSTALLER = (
    Check("parts of the installer", ("python", "packaging/build.py", "fetch", "linux")),
    Check("installer", ("python", "packaging/build.py", "linux", "--quick")),
    Check("installer verified", (_BUILT, "verify")),
    Check("installed program", (_BUILT, "self-test")),
)
HEADLINE = Check("benchmarks", ("python", "-m", "tests.benchmarks.headline"), has_figures=True)
# What is measured takes three times as long. A case that is cut off takes its worker's measurements with it.
_MEASURED = ("--prove", "--cov", "--cov-report=", "--timeout=360")
_ONCE_FAILED = "pytest.mark.once_failed"
_AGAIN = ("--prove", "-m", "once_failed", "--again=20")


def test_paths(root: Path, python: Path, paths: Sequence[str]) -> int:
    """The exit status of pytest for these files and folders, as `test` runs it."""
    return _run_pytest(root, python, _TEST_SECONDS, _workers(), *paths)


def run_test(root: Path, python: Path) -> int:
    """The exit status of what a change can break: 0 when all of it passed."""
    return _conclusion(_run_beside(root, python, STATIC, partial(_run_tests, root, python, _TEST_SECONDS)))


def run_prove(root: Path, python: Path) -> int:
    """The exit status of everything: 0 when all of it passed. Nothing is left out for want of time."""
    tests = partial(_run_tests, root, python, _PROVE_SECONDS, *_MEASURED)
    results = _run_beside(root, python, STATIC, tests)
    results.append(_shown(_run_floors(root, python)))
    results.append(_shown(_run_again(root, python)))
    results.append(_run_and_show(root, python, SIMULATION))
    aside = (YEAR, *(INSTALLER if sys.platform == "linux" else ()))
    results += _run_beside(root, python, aside, partial(_run_and_show, root, python, BENCHMARKS))
    return _conclusion(results)


def run_bench(root: Path, python: Path) -> int:
    """The exit status of the table of figures."""
    return _conclusion([_run_and_show(root, python, HEADLINE)])


def _run_beside(
    root: Path, python: Path, checks: Iterable[Check], main: Callable[[], Result]
) -> list[Result]:
    """Run `main`, and beside it these checks one after the other."""
    with ThreadPoolExecutor(1) as pool:
        aside = [pool.submit(_run_and_show, root, python, each) for each in checks]
        result = main()
        return [*(each.result() for each in aside), result]


def _run_tests(root: Path, python: Path, seconds: float, *arguments: str) -> Result:
    began = time.monotonic()
    status = _run_pytest(root, python, seconds, _workers(), *arguments)
    return _shown(Result("tests", status == 0, time.monotonic() - began))


def _run(root: Path, python: Path, check: Check) -> Result:
    began = time.monotonic()
    program, *arguments = check.command
    ended = subprocess.run(
        [str(root / program if "/" in program else _script(python, program)), *arguments],
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


def _run_and_show(root: Path, python: Path, check: Check) -> Result:
    return _shown(_run(root, python, check))


def _workers(times: int = 1) -> str:
    # One more than there are processors: some tests wait for a slow line.
    return f"-n{min(4, 1 + (os.cpu_count() or 1)) * times}"


def _run_again(root: Path, python: Path) -> Result:
    """What once failed without a known cause, twenty times, by more processes than there are processors."""
    began = time.monotonic()
    # Each process would collect all tests for a few.
    modules = (
        each for each in (root / "tests").rglob("test_*.py") if _ONCE_FAILED in each.read_text("utf-8")
    )
    paths = [str(each.relative_to(root)) for each in modules]
    status = _run_pytest(root, python, _TEST_SECONDS, _workers(2), *_AGAIN, *paths) if paths else 0
    return Result("what once failed", status == 0, time.monotonic() - began)


def _run_pytest(root: Path, python: Path, seconds: float, *arguments: str) -> int:
    """The exit status of pytest, whose output goes straight to the person."""
    with _tests_folder() as folder:
        place = (f"--basetemp={folder}",) if folder else ()
        command = [str(python), "-m", "pytest", "-q", "--dist", "worksteal", *place, *arguments]
        return run_in_group(command, root, _variables(root, python), seconds=seconds)


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
