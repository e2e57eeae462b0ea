"""Pairs of measurements taken in turn, and their ratio; the machine's mood falls on both alike."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median


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
