"""The details of one departure: times, seats, end of booking, required identity data, and rates."""

from __future__ import annotations

from datetime import date
from functools import partial

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.model import formats
from app.desk.model.boats import Departure, Identity
from app.desk.passengers.rules import youngest_sold
from app.desk.sale.sale_words import trip_closing_words
from app.ui.catalogue.departure_words import (
    FEW,
    FOREIGNERS,
    FROM_AGE,
    NO_FARES,
    needs_words,
)
from app.ui.catalogue.fare_counts import FareCounts
from app.ui.catalogue.trip_line import TripLine
from app.ui.kit.basics.badge import Badge, Dot
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.layouts import Thing, called, column, held, row
from app.ui.kit.basics.painting import draw_box, draw_text, faded
from app.ui.kit.basics.room import Moving
from app.ui.kit.basics.text import Label, Loud, Run
from app.ui.theme import assets, style

_ICON, _ICON_GAP, _SIDE = 13, 5, 7


def seat_runs(departure: Departure) -> tuple[Run, ...]:
    """The words for seats, such as "118 of 150, live"; a capacity is never shown as a count."""
    seats, capacity = departure.seats, departure.capacity
    if departure.is_live is False:
        known = capacity if capacity is not None else seats
        return (
            Run(
                tr("Seats are not counted")
                if known is None
                else tr("Capacity {known}, seats are not counted", known=known)
            ),
        )
    if seats is None:
        if capacity is None:
            return (Run(tr("Not stated")),)
        return (Run(tr("Not stated, capacity {capacity}", capacity=capacity)),)
    weight = style.HEAVY if seats < FEW else None
    return (Run(_counted_words(departure, seats), loud=Loud("bodyStrong", weight, most=1)),)


def gst_words(departure: Departure) -> str:
    """The heading of the fares."""
    stated = departure.gst_percentage
    if stated is None:
        return tr("Fare per person, GST not stated")
    return tr("Fare per person, GST {rate} extra", rate=formats.percentage(stated))


class DepartureDetail(QWidget):
    """The details beside the list."""

    def __init__(self) -> None:
        super().__init__()
        self.rates = FareCounts()
        self._title = called("departure_title", Label(role="title", wraps=True))
        self._boat = Label(ink="text2", wraps=True)
        self._trip = TripLine()
        self._dot = Dot()
        self._seats = called("departure_seats", Label(wraps=True))
        self._rule = Label(role="caption", ink="text3", wraps=True)
        self._until = called("departure_open_until", Label(role="bodyStrong", wraps=True))
        self._needs = IdentityNeeds()
        self._gst = Label(role="caption", ink="text3", right=True)
        self._from_age = called("from_age", Label(role="caption", ink="text2", wraps=True))
        self._no_fares = Label(tr(NO_FARES), ink="text2", wraps=True)
        self._closing = held(column(self._rule, self._until))
        seats = row(self._dot, (self._seats, 1), gap=6)
        facts = row(gap=12, margins=(0, 9, 0, 9))
        facts.addLayout(column(Label(tr("Seats"), "caption", "text3"), seats, None), 2)
        facts.addWidget(self._closing, 3)
        heading = row(Label(tr("Who travels"), "heading"), None, self._gst, gap=12)
        bring = Label(tr("Bring for every passenger"), "bodyStrong")
        foreigners = Label(tr(FOREIGNERS), "caption", "text2", wraps=True)
        needs = column(bring, self._needs, foreigners, gap=6)
        who = column(heading, 2, self._from_age, 6, Hairline(), self.rates, self._no_fares)
        self._no_fares.setContentsMargins(0, 8, 0, 0)
        top: tuple[Thing, ...] = (self._title, self._boat, 10, self._trip, 8)
        things = (*top, Hairline(), facts, Hairline(), 10, needs, 12, who, None)
        self.setLayout(column(*things, margins=(20, 18, 20, 16)))

    def show_departure(self, departure: Departure, today: date) -> None:
        """Show a departure; who was counted stays counted."""
        self._title.setText(departure.name)
        boat = departure.boat_name if departure.trip_name else ""
        self._boat.setText(joined(", ", (boat, formats.day_long(departure.day))))
        self._trip.show_departure(departure)
        is_live = departure.is_live is True and departure.counted_at is None
        is_counted = is_live and departure.seats is not None
        self._dot.show_tone("success" if is_counted else "hollow")
        self._seats.set_runs(*seat_runs(departure))
        rule, until = trip_closing_words(departure, today)
        self._rule.setText(rule)
        self._until.setText(until)
        self._closing.setVisible(bool(until))
        self._needs.show_identity(departure.identity)
        self._gst.setText(gst_words(departure))
        self._gst.setVisible(bool(departure.rates))
        self._no_fares.setVisible(not departure.rates)
        youngest = youngest_sold(departure.rates)
        self._from_age.setText("" if youngest is None else tr(FROM_AGE, age=youngest))
        self._from_age.setVisible(youngest is not None)
        self.rates.show_departure(departure)


