"""Bugs in what the readings are taken for, and in what is decided by them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any

from app.desk.model.sale import Wallet
from app.desk.payment import evidence, evidence_journal, ledger_diff, payments, service_rest, unknown_outcome
from app.desk.payment.booking_match import Match
from app.desk.payment.evidence import EvidenceCase, Grade, Observation, Verdict
from app.desk.payment.payments import Payments
from app.desk.payment.unknown_outcome import UnknownOutcomes
from app.store.journal.attempt import Attempt
from app.store.journal.states import State
from tests.simulation.patches import Patches
from tests.simulation.plants.plants import Bed

BED = Bed()


@BED.plant
def no_quiet_period(patches: Patches) -> None:
    """Absence counts at once, although the service may still be at work."""
    patches.put(service_rest, "QUIET", timedelta())


@BED.plant
def short_quiet_period(patches: Patches) -> None:
    """A minute is taken for long enough."""
    patches.put(service_rest, "QUIET", timedelta(seconds=60))


@BED.plant
def overlap_is_ignored(patches: Patches) -> None:
    """Two snapshots that cannot be laid over each other are said to hold nothing new."""
    found = ledger_diff.fresh

    def fresh(old: Sequence[str], new: Sequence[str]) -> tuple[int, ...]:
        return found(old, new) or ()

    patches.put(ledger_diff, "fresh", fresh)
    patches.put(evidence, "_is_as_before", _balance_is_as_before)


@BED.plant
def balance_decides(patches: Patches) -> None:
    """A balance as before is enough for "not booked", whatever has come."""
    judge = evidence.judge

    def wrong(case: EvidenceCase, looks: Sequence[Observation]) -> Verdict:
        if looks and looks[-1].balance == case.before and evidence.is_quiet(case, looks[-1]):
            return Verdict(Grade.NOT_BOOKED, "", "")
        return judge(case, looks)

    patches.put(evidence, "judge", wrong)


@BED.plant
def fall_is_a_sale(patches: Patches) -> None:
    """A balance that fell by the price is taken for the sale."""
    judge = evidence.judge

    def wrong(case: EvidenceCase, looks: Sequence[Observation]) -> Verdict:
        if looks and vars(evidence)["_fell_as_expected"](case, looks[-1]):
            return Verdict(Grade.BOOKED, "", "")
        return judge(case, looks)

    patches.put(evidence, "judge", wrong)


@BED.plant
def equal_amount_is_a_sale(patches: Patches) -> None:
    """An entry of the right amount is taken for the sale."""

    def presence(_: EvidenceCase, matching: int) -> Verdict:
        return Verdict(Grade.BOOKED if matching else Grade.UNDECIDED, "", "")

    patches.put(evidence, "_presence", presence)


@BED.plant
def other_amounts_are_absence(patches: Patches) -> None:
    """Only entries of exactly the price count: a sale in two parts is not seen."""

    def absent(case: EvidenceCase, looks: Sequence[Observation]) -> bool:
        return evidence.is_quiet(case, looks[-1])

    patches.put(evidence, "_is_proven_absent", absent)


@BED.plant
def parts_are_strangers(patches: Patches) -> None:
    """New entries of other amounts are called other counters', and the sale probably not booked."""
    doubt = vars(evidence)["_doubt"]

    def no_doubt(case: EvidenceCase, looks: Sequence[Observation]) -> str:
        return "" if any(look.fresh for look in looks) else doubt(case, looks)

    patches.put(evidence, "_doubt", no_doubt)


@BED.plant
def wallet_of_another_agent(patches: Patches) -> None:
    """The key has changed, and the wallet of the new one is read as if it were ours."""

    def unasked(*_: object) -> None:
        return None

    patches.put(UnknownOutcomes, "_check_agent", unasked)


@BED.plant
def any_reference_is_ours(patches: Patches) -> None:
    """The first reference in the ledger that the service knows is taken for this sale's."""

    def references(_: Sequence[str], matching: Sequence[str], __: object) -> tuple[str, ...]:
        return tuple(each for entry in matching for each in ledger_diff.references(entry))

    def certain(*_: object) -> Match:
        return Match((), is_certain=True, is_same=True, status="")

    patches.put(evidence_journal, "_references", references)
    patches.put(unknown_outcome, "match", certain)


