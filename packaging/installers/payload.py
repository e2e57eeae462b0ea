"""The tree that an installer carries, of either system: one way to stage it, the same bytes each time."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from installers import papers, tools, wheels
from installers.checkout import Checkout
from installers.errors import BuildError
from installers.runtime import Runtime

INSTALLED = "installed.json"
LIBRARY = "lib"
_QT = "pyside6_essentials-"


@dataclass(frozen=True)
class Staging:
    """What a payload is made of."""

    system: str
    """`linux` or `windows`."""
    version: str
    """Of the program."""
    checkout: Checkout
    runtime: Runtime
    made_of: list[Path]
    """What the runtime was taken from: Debian's packages, or the folder of the one for Windows."""
    wheels: list[Path]
    """Verified against the lock of the system."""
    python: str
    """The version of CPython inside."""
    compiler: Path | None
    """A Python of that minor version that runs here; without one the sources ship."""


def stage(staging: Staging, into: Path, finish: Callable[[Path], None]) -> Path:
    """Lay the payload out in a folder, anew, and give that folder.

    `finish` gets the tree before anything is written down of it: there the system lays its launchers and
    drops what is not asked for. All times are the commit's, folders and programs 0755, all other files 0644.
    Raises BuildError.
    """
    if into.exists():
        shutil.rmtree(into)
    shutil.copytree(staging.runtime.tree, into)
    library = into / LIBRARY
    for wheel in staging.wheels:
        wheels.unpack(wheel, library, staging.system)
    for name in staging.checkout.shipped():
        target = library / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(staging.checkout.root / name, target)
    finish(into)
    if staging.compiler is not None:
        compile_sources(into, staging.compiler)
    _write_installed(staging, into)
    papers.write(into, staging.wheels, staging.made_of, staging.checkout.epoch())
    normalise(into, staging.checkout.epoch())
    return into


def compile_sources(root: Path, python: Path) -> None:
    """Put bytecode in the place of every source beneath the root; a traceback still names file and line.

    It does not look for its source when it is loaded, and is named by the path from the root.
    """
    # It may lie in the tree itself: what it imports must leave no bytecode there, with its times and paths.
    compiling = ["-B", "-m", "compileall", "-q", "-b", "--invalidation-mode", "unchecked-hash"]
    tools.run([python, *compiling, "-s", root, root])
    for source in root.rglob("*.py"):
        if not source.with_suffix(".pyc").is_file():
            raise BuildError(f"{source} was not compiled.")
        source.unlink()


def normalise(root: Path, epoch: int) -> None:
    """Give the root and all beneath it the same time, and modes that do not depend on who builds."""
    for path in (root, *root.rglob("*")):
        is_program = path.is_dir() or path.stat().st_mode & 0o100
        path.chmod(0o755 if is_program else 0o644)
    for folder, _, names in os.walk(root, topdown=False):
        for path in (*(Path(folder) / name for name in names), Path(folder)):
            os.utime(path, (epoch, epoch))


def size_of(root: Path) -> tuple[int, int]:
    """How many bytes the files of a tree have, and how many files there are."""
    sizes = [path.stat().st_size for path in root.rglob("*") if path.is_file()]
    return sum(sizes), len(sizes)


def tell(what: str, size: int, began: float) -> float:
    """Print how large something has become, and how long that took; gives the time from which to go on."""
    now = time.monotonic()
    print(f"{size / 1e6:6.1f} MB  {now - began:4.0f} s  {what}", flush=True)
    return now


def _write_installed(staging: Staging, root: Path) -> None:
    qt = next((path.name for path in staging.wheels if path.name.startswith(_QT)), "")
    told = {
        "version": staging.version,
        "system": staging.system,
        "python": staging.python,
        "qt": qt.removeprefix(_QT).partition("-")[0],
        "built_from": staging.checkout.commit(),
    }
    (root / INSTALLED).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8", newline="\n")
