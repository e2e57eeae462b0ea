"""The summary of a draft for the preflight: activity or trip, time, people, customer."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import NamedTuple

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget
from typing_extensions import override

from app.core.language import Message, mark, tr
from app.desk.model import formats
from app.desk.model.boats import BoatDraft, Identity, Passenger
from app.desk.model.mail_hosts import mail_doubt
from app.desk.model.sale import Draft, Price
from app.desk.model.service_words import shown_word
from app.desk.passengers.rules import needs
from app.desk.sale.change_detection import changed_numbers
from app.desk.sale.sale_words import SaleOccasion, occasion
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.date_time_line import DateTimeLine
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.lists.table import RowRules, Table
from app.ui.kit.lists.table_columns import Cell, Column, Columns, TableHeader
from app.ui.sale import actions
from app.ui.theme import style

HEADER, ROW, _TWO_LINES = 30, 39, 46
_SHOWN = 4
"""The characters of a document number that are shown."""


class _Traveller(NamedTuple):
    place: int
    passenger: Passenger
    identity: Identity | None
    is_whole: bool
    """Whether the whole number of the document is shown."""
    is_changed: bool
    """Whether the number was changed."""


def masked(number: str) -> str:
    """A document number as dots and its last four characters."""
    text = number.strip()
    return f"\u2022\u2022\u2022\u2022 {text[-_SHOWN:]}" if text else ""


def _or_none(text: str) -> Cell:
    return Cell(text or tr("None"), "text" if text else "text3")


def _number(row: _Traveller) -> Cell:
    number = row.passenger.id_number.strip()
    if not number:
        return _or_none(number)
    shown = number if row.is_whole else masked(number)
    return Cell(shown, "warning" if row.is_changed else "text", is_identity=True, is_whole=True)


def _copy(row: _Traveller) -> Cell:
    """Whether this traveller has a copy."""
    if row.passenger.document and needs(row.passenger, row.identity).id_proof_file:
        return Cell(tr("Yes"), icon="paperclip", icon_ink="text2", is_mark=False)
    return _or_none("")


COLUMNS: Columns[_Traveller] = Columns(
    (
        Column(
            Message(""),
            36,
            tight=28,
            cell=lambda row: str(row.place + 1),
            role="caption",
            ink="text3",
            say=lambda row: tr("Passenger {number}", number=row.place + 1),
        ),
        Column(
            mark("Passenger"),
            cell=lambda row: Cell(
                row.passenger.traveler_name.strip(), role="bodyStrong", beneath_ink="text2", is_whole=True
            ),
        ),
        Column(
            mark("Age"),
            56,
            is_right=True,
            tight=48,
            cell=lambda row: row.passenger.age.strip(),
            is_titled=True,
        ),
        Column(
            mark("Gender"),
            96,
            tight=88,
            fold=1,
            under=1,
            cell=lambda row: shown_word(row.passenger.pax_gender),
            is_titled=True,
        ),
        Column(
            mark("Nationality"),
            112,
            tight=100,
            fold=1,
            under=1,
            cell=lambda row: shown_word(row.passenger.nationality),
            is_titled=True,
        ),
        Column(
            mark("ID type"),
            132,
            tight=112,
            cell=lambda row: _or_none(shown_word(row.passenger.id_type)),
            is_titled=True,
        ),
        Column(mark("ID number"), 120, tight=112, cell=_number, is_titled=True),
        Column(mark("Copy"), 76, tight=68, cell=_copy, is_titled=True),
    ),
    before=8,
    after=8,
    least=144,
)


class TravellersTable(Box):
    """A header and its rows, in their full height."""

    def __init__(self) -> None:
        super().__init__("surface", "line_strong", radius=style.RADIUS)
        header = TableHeader(COLUMNS, (HEADER, style.TABLE_HEADER[1]), radius=style.RADIUS - 1)
        rules = RowRules(self._row_height, is_still=True)
        self._rows = Table(COLUMNS, rules, "travellers", tr("Passengers"), header=header)
        self.setLayout(column(header, Hairline(), self._rows, margins=(1, 1, 1, 1)))

    def show_party(self, draft: BoatDraft, changed: Collection[int] = (), *, whole: bool = False) -> None:
        """Show the passengers of a draft; those of `changed` rows with a number of another colour."""
        identity = draft.departure.identity
        people = enumerate(draft.passengers)
        self._rows.show_rows(_Traveller(at, each, identity, whole, at in changed) for at, each in people)
        self._fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _row_height(self, _row: _Traveller) -> int:
        return _TWO_LINES if COLUMNS.folded(self.width()) else ROW

    def _fit(self) -> None:
        self._rows.setFixedHeight(sum(map(self._row_height, self._rows.rows)))


_HEADER, _ROW = 30, 38
_NUMBERS = 140


class SaleSummary(QWidget):
    """The summary, filled by `show_sale`."""

    def __init__(self) -> None:
        super().__init__()
        self._title = Label(role="title", wraps=True)
        self._place = Label(ink="text2", elides=True)
        self._when = DateTimeLine()
        self._party = Label(role="heading")
        self._left = Label(role="caption", ink="text3", elides=True)
        self._table, self._travellers = SeatsTable(), TravellersTable()
        self._numbers = called("whole_numbers", Button(actions.NUMBERS, "quiet", size=28))
        self._changes = called("changed_numbers", Label(role="caption", ink="warning", wraps=True))
        self._changes.setContentsMargins(0, 6, 0, 0)
        self._shown: tuple[BoatDraft, dict[int, str]] | None = None
        self._name, self._phone, self._email = (Label(role="bodyStrong", elides=True) for _ in range(3))
        lines = column(self._title, self._place, 16, self._when, 20)
        lines.addLayout(row(self._party, None, self._left, self._numbers, gap=12))
        lines.addSpacing(8)
        lines.addWidget(self._table)
        lines.addWidget(self._travellers)
        lines.addWidget(self._changes)
        lines.addSpacing(20)
        lines.addWidget(Label(tr("Customer"), "heading"))
        lines.addSpacing(8)
        lines.addLayout(self._customer())
        self._doubt = MailDoubt()
        lines.addWidget(self._doubt)
        self.setLayout(lines)
        self._numbers.pressed.connect(partial(self.show_numbers, whole=True))
        self._numbers.released.connect(partial(self.show_numbers, whole=False))

    def show_numbers(self, *, whole: bool) -> None:
        """Show the whole numbers of documents, or only their ends again."""
        if self._shown is not None:
            self._travellers.show_party(*self._shown, whole=whole)

    def show_sale(self, draft: Draft, price: Price | None, before: Draft | None = None) -> None:
        """Show the draft at this price, and what is otherwise than at the review `before`."""
        shown = occasion(draft)
        self._title.setText(shown.title)
        self._place.setText(shown.place)
        self._place.setVisible(bool(shown.place))
        self._party.setText(shown.party)
        is_boat = isinstance(draft, BoatDraft)
        self._left.setText(shown.party_more if is_boat else shown.left)
        self._show_when(shown, is_boat=is_boat)
        self._table.setVisible(not is_boat)
        self._travellers.setVisible(is_boat)
        self._numbers.setVisible(is_boat and any(each.id_number for each in _people(draft)))
        if isinstance(draft, BoatDraft):
            was = changed_numbers(before, draft) if isinstance(before, BoatDraft) else {}
            self._shown = draft, was
            self._travellers.show_party(draft, was)
            self._changes.setText(" ".join(_changed_words(*each) for each in was.items()))
            self._changes.setVisible(bool(was))
        else:
            self._changes.hide()
            self._table.show_seats(shown.party_more or shown.window, draft.qty, price)
        self._name.setText(draft.customer_name.strip())
        self._phone.setText(draft.customer_phone)
        self._email.setText(draft.customer_email.strip())
        self._doubt.show_mail(draft.customer_email)

    def _show_when(self, shown: SaleOccasion, *, is_boat: bool) -> None:
        if shown.day is not None:
            names = (mark("Departure"), mark("Return")) if is_boat else (mark("Starts"), mark("Ends"))
            self._when.show_window(shown.day, shown.starts, shown.ends, shown.window, names)

    def _customer(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        parts = (
            (tr("Name"), self._name, 10),
            (tr("Phone"), self._phone, 10),
            (tr("E-mail"), self._email, 14),
        )
        for place, (caption, value, share) in enumerate(parts):
            cell = held(column(Label(caption, "caption", "text3"), value))
            grid.addWidget(cell, 0, place)
            grid.setColumnStretch(place, share)
            grid.setColumnMinimumWidth(place, 60)
        return grid


class MailDoubt(Label):
    """Asks once more about a mail address whose host was probably mistyped; it bars nothing."""

    def __init__(self) -> None:
        super().__init__(role="caption", ink="warning", wraps=True)
        self.setContentsMargins(0, 6, 0, 0)
        self.hide()

    def show_mail(self, email: str) -> None:
        """Ask about this address, or be gone."""
        asked = mail_doubt(email)
        self.setText(asked)
        self.setVisible(bool(asked))


class SeatsTable(Box):
    """One line: slot, seats, the fare for one and for all."""

    def __init__(self) -> None:
        super().__init__("surface", "line_strong", radius=style.RADIUS)
        self._slot = Label(role="bodyStrong", elides=True)
        self._count, self._fare, self._total = (Label(right=True) for _ in range(3))
        header = Box("sunken", radius=style.RADIUS - 1)
        names = (tr("Seats"), tr("Fare per person"), tr("Fare"))
        numbers = (Label(name, "captionStrong", "text3", right=True) for name in names)
        header.setLayout(_columns(Label(tr("Slot"), "captionStrong", "text3"), *numbers))
        header.setFixedHeight(_HEADER)
        line = held(_columns(self._slot, self._count, self._fare, self._total))
        line.setFixedHeight(_ROW)
        self.setLayout(column(header, Hairline(), line, margins=(1, 1, 1, 1)))

    def show_seats(self, slot: str, qty: int, price: Price | None) -> None:
        """Fill the line."""
        self._slot.setText(slot)
        self._count.setText(str(qty))
        self._fare.setText("" if price is None else formats.amount(price.lines[0].fare))
        self._total.setText("" if price is None else formats.amount(price.fare_total))


def _people(draft: Draft) -> tuple[Passenger, ...]:
    return draft.passengers if isinstance(draft, BoatDraft) else ()


def _changed_words(row: int, was: str) -> str:
    return tr(
        "The ID number of passenger {number} was changed since the last review; it was {was}.",
        number=row + 1,
        was=masked(was),
    )


def _columns(first: Label, *numbers: Label) -> QGridLayout:
    grid = QGridLayout()
    grid.setContentsMargins(15, 0, 15, 0)
    grid.setHorizontalSpacing(16)
    grid.addWidget(first, 0, 0)
    grid.setColumnStretch(0, 1)
    for place, number in enumerate(numbers, 1):
        grid.addWidget(number, 0, place)
        grid.setColumnMinimumWidth(place, _NUMBERS if place > 1 else _NUMBERS // 2)
    return grid
