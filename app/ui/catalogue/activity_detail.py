"""The details of one activity: fare and net, dates, inclusions, cancellation."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import joined, tr, trn
from app.desk.model import formats
from app.desk.model.activities import ActivityOffer, DateRange, Fact
from app.desk.model.service_words import shown_word
from app.ui.catalogue.activity_model import price_words
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import Thing, called, column, empty, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.painting import draw_dot, text_width
from app.ui.kit.basics.text import Label
from app.ui.theme import style
from app.ui.theme.style import Ink

HEIGHT = 40
LONGEST = timedelta(days=180)
SHORTEST = timedelta(days=28)
_BAR_TOP, _BAR_HEIGHT = 20, 8
_LABEL_SPACE = 5
_END_SPACE = 4


def closing_sentence(offer: ActivityOffer) -> str:
    """When booking closes by the activity's own rule; empty when the service states none."""
    if offer.cutoff_minutes is None:
        return ""
    return trn(
        "{number} minute before start, unless the slot sets its own cutoff.",
        "{number} minutes before start, unless the slot sets its own cutoff.",
        offer.cutoff_minutes,
    )


class ActivityDetail(QWidget):
    """The details beside the list."""

    def __init__(self) -> None:
        super().__init__()
        self._title = called("activity_title", Label(role="title", wraps=True))
        self._place = Label(ink="text2", wraps=True)
        self._summary = Label(ink="text2", wraps=True)
        self._prices = PriceCard()
        self._range_words = Label(role="caption", ink="text3", right=True, wraps=True)
        self._strip = AvailabilityStrip()
        self._included = Points(tr("Included"), "check", "success_mark")
        self._excluded = Points(tr("Not included"), "minus", "text3")
        self._cancellation = Label(ink="text2", wraps=True)
        self._closing = Label(ink="text2", wraps=True)
        self._description = Label(ink="text2", wraps=True)
        self._facts = Facts()
        self._blocks = self._build()

    def show_offer(self, offer: ActivityOffer, today: date, day: date) -> None:
        """Show an activity for `day`, without headings of missing data."""
        self._title.setText(offer.title)
        self._place.setText(offer.place)
        self._summary.setText(offer.summary)
        self._prices.show_offer(offer)
        self._range_words.setText(ranges_words(offer.date_ranges))
        self._strip.show_ranges(offer.date_ranges, today, day)
        self._included.show_points(offer.included)
        self._excluded.show_points(offer.excluded)
        self._cancellation.setText(offer.cancellation)
        self._closing.setText(closing_sentence(offer))
        self._description.setText(offer.description)
        self._facts.show_facts(offer.facts)
        said = (
            offer.place,
            offer.summary,
            offer.date_ranges,
            offer.included or offer.excluded,
            offer.cancellation,
            closing_sentence(offer),
            offer.description,
            offer.facts,
        )
        for block, content in zip(self._blocks, said, strict=True):
            block.setVisible(bool(content))

    def _build(self) -> tuple[QWidget, ...]:
        """Lay out the parts. Returns the blocks that may be empty."""
        dates = row(Label(tr("Available dates"), "bodyStrong"), gap=12)
        dates.addWidget(self._range_words, 1, Qt.AlignmentFlag.AlignVCenter)
        place = _block(4, row(Icon("map-pin", 14, "text2"), self._place, gap=6))
        summary = _block(8, self._summary)
        ranges = _block(16, dates, 6, self._strip)
        points = _block(8, row(self._included, self._excluded, gap=16, top=True))
        cancellation = _block(12, Label(tr("Cancellation"), "bodyStrong"), 4, self._cancellation)
        closing = _block(12, Label(tr("Booking closes"), "bodyStrong"), 4, self._closing)
        description = _block(12, Label(tr("Description"), "bodyStrong"), 4, self._description)
        facts = _block(12, Label(tr("As the service states it"), "bodyStrong"), 4, self._facts)
        blocks = (place, summary, ranges, points, cancellation, closing, description, facts)
        things: tuple[Thing, ...] = (place, summary, 14, self._prices, *blocks[2:])
        self.setLayout(column(self._title, *things, None, margins=(20, 18, 20, 16)))
        return blocks


