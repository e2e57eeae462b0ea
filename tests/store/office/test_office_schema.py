"""The administrator's schema on a real server: each desk adds what it did, and changes nothing of others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from app.store.office.cancelling import AtBooking
from app.store.office.office import Office
from app.store.office.office_schema import office_schema
from app.store.office.outbox import (
    FORGOTTEN,
    FORGOTTEN_ONES,
    PAST,
    PAST_ONES,
    ForgottenBody,
    OutboxItem,
    PastBody,
)
from app.store.office.shared_database import SharedDatabase, open_shared, survey_shared
from app.store.office.shifts import open_shift
from app.store.office.sync import bring_office
from app.store.office.wallet_readings import keep_reading
from app.store.register.register import (
    KeptCancellation,
    KeptMoneyTime,
    KeptNote,
    Position,
    RegisterError,
    SaleStanding,
)
from app.store.sql.engine import DatabaseAddress
from tests.store.office.test_shared_database import AT, READING, SALE
from tests.support.postgres import PASSWORD, Postgres, on_postgres
from tests.support.proof import beside_others
from tests.support.shared_places import postgres_place

pytestmark = on_postgres
_USERS = ("desk_front", "desk_back")
_KNOWN = "SELECT 1 FROM pg_roles WHERE rolname = %s"
_FORGING = """
    INSERT INTO office_event (kind, request_id, booking_ref, desk, clerk, at, turn, seq, body)
    SELECT kind, request_id, booking_ref, desk, clerk, at, turn, 99, body FROM office_event WHERE desk = 'one'
