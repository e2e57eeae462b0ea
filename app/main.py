"""The commands of the program; each imports only what it needs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

USAGE = """Agency Counter

  python -m app                        open the counter
  python -m app practice --port 8080   the practice service alone (--help for more)
  python -m app check                  read all that can be read, and say what is wrong
  python -m app self-test [FOLDER]     open every page, sell and cancel once, without a screen;
                                       pictures of the pages go to the folder
"""
_WRONG_USE = 2
# Where Qt would load plugins from besides its own folder: nobody plants code in the counter.
# QT_API would let the loop look for another binding of Qt than the one there is.
_UNWANTED = ("QT_API", "QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH", "QML2_IMPORT_PATH", "QML_IMPORT_PATH")


def main(arguments: list[str]) -> int:
    """The exit status of the command that the arguments name."""
    for name in _UNWANTED:
        os.environ.pop(name, None)
    match arguments:
        case []:
            from app.program import open_counter

            return open_counter()
        case ["practice", *rest]:
            from app.practice import main as practise

            return practise(rest)
        case ["check"]:
            from app.check import check

            return check()
        case ["self-test", *folder] if len(folder) <= 1:
            from app.self_test import self_test

            return self_test(Path(folder[0]) if folder else None)
        case ["prepare-copies" | "read-text" as work]:
            return _serve(work)
        case _:
            is_asked = arguments in (["-h"], ["--help"])
            print(USAGE, end="", file=sys.stdout if is_asked else sys.stderr)
            return 0 if is_asked else _WRONG_USE


def _serve(work: str) -> int:
    """What the counter has done in processes of their own; these are no commands for people."""
    if work == "read-text":
        from app.text_reader import serve
    else:
        from app.ui.copy_process import serve
    return serve(sys.stdin.buffer, sys.stdout.buffer)
