"""What the wallet and its ledger prove of a sale whose outcome is not known; pure, with no clock of its own.

A movement of the balance alone never decides: other counters of the same key move the wallet too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from app.core.language import mark, tr, trn
from app.desk.model import formats

QUIET = timedelta(seconds=180)
"""No run of the service is longer: until then, what is not there yet may still come."""
WAITED_ENOUGH = QUIET * 2
"""So long must be waited where the service does not tell its time."""
TICK = timedelta(seconds=1)
"""The service tells its time in whole seconds."""
_READINGS_FOR_ABSENCE = 2
_CANNOT_TELL = mark("We cannot tell from the wallet.")
_ONE_ENTRY = mark("The ledger has one new entry of exactly the expected amount.")
_ONE_IN_RANGE = mark("The ledger has one new entry of an amount that it may have cost.")
_CASH = mark("cash fell by {amount}"), mark("cash rose by {amount}")
_CREDIT = mark("credit left fell by {amount}"), mark("credit left rose by {amount}")


class Grade(StrEnum):
    """How strong the evidence is; only the first and the last may decide without a person."""

    BOOKED = "E+"
    LIKELY_BOOKED = "e+"
    UNDECIDED = "e0"
    LIKELY_NOT = "e-"
    NOT_BOOKED = "E-"

    @property
    def decides(self) -> bool:
        """Whether the machine may settle the sale by it."""
        return self in {Grade.BOOKED, Grade.NOT_BOOKED}


class Balance(NamedTuple):
    """The three balances of one reading of the wallet (interface part 2.8)."""

    cash: Decimal
    credit_used: Decimal
    credit_left: Decimal

    def falls_to(self, other: Balance) -> frozenset[Decimal]:
        """What has been debited until `other`; two sums, since nobody says whether cash includes credit."""
        cash, left = self.cash - other.cash, self.credit_left - other.credit_left
        return frozenset({cash, cash + left})


@dataclass(frozen=True, slots=True)
class Expected:
    """What the sale would have debited: one amount, or a range where the service does not say enough."""

    low: Decimal
    high: Decimal

    def __contains__(self, amount: Decimal) -> bool:
        return self.low <= amount <= self.high


@dataclass(frozen=True, slots=True)
class Observation:
    """One reading after the sale."""

    at: datetime
    """By the service's clock when it tells it, else by this computer's."""
    is_service_time: bool
    balance: Balance
    prints: tuple[str, ...]
    """The ledger's entries as hashes."""
    fresh: int | None
    """Entries that came since the reading before; None when the two cannot be laid over each other."""
    matching: int = 0
    """How many of those hold an expected amount."""
    is_named: bool = False
    """An entry of the ledger names the request."""
    is_dated: bool = True
    """No entry of the ledger can come a second time, so that an equal ledger is the same ledger."""
    waited: timedelta = timedelta()
    """For how long the answer had been waited for at least, by a clock that nobody sets."""


@dataclass(frozen=True, slots=True)
class EvidenceCase:
    """What was known when the sale was sent."""

    expected: Expected | None
    before: Balance | None
    prints: tuple[str, ...]
    sent_at: datetime
    """By the service's clock when it told it, else by this computer's."""
    is_service_time: bool
    is_sold: bool = False
    """The service said that it booked; only the reference is missing."""
    is_alone: bool = False
    """The agency says that no other desk uses this wallet: that changes words, and decides nothing."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How strong the evidence is, in words: what it means, and why."""

    grade: Grade
    what: str
    why: str


def until_quiet(case: EvidenceCase, look: Observation) -> timedelta:
    """For how long after a reading absence means nothing yet; zero or less when it does.

    Where the service does not tell its time, twice as long must have been waited: this computer's clock,
    which anybody can set, never counts.
    """
    if case.is_service_time and look.is_service_time:
        return case.sent_at + QUIET + TICK - look.at
    return WAITED_ENOUGH - look.waited


def is_quiet(case: EvidenceCase, look: Observation) -> bool:
    """Whether the service has certainly come to rest over this sale."""
    return until_quiet(case, look) <= timedelta()


def judge(case: EvidenceCase, looks: Sequence[Observation]) -> Verdict:
    """What these readings, oldest first, prove."""
    if any(look.is_named for look in looks):
        return Verdict(Grade.BOOKED, tr("It was booked."), tr("The ledger of the wallet names this request."))
    if case.is_sold:
        return Verdict(
            Grade.UNDECIDED, tr("The service said that it booked this."), tr("Only the PNR is missing.")
        )
    if not looks:
        return Verdict(Grade.UNDECIDED, tr(_CANNOT_TELL), tr("The wallet has not been read since."))
    if any(look.fresh is None for look in looks):
        return Verdict(Grade.UNDECIDED, tr(_CANNOT_TELL), _no_overlap(case, looks))
    matching = sum(look.matching for look in looks)
    return _presence(case, matching) if matching else _absence(case, looks)


def _no_overlap(case: EvidenceCase, looks: Sequence[Observation]) -> str:
    if not case.prints or not looks[-1].prints:
        return formats.sentences(_moved(case, looks), tr("The service shows no ledger to compare."))
    return formats.sentences(
        _moved(case, looks), tr("The ledger before and after cannot be laid over each other.")
    )


