"""The evidence of wallet and ledger about an unknown outcome; pure functions without a clock.

A movement of the balance alone never decides: other counters with the same API key move the wallet too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from app.core.frozen import frozen
from app.core.language import Message, mark, tr, trn
from app.desk.model import formats
from app.desk.payment.service_rest import Instant, Sending, until_rest

_READINGS_FOR_ABSENCE = 2
_NOTHING = Decimal(0)
_CANNOT_TELL = mark("We cannot tell from the wallet.")
_ONE_ENTRY = mark("The ledger has one new entry of exactly the expected amount.")
_ONE_IN_RANGE = mark("The ledger has one new entry of an amount that it may have cost.")
_OWN_UNKNOWN = mark("What this counter\u2019s own sales and refunds have moved is not known.")
_CASH = mark("cash fell by {amount}"), mark("cash rose by {amount}")
_CREDIT = mark("credit left fell by {amount}"), mark("credit left rose by {amount}")
_FELL = mark("The wallet fell by {amount}, as this sale would have cost.")
_FELL_BESIDE_OWN = mark(
    "Beside this counter\u2019s own sales and refunds the wallet fell by {amount}, "
    "as this sale would have cost."
)
_MOVED = mark("In the wallet {moves}.")
_OTHER = mark("In the wallet {moves}, another amount than expected.")
_OTHER_THAN_OWN = mark(
    "In the wallet {moves}, another amount than expected beside this counter\u2019s own sales and refunds."
)


class Grade(StrEnum):
    """The strength of evidence; only the first and the last may decide without a person."""

    BOOKED = "E+"
    LIKELY_BOOKED = "e+"
    UNDECIDED = "e0"
    LIKELY_NOT = "e-"
    NOT_BOOKED = "E-"

    @property
    def decides(self) -> bool:
        """Whether the program may settle the sale by it."""
        return self in {Grade.BOOKED, Grade.NOT_BOOKED}


class Balance(NamedTuple):
    """The three balances of one reading of the wallet (interface part 2.8)."""

    cash: Decimal
    credit_used: Decimal
    credit_left: Decimal

    def falls_to(self, other: Balance) -> frozenset[Decimal]:
        """The possible debits until `other`: two, since it is not stated whether cash includes credit."""
        cash, left = self.cash - other.cash, self.credit_left - other.credit_left
        return frozenset({cash, cash + left})


@frozen
class Expected:
    """The debit of the sale: one amount, or a range when the service does not state enough."""

    low: Decimal
    high: Decimal

    def __contains__(self, amount: Decimal) -> bool:
        return self.low <= amount <= self.high


@frozen
class Observation:
    """One reading after the sale."""

    at: datetime
    """By the service's clock if known, else by this computer's."""
    is_service_time: bool
    balance: Balance
    prints: tuple[str, ...]
    """The ledger's entries as hashes."""
    fresh: int | None
    """The number of entries since the reading before; None when the two cannot be aligned."""
    matching: int = 0
    """How many of those have an expected amount, and name no other order of this counter."""
    own: int = 0
    """How many of the entries since name another order of this counter."""
    is_named: bool = False
    """Whether an entry of the ledger names the request."""
    is_dated: bool = True
    """Whether no two entries can be equal, so that an equal snapshot means an unchanged ledger."""
    waited: timedelta = timedelta()
    """The least time for which the answer had been waited for, by the monotonic clock."""


@frozen
class EvidenceCase:
    """What was known when the sale was sent."""

    expected: Expected | None
    before: Balance | None
    prints: tuple[str, ...]
    sent_at: datetime
    """By the service's clock if known, else by this computer's."""
    is_service_time: bool
    taken_in: str | None = None
    """The reference under which the service took it in, without saying that it was done; it may be empty."""
    is_sold: bool = False
    """Whether the service stated that it booked; only the reference is missing."""
    is_alone: bool = False
    """Whether no other desk uses this wallet, by the settings: it changes texts and decides nothing."""
    own: Decimal | None = _NOTHING
    """What this counter's later sales have taken less what its refunds have given: for texts alone, too.

    None when what one of them moved is not known.
    """


@frozen
class Verdict:
    """The strength of the evidence, and in words what it means and why."""

    grade: Grade
    what: str
    why: str


