"""Errors of the journal, and the check of the order of steps."""

from __future__ import annotations

import errno
import sqlite3

from app.core.language import Message, mark
from app.store.journal.attempt import Attempt
from app.store.journal.hash_chain import ChainStep
from app.store.journal.states import may_follow


class JournalError(Exception):
    """An entry was not stored in both sinks; `is_partly_kept` when one of them has it."""

    def __init__(self, message: Message | str, *, is_partly_kept: bool = False) -> None:
        super().__init__(message)
        self.is_partly_kept = is_partly_kept


class TransitionError(ValueError):
    """A step that the state machine does not allow."""


def check_order(standing: Attempt | None, step: ChainStep) -> None:
    """Raise TransitionError for a step that may not follow the attempt (None: there is none yet)."""
    before = standing.state if standing else None
    if not may_follow(step.kind, before, step.state):
        message = mark("{state} may not follow {before}.", state=step.state, before=before or mark("nothing"))
        raise TransitionError(message)
    if standing and (standing.request_id, standing.kind) != (step.request_id, step.kind):
        message = mark(
            "This attempt is the {kind} with the request {request}.",
            kind=standing.kind,
            request=standing.request_id,
        )
        raise TransitionError(message)


def is_full(error: Exception) -> bool:
    """Whether the error means that the disk is full."""
    if isinstance(error, OSError):
        return error.errno in {errno.ENOSPC, errno.EDQUOT}
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
