"""What a reading says of a cancellation whose answer was lost, as a table."""

from dataclasses import replace
from decimal import Decimal

import pytest

from app.desk.cancellation.status_comparison import StatusFinding, finding
from app.desk.model.booking import (
    BookedTraveller,
    BookingState,
    Choice,
    SeatChoice,
    TravellerChoice,
    says_cancelled,
)

C, U, X, N = StatusFinding.CANCELLED, StatusFinding.UNCHANGED, StatusFinding.OTHERWISE, StatusFinding.UNSEEN

ARJUN = BookedTraveller("Arjun Nair", "41", "MALE", "Adult", "Confirmed", 1)
MEERA = BookedTraveller("Meera Nair", "38", "FEMALE", "Adult", "Confirmed", 2)
TWIN = replace(ARJUN, traveller_id=3)


def _gone(traveller: BookedTraveller) -> BookedTraveller:
    return replace(traveller, status="CANCELLED")


def _boat(*travellers: BookedTraveller, status: str = "Confirmed") -> BookingState:
    return BookingState("PNR1", status, "Paid", "NONE", None, travellers)


def _seats(refunded: str | None, status: str = "confirmed") -> BookingState:
    return BookingState("PNR1", status, "paid", "NONE", None if refunded is None else Decimal(refunded), ())


BOTH = _boat(ARJUN, MEERA)
ONE, ALL = TravellerChoice((MEERA,)), TravellerChoice((ARJUN, MEERA))
SEAT = SeatChoice(1)

BOATS = [
    ("nothing has changed", BOTH, ONE, BOTH, U),
    (
        "the one who was chosen is gone",
        BOTH,
        ONE,
        _boat(ARJUN, _gone(MEERA), status="Partially Cancelled"),
        C,
    ),
    ("so with the booking's word as before", BOTH, ONE, _boat(ARJUN, _gone(MEERA)), C),
    ("another one is gone", BOTH, ONE, _boat(_gone(ARJUN), MEERA), X),
    ("both are gone", BOTH, ONE, _boat(_gone(ARJUN), _gone(MEERA), status="Cancelled"), X),
    ("all who were chosen are gone", BOTH, ALL, _boat(_gone(ARJUN), _gone(MEERA), status="Cancelled"), C),
    ("all are gone and the booking is not", BOTH, ALL, _boat(_gone(ARJUN), _gone(MEERA)), X),
    ("one of two is gone", BOTH, ALL, _boat(ARJUN, _gone(MEERA)), X),
    ("a word that nobody knows", BOTH, ONE, _boat(ARJUN, replace(MEERA, status="Void")), X),
    ("the booking's word alone", BOTH, ONE, replace(BOTH, booking_status="On hold"), X),
    ("the order and the case do not matter", BOTH, ONE, _boat(replace(MEERA, status="CONFIRMED"), ARJUN), U),
    ("a stranger is on the list", BOTH, ONE, _boat(ARJUN, _gone(MEERA), _gone(TWIN)), X),
    ("one of two who look alike", _boat(ARJUN, TWIN), TravellerChoice((TWIN,)), _boat(_gone(ARJUN), TWIN), C),
    (
        "one was gone before",
        _boat(_gone(ARJUN), TWIN),
        TravellerChoice((TWIN,)),
        _boat(_gone(ARJUN), TWIN),
        U,
    ),
    ("all are gone, and so is the list", BOTH, ALL, _boat(status="Cancelled"), C),
    ("whole without a manifest", _boat(), ALL, _boat(status="Cancelled"), C),
    ("part without a manifest, unchanged", _boat(), ONE, _boat(), N),
    ("part without a manifest, changed", _boat(), ONE, _boat(status="Partially Cancelled"), X),
    ("the people are not kept, unchanged", _boat(), ONE, BOTH, X),
    (
        "whoever was chosen was not on the list",
        BOTH,
        TravellerChoice((TWIN, TWIN)),
        _boat(_gone(ARJUN), MEERA),
        X,
    ),
]
SEATS = [
    ("nothing has changed", "0", SEAT, "100", _seats("0"), U),
    ("the refund was added", "0", SEAT, "100", _seats("100", "partially_cancelled"), C),
    ("the same to the booking's word", "0", SEAT, "100", _seats("100"), C),
    ("added to an earlier one", "50", SEAT, "100", _seats("150"), C),
    ("twice the refund", "0", SEAT, "100", _seats("200"), X),
    ("less than the refund", "0", SEAT, "100", _seats("99.99"), X),
    ("the refund, but all is gone", "0", SEAT, "100", _seats("100", "cancelled"), X),
    ("nothing to refund, and the word says part", "0", SEAT, "0", _seats("0", "partially_cancelled"), C),
    ("nothing to refund, another word", "0", SEAT, "0", _seats("0", "on_hold"), X),
    ("nothing to refund, unchanged", "0", SEAT, "0", _seats("0"), U),
    ("the refund is not stated, unchanged", "0", SEAT, None, _seats("0"), N),
    ("the refund is not stated, something added", "0", SEAT, None, _seats("100"), X),
    ("less than one is refunded, and the word is as before", "0", SEAT, "0.50", _seats("0.50"), C),
    ("what is refunded is stated only now", None, SEAT, "100", _seats("100"), X),
    ("what is refunded is stated no more", "0", SEAT, "100", _seats(None), X),
    ("what is refunded is not stated", None, SEAT, "100", _seats(None), N),
    ("what is refunded is not stated, and a word", None, SEAT, "100", _seats(None, "partially_cancelled"), X),
]
WHOLE = [
    ("nothing has changed", "0", "100", _seats("0"), U),
    ("all is gone", "0", "100", _seats("100", "CANCELLED"), C),
    ("another refund", "0", "100", _seats("90", "cancelled"), X),
    ("no refund stated beforehand", "0", None, _seats("70", "canceled"), C),
    ("no refund stated beforehand, and none made", "0", None, _seats("0", "cancelled"), C),
    ("no refund stated beforehand, nothing has changed", "0", None, _seats("0"), U),
    ("less refunded than before", "10", None, _seats("0", "cancelled"), X),
    ("no refund stated anywhere", None, "100", _seats(None, "cancelled"), C),
    ("nothing to refund", "0", "0", _seats("0", "cancelled"), C),
    ("another word", "0", "100", _seats("100", "partially_cancelled"), X),
]


