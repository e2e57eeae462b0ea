"""The service's ledger entries as a table: nothing is invented, nothing left out."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from app.desk.wallet.ledger_snapshot import snapshot_table

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def test_columns_are_the_names_of_all_entries_as_they_come_up() -> None:
    table = snapshot_table(('{"id":1,"amount":-5.10}', '{"id":2,"note":"x","amount":7}'))
    assert table.columns == ("id", "amount", "note")
    assert table.rows == (("1", "-5.10", ""), ("2", "7", "x"))
    assert table.numeric == (True, True, False)


def test_numbers_stay_as_they_were_written() -> None:
    table = snapshot_table(('{"a":12345678901234567890.10,"b":1E+3,"c":"00123","d":"12.50"}',))
    assert table.rows == (("12345678901234567890.10", "1E+3", "00123", "12.50"),)
    assert table.numeric == (True, True, False, True)


def test_what_lies_within_a_value_is_compact_json() -> None:
    entry = '{"lines":[{"side":"DEBIT","sum":5.10},null,true,"\u00e9"],"none":null,"ok":false,"empty":{}}'
    assert snapshot_table((entry,)).rows == (
        ('[{"side":"DEBIT","sum":5.10},null,true,"\u00e9"]', "", "false", "{}"),
    )


def test_an_entry_that_is_no_object_has_a_column_without_a_name() -> None:
    table = snapshot_table(('"text"', '{"id":1}', "[1,2]", "not json", "[" * 100_000))
    assert table.columns == ("", "id")
    assert [row[0] for row in table.rows] == ['"text"', "", "[1,2]", "not json", "[" * 100_000]
    assert table.numeric == (False, True)


def test_no_entries_are_no_table() -> None:
    table = snapshot_table(())
    assert (table.columns, table.rows, table.numeric) == ((), (), ())


@settings(max_examples=40)
@given(st.lists(st.dictionaries(st.text(max_size=3), values, max_size=4), max_size=5))
def test_every_value_is_in_its_cell(entries: list[dict[str, object]]) -> None:
    table = snapshot_table([json.dumps(each) for each in entries])
    for entry, row in zip(entries, table.rows, strict=True):
        for name, cell in zip(table.columns, row, strict=True):
            value = entry.get(name)
            shown = "" if value is None else value if isinstance(value, str) else json.loads(cell)
            assert cell == shown if isinstance(value, str | None) else shown == value
