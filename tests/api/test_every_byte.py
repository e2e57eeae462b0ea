"""A sale and a cancellation cut at every byte, in each way at many; the other calls at some bytes (G3)."""

from __future__ import annotations

import pytest

from tests.support.api.cutting import CANCELLATION, SALE, SUBJECTS, Ending, Kind, Subject, judged

# What they go through is covered by the tests of each part: measuring it would take half of their time.
pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.prove("every byte of every call; the fault matrix cuts where it matters"),
]

OTHERS = [each for each in SUBJECTS if each not in (SALE, CANCELLATION)]
SOME = 149
AT_ONCE = 200
EVERY = {Kind.FIN: 11, Kind.CLOSE: 5, Kind.RST: 1, Kind.STALL: 5}


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("subject", [SALE, CANCELLATION], ids=lambda each: each.name)
async def test_bytes_of_what_moves_money(subject: Subject, kind: Kind) -> None:
    tally = await judged(subject, [kind], every=EVERY[kind], at_once=AT_ONCE)
    assert tally.wrong == []
    assert tally.cells > len(subject.answer) / EVERY[kind]
    assert tally.endings[Ending.UNKNOWN]
    assert tally.endings[Ending.DONE] == 1


@pytest.mark.parametrize("subject", OTHERS, ids=lambda each: each.name)
async def test_some_bytes_of_every_other_call(subject: Subject) -> None:
    tally = await judged(subject, every=SOME, at_once=AT_ONCE)
    assert tally.wrong == []
    assert tally.endings[Ending.DONE] == len(Kind)
