"""The checks of the preflight, by its numbers and by this counter's journal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Protocol

from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.model.sale import Change, Preflight, Problem
from app.desk.payment.duplicate_check import (
    Likeness,
    is_same,
    is_told,
    likeness,
    of_another_size,
    same_sale,
)
from app.desk.payment.journal_facts import SET_BACK, together
from app.desk.payment.payments import may_be_resent
from app.desk.sale.order import fingerprint_of, product_facts
from app.desk.sale.validation import problems
from app.desk.sale.wallet_reservation import Begun, uncovered
from app.desk.service.advice import DO_NOT_SELL_AGAIN
from app.store.journal.hash_chain import Facts
from app.store.journal.journal import Attempt, Recovery
from app.store.journal.states import Kind, State

_SENT_BEFORE = mark("The same sale was sent before, and its outcome is not known.")
_UNTOLD = mark(
    "A sale of the same seats was sent before. "
    "Its customer cannot be read any more, and its outcome is not known."
)


class SaleHistory(Protocol):
    """The part of the journal that the checks need."""

    @property
    def recovery(self) -> Recovery:
        """What was found in the journal at start."""
        ...

    def open_attempts(self) -> Sequence[Attempt]:
        """The attempts whose outcome is unknown, oldest first."""
        ...

    def changes(self, behind: int = 0) -> Sequence[Attempt]:
        """The attempts with an entry after this number."""
        ...

    def since(self, at: datetime, /) -> Sequence[Attempt]:
        """The attempts whose newest entry was made at an instant or later, by the clock of then."""
        ...

    def of_trip(self, facts: Facts, /) -> Sequence[Attempt]:
        """The sales of the slot, or of the schedule on the day, of these facts, oldest first."""
        ...

    def mark(self, text: str, /) -> str:
        """The mark of a private text."""
        ...


def against_history(
    found: Preflight,
    journal: SaleHistory,
    today: date,
    now: datetime,
    begun: Begun,
) -> Preflight:
    """The preflight with its obstacle, and with an equal earlier sale as a change to accept."""
    # The open ones first: what ends meanwhile is asked for afterwards, and is not missed.
    open_ones, recovery = journal.open_attempts(), journal.recovery
    sale = _likeness(found, journal.mark)
    standing = same_sale(sale, open_ones)
    if not recovery.selling_allowed:
        blocked = formats.sentences(recovery.problem, tr("Selling is off until somebody has looked at this."))
    elif standing is not None and not may_be_resent(standing, now):
        sent = _SENT_BEFORE if is_told(sale, standing) else _UNTOLD
        blocked = formats.sentences(tr(sent), tr(DO_NOT_SELL_AGAIN))
    else:
        blocked = blocking(found, today) or _beside(found, begun, journal)
    made = journal.of_trip(product_facts(found.draft))
    before = (*_sent_before(standing, now), *_waiting(sale, open_ones), *_made_before(sale, made))
    changes = (*found.changes, *before)
    return replace(found, blocked=blocked, changes=changes)


def was_sold_since(found: Preflight, journal: SaleHistory) -> bool:
    """Whether the same sale was made after this preflight looked."""
    made = _made(_likeness(found, journal.mark), journal.changes(found.behind))
    return any(found.intent_id not in {each.intent_id, each.facts.get("asked_as")} for each in made)


def not_covered(found: Preflight, begun: Begun, journal: SaleHistory) -> str:
    """A sentence when the wallet cannot cover this sale beside those in the journal; empty when it can."""
    open_ones, changed = journal.open_attempts(), journal.changes(found.behind)
    # Of what ended before this preflight looked, that counts which ended after its wallet was read.
    ended = journal.since(found.wallet.read_at - SET_BACK)
    return uncovered(found, begun, together(changed, ended, open_ones))


def blocking(found: Preflight, today: date) -> str:
    """A sentence about the first number that prevents the sale, or empty."""
    wallet, price = found.wallet, found.price
    if wallet.account_status.casefold() not in {"active", ""}:
        return tr(
            'The account is "{status}". Selling stops until it is active. Ask the operator.',
            status=wallet.account_status,
        )
    if wallet.currency and wallet.currency != price.currency:
        return tr(
            "The price is in {currency} and the wallet in {other}. Ask the operator.",
            currency=price.currency,
            other=wallet.currency,
        )
    wrong = problems(found.draft, today)
    if wrong:
        return _told(wrong[0])
    if found.split.missing > 0:
        return tr(
            "The wallet cannot cover this. {currency} {amount} is missing.",
            currency=price.currency,
            amount=formats.amount(found.split.missing),
        )
    return ""


def _beside(found: Preflight, begun: Begun, journal: SaleHistory) -> str:
    wrong = not_covered(found, begun, journal)
    return formats.sentences(wrong, tr("Wait until that is settled, then check again.")) if wrong else ""


def _told(problem: Problem) -> str:
    """The sentence of a problem, with the passenger's number if there are several."""
    if problem.row is None:
        return problem.sentence
    return tr("Passenger {number}: {sentence}", number=problem.row + 1, sentence=problem.sentence)


def _sent_before(standing: Attempt | None, now: datetime) -> tuple[Change, ...]:
    """An equal sale with an unknown outcome that may be sent again exactly as it was."""
    if standing is None or not may_be_resent(standing, now):
        return ()
    return (Change(tr("The same order was sent before"), tr("Outcome not known"), tr("Sent once more")),)


def _waiting(sale: Likeness, attempts: Sequence[Attempt]) -> tuple[Change, ...]:
    """A sale of other seats of the same to the same customer, whose outcome is not known."""
    waiting = of_another_size(sale, attempts)
    if waiting is None:
        return ()
    seats = formats.seats(int(waiting.facts.get("qty") or 0))
    return (
        Change(
            tr("This customer has an order of the same whose outcome is not known"),
            tr("{seats}, perhaps booked", seats=seats),
            tr("One more"),
        ),
    )


def _made_before(sale: Likeness, attempts: Sequence[Attempt]) -> tuple[Change, ...]:
    """A settled sale of the same product, day, seats and phone: intended, or sold twice."""
    made = _made(sale, attempts)
    if not made:
        return ()
    told = [each for each in made if is_told(sale, each)]
    what = (
        tr("This customer has the same booking") if told else tr("Perhaps this customer has the same booking")
    )
    last = (told or made)[-1]
    pnr = tr("PNR {pnr}", pnr=last.facts.get("booking_ref") or last.request_id)
    return (Change(what, pnr, tr("One more")),)


def _likeness(found: Preflight, mark: Callable[[str], str]) -> Likeness:
    return likeness(Kind.CREATE, fingerprint_of(found.draft), product_facts(found.draft), mark)


def _made(sale: Likeness, attempts: Sequence[Attempt]) -> list[Attempt]:
    return [
        each
        for each in attempts
        if each.state in {State.SETTLED, State.RESOLVED_BOOKED} and is_same(sale, each)
    ]
