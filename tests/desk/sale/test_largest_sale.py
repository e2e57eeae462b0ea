"""A sale with large documents at the desk: what is told while it leaves, what is kept, and what is let go."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import socket
import weakref
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from app.api.messages.request_body import Proof
from app.api.messages.requests import BoatBooking, body_of
from app.desk.desk import local_now
from app.desk.model.boats import BoatDraft, Document
from app.desk.model.sale import NotSold, Preflight, Progress, Receipt, Step
from app.desk.payment.order import MoneyRequest, Order
from app.desk.payment.payments import Ending, Payments
from app.desk.sale.boat_order import copies_words
from app.desk.sale.order import sale_order
from app.practice import Faults
from app.practice.service.faults import Cutting, OtherAnswer
from app.store.journal.states import State
from tests.fault_matrix.selling import nobody
from tests.support.api.raw_service import QUICK, Peer, RawService, Script, answer_bytes, client_of
from tests.support.api.samples import BOOKED_BOAT
from tests.support.api.slow_line import begun, slow_line, take
from tests.support.canaries import found
from tests.support.counter import Counter, open_counter, until
from tests.support.desk.boat_samples import BOAT_DRAFT, COPY, JANA
from tests.support.proof import beside_others, few

SLOW = "This may take minutes: stay until it is sent."
CANARY = b'\xff\xd8\xffcanary~/+\\"%\xe9 of a passport'
"""Stands at both ends of a document."""


@pytest.fixture
async def counter(tmp_path: Path) -> AsyncGenerator[Counter]:
    """A desk at work."""
    async with open_counter(tmp_path / "desk") as opened:
        await opened.desk.wallet.read()
        yield opened


async def looked(counter: Counter, *copies: Document) -> Preflight:
    """The last look at a party of foreigners with these copies."""
    found = await counter.desk.catalogue.departures(counter.desk.reader.today() + timedelta(days=1))
    trip = next(each for each in found.departures if each.trip_name == "Swaraj Dweep day return")
    guests = tuple(replace(JANA, document=copy) for copy in copies)
    draft: BoatDraft = replace(BOAT_DRAFT, departure=trip, passengers=guests)
    return await counter.desk.selling.preflight(draft)


@pytest.mark.parametrize(
    ("people", "size", "said"),
    [
        (1, 100_000, ""),
        (1, 1_499_000, "1 copy goes along, 2.00 MB in all."),
        (10, 1_490_000, "10 copies go along, 19.87 MB in all."),
        (
            100,
            1_499_997,
            "100 copies go along, 200.00 MB in all. This may take minutes: stay until it is sent.",
        ),
    ],
)
async def test_the_last_look_says_how_much_goes_along(
    counter: Counter, people: int, size: int, said: str
) -> None:
    found = await looked(counter, *[Document("copy.jpg", bytes(size), "JPEG")] * people)
    assert isinstance(found.draft, BoatDraft)
    assert copies_words(found.draft) == said
    guests = tuple(replace(each, nationality="INDIAN") for each in found.draft.passengers)
    # What the trip does not ask for stays here, and is not counted.
    plain = replace(found.draft, passengers=guests, departure=replace(found.draft.departure, identity=None))
    assert copies_words(plain) == ""


def warned(found: Preflight) -> str:
    """What the last look says of the copies."""
    assert isinstance(found.draft, BoatDraft)
    return copies_words(found.draft, found.too_large)


async def test_the_last_look_warns_of_what_was_too_large_before(counter: Counter) -> None:
    small = Document("copy.jpg", bytes(150_000), "JPEG")
    counter.faults.answer("create_booking", OtherAnswer(413, b"<html>Request Entity Too Large</html>"))
    first = await looked(counter, small)
    assert (first.too_large, warned(first)) == (None, "")
    outcome = await counter.desk.selling.book(first, nobody)
    assert isinstance(outcome, NotSold)
    assert outcome.advice.field == "passengers"
    assert counter.journal.attempts()[-1].state is State.NOT_SENT
    said = warned(await looked(counter, small))
    assert said.startswith("1 copy goes along, 0.20 MB in all. The service has not taken 0.21 MB before: ")
    smaller = await looked(counter, Document("copy.jpg", bytes(100_000), "JPEG"))
    assert warned(smaller) == ""
    assert isinstance(await counter.desk.selling.book(smaller, nobody), Receipt)


def copy_of(size: int) -> Document:
    """A copy that cannot be mistaken, with the canary at both ends."""
    filling = secrets.token_bytes(size - 2 * len(CANARY))
    return Document("passport.jpg", CANARY + filling + CANARY, "JPEG")


def check_nothing_kept(counter: Counter, caplog: pytest.LogCaptureFixture) -> None:
    """No encoding of a document stands in a file of the counter or in a log."""
    kept = b"".join(path.read_bytes() for path in counter.folder.rglob("*") if path.is_file())
    assert b"ac1-" in kept
    logged = caplog.text + "".join(str(vars(record)) for record in caplog.records)
    everything = kept + logged.encode("utf-8", "backslashreplace")
    assert found(everything, {"document": CANARY}) == set()


def _settle(_faults: Faults) -> None:
    """All goes well."""


def _cut(faults: Faults) -> None:
    faults.cut_request("create_booking", 400_000, Cutting.RST)


def _say_nothing(faults: Faults) -> None:
    faults.after_work("create_booking", silent=False)


def _garble(faults: Faults) -> None:
    faults.answer("create_booking", OtherAnswer(500, b"<html>no</html>"))


@pytest.mark.parametrize("spoil", few([_settle, _cut, _say_nothing, _garble]))
async def test_no_byte_of_a_document_is_kept_or_logged(
    counter: Counter, caplog: pytest.LogCaptureFixture, spoil: Callable[[Faults], None]
) -> None:
    caplog.set_level(logging.DEBUG)
    preflight = await looked(counter, copy_of(700_000), copy_of(1_490_000))
    spoil(counter.faults)
    outcome = await counter.desk.selling.book(preflight, lambda _: None)
    assert "canary" not in repr((preflight, outcome))
    check_nothing_kept(counter, caplog)


async def test_a_document_that_does_not_fit_shows_nothing_in_its_error(
    counter: Counter, caplog: pytest.LogCaptureFixture
) -> None:
    preflight = await looked(counter, copy_of(1_500_100))
    with pytest.raises(ValueError, match="2000000") as caught:
        sale_order(preflight)
    assert found(f"{caught.value!r}{caught.value!s}".encode(), {"document": CANARY}) == set()
    assert counter.journal.attempts() == ()
    assert "canary" not in caplog.text


async def test_the_hashes_are_those_of_the_bodies(counter: Counter) -> None:
    preflight = await looked(counter, COPY, copy_of(900_000))
    assert isinstance(await counter.desk.selling.book(preflight, lambda _: None), Receipt)
    (attempt,) = counter.journal.attempts()
    order = sale_order(preflight)
    assert attempt.facts["content_sha256"] == order.content_sha256
    assert attempt.facts["body_sha256"] == body_of(order.build(attempt.request_id)).sha256()
    assert order.content_sha256 == body_of(order.build("-")).sha256()
    assert order.content_sha256 != attempt.facts["body_sha256"]


class Watched:
    """Builds an order whose requests and documents are watched without being held."""

    def __init__(self, preflight: Preflight) -> None:
        self._preflight = preflight
        self.seen: list[weakref.ref[Any]] = []

    def __call__(self) -> Order:
        order = sale_order(self._preflight)

        def build(request_id: str) -> MoneyRequest:
            request = order.build(request_id)
            assert isinstance(request, BoatBooking)
            proofs = [each.id_proof_file for each in request.passengers if each.id_proof_file]
            assert all(isinstance(each, Proof) for each in proofs)
            self.seen.extend(weakref.ref(each) for each in (request, *request.passengers, *proofs))
            return request

        return replace(order, build=build)

    @property
    def alive(self) -> int:
        """How many of them somebody holds."""
        return sum(each() is not None for each in self.seen)


async def cut(peer: Peer) -> None:
    await peer.take(600_000)
    await peer.reset()


async def mute(peer: Peer) -> None:
    await peer.request()
    await peer.finish()


async def garble(peer: Peer) -> None:
    await peer.request()
    await peer.answer(500, b"<html>no</html>")


async def settle(peer: Peer) -> None:
    await peer.request()
    await peer.answer(201, BOOKED_BOAT)


async def refuse(peer: Peer) -> None:
    await peer.request()
    await peer.answer(409, {"status": "ERROR", "code": "SEATS", "message": "Gone."})


@pytest.mark.parametrize(
    ("script", "state"),
    [
        (settle, State.SETTLED),
        (refuse, State.REJECTED),
        (cut, State.NOT_SENT),
        (mute, State.UNKNOWN),
        (garble, State.UNKNOWN),
    ],
)
async def test_nothing_holds_the_documents_once_the_ending_is_journalled(
    counter: Counter, caplog: pytest.LogCaptureFixture, script: Script, state: State
) -> None:
    # What catches the log in a test holds each record, and with it the frames of its error.
    caplog.set_level(logging.CRITICAL, "app.desk.payment.payment_call")
    watched = Watched(await looked(counter, copy_of(1_400_000), COPY))
    gc.collect()
    gc.disable()
    try:
        async with RawService(script) as service, client_of(service) as client:
            cashier = Payments(client, counter.journal, local_now)
            ending = await cashier.carry_out(watched(), lambda _: None)
            assert isinstance(ending, Ending)
            assert ending.state is state
            assert watched.seen
            await until(lambda: not watched.alive, 1)
    finally:
        gc.enable()


@beside_others
async def test_progress_is_told_at_most_ten_times_a_second(counter: Counter) -> None:
    heard: list[tuple[float, Progress]] = []
    preflight = await looked(counter, *[copy_of(1_400_000) for _ in range(4)])
    request = sale_order(preflight)
    loop = asyncio.get_running_loop()

    async def slow(peer: socket.socket) -> None:
        length = body_of(request.build(counter.journal.new_request_id())).length
        await take(peer, length - await begun(peer), pause=0.1)
        await loop.sock_sendall(peer, answer_bytes(201, BOOKED_BOAT))

    async with slow_line(slow, QUICK) as client:
        cashier = Payments(client, counter.journal, local_now)
        ending = await cashier.carry_out(request, lambda told: heard.append((loop.time(), told)))
    assert isinstance(ending, Ending)
    assert ending.state is State.SETTLED
    sending = [(at, told) for at, told in heard if told.step is Step.SENDING]
    assert sending
    assert all(after - before >= 0.099 for (before, _), (after, _) in pairwise(sending))
    length = body_of(request.build(ending.request_id)).length
    assert all(0 < told.sent < told.total == length for _, told in sending)
    assert [told.step for _, told in heard if told.step is not Step.SENDING] == [
        Step.WRITTEN,
        Step.SENT,
        Step.ANSWERED,
    ]


async def test_a_small_sale_tells_no_bytes(counter: Counter) -> None:
    told: list[Progress] = []
    outcome = await counter.desk.selling.book(await looked(counter, COPY), told.append)
    assert not isinstance(outcome, NotSold)
    assert [each.step for each in told] == [Step.WRITTEN, Step.SENT, Step.ANSWERED, Step.COMPARED]
    assert {(each.sent, each.total) for each in told} == {(0, 0)}
