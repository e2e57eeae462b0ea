"""What must hold of the journal at the beginning and at the end of each life of the program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.store.journal.attempt import Attempt
from app.store.journal.recovery import Recovery
from app.store.journal.states import State
from tests.simulation.stage import stage

_BEGUN = frozenset({State.PREPARED, State.DISPATCHED})


def unsound(attempts: Sequence[Attempt], recovery: Recovery) -> Iterator[str]:
    """On a sound disk every attempt ends in a named state, and no plain crash harms the journal."""
    disk = stage().disk
    if disk.fails_from:
        return
    for attempt in attempts:
        if attempt.state in _BEGUN:
            yield f"unnamed: {attempt.request_id} is left {attempt.state}"
    if recovery.sentences and not disk.is_torn:
        yield f"harmed: {recovery.sentences}"
    if not recovery.selling_allowed:
        yield "harmed: nothing can be sold any more"
