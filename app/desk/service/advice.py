"""Advice for the clerk when a call failed: facts, money, next step."""

from __future__ import annotations

from app.api.messages.errors import (
    AccessDisabledError,
    BoatsNotConfiguredError,
    KeyRefusedError,
    Matter,
    NoAnswerError,
    NotSentError,
    PartnerError,
    RefusedError,
    UnreadableAnswerError,
)
from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.model.sale import Advice
from app.desk.service.key_access import KeyState

LINE = "line"
KEY = "key"
"""The fields of advice when the service did not answer at all, and when it is about the API key."""
CLOCK = "clock"
"""The field of advice that asks whether to sell although the clock is wrong."""
MOVED = mark("Enter the new address in Settings under Connection, or ask the operator.")
ALLOW_US = mark(
    "Try again in a minute. If it stays so, ask the operator to allow the internet address of this office."
)
NOTHING_MOVED = mark("Nothing was booked or debited.")
ASK_FOR_PNR = mark("Ask the operator for the PNR with the request number.")
MATTERS = {
    Matter.ADDRESS: (
        mark("The service takes no calls from the internet address of this office."),
        mark("Ask the operator to allow it; the key need not be changed."),
    ),
    Matter.LIMIT: (
        mark("The service takes no more calls for a while."),
        mark("Wait some minutes, then try again."),
    ),
    Matter.AUTOMATION: (
        mark("The service takes this program for a robot."),
        mark("Ask the operator to let it through; the key need not be changed."),
    ),
    Matter.PERMISSION: (
        mark("The service does not permit this to this key."),
        mark("Ask the operator for the permission."),
    ),
}
"""What a refusal means that is no matter of the key, and what to do."""
DO_NOT_SELL_AGAIN = mark("Do not sell it again yet. The customer must not pay twice.")


def advise_read(error: PartnerError, subject: str) -> Advice:
    """Advice for a failed reading; `subject` is what was read, such as "The slots"."""
    what, action = _read_failure(error, subject)
    if isinstance(error, (AccessDisabledError, KeyRefusedError)):
        field = KEY
    else:
        field = LINE if isinstance(error, (NotSentError, NoAnswerError)) else ""
    return Advice(what, tr(NOTHING_MOVED), action, details(error), field=field)


def advise_selling_off(state: KeyState) -> Advice:
    """Advice for everything that moves money while the service does not let this API key sell."""
    if state is KeyState.SWITCHED_OFF:
        what = tr("This key is known but switched off, so selling is off.")
        return Advice(what, tr(NOTHING_MOVED), tr("Ask the operator, or enter another key."), field=KEY)
    what = tr("The service does not accept this key any more, so selling is off.")
    return Advice(what, tr(NOTHING_MOVED), tr("Enter another key, or ask the operator."), field=KEY)


def advise_wrong_clock(sentence: str) -> Advice:
    """Advice for everything that moves money while the clock is far from the service's."""
    action = tr("Set the clock right, or decide that you sell all the same.")
    return Advice(sentence, tr(NOTHING_MOVED), action, field=CLOCK)


def advise_former_key(subject: str) -> Advice:
    """Advice for a reading with an API key that is no longer used."""
    what = tr("{subject} could not be read: the key was changed meanwhile.", subject=subject)
    return Advice(what, tr(NOTHING_MOVED), tr("Read again."))


def advise_no_key(sentence: str) -> Advice:
    """Advice for a typed text that cannot be an API key."""
    return Advice(sentence, "", "", field=KEY)


def details(error: BaseException) -> tuple[tuple[str, str], ...]:
    """Codes and replies as received, labelled, without the API key."""
    rows: list[tuple[str, str]] = [(tr("What happened"), str(error))]
    if isinstance(error, RefusedError):
        rows += [(tr("HTTP status"), str(error.http_status)), (tr("Code"), error.code or "")]
        rows += [(tr("The service said"), error.words or "")]
    if isinstance(error, UnreadableAnswerError):
        rows += [(tr("HTTP status"), str(error.http_status or "")), (tr("Answer"), error.body_excerpt)]
        rows += [(tr("The service said"), error.words or ""), (tr("Reference"), error.signs.reference)]
    return tuple((label, text) for label, text in rows if text)


def _read_failure(error: PartnerError, subject: str) -> tuple[str, str]:
    """What could not be done, and what to do."""
    if isinstance(error, RefusedError):
        told = _refusal(error, subject)
        if told is not None:
            return told
    if isinstance(error, UnreadableAnswerError) and error.signs.is_wall:
        return tr("{subject} could not be read: {cause}.", subject=subject, cause=error.cause), tr(ALLOW_US)
    if isinstance(error, UnreadableAnswerError) and error.signs.moved_to:
        return tr("{subject} could not be read: {cause}.", subject=subject, cause=error.cause), tr(MOVED)
    if isinstance(error, (NotSentError, NoAnswerError)):
        return (
            tr("{subject} could not be read: the service does not answer.", subject=subject),
            tr("Check the line, then read again."),
        )
    return tr("{subject} could not be read: the answer makes no sense.", subject=subject), tr(
        "Read again, or ask the operator."
    )


def _refusal(error: RefusedError, subject: str) -> tuple[str, str] | None:
    """What a refusal means, and what to do; None when it says nothing."""
    if isinstance(error, AccessDisabledError):
        return tr("This key is known but switched off."), tr("Ask the operator.")
    if isinstance(error, KeyRefusedError):
        return tr("The service does not accept this key."), tr("Enter another key, or ask the operator.")
    if isinstance(error, BoatsNotConfiguredError):
        return tr("Boats cannot be read right now. Activities still work."), tr("Try again in a few minutes.")
    if error.matter in MATTERS:
        what, action = MATTERS[error.matter]
        said = tr('The service said: "{words}"', words=error.words) if error.words else ""
        return formats.sentences(tr(what), said), tr(action)
    if error.words:
        what = tr(
            '{subject} could not be read. The service said: "{words}"', subject=subject, words=error.words
        )
        return what, tr("Read again, or ask the operator.")
    return None
