"""Selling a boat at the desk, against the real practice service."""

import asyncio
import base64
import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from app.api.messages.request_body import Proof
from app.desk.model.boats import BoatDraft, Departure, Identity, Passenger
from app.desk.model.errors import DeskError
from app.desk.model.sale import NotSold, Preflight, Progress, Receipt
from app.desk.sale import change_detection
from app.desk.sale.boat_order import sent_passenger
from app.desk.sale.order import sale_order
from app.desk.sale.pricing import counted_price, price, price_so_far
from app.desk.sale.sale_words import departure_seats, occasion, seats_left
from app.practice import Faults, PracticeServer, World
from app.practice.service.faults import OtherAnswer
from app.practice.world.catalogue import IdentityFlags
from tests.support.counter import AS_ON, Counter, open_desk, tomorrow_at_ten
from tests.support.desk.all_sales import all_sales
from tests.support.desk.boat_samples import ARJUN, BOAT_DRAFT, COPY, DEPARTURE, ISHAAN, JANA, MEERA, RATES
from tests.support.desk.samples import DRAFT

ALL_FLAGS = IdentityFlags(is_id_mandatory=True, is_id_no_required=True, is_id_upload_required=True)
COPY_FLAG = IdentityFlags(is_id_mandatory=False, is_id_no_required=False, is_id_upload_required=True)


@pytest.fixture
async def counter(tmp_path: Path) -> AsyncGenerator[Counter]:
    """A desk at work."""
    server = PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults())
    with server:
        async with open_desk(tmp_path / "desk", server) as opened:
            await opened.desk.wallet.read()
            yield opened


def _ignore(_: Progress) -> None:
    """Nobody watches."""


async def _departure(counter: Counter, trip: str = "Swaraj Dweep day return") -> Departure:
    found = await counter.desk.catalogue.departures(counter.desk.reader.today() + timedelta(days=1))
    return next(each for each in found.departures if each.trip_name == trip)


async def _draft(counter: Counter) -> BoatDraft:
    return replace(BOAT_DRAFT, departure=await _departure(counter))


async def _preflight(counter: Counter, draft: BoatDraft | None = None) -> Preflight:
    return await counter.desk.selling.preflight(draft or await _draft(counter))


async def test_the_boats_of_tomorrow_are_those_of_the_picture(counter: Counter) -> None:
    found = await counter.desk.catalogue.departures(counter.desk.reader.today() + timedelta(days=1))
    first = found.departures[:7]
    assert {each.trip_name for each in first} >= {"Jolly Buoy day trip", "Swaraj Dweep day return"}
    heron = await _departure(counter)
    assert (heron.seats, heron.capacity, heron.is_live) == (118, 150, True)
    assert heron.identity == Identity(needs_document=True, needs_number=True)
    assert [(rate.label, rate.fare, rate.net) for rate in heron.rates] == [
        (rate.label, rate.fare, rate.net) for rate in RATES
    ]
    blue = await _departure(counter, "Ross and North Bay")
    assert (blue.is_live, blue.seats) == (False, 60)
    baratang = await _departure(counter, "Baratang caves shuttle")
    assert not baratang.is_open


async def test_a_cancelled_reading_of_departures_sends_no_call(counter: Counter) -> None:
    reading = asyncio.ensure_future(counter.desk.catalogue.departures(counter.desk.reader.today()))
    # Both calls have been asked for by then, and neither has begun.
    await asyncio.sleep(0)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading


async def test_the_price_of_the_picture() -> None:
    found = price(BOAT_DRAFT)
    assert found is not None
    assert [(line.label, line.count, line.fare_total) for line in found.lines] == [
        ("Adult INDIAN", 2, Decimal(4850)),
        ("Child INDIAN", 1, Decimal(1215)),
        ("Adult FOREIGNER", 1, Decimal(3350)),
    ]
    assert (found.qty, found.fare_total, found.gst_on_fare, found.customer_pays) == (
        4,
        Decimal(9415),
        Decimal("470.75"),
        Decimal("9885.75"),
    )
    assert (found.net_total, found.gst_on_net, found.payable) == (
        Decimal(8890),
        Decimal("444.50"),
        Decimal("9334.50"),
    )
    assert counted_price(DEPARTURE, [(RATES[0], 2), (RATES[1], 1), (RATES[2], 1)]) == found
    assert counted_price(DEPARTURE, [(RATES[0], 0)]) is None
    assert counted_price(DEPARTURE, [(replace(RATES[0], net=None), 1)]) is None


