"""Advice for a cancellation that failed or whose outcome is unknown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from app.api.messages.errors import (
    AccessDisabledError,
    KeyRefusedError,
    NeverReadError,
    RefusedError,
    UnreadableAnswerError,
)
from app.core.language import joined, mark, tr, trn
from app.desk.bookings.booking_values import OfficeBooking
from app.desk.model import formats
from app.desk.model.sale import Advice
from app.desk.payment.payment_call import StoppedError
from app.desk.payment.unknown_outcome_advice import names_problem, too_early
from app.desk.payment.unknown_outcome_values import Decision
from app.desk.service.advice import MATTERS, MOVED, advise_read, details
from app.store.journal.states import State
from app.store.register.values import KeptCancellation

NOTHING_CANCELLED = mark("Nothing was cancelled, and nothing was credited.")
DO_NOT_CANCEL_AGAIN = mark("Do not cancel it again, and do not pay out the refund yet.")
_CLERK_CANCELLED = (
    mark("{clerk} cancelled {seats} at desk {desk}, {time}."),
    mark("{clerk} cancelled {seats} at this desk, {time}."),
)
_DESK_CANCELLED = (
    mark("Desk {desk} cancelled {seats} at {time}."),
    mark("This desk cancelled {seats} at {time}."),
)
_ASK = mark("The booking is read again by itself. You may serve someone else.")


def advise_refused(error: RefusedError) -> Advice:
    """Advice for a cancellation that the service certainly refused."""
    if isinstance(error, (AccessDisabledError, KeyRefusedError)):
        return replace(advise_read(error, tr("The booking")), meaning=tr(NOTHING_CANCELLED))
    what = (
        tr('The service refused the cancellation: "{words}"', words=error.words)
        if error.words
        else tr("The service refused the cancellation.")
    )
    matter = MATTERS.get(error.matter)
    action = tr(matter[1]) if matter else tr("Quote again, or ask the operator.")
    return Advice(what, tr(NOTHING_CANCELLED), action, details(error))


def advise_unsent(error: BaseException) -> Advice:
    """Advice for a cancellation that never reached the service completely."""
    what, action = tr("The cancellation was not sent."), tr("Check the line, then quote again.")
    if isinstance(error, NeverReadError):
        what = tr("The cancellation never reached the service: {cause}.", cause=error.cause)
        action = tr(MOVED) if error.moved_to else action
    more = () if isinstance(error, StoppedError) else details(error)
    return Advice(what, tr(NOTHING_CANCELLED), action, more)


def advise_unknown(error: BaseException | None, *, is_taken_in: bool = False) -> Advice:
    """Advice for a cancellation that was sent and whose outcome is unknown."""
    in_hand = tr("The service has taken it in, and has not settled it yet.")
    why = in_hand if is_taken_in else tr("The order was sent, and no answer came back.")
    if isinstance(error, UnreadableAnswerError):
        why = tr("The service's answer does not tell.")
        if error.signs.is_pending:
            why = in_hand
        elif error.signs.is_wall:
            why = tr("A wall in front of the service answered in its place.")
    what = formats.sentences(tr("We do not know whether this was cancelled."), why)
    return Advice(what, tr(DO_NOT_CANCEL_AGAIN), tr(_ASK), () if error is None else details(error))


def advise_standing(state: State) -> Advice:
    """Advice for a cancellation that is not sent because one of this booking may already exist."""
    if state is State.CANCELLED:
        what = tr("This cancellation has been made.")
        return Advice(what, tr("It was not sent a second time."), tr("Look in Bookings for its reference."))
    what = tr("A cancellation of this booking was sent before, and its outcome is not known.")
    return Advice(what, tr(DO_NOT_CANCEL_AGAIN), tr("Open it in Bookings."))


def advise_unwritable(error: BaseException) -> Advice:
    """Advice for a cancellation that was not sent because the journal could not be written first."""
    what = tr("This counter cannot write the cancellation down, so it was not sent.")
    action = tr("Free disk space or ask for help, then start again.")
    return Advice(what, tr(NOTHING_CANCELLED), action, details(error))


def advise_unfit() -> Advice:
    """Advice for a choice that breaks a limit of the interface, which no earlier check has found."""
    what = tr("Something in this choice is not as the service takes it, so it was not sent.")
    return Advice(what, tr(NOTHING_CANCELLED), tr("Check the traveller ids."))


def advise_other_agent() -> Advice:
    """Advice for a booking that was cancelled with the API key of another agent."""
    what = tr("The key is now that of another agent, who cannot see this booking.")
    return Advice(what, tr(DO_NOT_CANCEL_AGAIN), tr("Ask with the key that it was cancelled with."))


def advise_too_old() -> Advice:
    """Advice for a quote that has grown too old to be confirmed."""
    what = tr("The quote is older than 2 minutes.")
    return Advice(what, tr(NOTHING_CANCELLED), tr("Quote again: F5."))


def advise_cancelled_since() -> Advice:
    """Advice for a quote of a booking of which something was cancelled after it was asked for."""
    what = tr("Something of this booking was cancelled a moment ago.")
    return Advice(what, tr("Nothing more was cancelled."), tr("Quote again: F5."))


def advise_already_cancelled(who: str = "") -> Advice:
    """Advice for a booking that is already cancelled as a whole; `who` tells which desks cancelled it."""
    what = tr("The service says that this booking is cancelled.")
    meaning = joined(" ", (tr("There is nothing left to cancel."), who))
    return Advice(what, meaning, tr("Go back to Bookings."))


def advise_other_desk(others: Iterable[KeptCancellation], currency: str, left: int) -> Advice:
    """Advice for a choice of more seats than other desks of the office have left of the booking."""
    stays = trn("{number} seat stays booked.", "{number} seats stay booked.", left)
    meaning = joined(" ", (other_desks_words(others, currency), stays if left else ""))
    action = tr("Choose again: F5.") if left else tr("Go back to Bookings.")
    return Advice(tr("Another desk has cancelled of this booking."), meaning, action)


def other_desks_words(others: Iterable[KeptCancellation], currency: str) -> str:
    """What other desks have cancelled of a booking: how much, when, by whom, and what was credited."""
    return joined(" ", (_gone_words(each, currency) for each in others))


def all_desks_words(office: OfficeBooking) -> str:
    """What all desks, this one too, have cancelled of a booking; see `other_desks_words`."""
    here = ((each, _gone_words(replace(each, desk=""), office.sale.currency)) for each in office.here)
    there = ((each, _gone_words(each, office.sale.currency)) for each in office.others)
    return joined(" ", (words for _, words in sorted((*here, *there), key=lambda each: each[0].at)))


def _gone_words(gone: KeptCancellation, currency: str) -> str:
    """The words for a cancellation at the desk of this name; at this desk without one."""
    words = _CLERK_CANCELLED if gone.clerk else _DESK_CANCELLED
    told = tr(
        words[0 if gone.desk else 1],
        clerk=gone.clerk,
        seats=formats.seats(gone.qty),
        desk=gone.desk,
        time=formats.since(gone.at.astimezone()),
    )
    if gone.refund is None:
        return joined(" ", (told, tr("What was credited is not stated.")))
    credited = f"{currency} {formats.amount(gone.refund)}".strip()
    return joined(" ", (told, tr("{refund} was credited.", refund=credited)))


def advise_other_traveller(what: str) -> Advice:
    """Advice for a traveller's number that belongs to another person; `what` says to whom."""
    return Advice(what, tr(NOTHING_CANCELLED), tr("Correct the id, or ask the operator for it."))


def decision_problem(decision: Decision, quiet_at: datetime | None, *, asks_two: bool) -> Advice | None:
    """Advice against a person's decision, or None.

    `quiet_at` is given when the service may be working on it until then.
    """
    if quiet_at is not None:
        return too_early(quiet_at.astimezone(), tr(DO_NOT_CANCEL_AGAIN))
    return names_problem(decision, asks_two=asks_two)


def advise_not_open() -> Advice:
    """Advice that a cancellation has been settled meanwhile."""
    what = tr("This cancellation is not open any more.")
    return Advice(what, tr("Nothing was sent."), tr("Look in Bookings how it ended."))
