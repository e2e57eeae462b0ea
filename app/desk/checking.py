"""What speaks against a sale at the last look, from its numbers and from this counter's journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from app.desk import words
from app.desk.advice import DO_NOT_SELL_AGAIN
from app.desk.cashier import same_sale
from app.desk.draft import problems
from app.desk.order import fingerprint_of
from app.desk.values import Change, Preflight, Problem
from app.store.journal import Attempt, Recovery
from app.store.states import State


def against_history(
    found: Preflight, attempts: Sequence[Attempt], recovery: Recovery, today: date
) -> Preflight:
    """The pre-flight with what stops it and with an equal sale made before, which must be accepted."""
    fingerprint = fingerprint_of(found.draft)
    standing = same_sale(fingerprint, attempts)
    if not recovery.selling_allowed:
        blocked = f"{' '.join(recovery.sentences)} Selling is off until somebody has looked at this."
    elif standing is not None:
        blocked = f"The same sale was sent before, and its outcome is not known. {DO_NOT_SELL_AGAIN}"
    else:
        blocked = blocking(found, today)
    return replace(found, blocked=blocked, changes=found.changes + _made_before(fingerprint, attempts))


def blocking(found: Preflight, today: date) -> str:
    """The first thing in the numbers that stops the sale, or empty."""
    wallet, price = found.wallet, found.price
    if wallet.account_status.casefold() not in {"active", ""}:
        return (
            f'The account is "{wallet.account_status}". Selling stops until it is active. Ask the operator.'
        )
    if wallet.currency != price.currency:
        return f"The price is in {price.currency} and the wallet in {wallet.currency}. Ask the operator."
    wrong = problems(found.draft, today)
    if wrong:
        return _told(wrong[0])
    if found.split.missing > 0:
        missing = words.amount(found.split.missing)
        return f"The wallet cannot cover this. {price.currency} {missing} is missing."
    return ""


def _told(problem: Problem) -> str:
    """The sentence, and whose it is when it is one of many passengers'."""
    return problem.sentence if problem.row is None else f"Passenger {problem.row + 1}: {problem.sentence}"


def _made_before(fingerprint: str, attempts: Sequence[Attempt]) -> tuple[Change, ...]:
    """A settled sale of the same product, day, seats and phone: perhaps meant, perhaps sold twice."""
    made = [
        str(each.facts.get("booking_ref") or each.request_id)
        for each in attempts
        if each.state in {State.SETTLED, State.RESOLVED_BOOKED}
        and each.private.get("fingerprint") == fingerprint
    ]
    return (Change("This customer has the same booking", f"PNR {made[-1]}", "One more"),) if made else ()
