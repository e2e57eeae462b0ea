"""The day at the till: every rupee between what was sold and what was taken is explained."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk.day_close.report import day_report
from app.desk.day_close.values import ZERO, DayReport, DayRow
from app.desk.model.office_rules import OfficeRules
from app.desk.till.drawer import CashCount, CashMove
from app.desk.till.due import due_of_sales
from app.desk.till.payment_rules import cash_line, exact_line
from app.desk.till.payment_values import Due, Payment, PayWay, in_paise, in_rupees
from app.desk.till.till import NotRecordedError, Till
from app.desk.till.till_day import DrawerOpening, NumberRange, TillDay, WaySums, checked
from app.store.till.errors import UNREADABLE
from app.store.till.till_book import TillEntry, TillKind
from tests.desk.till.test_refunds import DUE, NOON, SALE, anew, back, paid, seen
from tests.support.desk.day_samples import SPAN, cancellation, sale
from tests.support.store.recording_till import OF_2026, open_book
from tests.support.ui.taking_payment import TILL

BOAT = sale(10, request_id="R1", booking_ref="BT9D3M66P", value=Decimal("6468.00"), desk="D1", qty=4)
DIVE = sale(20, request_id="R2", booking_ref="AC7H2W91X", value=Decimal("7980.50"), desk="D1")
WALK = sale(30, request_id="R3", value=Decimal("1000.00"), desk="D1")
ELSEWHERE = sale(40, request_id="R4", value=Decimal("500.00"), desk="D2")


@pytest.fixture
async def till(tmp_path: Path) -> AsyncGenerator[Till]:
    rules = OfficeRules(till=TILL)
    opened = Till(lambda: open_book(tmp_path / "desk"), rules, lambda: NOON, lambda: "Asha Rao")
    yield opened
    await opened.close()


def report(*rows: DayRow) -> DayReport:
    """The report of a day with these rows."""
    return day_report(SPAN, rows, [])


def unexplained(day: TillDay) -> int:
    """What is neither taken nor owed nor explained."""
    sold = day.sold
    known = sold.value + day.other_days + day.rounding - day.every.taken
    return known + sold.beyond - sold.on_account - sold.lowered - sold.unrecorded


async def test_a_day_explains_every_rupee(till: Till) -> None:
    # Both by one receipt: 10,000.00 by UPI, 4,449.00 in cash for the 4,448.50 that are left.
    payment = Payment(DUE, 100)
    payment = payment.with_line(exact_line(payment, PayWay.UPI, "10000", "4417", "Asha Rao"))
    await till.record(payment.with_line(cash_line(payment, "5000")))
    await till.give_back(back("468"))
    day = await till.day(report(BOAT, DIVE, WALK, ELSEWHERE), "D1")
    assert day.ways[PayWay.CASH] == WaySums(1, 4_449_00, 468_00, None)
    assert day.ways[PayWay.UPI] == WaySums(1, 10_000_00, 0, None)
    assert (day.every.receipts, day.every.taken, day.every.net) == (1, 14_449_00, 13_981_00)
    assert (day.rounding, day.other_days, day.refunds, day.doubts.others_sold) == (50, 0, 1, 1)
    sold = day.sold
    assert (sold.sales, sold.seats, sold.value) == (3, 8, 15_448_50)
    assert (sold.on_account, sold.unrecorded, sold.unrecorded_sales) == (0, 1_000_00, 1)
    assert unexplained(day) == 0
    assert day.numbers == NumberRange("A/2627/000001", "A/2627/000002", 0)


async def test_what_is_owed_and_what_other_days_paid_is_told_apart(till: Till) -> None:
    await till.record(paid(DUE, typed="7000"))
    day = await till.day(report(BOAT), "D1")
    # The dive is of another day: 532.00 of the receipt are for it.
    assert (day.other_days, day.sold.on_account, day.sold.owing) == (532_00, 0, 0)
    assert unexplained(day) == 0
    day = await till.day(report(BOAT, DIVE), "D1")
    assert (day.other_days, day.sold.on_account, day.sold.owing) == (0, 7_980_50 - 532_00, 1)
    assert unexplained(day) == 0
    # Nothing was recorded in the time of another day.
    other = replace(SPAN, since=SPAN.since + timedelta(days=1), until=SPAN.until + timedelta(days=1))
    day = await till.day(day_report(other, (), []), "D1")
    assert (day.every, day.numbers, day.sold.value) == (WaySums(), None, 0)


async def test_a_correction_counts_for_what_it_changes(till: Till) -> None:
    wrong = await till.record(paid(DUE, typed="7000"))
    await till.correct(wrong, paid(await seen(till, DUE), PayWay.UPI, "6900"), "It was UPI")
    day = await till.day(report(BOAT, DIVE), "D1")
    assert (day.ways[PayWay.CASH].taken, day.ways[PayWay.UPI].taken) == (0, 6_900_00)
    assert day.sold.on_account == DUE.total - 6_900_00
    assert unexplained(day) == 0


async def test_what_was_cancelled_before_it_was_paid_is_not_owed(till: Till) -> None:
    lowered = cancellation(50, booking_ref=BOAT.booking_ref, given_back=Decimal("1000.00"))
    gone = cancellation(51, booking_ref=WALK.booking_ref, given_back=WALK.value)
    await till.record(paid(due_of_sales((replace(SALE, released=1, given_back=Decimal(1000)),))))
    day = await till.day(report(BOAT, WALK, lowered, gone), "D1")
    sold = day.sold
    assert (sold.on_account, sold.lowered, sold.beyond) == (0, 2_000_00, 0)
    assert (sold.unrecorded, sold.unrecorded_sales) == (0, 0)
    assert unexplained(day) == 0


async def test_what_is_owed_goes_with_the_cancellation(till: Till) -> None:
    await till.record(paid(due_of_sales((SALE,)), typed="1000"))
    day = await till.day(
        report(BOAT, cancellation(50, booking_ref=BOAT.booking_ref, given_back=BOAT.value)), "D1"
    )
    assert (day.sold.on_account, day.sold.owing, day.sold.lowered) == (0, 0, 5_468_00)
    assert unexplained(day) == 0


async def test_the_agencys_own_charge_stands_on_the_day(till: Till) -> None:
    await till.record(paid(DUE))
    await till.give_back(back("468", charge="145.25", reason="Late"))
    day = await till.day(report(BOAT, DIVE), "D1")
    assert (day.refunds, day.every.given_back, day.kept) == (1, 468_00, 145_25)


async def test_a_corrected_refund_counts_once(till: Till) -> None:
    await till.record(paid(DUE))
    wrong = await till.give_back(back("468", charge="145.25", reason="Late"))
    await till.give_back(await anew(till, wrong, "400", charge="45", reason="Late"), wrong, "Counted again")
    day = await till.day(report(BOAT, DIVE), "D1")
    assert (day.refunds, day.every.given_back, day.kept) == (1, 400_00, 45_00)
    assert unexplained(day) == 0


@pytest.mark.parametrize("is_recorded", [True, False])
async def test_the_charge_is_owed_also_where_nobody_travels(till: Till, *, is_recorded: bool) -> None:
    whole = due_of_sales((SALE,))
    if is_recorded:
        await till.record(Payment(whole).with_line(exact_line(Payment(whole), PayWay.ACCOUNT, "")))
    # The operator keeps a charge, and the customer has not paid it.
    gone = cancellation(50, booking_ref=BOAT.booking_ref, qty=BOAT.qty, given_back=Decimal("2747.50"))
    day = await till.day(report(BOAT, gone), "D1")
    sold = day.sold
    charge, sales = 6_468_00 - 2_747_50, (1, 0) if is_recorded else (0, 1)
    assert (sold.owed, sold.owing, sold.unrecorded_sales) == (charge, *sales)
    assert (sold.on_account, sold.lowered) == (charge if is_recorded else 0, 2_747_50)
    assert unexplained(day) == 0
    # Where nobody has said what is given back, nothing is guessed, and it is said.
    day = await till.day(report(BOAT, replace(gone, given_back=None)), "D1")
    assert (day.sold.owed, day.doubts.unsaid) == (0, 1)
    assert unexplained(day) == 0
    # One that is not settled lowers nothing yet.
    day = await till.day(report(BOAT, replace(gone, is_open=True)), "D1")
    assert day.sold.on_account + day.sold.unrecorded == day.sold.value


async def test_a_sale_without_a_price_is_counted_and_not_guessed(till: Till) -> None:
    day = await till.day(report(replace(BOAT, value=None), DIVE), "D1")
    assert (day.sold.sales, day.sold.unpriced, day.sold.value) == (2, 1, 7_980_50)
    assert unexplained(day) == 0


async def test_cash_is_checked_by_the_count_after_it_last_moved(till: Till) -> None:
    async def difference() -> int | None:
        return (await till.day(report(BOAT), "D1")).ways[PayWay.CASH].difference

    # Nobody has counted anything.
    assert await difference() is None
    await till.open_drawer(3_000_00)
    assert await difference() is None
    await till.record(paid(due_of_sales((SALE,))))
    assert await difference() is None
    await till.count_drawer(await till.drawer(), {}, 9_458_00, "", None)
    assert await difference() == -10_00
    await till.move_cash(-450_00, "Drinking water")
    assert await difference() is None
    await till.count_drawer(await till.drawer(), {}, 9_013_00, "", 3_000_00)
    assert await difference() == -5_00
    day = await till.day(report(BOAT), "D1")
    assert [type(each) for each in day.drawer] == [DrawerOpening, CashCount, CashMove, CashCount]
    assert day.every.difference == -5_00
    # The next drawer of the day adds its own.
    await till.open_drawer(3_000_00)
    await till.count_drawer(await till.drawer(), {}, 3_001_00, "", 3_001_00)
    assert await difference() == -4_00


async def test_what_was_taken_twice_is_said_and_nothing_is_called_cancelled(till: Till) -> None:
    due = due_of_sales((SALE,))
    await till.record(paid(due))
    # As from a page that did not see the first: the book compares nothing then.
    await till.record(paid(replace(due, sales=tuple(replace(each, settled=due.total) for each in due.sales))))
    day = await till.day(report(BOAT), "D1")
    assert (day.sold.beyond, day.sold.lowered, day.sold.on_account) == (6_468_00, 0, 0)
    assert unexplained(day) == 0


async def test_a_sale_without_a_price_is_worth_what_was_recorded_of_it(till: Till) -> None:
    await till.record(paid(due_of_sales((SALE,)), typed="1000"))
    day = await till.day(report(replace(BOAT, value=None)), "D1")
    assert (day.sold.unpriced, day.sold.value, day.sold.on_account) == (1, 6_468_00, 6_468_00 - 1_000_00)
    assert unexplained(day) == 0


async def test_of_all_ways_nothing_is_checked_once_something_else_than_cash_was_taken(till: Till) -> None:
    await till.record(paid(due_of_sales((SALE,))))
    await till.count_drawer(await till.drawer(), {}, 6_468_00 - 10_00, "", None)
    day = await till.day(report(BOAT), "D1")
    assert (day.ways[PayWay.CASH].difference, day.every.difference) == (-10_00, -10_00)
    await till.record(paid(due_of_sales((replace(SALE, request_id="R2"),)), PayWay.UPI, "500"))
    day = await till.day(report(BOAT), "D1")
    assert (day.ways[PayWay.CASH].difference, day.every.difference) == (-10_00, None)


async def test_what_nobody_said_is_given_back_is_told(till: Till) -> None:
    part = cancellation(50, booking_ref=BOAT.booking_ref, qty=1, given_back=None, desk="D2")
    assert (await till.day(report(BOAT, part), "D1")).doubts.unsaid == 1
    whole = replace(part, qty=BOAT.qty)
    assert (await till.day(report(BOAT, whole), "D1")).doubts.unsaid == 1


async def test_a_closed_day_has_what_was_recorded_in_its_time_alone(till: Till) -> None:
    await till.record(paid(due_of_sales((SALE,))))
    closed = replace(SPAN, until=NOON - timedelta(minutes=1))
    assert (await till.day(day_report(closed, [BOAT], []), "D1")).every.receipts == 0
    following = replace(SPAN, since=NOON)
    assert (await till.day(day_report(following, [], []), "D1")).every.receipts == 1


async def test_an_entry_that_no_program_wrote_is_said_and_stops_no_other_page(tmp_path: Path) -> None:
    with closing(open_book(tmp_path / "desk")) as book:
        book.append(TillKind.MOVE, "", {"amount": "abc", "reason": ""})
        book.append(TillKind.RECEIPT, "", {"sales": [{"request_id": "R1"}]}, OF_2026)
    till = Till(lambda: open_book(tmp_path / "desk"), OfficeRules(till=TILL), lambda: NOON, lambda: "")
    with pytest.raises(NotRecordedError, match="another program"):
        await till.day(report(BOAT), "D1")
    with pytest.raises(NotRecordedError, match="another program"):
        await till.drawer()
    with pytest.raises(NotRecordedError, match="another program"):
        await till.standing(["R1"])
    assert await till.first_day() == NOON.date()
    await till.close()


@pytest.mark.parametrize(
    "facts",
    [
        {"number": 1, "series": 7, "year": "2627"},
        {"charge_undone": "7"},
        {"sales": [], "lines": [{"amount": 0.5, "rounding": 0}]},
        {"sales": [{"due": 10**15, "settled": 0}], "lines": []},
        {"sales": [{"due": 1}], "lines": []},
    ],
)
def test_what_cannot_be_added_up_is_refused(facts: dict[str, object]) -> None:
    entry = TillEntry(1, NOON, TillKind.RECEIPT, "", facts, {}, "")
    with pytest.raises(UNREADABLE):
        checked([entry])
    with pytest.raises(ValueError, match="12:00"):
        checked([entry._replace(facts={}, at=NOON.replace(tzinfo=None))])


@given(
    steps=st.lists(
        st.tuples(
            st.sampled_from(("record", "correct", "back")),
            st.sampled_from((PayWay.CASH, PayWay.UPI, PayWay.ACCOUNT)),
            st.integers(1, 15_000),
        ),
        max_size=7,
    ),
    of_day=st.sets(st.sampled_from((BOAT, DIVE, WALK))),
)
async def test_whatever_is_recorded_nothing_is_left_unexplained(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, PayWay, int]], of_day: set[DayRow]
) -> None:
    rules, folder = OfficeRules(till=TILL), tmp_path_factory.mktemp("till")
    till = Till(lambda: open_book(folder / "desk"), rules, lambda: NOON, lambda: "")
    last, whole, gone = None, DUE, list[DayRow]()
    for step, way, amount in steps:
        standing = await till.standing(("R1", "R2"))
        due = await seen(till, whole)
        left = tuple(replace(each, amount=each.amount - each.settled) for each in due.sales)
        now = Due(tuple(each for each in left if each.amount > 0), "", "", "INR", NOON)
        if step == "record" and now.sales:
            typed = str(in_rupees(min(amount * 100, now.total)))
            last = await till.record(paid(now, way, typed))
        elif step == "correct" and last is not None and last.number:
            former = await seen(till, last.payment.due)
            last = await till.correct(
                last, paid(former, way, str(in_rupees(min(amount * 100, former.total)))), "w"
            )
        elif step == "back" and standing.settled["R1"] == DUE.sales[0].amount:
            # Nothing is given back but for a cancellation, which lowers what is to be paid as well.
            await till.give_back(back("1"))
            gone.append(cancellation(50, booking_ref=BOAT.booking_ref, given_back=Decimal(1)))
            boat, dive = DUE.sales
            last, whole = None, replace(DUE, sales=(replace(boat, amount=boat.amount - 1_00), dive))
    day = await till.day(report(*of_day, *gone), "D1")
    assert unexplained(day) == 0
    assert sum(each.net for each in day.ways.values()) == day.every.net
    # The list of what is owed is made from other tables, and knows nothing of days.
    names, sold = {each.request_id for each in of_day}, day.sold
    owed = [sale for each in await till.owed() for sale in each.sales if sale.request_id in names]
    assert (sold.on_account, sold.owing) == (sum(each.amount for each in owed), len(owed))
    recorded = {name for name in names if (await till.standing([name])).payments}
    unrecorded = [each for each in of_day if each.request_id not in recorded]
    assert sold.unrecorded == sum(in_paise(each.value or ZERO) for each in unrecorded)
    # Nothing was cancelled.
    assert sold.lowered == 0
    await till.close()
