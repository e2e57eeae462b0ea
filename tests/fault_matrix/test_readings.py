"""Rows M: each reading of the table over a line, with the state in which a sale ends."""

from __future__ import annotations

from pathlib import Path

from app.api.wire.transport import HttpReply
from app.store.journal.states import Kind, State
from tests.api.wire.test_wire import saying
from tests.fault_matrix.rows import READINGS, rows
from tests.fault_matrix.selling import Case, assert_ends, case
from tests.support.api.raw_service import Script, always, answer_bytes
from tests.support.proof import beside_others

ENDS = {
    "settled": State.SETTLED,
    "reference lost": State.BOOKED_REF_LOST,
    "refused": State.REJECTED,
    "key refused": State.REJECTED,
    "not taken": State.NOT_SENT,
}
"""Whatever else is read leaves the sale not known; the wallet, which may tell more, is not asked here."""


def script_of(reply: HttpReply) -> Script:
    """A service that sends this reply."""
    if reply.is_cut:
        return saying(answer_bytes(reply.http_status, reply.body + b"...")[:-3])
    return always(
        reply.http_status, reply.body, {"cf-mitigated": "challenge"} if reply.is_from_wall else None
    )


CASES = {
    row: case(ENDS.get(read.kind, State.UNKNOWN), script_of(reply)) for row, (reply, read) in READINGS.items()
}


@beside_others
@rows(CASES)
async def test_readings(case: Case, quick_folder: Path) -> None:
    await assert_ends(quick_folder, case, kinds=[Kind.CREATE])
