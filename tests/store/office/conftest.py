"""Two desks of one office."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.shared_places import OfficeDesks


@pytest.fixture
def desks(quick_folder: Path) -> Iterator[OfficeDesks]:
    """The databases of two desks, and the one that they share."""
    desks = OfficeDesks(quick_folder)
    yield desks
    desks.close()
