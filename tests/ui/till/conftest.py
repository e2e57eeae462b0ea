"""A clerk at a counter that keeps a till."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.support.ui.selling import Clerk, selling
from tests.support.ui.taking_payment import TILL


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    async with selling(tmp_path, others=("print_choice", "file_choice")) as opened:
        opened.counter.desk.rules.till = TILL
        opened.routing.obey_rules()
        yield opened
