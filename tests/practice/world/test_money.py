"""Amounts and JSON: exact, both ways."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.practice.protocol.json import Json, UnreadableRequestError, decoded_object, encoded
from app.practice.world.money import paise, rupees, shares, tax


@given(st.integers(-(10**15), 10**15))
def test_paise_and_rupees_are_the_same_money(amount: int) -> None:
    assert paise(rupees(amount)) == amount
    assert encoded(rupees(amount)).decode().split(".")[1].isdigit()


def test_an_amount_finer_than_paise_is_refused() -> None:
    with pytest.raises(ValueError, match="two decimals"):
        paise("1.005")


@given(st.integers(0, 10**9), st.lists(st.integers(0, 10**6), max_size=100))
def test_shares_lose_nothing(total: int, weights: list[int]) -> None:
    parts = shares(total, weights)
    assert len(parts) == len(weights)
    assert sum(parts) == (total if sum(weights) else 0)
    assert all(part >= 0 for part in parts)


@pytest.mark.parametrize(("net", "gst"), [(680_000, 34_000), (10, 1), (9, 0), (30, 2), (0, 0)])
def test_tax_rounds_half_a_paisa_up(net: int, gst: int) -> None:
    assert tax(net, 5) == gst


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(st.characters(codec="utf-8"))
    | st.decimals(allow_nan=False, allow_infinity=False, places=2),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=20,
)


@given(_JSON)
@settings(max_examples=40)
def test_what_is_written_reads_back_exactly(value: object) -> None:
    written = encoded(cast("Json", {"value": value}))
    read = json.loads(written, parse_float=Decimal)
    assert read == {"value": value}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "not valid JSON"),
        (b"{", "not valid JSON"),
        (b"\xff", "not valid JSON"),
        (b"\xef\xbb\xbf{}", "not valid JSON"),
        (b"[" * 100_000, "not valid JSON"),
        (b'{"a":' + b"9" * 5_000 + b"}", "not valid JSON"),
        (b'{"a":NaN}', "does not know"),
        (b'{"a":1,"a":1}', "twice"),
        (b'{"b":{"a":1,"a":2}}', "twice"),
        (b"[]", "not a JSON object"),
        (b"null", "not a JSON object"),
    ],
)
def test_a_body_that_is_not_clearly_one_object_is_refused(body: bytes, words: str) -> None:
    with pytest.raises(UnreadableRequestError, match=words):
        decoded_object(body)
