"""The sales and cancellations of the office's other desks, as rows of a day."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from app.desk.day_close.values import DayRow, RowKind
from app.desk.office.office_sync import AwayError, OfficeSync
from app.desk.payment.service_rest import LONGEST_WAY, QUIET
from app.store.journal.states import GONE, State, is_open
from app.store.register.values import (
    SOLD_HERE,
    KeptBetween,
    KeptCancellation,
    KeptMoneyTime,
    KeptSale,
    SaleStanding,
)

if TYPE_CHECKING:
    from app.store.office.shared_database import SharedDatabase


class OtherDesksRows(NamedTuple):
    """The rows of other desks, and the desks that are known."""

    rows: tuple[DayRow, ...] = ()
    desks: tuple[str, ...] = ()


Hold = Callable[["SharedDatabase", datetime], None]
Knows = Callable[[str], bool]
OtherRows = Callable[[datetime, datetime], OtherDesksRows]
_OF_ANOTHER = frozenset({SaleStanding.ELSEWHERE, SaleStanding.LOOKED_UP})
"""Standings of a booking that no desk of the office has sold, at an unknown time."""
_BEFORE = timedelta(days=1)
"""How long before a day a money call may have begun that ended in it."""
_OTHER_CLOCK = timedelta()
"""By how much the service's clock is taken to be ahead of another desk's, which is not known here."""


def nobody_else(_since: datetime, _until: datetime) -> OtherDesksRows:
    """No rows, for an office with one desk."""
    return OtherDesksRows()


def rows_of_others(
    sharing: OfficeSync, desk: str, hold: Hold | None = None, knows: Knows | None = None
) -> OtherRows:
    """A function that returns the rows of the office's other desks in a period.

    Before that `hold` holds what the database keeps of this desk since then against its journal; what the
    journal `knows`, it made itself, perhaps under a number of before.
    It returns none without a reachable shared database: others' movements then count as not made here.
    """

    def rows(since: datetime, until: datetime) -> OtherDesksRows:
        def look(place: SharedDatabase) -> KeptBetween:
            if hold is not None:
                hold(place, since)
            return place.register.between(since - _BEFORE, until)

        try:
            found = sharing.ask(look)
        except AwayError:
            return OtherDesksRows()
        others = other_rows(found, desk)
        rows = others if knows is None else [each for each in others if not knows(each.request_id)]
        return OtherDesksRows(tuple(rows), found.desks)

    return rows


def other_rows(found: KeptBetween, desk: str) -> tuple[DayRow, ...]:
    """The rows of everything that moved money, or may have, at other desks, oldest first."""
    sold = {each.booking_ref: each for each in sorted(found.cancelled, key=_tells)}
    # An open cancellation of a booking that no desk sold also represents the sale.
    gone = {each.request_id for each in found.cancellations}
    sales = [each for each in found.sales if each.request_id not in gone]
    moved = [
        _timed(_sale(each), found.times) for each in sales if each.desk != desk and _may_have_moved(each)
    ]
    moved += [
        _timed(_cancellation(each, sold.get(each.booking_ref)), found.times)
        for each in found.cancellations
        if each.desk != desk and (State(each.state) in GONE or is_open(State(each.state)))
    ]
    return tuple(sorted(moved, key=lambda row: row.at))


def _tells(sale: KeptSale) -> tuple[bool, bool, datetime]:
    """A sort key for the sale of several desks that states most, first of all the wallet."""
    return bool(sale.agent_id), sale.standing not in _OF_ANOTHER, sale.sold_at


def _may_have_moved(sale: KeptSale) -> bool:
    return sale.standing in SOLD_HERE or sale.standing is SaleStanding.OPEN


def _timed(row: DayRow, times: Mapping[str, KeptMoneyTime]) -> DayRow:
    """The row with the times of its desk; without them, by an older program, it lasts as long as any may."""
    known = times.get(row.request_id)
    if known is None:
        return row
    ahead = None if known.told_at is None else known.told_at - known.sent_at
    return replace(row, at=known.known_at, sent_at=known.sent_at, rested_at=known.rested_at, ahead=ahead)


def _row(told: KeptSale | KeptCancellation, sale: KeptSale | None, at: datetime, *, is_open: bool) -> DayRow:
    """The row of a sale or a cancellation without its amounts; `sale` is the sale of either, if known."""
    return DayRow(
        kind=RowKind.SALE if told is sale else RowKind.CANCELLATION,
        request_id=told.request_id,
        agent_id=sale.agent_id if sale else "",
        at=at,
        sent_at=at,
        rested_at=at + LONGEST_WAY + QUIET,
        is_open=is_open,
        module=sale.module if sale else "",
        title=sale.title if sale else "",
        booking_ref=told.booking_ref,
        travels_on=sale.day if sale else None,
        window=sale.window if sale else "",
        qty=told.qty,
        clerk=told.clerk,
        desk=told.desk,
        currency=sale.currency if sale else "",
        ahead=_OTHER_CLOCK,
    )


def _sale(sale: KeptSale) -> DayRow:
    return replace(
        _row(sale, sale, sale.sold_at, is_open=sale.standing is SaleStanding.OPEN and not sale.booking_ref),
        value=sale.customer_pays,
        debited=sale.debited,
        from_cash=sale.from_cash,
        from_credit=sale.from_credit,
    )


def _cancellation(gone: KeptCancellation, sale: KeptSale | None) -> DayRow:
    return replace(
        _row(gone, sale, gone.at, is_open=is_open(State(gone.state))),
        refund=gone.refund,
        charge=gone.charge,
        reference=gone.reference,
        sold_on=sale.sold_at.astimezone().date() if sale and sale.standing not in _OF_ANOTHER else None,
    )
