"""What was meant by a line of words, before the slots of its day are read."""

from __future__ import annotations

from typing import NamedTuple

from app.desk.model.activities import Slot
from app.desk.quick_entry.values import SaidTime


class SlotWish(NamedTuple):
    """The slot that was meant."""

    said: SaidTime | None
    """None when no time was said."""
    is_counted: bool = True
    """Whether it was said how many seats."""
    slot: Slot | None = None
    """The one that was chosen elsewhere."""

    def fits(self, slot: Slot) -> bool:
        """Whether it is this slot."""
        if self.slot is not None:
            chosen = self.slot.availability_id, self.slot.slot_id
            return chosen == (slot.availability_id, slot.slot_id)
        return self.said is not None and slot.starts is not None and self.said.fits(slot.starts)
