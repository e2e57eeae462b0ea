"""Who counts as told of a storm."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from app.desk.storm.values import StormDecision, StormReason
from app.desk.travelling.values import ClerkMark, ToldState
from app.ui.storm.told_rows import told_of
from tests.support.desk.manifest_samples import ARJUN
from tests.support.desk.samples import NOW

DECISION = StormDecision(next(iter(StormReason)), "Storm", "Asha", "", NOW)


@pytest.mark.parametrize(
    ("later", "decision", "state"),
    [
        (-1, DECISION, ToldState.NOT_TOLD),
        (0, DECISION, ToldState.TOLD),
        (1, DECISION, ToldState.TOLD),
        (-1, None, ToldState.TOLD),
    ],
)
def test_what_was_told_before_the_decision_does_not_count(
    later: int, decision: StormDecision | None, state: ToldState
) -> None:
    told = ClerkMark(NOW + timedelta(minutes=later), "Asha")
    found = told_of(replace(ARJUN, told=ToldState.TOLD, told_mark=told), decision)
    assert found == (state, told if state is ToldState.TOLD else None)
