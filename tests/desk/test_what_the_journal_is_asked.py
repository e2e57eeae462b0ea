"""What the desk asks the journal for is all that matters of it: more attempts would change nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from types import MappingProxyType, SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from app.desk.bookings import bookings, sale_records
from app.desk.bookings.booking_values import Wanted
from app.desk.bookings.bookings import Bookings
from app.desk.bookings.journal_sales import JournalSales, SaleKey
from app.desk.bookings.local_cache import LocalCache
from app.desk.bookings.sendings import with_all_sendings
from app.desk.cancellation.advice import advise_unknown
from app.desk.cancellation.journal import CancelJournal
from app.desk.cancellation.open_cancellation import open_cancellation
from app.desk.customers.journal_search import booking_of, open_intents
from app.desk.day_close import day_close
from app.desk.day_close.day_close import DayClose
from app.desk.day_close.late_rows import NONE_CLOSED
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Preflight, Sale, Wallet
from app.desk.model.wallet_split import split
from app.desk.office.office_database import OfficeDatabase
from app.desk.payment import journal_facts, payments
from app.desk.payment.contradiction import contradicted
from app.desk.payment.duplicate_check import likeness
from app.desk.payment.evidence_journal import case_of
from app.desk.payment.payments import Payments
from app.desk.payment.service_rest import Instant
from app.desk.payment.unknown_outcome import UnknownOutcomes
from app.desk.sale.order import fingerprint_of, product_facts
from app.desk.sale.pricing import price
from app.desk.sale.selling import against_history, not_covered, uncovered
from app.desk.service.service_reader import ServiceReader
from app.desk.wallet.wallet_movements import own_movements
from app.store.journal.attempt import Attempt, attempts_of, folded
from app.store.journal.hash_chain import JsonScalar, LogEntry
from app.store.journal.journal import Journal
from app.store.journal.states import Kind, State
from app.store.office import closed_days
from app.store.office.wallet_readings import KeptReading
from tests.support.desk.samples import DRAFT, LOOKED, NOW, SLOT, TODAY, WALLET
from tests.support.store.histories import PHONES, SLOTS, histories
from tests.support.store.scanned import Scanned, scanned

History = tuple[Attempt, ...]
_AMOUNTS = Decimal(100), Decimal(0), Decimal(0), Decimal(0), "INR"
INSTANTS = st.integers(-9 * 24, 24).map(lambda hours: NOW + timedelta(hours=hours))


class Everything(Scanned):
    """A journal that answers with all that it has, wherever a caller could have asked for less."""

    @override
    def open_attempts(self) -> History:
        return self.attempts()

    @override
    def of_trip(self, facts: object) -> History:
        return self.attempts()

    @override
    def since(self, at: datetime) -> History:
        return self.attempts()

    @override
    def in_state(self, *states: State) -> History:
        return self.attempts()


class _Reader:
    """A reader of the service that has read nothing yet."""

    wallet_reading: Wallet | None = None


@st.composite
def _preflights(draw: st.DrawFn) -> Preflight:
    slot = replace(SLOT, availability_id=draw(st.sampled_from(SLOTS)))
    draft = replace(
        DRAFT, slot=slot, qty=draw(st.integers(1, 2)), customer_phone=draw(st.sampled_from(PHONES))
    )
    read = draw(INSTANTS)
    wallet = replace(WALLET, cash=Decimal(4000), credit_left=Decimal(0), read=LOOKED._replace(here=read))
    cost = price(draft)
    assert cost is not None
    return Preflight(
        draft,
        cost,
        wallet,
        split(cost.payable, wallet),
        (),
        "",
        LOOKED,
        draw(st.sampled_from(("one", "five"))),
        behind=draw(st.integers(0, 30)),
    )


def _sorted(sales: Sequence[Sale]) -> list[Sale]:
    return sorted(sales, key=lambda each: (each.intent_id, each.request_id))


@given(histories())
def test_each_sale_is_made_of_its_own_attempts(history: History) -> None:
    asked, every = JournalSales(scanned(history)), sale_records.sales(history)
    assert _sorted(asked.open_sales()) == _sorted([each for each in every if each.is_open])
    assert _sorted(list(asked.newest_first())) == _sorted(every)
    for each in history:
        if each.kind is Kind.CREATE:
            (sale,) = [one for one in every if one.request_id == each.request_id]
            assert asked.sale_of(each.request_id) == sale
    for ref in ("PNR-one", "pnr-ONE", "PNR-elsewhere", "PNR-none", ""):
        named = [each for each in every if ref and each.booking_ref.casefold() == ref.casefold()]
        assert _sorted(asked.of_booking(ref)) == _sorted(named)


@given(histories(), INSTANTS)
def test_the_sales_since_an_instant_are_those_that_were_sent_then(history: History, at: datetime) -> None:
    found = JournalSales(scanned(history)).own_since(at)
    sent = {each.intent_id for each in history if each.kind is Kind.CREATE and each.first_at >= at}
    assert {each.intent_id for each in found} == sent
    assert all(each == SaleKey(each.intent_id) for each in found)


@given(histories(), st.sampled_from(("", "PNR-two")))
def test_the_journals_pages_are_all_its_settled_sales(history: History, typed: str) -> None:
    books = Bookings(scanned(history), LocalCache(), cast("ServiceReader", _Reader()), lambda: NOW)
    found = asyncio.run(_pages(books, Wanted(typed)))
    settled = [each for each in sale_records.sales(history) if not each.is_open]
    every = [each for each in settled if typed.casefold() in each.booking_ref.casefold()]
    assert _sorted(found) == _sorted(every)
    assert [each.sold_at for each in found] == sorted((each.sold_at for each in every), reverse=True)


async def _pages(books: Bookings, wanted: Wanted) -> list[Sale]:
    """The sales of all pages, of two each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bookings, "PAGE", 2)
        page = await books.page(wanted)
        found = [*page.sales]
        while page.cursor is not None:
            page = await books.page(wanted, page.cursor)
            found += page.sales
    return found


