"""The sentences of the storm desk."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from app.core.language import joined, mark, tr, trn
from app.desk.model import formats
from app.desk.model.person_names import bare_name
from app.desk.model.sale import Advice
from app.desk.storm.values import (
    EndState,
    Pause,
    PauseReason,
    Phase,
    Storm,
    StormDecision,
    StormOrder,
    StormParty,
    StormReason,
)

_PAUSED = {
    PauseReason.LINE: mark("Paused at {time}. The line dropped. Nothing more is sent until you go on."),
    PauseReason.NO_ANSWER: mark(
        "Paused at {time}. No answer came back. Nothing more is sent until you go on."
    ),
    PauseReason.KEY: mark("Paused at {time}. The service does not accept the API key."),
    PauseReason.SERVICE_WAIT: mark("Paused at {time}. The service asks to wait. Go on later."),
    PauseReason.DISK: mark(
        "Paused at {time}. This counter cannot write it down. Free disk space, then go on."
    ),
    PauseReason.THREE_REFUSALS: mark("Paused. The service refused three in the same words."),
    PauseReason.CHANGED: mark("Paused at {time}. What is left has another quote now. Look at it first."),
}
_REASONS = {
    StormReason.WEATHER: mark("weather"),
    StormReason.OPERATOR: mark("called off by the operator"),
}
NOTHING_SENT = mark("Nothing was cancelled.")
ALREADY_CANCELLED = mark("Already cancelled. Left out.")
LEFT_OUT = mark("Left out.")
BOOKED_TWICE = mark("Same booking as another party. Left out.")
NOT_BOOKED = mark("Not booked. Left out.")
NOT_AS_KEPT = mark("What was kept of this one does not fit the journal. Left out.")
_OUTCOMES = {
    EndState.NOT_SENT: mark("Not sent. Still booked."),
    EndState.SENDING: mark("Being cancelled now."),
    EndState.CANCELLED: mark("Cancelled."),
    EndState.REFUSED: mark("Refused. Still booked."),
    EndState.UNKNOWN: mark("Not known."),
    EndState.QUOTE_CHANGED: mark("Not sent. Still booked."),
    EndState.KNOWN_CANCELLED: mark("Cancelled, seen in the booking {time}."),
    EndState.KNOWN_BOOKED: mark("Still booked, seen {time}. Cancel it by itself."),
}
_MAY_BE_BACK = frozenset({PauseReason.LINE, PauseReason.NO_ANSWER})


def paused(why: PauseReason, at: datetime) -> Pause:
    """A pause that the desk made by itself."""
    return Pause(why, at, tr(_PAUSED[why], time=formats.since(at, seconds=True)))


def with_line(pause: Pause, at: datetime) -> Pause:
    """The pause with the time since which the line is back, if it was the line."""
    return pause._replace(back_at=at) if pause.why in _MAY_BE_BACK and pause.back_at is None else pause


def forbidden(at: datetime, advice: Advice) -> Pause:
    """A pause because this counter does not let a cancellation go."""
    words = tr("Paused at {time}.", time=formats.since(at, seconds=True))
    return Pause(PauseReason.FORBIDDEN, at, joined(" ", (words, advice.what, advice.action)))


def wallet_differs(at: datetime, rose: Decimal, refund: Decimal) -> Pause:
    """A pause because the wallet rose otherwise than a refund says."""
    words = tr(
        "Paused. The wallet rose by {rose}, the refunds are {refunds}.",
        rose=formats.amount(rose),
        refunds=formats.amount(refund),
    )
    return Pause(PauseReason.WALLET, at, words)


def stopped(at: datetime, by: str, left: int) -> Pause:
    """A pause because a person stopped it."""
    stays = trn("{number} is still booked.", "{number} are still booked.", left)
    time = formats.since(at)
    who = (
        tr("Stopped by {name} at {time}.", name=by, time=time) if by else tr("Stopped at {time}.", time=time)
    )
    return Pause(PauseReason.STOPPED, at, joined(" ", (who, stays)))


def cut_off(storm: Storm) -> Pause:
    """A pause because the program ended while it ran, at the last time at which anything is known of it."""
    decided_at = storm.decision.at if storm.decision else None
    times = [each.since for each in storm.parties if each.end is not None and each.intent_id and each.since]
    at = max((*times, *((decided_at,) if decided_at else ())))
    went = tr("This went on at {time} and was cut off.", time=formats.since(at.astimezone()))
    known = trn("{number} is settled or not known.", "{number} are settled or not known.", storm.sent)
    unsent = trn("{number} was not sent.", "{number} were not sent.", len(storm.to_send))
    return Pause(PauseReason.CUT_OFF, at, joined(" ", (went, known, unsent)))


def reason_of(decision: StormDecision) -> str:
    """The reason that each cancellation of a storm keeps in the journal: "storm, weather, Asha and Ravi"."""
    reason = decision.words if decision.reason is StormReason.OTHER else tr(_REASONS[decision.reason])
    people = tuple(each for each in (decision.by, decision.second) if each)
    return joined(", ", (tr("storm"), reason, formats.both(people)))


def obstacle(storm: Storm | None, order: StormOrder | None, *, asks_second: bool, asks_pin: bool) -> str:
    """Why nothing can be decided yet, in a sentence; empty when it can. No order has no reason yet."""
    return _unready(storm) or _undecided(order, asks_second=asks_second, asks_pin=asks_pin)


def _unready(storm: Storm | None) -> str:
    """What is still to be done about the quotes."""
    if storm is None or storm.phase is not Phase.QUOTES:
        return tr("There is nothing to decide.")
    if storm.to_come:
        return trn("{number} quote is still to come.", "{number} quotes are still to come.", storm.to_come)
    if not storm.chosen:
        return tr("No party is chosen.")
    return tr("Tick that you have seen what changed.") if storm.to_be_seen else ""


def _undecided(order: StormOrder | None, *, asks_second: bool, asks_pin: bool) -> str:
    """What is missing of the decision itself."""
    if order is None or (order.reason is StormReason.OTHER and not order.words.strip()):
        return tr("Say why.")
    if not order.by.strip():
        return tr("A clerk must be on duty.") if asks_pin else tr("Enter your name.")
    if asks_second and not order.second.strip():
        return tr("A second person must agree.")
    is_same = asks_second and not asks_pin and bare_name(order.by) == bare_name(order.second)
    return tr("A second person must enter another name.") if is_same else ""


def left_out_unknown(since: datetime) -> str:
    """Why a party is left out whose outcome is not known from before."""
    return tr("Not known since {time}. Left out.", time=formats.since(since.astimezone()))


def other_desk(name: str) -> str:
    """Why a party is left out that another desk is cancelling."""
    return tr("Desk {desk} is cancelling this one. Left out.", desk=name)


def running() -> Advice:
    """Advice that a storm is being cancelled."""
    return Advice(tr("It is being cancelled one by one."), "", tr("Stop it first."))


def is_open() -> Advice:
    """Advice that another storm is open."""
    return Advice(tr("Another storm is open."), "", tr("End it first."))


def not_open() -> Advice:
    """Advice that there is no storm of which this could be done."""
    return Advice(tr("There is nothing to do here."), "", tr("Look in Bookings."))


def not_kept() -> Advice:
    """Advice that a storm that ended cannot be shown any more."""
    return Advice(tr("This storm is not kept any more."), "", tr("Look at its bookings one by one."))


def unkept(error: OSError) -> Advice:
    """Advice that a storm could not be kept, so that nothing was sent."""
    return Advice(
        tr("This counter cannot write the storm down, so nothing was sent."),
        tr(NOTHING_SENT),
        tr("Free disk space or ask for help, then start again."),
        details=((tr("Reason"), str(error)),),
    )


def not_written(reference: str) -> str:
    """What is said of a cancellation that was answered, and could not be written down."""
    return tr(
        "The service cancelled it, reference {reference}, and this counter could not write that down. "
        "Write it on paper.",
        reference=reference,
    )


def outcome(party: StormParty) -> str:
    """What became of a party, in words that name no amount."""
    if party.end is None:
        return party.words or tr(LEFT_OUT)
    if party.end is EndState.REFUSED and party.words:
        return tr('Refused: "{words}". Still booked.', words=party.words)
    time = formats.since(party.since.astimezone()) if party.since else ""
    return tr(_OUTCOMES[party.end], time=time)
