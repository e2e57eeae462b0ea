"""The wallet's ledger as opaque JSON: what is new in it, whatever its shape."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk.payment.ledger_diff import (
    MOST_ENTRIES,
    EntryProfile,
    OwnSale,
    amounts,
    are_one_of_a_kind,
    fresh,
    learnt,
    names,
    prints,
    references,
    times_named,
    total,
    written_at,
)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("ab", "ab", ()),
        ("ab", "xab", (0,)),
        ("ab", "abx", (2,)),
        ("abc", "xab", (0,)),
        ("abc", "bcx", (2,)),
        ("abc", "xya", (0, 1)),
        ("abc", "cxy", (1, 2)),
        ("abc", "xyz", None),
        ("abc", "xbc", None),
        ("abc", "acb", None),
        ("abc", "ab", None),
        ("abc", "bc", None),
        ("aa", "aa", None),
        ("aba", "aba", None),
        ("ab", "axb", None),
        ("", "", None),
        ("", "x", None),
        ("a", "", None),
        ("a", "a", ()),
    ],
)
def test_the_new_entries_of_a_ledger_are_found(old: str, new: str, found: tuple[int, ...] | None) -> None:
    assert fresh(tuple(old), tuple(new)) == found


_DISTINCT = st.lists(st.integers(), unique=True, min_size=1, max_size=40)


@given(_DISTINCT, st.data())
def test_any_strangers_entries_are_found_whole_or_not_at_all(entries: list[int], data: st.DataObject) -> None:
    sold = data.draw(st.integers(0, len(entries)))
    window = data.draw(st.integers(1, len(entries) + 2))
    newest_first = data.draw(st.booleans())
    history = [str(each) for each in entries]
    old, new = history[:sold][-window:], history[-window:]
    came = history[sold:]
    if newest_first:
        old, new = old[::-1], new[::-1]
    places = fresh(old, new)
    if places is not None:
        assert sorted(new[place] for place in places) == sorted(came)
    else:
        assert not old or len(came) >= window


@given(_DISTINCT, st.data())
def test_an_edited_entry_is_never_passed_over(entries: list[int], data: st.DataObject) -> None:
    old = [str(each) for each in entries]
    new = ["new", *old]
    place = data.draw(st.integers(1, len(old)))
    new[place] = "edited"
    assert fresh(old, new) is None


@given(st.lists(st.sampled_from("ab"), max_size=8), st.lists(st.sampled_from("ab"), max_size=8))
def test_entries_that_look_alike_are_never_laid_over_each_other_in_two_ways(
    old: list[str], new: list[str]
) -> None:
    places = fresh(old, new)
    if places is None:
        return
    assert len(new) >= len(old) > 0
    kept = [each for place, each in enumerate(new) if place not in places]
    assert kept in (old[: len(kept)], old[len(old) - len(kept) :])
    assert kept


@pytest.mark.parametrize(
    ("entries", "found"),
    [
        ([{"at": "2026-11-21T10:14:03+05:30", "sum": "7"}, {"at": "2026-11-21 10:14:03", "sum": "7"}], True),
        ([{"at": "2026-11-21", "sum": "7"}], False),
        ([{"at": "2026-11-21T10:14:03", "sum": "7"}, {"sum": "7"}], False),
        ([{"n": 9}, {"n": 7}, {"n": 6}], True),
        ([{"n": "JE-1"}, {"n": "JE-2"}, {"n": "JE-10"}], True),
        ([{"n": "JE-1"}, {"n": "JV-2"}, {"n": "JE-3"}], False),
        ([{"n": 1}, {"n": 2}], False),
        ([{"n": 1}, {"n": 3}, {"n": 2}], False),
        ([{"n": 1}, {"n": 2}, {"n": 2}], False),
        ([{"n": "7.10"}, {"n": "8.10"}, {"n": "9.10"}], False),
        ([], False),
    ],
)
def test_whether_an_entry_could_come_a_second_time(entries: list[object], *, found: bool) -> None:
    assert are_one_of_a_kind([json.dumps(each) for each in entries]) is found


def test_how_often_a_request_is_named() -> None:
    rows = [_entry("PNR7XY", "1", request="r-1"), _entry("PNR7XY", "2", request="r-1"), _entry("PNR8", "3")]
    assert times_named(rows, "r-1", is_split=False) == 2
    assert times_named(rows, "r-1", is_split=True) == 1
    again = [*rows, _entry("PNR9", "1", request="r-1"), json.dumps({"request": "r-1"})]
    assert times_named(again, "r-1", is_split=True) == 2


def test_a_hash_for_each_entry_and_none_of_too_many() -> None:
    found = prints(("a", "b", "a", "\ud800"))
    assert len(found) == 4
    assert found[0] == found[2] != found[1]
    assert all(len(each) == 24 for each in found)
    assert MOST_ENTRIES == 500
    assert prints(("a",) * MOST_ENTRIES) != ()
    assert prints(("a",) * (MOST_ENTRIES + 1)) == ()


def _entry(ref: str, amount: str, **more: object) -> str:
    return json.dumps({"ref": ref, "lines": [{"amount": amount}, {"amount": "0.00"}], **more})


def test_an_entry_names_what_one_of_its_leaves_is() -> None:
    entry = _entry("PNR7XY", "-120.50", request={"id": "ac1-7"}, none=None)
    assert names(entry, "ac1-7")
    assert not names(entry, "ac1")
    assert not names(entry, "None")
    assert names("no JSON", "no JSON")
    assert amounts(entry) == {Decimal("120.50"), Decimal(0)}
    assert amounts(entry, EntryProfile("ref", frozenset({"lines.0.amount"}))) == {Decimal("120.50")}
    assert amounts(json.dumps({"a": "NaN", "b": "Infinity", "c": "text"})) == frozenset()
    assert references(entry) == ("PNR7XY",)
    assert references(entry, EntryProfile("other", frozenset({"lines.0.amount"}))) == ()


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ([{"debit": 5, "credit": 0}, {"debit": 0, "credit": 3}, {"credit": 2}], "5"),
        ([{"debit": "5.50"}, {"credit": "5.50"}], "5.50"),
        ([{"sum": -5}, {"sum": 3}, {"sum": 2}], "5"),
        ([{"side": "D", "sum": 5}, {"side": "C", "sum": 3}, {"side": "C", "sum": 2}], "5"),
        # The sides differ, there is no side, or two columns are the same.
        ([{"debit": 5, "credit": 0}, {"debit": 0, "credit": 3}], None),
        ([{"side": "D", "sum": 5}, {"side": "C", "sum": 3}], None),
        ([{"side": "D", "sum": 5}, {"side": "C", "sum": 3}, {"side": "E", "sum": 2}], None),
        ([{"one": 5, "other": 5}, {"one": 2, "other": 2}], None),
        ([{"debit": 0, "credit": 0}, {"debit": 0, "credit": 0}], None),
        ([], None),
    ],
)
def test_a_double_entry_moves_what_stands_on_either_side(lines: list[object], found: str | None) -> None:
    wanted = None if found is None else Decimal(found)
    assert total(json.dumps({"ref": "PNR1", "number": 7, "lines": lines})) == wanted


def test_an_entry_with_two_sums_has_none() -> None:
    parts = {name: [{"sum": -each}, {"sum": each}] for name, each in (("a", 1), ("b", 2))}
    assert total(json.dumps(parts)) is None
    assert total(json.dumps([{"sum": -1}, {"sum": 1}])) == 1


def test_the_time_of_an_entry_is_its_only_one_with_a_zone() -> None:
    at = "2026-11-25T10:00:00+05:30"
    assert written_at(json.dumps({"at": at, "again": at})) == datetime(2026, 11, 25, 4, 30, tzinfo=UTC)
    for other in ("2026-11-25T10:00:00", "2026-11-25 10:00:00 or so", "10:00"):
        assert written_at(json.dumps({"at": other})) is None
    assert written_at(json.dumps({"at": at, "value_date": "2026-11-26T10:00:00+05:30"})) is None


def test_too_deep_an_entry_is_one_leaf() -> None:
    deep = "[" * 100_000
    assert names(deep, deep)


OWN = tuple(OwnSale(f"PNR{number}", Decimal(100 + number)) for number in range(1, 5))


def test_three_own_sales_give_the_layout_of_the_ledger() -> None:
    ledger = tuple(_entry(each.booking_ref, f"-{each.debited}.00") for each in OWN)
    assert learnt(ledger, OWN) == EntryProfile("ref", frozenset({"lines.0.amount"}))
    assert learnt(ledger, OWN[:2]) is None
    assert learnt(ledger[:2], OWN) is None


def test_sales_that_disagree_give_no_layout_of_the_ledger() -> None:
    ledger = [_entry(each.booking_ref, f"-{each.debited}.00") for each in OWN]
    other = json.dumps({"booking": OWN[0].booking_ref, "sum": str(OWN[0].debited)})
    assert learnt([other, *ledger[1:]], OWN) is None
    twice = json.dumps({"a": OWN[0].booking_ref, "b": OWN[0].booking_ref, "sum": str(OWN[0].debited)})
    assert learnt([twice, *ledger[1:]], OWN) is None
    assert learnt([each.replace("-", "9") for each in ledger], OWN) is None
    everywhere = [json.dumps({"a": each.booking_ref, "b": each.booking_ref, "c": "1"}) for each in OWN]
    assert learnt(everywhere, OWN) is None
    both = [
        json.dumps({"a": each.booking_ref, "b": each.booking_ref, "c": str(each.debited)}) for each in OWN
    ]
    assert learnt(both, OWN) is None
    assert learnt([*ledger, ledger[0]], OWN) == EntryProfile("ref", frozenset({"lines.0.amount"}))


def test_what_is_no_amount_is_not_taken_for_one() -> None:
    own = [replace(each, debited=Decimal(1)) for each in OWN]
    ledger = [_entry(each.booking_ref, "-1.00", text="one") for each in own]
    assert learnt(ledger, own) == EntryProfile("ref", frozenset({"lines.0.amount"}))