@pytest.mark.parametrize(
    ("before", "choice", "now", "expected"), [row[1:] for row in BOATS], ids=[r[0] for r in BOATS]
)
def test_the_status_of_travellers_is_compared(
    before: BookingState, choice: TravellerChoice, now: BookingState, expected: StatusFinding
) -> None:
    left = sum(not each.is_cancelled for each in before.travellers) or 2
    assert finding(before, choice, None, now, is_whole=len(choice.travellers) >= left) is expected


@pytest.mark.parametrize(
    ("refunded", "choice", "refund", "now", "expected"), [row[1:] for row in SEATS], ids=[r[0] for r in SEATS]
)
def test_the_number_of_seats_is_compared(
    refunded: str | None, choice: Choice, refund: str | None, now: BookingState, expected: StatusFinding
) -> None:
    amount = None if refund is None else Decimal(refund)
    assert finding(_seats(refunded), choice, amount, now, is_whole=False) is expected


@pytest.mark.parametrize(
    ("refunded", "refund", "now", "expected"), [row[1:] for row in WHOLE], ids=[r[0] for r in WHOLE]
)
def test_the_status_of_a_whole_booking_is_compared(
    refunded: str | None, refund: str | None, now: BookingState, expected: StatusFinding
) -> None:
    amount = None if refund is None else Decimal(refund)
    assert finding(_seats(refunded), SeatChoice(2), amount, now, is_whole=True) is expected


def test_a_second_part_without_a_refund_cannot_be_seen() -> None:
    before = _seats("0", "partially_cancelled")
    assert finding(before, SEAT, Decimal(0), before, is_whole=False) is StatusFinding.UNSEEN


def test_the_words_that_journals_hold_never_change() -> None:
    assert [each.value for each in StatusFinding] == ["cancelled", "unchanged", "otherwise", "unseen"]


@pytest.mark.parametrize("word", ["Cancelled", "cancelled", " CANCELLED ", "canceled"])
def test_words_that_say_it_is_cancelled(word: str) -> None:
    assert says_cancelled(word)


@pytest.mark.parametrize(
    "word", ["", "Partially Cancelled", "cancel", "cancellation pending", "not_cancelled", "Void"]
)
def test_words_that_do_not_say_it_is_cancelled(word: str) -> None:
    assert not says_cancelled(word)