def _presence(case: EvidenceCase, matching: int) -> Verdict:
    """So many new entries have the expected amount; whose they are, nobody says."""
    if matching == 1:
        is_exact = case.expected is None or case.expected.low == case.expected.high
        return Verdict(
            Grade.LIKELY_BOOKED,
            tr("It was most likely booked, but the PNR is missing."),
            tr(_ONE_ENTRY) if is_exact else tr(_ONE_IN_RANGE),
        )
    why = trn(
        "The ledger has {number} new entry of the expected amount.",
        "The ledger has {number} new entries of the expected amount.",
        matching,
    )
    return Verdict(Grade.UNDECIDED, tr(_CANNOT_TELL), why)


def _absence(case: EvidenceCase, looks: Sequence[Observation]) -> Verdict:
    """No new entry has the expected amount: what that means depends on the time and on all else."""
    last = looks[-1]
    if case.expected is None:
        return Verdict(Grade.UNDECIDED, tr(_CANNOT_TELL), tr("What it was to cost is not known."))
    if not is_quiet(case, last):
        return Verdict(
            Grade.UNDECIDED,
            tr("We cannot tell yet."),
            formats.sentences(_moved(case, looks), tr("The service may still be at work on it.")),
        )
    doubt = _doubt(case, looks)
    doubtful = Verdict(Grade.UNDECIDED, tr(_CANNOT_TELL), formats.sentences(_moved(case, looks), doubt))
    if _fell_as_expected(case, last):
        return doubtful
    if _is_proven_absent(case, looks):
        return Verdict(
            Grade.NOT_BOOKED,
            tr("It was not booked."),
            tr("Wallet and ledger are exactly as before, read twice after the service came to rest."),
        )
    if doubt:
        return doubtful
    return Verdict(
        Grade.LIKELY_NOT,
        tr("It was probably not booked."),
        formats.sentences(_moved(case, looks), tr("No new entry has the expected amount.")),
    )


def _is_proven_absent(case: EvidenceCase, looks: Sequence[Observation]) -> bool:
    """Whether nothing at all has come, read twice after the rest, in a ledger that would show it."""
    unmoved = [look for look in looks if is_quiet(case, look) and _is_as_before(case, look)]
    return (
        all(look.fresh == 0 and look.is_dated for look in looks)
        and _is_as_before(case, looks[-1])
        and len(unmoved) >= _READINGS_FOR_ABSENCE
    )


def _doubt(case: EvidenceCase, looks: Sequence[Observation]) -> str:
    """Why not even "probably not" would be honest; empty when nothing speaks against it."""
    unexplained = _unexplained(looks)
    if unexplained:
        return _unexplained_words(case, unexplained)
    if case.before is None:
        return tr("So there is nothing to compare.")
    if case.before != looks[-1].balance:
        return tr("The ledger does not show why.")
    return ""


def _unexplained_words(case: EvidenceCase, number: int) -> str:
    if case.is_alone:
        return trn(
            "The new entry may be this sale, or another movement: that cannot be read.",
            "Each of {number} new entries may be this sale, or another movement: that cannot be read.",
            number,
        )
    return trn(
        "The new entry may be this sale, or one of another counter: that cannot be read.",
        "Each of {number} new entries may be this sale, or one of another counter: that cannot be read.",
        number,
    )


def _unexplained(looks: Sequence[Observation]) -> int:
    """How many entries since the sale are not of its amount: parts of it, or movements of others."""
    return sum(max((look.fresh or 0) - look.matching, 0) for look in looks)


def _is_as_before(case: EvidenceCase, look: Observation) -> bool:
    return look.balance == case.before and look.prints == case.prints


def _fell_as_expected(case: EvidenceCase, look: Observation) -> bool:
    return (
        case.before is not None
        and case.expected is not None
        and any(each in case.expected for each in case.before.falls_to(look.balance))
    )


def _moved(case: EvidenceCase, looks: Sequence[Observation]) -> str:
    """How the wallet has moved, and what that cannot decide."""
    before, last = case.before, looks[-1].balance
    if before is None:
        return tr("The wallet before the sale is not known.")
    if before == last:
        return tr("The wallet is as before.")
    if case.expected is not None:
        # Nobody says whether cash includes credit: what is shown is the sum that fits, where one does.
        fitting = min((each for each in before.falls_to(last) if each in case.expected), default=None)
        if fitting is not None:
            return tr(
                "The wallet fell by {amount}, as this sale would have cost.", amount=formats.amount(fitting)
            )
    moved = (*_moves(_CASH, before.cash - last.cash), *_moves(_CREDIT, before.credit_left - last.credit_left))
    told = formats.both(moved) or tr("credit used has changed")
    return tr("In the wallet {moves}, another amount than expected.", moves=told)


def _moves(said: tuple[str, str], fall: Decimal) -> tuple[str, ...]:
    """How one balance has moved, as a clause; nothing when it has not."""
    return (tr(said[fall < 0], amount=formats.amount(abs(fall))),) if fall else ()
