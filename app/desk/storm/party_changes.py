"""The parties of a storm from step to step: made of their sales, decided about, and left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.core.language import tr
from app.desk.model.sale import Sale
from app.desk.storm import storm_words
from app.desk.storm.values import (
    EndState,
    GetsBack,
    Phase,
    QuoteState,
    Storm,
    StormDecision,
    StormParty,
)


def parties_of(sales: Iterable[Sale]) -> tuple[StormParty, ...]:
    """A party for each sale; a booking that has two is cancelled, credited and counted once."""
    seen: set[str] = set()
    made: list[StormParty] = []
    for each in sales:
        party, ref = StormParty(each, each.qty - each.released), each.booking_ref.casefold()
        made.append(
            leave_out(party, tr(storm_words.BOOKED_TWICE)) if ref in seen and not each.is_of_other else party
        )
        # What cannot be cancelled here says why by itself.
        seen |= {ref} if each.may_be_cancelled and not each.is_of_other else set()
    return tuple(made)


def with_sale(party: StormParty, sale: Sale | None, back: GetsBack) -> StormParty:
    """The party with its sale as it is known now; None when that is no longer kept."""
    return replace(party, sale=sale or party.sale, is_missing=sale is None, back=back)


def decided(storm: Storm, decision: StormDecision) -> Storm:
    """The storm after the decision: what is chosen is to be sent, the rest is left out."""
    chosen = {each.key for each in storm.chosen}
    return replace(
        storm,
        phase=Phase.CANCELLING,
        decision=decision,
        is_asking=False,
        parties=tuple(
            replace(each, end=EndState.NOT_SENT, is_seen=True)
            if each.key in chosen
            else replace(each, is_in=False)
            for each in storm.parties
        ),
    )


def leave_out(party: StormParty, words: str, *, was_gone: bool = False) -> StormParty:
    """The party as left out for this reason: nothing is sent of it."""
    out = QuoteState.LEFT_OUT
    return replace(party, is_in=False, end=None, quote_state=out, words=words, was_gone=was_gone)
