"""A few seeds of the campaign: it runs, it hits something, and nothing is wrong; long runs are by hand."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from app.store.journal.recovery import Recovery
from tests.campaign.verdicts import wrongs_of
from tests.support.program import PROJECT

pytestmark = pytest.mark.prove("real sockets and kills, for a while; the simulation has them in virtual time")

COMMAND = (sys.executable, "-m", "tests.campaign", "0", "--processes", "2", "--first", "16")
"""With no time each process lives through one seed; these have few lives."""
NOTHING: dict[str, Any] = {
    "bookings": [],
    "whole": [],
    "refused": [],
    "quoted": [],
    "left": {},
    "unread": 0,
    "breaches": [],
    "refunds": {},
    "moved": "0",
}
BOOKING: dict[str, Any] = {
    "ref": "P1",
    "request_id": "1",
    "customer": "98",
    "amount": "7140",
    "cancelled_by": {},
}
WHOLE = {"request_id": "1", "subject": "98", "is_cancellation": False, "seats": 2}


@pytest.mark.timeout(300)
def test_books_and_journal_agree_after_kills_and_cuts() -> None:
    ended = subprocess.run(COMMAND, cwd=PROJECT, capture_output=True, text=True, check=False, timeout=240)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    for what in ("kills", "cut: ", "CREATE ended "):
        assert what in ended.stdout
    assert "2 seeds in" in ended.stdout
    assert "; 0 went wrong." in ended.stdout


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ({"bookings": [BOOKING], "moved": "-7140"}, "lost: 1 is booked, and in no journal"),
        ({"bookings": [BOOKING, BOOKING], "moved": "-14280"}, "double: 1 is booked 2 times"),
        ({"moved": "-7140"}, "charge: the wallet has moved by -7140"),
        ({"whole": [WHOLE]}, "denied: 1 arrived whole 1 times, and 0 are admitted"),
        ({"whole": [WHOLE, WHOLE]}, "double: the number 1 was sent 2 times"),
        ({"breaches": ["early: 1"]}, "early: 1"),
    ],
)
def test_what_the_journal_does_not_know_is_wrong(told: dict[str, Any], wrong: str) -> None:
    found = wrongs_of({**NOTHING, **told}, (), (), Recovery(), ())
    assert [each for each in found if each.startswith(wrong)]


def test_where_nothing_was_sold_nothing_is_wrong() -> None:
    assert wrongs_of(NOTHING, (), (), Recovery(), ()) == []
