"""The offer of what was typed for the last customer, whose sale was not made."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Signal

from app.core.language import joined, tr, trn
from app.desk.basket.basket import customer_in
from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.desk.model.sale import Draft
from app.desk.sale.kept_drafts import named
from app.desk.sale.sale_words import occasion
from app.ui.kit.basics.layouts import called
from app.ui.kit.basics.native_style import Menu
from app.ui.kit.basics.text import one_line, set_tip
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.shortcuts import Act
from app.ui.sale import actions


def has_customer(draft: Draft) -> bool:
    """Whether anything of a customer was typed."""
    return bool(draft.customer_name or draft.customer_phone or draft.customer_email)


def has_input(draft: Draft, filled: Draft | None = None) -> bool:
    """Whether a customer, passenger or note was typed, beside what the program `filled` in."""
    is_as_filled = filled is not None and _typed(draft) == _typed(filled)
    return not is_as_filled and (has_customer(draft) or bool(named(draft)) or any(draft.notes))


def can_take(draft: Draft, last: Draft) -> bool:
    """Whether a form with this draft may take something over from what was typed for the last customer."""
    is_boat = isinstance(draft, BoatDraft)
    if has_customer(last) or (is_boat and named(last)):
        # An activity takes over the customer alone.
        return is_boat or customer_in(last) != customer_in(draft)
    # With a note alone, the customer of an open basket would be emptied.
    return any(last.notes) and not has_customer(draft)


def _typed(draft: Draft) -> tuple[object, ...]:
    return (*customer_in(draft), named(draft), draft.notes)


class LastCustomer(Button):
    """Hidden without an offer. Names are in tooltip and menu only: the next customer may look on."""

    taken = Signal(object)
    """Emitted with the `Draft` to take over."""

    def __init__(self, *, keeps_room: bool = False) -> None:
        """`keeps_room`: what stands below does not move when the offer goes."""
        super().__init__(actions.LAST_CUSTOMER, "quiet", size=28)
        self._keeps_room = keeps_room
        self.setObjectName("last_customer")
        self._last: tuple[Draft, ...] = ()
        self._put_away: Act | None = None
        self._filled: Draft | None = None
        self._menu = called("last_customers", Menu(self))
        self.clicked.connect(self.take)
        self.hide()

    def offer(self, last: tuple[Draft, ...], put_away: Act, filled: Draft | None = None) -> None:
        """Offer drafts, the most recent first; `put_away` forgets them.

        The program `filled` the form in: only what differs from that is typed.
        """
        self._last, self._put_away, self._filled = last, put_away, filled
        if last:
            room = self.sizePolicy()
            room.setRetainSizeWhenHidden(self._keeps_room)
            self.setSizePolicy(room)
        set_tip(self, "\n".join(map(_told, last)))
        self.setVisible(bool(last))

    def stand_back(self, draft: Draft) -> None:
        """Offer nothing while the draft has something else that was typed."""
        self.setVisible(bool(self._last) and not has_input(draft, self._filled))

    def take(self) -> None:
        """Take the offer, if there is one; of several, the one that is chosen."""
        if self.isHidden() or not self._last:
            return
        if len(self._last) == 1:
            self.taken.emit(self._last[0])
            return
        self._menu.clear()
        for each in self._last:
            # An ampersand in a name must not become a shortcut.
            self._menu.addAction(one_line(_told(each)).replace("&", "&&"), partial(self.taken.emit, each))
        self._menu.addSeparator()
        self._menu.addAction(tr(actions.PUT_LAST_AWAY.words), self.drop)
        self._menu.popup(self.mapToGlobal(QPoint(0, self.height() + 4)))
        self._menu.setActiveAction(self._menu.actions()[0])

    def drop(self) -> None:
        """Put away all that is offered."""
        if self._put_away is not None and self._last and not self.isHidden():
            self.offer((), self._put_away, self._filled)
            self._put_away()


def _told(draft: Draft) -> str:
    people = named(draft)
    copies = sum(each.document is not None for each in people)
    first = people[0].traveler_name if people else ""
    who = draft.customer_name or draft.customer_phone or draft.customer_email or first
    return joined(
        ", ",
        (
            who,
            occasion(draft).title,
            formats.passengers(len(people)) if people else "",
            trn("{number} copy", "{number} copies", copies) if copies else "",
            str(draft.notes),
        ),
    )
