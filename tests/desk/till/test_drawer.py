"""The drawer: what should be there, whatever is taken, given back, put in and counted."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk.day_close.report import day_report
from app.desk.model.office_rules import OfficeRules
from app.desk.till.drawer import (
    NO_DIFFERENCE_REASON,
    NO_MOVE_AMOUNT,
    NO_MOVE_REASON,
    REASON_FROM,
    STAYS_TOO_MUCH,
    CashDrawer,
    check_closing,
    counted,
    drawer_of,
    move_of,
)
from app.desk.till.payment_rules import NO_AMOUNT, NotTakenError
from app.desk.till.payment_values import PayWay
from app.desk.till.till import Till
from tests.desk.till.test_refunds import DUE, NOON, WHOLE, back, paid, seen
from tests.support.desk.day_samples import SPAN
from tests.support.store.recording_till import open_book
from tests.support.ui.taking_payment import TILL


@pytest.fixture
async def till(tmp_path: Path) -> AsyncGenerator[Till]:
    rules = OfficeRules()
    rules.till = TILL
    opened = Till(lambda: open_book(tmp_path / "desk"), rules, lambda: NOON, lambda: "Asha Rao")
    yield opened
    await opened.close()


async def test_a_day_at_the_drawer(till: Till) -> None:
    assert await till.drawer() == CashDrawer()
    # Taken before it is opened: it belongs to the drawer that is opened next.
    await till.record(paid(WHOLE))
    await till.open_drawer(3_000_00)
    dive = replace(DUE, sales=DUE.sales[1:])
    wrong = await till.record(paid(dive, typed="1000"))
    await till.correct(wrong, paid(await seen(till, dive), PayWay.UPI, "1000"), "It was UPI")
    await till.give_back(back("468"))
    await till.move_cash(-450_00, "Drinking water")
    await till.move_cash(500_00, "Change from the bank")
    drawer = await till.drawer()
    assert (drawer.opened_at, drawer.float, drawer.moved) == (NOON, 3_000_00, 50_00)
    # A receipt that was corrected to UPI took no cash.
    assert (drawer.taken, drawer.given_back, drawer.refunds) == (6_468_00, 468_00, 1)
    assert drawer.expected == 3_000_00 + 6_468_00 - 468_00 + 50_00
    assert [each.reason for each in drawer.moves] == ["Drinking water", "Change from the bank"]
    pieces = {"note 500": 18}
    await till.count_drawer(drawer, pieces, 9_000_00, "Coins", None)
    again = await till.drawer()
    (count,) = again.counts
    assert (count.difference, count.reason, count.stays, count.clerk) == (-50_00, "Coins", None, "Asha Rao")
    assert again.expected == drawer.expected
    await till.count_drawer(again, {}, 9_050_00, "", 3_000_00)
    closed = await till.drawer()
    assert closed == CashDrawer(float=3_000_00)
    await till.open_drawer(2_900_00)
    assert (await till.drawer()).expected == 2_900_00
    # Neither a restart nor another day changes what is there.
    await till.close()


async def test_a_receipt_that_was_corrected_does_not_count_and_its_correction_does(till: Till) -> None:
    async def counts() -> tuple[int, int, int, int]:
        day = await till.day(day_report(SPAN, [], []), "D1")
        cash, upi = day.ways[PayWay.CASH].receipts, day.ways[PayWay.UPI].receipts
        return (await till.drawer()).receipts, cash, upi, day.every.receipts

    boat, dive = (replace(DUE, sales=(each,)) for each in DUE.sales)
    await till.record(paid(boat))
    wrong = await till.record(paid(dive, typed="1000"))
    assert await counts() == (2, 2, 0, 2)
    upi = await till.correct(wrong, paid(await seen(till, dive), PayWay.UPI, "1000"), "It was UPI")
    assert await counts() == (1, 1, 1, 2)
    again = await till.correct(upi, paid(await seen(till, dive), typed="1000"), "It was cash")
    assert await counts() == (2, 2, 0, 2)
    await till.count_drawer(await till.drawer(), {}, 7_468_00, "", 0)
    # In another drawer than the wrong one.
    await till.correct(again, paid(await seen(till, dive), typed="500"), "It was 500")
    assert await counts() == (1, 2, 0, 2)


async def test_a_series_that_begins_anew_moves_no_cash(tmp_path: Path) -> None:
    rules, folder = OfficeRules(till=TILL), tmp_path / "desk"
    till = Till(lambda: open_book(folder), rules, lambda: NOON, lambda: "")
    await till.open_drawer(3_000_00)
    await till.close()
    # As if it came from another computer: the series begins anew.
    book = open_book(folder, desk="D2")
    drawer = drawer_of(book.since_closing(), None)
    book.close()
    assert (drawer.expected, drawer.moves) == (3_000_00, ())


@given(
    steps=st.lists(st.tuples(st.sampled_from(("in", "out", "count", "close")), st.integers(0, 10**7))),
    start=st.integers(0, 10**7),
)
async def test_what_should_be_there_is_the_sum_of_what_happened(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int]], start: int
) -> None:
    rules, folder = OfficeRules(), tmp_path_factory.mktemp("till")
    rules.till = TILL
    till = Till(lambda: open_book(folder / "desk"), rules, lambda: NOON, lambda: "")
    await till.open_drawer(start)
    expected = start
    for step, amount in steps:
        if step in {"in", "out"}:
            moved = amount if step == "in" else -amount
            await till.move_cash(moved, "any")
            expected += moved
        else:
            stays = amount if step == "close" else None
            await till.count_drawer(await till.drawer(), {}, amount, "", stays)
            expected = amount if stays is not None else expected
        assert (await till.drawer()).expected == expected
    await till.close()


def test_pieces_are_counted_by_their_values() -> None:
    assert counted({("note", 500): 51, ("note", 20): 6, ("coin", 20): 0, ("coin", 1): 1}) == 25_621_00


@pytest.mark.parametrize(
    ("amount", "reason", "sentence"),
    [
        ("", "water", NO_MOVE_AMOUNT),
        ("-5", "water", NO_AMOUNT),
        ("much", "water", NO_AMOUNT),
        ("450", "  ", NO_MOVE_REASON),
    ],
)
def test_a_move_needs_an_amount_and_a_reason(amount: str, reason: str, sentence: object) -> None:
    with pytest.raises(NotTakenError) as wrong:
        move_of(amount, reason, is_in=False)
    assert wrong.value.args == (sentence,)
    assert move_of("450", " Drinking  water", is_in=False) == (-450_00, "Drinking water")
    assert move_of("450", "float", is_in=True) == (450_00, "float")


def test_closing_asks_for_a_reason_from_ten_rupees_on() -> None:
    drawer = CashDrawer(float=3_000_00)
    short = drawer.expected - REASON_FROM
    assert check_closing(drawer, short + 1, "", "1000") == ("", 1_000_00)
    # All of it may stay.
    assert check_closing(drawer, drawer.expected, "", "3000") == ("", 3_000_00)
    with pytest.raises(NotTakenError) as unsaid:
        check_closing(drawer, short, " ", "")
    assert unsaid.value.args == (NO_DIFFERENCE_REASON,)
    assert check_closing(drawer, short, "Coins", "") == ("Coins", 0)
    with pytest.raises(NotTakenError) as more:
        check_closing(drawer, short, "Coins", "3000")
    assert more.value.args == (STAYS_TOO_MUCH,)
