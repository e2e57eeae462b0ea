"""The whole program in tests sells to a service of another day, and nobody is asked about the clock."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from app.desk.desk import DeskOptions
from app.lifecycle import connection

ANY_CLOCK = timedelta.max
"""The service of the tests stands on another day, and nobody is asked whether to sell all the same."""


def sell_under_any_clock(patch: pytest.MonkeyPatch) -> None:
    """Let the desks that are opened from now on sell however far the clocks are apart."""
    patch.setattr(connection, "DeskOptions", partial(DeskOptions, most_apart=ANY_CLOCK))
