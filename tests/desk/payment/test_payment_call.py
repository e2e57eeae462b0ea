"""What the journal keeps of a money call on its way, and what is let go of when it ends."""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.api.messages.errors import NotSentError
from app.api.messages.requests import body_of
from app.desk.cancellation.refund_quote import Booking, Cancelled
from app.desk.desk import local_now
from app.desk.model.sale import Preflight, Progress, Receipt, UnknownOutcome
from app.desk.payment.payment_call import PaymentCall
from app.desk.sale.order import sale_order
from app.practice import PRACTICE_KEY
from app.store.journal.journal import Journal, JournalError
from app.store.journal.states import State
from tests.support.counter import QUICK, Counter, accepted_seats, tomorrow_at_ten


def _nobody(_: Progress) -> None:
    """Nobody watches."""


def _call(journal: Journal, preflight: Preflight) -> PaymentCall:
    """A sale that is written down, and can be sent."""
    order = sale_order(preflight)
    call = PaymentCall(journal, local_now, order, _nobody)
    call.prepare(order.intent_id, 1, journal.new_request_id())
    return call


async def test_what_a_sale_took_is_kept_to_the_digit(counter: Counter) -> None:
    preflight = await counter.desk.selling.preflight(await counter.draft())
    sold = await counter.desk.selling.book(preflight, _nobody)
    assert isinstance(sold, Receipt)
    (attempt,) = counter.journal.attempts()
    (booking,) = counter.world.bookings
    assert attempt.facts["booking_ref"] == booking.ref == sold.booking_ref
    assert str(attempt.facts["booking_id"]).isdigit()
    assert Decimal(str(attempt.facts["total_debited"])) == preflight.price.payable
    parts = [Decimal(str(attempt.facts[each])) for each in ("from_cash", "from_credit")]
    assert sum(parts) == preflight.price.payable


async def test_what_a_cancellation_gave_is_kept_to_the_digit(counter: Counter) -> None:
    sold = await counter.sell(qty=1)
    order = await accepted_seats(counter.desk, Booking(sold.booking_ref, is_boat=False, qty=1), 1)
    done = await counter.desk.cancellation.confirm(order, _nobody)
    assert isinstance(done, Cancelled)
    facts = counter.journal.attempts()[-1].facts
    assert facts["refund_reference"] == done.refund_reference
    assert facts["new_status"] == done.new_status
    assert facts["refund"] == str(done.refund)
    assert facts["charge"] == str(done.charge)


async def test_an_order_is_dispatched_at_the_time_of_the_service(counter: Counter) -> None:
    await counter.desk.selling.book(await counter.desk.selling.preflight(await counter.draft()), _nobody)
    (attempt,) = counter.journal.attempts()
    at = datetime.fromisoformat(str(attempt.facts["service_at"]))
    # The service lives in tomorrow.
    assert abs(at - tomorrow_at_ten()) < timedelta(minutes=2)


async def test_what_left_an_outcome_unknown_is_kept(counter: Counter) -> None:
    counter.faults.before_work("create_booking", silent=False)
    ended = await counter.desk.selling.book(
        await counter.desk.selling.preflight(await counter.draft()), _nobody
    )
    assert isinstance(ended, UnknownOutcome)
    (attempt,) = counter.journal.attempts()
    assert str(attempt.facts["cause"]).startswith("NoAnswerError: The service did not answer: ")


async def test_what_is_dispatched_is_known_by_its_hash_before_the_service_tells_its_time(
    counter: Counter,
) -> None:
    preflight = await counter.desk.selling.preflight(await counter.draft())
    async with PartnerClient(counter.server.base_url, ApiKey(PRACTICE_KEY), timings=QUICK) as client:
        call = _call(counter.journal, preflight)
        state, result, error = await call.run(client)
    assert (state, error) == (State.SETTLED, None)
    assert result is not None
    (attempt,) = counter.journal.attempts()
    assert attempt.state is State.DISPATCHED
    assert attempt.facts["service_at"] is None
    assert attempt.facts["body_sha256"] == body_of(call.order.build(call.request_id)).sha256()


async def test_an_error_and_its_causes_hold_no_frames(counter: Counter) -> None:
    preflight = await counter.desk.selling.preflight(await counter.draft())
    call = _call(counter.journal, preflight)
    counter.journal.close()
    async with PartnerClient(counter.server.base_url, ApiKey(PRACTICE_KEY), timings=QUICK) as client:
        state, _, error = await call.run(client)
    assert state is State.NOT_SENT
    assert isinstance(error, NotSentError)
    assert isinstance(error.__cause__, JournalError)
    assert error.__traceback__ is error.__cause__.__traceback__ is None
    assert not counter.world.bookings
