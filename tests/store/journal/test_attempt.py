"""Attempts that two histories tell otherwise: a known end holds, else what asks for more care."""

from __future__ import annotations

from itertools import permutations

import pytest

from app.store.journal.attempt import attempts_of, folded, union
from app.store.journal.hash_chain import ChainStep, HashChain, LogEntry
from app.store.journal.states import Kind, State
from tests.support.store.scenes import CHAIN_KEY, steady_clock

KEY = ("intent", 1)


def _history(*states: State) -> list[LogEntry]:
    chain = HashChain(CHAIN_KEY, steady_clock())
    entries: list[LogEntry] = []
    for number, state in enumerate(states):
        step = ChainStep(*KEY, "request", Kind.CREATE, state, {"last": number, str(state): 1}, {})
        entries.append(chain.entry(step, entries[-1] if entries else None))
    return entries


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ((State.PREPARED,), (State.PREPARED, State.DISPATCHED)),
        ((State.PREPARED, State.DISPATCHED), (State.PREPARED, State.NOT_SENT)),
        (
            (State.PREPARED, State.DISPATCHED, State.UNKNOWN),
            (State.PREPARED, State.DISPATCHED, State.SETTLED),
        ),
        ((State.PREPARED, State.NOT_SENT), (State.PREPARED, State.DISPATCHED, State.SETTLED)),
    ],
    ids=lambda each: each[-1].value,
)
def test_of_two_histories_the_one_that_prevails_holds_whatever_their_order(
    less: tuple[State, ...], more: tuple[State, ...]
) -> None:
    for histories in permutations((_history(*less), _history(*more))):
        (found,) = union(histories).values()
        assert found.state is more[-1]
        assert len(found.entries) == len(more)


def test_an_attempt_that_one_history_tells_is_there() -> None:
    assert union(((), _history(State.PREPARED)))[KEY].state is State.PREPARED
    assert union(()) == {}


def test_an_attempt_has_the_facts_of_all_its_entries_later_over_earlier() -> None:
    entries = _history(State.PREPARED, State.DISPATCHED)
    attempt = folded(entries)
    assert dict(attempt.facts) == {"last": 1, "PREPARED": 1, "DISPATCHED": 1}
    assert (attempt.first_at, attempt.last_at) == (entries[0].at, entries[1].at)
    assert attempt.is_open
    assert attempts_of(entries) == {KEY: attempt}
