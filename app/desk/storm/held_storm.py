"""The open storm, which its parts change one party at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from app.core.event import Event
from app.desk.cancellation.refund_quote import RefundQuote
from app.desk.storm.storm_file import KeptStorm
from app.desk.storm.values import Quoted, Storm, StormDecision, StormParty


class HeldStorm:
    """Holds the storm; a change of a party that is not in it any more changes nothing."""

    def __init__(self) -> None:
        self.changed = Event[()]()
        self.storm: Storm | None = None
        self.quotes: dict[str, RefundQuote] = {}
        """The last quote of each party as received, by its key; none from before the program's start."""
        self.accepted: dict[str, Quoted] = {}
        """What a person has accepted for each party, or was shown first: a later quote is held against it."""
        self.intents: dict[str, str] = {}
        """The intent of each party that was decided about: one for all its tries."""
        self.hashes: dict[str, str] = {}
        """The hash of each accepted quote as received, from before the program's start."""
        self.behind = 0
        """The journal's newest entry at the decision."""

    def open(self, storm: Storm | None) -> None:
        """Hold another storm, or none."""
        self.quotes, self.accepted, self.intents, self.hashes, self.behind = {}, {}, {}, {}, 0
        self.show(storm)

    def decide(self, storm: Storm, intents: dict[str, str], behind: int) -> None:
        """Hold a storm after the decision about it."""
        self.intents, self.behind = intents, behind
        self.show(storm)

    def bring_back(self, storm: Storm, kept: KeptStorm) -> None:
        """Hold a storm that was decided about before the program's start."""
        self.open(None)
        self.accepted = {each.request_id: each.quote for each in kept.parties if each.quote}
        self.hashes = {each.request_id: each.quote_hash for each in kept.parties}
        intents = {each.request_id: each.intent_id for each in kept.parties if each.intent_id}
        self.decide(storm, intents, kept.behind)

    def show(self, storm: Storm | None) -> None:
        """Hold the storm as it is now."""
        self.storm = storm
        self.changed()

    def the_storm(self) -> Storm:
        """The storm. Raises LookupError when there is none."""
        if self.storm is None:
            raise LookupError("no storm is open")
        return self.storm

    def the_decision(self) -> StormDecision:
        """The decision. Raises LookupError when there is none."""
        if self.storm is None or self.storm.decision is None:
            raise LookupError("nothing was decided")
        return self.storm.decision

    def change(self, change: Callable[[Storm], Storm]) -> None:
        """Change the storm. Raises LookupError when there is none."""
        self.show(change(self.the_storm()))

    def find(self, key: str) -> StormParty | None:
        """A party as it is now; None when it is not there."""
        parties = () if self.storm is None else self.storm.parties
        return next((each for each in parties if each.key == key), None)

    def party(self, key: str) -> StormParty:
        """A party as it is now. Raises LookupError when it is not there."""
        party = self.find(key)
        if party is None:
            raise LookupError(key)
        return party

    def put(self, party: StormParty) -> None:
        """Hold a party as it is now, in its place. Raises LookupError when there is no storm."""
        storm = self.the_storm()
        parties = tuple(party if each.key == party.key else each for each in storm.parties)
        self.show(replace(storm, parties=parties))

    def see(self, key: str) -> None:
        """Note that a person has seen what has changed or is not stated: of one party, or of all."""
        for each in () if self.storm is None else self.storm.to_be_seen:
            if key in {"", each.key} and each.quote is not None:
                self.accepted[each.key] = each.quote
                self.put(replace(each, is_seen=True))


def is_same(one: Quoted | None, other: Quoted | None) -> bool:
    """Whether two quotes say the same, whenever they were asked for; two that are not there do not."""
    return one is not None and other is not None and one[:-1] == other[:-1]
