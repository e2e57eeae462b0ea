"""Evidence as the journal keeps it: no personal data, and no text of the ledger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.api.wire.timeouts import Timings
from app.desk.model.sale import Wallet
from app.desk.payment import ledger_diff
from app.desk.payment.evidence import Balance, EvidenceCase, Expected, Observation
from app.desk.payment.journal_facts import amount, instant
from app.store.journal.hash_chain import Facts
from app.store.journal.journal import Attempt, LogEntry
from app.store.journal.states import State

LONGEST_WAY = timedelta(seconds=Timings().money_total)
"""So long a line is held after the record that the last byte may leave; then it is given up."""


@dataclass(frozen=True, slots=True)
class FoundEvidence:
    """One reading after the sale, and what its new entries hold for those who look on."""

    look: Observation
    references: tuple[str, ...]
    """What may be the PNR of this sale, as the service's ledger writes it; to be asked of the service."""


def before_facts(wallet: Wallet) -> dict[str, str | int | None]:
    """The wallet just before a sale, for the entry that is written before anything is sent."""
    return {
        "wallet_cash": str(wallet.cash),
        "wallet_credit_used": str(wallet.credit_used),
        "wallet_credit_left": str(wallet.credit_left),
        "wallet_read_at": wallet.read_at.isoformat(),
        "wallet_told_at": wallet.told_at.isoformat() if wallet.told_at else None,
        "wallet_ledger": " ".join(ledger_diff.prints(wallet.ledger)),
        "agent_id": wallet.agent_id,
    }


def look_facts(look: Observation) -> dict[str, str | int | None]:
    """One reading after a sale, for an entry of evidence."""
    return {
        "seen_at": look.at.isoformat(),
        "seen_by_service": int(look.is_service_time),
        "seen_cash": str(look.balance.cash),
        "seen_credit_used": str(look.balance.credit_used),
        "seen_credit_left": str(look.balance.credit_left),
        "seen_ledger": " ".join(look.prints),
        "seen_fresh": look.fresh,
        "seen_matching": look.matching,
        "seen_dated": int(look.is_dated),
        "seen_named": int(look.is_named),
        "seen_waited": int(look.waited.total_seconds()),
    }


def case_of(attempt: Attempt, *, is_alone: bool = False, now_ahead: timedelta | None = None) -> EvidenceCase:
    """What was known when the sale was sent; holes where an older program kept less.

    `now_ahead`: by how much the service's clock is ahead in a reading that the journal does not have yet.
    """
    facts = attempt.facts
    read, told = instant(facts, "wallet_read_at"), instant(facts, "wallet_told_at")
    ahead = told - read if told and read else None
    # Where this computer's clock has jumped meanwhile, the later of both instants is the safe one.
    known = [each for each in (ahead, now_ahead, *_found_ahead(attempt.entries)) if each is not None]
    low, high = amount(facts, "expected_low"), amount(facts, "expected_high")
    return EvidenceCase(
        expected=None if low is None or high is None else Expected(low, high),
        before=_balance(facts, "wallet"),
        prints=_prints(facts, "wallet_ledger"),
        sent_at=left_by(attempt) + (max(known) if ahead is not None else timedelta()),
        is_service_time=ahead is not None,
        is_sold=attempt.state is State.BOOKED_REF_LOST,
        is_alone=is_alone,
    )


def left_by(attempt: Attempt) -> datetime:
    """When the last byte had left, if it ever did, by this computer's clock.

    A byte that leaves on a dead line waits in the system until the line is given up: that is when its
    outcome was written down, unless a start of the program did so long after.
    """
    entries = attempt.entries
    sent = next((place for place, each in enumerate(entries) if each.state is State.DISPATCHED), None)
    if sent is None:
        return attempt.last_at
    given_up = entries[sent].at + LONGEST_WAY
    ended = entries[sent + 1].at if sent + 1 < len(entries) else given_up
    # A clock that went back meanwhile cannot make it leave before it was dispatched.
    return max(entries[sent].at, min(ended, given_up))


def ahead_of(wallet: Wallet) -> timedelta | None:
    """By how much the service's clock is ahead of this computer's; None when it does not tell its time."""
    return wallet.told_at - wallet.read_at if wallet.told_at is not None else None


