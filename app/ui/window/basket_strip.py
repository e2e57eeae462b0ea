"""The strip below the sheet: what the open basket holds and what the customer pays, and that others wait."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, tr, trn
from app.desk.basket.basket import customer_of, customer_pays, party_size
from app.desk.basket.overlaps import overlaps
from app.desk.basket.values import Basket
from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.desk.model.sale import Draft
from app.desk.sale.pricing import price
from app.desk.sale.sale_words import occasion
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.actions import OPEN_BASKET
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.key_cap import spoken
from app.ui.kit.basics.layouts import called, column, row
from app.ui.kit.basics.painting import draw_text, text_width
from app.ui.kit.basics.room import Lowered
from app.ui.kit.basics.text import Label, one_line
from app.ui.kit.controls.buttons import Button
from app.ui.theme import assets, style

HEIGHT, LOW = 52, 40
_ICON, _SIDE, _GAP = 18, 18, 12


def when_words(draft: Draft) -> str:
    """The day and the beginning of a trip: "22 Nov 07:15"."""
    shown = occasion(draft)
    day = formats.day_short(shown.day) if shown.day else ""
    return joined(" ", (day, formats.clock_time(shown.starts) if shown.starts else shown.window))


class BasketStrip(Lowered, QWidget):
    """Drawn only while a basket holds something, also one that was put aside."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("basket_strip")
        self._has_basket = self._is_of_one = False
        self._overlaps = ""
        set_spoken_role(self, QAccessible.Role.StatusBar)
        self._trips = StripTrips()
        self._note = Label(role="caption", ink="text2", right=True, wraps=True)
        self._pays = called("basket_pays", Label(role="heading", right=True))
        self.review = called("open_basket", Button(OPEN_BASKET))
        line = row((self._trips, 1), gap=12, margins=(0, 0, 8, 0))
        for part in (self._note, self._pays, self.review):
            line.addWidget(part)
        box = Box("surface", "line", radius=style.RADIUS)
        box.setLayout(line)
        self.setLayout(column(style.SHEET_INSET, box))
        self.keep_heights((HEIGHT + style.SHEET_INSET, LOW + style.SHEET_INSET))

    @override
    def follow_room(self) -> None:
        super().follow_room()
        self._note.setVisible(self._is_of_one and (self.room.is_wide or bool(self._overlaps)))
        self.setVisible(self._has_basket and not self.room.is_flat)

    def show_basket(self, basket: Basket | None, waiting: Sequence[Basket] = ()) -> None:
        """Show the open basket and how many others wait, or these alone; none at all hides the strip."""
        self._has_basket = basket is not None or bool(waiting)
        shown = waiting if basket is None else (basket,)
        # What several customers pay is nobody's sum.
        self._is_of_one = len(shown) == 1
        drafts = [item.draft for each in shown for item in each.items]
        is_overlapping = basket is not None and bool(overlaps(drafts))
        self._overlaps = tr("Trips overlap in time") if is_overlapping else ""
        self.follow_room()
        pays = customer_pays(drafts)
        self._pays.setText(formats.EN_DASH if pays is None else formats.amount(pays))
        self._pays.setVisible(self._is_of_one)
        told = ""
        if self._is_of_one and pays is not None:
            told = tr("customer pays {amount}", amount=formats.amount(pays))
        self._note.setText(
            tr("Customer pays\ntrips overlap in time")
            if self._overlaps
            else tr("Customer pays\nseats are not held")
        )
        self._note.set_ink("warning" if self._overlaps else "text2")
        waits = trn("{number} basket waits", "{number} baskets wait", len(waiting)) if waiting else ""
        if basket is None:
            # Whoever is served now may be another customer: no name and no trip is shown.
            self._trips.show_trips(waits, trn("{number} trip", "{number} trips", len(drafts)), ())
            heard = (waits, told)
        else:
            customer, people = customer_of(basket).name.strip(), formats.passengers(party_size(basket))
            named = trn("Basket, {number} trip", "Basket, {number} trips", len(drafts))
            who = joined(", ", (customer or tr("No customer yet"), people, waits))
            self._trips.show_trips(named, who, drafts)
            heard = (named, customer, told, self._overlaps, waits)
        self.setAccessibleName(joined(", ", (*heard, spoken(OPEN_BASKET.painted))))


class StripTrips(QWidget):
    """The basket's name and its trips beside each other, as many as there is room for."""

    def __init__(self) -> None:
        super().__init__()
        self._head: tuple[str, str] = ("", "")
        self._trips: list[tuple[str, str]] = []

    def show_trips(self, named: str, who: str, drafts: Sequence[Draft]) -> None:
        """Show these trips."""
        self._head = named, who
        self._trips = [_lines(each) for each in drafts]
        self.update()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        middle = self.height() // 2
        assets.paint_icon(
            painter, "shopping-basket", QPoint(_SIDE, middle - _ICON // 2), _ICON, colours.accent
        )
        left = self._paint_lines(painter, _SIDE + _ICON + _GAP, self._head)
        for number, trip in enumerate(self._trips):
            rest = len(self._trips) - number
            # What does not fit as a whole is counted, never cut.
            more = _width((f"+{rest - 1}", "")) + 2 * _GAP if rest > 1 else 0
            if left + _GAP + _width(trip) + more > self.width():
                self._paint_lines(painter, left, (f"+{rest}", ""))
                return
            painter.fillRect(QRect(left, middle - 17, 1, 34), colours.line)
            left = self._paint_lines(painter, left + _GAP, trip)

    def _paint_lines(self, painter: QPainter, left: int, lines: tuple[str, str]) -> int:
        """Paint two lines. Returns where they end, with the gap after them."""
        colours, width = style.tokens(), _width(lines)
        top = self.height() // 2 - (18 if lines[1] else 10)
        draw_text(painter, QRect(left, top, width, 20), lines[0], style.font("bodyStrong"), colours.text)
        beneath = QRect(left, top + 19, width, 16)
        draw_text(painter, beneath, lines[1], style.font("caption"), colours.text3)
        return left + width + _GAP


def _width(lines: tuple[str, str]) -> int:
    return (
        max(text_width(lines[0], style.font("bodyStrong")), text_width(lines[1], style.font("caption"))) + 2
    )


def _lines(draft: Draft) -> tuple[str, str]:
    """The title, and day, seats and price below it."""
    shown, cost = occasion(draft), price(draft)
    people = (formats.passengers if isinstance(draft, BoatDraft) else formats.seats)(draft.qty)
    paid = formats.EN_DASH if cost is None else formats.amount(cost.customer_pays)
    return one_line(shown.title), joined(", ", (when_words(draft), people, paid))
