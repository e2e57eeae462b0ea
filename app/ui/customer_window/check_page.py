"""The page on which the customer checks what is being sold: trips, names and ages, total, phone."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor

from app.core.frozen import frozen
from app.desk.model import formats
from app.desk.model.shown import Shown, ShownPerson, ShownTrip
from app.ui.customer_window.canvas import HEAVY, MEDIUM, Canvas, face, line_of
from app.ui.customer_window.measures import Measures
from app.ui.customer_window.words import HEADINGS, NAME, PHONE, TRAVELLERS, YOU_PAY
from app.ui.kit.basics.painting import RIGHT, text_width

_HEADING, _GAP, _SIDE = 60, 40, 32
_AMOUNT, _ROW, _TRIP = 108, 98, 164
_ONE_COLUMN = 6
"""The most names in one column."""
_SHARE, _NARROW_SHARE = 0.6, 0.4
"""Of the width, for the trips; and beside two columns of names."""


@frozen
class CheckPlan:
    """What stands on each page, and where."""

    trips: QRect
    people: QRect
    foot: QRect
    """The line with total and phone."""
    trips_at_once: int
    rows: int
    """The names in one column."""
    columns: int

    @property
    def people_at_once(self) -> int:
        """The names on one page."""
        return self.rows * self.columns

    def pages(self, shown: Shown) -> int:
        """The number of pages; at least 1."""
        trips, people = len(shown.trips), len(shown.people)
        return max(ceil(trips / self.trips_at_once), ceil(people / self.people_at_once), 1)


def plan(shown: Shown, body: QRect, sizes: Measures) -> CheckPlan:
    """What stands where in the room between the heading and the foot of the window."""
    columns = 2 if len(shown.people) > _ONE_COLUMN else 1
    gap = sizes.of(_GAP)
    width = round((body.width() - gap) * (_SHARE if columns == 1 else _NARROW_SHARE))
    foot = line_of(sizes.text) + line_of(sizes.caption, "\u0900")
    top, bottom = body.top() + sizes.of(_HEADING) * 2, body.bottom() - foot - sizes.of(16)
    trips = QRect(body.left(), top, width, bottom - top)
    people = QRect(trips.right() + 1 + gap, top, body.width() - width - gap, bottom - top)
    rows = (people.height() - _people_heading(sizes)) // line_of(sizes.text, "\u0900")
    return CheckPlan(
        trips=trips,
        people=people,
        foot=QRect(body.left(), body.bottom() + 1 - foot, body.width(), foot),
        trips_at_once=max(trips.height() // _least_trip(sizes), 1),
        rows=max(min(rows, _ONE_COLUMN), 1),
        columns=columns,
    )


def paint_check(canvas: Canvas, shown: Shown, body: QRect, page: int, *, with_price: bool) -> None:
    """Paint one of the pages, counted from 0."""
    sizes, speech, planned = canvas.sizes, canvas.speech, plan(shown, body, canvas.sizes)
    heading, pages = HEADINGS[shown.page], planned.pages(shown)
    line = QRect(body.left(), body.top(), body.width(), line_of(sizes.of(_HEADING), "\u0900"))
    if pages > 1:
        number = f"{page + 1} / {pages}"
        canvas.text(line, number, face(sizes.caption), ink=canvas.colours.text2, align=RIGHT)
        line.setRight(line.right() - text_width(number, face(sizes.caption)) - sizes.of(_GAP))
    words = (speech.said(heading), speech.repeated(heading))
    canvas.two(line, words, max(sizes.of(_HEADING), sizes.text), HEAVY)
    _paint_trips(canvas, planned, _part(shown.trips, page, planned.trips_at_once), with_price=with_price)
    if shown.people:
        _paint_people(canvas, planned, shown, page)
    _paint_foot(canvas, planned, shown, with_price=with_price)


def _part(things: Sequence[ShownTrip], page: int, count: int) -> Sequence[ShownTrip]:
    """The part for a page; the last one stays where there are more pages of names."""
    last = max(ceil(len(things) / count) - 1, 0)
    at = min(page, last) * count
    return things[at : at + count]


def _least_trip(sizes: Measures) -> int:
    return line_of(sizes.text, "\u0900") + line_of(sizes.caption, "\u0900") + sizes.of(12)


def _people_heading(sizes: Measures) -> int:
    return line_of(sizes.text, "\u0900") + sizes.of(24)


def _paint_trips(canvas: Canvas, planned: CheckPlan, trips: Sequence[ShownTrip], *, with_price: bool) -> None:
    if not trips:
        return
    sizes, place = canvas.sizes, planned.trips
    side, room = sizes.of(_SIDE), place.height() // len(trips)
    least = _least_trip(sizes)
    prices = [formats.amount(each.price) if with_price and each.price is not None else "" for each in trips]
    width = place.width() - 2 * side
    fits = all(_fits(canvas, *pair, width) for pair in zip(trips, prices, strict=True))
    lower = line_of(sizes.text, "\u0900")
    is_tall = not fits and least + lower <= room
    height = min(max(sizes.of(_TRIP), least + lower if is_tall else least), room)
    card = QRect(place.left(), place.top(), place.width(), height * len(trips))
    canvas.card(card)
    for at, (trip, price) in enumerate(zip(trips, prices, strict=True)):
        if at:
            canvas.rule(card.left(), card.top() + at * height, card.width())
        row = QRect(card.left() + side, card.top() + at * height, width, height)
        _paint_trip(canvas, row, trip, price, is_tall=is_tall)


def _fits(canvas: Canvas, trip: ShownTrip, price: str, width: int) -> bool:
    """Whether price and people stand beside trip and time."""
    sizes, gap = canvas.sizes, canvas.sizes.of(_GAP)
    small = face(sizes.caption)
    upper = text_width(trip.title, face(sizes.text, HEAVY)) + text_width(price, face(sizes.text, MEDIUM))
    people, when = canvas.speech.people(trip.count), canvas.speech.when(trip)
    return max(upper, text_width(when, small) + text_width(people, small)) + gap <= width


def _paint_trip(canvas: Canvas, row: QRect, trip: ShownTrip, price: str, *, is_tall: bool) -> None:
    """Paint trip, time, people and price; the last two in a line of their own when that is asked for."""
    sizes, quiet, gap = canvas.sizes, canvas.colours.text2, canvas.sizes.of(_GAP)
    strong, plain, small = face(sizes.text, HEAVY), face(sizes.text, MEDIUM), face(sizes.caption)
    people, when = canvas.speech.people(trip.count), canvas.speech.when(trip)
    upper, lower = line_of(sizes.text, trip.title), line_of(sizes.caption, when, people)
    last = line_of(sizes.text, people) if is_tall else 0
    first = QRect(row.left(), row.top() + (row.height() - upper - lower - last) // 2, row.width(), upper)
    second = QRect(row.left(), first.bottom() + 1, row.width(), lower)
    if is_tall:
        third = QRect(row.left(), second.bottom() + 1, row.width(), last)
        canvas.text(third, people, small, ink=quiet)
        canvas.text(third, price, plain, align=RIGHT)
        canvas.text(first, trip.title, strong)
        canvas.text(second, when, small, ink=quiet)
        return
    canvas.text(first, price, plain, align=RIGHT)
    canvas.text(second, people, small, ink=quiet, align=RIGHT)
    canvas.text(first.adjusted(0, 0, -text_width(price, plain) - gap, 0), trip.title, strong)
    canvas.text(second.adjusted(0, 0, -text_width(people, small) - gap, 0), when, small, ink=quiet)


def _paint_people(canvas: Canvas, planned: CheckPlan, shown: Shown, page: int) -> None:
    sizes, place, speech = canvas.sizes, planned.people, canvas.speech
    at_once = planned.people_at_once
    last = ceil(len(shown.people) / at_once) - 1
    first = min(page, last) * at_once
    part = shown.people[first : first + at_once]
    lines = min(len(part), planned.rows) if last == 0 else planned.rows
    head = _people_heading(sizes)
    height = min(sizes.of(_ROW), (place.height() - head) // lines)
    card = QRect(place.left(), place.top(), place.width(), head + height * lines)
    canvas.card(card)
    side = sizes.of(_SIDE)
    name = TRAVELLERS if any(each.age for each in shown.people) else NAME
    title = QRect(card.left() + side, card.top(), card.width() - 2 * side, head)
    canvas.two(title, (speech.said(name), speech.repeated(name)), sizes.text, MEDIUM)
    width = card.width() // planned.columns
    for line in range(lines):
        canvas.rule(card.left(), card.top() + head + line * height, card.width())
    if planned.columns > 1:
        canvas.painter.fillRect(
            card.left() + width, card.top() + head, sizes.of(2), lines * height, canvas.colours.line
        )
    for at, person in enumerate(part):
        column, line = divmod(at, planned.rows)
        left, top = card.left() + column * width, card.top() + head + line * height
        inner = QRect(left, top, width, height)
        is_inner = planned.columns > 1
        near = side * 2 // 3 if is_inner else side
        inner.adjust(near if column else side, 0, -side if column or not is_inner else -near, 0)
        _paint_person(canvas, inner, first + at + 1, person)


def _paint_person(canvas: Canvas, row: QRect, number: int, person: ShownPerson) -> None:
    sizes, quiet = canvas.sizes, canvas.colours.text2
    small, place, gap = face(sizes.caption), f"{number}", sizes.of(16)
    wide = max(text_width(place, small), sizes.of(32)) + gap
    canvas.text(row, place, small, ink=quiet)
    canvas.text(row, person.age, small, ink=quiet, align=RIGHT)
    name = row.adjusted(wide, 0, -text_width(person.age, small) - gap if person.age else 0, 0)
    canvas.text(name, person.name, face(sizes.text, MEDIUM))


def _paint_foot(canvas: Canvas, planned: CheckPlan, shown: Shown, *, with_price: bool) -> None:
    sizes, speech, place, quiet = canvas.sizes, canvas.speech, planned.foot, canvas.colours.text2
    phone = speech.said(PHONE.filled(digits=shown.phone_end)) if shown.phone_end else ""
    small = face(sizes.caption)
    below = QRect(place.left(), place.bottom() + 1 - line_of(sizes.caption, phone), place.width(), 0)
    below.setBottom(place.bottom())
    canvas.text(below, phone, small, ink=quiet, align=RIGHT)
    if shown.total is None or not with_price:
        return
    words = YOU_PAY.filled(currency=shown.currency)
    room = place.width() - text_width(phone, small) - sizes.of(_GAP)
    wide = paint_two_lines(canvas, place, (speech.said(words), speech.repeated(words)), quiet)
    right = max(planned.trips.right(), place.left() + wide + sizes.of(_GAP))
    amount = QRect(place.left() + wide + sizes.of(_GAP), place.top(), right - wide - place.left(), 0)
    amount.setBottom(place.bottom())
    amount.setRight(min(max(amount.right(), planned.trips.right()), place.left() + room))
    canvas.amount(amount, shown.total, max(sizes.of(_AMOUNT), sizes.text), align=RIGHT)


def paint_two_lines(canvas: Canvas, place: QRect, words: tuple[str, str], quiet: QColor) -> int:
    """Paint a text, and its repetition below it, at the foot of a place. Returns the width."""
    first, second = words
    sizes = canvas.sizes
    large, small = face(sizes.text, MEDIUM), face(sizes.caption)
    lower = line_of(sizes.caption, second) if second else 0
    upper = line_of(sizes.text, first)
    top = place.bottom() + 1 - lower - upper
    canvas.text(QRect(place.left(), top, place.width(), upper), first, large)
    canvas.text(QRect(place.left(), top + upper, place.width(), lower), second, small, ink=quiet)
    return max(text_width(first, large), text_width(second, small) if second else 0)