@given(histories(), _preflights(), st.sampled_from(("one", "two", "five")))
def test_what_stands_against_an_order(history: History, found: Preflight, intent_id: str) -> None:
    journal = scanned(history)
    standing: Any = vars(payments)["_standing"]
    concerning: Any = vars(Payments)["_concerning"]
    nothing: Any = None
    alike = likeness(Kind.CREATE, fingerprint_of(found.draft), product_facts(found.draft), journal.mark)
    asked = concerning(Payments(nothing, journal, lambda: NOW), intent_id, journal.open_attempts())
    order = replace(found, intent_id=intent_id)
    assert standing(order, alike, asked) == standing(order, alike, history)


@given(histories(), _preflights())
def test_what_stands_against_a_preflight(history: History, found: Preflight) -> None:
    asked, everything, begun = Scanned(history), Everything(history), {"two": Decimal(10)}
    told = against_history(found, asked, TODAY, NOW, begun)
    assert told == against_history(found, everything, TODAY, NOW, begun)
    assert not_covered(found, begun, asked) == uncovered(found, begun, history)


@given(histories(), st.data())
def test_what_the_ledger_contradicts(history: History, data: st.DataObject) -> None:
    nothing: Any = None
    given_up = [each.request_id for each in history if each.state is State.RESOLVED_NOT_BOOKED]
    named = data.draw(st.lists(st.sampled_from(given_up or ["request one"]), min_size=1, max_size=4))
    journal, wallet = scanned(history), replace(WALLET, ledger=tuple(f'{{"for": "{one}"}}' for one in named))
    enquiry = UnknownOutcomes(nothing, journal, lambda: NOW, OfficeRules(), nothing)
    asked: Any = vars(UnknownOutcomes)["_contradicted"]
    assert _in_order(asked(enquiry, wallet)) == _in_order(contradicted(history, wallet))