def until_quiet(case: EvidenceCase, look: Observation) -> timedelta:
    """For how long after a reading absence means nothing yet; zero or less when it does."""
    sent = Sending(case.sent_at, case.is_service_time)
    return until_rest(sent, Instant(look.at, look.is_service_time, look.waited))


def is_quiet(case: EvidenceCase, look: Observation) -> bool:
    """Whether the service has certainly finished with this sale."""
    return until_quiet(case, look) <= timedelta()


def judge(case: EvidenceCase, looks: Sequence[Observation]) -> Verdict:
    """The verdict of these readings, oldest first."""
    verdict = _judged(case, looks)
    if case.taken_in is None or verdict.grade is Grade.BOOKED:
        return verdict
    taken_in = case.taken_in and tr("The service took it in as {reference}.", reference=case.taken_in)
    why = formats.sentences(taken_in, verdict.why)
    if case.is_sold or verdict.grade is Grade.LIKELY_BOOKED:
        return replace(verdict, why=why)
    # It may be settled at any time: that nothing has moved yet proves nothing.
    return Verdict(Grade.UNDECIDED, tr("The service has taken it in, and has not settled it yet."), why)


def _judged(case: EvidenceCase, looks: Sequence[Observation]) -> Verdict:
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
    """The verdict when new entries have the expected amount, whichever counter they belong to."""
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
    """The verdict when no new entry has the expected amount, by time and other movements."""
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
    """Whether nothing has changed in two readings after the quiet period, in a ledger that would show it."""
    unmoved = [look for look in looks if is_quiet(case, look) and _is_as_before(case, look)]
    return (
        all(look.fresh == 0 and look.is_dated for look in looks)
        and _is_as_before(case, looks[-1])
        and len(unmoved) >= _READINGS_FOR_ABSENCE
    )


def _doubt(case: EvidenceCase, looks: Sequence[Observation]) -> str:
    """Why even "probably not" cannot be said; empty when it can."""
    unexplained = _unexplained(looks)
    if unexplained:
        return _unexplained_words(case, unexplained)
    if any(look.own for look in looks):
        # It explains the ledger, and proves nothing: the grade is that of entries that cannot be read.
        return tr("Every new entry is another order of this counter.")
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
    """The number of entries since with other amounts: movements of other counters, or parts of the sale."""
    return sum(max((look.fresh or 0) - look.matching - look.own, 0) for look in looks)


def _is_as_before(case: EvidenceCase, look: Observation) -> bool:
    return look.balance == case.before and look.prints == case.prints


def _fell_as_expected(case: EvidenceCase, look: Observation) -> bool:
    return (
        case.before is not None
        and case.expected is not None
        and any(each in case.expected for each in case.before.falls_to(look.balance))
    )


def _moved(case: EvidenceCase, looks: Sequence[Observation]) -> str:
    """How the wallet has moved, in words that decide nothing."""
    before, last = case.before, looks[-1].balance
    if before is None:
        return tr("The wallet before the sale is not known.")
    if case.own is None:
        return formats.sentences(_told_moves(_MOVED, before, last), tr(_OWN_UNKNOWN))
    # It is not stated whether cash includes credit: the sum that fits is shown, if one does.
    falls = [each - case.own for each in before.falls_to(last)] if before != last or case.own else []
    if case.own and _NOTHING in falls:
        return tr("Only this counter\u2019s own sales and refunds have moved the wallet.")
    fitting = min(
        (each for each in falls if case.expected is not None and each in case.expected), default=None
    )
    if fitting is not None:
        return tr(_FELL_BESIDE_OWN if case.own else _FELL, amount=formats.amount(fitting))
    return _told_moves(_OTHER_THAN_OWN if case.own else _OTHER, before, last)


def _told_moves(said: Message, before: Balance, last: Balance) -> str:
    """How the balances have moved, in this sentence; another one when they have not."""
    if before == last:
        return tr("The wallet is as before.")
    moved = (*_moves(_CASH, before.cash - last.cash), *_moves(_CREDIT, before.credit_left - last.credit_left))
    return tr(said, moves=formats.both(moved) or tr("credit used has changed"))


def _moves(said: tuple[Message, Message], fall: Decimal) -> tuple[str, ...]:
    """How one balance has moved, as a clause; empty when it has not."""
    return (tr(said[fall < 0], amount=formats.amount(abs(fall))),) if fall else ()
