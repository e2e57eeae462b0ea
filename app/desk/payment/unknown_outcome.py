"""Enquires into unknown outcomes of sales: automatic readings first, then the decision of a person.

Readings can be repeated, a sale cannot: nothing here sends it again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from app.api.messages.booking_answers import StatusAnswer
from app.api.messages.requests import Module
from app.api.messages.verdicts import says_yes
from app.api.wire.sender import Sleep
from app.core.event import Event
from app.core.language import SOURCE, mark, speaking
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Wallet
from app.desk.payment import evidence, evidence_journal, ledger_diff
from app.desk.payment import unknown_outcome_advice as said
from app.desk.payment.booking_match import Match, booked_facts, match
from app.desk.payment.contradiction import contradicted
from app.desk.payment.deciders import Deciders
from app.desk.payment.evidence import EvidenceCase, Grade, Verdict
from app.desk.payment.evidence_journal import FoundEvidence
from app.desk.payment.journal_facts import instant, newest_attempts
from app.desk.payment.payments import Ending
from app.desk.payment.quiet_timer import QuietTimer
from app.desk.payment.service_rest import QUIET, Instant, Sending, left_by, rested_from, until_rest
from app.desk.payment.unknown_outcome_values import PAUSE, TRIES, Decision, Findings, PnrCheck
from app.desk.service.service_reader import ServiceReader
from app.desk.service.spelt_pnr import as_spelt
from app.store.journal.hash_chain import Facts
from app.store.journal.journal import Attempt, Journal, JournalError
from app.store.journal.states import Kind, State, is_open

log = logging.getLogger(__name__)

AUTHORISED_FOR = timedelta(minutes=10)
_TYPED = mark("PNR typed")
_LONGEST_PAUSE = 1800.0
"""Between two readings of what the service has taken in, in seconds."""
_MOST_ASKED = 5
"""The most references of one reading that are checked with the service."""
_ENQUIRED = frozenset({State.UNKNOWN, State.BOOKED_REF_LOST, State.ESCALATED})
_MODULES = {"ACTIVITY": Module.ACTIVITY, "BOAT": Module.BOAT}


class UnknownOutcomes:
    """The unknown outcomes of one desk; settled automatically only when the evidence is conclusive."""

    def __init__(
        self,
        reader: ServiceReader,
        journal: Journal,
        clock: Callable[[], datetime],
        rules: OfficeRules,
        deciders: Deciders,
        *,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.changed = Event[str]()
        """Raised with the request number of a sale about which something new is known."""
        self._reader = reader
        self._journal = journal
        self._clock = clock
        self._sleep = sleep
        self._rules = rules
        self._deciders = deciders
        self._tasks = TaskScope(hand_to_loop)
        self._looking = asyncio.Lock()
        self._wait = QuietTimer()

    def begin(self, attempts: Iterable[Attempt]) -> None:
        """Start automatic readings for every open attempt of these: at start, and after a lost answer."""
        for attempt in attempts:
            self._wait.waited(attempt)
            name = attempt.request_id
            if _is_untried(attempt):
                # What is still asked on for an earlier attempt does not stand in its way.
                if not self._tasks.is_running(name):
                    self._tasks.start(name, self._follow(name))
            else:
                self._begin_asking_on(attempt)

    def note_ending(self, ending: Ending) -> None:
        """Start automatic readings if the outcome of this order is unknown."""
        if is_open(ending.state):
            self.begin(self._journal.open_attempts())

    async def end(self) -> None:
        """Stop the readings, after records under way are written. They begin again at the next start."""
        self._tasks.cancel_all()
        await self._tasks.finish()

    async def findings(self, request_id: str) -> Findings:
        """What is known of the sale, from the journal alone. Raises DeskError."""
        return await asyncio.to_thread(lambda: self._findings(self._attempt(request_id)))

    async def look(self, request_id: str) -> Findings:
        """What is known of the sale after reading the wallet; settles it when that is certain.

        Raises DeskError when the wallet cannot be read or the journal cannot be written.
        """
        await self._look(request_id, {})
        return await self.findings(request_id)

    async def check_pnr(self, request_id: str, typed: str) -> PnrCheck:
        """The service's answer about a PNR from the operator; settles the sale when it is this sale's.

        Raises DeskError when the service does not know it or cannot be reached.
        """
        attempt = await asyncio.to_thread(self._open_attempt, request_id)

        async def ask(pnr: str) -> StatusAnswer:
            owner = await asyncio.to_thread(self._owner, pnr, attempt)
            if owner:
                raise DeskError(said.owned(pnr, owner))
            await self._reader.agent_id()
            self._check_agent(attempt)
            return await self._reader.status(pnr, _module_of(attempt))

        pnr, answer = await as_spelt(typed, ask)
        found = match(attempt, answer)
        if found.is_same:
            await self._settle(request_id, State.RESOLVED_BOOKED, booked_facts(pnr, found, _TYPED.text))
        return PnrCheck(pnr, found.differences, found.status, is_same=found.is_same)

    async def record_not_sold(self, request_id: str, decision: Decision) -> None:
        """Record a person's decision that it was not sold. Raises DeskError when that is too early."""
        await self._decide(request_id, decision, State.RESOLVED_NOT_BOOKED)

    async def authorise_resend(self, request_id: str, decision: Decision) -> None:
        """Record a person's permission to send the same order again under the same number in ten minutes.

        Raises DeskError when that is too early.
        """
        until = self._clock() + AUTHORISED_FOR
        await self._decide(
            request_id, decision, State.RESEND_AUTHORISED, {"authorised_until": until.isoformat()}
        )

    async def permit_others(self, request_ids: Sequence[str], decision: Decision) -> None:
        """Record a person's decision to send other orders while these outcomes are unknown; they stay so.

        Raises DeskError, and records nothing, while the service may still be at work on one of them, and for
        a missing name or reason.
        """
        decision = await self._deciders.named(decision)
        async with self._looking:
            permitted = [await asyncio.to_thread(self._open_attempt, each) for each in request_ids]
            for attempt in permitted:
                findings = await asyncio.to_thread(self._findings, attempt)
                wrong = said.permission_problem(decision, findings)
                if wrong is not None:
                    raise DeskError(wrong)
            facts: Facts = {"others": "permitted"}
            for attempt in permitted:
                await asyncio.to_thread(partial(self._append, attempt, attempt.state, facts, decision.people))
        for each in request_ids:
            self.changed(each)

    async def notice(self, wallet: Wallet) -> None:
        """Open again a sale that was recorded as not made when the ledger names it."""
        for attempt in await asyncio.to_thread(self._contradicted, wallet):
            await asyncio.to_thread(
                self._append, attempt, State.BOOKED_REF_LOST, {"cause": said.CONTRADICTED.text}
            )
            self.changed(attempt.request_id)

    def _contradicted(self, wallet: Wallet) -> tuple[Attempt, ...]:
        """The sales recorded as not made that the ledger names, among all attempts under their numbers."""
        given_up = dict.fromkeys(
            each.request_id for each in self._journal.in_state(State.RESOLVED_NOT_BOOKED)
        )
        return contradicted([each for name in given_up for each in self._journal.of_request(name)], wallet)

    async def _follow(self, request_id: str) -> None:
        """Make the remaining readings, then leave the decision to a person."""
        attempt = await asyncio.to_thread(self._attempt, request_id)
        for number in range(evidence_journal.tries_of(attempt), len(TRIES)):
            await self._sleep(self._seconds_until_try(attempt, number))
            attempt = await self._tried(request_id, {"try": number + 1})
            if attempt.state not in _ENQUIRED:
                return
        if attempt.facts.get("grade") == Grade.LIKELY_NOT.value:
            # A missing entry counts only after two readings.
            await self._sleep(PAUSE)
            attempt = await self._tried(request_id, {})
            if attempt.state not in _ENQUIRED:
                return
        # It may have been settled just now; an unwritable journal is reported elsewhere.
        with suppress(DeskError):
            # A known booking stays one: it must not be recorded as not made.
            state = State.ESCALATED if attempt.state is State.UNKNOWN else attempt.state
            await self._settle(request_id, state, {"cause": said.ESCALATED.text})
        self._begin_asking_on(attempt)

    def _begin_asking_on(self, attempt: Attempt) -> None:
        name = f"{attempt.request_id}-asked-on"
        if _is_in_hand(attempt) and not self._tasks.is_running(name):
            self._tasks.start(name, self._ask_on(attempt))

    async def _ask_on(self, attempt: Attempt) -> None:
        """Read on while the service has it in hand: a person is asked by now, and it may still come."""
        while _is_in_hand(attempt):
            await self._sleep(self._seconds_until_asked(attempt))
            attempt = await self._tried(attempt.request_id, {})

    async def _tried(self, request_id: str, extra: Facts) -> Attempt:
        """The attempt after one more reading, which may have failed."""
        try:
            await self._look(request_id, extra)
        except DeskError:
            log.info("A reading for %s told nothing.", request_id, exc_info=True)
        return await asyncio.to_thread(self._attempt, request_id)

    def _seconds_until_try(self, attempt: Attempt, number: int) -> float:
        became = next(entry.at for entry in attempt.entries if entry.state in _ENQUIRED)
        due = became + timedelta(seconds=TRIES[number])
        if number == len(TRIES) - 1:
            due = max(due, left_by(attempt) + QUIET + timedelta(seconds=PAUSE))
        # A clock that is set back must not delay it: the pause between two readings is limited.
        longest = TRIES[number] if number < len(TRIES) - 1 else QUIET.total_seconds() + PAUSE
        return min(max((due - self._clock()).total_seconds(), PAUSE), longest)

    def _seconds_until_asked(self, attempt: Attempt) -> float:
        """Until the next reading of what the service has taken in: less and less often."""
        age = (self._clock() - attempt.first_at).total_seconds()
        return min(max(age / 2, TRIES[-1]), _LONGEST_PAUSE)

    async def _look(self, request_id: str, extra: Facts) -> None:
        async with self._looking:
            attempt = await asyncio.to_thread(self._open_attempt, request_id)
            waited = self._wait.waited(attempt)
            wallet = await self._reader.wallet()
            self._check_agent(attempt)
            found = await asyncio.to_thread(self._found, attempt, wallet, waited)
            case = evidence_journal.case_of(
                attempt, is_alone=self._rules.is_alone, now_ahead=evidence_journal.ahead_of(wallet)
            )
            with speaking(SOURCE):
                # Its words go to the journal.
                verdict = evidence.judge(case, (*evidence_journal.looks_of(attempt), found.look))
            state, facts = await self._meaning(attempt, found, verdict)
            self._check_agent(attempt)
            row = {**evidence_journal.look_facts(found.look), "grade": verdict.grade.value, **extra, **facts}
            await asyncio.to_thread(self._append, attempt, state, row)
        self.changed(request_id)

    def _check_agent(self, attempt: Attempt) -> None:
        """Raises DeskError when the key is another agent's: its wallet and bookings are no evidence here."""
        wallet = self._reader.wallet_reading
        if wallet is None or wallet.agent_id != evidence_journal.agent_of(attempt):
            raise DeskError(said.other_agent())

    def _found(self, attempt: Attempt, wallet: Wallet, waited: timedelta) -> FoundEvidence:
        own = [
            ledger_diff.OwnSale(str(each.facts.get("booking_ref")), debited)
            for each in reversed(newest_attempts(self._journal))
            if each.kind is Kind.CREATE
            and each.state is State.SETTLED
            and evidence_journal.agent_of(each) == wallet.agent_id
            and (debited := evidence_journal.amount(each.facts, "total_debited")) is not None
        ]
        profile = ledger_diff.learnt(wallet.ledger, own)
        since = self._journal.changes(attempt.entries[0].seq)
        return evidence_journal.found_in(attempt, wallet, profile, waited, since)

    async def _meaning(self, attempt: Attempt, found: FoundEvidence, verdict: Verdict) -> tuple[State, Facts]:
        """The state after a reading, and the facts to store with it."""
        if verdict.grade is Grade.NOT_BOOKED:
            return State.RESOLVED_NOT_BOOKED, {"by": said.THIS_PROGRAM.text, "reason": verdict.why}
        pnr, booked = await self._recognised(attempt, found)
        if booked is not None:
            debited: Facts = {} if found.debited is None else {"total_debited": str(found.debited)}
            return State.RESOLVED_BOOKED, {**booked_facts(pnr, booked, verdict.why), **debited}
        if verdict.grade is Grade.BOOKED:
            return State.BOOKED_REF_LOST, {"cause": verdict.why}
        return attempt.state, {}

    async def _recognised(self, attempt: Attempt, found: FoundEvidence) -> tuple[str, Match | None]:
        """The only reference in the new entries that is certainly this sale, with its match, or None.

        The reference under which the service took the sale in counts, too, once it is confirmed.
        """
        stated = evidence_journal.taken_in(attempt)
        recognised: list[tuple[str, Match]] = []
        asked = dict.fromkeys([stated, *found.references[:_MOST_ASKED]])
        for pnr in filter(None, asked):
            if await asyncio.to_thread(self._owner, pnr, attempt):
                continue
            try:
                booked = match(attempt, await self._reader.status(pnr, _module_of(attempt)))
            except DeskError:
                log.info("A reference of the ledger could not be asked for.")
                continue
            if pnr == stated and not says_yes({"status": booked.status}):
                continue
            if booked.is_certain or ((found.look.is_named or pnr == stated) and booked.is_same):
                recognised.append((pnr, booked))
        return recognised[0] if len(recognised) == 1 else ("", None)

    async def _decide(
        self, request_id: str, decision: Decision, state: State, more: Facts | None = None
    ) -> None:
        """Record a person's decision, if it is allowed yet.

        A reading after the quiet period is required; it is made now if there is none yet.
        """
        decision = await self._deciders.named(decision)
        findings = await self.findings(request_id)
        if findings.is_sold or not findings.is_quiet:
            await self._look(request_id, {})
        async with self._looking:
            attempt = await asyncio.to_thread(self._open_attempt, request_id)
            findings = await asyncio.to_thread(self._findings, attempt)
            wrong = said.decision_problem(decision, findings, asks_two=self._rules.asks_two)
            if wrong is not None:
                raise DeskError(wrong)
            facts: Facts = {"grade": findings.verdict.grade.value, **(more or {})}
            await asyncio.to_thread(partial(self._append, attempt, state, facts, decision.people))
        self.changed(request_id)

    async def _settle(self, request_id: str, state: State, facts: Facts) -> None:
        async with self._looking:
            attempt = await asyncio.to_thread(self._open_attempt, request_id)
            await asyncio.to_thread(self._append, attempt, state, facts)
        self.changed(request_id)

    def _append(self, attempt: Attempt, state: State, facts: Facts, private: Facts | None = None) -> None:
        """Journal a state. Raises DeskError when the journal cannot be written."""
        try:
            self._journal.append_to(attempt, state, facts, private or {})
        except JournalError as error:
            raise DeskError(said.unwritable(error)) from error

    def _findings(self, attempt: Attempt) -> Findings:
        since = self._journal.changes(attempt.entries[0].seq)
        case = evidence_journal.case_of(attempt, is_alone=self._rules.is_alone, attempts=since)
        looks = evidence_journal.looks_of(attempt)
        return Findings(
            request_id=attempt.request_id,
            is_open=attempt.is_open,
            is_sold=case.is_sold,
            verdict=evidence.judge(case, looks),
            before=case.before,
            before_at=instant(attempt.facts, "wallet_read_at"),
            expected=case.expected,
            look=looks[-1] if looks else None,
            quiet_at=self._quiet_at(attempt, case),
            is_quiet=any(evidence.is_quiet(case, each) for each in looks),
            now=self._clock(),
            asks_two=self._rules.asks_two,
            authorised_until=instant(attempt.facts, "authorised_until")
            if attempt.state is State.RESEND_AUTHORISED
            else None,
            asks_pins=self._deciders.asks_pins,
        )

    def _quiet_at(self, attempt: Attempt, case: EvidenceCase) -> datetime:
        """The end of the quiet period, by this computer's present clock."""
        now, offset = self._clock(), self._reader.service_offset
        when = Instant(now + (offset or timedelta()), offset is not None, self._wait.waited(attempt))
        return rested_from(now, until_rest(Sending(case.sent_at, case.is_service_time), when))

    def _attempt(self, request_id: str) -> Attempt:
        """The open attempt with this number, else the newest. Raises DeskError when there is none."""
        found = [each for each in self._journal.of_request(request_id) if each.kind is Kind.CREATE]
        if not found:
            raise DeskError(said.not_here())
        return next((each for each in found if each.is_open), found[-1])

    def _open_attempt(self, request_id: str) -> Attempt:
        """The attempt, which must be open. Raises DeskError when it is settled.

        A permission to send again that was not used in time ends here.
        """
        attempt = self._attempt(request_id)
        if attempt.state is State.RESEND_AUTHORISED:
            until = instant(attempt.facts, "authorised_until")
            if until is not None and self._clock() < until:
                raise DeskError(said.authorised())
            self._append(attempt, State.UNKNOWN, {"cause": said.PERMISSION_ENDED.text})
            attempt = self._attempt(request_id)
        if attempt.state not in _ENQUIRED:
            raise DeskError(said.settled())
        return attempt

    def _owner(self, pnr: str, attempt: Attempt) -> str:
        """The request number of another sale of this counter that has this PNR; empty when none has."""
        owners = (
            each.request_id
            for each in self._journal.of_booking(pnr)
            if (each.intent_id, each.attempt) != (attempt.intent_id, attempt.attempt)
        )
        return next(owners, "")


def _module_of(attempt: Attempt) -> Module:
    return _MODULES.get(str(attempt.facts.get("module")), Module.ACTIVITY)


def _is_in_hand(attempt: Attempt) -> bool:
    """Whether the service has taken in a sale that it has not settled."""
    is_open = attempt.kind is Kind.CREATE and attempt.state in _ENQUIRED
    return is_open and evidence_journal.taken_in(attempt) is not None


def _is_untried(attempt: Attempt) -> bool:
    """Whether it has not been left to a person yet."""
    if attempt.kind is not Kind.CREATE:
        return False
    # UNKNOWN after all automatic readings means that the program ended before it was left to a person.
    is_lost = attempt.state is State.BOOKED_REF_LOST and evidence_journal.tries_of(attempt) < len(TRIES)
    return attempt.state is State.UNKNOWN or is_lost
