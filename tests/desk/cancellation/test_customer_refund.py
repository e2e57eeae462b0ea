"""What the customer paid for what is cancelled, and what the agency gives back of it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk.cancellation.customer_refund import GivenBack, customer_side
from app.desk.model.booking import BookedTraveller, BookingState, SeatChoice, TravellerChoice
from app.desk.model.office_rules import Branding, CustomerRefund, RefundRule
from app.desk.model.sale import KeptWords, Sale
from app.desk.payment.order import PEOPLE
from app.desk.sale.pricing import price
from app.desk.vouchers.kept_words import words_of
from tests.support.desk.voucher_samples import BOAT, SALE

NOBODY = BookingState("P1", "Confirmed", "Paid", "NONE", None, ())
SERVICE = CustomerRefund()
HAND = CustomerRefund(RefundRule.HAND)
SEATS = replace(SALE, qty=3, customer_pays=Decimal("1000.00"))


def _boat() -> Sale:
    found = price(BOAT)
    assert found is not None
    people = words_of(BOAT, found, Branding())[1][PEOPLE]
    return replace(
        SALE, is_boat=True, qty=BOAT.qty, customer_pays=found.customer_pays, kept=KeptWords("", str(people))
    )


def _state(*gone: int) -> BookingState:
    people = (
        BookedTraveller(
            each.traveler_name, each.age, each.pax_gender, "Adult", "Cancelled" if at in gone else "Ok", at
        )
        for at, each in enumerate(BOAT.passengers)
    )
    return replace(NOBODY, travellers=tuple(people))


def _chosen(state: BookingState, *places: int) -> TravellerChoice:
    return TravellerChoice(tuple(state.travellers[each] for each in places))


def _percent(kept: str) -> CustomerRefund:
    return CustomerRefund(RefundRule.PERCENTAGE, Decimal(kept))


@pytest.mark.parametrize(
    ("rule", "charge", "back"),
    [
        (SERVICE, "120.00", "213.33"),
        (SERVICE, "120.005", "213.32"),
        (SERVICE, "0.00", "333.33"),
        (SERVICE, "400.00", "0.00"),
        (SERVICE, "-5.00", "333.33"),
        (SERVICE, None, None),
        (_percent("10"), "120.00", "300.00"),
        (_percent("0"), None, "333.33"),
        (_percent("100"), None, "0.00"),
        (HAND, "120.00", None),
    ],
)
def test_the_rule_gives_back_never_less_than_nothing_and_never_more_than_was_paid(
    rule: CustomerRefund, charge: str | None, back: str | None
) -> None:
    stated = None if charge is None else Decimal(charge)
    found = customer_side(SEATS, SeatChoice(1), NOBODY, stated, rule)
    assert found == GivenBack(Decimal("333.33"), None if back is None else Decimal(back))


@given(
    pays=st.decimals(min_value=0, max_value=100_000, places=2),
    parts=st.lists(st.integers(min_value=1, max_value=4), min_size=1, max_size=6),
)
def test_seats_that_go_one_after_another_are_together_the_price(pays: Decimal, parts: list[int]) -> None:
    sale = replace(SALE, qty=sum(parts), customer_pays=pays)
    paid = [
        customer_side(replace(sale, released=gone), SeatChoice(part), NOBODY, None, HAND).paid
        for part, gone in zip(parts, accumulate(parts, initial=0), strict=False)
    ]
    assert None not in paid
    assert sum((each for each in paid if each is not None), Decimal(0)) == pays
    assert all(each is not None and each >= 0 for each in paid)


@pytest.mark.parametrize("lists_all", [True, False])
def test_travellers_who_go_one_after_another_are_together_the_price(*, lists_all: bool) -> None:
    sale, gone = _boat(), list[int]()
    paid: list[Decimal] = []
    for place in (2, 0, 3, 1):
        state = _state(*gone)
        before, chosen = replace(sale, released=len(gone)), _chosen(state, place)
        # Where who is cancelled is left out, the last one is the only one, and not the whole price.
        left = tuple(each for each in state.travellers if lists_all or not each.is_cancelled)
        found = customer_side(before, chosen, replace(state, travellers=left), None, HAND).paid
        assert found is not None
        paid.append(found)
        gone.append(place)
    assert sum(paid) == sale.customer_pays


def test_each_traveller_has_the_own_fare() -> None:
    # Of two fares, the child's is not that of an adult.
    sale, state = _boat(), _state()
    kept = str(sale.kept.people)
    cheaper = replace(sale, kept=KeptWords("", kept.replace('"fare":"2353.75"', '"fare":"100.00"', 1)))
    one = customer_side(cheaper, _chosen(state, 0), state, None, HAND).paid
    two = customer_side(cheaper, _chosen(state, 1), state, None, HAND).paid
    assert one is not None
    assert two is not None
    assert one * 20 < two


def test_all_of_them_is_the_price_also_where_no_fare_was_kept() -> None:
    sale = replace(_boat(), kept=KeptWords())
    state = _state()
    assert customer_side(sale, _chosen(state, 0, 1, 2, 3), state, None, HAND).paid == sale.customer_pays
    assert customer_side(sale, _chosen(state, 0), state, None, HAND).paid is None


@pytest.mark.parametrize(
    "sale",
    [
        None,
        replace(SEATS, customer_pays=None),
        replace(SEATS, released=3),
        replace(SEATS, qty=0),
    ],
)
def test_what_is_not_known_is_not_said(sale: Sale | None) -> None:
    assert customer_side(sale, SeatChoice(1), NOBODY, Decimal(0), SERVICE) == GivenBack()


@pytest.mark.parametrize("people", ["[", "[1]", '[{"name": "A"}]', '[{"name": "A", "fare": "x"}]', "{}"])
def test_a_fare_that_cannot_be_read_is_not_guessed(people: str) -> None:
    sale = replace(_boat(), kept=KeptWords("", people))
    state = _state()
    assert customer_side(sale, _chosen(state, 0), state, None, HAND).paid is None


def test_two_of_one_name_with_other_fares_are_told_apart_by_age_or_not_at_all() -> None:
    people = '[{"name":"A","age":"30","fare":"10"},{"name":"A","age":"3","fare":"5"}]'
    sale = replace(SALE, is_boat=True, qty=2, customer_pays=Decimal(15), kept=KeptWords("", people))
    named = [BookedTraveller("A", age, "", "", "Ok", at) for at, age in enumerate(("30", "3"))]
    state = replace(NOBODY, travellers=tuple(named))
    assert customer_side(sale, TravellerChoice((named[1],)), state, None, HAND).paid == Decimal("5.00")
    aged = [replace(each, age="") for each in named]
    state = replace(NOBODY, travellers=tuple(aged))
    assert customer_side(sale, TravellerChoice((aged[1],)), state, None, HAND).paid is None
