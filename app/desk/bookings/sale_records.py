"""Builds sales from the attempts of the journal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from app.core.language import Message, joined, mark, tr
from app.desk.model.booking import says_cancelled, travellers_kept
from app.desk.model.sale import KeptWords, Movement, Sale
from app.desk.payment.evidence_journal import TAKEN_IN, taken_in
from app.desk.payment.journal_facts import STORM, amount, day, text
from app.desk.payment.order import CLERK, PEOPLE, WORDS
from app.store.journal.journal import Attempt, LogEntry
from app.store.journal.states import BOOKED, GONE, Kind, State, is_open
from app.store.register.values import CANCELLATION_UNKNOWN, PARTLY_CANCELLED, SaleStanding

_STATE_WORDS = {
    State.PREPARED: mark("Being sent"),
    State.DISPATCHED: mark("Waiting for the answer"),
    State.SETTLED: mark("Booked"),
    State.REJECTED: mark("Refused"),
    State.NOT_SENT: mark("Not sent"),
    State.UNKNOWN: mark("Outcome not known"),
    State.BOOKED_REF_LOST: mark("Booked, PNR not known"),
    State.RESOLVED_BOOKED: mark("Booked"),
    State.RESOLVED_NOT_BOOKED: mark("Not booked"),
    State.RESEND_AUTHORISED: mark("May be sent again"),
    State.ESCALATED: mark("Ask the operator"),
    State.CANCELLED: mark("Cancelled"),
    State.RESOLVED_CANCELLED: mark("Cancelled"),
    State.RESOLVED_NOT_CANCELLED: mark("Not cancelled"),
}
SALE_WORDS = _STATE_WORDS | {
    State.PREPARED: mark("Order written to this counter"),
    State.DISPATCHED: mark("Sent to the service"),
    State.SETTLED: mark("Booked and settled"),
    State.REJECTED: mark("Refused by the service"),
}
CANCEL_WORDS = {
    State.PREPARED: mark("Cancellation written down"),
    State.DISPATCHED: mark("Cancellation sent to the service"),
    State.CANCELLED: mark("Cancelled and credited"),
    State.REJECTED: mark("Cancellation refused by the service"),
    State.NOT_SENT: mark("Cancellation not sent"),
    State.UNKNOWN: mark("Outcome not known"),
    State.RESOLVED_CANCELLED: mark("Found cancelled, reference not known"),
    State.RESOLVED_NOT_CANCELLED: mark("Not cancelled"),
    State.RESEND_AUTHORISED: mark("May be sent again"),
    State.ESCALATED: mark("Ask the operator"),
}
_TAKEN_IN = mark("Taken in, not settled yet")
_READING_WORDS = {
    "unchanged": mark("Booking read: unchanged"),
    "unseen": mark("Booking read: nothing to be seen"),
    "otherwise": mark("Booking read: changed otherwise"),
    "cancelled": mark("Booking read: cancelled"),
}
_OTHERS_PERMITTED = mark("Rest of the basket permitted by {people}")
_DECIDED_BY = {
    State.UNKNOWN: _OTHERS_PERMITTED,
    State.ESCALATED: _OTHERS_PERMITTED,
    State.BOOKED_REF_LOST: _OTHERS_PERMITTED,
    State.RESOLVED_NOT_BOOKED: mark("Recorded as not booked by {people}"),
    State.RESOLVED_CANCELLED: mark("Recorded as cancelled by {people}"),
    State.RESOLVED_NOT_CANCELLED: mark("Recorded as not cancelled by {people}"),
    State.RESEND_AUTHORISED: mark("Permitted to be sent again by {people}"),
}
_STEPS = frozenset({State.PREPARED, State.DISPATCHED})
_UNSETTLED = frozenset({State.UNKNOWN, State.ESCALATED, State.BOOKED_REF_LOST})
LOOKED_UP = "LOOKED_UP"
_MORE_WORDS = {
    PARTLY_CANCELLED: mark("Partly cancelled"),
    CANCELLATION_UNKNOWN: mark("Cancellation not known"),
    LOOKED_UP: mark("Looked up"),
}
_PRICING = ("net_each", "net_total", "gst_percentage", "gst_amount", "total_payable")


def sales(attempts: Sequence[Attempt]) -> tuple[Sale, ...]:
    """One sale for each intent with its cancellations: open ones first, then the newest first."""
    by_intent: dict[str, list[Attempt]] = {}
    cancellations: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        if attempt.kind is Kind.CREATE:
            by_intent.setdefault(attempt.intent_id, []).append(attempt)
        else:
            cancellations.setdefault(text(attempt.facts, "booking_ref"), []).append(attempt)
    found = [_sale(each) for each in by_intent.values()]
    found = [_with_cancellations(sale, cancellations.pop(sale.booking_ref, ())) for sale in found]
    found += [_elsewhere(each) for each in cancellations.values()]
    found.sort(key=lambda sale: sale.sold_at, reverse=True)
    return tuple(sorted(found, key=lambda sale: not sale.is_open))


def _elsewhere(attempts: Sequence[Attempt]) -> Sale:
    """A booking of another counter that was cancelled here in part or whole, or tried to."""
    known = replace(_sale(attempts), is_elsewhere=True, is_open=False, history=(), refunded=None, charge=None)
    gone = _with_cancellations(_in_state(known, State.RESOLVED_NOT_CANCELLED), attempts)
    is_part = gone.released and not any(left_nothing(each) for each in attempts)
    gone = _in_state(gone, PARTLY_CANCELLED) if is_part and not gone.is_open else gone
    return replace(gone, standing=SaleStanding.OPEN if gone.is_open else SaleStanding.ELSEWHERE)


def left_nothing(attempt: Attempt) -> bool:
    """Whether the whole booking was cancelled, as far as the request or an answer states it."""
    said = (text(attempt.facts, "new_status"), text(attempt.facts, "status_now"))
    is_whole = attempt.facts.get("is_whole") or any(map(says_cancelled, said))
    return attempt.state in GONE and bool(is_whole)


def of_others(sales: Sequence[Sale], agent_id: str) -> tuple[Sale, ...]:
    """The sales, with those made with the API key of another agent marked."""
    return tuple(replace(each, is_of_other=each.agent_id not in {"", agent_id}) for each in sales)


def state_words(code: str) -> str:
    """The words for a state of a sale."""
    return tr(_MORE_WORDS[code] if code in _MORE_WORDS else _STATE_WORDS[State(code)])


def _in_state(sale: Sale, code: str) -> Sale:
    return replace(sale, code=str(code), state=state_words(code))


def _standing(state: State) -> SaleStanding:
    """The standing of a sale without cancellations."""
    if is_open(state):
        return SaleStanding.OPEN
    return SaleStanding.BOOKED if state in BOOKED else SaleStanding.NOT_SOLD


def _sale(attempts: Sequence[Attempt]) -> Sale:
    """The sale of an intent, from its open attempt if there is one, else from its newest."""
    shown = next((attempt for attempt in attempts if is_open(attempt.state)), attempts[-1])
    facts, private = shown.facts, shown.private
    in_hand = taken_in(shown) if shown.state in {State.UNKNOWN, State.ESCALATED} else None
    is_boat = text(facts, "module") == "BOAT"
    return Sale(
        intent_id=shown.intent_id,
        request_id=shown.request_id,
        state=state_words(shown.state) if in_hand is None else tr(_TAKEN_IN),
        taken_in=in_hand,
        is_open=is_open(shown.state),
        title=text(facts, "title"),
        day=day(facts),
        window=text(facts, "window"),
        qty=int(text(facts, "qty") or 0),
        customer_name=text(private, "customer_name"),
        customer_phone=text(private, "customer_phone"),
        booking_ref=text(facts, "booking_ref"),
        expected=amount(facts, "expected_debit"),
        debited=amount(facts, "total_debited"),
        currency=text(facts, "currency"),
        wallet_before=amount(facts, "wallet_cash"),
        sold_at=shown.first_at.astimezone(),
        history=movements(attempts, SALE_WORDS),
        is_boat=is_boat,
        place=text(facts, "boat_name"),
        agent_id=text(facts, "agent_id"),
        code=str(shown.state),
        standing=_standing(shown.state),
        product_id=text(facts, "schedule_id" if is_boat else "activity_id"),
        customer_email=text(private, "customer_email"),
        booking_id=text(facts, "booking_id"),
        customer_pays=amount(facts, "customer_pays"),
        from_cash=amount(facts, "from_cash"),
        from_credit=amount(facts, "from_credit"),
        clerk=text(private, CLERK),
        kept=KeptWords(text(private, WORDS), text(private, PEOPLE)),
        booked_at=next((each.at.astimezone() for each in shown.entries if each.state in BOOKED), None),
        # The service's status of the PNR that settled it: it may have been cancelled meanwhile.
        said=(text(facts, "status"), "", ""),
        pricing=tuple((name, text(facts, name)) for name in _PRICING if text(facts, name)),
    )


def movements(attempts: Sequence[Attempt], named: Mapping[State, Message]) -> tuple[Movement, ...]:
    """The history step by step, in this computer's time."""
    return tuple(
        _movement(entry, named, text(attempt.private, "reason") if STORM in attempt.facts else "")
        for attempt in attempts
        for entry in attempt.entries
    )


