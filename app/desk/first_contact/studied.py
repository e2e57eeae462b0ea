"""What was heard of a service, studied: its JSON, its fields, and the transport around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from typing import cast

from app.api.messages.answer_fields import Json
from app.api.messages.json_decoding import is_object
from app.api.wire.sender import HeardReply
from app.core.frozen import frozen
from app.desk.first_contact.field_counts import FieldCounts, unread_of
from app.desk.first_contact.interface_fields import LISTS, WHOLE, envelope_of, fields_of
from app.desk.first_contact.raw_answer import LIST_NAMES, RawAnswer, entries, raw_answer


@frozen
class HeardReading:
    """One reading: what was asked, each raw reply, and what the program made of it."""

    subject: str
    """The endpoint, with the module for a list."""
    asked: str
    heard: tuple[HeardReply, ...]
    answer: object | None
    failure: str
    is_empty_day: bool = False
    """Whether it asked for a day on which nothing is sold, to see how that is said."""


@frozen
class ServiceLook:
    """All that was heard of a service; `hide` takes the API key out of a text."""

    address: str
    began: datetime
    offset: timedelta | None
    """The service's clock minus this computer's; None when it states none."""
    readings: tuple[HeardReading, ...]
    tls: str = ""
    """The version of TLS and the end of the certificate; empty without."""
    hide: Callable[[str], str] = str


class StudiedReading:
    """One reading with its JSON found, and its fields counted."""

    def __init__(self, reading: HeardReading, hide: Callable[[str], str]) -> None:
        self.reading = reading
        self._hide = hide
        self.last = reading.heard[-1].reply if reading.heard else None
        self.raw = raw_answer(self.last.body) if self.last else RawAnswer(None)
        self.is_list = reading.subject in LISTS
        self.entries, self.how = entries(self.raw.value) if self.is_list else ([], "")

    @cached_property
    def envelope(self) -> FieldCounts:
        """The fields around a list; none for an answer that is counted as a whole."""
        if not self.is_list:
            return FieldCounts({}, self._hide)
        counts = FieldCounts(envelope_of(LISTS[self.reading.subject][0]), self._hide)
        value = self.raw.value
        if is_object(value):
            counts.add({name: each for name, each in value.items() if name not in LIST_NAMES})
        if self.reading.answer is not None:
            counts.note_read([self.reading.answer], unread_of(self.reading.answer))
        return counts

    @cached_property
    def fields(self) -> FieldCounts:
        """The fields of the items of a list, or of a whole answer."""
        subject, answer = self.reading.subject, self.reading.answer
        shape = LISTS[subject][1] if self.is_list else WHOLE[subject]
        counts = FieldCounts(fields_of(shape), self._hide)
        came: Sequence[Json] = self.entries if self.is_list else [self.raw.value]
        for each in came:
            counts.add(each)
        read = self.read_items if self.is_list else [answer] if answer is not None else []
        counts.note_read(read, [path for each in read for path in unread_of(each)])
        return counts

    @property
    def read_items(self) -> list[object]:
        """The items that the program could read."""
        return list(cast("Sequence[object]", getattr(self.reading.answer, "items", ())))

    @property
    def set_aside(self) -> Counter[str]:
        """Why items were set aside, with how many of each."""
        found = cast("Sequence[object]", getattr(self.reading.answer, "set_aside", ()))
        return Counter(str(getattr(each, "reason", "")) for each in found)


def studied(look: ServiceLook) -> list[StudiedReading]:
    """Each reading of a look, studied."""
    return [StudiedReading(each, look.hide) for each in look.readings]
