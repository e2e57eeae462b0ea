"""Advice for a sale that was refused or not sent, or whose outcome is unknown."""

from __future__ import annotations

from dataclasses import replace

from app.api.messages.errors import (
    AccessDisabledError,
    KeyRefusedError,
    NeverReadError,
    NotSentError,
    RefusedError,
    UnreadableAnswerError,
)
from app.core.language import tr
from app.desk.model.sale import Advice
from app.desk.payment.payment_call import StoppedError
from app.desk.sale.refusal_advice import TOO_LARGE, next_step
from app.desk.service.advice import (
    ASK_FOR_PNR,
    DO_NOT_SELL_AGAIN,
    MOVED,
    NOTHING_MOVED,
    advise_read,
    details,
)


def advise_uncovered(what: str) -> Advice:
    """Advice for a sale whose money may be taken by another one just now; `what` states what is missing."""
    return Advice(what, tr(NOTHING_MOVED), tr("Wait until that is settled, then check again."))


def advise_sold_since() -> Advice:
    """Advice for a sale like one that was made after this one was checked."""
    what = tr("The same sale was made a moment ago.")
    return Advice(what, tr(NOTHING_MOVED), tr("Check again: it may be this one."))


def advise_other_wallet() -> Advice:
    """Advice for a sale that was checked with the wallet of another agent than this API key's."""
    what = tr("The key was changed to that of another agent since this sale was checked.")
    return Advice(what, tr(NOTHING_MOVED), tr("Check again: it would be paid from another wallet."))


def advise_refused_sale(error: RefusedError, *, is_boat: bool = False) -> Advice:
    """Advice for a booking that the service certainly refused."""
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
    """Advice for a booking that never reached the service, or was stopped before it was complete."""
    if isinstance(error, StoppedError):
        what = tr("You stopped the booking before it was sent whole.")
        return Advice(what, tr(NOTHING_MOVED), tr("Check again, then book when you are ready."))
    is_too_large = isinstance(error, NotSentError) and error.is_too_large
    what = tr("The booking was not sent.")
    action = tr(TOO_LARGE) if is_too_large else tr("Check the line, then book again.")
    if isinstance(error, NeverReadError):
        what = tr("The booking never reached the service: {cause}.", cause=error.cause)
        action = tr(MOVED) if error.moved_to else action
    field = "passengers" if is_too_large else ""
    return Advice(what, tr(NOTHING_MOVED), action, details(error), field=field)


def advise_unknown_sale(error: BaseException) -> Advice:
    """Advice for a booking that was sent and whose outcome is unknown."""
    if not isinstance(error, UnreadableAnswerError):
        what = tr(
            "We do not know whether this sale went through. The order was sent, and no answer came back."
        )
    elif error.says_success:
        what = tr("The service booked this, but its answer holds no PNR that can be read.")
    elif error.signs.is_pending:
        what = _taken_in(error.signs.reference)
    elif error.signs.is_wall:
        what = tr("We do not know whether this sale went through: {cause}.", cause=error.cause)
    else:
        what = tr("We do not know whether this sale went through. The service's answer does not tell.")
    return Advice(what, tr(DO_NOT_SELL_AGAIN), tr(ASK_FOR_PNR), details(error))


def _taken_in(reference: str) -> str:
    if reference:
        return tr(
            "The service has taken this sale in as {reference}, and has not settled it yet.",
            reference=reference,
        )
    return tr("The service has taken this sale in, and has not settled it yet.")


def advise_open_sale() -> Advice:
    """Advice for an earlier sale whose outcome is still unknown."""
    what = tr("We do not know whether this sale went through.")
    return Advice(what, tr(DO_NOT_SELL_AGAIN), tr(ASK_FOR_PNR))


def advise_same_sale(state: str) -> Advice:
    """Advice for a sale that is not sent because the same one may already exist."""
    if state in {"SETTLED", "RESOLVED_BOOKED"}:
        return Advice(
            tr("This sale has been made."),
            tr("It was not sent a second time."),
            tr("Look in Bookings for its PNR."),
        )
    what = tr("The same sale was sent before, and its outcome is not known.")
    return Advice(what, tr(DO_NOT_SELL_AGAIN), tr(ASK_FOR_PNR))


def advise_unfit() -> Advice:
    """Advice for an order that breaks a limit of the interface, which no earlier check has found."""
    what = tr("Something in this order is not as the service takes it, so it was not sent.")
    return Advice(what, tr(NOTHING_MOVED), tr("Check name, phone and e-mail."))


def advise_unwritable(error: BaseException) -> Advice:
    """Advice for a sale that was not sent because the journal could not be written first."""
    what = tr("This counter cannot write the order down, so it was not sent.")
    return Advice(
        what, tr(NOTHING_MOVED), tr("Free disk space or ask for help, then start again."), details(error)
    )
