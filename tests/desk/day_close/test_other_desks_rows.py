"""What other desks did, as rows of a day."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import partial
from pathlib import Path

from app.desk.day_close.other_desks_rows import OtherDesksRows, nobody_else, other_rows, rows_of_others
from app.desk.day_close.values import RowKind
from app.desk.office.office_sync import OfficeSync
from app.store.register.values import KeptBetween, KeptCancellation, KeptSale, Position, SaleStanding
from tests.support.counter import until
from tests.support.shared_places import sqlite_place

AT = datetime(2026, 11, 22, 5, 0, tzinfo=UTC)
SALE = KeptSale(
    request_id="ac1-2",
    module="BOAT",
    product_id="7",
    title="Ross and North Bay",
    day=date(2026, 11, 23),
    window="08:00",
    qty=2,
    booking_ref="BT1",
    customer_name="Asha",
    customer_phone="9876501234",
    customer_email="a@example.com",
    sold_at=AT,
    desk="2",
    agent_id="3017",
    customer_pays=Decimal("4410.00"),
    debited=Decimal("3990.00"),
    from_cash=Decimal("3990.00"),
    from_credit=Decimal(0),
    currency="INR",
)
GONE = KeptCancellation(
    "ac1-3", "BT1", AT + timedelta(hours=1), 1, Decimal("1995.00"), Decimal(0), "RF-1", "CANCELLED", "2"
)


def _between(*found: KeptSale | KeptCancellation) -> KeptBetween:
    """So much was done; what was cancelled is what was sold."""
    sales = tuple(each for each in found if isinstance(each, KeptSale))
    gone = tuple(each for each in found if isinstance(each, KeptCancellation))
    return KeptBetween(sales, gone, tuple(each for each in sales if each.booking_ref))


def test_sales_and_cancellations_of_other_desks_are_rows() -> None:
    sale, gone = other_rows(_between(SALE, GONE), "1")
    assert (sale.kind, sale.debited, sale.value, sale.is_open) == (
        RowKind.SALE,
        Decimal("3990.00"),
        Decimal("4410.00"),
        False,
    )
    assert sale.sent_at <= sale.at <= sale.rested_at
    assert (gone.kind, gone.refund, gone.title, gone.agent_id, gone.is_open) == (
        RowKind.CANCELLATION,
        Decimal("1995.00"),
        "Ross and North Bay",
        "3017",
        False,
    )


def test_what_this_desk_did_is_not_told_twice() -> None:
    assert other_rows(_between(SALE, GONE), "2") == ()


def test_what_moved_nothing_is_left_out_and_what_is_open_is_told() -> None:
    open_sale = replace(SALE, request_id="ac1-4", booking_ref="", standing=SaleStanding.OPEN)
    refused = replace(SALE, request_id="ac1-5", booking_ref="", standing=SaleStanding.NOT_SOLD)
    unknown, refusal = replace(GONE, state="UNKNOWN"), replace(GONE, state="REJECTED")
    rows = other_rows(_between(open_sale, refused, unknown, refusal), "1")
    assert [(row.kind, row.is_open, row.title) for row in rows] == [
        (RowKind.SALE, True, SALE.title),
        (RowKind.CANCELLATION, True, ""),
    ]


def test_a_booking_that_several_desks_know_is_of_the_wallet_that_it_was_sold_from() -> None:
    elsewhere = replace(SALE, request_id="ac1-3", standing=SaleStanding.ELSEWHERE, sold_at=GONE.at, title="?")
    looked_up = replace(
        SALE, request_id="seen", standing=SaleStanding.LOOKED_UP, sold_at=GONE.at, agent_id=""
    )
    for known in ((SALE, elsewhere, looked_up), (looked_up, elsewhere, SALE)):
        (row,) = other_rows(KeptBetween((), (GONE,), known), "1")
        assert (row.agent_id, row.title, row.sold_on) == ("3017", SALE.title, AT.astimezone().date())
    (row,) = other_rows(KeptBetween((), (GONE,), (looked_up, elsewhere)), "1")
    assert (row.agent_id, row.title, row.sold_on) == ("3017", "?", None)


def test_an_open_cancellation_of_what_no_desk_sold_is_no_sale() -> None:
    gone = replace(GONE, state="UNKNOWN")
    stand_in = replace(
        SALE, request_id=gone.request_id, standing=SaleStanding.OPEN, debited=None, sold_at=gone.at
    )
    (row,) = other_rows(_between(stand_in, gone), "1")
    assert (row.kind, row.is_open, row.agent_id) == (RowKind.CANCELLATION, True, SALE.agent_id)


def test_an_office_that_is_not_there_has_no_other_desks() -> None:
    sharing = OfficeSync(None, lambda: AT)
    assert rows_of_others(sharing, "1")(AT, AT) == nobody_else(AT, AT) == OtherDesksRows()
    sharing.close()


async def test_an_office_that_is_there_tells_what_its_other_desks_did(tmp_path: Path) -> None:
    sharing = OfficeSync(None, lambda: AT, pause=0.01)
    sharing.use(partial(sqlite_place, tmp_path, "1"))
    await until(lambda: sharing.is_there)
    sharing.ask(lambda place: place.register.keep([SALE], [GONE], Position("2", 1, "")))
    rows = rows_of_others(sharing, "1")
    assert [row.request_id for row in rows(AT, AT + timedelta(days=1)).rows] == ["ac1-2", "ac1-3"]
    assert rows(AT + timedelta(days=3), AT + timedelta(days=4)) == OtherDesksRows((), ("2",))
    late = replace(GONE, request_id="ac1-9", at=AT + timedelta(days=9))
    sharing.ask(lambda place: place.register.keep([], [late]))
    (row,) = rows(AT + timedelta(days=8), AT + timedelta(days=10)).rows
    assert (row.agent_id, row.title, row.module) == (SALE.agent_id, SALE.title, SALE.module)
    assert (row.sold_on, row.refund) == (AT.astimezone().date(), GONE.refund)
    sharing.close()
