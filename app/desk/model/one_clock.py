"""Instants of clocks that were set meanwhile, on one line by the service's time."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

BLUR = timedelta(seconds=5)
"""Differences of the clocks are the same within this: `Date` has whole seconds, and answers travel."""


class OneClock:
    """A line of time from the known differences between the service's clock and the clocks here.

    Instants under one difference keep the order of their own clock, which is exact; those under different
    ones are ordered by the service's time, which is exact to a few seconds.
    """

    def __init__(self, aheads: Iterable[timedelta | None]) -> None:
        """`aheads` are the differences, the service's clock minus the clock here; None where unknown."""
        self._groups: list[tuple[timedelta, timedelta]] = []
        found = list(aheads)
        for each in sorted({each for each in found if each is not None}):
            if self._groups and each - self._groups[-1][1] <= BLUR:
                self._groups[-1] = self._groups[-1][0], each
            else:
                self._groups.append((each, each))
        self.is_one = len(self._groups) <= 1
        """Whether no clock was set, as far as known."""
        self.is_complete = None not in found
        """Whether the difference of each instant is known."""

    def ahead(self, ahead: timedelta | None) -> timedelta:
        """The difference that counts for an instant: one for all that are the same."""
        if ahead is None:
            return self._groups[0][1] if self._groups and self.is_one else timedelta()
        # The largest is that of the answer that travelled least.
        near = (most for least, most in self._groups if least - BLUR <= ahead <= most + BLUR)
        return next(near, ahead)

    def at(self, here: datetime, ahead: timedelta | None) -> datetime:
        """An instant of a clock here, on the line."""
        return here + self.ahead(ahead)