class Facts(QWidget):
    """Names and values as sent; F8 hides those of the wallet side."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Fact, ...] | None = None
        self._lines = column(gap=2)
        self.setLayout(self._lines)

    def show_facts(self, facts: Iterable[Fact]) -> None:
        """Show these."""
        fresh = tuple(facts)
        if fresh == self._shown:
            return
        self._shown = fresh
        empty(self._lines)
        for fact in fresh:
            line = row((Label(fact.name, "caption", "text3"), 2), gap=12, top=True)
            line.addWidget(Label(fact.text, "caption", "text2", wraps=True), 3)
            self._lines.addLayout(column(NetSide(line)) if fact.is_net else line)


class Points(QWidget):
    """A short list under a heading, each point with the same mark."""

    def __init__(self, heading: str, icon: str, ink: Ink) -> None:
        super().__init__()
        self._icon = icon
        self._ink: Ink = ink
        self._points: tuple[str, ...] | None = None
        self._lines = column(gap=4)
        self.setLayout(column(Label(heading, "bodyStrong"), 4, self._lines))
        retained = self.sizePolicy()
        retained.setRetainSizeWhenHidden(True)
        retained.setHorizontalStretch(1)
        self.setSizePolicy(retained)

    def show_points(self, points: Iterable[str]) -> None:
        """Show these points; without any the heading is hidden too, and its column stays free."""
        fresh = tuple(points)
        if fresh == self._points:
            return
        self._points = fresh
        empty(self._lines)
        for point in fresh:
            line = row(Icon(self._icon, 14, self._ink, stroke=2, above=3), gap=8, top=True)
            line.addWidget(Label(point, wraps=True), 1)
            self._lines.addLayout(line)
        self.setVisible(bool(fresh))


def _block(*things: Thing) -> QWidget:
    return held(column(*things))


def price_note(offer: ActivityOffer) -> str:
    """The note about the range, and the GST percentage if stated."""
    parts = [tr("Range over all dates. The slot gives the exact fare.")] if offer.price_is_summary else []
    if offer.gst_percentage is not None:
        parts.append(tr("GST {rate}.", rate=formats.percentage(offer.gst_percentage)))
    return joined(" ", parts)


class PriceCard(Box):
    """Two cells and a note; F8 hides the right cell."""

    def __init__(self) -> None:
        super().__init__("surface", "line", radius=8)
        self._fare = Label(role="heading", wraps=True)
        self._reference = Label(role="caption", ink="text3", wraps=True)
        self._net = Label(role="heading", wraps=True)
        self._commission = Label(role="caption", ink="text3", wraps=True)
        self._note = Label(role="caption", ink="text3", wraps=True)
        eye = row(Label(tr("Net to you"), "caption", "text3"), Icon("eye", 12, "text3"), None, gap=6)
        net = held(column(eye, 2, self._net, 2, self._commission, margins=(12, 10, 12, 10)))
        self._net_side = NetSide(_beside(Hairline(down=True), net))
        self._note_side = Footer(self._note)
        caption = Label(tr("Fare per person"), "caption", "text3")
        fare = held(column(caption, 2, self._fare, 2, self._reference, margins=(12, 10, 12, 10)))
        sides = row((fare, 1), (self._net_side, 1), top=True)
        self.setLayout(column(sides, self._note_side, margins=(1, 1, 1, 1)))

    def show_offer(self, offer: ActivityOffer) -> None:
        """Show the prices of an activity."""
        self._fare.setText(price_words(offer.fare))
        reference = offer.reference_price
        self._reference.setText(
            "" if reference is None else tr("Reference price {amount}", amount=formats.amount(reference))
        )
        self._net.setText(price_words(offer.net))
        self._commission.setText(
            tr("Commission {commission}", commission=shown_word(str(offer.commission)))
            if offer.commission
            else ""
        )
        note = price_note(offer)
        self._note.setText(note)
        self._note_side.setVisible(bool(note))


def _beside(line: QWidget, cell: QWidget) -> QHBoxLayout:
    return row((line, 0), (cell, 1))


class Footer(QWidget):
    """The quiet line at the foot of a card, inside its round corners."""

    def __init__(self, note: QWidget) -> None:
        super().__init__()
        self.setLayout(column(Hairline(), FooterGround(note)))


class FooterGround(Box):
    """The sunken ground of a card's foot."""

    def __init__(self, note: QWidget) -> None:
        super().__init__("sunken", radius=7)
        self.setLayout(column(note, margins=(12, 7, 12, 7)))


