"""Which start the page of another date chooses by itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import time, timedelta

import pytest

from app.desk.model import formats
from app.desk.model.activities import DaySlots, Slot
from app.ui.moving.move_words import nearest_start
from tests.support.desk.samples import NOW, SLOT, TODAY, moment
from tests.support.desk.voucher_samples import SALE

OLD = replace(SALE, window=formats.window(SLOT.starts, SLOT.ends, SLOT.window))
EARLIER = replace(SLOT, slot_id=32, starts=time(5), seats=9)
FULL = replace(SLOT, slot_id=33, seats=0, is_open=False)
NOT_STATED = replace(SLOT, slot_id=34, seats=None)


def day(*slots: Slot) -> DaySlots:
    return DaySlots(501, TODAY + timedelta(days=1), slots, "", (), moment(NOW))


@pytest.mark.parametrize(
    ("days", "found"),
    [
        ([], None),
        ([day(EARLIER, SLOT)], SLOT),
        ([day(FULL, EARLIER)], EARLIER),
        ([day(FULL, NOT_STATED), day(SLOT)], SLOT),
        # Nothing is chosen over a day of which it is not known yet.
        ([day(), None, day(SLOT)], None),
        ([day(SLOT), None], SLOT),
    ],
)
def test_the_next_start_that_is_like_the_old_one(days: list[DaySlots | None], found: Slot | None) -> None:
    assert nearest_start(days, OLD, 1) == found
