"""Texts that a first form of the gate took for something else."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from app.desk.model.amount_input import typed_amount
from app.desk.model.customer_rules import has_country, phone_problem, tidy_phone
from app.desk.model.typed_text import Taken, digits, id_number, mail, phone, pnr, upi_reference
from app.desk.passengers.birth_date import birth_date_of


@pytest.mark.parametrize(
    "address",
    [
        "david-kumar@gmail.com",
        "sid-7@x.in",
        "mail-order@shop.in",
        "id-42@shop.in",
        "ravi@hotmail-asia.com",
        "ravi@covid-help.in",
        "a?b=c@x.in",
    ],
)
def test_an_address_is_nobody_elses(address: str) -> None:
    assert mail(address) == Taken(address)
    assert mail(f"mailto:{address.replace('?b=c', '')}?subject=Trip").text == address.replace("?b=c", "")


def test_of_two_addresses_the_first_is_taken_and_the_other_said() -> None:
    assert mail("Ravi <ravi@x.in>, Asha <asha@y.in>").text == "ravi@x.in"
    assert "asha@y.in" in mail("Ravi <ravi@x.in>, Asha <asha@y.in>").left_out
    assert mail("(office) ravi@x.in") == Taken("ravi@x.in", "office")
    assert len(mail("-" * 200_000).text) <= 2_000


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("Ravi 98765 43210", Taken("98765 43210", "Ravi")),
        ("Om 98765 43210", Taken("98765 43210", "Om")),
        ("Room 12, 98765 43210", Taken("98765 43210", "Room 12")),
        ("a@b.in", Taken("", "a@b.in")),
        ("Ravi 98", Taken("98", "Ravi")),
        ("+", Taken("+")),
    ],
)
def test_a_phone_is_found_behind_words(text: str, taken: Taken) -> None:
    assert phone(text) == taken


@pytest.mark.parametrize("text", ["+91 +91 9876543210", "+91-98765-4321", "+0919876543210", "0000000000"])
def test_a_number_that_its_country_does_not_have_is_doubted_or_refused(text: str) -> None:
    tidy, note = tidy_phone(text)
    assert "no known number" in note or phone_problem(tidy, is_whole=has_country(text))


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("12.0", Taken("", "12.0")),
        ("1.5", Taken("", "1.5")),
        ("-3", Taken("", "-3")),
        ("5-3", Taken("5", "3")),
        ("12 3x", Taken("123", "x")),
    ],
)
def test_a_decimal_or_a_sign_makes_no_other_count(text: str, taken: Taken) -> None:
    assert digits(8)(text) == taken


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("1234 - 2 pax", Taken("1234", "2 pax")),
        ("ABC123 DEF456", Taken("ABC123", "DEF456")),
        ("Dear Ravi PNR ABC123", Taken("ABC123", "Dear Ravi PNR")),
        ("BT9D 3M66P", Taken("BT9D3M66P")),
        ("ABC123x", Taken("ABC123x")),
    ],
)
def test_a_pnr_is_one_piece_of_a_line(text: str, taken: Taken) -> None:
    assert pnr(text) == taken


def test_the_labelled_number_is_the_reference() -> None:
    said = upi_reference("Paid to 919876543210 UPI transaction ID: 334455667788")
    assert said.text == "334455667788"
    assert upi_reference("29-11-2026 1234 5678 9012").text == "123456789012"


def test_what_is_raised_or_badly_grouped_is_no_amount() -> None:
    assert [typed_amount(each) for each in ("10\u00b2", "\u2460", "0,500", "00,500")] == [None] * 4
    assert typed_amount("1,25,000.50") == Decimal("125000.50")


def test_a_year_alone_is_no_day_and_no_is_no_label() -> None:
    assert birth_date_of("1985", date(2026, 11, 29)) is None
    assert id_number("NO 1234567") == Taken("NO 1234567")
    assert id_number("No. 1234567") == Taken("1234567")
