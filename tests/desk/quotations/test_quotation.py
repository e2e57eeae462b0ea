"""Quotations as values and texts: what the customer pays and when it was read, and nothing of the wallet."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk.model.activities import ActivityDraft
from app.desk.model.boats import BoatDraft, Passenger
from app.desk.quotations.quotation import (
    Quotation,
    drafted_passengers,
    file_name,
    quoted_trip,
    reference_of,
    trips_shape,
)
from app.desk.quotations.quotation_text import (
    as_text,
    chat_link,
    gst_name,
    mail_link,
    parts,
    without_gst,
)
from tests.support.canaries import found
from tests.support.desk.quotation_samples import (
    ACTIVITY_QUOTATION,
    BOAT_QUOTATION,
    HINDI_QUOTATION,
    READ_AT,
    WHOLE_QUOTATION,
    quotation,
)
from tests.support.desk.voucher_samples import ACTIVITY, BOAT, DEPARTURE, NET, NET_TOTAL, NUMBERS

SECRETS = {each: each.encode() for each in (*NUMBERS, NET, NET_TOTAL, "9,334.51", "1,831.07")}
AMOUNTS = st.decimals(Decimal(1), Decimal(99999), places=2)


def test_a_boat_says_what_it_costs_and_when_that_was_read() -> None:
    text = as_text(BOAT_QUOTATION)
    for said in (
        "Quotation Q-0032",
        "For Arjun Nair",
        "Adult MIXED 2,353.75 \u00d7 4: 9,415.00",
        "Total, INR: 9,885.75",
        "Prices as read on Sat 21 Nov 2026, 10:48:30.",
        "No seats are held. Prices and seats can change until you book.",
        "To book, say Q-0032 or your phone number.",
    ):
        assert said in text


def test_several_trips_have_one_sum_and_two_times() -> None:
    text = as_text(WHOLE_QUOTATION)
    assert "10:48:30 to 11:04:30" in text
    assert text.count("Total, INR") == 4
    assert "Total, INR: 27,751.50" in text
    (total,) = WHOLE_QUOTATION.sums
    assert total.gst == sum(each.price.gst or 0 for each in WHOLE_QUOTATION.trips) > 0
    assert parts(total).startswith("Fares 26,430.00 + GST")


def test_each_currency_has_its_own_sum() -> None:
    first, *others = WHOLE_QUOTATION.trips
    foreign = replace(first, price=replace(first.price, currency="EUR"))
    sums = replace(WHOLE_QUOTATION, trips=(foreign, *others)).sums
    inr = sum(each.price.total for each in others)
    assert [(each.currency, each.total) for each in sums] == [("EUR", first.price.total), ("INR", inr)]


def test_a_gst_that_is_not_stated_is_added_as_nothing_to_no_sum() -> None:
    first, *others = WHOLE_QUOTATION.trips
    silent = replace(first, price=replace(first.price, gst=None))
    (total,) = replace(WHOLE_QUOTATION, trips=(silent, *others)).sums
    (whole,) = WHOLE_QUOTATION.sums
    assert (total.gst, total.total) == (None, whole.total)
    assert parts(total) == ""
    assert without_gst(silent.price.total, silent.price.gst) == "not stated"


@pytest.mark.parametrize(
    ("rates", "name"),
    [
        (("5", "5.00"), "GST 5 %"),
        (("5", "18"), "GST"),
        (("18", "5"), "GST"),
        (("5", None), "GST"),
        ((None, None), "GST"),
    ],
)
def test_the_heading_of_gst_names_the_rate_that_all_trips_have(
    rates: tuple[str | None, ...], name: str
) -> None:
    trip, *_ = BOAT_QUOTATION.trips
    trips = (
        replace(trip, price=replace(trip.price, gst_percentage=rate and Decimal(rate))) for rate in rates
    )
    assert gst_name(replace(BOAT_QUOTATION, trips=tuple(trips))) == name


def test_no_expiry_is_promised() -> None:
    for each in (BOAT_QUOTATION, ACTIVITY_QUOTATION, WHOLE_QUOTATION):
        assert not any(word in as_text(each).casefold() for word in ("kept until", "valid", "expire"))


def test_the_customer_reads_it_in_hindi() -> None:
    assert "\u0915\u094b\u091f\u0947\u0936\u0928 Q-0032" in as_text(HINDI_QUOTATION)


def test_links_hold_the_text_and_a_name_for_the_file_holds_no_person() -> None:
    assert "Q-0032" in unquote(chat_link(BOAT_QUOTATION, "919845012377"))
    assert unquote(mail_link(BOAT_QUOTATION)).startswith(
        "mailto:arjun.nair@example.com?subject=Quotation Q-0032"
    )
    assert len(mail_link(HINDI_QUOTATION)) < 8000
    assert file_name(BOAT_QUOTATION) == "quotation-Q-0032.pdf"
    assert [reference_of(each) for each in (1, 32, 12345)] == ["Q-0001", "Q-0032", "Q-12345"]


@given(
    fare=AMOUNTS, net=AMOUNTS, qty=st.integers(1, 99), number=st.text("ABC0123456789", min_size=8, max_size=8)
)
def test_no_net_price_and_no_document_is_on_any_quotation(
    fare: Decimal, net: Decimal, qty: int, number: str
) -> None:
    rate = replace(DEPARTURE.rates[0], fare=fare, net=net + Decimal("100000.01"))
    people = tuple(replace(each, id_number=f"{number}X7") for each in BOAT.passengers)
    boat = replace(BOAT, departure=replace(DEPARTURE, rates=(rate,)), passengers=people)
    assert ACTIVITY.slot is not None
    slot = replace(ACTIVITY.slot, fare=fare, net=net + Decimal("100000.01"))
    whole = quotation(boat, replace(ACTIVITY, slot=slot, qty=qty))
    kept = trips_shape().dump_json(whole.trips)
    written = kept + as_text(whole).encode() + mail_link(whole).encode() + repr(whole).encode()
    secrets = {f"{number}X7": f"{number}X7".encode(), "net": str(net + Decimal("100000.01")).encode()}
    assert found(written, secrets) == set()


@pytest.mark.parametrize("given", [BOAT_QUOTATION, ACTIVITY_QUOTATION, WHOLE_QUOTATION])
def test_what_is_kept_holds_no_secret_and_is_the_same_when_read(given: Quotation) -> None:
    kept = trips_shape().dump_json(given.trips)
    assert found(kept, SECRETS) == set()
    assert trips_shape().validate_json(kept) == given.trips


def test_without_a_price_for_each_seat_there_is_no_trip() -> None:
    nobody = BoatDraft(DEPARTURE, (*BOAT.passengers, Passenger("Unknown")))
    rates = (DEPARTURE.rates[0], replace(DEPARTURE.rates[0], ticket_type="Child"))
    assert quoted_trip(replace(nobody, departure=replace(DEPARTURE, rates=rates)), READ_AT) is None
    assert quoted_trip(ActivityDraft(ACTIVITY.offer), READ_AT) is None


def test_passengers_come_back_as_they_were_typed_and_counted() -> None:
    counted = Passenger(counted=DEPARTURE.rates[0])
    trip = quoted_trip(replace(BOAT, passengers=(*BOAT.passengers, counted)), READ_AT)
    assert trip is not None
    again = drafted_passengers(trip, DEPARTURE)
    assert [each.traveler_name for each in again[:4]] == [each.traveler_name for each in BOAT.passengers]
    assert again[4].counted == DEPARTURE.rates[0]
    assert not any(each.id_number or each.id_type or each.document for each in again)
