"""The facts of a sale in small tables: travellers, price, wallet side, customer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Protocol

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.model import formats
from app.desk.model.booking import CANCELLED, says_cancelled
from app.desk.model.office_rules import Branding
from app.desk.model.sale import Sale
from app.desk.model.service_words import shown_word
from app.desk.sale.change_detection import debit_difference
from app.desk.service.status_parsing import StatusReading, StatusTraveller
from app.desk.till.due import is_known_here, pays_in_all
from app.desk.vouchers.kept_words import kept_voucher
from app.ui.bookings.unknown_sale_words import left_of
from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import column, empty, held, row, show_at_once
from app.ui.kit.basics.mixin import Told
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label

_GAP = 24
_SHORT_ENTRY = 12
_NUMBER = re.compile(r"[A-Z]+[A-Z0-9-]*[0-9]")
_PEOPLE = ((0, False), (28, True), (62, False), (44, False), (70, False))
"""Widths of the columns of travellers (the first takes the rest), and which has figures."""


class _Named(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def age(self) -> str: ...


Facts = list[tuple[str, str]]
Rows = tuple[tuple[str, str], ...]


class SaleFacts(Told, Roomy, QWidget):
    """Tables between hairlines; F8 hides the wallet side."""

    def __init__(self, *, keeps_till: bool = False) -> None:
        """At a counter that `keeps_till` that alone says what was paid."""
        super().__init__()
        self._keeps_till = keeps_till
        self._lines: QVBoxLayout = column()
        self.setLayout(self._lines)
        self._shown: tuple[Sale, StatusReading | None] | None = None

    def show_sale(self, sale: Sale, reading: StatusReading | None) -> None:
        """Show this sale, with its last status reading."""
        if self._shown != (sale, reading):
            self._shown = sale, reading
            self._build(sale, reading)

    @override
    def follow_net(self) -> None:
        self.follow_room()

    @override
    def follow_room(self) -> None:
        if self._shown is not None:
            self._build(*self._shown)

    def _build(self, sale: Sale, reading: StatusReading | None) -> None:
        empty(self._lines)
        net = self.net_shown
        if reading is not None and reading.travellers:
            people = _now(sale, reading)
            self._add(held(_people(people) if self.room.is_wide else _people_folded(people)))
        elif people := _kept_people(sale):
            self._add(*people)
        customer = _price_side(sale) if self._keeps_till else _customer(sale)
        self._add_beside(customer, _wallet(sale, reading) if net else None)
        self._add_beside(_price(sale, reading, net_shown=net), None)
        if reading is not None:
            self._add_beside(_account(reading) if net else None, _ledger(reading))
        self._add(*_pairs(_who(sale, reading)))
        show_at_once(self._lines)

    def _add(self, *things: QWidget) -> None:
        if things:
            self._lines.addLayout(column(14, Hairline(), 12, column(*things, gap=4)))

    def _add_beside(self, *blocks: tuple[str, Facts, str] | None) -> None:
        """Add two blocks beside each other; an empty one leaves its place to the other."""
        told = [block for block in blocks if block is not None and block[1]]
        if not told:
            return
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(_GAP)
        grid.setVerticalSpacing(10)
        for place, (name, facts, last) in enumerate(told):
            heading = Label(name, "captionStrong", "text3")
            across, down = (place, 0) if self.room.is_wide else (0, place)
            grid.addLayout(column(heading, *_pairs(facts, last), None, gap=4), down, across)
            grid.setColumnStretch(across, 1)
            grid.setColumnMinimumWidth(across, 1)
        self._add(held(grid))


class ReceivedFacts(QWidget):
    """Fields that the interface does not describe: names and values as received."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: QVBoxLayout = column()
        self.setLayout(self._lines)
        self._shown: Rows = ()

    def show_rows(self, rows: Rows) -> None:
        """Show these; hidden when there are none."""
        if rows != self._shown:
            self._shown = rows
            empty(self._lines)
            if rows:
                heading = Label(tr("More, as received"), "captionStrong", "text3")
                self._lines.addLayout(column(14, Hairline(), 12, column(heading, *_pairs(rows), gap=4)))
            show_at_once(self._lines)


def _pairs(facts: Iterable[tuple[str, str]], last: str = "") -> list[QWidget]:
    """A line for each fact; the one named `last` is the total."""
    return [
        Pair(name, value, name_role="bodyStrong", name_ink="text", value_role="bodyStrong")
        if name == last
        else Pair(name, value, identity=bool(_NUMBER.fullmatch(value)))
        for name, value in facts
    ]


