"""The other pages of the customer window: welcome, payment, thanks, and the foot below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QImage

from app.desk.model.office_rules import Branding
from app.desk.model.shown import Shown, ShownPage, ShownTrip
from app.ui.customer_window.canvas import HEAVY, MEDIUM, Canvas, code_side, face, fitted, line_of
from app.ui.customer_window.check_page import paint_two_lines
from app.ui.customer_window.measures import Measures
from app.ui.customer_window.words import (
    HEADINGS,
    PAY_BY_UPI,
    PHOTO,
    YOU_GAVE,
    YOU_PAY,
    YOUR_CHANGE,
    Speech,
    payee,
)
from app.ui.kit.basics.painting import CENTRE, LEFT, RIGHT, text_width
from app.ui.theme import assets, style

_HEADING, _NAME, _AMOUNT = 60, 96, 128
_MARK, _SMALL_MARK, _LOGO = 112, 52, 160
_GAP, _PNR, _BETWEEN = 40, 56, 12
_CODE_SHARE = 0.52
"""The most of the width that the code for UPI takes."""
_AT_ONCE = 3
_ABOVE, _BELOW = 32, 8
"""Of the margins, what the codes take."""


def paint_welcome(canvas: Canvas, body: QRect, branding: Branding, logo: QImage) -> None:
    """Paint the neutral page."""
    sizes, speech = canvas.sizes, canvas.speech
    words = HEADINGS[ShownPage.WELCOME]
    first, second = speech.said(words), speech.repeated(words)
    name, greeting = sizes.of(_NAME), max(sizes.of(_HEADING), sizes.text)
    heights = (
        sizes.of(_LOGO),
        sizes.of(_GAP),
        line_of(name, branding.agency) if branding.agency else 0,
        sizes.of(_GAP),
        line_of(greeting, first),
        line_of(greeting, second) if second else 0,
    )
    top = body.top() + max(body.height() - sum(heights), 0) // 2
    places = [
        QRect(body.left(), top + sum(heights[:at]), body.width(), each) for at, each in enumerate(heights)
    ]
    _paint_mark(canvas, places[0], logo)
    canvas.text(places[2], branding.agency, face(name, HEAVY), align=CENTRE)
    canvas.text(places[4], first, face(greeting), align=CENTRE)
    canvas.text(places[5], second, face(greeting), ink=canvas.colours.text2, align=CENTRE)


def foot_height(sizes: Measures, branding: Branding) -> int:
    """The height of the foot with its line; 0 when the agency has not said who it is."""
    is_named = bool(branding.agency or branding.address or branding.phone)
    return line_of(sizes.caption, "\u0900") + sizes.of(28) if is_named else 0


def paint_foot(canvas: Canvas, place: QRect, branding: Branding, *, is_welcome: bool) -> None:
    """Paint the agency with its address and phone; on the neutral page its name stands above."""
    sizes, quiet = canvas.sizes, canvas.colours.text2
    where = (branding.address.replace("\n", ", "), branding.phone)
    if is_welcome and not any(where):
        return
    canvas.rule(place.left(), place.top(), place.width())
    line, small = place.adjusted(0, sizes.of(28), 0, 0), face(sizes.caption)
    if is_welcome:
        canvas.apart(line, where, small, ink=quiet, align=CENTRE)
        return
    mark = sizes.of(_SMALL_MARK)
    glyph = QPoint(line.left(), line.top() + (line.height() - mark) // 2)
    assets.paint_icon(canvas.painter, "app-mark", glyph, mark, canvas.colours.accent_fill)
    strong = face(sizes.caption, HEAVY)
    name = line.adjusted(mark + sizes.of(24), 0, 0, 0)
    canvas.text(name, branding.agency, strong)
    taken = mark + sizes.of(24) + text_width(branding.agency, strong) + sizes.of(_GAP)
    canvas.apart(line.adjusted(taken, 0, 0, 0), where, small, ink=quiet, align=RIGHT)


def paint_pay(canvas: Canvas, shown: Shown, body: QRect, agency: str, *, with_code: bool) -> None:
    """Paint what the customer pays, with the code for UPI, or with what was given and the change."""
    sizes = canvas.sizes
    if not (shown.upi and with_code):
        _paint_sums(canvas, shown, body)
        return
    side = max(round(0.36 * body.width()), code_side(shown.upi, sizes.code))
    side = min(side, body.height(), round(_CODE_SHARE * body.width()))
    card = QRect(body.right() + 1 - side, body.center().y() - side // 2, side, side)
    canvas.card(card, is_paper=True)
    inset = _edge(sizes)
    canvas.code(card.adjusted(inset, inset, -inset, -inset), shown.upi)
    _paint_payee(canvas, shown, body.adjusted(0, 0, -side - sizes.of(80), 0), agency)


def _paint_payee(canvas: Canvas, shown: Shown, place: QRect, agency: str) -> None:
    sizes, speech, quiet = canvas.sizes, canvas.speech, canvas.colours.text2
    heading = max(sizes.of(_HEADING), sizes.text)
    address, note = payee(shown.upi)
    texts = (
        (speech.said(PAY_BY_UPI), face(heading, HEAVY), None, 0),
        (speech.repeated(PAY_BY_UPI), face(heading), quiet, 0),
        ("", face(max(sizes.of(_AMOUNT), sizes.text), HEAVY), None, sizes.of(48)),
        (agency, face(sizes.text), None, sizes.of(48)),
        (address, face(sizes.caption), quiet, 0),
        (note, face(sizes.caption, identity=True), quiet, 0),
    )
    is_there = (True, bool(texts[1][0]), True, bool(agency), bool(address), bool(note))
    heights = [
        line_of(font.pixelSize(), text) + gap if shows else 0
        for (text, font, _, gap), shows in zip(texts, is_there, strict=True)
    ]
    top = place.top() + max(place.height() - sum(heights), 0) // 2
    for (text, font, ink, gap), height in zip(texts, heights, strict=True):
        line = QRect(place.left(), top + gap, place.width(), height - gap)
        if text and height:
            canvas.text(line, text, font, ink=ink)
        elif height:
            _paint_total(canvas, shown, line, font.pixelSize())
        top += height


def _paint_total(canvas: Canvas, shown: Shown, line: QRect, pixels: int) -> None:
    if shown.total is None:
        return
    sizes = canvas.sizes
    unit = face(sizes.text, MEDIUM)
    base = line.top() + style.baseline(face(pixels, HEAVY), line.height())
    height = line_of(sizes.text)
    below = QRect(line.left(), base - style.baseline(unit, height), line.width(), height)
    canvas.text(below, shown.currency, unit, ink=canvas.colours.text2)
    wide = text_width(shown.currency, unit) + sizes.of(20)
    canvas.amount(line.adjusted(wide, 0, 0, 0), shown.total, pixels)


def _paint_sums(canvas: Canvas, shown: Shown, body: QRect) -> None:
    """Paint "You pay", and once cash was given "You gave" and "Your change"."""
    sizes, speech = canvas.sizes, canvas.speech
    if shown.total is None:
        return
    sums = [(YOU_PAY.filled(currency=shown.currency), shown.total)]
    if shown.change is not None:
        sums += [(YOU_GAVE, shown.total + shown.change), (YOUR_CHANGE, shown.change)]
    height = min(sizes.of(220), body.height() // len(sums))
    top = body.top() + (body.height() - height * len(sums)) // 2
    for at, (words, value) in enumerate(sums):
        row = QRect(body.left(), top + at * height, body.width(), height)
        if at:
            canvas.rule(row.left(), row.top(), row.width())
        said = (speech.said(words), speech.repeated(words))
        inner = row.adjusted(0, sizes.of(30), 0, -sizes.of(30))
        wide = paint_two_lines(canvas, inner, said, canvas.colours.text2)
        is_last = at == len(sums) - 1
        pixels = sizes.of(_AMOUNT if is_last else _NAME)
        amount = inner.adjusted(wide + sizes.of(_GAP), 0, 0, 0)
        canvas.amount(amount, value, max(pixels, sizes.text), align=RIGHT)


def thanks_at_once(shown: Shown, body: QRect, sizes: Measures, speech: Speech) -> int:
    """How many bookings stand beside each other: up to three while each code is wide enough, else one."""
    count = min(len(shown.pnrs), _AT_ONCE)
    room = _thanks_room(body, sizes)
    gaps = (count - 1) * sizes.of(_BETWEEN)
    width = (room.width() - gaps) // count - 2 * _edge(sizes) if count else 0
    height = room.height() - _caption_height(sizes, shown, speech)
    fits = all(code_side(pnr, sizes.code) <= min(width, height) for pnr in shown.pnrs)
    return count if fits and count > 1 else 1


def thanks_pages(shown: Shown, body: QRect, sizes: Measures, speech: Speech) -> int:
    """The number of pages; at least 1."""
    return max(ceil(len(shown.pnrs) / thanks_at_once(shown, body, sizes, speech)), 1)


def paint_thanks(canvas: Canvas, shown: Shown, body: QRect, page: int) -> None:
    """Paint the PNRs with their codes, to be photographed; one of the pages, counted from 0."""
    sizes, speech = canvas.sizes, canvas.speech
    heading = max(sizes.of(_HEADING), sizes.text)
    words = HEADINGS[ShownPage.THANKS]
    top = body.top() - sizes.of(_ABOVE)
    line = QRect(body.left(), top, body.width(), line_of(heading, "\u0900"))
    canvas.two(line, (speech.said(words), speech.repeated(words)), heading, HEAVY)
    below = QRect(body.left(), line.bottom() + 1, body.width(), line_of(sizes.caption, "\u0900"))
    canvas.apart(
        below, (speech.said(PHOTO), speech.repeated(PHOTO)), face(sizes.caption), ink=canvas.colours.text2
    )
    at_once, room = thanks_at_once(shown, body, sizes, speech), _thanks_room(body, sizes)
    gap = sizes.of(_BETWEEN)
    pairs = tuple(zip(shown.pnrs, shown.trips, strict=False))
    part: Sequence[tuple[str, ShownTrip]] = pairs[page * at_once : (page + 1) * at_once]
    width = (room.width() - (at_once - 1) * gap) // at_once
    for at, (pnr, trip) in enumerate(part):
        card = QRect(room.left() + at * (width + gap), room.top(), width, room.height())
        canvas.card(card, is_paper=True)
        if at_once == 1:
            _paint_alone(canvas, card, pnr, trip)
        else:
            _paint_beside(canvas, card, pnr, trip, _caption_height(sizes, shown, speech))


def _paint_alone(canvas: Canvas, card: QRect, pnr: str, trip: ShownTrip) -> None:
    """One booking: the code at the left, the words beside it."""
    sizes = canvas.sizes
    side = min(card.height(), card.width() // 2)
    inset = _edge(sizes)
    canvas.code(QRect(card.left() + sizes.of(_GAP), card.top() + inset, side, side - 2 * inset), pnr)
    words = card.adjusted(side + 2 * sizes.of(_GAP), 0, -sizes.of(_GAP), 0)
    pixels = (sizes.of(_NAME), sizes.of(_HEADING), sizes.of(_GAP))
    top = words.top() + (words.height() - sum(map(line_of, pixels))) // 2
    _paint_words(canvas, words.adjusted(0, top - words.top(), 0, 0), pnr, trip, pixels)


def _paint_beside(canvas: Canvas, card: QRect, pnr: str, trip: ShownTrip, height: int) -> None:
    sizes, inset = canvas.sizes, _edge(canvas.sizes)
    code = QRect(card.left() + inset, card.top() + inset, card.width() - 2 * inset, card.height() - height)
    canvas.code(code, pnr)
    side, pnr_line = sizes.of(24), line_of(max(sizes.of(_PNR), sizes.text))
    # The white above the letters lies on that of the code.
    top = code.bottom() + 1 - (pnr_line - max(sizes.of(_PNR), sizes.text)) // 2 - inset
    words = QRect(card.left() + side, top, card.width() - 2 * side, height)
    _paint_words(canvas, words, pnr, trip, (sizes.of(_PNR), sizes.text, sizes.caption), align=CENTRE)


def _paint_words(
    canvas: Canvas,
    place: QRect,
    pnr: str,
    trip: ShownTrip,
    pixels: tuple[int, int, int],
    *,
    align: Qt.AlignmentFlag = LEFT,
) -> None:
    """PNR, trip and day below each other on paper, in letters of these sizes or what must be read."""
    sizes, paper = canvas.sizes, style.ON_PAPER
    first, second, third = pixels
    lines = (
        (pnr, face(max(first, sizes.text), HEAVY, identity=True), paper["ink"]),
        (
            trip.title,
            face(fitted(trip.title, place.width(), second, sizes.text, MEDIUM), MEDIUM),
            paper["ink"],
        ),
        (canvas.speech.when(replace(trip, place="")), face(max(third, sizes.caption)), paper["quiet"]),
    )
    top = place.top()
    for text, font, ink in lines:
        height = line_of(font.pixelSize(), text)
        canvas.text(QRect(place.left(), top, place.width(), height), text, font, ink=ink, align=align)
        top += height


def _caption_height(sizes: Measures, shown: Shown, speech: Speech) -> int:
    """The height of the words below a code, whose border takes the white above their letters."""
    pnr = max(sizes.of(_PNR), sizes.text)
    heights = (
        line_of(sizes.text, each.title) + line_of(sizes.caption, speech.when(each)) for each in shown.trips
    )
    return line_of(pnr) - (line_of(pnr) - pnr) // 2 + max(heights, default=0)


def _thanks_room(body: QRect, sizes: Measures) -> QRect:
    heading = max(sizes.of(_HEADING), sizes.text)
    above = line_of(heading, "\u0900") + line_of(sizes.caption, "\u0900") + sizes.of(8)
    return body.adjusted(0, above - sizes.of(_ABOVE), 0, sizes.of(_BELOW))


def _edge(sizes: Measures) -> int:
    """The width of the line around a card."""
    return max(sizes.of(2), 1)


def _paint_mark(canvas: Canvas, place: QRect, logo: QImage) -> None:
    """The agency's logo on white, else the mark of the program."""
    if logo.isNull():
        size = canvas.sizes.of(_MARK)
        at = QPoint(place.center().x() - size // 2, place.center().y() - size // 2)
        assets.paint_icon(canvas.painter, "app-mark", at, size, canvas.colours.accent_fill)
        return
    room = QSize(round(2.5 * place.height()), place.height())
    picture = QRect(QPoint(), logo.size().scaled(room, Qt.AspectRatioMode.KeepAspectRatio))
    picture.moveCenter(place.center())
    edge = canvas.sizes.of(12)
    canvas.painter.fillRect(picture.adjusted(-edge, -edge, edge, edge), style.PAPER)
    canvas.painter.drawImage(picture, logo)
