"""Evidence in the form of the journal: no personal data, and no text of the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from decimal import Decimal

from app.core.frozen import frozen
from app.desk.model.sale import Wallet
from app.desk.payment import ledger_diff
from app.desk.payment.evidence import Balance, EvidenceCase, Expected, Observation
from app.desk.payment.journal_facts import amount, instant
from app.desk.payment.order import Order
from app.desk.payment.service_rest import sending_of
from app.store.journal.hash_chain import Facts
from app.store.journal.journal import Attempt
from app.store.journal.states import Kind, State

STATED_REFERENCE = "stated_ref"
"""The fact of the reference in an answer that took an order in."""
TAKEN_IN = "taken_in"
"""The fact of such an answer, with a reference or without."""
_MOVED = {
    State.SETTLED: ("total_debited", 1),
    State.RESOLVED_BOOKED: ("total_debited", 1),
    State.CANCELLED: ("refund", -1),
    State.RESOLVED_CANCELLED: ("refund", -1),
}
"""The fact of the amount that an attempt of this end has moved, and its sign."""


@frozen
class FoundEvidence:
    """One reading after the sale, and the references in its new entries."""

    look: Observation
    references: tuple[str, ...]
    """Possible PNRs of this sale in the service's ledger, to be checked with the service."""
    debited: Decimal | None = None
    """What the only entry that names the request took; see `moved`."""


def before_facts(wallet: Wallet) -> dict[str, str | int | None]:
    """The facts of the wallet just before a sale, for the entry that is written before sending."""
    return {
        "wallet_cash": str(wallet.cash),
        "wallet_credit_used": str(wallet.credit_used),
        "wallet_credit_left": str(wallet.credit_left),
        "wallet_read_at": wallet.read_at.isoformat(),
        "wallet_told_at": wallet.told_at.isoformat() if wallet.told_at else None,
        "wallet_ledger": " ".join(ledger_diff.prints(wallet.ledger)),
        "agent_id": wallet.agent_id,
    }


def is_unmoved(order: Order, wallet: Wallet) -> bool:
    """Whether a wallet is exactly as it was before an order that would have moved it, ledger and all.

    An order that may have moved nothing is never proved so. False when the wallet before is not known, and
    when its ledger does not tell one state of it from another.
    """
    facts = order.facts
    moved = amount(facts, "expected_low" if order.kind is Kind.CREATE else "refund_quoted")
    return (
        moved is not None
        and moved > 0
        and _balance(facts, "wallet") == Balance(wallet.cash, wallet.credit_used, wallet.credit_left)
        and wallet.has_credit is not None
        and wallet.agent_id != ""
        and bool(_prints(facts, "wallet_ledger"))
        and ledger_diff.are_one_of_a_kind(wallet.ledger)
        and _prints(facts, "wallet_ledger") == ledger_diff.prints(wallet.ledger)
        and str(facts.get("agent_id") or "") == wallet.agent_id
    )


def look_facts(look: Observation) -> dict[str, str | int | None]:
    """The facts of one reading after a sale, for an entry of evidence."""
    return {
        "seen_at": look.at.isoformat(),
        "seen_by_service": int(look.is_service_time),
        "seen_cash": str(look.balance.cash),
        "seen_credit_used": str(look.balance.credit_used),
        "seen_credit_left": str(look.balance.credit_left),
        "seen_ledger": " ".join(look.prints),
        "seen_fresh": look.fresh,
        "seen_matching": look.matching,
        "seen_own": look.own,
        "seen_dated": int(look.is_dated),
        "seen_named": int(look.is_named),
        "seen_waited": int(look.waited.total_seconds()),
    }


def case_of(
    attempt: Attempt,
    *,
    is_alone: bool = False,
    now_ahead: timedelta | None = None,
    attempts: Iterable[Attempt] = (),
) -> EvidenceCase:
    """What was known when the sale was sent; fields that an older version did not store are None.

    `attempts` are those of this counter that have changed since: what they have moved is its own.
    `now_ahead`: the service's clock minus this computer's in a reading that is not in the journal yet.
    """
    facts, sent = attempt.facts, sending_of([attempt], now_ahead)
    low, high = amount(facts, "expected_low"), amount(facts, "expected_high")
    return EvidenceCase(
        expected=None if low is None or high is None else Expected(low, high),
        before=_balance(facts, "wallet"),
        prints=_prints(facts, "wallet_ledger"),
        sent_at=sent.at,
        is_service_time=sent.is_service_time,
        taken_in=taken_in(attempt),
        is_sold=attempt.is_open and any(each.state is State.BOOKED_REF_LOST for each in attempt.entries),
        is_alone=is_alone,
        own=_own_since(attempt, attempts),
    )


def ahead_of(wallet: Wallet) -> timedelta | None:
    """The service's clock minus this computer's; None when unknown."""
    return wallet.told_at - wallet.read_at if wallet.told_at is not None else None


def looks_of(attempt: Attempt) -> tuple[Observation, ...]:
    """The readings in the journal, oldest first."""
    found = (_look(entry.facts) for entry in attempt.entries if "seen_at" in entry.facts)
    return tuple(look for look in found if look is not None)


