"""Sales that were recorded as not made although the ledger names them."""

from __future__ import annotations

from collections.abc import Sequence

from app.desk.model.sale import Wallet
from app.desk.payment import ledger_diff
from app.desk.payment.evidence_journal import agent_of
from app.store.journal.attempt import Attempt
from app.store.journal.states import Kind, State

_BOOKED = frozenset({State.SETTLED, State.RESOLVED_BOOKED, State.BOOKED_REF_LOST})


def contradicted(attempts: Sequence[Attempt], wallet: Wallet) -> tuple[Attempt, ...]:
    """The attempts recorded as not made whose request the ledger names too often for that.

    Only attempts of the agent whose wallet it is.
    """
    sales = [each for each in attempts if each.kind is Kind.CREATE]
    return tuple(
        each
        for each in sales
        if each.state is State.RESOLVED_NOT_BOOKED
        and agent_of(each) == wallet.agent_id
        and _is_named(each.request_id, sales, wallet.ledger)
    )


def _is_named(request_id: str, sales: Sequence[Attempt], ledger: Sequence[str]) -> bool:
    alike = [each for each in sales if each.request_id == request_id]
    # While one of them is open, the entry may be its own: then that one is enquired about.
    if any(each.is_open and each.state not in _BOOKED for each in alike):
        return False
    booked = sum(each.state in _BOOKED for each in alike)
    return ledger_diff.times_named(ledger, request_id, is_split=booked > 0) > booked
