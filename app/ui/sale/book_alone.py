"""The quiet button that books a trip without the open basket."""

from __future__ import annotations

from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.room import Roomy
from app.ui.kit.controls.buttons import Button


class BookAlone(Roomy, Button):
    """Shown beside "Put in basket" while a basket is open, where there is room for both."""

    def __init__(self) -> None:
        super().__init__(tr("Book this alone"), "quiet", size=28, fills=True)
        self.setObjectName("book_alone")
        self._is_offered = False
        self.hide()

    def offer(self, *, offered: bool) -> None:
        """Offer it, or (False) not."""
        self._is_offered = offered
        self.follow_room()

    @override
    def follow_room(self) -> None:
        self.setVisible(self._is_offered and not self.room.is_narrow)
