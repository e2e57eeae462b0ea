"""Each kind of field takes what scripts send for it, and nothing that could mean something else."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from app.api.messages import answer_fields
from app.api.messages.envelope import Shape

AMOUNT: TypeAdapter[Decimal] = TypeAdapter(answer_fields.Amount)
OTHERS: dict[str, Any] = {
    "whole": TypeAdapter(answer_fields.WholeNumber),
    "flag": TypeAdapter(answer_fields.Flag),
    "day": TypeAdapter(answer_fields.Day),
    "clock": TypeAdapter(answer_fields.Clock),
    "instant": TypeAdapter(answer_fields.Instant),
    "reference": TypeAdapter(answer_fields.Reference),
    "percentage": TypeAdapter(answer_fields.Percentage),
    "count": TypeAdapter(answer_fields.Count),
    "minutes": TypeAdapter(answer_fields.CutoffMinutes),
    "days": TypeAdapter(answer_fields.CutoffDays),
}
INDIA = dt.timezone(dt.timedelta(hours=5, minutes=30))


@given(st.decimals(-(10**11), 10**11, places=2))
def test_amount_is_the_same_as_number_and_as_text(amount: Decimal) -> None:
    for sent in (amount, f"{amount:f}"):
        taken = AMOUNT.validate_python(sent)
        assert taken == amount
        assert taken.as_tuple() == amount.as_tuple()


@pytest.mark.parametrize("sent", [0, -5, 12, Decimal("1E+3"), Decimal("0.125"), "0.125", "-7", "007"])
def test_amount(sent: object) -> None:
    assert AMOUNT.validate_python(sent) == Decimal(str(sent))


@pytest.mark.parametrize(
    "sent",
    [
        True,
        1.5,
        None,
        "",
        " 1",
        "1 ",
        "+1",
        ".5",
        "5.",
        "1,000.00",
        "1e3",
        "0x10",
        "NaN",
        "INR 5",
        "\u0661",
        "1\n",
        [],
        {},
        10**12,
        Decimal("1E+12"),
        Decimal("1E-13"),
        Decimal("0E+999999"),
        Decimal("1E-999999"),
        Decimal("1." + "1" * 40),
        Decimal("NaN"),
        Decimal("Infinity"),
        "1" * 13,
        "0." + "1" * 13,
    ],
)
def test_no_amount(sent: object) -> None:
    with pytest.raises(ValidationError, match="is not an exact amount"):
        AMOUNT.validate_python(sent)


@pytest.mark.parametrize(
    ("kind", "sent", "taken"),
    [
        ("whole", 7, 7),
        ("whole", "7", 7),
        ("whole", "-7", -7),
        ("whole", 2**63 - 1, 2**63 - 1),
        ("whole", str(1 - 2**63), 1 - 2**63),
        ("percentage", "12.5", Decimal("12.5")),
        ("percentage", 100, Decimal(100)),
        ("count", -3, -3),
        ("count", "1000000", 1_000_000),
        ("minutes", 0, 0),
        ("minutes", 366 * 24 * 60, 366 * 24 * 60),
        ("days", -1, -1),
        ("flag", 0, False),
        ("flag", 1, True),
        ("flag", "0", False),
        ("flag", "1", True),
        ("flag", True, True),
        ("flag", False, False),
        ("day", "2099-02-28", dt.date(2099, 2, 28)),
        ("clock", "08:30:00", dt.time(8, 30)),
        ("clock", "08:30", dt.time(8, 30)),
        ("instant", "2099-12-24T08:00:00+05:30", dt.datetime(2099, 12, 24, 8, tzinfo=INDIA)),
        ("instant", "2099-12-24T08:00:00Z", dt.datetime(2099, 12, 24, 8, tzinfo=dt.UTC)),
        ("reference", "PNR7X2K9", "PNR7X2K9"),
        ("reference", " PNR-7/2 ", "PNR-7/2"),
        ("reference", "x" * 100, "x" * 100),
    ],
)
def test_taken(kind: str, sent: object, taken: object) -> None:
    value = OTHERS[kind].validate_python(sent)
    assert value == taken
    assert type(value) is type(taken)


REFUSED: dict[str, list[object]] = {
    "whole": [True, False, 7.0, Decimal(7), "7.0", "", " 7", 2**63, str(2**63), "7" * 101, None, []],
    "flag": [2, -1, "yes", "true", "", None, Decimal(1), [], [1]],
    "day": [
        "2099-02-30",
        "24-12-2099",
        "2099-12-24T00:00:00",
        "20991224",
        "0001-01-01",
        "9999-12-31",
        "1969-12-31",
        "2200-01-01",
        "",
        7,
        None,
    ],
    "percentage": [-1, "-0.01", 101, "100.01", 10**11, "x"],
    "count": [10**6 + 1, -(10**6) - 1, "99999999"],
    "minutes": [-1, 2_000_000_000_000, 366 * 24 * 60 + 1],
    "days": [800_000, -3661],
    "clock": ["24:00:00", "24:00", "23:60", "8:30", "08:30:00.5", "", 830, None],
    "instant": [
        "soon",
        "",
        7,
        None,
        "2099-13-01T00:00:00Z",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:00:00-12:00",
        "2" * 50,
    ],
    "reference": ["", "  ", "two words", "a\x00b", "a\u202eb", "x" * 101, 7, None],
}


@pytest.mark.parametrize(("kind", "sent"), [(kind, each) for kind, sent in REFUSED.items() for each in sent])
def test_refused(kind: str, sent: object) -> None:
    with pytest.raises(ValidationError) as caught:
        OTHERS[kind].validate_python(sent)
    assert len(caught.value.errors()) == 1


TWO = st.integers(0, 99).map("{:02}".format)
NEARLY: dict[str, st.SearchStrategy[str]] = {
    "day": st.builds(
        "{}-{}-{}{}".format, st.integers(1900, 2300), TWO, TWO, st.sampled_from(["", " ", "\n", "Z"])
    ),
    "clock": st.builds("{}:{}{}".format, TWO, TWO, st.sampled_from(["", ":00", ":60", "\n", ":0", "+05:30"])),
}
NEARLY["instant"] = st.builds(
    "{}T{}{}".format, NEARLY["day"], NEARLY["clock"], st.sampled_from(["", "Z", "-03:00"])
)
SPELT = {
    "day": (re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"), dt.date.fromisoformat),
    "clock": (re.compile(r"([01][0-9]|2[0-3]):[0-9]{2}(:[0-9]{2})?"), dt.time.fromisoformat),
    "instant": (re.compile(r".{1,40}"), dt.datetime.fromisoformat),
}


def of_text(kind: str, sent: object) -> object:
    """What the interface takes a text for, written plainly; None when it is refused."""
    spelling, read = SPELT[kind]
    if not isinstance(sent, str) or not spelling.fullmatch(sent):
        return None
    try:
        found = read(sent)
    except ValueError:
        return None
    return found if isinstance(found, dt.time) or 1970 <= found.year < 2200 else None


def taken_or_none(kind: str, sent: object) -> object:
    """The value of a field, or None when it is refused."""
    try:
        return OTHERS[kind].validate_python(sent)
    except ValidationError as error:
        (only,) = error.errors()
        assert only["type"] == kind
        return None


@pytest.mark.parametrize("kind", SPELT)
@given(data=st.data())
def test_a_text_is_read_the_same_however_often_it_comes(kind: str, data: st.DataObject) -> None:
    other = st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.none(), max_size=2)
    sent = data.draw(NEARLY[kind] | st.datetimes().map(dt.datetime.isoformat) | other)
    for _ in range(2):
        taken = taken_or_none(kind, sent)
        assert taken == of_text(kind, sent)
        assert type(taken) is type(of_text(kind, sent))


def test_instant_without_an_offset_stays_without() -> None:
    assert OTHERS["instant"].validate_python("2099-12-24T08:00:00").tzinfo is None


class Inner(Shape):
    """A part for the test below."""

    name: str | None = None


def test_empty_array_stands_for_an_absent_part() -> None:
    part: TypeAdapter[Inner | None] = TypeAdapter(answer_fields.Part[Inner])
    assert part.validate_python([]) is None
    assert part.validate_python(None) is None
    assert part.validate_python({}) == Inner()
    with pytest.raises(ValidationError):
        part.validate_python([1])