def _movement(entry: LogEntry, named: Mapping[State, Message], reason: str) -> Movement:
    """One step; the reason of a storm stands with the end of each cancellation."""
    reference, number = text(entry.facts, "refund_reference"), text(entry.facts, "booking_id")
    more = tr("reference {reference}", reference=reference) if reference else ""
    more = joined(", ", (more, reason)) if entry.state is State.CANCELLED else more
    more = text(entry.private, "reason") if "others" in entry.facts else more
    return Movement(
        entry.at.astimezone(),
        _happened(entry, named),
        tr("booking {number}", number=number) if number else more,
        amount=amount(entry.facts, "refund"),
        is_step=entry.state in _STEPS,
        is_unsettled=entry.state in _UNSETTLED and not _is_reading(entry) and not entry.private.get("by"),
    )


def _with_cancellations(sale: Sale, attempts: Sequence[Attempt]) -> Sale:
    """The sale after its cancellations, as far as this counter knows them."""
    if not attempts:
        return sale
    gone = {each.intent_id: int(text(each.facts, "qty") or 0) for each in attempts if each.state in GONE}
    is_whole = any(map(left_nothing, attempts))
    released = sale.qty if is_whole else min(sum(gone.values()), sale.qty)
    waiting = next((each for each in attempts if each.is_open), None)
    code, standing = sale.code, sale.standing
    if waiting is not None:
        code, standing = CANCELLATION_UNKNOWN, SaleStanding.OPEN
    elif released:
        is_gone = released >= sale.qty
        code = State.CANCELLED if is_gone else PARTLY_CANCELLED
        standing = SaleStanding.CANCELLED if is_gone else SaleStanding.PARTLY_CANCELLED
    return replace(
        sale,
        state=state_words(code),
        code=str(code),
        standing=SaleStanding.OPEN if sale.is_open else standing,
        refunded=_sum(attempts, "refund"),
        are_refunds_stated=None not in _stated(attempts, "refund"),
        charge=_sum(attempts, "charge"),
        given_back=_sum_of_all(attempts, "customer_back"),
        is_of_others=released > sum(gone.values()) or _credits_of_others(attempts),
        is_open=sale.is_open or waiting is not None,
        released=released,
        gone=tuple(
            person
            for each in attempts
            if each.state in GONE
            for person in travellers_kept(each.private.get("chosen"))
        ),
        open_cancellation=waiting.intent_id if waiting else "",
        history=sale.history + movements(attempts, CANCEL_WORDS),
    )


