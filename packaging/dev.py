"""The commands of a checkout: `run`, `test`, `prove` and `bench`; each sets up what is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import interpreter

if TYPE_CHECKING:
    from collections.abc import Callable

USAGE = """Usage: python3 packaging/dev.py COMMAND

  run [arguments]      open the counter, or one of its commands (practice, check, self-test)
  run --with pictures  the same, after adding what reads HEIC and passports off copies (350 MB)
  test                 what a change can break, in six minutes: static checks, pages, a slice of the rest
  test PATH...         the tests of these files and folders alone
  prove                everything, in under an hour: all sizes and seeds, coverage, benchmarks, the installer
  bench                the figures of speed and size, as a table
  setup                set up what these need, and look at the system's libraries again
"""
ROOT = Path(__file__).resolve().parent.parent
_WRONG_USE = 2


def main(arguments: list[str]) -> int:
    """The exit status of the command."""
    if sys.version_info[:2] not in interpreter.SUITABLE:
        return _go_on_with_another(arguments)
    from environment import SetupError
    from system_libraries import LibrariesError

    commands = {"run": run, "test": test, "prove": prove, "bench": bench, "setup": setup}
    command = commands.get(arguments[0]) if arguments else None
    if command is None:
        print(USAGE, end="")
        return 0 if arguments[:1] in (["-h"], ["--help"]) else _WRONG_USE
    try:
        return command(arguments[1:])
    except (SetupError, LibrariesError) as error:
        print(error, file=sys.stderr)
        return 1


def run(arguments: list[str]) -> int:
    """Replaces this process by `python -m app`, in the folder of the caller."""
    from environment import PICTURES, RUNTIME, clean_variables, ready_python
    from system_libraries import NO_DISPLAY, has_display

    has_more = arguments[:2] == ["--with", "pictures"]
    arguments = arguments[2:] if has_more else arguments
    opens_window = not arguments
    if opens_window and not has_display(os.environ):
        print(NO_DISPLAY, file=sys.stderr)
        return _WRONG_USE
    with_screen = opens_window and bool(os.environ.get("DISPLAY"))
    python = ready_python(ROOT, PICTURES if has_more else RUNTIME, with_screen=with_screen)
    return _become([str(python), "-P", "-m", "app", *arguments], clean_variables(ROOT))


def test(arguments: list[str]) -> int:
    """Runs what a change can break, or the tests of the given paths, and prints what failed."""
    from environment import TEST, ready_python
    from gate import run_test, test_paths

    if any(each.startswith("-") or not (ROOT / each.partition("::")[0]).exists() for each in arguments):
        print(USAGE, end="")
        return _WRONG_USE
    python = ready_python(ROOT, TEST)
    return test_paths(ROOT, python, arguments) if arguments else run_test(ROOT, python)


def prove(arguments: list[str]) -> int:
    """Runs every check to its end, and prints those that failed."""
    from gate import run_prove

    return _alone(arguments, run_prove)


def bench(arguments: list[str]) -> int:
    """Prints the table of figures."""
    from gate import run_bench

    return _alone(arguments, run_bench)


def _alone(arguments: list[str], command: Callable[[Path, Path], int]) -> int:
    """Runs a command that takes no arguments."""
    from environment import TEST, ready_python

    if arguments:
        print(USAGE, end="")
        return _WRONG_USE
    return command(ROOT, ready_python(ROOT, TEST))


def setup(arguments: list[str]) -> int:
    """Sets up everything again, also when it seems complete."""
    from environment import TEST, ready_python

    if arguments:
        print(USAGE, end="")
        return _WRONG_USE
    ready_python(ROOT, TEST, with_screen=bool(os.environ.get("DISPLAY")), look_again=True)
    return 0


def _go_on_with_another(arguments: list[str]) -> int:
    found = interpreter.find_suitable()
    if found is None:
        print(interpreter.NONE_FOUND, file=sys.stderr)
        return _WRONG_USE
    return _become([found, str(Path(__file__).resolve()), *arguments], dict(os.environ))


def _become(command: list[str], variables: dict[str, str]) -> int:
    """Replaces this process by another program; on Windows starts it and waits."""
    if os.name == "posix":
        sys.stdout.flush()
        os.execve(command[0], command, variables)
    try:
        return subprocess.call(command, env=variables)
    except KeyboardInterrupt:
        # The other program had the same Ctrl+C and ended as it saw fit.
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
