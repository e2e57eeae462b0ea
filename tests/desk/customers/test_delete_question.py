"""What is said before a customer is deleted, and after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from app.desk.bookings.known_customers import KnownCustomer
from app.desk.customers.delete_question import after_deletion, before_deletion
from app.desk.customers.values import Forgotten, Held, HeldRecord
from tests.support.desk.samples import HELD

ALWAYS = "PNR, trip, dates and amounts stay for the books."
LAST = "Backups and files that were made before keep what they hold. This cannot be undone."
NUMBERS: Mapping[str, object] = {"traveller_ids": {"Meera Nair": 7}}


def said_of(*records: HeldRecord) -> str:
    return before_deletion(Held(KnownCustomer("Priya", "", ""), HELD.at, records, ()))


def test_what_goes_and_what_stays_is_said_for_one() -> None:
    assert said_of(HELD) == (
        f"Name, phone and e-mail go for good, in 1 sale or cancellation and in saved parties. {ALWAYS} {LAST}"
    )


def test_what_is_open_and_what_is_ahead_is_counted() -> None:
    told = said_of(
        replace(HELD, is_open=True),
        replace(HELD, is_open=True, is_ahead=True),
        replace(HELD, is_ahead=True),
        replace(HELD, is_ahead=True, booking_ref=""),
    )
    assert "go for good, in 2 sales and cancellations" in told
    assert "2 have an open outcome and stay as they are until that is settled." in told
    assert "1 booking is still to travel: its voucher will not name the customer any more." in told


@pytest.mark.parametrize(
    ("held", "is_said"),
    [
        (replace(HELD, is_ahead=True, personal=NUMBERS), True),
        (replace(HELD, is_ahead=True, is_cancellation=True, personal=NUMBERS), True),
        (replace(HELD, is_ahead=True, personal={"traveller_ids": {}}), False),
        (replace(HELD, personal=NUMBERS), False),
        (replace(HELD, is_ahead=True, is_open=True, personal=NUMBERS), False),
    ],
    ids=["a sale ahead", "a cancellation", "nothing typed", "over", "stays"],
)
def test_typed_traveller_numbers_that_may_be_needed_are_named(held: HeldRecord, *, is_said: bool) -> None:
    sentence = "Traveller ids that were typed go too; cancelling a boat still to travel may need them."
    assert (sentence in said_of(held)) == is_said


def test_what_is_still_held_is_said_afterwards() -> None:
    assert after_deletion(Forgotten(2, 1, 0)) == "Deleted in 2 sales and cancellations."
    told = after_deletion(Forgotten(1, 0, 1, 2))
    assert "Deleted in 1 sale or cancellation." in told
    assert "1 is kept: its outcome is open. Delete the customer again when it is settled." in told
    assert "on the lists of 2 bookings of others that are still to travel" in told
