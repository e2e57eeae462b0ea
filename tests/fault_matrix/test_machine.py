"""Rows S, L, U and R that no other test proves: certificates, memory, sleep, and the world in between."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import trustme

from app.api.wire import monotonic_clock
from app.desk.cancellation.refund_quote import Booking, Cancelled
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.sale import NotSold, Receipt, UnknownOutcome
from app.practice.world.catalogue import IdentityFlags
from app.store.journal.states import State
from tests.api.wire.test_tls import CA, server_context, trusting
from tests.fault_matrix.rows import row
from tests.fault_matrix.selling import GOOD, ending_of, nobody
from tests.support.api.raw_service import QUICK, Peer, RawService, always, client_of
from tests.support.api.samples import WALLET, WALLET_QUERY
from tests.support.counter import Counter, accepted_seats, open_counter, open_desk
from tests.support.desk.boat_samples import BOAT_DRAFT


@pytest.fixture
async def counter(quick_folder: Path) -> AsyncGenerator[Counter]:
    """A desk at work."""
    async with open_counter(quick_folder / "desk") as opened:
        yield opened


@row("S5")
async def test_a_certificate_that_changes_is_checked_anew(quick_folder: Path) -> None:
    context = server_context(CA)
    async with (
        RawService(always(200, WALLET), context) as service,
        client_of(service, tls=trusting()) as client,
    ):
        await client.wallet_balance(WALLET_QUERY)
        stranger = trustme.CA().issue_cert("127.0.0.1")
        with stranger.private_key_and_cert_chain_pem.tempfile() as path:
            context.load_cert_chain(path)
        ending = await ending_of(quick_folder, client)
    assert ending.state is State.NOT_SENT
    assert "certificate" in str(ending.error)


@row("L10")
async def test_a_memory_that_is_full_while_the_answer_is_read(
    quick_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: bytes) -> None:
        raise MemoryError

    monkeypatch.setattr("app.api.wire.classification.decoded", full)
    async with RawService(always(201, GOOD)) as service, client_of(service) as client:
        ending = await ending_of(quick_folder, client)
    assert ending.state is State.UNKNOWN


@row("L14")
async def test_a_computer_that_slept_beyond_the_deadline(
    quick_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept = 0.0

    def boot_seconds() -> float:
        return time.monotonic() + slept

    async def script(peer: Peer) -> None:
        nonlocal slept
        await peer.request()
        # Not before all of it has left: asleep between the journal and the last byte, nothing would be sent.
        # The loop's own clock stands still meanwhile: it would wait for another two minutes.
        slept = 3600.0
        await peer.rest()

    monkeypatch.setattr(monotonic_clock, "boot_seconds", boot_seconds)
    monkeypatch.setattr(monotonic_clock, "GLANCE_SECONDS", 0.02)
    timings = replace(QUICK, money_total=150)
    async with RawService(script) as service, client_of(service, timings) as client:
        began = time.monotonic()
        ending = await ending_of(quick_folder, client)
    assert time.monotonic() - began < 10
    assert ending.state is State.UNKNOWN


@row("U7")
async def test_two_sales_at_once_are_two_sales(counter: Counter) -> None:
    draft = await counter.draft()
    other = replace(draft, customer_phone="9000000001")
    preflights = [await counter.desk.selling.preflight(each) for each in (draft, other)]
    receipts = await asyncio.gather(*(counter.desk.selling.book(each, nobody) for each in preflights))
    assert [type(each) for each in receipts] == [Receipt, Receipt]
    numbers = {each.request_id for each in receipts if isinstance(each, Receipt)}
    assert len(numbers) == len(counter.world.bookings) == 2
    assert [each.state for each in counter.journal.attempts()] == [State.SETTLED] * 2


@pytest.mark.parametrize("is_looked_at_first", [True, False])
async def test_two_sales_at_once_do_not_count_on_the_same_money(
    counter: Counter, *, is_looked_at_first: bool
) -> None:
    draft = await counter.draft()
    other = replace(draft, customer_phone="9000000001")
    price = (await counter.desk.selling.preflight(draft)).price.payable
    counter.world.set_wallet(cash=price + 10, credit_left=0)
    first = await counter.desk.selling.preflight(draft)
    second = await counter.desk.selling.preflight(other) if is_looked_at_first else None
    held = asyncio.Event()
    release = counter.faults.hold("create_booking")
    counter.faults.before_work("create_booking", silent=False)
    selling = asyncio.create_task(counter.desk.selling.book(first, lambda _: held.set()))
    await held.wait()
    missing = formats.amount(price - 10)
    if second is None:
        second = await counter.desk.selling.preflight(other)
        assert f"INR {missing} is missing. Wait until that is settled" in second.blocked
    else:
        assert second.blocked == ""
    # A window that would send what it calls blocked: the money is counted once more.
    second = replace(second, blocked="")
    with pytest.raises(DeskError, match="beside a sale that is being settled") as caught:
        await counter.desk.selling.book(second, nobody)
    assert missing in caught.value.advice.what
    release.set_result(None)
    assert isinstance(await selling, UnknownOutcome)
    # Its outcome is not known, and the reading is from before: the money may be gone.
    with pytest.raises(DeskError, match="beside a sale"):
        await counter.desk.selling.book(second, nobody)
    again = await counter.desk.selling.preflight(other)
    assert again.blocked == ""
    assert isinstance(await counter.desk.selling.book(again, nobody), Receipt)


@row("R2")
async def test_flags_that_change_after_the_last_look_are_refused(counter: Counter) -> None:
    await counter.desk.wallet.read()
    found = await counter.desk.catalogue.departures(counter.desk.reader.today() + timedelta(days=1))
    trip = next(each for each in found.departures if each.trip_name == "Swaraj Dweep day return")
    preflight = await counter.desk.selling.preflight(replace(BOAT_DRAFT, departure=trip))
    assert preflight.blocked == ""
    flags = IdentityFlags(is_id_mandatory=True, is_id_no_required=True, is_id_upload_required=True)
    counter.faults.change("create_booking", lambda world: world.set_flags(int(trip.schedule_id), flags))
    refused = await counter.desk.selling.book(preflight, nobody)
    assert isinstance(refused, NotSold)
    assert refused.was_sent
    assert refused.advice.field == "id_proof_file"
    again = await counter.desk.selling.preflight(preflight.draft)
    assert again.blocked


@row("R19")
async def test_a_second_part_is_cancelled_by_a_quote_of_its_own(counter: Counter) -> None:
    receipt = await counter.sell(qty=3)
    cancelling = counter.desk.cancellation
    booking = Booking(receipt.booking_ref, is_boat=False, qty=3)
    order = await accepted_seats(counter.desk, booking, 1)
    assert isinstance(await cancelling.confirm(order, nobody), Cancelled)
    assert isinstance(await cancelling.confirm(order, nobody), NotSold)
    fresh = await accepted_seats(counter.desk, replace(booking, qty=2), 1)
    assert isinstance(await cancelling.confirm(fresh, nobody), Cancelled)
    (sold,) = counter.world.bookings
    assert len(sold.active_seats) == 1


@row("R20")
async def test_a_booking_of_another_desk_is_cancelled_by_its_reference(
    counter: Counter, quick_folder: Path
) -> None:
    receipt = await counter.sell()
    async with open_desk(quick_folder / "other", counter.server) as other:
        order = await accepted_seats(other.desk, Booking(receipt.booking_ref, is_boat=False, qty=2), 2)
        assert order.quote.before.booking_status == "confirmed"
        assert isinstance(await other.desk.cancellation.confirm(order, nobody), Cancelled)
    (booking,) = counter.world.bookings
    assert booking.is_cancelled
