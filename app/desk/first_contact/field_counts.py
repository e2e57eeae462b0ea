"""Counts, field by field, what came and what was made of it."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from pydantic import BaseModel

from app.api.messages.answer_fields import Json
from app.api.messages.json_decoding import is_array, is_object
from app.desk.first_contact.interface_fields import Fields
from app.desk.first_contact.raw_answer import ONLY_ENTRY, decoded_text, map_name
from app.desk.first_contact.spelling import DOCUMENTED, NOTHING, json_type, masked, masked_name, spelling

_MOST_EXAMPLES = 3
_MOST_UNNAMED = 150
_MOST_COUNTED = 100_000
"""Values of one answer: more tell nothing new."""
_PLACE = re.compile(r"\.\d+(?=\.|$)")


@dataclass(slots=True)
class FieldCount:
    """One field: how it came, in how many of the objects that could have it, and how often it was read."""

    kind: str
    """Empty for a field that the interface does not name."""
    weight: str = ""
    of: int = 0
    present: int = 0
    types: Counter[str] = field(default_factory=Counter[str])
    spellings: Counter[str] = field(default_factory=Counter[str])
    examples: list[str] = field(default_factory=list[str])
    read: int = 0
    read_as: str = ""
    unread: int = 0

    @property
    def stated(self) -> int:
        """In how many of them it states something."""
        return sum(count for name, count in self.spellings.items() if name not in NOTHING)

    @property
    def deviations(self) -> list[str]:
        """The spellings that the interface does not show."""
        if not self.kind:
            return ["not named by the interface"]
        return sorted(self.spellings.keys() - DOCUMENTED[self.kind])

    def expect(self) -> None:
        """Note an object that could have it."""
        self.of += 1

    def note(self, value: Json, example: str) -> None:
        """Note a value as it came."""
        self.present += 1
        self.types[json_type(value)] += 1
        self.spellings[spelling(value, self.kind) if self.kind else json_type(value)] += 1
        if example not in self.examples and len(self.examples) < _MOST_EXAMPLES:
            self.examples.append(example)

    def note_unread(self) -> None:
        """Note a value that could not be read."""
        self.unread += 1

    def note_read(self, values: list[object], path: str) -> None:
        """Note the values that were made of it."""
        self.read = len(values)
        self.read_as = _shown_read(values[0], self.kind, path) if values else ""


class FieldCounts:
    """Counts over many objects of one kind; `counts` is by path, entries of lists marked by `[]`."""

    def __init__(self, fields: Fields, hide: Callable[[str], str]) -> None:
        self.counts = {path: FieldCount(*each) for path, each in fields.items()}
        self._fields, self._hide = fields, hide
        self._inner: dict[str, list[str]] = {}
        for path in fields:
            above, _, name = path.rpartition(".")
            if not name.endswith("[]"):
                self._inner.setdefault(above, []).append(name)
        self._unnamed, self._left = 0, _MOST_COUNTED

    def add(self, value: Json, above: str = "") -> None:
        """Count the fields of one object as it came."""
        if not is_object(value):
            return
        named = self._inner.get(above, [])
        for name in named:
            self.counts[_below(above, name)].expect()
        for name, each in value.items():
            path = _below(above, name if name in named else masked_name(name))
            if path in self.counts or self._unnamed < _MOST_UNNAMED:
                self._value(each, path)

    def note_read(self, read: Iterable[object], unread: Iterable[str]) -> None:
        """Note what was made of the objects, and the paths of what could not be read."""
        objects = list(read)
        for path, count in self.counts.items():
            if count.kind in ("", "object", "list"):
                continue
            values = [each for one in objects for each in _found(one, path.split(".")) if each is not None]
            count.note_read(values, path)
        for each in unread:
            path = _PLACE.sub("[]", each)
            if path in self.counts:
                self.counts[path].note_unread()

    def _value(self, value: Json, path: str) -> None:
        if path not in self.counts:
            self.counts[path] = FieldCount("")
            self._unnamed += 1
        self._left -= 1
        if self._left < 0:
            return
        count = self.counts[path]
        count.note(value, masked(value, count.kind, path, self._hide))
        if count.kind in ("", "object", "list"):
            self._within(value, path, count.kind)

    def _within(self, value: Json, path: str, kind: str) -> None:
        if isinstance(value, str) and kind:
            value = decoded_text(value)
        if is_object(value) and kind == "list":
            value = [value] if map_name(value) == ONLY_ENTRY else list(value.values())
        if is_array(value):
            entry = f"{path}[]"
            for each in value:
                if entry in self._fields or not is_object(each):
                    self._value(each, entry)
                else:
                    self.add(each, entry)
        else:
            self.add(value, path)


def unread_of(item: object) -> Iterator[str]:
    """The paths of an item or an answer that could not be read."""
    if isinstance(item, Mapping):
        found = cast("Mapping[str, object]", item).get("unread", ())
    else:
        found = getattr(item, "unread", ())
    for each in cast("Iterable[object]", found):
        yield str(getattr(each, "path", each))


def _below(above: str, name: str) -> str:
    return f"{above}.{name}" if above else name


def _found(value: object, names: list[str]) -> Iterator[object]:
    """The values at a path in what was read."""
    if not names or value is None:
        yield value
        return
    name, rest = names[0], names[1:]
    plain = name.removesuffix("[]")
    if isinstance(value, Mapping):
        fields = cast("Mapping[str, object]", value)
        inner = fields.get(plain, fields.get(f"{plain}_"))
    else:
        inner = getattr(value, plain, None) if isinstance(value, BaseModel) else None
    if plain == name:
        yield from _found(inner, rest)
    elif isinstance(inner, (tuple, list)):
        for each in cast("Iterable[object]", inner):
            yield from _found(each, rest)


def _shown_read(value: object, kind: str, path: str) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = value.isoformat() if isinstance(value, (dt.date, dt.time)) else str(value)
    return masked(text, kind, path).strip('"')
