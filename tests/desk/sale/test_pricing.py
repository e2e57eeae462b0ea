"""Money is exact on both sides."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk.model.activities import Slot
from app.desk.model.wallet_split import split
from app.desk.sale.pricing import counted_price, debit_range, price
from tests.support.desk.boat_samples import BOAT_DRAFT
from tests.support.desk.samples import DRAFT, OFFER, SLOT, WALLET


def test_the_two_sides_of_the_picture() -> None:
    found = price(DRAFT)
    assert found is not None
    assert (found.fare_total, found.gst_on_fare, found.customer_pays) == (
        Decimal("7600.00"),
        Decimal("380.00"),
        Decimal("7980.00"),
    )
    assert (found.net_total, found.gst_on_net, found.payable) == (
        Decimal("6800.00"),
        Decimal("340.00"),
        Decimal("7140.00"),
    )
    assert found.gst_is_stated
    # Not 840.00: the GST on the difference is the state's.
    assert found.margin(found.payable) == Decimal("800.00")
    assert found.margin(Decimal("7140.01")) is None


def test_gst_is_rounded_once_on_the_total_half_up() -> None:
    odd = replace(DRAFT, qty=3, slot=replace(SLOT, net=Decimal("33.35"), fare=Decimal("33.30")))
    found = price(odd)
    assert found is not None
    assert found.gst_on_net == Decimal("5.00")
    assert found.gst_on_fare == Decimal("5.00")
    half = price(replace(DRAFT, qty=1, slot=replace(SLOT, net=Decimal("0.10"))))
    assert half is not None
    assert half.gst_on_net == Decimal("0.01")


def test_gst_that_is_not_stated_is_not_invented() -> None:
    found = price(replace(DRAFT, offer=replace(OFFER, gst_percentage=None)))
    assert found is not None
    assert found.payable == found.net_total
    assert not found.gst_is_stated


@pytest.mark.parametrize("slot", [None, replace(SLOT, fare=None), replace(SLOT, net=None)])
def test_there_is_no_price_without_fare_and_net(slot: Slot | None) -> None:
    assert price(replace(DRAFT, slot=slot)) is None


def test_the_currency_of_the_slot_wins_over_the_catalogue() -> None:
    dollars = price(replace(DRAFT, slot=replace(SLOT, currency="USD")))
    assert dollars is not None
    assert dollars.currency == "USD"
    silent = price(replace(DRAFT, slot=replace(SLOT, currency="")))
    assert silent is not None
    assert silent.currency == "INR"


def test_cash_goes_first_then_credit() -> None:
    parts = split(Decimal(20000), WALLET)
    assert (parts.cash, parts.credit, parts.missing) == (Decimal("13420.50"), Decimal("6579.50"), Decimal(0))


def test_what_neither_covers_is_missing() -> None:
    assert WALLET.reach == Decimal("50920.50")
    assert split(Decimal("50920.51"), WALLET).missing == Decimal("0.01")


def test_a_negative_balance_is_no_cash() -> None:
    parts = split(Decimal(100), replace(WALLET, cash=Decimal(-50)))
    assert (parts.cash, parts.credit) == (Decimal(0), Decimal(100))


paise = st.integers(0, 10**9).map(lambda count: Decimal(count) / 100)


@given(paise, paise, paise)
def test_the_parts_always_add_up(payable: Decimal, cash: Decimal, credit: Decimal) -> None:
    parts = split(payable, replace(WALLET, cash=cash, credit_left=credit))
    assert parts.cash + parts.credit + parts.missing == payable
    assert min(parts.cash, parts.credit, parts.missing) >= 0
    assert (parts.missing > 0) == (payable > cash + credit)


def test_the_roundings_of_one_seat_and_of_the_total_are_both_expected() -> None:
    odd = price(replace(DRAFT, qty=3, slot=replace(SLOT, net=Decimal("33.35"))))
    assert odd is not None
    assert odd.lines[0].label == ""
    assert debit_range(odd, is_boat=False) == (Decimal("105.05"), Decimal("105.06"))
    even = price(DRAFT)
    assert even is not None
    assert debit_range(even, is_boat=False) == (Decimal("7140.00"), Decimal("7140.00"))


@pytest.mark.parametrize(("fare", "most"), [("3800", "7180.00"), ("3000", "7140.00")])
def test_a_boat_costs_its_net_and_at_most_the_gst_on_the_greater_total(fare: str, most: str) -> None:
    found = price(replace(DRAFT, slot=replace(SLOT, fare=Decimal(fare))))
    assert found is not None
    assert debit_range(found, is_boat=True) == (Decimal("6800.00"), Decimal(most))


def test_tickets_are_counted_only_when_each_of_them_has_a_fare() -> None:
    departure = BOAT_DRAFT.departure
    rate = next(each for each in departure.rates if each.fare is not None and each.net is not None)
    found = counted_price(departure, [(rate, 2)])
    assert found is not None
    assert [each.count for each in found.lines] == [2]
    assert counted_price(departure, []) is None
    for other in (replace(rate, fare=None), replace(rate, net=None)):
        assert counted_price(departure, [(rate, 1), (other, 1)]) is None
        assert counted_price(departure, [(rate, 1), (other, 0)]) is not None
