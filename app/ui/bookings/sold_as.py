"""The choice of what a PNR was sold as: an activity, a boat, or whichever it is."""

from __future__ import annotations

from app.core.language import tr
from app.ui.kit.controls.segmented import SegmentChoice, Segmented

_EITHER, _ACTIVITY, _BOAT = "either", "activity", "boat"
_MODULES = {_EITHER: None, _ACTIVITY: False, _BOAT: True}


class SoldAs(Segmented):
    """Either, until a person says which."""

    def __init__(self) -> None:
        choices = (
            SegmentChoice(_EITHER, tr("Either")),
            SegmentChoice(_ACTIVITY, tr("Activity")),
            SegmentChoice(_BOAT, tr("Boat")),
        )
        super().__init__(choices, tr("Sold as"))

    @property
    def is_boat(self) -> bool | None:
        """Whether it is a boat's; None for either."""
        return _MODULES[self.current]
