"""Journeys sell to services of another day."""

from __future__ import annotations

import pytest

from tests.support.any_clock import sell_under_any_clock


@pytest.fixture(autouse=True)
def any_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    sell_under_any_clock(monkeypatch)
