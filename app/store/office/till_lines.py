"""The entries of the tills of all desks in the shared database, in the order in which they were handed in.

A line is as it stands in its desk's own book, with its hash, and is never changed.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    func,
    select,
)

from app.store.journal.hash_chain import BEFORE_THE_FIRST, ChainLine, is_next
from app.store.office.office import Office
from app.store.register.schema import insert_new
from app.store.sql.columns import NUMBER, UtcDateTime, filled
from app.store.till.errors import UNREADABLE
from app.store.till.handed_line import HandedLine

if TYPE_CHECKING:
    from app.store.till.till_book import TillBook

till_line = Table(
    "till_line",
    # Made beside the others, also in a database of an older program.
    MetaData(),
    Column("number", NUMBER, primary_key=True),
    Column("desk", String, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("text", Text, nullable=False),
    *filled(String, "seal", "hash"),
    Index("till_line_by_time", "at"),
    UniqueConstraint("desk", "hash"),
)
_PIECE = 500
_COLUMNS = (
    till_line.c.desk,
    till_line.c.seq,
    till_line.c.at,
    *(till_line.c[name] for name in ChainLine._fields),
)


class OfficeTills(NamedTuple):
    """What the tills of an office's other desks did in a time."""

    lines: Mapping[str, Sequence[ChainLine]]
    """By the desk, also of those that did nothing then; the oldest first."""
    broken: tuple[str, ...]
    """The desks whose lines were changed in the database, or some of them taken away."""


def hand_in_till(shared: Office, desk: str, book: TillBook) -> None:
    """Copy what is not there yet of a desk's book. It can be repeated at any time.

    A book that was put back as it was before goes on from an earlier place, and lines may have been taken
    away: then all of it is compared.
    Raises OfficeError and TillError.
    """
    own = till_line.c
    with shared.work() as connection:
        newest = select(own.seq, own.hash).where(own.desk == desk).order_by(own.number.desc()).limit(1)
        last = connection.execute(newest).first()
        there = connection.scalar(select(func.count(own.seq.distinct())).where(own.desk == desk))
    is_whole = last is not None and there == last.seq and book.hash_at(last.seq) == last.hash
    place = last.seq if last is not None and is_whole else 0
    while lines := book.lines_after(place):
        rows = [{"desk": desk, "seq": each.seq, "at": each.at, **each.line._asdict()} for each in lines]
        with shared.work() as connection:
            connection.execute(insert_new(connection.dialect.name, till_line), rows)
        place = lines[-1].seq


def others_tills(shared: Office, desk: str, since: datetime, until: datetime) -> OfficeTills:
    """What the tills of other desks than this one did from `since` to before `until`. Raises OfficeError."""
    own = till_line.c
    spans = select(own.desk, func.min(own.seq), func.max(own.seq)).group_by(own.desk)
    spans = spans.where(own.desk != desk, own.at >= since, own.at < until)
    with shared.work() as connection:
        desks = connection.scalars(select(own.desk).distinct().where(own.desk != desk)).all()
        found: dict[str, list[HandedLine]] = {each: [] for each in sorted(desks)}
        for each, first, last in connection.execute(spans).all():
            # Also what stands between them with another time: that may have been changed.
            query = select(*_COLUMNS).where(own.desk == each, own.seq.between(first, last))
            rows = connection.execute(query.order_by(own.number))
            found[each] = [
                HandedLine(row.seq, row.at, ChainLine(row.text, row.seal, row.hash)) for row in rows
            ]
        before = {each: _hashes_before(connection, each, lines) for each, lines in found.items()}
    broken = tuple(each for each, lines in found.items() if not _is_whole(lines, before[each]))
    return OfficeTills(
        {each: [one.line for one in lines if since <= one.at < until] for each, lines in found.items()},
        broken,
    )


def _hashes_before(connection: Connection, desk: str, lines: Sequence[HandedLine]) -> dict[int, set[str]]:
    """By its place what each line may follow, of any time: a clock, and a book, may be put back."""
    own, found = till_line.c, defaultdict[int, set[str]](set, {0: {BEFORE_THE_FIRST}})
    places = sorted({each.seq - 1 for each in lines})
    for begin in range(0, len(places), _PIECE):
        query = select(own.seq, own.hash).where(own.desk == desk, own.seq.in_(places[begin : begin + _PIECE]))
        for seq, line_hash in connection.execute(query):
            found[seq].add(line_hash)
    return found


def _is_whole(lines: Sequence[HandedLine], before: Mapping[int, set[str]]) -> bool:
    """Whether each line follows one that is there, and says itself where and when it stands."""
    try:
        return all(
            any(is_next(line, each) for each in before.get(seq - 1, ())) and _says(line, seq, at)
            for seq, at, line in lines
        )
    except UNREADABLE:
        # A letter, or an entry, that no book writes.
        return False


def _says(line: ChainLine, seq: int, at: datetime) -> bool:
    facts = json.loads(line.text)
    return (facts["seq"], datetime.fromisoformat(facts["at"])) == (seq, at)
