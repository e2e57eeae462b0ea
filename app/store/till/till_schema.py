"""The tables of the till's book, and what is asked of them."""

from __future__ import annotations

FILE = "till.db"
VERSION = 1
"""Of the tables; a file with a higher one is of a newer program."""
SET_VERSION = f"PRAGMA user_version = {VERSION}"
READ_VERSION = "PRAGMA user_version"
OWES = """CREATE TRIGGER till_owes AFTER INSERT ON till_entry BEGIN
  INSERT OR REPLACE INTO till_owed
    SELECT json_extract(value, '$.request_id'), NEW.seq,
      json_extract(value, '$.due') - json_extract(value, '$.settled')
    FROM json_each(NEW.text, '$.sales')
    WHERE json_extract(value, '$.due') IS NOT NULL AND json_extract(NEW.text, '$.kind') <> 'refund';
END"""
FORGOTTEN = """CREATE TABLE till_forgotten (
  request_id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID"""
"""The sales of forgotten customers: nothing private is written of them any more."""
SCHEMA = (
    """CREATE TABLE till_entry (
  seq INTEGER PRIMARY KEY, text TEXT NOT NULL, seal TEXT NOT NULL, hash TEXT NOT NULL
) STRICT""",
    """CREATE TABLE till_private (
  seq INTEGER PRIMARY KEY, kept TEXT NOT NULL
) STRICT""",
    """CREATE TABLE till_sale (
  request_id TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (request_id, seq)
) STRICT, WITHOUT ROWID""",
    """CREATE TABLE till_owed (
  request_id TEXT PRIMARY KEY, seq INTEGER NOT NULL, owed INTEGER NOT NULL
) STRICT, WITHOUT ROWID""",
    """CREATE UNIQUE INDEX till_receipt ON till_entry (
  json_extract(text, '$.series'), json_extract(text, '$.year'), json_extract(text, '$.number'))""",
    "CREATE INDEX till_day ON till_entry (json_extract(text, '$.day'))",
    "CREATE INDEX till_closing ON till_entry (seq) WHERE json_extract(text, '$.closes') = 1",
    "CREATE TRIGGER till_stays BEFORE DELETE ON till_entry BEGIN SELECT RAISE(ABORT, 'entries stay'); END",
    """CREATE TRIGGER till_is_final BEFORE UPDATE ON till_entry
  BEGIN SELECT RAISE(ABORT, 'entries are final'); END""",
    """CREATE TRIGGER till_of_sale AFTER INSERT ON till_entry BEGIN
  INSERT OR IGNORE INTO till_sale
    SELECT json_extract(value, '$.request_id'), NEW.seq FROM json_each(NEW.text, '$.sales');
END""",
    OWES,
    FORGOTTEN,
)
ADDED = frozenset({FORGOTTEN})
"""What an older program has not made."""
FORMER = {
    """CREATE TRIGGER till_owes AFTER INSERT ON till_entry BEGIN
  INSERT OR REPLACE INTO till_owed
    SELECT json_extract(value, '$.request_id'), NEW.seq,
      json_extract(value, '$.due') - json_extract(value, '$.settled')
    FROM json_each(NEW.text, '$.sales') WHERE json_extract(value, '$.due') IS NOT NULL;
END""": OWES
}
"""What an older program has made, and what stands in its place now."""
VIEWS = (
    """CREATE TEMP VIEW till_sale_said AS
  SELECT DISTINCT json_extract(value, '$.request_id') AS request_id, seq
  FROM till_entry, json_each(text, '$.sales')""",
    """CREATE TEMP VIEW till_owed_said AS SELECT request_id, seq, owed FROM (
  SELECT json_extract(value, '$.request_id') AS request_id, seq,
    json_extract(value, '$.due') - json_extract(value, '$.settled') AS owed,
    row_number() OVER (PARTITION BY json_extract(value, '$.request_id') ORDER BY seq DESC) AS place
  FROM till_entry, json_each(text, '$.sales')
  WHERE json_extract(value, '$.due') IS NOT NULL AND json_extract(text, '$.kind') <> 'refund'
) WHERE place = 1""",
)
"""What the entries say of their sales."""
DIFFERS = """SELECT EXISTS (SELECT * FROM till_sale_said EXCEPT SELECT * FROM till_sale)
  OR EXISTS (SELECT * FROM till_sale EXCEPT SELECT * FROM till_sale_said)
  OR EXISTS (SELECT * FROM till_owed_said EXCEPT SELECT * FROM till_owed)
  OR EXISTS (SELECT * FROM till_owed EXCEPT SELECT * FROM till_owed_said)"""
