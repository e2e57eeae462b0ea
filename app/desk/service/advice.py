"""What to tell the clerk when a call did not do what it should: facts, money, next step."""

from __future__ import annotations

from dataclasses import replace

from app.api.messages.errors import (
    AccessDisabledError,
    BoatsNotConfiguredError,
    KeyRefusedError,
    NoAnswerError,
    NotSentError,
    PartnerError,
    RefusedError,
    UnreadableAnswerError,
)
from app.core.language import mark, tr, words_of
from app.desk.model.sale import Advice
from app.desk.payment.stop_switch import StoppedError
from app.desk.sale.refusal_advice import TOO_LARGE, next_step
from app.desk.service.key_access import KeyState

LINE = "line"
KEY = "key"
"""The fields of an advice when the service did not answer at all, and when it is about the key."""
NOTHING_MOVED = mark("Nothing was booked or debited.")
_ASK_FOR_PNR = mark("Ask the operator for the PNR with the request number.")
DO_NOT_SELL_AGAIN = mark("Do not sell it again yet. The customer must not pay twice.")


class DeskError(Exception):
    """Something could not be done; `advice` says it for the clerk. Nothing was booked or debited by it."""

    def __init__(self, advice: Advice) -> None:
        super().__init__(str(advice))
        self.advice = advice


def advise_read(error: PartnerError, subject: str) -> Advice:
    """Advice for a reading that failed; `subject` is what was read, such as "The slots"."""
    what, action = _read_failure(error, subject)
    if isinstance(error, (AccessDisabledError, KeyRefusedError)):
        field = KEY
    else:
        field = LINE if isinstance(error, (NotSentError, NoAnswerError)) else ""
    return Advice(what, tr(NOTHING_MOVED), action, details(error), field=field)


def advise_selling_off(state: KeyState) -> Advice:
    """Advice for everything that moves money while the service does not let this key sell."""
    if state is KeyState.SWITCHED_OFF:
        what = tr("This key is known but switched off, so selling is off.")
        return Advice(what, tr(NOTHING_MOVED), tr("Ask the operator, or enter another key."), field=KEY)
    what = tr("The service does not accept this key any more, so selling is off.")
    return Advice(what, tr(NOTHING_MOVED), tr("Enter another key, or ask the operator."), field=KEY)


def advise_former_key(subject: str) -> Advice:
    """Advice for a reading that was asked with a key that is not used any more."""
    what = tr("{subject} could not be read: the key was changed meanwhile.", subject=subject)
    return Advice(what, tr(NOTHING_MOVED), tr("Read again."))


def advise_uncovered(what: str) -> Advice:
    """Advice for a sale whose money another one may be taking just now; `what` says how much is missing."""
    return Advice(what, tr(NOTHING_MOVED), tr("Wait until that is settled, then check again."))


def advise_other_wallet() -> Advice:
    """Advice for a sale that was checked against the wallet of another agent than this key's."""
    what = tr("The key was changed to that of another agent since this sale was checked.")
    return Advice(what, tr(NOTHING_MOVED), tr("Check again: it would be paid from another wallet."))


def advise_no_key(sentence: str) -> Advice:
    """Advice for what was typed as a key and cannot be one."""
    return Advice(sentence, "", "", field=KEY)


def advise_refused_sale(error: RefusedError, *, is_boat: bool = False) -> Advice:
    """Advice for a booking that the service refused for certain."""
    if isinstance(error, (AccessDisabledError, KeyRefusedError)):
        return advise_read(error, tr("The booking"))
    step = next_step(error, is_boat=is_boat)
    what = (
        tr('The service refused the booking: "{words}"', words=error.words)
        if error.words
        else tr("The service refused the booking.")
    )
    return replace(step, what=what, meaning=tr(NOTHING_MOVED), details=details(error))


