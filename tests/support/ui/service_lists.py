"""The lists and panels that show what the service sends, fed with the bytes of its answers and painted."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from types import TracebackType
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QAbstractTableModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QWidget
from typing_extensions import override

from app.api.messages.answers import (
    ActivityAvailability,
    ActivityContent,
    ActivityItem,
    ActivitySearch,
    BoatAvailability,
    BoatContent,
    BoatItem,
    BoatSearch,
    BookingResult,
    CancellationResult,
    WalletAnswer,
)
from app.api.messages.api_key import ApiKey
from app.api.messages.errors import RefusedError, UnreadableAnswerError
from app.api.messages.parsing import listed, quoted, status_of, whole
from app.api.wire.classification import ExpectedAnswer, money_verdict, read_verdict
from app.api.wire.transport import HttpReply
from app.core import language
from app.desk.model import formats
from app.desk.model.activities import ActivityDraft
from app.desk.model.boats import BoatDraft
from app.desk.model.office_rules import Alerts
from app.desk.model.sale import Draft, Price
from app.desk.payment.payment_call import outcome_facts
from app.desk.sale.order import product_facts
from app.desk.sale.pricing import counted_price, price
from app.desk.service import activity_parsing, boat_parsing, booking_parsing, status_parsing
from app.desk.wallet.service_entries import service_entries
from app.ui.cancellation.traveller_model import TravellerPickModel
from app.ui.cancellation.traveller_table import TravellerPick
from app.ui.catalogue.activities_page import ActivityTable
from app.ui.catalogue.activity_detail import ActivityDetail
from app.ui.catalogue.activity_filter import ActivityFilter, SortOrder
from app.ui.catalogue.activity_model import ActivityModel
from app.ui.catalogue.departure_detail import DepartureDetail
from app.ui.catalogue.departure_list import DepartureHeader, DepartureRows
from app.ui.catalogue.departure_model import DepartureModel
from app.ui.kit.basics import guarded
from app.ui.kit.lists import painted_delegate
from app.ui.slots.slot_board import SlotBoard
from app.ui.wallet.ledger_journal import service_journal
from app.ui.wallet.ledger_table import LedgerTable
from app.ui.wallet.wallet_page import WalletCards
from tests.support.api.samples import BOAT_ITEM, DAY, DEPARTURE, listing
from tests.support.desk.samples import DRAFT, LOOKED
from tests.support.ui import money_panes
from tests.support.ui.kept_sales import KeptSales
from tests.support.ui.money_panes import MoneyPanes

NOW = datetime(DAY.year, DAY.month, DAY.day, 2, tzinfo=UTC)
SIZE = (860, 640)
_ORDERED = 3
"""The number of items of one answer that are also shown as sold."""
MOST_SEATS = 100
"""The most seats of one sale."""
_REMEMBERED = 200_000
"""The number of painted values that are not painted again."""
_List = ActivityContent | ActivitySearch | BoatContent | BoatSearch
_KEY = ApiKey("canary-key-4f1d")
_READING = ExpectedAnswer(_KEY, is_boat=True, request_id="ac1-desk-1")
_SALE = replace(_READING, moves_money=True)
_BOATS = json.dumps(listing("BOAT", BOAT_ITEM)).encode()
_DEPARTURES = json.dumps(listing("BOAT", DEPARTURE)).encode()


@dataclass(frozen=True, slots=True)
class Shown:
    """What became of one answer; all are 0 for one that was refused as a whole."""

    read: int = 0
    set_aside: int = 0
    rows: int = 0


class ServiceLists:
    """The real widgets, each built once; `show` feeds one of them with an answer and paints it."""

    def __init__(self) -> None:
        self._activities, self._departures = ActivityModel(), DepartureModel()
        self._people = TravellerPickModel()
        self._activity_rows, self._departure_rows = (
            ActivityTable(self._activities),
            DepartureRows(self._departures),
        )
        self._header = DepartureHeader()
        self._activity, self._departure = ActivityDetail(), DepartureDetail()
        self._board = SlotBoard(DAY, NOW)
        self._ledger, self._cards = LedgerTable(), WalletCards()
        self._travellers = TravellerPick(self._people)
        self._kept, self._money = KeptSales(NOW), MoneyPanes()
        self._painted: dict[int, None] = {}
        """The hashes of the values that were painted last, in their order."""
        for each in self.widgets:
            each.resize(*SIZE)
        for each in self._money.widgets:
            each.resize(*money_panes.SIZE)
        self.shows: dict[str, Callable[[bytes], Shown]] = {
            "activities": self._show_activities,
            "boats": partial(self._show_departures, _DEPARTURES),
            "departures": self._show_searched,
            "slots": self._show_slots,
            "wallet": self._show_wallet,
            "booking": self._show_booking,
            "quoted": self._show_quote,
            "booked": partial(self._show_money, 201, BookingResult),
            "cancelled": partial(self._show_money, 200, CancellationResult),
        }

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """All that is painted."""
        panels = (self._header, self._activity, self._departure, self._board, self._cards, self._travellers)
        return (
            self._activity_rows,
            self._departure_rows,
            self._ledger,
            *panels,
            *self._kept.widgets,
            *self._money.widgets,
        )

    def close(self) -> None:
        """Delete the widgets."""
        for each in self.widgets:
            each.deleteLater()

    def show(self, kind: str, body: bytes) -> Shown:
        """What became of an answer of this kind, after all that it changed was painted."""
        try:
            return self.shows[kind](body)
        except (RefusedError, UnreadableAnswerError):
            return Shown()

    def _show_activities(self, body: bytes) -> Shown:
        answer = _read(body, partial(listed, ActivityContent, ActivityItem))
        found = activity_parsing.catalogue(answer, DAY, LOOKED)
        for order in SortOrder:
            self._activities.filter_by(ActivityFilter(order=order))
            self._activities.show_offers(found.offers)
        if self._is_new(found.offers):
            _paint_rows(self._activity_rows)
        for offer in found.offers:
            if self._is_new(offer):
                self._activity.show_offer(offer, DAY, DAY)
                self._activity.grab()
            self._show_price(price(replace(_draft(), offer=offer)))
        return _counted(answer, self._activities)

    def _show_searched(self, body: bytes) -> Shown:
        return self._show_departures(body, _BOATS)

    def _show_departures(self, search: bytes, content: bytes) -> Shown:
        searched = _read(search, partial(listed, BoatSearch, BoatAvailability))
        named = _read(content, partial(listed, BoatContent, BoatItem))
        found = boat_parsing.departure_list(named, searched, DAY, NOW, LOOKED)
        self._departures.show_departures(found.departures, DAY)
        self._header.show_scale(self._departures.scale)
        if self._is_new(found.departures):
            self._header.grab()
            _paint_rows(self._departure_rows)
        for departure in found.departures:
            if self._is_new(departure):
                self._departure.show_departure(departure, DAY)
                self._departure.grab()
            self._show_price(counted_price(departure, [(each, MOST_SEATS) for each in departure.rates]))
        self._show_ordered(BoatDraft(departure) for departure in found.departures[:_ORDERED])
        return _counted(named if content is not _BOATS else searched, self._departures)

    def _show_slots(self, body: bytes) -> Shown:
        answer = _read(body, partial(listed, ActivitySearch, ActivityAvailability))
        found = activity_parsing.day_slots(answer, 41, DAY, NOW, LOOKED)
        self._board.put_slots(found)
        self._board.show_now(NOW)
        self._board.wait_ms()
        if self._is_new(found):
            self._board.grab()
            _paint_rows(self._board.slot_tiles)
            _paint_rows(self._board.day_tiles)
        for slot in found.slots:
            self._show_price(price(replace(_draft(), slot=slot)))
        self._show_ordered(replace(_draft(), slot=slot) for slot in found.slots[:_ORDERED])
        return _counted(answer, self._board.slots)

    def _show_wallet(self, body: bytes) -> Shown:
        wallet = activity_parsing.wallet(_read(body, partial(whole, WalletAnswer)), LOOKED)
        self._cards.show_wallet(wallet, Alerts(Decimal(25_000)))
        self._ledger.show_journal(service_journal(service_entries(wallet.ledger)))
        if self._is_new(wallet):
            self._cards.grab()
            _paint_rows(self._ledger)
        rows = self._ledger.model().rowCount()
        return Shown(len(wallet.ledger), 0, rows)

    def _show_booking(self, body: bytes) -> Shown:
        answer = _read(body, partial(status_of, "PNR7X2K9"))
        state = booking_parsing.booking_state(answer, "PNR7X2K9", {})
        self._people.show_people(state.travellers)
        if self._is_new(state.travellers):
            self._travellers.grab()
            _paint_rows(self._travellers.rows)
        for each in (state.paid, state.refunded):
            if each is not None:
                formats.amount(each)
        reading = status_parsing.status_reading(answer, "PNR7X2K9", NOW)
        if self._is_new(reading):
            self._kept.show_looked_up(reading)
            self._paint_kept()
        return Shown(len(state.travellers), 0, self._people.rowCount())

    def _show_quote(self, body: bytes) -> Shown:
        answer = read_verdict(HttpReply(200, body), _READING, quoted)
        if self._is_new(answer):
            self._money.show_quote(answer)
        return Shown(1, 0, 1)

    def _show_money(self, status: int, kind: type[BookingResult | CancellationResult], body: bytes) -> Shown:
        result = money_verdict(HttpReply(status, body), _SALE, kind)
        facts = outcome_facts(result, None)
        if self._is_new(facts):
            if isinstance(result, BookingResult):
                self._kept.show_sale(product_facts(DRAFT), facts)
                self._money.show_settled(result)
            else:
                self._kept.show_cancellation(facts)
                self._money.show_refunded(result, NOW)
            self._paint_kept()
        return Shown(1, 0, 1)

    def _show_ordered(self, drafts: Iterable[Draft]) -> None:
        """Show what would stand in bookings and day close after these sales."""
        for draft in drafts:
            facts = product_facts(draft)
            if self._is_new(facts):
                self._kept.show_sale(facts, {})
                self._paint_kept()

    def _show_price(self, found: Price | None) -> None:
        if found is not None and self._is_new(found):
            self._money.show_price(found)

    def _is_new(self, value: object) -> bool:
        """Whether this value was not painted of late; most spoiled fields are left out when they are read."""
        said = hash((language.current(), repr(value)))
        is_new = said not in self._painted
        self._painted[said] = None
        if len(self._painted) > _REMEMBERED:
            del self._painted[next(iter(self._painted))]
        return is_new

    def _paint_kept(self) -> None:
        for each in self._kept.lists:
            _paint_rows(each)


@contextmanager
def uncaught() -> Generator[list[BaseException]]:
    """Every exception that leaves a method called by Qt, or that a delegate has caught in its place."""
    found: list[BaseException] = []
    handler, before = _Listening(found), sys.excepthook

    def note(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        found.append(error)

    guarded.failed.clear()
    logs = (painted_delegate.log, guarded.log)
    for each in logs:
        each.addHandler(handler)
    sys.excepthook = note
    try:
        yield found
    finally:
        sys.excepthook = before
        for each in logs:
            each.removeHandler(handler)


class _Listening(logging.Handler):
    """Keeps the exceptions of records."""

    def __init__(self, found: list[BaseException]) -> None:
        super().__init__()
        self._found = found

    @override
    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            self._found.append(record.exc_info[1])


def _read(body: bytes, shape: Callable[[Any], Any]) -> Any:
    return read_verdict(HttpReply(200, body), _READING, shape)


def _counted(answer: _List, model: QAbstractItemModel) -> Shown:
    return Shown(len(answer.items), len(answer.set_aside), model.rowCount())


def _paint_rows(view: QAbstractItemView) -> None:
    """Paint every page of a list, and read out every cell."""
    bar, model = view.verticalScrollBar(), view.model()
    bar.setValue(0)
    view.grab()
    while bar.value() < bar.maximum():
        bar.setValue(bar.value() + max(1, bar.pageStep()))
        view.grab()
    columns = model.columnCount(QModelIndex()) if isinstance(model, QAbstractTableModel) else 1
    for row in range(model.rowCount()):
        for place in range(columns):
            model.index(row, place, QModelIndex()).data(Qt.ItemDataRole.AccessibleTextRole)


def _draft() -> ActivityDraft:
    return replace(DRAFT, qty=MOST_SEATS)