def found_in(
    attempt: Attempt,
    wallet: Wallet,
    profile: ledger_diff.EntryProfile | None,
    waited: timedelta,
    attempts: Iterable[Attempt] = (),
) -> FoundEvidence:
    """The evidence of a new reading of the wallet about the sale, compared with the reading before.

    `waited`: how long the sale's answer had been waited for when the reading was requested. `attempts`: as
    for `case_of`; a new entry that names another request of them is not this sale.
    """
    case, looks = case_of(attempt), looks_of(attempt)
    prints = ledger_diff.prints(wallet.ledger)
    places = ledger_diff.fresh(looks[-1].prints if looks else case.prints, prints)
    named = [entry for entry in wallet.ledger if ledger_diff.names(entry, attempt.request_id)]
    others = {each.request_id for each in attempts} - {attempt.request_id}
    new = [wallet.ledger[place] for place in places or ()]
    own = [entry for entry in new if entry not in named and ledger_diff.names_any(entry, others)]
    matching = [entry for entry in new if entry not in own and is_expected(case.expected, entry, profile)]
    look = Observation(
        at=wallet.told_at or wallet.read_at,
        is_service_time=wallet.told_at is not None,
        balance=Balance(wallet.cash, wallet.credit_used, wallet.credit_left),
        prints=prints,
        fresh=None if places is None else len(places),
        matching=len(matching),
        own=len(own),
        is_named=bool(named),
        is_dated=ledger_diff.are_one_of_a_kind(wallet.ledger),
        waited=waited,
    )
    debited = moved(case.expected, attempt.request_id, wallet.ledger, profile)
    return FoundEvidence(look, _references(named, matching, profile), debited)


def agent_of(attempt: Attempt) -> str:
    """The agent whose wallet was to pay for an attempt; empty when the service stated none."""
    return str(attempt.facts.get("agent_id") or "")


def taken_in(attempt: Attempt) -> str | None:
    """The reference under which the service took an order in without settling it; empty without one.

    None when it did not say that it took it in.
    """
    reference = str(attempt.facts.get(STATED_REFERENCE) or "")
    return reference if reference or attempt.facts.get(TAKEN_IN) else None


def tries_of(attempt: Attempt) -> int:
    """The number of automatic readings that are in the journal."""
    made = [each for entry in attempt.entries if isinstance(each := entry.facts.get("try"), int)]
    return max(made, default=0)


def is_expected(expected: Expected | None, entry: str, profile: ledger_diff.EntryProfile | None) -> bool:
    """Whether an entry has an amount that the sale may have cost."""
    return expected is not None and any(each in expected for each in ledger_diff.amounts(entry, profile))


def moved(
    expected: Expected | None,
    request_id: str,
    ledger: Sequence[str],
    profile: ledger_diff.EntryProfile | None = None,
) -> Decimal | None:
    """What the only entry that names a request moves: the one amount that is expected, if it has that.

    Where a range is expected, it is what both sides of a double entry come to, if that is within it. None
    when no entry, or several, name it, or it says otherwise.
    """
    named = [entry for entry in ledger if ledger_diff.names(entry, request_id)]
    if expected is None or len(named) != 1:
        return None
    if expected.low == expected.high:
        return expected.low if is_expected(expected, named[0], profile) else None
    stated = ledger_diff.total(named[0])
    return stated if stated is not None and stated in expected else None


def _references(
    named: Sequence[str], matching: Sequence[str], profile: ledger_diff.EntryProfile | None
) -> tuple[str, ...]:
    """Texts like a PNR in entries with the request number; in others only at the known path of a PNR."""
    if named:
        return tuple(dict.fromkeys(each for entry in named for each in ledger_diff.references(entry)))
    if profile is None:
        return ()
    return tuple(dict.fromkeys(each for entry in matching for each in ledger_diff.references(entry, profile)))


def _own_since(attempt: Attempt, attempts: Iterable[Attempt]) -> Decimal | None:
    """What this counter's sales less its refunds have taken between a sale and its last reading.

    None when one of them was found to be made, and what it moved is not known. What was begun before the sale
    may have moved the wallet before it was read, and is left out.
    """
    first = attempt.entries[0].seq
    last = max((entry.seq for entry in attempt.entries if "seen_at" in entry.facts), default=first)
    # A cancellation may have been sent more than once, and counts once.
    taken: dict[str, Decimal | None] = {}
    for each in attempts:
        name, sign = _MOVED.get(each.state, ("", 0))
        if name and first < each.entries[0].seq and each.entries[-1].seq < last and _is_of(attempt, each):
            stated = amount(each.facts, name)
            taken[each.intent_id] = None if stated is None else sign * stated
    known = [each for each in taken.values() if each is not None]
    return sum(known, Decimal(0)) if len(known) == len(taken) else None


def _is_of(attempt: Attempt, other: Attempt) -> bool:
    """Whether another attempt belongs to the same wallet; one that names no agent does."""
    return agent_of(other) in {"", agent_of(attempt)}


def _look(facts: Facts) -> Observation | None:
    at, balance = instant(facts, "seen_at"), _balance(facts, "seen")
    if at is None or balance is None:
        return None
    fresh, matching, own, waited = (
        facts.get(f"seen_{name}") for name in ("fresh", "matching", "own", "waited")
    )
    return Observation(
        at=at,
        is_service_time=facts.get("seen_by_service") == 1,
        balance=balance,
        prints=_prints(facts, "seen_ledger"),
        fresh=fresh if isinstance(fresh, int) else None,
        matching=matching if isinstance(matching, int) else 0,
        own=own if isinstance(own, int) else 0,
        is_named=facts.get("seen_named") == 1,
        is_dated=facts.get("seen_dated") == 1,
        waited=timedelta(seconds=waited if isinstance(waited, int) else 0),
    )


def _balance(facts: Facts, prefix: str) -> Balance | None:
    cash, used, left = (amount(facts, f"{prefix}_{name}") for name in ("cash", "credit_used", "credit_left"))
    return None if cash is None or used is None or left is None else Balance(cash, used, left)


def _prints(facts: Facts, name: str) -> tuple[str, ...]:
    return tuple(str(facts.get(name) or "").split())
