"""A table whose rows have keys: what is on screen stays there while rows change around it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from app.core.language import Message
from app.ui.kit.lists.table import HEADING, RowRules, Section, Table
from app.ui.kit.lists.table_columns import Column, Columns
from tests.support.ui.looking import Show

ROW, SHOWN = 20, 5
COLUMNS: Columns[str] = Columns((Column(Message(""), cell=lambda row: row),))
RULES: RowRules[str] = RowRules(ROW, key=lambda row: row[:2])
LETTERS = tuple(f"{letter}0" for letter in "abcdefghijkl")


@pytest.fixture
def table(shown: Show) -> Table[str]:
    made = Table(COLUMNS, RULES, "rows", "Rows")
    made.setFixedSize(200, SHOWN * ROW)
    made.show_rows(LETTERS)
    shown(made)
    return made


def _seen(table: Table[str]) -> list[str]:
    """The rows on screen."""
    first = table.verticalScrollBar().value() // ROW
    return [row for row in map(table.row_at, range(first, first + SHOWN)) if row is not None]


def _with(rows: Iterable[str], before: str, *new: str) -> list[str]:
    return [each for row in rows for each in ((*new, row) if row == before else (row,))]


@pytest.mark.parametrize("gone", ["", "a0", "l0"])
def test_the_chosen_row_stays_where_it_is(table: Table[str], gone: str) -> None:
    table.choose_key("h0")
    before = _seen(table).index("h0")
    rows = ["h0 is told more" if each == "h0" else each for each in LETTERS if each != gone]
    table.show_rows(_with(_with(rows, "c0", "c1", "c2"), "i0", "i1"))
    assert table.current == "h0 is told more"
    assert _seen(table).index("h0 is told more") == before
    assert "i1" in table.rows


def test_a_row_that_is_only_added_chooses_nothing_anew(table: Table[str]) -> None:
    table.choose_key("h0")
    chosen: list[bool] = []
    table.selectionModel().currentChanged.connect(lambda: chosen.append(True))
    table.show_rows(_with(LETTERS, "c0", "c1"))
    assert not chosen
    assert table.current == "h0"


@pytest.mark.parametrize("gone", ["", "l0"])
def test_what_is_seen_stays_when_the_chosen_row_is_not(table: Table[str], gone: str) -> None:
    table.choose_key("a0")
    table.verticalScrollBar().setValue(4 * ROW)
    before = _seen(table)
    table.show_rows(_with([each for each in LETTERS if each != gone], "b0", "b1"))
    assert _seen(table) == before
    # At the very beginning what is new above is seen.
    table.choose_key("k0")
    table.verticalScrollBar().setValue(0)
    table.show_rows(_with([each for each in table.rows if each != "j0"], "a0", "A0"))
    assert (_seen(table)[0], table.current) == ("A0", "k0")


def test_a_chosen_row_that_is_gone_gives_way_to_the_first(table: Table[str]) -> None:
    table.choose_key("h0")
    table.show_rows((Section("Letters"), *LETTERS[:4]))
    assert table.current == "a0"
    table.show_rows(())
    assert table.current is None


def test_more_rows_are_asked_for_once(table: Table[str]) -> None:
    asked: list[bool] = []
    table.more_wanted.connect(lambda: asked.append(True))
    model, top = table.model(), table.rootIndex()
    assert not model.canFetchMore(top)
    table.show_rows(LETTERS, has_more=True)
    assert model.canFetchMore(top)
    model.fetchMore(top)
    assert asked == [True]
    assert not model.canFetchMore(top)


@pytest.mark.parametrize("keeps_room", [True, False])
def test_what_is_net_is_neither_painted_nor_said(*, keeps_room: bool) -> None:
    net: Column[str] = Column(
        Message("Debited"), 80, cell=str, say=str, paint=lambda _painter, _place, _row: None, is_net=True
    )
    both: Columns[str] = Columns((Column(Message("PNR"), 80, cell=str), net), keeps_net_room=keeps_room)
    left = both.without_net().columns
    assert [each.title.text for each in left] == (["PNR", ""] if keeps_room else ["PNR"])
    assert [each for each in left[1:] if each.cell or each.say or each.paint] == []


def test_a_section_is_lower_than_the_rows_below_it(shown: Show) -> None:
    made = Table(COLUMNS, RowRules(2 * HEADING), "rows", "Rows")
    made.show_rows((Section("Today"), "a0", "b0"))
    shown(made)
    model = made.model()
    tops = [made.visualRect(model.index(place, 0)).top() for place in range(3)]
    assert tops == [0, HEADING, 3 * HEADING]
