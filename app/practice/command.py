"""The command that runs the practice service alone."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from types import FrameType

from app.practice.service.habits import HABITS
from app.practice.service.likeness import NoDialectError, habits_like
from app.practice.service.server import PracticeServer
from app.practice.world.identity import PRACTICE_KEY
from app.practice.world.world import World

_WAKE_UP = 0.5
_LIST = "list"


def main(argv: Sequence[str] | None = None) -> int:
    """Serve until interrupted or terminated. Returns 0 then, or 1 with a sentence when it cannot begin.

    With `--habit list` it only names the habits.
    """
    options = _parser().parse_args(argv)
    if _LIST in options.habit:
        width = max(map(len, HABITS))
        sys.stdout.writelines(f"{name:{width}}  {habit.says}\n" for name, habit in HABITS.items())
        return 0
    with _stop_signals() as stopped:
        try:
            habits = [*options.habit, *(habits_like(options.like) if options.like else ())]
            world = World(
                options.seed, state_file=options.state, older=options.older, unlucky=options.unlucky
            )
            server = PracticeServer(world, port=options.port, habits=habits)
            base_url = server.start()
        except NoDialectError as error:
            sys.stderr.write(f"{error}\n")
            return 1
        except (OSError, OverflowError) as error:
            sys.stderr.write(f"The practice service cannot start on port {options.port}: {error}.\n")
            return 1
        if world.warning:
            sys.stderr.write(f"{world.warning}\n")
        sys.stdout.write(f"Practice service: {base_url}\nKey: {PRACTICE_KEY}\nStop it with Ctrl+C.\n")
        sys.stdout.flush()
        while not stopped.wait(_WAKE_UP):
            """A wait without an end cannot be interrupted on Windows."""
        server.stop()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m app practice", description="The practice service alone.")
    parser.add_argument("--port", type=int, default=8080, help="port on this computer, 0 for a free one")
    parser.add_argument("--seed", type=int, default=1, help="another number, another world")
    parser.add_argument("--state", type=Path, help="file that keeps the world between starts")
    parser.add_argument("--older", action="store_true", help="answer in the older reply variants")
    parser.add_argument("--unlucky", action="store_true", help="spoil some catalogue items")
    parser.add_argument(
        "--habit",
        action="append",
        default=[],
        choices=(_LIST, *HABITS),
        metavar="NAME",
        help='answer with a habit of real services, several times for several; "list" names them all',
    )
    parser.add_argument(
        "--like",
        type=Path,
        metavar="REPORT",
        help='answer with the habits that a report of "check" has found',
    )
    return parser


@contextmanager
def _stop_signals() -> Generator[Event, None, None]:
    """An event that SIGINT and SIGTERM set; the former handlers are restored at the end."""
    stopped = Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopped.set()

    before = {each: signal.signal(each, stop) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stopped
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
