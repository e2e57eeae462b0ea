"""The matrix is whole: each of its rows is proven by a test, or says why it is not."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from tests.fault_matrix.rows import ELSEWHERE, HERE, NOT_YET, READINGS, ROWS

FOLDER = Path(__file__).parent
TESTS = FOLDER.parent


@pytest.mark.parametrize("row", ELSEWHERE)
def test_a_row_is_proven_by_a_test_that_exists(row: str) -> None:
    for each in ELSEWHERE[row]:
        path, _, name = each.partition("::")
        assert name in _functions(TESTS / path), each


def test_every_row_is_in_exactly_one_place() -> None:
    for path in FOLDER.glob("test_*.py"):
        import_module(f"tests.fault_matrix.{path.stem}")
    assert len(ROWS) == 122 + len(READINGS)
    assert len(READINGS) >= 90
    assert Counter([*HERE, *ELSEWHERE, *NOT_YET]) == Counter(ROWS)
    assert all(reason.endswith(".") for reason in NOT_YET.values())


@cache
def _functions(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(
        each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
    )
