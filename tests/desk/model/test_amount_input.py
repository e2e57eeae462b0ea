"""Amounts as people type them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk.model import formats
from app.desk.model.amount_input import typed_amount


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("10000", "10000"),
        (" 1,23,456.50 ", "123456.50"),
        ("123,456.5", "123456.5"),
        ("5 000", "5000"),
        ("0", "0"),
        ("7.", "7"),
    ],
)
def test_any_grouping_is_understood(text: str, amount: str) -> None:
    assert typed_amount(text) == Decimal(amount)


@pytest.mark.parametrize(
    "text", ["", "-5", "5.123", "1e5", "ten", "\u0661\u0662", ".5", "NaN", "1" * 13, "5.0.0"]
)
def test_anything_else_is_no_amount(text: str) -> None:
    assert typed_amount(text) is None


@given(st.decimals(min_value=0, max_value=10**11, places=2))
def test_what_is_shown_can_be_typed(value: Decimal) -> None:
    assert typed_amount(formats.amount(value)) == value