@BED.plant
def any_request_is_ours(patches: Patches) -> None:
    """Whatever looks like a request number counts as this one."""

    def names(entry: str, _: str) -> bool:
        return "neighbour" in entry

    patches.put(ledger_diff, "names", names)


@BED.plant
def permission_is_not_used_up(patches: Patches) -> None:
    """A permission to send once more stays for the next press, and the one after."""

    def use(self: Any, content_sha256: str) -> Attempt | None:
        permitted = [
            each
            for each in self._journal.attempts()
            if each.facts.get("content_sha256") == content_sha256 and each.facts.get("authorised_until")
        ]
        return permitted[-1] if permitted else None

    patches.put(Payments, "_use_permission", use)
    patches.put(payments, "_standing", _nothing_stands)


@BED.plant
def permission_for_ever(patches: Patches) -> None:
    """A permission that was not used in time is still good."""

    def may_be_resent(attempt: Attempt, _: object) -> bool:
        return any(entry.state is State.RESEND_AUTHORISED for entry in attempt.entries)

    patches.put(payments, "may_be_resent", may_be_resent)
    patches.put(payments, "_standing", _nothing_stands)


@BED.plant
def nobody_is_left_to_ask(patches: Patches) -> None:
    """What six readings did not tell is never left to a person."""

    async def nothing(*_: object) -> None:
        return

    patches.put(UnknownOutcomes, "_settle", nothing)


@BED.plant
def enquiry_forgotten_at_the_start(patches: Patches) -> None:
    """What is open from before is not asked about any more."""
    untried = vars(unknown_outcome)["_is_untried"]

    def fresh_only(attempt: Attempt) -> bool:
        is_old = any("The program ended" in str(entry.facts.get("cause")) for entry in attempt.entries)
        return untried(attempt) and not is_old

    patches.put(unknown_outcome, "_is_untried", fresh_only)


@BED.plant
def clock_puts_readings_off(patches: Patches) -> None:
    """A clock that is set back keeps the program from reading."""

    def until(self: Any, attempt: Attempt, number: int) -> float:
        due = attempt.first_at + timedelta(seconds=unknown_outcome.TRIES[number])
        return max((due - self._clock()).total_seconds(), 2.0)

    patches.put(UnknownOutcomes, "_seconds_until_try", until)


@BED.plant
def name_of_the_newer_is_the_olders(patches: Patches) -> None:
    """A sale said not to be made is opened again by the name of the one that was sent after it."""

    def contradicted(attempts: Sequence[Attempt], wallet: Wallet) -> tuple[Attempt, ...]:
        return tuple(
            each
            for each in attempts
            if each.state is State.RESOLVED_NOT_BOOKED
            and any(ledger_diff.names(entry, each.request_id) for entry in wallet.ledger)
        )

    patches.put(unknown_outcome, "contradicted", contradicted)


@BED.plant
def too_early_is_not_asked(patches: Patches) -> None:
    """The program takes an empty first look for the end of it."""
    patches.put(evidence, "_READINGS_FOR_ABSENCE", 1)

    def quiet(*_: object) -> bool:
        return True

    patches.put(evidence, "is_quiet", quiet)


@BED.plant
def booked_becomes_not_booked(patches: Patches) -> None:
    """What the service said to be booked is settled as absent by the program itself."""
    judge = evidence.judge

    def absent(case: EvidenceCase, looks: Sequence[Observation]) -> Verdict:
        return Verdict(Grade.NOT_BOOKED, "", "") if case.is_sold and looks else judge(case, looks)

    patches.put(evidence, "judge", absent)


def _balance_is_as_before(case: EvidenceCase, look: Observation) -> bool:
    return look.balance.cash >= (case.before.cash if case.before else Decimal(0)) - 1


def _nothing_stands(*_: object) -> None:
    return None
