"""Whose sale it is, by what was typed then: what is missed here is not forgotten with the customer."""

from __future__ import annotations

from datetime import UTC, datetime
from types import MappingProxyType

import pytest

from app.desk.bookings.known_customers import KnownCustomer
from app.desk.customers.journal_search import Person, of_customer, travel_day
from app.store.journal.attempt import Attempt
from app.store.journal.hash_chain import Facts
from app.store.journal.states import Kind, State

AT = datetime(2026, 11, 21, 5, 12, tzinfo=UTC)
PRIYA = Person.of(KnownCustomer("Priya Raman", "98765 01234", " Priya.Raman@example.com "))


def _attempt(request: str, kind: Kind, facts: Facts, private: Facts) -> Attempt:
    kept = MappingProxyType(dict(facts)), MappingProxyType(dict(private))
    return Attempt(request, 1, request, kind, State.SETTLED, *kept, AT, AT, ())


@pytest.mark.parametrize(
    ("phone", "email", "is_hers"),
    [
        ("+91 98765 01234", "", True),
        ("9876501234", "someone@example.com", True),
        ("", "PRIYA.RAMAN@EXAMPLE.COM ", True),
        ("9800000000", "priya.raman@example.com", True),
        ("9876501235", "priya@example.com", False),
        ("", "", False),
    ],
)
def test_a_sale_is_known_by_phone_or_mail_however_they_were_typed(
    phone: str, email: str, *, is_hers: bool
) -> None:
    private = {"customer_phone": phone, "customer_email": email}
    assert PRIYA.bought(_attempt("sale", Kind.CREATE, {}, private)) is is_hers


def test_nobody_without_phone_and_mail_bought_what_has_neither() -> None:
    nobody = Person.of(KnownCustomer("Priya Raman", "", ""))
    assert not nobody.bought(_attempt("sale", Kind.CREATE, {}, {"customer_phone": "", "customer_email": ""}))


def test_the_cancellations_of_her_bookings_are_hers_in_whatever_case_the_service_writes_them() -> None:
    hers = _attempt("hers", Kind.CREATE, {"booking_ref": "PRAC1"}, {"customer_phone": "9876501234"})
    back = _attempt("back", Kind.CANCEL, {"booking_ref": "prac1"}, {"reason": "ill"})
    bare = _attempt("bare", Kind.CANCEL, {"booking_ref": "PRAC1"}, {})
    other = _attempt("other", Kind.CANCEL, {"booking_ref": "PRAC2"}, {"reason": "ill"})
    assert of_customer((hers, back, bare, other), PRIYA) == (hers, back)


@pytest.mark.parametrize(("day", "found"), [("2026-11-30", "2026-11-30"), ("soon", "2026-11-21")])
def test_the_day_of_travel_is_that_of_the_sale_where_it_is_not_known(day: str, found: str) -> None:
    assert str(travel_day(_attempt("sale", Kind.CREATE, {"day": day}, {}))) == found
