"""Money inside the practice service: whole paise, exact, and never a float."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import accumulate, pairwise


def rupees(paise: int) -> Decimal:
    """An amount in rupees with its two decimals, as the interface shows it."""
    return Decimal(paise).scaleb(-2)


def paise(rupee_amount: Decimal | int | str) -> int:
    """An amount in whole paise. Raises ValueError for an amount finer than that."""
    scaled = Decimal(rupee_amount).scaleb(2)
    if scaled != scaled.to_integral_value():
        message = "an amount of money has two decimals"
        raise ValueError(message)
    return int(scaled)


def tax(net: int, percent: int) -> int:
    """The tax on a net amount, half a paisa rounded up."""
    return (net * percent + 50) // 100


def shares(total: int, weights: Sequence[int]) -> tuple[int, ...]:
    """`total` divided by weight into whole paise with an exact sum."""
    whole = sum(weights)
    if whole == 0:
        return tuple(0 for _ in weights)
    edges = (total * reached // whole for reached in accumulate(weights, initial=0))
    return tuple(after - before for before, after in pairwise(edges))
