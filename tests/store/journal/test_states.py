"""The state machine, step by step (reliability 2.5 and 2.7)."""

from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.store.journal.journal import TransitionError
from app.store.journal.recovery import Recovery
from app.store.journal.states import Kind, State, is_open, may_follow, prevailing, worst
from tests.support.store.scenes import open_journal, states, step

CREATE = {
    (None, State.PREPARED),
    (State.PREPARED, State.DISPATCHED),
    (State.PREPARED, State.NOT_SENT),
    (State.PREPARED, State.REJECTED),
    (State.DISPATCHED, State.SETTLED),
    (State.DISPATCHED, State.REJECTED),
    (State.DISPATCHED, State.NOT_SENT),
    (State.DISPATCHED, State.UNKNOWN),
    (State.DISPATCHED, State.BOOKED_REF_LOST),
    (State.UNKNOWN, State.UNKNOWN),
    (State.UNKNOWN, State.BOOKED_REF_LOST),
    (State.UNKNOWN, State.RESOLVED_BOOKED),
    (State.UNKNOWN, State.RESOLVED_NOT_BOOKED),
    (State.UNKNOWN, State.RESEND_AUTHORISED),
    (State.UNKNOWN, State.ESCALATED),
    (State.BOOKED_REF_LOST, State.BOOKED_REF_LOST),
    (State.BOOKED_REF_LOST, State.RESOLVED_BOOKED),
    (State.BOOKED_REF_LOST, State.RESOLVED_NOT_BOOKED),
    (State.BOOKED_REF_LOST, State.RESEND_AUTHORISED),
    (State.ESCALATED, State.ESCALATED),
    (State.ESCALATED, State.BOOKED_REF_LOST),
    (State.ESCALATED, State.RESOLVED_BOOKED),
    (State.ESCALATED, State.RESOLVED_NOT_BOOKED),
    (State.ESCALATED, State.RESEND_AUTHORISED),
    (State.RESEND_AUTHORISED, State.UNKNOWN),
    (State.RESEND_AUTHORISED, State.RESOLVED_BOOKED),
    (State.RESEND_AUTHORISED, State.RESOLVED_NOT_BOOKED),
    (State.RESOLVED_NOT_BOOKED, State.BOOKED_REF_LOST),
}
CANCEL = {
    (None, State.PREPARED),
    (State.PREPARED, State.DISPATCHED),
    (State.PREPARED, State.NOT_SENT),
    (State.PREPARED, State.REJECTED),
    (State.DISPATCHED, State.CANCELLED),
    (State.DISPATCHED, State.REJECTED),
    (State.DISPATCHED, State.NOT_SENT),
    (State.DISPATCHED, State.UNKNOWN),
    (State.UNKNOWN, State.UNKNOWN),
    (State.UNKNOWN, State.RESOLVED_CANCELLED),
    (State.UNKNOWN, State.RESOLVED_NOT_CANCELLED),
    (State.UNKNOWN, State.RESEND_AUTHORISED),
    (State.UNKNOWN, State.ESCALATED),
    (State.ESCALATED, State.ESCALATED),
    (State.ESCALATED, State.RESOLVED_CANCELLED),
    (State.ESCALATED, State.RESOLVED_NOT_CANCELLED),
    (State.ESCALATED, State.RESEND_AUTHORISED),
    (State.RESEND_AUTHORISED, State.UNKNOWN),
    (State.RESEND_AUTHORISED, State.RESOLVED_CANCELLED),
}


@pytest.mark.parametrize(("kind", "allowed"), [(Kind.CREATE, CREATE), (Kind.CANCEL, CANCEL)])
def test_exactly_these_steps_are_allowed(kind: Kind, allowed: set[tuple[State | None, State]]) -> None:
    found = {
        (before, after) for before, after in product((None, *State), State) if may_follow(kind, before, after)
    }
    assert found == allowed


