"""Money reserved by running sales that the last reading of the wallet cannot show yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from app.core.language import tr
from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.desk.model.sale import Preflight
from app.desk.model.wallet_split import ZERO
from app.desk.payment.evidence_journal import agent_of
from app.desk.payment.journal_facts import amount
from app.desk.payment.service_rest import left_by
from app.desk.sale.pricing import debit_range
from app.store.journal.journal import Attempt
from app.store.journal.states import Kind, State

_ON_ITS_WAY = frozenset({State.PREPARED, State.DISPATCHED})
_MAY_HAVE_TAKEN = frozenset({State.SETTLED, State.BOOKED_REF_LOST, State.UNKNOWN})

Begun = Mapping[str, Decimal]
"""The most that each running sale may take, by its intent."""


def most(preflight: Preflight) -> Decimal:
    """The most that this sale may take."""
    return debit_range(preflight.price, is_boat=isinstance(preflight.draft, BoatDraft))[1]


def uncovered(preflight: Preflight, begun: Begun, attempts: Sequence[Attempt]) -> str:
    """A sentence when the wallet cannot cover this sale and the running ones; empty when it can."""
    wallet = preflight.wallet
    others = {intent: each for intent, each in begun.items() if intent != preflight.intent_id}
    # A running sale may be in the journal already, perhaps under another intent.
    named = {preflight.intent_id, *others}
    taken = sum(others.values(), ZERO) + sum(
        (
            amount(each.facts, "expected_high") or ZERO
            for each in attempts
            if _takes_unseen(each, preflight) and not named & {each.intent_id, each.facts.get("asked_as")}
        ),
        ZERO,
    )
    missing = preflight.price.payable + taken - max(wallet.cash, ZERO) - max(wallet.credit_left, ZERO)
    if not taken or missing <= 0:
        return ""
    return tr(
        "The wallet cannot cover this beside a sale that is being settled. {currency} {amount} is missing.",
        currency=preflight.price.currency,
        amount=formats.amount(missing),
    )


def _takes_unseen(attempt: Attempt, preflight: Preflight) -> bool:
    """Whether it may have taken money that the reading of this preflight does not show."""
    if attempt.kind is not Kind.CREATE or agent_of(attempt) != preflight.wallet.agent_id:
        return False
    is_newer = attempt.state in _MAY_HAVE_TAKEN and left_by(attempt) > preflight.wallet.read_at
    return attempt.state in _ON_ITS_WAY or is_newer
