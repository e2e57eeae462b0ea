"""The travellers of a voucher: a table, or on a narrow paper two lines each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF

from app.core.language import joined, tr
from app.desk.model.service_words import shown_word
from app.desk.vouchers.voucher import VoucherTraveller
from app.ui.vouchers.elements import Rule, Strip, beside, moved, set_lines, set_strip, space, stacked
from app.ui.vouchers.measures import PaperMeasures
from app.ui.vouchers.typesetting import Face, Typesetter

_DIGIT, _GAP = 7.5, 8.0


class Rows(NamedTuple):
    """The spacing of rows: above and below each, and whether in smaller letters."""

    pad: int
    is_small: bool = False


_LOOSE = (Rows(5), Rows(4), Rows(3), Rows(2), Rows(1), Rows(2, is_small=True), Rows(1, is_small=True))
"""From the loosest on; closer ones are used when that saves a page."""
_SMALLER, _CLOSER = 1, 4


class _Column(NamedTuple):
    """One column of the table."""

    name: str
    x: float
    width: float
    face: Face


def spacings(people: Sequence[VoucherTraveller], look: PaperMeasures) -> tuple[Rows, ...]:
    """How close the rows may stand, the loosest first."""
    return _LOOSE[:1] if look.is_roll or not people else _LOOSE


def rows(
    people: Sequence[VoucherTraveller], look: PaperMeasures, setter: Typesetter, spacing: Rows
) -> list[Strip]:
    """A strip for each traveller, the first with the names of the columns over it."""
    if not people:
        return []
    if look.is_roll:
        strips = [_told(place, each, look, setter) for place, each in enumerate(people, 1)]
        return [*strips, space(look.gap)]
    columns = _columns(people, look, spacing)
    head = _row([each.name for each in columns], columns, look, setter)
    made: list[Strip] = []
    for place, each in enumerate(people, 1):
        cells = _row([str(place), *_cells(each, columns)], columns, look, setter, is_person=True)
        line = Rule(QRectF(0, 0, look.inner, 0), 1, look.line)
        body = stacked((Strip(1, (line,)), space(spacing.pad), cells, space(spacing.pad)))
        made.append(Strip(body.height, body.items, is_row=True, head=stacked((head, space(4)))))
    first = stacked((head, space(4), made[0]))
    made[0] = Strip(first.height, first.items, is_row=True)
    end = Strip(1, (Rule(QRectF(0, 0, look.inner, 0), 1, look.line),))
    return [*made, stacked((end, space(12)))]


def _columns(people: Sequence[VoucherTraveller], look: PaperMeasures, spacing: Rows) -> list[_Column]:
    """The columns with content; the name takes the remaining width."""
    named = _names()
    used = [place for place in range(len(named)) if not place or any(_texts(each)[place] for each in people)]
    start = _DIGIT * max(2, len(str(len(people)))) + _GAP
    rest = look.inner - start - sum(look.columns[place] for place in used)
    found: list[_Column] = [_Column("", 0, start + _GAP, _sized(look.body, spacing))]
    x = start
    for place in used:
        width = look.columns[place] or rest
        face = _sized(look.body if place else look.strong, spacing)
        if place == len(named) - 1:
            face = face._replace(is_identity=True)
        found.append(_Column(named[place], x, width, face))
        x += width
    return found


def _sized(face: Face, spacing: Rows) -> Face:
    if not spacing.is_small:
        return face
    return face._replace(size=face.size - _SMALLER, line=max(face.line - _CLOSER, face.size + 1))


def _cells(person: VoucherTraveller, columns: Sequence[_Column]) -> list[str]:
    filled = dict(zip(_names(), _texts(person), strict=True))
    return [filled[each.name] for each in columns[1:]]


def _names() -> tuple[str, ...]:
    named = (tr("Passenger"), tr("Age"), tr("Gender"), tr("Nationality"), tr("Document"))
    return tuple(str(each) for each in named)


def _texts(person: VoucherTraveller) -> tuple[str, str, str, str, str]:
    gender, nationality, document = map(shown_word, (person.gender, person.nationality, person.document))
    return person.name, person.age, gender, nationality, document


def _row(
    texts: Sequence[str],
    columns: Sequence[_Column],
    look: PaperMeasures,
    setter: Typesetter,
    *,
    is_person: bool = False,
) -> Strip:
    """One row, or the names of the columns."""
    placed: list[tuple[float, Strip]] = []
    for place, (text, each) in enumerate(zip(texts, columns, strict=True)):
        face = each.face if is_person else look.key
        ink = look.ink if is_person and place else look.quiet
        # The last one ends at the edge.
        room = each.width - (_GAP if each is not columns[-1] else 0)
        lines = setter.lines(text, face, room)
        placed.append((each.x, set_strip(lines, face, ink)))
    return beside(*placed)


def _told(place: int, person: VoucherTraveller, look: PaperMeasures, setter: Typesetter) -> Strip:
    start = 3 * _DIGIT + _GAP
    room = look.inner - start
    about = joined(", ", _texts(person)[1:])
    number = setter.lines(str(place), look.body, start)
    name = setter.lines(person.name, look.strong, room)
    more = setter.lines(about, look.body._replace(is_identity=True), room)
    words = stacked(
        (
            set_strip(name, look.strong, look.ink),
            set_strip(more, look.body, look.ink),
        )
    )
    items = (*set_lines(number, look.body, look.ink), *(moved(each, start, 0) for each in words.items))
    return Strip(max(words.height, look.body.line) + 4, items, is_row=True)
