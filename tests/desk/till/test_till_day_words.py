"""The day at the till in words: on the page, on paper and in a file."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from app.desk.till.drawer import CashCount, CashMove
from app.desk.till.payment_values import PayWay
from app.desk.till.till_day import (
    WAYS,
    DayDoubts,
    DrawerOpening,
    NumberRange,
    SoldSums,
    TillDay,
    WaySums,
)
from app.desk.till.till_day_words import (
    agreement,
    back_words,
    doubts,
    drawer_lines,
    numbers_words,
    open_drawer_words,
    till_tables,
    unknown_owed_words,
    way_cells,
    way_rows,
)
from tests.desk.till.test_refunds import NOON

SOLD = SoldSums(9, 31, 61_204_50, on_account=6_709_50, owing=1)
SUMS = {
    PayWay.CASH: WaySums(6, 28_436_00, 1_785_00, -10_00),
    PayWay.UPI: WaySums(5, 21_059_50),
    PayWay.CARD: WaySums(1, 5_000_00),
    PayWay.OTHER: WaySums(),
}
DAY = TillDay(
    SUMS,
    WaySums(12, 54_495_50, 1_785_00, -10_00),
    refunds=1,
    kept=0,
    rounding=50,
    other_days=0,
    sold=SOLD,
    drawer=(
        DrawerOpening(NOON, "Asha Rao", 3_000_00),
        CashMove(NOON, "Asha Rao", -450_00, "Drinking water"),
        CashMove(NOON, "Asha Rao", 500_00, "Change from the bank"),
        CashCount(NOON, "Asha Rao", 29_000_00, 29_201_00),
        CashCount(NOON, "Asha Rao", 29_191_00, 29_201_00, "Coins", 3_000_00),
        CashCount(NOON, "", 3_000_00, 3_000_00),
    ),
    numbers=NumberRange("A/2627/000407", "A/2627/000418", 0),
    doubts=DayDoubts(),
)
"""The day of the drawn screen, counted twice before the drawer was closed."""


def test_each_way_has_its_sums_and_a_dash_where_nothing_was_counted() -> None:
    rows = way_rows(DAY)
    assert [each.name for each in rows] == ["Cash", "UPI", "Card", "Other", "All"]
    assert way_cells(rows[0]) == (
        "Cash",
        "6",
        "28,436.00",
        "\u22121,785.00",
        "26,651.00",
        "26,641.00",
        "\u221210.00",
    )
    assert way_cells(rows[1])[-2:] == ("\u2013", "\u2013")
    assert (rows[-1].is_all, rows[-1].sums) == (True, DAY.every)
    assert len(WAYS) == len(SUMS)


def test_what_explains_the_difference_ends_in_what_nothing_explains() -> None:
    assert [tuple(each) for each in agreement(DAY)] == [
        ("Sales value", 61_204_50),
        ("Cash rounding", 50),
        ("Taken by the till", -54_495_50),
        ("Owed, paid later: 1 sale", -6_709_50),
        ("Owed, not recorded", 0),
    ]
    sold = replace(SOLD, lowered=50, unrecorded=99_00, unrecorded_sales=2)
    other = replace(DAY, rounding=0, other_days=100_00, sold=sold)
    assert [tuple(each) for each in agreement(other)] == [
        ("Sales value", 61_204_50),
        ("Paid for sales of other days", 100_00),
        ("Taken by the till", -54_495_50),
        ("Cancelled before it was paid", -50),
        ("Owed, paid later: 1 sale", -6_709_50),
        ("Owed, not recorded: 2 sales", 99_00),
    ]
    # What is not recorded is what it is, whatever the sum of the others.
    wrong = replace(other, sold=replace(sold, unrecorded=90_00, beyond=1_00))
    assert [tuple(each) for each in agreement(wrong)][-4:] == [
        ("Cancelled before it was paid", -50),
        ("Owed, paid later: 1 sale", -6_709_50),
        ("Owed, not recorded: 2 sales", -90_00),
        ("Not explained", 10_00),
    ]
    assert ("Taken beyond what is to be paid", 1_00) in [tuple(each) for each in agreement(wrong)]


OPENED = DrawerOpening(NOON, "Asha Rao", 3_000_00)


def counted(counted: int, stays: int | None) -> CashCount:
    """A count of a drawer in which 9,458 rupees should be."""
    return CashCount(NOON, "Asha Rao", counted, 9_458_00, stays=stays)


@pytest.mark.parametrize(
    ("done", "told"),
    [
        ((), ""),
        ((counted(9_000_00, None),), ""),
        ((OPENED,), "The drawer of this desk is not closed."),
        (
            (OPENED, counted(9_000_00, None)),
            "The drawer of this desk is not closed. It was counted last with a difference of \u2212458.00.",
        ),
        ((OPENED, counted(9_458_00, None)), "The drawer of this desk is not closed."),
        ((OPENED, counted(9_000_00, None), counted(9_000_00, 3_000_00)), ""),
        ((OPENED, counted(9_458_00, 3_000_00), OPENED), "The drawer of this desk is not closed."),
    ],
)
def test_a_drawer_that_is_not_closed_is_said(
    done: tuple[DrawerOpening | CashMove | CashCount, ...], told: str
) -> None:
    assert open_drawer_words(replace(DAY, drawer=done)) == told


def test_what_was_done_at_the_drawer_has_the_last_count_of_each() -> None:
    assert [tuple(each) for each in drawer_lines(DAY)] == [
        ("Opening float, 12:00", 3_000_00),
        ("Paid out, Drinking water, 12:00", -450_00),
        ("Paid in, Change from the bank, 12:00", 500_00),
        ("Counted by Asha Rao, 12:00", 29_191_00),
        ("Difference, Coins", -10_00),
        ("Taken out when it was closed", 26_191_00),
        ("Next float", 3_000_00),
        ("Counted, 12:00", 3_000_00),
    ]


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        (None, ""),
        (NumberRange("A/2627/000001", "A/2627/000001", 0), "Receipt A/2627/000001"),
        (DAY.numbers, "Receipts A/2627/000407 to A/2627/000418, none missing"),
        (
            NumberRange("A/2627/000001", "A/2627/000004", 2),
            "Receipts A/2627/000001 to A/2627/000004, 2 missing",
        ),
    ],
)
def test_the_numbers_are_named(numbers: NumberRange | None, words: str) -> None:
    assert numbers_words(replace(DAY, numbers=numbers)) == words


def test_why_receipts_do_not_add_up_is_said() -> None:
    split = replace(DAY, every=replace(DAY.every, receipts=11))
    told = "A receipt that was paid in several ways is counted in each of them, and once in All."
    assert doubts(split, str) == (told,)


def test_what_is_not_known_is_said() -> None:
    assert doubts(DAY, str) == ()
    kept = "Kept of what customers get back, as the agency\u2019s own charge: 145.25."
    assert doubts(replace(DAY, kept=145_25), str) == (kept,)
    found = DayDoubts(1, ("D2",), ("D3",), 3, is_known=False)
    told = doubts(
        replace(DAY, doubts=found, sold=replace(SOLD, unpriced=2)), {"D2": "Back", "D3": "Jetty"}.__getitem__
    )
    assert [each.split()[0] for each in told] == ["What", "1", "The", "What", "In", "The"]
    assert ("3 cancellations" in told[3], "Back" in told[4], "Jetty" in told[5]) == (True, True, True)


def test_what_is_still_to_be_given_back_is_said() -> None:
    assert back_words(replace(DAY, to_give_back=0)) == ""
    assert back_words(replace(DAY, to_give_back=145_25)) == "Still to give back to customers: 145.25."


def test_a_file_has_amounts_as_numbers() -> None:
    ways, rest = till_tables(DAY, str)
    assert ways.rows[0] == (
        "Cash",
        6,
        *map(Decimal, ("28436.00", "-1785.00", "26651.00", "26641.00", "-10.00")),
    )
    assert ways.rows[1][-2:] == (None, None)
    assert rest.rows[0] == ("Sales value", Decimal("61204.50"))
    assert rest.rows[-1] == ("Receipts A/2627/000407 to A/2627/000418, none missing", None)
    assert all(len(each) == len(table.headings) for table in (ways, rest) for each in table.rows)


def test_of_what_is_owed_it_is_said_of_how_many_sales_nobody_knows_it() -> None:
    assert unknown_owed_words(DAY) == ""
    one, two = (replace(DAY, sold=replace(SOLD, unknown_sales=each)) for each in (1, 2))
    assert (
        unknown_owed_words(one) == "Another counter has cancelled of 1 sale: what is owed of it is not known."
    )
    assert unknown_owed_words(two).startswith("Another counter has cancelled of 2 sales: ")