def _sum(attempts: Sequence[Attempt], name: str) -> Decimal | None:
    """The sum of the amounts stated for cancellations that were made; None when none was stated."""
    known = [each for each in _stated(attempts, name) if each is not None]
    return sum(known, Decimal(0)) if known else None


def _sum_of_all(attempts: Sequence[Attempt], name: str) -> Decimal | None:
    """The same sum; None as soon as one of them does not state it, since what is left would be wrong."""
    return None if None in _stated(attempts, name) else _sum(attempts, name)


def _credits_of_others(attempts: Sequence[Attempt]) -> bool:
    """Whether the service had credited more before one of these than those before it have brought."""
    own, seen = Decimal(0), set[str]()
    for each in attempts:
        if each.state not in GONE or each.intent_id in seen:
            continue
        seen.add(each.intent_id)
        credited = amount(each.facts, "refunded_before")
        refund = _sum([one for one in attempts if one.intent_id == each.intent_id], "refund")
        if credited is not None and credited > own:
            return True
        if refund is None:
            return False
        own += refund
    return False


def _stated(attempts: Sequence[Attempt], name: str) -> Collection[Decimal | None]:
    """An amount of each cancellation that was made: several attempts under one number are one of them."""
    found: dict[str, Decimal | None] = {}
    for each in attempts:
        if each.state in GONE:
            stated = amount(each.facts, name)
            found[each.intent_id] = found.get(each.intent_id) if stated is None else stated
    return found.values()


def _happened(entry: LogEntry, named: Mapping[State, Message]) -> str:
    """One step in words: a reading with what it found, a decision with the person's name."""
    by, second = text(entry.private, "by"), text(entry.private, "second")
    if by:
        people = tr("{first} and {second}", first=by, second=second) if second else by
        return tr(_DECIDED_BY[entry.state], people=people)
    if "seen_at" in entry.facts and is_open(entry.state):
        return tr("Wallet read")
    if TAKEN_IN in entry.facts:
        return tr(_TAKEN_IN)
    return tr(_READING_WORDS.get(text(entry.facts, "finding"), named[entry.state]))


def _is_reading(entry: LogEntry) -> bool:
    return "seen_at" in entry.facts or bool(entry.facts.get("finding"))
