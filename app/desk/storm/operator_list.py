"""The list of a storm's bookings for the operator: what became of each, without any amount."""

from __future__ import annotations

from app.core.language import joined, tr
from app.desk.files.spreadsheet_export import OutTable
from app.desk.model import formats
from app.desk.storm.storm_words import outcome
from app.desk.storm.values import Storm


def table(storm: Storm) -> OutTable:
    """The list as a table, a row for each party in the board's order; it names no net price."""
    headings = (tr("PNR"), tr("Customer"), tr("Seats"), tr("Outcome"), tr("Reference"))
    rows = (
        (each.sale.booking_ref, each.sale.customer_name, each.seats, outcome(each), each.reference)
        for each in storm.parties
    )
    return OutTable(_heading(storm), headings, tuple(rows))


def as_text(storm: Storm) -> str:
    """The same as text, a line for each party."""
    lines = (
        joined(", ", (pnr, customer, formats.seats(seats), what, reference))
        for pnr, customer, seats, what, reference in (
            (each.sale.booking_ref, each.sale.customer_name, each.seats, outcome(each), each.reference)
            for each in storm.parties
        )
    )
    return "\n".join((_heading(storm), "", *lines)) + "\n"


def _heading(storm: Storm) -> str:
    heading = storm.heading
    day = formats.day_long(heading.day)
    return joined(", ", (heading.title, heading.place, joined(" ", (day, heading.starts))))