def advise_unsent_sale(error: BaseException) -> Advice:
    """Advice for a booking that never reached the service, or was given up before it was whole."""
    if isinstance(error, StoppedError):
        what = tr("You stopped the booking before it was sent whole.")
        return Advice(what, tr(NOTHING_MOVED), tr("Check again, then book when you are ready."))
    is_too_large = isinstance(error, NotSentError) and error.is_too_large
    action = tr(TOO_LARGE) if is_too_large else tr("Check the line, then book again.")
    field = "passengers" if is_too_large else ""
    return Advice(tr("The booking was not sent."), tr(NOTHING_MOVED), action, details(error), field=field)


def advise_unknown_sale(error: BaseException) -> Advice:
    """Advice for a booking that was sent and whose outcome is not known."""
    if isinstance(error, UnreadableAnswerError) and error.says_success:
        what = tr("The service booked this, but its answer holds no PNR that can be read.")
    elif isinstance(error, UnreadableAnswerError):
        what = tr("We do not know whether this sale went through. The service's answer does not tell.")
    else:
        what = tr(
            "We do not know whether this sale went through. The order was sent, and no answer came back."
        )
    return Advice(what, tr(DO_NOT_SELL_AGAIN), tr(_ASK_FOR_PNR), details(error))


def advise_open_sale() -> Advice:
    """Advice for a sale of before whose outcome is still not known."""
    what = tr("We do not know whether this sale went through.")
    return Advice(what, tr(DO_NOT_SELL_AGAIN), tr(_ASK_FOR_PNR))


def advise_same_sale(state: str) -> Advice:
    """Advice for a sale that is not sent because the same one may already stand."""
    if state in {"SETTLED", "RESOLVED_BOOKED"}:
        return Advice(
            tr("This sale has been made."),
            tr("It was not sent a second time."),
            tr("Look in Bookings for its PNR."),
        )
    what = tr("The same sale was sent before, and its outcome is not known.")
    return Advice(what, tr(DO_NOT_SELL_AGAIN), tr(_ASK_FOR_PNR))


def advise_unfit() -> Advice:
    """Advice for an order that breaks a limit of the interface, which nothing before has noticed."""
    what = tr("Something in this order is not as the service takes it, so it was not sent.")
    return Advice(what, tr(NOTHING_MOVED), tr("Check name, phone and e-mail."))


def advise_unwritable(error: BaseException) -> Advice:
    """Advice for a sale that was not sent because this counter could not write it down first."""
    what = tr("This counter cannot write the order down, so it was not sent.")
    return Advice(
        what, tr(NOTHING_MOVED), tr("Free disk space or ask for help, then start again."), details(error)
    )


def details(error: BaseException) -> tuple[tuple[str, str], ...]:
    """Codes and replies as received, labelled; the key is in none of them."""
    rows: list[tuple[str, str]] = [(tr("What happened"), words_of(error))]
    if isinstance(error, RefusedError):
        rows += [(tr("HTTP status"), str(error.http_status)), (tr("Code"), error.code or "")]
        rows += [(tr("The service said"), error.words or "")]
    if isinstance(error, UnreadableAnswerError):
        rows += [(tr("HTTP status"), str(error.http_status or "")), (tr("Answer"), error.body_excerpt)]
    return tuple((label, text) for label, text in rows if text)


def _read_failure(error: PartnerError, subject: str) -> tuple[str, str]:
    """What could not be done, and what to do."""
    if isinstance(error, AccessDisabledError):
        return tr("This key is known but switched off."), tr("Ask the operator.")
    if isinstance(error, KeyRefusedError):
        return tr("The service does not accept this key."), tr("Enter another key, or ask the operator.")
    if isinstance(error, BoatsNotConfiguredError):
        return tr("Boats cannot be read right now. Activities still work."), tr("Try again in a few minutes.")
    if isinstance(error, RefusedError) and error.words:
        return (
            tr(
                '{subject} could not be read. The service said: "{words}"', subject=subject, words=error.words
            ),
            tr("Read again, or ask the operator."),
        )
    if isinstance(error, (NotSentError, NoAnswerError)):
        return (
            tr("{subject} could not be read: the service does not answer.", subject=subject),
            tr("Check the line, then read again."),
        )
    return tr("{subject} could not be read: the answer makes no sense.", subject=subject), tr(
        "Read again, or ask the operator."
    )
