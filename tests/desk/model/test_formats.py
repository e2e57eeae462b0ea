"""Numbers, dates and times read as the design says."""

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

import pytest

from app.core.language import speaking, tr
from app.desk.model import formats


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("0", "0.00"),
        ("7", "7.00"),
        ("999.9", "999.90"),
        ("1000", "1,000.00"),
        ("123456", "1,23,456.00"),
        ("12345678.5", "1,23,45,678.50"),
        ("-3054", "\u22123,054.00"),
        ("0.125", "0.125"),
        ("1E+3", "1,000.00"),
    ],
)
def test_amount_groups_as_in_india_and_hides_no_digit(value: str, text: str) -> None:
    assert formats.amount(Decimal(value)) == text


@pytest.mark.parametrize(
    ("value", "text"), [("3800", "3,800"), ("3800.5", "3,801"), ("-12345", "\u221212,345")]
)
def test_round_amount_has_no_decimals(value: str, text: str) -> None:
    assert formats.round_amount(Decimal(value)) == text


def test_span_is_one_amount_when_both_ends_are_equal() -> None:
    assert formats.span(Decimal(4000), Decimal("4000.00")) == "4,000.00"
    assert formats.span(Decimal(3800), Decimal(4200)) == "3,800.00 \u2013 4,200.00"


@pytest.mark.parametrize(
    ("value", "text"), [("5", "5 %"), ("5.00", "5 %"), ("12.50", "12.5 %"), ("100", "100 %")]
)
def test_percentage_has_no_needless_zeros(value: str, text: str) -> None:
    assert formats.percentage(Decimal(value)) == text


def test_days_are_written_by_place() -> None:
    day = date(2026, 11, 21)
    assert formats.day_long(day) == "Sat 21 Nov 2026"
    assert formats.day_medium(day) == "Sat 21 Nov"
    assert formats.day_short(day) == "21 Nov"
    assert formats.day_of_month(day) == "21 November"
    assert formats.month_short(day) == "Nov"


def test_times_have_24_hours() -> None:
    assert formats.clock_time(time(7, 15)) == "07:15"
    assert formats.clock_seconds(datetime(2026, 11, 21, 22, 4, 9, tzinfo=UTC)) == "22:04:09"
    assert formats.since(datetime(2026, 11, 21, 22, 4, 9, tzinfo=UTC)) == "22:04"
    assert formats.window(time(7), time(9), "as sent") == "07:00 \u2013 09:00"
    assert formats.window(None, time(9), "as sent") == "as sent"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (-5, "0 s"),
        (59, "59 s"),
        (299, "4 min 59 s"),
        (300, "5 min"),
        (18 * 60 + 59, "18 min"),
        (3600, "1 h"),
        (240, "4 min"),
        (78 * 60, "1 h 18 min"),
        (24 * 3600, "1 d"),
        (51 * 3600, "2 d 3 h"),
    ],
)
def test_a_countdown_shows_seconds_only_at_the_end(seconds: int, text: str) -> None:
    assert formats.duration(timedelta(seconds=seconds)) == text


@pytest.mark.parametrize(("count", "text"), [(0, "0 min"), (3, "3 min"), (60, "1 h"), (90, "1 h 30 min")])
def test_minutes_in_words(count: int, text: str) -> None:
    assert formats.minutes(count) == text


def test_seats_carry_their_noun() -> None:
    assert formats.seats(1) == "1 seat"
    assert formats.seats(11) == "11 seats"


@pytest.mark.parametrize(
    ("text", "words_"),
    [("BOOKING_CLOSED", "Booking closed"), ("Confirmed", "Confirmed"), ("paid", "Paid"), ("", "")],
)
def test_a_state_of_the_service_reads_in_sentence_case(text: str, words_: str) -> None:
    assert formats.state(text) == words_


def test_people_with_their_noun() -> None:
    assert (formats.passengers(1), formats.passengers(4)) == ("1 passenger", "4 passengers")


@pytest.mark.parametrize(
    ("seconds", "words_for_it"),
    [
        (0, "0 s ago"),
        (59.9, "59 s ago"),
        (60, "1 min ago"),
        (3599, "59 min ago"),
        (7200, "2 h ago"),
        (86_400, "1 day ago"),
        (172_800, "2 days ago"),
    ],
)
def test_how_long_ago(seconds: float, words_for_it: str) -> None:
    assert formats.ago(seconds) == words_for_it


def test_a_time_of_another_day_has_its_date_and_of_another_year_its_year() -> None:
    at = datetime(2026, 12, 31, 22, 4, 9, tzinfo=UTC)
    try:
        formats.use_today(at.date())
        assert (formats.since(at), formats.clock_seconds(at)) == ("22:04", "22:04:09")
        assert formats.day_past(at) == "Thu 31 Dec"
        formats.use_today(date(2026, 12, 30))
        assert formats.clock_seconds(at) == "31 Dec 22:04:09"
        formats.use_today(date(2027, 1, 1))
        assert (formats.since(at), formats.clock_seconds(at)) == (
            "31 Dec 2026 22:04",
            "31 Dec 2026 22:04:09",
        )
        assert formats.day_past(at) == "Thu 31 Dec 2026"
        assert formats.since(at, at.date()) == "22:04"
    finally:
        formats.use_today(None)


def test_amounts_can_be_grouped_in_threes() -> None:
    formats.use_grouping(western=True)
    try:
        assert formats.amount(Decimal("12345678.5")) == "12,345,678.50"
        assert formats.round_amount(Decimal(123456)) == "123,456"
    finally:
        formats.use_grouping(western=False)
    assert formats.amount(Decimal("12345678.5")) == "1,23,45,678.50"


@pytest.mark.parametrize("received", ["Confirmed", "confirmed", "CONFIRMED"])
def test_a_known_state_is_said_in_the_language_however_a_module_writes_it(received: str) -> None:
    with speaking("hi"):
        assert formats.state(received) == tr("Confirmed") != "Confirmed"
        assert formats.state("ON_HOLD") == "On hold"
        assert (formats.account(received), formats.account("ACTIVE")) == (received, tr("active"))
        assert formats.account("") == tr("not stated") != "not stated"
