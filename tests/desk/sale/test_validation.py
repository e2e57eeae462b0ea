"""What stops a sale, rule by rule (interface parts 4.3 and 8)."""

from dataclasses import replace
from datetime import date

import pytest

from app.desk.model.customer_rules import tidy_phone
from app.desk.sale import validation as drafts
from app.desk.sale.validation import problem_of, problems
from tests.support.desk.samples import DRAFT, SLOT, TODAY


def test_a_complete_draft_has_no_problem() -> None:
    assert problems(DRAFT, TODAY) == ()


def test_an_empty_draft_names_every_field_in_the_order_of_the_screen() -> None:
    empty = replace(DRAFT, slot=None, qty=0, customer_name="", customer_phone="", customer_email="")
    fields = [problem.field for problem in problems(empty, TODAY)]
    assert fields == ["slot", "qty", "customer_name", "customer_phone", "customer_email"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("   ", "Type the customer's name."),
        ("x" * 100, ""),
        ("x" * 101, "The name has 101 characters. Shorten it to 100."),
        ("\u0930\u0940\u0928\u093e \U0001f600", ""),
        ("\u0915\u094d\u200d\u0937\u092e\u093e\u00a0\u0930\u093e\u0935", ""),
        ("\u0d05\u0d28\u0d4d\u200d", ""),
        ("Zoe\u0308 M.", ""),
        ("Priya\nRaman", "The name holds a character that cannot be seen. Type it again."),
        ("Priya\u202eRaman", "The name holds a character that cannot be seen. Type it again."),
    ],
)
def test_a_name_is_counted_in_characters(name: str, sentence: str) -> None:
    assert problem_of(replace(DRAFT, customer_name=name), "customer_name", TODAY) == sentence


@pytest.mark.parametrize(
    ("phone", "sentence"),
    [
        ("1234567", "The number has 7 digits. It needs at least 8."),
        (
            "987654321",
            "The number has 9 digits, one of India 10. Correct it, or type + and its country.",
        ),
        ("9876543210", ""),
        ("09876543210", ""),
        ("919876543210", ""),
        (
            "987654321099332",
            "The number has 15 digits, one of India 10. Correct it, or type + and its country.",
        ),
        ("1234567890123456", "The number has 16 digits. At most 15 are taken."),
        ("98765x1234", "Use the digits 0 to 9 only."),
        ("\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668", "Use the digits 0 to 9 only."),
    ],
)
def test_a_phone_has_8_to_15_ascii_digits(phone: str, sentence: str) -> None:
    assert drafts.phone_problem(phone, is_whole=False) == sentence


def test_a_short_number_is_asked_about_unless_its_country_was_typed() -> None:
    assert drafts.phone_problem("123456789012345", is_whole=True) == ""
    short = replace(DRAFT, customer_phone="35412345")
    assert problem_of(short, "customer_phone", TODAY).startswith("The number has 8 digits, one of India 10.")
    assert problem_of(replace(short, whole_phone="35412345"), "customer_phone", TODAY) == ""
    # Of another number it says nothing.
    assert problem_of(replace(short, whole_phone="35412346"), "customer_phone", TODAY) != ""


@pytest.mark.parametrize(
    ("email", "sentence"),
    [
        ("priya@example.com", ""),
        (" priya@example.com ", ""),
        ("priya", "Add the @ and what stands around it, such as name@example.com."),
        ("priya@example", "Add the part after the dot, such as .com."),
        ("pri ya@example.com", "Mail cannot be sent to this address. Type it again."),
        ("priya@", "Mail cannot be sent to this address. Type it again."),
        ("priya@host.invalid", "Mail cannot be sent to this address. Type it again."),
    ],
)
def test_an_email_is_checked_by_its_form(email: str, sentence: str) -> None:
    assert drafts.email_problem(email) == sentence


@pytest.mark.parametrize(
    ("qty", "sentence"),
    [
        (0, "Choose 1 to 100 seats."),
        (1, ""),
        (11, ""),
        (12, "Only 11 seats left. Choose fewer, or another slot."),
        (101, "Choose 1 to 100 seats."),
    ],
)
def test_seats_are_1_to_100_and_no_more_than_are_left(qty: int, sentence: str) -> None:
    assert problem_of(replace(DRAFT, qty=qty), "qty", TODAY) == sentence


def test_a_hundred_seats_can_be_sold_when_the_service_counts_none() -> None:
    assert problems(replace(DRAFT, qty=100, slot=replace(SLOT, seats=None)), TODAY) == ()


def test_a_closed_slot_says_why() -> None:
    closed = replace(SLOT, is_open=False, reason="Booking closed at 12:00")
    assert (
        problem_of(replace(DRAFT, slot=closed), "slot", TODAY)
        == "Booking closed at 12:00. Pick another slot."
    )
    silent = replace(SLOT, is_open=False)
    assert problem_of(replace(DRAFT, slot=silent), "slot", TODAY) == "This slot is closed. Pick another slot."


def test_a_day_that_has_passed_cannot_be_sold() -> None:
    assert problem_of(DRAFT, "slot", date(2026, 11, 22)) == "Sat 21 Nov has passed. Pick a later day."


def test_a_slot_without_a_price_cannot_be_sold() -> None:
    unpriced = replace(DRAFT, slot=replace(SLOT, net=None))
    assert (
        problem_of(unpriced, "slot", TODAY) == "The service states no price for this slot. Pick another slot."
    )


@pytest.mark.parametrize(
    ("typed", "digits", "note"),
    [
        ("9876501234", "9876501234", ""),
        ("98765 01234", "9876501234", "Spaces and signs were removed."),
        ("+91 98765-01234", "919876501234", "The plus and spaces were removed."),
        ("98765x", "98765x", ""),
        ("+44 (0)20 7946 0958", "442079460958", "Zeros in front of the number were left out."),
        ("0044 20 7946 0958", "442079460958", "Zeros in front of the number were left out."),
        ("(+44) 20/7946.0958", "442079460958", "The plus and spaces were removed."),
        ("+49 (0) 30 123456", "4930123456", "Zeros in front of the number were left out."),
        ("+39 06 6982", "39066982", "The plus and spaces were removed."),
        ("+1 (0)200 1234567", "12001234567", "This is no known number of its country. Compare it."),
        ("098765-43210", "9876543210", "Zeros in front of the number were left out."),
        ("91 98765 43210", "919876543210", "Spaces and signs were removed."),
        (
            "\u096f\u096e\u096d\u096c\u096b \u096a\u0969\u0968\u0967\u0966",
            "9876543210",
            "Spaces and signs were removed.",
        ),
    ],
)
def test_a_phone_is_tidied_visibly(typed: str, digits: str, note: str) -> None:
    assert tidy_phone(typed) == (digits, note)
