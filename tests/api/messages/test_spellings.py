"""Every spelling that has one meaning is read, and none that has two."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal
from typing import Any, Final
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from app.api.messages import answer_fields, spellings

INDIA = dt.timezone(dt.timedelta(hours=5, minutes=30))
NOTHINGS: Final[tuple[Any, ...]] = (None, "", " ", [], {}, "N/A", "-", "null")
PHP_DAY: Final[dict[str, object]] = {
    "date": "2099-12-24 08:00:00.000000",
    "timezone_type": 3,
    "timezone": "Asia/Kolkata",
}

READ: Final[dict[str, dict[str, Any]]] = {
    "amount": {
        "1250.00": "1250.00",
        "1250": "1250",
        " 1250.00 ": "1250.00",
        "1250.": "1250",
        ".50": "0.50",
        "+3": "3",
        "-7": "-7",
        "007": "7",
        "0.125": "0.125",
        "1,250.00": "1250.00",
        "1,250": "1250",
        "1,25,000.50": "125000.50",
        "12,34,56,789": "123456789",
        "1 250.00": "1250.00",
        "1\u00a0250\u00a0000": "1250000",
        "-1,000.00": "-1000.00",
        "\u20b91250": "1250",
        "\u20b9 1,250.00": "1250.00",
        "&#8377; 1250.50": "1250.50",
        "Rs. 1,250/-": "1250",
        "rs 5": "5",
        "INR 5": "5",
        "5.00 INR": "5.00",
        "277.199999999999989": "277.20",
        "1250.000": "1250.000",
    },
    "day": {
        "2099-02-28": dt.date(2099, 2, 28),
        "2099/02/28": dt.date(2099, 2, 28),
        "2099-02-28 00:00:00": dt.date(2099, 2, 28),
        "2099-02-28T00:00:00.000000Z": dt.date(2099, 2, 28),
        "2099-02-28T00:00:00+05:30": dt.date(2099, 2, 28),
        "28-02-2099": dt.date(2099, 2, 28),
        "28/02/2099": dt.date(2099, 2, 28),
        "05-05-2099": dt.date(2099, 5, 5),
        "0000-00-00": None,
        "0000-00-00 00:00:00": None,
        "-0001-11-30": None,
        "1970-01-01": None,
    },
    "clock": {
        "08:30:00": dt.time(8, 30),
        "08:30": dt.time(8, 30),
        "8:30": dt.time(8, 30),
        "06:0:00": dt.time(6),
        "06:30 AM": dt.time(6, 30),
        "6:30pm": dt.time(18, 30),
        "12:15 a.m.": dt.time(0, 15),
        "12:15 PM": dt.time(12, 15),
        "2099-12-24 06:30:00": dt.time(6, 30),
    },
    "instant": {
        "2099-12-24T08:00:00+05:30": dt.datetime(2099, 12, 24, 8, tzinfo=INDIA),
        "2099-12-24 08:00:00+05:30": dt.datetime(2099, 12, 24, 8, tzinfo=INDIA),
        "2099-12-24T08:00:00Z": dt.datetime(2099, 12, 24, 8, tzinfo=dt.UTC),
        "0000-00-00 00:00:00": None,
    },
    "item_id": {
        "7": 7, "-7": -7, " 7": 7, str(1 - 2**63): 1 - 2**63, "007": "007", "7.0": "7.0",
        str(2**63): str(2**63), "5f3a": "5f3a",
        "5f0c2a6e-91d4-4b7f-8e3a-0000000f4241": "5f0c2a6e-91d4-4b7f-8e3a-0000000f4241",
        "65a1f0c2e4b0a1b2c3d4e5f6": "65a1f0c2e4b0a1b2c3d4e5f6", "N/A": None, "-": None,
    },
    "count": {"007": 7, "4.0": 4, "1,000": 1000, "-3": -3},
    "flag": {
        "0": False, "1": True, "no": False, "Yes": True, "N": False, "Y": True, "false": False,
        "TRUE": True, "off": False, " on ": True,
    },
    "reference": {"PNR7X2K9": "PNR7X2K9", " PNR-7/2 ": "PNR-7/2", "x" * 100: "x" * 100, "00017": "00017"},
    "label": {"INR": "INR", "Adult": "Adult"},
    "state": {"AVAILABLE": "AVAILABLE", "1": "1"},
}  # fmt: skip
VALUES: Final[tuple[tuple[str, Any, Any], ...]] = (
    ("amount", 12, Decimal(12)),
    ("amount", Decimal("1E+3"), Decimal("1E+3")),
    ("amount", Decimal("1249.9999999999998"), Decimal("1250.00")),
    ("amount", Decimal("0.1000000000000000055511151231257827"), Decimal("0.10")),
    ("amount", Decimal("0.125"), Decimal("0.125")),
    ("amount", Decimal("1249.99"), Decimal("1249.99")),
    ("amount", Decimal("5.5511151231257827E-17"), Decimal("0.00")),
    ("amount", False, None),
    ("amount", {"amount": "1,250.00", "currency": "Rs"}, Decimal("1250.00")),
    ("day", PHP_DAY | {"date": "2099-12-24 00:00:00.000000"}, dt.date(2099, 12, 24)),
    ("day", False, None),
    ("clock", {"hour": "6", "minute": 5}, dt.time(6, 5)),
    ("clock", PHP_DAY, dt.time(8)),
    ("instant", PHP_DAY, dt.datetime(2099, 12, 24, 8, tzinfo=ZoneInfo("Asia/Kolkata"))),
    ("instant", PHP_DAY | {"timezone": "+05:30"}, dt.datetime(2099, 12, 24, 8, tzinfo=INDIA)),
    ("item_id", Decimal("7.0"), 7),
    ("item_id", 2**63 - 1, 2**63 - 1),
    ("count", Decimal("4.0"), 4),
    ("flag", True, True),
    ("flag", 0, False),
    ("reference", 100234, "100234"),
    ("identifier", False, None),
    ("identifier", 7, "7"),
    ("label", 5, "5"),
    ("label", False, None),
    ("state", True, "true"),
    ("words", 5, "5"),
    ("words", Decimal("5.0"), "5.0"),
    ("words", {"hi": "\u0928\u093e\u0935", "en": "Boat"}, "Boat"),
    ("words", {"hi": "\u0928\u093e\u0935"}, "\u0928\u093e\u0935"),
    ("words", {"a": "1", "b": "2"}, None),
    ("words", ["Lunch", "Guide", {}, None], "Lunch\nGuide"),
    ("words", True, None),
    ("words", "x" * 60_000, "x" * 19_999 + "\u2026"),
    ("words", f"A <img src='data:image/png;base64,{'iVBOR' * 12_000}'> reef", "A <img src=''> reef"),
)
REFUSED: Final[dict[str, tuple[Any, ...]]] = {
    "amount": (
        True, 1.5, "1.250", "-277.200", "1.250,00", "12,50", "1,2500", "1,25", "1.250.000", "1e3", "NaN",
        "0,500", "1" + " " * 9**6 + "1",
        "$5", "5 USD", "\u0661", "(5)", "5 CR", "10+", "1 2 3", "5-", [1], {"amount": 5, "currency": "USD"},
        {"amount": 5, "value": 6}, {"amount": {}}, 10**12, Decimal("1E+12"),
        Decimal("0E+999999"), Decimal("1." + "1" * 40), Decimal("NaN"), Decimal("Infinity"), "1" * 13,
    ),
    "item_id": (
        True, Decimal("7.5"), "+7", 2**63, [1], " 007", "1,2", "1|2", "a b", "<b>7", "x" * 101,
        "Array", "false", "\u0667",
    ),
    "count": (
        True, False, "10+", "1.250", "many", 2**63, [1], "nil", "NA", "5 100",
        "Rs 5", "0,500", "1" + " " * 9**6 + "1",
    ),
    "flag": (2, -1, Decimal(1), "maybe", [1], 1.0),
    "day": (
        "2099-02-30", "05-12-2099", "12/24/2099", "2099-12-24 18:30:00", "2099-12-23T18:30:00Z", 7,
        "0001-01-01", "1969-12-31", "2200-01-01", "24 Dec 2099", "2099-12", True, ["2099-12-24"],
    ),
    "clock": ("24:00:00", "23:60", "13:00 PM", "0:30 AM", "08:30:00.5", "830", 830, {"hour": None}, "noon"),
    "instant": (
        "soon", 7, "2099-13-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:00:00-12:00", "2" * 70,
        PHP_DAY | {"timezone": "Asia/Nowhere"},
    ),
    "reference": ("  ", "two words", "a\x00b", "a\u202eb", "PNR\u00ff", "x" * 101, True, Decimal("7.0"), {}),
    "label": (True, [1], {"a": 1}, Decimal("1.5")),
    "state": ([1], {"a": 1}, "NA", "nil", "-"),
}  # fmt: skip


def read(kind: str, value: object) -> object:
    """What a reader makes of a value."""
    return getattr(spellings, kind)(value)


@pytest.mark.parametrize(
    ("kind", "sent", "taken"),
    [*((kind, sent, taken) for kind, table in READ.items() for sent, taken in table.items()), *VALUES],
)
def test_what_has_one_meaning_is_read(kind: str, sent: object, taken: object) -> None:
    expected = Decimal(taken) if kind == "amount" and isinstance(taken, str) else taken
    found = read(kind, sent)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(("kind", "sent"), [(kind, each) for kind, sent in REFUSED.items() for each in sent])
def test_what_has_no_meaning_or_two_is_refused(kind: str, sent: object) -> None:
    with pytest.raises((ValueError, OverflowError)):
        read(kind, sent)


@pytest.mark.parametrize("kind", ["amount", "item_id", "flag", "day", "clock", "instant", "label"])
@pytest.mark.parametrize("nothing", NOTHINGS)
def test_nothing_is_not_stated(kind: str, nothing: object) -> None:
    assert read(kind, nothing) is None


@pytest.mark.parametrize("kind", ["count", "state"])
@pytest.mark.parametrize("blank", [None, "", " ", [], {}])
def test_where_a_word_may_mean_none_at_all_only_a_blank_is_not_stated(kind: str, blank: object) -> None:
    assert read(kind, blank) is None


@given(st.decimals(-(10**11), 10**11, places=2))
def test_an_amount_is_the_same_in_every_spelling(amount: Decimal) -> None:
    for sent in (amount, f"{amount:f}", f"{amount:,f}", f"Rs. {amount:f}"):
        found = spellings.amount(sent)
        assert found == amount
        assert found is not None
        assert found.as_tuple() == amount.as_tuple()


@given(st.decimals(-(10**6), 10**6, places=2))
def test_a_float_of_php_is_its_amount(amount: Decimal) -> None:
    assert spellings.amount(Decimal(float(amount))) == amount
    assert spellings.amount(Decimal(repr(float(amount) + 0.0))) == amount


@given(st.text(st.sampled_from("0123456789.,- \u20b9"), max_size=12))
def test_an_amount_is_never_another_than_its_digits_say(text: str) -> None:
    try:
        found = spellings.amount(text)
    except ValueError:
        return
    assert found is None or found == Decimal(re.sub(r"[, \u20b9]", "", text))


@given(st.dates(dt.date(1971, 1, 1), dt.date(2199, 12, 31)))
def test_a_day_is_never_another(day: dt.date) -> None:
    indian = f"{day:%d-%m-%Y}"
    assert spellings.day(day.isoformat()) == day
    assert spellings.day_like(indian, day) == day
    assert spellings.day_like(indian, day + dt.timedelta(days=1)) is None
    evening = f"{day - dt.timedelta(days=1)}T18:30:00.000000Z"
    assert spellings.day_like(evening, day) == day
    assert spellings.day_like(evening, day - dt.timedelta(days=1)) is None
    try:
        found = spellings.day(indian)
    except ValueError:
        assert day.day <= 12
    else:
        assert found == day


LIMITS: Final[dict[str, tuple[Any, tuple[object, ...], tuple[object, ...]]]] = {
    "percentage": (answer_fields.Percentage, (0, "12.5", "18%", 100), (-1, "-0.01", 101, "100.01", "x")),
    "seats": (answer_fields.Seats, (-3, "1000000", 0), (-(10**6) - 1, False, "x")),
    "minutes": (answer_fields.CutoffMinutes, (0, 366 * 24 * 60, "90"), (-1, 366 * 24 * 60 + 1, "soon")),
    "days": (answer_fields.CutoffDays, (-1, "2"), (800_000, -3661)),
    "flag": (answer_fields.FirmFlag, (0, "yes", False), ("", [], "x", "-")),
    "id": (answer_fields.Id, (7, "7", "007"), (None, "", "a b")),
    "balance": (answer_fields.NeededAmount, (0, "1,250.00"), (None, "", False)),
}


@pytest.mark.parametrize("kind", LIMITS)
def test_what_decides_has_limits(kind: str) -> None:
    field, taken, refused = LIMITS[kind]
    adapter: TypeAdapter[object] = TypeAdapter(field)
    for each in taken:
        assert adapter.validate_python(each) is not None
    for each in refused:
        with pytest.raises(ValidationError):
            adapter.validate_python(each)


def test_more_seats_than_any_boat_has_are_no_number() -> None:
    assert TypeAdapter(answer_fields.Seats).validate_python(2**63 - 1) is None
