"""From a process's start to the first paint: the installed program by its launcher, against this checkout.

    python -m tests.benchmarks.bench_installed ROOT [ROUNDS]

ROOT is where the program is installed, or its staged tree. Both run in turn, by the same means. The smallest
round takes the staged tree of this checkout, and where none is built the checkout behind the launcher.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.bench_start import PAINTED, ROOT, Costs, costs, print_costs, start
from tests.benchmarks.measuring import SMALLEST

STAGED = ROOT / "build" / "stage" / "linux"
_STARTS = '-m app "$@"'
_LAUNCHER = "agency-counter"


def main(installed: Path, rounds: int) -> None:
    """Print the wall time, CPU time and memory of the installed program as ratios to the checkout's."""
    print_costs("first paint installed / checkout", costs_of(installed, rounds))


def costs_of(installed: Path, rounds: int) -> Costs:
    """The costs of the installed program, the floor being the checkout."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        launcher = measured_launcher(installed, Path(folder))
        # What is installed has its bytecode; so has the checkout after this.
        subprocess.run([sys.executable, "-m", "compileall", "-q", "app"], cwd=ROOT, check=True)
        return costs(
            lambda: start((sys.executable, "-P", "-c", PAINTED), {"PYTHONPATH": str(ROOT)}),
            lambda: start((str(launcher), PAINTED)),
            rounds,
        )


def measured_launcher(installed: Path, folder: Path) -> Path:
    """The launcher of the installed program, but for what it has its Python do, beside links to all else."""
    for path in installed.iterdir():
        if path.name != _LAUNCHER:
            (folder / path.name).symlink_to(path.resolve())
    text = (installed / _LAUNCHER).read_text(encoding="utf-8")
    if _STARTS not in text:
        raise SystemExit(f"{installed / _LAUNCHER} does not start the program as it is known.")
    launcher = folder / _LAUNCHER
    launcher.write_text(text.replace(_STARTS, '-c "$1"'), encoding="utf-8")
    launcher.chmod(0o755)
    return launcher


def _like_installed(folder: Path) -> Path:
    """A folder like the staged one, of the launcher and this checkout with its Python."""
    python = folder / "python" / "bin" / "python3.11"
    python.parent.mkdir(parents=True)
    # The isolated Python of what is installed finds the program beside it; this one has to be told.
    python.write_text(f'#!/bin/sh\nshift 2\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -P "$@"\n')
    python.chmod(0o755)
    shutil.copy(ROOT / "packaging" / "linux" / "agency-counter.sh", folder / _LAUNCHER)
    return folder


if __name__ == "__main__":
    if sys.argv[1:] != [SMALLEST]:
        if not sys.argv[1:]:
            sys.exit(__doc__)
        main(Path(sys.argv[1]), *map(int, sys.argv[2:] or ["15"]))
    elif STAGED.exists():
        main(STAGED, 0)
    else:
        with tempfile.TemporaryDirectory() as place:
            main(_like_installed(Path(place)), 0)
