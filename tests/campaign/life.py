"""One life of a counter without a window: a real folder, real sockets, random sales and cancellations."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.api.wire.sender import ExceptionBoundary
from app.desk.bookings import sale_records
from app.desk.bookings.local_cache import LocalCache
from app.desk.cancellation.open_cancellation import OpenCancellation, Stage
from app.desk.cancellation.refund_quote import NotAcceptedError, booking_of
from app.desk.desk import Desk, local_now
from app.desk.model.activities import ActivityDraft
from app.desk.model.booking import SeatChoice
from app.desk.model.errors import DeskError
from app.desk.model.sale import Preflight, Profile, Progress, Sale
from app.desk.payment.payments import Ending
from app.desk.payment.service_rest import TICK
from app.desk.payment.unknown_outcome_values import Decision
from app.practice import PRACTICE_KEY
from app.store.journal.journal import Journal
from app.store.journal.states import Kind, State
from app.store.register.register import Register
from app.store.register.values import Wanted
from tests.campaign.far_end import SEATS
from tests.campaign.waits import SHORTER, TIMINGS
from tests.simulation.scenario import Customer
from tests.support.counter import CHAIN_KEY, until
from tests.support.desk.all_sales import all_sales

_SAID = Decision("Asha", "The office said so")
_LONGEST_ENQUIRY = 2 * 360 / SHORTER + 10
"""In seconds: then a person has been asked, or the program has forgotten to."""
_MOMENT = 0.2
_READY = "ready"


@dataclass(frozen=True)
class Counter:
    """What one life works with."""

    desk: Desk
    journal: Journal
    tell: Callable[[dict[str, object]], None]


def open_journal(folder: Path) -> Journal:
    """The journal of the counter's folder."""
    return Journal.open(folder, chain_key=CHAIN_KEY, clock=local_now)


async def look(folder: Path, url: str) -> ActivityDraft:
    """A draft for the next day, to be sold to anybody."""
    async with _counter(folder, url, lambda _: None) as counter:
        desk = counter.desk
        await desk.wallet.read()
        day = desk.reader.today() + timedelta(days=1)
        offer = (await desk.catalogue.activities(day)).offers[0]
        found = await desk.reader.slots(offer, day)
        return replace(
            ActivityDraft(offer),
            slot=found.open_slots[0],
            qty=SEATS,
            customer_name="Priya Raman",
            customer_phone="9876501234",
            customer_email="priya.raman@example.com",
        )


async def sell(
    folder: Path, url: str, draft: ActivityDraft, customers: tuple[Customer, ...], telling: int
) -> None:
    """Serve customers, and go on with what an earlier life has left open; somebody kills it meanwhile."""
    async with _counter(folder, url, lambda said: _write(telling, said)) as counter:
        watching = [
            counter.desk.cancellation.watch(intent, _unwatched)
            for intent in await counter.desk.cancellation.open_intents()
        ]
        serving = [_serve(counter, draft, customer) for customer in customers]
        await asyncio.gather(*watching, *serving)


async def settle(folder: Path, url: str, made: dict[str, str], done: set[str], telling: int) -> None:
    """Wait for what the program finds out by itself; then a person who knows decides the rest.

    `made` holds the reference of each number that the service has booked, `done` the numbers of the
    cancellations that it has carried out.
    """
    async with _counter(folder, url, lambda said: _write(telling, said)) as counter:
        cancelling = counter.desk.cancellation
        intents = await cancelling.open_intents()
        watching = [cancelling.watch(intent, _unwatched) for intent in intents]
        await asyncio.gather(_enquired(counter.journal), *watching)
        for attempt in counter.journal.open_attempts():
            if attempt.kind is Kind.CREATE:
                number = attempt.request_id
                _mark(counter, f"asked {attempt.state}")
                await _heard(counter, attempt.intent_id, _decide(counter, number, made.get(number)))
        for intent in await cancelling.open_intents():
            await _heard(counter, intent, _decide_cancellation(counter, intent, done))
        await _compare_register(counter)


