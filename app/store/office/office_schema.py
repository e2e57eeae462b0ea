"""The schema of an office's database as SQL that an administrator reads and runs.

Desks that make the tables themselves own them, and may change every row. With this schema each desk has a
user of its own in the database, and adds what it did: it cannot change or delete what other desks said.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from sqlalchemy import Column, Table
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateColumn, CreateIndex, CreateTable

from app.store.office import forgotten, tables
from app.store.office.cancelling import cancelling
from app.store.office.forgotten import secret, struck_at_desk, tombstone
from app.store.office.identity import mark_table
from app.store.office.shared_tables import received
from app.store.office.till_lines import till_line
from app.store.register import schema as register_schema
from app.store.register.tables import about, event, handed, metadata, money_time, note

_DESKS = "agency_counter_desk"
"""The role that the users of all desks are in."""
_READ, _ADD, _ADD_AND_CHANGE = "SELECT", "SELECT, INSERT", "SELECT, INSERT, UPDATE"
_EVERYTHING = "SELECT, INSERT, UPDATE, DELETE"


class _Rights(NamedTuple):
    """What desks may do with the rows of a table."""

    rights: str
    own: str = ""
    """The column that says whose a row is: each desk then adds and changes its own alone."""


_RIGHTS = {
    about: _Rights(_READ),
    tables.about: _Rights(_READ),
    mark_table: _Rights(_READ),
    event: _Rights(_ADD, own="desk"),
    note: _Rights(_ADD_AND_CHANGE, own="desk"),
    tables.change: _Rights(_ADD, own="desk"),
    till_line: _Rights(_ADD, own="desk"),
    handed: _Rights(_ADD_AND_CHANGE, own="desk"),
    money_time: _Rights(_ADD_AND_CHANGE, own="desk"),
    tables.reading: _Rights(_ADD_AND_CHANGE, own="desk"),
    tables.shift: _Rights(_ADD_AND_CHANGE, own="desk"),
    tables.desk_name: _Rights(_ADD_AND_CHANGE, own="desk"),
    cancelling: _Rights(_EVERYTHING, own="desk"),
    struck_at_desk: _Rights(_EVERYTHING, own="desk"),
    received: _Rights(_ADD_AND_CHANGE, own="source"),
    tables.clerk: _Rights(_ADD_AND_CHANGE),
    tables.closed_day: _Rights(_ADD_AND_CHANGE),
    tombstone: _Rights(_ADD_AND_CHANGE),
    secret: _Rights(_ADD),
}
"""The others are computed from these, and written by whichever desk comes with something new."""
_HEAD = """\
-- Agency Counter: the database of an office whose desks cannot change what other desks said.
-- Read it, then run it as the owner of the database, and again after each update of the program:
--   agency-counter office-schema {profile} | psql -1 -v ON_ERROR_STOP=1 postgresql://owner@server/agency
-- It makes what is missing, and changes no row. Then make a user for each desk:
--   CREATE USER desk_front PASSWORD '...' IN ROLE {desks};
-- The number of a desk belongs to the user who hands in under it first (table desk_user).

DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{desks}') THEN
    CREATE ROLE {desks} NOLOGIN;
  END IF;
END $$;
CREATE SCHEMA IF NOT EXISTS "{schema}";
GRANT USAGE ON SCHEMA "{schema}" TO {desks};
SET search_path TO "{schema}";
DO $$ BEGIN
  IF to_regclass('office_about') IS NOT NULL AND to_regclass('office_event') IS NULL THEN
    RAISE EXCEPTION 'An older Agency Counter made this. Let one desk of this version use it first.';
  END IF;
END $$;
"""
_FIRST_ROWS = """\
INSERT INTO about SELECT {register} WHERE NOT EXISTS (SELECT FROM about);
INSERT INTO office_about SELECT {office} WHERE NOT EXISTS (SELECT FROM office_about);
INSERT INTO office_about SELECT {shared} WHERE {shared} NOT IN (SELECT version FROM office_about);
INSERT INTO office_mark SELECT md5(random()::text || clock_timestamp()::text), now()
  WHERE NOT EXISTS (SELECT FROM office_mark);
"""
_FUNCTIONS = """\
CREATE TABLE IF NOT EXISTS desk_user (desk VARCHAR PRIMARY KEY, name VARCHAR NOT NULL);
ALTER TABLE desk_user OWNER TO CURRENT_USER;
GRANT SELECT ON desk_user TO {desks};

