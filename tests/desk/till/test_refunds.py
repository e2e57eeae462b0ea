"""Giving back and correcting: whatever is taken, corrected and given back, the sums are exact."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Sale
from app.desk.till.due import balance, due_of_sales, less_settled, pays_in_all
from app.desk.till.owing import GivingBack
from app.desk.till.payment_rules import NotTakenError, cash_line, exact_line
from app.desk.till.payment_values import Due, Payment, PayWay, Refund, TillReceipt, in_rupees
from app.desk.till.receipt_text import CustomerReceipt, as_text
from app.desk.till.refund_rules import refund_of
from app.desk.till.standing_words import standing_words
from app.desk.till.till import NotRecordedError, Till
from app.store.till.till_book import TillKind
from tests.support.desk.receipt_samples import DUE
from tests.support.desk.voucher_samples import BRANDING
from tests.support.store.recording_till import open_book
from tests.support.ui.taking_payment import TILL

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SALE = Sale(
    intent_id="I1",
    request_id="R1",
    state="",
    is_open=False,
    title="Port Blair to Swaraj Dweep",
    day=None,
    window="",
    qty=4,
    customer_name="Arjun Nair",
    customer_phone="9434012377",
    booking_ref="BT9D3M66P",
    expected=None,
    debited=None,
    currency="INR",
    wallet_before=None,
    sold_at=NOON,
    history=(),
    customer_pays=Decimal("6468.00"),
)
WHOLE = due_of_sales((SALE,))
BACK = GivingBack(
    replace(WHOLE, sales=(replace(WHOLE.sales[0], settled=6_468_00),)), 6_468_00, 0, PayWay.CASH, 0
)


@pytest.fixture
async def till(tmp_path: Path) -> AsyncGenerator[Till]:
    rules = OfficeRules()
    rules.till = TILL
    opened = Till(lambda: open_book(tmp_path / "desk"), rules, lambda: NOON, lambda: "Asha Rao")
    yield opened
    await opened.close()


def paid(due: Due, way: PayWay = PayWay.CASH, typed: str = "") -> Payment:
    """A payment in one way."""
    payment = Payment(due, 0)
    if way is PayWay.CASH:
        return payment.with_line(cash_line(payment, typed))
    return payment.with_line(exact_line(payment, way, typed, "4417", ""))


def back(
    amount: str = "",
    *,
    way: PayWay = PayWay.CASH,
    reference: str = "",
    charge: str = "",
    reason: str = "",
    step: int = 0,
) -> Refund:
    """What is typed to give back 6,468.00."""
    return refund_of(BACK, way, amount=amount, reference=reference, charge=charge, reason=reason, step=step)


async def seen(till: Till, due: Due) -> Due:
    """The same as a clerk sees it now."""
    now = [(each, await till.standing((each.request_id,))) for each in due.sales]
    return replace(due, sales=tuple(replace(s, settled=n.settled[s.request_id]) for s, n in now))


async def settled(till: Till, *ids: str) -> list[int]:
    """What is recorded of sales."""
    standing = await till.standing(ids)
    return [standing.settled[each] for each in ids]


async def test_a_correction_stands_in_the_place_of_the_receipt_and_both_stay(till: Till) -> None:
    wrong = await till.record(paid(DUE, typed="1000"))
    right = await till.correct(wrong, paid(await seen(till, DUE), PayWay.UPI, "900.50"), "It was UPI")
    assert (wrong.number, right.number) == ("A/2627/000001", "A/2627/000002")
    assert (right.corrects, right.reason, right.payment.taken) == (wrong.number, "It was UPI", 900_50)
    assert await settled(till, "R1", "R2") == [900_50, 0]
    standing = await till.standing(("R1",))
    assert [(each.number, each.corrected_by) for each in standing.receipts] == [
        (wrong.number, right.number),
        (right.number, ""),
    ]
    again = standing.receipts[-1]
    assert (again.payment, again.corrects) == (replace(right.payment, due=again.payment.due), wrong.number)
    assert again.payment.due.total == DUE.total
    # A correction can be wrong, too: of all of it nothing was taken.
    nothing = Payment(await seen(till, DUE), 0)
    last = await till.correct(again, nothing, "Not paid at all")
    assert (last.number, last.left) == ("A/2627/000003", DUE.total)
    assert await settled(till, "R1", "R2") == [0, 0]
    owed = await till.owed()
    assert [each.amount for found in owed for each in found.sales] == [each.amount for each in DUE.sales]


async def test_what_is_owed_after_a_correction_is_what_the_right_one_leaves(till: Till) -> None:
    wrong = await till.record(paid(DUE))
    assert await till.owed() == ()
    await till.correct(wrong, paid(await seen(till, DUE), typed="7000"), "Counted again")
    (owed,) = await till.owed()
    assert [(each.request_id, each.amount) for each in owed.sales] == [("R2", DUE.total - 7_000_00)]
    assert owed.sales[0].settled == 7_000_00 - DUE.sales[0].amount


async def test_a_reference_is_found_on_the_receipt_that_is_right(till: Till) -> None:
    upi = exact_line(Payment(DUE), PayWay.UPI, "", "433412345678", "")
    assert await till.with_reference(upi) is None
    wrong = await till.record(Payment(DUE).with_line(upi))
    found = await till.with_reference(replace(upi, amount=1))
    assert found is not None
    assert found.number == wrong.number
    # It is in its own place, and no refund.
    assert await till.with_reference(upi, besides=wrong.number) is None
    assert await till.with_reference(upi, is_refund=True) is None
    due = await seen(till, DUE)
    right = await till.correct(wrong, Payment(due).with_line(upi), "Wrong way")
    found = await till.with_reference(upi)
    assert found is not None
    assert found.number == right.number
    await till.correct(right, paid(await seen(till, DUE)), "It was cash")
    assert await till.with_reference(upi) is None


async def test_the_last_four_of_another_day_are_of_another_payment(tmp_path: Path) -> None:
    now, rules = [NOON], OfficeRules(till=TILL)
    later = Till(
        lambda: open_book(tmp_path / "later", clock=lambda: now[0]), rules, lambda: now[0], lambda: "Asha Rao"
    )
    await later.record(paid(DUE, PayWay.UPI))
    (line,) = paid(DUE, PayWay.UPI).lines
    assert await later.with_reference(line) is not None
    now[0] += timedelta(days=1)
    assert await later.with_reference(line) is None
    await later.close()


async def test_a_page_that_stayed_open_makes_no_second_receipt(till: Till) -> None:
    await till.record(paid(DUE, typed="1000"))
    with pytest.raises(NotRecordedError, match="meanwhile"):
        await till.record(paid(DUE))
    assert await settled(till, "R1", "R2") == [1000_00, 0]
    rest = less_settled(DUE, (await till.standing(("R1", "R2"))).settled)
    assert (await till.record(paid(rest))).number == "A/2627/000002"
    assert await till.owed() == ()


async def test_who_pays_later_is_kept_until_the_customer_is_forgotten(till: Till) -> None:
    payment = Payment(DUE)
    await till.record(payment.with_line(exact_line(payment, PayWay.ACCOUNT, "", " Hotel  Sea Shell")))
    (owed,) = await till.owed()
    assert owed.payment.payment.lines[0].account == "Hotel Sea Shell"
    await asyncio.to_thread(till.forget, ["R1"])
    (owed,) = await till.owed()
    assert owed.payment.payment.lines[0].account == ""


@given(steps=st.lists(st.tuples(st.booleans(), st.integers(0, 10**6)), min_size=1, max_size=6))
async def test_the_book_settles_what_the_last_right_receipts_say(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[bool, int]]
) -> None:
    rules = OfficeRules()
    rules.till = TILL
    folder = tmp_path_factory.mktemp("till")
    till = Till(lambda: open_book(folder / "desk"), rules, lambda: NOON, lambda: "")
    expected, last, left = 0, None, WHOLE.total
    for corrects, amount in steps:
        if corrects and last is not None:
            due, former = await seen(till, last.payment.due), last.payment.taken
            taken = min(amount, due.total)
            payment = paid(due, typed=str(in_rupees(taken))) if taken else Payment(due)
            last = await till.correct(last, payment, "wrong")
            expected, left = expected - former + taken, left + former - taken
        elif left and amount:
            sale = replace(WHOLE.sales[0], amount=left, settled=expected)
            taken = min(amount, left)
            last = await till.record(paid(replace(WHOLE, sales=(sale,)), typed=str(in_rupees(taken))))
            expected, left = expected + taken, left - taken
        assert await settled(till, "R1") == [expected]
        owed = [each.amount for found in await till.owed() for each in found.sales]
        assert sum(owed) == (left if last else 0)
    await till.close()


async def test_what_was_paid_is_given_back_with_a_paper_of_its_own(till: Till) -> None:
    await till.record(paid(WHOLE))
    refund = await till.give_back(back(way=PayWay.UPI, reference="4417"))
    assert (refund.number, refund.is_refund, refund.left) == ("A/2627/000002", True, 0)
    assert await settled(till, "R1") == [0]
    assert await till.owed() == ()
    (_, again) = (await till.standing(("R1",))).receipts
    assert (again.is_refund, again.payment.due.total, again.payment.taken) == (True, 6_468_00, 6_468_00)
    text = as_text(CustomerReceipt(refund, BRANDING, is_practice=False))
    assert "Refund\nA/2627/000002" in text
    assert "Given back by UPI, ends 4417: 6,468.00" in text
    assert "Paid" not in text


async def test_the_paper_after_a_cancellation_says_what_is_left_of_the_sale(till: Till) -> None:
    await till.record(paid(WHOLE, typed="2000"))
    less = due_of_sales((replace(SALE, released=2, given_back=Decimal("3625.50")),))
    wrong = await till.record(paid(await rest_of(till, less)))
    right = await till.correct(wrong, paid(await seen(till, wrong.payment.due), typed="800"), "Counted again")
    for receipt, taken, left in ((wrong, "842.50", "0.00"), (right, "800.00", "42.50")):
        text = as_text(CustomerReceipt(receipt, BRANDING, is_practice=False))
        assert "2 people travel, 2 seats cancelled" in text
        whole = "Whole price after cancellation: 2,842.50\nPaid before: 2,000.00\nTo pay, INR: 842.50\n"
        assert f"{whole}Paid in cash: {taken}\n" in text
        assert f"Still owed: {left}" in text


async def test_the_paper_of_a_refund_says_what_was_cancelled(till: Till) -> None:
    await till.record(paid(WHOLE))
    gone = due_of_sales((replace(SALE, released=1, given_back=Decimal(1000)),)).sales[0]
    sale = replace(gone, amount=1_000_00, settled=WHOLE.total)
    given = replace(BACK, due=replace(WHOLE, sales=(sale,)))
    refund = refund_of(given, PayWay.CASH, amount="", reference="", charge="", reason="")
    text = as_text(CustomerReceipt(await till.give_back(refund), BRANDING, is_practice=False))
    assert "3 people travel, 1 seat cancelled" in text


async def rest_of(till: Till, due: Due) -> Due:
    """What is left to pay, as a clerk sees it now."""
    return less_settled(due, (await till.standing(each.request_id for each in due.sales)).settled)


async def test_a_charge_of_the_agency_is_said_with_its_reason(till: Till) -> None:
    await till.record(paid(WHOLE))
    refund = await till.give_back(back(charge="500", reason=" Late  notice "))
    assert (refund.payment.taken, refund.charge, refund.left) == (5_968_00, 500_00, 0)
    # The book is even: the charge settles what the customer no longer gets.
    assert await settled(till, "R1") == [0]
    text = as_text(CustomerReceipt(refund, BRANDING, is_practice=False))
    assert "Kept by the agency: Late notice: 500.00" in text
    assert "Given back in cash: 5,968.00" in text


async def test_what_a_booking_says_after_a_charge_adds_up(till: Till) -> None:
    await till.record(paid(WHOLE))
    await till.give_back(back("2000", charge="500", reason="Late"))
    gone = replace(SALE, released=4, given_back=SALE.customer_pays)
    standing = await till.standing(("R1",))
    assert (standing.paid, standing.given_back, standing.charge) == (6_468_00, 2_000_00, 500_00)
    words = "Till: paid 6,468.00. Given back 2,000.00. The agency\u2019s own charge 500.00. Receipt "
    assert standing_words(standing, gone).startswith(words)
    assert standing_words(standing, gone).endswith("To give back 3,968.00.")


@pytest.mark.parametrize(
    ("typed", "charge", "handed"),
    [
        ("", "4945.50", (1_523_00, 50, 0)),
        ("", "4945.60", (1_522_00, -40, 0)),
        ("1523", "4945.50", (1_523_00, 50, 0)),
        # With small coins it is exact, and a part of it is what was typed.
        ("1522.50", "4945.50", (1_522_50, 0, 0)),
        ("1000.50", "4945.50", (1_000_50, 0, 522_00)),
        # What would be rounded to nothing is not.
        ("", "6467.70", (30, 0, 0)),
    ],
)
async def test_cash_that_is_given_back_is_rounded_as_cash_that_is_taken(
    till: Till, typed: str, charge: str, handed: tuple[int, int, int]
) -> None:
    given, rounding, left = handed
    await till.record(paid(WHOLE))
    refund = await till.give_back(back(typed, charge=charge, reason="Late", step=100))
    assert (refund.payment.taken, refund.payment.rounding, refund.left) == (given, rounding, left)
    assert await settled(till, "R1") == [left]
    (_, again) = (await till.standing(("R1",))).receipts
    assert (again.payment.taken, again.left) == (given, left)
    text = as_text(CustomerReceipt(again, BRANDING, is_practice=False))
    assert ("Rounding for cash" in text) == bool(rounding)
    assert (await till.drawer()).given_back == given


async def anew(
    till: Till, wrong: TillReceipt, typed: str, *, reference: str = "", charge: str = "", reason: str = ""
) -> Refund:
    """What is typed in the place of a refund, as a clerk sees it now; with a reference it goes by UPI."""
    given, way = (
        replace(BACK, due=await seen(till, wrong.payment.due)),
        PayWay.UPI if reference else PayWay.CASH,
    )
    return refund_of(
        given, way, amount=typed, reference=reference, charge=charge, reason=reason, corrects=wrong
    )


async def test_a_wrong_refund_is_corrected_as_a_wrong_payment_is(till: Till) -> None:
    await till.record(paid(WHOLE))
    wrong = await till.give_back(back("2000", charge="500", reason="Late"))
    right = await anew(till, wrong, "6000", reference="4417", charge="100", reason="Our work")
    written = await till.give_back(right, wrong, "It went by UPI")
    assert (written.number, written.corrects, written.left) == ("A/2627/000003", wrong.number, 368_00)
    assert (written.moved, written.correction, written.reason) == (-4_000_00, "It went by UPI", "Our work")
    assert await settled(till, "R1") == [368_00]
    standing = await till.standing(("R1",))
    assert (standing.paid, standing.given_back, standing.charge) == (6_468_00, 6_000_00, 100_00)
    assert [each.corrected_by for each in standing.receipts] == ["", written.number, ""]
    again = standing.receipts[-1]
    assert (again.payment.due.total, again.payment.due.sales[0].settled) == (6_468_00, 6_468_00)
    assert replace(again, payment=written.payment) == written
    # What was given wrong is in no sum any more.
    assert (await till.drawer()).given_back == 0
    assert (await till.drawer()).refunds == 0
    assert await till.owed() == ()
    text = as_text(CustomerReceipt(again, BRANDING, is_practice=False))
    assert f"Corrects {wrong.number}: It went by UPI" in text
    assert "Kept by the agency: Our work: 100.00" in text
    # The first one is not corrected twice, and a correction can be wrong, too: nothing was given.
    with pytest.raises(NotRecordedError, match="meanwhile"):
        await till.give_back(right, wrong, "Again")
    nothing = await till.give_back(await anew(till, again, "0"), again, "He never came for it")
    assert (nothing.left, nothing.moved) == (6_468_00, 6_000_00)
    standing = await till.standing(("R1",))
    assert (standing.refunds, standing.paid, standing.settled["R1"]) == ((), 6_468_00, 6_468_00)
    assert await till.with_reference(again.payment.lines[0], is_refund=True) is None


@pytest.mark.parametrize(
    ("first", "charge", "then", "left"),
    [
        # What left a rest leaves the same rest, where the charge has room for it.
        ("2000", "500", 2_000_00, 3_968_00),
        ("2000", "5000", 1_468_00, 0),
        # What left nothing leaves nothing, whatever is kept of it.
        ("", "", 6_468_00, 0),
        ("", "500", 5_968_00, 0),
    ],
)
async def test_nothing_typed_in_the_place_of_a_refund_is_what_it_gave(
    till: Till, first: str, charge: str, then: int, left: int
) -> None:
    await till.record(paid(WHOLE))
    wrong = await till.give_back(back(first))
    right = await anew(till, wrong, "", reference="4417", charge=charge, reason="Late")
    assert (right.payment.taken, right.left) == (then, left)


async def test_nothing_typed_is_never_too_much_and_never_nothing(till: Till) -> None:
    await till.record(paid(WHOLE))
    # A part that lies between what is left and its rounding is all of it.
    wrong = await till.give_back(back("1000.80"))
    given = replace(BACK, due=await seen(till, wrong.payment.due))
    right = refund_of(
        given,
        PayWay.CASH,
        amount="",
        reference="",
        charge="5467.40",
        reason="Late",
        step=100,
        corrects=wrong,
    )
    assert (right.payment.taken, right.left) == (1_001_00, 0)
    nothing = await till.give_back(await anew(till, wrong, "0"), wrong, "He never came for it")
    again = await anew(till, nothing, "", reference="4417")
    assert (again.payment.taken, again.left) == (6_468_00, 0)


def test_what_is_not_cash_is_not_rounded() -> None:
    refund = back(way=PayWay.UPI, reference="4417", charge="4945.50", reason="Late", step=100)
    assert (refund.payment.taken, refund.payment.rounding) == (1_522_50, 0)
    with pytest.raises(NotTakenError):
        back("1522.75", charge="4945.50", reason="Late", step=100)


async def test_what_is_given_back_takes_no_debt_away(till: Till) -> None:
    await till.record(paid(WHOLE, typed="1000"))
    given = back("200").payment
    due = replace(given.due, sales=(replace(given.due.sales[0], settled=1_000_00),))
    await till.give_back(Refund(replace(given, due=due)))
    (owed,) = await till.owed()
    assert (owed.sales[0].amount, owed.payment.is_refund) == (5_468_00, False)


async def test_a_part_that_is_given_back_leaves_the_rest(till: Till) -> None:
    await till.record(paid(WHOLE))
    refund = await till.give_back(back("1000"))
    assert refund.left == 5_468_00
    gone = replace(SALE, released=4, given_back=SALE.customer_pays)
    assert balance(gone, (await settled(till, "R1"))[0]) == -5_468_00
    assert "To give back 5,468.00." in standing_words(await till.standing(("R1",)), gone)


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        (lambda: back("6468.01"), "paid_amount"),
        (lambda: back("-1"), "paid_amount"),
        (lambda: back("all"), "paid_amount"),
        (lambda: back(charge="6468.01", reason="late"), "own_charge"),
        (lambda: back(charge="many", reason="late"), "own_charge"),
        (lambda: back(charge="500"), "charge_reason"),
        (lambda: back("5968.01", charge="500", reason="late"), "paid_amount"),
        (lambda: back(way=PayWay.UPI), "reference"),
        (lambda: back(way=PayWay.UPI, reference="12"), "reference"),
        (lambda: back(way=PayWay.CARD), "reference"),
    ],
)
def test_what_cannot_be_given_back_is_said_beside_its_field(typed: Callable[[], Refund], field: str) -> None:
    with pytest.raises(NotTakenError) as wrong:
        typed()
    assert wrong.value.field == field


def test_a_charge_of_nothing_is_none() -> None:
    assert back(charge="0") == back()


def test_all_of_it_may_be_kept() -> None:
    refund = back(charge="6468", reason="No show")
    assert (refund.payment.lines, refund.charge, refund.left) == ((), 6_468_00, 0)


def test_what_a_customer_pays_in_all_follows_the_cancellations() -> None:
    part = replace(SALE, released=1, given_back=Decimal(1000))
    unsaid = replace(SALE, released=1)
    assert pays_in_all(SALE) == Decimal("6468.00")
    assert pays_in_all(part) == Decimal("5468.00")
    assert pays_in_all(unsaid) is None
    assert due_of_sales((part,)).total == 5_468_00


@pytest.mark.parametrize(
    ("released", "given_back", "settled", "owes"),
    [
        (0, None, 0, 6_468_00),
        (0, None, 6_468_00, 0),
        # A correction lowers what was paid too much; nothing is given back for it.
        (0, None, 7_000_00, 0),
        (1, "1000", 6_468_00, -1_000_00),
        (1, "1000", 5_000_00, 468_00),
        (4, "6468", 0, 0),
        # The charge is owed also where nobody travels any more.
        (4, "1000", 0, 5_468_00),
        (4, "1000", 6_468_00, -1_000_00),
        (4, "0", 6_468_00, 0),
        (1, None, 6_468_00, None),
        (4, None, 0, None),
    ],
)
def test_what_a_customer_owes_has_one_figure(
    released: int, given_back: str | None, settled: int, owes: int | None
) -> None:
    back = None if given_back is None else Decimal(given_back)
    assert balance(replace(SALE, released=released, given_back=back), settled) == owes


def test_what_is_owed_is_not_known_without_a_price() -> None:
    assert balance(replace(SALE, customer_pays=None), 0) is None


def test_a_booking_says_what_is_paid_owed_and_to_be_given_back() -> None:
    from app.desk.till.till import Standing

    receipt = TillReceipt("A/2627/000001", NOON, "", paid(WHOLE))
    whole = Standing({"R1": 6_468_00}, (receipt,))
    assert standing_words(whole, SALE) == "Till: paid 6,468.00. Receipt A/2627/000001."
    part = replace(SALE, released=1, given_back=Decimal(1000))
    assert standing_words(whole, part).endswith("To give back 1,000.00.")
    assert standing_words(whole, replace(SALE, released=1)).endswith("Nobody has said what is given back.")
    unpaid = Standing({"R1": 1_000_00}, (receipt,))
    assert standing_words(unpaid, SALE).endswith("Left to pay 5,468.00.")
    gone = replace(SALE, released=4, given_back=Decimal(1000))
    assert standing_words(unpaid, gone).endswith("Left to pay 4,468.00.")
    nothing = Standing({"R1": 0}, ())
    assert standing_words(nothing, gone) == "Till: nothing is recorded. Left to pay 5,468.00."
    assert standing_words(nothing, replace(gone, given_back=None)).endswith(
        "Nobody has said what is given back."
    )
    assert standing_words(Standing({"R1": 0}, ()), SALE) == "Till: nothing is recorded."
    assert TillKind.REFUND == "refund"
