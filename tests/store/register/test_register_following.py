"""The register follows what becomes of a sale, and finds it by all that a customer remembers."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from math import inf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.store.register.index_words import dates_typed, fits, sale_terms
from app.store.register.register import (
    Cursor,
    KeptCancellation,
    KeptNote,
    KeptSale,
    Position,
    Register,
    RegisterPage,
    SaleStanding,
    Wanted,
)
from app.store.register.schema import begin_of, period_of

INDIA = timezone(timedelta(hours=5, minutes=30))
NOON = datetime(2026, 11, 21, 12, 0, tzinfo=INDIA)
TODAY = NOON.date()
SALE = KeptSale(
    request_id="ac1-1",
    module="BOAT",
    product_id="7",
    title="Swaraj Dweep day return",
    day=date(2026, 11, 22),
    window="07:15 to 17:30",
    qty=4,
    booking_ref="BT4K9Q07M",
    customer_name="Arjun Nair",
    customer_phone="9845012377",
    customer_email="arjun@example.com",
    sold_at=NOON,
    place="MV Sea Heron",
    desk="0a1b2c3d",
    customer_pays=Decimal("9885.75"),
    debited=Decimal("9334.50"),
    currency="INR",
)
DATES = (
    "22/11",
    "22-11-2026",
    "22.11.26",
    "22 nov",
    "22 November 2026",
    "2026-11-22",
    "22",
    "tomorrow",
    "21/11",
    "today",
    "nair 22/11",
    "22 nov heron",
    "98450 12377 22/11",
    "984 501 2377",
    "sea heron",
    "mv",
)
OTHER_DATES = ("23/11", "22/10", "22/11/2025", "30 feb", "22 foo", "23", "yesterday", "99/99", "nov", "32")


@pytest.fixture
def register(quick_folder: Path) -> Iterator[Register]:
    register = Register.open(quick_folder)
    yield register
    register.close()


def _sold(number: int, **changes: object) -> KeptSale:
    """Another sale, so many hours before."""
    return replace(
        SALE, request_id=f"ac1-{number}", sold_at=NOON - timedelta(hours=number), booking_ref="", **changes
    )


def _found(register: Register, **wanted: object) -> list[str]:
    return [each.request_id for each in _all(register, replace(Wanted(today=TODAY), **wanted))]


def _all(register: Register, wanted: Wanted, limit: int = 7) -> list[KeptSale]:
    """Every page, one after the other."""
    page, found = RegisterPage((), None), list[KeptSale]()
    while True:
        page = register.find(wanted, page.cursor, limit)
        found += page.sales
        assert len(page.sales) <= limit
        if page.cursor is None:
            return found


def test_a_sale_that_changes_is_brought_up_to_date_and_found_by_what_it_is_now(register: Register) -> None:
    unknown = replace(SALE, booking_ref="", standing=SaleStanding.OPEN, state="UNKNOWN", debited=None)
    assert register.keep([unknown]) == 1
    assert _found(register, typed="BT4K") == []
    assert _found(register, standings=frozenset({SaleStanding.OPEN})) == ["ac1-1"]
    assert register.customers("arjun") == ()
    assert register.keep([SALE]) == 1
    assert register.keep([SALE]) == 0
    assert _found(register, typed="BT4K") == ["ac1-1"]
    assert _found(register, standings=frozenset({SaleStanding.OPEN})) == []
    assert [each.name for each in register.customers("arjun")] == ["Arjun Nair"]
    kept = register.sale("ac1-1")
    assert kept == replace(SALE, sold_at=NOON.astimezone(UTC), updated_at=NOON.astimezone(UTC))
    assert kept is not None
    assert (kept.customer_pays, kept.debited, kept.place) == (
        Decimal("9885.75"),
        Decimal("9334.50"),
        "MV Sea Heron",
    )
    assert register.sale("ac1-2") is None


def test_what_takes_the_place_of_another_takes_its_notes_and_what_was_said(register: Register) -> None:
    register.keep([SALE])
    register.add_note(KeptNote("ac1-1", NOON, "status", "words"), ("Confirmed", "Paid", "NONE"))
    register.keep([replace(SALE, request_id="ac1-9", former=("ac1-1", "ac1-0"))])
    assert _found(register) == ["ac1-9"]
    (note,) = register.notes("ac1-9")
    assert (note.code, note.said, note.at) == ("status", "words", NOON)
    kept = register.sale("ac1-9")
    assert kept is not None
    assert (kept.booking_status, kept.payment_status, kept.refund_status) == ("Confirmed", "Paid", "NONE")
    register.keep([_sold(5), replace(_sold(6), former=("ac1-5",))])
    assert _found(register) == ["ac1-9", "ac1-6"]


def test_what_was_looked_up_gives_way_to_what_is_known_of_it(register: Register) -> None:
    seen = replace(SALE, request_id="looked-up", standing=SaleStanding.LOOKED_UP, state="")
    register.keep([seen])
    register.keep([seen])
    assert register.customers("arjun") == ()
    register.add_note(KeptNote("looked-up", NOON, "status"))
    register.keep([replace(SALE, standing=SaleStanding.ELSEWHERE)])
    assert _found(register) == ["ac1-1"]
    assert [each.code for each in register.notes("ac1-1")] == ["status"]
    found = register.sale_by_reference("BT4K9Q07M")
    assert found is not None
    assert found.request_id == "ac1-1"
    assert register.sale_by_reference("bt4k9q07m") is None


def test_what_the_service_said_outlasts_what_the_journal_tells(register: Register) -> None:
    register.keep([SALE])
    register.add_note(KeptNote("ac1-1", NOON, "status"), ("confirmed", "paid", "NONE"))
    register.keep([replace(SALE, standing=SaleStanding.CANCELLED, released=4)])
    kept = register.sale("ac1-1")
    assert kept is not None
    assert (kept.booking_status, kept.standing, kept.released) == ("confirmed", SaleStanding.CANCELLED, 4)


def test_cancellations_and_how_far_the_journal_is_handed_in_are_kept(register: Register) -> None:
    gone = KeptCancellation(
        "ac1-c", "BT4K9Q07M", NOON, 1, Decimal("99.50"), None, "RF1", "CANCELLED", "0a1b2c3d"
    )
    assert register.position("0a1b2c3d") is None
    assert register.keep([], [replace(gone, refund=None, state="UNKNOWN")], Position("0a1b2c3d", 5, "x")) == 0
    assert register.keep([], [gone], Position("0a1b2c3d", 9, "y")) == 0
    assert register.cancellations("BT4K9Q07M") == (gone,)
    assert register.cancellations("other") == ()
    assert register.position("0a1b2c3d") == ("0a1b2c3d", 9, "y")
    assert register.position("other") is None


def test_a_forgotten_customer_does_not_come_back_with_the_journal(register: Register) -> None:
    register.keep([SALE])
    register.add_note(KeptNote("ac1-1", NOON, "status", "Meera Nair"))
    register.forget_customer("+91 98450 12377")
    assert register.keep([replace(SALE, standing=SaleStanding.CANCELLED)]) == 1
    kept = register.sale("ac1-1")
    assert kept is not None
    assert (kept.customer_name, kept.customer_phone, kept.standing) == ("", "", SaleStanding.CANCELLED)
    assert [each.said for each in register.notes("ac1-1")] == [""]
    assert register.customers("arjun") == ()
    assert _found(register, typed="nair") == []


def test_names_outlast_a_journal_that_has_lost_them(register: Register) -> None:
    nameless = replace(SALE, customer_name="", customer_phone="", customer_email="", clerk="")
    register.keep([replace(SALE, clerk="Asha Rao")])
    assert register.keep([nameless]) == 0
    register.keep([replace(nameless, standing=SaleStanding.CANCELLED)])
    (found,) = register.find(Wanted("arjun"), limit=9).sales
    assert (found.customer_phone, found.customer_email) == (SALE.customer_phone, SALE.customer_email)
    assert (found.clerk, found.standing) == ("Asha Rao", SaleStanding.CANCELLED)
    assert [each.name for each in register.customers("98450")] == ["Arjun Nair"]
    register.keep([replace(SALE, customer_phone="", customer_email="")])
    (found,) = register.find(Wanted("arjun"), limit=9).sales
    assert found.customer_phone == ""


def test_names_that_were_erased_do_not_come_back_with_a_damaged_journal(register: Register) -> None:
    nameless = replace(SALE, customer_name="", customer_phone="", customer_email="")
    register.keep([SALE])
    register.forget_customer(SALE.customer_phone)
    register.keep([nameless])
    register.keep([replace(nameless, request_id="ac1-2", former=(SALE.request_id,))])
    assert register.find(Wanted("arjun"), limit=9).sales == ()


def test_names_of_a_former_request_outlast_it_too(register: Register) -> None:
    nameless = replace(SALE, request_id="ac1-2", customer_name="", customer_phone="", customer_email="")
    register.keep([SALE])
    register.keep([replace(nameless, former=(SALE.request_id,))])
    (found,) = register.find(Wanted("arjun"), limit=9).sales
    assert (found.request_id, found.customer_phone) == ("ac1-2", SALE.customer_phone)


def test_a_sale_is_found_by_either_date_as_it_is_typed(register: Register) -> None:
    register.keep([SALE])
    assert [typed for typed in DATES if _found(register, typed=typed) != ["ac1-1"]] == []


def test_and_by_no_other_date(register: Register) -> None:
    register.keep([SALE])
    assert [typed for typed in OTHER_DATES if _found(register, typed=typed)] == []


def test_a_sale_belongs_to_the_day_of_its_own_counter(register: Register) -> None:
    register.keep([replace(SALE, sold_at=datetime(2026, 11, 21, 1, 0, tzinfo=INDIA))])
    assert _found(register, typed="21/11") == ["ac1-1"]
    assert _found(register, sold=(TODAY, TODAY)) == ["ac1-1"]
    assert _found(register, sold=(TODAY - timedelta(days=1), TODAY - timedelta(days=1))) == []


def test_chips_and_words_narrow_together(register: Register) -> None:
    register.keep(
        [
            _sold(1, day=TODAY),
            _sold(30, standing=SaleStanding.CANCELLED),
            _sold(3, standing=SaleStanding.OPEN, title="Kayak"),
            _sold(4, standing=SaleStanding.OPEN, desk="other"),
            _sold(200),
        ]
    )
    assert _found(register) == ["ac1-1", "ac1-3", "ac1-4", "ac1-30", "ac1-200"]
    assert _found(register, travels=(TODAY,)) == ["ac1-1"]
    assert _found(register, sold=(TODAY, TODAY)) == ["ac1-1", "ac1-3", "ac1-4"]
    assert _found(register, standings=frozenset({SaleStanding.CANCELLED, SaleStanding.OPEN})) == [
        "ac1-3",
        "ac1-4",
        "ac1-30",
    ]
    assert _found(register, without_open_of=frozenset({"0a1b2c3d"})) == [
        "ac1-1",
        "ac1-4",
        "ac1-30",
        "ac1-200",
    ]
    assert _found(
        register, typed="nair", sold=(TODAY - timedelta(days=2), TODAY), without_open_of=frozenset({"x"})
    ) == [
        "ac1-1",
        "ac1-3",
        "ac1-4",
        "ac1-30",
    ]


def test_every_page_follows_the_one_before_without_gap_or_repetition(register: Register) -> None:
    at_once = [replace(_sold(0), request_id=f"ac1-at-once-{number}") for number in range(9)]
    later = [_sold(number * 50, title="Kayak" if number % 3 else "Sea walk") for number in range(1, 60)]
    register.keep([*at_once, *later])
    names = [each.request_id for each in register.find(Wanted(), limit=100).sales]
    assert len(names) == 68
    assert [each.request_id for each in _all(register, Wanted())] == names
    assert [each.request_id for each in _all(register, Wanted(typed="nair"))] == names
    kayaks = [each.request_id for each in _all(register, Wanted(typed="nair kay"))]
    assert kayaks == [
        each.request_id
        for each in sorted(later, key=lambda each: each.sold_at, reverse=True)
        if each.title == "Kayak"
    ]
    assert register.find(Wanted(typed="nair"), limit=68, patience=inf).cursor is not None
    assert register.find(Wanted(typed="nair"), limit=69, patience=inf).cursor is None
    assert register.find(Wanted(typed="nair"), limit=0) == RegisterPage((), None)


def test_what_stands_behind_the_newest_is_found_by_its_words(register: Register) -> None:
    register.keep([_sold(number) for number in range(420)])
    old = [_sold(number * 5, title="Kayak") for number in range(100, 130)]
    register.keep(old)
    assert [each.request_id for each in _all(register, Wanted(typed="kayak"))] == [
        each.request_id for each in old
    ]
    page = register.find(Wanted(typed="kayak"), limit=7, patience=inf)
    assert [each.request_id for each in page.sales] == [each.request_id for each in old[:7]]


def test_a_long_search_goes_on_behind_a_short_page(register: Register) -> None:
    register.keep([_sold(number * 24 * 7) for number in range(12)])
    cursor: Cursor | None = None
    pages, found = 0, list[str]()
    while pages == 0 or cursor is not None:
        page = register.find(Wanted(typed="nair"), cursor, patience=0)
        cursor = page.cursor
        pages += 1
        found += [each.request_id for each in page.sales]
    assert pages > 2
    assert found == [each.request_id for each in register.find(Wanted(), limit=50).sales]


def test_a_register_of_the_former_form_is_made_anew_without_a_word(
    register: Register, quick_folder: Path
) -> None:
    register.keep([SALE])
    register.close()
    connection = sqlite3.connect(quick_folder / "register.db")
    connection.execute("UPDATE about SET version = 1")
    connection.execute("DROP TABLE sale_note")
    connection.commit()
    connection.close()
    again = Register.open(quick_folder)
    assert again.warning == ""
    assert again.find(Wanted()) == RegisterPage((), None)
    assert again.keep([SALE]) == 1
    again.close()
    assert [path.name for path in quick_folder.iterdir()] == ["register.db"]


def test_words_of_a_row_are_looked_through_as_the_register_does() -> None:
    words = " arjun nair bt4k "
    assert fits(words, sale_terms("NAI bt"))
    assert fits(words, ())
    assert not fits(words, sale_terms("nai heron"))


@pytest.mark.parametrize(
    ("typed", "dates"),
    [
        ("22", ["2026-10-22", "2026-11-22"]),
        ("21", ["2026-11-21", "2026-12-21"]),
        ("22/11", ["2025-11-22", "2026-11-22"]),
        ("29/2", ["2024-02-29", "2028-02-29"]),
        ("31", ["2026-10-31", "2026-12-31"]),
        ("22 nov", ["2025-11-22", "2026-11-22"]),
        ("22 nov 2024", ["2024-11-22"]),
        ("1/2/27", ["2027-02-01"]),
        ("2026-02-30", []),
        ("22 11", []),
        ("nov 22", []),
        ("22 nov x", []),
        ("sea", []),
        ("123", []),
    ],
)
def test_a_date_without_a_year_is_the_nearest_before_and_after(typed: str, dates: list[str]) -> None:
    assert [f"{each:%Y-%m-%d}" for each in dates_typed(typed, TODAY)] == dates


@given(st.integers(0, 3_000_000_000).map(lambda seconds: datetime.fromtimestamp(seconds, UTC)))
def test_a_period_begins_with_its_first_instant(at: datetime) -> None:
    begin = begin_of(period_of(at))
    assert begin <= at < begin + timedelta(days=7)
    assert period_of(begin) == period_of(at)


@given(st.text(max_size=12))
def test_no_text_stops_the_reading_of_dates(text: str) -> None:
    assert isinstance(sale_terms(text, TODAY), tuple)
