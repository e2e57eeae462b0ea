"""What the journal keeps is read back, and what is no amount, day or time is none."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from app.desk.payment.journal_facts import amount, day, instant, text
from tests.support.desk.samples import NOW


def test_words_and_days_that_are_missing_are_none() -> None:
    assert text({"title": "Dive"}, "title") == "Dive"
    assert text({"qty": 2}, "qty") == "2"
    assert text({"title": None}, "title") == text({}, "title") == ""
    assert day({"day": "2026-11-21"}) == date(2026, 11, 21)
    assert day({"day": "soon"}) is day({}) is None


def test_times_without_a_zone_and_amounts_without_an_end_are_none() -> None:
    assert instant({"at": NOW.isoformat()}, "at") == NOW
    assert instant({"at": "2026-11-21T10:00:00"}, "at") is None
    assert instant({"at": "soon"}, "at") is instant({}, "at") is None
    assert amount({"sum": "1.50"}, "sum") == Decimal("1.50")
    assert amount({"sum": "Infinity"}, "sum") is amount({"sum": "much"}, "sum") is amount({}, "sum") is None