"""
SOLD = replace(SALE, debited=Decimal(900), seq=4)
GONE = KeptCancellation(
    "ac2-9", SALE.booking_ref, AT, 1, Decimal(100), None, "RF1", "CANCELLED", "two", seq=3
)
TIME = KeptMoneyTime(SALE.request_id, "one", AT, AT, AT, None)


class GuardedOffice:
    """A schema that the administrator has made, and the places of desks in it."""

    def __init__(self, server: Postgres) -> None:
        self._server = server
        self.schema = server.fresh_schema()
        self._places: list[SharedDatabase] = []

    def make(self) -> None:
        """Run the SQL as the administrator, as psql would."""
        with closing(self.connect()) as connection, connection:
            connection.execute(office_schema(self.schema, "live").encode())
            for user in _USERS:
                if not connection.execute(_KNOWN, (user,)).fetchone():
                    making = f"CREATE USER {user} PASSWORD '{PASSWORD}' IN ROLE agency_counter_desk"
                    connection.execute(making.encode())

    def connect(self, user: str = "") -> psycopg.Connection:
        """A connection of a user, or of the administrator, to this schema."""
        url = make_url(self._server.url)
        connection = psycopg.connect(
            host=url.host,
            port=url.port,
            dbname=url.database,
            user=user or url.username,
            password=PASSWORD,
        )
        connection.execute(f'SET search_path TO "{self.schema}"'.encode())
        connection.commit()
        return connection

    def address(self, user: str) -> DatabaseAddress:
        """The address that a desk is given."""
        url = make_url(self._server.url).set(username=user)
        return DatabaseAddress(url.render_as_string(hide_password=False), PASSWORD, self.schema)

    def place(self, desk: str, user: str) -> SharedDatabase:
        """The place of a desk with a user of its own."""
        self._places.append(open_shared(self.address(user), desk))
        return self._places[-1]

    def close(self) -> None:
        """Close all places."""
        for each in self._places:
            each.close()


@pytest.fixture
def office(postgres: Postgres) -> Iterator[GuardedOffice]:
    found = GuardedOffice(postgres)
    found.make()
    yield found
    found.close()


def _work(office: GuardedOffice, folder: Path) -> tuple[SharedDatabase, SharedDatabase]:
    """Do what two desks do in a day. Returns their places."""
    one, two = office.place("one", _USERS[0]), office.place("two", _USERS[1])
    one.register.keep([SOLD], (), Position("one", 4, "a hash"), [TIME])
    two.register.keep([], [GONE], Position("two", 3, "a hash"))
    one.register.keep([replace(SOLD, seq=5)], (), Position("one", 5, "a hash"), [TIME])
    one.register.add_note(KeptNote(SALE.request_id, AT, "status", "Arjun Nair", "one"), ("Booked", "", ""))
    one.take_in(
        "outbox of one", [OutboxItem(1, PAST, PAST_ONES.dump_json(PastBody(AT.date(), "one")).decode())]
    )
    for place, desk in ((one, "one"), (two, "two")):
        booking = AtBooking("BOAT", SALE.booking_ref)
        place.begin_cancelling("Asha", booking, timedelta(minutes=2))
        place.begin_cancelling("Asha", booking, timedelta(minutes=3))
        place.end_cancelling(booking)
        own = Office.open(folder / desk, desk)
        keep_reading(own, READING)
        open_shift(own, "Asha", AT)
        for _ in range(2):
            bring_office(own, place.office, "Front")
            place.bring_forgotten(own)
        own.close()
    return one, two


@beside_others
def test_desks_with_users_of_their_own_do_all_their_work(office: GuardedOffice, tmp_path: Path) -> None:
    one, two = _work(office, tmp_path)
    found = two.register.sale(SALE.request_id)
    assert found is not None
    assert (found.released, found.standing, found.refunded) == (
        1,
        SaleStanding.PARTLY_CANCELLED,
        Decimal(100),
    )
    forgotten = ForgottenBody(SALE.customer_phone, AT.isoformat(), names=(SALE.customer_name,))
    item = OutboxItem(1, FORGOTTEN, FORGOTTEN_ONES.dump_json(forgotten).decode())
    two.take_in("outbox of two", [item])
    wishes = one.wishes()
    assert wishes is not None
    one.note_struck(wishes)
    found = one.register.sale(SALE.request_id)
    assert found is not None
    assert (found.customer_name, found.customer_phone) == ("", "")
    assert [each.said for each in one.register.notes(SALE.request_id)] == [""]
    assert one.wishes() is None


@beside_others
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE office_event SET body = ''",
        "DELETE FROM office_event",
        "TRUNCATE office_event",
        _FORGING,
        "UPDATE office_about SET version = 9",
        "UPDATE desk_user SET name = 'desk_back'",
        "INSERT INTO desk_user VALUES ('three', 'desk_front')",
        "UPDATE sale_note SET said = 'Nobody'",
        "UPDATE sale_note SET at = now()",
        "DELETE FROM sale_note",
        "INSERT INTO office_change (desk, at, changed_by, what, about) VALUES ('one', now(), 'A', 'x', '')",
        "UPDATE office_change SET changed_by = 'Nobody'",
        "INSERT INTO till_line (desk, seq, at, text, seal, hash) VALUES ('one', 9, now(), '', '', '')",
        "UPDATE till_line SET text = ''",
        "DELETE FROM till_line",
        "DELETE FROM wallet_reading",
        "ALTER TABLE office_event DISABLE ROW LEVEL SECURITY",
        "DROP TRIGGER only_forgets ON sale_note",
        "DROP TABLE sale_note",
        "SET ROLE office",
    ],
)
def test_a_desk_cannot_change_what_another_one_said(
    office: GuardedOffice, tmp_path: Path, statement: str
) -> None:
    _work(office, tmp_path)
    with closing(office.connect(_USERS[1])) as connection, pytest.raises(psycopg.Error) as refused:
        connection.execute(statement.encode())
    refusals = ("permission denied", "row-level security", "must be owner")
    assert any(each in str(refused.value) for each in refusals), refused.value


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE wallet_reading SET cash = '0' WHERE desk = 'one'",
        "UPDATE money_time SET sent_at = now() WHERE desk = 'one'",
        "UPDATE handed SET seq = 1 WHERE desk = 'one'",
        "UPDATE shift SET closed_at = now() WHERE desk = 'one'",
        "UPDATE desk_name SET name = 'Back' WHERE desk = 'one'",
        "DELETE FROM struck_at_desk WHERE desk = 'one'",
        "UPDATE received SET number = 1000000 WHERE source = 'outbox of one'",
    ],
)
def test_rows_of_another_desk_are_not_found_to_be_changed(
    office: GuardedOffice, tmp_path: Path, statement: str
) -> None:
    _work(office, tmp_path)
    with closing(office.connect(_USERS[1])) as connection:
        assert connection.execute(statement.encode()).rowcount == 0


def test_the_number_of_a_desk_is_its_users_alone(office: GuardedOffice, tmp_path: Path) -> None:
    _work(office, tmp_path)
    again = office.place("one", _USERS[1])
    with pytest.raises(RegisterError) as refused:
        again.register.keep([replace(SOLD, request_id="ac1-77", booking_ref="OTHER")])
    assert str(again.why(refused.value)).startswith("In postgres the number of this desk belongs to another")


@beside_others
def test_the_schema_may_be_made_again_and_over_what_the_desks_made(
    office: GuardedOffice, postgres: Postgres, tmp_path: Path
) -> None:
    office.make()
    _work(office, tmp_path)
    assert survey_shared(office.address(_USERS[0])).is_guarded
    older = GuardedOffice(postgres)
    easy = postgres_place(postgres, older.schema, "one")
    easy.register.keep([SOLD], (), Position("one", 4, "a hash"))
    easy.close()
    assert not survey_shared(older.address(make_url(postgres.url).username or "")).is_guarded
    older.make()
    found = survey_shared(older.address(_USERS[0]))
    assert (found.is_guarded, found.contents.bookings) == (True, 1)
    one, _ = _work(older, tmp_path / "older")
    assert one.register.sale(SALE.request_id) is not None
    older.close()


@beside_others
def test_a_database_without_events_is_first_carried_over_by_a_desk(postgres: Postgres) -> None:
    older = GuardedOffice(postgres)
    postgres_place(postgres, older.schema, "one").close()
    with closing(older.connect()) as connection, connection:
        connection.execute("DROP TABLE office_event")
    with pytest.raises(psycopg.Error, match="Let one desk of this version use it first"):
        older.make()
