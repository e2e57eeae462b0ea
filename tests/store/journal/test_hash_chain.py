"""Entries as lines of text, and the chain that holds them together."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.store.journal.hash_chain import (
    UNKEYED,
    ChainError,
    ChainLine,
    ChainStep,
    Facts,
    HashChain,
    LogEntry,
    entries_of,
    is_sealed,
    joined,
    line_of,
    number_of,
    private_text_of,
    proves,
)
from app.store.journal.states import Kind, State
from tests.support.store.scenes import CHAIN_KEY, PRIVATE, steady_clock

SCALARS = st.none() | st.integers(-(10**30), 10**30) | st.text(st.characters(), max_size=20)
# Of the first two entries with the key of the tests.
FIRST = (
    "1d7ae33c1afab766673ebdbbba53d790021cf38802d5d27e1e42111f93b03970",
    "8d220c4a8dbf1d6862e57518cb5ce42cdbb7070b4b58bbb268c235466cbaf286",
)
SECOND = (
    "c0276bed122774e97471abd4810393169f155e793cfee1dc7d753a18a80a2c92",
    "55db579052ba0caf756b68068dbbd9c65aedcc5dbeb34475e2cbde29da8d35cd",
)
FACTS = st.dictionaries(st.text(st.characters(), max_size=8), SCALARS, max_size=6)


def _step(number: int = 1, facts: Facts | None = None, private: Facts | None = None) -> ChainStep:
    return ChainStep(
        "intent", number, f"request-{number}", Kind.CREATE, State.PREPARED, facts or {}, private or {}
    )


def _entries(count: int, key: bytes = CHAIN_KEY, before: LogEntry | None = None) -> list[LogEntry]:
    chain = HashChain(key, steady_clock())
    entries: list[LogEntry] = []
    for number in range(count):
        before = chain.entry(_step(number), before)
        entries.append(before)
    return entries


def _lines(count: int) -> list[ChainLine]:
    return [line_of(entry) for entry in _entries(count)]


@given(FACTS, FACTS)
def test_any_facts_come_back_as_they_were(facts: Facts, private: Facts) -> None:
    entry = HashChain(CHAIN_KEY, steady_clock()).entry(_step(facts=facts, private=private), None)
    line, private_text = line_of(entry), private_text_of(entry)
    assert line.text.isascii()
    assert entries_of((line,), {line.hash: private_text} if private else {}) == (entry,)
    assert entry.facts == facts
    assert entry.private == private
    assert entry.is_keyed


def test_numbers_go_on_and_each_line_leans_on_the_one_before() -> None:
    lines = _lines(4)
    assert [entry.seq for entry in entries_of(lines, {})] == [1, 2, 3, 4]
    assert joined(lines) == lines
    assert joined(lines[1:]) == []
    assert joined([lines[0], *lines[2:]]) == lines[:1]
    assert joined([lines[0], lines[2], lines[1], lines[3]]) == lines
    assert joined([lines[0], *lines]) == lines


def test_two_harmed_sinks_give_together_what_neither_has() -> None:
    lines = _lines(9)
    harmed = lines[2]._replace(text=lines[2].text.replace("intent", "intend"))
    one, other = [*lines[:2], harmed, *lines[3:]], [*lines[:6], *lines[7:]]
    assert joined(one) == lines[:2]
    assert joined(other) == lines[:6]
    assert joined(one, other) == joined(other, one) == lines


def test_the_last_seal_tells_for_all_before_it() -> None:
    lines = _lines(2)
    assert is_sealed(lines, CHAIN_KEY)
    assert is_sealed([], CHAIN_KEY)
    assert is_sealed(lines, b"")
    assert not is_sealed(lines, b"another key")
    # Whoever edits an entry can make the hashes fit, and has no seal for them.
    edited = [line_of(entry) for entry in _entries(2, b"")]
    assert joined(edited) == edited
    stale = edited[1]._replace(seal=lines[1].seal)
    assert not is_sealed([edited[0], stale], CHAIN_KEY)
    assert not is_sealed([lines[0]._replace(seal="0" * 64)], CHAIN_KEY)


def test_entries_without_a_key_are_marked_and_go_on_from_keyed_ones() -> None:
    keyed = _entries(2)
    entries = [*keyed, *_entries(2, b"", keyed[-1])]
    lines = [line_of(entry) for entry in entries]
    assert [entry.is_keyed for entry in entries] == [True, True, False, False]
    assert lines[-1].seal == UNKEYED == "unkeyed"
    assert joined(lines) == lines
    assert is_sealed(lines, CHAIN_KEY)
    assert not is_sealed(lines, b"another key")
    assert is_sealed(lines[2:], b"another key")


def test_private_facts_are_proven_by_a_salted_hash() -> None:
    chain = HashChain(CHAIN_KEY, steady_clock())
    entry, again = (chain.entry(_step(private=PRIVATE), None) for _ in range(2))
    line, private_text = line_of(entry), private_text_of(entry)
    assert proves(line, private_text)
    assert not proves(line, private_text.replace("Priya", "Bruno"))
    assert not proves(line, private_text_of(again))
    assert entries_of((line,), {})[0].private == {}
    assert private_text_of(entries_of((line,), {})[0]) == ""


@pytest.mark.parametrize("text", ["", "[]", "nothing", '{"seq":1}', '{"seq":1,"at":5}', "1,2"])
def test_a_line_of_another_program_is_no_entry(text: str) -> None:
    with pytest.raises(ChainError, match="cannot be read"):
        entries_of((ChainLine(text, UNKEYED, ""),), {})


@pytest.mark.parametrize(
    ("text", "number"),
    [('{"seq":7}', 7), ("", 0), ("nothing", 0), ("[]", 0), ("{}", 0), ("7", 0), ('{"seq":null}', 0)],
)
def test_a_line_claims_a_number_or_none(text: str, number: int) -> None:
    assert number_of(ChainLine(text, UNKEYED, "")) == number


def test_a_number_that_json_cannot_say_is_refused() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        HashChain(CHAIN_KEY, steady_clock()).entry(replace(_step(), facts={"amount": float("nan")}), None)


def test_private_facts_that_are_several_are_no_entry() -> None:
    (line,) = _lines(1)
    with pytest.raises(ChainError, match="cannot be read"):
        entries_of((line,), {line.hash: "salt|{},{}"})


def test_a_line_is_as_every_earlier_program_wrote_it() -> None:
    first, second = _lines(2)
    assert first.text == (
        '{"at":"2026-11-21T05:00:01+00:00","attempt":0,"facts":{},"intent_id":"intent","kind":"CREATE",'
        '"private":"","request_id":"request-0","seq":1,"state":"PREPARED"}'
    )
    assert (first.seal, first.hash) == FIRST
    assert (second.seal, second.hash) == SECOND


def test_a_salt_is_made_for_what_is_private_alone() -> None:
    chain = HashChain(CHAIN_KEY, steady_clock())
    bare, private = chain.entry(_step(), None), chain.entry(_step(private=PRIVATE), None)
    assert (bare.salt, bare.private_hash) == ("", "")
    assert len(private.salt) == 32
    assert private.salt != chain.entry(_step(private=PRIVATE), None).salt
