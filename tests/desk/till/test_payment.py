"""Paying: whatever is typed in whatever order, the sums are exact and cash alone gives change."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.settings import fits
from app.desk.model.office_rules import TillRules
from app.desk.till.due import less_settled
from app.desk.till.payment_rules import (
    MOST_CASH,
    NotTakenError,
    cash_line,
    cash_to_take,
    exact_line,
    financial_year,
    is_much,
    is_repeated,
    needs_agreement,
    next_round,
    receipt_number,
    round_amounts,
    usual_cash,
)
from app.desk.till.payment_values import Due, DueSale, Line, Payment, PayWay, in_paise, in_rupees
from app.desk.till.upi import attempt_reference, sale_reference, upi_link

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
AMOUNTS = st.integers(min_value=1, max_value=10**10)
STEPS = st.sampled_from((0, 50, 100))
ADDRESS = TillRules(upi_address="coralcoast@examplebank", upi_name="Coral Coast & Sons")


def due(*amounts: int) -> Due:
    """Sales of these paise."""
    sales = (DueSale(f"R{place}", f"PNR{place}", "Scuba", None, each) for place, each in enumerate(amounts))
    return Due(tuple(sales), "Arjun Nair", "", "INR", NOON)


def rupees(paise: int) -> str:
    """As a clerk types it."""
    return str(in_rupees(paise))


@given(left=AMOUNTS, step=STEPS)
def test_cash_is_rounded_to_the_nearest_multiple_and_never_to_nothing(left: int, step: int) -> None:
    to_take = cash_to_take(left, step)
    assert to_take > 0
    assert 2 * abs(to_take - left) <= max(step, 2 * (left < step) * step)
    if step and to_take != left:
        assert to_take % step == 0
    if not step:
        assert to_take == left


@pytest.mark.parametrize(
    ("left", "step", "taken"),
    [(11_157_50, 100, 11_158_00), (11_157_49, 100, 11_157_00), (11_157_25, 50, 11_157_50), (30, 100, 30)],
)
def test_half_is_rounded_up(left: int, step: int, taken: int) -> None:
    assert cash_to_take(left, step) == taken


@given(amount=AMOUNTS, step=STEPS, extra=st.integers(min_value=0, max_value=10**9))
def test_change_is_what_was_given_less_what_is_taken(amount: int, step: int, extra: int) -> None:
    payment = Payment(due(amount), step)
    to_take = cash_to_take(amount, step)
    line = cash_line(payment, rupees(to_take + extra))
    assert (line.amount, line.change) == (to_take, extra)
    assert payment.with_line(line).left == 0
    assert line.settles == amount


@given(
    amounts=st.lists(AMOUNTS, min_size=1, max_size=5),
    step=STEPS,
    typed=st.lists(st.tuples(st.sampled_from(PayWay), AMOUNTS), max_size=8),
    taken_off=st.lists(st.integers(min_value=0, max_value=8), max_size=3),
)
def test_the_sums_are_exact_whatever_is_typed_and_taken_off(
    amounts: list[int], step: int, typed: list[tuple[PayWay, int]], taken_off: list[int]
) -> None:
    payment = Payment(due(*amounts), step)
    for way, paise in typed:
        try:
            if way is PayWay.CASH:
                line = cash_line(payment, rupees(paise))
            else:
                line = exact_line(payment, way, rupees(paise), "123456789012", seen_by="Asha Rao")
        except NotTakenError:
            continue
        payment = payment.with_line(line)
    for place in taken_off:
        payment = payment.without(place) if place < len(payment.lines) else payment
    cash = [each for each in payment.lines if each.way is PayWay.CASH]
    assert len(cash) <= 1
    assert payment.left >= 0
    assert sum(amounts) + payment.rounding == payment.taken + payment.on_account + payment.left
    assert payment.change == sum(each.given - each.amount for each in cash) >= 0
    assert abs(payment.rounding) <= step
    settled = payment.settled_of_sales()
    assert sum(settled) + payment.left + payment.on_account == sum(amounts)
    assert all(0 <= part <= amount for part, amount in zip(settled, amounts, strict=True))
    parts = {sale.request_id: part for sale, part in zip(payment.due.sales, settled, strict=True)}
    rest = less_settled(payment.due, parts)
    assert rest.total == payment.left + payment.on_account
    assert all(each.amount for each in rest.sales)


def test_what_is_left_is_told_of_each_sale_by_itself() -> None:
    left = less_settled(due(100, 200, 300), {"R1": 200, "R2": 50})
    assert [(each.request_id, each.amount) for each in left.sales] == [("R0", 100), ("R2", 250)]


@given(to_take=AMOUNTS)
def test_round_amounts_ascend_from_the_exact_one(to_take: int) -> None:
    found = round_amounts(to_take)
    assert found[0] == to_take
    assert list(found) == sorted(set(found))
    assert len(found) <= 4


def test_round_amounts_are_what_a_customer_hands_over() -> None:
    assert round_amounts(11_158_00) == (11_158_00, 11_200_00, 11_500_00, 12_000_00)
    assert round_amounts(842_00) == (842_00, 850_00, 860_00, 900_00)


def test_the_next_round_amount_replaces_what_is_given() -> None:
    assert next_round(11_158_00, None) == 11_200_00
    assert next_round(11_158_00, 11_300_00) == 11_500_00
    assert next_round(11_158_00, 12_000_00) == 11_158_00


@pytest.mark.parametrize("text", ["-1", "0", "x", "1.234", "1e3", "0.00", "9" * 20])
def test_what_is_no_amount_is_refused(text: str) -> None:
    payment = Payment(due(100_00))
    with pytest.raises(NotTakenError, match="Type an amount"):
        cash_line(payment, text)
    with pytest.raises(NotTakenError, match="Type an amount"):
        exact_line(payment, PayWay.CARD, text, "12")


@pytest.mark.parametrize(
    ("former", "added", "amount", "left"),
    [
        (None, 0, 130_72_50, 0),
        (50_00_00, 0, 50_00_00, 80_72_50),
        (50_00_00, 20_00_00, 30_00_00, 80_72_50),
        # Nobody corrects it to more than was ever due.
        (200_00_00, 0, 130_72_50, 0),
    ],
)
def test_nothing_typed_in_a_correction_is_what_was_settled_before(
    former: int | None, added: int, amount: int, left: int
) -> None:
    begun = Payment(due(130_72_50), 100, former=former)
    payment = begun.with_line(Line(PayWay.OTHER, added)) if added else begun
    card = exact_line(payment, PayWay.CARD, "", "12")
    assert (card.amount, payment.with_line(card).left) == (amount, left)
    # Cash is rounded where it is all that is due.
    cash = cash_line(payment, "")
    assert (cash.settles, cash.rounding) == (amount, 0 if left else 50)


def test_a_correction_that_has_all_that_was_settled_before_asks_for_no_more() -> None:
    begun = Payment(due(130_72_50), former=50_00_00).with_line(Line(PayWay.CARD, 50_00_00))
    assert (begun.usual, begun.left) == (0, 80_72_50)
    # A reference alone is no line.
    for way in (PayWay.OTHER, PayWay.ACCOUNT):
        with pytest.raises(NotTakenError, match="Type an amount"):
            exact_line(begun, way, "", "Hotel Sea Shell")
    with pytest.raises(NotTakenError, match="Type an amount"):
        cash_line(begun, "")


@pytest.mark.parametrize(
    ("former", "usual", "amount"),
    [(None, 1000_00, 1000_00), (500_40, 500_40, 500_40), (1000_10, 1000_00, 1000_00)],
)
def test_cash_that_nothing_typed_means_is_the_cash_that_is_taken(
    former: int | None, usual: int, amount: int
) -> None:
    payment = Payment(due(1000_40), 100, former=former)
    line = cash_line(payment, "")
    assert (usual_cash(payment), line.given, line.amount, line.change) == (usual, usual, amount, 0)


@pytest.mark.parametrize("text", ["", " "])
def test_nothing_typed_is_no_sum_where_it_is_not_known_what_is_owed(text: str) -> None:
    payment = Payment(replace(due(100_00), is_known=False))
    with pytest.raises(NotTakenError, match="Type what was agreed"):
        cash_line(payment, text)
    with pytest.raises(NotTakenError, match="Type what was agreed"):
        exact_line(payment, PayWay.CARD, text, "12")
    assert (cash_line(payment, "60").amount, exact_line(payment, PayWay.CARD, "60", "12").amount) == (
        60_00,
        60_00,
    )


def test_nothing_is_taken_twice() -> None:
    payment = Payment(due(100_00)).with_line(Line(PayWay.CASH, 40_00, 40_00))
    with pytest.raises(NotTakenError, match="a line of cash already"):
        cash_line(payment, "60")
    with pytest.raises(NotTakenError, match="more than what is left"):
        exact_line(payment, PayWay.CARD, "60.01", "12")
    with pytest.raises(NotTakenError, match="Nothing is left"):
        exact_line(payment.with_line(Line(PayWay.CARD, 60_00, reference="1")), PayWay.CARD, "", "12")


@pytest.mark.parametrize("reference", ["", "123", "12345", "4417x", "1" * 13, "\u0967\u0968\u0969\u096a"])
def test_a_upi_reference_has_4_digits_or_12(reference: str) -> None:
    with pytest.raises(NotTakenError, match="12 digits"):
        exact_line(Payment(due(100)), PayWay.UPI, "", reference, seen_by="")
    assert (
        exact_line(Payment(due(100)), PayWay.UPI, "", "1234 5678 9012", seen_by="").reference
        == "123456789012"
    )


@pytest.mark.parametrize(
    ("way", "one", "other", "is_of_today", "is_same"),
    [
        (PayWay.UPI, "433412345678", "433412345678", False, True),
        (PayWay.UPI, "433412345678", "433412345679", True, False),
        # The last four alone are those of many payments, though not of many on one day.
        (PayWay.UPI, "5678", "433412345678", True, True),
        (PayWay.UPI, "433412345678", "5678", True, True),
        (PayWay.UPI, "5678", "5678", False, False),
        (PayWay.CARD, "ab12", "AB12", False, True),
        (PayWay.OTHER, "1234", "\u0967\u0968\u0969\u096a", False, True),
        (PayWay.OTHER, "991234", "1234", True, False),
        (PayWay.CASH, "", "", True, False),
    ],
)
def test_a_reference_is_known_again(
    way: PayWay, one: str, other: str, is_of_today: object, is_same: object
) -> None:
    line, former = Line(way, 100, reference=one), Line(way, 200, reference=other)
    assert is_repeated(line, former, is_of_today=bool(is_of_today)) is is_same


def test_the_number_of_a_slip_is_none_of_a_transfer() -> None:
    line, former = Line(PayWay.CARD, 100, reference="12"), Line(PayWay.OTHER, 100, reference="12")
    assert not is_repeated(line, former, is_of_today=True)


def test_money_by_upi_is_seen_by_somebody() -> None:
    with pytest.raises(NotTakenError, match="seen the money arrive"):
        exact_line(Payment(due(100)), PayWay.UPI, "", "4417")


def test_a_slip_has_a_number() -> None:
    with pytest.raises(NotTakenError, match="number on the slip"):
        exact_line(Payment(due(100)), PayWay.CARD, "", " ")
    with pytest.raises(NotTakenError, match="transfer or cheque"):
        exact_line(Payment(due(100)), PayWay.OTHER, "", " ")


def test_who_pays_later_is_no_reference() -> None:
    line = exact_line(Payment(due(100)), PayWay.ACCOUNT, "", " Hotel  Sea Shell ")
    assert (line.account, line.reference) == ("Hotel Sea Shell", "")


def test_cash_that_may_be_a_slip_of_the_finger_is_much() -> None:
    payment = Payment(due(2_990_00))
    assert is_much(cash_line(payment, "120000"))
    assert not is_much(cash_line(payment, "5000"))
    # A small sum and a large note are usual.
    assert not is_much(cash_line(Payment(due(90_00)), "2000"))


def test_much_cash_is_asked_about() -> None:
    payment = Payment(due(2 * MOST_CASH))
    assert not needs_agreement(payment.with_line(Line(PayWay.CASH, MOST_CASH - 1, MOST_CASH)))
    assert needs_agreement(payment.with_line(Line(PayWay.CASH, MOST_CASH, MOST_CASH)))
    assert not needs_agreement(payment.with_line(Line(PayWay.UPI, MOST_CASH)))


@pytest.mark.parametrize(
    ("day", "year"),
    [
        (date(2026, 3, 31), "2526"),
        (date(2026, 4, 1), "2627"),
        (date(2027, 3, 31), "2627"),
        (date(2099, 4, 1), "9900"),
    ],
)
def test_the_financial_year_begins_in_april(day: date, year: str) -> None:
    assert financial_year(day) == year


@given(
    letters=st.from_regex(r"[A-Z]{1,2}[0-9]{0,3}", fullmatch=True),
    number=st.integers(min_value=1, max_value=99_999),
)
def test_a_number_has_at_most_16_characters_and_is_unlike_the_next(letters: str, number: int) -> None:
    text = receipt_number(letters, "2627", number)
    assert len(text) <= 16
    assert int(text.rpartition("/")[2]) == number


def test_a_number_is_written_as_the_design_has_it() -> None:
    assert receipt_number("A", "2627", 418) == "A/2627/000418"


@given(paise=AMOUNTS)
def test_the_code_asks_for_exactly_this_amount(paise: int) -> None:
    parts = urlsplit(upi_link(ADDRESS, paise, "A1", "PNR"))
    asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
    assert (parts.scheme, parts.netloc) == ("upi", "pay")
    assert asked == {
        "pa": "coralcoast@examplebank",
        "pn": "Coral Coast & Sons",
        "am": f"{Decimal(paise) / 100:.2f}",
        "cu": "INR",
        "tr": "A1",
        "tn": "PNR",
    }


def test_the_code_is_as_the_design_has_it() -> None:
    rules = TillRules(upi_address="coralcoast@examplebank", upi_name="Coral", upi_merchant_code="4722")
    assert upi_link(rules, 21_157_50, "A731BT9D3M66P", "BT9D3M66P") == (
        "upi://pay?pa=coralcoast@examplebank&pn=Coral&am=21157.50&cu=INR"
        "&tr=A731BT9D3M66P&tn=BT9D3M66P&mc=4722"
    )


@given(later=st.integers(min_value=1, max_value=10**8), ref=st.text(max_size=80))
def test_no_two_attempts_have_one_reference(later: int, ref: str) -> None:
    first, second = (attempt_reference("A", at, ref) for at in (NOON, NOON + timedelta(seconds=later)))
    assert first != second
    assert len(first) <= 35
    assert first.isalnum()
    assert first.isascii()


@given(
    paise=st.lists(st.integers(min_value=0, max_value=10**11), min_size=2, max_size=2, unique=True),
    refs=st.lists(st.text("01AZ", min_size=1, max_size=20), min_size=2, max_size=2, unique=True),
)
def test_a_sum_of_a_sale_has_one_reference_and_another_sum_or_sale_another(
    paise: list[int], refs: list[str]
) -> None:
    every = [sale_reference("A", each, ref) for each in paise for ref in refs]
    assert every == [sale_reference("A", each, ref) for each in paise for ref in refs]
    # None of them is that of one more attempt, either.
    assert len({*every, *(attempt_reference("A", NOON, ref) for ref in refs)}) == 6


def test_nothing_to_pay_has_a_reference() -> None:
    assert sale_reference("A", -100, "PNR") == sale_reference("A", 0, "PNR") == "A00000000PNR"


@given(paise=st.integers(min_value=-(10**12), max_value=10**12))
def test_paise_and_rupees_are_the_same_money(paise: int) -> None:
    assert in_paise(in_rupees(paise)) == paise


def test_half_a_paisa_is_rounded_up() -> None:
    assert in_paise(Decimal("10.005")) == 1001


@pytest.mark.parametrize(
    ("address", "is_one"),
    [
        ("", True),
        ("coralcoast@examplebank", True),
        ("98765.43210@upi", True),
        ("coralcoast", False),
        ("coral coast@bank", False),
        ("@bank", False),
        ("a@b@c", False),
        ("coralcoast@examplebank&am=1", False),
        ("coralcoast@examplebank\n", False),
        ("c\u00f6ral@bank", False),
        (7, False),
    ],
)
def test_an_address_for_upi_has_a_name_and_a_bank(address: object, is_one: object) -> None:
    assert fits("upi_address", address) is is_one


@pytest.mark.parametrize(
    ("series", "is_one"), [("A", True), ("AB", True), ("", True), ("a", False), ("A1", False)]
)
def test_a_series_is_one_or_two_letters(series: str, is_one: object) -> None:
    assert fits("receipt_series", series) is is_one
