"""The two commands of a checkout, `run` and `test`; both set up what is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import interpreter

USAGE = """Usage: python3 packaging/dev.py COMMAND

  run [arguments]      open the counter, or one of its commands (practice, check, self-test)
  run --with pictures  the same, after adding what reads HEIC and passports off copies (350 MB)
  test [--quick]       pass every check; --quick leaves out types, journeys and coverage
  setup                set up what both need, and look at the system's libraries again
"""
ROOT = Path(__file__).resolve().parent.parent
_WRONG_USE = 2


def main(arguments: list[str]) -> int:
    """The exit status of the command."""
    if sys.version_info[:2] not in interpreter.SUITABLE:
        return _go_on_with_another(arguments)
    from environment import SetupError
    from system_libraries import LibrariesError

    commands = {"run": run, "test": test, "setup": setup}
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
    """Runs every check to its end, and prints those that failed."""
    from environment import TEST, ready_python
    from gate import run_gate

    if arguments not in ([], ["--quick"]):
        print(USAGE, end="")
        return _WRONG_USE
    return run_gate(ROOT, ready_python(ROOT, TEST), is_quick=bool(arguments))


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
