"""What several desks hand in to one database: once, in order, and without who was forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update

from app.store.office.cancelling import AtBooking
from app.store.office.forgotten import bury, graves
from app.store.office.office import Office
from app.store.office.outbox import (
    FORGOTTEN,
    FORGOTTEN_ONES,
    LOOKED_UP,
    NOTE,
    NOTES,
    PAST,
    PAST_ONES,
    SALES,
    ForgottenBody,
    NoteBody,
    Outbox,
    OutboxItem,
    PastBody,
)
from app.store.office.shared_database import SharedDatabase, SharedError
from app.store.office.sync import bring_office
from app.store.office.tables import clerk, closed_day, shift
from app.store.office.wallet_readings import KeptReading, keep_reading, readings_between
from app.store.register.register import KeptCancellation, KeptNote, KeptSale, Position, SaleStanding, Wanted
from app.store.register.schema import RegisterError
from tests.support.proof import beside_others
from tests.support.shared_places import SQLITE, sqlite_place

AT = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
SALE = KeptSale(
    request_id="ac1-1",
    module="BOAT",
    product_id="7",
    title="Day return",
    day=AT.date(),
    window="07:15",
    qty=4,
    booking_ref="BT4K9Q07M",
    customer_name="Arjun Nair",
    customer_phone="9845012377",
    customer_email="arjun@example.com",
    sold_at=AT,
    desk="one",
)
READING = KeptReading("3017", AT, Decimal("6280.50"), Decimal(50000), Decimal(0), Decimal(50000), "INR")
Open = Callable[[str], SharedDatabase]


@pytest.fixture
def place(open_place: Open) -> Iterator[SharedDatabase]:
    place = open_place("one")
    yield place
    place.close()


def _note(number: int) -> bytes:
    kept = KeptNote("ac1-1", AT + timedelta(minutes=number), "voucher_printed", str(number), "one")
    return NOTES.dump_json(NoteBody(kept, ("Confirmed", "Paid", f"NONE{number}") if number else None))


def test_what_was_handed_in_is_there_once_however_often_it_comes(
    place: SharedDatabase, quick_folder: Path
) -> None:
    place.register.keep([SALE])
    box = Outbox(quick_folder / "own" / "outbox.db")
    for number in range(3):
        box.put(NOTE, _note(number))
    items = box.waiting()
    assert [each.number for each in items] == [1, 2, 3]
    place.take_in(box.source, items[:2])
    # As after a kill between commit there and removal here.
    place.take_in(box.source, items)
    assert [each.said for each in place.register.notes("ac1-1")] == ["0", "1", "2"]
    kept = place.register.sale("ac1-1")
    assert kept is not None
    assert kept.refund_status == "NONE2"
    box.remove(items[-1].number)
    assert box.waiting() == ()
    source = box.source
    box.close()
    box.put(NOTE, _note(9))
    assert (box.source, [each.number for each in box.waiting()]) == (source, [4])
    place.take_in(box.source, box.waiting())
    assert [each.said for each in place.register.notes("ac1-1")] == ["0", "1", "2", "9"]
    box.close()
    box.close()
    assert (quick_folder / "own" / "outbox.db").stat().st_mode & 0o777 == 0o600


def test_a_box_that_is_no_database_is_an_error_and_stays_closed(quick_folder: Path) -> None:
    (quick_folder / "outbox.db").write_bytes(b"no database " * 100)
    box = Outbox(quick_folder / "outbox.db")
    with pytest.raises(Exception, match="not a database"):
        box.put(NOTE, _note(1))
    box.close()


def test_what_was_looked_up_is_kept_unless_it_is_known(place: SharedDatabase, quick_folder: Path) -> None:
    box = Outbox(quick_folder / "outbox.db")
    seen = replace(SALE, request_id="looked-up", standing=SaleStanding.LOOKED_UP, state="")
    box.put(LOOKED_UP, SALES.dump_json(seen))
    box.put(LOOKED_UP, SALES.dump_json(replace(seen, request_id="looked-up-again")))
    place.take_in(box.source, box.waiting())
    assert [each.request_id for each in place.register.find(Wanted()).sales] == ["looked-up"]
    box.close()


def test_who_was_forgotten_does_not_come_back_with_an_older_sale(
    place: SharedDatabase, quick_folder: Path
) -> None:
    place.register.keep([SALE])
    box = Outbox(quick_folder / "outbox.db")
    gone = ForgottenBody("+91 98450 12377", (AT + timedelta(hours=1)).isoformat())
    box.put(FORGOTTEN, FORGOTTEN_ONES.dump_json(gone))
    box.put(FORGOTTEN, FORGOTTEN_ONES.dump_json(gone._replace(phone="-")))
    place.take_in(box.source, box.waiting())
    box.close()
    older = replace(SALE, request_id="ac1-2", booking_ref="OLD", desk="two", sold_at=AT - timedelta(hours=1))
    other = replace(older, request_id="ac1-3", customer_name="Meera", customer_phone="9845099999")
    other = replace(other, customer_email="meera@example.com")
    place.register.keep([older, other])
    assert place.register.customers("98450") == place.register.customers("meera")
    old = place.register.sale("ac1-2")
    assert old is not None
    assert (old.customer_name, old.customer_phone, old.customer_email) == ("", "", "")
    assert place.register.search("arjun") == ()
    # Who buys again is a customer again.
    place.register.keep([replace(SALE, request_id="ac1-4", sold_at=AT + timedelta(hours=2))])
    assert [each.name for each in place.register.customers("arjun")] == ["Arjun Nair"]


def _hand_in(place: SharedDatabase, folder: Path, kind: str, body: bytes) -> None:
    box = Outbox(folder / "outbox.db")
    box.put(kind, body)
    place.take_in(box.source, box.waiting())
    box.close()


def _named(place: SharedDatabase) -> dict[str, str]:
    return {each.request_id: each.customer_name for each in place.register.find(Wanted()).sales}


def test_a_customer_is_forgotten_by_phone_by_e_mail_and_by_name(
    place: SharedDatabase, quick_folder: Path
) -> None:
    by_mail = replace(SALE, request_id="ac1-2", booking_ref="B2", customer_phone="9000000001", desk="two")
    other = replace(by_mail, request_id="ac1-3", customer_email="", customer_phone="9000000002")
    place.register.keep([SALE, by_mail, other])
    place.register.add_note(KeptNote("ac1-3", AT, "status", "Meera Nair, Arjun Nair", "two"))
    gone = ForgottenBody(
        SALE.customer_phone, (AT + timedelta(hours=1)).isoformat(), " Arjun@Example.com", ("arjun nair",)
    )
    _hand_in(place, quick_folder, FORGOTTEN, FORGOTTEN_ONES.dump_json(gone))
    assert _named(place) == {"ac1-1": "", "ac1-2": "", "ac1-3": "Arjun Nair"}
    assert [each.phone for each in place.register.customers("arjun")] == ["9000000002"]
    assert [each.said for each in place.register.notes("ac1-3")] == [""]
    # Another desk hands in what it sold before under a third phone, and what it sold since.
    late = replace(by_mail, request_id="ac1-4", booking_ref="B4", customer_phone="9000000003")
    again = replace(late, request_id="ac1-5", booking_ref="B5", sold_at=AT + timedelta(hours=2))
    place.register.keep([late, again])
    assert _named(place) == {
        "ac1-1": "",
        "ac1-2": "",
        "ac1-3": "Arjun Nair",
        "ac1-4": "",
        "ac1-5": "Arjun Nair",
    }


def _wish(number: int, at: datetime) -> OutboxItem:
    gone = ForgottenBody(SALE.customer_phone, at.isoformat(), SALE.customer_email, (SALE.customer_name,))
    return OutboxItem(number, FORGOTTEN, FORGOTTEN_ONES.dump_json(gone).decode())


def test_an_older_wish_that_comes_later_takes_back_no_newer_one(place: SharedDatabase) -> None:
    day = timedelta(days=1)
    place.take_in("one", [_wish(1, AT + 3 * day)])
    place.take_in("away", [_wish(1, AT + day)])
    place.register.keep([replace(SALE, sold_at=AT + 2 * day)])
    assert _named(place) == {"ac1-1": ""}


@beside_others
def test_a_wish_that_comes_late_leaves_who_has_bought_since(place: SharedDatabase) -> None:
    day = timedelta(days=1)
    since = replace(SALE, request_id="ac1-2", booking_ref="B2", sold_at=AT + 2 * day)
    place.register.keep([SALE, since])
    place.take_in("away", [_wish(1, AT + day)])
    assert _named(place) == {"ac1-1": "", "ac1-2": SALE.customer_name}
    assert [each.name for each in place.register.customers("arjun")] == [SALE.customer_name]


def test_what_an_older_version_has_put_into_the_box_is_taken_in(
    place: SharedDatabase, quick_folder: Path
) -> None:
    place.register.keep([SALE])
    _hand_in(place, quick_folder, FORGOTTEN, b'["9845012377", "2026-11-21T13:00:00+00:00"]')
    assert _named(place) == {"ac1-1": ""}


def test_age_reaches_the_own_sales_of_a_desk_and_no_others(place: SharedDatabase, quick_folder: Path) -> None:
    waiting = replace(SALE, request_id="ac1-2", booking_ref="B2", customer_phone="9000000002")
    newer = replace(SALE, request_id="ac1-3", booking_ref="B3", day=AT.date() + timedelta(days=1))
    newer = replace(newer, customer_name="Meera Nair", customer_phone="9000000003")
    other = replace(SALE, request_id="ac2-1", booking_ref="B4", desk="two", customer_phone="9000000004")
    place.register.keep([SALE, waiting, newer, other])
    place.register.add_note(KeptNote("ac1-1", AT, "status", "Arjun Nair", "one"))
    place.register.add_note(KeptNote("ac2-1", AT, "status", "Arjun Nair", "two"))
    past = PastBody(AT.date() + timedelta(days=1), "one", ("ac1-2",))
    _hand_in(place, quick_folder, PAST, PAST_ONES.dump_json(past))
    named = {"ac1-1": "", "ac1-2": "Arjun Nair", "ac1-3": "Meera Nair", "ac2-1": "Arjun Nair"}
    assert _named(place) == named
    assert sorted(each.phone[-1] for each in place.register.customers("nair")) == ["2", "3", "4"]
    assert [each.said for each in place.register.notes("ac1-1")] == [""]
    assert [each.said for each in place.register.notes("ac2-1")] == ["Arjun Nair"]


@beside_others
def test_what_all_desks_sold_and_cancelled_in_a_time_is_given_in_order(place: SharedDatabase) -> None:
    later = AT + timedelta(hours=1)
    sold = [
        replace(SALE, request_id=f"{desk}-{at:%H}", desk=desk, sold_at=at)
        for desk in "ab"
        for at in (later, AT)
    ]
    gone = KeptCancellation("c-1", "BT4K9Q07M", AT, 1, Decimal("10.50"), None, "R1", "CANCELLED", "b")
    place.register.keep(sold, [gone, replace(gone, request_id="c-2", at=later)])
    found, cancelled, of, desks, _ = place.register.between(AT, later + timedelta(seconds=1))
    assert [each.request_id for each in found] == ["a-12", "b-12", "a-13", "b-13"]
    assert list(cancelled) == [gone, replace(gone, request_id="c-2", at=later)]
    assert (of, desks) == (found, ())
    place.register.keep([], position=Position("b", 1, ""))
    assert place.register.between(AT, AT).desks == ("b",)
    found, cancelled, *_ = place.register.between(AT, later)
    assert ([each.request_id for each in found], cancelled) == (["a-12", "b-12"], (gone,))


def test_a_cancellation_tells_what_it_is_of_however_long_ago_that_was_sold(place: SharedDatabase) -> None:
    nameless = replace(SALE, request_id="ac1-9", booking_ref="", standing=SaleStanding.NOT_SOLD)
    gone = KeptCancellation("c-1", "BT4K9Q07M", AT + timedelta(days=9), 1, None, None, "", "CANCELLED", "b")
    place.register.keep([SALE, nameless], [gone, replace(gone, request_id="c-2", booking_ref="")])
    found, cancelled, of, *_ = place.register.between(gone.at, gone.at + timedelta(seconds=1))
    assert (found, len(cancelled), [each.request_id for each in of]) == ((), 2, ["ac1-1"])
    assert place.register.between(AT, gone.at).cancelled == ()


def test_readings_shifts_and_clerks_of_a_desk_reach_the_office(
    place: SharedDatabase, quick_folder: Path
) -> None:
    own = Office.open(quick_folder / "own", "one")
    for minute in range(3):
        keep_reading(own, replace(READING, read_at=AT + timedelta(minutes=minute)))
    person = {"name": "Asha", "pin": "hash", "is_active": True, "added_at": AT}
    day = {
        "agent_id": "3017",
        "day": AT.date(),
        "desk": "one",
        "closed_by": "Asha",
        "closed_at": AT,
        "until": AT,
        "report": "{}",
    }
    with own.work() as connection:
        connection.execute(insert(shift), {"desk": "one", "clerk": "Asha", "opened_at": AT})
        connection.execute(insert(clerk), person)
        connection.execute(insert(closed_day), day)
    with place.office.work() as connection:
        connection.execute(insert(clerk), person | {"name": "Vikram", "pin": "other"})
        connection.execute(insert(shift), {"desk": "two", "clerk": "Vikram", "opened_at": AT})
    bring_office(own, place.office)
    bring_office(own, place.office)
    with own.work() as connection:
        connection.execute(update(shift).values(closed_at=AT + timedelta(hours=8)))
        assert sorted(connection.scalars(select(clerk.c.name))) == ["Asha", "Vikram"]
    keep_reading(own, replace(READING, read_at=AT + timedelta(minutes=9)))
    bring_office(own, place.office)
    found = readings_between(place.office, "3017", AT, AT + timedelta(days=1))
    assert [each.read_at.minute for each in found] == [0, 1, 2, 9]
    with place.office.work() as connection:
        ended = connection.execute(select(shift.c.desk, shift.c.closed_at).order_by(shift.c.desk)).all()
        assert [tuple(row) for row in ended] == [("one", AT + timedelta(hours=8)), ("two", None)]
        assert connection.scalars(select(closed_day.c.closed_by)).all() == ["Asha"]
    own.close()


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ("SELECT 110000, 'UTF8'", "The server is PostgreSQL 11; 12 is the oldest that will do."),
        ("SELECT 150004, 'LATIN1'", "The database keeps its texts in LATIN1; UTF8 is needed."),
    ],
)
def test_a_server_that_will_not_do_is_told(quick_folder: Path, facts: str, sentence: str) -> None:
    with pytest.raises(SharedError, match=sentence):
        sqlite_place(quick_folder, "one", SQLITE._replace(facts=facts))


def test_a_desk_is_told_who_else_is_at_cancelling_a_booking(open_place: Open) -> None:
    one, two, booking = open_place("one"), open_place("two"), AtBooking("BOAT", "BT4K9Q07M")
    one.begin_cancelling("Asha", booking, timedelta(minutes=2))
    (first,) = two.others_cancelling(booking)
    assert (first.desk, first.clerk) == ("one", "Asha")
    # By the clock of the database, which is this computer's here.
    assert abs(datetime.now(UTC) - first.since) < timedelta(minutes=1)
    assert one.others_cancelling(booking) == two.others_cancelling(AtBooking("ACTIVITY", "BT4K9Q07M")) == ()
    # A quote again is no new beginning, another clerk is, and another booking is left for it.
    one.begin_cancelling("Asha", booking, timedelta(minutes=2))
    assert two.others_cancelling(booking) == (first,)
    two.begin_cancelling("", booking, timedelta(minutes=2))
    assert [each.clerk for each in one.others_cancelling(booking)] == [""]
    two.begin_cancelling("", booking._replace(booking_ref="BT1"), timedelta(minutes=2))
    assert one.others_cancelling(booking) == ()
    two.end_cancelling(booking)
    assert one.others_cancelling(booking._replace(booking_ref="BT1")) != ()
    # It ends by itself where a desk died.
    one.begin_cancelling("Asha", booking, timedelta(minutes=-1))
    assert two.others_cancelling(booking) == ()
    one.begin_cancelling("Asha", booking, timedelta(minutes=2))
    one.end_cancelling(booking)
    assert two.others_cancelling(booking) == ()
    for each in (one, two):
        each.close()


def test_a_place_that_was_closed_says_so(place: SharedDatabase) -> None:
    place.close()
    with pytest.raises(RegisterError, match="closed"):
        place.register.find(Wanted())


def test_an_erasure_that_gets_another_time_reaches_the_own_disk(tmp_path: Path) -> None:
    for name in ("server", "own"):
        (tmp_path / name).mkdir()
    place, other = sqlite_place(tmp_path / "server", "one"), sqlite_place(tmp_path / "own", "one")
    own = other.office
    first = datetime(2026, 11, 25, 8, tzinfo=UTC)
    with place.office.work() as connection:
        bury(connection, "911111111111", "", first)
        bury(connection, "922222222222", "", first + timedelta(hours=4))
    place.bring_forgotten(own)
    # Neither the number nor the newest time of those who were forgotten changes.
    with place.office.work() as connection:
        bury(connection, "911111111111", "", first + timedelta(hours=2))
        there = graves(connection)
    place.bring_forgotten(own)
    with own.work() as connection:
        assert graves(connection).at == there.at
    # From Python 3.13 on a connection that only the collector closes is a warning.
    place.close()
    other.close()