def _in_order(attempts: Iterable[Attempt]) -> list[Attempt]:
    return sorted(attempts, key=lambda each: each.entries[0].seq)


@given(histories())
def test_what_this_counter_has_moved_since_a_sale(history: History) -> None:
    journal = scanned(history)
    for each in history:
        since = journal.changes(each.entries[0].seq)
        assert case_of(each, attempts=since) == case_of(each, attempts=history)


@given(histories())
def test_what_is_known_of_a_cancellation(history: History) -> None:
    journal = scanned(history)
    kept, advice = CancelJournal(journal, OfficeRules()), advise_unknown(None)
    about: Any = vars(CancelJournal)["_about"]
    now = Instant(NOW, is_service_time=True, waited=timedelta())
    for intent in {each.intent_id for each in history if each.kind is Kind.CANCEL}:
        asked = open_cancellation(about(kept, intent), intent, advice, now)
        assert asked == open_cancellation(history, intent, advice, now)


@given(histories())
def test_whose_data_must_stay(history: History) -> None:
    waiting = [each for each in history if each.is_open]
    refs = {booking_of(each) for each in waiting if each.kind is Kind.CANCEL}
    kept = {each.intent_id for each in history if each in waiting or booking_of(each) in refs - {""}}
    assert open_intents(scanned(history)) == kept


@given(histories(), INSTANTS)
def test_what_has_moved_the_wallet(history: History, since: datetime) -> None:
    journal, until, agent = scanned(history), since + timedelta(days=2), WALLET.agent_id
    asked = with_all_sendings(journal, journal.since(since))
    assert set(own_movements(asked, agent, since, until)) == set(own_movements(history, agent, since, until))


@given(histories(), st.lists(INSTANTS, max_size=3), st.integers(-7, 1))
def test_a_day_of_the_counter(history: History, read: list[datetime], days: int) -> None:
    readings = tuple(KeptReading(WALLET.agent_id, at, *_AMOUNTS, told_at=at) for at in sorted(read))
    kept = vars(day_close)["_Kept"](None, None, readings, (), NONE_CLOSED)
    with pytest.MonkeyPatch.context() as patch:
        # The ledger is compared with the newest attempts besides, which here are all.
        patch.setattr(journal_facts, "_IN_A_LEDGER", 0)
        patch.setattr(day_close, "_kept", _always(kept))
        day = TODAY + timedelta(days)
        asked, everything = (_viewed(each, day) for each in (Scanned(history), Everything(history)))
    assert asked == everything


