"""In which habits of the practice service the service of a run writes its answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from random import Random
from typing import Any

from app.practice.service.habits import HABITS, Answer, Habit, written
from tests.simulation.answers import Said

_MOST = 4
_LEFT_OUT = {
    "ticket-inside": "Two MiB in each answer to a sale take longer than the run.",
    "numeric-reference": "Books and journal would name one booking in two ways.",
}
LIVED_IN = tuple(sorted(HABITS.keys() - _LEFT_OUT.keys()))
_VERDICTS = {"SUCCESS": 0, "ERROR": 422}
"""The words of a whole answer, and the status of a refusal that came with another one."""


def dialect(seed: int, of: Sequence[str] = LIVED_IN) -> tuple[str, ...]:
    """None to four habits; drawn apart, so that a run is the same in all else."""
    chance = Random(f"habits of {seed}")
    return tuple(chance.sample(of, chance.randint(0, _MOST)))


def dressed(reply: Said, endpoint: str, habits: Sequence[Habit]) -> Said:
    """A whole answer in these habits; a script that fails, or writes a field twice, does not come to them."""
    if not habits or reply.status >= 500:
        return reply
    try:
        fields = json.loads(reply.body, parse_float=Decimal, object_pairs_hook=_once)
        refusal = _VERDICTS[fields["status"]]
    except (ValueError, KeyError):
        return reply
    if refusal and reply.status >= 400:
        refusal = reply.status
    spoken = written(Answer(endpoint.removesuffix(".php"), reply.status, fields, refusal), habits)
    return replace(reply, status=spoken.status, body=spoken.body, headers=spoken.headers)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object. Raises ValueError for a field that stands there twice."""
    named = dict(pairs)
    if len(named) != len(pairs):
        raise ValueError
    return named
