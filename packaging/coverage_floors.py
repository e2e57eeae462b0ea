"""The least coverage of each package, and the gaps."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Per cent of lines and branches together. A file counts to the longest of these that it lies in.
FLOORS = {
    "app/api": 95,
    "app/api/wire": 100,
    "app/desk": 95,
    "app/desk/basket": 100,
    "app/desk/moving": 100,
    "app/desk/payment": 100,
    "app/desk/storm": 100,
    "app/desk/till": 100,
    "app/store": 95,
    "app/store/journal": 100,
    "app/store/till": 100,
    "app/practice": 95,
    "app/ui": 90,
}

_GAP_BETWEEN_STATEMENTS = 2


@dataclass(frozen=True, slots=True)
class Covered:
    """Lines and branches of a package: how many there are, how many were covered, and which were not."""

    total: int
    reached: int
    gaps: tuple[str, ...]

    @property
    def percent(self) -> float:
        """The covered part, in per cent."""
        return 100 * self.reached / self.total if self.total else 0


def check_floors(root: Path, python: Path, variables: Mapping[str, str]) -> list[str]:
    """A complaint for each package below its floor, with the gaps; empty when all is well."""
    report = root / "build" / "coverage.json"
    report.parent.mkdir(exist_ok=True)
    report.unlink(missing_ok=True)
    command = [str(python), "-m", "coverage", "json", "--quiet", "-o", str(report)]
    ended = subprocess.run(command, cwd=root, env=variables, capture_output=True, text=True, check=False)
    if not report.exists():
        return [f"There is no report of coverage:\n{ended.stdout}{ended.stderr}"]
    files = json.loads(report.read_text(encoding="utf-8"))["files"]
    return [complaint for package in FLOORS for complaint in complaints_about(package, files, root)]


def complaints_about(package: str, files: Mapping[str, Any], root: Path) -> list[str]:
    """The complaints about one package; a missing folder is only reported."""
    if not (root / package).is_dir():
        print(f"There is no {package} yet, and so no coverage of it.")
        return []
    covered = covered_in(package, files)
    if covered.percent >= FLOORS[package]:
        return []
    return [f"{package}: {covered.percent:.2f} % instead of {FLOORS[package]} %", *covered.gaps]


def covered_in(package: str, files: Mapping[str, Any]) -> Covered:
    """The coverage of all files of a package together, but for those that have a floor of their own."""
    named = {name.replace("\\", "/"): each for name, each in files.items()}
    own = {name: each for name, each in named.items() if _floor_of(name) == package}
    summaries = [each["summary"] for each in own.values()]
    return Covered(
        sum(each["num_statements"] + each["num_branches"] for each in summaries),
        sum(each["covered_lines"] + each["covered_branches"] for each in summaries),
        tuple(gap for name, each in sorted(own.items()) if (gap := _gap(name, each))),
    )


def _floor_of(name: str) -> str:
    """The package whose floor holds for a file; empty when none does."""
    return max((each for each in FLOORS if name.startswith(f"{each}/")), key=len, default="")


def _gap(name: str, file: Mapping[str, Any]) -> str:
    lines = set[int](file["missing_lines"])
    # A branch from a line that was not reached says nothing more.
    branches = [f"{start}->{end}" for start, end in file["missing_branches"] if start not in lines]
    missing = [*_ranges(sorted(lines)), *branches]
    return f"  {name}: {', '.join(missing)}" if missing else ""


def _ranges(lines: Sequence[int]) -> list[str]:
    """Lines as "3-7"; those that follow one another belong together."""
    runs: list[list[int]] = []
    for line in lines:
        if runs and line - runs[-1][-1] <= _GAP_BETWEEN_STATEMENTS:
            runs[-1].append(line)
        else:
            runs.append([line])
    return [f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs]
