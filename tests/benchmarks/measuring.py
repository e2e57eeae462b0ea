"""What benchmarks share: the numbers they are asked for, and pairs taken in turn with their ratio.

The machine's mood falls on both of a pair alike.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import TypeVar

import psutil

SMALLEST = "--smallest"
Measured = TypeVar("Measured")


def asked(usual: Sequence[int], smallest: Sequence[int]) -> Sequence[int]:
    """The numbers of the command line, with usual ones for those that are not given.

    With `--smallest` alone those of the smallest round: the least that goes through all of the benchmark.
    """
    given = sys.argv[1:]
    return smallest if given == [SMALLEST] else [*map(int, given), *usual[len(given) :]]


def paired(
    floor: Callable[[], Measured], product: Callable[[], Measured], rounds: int
) -> tuple[list[Measured], list[Measured]]:
    """The measurements of both, taken A B A B ...; a first pair warms up, and counts only without a round."""
    pairs = [(floor(), product()) for _ in range(rounds + 1)]
    pairs = pairs[1:] or pairs
    return [each[0] for each in pairs], [each[1] for each in pairs]


def ratio_line(name: str, floor: list[float], product: list[float], unit: str) -> str:
    """One line: both medians, and the ratio with its least, middle and greatest value over the pairs."""
    found = ratios(floor, product)
    return (
        f"{name}: {median(product):.1f} {unit} against {median(floor):.1f} {unit}, "
        f"ratio {median(found):.2f} ({found[0]:.2f} to {found[-1]:.2f}, {len(found)} pairs)"
    )


def ratios(floor: list[float], product: list[float]) -> list[float]:
    """The ratio of each pair, the least first."""
    return sorted(ours / theirs for theirs, ours in zip(floor, product, strict=True))


def late(times: list[float], share: float = 0.95) -> float:
    """The time that no more than the rest of them exceed: the 95th percentile, or another."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def memory(name: str) -> int:
    """What the kernel counts under this name, such as VmRSS, for this process and its children; in kB."""
    return sum(_counted(pid, name) for pid in processes())


def processes() -> list[int]:
    """The numbers of this process and its children."""
    return [os.getpid(), *(each.pid for each in psutil.Process().children(recursive=True))]


def _counted(pid: int, name: str) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        # It has ended meanwhile.
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(name)), 0)
