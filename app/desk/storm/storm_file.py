"""Storms on this disk, the open one and those that ended. They name no customer.

They hold what was decided and the intents of the parties, and are never asked what became of one.
"""

from __future__ import annotations

import hashlib
import json
import re
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter

from app.core.frozen import frozen
from app.desk.model.sale import Wallet
from app.desk.storm.values import Pause, Phase, Quoted, StormDecision, StormHeading
from app.store.files.whole_file import read_value, remove_file, write_value

FOLDER = "storms"
_OPEN = "open.json"
_ID = "[0-9a-f]{32}"
FORM: Literal["agency-counter-storm-1"] = "agency-counter-storm-1"


@frozen
class KeptParty:
    """One party: what was accepted for it, and the intent under which it is sent."""

    request_id: str
    booking_ref: str
    is_boat: bool
    seats: int
    intent_id: str
    """One for all its tries; empty when it was left out."""
    quote: Quoted | None
    """As accepted."""
    quote_hash: str
    """Of the accepted quote as received."""
    left_out: str = ""
    """Why it was left out, or a dash; empty for a party that was decided about."""
    was_gone: bool = False
    """Whether the service had it as cancelled before."""


@frozen
class KeptStorm:
    """A storm as it is kept from the decision on."""

    form: Literal["agency-counter-storm-1"]
    id: str
    heading: StormHeading
    decision: StormDecision
    parties: tuple[KeptParty, ...]
    """All of them, in their order."""
    behind: int
    """The journal's newest entry at the decision."""
    phase: Phase
    is_running: bool
    pause: Pause | None
    wallet: Wallet | None
    """As read before the first cancellation, without its ledger."""
    currency: str


def hash_of(rows: tuple[tuple[str, str], ...]) -> str:
    """The hash of a quote as received."""
    return hashlib.sha256(json.dumps(rows, ensure_ascii=False).encode()).hexdigest()


class StormFiles:
    """The files of one profile; every method waits for the disk. Without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        """`folder` is the profile's."""
        self._folder = None if folder is None else folder / FOLDER

    @property
    def are_there(self) -> bool:
        """Whether any was ever kept, also one that is damaged."""
        return self._folder is not None and self._folder.is_dir()

    def read_open(self) -> KeptStorm | None:
        """The open storm; None for none, and for a damaged file, which is moved aside. Raises OSError."""
        return None if self._folder is None else read_value(self._folder / _OPEN, _shape())

    def keep_open(self, storm: KeptStorm) -> None:
        """Keep the open storm; it is on the disk when this returns. Raises OSError."""
        if self._folder is not None:
            write_value(self._folder / _OPEN, _shape(), storm)

    def drop_open(self) -> None:
        """Keep none as open. Raises OSError."""
        if self._folder is not None:
            remove_file(self._folder / _OPEN)

    def close(self, storm: KeptStorm) -> None:
        """Keep a storm among those that ended, and none as open. Raises OSError."""
        if self._folder is not None:
            write_value(self._folder / f"{storm.id}.json", _shape(), storm)
            self.drop_open()

    def read_ended(self, storm_id: str) -> KeptStorm | None:
        """A storm that ended; None when it is not kept any more, or is damaged. Raises OSError."""
        return None if self._folder is None else read_value(self._folder / f"{storm_id}.json", _shape())

    def ended(self, since: datetime) -> tuple[KeptStorm, ...]:
        """The storms that ended and were decided since then, newest first; older ones are removed."""
        if self._folder is None or not self._folder.is_dir():
            return ()
        # The open one, and what was set aside, are none of them.
        places = [each for each in self._folder.glob("*.json") if re.fullmatch(_ID, each.stem)]
        found = [(each, storm) for each in places if (storm := read_value(each, _shape())) is not None]
        for place, storm in found:
            if storm.decision.at < since:
                remove_file(place)
        recent = (storm for _, storm in found if storm.decision.at >= since)
        return tuple(sorted(recent, key=lambda each: each.decision.at, reverse=True))


@cache
def _shape() -> TypeAdapter[KeptStorm]:
    return TypeAdapter(KeptStorm)
