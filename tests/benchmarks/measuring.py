"""Pairs of measurements taken in turn, and their ratio; the machine's mood falls on both alike."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from statistics import median

import psutil


def paired(
    floor: Callable[[], float], product: Callable[[], float], rounds: int
) -> tuple[list[float], list[float]]:
    """The measurements of both, taken A B A B ...; a first pair warms up and does not count."""
    floor()
    product()
    pairs = [(floor(), product()) for _ in range(rounds)]
    return [each[0] for each in pairs], [each[1] for each in pairs]


def ratio_line(name: str, floor: list[float], product: list[float], unit: str) -> str:
    """One line: both medians, and the ratio with its least, middle and greatest value over the pairs."""
    ratios = sorted(ours / theirs for theirs, ours in zip(floor, product, strict=True))
    return (
        f"{name}: {median(product):.1f} {unit} against {median(floor):.1f} {unit}, "
        f"ratio {median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f}, {len(ratios)} pairs)"
    )


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
