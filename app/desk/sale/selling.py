"""Selling: the preflight, the booking and its outcome."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from functools import partial
from typing import Protocol

from pydantic import ValidationError

from app.api.messages.answers import BookingResult
from app.api.messages.errors import RefusedError
from app.core.event import Event
from app.core.language import mark, tr
from app.desk.bookings.journal_sales import JournalSales
from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.desk.model.errors import DeskError
from app.desk.model.moment import TO_BE_SENT
from app.desk.model.sale import (
    Change,
    Draft,
    NotSold,
    Outcome,
    Preflight,
    Price,
    Problem,
    Progress,
    Receipt,
    Sale,
    Step,
    UnknownOutcome,
    Wallet,
)
from app.desk.model.wallet_split import ZERO
from app.desk.payment.duplicate_check import (
    Likeness,
    is_same,
    is_told,
    likeness,
    of_another_size,
    same_sale,
)
from app.desk.payment.evidence_journal import agent_of
from app.desk.payment.journal_facts import SET_BACK, amount, together
from app.desk.payment.payment_call import Tell, undisturbed
from app.desk.payment.payments import Ending, Payments, PossibleDuplicate, may_be_resent
from app.desk.payment.service_rest import left_by
from app.desk.sale import advice, change_detection
from app.desk.sale import preflight as last_look
from app.desk.sale.change_detection import flag_changes, wallet_changes
from app.desk.sale.order import fingerprint_of, product_facts, sale_order
from app.desk.sale.pricing import debit_range
from app.desk.sale.validation import problems
from app.desk.service.advice import DO_NOT_SELL_AGAIN
from app.desk.service.cutoffs import draft_as_of, todays
from app.desk.service.service_reader import ServiceReader
from app.store.journal.hash_chain import Facts
from app.store.journal.journal import Attempt, Journal, JournalError, Recovery
from app.store.journal.states import BOOKED, Kind, State

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


_CLOSES = frozenset({"slot", "departure"})
"""Fields of which time alone makes a problem."""
Keeps = Callable[[Draft, Price], tuple[Facts, Facts]]
"""Returns private facts to keep with a sale, and those with the names of travellers."""
_SENT_BEFORE = mark("The same sale was sent before, and its outcome is not known.")
_UNTOLD = mark(
    "A sale of the same seats was sent before. "
    "Its customer cannot be read any more, and its outcome is not known."
)


class Selling:
    """Checks a sale before paying and books it once."""

    def __init__(
        self,
        reader: ServiceReader,
        cashier: Payments,
        journal: Journal,
        clock: Callable[[], datetime],
        wallet: Callable[[], Awaitable[Wallet]],
        *,
        keeps: Keeps,
        is_gone: Callable[[str], Awaitable[bool]],
        is_practice: bool,
    ) -> None:
        """`wallet` reads the wallet anew; a receipt says whether it is one of practice.

        `is_gone` returns whether all of the sale of a request is known to be cancelled.
        """
        self._reader = reader
        self._cashier = cashier
        self._journal = journal
        self._clock = clock
        self._wallet = wallet
        self._keeps, self._is_gone, self._is_practice = keeps, is_gone, is_practice
        self.written = Event[str, Draft]()
        """The order of a draft has a request number, and is not sent yet."""
        self._begun: dict[str, Decimal] = {}

    async def preflight(self, draft: Draft, doubles: frozenset[str] = frozenset()) -> Preflight:
        """The preflight: product and wallet, read again before paying, and the changes. Raises DeskError.

        `doubles` are the intents of equal sales that were accepted with this one.
        """
        behind = self._newest()
        found = await last_look.look(self._reader, draft)
        found = replace(found, behind=behind, too_large=self._reader.smallest_refused, doubles=doubles)
        now = self._clock()
        earliest = todays(now, self._reader.service_now()).earliest
        made = await asyncio.to_thread(made_before, found, self._journal)
        gone = frozenset([each for each in made if await self._is_gone(each)])
        return await asyncio.to_thread(
            against_history, found, self._journal, earliest, now, self._begun_sales(), gone=gone
        )

    async def book(self, preflight: Preflight, on_progress: Tell) -> Outcome | Preflight:
        """Book the draft of a preflight once (interface part 4.3), after it is journalled.

        Returns a receipt, a sale that was certainly not made, or an unknown outcome. A preflight that is too
        old to be sent is made again: when nothing differs the booking goes on, else the new one is returned,
        which must be accepted, and nothing was sent. Cancelling the caller does not cancel the booking.
        Raises DeskError, and sends nothing, when the service does not let this API key sell, a running sale
        takes the money, or it could not be journalled.
        """
        self._reader.check_may_spend()
        if preflight.wallet.agent_id != await self._reader.agent_id():
            raise DeskError(advice.advise_other_wallet())
        tell = undisturbed(on_progress)
        if not self._cashier.is_carrying(preflight.intent_id) and not self._may_be_sent(preflight):
            tell(Progress(Step.CHECKING, self._clock(), ""))
            again = await self._preflight_again(preflight)
            if again.blocked or set(again.changes) - set(preflight.changes):
                return again
            preflight = again
        try:
            order = sale_order(preflight, *self._keeps(preflight.draft, preflight.price))
            # There is no `await` between the check of the other sales and the start of the payment:
            # so of two sales at once the second knows of the first, and never the other way round.
            check = partial(self._check, preflight, self._begun_sales())
            self._begun[preflight.intent_id] = most(preflight)
            ending = await self._cashier.carry_out(order, partial(self._tell, preflight.draft, tell), check)
        except JournalError as error:
            raise DeskError(advice.advise_unwritable(error)) from error
        except ValidationError as error:
            # The last check before sending; the values that the error quotes are not logged or shown.
            raise DeskError(advice.advise_unfit()) from error
        if isinstance(ending, PossibleDuplicate):
            return _not_sold_again(ending.attempt)
        self._reader.note_line(ending.error)
        if isinstance(ending.result, BookingResult):
            wallet = await self._wallet_after()
            tell(Progress(Step.COMPARED, self._clock(), ending.request_id))
            found = _receipt(preflight, ending, ending.result, wallet)
            return replace(found, practice=self._is_practice)
        return await asyncio.to_thread(_unsettled, preflight, ending, JournalSales(self._journal))

    def _tell(self, draft: Draft, tell: Tell, progress: Progress) -> None:
        if progress.step is Step.WRITTEN:
            self.written(progress.request_id, draft)
        tell(progress)

    def stop(self, preflight: Preflight) -> bool:
        """Stop a booking that has not been sent completely: `book` then returns a `NotSold`.

        Returns False, without a change, when it is too late or the booking is not running.
        """
        return self._cashier.stop(preflight.intent_id)

    def is_booking(self, intent_id: str) -> bool:
        """Whether the sale with this number is being booked."""
        return self._cashier.is_carrying(intent_id)

    def _may_be_sent(self, preflight: Preflight) -> bool:
        """Whether nothing has passed since the preflight that it could not know of."""
        draft = draft_as_of(preflight.draft, self._reader.service_now())
        found = problems(draft, self._reader.todays().earliest)
        return (
            preflight.looked.is_fresh(self._reader.moment(), TO_BE_SENT)
            and not preflight.blocked
            and not any(each.field in _CLOSES for each in found)
        )

    async def _preflight_again(self, preflight: Preflight) -> Preflight:
        """The same sale as it is now, with all that differs from what the clerk has on screen."""
        again = await self.preflight(preflight.draft, preflight.doubles)
        also = (*flag_changes(preflight.draft, again.draft), *wallet_changes(preflight.wallet, again.wallet))
        # What stops the sale comes first: the clerk goes back, and there is nothing to accept.
        changes = again.changes if again.blocked else (*again.changes, *also)
        return replace(again, changes=changes, intent_id=preflight.intent_id)

    def _newest(self) -> int:
        newest = self._journal.newest
        return newest.seq if newest else 0

    def _begun_sales(self) -> Begun:
        """The sales that are being paid now, with the most that each may take."""
        self._begun = {name: most for name, most in self._begun.items() if self._cashier.is_carrying(name)}
        return dict(self._begun)

    def _check(self, preflight: Preflight, begun: Begun) -> None:
        """Raises DeskError for what the preflight could not know: money that others take, the same sale."""
        wrong = not_covered(preflight, begun, self._journal)
        if wrong:
            raise DeskError(advice.advise_uncovered(wrong))
        if was_sold_since(preflight, self._journal):
            raise DeskError(advice.advise_sold_since())

    async def _wallet_after(self) -> Wallet | None:
        """The wallet after a sale, or None when it cannot be read."""
        try:
            return await self._wallet()
        except DeskError:
            return None


def _receipt(preflight: Preflight, ending: Ending, result: BookingResult, wallet: Wallet | None) -> Receipt:
    """The receipt of a sale (interface part 2.5), with the wallet after it if it could be read."""
    differences = change_detection.settlement_differences(preflight, result)
    if not ending.is_kept:
        differences += (
            Change(tr("Write the PNR down"), tr("kept on this counter"), tr("could not be kept")),
        )
    breakdown = result.settlement_breakdown
    return Receipt(
        request_id=ending.request_id,
        booking_ref=result.booking_ref,
        booking_id="" if result.booking_id is None else str(result.booking_id),
        total_debited=breakdown.total_debited if breakdown else None,
        from_cash=breakdown.deducted_from_cash if breakdown else None,
        from_credit=breakdown.deducted_from_credit if breakdown else None,
        price=preflight.price,
        differences=differences,
        wallet=wallet,
        settled_at=ending.ended_at,
        took=ending.ended_at - ending.began_at,
        practice=False,
    )


def _unsettled(preflight: Preflight, ending: Ending, sales: JournalSales) -> NotSold | UnknownOutcome:
    """The outcome of a booking that ended without a result; `sales` are those of the journal."""
    error = ending.error or RuntimeError("A booking ended without a result.")
    if isinstance(error, RefusedError) and ending.state is State.REJECTED:
        is_boat = isinstance(preflight.draft, BoatDraft)
        return NotSold(ending.request_id, advice.advise_refused_sale(error, is_boat=is_boat), was_sent=True)
    if ending.state is State.NOT_SENT:
        return NotSold(ending.request_id, advice.advise_unsent_sale(error), was_sent=False)
    sale = sales.sale_of(ending.request_id)
    return UnknownOutcome(ending.request_id, sale, advice.advise_unknown_sale(error))


def _not_sold_again(standing: Attempt) -> NotSold:
    """The outcome of a sale that is not sent because this attempt may be the same one."""
    return NotSold(standing.request_id, advice.advise_same_sale(standing.state), was_sent=False)


def open_outcome(sale: Sale) -> UnknownOutcome:
    """The unknown outcome of an earlier sale."""
    return UnknownOutcome(sale.request_id, sale, advice.advise_open_sale())


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


def made_before(found: Preflight, journal: SaleHistory) -> tuple[str, ...]:
    """The requests of all sales that `against_history` would name as made before, each once."""
    sale = _likeness(found, journal.mark)
    made = (each for each in journal.of_trip(product_facts(found.draft)) if _made_before(sale, [each]))
    return tuple(dict.fromkeys(each.request_id for each in made))


def against_history(
    found: Preflight,
    journal: SaleHistory,
    today: date,
    now: datetime,
    begun: Begun,
    *,
    gone: frozenset[str] = frozenset(),
) -> Preflight:
    """The preflight with its obstacle, and with an equal earlier sale as a change to accept.

    Sales of the requests that are `gone` were cancelled wholly: the customer does not have them any more.
    """
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
    trip = journal.of_trip(product_facts(found.draft))
    made = [each for each in trip if not found.doubles & _intents(each) and each.request_id not in gone]
    before = (*_sent_before(standing, now), *_waiting(sale, open_ones), *_made_before(sale, made))
    changes = (*found.changes, *before)
    return replace(found, blocked=blocked, changes=changes)


def was_sold_since(found: Preflight, journal: SaleHistory) -> bool:
    """Whether the same sale was made after this preflight looked."""
    made = _made(_likeness(found, journal.mark), journal.changes(found.behind))
    return any(found.intent_id not in _intents(each) for each in made)


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
    return (
        Change(
            tr("The same order was sent before"), tr("Outcome not known"), tr("Sent once more"), is_again=True
        ),
    )


def _waiting(sale: Likeness, attempts: Sequence[Attempt]) -> tuple[Change, ...]:
    """A sale of other seats of the same to the same customer, whose outcome is not known."""
    waiting = of_another_size(sale, attempts, lambda each: each.is_open)
    if waiting is None:
        return ()
    seats = formats.seats(int(waiting.facts.get("qty") or 0))
    return (
        Change(
            tr("This customer has an order of the same whose outcome is not known"),
            tr("{seats}, perhaps booked", seats=seats),
            tr("One more"),
            is_again=True,
        ),
    )


def _made_before(sale: Likeness, attempts: Sequence[Attempt]) -> tuple[Change, ...]:
    """A settled sale of the same product and day to the same phone: intended, or sold twice."""
    made = _made(sale, attempts)
    if not made:
        return _other_seats(sale, attempts)
    told = [each for each in made if is_told(sale, each)]
    what = (
        tr("This customer has the same booking") if told else tr("Perhaps this customer has the same booking")
    )
    last = (told or made)[-1]
    pnr = tr("PNR {pnr}", pnr=last.facts.get("booking_ref") or last.request_id)
    return (Change(what, pnr, tr("One more"), is_again=True),)


def _other_seats(sale: Likeness, attempts: Sequence[Attempt]) -> tuple[Change, ...]:
    """The same with another number of seats, of which some may be cancelled by now."""
    other = of_another_size(sale, attempts, _is_made)
    if other is None:
        return ()
    seats = formats.seats(int(other.facts.get("qty") or 0))
    pnr = other.facts.get("booking_ref") or other.request_id
    what = tr("This customer was sold the same before")
    old = tr("{seats}, PNR {pnr}", seats=seats, pnr=pnr)
    return (Change(what, old, tr("One more"), is_again=True),)


def _is_made(attempt: Attempt) -> bool:
    return attempt.state in BOOKED


def _likeness(found: Preflight, mark: Callable[[str], str]) -> Likeness:
    return likeness(Kind.CREATE, fingerprint_of(found.draft), product_facts(found.draft), mark)


def _intents(attempt: Attempt) -> set[object]:
    """The intent that the attempt has, and the one as which it was ordered."""
    return {attempt.intent_id, attempt.facts.get("asked_as")}


def _made(sale: Likeness, attempts: Sequence[Attempt]) -> list[Attempt]:
    return [each for each in attempts if _is_made(each) and is_same(sale, each)]
