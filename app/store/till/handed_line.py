"""A line of a till's book, as it is handed in to an office's database."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from app.store.journal.hash_chain import ChainLine


class HandedLine(NamedTuple):
    """Its place, its time, and what stands in it."""

    seq: int
    at: datetime
    line: ChainLine
