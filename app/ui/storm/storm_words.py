"""The sentences of the storm desk about its parties, its pauses and its counts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from app.core.language import joined, mark, tr, trn
from app.desk.model import formats
from app.desk.storm.values import (
    GONE,
    QUOTED,
    EndState,
    Pause,
    Phase,
    QuoteState,
    Storm,
    StormDecision,
    StormHeading,
    StormParty,
)

NOT_STATED = mark("Not stated")
UNQUOTED = frozenset({QuoteState.IDS_MISSING, QuoteState.NOT_QUOTED, QuoteState.NO_ANSWER})
"""What was asked for, and is no quote."""


def heading_words(heading: StormHeading) -> str:
    """What does not run, and when."""
    when = joined(" ", (formats.day_medium(heading.day), heading.starts))
    return joined(", ", (heading.title, heading.place, when))


def open_words(storm: Storm) -> str:
    """That a storm is open, for whoever looks at something else."""
    if storm.phase is Phase.QUOTES:
        return tr("The storm desk is open. Nothing is cancelled yet.")
    left = len(storm.to_send) + len(storm.ended(EndState.QUOTE_CHANGED))
    if storm.is_running:
        return tr("The storm desk is cancelling: {number} not sent yet.", number=left)
    if storm.phase is Phase.TELLING or not left:
        return tr("The storm desk is open: who is told.")
    return tr("Storm desk paused, {number} not sent.", number=left)


def parties(count: int) -> str:
    """A number of parties with its noun."""
    return trn("{number} party", "{number} parties", count)


def stated(value: Decimal | None, *, minus: bool = False) -> str:
    """An amount of a quote; what is not stated is said, and never a nought."""
    if value is None:
        return tr(NOT_STATED)
    return formats.amount(-value if minus and value else value)


def refunded_words(storm: Storm, what: str) -> str:
    """The name or amount of what was refunded, and how many refunds are not in it."""
    unstated = storm.refunds_not_stated
    return joined(", ", (what, tr("{number} not stated", number=unstated) if unstated else ""))


def quoted_words(storm: Storm) -> tuple[str, str]:
    """How many quotes are in, and what may be said beside that."""
    count, done = len(storm.parties), len(storm.parties) - storm.to_come
    if not storm.to_come:
        changed = sum(each.quote_state is QuoteState.CHANGED for each in storm.parties)
        more = trn(
            "{number} changed when it was asked again", "{number} changed when they were asked again", changed
        )
        quoted = sum(each.quote_state in QUOTED for each in storm.parties)
        what = trn("The quote is in", "All {number} quotes are in", count)
        if not quoted or any(each.quote_state in UNQUOTED for each in storm.parties):
            what = tr("{done} of {count} quotes are in", done=quoted, count=count)
        return what, more if changed else ""
    if not storm.is_asking:
        paused = tr("Paused. {done} of {count} quotes are in.", done=done, count=count)
        return paused, tr("Nothing is cancelled by asking.")
    return tr("{done} of {count} quotes are in", done=done, count=count), tr("two at once")


def asked_for(party: StormParty, now: datetime) -> str:
    """For how many seconds the quote of a party is asked for."""
    return tr("Asking, {number} s", number=_seconds(party, now))


def quote_words(party: StormParty) -> str:
    """Why a party has no quote that can be accepted; empty when it has one, or waits."""
    if party.quote_state is QuoteState.IDS_MISSING:
        return tr("Traveller ids")
    if party.quote_state is QuoteState.NO_ANSWER:
        return party.words or tr("No answer. Ask again.")
    is_told = party.quote_state in (QuoteState.NOT_QUOTED, QuoteState.LEFT_OUT)
    return party.words if is_told else ""


def end_words(party: StormParty, now: datetime) -> tuple[str, str]:
    """What became of a party: the words that count, and more beside them."""
    at = "" if party.since is None else formats.since(party.since)
    refused = tr("Refused: \u201c{words}\u201d. Still booked.", words=party.words.rstrip("."))
    changed = tr("Seen, goes with the others.") if party.is_seen else tr("Not sent. Look at it, then A.")
    words = {
        EndState.SENDING: (
            tr("Sent, {number} s.", number=_seconds(party, now)),
            tr("It cannot be stopped now."),
        ),
        EndState.CANCELLED: (tr("Cancelled"), party.reference),
        EndState.REFUSED: (refused, ""),
        EndState.UNKNOWN: (tr("Not known."), tr("Not sent again by itself.")),
        EndState.QUOTE_CHANGED: (tr("Quote changed."), changed),
        EndState.KNOWN_CANCELLED: (tr("Cancelled, seen in the booking {time}.", time=at), ""),
        EndState.KNOWN_BOOKED: (tr("Still booked, seen {time}. Cancel it by itself.", time=at), ""),
    }
    if party.differs and party.quote is not None:
        refunded, quoted = stated(party.refunded), stated(party.quote.refund)
        more = tr("Refunded {refunded}, quoted {quoted}.", refunded=refunded, quoted=quoted)
        return tr("Cancelled."), more
    return words.get(party.end or EndState.NOT_SENT, (tr("Not sent"), ""))


def sent_words(storm: Storm) -> str:
    """How many are sent."""
    return tr("{number} of {count} sent", number=storm.sent, count=len(storm.chosen))


def progress_words(storm: Storm) -> str:
    """How far it is, for screen readers."""
    return joined(
        ", ",
        (
            sent_words(storm),
            tr("{number} cancelled", number=len(storm.ended(*GONE))),
            tr("{number} refused", number=len(storm.ended(EndState.REFUSED))),
            tr("{number} not known", number=len(storm.ended(EndState.UNKNOWN))),
        ),
    )


def decision_words(decision: StormDecision) -> str:
    """When and by whom it was decided."""
    who = formats.both(each for each in (decision.by, decision.second) if each)
    at = formats.clock_seconds(decision.at)
    return tr("Decided {time} by {who}", time=at, who=who)


def pause_words(pause: Pause) -> tuple[str, str]:
    """Why nothing is sent, and since when the line is back."""
    if pause.back_at is None:
        return pause.words, ""
    return pause.words, tr("It is back since {time}.", time=formats.clock_seconds(pause.back_at))


def seen_words(found: Sequence[StormParty], *, is_short: bool = False) -> str:
    """What a person says to have seen; in fewer words where there is too little room."""
    unstated = sum(each.quote is not None and each.quote.refund is None for each in found)
    changed = len(found) - unstated
    quotes = trn("{number} changed quote", "{number} changed quotes", changed)
    parts = (
        (tr("{number} changed", number=changed) if is_short else quotes) if changed else "",
        tr("{number} not stated", number=unstated) if unstated else "",
    )
    return tr("Seen: {what}", what=joined(", ", parts))


def _seconds(party: StormParty, now: datetime) -> int:
    return 0 if party.since is None else max(0, int((now - party.since).total_seconds()))
