"""Restores a backup again and again, each time in a process that dies one step later.

`python -m tests.support.store.killed_restore DATA BACKUP FOLDER` leaves a copy of the data folder
a step in FOLDER.
"""

import os
import shutil
import sys
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from app.store.backup import backup, restore

_WATCHED = {"os.rename", "os.remove", "os.mkdir", "open"}
_DIED = 9


def main() -> None:
    """Let a process die at each step, until one comes to the end."""
    data, path, folder = map(Path, sys.argv[1:])
    found = backup.read(path)
    for step in count(1):
        copy = folder / f"killed-{step}"
        shutil.copytree(data, copy)
        child = os.fork()
        if child == 0:
            _restore(found, copy, step)
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != _DIED:
            return


def _restore(found: backup.Backup, folder: Path, last: int) -> None:
    """Stage and finish, and take all steps on the disk but the last."""
    taken = 0

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal taken
        if event in _WATCHED and str(folder) in str(arguments[0]):
            taken += 1
            if taken == last:
                os._exit(_DIED)

    sys.addaudithook(watch)
    restore.stage(found, folder, "Priya", datetime(2026, 11, 22, tzinfo=UTC))
    restore.finish(folder)
    os._exit(0)


if __name__ == "__main__":
    main()
