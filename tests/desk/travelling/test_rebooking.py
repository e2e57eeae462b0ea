"""What is carried over to the same trip on another day."""

from __future__ import annotations

from dataclasses import replace

from app.desk.model.activities import ActivityDraft
from app.desk.model.boats import BoatDraft, Passenger
from app.desk.model.booking import BookedTraveller
from app.desk.model.office_rules import Branding
from app.desk.model.sale import KeptWords
from app.desk.model.sale_notes import SaleNotes
from app.desk.payment.order import PEOPLE, WORDS
from app.desk.sale.pricing import price
from app.desk.travelling.rebooking import rebooking_of
from app.desk.vouchers.kept_words import words_of
from tests.support.desk.boat_samples import BOAT_DRAFT, DEPARTURE
from tests.support.desk.samples import OFFER
from tests.support.desk.voucher_samples import SALE

PRICE = price(BOAT_DRAFT)
assert PRICE is not None
KEPT_WORDS, KEPT_PEOPLE = words_of(BOAT_DRAFT, PRICE, Branding())
BOAT = replace(
    SALE,
    is_boat=True,
    qty=4,
    released=0,
    gone=(),
    customer_name="Arjun Nair",
    day=DEPARTURE.day,
    kept=KeptWords(str(KEPT_WORDS[WORDS]), str(KEPT_PEOPLE[PEOPLE])),
)
NOTES = SaleNotes("Rings at six", "Vegetarian")
NEXT = BoatDraft(replace(DEPARTURE, schedule_id=99))


def test_who_travels_is_carried_over_without_documents() -> None:
    carried = rebooking_of(replace(BOAT, notes=NOTES), Branding()).carried(NEXT)
    assert isinstance(carried, BoatDraft)
    assert (carried.departure.schedule_id, carried.notes) == (99, NOTES)
    assert (carried.customer_name, carried.customer_phone) == (BOAT.customer_name, BOAT.customer_phone)
    assert [each.traveler_name for each in carried.passengers] == [
        each.traveler_name for each in BOAT_DRAFT.passengers
    ]
    assert not any(each.id_number or each.document for each in carried.passengers)


def test_who_was_cancelled_before_stays_away_and_a_cancelled_party_comes_whole() -> None:
    first = BOAT_DRAFT.passengers[0]
    gone = BookedTraveller(first.traveler_name, first.age, first.pax_gender, "Adult", "Cancelled", 1)
    part = rebooking_of(replace(BOAT, released=1, gone=(gone,)), Branding())
    assert (part.qty, len(part.passengers)) == (3, 3)
    assert first.traveler_name not in {each.traveler_name for each in part.passengers}
    whole = rebooking_of(replace(BOAT, released=4), Branding())
    assert (whole.qty, len(whole.passengers)) == (4, 4)


def test_where_it_is_not_known_who_travels_there_are_as_many_rows() -> None:
    bare = rebooking_of(replace(BOAT, kept=KeptWords(), released=1), Branding())
    carried = bare.carried(NEXT)
    assert isinstance(carried, BoatDraft)
    assert (bare.passengers, len(carried.passengers)) == ((), 3)
    counted = (Passenger(counted=DEPARTURE.rates[0]),) * 2
    carried = bare.carried(replace(NEXT, passengers=counted))
    assert isinstance(carried, BoatDraft)
    assert carried.passengers == counted


def test_an_activity_has_its_number_of_seats() -> None:
    carried = rebooking_of(replace(SALE, is_boat=False, qty=3, released=0), Branding()).carried(
        ActivityDraft(OFFER)
    )
    assert (carried.qty, carried.customer_name) == (3, SALE.customer_name)
