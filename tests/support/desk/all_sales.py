"""All sales of a counter, folded from every attempt of its journal."""

from __future__ import annotations

from app.desk.bookings import sale_records
from app.desk.bookings.bookings import Bookings
from app.desk.model.sale import Sale
from app.desk.service.service_reader import ServiceReader
from app.store.journal.journal import Journal


def all_sales(bookings: Bookings) -> tuple[Sale, ...]:
    """The sales, unknown outcomes first, then the newest; marked as the program marks them."""
    journal: Journal = vars(bookings)["_journal"]
    reader: ServiceReader = vars(bookings)["_reader"]
    found, wallet = sale_records.sales(journal.attempts()), reader.wallet_reading
    return found if wallet is None else sale_records.of_others(found, wallet.agent_id)
