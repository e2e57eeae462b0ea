"""The day on which the money runs out: what moves it, and what must not."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from app.desk.wallet.forecast import Pace, forecast, forecast_words, pace, reach_words
from app.desk.wallet.wallet_movements import BalanceReading, OwnMovement
from tests.support.desk.wallet_samples import DAY, at, moved, read
from tests.support.proof import beside_others

amounts = st.integers(0, 50_000).map(Decimal)
days_of_sale = st.lists(st.lists(amounts, max_size=4), min_size=3, max_size=20)
Days = list[list[Decimal]]


def _days(
    sold: Days, *, left: Decimal = Decimal(100_000), own: bool = True
) -> tuple[list[BalanceReading], list[OwnMovement]]:
    """A reading before the first of these days, and then after each sale; the last is of this morning."""
    cash = left + sum((sum(each) for each in sold), Decimal(0))
    readings, movements = [read(at("20:00", len(sold) + 1), cash)], list[OwnMovement]()
    for place, day in enumerate(sold):
        for number, amount in enumerate(day):
            moment = at(f"{10 + number}:00", len(sold) - place)
            cash -= amount
            if own:
                movements.append(moved(moment, str(amount)))
            readings.append(read(moment + timedelta(seconds=2), cash))
    return [*readings, read(at("09:00"), cash)], movements


def test_nothing_is_said_with_too_little_to_go_by() -> None:
    assert pace((), (), DAY) is None
    assert pace(*_days([[Decimal(5)], [Decimal(5)]]), DAY) is None
    assert forecast(*_days([[], [Decimal(5)], []]), DAY) is None


def test_it_is_the_day_on_which_an_ordinary_day_is_not_covered_any_more() -> None:
    found = forecast(*_days([[Decimal(30_000)]] * 14, left=Decimal(100_000)), DAY)
    assert found is not None
    assert found.pace == Pace(14, Decimal(30_000))
    # Cash and credit are 1,50,000: five days.
    assert found.day == DAY + timedelta(5)
    assert forecast_words(found) == "At the pace of the last 14 days, lasts until about Thu 26 Nov"


@beside_others
def test_no_date_is_forecast_that_lies_far_off() -> None:
    assert forecast(*_days([[Decimal(1000)]] * 14), DAY) is None


def test_an_empty_wallet_has_run_out_today() -> None:
    readings, movements = _days([[Decimal(1000)]] * 3)
    empty = read(at("09:30"), "-60000")
    found = forecast([*readings, empty], [*movements, moved(at("09:29"), "160000")], DAY)
    assert found is not None
    assert found.day == DAY


def test_a_refund_lowers_the_pace_and_a_missing_amount_leaves_it() -> None:
    readings, movements = _days([[Decimal(1000)]] * 3)
    back = [moved(at("12:00", days), "400", refund=True) for days in (1, 2, 3)]
    readings += [read(at("12:01", days), readings[4 - days].cash + 400 * (4 - days)) for days in (1, 2, 3)]
    readings.pop(4)
    found = pace(readings, [*movements, *back, moved(at("08:00", 2), None)], DAY)
    assert found is not None
    assert found.a_day <= 1000


@settings(max_examples=40)
@given(days_of_sale)
def test_it_does_not_matter_who_sold(sold: Days) -> None:
    assert pace(*_days(sold), DAY) == pace(*_days(sold, own=False), DAY)


@settings(max_examples=40)
@given(days_of_sale, st.data())
def test_the_order_of_what_is_given_does_not_matter(sold: Days, data: st.DataObject) -> None:
    readings, movements = _days(sold)
    mixed = data.draw(st.permutations(readings)), data.draw(st.permutations(movements))
    assert forecast(*mixed, DAY) == forecast(readings, movements, DAY)


@settings(max_examples=40)
@given(days_of_sale, st.integers(1, 1_000_000).map(Decimal), st.data())
def test_money_paid_in_changes_no_pace(sold: Days, paid: Decimal, data: st.DataObject) -> None:
    readings, movements = _days(sold)
    since = data.draw(st.integers(1, len(readings) - 1))
    # It comes between two readings, and nothing else does.
    moment = readings[since - 1].at + timedelta(seconds=1)
    before = readings[:since]
    risen = [read(each.at, each.cash + paid) for each in (readings[since - 1], *readings[since:])]
    topped = [*before, read(moment, risen[0].cash), *risen[1:]]
    assert pace(topped, movements, DAY) == pace(readings, movements, DAY)


@beside_others
@settings(max_examples=40)
@given(days_of_sale, st.integers(1, 9))
def test_the_pace_grows_with_the_amounts(sold: Days, times: int) -> None:
    one, many = pace(*_days(sold), DAY), pace(*_days([[each * times for each in day] for day in sold]), DAY)
    assert (one is None) == (many is None)
    assert one is None or many is None or many.a_day == one.a_day * times


@settings(max_examples=40)
@given(days_of_sale, amounts, amounts)
def test_more_money_never_runs_out_sooner(sold: Days, left: Decimal, more: Decimal) -> None:
    found = forecast(*_days(sold, left=left), DAY)
    later = forecast(*_days(sold, left=left + more), DAY)
    assert found is None or found.day >= DAY
    assert later is None or (found is not None and later.day >= found.day)


@settings(max_examples=40)
@given(days_of_sale, st.integers(0, 13), st.integers(10**6, 10**9).map(Decimal))
def test_one_wild_day_does_not_lead_beyond_the_others(sold: Days, place: int, wild: Decimal) -> None:
    of_late = sold[-14:]
    place %= len(of_late)
    found = pace(*_days([*of_late[:place], [wild], *of_late[place + 1 :]]), DAY)
    others = [sum(day, Decimal(0)) for number, day in enumerate(of_late) if number != place]
    assert found is None or found.a_day <= max(others)


@beside_others
@settings(max_examples=40)
@given(days_of_sale)
def test_only_the_last_fortnight_counts(sold: Days) -> None:
    fortnight = [[Decimal(70)]] * 14
    assert pace(*_days([*sold, *fortnight]), DAY) == Pace(14, Decimal(70))


def test_how_long_an_amount_lasts() -> None:
    fortnight = Pace(14, Decimal(10_000))
    said = {amount: reach_words(Decimal(amount), fortnight) for amount in (0, 5000, 10_000, 26_000, 10**9)}
    assert [text.partition(" at the pace")[0] for text in said.values()] == [
        "Less than half a day",
        "About half a day",
        "About a day",
        "About 3 days",
        "About 60 days",
    ]
    assert said[5000] == "About half a day at the pace of the last 14 days"
