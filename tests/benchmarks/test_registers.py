"""A register that is filled in bulk answers as one to which the same sales were handed."""

from __future__ import annotations

from math import inf
from pathlib import Path

from app.store.register.register import Register
from tests.benchmarks.bench_register import CUSTOMERS_TYPED, KEYSTROKES, SALES_TYPED
from tests.benchmarks.registers import fill, sales

COUNT = 400


def test_a_register_filled_in_bulk_answers_as_one_that_was_kept(tmp_path: Path) -> None:
    kept = Register.open(tmp_path / "kept")
    kept.keep(sales(COUNT))
    fill(tmp_path / "filled", COUNT)
    filled = Register.open(tmp_path / "filled")
    for typed in CUSTOMERS_TYPED:
        assert filled.customers(typed, COUNT) == kept.customers(typed, COUNT)
    for typed in SALES_TYPED:
        assert filled.search(typed, COUNT) == kept.search(typed, COUNT)
    for _, wanted in KEYSTROKES:
        found, expected = (each.find(wanted, limit=COUNT, patience=inf) for each in (filled, kept))
        assert found == expected
    assert kept.search("sea", COUNT)
    assert kept.customers("98", COUNT)
    kept.close()
    filled.close()
