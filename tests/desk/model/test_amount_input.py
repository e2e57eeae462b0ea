"""Amounts as people type them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.language import Message
from app.desk.model import formats
from app.desk.model.amount_input import ODD_GROUPS, amount_problem, typed_amount

_OTHERWISE = Message("otherwise")


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("10000", "10000"),
        (" 1,23,456.50 ", "123456.50"),
        ("123,456.5", "123456.5"),
        ("5 000", "5000"),
        ("0", "0"),
        ("7.", "7"),
        ("7,", "7"),
        ("1,250", "1250"),
        ("12,500", "12500"),
        ("1'250'000", "1250000"),
        ("1\u202f25\u202f000.50", "125000.50"),
        ("\u20b9 1,25,000/-", "125000"),
        ("Rs. 500", "500"),
        ("500.00 INR", "500"),
        ("\u0967\u0968\u0969\u096a", "1234"),
        ("\u200b1,250\u00a0", "1250"),
    ],
)
def test_any_grouping_is_understood(text: str, amount: str) -> None:
    assert typed_amount(text) == Decimal(amount)


@pytest.mark.parametrize("text", ["", "-5", "5.123", "1e5", "ten", ".5", "NaN", "1" * 13, "5.0.0"])
def test_anything_else_is_no_amount(text: str) -> None:
    assert typed_amount(text) is None


@given(st.decimals(min_value=0, max_value=10**11, places=2))
def test_what_is_shown_can_be_typed(value: Decimal) -> None:
    assert typed_amount(formats.amount(value)) == value


@pytest.mark.parametrize(
    "text", ["12,50", "1,25", "1,2345", "1.250,00", "12,3456", "1,25,00", "1,250 000", "1234,567", "Rs 12,50"]
)
def test_groups_of_no_country_are_refused_with_words(text: str) -> None:
    assert typed_amount(text) is None
    assert amount_problem(text, _OTHERWISE) is ODD_GROUPS


@pytest.mark.parametrize("text", ["ten", "1,2x", "", "-1,250", "12 50"])
def test_another_text_that_is_no_amount_has_other_words(text: str) -> None:
    assert typed_amount(text) is None
    assert amount_problem(text, _OTHERWISE) is _OTHERWISE


@given(st.decimals(min_value=0, max_value=10**11, places=2), st.sampled_from([",", "'", " ", "\u202f"]))
def test_groups_of_three_can_be_typed(value: Decimal, between: str) -> None:
    assert typed_amount(f"{value:,}".replace(",", between)) == value


@given(st.integers(1, 999), st.integers(0, 99))
def test_no_comma_of_cents_is_read_as_thousands(rupees: int, paise: int) -> None:
    assert typed_amount(f"{rupees},{paise:02}") is None
