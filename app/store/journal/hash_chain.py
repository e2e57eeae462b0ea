"""The journal's entries as lines of text, and the hash chain that links each to all before it."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from app.core.frozen import frozen
from app.core.language import mark
from app.store.journal.states import Kind, State

JsonScalar = str | int | None
Facts = Mapping[str, JsonScalar]
KeptFacts = MappingProxyType[str, JsonScalar]

UNKEYED = "unkeyed"
BEFORE_THE_FIRST = "0" * 64
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)
_NOTHING: KeptFacts = MappingProxyType({})
_STATES = {state.value: state for state in State}
_KINDS = {kind.value: kind for kind in Kind}


class ChainError(ValueError):
    """A line that fits the chain but is no entry: it was written by another program."""


class ChainLine(NamedTuple):
    """One entry in the form of both sinks."""

    text: str
    """Canonical JSON in ASCII, without personal data."""
    seal: str
    """A hash of the text and all before it under the chain key; or the mark for no chain key."""
    hash: str
    """Over the previous hash, the text and the seal: detects damage, also without a chain key."""


class LogEntry(NamedTuple):
    """One step of one attempt. A tuple, since tens of thousands are created at every start."""

    seq: int
    at: datetime
    intent_id: str
    attempt: int
    request_id: str
    kind: Kind
    state: State
    facts: KeptFacts
    private: KeptFacts
    """In the database alone; empty also when erased or lost."""
    salt: str
    """Prevents guessing the private facts by their hash; erased with them."""
    private_hash: str
    seal: str
    hash: str

    @property
    def is_keyed(self) -> bool:
        """Whether it was sealed with a chain key; an edit of an entry without one cannot be detected."""
        return self.seal != UNKEYED


@frozen
class ChainStep:
    """The content of a step that is to be written."""

    intent_id: str
    attempt: int
    request_id: str
    kind: Kind
    state: State
    facts: Facts
    private: Facts


@frozen
class HashChain:
    """Makes the next entry. With an empty key the entries are unkeyed."""

    key: bytes
    clock: Callable[[], datetime]

    def now(self) -> datetime:
        """The time in UTC."""
        return self.clock().astimezone(UTC)

    def entry(self, step: ChainStep, before: LogEntry | None) -> LogEntry:
        """The entry that follows `before`. Raises ValueError for facts that JSON cannot represent."""
        salt = secrets.token_hex(16) if step.private else ""
        bare = LogEntry(
            before.seq + 1 if before else 1,
            self.now(),
            step.intent_id,
            step.attempt,
            step.request_id,
            step.kind,
            step.state,
            MappingProxyType(dict(step.facts)),
            MappingProxyType(dict(step.private)),
            salt,
            _digest(_salted(salt, step.private)) if step.private else "",
            UNKEYED,
            "",
        )
        line = next_line(_content_of(bare), before.hash if before else BEFORE_THE_FIRST, self.key)
        return bare._replace(seal=line.seal, hash=line.hash)


def next_line(content: Mapping[str, object], previous: str, key: bytes) -> ChainLine:
    """The line with this content after the one with that hash; unkeyed with an empty key.

    Raises ValueError for content that JSON cannot represent.
    """
    text = _canonical(content)
    seal = _seal(previous, text, key) if key else UNKEYED
    return ChainLine(text, seal, _hash(previous, text, seal))


def line_of(entry: LogEntry) -> ChainLine:
    """The entry in the form of both sinks."""
    return ChainLine(_canonical(_content_of(entry)), entry.seal, entry.hash)


def _content_of(entry: LogEntry) -> dict[str, object]:
    return {
        "seq": entry.seq,
        "at": entry.at.isoformat(),
        "intent_id": entry.intent_id,
        "attempt": entry.attempt,
        "request_id": entry.request_id,
        "kind": entry.kind.value,
        "state": entry.state.value,
        "facts": dict(entry.facts),
        "private": entry.private_hash,
    }


def private_text_of(entry: LogEntry) -> str:
    """The private facts in the form of the database: `salt|JSON`, or empty."""
    return _salted(entry.salt, entry.private) if entry.private else ""


def proves(line: ChainLine, private_text: str) -> bool:
    """Whether these private facts belong to the line."""
    return f'"private":"{_digest(private_text)}"' in line.text


def entries_of(lines: Sequence[ChainLine], private_texts: Mapping[str, str]) -> tuple[LogEntry, ...]:
    """The entries of an unbroken chain. `private_texts` are by the hash of their line and checked.

    Raises ChainError when a line is no entry.
    """
    try:
        texts = _parsed(line.text for line in lines)
        facts = _parsed(text.partition("|")[2] for text in private_texts.values())
        private = dict(zip(private_texts, map(MappingProxyType[str, JsonScalar], facts), strict=True))
        salts = {digest: text.partition("|")[0] for digest, text in private_texts.items()}
        return tuple(
            _entry(line, text, private.get(line.hash, _NOTHING), salts.get(line.hash, ""))
            for line, text in zip(lines, texts, strict=True)
        )
    except (ValueError, KeyError, TypeError) as error:
        message = mark("An entry of the journal cannot be read.")
        raise ChainError(message) from error


def joined(*sinks: Iterable[ChainLine]) -> list[ChainLine]:
    """The longest unbroken chain from the first entry on, built from the lines of all sinks."""
    chain: list[ChainLine] = []
    known: set[str] = set()
    while True:
        length = len(chain)
        for lines in sinks:
            previous = chain[-1].hash if chain else BEFORE_THE_FIRST
            for line in lines:
                if line.hash not in known and _hash(previous, line.text, line.seal) == line.hash:
                    chain.append(line)
                    known.add(line.hash)
                    previous = line.hash
        if len(chain) == length:
            return chain


def is_sealed(chain: Sequence[ChainLine], key: bytes, before: str = BEFORE_THE_FIRST) -> bool:
    """Whether the last seal of the chain is valid; True when there is no key to check it with.

    The last seal counts for all entries before it, since it covers the previous hash. `before` is the hash of
    the line before the first of these.
    """
    place = max((place for place, line in enumerate(chain) if line.seal != UNKEYED), default=None)
    if place is None or not key:
        return True
    previous = chain[place - 1].hash if place else before
    return chain[place].seal == _seal(previous, chain[place].text, key)


def is_next(line: ChainLine, previous: str) -> bool:
    """Whether a line follows the one with this hash."""
    return _hash(previous, line.text, line.seal) == line.hash


def number_of(line: ChainLine) -> int:
    """The number in the line, unchecked; 0 when there is none."""
    try:
        return int(json.loads(line.text)["seq"])
    except (ValueError, KeyError, TypeError):
        return 0


def _entry(line: ChainLine, text: Mapping[str, Any], private: KeptFacts, salt: str) -> LogEntry:
    return LogEntry(
        text["seq"],
        datetime.fromisoformat(text["at"]),
        text["intent_id"],
        text["attempt"],
        text["request_id"],
        _KINDS[text["kind"]],
        _STATES[text["state"]],
        MappingProxyType(text["facts"]),
        private,
        salt,
        text["private"],
        line.seal,
        line.hash,
    )


def _parsed(texts: Iterable[str]) -> list[dict[str, Any]]:
    # In one call: that is faster, and equal names are in memory once.
    return json.loads(f"[{','.join(texts)}]")


def _canonical(value: Mapping[str, object]) -> str:
    """JSON that is the same for equal values; in ASCII, so that any text can be stored."""
    return _ENCODER.encode(dict(value))


def _salted(salt: str, private: Facts) -> str:
    return f"{salt}|{_canonical(private)}"


def _hash(previous: str, text: str, seal: str) -> str:
    return _digest(f"{previous}|{text}|{seal}")


def _seal(previous: str, text: str, key: bytes) -> str:
    return _digest(f"{previous}|{text}", key)


def digest_of(text: bytes, key: bytes = b"") -> str:
    """The hash of bytes as the chain uses it, under a key if there is one."""
    return hashlib.blake2b(text, key=key, digest_size=32).hexdigest()


def _digest(text: str, key: bytes = b"") -> str:
    # Not UTF-8: a damaged file may hold any bytes, and each of them has to count.
    return digest_of(text.encode("latin-1"), key)
