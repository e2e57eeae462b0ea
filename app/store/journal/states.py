"""The states of a money call and their transitions: one state machine for booking, one for cancelling."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Kind(StrEnum):
    """The two calls that move money."""

    CREATE = "CREATE"
    CANCEL = "CANCEL"


class State(StrEnum):
    """What is known of one attempt."""

    PREPARED = "PREPARED"
    """Written to the journal; the service has received nothing that it could act on."""
    DISPATCHED = "DISPATCHED"
    """The last byte may have left."""
    SETTLED = "SETTLED"
    CANCELLED = "CANCELLED"
    REJECTED = "REJECTED"
    NOT_SENT = "NOT_SENT"
    UNKNOWN = "UNKNOWN"
    BOOKED_REF_LOST = "BOOKED_REF_LOST"
    RESOLVED_BOOKED = "RESOLVED_BOOKED"
    RESOLVED_NOT_BOOKED = "RESOLVED_NOT_BOOKED"
    RESOLVED_CANCELLED = "RESOLVED_CANCELLED"
    RESEND_AUTHORISED = "RESEND_AUTHORISED"
    ESCALATED = "ESCALATED"
    RESOLVED_NOT_CANCELLED = "RESOLVED_NOT_CANCELLED"


_S = State

_CREATE: dict[State | None, frozenset[State]] = {
    None: frozenset({_S.PREPARED}),
    # An early refusal or a lost connection before the last byte ends an attempt that was never dispatched.
    _S.PREPARED: frozenset({_S.DISPATCHED, _S.NOT_SENT, _S.REJECTED}),
    _S.DISPATCHED: frozenset({_S.SETTLED, _S.REJECTED, _S.NOT_SENT, _S.UNKNOWN, _S.BOOKED_REF_LOST}),
    _S.UNKNOWN: frozenset(
        {
            _S.UNKNOWN,
            _S.BOOKED_REF_LOST,
            _S.RESOLVED_BOOKED,
            _S.RESOLVED_NOT_BOOKED,
            _S.RESEND_AUTHORISED,
            _S.ESCALATED,
        }
    ),
    # A person may contradict a "booked" of the service that nothing else supports.
    _S.BOOKED_REF_LOST: frozenset(
        {_S.BOOKED_REF_LOST, _S.RESOLVED_BOOKED, _S.RESOLVED_NOT_BOOKED, _S.RESEND_AUTHORISED}
    ),
    _S.ESCALATED: frozenset(
        {
            _S.ESCALATED,
            _S.BOOKED_REF_LOST,
            _S.RESOLVED_BOOKED,
            _S.RESOLVED_NOT_BOOKED,
            _S.RESEND_AUTHORISED,
        }
    ),
    # The one way back from a known end: the ledger names a sale that was recorded as not made.
    _S.RESOLVED_NOT_BOOKED: frozenset({_S.BOOKED_REF_LOST}),
    _S.RESEND_AUTHORISED: frozenset({_S.UNKNOWN, _S.RESOLVED_BOOKED, _S.RESOLVED_NOT_BOOKED}),
}
_CANCEL: dict[State | None, frozenset[State]] = {
    None: frozenset({_S.PREPARED}),
    _S.PREPARED: frozenset({_S.DISPATCHED, _S.NOT_SENT, _S.REJECTED}),
    _S.DISPATCHED: frozenset({_S.CANCELLED, _S.REJECTED, _S.NOT_SENT, _S.UNKNOWN}),
    _S.UNKNOWN: frozenset(
        {
            _S.UNKNOWN,
            _S.RESOLVED_CANCELLED,
            _S.RESOLVED_NOT_CANCELLED,
            _S.RESEND_AUTHORISED,
            _S.ESCALATED,
        }
    ),
    _S.ESCALATED: frozenset(
        {_S.ESCALATED, _S.RESOLVED_CANCELLED, _S.RESOLVED_NOT_CANCELLED, _S.RESEND_AUTHORISED}
    ),
    _S.RESEND_AUTHORISED: frozenset({_S.UNKNOWN, _S.RESOLVED_CANCELLED}),
}
_MACHINES = {Kind.CREATE: _CREATE, Kind.CANCEL: _CANCEL}

# From the least to the most that may have happened to the money.
_KNOWN_ENDS = (
    _S.NOT_SENT,
    _S.REJECTED,
    _S.RESOLVED_NOT_BOOKED,
    _S.RESOLVED_NOT_CANCELLED,
    _S.RESOLVED_CANCELLED,
    _S.CANCELLED,
    _S.RESOLVED_BOOKED,
    _S.SETTLED,
)
# From the least to the most cautious: after the last of them nothing may ever be sent again.
OPEN = (
    _S.PREPARED,
    _S.RESEND_AUTHORISED,
    _S.DISPATCHED,
    _S.UNKNOWN,
    _S.ESCALATED,
    _S.BOOKED_REF_LOST,
)

BOOKED = frozenset({_S.SETTLED, _S.RESOLVED_BOOKED})
"""The states of an order that was certainly booked."""
GONE = frozenset({_S.CANCELLED, _S.RESOLVED_CANCELLED})
"""The states of a cancellation that was certainly made."""


def may_follow(kind: Kind, before: State | None, after: State) -> bool:
    """Whether `after` may follow `before` in one attempt; None is before the first."""
    return after in _MACHINES[kind].get(before, frozenset())


def is_open(state: State) -> bool:
    """Whether the state is not a known end."""
    return state in OPEN


def worst(states: Iterable[State]) -> State:
    """The state that needs most care: an open one before any known end. Raises ValueError for none."""
    return max(states, key=(*_KNOWN_ENDS, *OPEN).index)


def prevailing(states: Iterable[State]) -> State:
    """The state that counts when records of one attempt disagree: a known end, else the worst."""
    found = frozenset(states)
    return worst(found.intersection(_KNOWN_ENDS) or found)