def _now(sale: Sale, reading: StatusReading) -> list[StatusTraveller]:
    """The travellers of a reading, with whom this counter has cancelled since marked as cancelled."""
    people = reading.travellers
    left = [place for place, each in enumerate(people) if not says_cancelled(each.status)]
    known = Counter(_person(each) for each in people if says_cancelled(each.status))
    since = Counter(map(_person, sale.gone)) - known
    gone = _places(since, {place: _person(people[place]) for place in left})
    return [replace(each, status=CANCELLED) if place in gone else each for place, each in enumerate(people)]


def _person(each: _Named) -> tuple[str, str]:
    return " ".join(each.name.split()), each.age


def _places(gone: Counter[tuple[str, str]], people: Mapping[int, tuple[str, str]]) -> set[int]:
    """The places of who is gone; of two with one name and age only as many as are."""
    left, found = Counter(gone), set[int]()
    for place, person in people.items():
        if left[person] > 0:
            left[person] -= 1
            found.add(place)
    return found


def _people(travellers: Sequence[StatusTraveller]) -> QGridLayout:
    grid = QGridLayout()
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(8)
    grid.setColumnStretch(0, 1)
    names = (tr("Passenger"), tr("Age"), tr("Gender"), tr("Type"), tr("Status"))
    for place, (name, (width, is_figure)) in enumerate(zip(names, _PEOPLE, strict=True)):
        grid.setColumnMinimumWidth(place, width)
        grid.addWidget(Label(name, "captionStrong", "text3", right=is_figure), 0, place)
    for line, each in enumerate(travellers, 1):
        words = shown_word(each.gender), shown_word(each.kind), formats.state(each.status)
        told = (each.name, each.age, *words)
        for place, (text, (width, is_figure)) in enumerate(zip(told, _PEOPLE, strict=True)):
            ink = "text2" if place > 1 else "text"
            role = "bodyStrong" if place == 0 else "body"
            label = Label(text, role, ink, right=is_figure, elides=place == 0)
            label.setMinimumWidth(width)
            grid.addWidget(label, line, place)
    return grid


def _people_folded(travellers: Sequence[StatusTraveller]) -> QVBoxLayout:
    """The travellers in a narrow pane: what they are stands under the name."""
    lines = column(gap=8)
    for each in travellers:
        name = row((Label(each.name, "bodyStrong", wraps=True), 1), (Label(each.age, right=True), 0), gap=8)
        about = shown_word(joined(", ", (each.gender, each.kind, formats.state(each.status))))
        lines.addLayout(column(name, Label(about, "caption", "text2", wraps=True)))
    return lines


def _kept_people(sale: Sale) -> tuple[QWidget, ...]:
    """Who was booked, as kept with the sale, while the service has not been asked who travels."""
    people = kept_voucher(sale.kept, Branding()).travellers
    if not people:
        return ()
    heading = tr("Booked passengers") if sale.released else tr("Passengers")
    gone = _places(Counter(map(_person, sale.gone)), dict(enumerate(map(_person, people))))
    about = (
        (
            each.name,
            joined(
                ", ",
                (formats.state(CANCELLED), each.age)
                if place in gone
                else (each.age, each.gender, each.nationality),
            ),
        )
        for place, each in enumerate(people)
    )
    return Label(heading, "captionStrong", "text3"), *(
        Pair(name, shown_word(more), name_role="bodyStrong", name_ink="text", value_ink="text2")
        for name, more in about
    )


def _customer(sale: Sale) -> tuple[str, Facts, str]:
    """The block of the customer's side: what was paid, what was given back, and what is left of it."""
    paid, back = sale.customer_pays, sale.given_back
    name = tr("Paid") if sale.booking_ref and not sale.is_open else tr("Customer pays")
    facts = _amounts(((name, paid),))
    # Only the journal of the desk that cancelled has what is given back.
    if not sale.intent_id or (sale.refunded is None and not sale.released):
        return tr("Customer"), facts, name
    facts.append((tr("Given back"), tr("not known") if back is None else formats.amount(back)))
    left = None if paid is None or back is None else paid - back
    return tr("Customer"), facts + _amounts(((tr("Left"), left),)), tr("Left")


def _price_side(sale: Sale) -> tuple[str, Facts, str]:
    """The block of the customer's side where the till says what was paid, and what is left or given back."""
    name, pays = tr("Customer pays"), pays_in_all(sale)
    facts = _amounts(((name, sale.customer_pays),))
    if not sale.intent_id or sale.given_back is None or pays is None:
        return tr("Customer"), facts, name
    # Not what the customer gets back: nothing may have been paid.
    name = tr("Pays in all")
    less = _amounts(((tr("Cancelled"), -sale.given_back), (name, pays)))
    return tr("Customer"), facts + less, name