-- Whether a desk, or what a desk has in its outbox, is of the user who asks.
CREATE OR REPLACE FUNCTION has_desk(wanted VARCHAR) RETURNS BOOLEAN
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = "{schema}", pg_temp AS $$
  SELECT EXISTS (SELECT FROM desk_user WHERE desk = wanted AND name = session_user)
$$;
-- The same, after giving the number of a new desk to the user who comes first.
CREATE OR REPLACE FUNCTION takes_desk(wanted VARCHAR) RETURNS BOOLEAN
LANGUAGE plpgsql SECURITY DEFINER SET search_path = "{schema}", pg_temp AS $$
BEGIN
  INSERT INTO desk_user VALUES (wanted, session_user) ON CONFLICT DO NOTHING;
  RETURN has_desk(wanted);
END $$;
-- A customer is forgotten in the notes of all desks: what was said may be emptied, and nothing else.
CREATE OR REPLACE FUNCTION only_forgets() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path = "{schema}", pg_temp AS $$
BEGIN
  IF (NEW.number, NEW.at, NEW.code, NEW.desk, NEW.clerk)
      IS DISTINCT FROM (OLD.number, OLD.at, OLD.code, OLD.desk, OLD.clerk)
      OR NEW.said NOT IN (OLD.said, '') THEN
    RAISE EXCEPTION 'permission denied: a note can only be emptied';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER IF EXISTS only_forgets ON {note};
CREATE TRIGGER only_forgets BEFORE UPDATE ON {note} FOR EACH ROW EXECUTE FUNCTION only_forgets();
"""


def office_schema(schema: str, profile: str) -> str:
    """The SQL for PostgreSQL 12 or newer, for the schema of one profile."""
    every = _every_table()
    parts = [_HEAD.format(desks=_DESKS, schema=schema, profile=profile)]
    parts += (_made(table) for table in every)
    parts += (_added(column) for column in tables.LATER)
    versions = {
        "register": register_schema.VERSION,
        "office": tables.VERSION,
        "shared": tables.SHARED_VERSION,
    }
    parts.append(_FIRST_ROWS.format(**versions))
    parts.append(_FUNCTIONS.format(desks=_DESKS, schema=schema, note=note.name))
    parts += (_allowed(table, _RIGHTS.get(table, _Rights(_EVERYTHING))) for table in every)
    parts.append(f'GRANT USAGE ON ALL SEQUENCES IN SCHEMA "{schema}" TO {_DESKS};\n')
    return "\n".join(parts)


def _every_table() -> tuple[Table, ...]:
    known = [
        table for each in (metadata, tables.metadata, forgotten.metadata) for table in each.sorted_tables
    ]
    return tuple(dict.fromkeys((*known, *_RIGHTS)))


def _made(table: Table) -> str:
    dialect = postgresql.dialect()
    made = [CreateTable(table, if_not_exists=True).compile(dialect=dialect)]
    made += [
        CreateIndex(each, if_not_exists=True).compile(dialect=dialect)
        for each in sorted(table.indexes, key=lambda each: str(each.name))
    ]
    return "".join(f"{str(each).strip()};\n" for each in made)


def _added(column: Column[object]) -> str:
    added = CreateColumn(column).compile(dialect=postgresql.dialect())
    return f"ALTER TABLE {column.table.description} ADD COLUMN IF NOT EXISTS {added};\n"


def _allowed(table: Table, given: _Rights) -> str:
    return "".join(f"{each};\n" for each in _statements(f'"{table.name}"', given, has_trigger=table is note))


def _statements(name: str, given: _Rights, *, has_trigger: bool) -> Generator[str]:
    # A desk that made the table before would own it, and nothing below would bind it.
    yield f"ALTER TABLE {name} OWNER TO CURRENT_USER"
    yield f"REVOKE ALL ON {name} FROM PUBLIC, {_DESKS}"
    yield f"GRANT {given.rights} ON {name} TO {_DESKS}"
    if not given.own:
        return
    yield f"ALTER TABLE {name} ENABLE ROW LEVEL SECURITY"
    changes = "true" if has_trigger else f"has_desk({given.own})"
    for right, rule in (
        ("SELECT", "USING (true)"),
        ("INSERT", f"WITH CHECK (takes_desk({given.own}))"),
        ("UPDATE", f"USING ({changes}) WITH CHECK ({changes})"),
        ("DELETE", f"USING (has_desk({given.own}))"),
    ):
        yield f"DROP POLICY IF EXISTS desks_{right.lower()} ON {name}"
        if right in given.rights:
            yield f"CREATE POLICY desks_{right.lower()} ON {name} FOR {right} TO {_DESKS} {rule}"
