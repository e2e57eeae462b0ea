"""What is left of a sale, by what is kept here and what the service said last."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.ui.bookings.sales_list import COLUMNS
from app.ui.bookings.unknown_sale_words import left_of, people_words
from tests.support.desk.voucher_samples import SALE


@pytest.mark.parametrize(
    ("said", "released", "left", "seats", "words"),
    [
        ("confirmed", 0, 2, "2", "2 seats"),
        ("", 1, 1, "1/2", "1 of 2 seats"),
        ("partially_cancelled", 1, 1, "1/2", "1 of 2 seats"),
        ("partially_cancelled", 0, None, "\u2013/2", "2 seats, how many are left is not known"),
        ("Cancelled", 0, 0, "0/2", "0 of 2 seats"),
        ("Cancelled", 1, 0, "0/2", "0 of 2 seats"),
    ],
)
def test_how_many_are_left_where_others_cancel_too(
    said: str, released: int, left: int | None, seats: str, words: str
) -> None:
    sale = replace(SALE, is_boat=False, qty=2, released=released, said=(said, "", ""))
    assert sale.left == left
    assert people_words(sale) == words
    assert left_of(sale) == ("not known of 2" if left is None else words.removesuffix(" seats"))
    shown = [each.cell(sale) for each in COLUMNS.columns if each.title.text == "Seats" and each.cell]
    assert shown == [seats]