async def _compare_register(counter: Counter) -> None:
    """What the register has of the sales is what the journal says, although it was killed with it."""
    await counter.desk.remember()
    bookings = counter.desk.bookings
    page = await bookings.page(Wanted())
    kept = {each.request_id: _row(each) for each in page.sales}
    for sale in all_sales(bookings):
        if not sale.is_open and kept.get(sale.request_id) != _row(sale):
            counter.tell({"fault": f"register: {kept.get(sale.request_id)}, in the journal {_row(sale)}"})
    if page.trouble:
        counter.tell({"fault": f"register: {page.trouble}"})


def _row(sale: Sale) -> tuple[object, ...]:
    return sale.code, sale.booking_ref, sale.debited, sale.released, sale.refunded


async def _decide(counter: Counter, number: str, ref: str | None) -> None:
    asking = counter.desk.unknown_outcomes
    if ref is not None:
        await asking.check_pnr(number, ref)
        return
    found = await asking.findings(number)
    if found.is_too_early:
        await _rest(found.quiet_at - found.now)
    await asking.record_not_sold(number, _SAID)


async def _rest(left: timedelta) -> None:
    """Wait as the counter says, and a second more: the service tells whole seconds."""
    await asyncio.sleep((left + TICK).total_seconds() + _MOMENT)


async def _heard(counter: Counter, intent: str, work: Awaitable[None]) -> None:
    """Let a person say how it is; the counter must take that, but where a reading has just settled it."""
    with ExceptionBoundary() as boundary:
        await work
    is_open = any(each.intent_id == intent for each in counter.journal.open_attempts())
    if boundary.error is not None and is_open:
        counter.tell({"fault": f"deaf: {boundary.error!r}"})


async def _decide_cancellation(counter: Counter, intent: str, done: set[str]) -> None:
    cancelling = counter.desk.cancellation
    known = await cancelling.known(intent)
    _mark(counter, f"asked {known.stage}")
    if known.is_too_early:
        await _rest(known.quiet_at - known.now.at)
    if known.request_id in done:
        await cancelling.record_cancelled(intent, _SAID)
    elif known.stage is Stage.UNCHANGED and intent[0] in "01234567":
        await cancelling.send_again(intent, _SAID, lambda _: None)
    else:
        await cancelling.record_not_cancelled(intent, _SAID)


async def _enquired(journal: Journal) -> None:
    """Return when no sale waits for a reading of the program's own; fails when that takes too long."""

    def is_decided() -> bool:
        found = (each for each in journal.open_attempts() if each.kind is Kind.CREATE)
        return all(each.state is not State.UNKNOWN for each in found)

    await until(is_decided, _LONGEST_ENQUIRY)


@asynccontextmanager
async def _counter(
    folder: Path, url: str, tell: Callable[[dict[str, object]], None]
) -> AsyncGenerator[Counter]:
    """A counter as the program opens it, closed in order when nobody kills it."""
    async with PartnerClient(url, ApiKey(PRACTICE_KEY), timings=TIMINGS) as client:
        journal = open_journal(folder)
        for sentence in journal.recovery.sentences:
            tell({"fault": f"harmed: {sentence}"})
        cache = LocalCache(lambda: Register.open(folder))
        profile = Profile("practice", url, PRACTICE_KEY[-4:], is_practice=True)
        desk = Desk(client, journal, profile, local_cache=cache)
        desk.payments.ended.subscribe(lambda ending: tell(_words_of(ending)))
        await desk.start()
        counter = Counter(desk, journal, tell)
        _mark(counter, _READY)
        yield counter
        wrong = await desk.remember()
        if wrong:
            tell({"fault": f"forgetful: {wrong}"})
        await desk.close()
        journal.close()