def ranges_words(ranges: Iterable[DateRange]) -> str:
    """The ranges in words, with an en dash; a single day stands alone."""
    return joined(", ", map(_range_words, ranges))


def scale_end(ranges: Iterable[DateRange], first: date) -> date:
    """The last day of the scale: that of the last range, within half a year and at least four weeks."""
    last = max((each.last for each in ranges), default=first)
    return min(max(last, first + SHORTEST), first + LONGEST)


def month_starts(first: date, last: date) -> tuple[date, ...]:
    """The first days of the months that begin after `first` and by `last`."""
    starts: list[date] = []
    day = _next_month(first)
    while day <= last:
        starts.append(day)
        day = _next_month(day)
    return tuple(starts)


class AvailabilityStrip(QWidget):
    """Green on available days, with a dot on the requested day."""

    def __init__(self) -> None:
        super().__init__()
        self._ranges: tuple[DateRange, ...] = ()
        set_spoken_role(self, QAccessible.Role.Graphic)
        self._first = self._last = self._day = date.min
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_ranges(self, ranges: tuple[DateRange, ...], today: date, day: date) -> None:
        """Draw the ranges on a scale that starts today, with a dot on `day`."""
        self._ranges, self._first, self._day = ranges, min(today, day), day
        self._last = max(scale_end(ranges, self._first), day)
        self.setAccessibleName(
            tr("Available {ranges}", ranges=ranges_words(ranges)) if ranges else tr("No dates available")
        )
        is_in = any(each.first <= day <= each.last for each in ranges)
        asked = formats.day_short(day)
        self.setAccessibleDescription(
            tr("{day} is among them", day=asked) if is_in else tr("{day} is not among them", day=asked)
        )
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(384, HEIGHT)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        tokens = style.tokens()
        painter.setBrush(tokens.track)
        painter.drawRoundedRect(QRectF(0, _BAR_TOP, self.width(), _BAR_HEIGHT), 4, 4)
        painter.setBrush(tokens.success_mark)
        for each in self._ranges:
            self._paint_range(painter, each)
        self._paint_months(painter)
        self._paint_day(painter)

    def _paint_range(self, painter: QPainter, each: DateRange) -> None:
        if each.last < self._first or each.first > self._last:
            return
        left = self._x(max(each.first, self._first))
        right = self._x(min(each.last, self._last) + timedelta(days=1))
        painter.drawRoundedRect(QRectF(left, _BAR_TOP, max(right - left, 4), _BAR_HEIGHT), 4, 4)

    def _paint_months(self, painter: QPainter) -> None:
        tokens, font = style.tokens(), style.font("micro")
        painter.setFont(font)
        free_from = self._paint_month(painter, 0, formats.month_short(self._first))
        for start in month_starts(self._first, self._last):
            x = int(self._x(start)) + 0.5
            painter.setPen(QPen(tokens.line_strong, 1))
            painter.drawLine(QPointF(x, 14), QPointF(x, 32))
            name = formats.month_short(start)
            if x >= free_from and x + _LABEL_SPACE + text_width(name, font) + _END_SPACE <= self.width():
                free_from = self._paint_month(painter, int(x) + _LABEL_SPACE, name)

    def _paint_month(self, painter: QPainter, left: int, name: str) -> int:
        """Paint a month's name. Returns where the next one may begin."""
        width = text_width(name, style.font("micro"))
        painter.setPen(style.tokens().text3)
        painter.drawText(QRect(left, 0, width + 2, 15), int(Qt.AlignmentFlag.AlignVCenter), name)
        return left + width + _LABEL_SPACE

    def _paint_day(self, painter: QPainter) -> None:
        tokens = style.tokens()
        centre = QPointF(min(self._x(self._day) + 4, self.width() - 4), _BAR_TOP + _BAR_HEIGHT / 2)
        draw_dot(painter, centre, 12, tokens.surface)
        draw_dot(painter, centre, 8, tokens.accent)

    def _x(self, day: date) -> float:
        days = (self._last - self._first).days + 1
        return (day - self._first).days / days * self.width()


def _range_words(each: DateRange) -> str:
    if each.first == each.last:
        return formats.day_short(each.first)
    return joined(f" {formats.EN_DASH} ", (formats.day_short(each.first), formats.day_short(each.last)))


def _next_month(day: date) -> date:
    return (day.replace(day=1) + timedelta(days=32)).replace(day=1)
