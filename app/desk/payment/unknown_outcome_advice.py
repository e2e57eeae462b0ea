"""Advice during the enquiry into an unknown outcome."""

from __future__ import annotations

from datetime import datetime

from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.model.person_names import bare_name
from app.desk.model.sale import Advice
from app.desk.payment.unknown_outcome_values import Decision, Findings
from app.desk.service.advice import DO_NOT_SELL_AGAIN, details

THIS_PROGRAM = mark("this program")
CONTRADICTED = mark("The ledger of the wallet names this request, so it was booked after all.")
ESCALATED = mark("The wallet did not tell. The operator must be asked.")
PERMISSION_ENDED = mark("The permission to send it again was not used in time.")
ANOTHER_DEBIT = mark("Nothing more is sent: another debit would hide whether it was booked.")
_SHORTEST_REASON = 3


def decision_problem(decision: Decision, findings: Findings, *, asks_two: bool) -> Advice | None:
    """Advice against a person's decision "it was not sold", or None."""
    if findings.is_proven:
        return Advice(
            tr("The service booked this, so it cannot be recorded as not sold."),
            tr(DO_NOT_SELL_AGAIN),
            tr("Ask the operator for the PNR."),
        )
    if not findings.is_quiet:
        return too_early(findings.quiet_at.astimezone(findings.now.tzinfo), tr(DO_NOT_SELL_AGAIN))
    return names_problem(decision, asks_two=asks_two)


def permission_problem(decision: Decision, findings: Findings) -> Advice | None:
    """Advice against a person's decision to send other orders while this outcome is unknown, or None."""
    if findings.is_too_early:
        return too_early(findings.quiet_at.astimezone(findings.now.tzinfo), tr(ANOTHER_DEBIT))
    return names_problem(decision, asks_two=findings.asks_two)


def too_early(quiet_at: datetime, meaning: str) -> Advice:
    """Advice that it is too early to know; `quiet_at` is in this computer's zone."""
    action = tr("Wait until {time}.", time=formats.clock_seconds(quiet_at))
    return Advice(tr("The service may still be at work on it."), meaning, action)


def names_problem(decision: Decision, *, asks_two: bool) -> Advice | None:
    """Advice about missing names or reason of a decision, for sales and cancellations; or None."""
    by = bare_name(decision.by)
    if not by:
        return Advice("", "", tr("Enter your name."), field="by")
    if len(decision.reason.strip()) < _SHORTEST_REASON:
        return Advice("", "", tr("Enter who said so, and how."), field="reason")
    if asks_two and bare_name(decision.second) in {"", by}:
        return Advice("", "", tr("A second person must enter another name."), field="second")
    return None


def owned(pnr: str, request_id: str) -> Advice:
    """Advice that the PNR belongs to another sale of this counter."""
    what = tr(
        "{pnr} is the PNR of another sale of this counter, request {request}.", pnr=pnr, request=request_id
    )
    return Advice(what, tr(DO_NOT_SELL_AGAIN), tr("Ask the operator again."), field="pnr")


def other_agent() -> Advice:
    """Advice that the API key is now that of another agent."""
    what = tr("The key is now that of another agent, whose wallet tells nothing of this sale.")
    return Advice(what, tr(DO_NOT_SELL_AGAIN), tr("Ask with the key that it was sold with."))


def not_here() -> Advice:
    """Advice that the journal does not have the sale."""
    return Advice(
        tr("This counter does not know that sale."), tr("Nothing was changed."), tr("Look in Bookings.")
    )


def settled() -> Advice:
    """Advice that the sale has been settled meanwhile."""
    return Advice(
        tr("This sale has been settled meanwhile."), tr("Nothing was changed."), tr("Look in Bookings.")
    )


def authorised() -> Advice:
    """Advice that the sale may be sent again now."""
    what = tr("This sale may be sent once more just now.")
    return Advice(what, tr("Nothing was changed."), tr("Sell it again, or wait until the permission ends."))


def unwritable(error: BaseException) -> Advice:
    """Advice that the journal cannot be written."""
    what = tr("This counter cannot write that down.")
    return Advice(what, tr(DO_NOT_SELL_AGAIN), tr("Free disk space or ask for help."), details(error))
