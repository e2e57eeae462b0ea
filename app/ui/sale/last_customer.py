"""The offer of what was typed for the last customer, whose sale was not made."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.language import joined
from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.desk.model.sale import Draft
from app.ui.kit.basics.text import set_tip
from app.ui.kit.controls.buttons import Button
from app.ui.sale import actions


def has_input(draft: Draft) -> bool:
    """Whether anything of a customer or passenger was typed."""
    people = draft.passengers if isinstance(draft, BoatDraft) else ()
    customer = (draft.customer_name, draft.customer_phone, draft.customer_email)
    return any(customer) or not all(each.is_untouched for each in people)


class LastCustomer(Button):
    """Hidden without an offer. The name is in the tooltip: the next customer may look at the screen."""

    taken = Signal(object)
    """Emitted with the `Draft` to take over."""

    def __init__(self, *, keeps_room: bool = False, parent: QWidget | None = None) -> None:
        """`keeps_room`: what stands below does not move when the offer goes."""
        super().__init__(actions.LAST_CUSTOMER, "quiet", size=28, parent=parent)
        self._keeps_room = keeps_room
        self.setObjectName("last_customer")
        self._last: Draft | None = None
        self.clicked.connect(self.take)
        self.hide()

    def offer(self, last: Draft) -> None:
        """Offer a draft."""
        self._last = last
        room = self.sizePolicy()
        room.setRetainSizeWhenHidden(self._keeps_room)
        self.setSizePolicy(room)
        typed = (
            [each for each in last.passengers if not each.is_untouched] if isinstance(last, BoatDraft) else []
        )
        who = formats.passengers(len(typed)) if typed else ""
        set_tip(self, joined(", ", (last.customer_name or last.customer_phone or last.customer_email, who)))
        self.show()

    def stand_back(self, *, while_typing: bool) -> None:
        """Offer nothing while something else is typed."""
        self.setVisible(self._last is not None and not while_typing)

    def take(self) -> None:
        """Take the offer, if there is one."""
        if self._last is not None and not self.isHidden():
            self.taken.emit(self._last)
