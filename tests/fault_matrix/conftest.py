"""What every row of the fault matrix stands on."""

from __future__ import annotations

import pytest

from tests.store.conftest import quick_folder

__all__ = ["quick_folder"]


@pytest.fixture(autouse=True)
def _row(request: pytest.FixtureRequest) -> str:
    """The row that a test proves, which names it."""
    return getattr(request, "param", "")