def test_a_party_without_all_fares_has_no_price_but_a_sum_so_far() -> None:
    draft = replace(BOAT_DRAFT, passengers=(ARJUN, Passenger()))
    assert price(draft) is None
    so_far = price_so_far(draft)
    assert so_far.price is not None
    assert (so_far.price.qty, so_far.counted, so_far.missing) == (1, 0, 1)
    assert price_so_far(replace(draft, passengers=(Passenger(),))) == (None, 0, 1)
    counted = replace(draft, passengers=(ARJUN, Passenger(counted=RATES[1])))
    assert price_so_far(counted)[1:] == (1, 0)


async def test_a_party_of_four_is_booked_and_settled_as_expected(counter: Counter) -> None:
    before = counter.desk.wallet.last
    preflight = await _preflight(counter)
    assert (preflight.changes, preflight.blocked) == ((), "")
    receipt = await counter.desk.selling.book(preflight, _ignore)
    assert isinstance(receipt, Receipt)
    assert receipt.total_debited == preflight.price.payable == Decimal("9334.50")
    assert receipt.differences == ()
    assert before is not None
    assert receipt.wallet is not None
    assert before.reach - receipt.wallet.reach == Decimal("9334.50")
    (sale,) = all_sales(counter.desk.bookings)
    assert (sale.title, sale.window, sale.qty) == ("Swaraj Dweep day return", "07:15 \u2013 17:30", 4)
    (booking,) = counter.world.bookings
    assert booking.ref == receipt.booking_ref


async def test_no_document_is_kept_in_the_journal(counter: Counter) -> None:
    await counter.desk.selling.book(await _preflight(counter), _ignore)
    kept = b"".join(path.read_bytes() for path in counter.folder.rglob("*") if path.is_file())
    for secret in ("C4VX8T2K1", "KLM2284619", base64.b64encode(COPY.data).decode()):
        assert secret.encode() not in kept
    assert b"9845012377" in kept


@pytest.mark.parametrize(
    ("passenger", "identity", "sent"),
    [
        (ARJUN, None, {"id_type": "VOTER ID", "id_number": "KLM2284619", "id_proof_file": None}),
        (replace(ARJUN, document=COPY), Identity(), {"id_proof_file": None}),
        (
            replace(ARJUN, document=COPY),
            Identity(needs_copy=True),
            {"id_proof_file": Proof(COPY.data)},
        ),
        (JANA, Identity(), {"nationality": "GERMAN", "id_proof_file": Proof(COPY.data)}),
        (replace(ARJUN, nationality=" india "), None, {"nationality": "INDIAN", "age": 41}),
        (Passenger("A", "1", "X", "INDIAN"), None, {"id_type": None, "id_number": None}),
    ],
)
def test_each_passenger_brings_what_is_asked_and_no_more(
    passenger: Passenger, identity: Identity | None, sent: dict[str, object]
) -> None:
    found = sent_passenger(passenger, identity)
    assert {name: getattr(found, name) for name in sent} == sent


async def test_an_age_that_is_no_number_never_leaves(counter: Counter) -> None:
    draft = await _draft(counter)
    preflight = await _preflight(counter, draft)
    spoilt = replace(draft, passengers=(replace(ARJUN, age="x"),))
    with pytest.raises(DeskError, match="not as the service takes it"):
        await counter.desk.selling.book(replace(preflight, draft=spoilt), _ignore)
    assert counter.journal.attempts() == ()