class IdentityNeeds(QWidget):
    """What each passenger of a boat must bring: a badge each, or that nothing is asked for, or not known."""

    def __init__(self) -> None:
        super().__init__()
        self._asked = (
            IconBadge("id-card", tr("ID document")),
            IconBadge("hash", tr("ID number")),
            IconBadge("copy", tr("Copy of document")),
        )
        below = row(None, gap=6)
        # In a narrower pane the third one is below the others.
        last = Moving(self._asked[-1], lambda room: not room.is_wide, partial(below.insertWidget, 0))
        self._badges = held(column(row(*self._asked[:-1], last, None, gap=6), below, gap=6))
        self._asks_nothing = Label(role="caption", ink="text2", wraps=True)
        self.setLayout(column(self._badges, self._asks_nothing, gap=6))

    def show_identity(self, asked: Identity | None) -> None:
        """Show what is asked for; None when that is not known."""
        sentence = needs_words(asked)
        flags = (asked.needs_document, asked.needs_number, asked.needs_copy) if asked else (False,) * 3
        for badge, is_asked in zip(self._asked, flags, strict=True):
            badge.setVisible(is_asked)
        self._badges.setVisible(not sentence)
        self._asks_nothing.setText(sentence)
        self._asks_nothing.setVisible(bool(sentence))


class IconBadge(Badge):
    """A badge in outline with an icon before its words."""

    def __init__(self, icon: str, text: str) -> None:
        self._icon = icon
        super().__init__(text, "outline")

    @override
    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(_ICON + _ICON_GAP, 0)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, tokens = QPainter(self), style.tokens()
        clear = faded(tokens.surface, 0)
        draw_box(painter, self.rect(), fill=clear, line=tokens.line_strong, radius=4)
        corner = QPoint(_SIDE, (self.height() - _ICON) // 2)
        assets.paint_icon(painter, self._icon, corner, _ICON, tokens.text2)
        left = _SIDE + _ICON + _ICON_GAP
        area = QRect(left, 0, self.width() - left, self.height())
        draw_text(painter, area, self.text(), style.font("captionStrong"), tokens.text2)


def _counted_words(departure: Departure, seats: int) -> str:
    capacity, counted_at = departure.capacity, departure.counted_at
    if counted_at is not None:
        known = (
            str(seats) if capacity is None else tr("{seats} of {capacity}", seats=seats, capacity=capacity)
        )
        return tr("{seats} at {time}", seats=known, time=formats.since(counted_at))
    if capacity is None:
        return (
            tr("{seats}, live", seats=seats)
            if departure.is_live
            else tr("{seats}, not known if live", seats=seats)
        )
    if departure.is_live:
        return tr("{seats} of {capacity}, live", seats=seats, capacity=capacity)
    return tr("{seats} of {capacity}, not known if live", seats=seats, capacity=capacity)
