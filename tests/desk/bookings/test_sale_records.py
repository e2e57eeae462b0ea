"""The journal's facts become sales, also when some of them are missing or odd."""

from decimal import Decimal
from pathlib import Path

from app.desk.bookings.journal_sales import JournalSales
from app.desk.bookings.sale_records import sales
from app.store.journal.states import Kind, State
from tests.support.store.scenes import open_journal, step


def test_odd_facts_make_a_sale_with_holes(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    step(journal, State.PREPARED, day="someday", expected_debit="much", qty="3")
    (sale,) = sales(journal.attempts())
    assert (sale.day, sale.expected, sale.debited, sale.qty) == (None, None, None, 3)
    assert (sale.state, sale.window, sale.booking_ref) == ("Being sent", "", "")
    journal.close()


def test_an_open_attempt_is_never_hidden_by_a_later_one(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    step(journal, State.PREPARED)
    step(journal, State.DISPATCHED)
    step(journal, State.UNKNOWN)
    step(journal, State.PREPARED, attempt=2)
    step(journal, State.NOT_SENT, attempt=2)
    (sale,) = sales(journal.attempts())
    assert (sale.state, sale.is_open, sale.request_id) == ("Outcome not known", True, "request-one-1")
    assert len(sale.history) == 5
    asked = JournalSales(journal)
    assert [asked.sale_of(f"request-one-{number}") for number in (1, 2, 3)] == [sale, sale, None]
    journal.close()


def test_a_cancellation_whose_refund_nobody_stated_is_told_apart(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    step(journal, State.PREPARED, qty="3")
    step(journal, State.DISPATCHED)
    step(journal, State.SETTLED, booking_ref="PNR1")
    for number, (refund, stated) in enumerate((("100", True), (None, False))):
        intent = f"gone-{number}"
        step(journal, State.PREPARED, intent=intent, kind=Kind.CANCEL, booking_ref="PNR1", qty="1")
        step(journal, State.DISPATCHED, intent=intent, kind=Kind.CANCEL)
        step(journal, State.CANCELLED, intent=intent, kind=Kind.CANCEL, refund=refund)
        (sale,) = sales(journal.attempts())
        assert (sale.released, sale.refunded, sale.are_refunds_stated) == (number + 1, Decimal(100), stated)
    journal.close()
