"""Which desk is at cancelling which booking, in the rows of the database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import create_engine, insert

from app.store.office.cancelling import AtBooking, begin_cancelling, cancelling, others_cancelling


def test_a_desk_that_died_at_a_booking_begins_anew() -> None:
    booking, engine = AtBooking("BOAT", "BT4K9Q07M"), create_engine("sqlite://")
    died = datetime.now(UTC) - timedelta(hours=1)
    with engine.begin() as connection:
        cancelling.create(connection)
        row = {"desk": "one", "clerk": "Asha", **booking._asdict(), "since": died, "until": died}
        connection.execute(insert(cancelling), row)
        begin_cancelling(connection, "one", "Asha", booking, timedelta(minutes=2))
        (found,) = others_cancelling(connection, "two", booking)
    assert found.since > died