"""Whether the tables by which entries are found say something else."""
SAY_AGAIN = (
    "DELETE FROM till_sale",
    "INSERT INTO till_sale SELECT * FROM till_sale_said",
    "DELETE FROM till_owed",
    "INSERT INTO till_owed SELECT * FROM till_owed_said",
)
"""Makes them again from the entries."""
READ = "SELECT text, seal, hash, kept FROM till_entry LEFT JOIN till_private USING (seq)"
READ_ALL = "SELECT seq, text, seal, hash FROM till_entry ORDER BY seq"
READ_SALE = f"{READ} JOIN till_sale USING (seq) WHERE request_id = ? ORDER BY seq"
READ_DAYS = f"{READ} WHERE json_extract(text, '$.day') BETWEEN ? AND ? ORDER BY seq"
READ_REFERRING = f"""{READ}, json_each(iif(json_valid(kept), kept, '{{}}'), '$.lines')
  WHERE is_meant(ifnull(json_extract(value, '$.reference'), '')) GROUP BY seq ORDER BY seq"""
READ_SINCE = f"{READ} WHERE seq >= ? ORDER BY seq"
LAST_CLOSING = "SELECT ifnull(max(seq), 0) FROM till_entry WHERE json_extract(text, '$.closes') = 1"
LAST_NUMBER = """SELECT ifnull(max(json_extract(text, '$.number')), 0) FROM till_entry
  WHERE json_extract(text, '$.series') = ? AND json_extract(text, '$.year') = ?"""
READ_OWED = """SELECT request_id, text, seal, hash, kept
  FROM till_owed JOIN till_entry USING (seq) LEFT JOIN till_private USING (seq)
  WHERE owed > 0 ORDER BY seq, request_id"""
FIRST_DAY = "SELECT min(json_extract(text, '$.day')) FROM till_entry"
MOST_RESTARTS = """SELECT ifnull(max(json_extract(text, '$.restarts')), 0) FROM till_entry
  WHERE json_type(text, '$.restarts') = 'integer'
    AND json_extract(text, '$.restarts') BETWEEN 0 AND 999"""
"""How often the series was begun anew; more than that no program did."""
READ_SCHEMA = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
COUNT_SCHEMA = "SELECT count(*) FROM sqlite_schema"
READ_SETTLED = """SELECT ifnull(sum(json_extract(value, '$.settled')), 0)
  FROM till_sale JOIN till_entry USING (seq), json_each(text, '$.sales')
  WHERE request_id = ?1 AND json_extract(value, '$.request_id') = ?1"""
READ_SETTLED_OF = """SELECT till_sale.request_id, ifnull(sum(json_extract(value, '$.settled')), 0)
  FROM till_sale JOIN till_entry USING (seq), json_each(text, '$.sales')
  WHERE till_sale.request_id IN (SELECT value FROM json_each(?))
    AND json_extract(json_each.value, '$.request_id') = till_sale.request_id
  GROUP BY till_sale.request_id"""
READ_HASH = "SELECT hash FROM till_entry WHERE seq = ?"
READ_AFTER = "SELECT seq, text, seal, hash FROM till_entry WHERE seq > ? ORDER BY seq LIMIT 500"
WRITE = "INSERT INTO till_entry VALUES (?, ?, ?, ?)"
WRITE_PRIVATE = "INSERT INTO till_private VALUES (?, ?)"
REMEMBER_FORGOTTEN = "INSERT OR IGNORE INTO till_forgotten VALUES (?)"
IS_FORGOTTEN = "SELECT EXISTS (SELECT * FROM till_forgotten WHERE request_id = ?)"
FORGET = "DELETE FROM till_private WHERE seq IN (SELECT seq FROM till_sale WHERE request_id = ?)"


def dropping(kind: str, name: str) -> str:
    """The statement that takes away a trigger or an index that another program has made."""
    return f'DROP {kind} "{name}"'