async def _serve(counter: Counter, draft: ActivityDraft, customer: Customer) -> None:
    await asyncio.sleep(customer.comes_at)
    for _ in range(customer.presses):
        sale = _own(counter, customer)
        if sale is None:
            await _sell(counter, replace(draft, customer_phone=customer.phone), customer)
        elif sale.released < sum(customer.cancels) and not sale.open_cancellation:
            await _cancel(counter, sale, customer.cancels[0])
        await asyncio.sleep(customer.rests)


def _own(counter: Counter, customer: Customer) -> Sale | None:
    """The sale of this customer that has a reference."""
    found = sale_records.sales(counter.journal.attempts())
    return next((each for each in found if each.customer_phone == customer.phone and each.booking_ref), None)


async def _sell(counter: Counter, draft: ActivityDraft, customer: Customer) -> None:
    selling = counter.desk.selling
    try:
        found = await selling.preflight(draft)
    except DeskError:
        return
    if found.blocked or found.changes:
        # It is open or sold, and the clerk obeys.
        return
    pressed = [_pressed(counter, found, customer)]
    if customer.clicks_twice:
        pressed.append(_pressed(counter, found, customer))
    if customer.clicks_again:
        # Another window has looked at the same time.
        pressed.append(_pressed(counter, replace(found, intent_id=f"{found.intent_id}-again"), customer))
    if customer.stops_after is not None:
        pressed.append(_stop(counter, found, customer.stops_after))
    await asyncio.gather(*pressed)
    with ExceptionBoundary() as boundary:
        await counter.desk.remember()
    if boundary.error is not None:
        counter.tell({"fault": f"fault: {boundary.error!r}"})


async def _pressed(counter: Counter, found: Preflight, customer: Customer) -> None:
    async def book() -> None:
        # A clerk who leaves the page takes nothing along.
        with suppress(TimeoutError):
            async with asyncio.timeout(customer.leaves_after):
                await counter.desk.selling.book(found, lambda progress: _mark_step(counter, progress))

    await _tried(counter, book)


async def _stop(counter: Counter, found: Preflight, seconds: float) -> None:
    await asyncio.sleep(seconds)
    if counter.desk.selling.stop(found):
        _mark(counter, "stopped")


async def _cancel(counter: Counter, sale: Sale, seats: int) -> None:
    cancelling = counter.desk.cancellation

    async def cancel() -> None:
        quote = await cancelling.quote(booking_of(sale), SeatChoice(seats))
        order = cancelling.accept(quote, SeatChoice(seats), has_read=True)
        ended = await cancelling.confirm(order, lambda progress: _mark_step(counter, progress))
        if isinstance(ended, OpenCancellation):
            # As its page does.
            await cancelling.watch(ended.intent_id, _unwatched)

    await _tried(counter, cancel)


async def _tried(counter: Counter, work: Callable[[], Awaitable[None]]) -> None:
    """Do it; what a clerk is told in an error is no fault."""
    with ExceptionBoundary() as boundary:
        await work()
    if boundary.error is not None and not isinstance(boundary.error, DeskError | NotAcceptedError):
        counter.tell({"fault": f"fault: {boundary.error!r}"})


def _words_of(ending: Ending) -> dict[str, object]:
    return {
        "request_id": ending.request_id,
        "state": ending.state.value,
        "is_kept": ending.is_kept,
        "booking_ref": getattr(ending.result, "booking_ref", None),
        "refund_reference": getattr(ending.result, "refund_reference", None),
    }


def _mark(counter: Counter, what: str) -> None:
    counter.tell({"mark": what})


def _mark_step(counter: Counter, progress: Progress) -> None:
    _mark(counter, progress.step)


def _unwatched(_: OpenCancellation) -> None:
    """Nobody looks at the readings."""


def _write(telling: int, said: dict[str, object]) -> None:
    # Short enough that the pipe takes all of it at once.
    os.write(telling, json.dumps(said)[:2000].encode() + b"\n")
