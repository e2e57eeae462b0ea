"""What the row of a trip says before it is booked, and what became of it."""

from __future__ import annotations

import pytest

from app.desk.basket.values import BasketItem, Cover, ItemLook, ItemStanding, ItemState
from app.desk.model.sale import Advice
from app.ui.basket.basket_rows import basket_row
from tests.support.desk.samples import DRAFT

LOOKED = ItemLook("0")
REFUSED = ItemLook("0", advice=Advice("Sold out.", "", ""))


@pytest.mark.parametrize(
    ("look", "cover", "state", "ink", "sign"),
    [
        (None, None, "", "text2", ""),
        (LOOKED, Cover.WAITS, "Waits", "text2", ""),
        (LOOKED, Cover.SHORT, "Wallet is short", "warning", "triangle-alert"),
        (REFUSED, None, "Cannot be booked", "danger", "circle-alert"),
        (REFUSED, Cover.SHORT, "Wallet is short", "warning", "triangle-alert"),
    ],
)
def test_before_it_is_booked_a_row_says_what_stands_in_its_way(
    look: ItemLook | None, cover: Cover | None, state: str, ink: str, sign: str
) -> None:
    item = BasketItem("0", DRAFT)
    standing = ItemStanding(ItemState.WAITS)
    row = basket_row(item, 1, count=2, standing=standing, look=look, cover=cover, is_running=False)
    assert (row.state, row.ink, row.sign) == (state, ink, sign)


def test_while_it_is_booked_it_says_nothing_else() -> None:
    item, waits = BasketItem("0", DRAFT), ItemStanding(ItemState.WAITS)
    row = basket_row(item, 1, count=2, standing=waits, look=REFUSED, cover=Cover.SHORT, is_running=True)
    assert (row.state, row.more, row.sign) == ("Being booked", "", "")