def test_a_known_end_needs_no_answer() -> None:
    ends = {state for state in State if not is_open(state)}
    assert ends == {
        State.SETTLED,
        State.CANCELLED,
        State.REJECTED,
        State.NOT_SENT,
        State.RESOLVED_BOOKED,
        State.RESOLVED_NOT_BOOKED,
        State.RESOLVED_CANCELLED,
        State.RESOLVED_NOT_CANCELLED,
    }


@pytest.mark.parametrize(
    ("found", "holds"),
    [
        ({State.PREPARED, State.DISPATCHED}, State.DISPATCHED),
        ({State.DISPATCHED, State.UNKNOWN, State.RESEND_AUTHORISED}, State.UNKNOWN),
        ({State.UNKNOWN, State.ESCALATED}, State.ESCALATED),
        ({State.ESCALATED, State.BOOKED_REF_LOST}, State.BOOKED_REF_LOST),
        ({State.DISPATCHED, State.NOT_SENT}, State.NOT_SENT),
        ({State.UNKNOWN, State.SETTLED}, State.SETTLED),
        ({State.NOT_SENT, State.SETTLED}, State.SETTLED),
        ({State.UNKNOWN}, State.UNKNOWN),
    ],
)
def test_of_two_records_a_known_end_holds_else_the_most_pessimistic(found: set[State], holds: State) -> None:
    assert prevailing(found) is holds


def test_the_worst_of_several_is_open_while_any_is() -> None:
    for one, other in product(State, State):
        found = worst((one, other))
        assert found in {one, other}
        assert worst((other, one)) is found
        assert is_open(found) is (is_open(one) or is_open(other))


@settings(max_examples=60)
@given(st.sampled_from(Kind), st.lists(st.sampled_from(State), max_size=14))
def test_a_journal_takes_exactly_what_the_machine_allows(kind: Kind, wished: list[State]) -> None:
    with TemporaryDirectory() as folder:
        journal = open_journal(Path(folder))
        standing: State | None = None
        taken = 0
        for state in wished:
            if may_follow(kind, standing, state):
                step(journal, state, kind=kind)
                standing, taken = state, taken + 1
            else:
                with pytest.raises(TransitionError, match=f"{state} may not follow {standing or 'nothing'}"):
                    step(journal, state, kind=kind)
        journal.close()
        again = open_journal(Path(folder))
        assert states(again) == ({"one": standing} if standing else {})
        assert sum(len(attempt.entries) for attempt in again.attempts()) == taken
        again.close()


_STEPS = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 20)), max_size=30)


@settings(max_examples=30)
@given(_STEPS)
def test_any_mix_of_sales_is_found_again_as_it_was(choices: list[tuple[str, int]]) -> None:
    with TemporaryDirectory() as folder:
        journal = open_journal(Path(folder))
        standing: dict[str, State] = {}
        for intent, choice in choices:
            allowed = [state for state in State if may_follow(Kind.CREATE, standing.get(intent), state)]
            if allowed:
                standing[intent] = allowed[choice % len(allowed)]
                step(journal, standing[intent], intent=intent, choice=choice)
        kept = journal.attempts()
        assert states(journal) == standing
        assert [each.intent_id for each in journal.open_attempts()] == [
            each for each, state in standing.items() if is_open(state)
        ]
        journal.close()
        again = open_journal(Path(folder))
        assert again.attempts() == kept
        assert again.recovery == Recovery()
        again.close()


def test_the_words_that_journals_hold_never_change() -> None:
    # Another word would make every journal on every counter unreadable.
    assert [kind.value for kind in Kind] == ["CREATE", "CANCEL"]
    assert [state.value for state in State] == [
        "PREPARED",
        "DISPATCHED",
        "SETTLED",
        "CANCELLED",
        "REJECTED",
        "NOT_SENT",
        "UNKNOWN",
        "BOOKED_REF_LOST",
        "RESOLVED_BOOKED",
        "RESOLVED_NOT_BOOKED",
        "RESOLVED_CANCELLED",
        "RESEND_AUTHORISED",
        "ESCALATED",
        "RESOLVED_NOT_CANCELLED",
    ]
