"""What a voucher says is kept with its sale, and comes back the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from app.desk.model.booking import BookedTraveller, BookingState
from app.desk.model.sale import Draft, KeptWords, Sale
from app.desk.payment.order import PEOPLE, WORDS
from app.desk.vouchers.kept_words import kept_voucher, words_of
from app.desk.vouchers.voucher import Voucher, reprinted_voucher, sold_voucher
from app.desk.vouchers.voucher_text import as_text, bring, issued
from tests.support.desk.samples import NOW
from tests.support.desk.voucher_samples import ACTIVITY, BOAT, BRANDING, NUMBERS, SALE, receipt

PNR = "BT4K9Q07M"
JETTY = "Haddo jetty, be there 45 minutes before"
AGENCY = replace(BRANDING, trips=f"Another = Elsewhere\n{BOAT.departure.name.upper()}  =  {JETTY}")


def _kept(draft: Draft) -> KeptWords:
    words, people = words_of(draft, receipt(draft, PNR).price, AGENCY)
    return KeptWords(str(words[WORDS]), str(people.get(PEOPLE, "")))


def _sale(draft: Draft, kept: KeptWords) -> Sale:
    sold = receipt(draft, PNR)
    return replace(
        SALE,
        booking_ref=PNR,
        booking_id=sold.booking_id,
        is_boat=draft is BOAT,
        qty=draft.qty,
        customer_name=draft.customer_name,
        customer_phone=draft.customer_phone,
        customer_email=draft.customer_email,
        booked_at=sold.settled_at,
        kept=kept,
    )


def _again(draft: Draft, state: BookingState | None = None, kept: KeptWords | None = None) -> Voucher:
    sale = _sale(draft, _kept(draft) if kept is None else kept)
    voucher = kept_voucher(sale.kept, AGENCY)
    return reprinted_voucher(sale, state, voucher, at=NOW, is_practice=False)


def _state(*people: BookedTraveller) -> BookingState:
    return BookingState(PNR, "Confirmed", "Paid", "NONE", None, people)


def _booked(place: int, status: str = "Confirmed") -> BookedTraveller:
    each = BOAT.passengers[place]
    return BookedTraveller(each.traveler_name, each.age, each.pax_gender, "Adult", status, place)


@pytest.mark.parametrize("draft", [ACTIVITY, BOAT])
def test_a_voucher_that_is_printed_later_is_equal_to_the_first(draft: Draft) -> None:
    first = sold_voucher(receipt(draft, PNR), draft, AGENCY)
    assert first.trip_words == (JETTY if draft is BOAT else "")
    assert (JETTY in as_text(first)) is (draft is BOAT)
    assert _again(draft) == first
    assert as_text(_again(draft)) == as_text(first)


def test_it_has_the_terms_that_the_customer_bought_by() -> None:
    old, new = replace(AGENCY, terms="No refund."), replace(AGENCY, terms="Refund within a day.")
    words, _ = words_of(ACTIVITY, receipt(ACTIVITY, PNR).price, old)
    again = kept_voucher(KeptWords(str(words[WORDS]), ""), new)
    assert "No refund." in as_text(again)
    assert "Refund within a day." not in as_text(again)
    assert "Refund within a day." in as_text(kept_voucher(KeptWords(), new))


def test_it_is_equal_when_the_service_names_the_same_people() -> None:
    first = sold_voucher(receipt(BOAT, PNR), BOAT, AGENCY)
    assert _again(BOAT, _state(*map(_booked, range(len(BOAT.passengers))))) == first


def test_it_says_when_it_is_printed_again() -> None:
    first = sold_voucher(receipt(BOAT, PNR), BOAT, AGENCY)
    again = replace(first, again_at=NOW + timedelta(minutes=6))
    assert issued(again, 1, 1).startswith(issued(first, 1, 1))
    assert "printed again 21 Nov 2026 05:18" in issued(again, 1, 2)


def test_after_a_cancellation_it_is_the_voucher_of_who_still_travels() -> None:
    first = sold_voucher(receipt(BOAT, PNR), BOAT, AGENCY)
    gone = _state(_booked(0), _booked(1, "Cancelled"), _booked(2), _booked(3))
    voucher = _again(BOAT, gone)
    assert voucher.travellers == (first.travellers[0], *first.travellers[2:])
    assert (voucher.qty, voucher.price) == (3, None)
    assert bring(voucher) == bring(first)


def test_two_of_one_name_are_told_apart_by_their_age() -> None:
    one, *_ = BOAT.passengers
    twins = replace(BOAT, passengers=(one, replace(one, age="7", id_number="XX998877")))
    words, people = words_of(twins, receipt(BOAT, PNR).price, AGENCY)
    child = BookedTraveller(one.traveler_name, "7", one.pax_gender, "Child", "Confirmed", 2)
    kept = KeptWords(str(words[WORDS]), str(people[PEOPLE]))
    (left,) = _again(BOAT, _state(child), kept).travellers
    assert left.document.endswith("8877")


def test_somebody_whom_only_the_service_knows_is_on_it_too() -> None:
    guest = BookedTraveller("Somebody Else", "30", "MALE", "Adult", "Confirmed", 9)
    people = _again(BOAT, _state(_booked(0), guest)).travellers
    assert [each.name for each in people] == [BOAT.passengers[0].traveler_name, "Somebody Else"]
    assert people[1].document == ""


def test_of_a_document_only_what_is_on_paper_is_kept() -> None:
    kept = "".join(_kept(BOAT))
    assert not [number for number in NUMBERS if number in kept]
    assert "T2K1" in kept
    assert BOAT.customer_phone not in kept
    assert BOAT.customer_name not in _kept(BOAT).words


@pytest.mark.parametrize(
    "kept", [KeptWords(), KeptWords("{", ""), KeptWords("[1]", "[2]"), KeptWords("{}", "9")]
)
def test_what_cannot_be_read_says_nothing(kept: KeptWords) -> None:
    voucher = _again(BOAT, kept=kept)
    assert (voucher.title, voucher.travellers, voucher.price) == (SALE.title, (), None)
    assert bring(voucher) == "An identity document for every passenger. Passport for foreign passengers."