def _price(sale: Sale, reading: StatusReading | None, *, net_shown: bool) -> tuple[str, Facts, str]:
    """The block of the customer's price; with the wallet side of an activity if that is shown."""
    if reading is not None and reading.total is not None:
        rows = (
            (tr("Fare"), reading.fare),
            (tr("Permit"), reading.permit),
            (tr("GST"), reading.gst),
            (tr("Total price"), reading.total),
        )
        return tr("Price"), _amounts(rows), tr("Total price")
    stated = dict(sale.pricing)
    if stated and net_shown:
        return tr("At booking"), _at_booking(sale, stated), tr("Wallet pays")
    return tr("Price"), [], ""


def _at_booking(sale: Sale, stated: dict[str, str]) -> Facts:
    each = stated.get("net_each")
    net = tr("Net")
    if each:
        net = tr("Net {amount} \u00d7 {number}", amount=formats.amount(Decimal(each)), number=sale.qty)
    rate = stated.get("gst_percentage")
    gst = tr("GST {rate}", rate=formats.percentage(Decimal(rate))) if rate else tr("GST")
    names = ((net, "net_total"), (gst, "gst_amount"), (tr("Wallet pays"), "total_payable"))
    return _amounts((name, Decimal(stated[key]) if key in stated else None) for name, key in names)


def _wallet(sale: Sale, reading: StatusReading | None) -> tuple[str, Facts, str]:
    is_settled = sale.debited is not None
    facts = _amounts(((tr("Cash"), sale.from_cash), (tr("Credit"), sale.from_credit)))
    if sale.refunded is not None:
        facts += _amounts(((tr("Refunded"), sale.refunded), (tr("Charge"), sale.charge)))
    elif reading is not None and reading.refund_status and reading.total is not None:
        facts.append((tr("Refund"), formats.state(reading.refund_status)))
    last = tr("Debited") if is_settled else tr("Expected debit")
    if is_settled or sale.is_open or sale.booking_ref:
        facts = _amounts(((last, sale.debited if is_settled else sale.expected),)) + facts
    # What was agreed stands beside the debit where that is another.
    facts = [(tr("Expected debit"), each.old) for each in debit_difference(sale)] + facts
    # What another counter's cancellation brought is not among the refunds here.
    if sale.debited is not None and sale.refunded is not None and is_known_here(sale):
        facts += _amounts(((tr("Left"), sale.debited - sale.refunded),))
        last = tr("Left")
    return tr("Your wallet"), facts, last


def _account(reading: StatusReading) -> tuple[str, Facts, str]:
    rows = (
        (tr("Paid"), reading.paid),
        (tr("Refunded"), reading.refunded),
        (tr("Balance"), reading.balance),
    )
    return tr("The service\u2019s account"), _amounts(rows), ""


def _ledger(reading: StatusReading) -> tuple[str, Facts, str]:
    facts: Facts = []
    if reading.journal_status or reading.ledger_entry:
        facts = [(tr("Journal"), formats.state(reading.journal_status))]
    if 0 < len(reading.ledger_entry) <= _SHORT_ENTRY:
        facts.append((tr("Entry"), reading.ledger_entry))
    if reading.total is None and reading.refund_status:
        facts.append((tr("Refund"), formats.state(reading.refund_status)))
    return tr("Ledger"), facts, ""


def _who(sale: Sale, reading: StatusReading | None) -> Facts:
    facts: Facts = []
    if reading is not None and len(reading.ledger_entry) > _SHORT_ENTRY:
        # A number that may be read out is never elided.
        facts.append((tr("Ledger entry"), reading.ledger_entry))
    if sale.qty and not (reading is not None and reading.travellers):
        facts.append((tr("Passengers") if sale.is_boat else tr("Seats"), left_of(sale)))
    customer = joined(", ", (sale.customer_name, sale.customer_phone))
    more = (
        (tr("Customer"), customer),
        (tr("E-mail"), sale.customer_email),
        (tr("Sold by"), sale.clerk),
        (tr("Sold at desk"), sale.desk),
    )
    return facts + [(name, value) for name, value in more if value]


def _amounts(rows: Iterable[tuple[str, Decimal | None]]) -> Facts:
    return [(name, formats.amount(value)) for name, value in rows if value is not None]