async def test_a_changed_fare_stands_old_beside_new_once_for_each_kind(counter: Counter) -> None:
    draft = await _draft(counter)
    counter.world.shift_price(int(draft.departure.schedule_id), 100)
    found = await _preflight(counter, draft)
    assert [(each.what, each.old, each.new, each.is_net) for each in found.changes][:2] == [
        ("Fare, Adult INDIAN", "2,425.00", "2,525.00", False),
        ("Net, Adult INDIAN", "2,275.00", "2,375.00", True),
    ]
    assert len(found.changes) == 6
    assert found.price.payable > Decimal("9334.50")


def test_every_other_change_of_a_departure_is_told() -> None:
    now = replace(
        DEPARTURE,
        departs=None,
        returns=DEPARTURE.departs,
        boat_name="MV Blue Tern",
        trip_name="Other",
        gst_percentage=None,
        rates=(replace(RATES[0], fare=None), *RATES[1:]),
    )
    found = change_detection.departure_changes(BOAT_DRAFT, replace(BOAT_DRAFT, departure=now))
    assert [(each.what, each.old, each.new) for each in found] == [
        ("Fare, Adult INDIAN", "2,425.00", "not stated"),
        ("GST", "5 %", "not stated"),
        ("Departure", "07:15", "not stated"),
        ("Return", "17:30", "07:15"),
        ("Boat", "MV Sea Heron", "MV Blue Tern"),
        ("Trip", "Swaraj Dweep day return", "Other"),
    ]
    nameless = replace(RATES[0], ticket_type="", nationality="")
    seen = replace(BOAT_DRAFT, departure=replace(DEPARTURE, rates=(nameless,)), passengers=(ARJUN,))
    dearer = replace(DEPARTURE, rates=(replace(nameless, fare=Decimal(1)),))
    assert change_detection.departure_changes(seen, replace(seen, departure=dearer))[0].what == "Fare"


@pytest.mark.parametrize(
    ("seen", "now", "words"),
    [
        (None, None, ""),
        (None, Identity(), ""),
        (
            Identity(),
            Identity(needs_number=True),
            "This trip now needs a document number for every passenger.",
        ),
        (
            Identity(),
            Identity(needs_document=True, needs_number=True, needs_copy=True),
            (
                "This trip now needs an identity document and a document number and a copy of the document"
                " for every passenger."
            ),
        ),
        (Identity(needs_copy=True), None, "It no longer needs a copy of the document of Indian passengers."),
        (
            Identity(needs_copy=True),
            Identity(needs_document=True),
            (
                "This trip now needs an identity document for every passenger."
                " It no longer needs a copy of the document of Indian passengers."
            ),
        ),
    ],
)
def test_changed_flags_are_told_in_one_line(seen: Identity | None, now: Identity | None, words: str) -> None:
    assert change_detection.identity_change(seen, now) == words


async def test_flags_that_change_before_sending_stop_the_sale_and_name_the_passenger(
    counter: Counter,
) -> None:
    draft = replace(await _draft(counter), passengers=(ARJUN, MEERA))
    counter.world.set_flags(int(draft.departure.schedule_id), ALL_FLAGS)
    found = await _preflight(counter, draft)
    assert found.blocked == "Passenger 1: This trip needs a copy of the document."


async def test_seats_that_go_before_sending_stop_the_sale(counter: Counter) -> None:
    draft = await _draft(counter)
    counter.world.leave_seats(int(draft.departure.schedule_id), 3, day=draft.departure.day)
    found = await _preflight(counter, draft)
    assert found.blocked == "Only 3 seats left. Take passengers off, or choose another departure."
    refused = await counter.desk.selling.book(replace(found, blocked=""), _ignore)
    assert isinstance(refused, NotSold)
    assert refused.advice.field == "departure"
    assert refused.advice.action == "Choose another departure, or fewer passengers."


async def test_a_departure_that_is_gone_stops_the_sale(counter: Counter) -> None:
    draft = await _draft(counter)
    gone = replace(draft, departure=replace(draft.departure, schedule_id=1))
    found = await _preflight(counter, gone)
    assert found.blocked == "No longer offered. Choose another departure."
    with pytest.raises(DeskError, match="A passenger has no fare"):
        await _preflight(counter, replace(gone, passengers=(Passenger(),)))


