"""The same trip for the same people on another day: an ordinary sale, with what was typed carried over.

Documents are not: they are not kept.
"""

from __future__ import annotations

from dataclasses import field, replace
from datetime import date

from app.core.frozen import frozen
from app.desk.model.activities import ActivityDraft
from app.desk.model.boats import Passenger
from app.desk.model.office_rules import Branding
from app.desk.model.sale import Draft, Sale
from app.desk.model.sale_notes import SaleNotes
from app.desk.passengers.rules import carried_party, was_counted
from app.desk.vouchers.kept_words import kept_voucher


@frozen
class Rebooking:
    """What is sold again, and to whom."""

    is_boat: bool
    product_id: str
    """Of an activity; a departure of another day has another number."""
    title: str
    day: date | None
    """The day on which they would have travelled."""
    qty: int
    customer_name: str = field(repr=False)
    customer_phone: str = field(repr=False)
    customer_email: str = field(repr=False)
    passengers: tuple[Passenger, ...] = field(repr=False)
    """Who travels on a boat, without documents; empty when that is not known."""
    notes: SaleNotes = field(default=SaleNotes(), repr=False)

    def carried(self, chosen: Draft) -> Draft:
        """A sale that was just begun, with customer and passengers."""
        named = replace(
            chosen,
            customer_name=self.customer_name,
            customer_phone=self.customer_phone,
            customer_email=self.customer_email,
            notes=self.notes,
        )
        if isinstance(named, ActivityDraft):
            return replace(named, qty=max(1, self.qty))
        blank = tuple(Passenger() for _ in range(max(1, self.qty)))
        rows = named.passengers if was_counted(named) else blank
        before = replace(named.departure, day=self.day or named.departure.day)
        party = replace(named, departure=before, passengers=self.passengers)
        return replace(named, passengers=carried_party(party, replace(named, passengers=rows)))


def rebooking_of(sale: Sale, branding: Branding) -> Rebooking:
    """A sale to be made again for those who still travel, or would have before it was cancelled."""
    people = kept_voucher(sale.kept, branding).travellers if sale.is_boat else ()
    left = 0 if sale.is_gone else sale.released
    gone = [each.name for each in sale.gone] if left else []
    known = tuple(
        Passenger(each.name, each.age, each.gender, each.nationality)
        for each in people
        if each.name not in gone
    )
    return Rebooking(
        sale.is_boat,
        sale.product_id,
        sale.title,
        sale.day,
        sale.qty - left,
        sale.customer_name,
        sale.customer_phone,
        sale.customer_email,
        known if len(known) == sale.qty - left else (),
        sale.notes,
    )
