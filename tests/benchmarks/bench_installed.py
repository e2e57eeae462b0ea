"""From a process's start to the first paint: the installed program by its launcher, against this checkout.

    python -m tests.benchmarks.bench_installed ROOT [ROUNDS]

ROOT is where the program is installed, or its staged tree. Both run in turn, by the same means.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.bench_start import PAINTED, ROOT, start
from tests.benchmarks.measuring import paired, ratio_line

_STARTS = '-m app "$@"'
_LAUNCHER = "agency-counter"


def main(installed: Path, rounds: int = 15) -> None:
    """Print the wall time, CPU time and memory of the installed program as ratios to the checkout's."""
    ours: list[dict[str, float]] = []
    theirs: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        launcher = measured_launcher(installed, Path(folder))
        # What is installed has its bytecode; so has the checkout after this.
        subprocess.run([sys.executable, "-m", "compileall", "-q", "app"], cwd=ROOT, check=True)
        walls = paired(
            lambda: start([sys.executable, "-P", "-c", PAINTED], theirs, {"PYTHONPATH": str(ROOT)}),
            lambda: start([str(launcher), PAINTED], ours, {}),
            rounds,
        )
    print(ratio_line("first paint installed / checkout, wall", *walls, "ms"))
    for key, unit in (("cpu", "ms"), ("pss", "MB")):
        floor, product = ([each[key] for each in kept[1:]] for kept in (theirs, ours))
        print(ratio_line(f"first paint installed / checkout, {key}", floor, product, unit))


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


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit(__doc__)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    main(Path(sys.argv[1]), *(int(each) for each in sys.argv[2:3]))