def test_an_entry_of_another_day_hides_no_clock_that_was_set_back() -> None:
    told: dict[State, dict[str, JsonScalar]] = {
        State.PREPARED: {"module": "ACTIVITY", "qty": 1, "agent_id": WALLET.agent_id},
        State.SETTLED: {"booking_ref": "PNR", "total_debited": "90", "from_cash": "90", "from_credit": "0"},
    }

    def entry(seq: int, intent: str, state: State, day: date, clock: time) -> LogEntry:
        at, nothing = datetime.combine(day, clock, UTC), MappingProxyType[str, JsonScalar]({})
        facts = MappingProxyType(told.get(state, {}))
        return LogEntry(
            seq, at, intent, 1, f"request {intent}", Kind.CREATE, state, facts, nothing, "", "", "", ""
        )

    day = TODAY - timedelta(days=1)
    entries = [
        entry(1, "one", State.PREPARED, day, time(5)),
        entry(2, "one", State.DISPATCHED, day, time(6)),
        entry(3, "two", State.PREPARED, day - timedelta(days=1), time(11)),
        entry(4, "one", State.SETTLED, day, time(5, 30)),
        entry(5, "two", State.DISPATCHED, day, time(5, 40)),
    ]
    read_at = datetime.combine(day, time(6, 3), UTC)
    read = KeptReading(WALLET.agent_id, read_at, *_AMOUNTS, told_at=read_at)
    kept = vars(day_close)["_Kept"](None, None, (read,), (), NONE_CLOSED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(day_close, "_kept", _always(kept))
        closing: Any = _viewed(Scanned(tuple(attempts_of(entries).values())), day)
    assert closing.report.is_unordered


def _always(answer: object) -> Callable[..., object]:
    def answered(*_: object) -> object:
        return answer

    return answered


def _viewed(journal: Scanned, day: date) -> object:
    view: Any = vars(DayClose)["_view"]
    return view(_day_close(journal), object(), day)


def _day_close(journal: Scanned) -> DayClose:
    nothing: Any = None
    return DayClose(cast("Journal", journal), OfficeDatabase(), lambda: NOW, nothing, lambda: WALLET)


@given(histories(), st.dictionaries(INSTANTS.map(datetime.date), INSTANTS, max_size=4), st.data())
def test_the_days_that_nobody_closed(
    history: History, times: dict[date, datetime], data: st.DataObject
) -> None:
    unclosed: Any = vars(DayClose)["_unclosed"]
    requests = st.lists(st.sampled_from([each.request_id for each in history]))
    reports = {day: _reported(data.draw(requests)) for day in times if data.draw(st.booleans())}
    nothing: Any = object()

    def report_of(kept: Any) -> object:
        return reports[kept.day]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(closed_days, "closing_times", _always(times))
        patch.setattr(closed_days, "kept_days", _always([SimpleNamespace(day=day) for day in reports]))
        patch.setattr(day_close, "_report", report_of)
        days = _day_close(Scanned(history))
        everything = unclosed(_day_close(Everything(history)), nothing)
        # The second time it knows what moved nothing.
        assert unclosed(days, nothing) == unclosed(days, nothing) == everything


def _reported(requests: list[str]) -> object:
    """As much of a closed day's report as tells which rows it had."""
    return SimpleNamespace(
        desks=(Scanned.desk,), rows=[SimpleNamespace(request_id=each) for each in requests]
    )


def _sold(number: int, at: datetime, agent: str = WALLET.agent_id) -> Attempt:
    """A sale of an agent that was made at once."""
    nothing = MappingProxyType[str, JsonScalar]({})
    told = [MappingProxyType[str, JsonScalar]({"agent_id": agent}), nothing, nothing]
    names = str(number), 1, f"request {number}", Kind.CREATE
    entries = [
        LogEntry(number * 3 + step, at, *names, state, told[step], nothing, "", "", "", "")
        for step, state in enumerate((State.PREPARED, State.DISPATCHED, State.SETTLED))
    ]
    return folded(entries)


def test_of_a_year_of_unclosed_days_one_sale_each_is_read() -> None:
    unclosed: Any = vars(DayClose)["_unclosed"]
    days = [NOW - timedelta(days=number) for number in range(1, 300)]
    sold = [_sold(number, day) for day in days for number in (day.toordinal() * 2, day.toordinal() * 2 + 1)]
    journal = Scanned(sold)
    read = _noting(journal)
    assert unclosed(_day_close(journal), None) == tuple(sorted(each.astimezone().date() for each in days))
    assert len(read) == len(days)


def test_sales_of_a_former_agent_are_read_once() -> None:
    unclosed: Any = vars(DayClose)["_unclosed"]
    sold = [_sold(number, NOW - timedelta(days=number), "the former") for number in range(1, 30)]
    journal = Scanned(sold)
    read = _noting(journal)
    days = _day_close(journal)
    assert unclosed(days, None) == ()
    assert len(read) == len(sold)
    assert unclosed(days, None) == ()
    assert len(read) == len(sold)
    journal.grow((*sold, _sold(99, NOW - timedelta(days=2))))
    assert unclosed(days, None) == ((NOW - timedelta(days=2)).astimezone().date(),)


def _noting(journal: Scanned) -> list[str]:
    """The intents that are read from now on."""
    read: list[str] = []

    def of_intent(intent_id: str) -> History:
        read.append(intent_id)
        return tuple(each for each in journal.attempts() if each.intent_id == intent_id)

    journal.of_intent = of_intent
    return read