async def test_a_cutoff_that_passes_is_refused_in_words(counter: Counter) -> None:
    preflight = await _preflight(counter, replace(await _draft(counter), passengers=(ARJUN,)))
    body = json.dumps({"status": "ERROR", "code": "BOOKING_CLOSED", "message": "Closed."}).encode()
    counter.faults.answer("create_booking", OtherAnswer(409, body))
    refused = await counter.desk.selling.book(preflight, _ignore)
    assert isinstance(refused, NotSold)
    assert refused.advice.action == "Choose a later departure."
    body = json.dumps({"status": "ERROR", "code": "ODD", "message": "No."}).encode()
    counter.faults.answer("create_booking", OtherAnswer(422, body))
    refused = await counter.desk.selling.book(replace(preflight, intent_id="another"), _ignore)
    assert isinstance(refused, NotSold)
    assert refused.advice.field == "passengers"


async def test_the_wallet_that_is_short_is_refused_in_words(counter: Counter) -> None:
    preflight = await _preflight(counter)
    counter.world.set_wallet(cash=0, credit_left=0)
    refused = await counter.desk.selling.book(preflight, _ignore)
    assert isinstance(refused, NotSold)
    assert refused.advice.field == "wallet"


async def test_a_departure_is_read_again_by_itself(counter: Counter) -> None:
    seen = await _departure(counter)
    counter.world.set_flags(int(seen.schedule_id), COPY_FLAG)
    assert (await counter.desk.reader.departure(seen)).identity == Identity(needs_copy=True)


async def test_activities_still_work_without_boats(counter: Counter) -> None:
    day = counter.desk.reader.today()
    counter.faults.unconfigure_boats()
    with pytest.raises(DeskError, match=r"Boats cannot be read right now\. Activities still work\."):
        await counter.desk.catalogue.departures(day)
    assert (await counter.desk.catalogue.activities(day)).offers


def test_a_sale_in_the_words_of_the_last_look() -> None:
    trip = occasion(BOAT_DRAFT)
    assert (trip.title, trip.place, trip.left) == (
        "Swaraj Dweep day return",
        "MV Sea Heron",
        "118 seats live",
    )
    assert (trip.party, trip.window) == ("4 passengers", "07:15")
    assert trip.party_more == "2 adults INDIAN, 1 child INDIAN, 1 adult FOREIGNER"
    nameless = replace(DEPARTURE, trip_name="", departs=None)
    bare = occasion(replace(BOAT_DRAFT, departure=nameless, passengers=(ISHAAN,)))
    assert (bare.title, bare.place, bare.party, bare.window) == ("MV Sea Heron", "", "1 passenger", "")
    slot = occasion(DRAFT)
    assert (slot.party, slot.left) == ("2 seats", "11 seats left, booking closes at 06:30")
    empty = occasion(replace(DRAFT, slot=None))
    assert (empty.day, empty.left, empty.party_more, empty.window) == (None, "", "", "")


@pytest.mark.parametrize(
    ("seats", "live", "words", "left"),
    [
        (118, True, "118 seats live", 118),
        (60, False, "capacity 60", None),
        (7, None, "7 seats", None),
        (None, True, "", None),
    ],
)
def test_a_capacity_is_never_called_seats_that_are_left(
    *, seats: int | None, live: bool | None, words: str, left: int | None
) -> None:
    departure = replace(DEPARTURE, seats=seats, is_live=live)
    assert departure_seats(departure) == words
    assert seats_left(replace(BOAT_DRAFT, departure=departure)) == left


def test_seats_left_of_an_activity() -> None:
    assert seats_left(DRAFT) == 11
    assert seats_left(replace(DRAFT, slot=None)) is None


async def test_what_is_sent_is_the_party(counter: Counter) -> None:
    order = sale_order(await _preflight(counter))
    request = order.build("r")
    assert request.model_dump()["qty"] == 4
    assert order.fingerprint.startswith("BOAT|")


async def test_a_draft_without_a_slot_cannot_be_ordered(counter: Counter) -> None:
    preflight = await _preflight(counter)
    with pytest.raises(ValueError, match="without a slot"):
        sale_order(replace(preflight, draft=replace(DRAFT, slot=None)))