def _found_ahead(entries: Sequence[LogEntry]) -> Iterator[timedelta]:
    for entry in entries:
        at = instant(entry.facts, "seen_at")
        if at is not None and entry.facts.get("seen_by_service") == 1:
            yield at - entry.at


def looks_of(attempt: Attempt) -> tuple[Observation, ...]:
    """The readings that the journal holds, oldest first."""
    found = (_look(entry.facts) for entry in attempt.entries if "seen_at" in entry.facts)
    return tuple(look for look in found if look is not None)


def found_in(
    attempt: Attempt, wallet: Wallet, profile: ledger_diff.EntryProfile | None, waited: timedelta
) -> FoundEvidence:
    """What a new reading of the wallet says of the sale, laid over the reading before it.

    `waited`: for how long its answer had been waited for when the reading was asked for.
    """
    case, looks = case_of(attempt), looks_of(attempt)
    prints = ledger_diff.prints(wallet.ledger)
    places = ledger_diff.fresh(looks[-1].prints if looks else case.prints, prints)
    new = [wallet.ledger[place] for place in places or ()]
    matching = [entry for entry in new if is_expected(case.expected, entry, profile)]
    named = [entry for entry in wallet.ledger if ledger_diff.names(entry, attempt.request_id)]
    look = Observation(
        at=wallet.told_at or wallet.read_at,
        is_service_time=wallet.told_at is not None,
        balance=Balance(wallet.cash, wallet.credit_used, wallet.credit_left),
        prints=prints,
        fresh=None if places is None else len(places),
        matching=len(matching),
        is_named=bool(named),
        is_dated=ledger_diff.are_one_of_a_kind(wallet.ledger),
        waited=waited,
    )
    return FoundEvidence(look, _references(named, matching, profile))


def agent_of(attempt: Attempt) -> str:
    """Whose wallet an attempt was to be paid from; empty when the service named nobody."""
    return str(attempt.facts.get("agent_id") or "")


def tries_of(attempt: Attempt) -> int:
    """How many readings have been made that nobody asked for, as far as the journal knows."""
    made = [each for entry in attempt.entries if isinstance(each := entry.facts.get("try"), int)]
    return max(made, default=0)


def is_expected(expected: Expected | None, entry: str, profile: ledger_diff.EntryProfile | None) -> bool:
    """Whether an entry holds an amount that the sale may have cost."""
    return expected is not None and any(each in expected for each in ledger_diff.amounts(entry, profile))


def _references(
    named: Sequence[str], matching: Sequence[str], profile: ledger_diff.EntryProfile | None
) -> tuple[str, ...]:
    """Whatever looks like a PNR beside the request's number; else only where a PNR is known to stand."""
    if named:
        return tuple(dict.fromkeys(each for entry in named for each in ledger_diff.references(entry)))
    if profile is None:
        return ()
    return tuple(dict.fromkeys(each for entry in matching for each in ledger_diff.references(entry, profile)))


def _look(facts: Facts) -> Observation | None:
    at, balance = instant(facts, "seen_at"), _balance(facts, "seen")
    if at is None or balance is None:
        return None
    fresh, matching, waited = (facts.get(f"seen_{name}") for name in ("fresh", "matching", "waited"))
    return Observation(
        at=at,
        is_service_time=facts.get("seen_by_service") == 1,
        balance=balance,
        prints=_prints(facts, "seen_ledger"),
        fresh=fresh if isinstance(fresh, int) else None,
        matching=matching if isinstance(matching, int) else 0,
        is_named=facts.get("seen_named") == 1,
        is_dated=facts.get("seen_dated") == 1,
        waited=timedelta(seconds=waited if isinstance(waited, int) else 0),
    )


def _balance(facts: Facts, prefix: str) -> Balance | None:
    cash, used, left = (amount(facts, f"{prefix}_{name}") for name in ("cash", "credit_used", "credit_left"))
    return None if cash is None or used is None or left is None else Balance(cash, used, left)


def _prints(facts: Facts, name: str) -> tuple[str, ...]:
    return tuple(str(facts.get(name) or "").split())
